from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

import kiosk.storage
from kiosk.storage import StateError, Store, build_state_report, format_state, resume_saved_game
from tests.support.saves import (
    CODE,
    GAME,
    JOURNAL,
    OTHER,
    execute_sql,
    open_store,
    play_game,
    snapshot_files,
)

NONE = {"played": 0, "won": 0}


def test_no_query_numbers_its_values() -> None:
    """Python 3.12.0 to 3.12.3 warns of `?1`, as if it were a name."""
    for path in Path(kiosk.storage.__path__[0]).glob("*.py"):
        assert not re.search(r"\?[0-9]", path.read_text(encoding="utf-8")), path.name


# Keeping and resuming.


def test_a_missing_directory_is_made_and_nothing_is_kept_there_yet(folder: Path) -> None:
    store = open_store(folder / "a" / "b")
    assert store.get_current() is None
    assert store.find_resumable() is None
    assert store.find_unfinished(CODE) is None
    assert set(map(str, store.count_records().values())) == {str(NONE)}
    assert resume_saved_game(store) == (None, 0.0, [])
    with pytest.raises(ValueError, match="no deal"):
        store.append_entry("8-c", 1.0)
    store.close()
    assert oct((folder / "a" / "b").stat().st_mode & 0o777) == "0o700"


def test_a_game_is_resumed_with_its_board_its_clock_and_its_undo(folder: Path) -> None:
    play_game(folder).close()
    store = open_store(folder)
    game, seconds, notices = resume_saved_game(store, 100)
    assert game == GAME
    assert (seconds, notices) == (29.5, [])
    store.append_entry("restart", 60.0)
    store.close()
    store = open_store(folder)
    kept = store.get_current()
    assert kept is not None
    assert kept.entries == (*JOURNAL, "restart")
    store.close()


def test_every_deal_is_kept_and_the_latest_is_resumed(folder: Path) -> None:
    store = play_game(folder, ["8-c"])
    store.begin_deal(OTHER)
    store.append_entry("1-2", 3.0)
    store.close()
    store = open_store(folder)
    latest, earlier = store.find_resumable(), store.find_unfinished(CODE)
    assert latest is not None
    assert earlier is not None
    assert latest == store.get_current()
    assert (latest.code, earlier.code, earlier.entries) == (OTHER, CODE, ("8-c",))
    game, _, _ = resume_saved_game(store, code=CODE)
    assert game is not None
    assert game.code == CODE
    store.append_entry("1-a", 9.0)
    store.close()
    store = open_store(folder)
    current = store.get_current()
    assert current is not None
    assert (current.deal, current.entries) == (earlier.deal, ("8-c", "1-a"))
    assert store.find_unfinished("BK1-C4-XXXXXXX") is None
    store.close()


def test_an_unplayed_deal_is_resumed_from_the_table_only(folder: Path) -> None:
    store = open_store(folder)
    store.begin_deal(OTHER)
    current = store.find_resumable()
    assert current is not None
    assert current.code == OTHER
    store.begin_deal(CODE)
    store.append_entry("8-c", 1.0, won=True)
    assert store.find_resumable() is None
    assert store.find_unfinished(OTHER) is not None
    store.close()


def test_played_and_won_are_counted_once_a_deal(folder: Path) -> None:
    store = open_store(folder)
    store.begin_deal(CODE)
    assert store.count_records()["bakers-game"] == NONE
    store.append_entry("8-c", 1.0)
    assert store.count_records()["bakers-game"] == {"played": 1, "won": 0}
    for entry, won in (("1-b", True), ("undo", False), ("redo", True), ("undo", False)):
        store.append_entry(entry, 2.0, won=won)
        assert store.count_records()["bakers-game"] == {"played": 1, "won": 1}
    kept = store.find_resumable()
    assert kept is not None
    assert kept.won
    store.resume(kept)
    store.append_entry("redo", 3.0, won=True)
    assert store.find_resumable() is None
    assert store.find_unfinished(CODE) is None
    store.begin_deal(CODE)
    store.append_entry("8-c", 1.0)
    store.begin_deal(OTHER)
    store.append_entry("1-2", 1.0)
    for _ in range(2):
        records = store.count_records()
        assert records["bakers-game"] == {"played": 2, "won": 1}
        assert records["bakers-dozen"] == {"played": 1, "won": 0}
        assert list(records) == [
            *("bakers-game", "kings-only", "bakers-dozen", "good-measure", "spanish-patience")
        ]
        store.close()
        store = open_store(folder)
    store.close()


