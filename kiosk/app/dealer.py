"""Which deal is next; trusted date."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.codes import decode, encode
from engine.variants import Rules, make_rules
from kiosk.effects import DealGame
from kiosk.new_game_options import DealKind, DealStatus, NewGameOptions, parse_new_game_options
from kiosk.settings import GameSettings
from kiosk.storage import Store

RELEASED = date(2026, 1, 1)
"""No day before this one can be today."""

_SYNCHRONIZED = "run/systemd/timesync/synchronized"
_SYSTEMD = "run/systemd/system"
_BATTERIES = ("dev/rtc0", "dev/rtc")


class Calendar:
    """Tells today's date in the machine's time zone, or that nobody knows it.

    A Raspberry Pi has no battery for its clock: without a network it begins in 1970, or where it
    was switched off last. So a date counts only if it is not before the program was released and
    put onto this machine, and if systemd has set the clock by the network or the machine has a
    clock of its own that runs on. Where systemd does not run nobody can say, and the date counts.
    """

    def __init__(
        self,
        installed: Path,
        root: Path = Path("/"),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Ask this machine.

        Args:
            installed: A file or folder that was written when the program was installed.
            root: Where `/run` and `/dev` are.
            clock: Seconds since 1970.
        """
        self._installed, self._root, self._clock = installed, root, clock

    def today(self) -> date | None:
        """The date; None where the clock cannot be believed."""
        try:
            day = date.fromtimestamp(self._clock())
        except (OverflowError, OSError, ValueError):
            return None
        return day if day >= self._earliest() and self._kept_right() else None

    def _earliest(self) -> date:
        try:
            return max(RELEASED, date.fromtimestamp(self._installed.stat().st_mtime))
        except (OSError, OverflowError, ValueError):
            return RELEASED

    def _kept_right(self) -> bool:
        """Whether something keeps the clock right while the machine is off, or has set it since."""
        there = [(self._root / name).exists() for name in (_SYNCHRONIZED, *_BATTERIES)]
        return any(there) or not (self._root / _SYSTEMD).exists()


if TYPE_CHECKING:
    from engine.bank import Bank

CHOICE = "choice"
"""The store's memory of the last choice and, behind it, of the files' game at that time."""
_BETWEEN = "; "


class Dealt(NamedTuple):
    """A deal to be played: its code, and what is known of it.

    `day` is its number where it is one of the numbered deals that stand in for today's.
    """

    code: str
    promise: DealStatus
    day: int | None = None


