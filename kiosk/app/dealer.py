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

RELEASE_DATE = date(2026, 1, 1)
"""No day before this one can be today."""

_CLOCK_SYNC_FILE = "run/systemd/timesync/synchronized"
_SYSTEMD_DIR = "run/systemd/system"
_RTC_DEVICES = ("dev/rtc0", "dev/rtc")


class TrustedClock:
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

    def get_today(self) -> date | None:
        """The date; None where the clock cannot be believed."""
        try:
            day = date.fromtimestamp(self._clock())
        except (OverflowError, OSError, ValueError):
            return None
        return day if day >= self._get_earliest_date() and self._is_clock_kept() else None

    def _get_earliest_date(self) -> date:
        try:
            return max(RELEASE_DATE, date.fromtimestamp(self._installed.stat().st_mtime))
        except (OSError, OverflowError, ValueError):
            return RELEASE_DATE

    def _is_clock_kept(self) -> bool:
        """Whether something keeps the clock right while the machine is off, or has set it since."""
        evidence = [(self._root / name).exists() for name in (_CLOCK_SYNC_FILE, *_RTC_DEVICES)]
        return any(evidence) or not (self._root / _SYSTEMD_DIR).exists()


if TYPE_CHECKING:
    from engine.bank import Bank

LAST_CHOICE_KEY = "choice"
"""The store's memory of the last choice and, behind it, of the files' game at that time."""
_CHOICE_SEPARATOR = "; "


class ChosenDeal(NamedTuple):
    """A deal to be played: its code, and what is known of it.

    `day` is its number where it is one of the numbered deals that stand in for today's.
    """

    code: str
    status: DealStatus
    daily_number: int | None = None


class Dealer:
    """Chooses deals, and remembers what was asked for last."""

    def __init__(
        self, store: Store, banks: Path, draw_number: Callable[[], int], clock: TrustedClock
    ) -> None:
        """Deal from the banks of this folder.

        Args:
            store: Knows what was dealt and chosen on this device.
            banks: The folder of the shipped banks.
            draw_number: Draws a random deal number.
            clock: Knows the date.
        """
        self._store, self._banks, self._draw_number = store, banks, draw_number
        self._clock = clock
        self._cached_status: tuple[str, date | None, DealStatus] | None = None

    def get_options(self, game_settings: GameSettings) -> NewGameOptions:
        """What Play deals: the last choice, unless the settings have changed since."""
        stored = self._store.get_memory(LAST_CHOICE_KEY)
        chosen, _, previous_default = (stored or "").partition(_CHOICE_SEPARATOR)
        if previous_default != game_settings.to_new_game_options().to_text():
            return game_settings.to_new_game_options()
        try:
            return parse_new_game_options(chosen)
        except ValueError:
            return game_settings.to_new_game_options()

    def remember_options(self, options: NewGameOptions, game_settings: GameSettings) -> None:
        """From now on Play deals this."""
        self._store.set_memory(
            LAST_CHOICE_KEY,
            f"{options.to_text()}{_CHOICE_SEPARATOR}{game_settings.to_new_game_options().to_text()}",
        )

    def forget_options(self) -> None:
        """From now on Play deals the files' game again."""
        if self._store.get_memory(LAST_CHOICE_KEY) is not None:
            self._store.set_memory(LAST_CHOICE_KEY, None)

    def format_today(self) -> str:
        """Today's date as 2026-11-30; "" where the clock cannot be believed."""
        day = self._clock.get_today()
        return day.isoformat() if day else ""

    def choose_deal(self, effect: DealGame, game_settings: GameSettings) -> ChosenDeal:
        """The deal that is wanted; what is wished for is remembered."""
        if effect.code is not None:
            return ChosenDeal(effect.code, self.get_deal_status(effect.code))
        if effect.options is not None:
            self.remember_options(effect.options, game_settings)
        options = effect.options or self.get_options(game_settings)
        if effect.rules is not None:
            options = options._replace(rules=effect.rules)
            if options.kind is DealKind.TODAY:  # that is over: one more that can be won
                options = options._replace(kind=DealKind.WINNABLE)
        return self._choose_by_options(options)

    def choose_example(self, rules: Rules) -> int:
        """A deal of these rules to be looked at: by chance one of the easy ones that can be won."""
        bank = self._load_bank(rules)
        numbers = bank.list_numbers(1) if bank else ()
        number = self._draw_number()
        return numbers[number % len(numbers)] if numbers else number

    def get_deal_status(self, code: str) -> DealStatus:
        """What is known of the deal of this code."""
        day = self._clock.get_today()
        if self._cached_status is None or self._cached_status[:2] != (code, day):
            self._cached_status = code, day, self._compute_deal_status(code, day)
        return self._cached_status[2]

    def _compute_deal_status(self, code: str, day: date | None) -> DealStatus:
        rules, number = decode(code)
        bank = self._load_bank(rules)
        if bank is None or all(deal.number != number for deal in bank.deals):
            return DealStatus.NONE
        today = day is not None and bank.pick_daily(day.toordinal()) == number
        return DealStatus.TODAY if today else DealStatus.WINNABLE

    def _choose_by_options(self, options: NewGameOptions) -> ChosenDeal:
        rules = options.rules
        bank = None if options.kind is DealKind.ANY else self._load_bank(rules)
        if bank is None:
            code = encode(rules, self._draw_number())
            return ChosenDeal(code, self.get_deal_status(code))
        if options.kind is DealKind.WINNABLE:
            return ChosenDeal(
                encode(rules, self._choose_unplayed(bank, options)), DealStatus.WINNABLE
            )
        day = self._clock.get_today()
        if day is not None:
            return ChosenDeal(encode(rules, bank.pick_daily(day.toordinal())), DealStatus.TODAY)
        played = self._list_played_numbers(rules)
        days = range(1, len(bank.deals) + 1)
        next_day = next((day for day in days if bank.pick_daily(day) not in played), 1)
        return ChosenDeal(encode(rules, bank.pick_daily(next_day)), DealStatus.WINNABLE, next_day)

    def _choose_unplayed(self, bank: Bank, options: NewGameOptions) -> int:
        """By chance a deal of the grade that was never there, else one of those longest ago."""
        graded = [deal.number for deal in bank.deals if options.grade in (None, deal.grade)]
        numbers = graded or [deal.number for deal in bank.deals]
        played = self._list_played_numbers(options.rules)
        candidates = sorted(set(numbers) - set(played))
        if not candidates:
            graded_numbers = set(numbers)
            replayable = [number for number in played if number in graded_numbers]
            candidates = replayable[: -(-len(replayable) // 2)]
        return candidates[(self._draw_number() - 1) % len(candidates)]

    def _list_played_numbers(self, rules: Rules) -> list[int]:
        """The deals of these rules that were there on this device, the one longest ago first."""
        codes = self._store.list_dealt_codes(encode(rules, 1)[: -len("AAAAA24")])
        return [decode(code).number for code in codes]

    def _load_bank(self, rules: Rules) -> Bank | None:
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