def test_one_action_is_one_small_write_and_nothing_else_is(folder: Path) -> None:
    store = play_game(folder, JOURNAL[:9])
    wal = folder / "bakehouse.db-wal"
    size = wal.stat().st_size
    for index, entry in enumerate(JOURNAL[9:], 1):
        store.append_entry(entry, index + 8.5)
        assert wal.stat().st_size == size + index * (4096 + 24)
    before = snapshot_files(folder)
    # SQLite's shared memory, which is never written to the disk for its own sake.
    del before["bakehouse.db-shm"]
    kept = store.find_resumable()
    assert kept is not None
    store.resume(kept)
    assert resume_saved_game(store, kept.undo_limit).game is not None
    (
        store.find_unfinished(CODE),
        store.count_records(),
        store.get_current(),
        store.get_setting("x"),
        store.pop_warning(),
    )
    assert build_state_report(folder) is not None
    assert before.items() <= snapshot_files(folder).items()
    store.close()


def test_a_wrong_clock_does_no_harm(folder: Path) -> None:
    years = iter([2024, 1970, 2075])
    for code in (CODE, OTHER, CODE):
        store, _ = Store.open(folder, lambda: datetime(next(years), 1, 1, tzinfo=UTC))
        deal = store.begin_deal(code)
        current = store.find_resumable()
        assert current is not None
        assert current.deal == deal
        store.close()


def test_settings_are_kept(folder: Path) -> None:
    store = open_store(folder)
    assert store.get_setting("language") is None
    store.set_setting("language", "de")
    store.set_setting("language", "fr")
    store.close()
    store = open_store(folder)
    assert store.get_setting("language") == "fr"
    store.set_setting("language", None)
    assert store.get_setting("language") is None
    store.close()


# The command `state`.


def test_the_state_tells_the_board_and_the_figures(folder: Path) -> None:
    store = play_game(folder)
    game, _, _ = resume_saved_game(store, undo_limit=3)
    assert game is not None
    report = build_state_report(folder)
    assert report is not None
    assert report == json.loads(json.dumps(report))
    assert (report["code"], report["seconds"], report["state"]) == (CODE, 29.5, game.state)
    assert (report["undo"], report["redo"]) == (game.undo_count, game.redo_count)
    assert report["undo"] <= 3
    assert report["records"]["bakers-game"] == {"played": 1, "won": 0}
    text = format_state(folder)
    assert text is not None
    assert text.startswith("Foundations: ")
    assert f"\n# code: {CODE}\n" in text
    assert text.endswith("\n# bakers-game: 1 played, 0 won")
    store.close()
    assert build_state_report(folder) == report


def test_the_state_is_read_without_a_trace(folder: Path, path: Path) -> None:
    before = snapshot_files(folder)
    shared = set(Path("/dev/shm").glob("tmp*"))
    report = build_state_report(folder)
    assert report is not None
    assert report["seconds"] == 29.5
    assert set(Path("/dev/shm").glob("tmp*")) == shared
    assert snapshot_files(folder) == before


def test_the_state_of_nothing_is_none(folder: Path) -> None:
    assert build_state_report(folder) is None
    assert format_state(folder) is None
    assert not folder.exists()
    open_store(folder).close()
    assert build_state_report(folder) is None
    file = folder.with_name("file")
    file.touch()
    assert build_state_report(file) is None


@pytest.mark.parametrize("path", ["closed"], indirect=True)
def test_a_state_that_cannot_be_read_is_one_line(folder: Path, path: Path) -> None:
    good = path.read_bytes()
    for raw in (b"", good[:5000], b"\0" * len(good), b"x" * 5000, good[:40] + b"?" * 60):
        path.write_bytes(raw)
        with pytest.raises(StateError, match=r"bakehouse\.db") as error:
            build_state_report(folder)
        assert "\n" not in str(error.value)
    path.write_bytes(good)
    execute_sql(path, "UPDATE entry SET text = 'x-y' WHERE seq = 3")
    with pytest.raises(StateError, match="is damaged: entry 3:"):
        build_state_report(folder)
    execute_sql(path, "PRAGMA user_version = 99")
    with pytest.raises(StateError, match="newer"):
        build_state_report(folder)
    path.unlink()
    path.mkdir()
    with pytest.raises(StateError, match="is damaged"):
        build_state_report(folder)
