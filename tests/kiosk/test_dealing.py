"""Which deals come: only such as can be won unless asked otherwise, seldom one twice, today's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

import pytest

from engine.bank.bank_file import Bank, get_bank_file_name
from engine.codes import decode, encode
from engine.deals import deal
from engine.position import Move
from engine.rules import is_won, play, why_not
from engine.solver.search import solve
from engine.variants import VARIANTS, Rules, find_rules
from kiosk.app.dealer import LAST_CHOICE_KEY, RELEASE_DATE, Dealer, TrustedClock
from kiosk.effects import DealGame
from kiosk.new_game_options import DealKind, DealStatus, NewGameOptions, parse_new_game_options
from kiosk.paths import assets_dir
from kiosk.settings import GameSettings
from kiosk.storage import Store
from tests.support.varieties import SHIPPED_RULES

BANKS = assets_dir() / "deals"
DAY = date(2026, 11, 30)
FILES = GameSettings()
TWO = find_rules("bakers-game", 2)
ONE = find_rules("kings-only", 1)


class Fixed(TrustedClock):
    """A calendar that shows one day, or none."""

    def __init__(self, day: date | None = DAY) -> None:
        self._day = day

    def get_today(self) -> date | None:
        return self._day


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store, notices = Store.open(tmp_path / "state")
    assert notices == []
    yield store
    store.close()


def dealer(store: Store, day: date | None = DAY) -> Dealer:
    numbers = count(7, 13)
    return Dealer(store, BANKS, lambda: next(numbers), Fixed(day))


def bank(rules: Rules) -> Bank:
    return Bank.load(BANKS / get_bank_file_name(rules))


def dealt(dealer: Dealer, store: Store, wanted: DealGame) -> int:
    """The number of the next deal, which is then on the table."""
    found = dealer.choose_deal(wanted, FILES)
    store.begin_deal(found.code)
    return decode(found.code).number


# Winnable deals


@pytest.mark.parametrize("grade", [None, 1, 5])
def test_a_deal_that_nobody_asked_to_be_any_can_be_won(store: Store, grade: int | None) -> None:
    for rules in SHIPPED_RULES:
        plain = find_rules(rules.variant.key, rules.cells)
        found = dealer(store).choose_deal(
            DealGame(options=NewGameOptions(rules, grade=grade)), FILES
        )
        code = decode(found.code)
        assert (code.rules, found.status) == (rules, DealStatus.WINNABLE)
        assert any(
            one.number == code.number and grade in (None, one.grade) for one in bank(plain).deals
        )


@pytest.mark.parametrize("house", ["E", "G", "EG"])
@pytest.mark.parametrize("key", [record.key for record in VARIANTS if record.house_rules])
def test_what_wins_the_plain_deal_wins_it_with_house_rules(key: str, house: str) -> None:
    plain, easier = find_rules(key), find_rules(key, house_rules=house)
    for one in bank(plain).deals[10:12]:
        line = solve(plain, deal(plain, one.number), 100_000).moves
        assert won_by(easier, one.number, line)


def won_by(rules: Rules, number: int, line: tuple[Move, ...]) -> bool:
    position = deal(rules, number)
    for move in line:
        assert why_not(rules, position, move) is None
        position = play(rules, position, move)
    return is_won(position)


def test_no_deal_comes_twice_before_all_others_have_come(store: Store) -> None:
    dealing = dealer(store)
    hardest = DealGame(options=NewGameOptions(ONE, grade=5))
    known = bank(ONE).list_numbers(5)
    first = [dealt(dealing, store, hardest) for _ in known]
    assert sorted(first) == sorted(known)
    again = [dealt(dealing, store, hardest) for _ in range(3 * len(known))]
    assert set(again) <= set(known)
    for before, now in zip([first[-1], *again], again, strict=False):
        assert before != now


def test_a_deal_that_was_typed_does_not_come_soon_either(store: Store) -> None:
    known = bank(ONE).list_numbers(4)
    for number in known[1:]:
        store.begin_deal(encode(ONE, number))
    assert dealt(dealer(store), store, DealGame(options=NewGameOptions(ONE, grade=4))) == known[0]


def test_any_deal_is_any(store: Store) -> None:
    found = dealer(store).choose_deal(DealGame(options=NewGameOptions(TWO, DealKind.ANY)), FILES)
    assert found == (encode(TWO, 7), DealStatus.NONE, None)


def test_without_a_bank_it_is_any_deal(store: Store, tmp_path: Path) -> None:
    (tmp_path / "bakers-game-2.bank").write_text("nothing", encoding="ascii")
    dealing = Dealer(store, tmp_path, lambda: 617, Fixed())
    for rules in (TWO, ONE):
        found = dealing.choose_deal(DealGame(options=NewGameOptions(rules)), FILES)
        assert found == (encode(rules, 617), DealStatus.NONE, None)


def test_a_typed_code_is_known_to_be_winnable_or_not_known(store: Store) -> None:
    dealing = dealer(store)
    for number in (29, 30):
        code = encode(TWO, number)
        promise = DealStatus.WINNABLE if number == 29 else DealStatus.NONE
        assert dealing.choose_deal(DealGame(code), FILES) == (code, promise, None)


# Today's deal


def test_todays_deal_follows_from_the_date_alone(store: Store) -> None:
    for rules in SHIPPED_RULES:
        found = dealer(store).choose_deal(
            DealGame(options=NewGameOptions(rules, DealKind.TODAY, 3)), FILES
        )
        number = bank(find_rules(rules.variant.key, rules.cells)).pick_daily(DAY.toordinal())
        assert found == (encode(rules, number), DealStatus.TODAY, None)


def test_todays_deal_is_the_same_for_ever_with_these_banks(store: Store) -> None:
    first = dealer(store).choose_deal(
        DealGame(options=NewGameOptions(find_rules("bakers-game"), DealKind.TODAY)), FILES
    )
    assert first.code == "BK1-C4-AAA2SPT"


@pytest.mark.parametrize("rules", [TWO, ONE])
def test_every_deal_of_the_bank_has_its_day(rules: Rules) -> None:
    found = bank(rules)
    days = [found.pick_daily(day) for day in range(len(found.deals))]
    assert sorted(days) == [one.number for one in found.deals]
    grades = {one.number: one.grade for one in found.deals}
    assert len({grades[number] for number in days[:12]}) > 2


def test_after_todays_deal_comes_another_one(store: Store) -> None:
    dealing = dealer(store)
    first = dealt(dealing, store, DealGame(options=NewGameOptions(TWO, DealKind.TODAY)))
    found = dealing.choose_deal(DealGame(rules=TWO), FILES)
    assert found.status is DealStatus.WINNABLE
    assert decode(found.code).number != first
    assert dealing.choose_deal(DealGame(), FILES).status is DealStatus.TODAY


def test_without_a_clock_deals_of_the_day_are_numbered(store: Store) -> None:
    dealing = dealer(store, None)
    days = []
    for _ in range(3):
        found = dealing.choose_deal(DealGame(options=NewGameOptions(TWO, DealKind.TODAY)), FILES)
        store.begin_deal(found.code)
        assert found.status is DealStatus.WINNABLE
        days.append(found.daily_number)
    assert days == [1, 2, 3]


# The last choice


def test_the_last_choice_is_dealt_until_the_files_change(store: Store) -> None:
    choice = NewGameOptions(ONE, DealKind.WINNABLE, 4)
    dealer(store).choose_deal(DealGame(options=choice), FILES)
    assert dealer(store).get_options(FILES) == choice
    found = dealer(store).choose_deal(DealGame(), FILES)
    assert decode(found.code).rules == ONE
    other = GameSettings(cells=2)
    assert dealer(store).get_options(other) == NewGameOptions(TWO)
    assert dealer(store).get_options(FILES) == choice
    dealer(store).forget_options()
    assert dealer(store).get_options(FILES) == FILES.to_new_game_options()


def test_the_next_deal_is_of_the_kind_that_was_chosen(store: Store) -> None:
    dealing = dealer(store)
    dealing.choose_deal(DealGame(options=NewGameOptions(TWO, DealKind.ANY)), FILES)
    assert dealing.choose_deal(DealGame(rules=ONE), FILES).status is DealStatus.NONE
    assert dealing.get_options(FILES) == NewGameOptions(TWO, DealKind.ANY)


@pytest.mark.parametrize("kept", ["", "x", "; ", "bakers-game 9 - winnable any", "a b c d e"])
def test_a_memory_that_makes_no_sense_is_no_choice(store: Store, kept: str) -> None:
    store.set_memory(LAST_CHOICE_KEY, f"{kept}; {FILES.to_new_game_options().to_text()}")
    assert dealer(store).get_options(FILES) == FILES.to_new_game_options()


@pytest.mark.parametrize("kind", DealKind)
def test_a_wish_is_read_as_it_is_written(kind: DealKind) -> None:
    for rules in SHIPPED_RULES:
        for grade in (None, 1, 5):
            wish = NewGameOptions(rules, kind, grade)
            assert parse_new_game_options(wish.to_text()) == wish


# The calendar


def seconds(year: int) -> float:
    return datetime(year, 7, 1, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("year", "files", "known"),
    [
        (2027, [], True),
        (1970, [], False),
        (RELEASE_DATE.year - 1, ["dev/rtc0"], False),
        (2027, ["run/systemd/system"], False),
        (2027, ["run/systemd/system", "dev/rtc0"], True),
        (2027, ["run/systemd/system", "run/systemd/timesync/synchronized"], True),
        (1970, ["run/systemd/system", "run/systemd/timesync/synchronized"], False),
    ],
)
def test_a_date_counts_only_where_the_clock_can_be_believed(
    tmp_path: Path, year: int, files: list[str], known: bool
) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    calendar = TrustedClock(tmp_path / "none", tmp_path, lambda: seconds(year))
    assert calendar.get_today() == (date(year, 7, 1) if known else None)


def test_no_day_before_the_installation_is_today(tmp_path: Path) -> None:
    calendar = TrustedClock(tmp_path, tmp_path, lambda: seconds(RELEASE_DATE.year))
    assert tmp_path.stat().st_mtime > seconds(RELEASE_DATE.year)
    assert calendar.get_today() is None


@pytest.mark.parametrize("nonsense", [float("inf"), -1e30, 1e30])
def test_a_clock_that_tells_nonsense_is_not_believed(tmp_path: Path, nonsense: float) -> None:
    assert TrustedClock(tmp_path, tmp_path, lambda: nonsense).get_today() is None
