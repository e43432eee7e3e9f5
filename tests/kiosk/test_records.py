"""Counting of records after undo, restart, leaving, kills, erasing and import."""

from __future__ import annotations

import contextlib
import csv
import io
import random
import shutil
import sqlite3
import time
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codes import decode, encode
from engine.game import Game
from engine.variants import find_rules
from kiosk.stats import (
    DealOutcome,
    FirstWin,
    RankBy,
    RankedWin,
    build_histogram,
    compute_stats,
    group_by_game,
    parse_game_kind,
    rank_wins,
)
from kiosk.storage import Store, build_state_report, queries, resume_saved_game
from kiosk.storage import database as db
from kiosk.storage.csv_records import HEADER_LINE, RecordsFileError
from tests.support.replays import RECORDED_GAMES
from tests.support.saves import CODE, execute_sql, open_store, play_game

OLD = [Path(__file__).parent / "saves" / f"version-{number}.db" for number in range(1, db.VERSION)]
WON = next(replay for replay in RECORDED_GAMES if replay.code == CODE)
THREE = encode(find_rules("bakers-game", 3), 1)


def win(store: Store, code: str = CODE, seconds: float = 9.0, moves: int = 2) -> int:
    """Save a deal whose last move wins."""
    deal = store.begin_deal(code)
    for left in range(moves, 0, -1):
        store.append_entry("8-c", seconds, won=left == 1)
    return deal


def lose(store: Store, code: str = CODE) -> None:
    """Save a deal that is left after a move, and lost after two other deals."""
    store.begin_deal(code)
    store.append_entry("8-c", 3.0)


# An earlier database


@pytest.mark.parametrize("version", range(1, db.VERSION))
def test_a_database_of_every_earlier_version_is_opened_with_all_its_figures(
    version: int, folder: Path
) -> None:
    folder.mkdir()
    shutil.copyfile(OLD[version - 1], folder / "bakehouse.db")
    with contextlib.closing(sqlite3.connect(folder / "bakehouse.db")) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (version,)
    store = open_store(folder)
    results = store.list_results()
    assert [(r.code, r.outcome, r.seconds, r.moves) for r in results] == [
        ("BD1-C0EG-AAAAAYK", DealOutcome.WON, 227.5, 91),
        (CODE, DealOutcome.LOST, 15.0, 2),
        ("BD1-C0-AAAAA3V", DealOutcome.WON, 93.0, 92),
        ("BD1-C0-AAAAG5Z", DealOutcome.OPEN, 4.0, 1),
    ]
    assert [r.day for r in results] == ["", "2026-07-01", "2026-07-02", "2026-07-03"]
    assert store.count_records()["bakers-dozen"] == {"played": 3, "won": 2}
    assert store.get_setting("language") == "de"
    current, left = store.get_current(), store.find_previous_unfinished()
    assert current is not None
    assert left is not None
    assert (current.code, current.undo_limit, left.code) == (CODE, 50, "BD1-C0-AAAAG5Z")
    assert len({uid for uid, *_ in csv.reader(io.StringIO(store.export_csv()))}) == 4
    store.close()
    store = open_store(folder)
    assert store.list_results() == results
    store.close()


# Counting


def test_win_undo_win_again_is_one_win_with_the_first_ones_figures(folder: Path) -> None:
    store = open_store(folder)
    win(store, seconds=50.0, moves=80)
    for entry, won in (("undo", False), ("8-c", True), ("restart", False), ("8-c", True)):
        store.append_entry(entry, 99.0, won=won)
    (result,) = store.list_results()
    assert (result.outcome, result.seconds, result.moves) == (DealOutcome.WON, 50.0, 80)
    assert compute_stats(store.list_results()).win_rate == 1.0
    store.close()


