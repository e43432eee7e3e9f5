"""Choice of the next deal, and the date if the clock can be trusted."""

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
"""Earlier dates come from a clock that is not set."""

_CLOCK_SYNC_FILE = "run/systemd/timesync/synchronized"
_SYSTEMD_DIR = "run/systemd/system"
_RTC_DEVICES = ("dev/rtc0", "dev/rtc")


class TrustedClock:
    """Today's date in the machine's time zone, if the clock can be trusted.

    A Raspberry Pi has no battery for its clock: without a network it starts in 1970, or at the time
    of the last power-off. A date counts only if it is not before the release and the installation
    of the program, and if systemd has set the clock by the network or the machine has a real-time
    clock. Without systemd this cannot be known, and the date counts.
    """

    def __init__(
        self,
        installed: Path,
        root: Path = Path("/"),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Use a path `installed` that was written at the installation; `root` holds /run, /dev."""
        self._installed, self._root, self._clock = installed, root, clock

    def get_today(self) -> date | None:
        """Return the date; None if the clock cannot be trusted."""
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
        evidence = [(self._root / name).exists() for name in (_CLOCK_SYNC_FILE, *_RTC_DEVICES)]
        return any(evidence) or not (self._root / _SYSTEMD_DIR).exists()


if TYPE_CHECKING:
    from engine.bank import Bank

LAST_CHOICE_KEY = "choice"
"""Key in the store of the last choice, followed by the game of the settings at that time."""
_CHOICE_SEPARATOR = "; "


class ChosenDeal(NamedTuple):
    """A deal, and what is known of it."""

    code: str
    status: DealStatus
    daily_number: int | None = None
    """Set for a numbered deal that replaces today's while the clock is not set."""


class Dealer:
    """Chooses deals, and remembers the options chosen last."""

    def __init__(
        self, store: Store, banks: Path, draw_number: Callable[[], int], clock: TrustedClock
    ) -> None:
        self._store, self._banks, self._draw_number = store, banks, draw_number
        self._clock = clock
        self._cached_status: tuple[str, date | None, DealStatus] | None = None

    def get_options(self, game_settings: GameSettings) -> NewGameOptions:
        """Return the options for Play: the last choice, unless the settings have changed since."""
        stored = self._store.get_memory(LAST_CHOICE_KEY)
        chosen, _, previous_default = (stored or "").partition(_CHOICE_SEPARATOR)
        if previous_default != game_settings.to_new_game_options().to_text():
            return game_settings.to_new_game_options()
        try:
            return parse_new_game_options(chosen)
        except ValueError:
            return game_settings.to_new_game_options()

    def remember_options(self, options: NewGameOptions, game_settings: GameSettings) -> None:
        """Let Play deal this from now on."""
        self._store.set_memory(
            LAST_CHOICE_KEY,
            f"{options.to_text()}{_CHOICE_SEPARATOR}{game_settings.to_new_game_options().to_text()}",
        )

    def forget_options(self) -> None:
        """Let Play deal the game of the settings again."""
        if self._store.get_memory(LAST_CHOICE_KEY) is not None:
            self._store.set_memory(LAST_CHOICE_KEY, None)

    def format_today(self) -> str:
        """Return the date as 2026-11-30; empty if the clock cannot be trusted."""
        day = self._clock.get_today()
        return day.isoformat() if day else ""

    def choose_deal(self, effect: DealGame, game_settings: GameSettings) -> ChosenDeal:
        """Return the deal for an effect, and remember its options."""
        if effect.code is not None:
            return ChosenDeal(effect.code, self.get_deal_status(effect.code))
        if effect.options is not None:
            self.remember_options(effect.options, game_settings)
        options = effect.options or self.get_options(game_settings)
        if effect.rules is not None:
            options = options._replace(rules=effect.rules)
            if options.kind is DealKind.TODAY:  # Today's is over: another winnable one.
                options = options._replace(kind=DealKind.WINNABLE)
        return self._choose_by_options(options)

    def choose_example(self, rules: Rules) -> int:
        """Return a random easy deal of these rules for the attract scene."""
        bank = self._load_bank(rules)
        numbers = bank.list_numbers(1) if bank else ()
        number = self._draw_number()
        return numbers[number % len(numbers)] if numbers else number

    def get_deal_status(self, code: str) -> DealStatus:
        """Return the status of the deal of this code."""
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
        """Return a random deal of the grade that was never played, else of the oldest half."""
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
        """Return the deals of these rules played on this device, the oldest first."""
        codes = self._store.list_dealt_codes(encode(rules, 1)[: -len("AAAAA24")])
        return [decode(code).number for code in codes]

    def _load_bank(self, rules: Rules) -> Bank | None:
        """Return the bank of these rules without house rules; None if its file is unusable.

        House rules only add moves: what wins the deal without them wins it with them, too.
        """
        # Slow to import, and not needed to continue a game.
        from engine.bank import Bank, BankError, get_bank_file_name

        try:
            bank = Bank.load(
                self._banks / get_bank_file_name(make_rules(rules.variant, rules.cells))
            )
        except (OSError, BankError):
            return None
        return bank if bank.deals else None