class Dealer:
    """Chooses deals, and remembers what was asked for last."""

    def __init__(
        self, store: Store, banks: Path, number: Callable[[], int], calendar: Calendar
    ) -> None:
        """Deal from the banks of this folder.

        Args:
            store: Knows what was dealt and chosen on this device.
            banks: The folder of the shipped banks.
            number: Draws a random deal number.
            calendar: Knows the date.
        """
        self._store, self._banks, self._number = store, banks, number
        self._calendar = calendar
        self._known: tuple[str, date | None, DealStatus] | None = None

    def wish(self, files: GameSettings) -> NewGameOptions:
        """What Play deals: the last choice, unless the settings have changed since."""
        kept = self._store.get_memory(CHOICE)
        chosen, _, then = (kept or "").partition(_BETWEEN)
        if then != files.to_new_game_options().to_text():
            return files.to_new_game_options()
        try:
            return parse_new_game_options(chosen)
        except ValueError:
            return files.to_new_game_options()

    def choose(self, wish: NewGameOptions, files: GameSettings) -> None:
        """From now on Play deals this."""
        self._store.set_memory(
            CHOICE, f"{wish.to_text()}{_BETWEEN}{files.to_new_game_options().to_text()}"
        )

    def forget(self) -> None:
        """From now on Play deals the files' game again."""
        if self._store.get_memory(CHOICE) is not None:
            self._store.set_memory(CHOICE, None)

    def today(self) -> str:
        """Today's date as 2026-11-30; "" where the clock cannot be believed."""
        day = self._calendar.today()
        return day.isoformat() if day else ""

    def deal(self, wanted: DealGame, files: GameSettings) -> Dealt:
        """The deal that is wanted; what is wished for is remembered."""
        if wanted.code is not None:
            return Dealt(wanted.code, self.promise(wanted.code))
        if wanted.options is not None:
            self.choose(wanted.options, files)
        wish = wanted.options or self.wish(files)
        if wanted.rules is not None:
            wish = wish._replace(rules=wanted.rules)
            if wish.kind is DealKind.TODAY:  # that is over: one more that can be won
                wish = wish._replace(kind=DealKind.WINNABLE)
        return self._dealt(wish)

    def example(self, rules: Rules) -> int:
        """A deal of these rules to be looked at: by chance one of the easy ones that can be won."""
        bank = self._bank(rules)
        numbers = bank.list_numbers(1) if bank else ()
        number = self._number()
        return numbers[number % len(numbers)] if numbers else number

    def promise(self, code: str) -> DealStatus:
        """What is known of the deal of this code."""
        day = self._calendar.today()
        if self._known is None or self._known[:2] != (code, day):
            self._known = code, day, self._promise(code, day)
        return self._known[2]

    def _promise(self, code: str, day: date | None) -> DealStatus:
        rules, number = decode(code)
        bank = self._bank(rules)
        if bank is None or all(deal.number != number for deal in bank.deals):
            return DealStatus.NONE
        today = day is not None and bank.pick_daily(day.toordinal()) == number
        return DealStatus.TODAY if today else DealStatus.WINNABLE

    def _dealt(self, wish: NewGameOptions) -> Dealt:
        rules = wish.rules
        bank = None if wish.kind is DealKind.ANY else self._bank(rules)
        if bank is None:
            code = encode(rules, self._number())
            return Dealt(code, self.promise(code))
        if wish.kind is DealKind.WINNABLE:
            return Dealt(encode(rules, self._fresh(bank, wish)), DealStatus.WINNABLE)
        day = self._calendar.today()
        if day is not None:
            return Dealt(encode(rules, bank.pick_daily(day.toordinal())), DealStatus.TODAY)
        before = self._numbers(rules)
        days = range(1, len(bank.deals) + 1)
        next_day = next((day for day in days if bank.pick_daily(day) not in before), 1)
        return Dealt(encode(rules, bank.pick_daily(next_day)), DealStatus.WINNABLE, next_day)

    def _fresh(self, bank: Bank, wish: NewGameOptions) -> int:
        """By chance a deal of the grade that was never there, else one of those longest ago."""
        graded = [deal.number for deal in bank.deals if wish.grade in (None, deal.grade)]
        numbers = graded or [deal.number for deal in bank.deals]
        before = self._numbers(wish.rules)
        fresh = sorted(set(numbers) - set(before))
        if not fresh:
            known = set(numbers)
            again = [number for number in before if number in known]
            fresh = again[: -(-len(again) // 2)]
        return fresh[(self._number() - 1) % len(fresh)]

    def _numbers(self, rules: Rules) -> list[int]:
        """The deals of these rules that were there on this device, the one longest ago first."""
        codes = self._store.list_dealt_codes(encode(rules, 1)[: -len("AAAAA24")])
        return [decode(code).number for code in codes]

    def _bank(self, rules: Rules) -> Bank | None:
        """The bank of these rules; that of the plain game serves its house rules too.

        House rules only add moves: whatever wins the plain deal wins it with them as well. There is
        none where the file is missing, or no bank.
        """
        # It takes a part of the start-up, and a game that goes on does without.
        from engine.bank import Bank, BankError, get_bank_file_name

        try:
            bank = Bank.load(
                self._banks / get_bank_file_name(make_rules(rules.variant, rules.cells))
            )
        except (OSError, BankError):
            return None
        return bank if bank.deals else None