def test_moves_taken_back_are_moves_and_other_entries_are_none(folder: Path) -> None:
    store = open_store(folder)
    store.begin_deal(CODE)
    for entry in ("8-c", "undo", "redo", "restart", "undo*2", "5-8*4"):
        store.append_entry(entry, 1.0)
    store.append_entry("hS-4", 2.0, won=True)
    assert store.list_results()[0].moves == 3
    store.close()


def test_a_deal_left_is_lost_once_it_cannot_be_resumed(folder: Path) -> None:
    store = open_store(folder)
    lose(store)
    assert [r.outcome for r in store.list_results()] == [DealOutcome.OPEN]
    store.begin_deal(THREE)
    assert [r.outcome for r in store.list_results()] == [DealOutcome.OPEN]
    assert store.find_unfinished(CODE) is not None
    store.append_entry("8-c", 1.0)
    assert [r.outcome for r in store.list_results()] == [DealOutcome.OPEN, DealOutcome.OPEN]
    store.begin_deal(CODE)
    assert [r.outcome for r in store.list_results()] == [DealOutcome.LOST, DealOutcome.OPEN]
    store.append_entry("8-c", 1.0)
    assert [r.outcome for r in store.list_results()] == [
        DealOutcome.LOST,
        DealOutcome.OPEN,
        DealOutcome.OPEN,
    ]
    left = store.find_previous_unfinished()
    assert left is not None
    assert left.code == THREE
    store.close()


def test_a_kept_game_that_is_resumed_goes_on_as_the_same_deal(folder: Path) -> None:
    store = open_store(folder)
    lose(store)
    lose(store, THREE)
    store.close()
    store = open_store(folder)
    game, _, _ = resume_saved_game(store, code=CODE)
    assert game is not None
    store.append_entry("1-a", 9.0, won=True)
    assert [(r.code, r.outcome) for r in store.list_results()] == [
        (CODE, DealOutcome.WON),
        (THREE, DealOutcome.OPEN),
    ]
    store.close()


def test_a_kill_after_the_winning_move_is_a_win(folder: Path) -> None:
    store = open_store(folder)
    store.begin_deal(CODE)
    game = Game.begin(*decode(CODE))
    for second, entry in enumerate(WON.moves, 1):
        game = game.apply_entry(entry)
        store.append_entry(entry, float(second), won=game.state == "won")
    killed = folder.with_name("killed")
    shutil.copytree(folder, killed)
    store.close()
    after = open_store(killed)
    (result,) = after.list_results()
    assert (result.outcome, result.moves) == (DealOutcome.WON, len(WON.moves))
    assert place(after) == RankedWin(1, False, "")
    recorded = after.load_win(result.deal_id)
    assert recorded is not None
    assert Game.replay(*decode(CODE), recorded.entries).state == "won"
    after.close()


def test_help_counts_for_the_deal_it_was_given_to_and_outlives_a_kill(folder: Path) -> None:
    store = open_store(folder)
    store.mark_helped()
    lose(store)
    store.mark_helped()
    size = (folder / "bakehouse.db-wal").stat().st_size
    store.mark_helped()
    assert (folder / "bakehouse.db-wal").stat().st_size == size, "one write is enough"
    killed = folder.with_name("killed")
    shutil.copytree(folder, killed)
    store.close()
    store = open_store(killed)
    store.append_entry("1-a", 4.0, won=True)
    win(store)
    store.mark_helped()
    assert [r.is_helped for r in store.list_results()] == [True, False], "a win stays as it was won"
    counted = compute_stats(store.list_results())
    assert (counted.won, counted.helped_wins, counted.best_seconds) == (2, 1, 9.0)
    store.close()


# Old games


def test_old_games_keep_their_figures_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MAX_RECORDED_DEALS", 20)
    store = open_store(folder)
    lose(store, THREE)
    for _ in range(20 + 15):
        win(store)
    before = store.list_results()
    assert store.find_previous_unfinished() is not None, (
        "what can be resumed keeps its moves, however old it is"
    )
    for _ in range(20 + 15):
        lose(store)
        store.begin_deal(THREE)
    after = store.list_results()
    assert [r[:7] for r in after[: len(before)][1:]] == [r[:7] for r in before[1:]]
    assert sum(r.has_recording for r in after) == 20
    assert [r.has_recording for r in after if r.outcome is DealOutcome.WON][-1]
    assert {(r.seconds, r.moves) for r in after if r.outcome is DealOutcome.LOST} == {(3.0, 1)}
    store.close()
    with contextlib.closing(sqlite3.connect(folder / "bakehouse.db")) as other:
        (journals,) = other.execute("SELECT count(DISTINCT deal_id) FROM entry").fetchone()
        (deals,) = other.execute("SELECT count(*) FROM deal").fetchone()
    assert journals <= 2 * 20 + 2
    assert deals <= len(after) + 20, "deals that nobody played are dropped"


def test_a_store_of_ten_thousand_games_tells_its_results_at_once(folder: Path) -> None:
    store = open_store(folder)
    rows = [
        f"d{i:016x},{CODE},2026-07-01T10:00:00+00:00,{'won' if i % 3 else 'lost'},{i}.5,{i + 1},no,"
        for i in range(10_000)
    ]
    assert store.import_csv(HEADER_LINE + "\n".join(rows)).added == 10_000
    begun = time.process_time()
    results = store.list_results()
    for found in group_by_game(results).values():
        compute_stats(found), rank_wins(found, RankBy.TIME, helped=False)
    assert time.process_time() - begun < 0.5, "it takes 40 ms where little else runs"
    assert len(results) == 10_000
    store.close()


# Wrong clocks


def test_a_wrong_clock_neither_orders_nor_is_shown(folder: Path) -> None:
    days = ["1970-01-01", "2026-08-02", "2099-01-01", "2026-08-01", "2026-08-03"]
    clock = iter([datetime.fromisoformat(day).replace(tzinfo=UTC) for day in days])
    today = datetime(2026, 8, 2, tzinfo=UTC)
    store, _ = Store.open(folder, lambda: next(clock, today))
    for _ in days:
        win(store)
    assert [r.day for r in store.list_results()] == ["", "2026-08-02", "", "2026-08-01", ""]
    assert [r.deal_id for r in store.list_results()] == [1, 2, 3, 4, 5]
    today = datetime(1970, 1, 1, tzinfo=UTC)
    assert [r.day for r in store.list_results()][1] == "2026-08-02"
    store.close()


# High scores


def place(store: Store, rank: RankBy = RankBy.TIME) -> RankedWin | None:
    """Return the rank of the current deal, without the figures of its first win."""
    standing = store.get_ranked_win(rank)
    return standing and standing._replace(first_win=None)


def test_the_standing_tells_the_first_win_of_the_deal_whatever_came_after_it(folder: Path) -> None:
    store = open_store(folder)
    store.begin_deal(CODE)
    store.append_entry("8-c", 5.0)
    store.append_entry("1-a", 6.0, won=True)
    store.append_entry("undo", 7.0)
    store.append_entry("1-a", 90.0, won=True)
    standing = store.get_ranked_win(RankBy.TIME)
    assert standing is not None
    assert standing.first_win == FirstWin(6.0, 2)
    store.close()


def test_the_best_are_ranked_by_time_or_moves_and_with_help_apart(folder: Path) -> None:
    store = open_store(folder)
    for seconds, moves in ((90.0, 5), (30.0, 9), (30.0, 7), (30.0, 7), (60.0, 3)):
        win(store, seconds=seconds, moves=moves)
    win(store, THREE, seconds=1.0)
    store.begin_deal(CODE)
    store.append_entry("8-c", 1.0)
    store.mark_helped()
    store.append_entry("8-c", 2.0, won=True)
    assert place(store) == RankedWin(1, True, "")
    mine = group_by_game(store.list_results())[parse_game_kind(CODE)]
    assert [r.deal_id for r in rank_wins(mine, RankBy.TIME, helped=False)] == [3, 4, 2, 5, 1]
    assert [r.deal_id for r in rank_wins(mine, RankBy.MOVES, helped=False)] == [5, 1, 3, 4, 2]
    assert [r.deal_id for r in rank_wins(mine, RankBy.MOVES, helped=True)] == [7]
    win(store, seconds=40.0, moves=1)
    assert place(store) == RankedWin(4, False, "")
    assert place(store, RankBy.MOVES) == RankedWin(1, False, "")
    store.set_initials("EVA")
    store.close()
    store = open_store(folder)
    assert place(store) == RankedWin(4, False, "EVA", "EVA")
    lose(store)
    assert store.get_ranked_win(RankBy.TIME) is None
    store.close()


# Erasing, and CSV


def test_erased_records_are_gone_and_what_can_be_resumed_is_not(folder: Path) -> None:
    store = open_store(folder)
    win(store)
    lose(store)
    lose(store, THREE)
    store.erase_records()
    for _ in range(2):
        assert store.list_results() == ()
        assert {count["played"] for count in store.count_records().values()} == {0}
        assert store.find_unfinished(CODE) is not None
        current = store.get_current()
        assert current is not None
        assert current.entries == ("8-c",)
        store.close()
        store = open_store(folder)
    assert build_state_report(folder) is not None
    store.append_entry("1-a", 5.0)
    assert [r.code for r in store.list_results()] == [THREE], "played on, it counts"
    store.append_entry("2-b", 6.0, won=True)
    store.erase_records()
    store.append_entry("undo", 7.0)
    store.append_entry("redo", 8.0, won=True)
    assert store.list_results() == ()
    store.close()


def test_what_was_exported_comes_in_once(folder: Path) -> None:
    store = open_store(folder)
    for moves in range(1, 6):
        win(store, moves=moves)
        store.set_initials("EVA")
        lose(store, THREE)
    store.begin_deal(CODE)
    store.mark_helped()
    text = store.export_csv()
    assert text.startswith(HEADER_LINE)
    assert text.count("\n") == 1 + 5 + 4, "the last one can still be resumed"
    assert store.import_csv(text) == (0, 9)
    store.close()
    other = open_store(folder.with_name("other"))
    win(other)
    assert other.import_csv(text) == (9, 0)
    assert other.import_csv(text) == (0, 9)
    assert other.import_csv(text.replace("\n", "\r\n") + "\n") == (0, 9)
    assert [r.deal_id for r in other.list_results()] == [*range(-8, 1), 1]
    assert other.export_csv().splitlines()[:10] == text.splitlines()
    current = other.get_current()
    assert current is not None
    assert current.deal == 1
    other.close()


def test_only_records_of_elsewhere_are_no_game_to_resume(folder: Path) -> None:
    store = open_store(folder)
    text = HEADER_LINE + f"d{7:016x},{CODE},2026-07-01T10:00:00+00:00,lost,1.5,1,no,\n"
    store.import_csv(text)
    assert store.export_csv() == text
    store.close()
    store = open_store(folder)
    assert (
        store.get_current(),
        store.find_resumable(),
        store.find_previous_unfinished(),
        store.find_unfinished(CODE),
    ) == (None,) * 4
    assert build_state_report(folder) is None
    assert win(store) == 1
    assert [r.outcome for r in store.list_results()] == [DealOutcome.LOST, DealOutcome.WON]
    store.close()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x,{code},{dealt},won,1,1,no,", "2: deal: 'x': the letter d and 16"),
        ("{deal},BK1-C4-AAAAA25,{dealt},won,1,1,no,", "2: code: 'BK1-C4-AAAAA25': a symbol"),
        ("{deal},{code},yesterday,won,1,1,no,", "2: dealt: 'yesterday': a moment"),
        ("{deal},{code},{dealt},open,1,1,no,", "2: result: 'open': won or lost"),
        ("{deal},{code},{dealt},won,nan,1,no,", "2: seconds: 'nan': a number of seconds"),
        ("{deal},{code},{dealt},won,-1,1,no,", "2: seconds: '-1'"),
        ("{deal},{code},{dealt},won,1,0,no,", "2: moves: '0'"),
        ("{deal},{code},{dealt},won,1,\u0661,no,", "2: moves: '\\\\u0661'"),
        ("{deal},{code},{dealt},won,1,1,maybe,", "2: helped: 'maybe': yes or no"),
        ("{deal},{code},{dealt},won,1,1,no,=1+1", "2: initials: '=1\\+1': three"),
        ("{deal},{code},{dealt},won,1,1,no", "2: 8 values are needed, here are 7"),
        ('"{deal},{code},{dealt},won,1,1,no,', "3: unexpected end"),
    ],
)
def test_a_wrong_file_changes_nothing_and_is_reported_by_its_line(
    folder: Path, line: str, message: str
) -> None:
    facts = {"deal": f"d{1:016x}", "code": CODE, "dealt": "2026-07-01T10:00:00+00:00"}
    good = "d{0:016x},{code},{dealt},won,1,1,no,\n".format(2, **facts)
    store = open_store(folder)
    with pytest.raises(RecordsFileError, match=message):
        store.import_csv(HEADER_LINE + line.format(**facts) + "\n" + good)
    with pytest.raises(RecordsFileError, match="1: the first line"):
        store.import_csv(good)
    with pytest.raises(RecordsFileError, match="1: "):
        store.import_csv("")
    assert store.list_results() == ()
    store.close()


# The statistics against a slow count

LINES = st.lists(
    st.tuples(st.sampled_from("WHL"), st.integers(0, 9), st.integers(1, 9)), max_size=30
)


@given(LINES)
@settings(max_examples=30, deadline=None)
def test_the_figures_are_those_of_a_slow_count(lines: list[tuple[str, int, int]]) -> None:
    text = HEADER_LINE + "".join(
        f"d{i:016x},{CODE},2026-07-01T10:00:00+00:00,{'lost' if kind == 'L' else 'won'},"
        f"{seconds},{moves},{'yes' if kind == 'H' else 'no'},\n"
        for i, (kind, seconds, moves) in enumerate(lines)
    )
    store, _ = Store.open(Path("/dev/null/nowhere"))
    store.import_csv(text)
    counted = compute_stats(store.list_results())
    store.close()
    outcomes = "".join(kind for kind, *_ in lines)
    runs = [len(list(run)) for won, run in groupby(outcomes, lambda kind: kind != "L") if won]
    alone = [(seconds, moves) for kind, seconds, moves in lines if kind == "W"]
    assert counted.played == len(lines)
    assert counted.won == len(outcomes.replace("L", ""))
    assert counted.lost == outcomes.count("L")
    assert counted.helped_wins == outcomes.count("H")
    assert counted.longest_streak == max(runs, default=0)
    assert counted.streak == len(outcomes) - 1 - outcomes.rfind("L")
    assert counted.best_seconds == min((s for s, _ in alone), default=None)
    assert counted.best_moves == min((m for _, m in alone), default=None)
    if alone:
        assert counted.mean_seconds == pytest.approx(sum(s for s, _ in alone) / len(alone))
        assert counted.mean_moves == pytest.approx(sum(m for _, m in alone) / len(alone))
    assert counted.win_rate is None or 0 <= counted.win_rate <= 1


class ExpectedResult:
    """Slow count of one deal, entry by entry."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.won_after: int | None = None
        self.helped = self.counts = False

    def enter(self, entry: str, won: bool) -> None:
        """Count an entry."""
        self.counts = self.counts or self.won_after is None
        self.moves += [entry] if entry == "8-c" else []
        if won and self.won_after is None:
            self.won_after = len(self.moves)

    @property
    def figures(self) -> tuple[bool, bool, int]:
        """True if won, true if helped, and the number of moves."""
        won = self.won_after is not None
        return won, self.helped, len(self.moves) if self.won_after is None else self.won_after


@pytest.mark.parametrize(("seed", "recorded"), [(0, 200), (1, 3), (2, 1)])
def test_nothing_that_can_be_done_makes_the_count_wrong(
    seed: int, recorded: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random play with undo, restart, wins, help, other deals, resuming, erasing and kills."""
    monkeypatch.setattr(queries, "MAX_RECORDED_DEALS", recorded)
    chance, folder = random.Random(seed), tmp_path / "0"
    store = open_store(folder)
    deals: dict[int, ExpectedResult] = {}
    for step in range(200):
        current, left, what = store.get_current(), store.find_previous_unfinished(), chance.random()
        if current is None or what < 0.12:
            deals[store.begin_deal(chance.choice((CODE, THREE)))] = ExpectedResult()
        elif what < 0.18 and left is not None:
            store.resume(left)
        elif what < 0.24:
            killed = tmp_path / str(step + 1)
            shutil.copytree(folder, killed)
            store.close()
            folder, store = killed, open_store(killed)
        elif what < 0.3:
            store.mark_helped()
            deals[current.deal].helped |= deals[current.deal].won_after is None
        elif what < 0.31:
            store.erase_records()
            for slow in deals.values():
                slow.counts = False
        else:
            others = ("undo", "redo", "restart") if current.entries else ()
            entry = chance.choice(("8-c", *others))
            won = entry in ("8-c", "redo") and chance.random() < 0.2
            store.append_entry(entry, float(step), won=won)
            deals[current.deal].enter(entry, won)
        check_count(store, deals, f"seed {seed}, step {step}")
    store.close()


def check_count(store: Store, deals: dict[int, ExpectedResult], where: str) -> None:
    results = store.list_results()
    expected = {deal: slow.figures for deal, slow in deals.items() if slow.counts}
    seen = {r.deal_id: (r.outcome is DealOutcome.WON, r.is_helped, r.moves) for r in results}
    assert seen == expected, where
    open_ones = {r.deal_id for r in results if r.outcome is DealOutcome.OPEN}
    resumable = {
        kept.deal for kept in (store.get_current(), store.find_previous_unfinished()) if kept
    }
    assert open_ones == {d for d in resumable & set(expected) if not expected[d][0]}, where
    counted = compute_stats(results)
    assert counted.won + counted.lost <= counted.played, where
    assert sum(count["won"] for count in store.count_records().values()) == counted.won
    assert sum(count["played"] for count in store.count_records().values()) == counted.played


# Distributions


@given(st.lists(st.floats(0, 90_000), max_size=60), st.integers(2, 12))
@settings(max_examples=60, deadline=None)
def test_every_value_is_in_one_bar(values: list[float], most: int) -> None:
    steps = (5, 10, 60, 600, 3600, 43_200)
    found = build_histogram(values, steps, most)
    if found is None:
        assert values == []
        return
    assert sum(found.counts) == len(values)
    assert 1 <= len(found.counts) <= most
    assert found.start <= min(values)
    for i, count in enumerate(found.counts[:-1]):
        low = found.start + i * found.bin_width
        assert count == sum(low <= value < low + found.bin_width for value in values)
    assert found.counts[0] > 0


def test_one_forgotten_game_does_not_squeeze_the_others() -> None:
    values = [*range(100, 140), 40_000.0]
    found = build_histogram(values, (5, 10, 60, 600, 3600, 43_200), 8)
    assert found == (100, 5, (5, 5, 5, 5, 5, 5, 5, 6))


def test_played_changes_nothing_in_the_old_journal(folder: Path) -> None:
    store = play_game(folder)
    current = store.get_current()
    store.close()
    execute_sql(folder / "bakehouse.db", "UPDATE deal SET helped = 1")
    store = open_store(folder)
    assert current is not None
    assert store.get_current() == current._replace(helped=True)
    store.close()
