from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.codes import decode
from engine.game import Game
from engine.messages import format_english
from kiosk.storage import Store, build_state_report, database, resume_saved_game
from tests.support.saves import (
    CODE,
    JOURNAL,
    check_play_in_memory,
    execute_sql,
    open_store,
    play_game,
    snapshot_files,
)


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_by_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def rewrite(raw: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(raw(path.read_bytes()))


def run_sql(*statements: str) -> Callable[[Path], object]:
    return lambda path: execute_sql(path, *statements)


DAMAGE: dict[str, tuple[str, Callable[[Path], object]]] = {
    **{
        f"cut at {size}": ("closed", partial(os.truncate, length=size))
        for size in (0, 1, 15, 16, 50, 99, 100, 101, 1000, 4095, 4096, 8192, 12288, 16384)
    },
    "nul": ("closed", rewrite(lambda raw: bytes(len(raw)))),
    "nul after a kill": ("killed", rewrite(lambda raw: bytes(len(raw)))),
    "empty after a kill": ("killed", rewrite(lambda raw: b"")),
    "text": ("closed", rewrite(lambda raw: b"To be or not to be\n" * 300)),
    "no head": ("closed", rewrite(lambda raw: bytes(100) + raw[100:])),
    "no schema": ("closed", rewrite(lambda raw: raw[:108] + b"\xff" * 300 + raw[408:])),
    "half": ("closed", rewrite(lambda raw: raw[:4096] + bytes(len(raw) - 4096))),
    "written otherwise": ("closed", rewrite(lambda raw: raw[:18] + b"\xda" + raw[19:])),
    "another program's": ("closed", run_sql("PRAGMA user_version = 0")),
    "folder": ("killed", replace_by_folder),
    "pipe": ("closed", replace_by_pipe),
    "no table": ("closed", run_sql("DROP TABLE deal")),
    "a column less": ("closed", run_sql("ALTER TABLE deal RENAME COLUMN laid TO put")),
    "a move less": ("killed", run_sql("DELETE FROM entry WHERE seq = 2")),
    "no deal": ("closed", run_sql("PRAGMA foreign_keys = OFF", "DELETE FROM deal")),
    "no code": ("killed", run_sql("UPDATE deal SET code = 'BK1-C4-AAAAAAA'")),
    "no UTF-8": ("closed", run_sql("UPDATE entry SET text = CAST(x'ff' AS TEXT) WHERE seq = 3")),
    "illegal": ("killed", run_sql("UPDATE entry SET text = '1-2*9' WHERE seq = 3")),
    "nonsense": ("closed", run_sql("UPDATE entry SET text = '\n' WHERE seq = 3")),
}


@pytest.mark.parametrize(("folder_name", "damage"), DAMAGE.values(), ids=list(DAMAGE))
def test_what_is_damaged_is_kept_aside_and_play_goes_on(
    folder_name: str, damage: Callable[[Path], object], folder: Path, saves: Path
) -> None:
    shutil.copytree(saves / folder_name, folder)
    for number in (1, 2):
        damage(folder / "bakehouse.db")
        store, notices = Store.open(folder)
        game, _, resume_notices = resume_saved_game(store)
        assert game is None
        assert list(map(format_english, notices + resume_notices)) == [
            "The saved game was damaged. It is kept as "
            f"bakehouse.db.damaged-{number}, and a new one is begun."
        ]
        assert store.is_saved
        assert store.pop_warning() is None
        assert list(folder.glob(f"bakehouse.db.damaged-{number}*"))
        store.begin_deal(CODE)
        for entry in JOURNAL[:3]:
            store.append_entry(entry, 1.0)
        store.close()
    store = open_store(folder)
    assert resume_saved_game(store).game == Game.replay(*decode(CODE), JOURNAL[:3])
    store.close()


LACKING = "A part of the saved game was damaged: the last moves may be missing."
LOG = "bakehouse.db-wal"


@pytest.mark.parametrize(
    "place", [0, 3, 9, 17, 24, 31, 32, 37, 41, 60, 4100, 20_000, 40_000, 60_000]
)
def test_a_log_that_cannot_all_be_read_is_reported(place: int, folder: Path, saves: Path) -> None:
    shutil.copytree(saves / "killed", folder)
    raw = bytearray((folder / LOG).read_bytes())
    raw[place] ^= 0x55
    (folder / LOG).write_bytes(raw)
    store, notices = Store.open(folder)
    assert list(map(format_english, notices)) == [LACKING]
    current = store.get_current()
    entries = current.entries if current else ()
    assert entries == JOURNAL[: len(entries)]
    assert len(entries) < len(JOURNAL)
    store.close()
    open_store(folder).close()


@pytest.mark.parametrize("lost", [1, 100, 4096, 4119, 4120])
def test_a_move_that_was_not_written_to_its_end_is_no_damage(
    lost: int, folder: Path, saves: Path
) -> None:
    shutil.copytree(saves / "killed", folder)
    raw = (folder / LOG).read_bytes()
    (folder / LOG).write_bytes(raw[:-lost])
    assert_only_the_last_move_is_lost(folder)


def test_a_move_whose_page_is_still_that_of_an_older_log_is_no_damage(
    folder: Path, saves: Path
) -> None:
    # Killed after the frame's head was written, in a log that is used again from its beginning.
    shutil.copytree(saves / "killed", folder)
    raw = (folder / LOG).read_bytes()
    page = 4096
    (folder / LOG).write_bytes(raw[:-page] + bytes(page))
    assert_only_the_last_move_is_lost(folder)


def assert_only_the_last_move_is_lost(folder: Path) -> None:
    store = open_store(folder)
    current = store.get_current()
    assert current is not None
    assert current.entries == JOURNAL[:-1]
    store.close()


def test_what_lay_beside_a_lost_database_is_not_applied_to_a_new_one(
    folder: Path, saves: Path
) -> None:
    shutil.copytree(saves / "killed", folder)
    (folder / "bakehouse.db").unlink()
    store, (notice,) = Store.open(folder)
    assert "bakehouse.db.damaged-1" in format_english(notice)
    assert store.get_current() is None
    assert store.is_saved
    store.close()
    assert (folder / "bakehouse.db.damaged-1-wal").stat().st_size > 0


def test_what_is_set_aside_is_whole(folder: Path, saves: Path) -> None:
    shutil.copytree(saves / "killed", folder)
    execute_sql(folder / "bakehouse.db", "UPDATE entry SET text = 'x-y' WHERE seq = 3")
    store, _ = Store.open(folder)
    resume_saved_game(store)
    with contextlib.closing(sqlite3.connect(folder / "bakehouse.db.damaged-1")) as aside:
        assert aside.execute("SELECT count(*) FROM entry").fetchone() == (len(JOURNAL),)
    store.close()


def test_damage_under_a_running_game_does_not_stop_it(folder: Path) -> None:
    store = play_game(folder)
    for path in folder.glob("bakehouse.db*"):
        if path.suffix != ".db-shm":
            path.write_bytes(b"?" * 10_000)
    for entry in ("restart", "undo", "redo"):
        store.append_entry(entry, 99.0)
    current = store.get_current()
    assert current is not None
    assert current.entries[-3:] == ("restart", "undo", "redo")
    store.count_records(), store.find_unfinished(CODE), store.find_resumable()
    store.close()
    store, _ = Store.open(folder)
    assert store.is_saved
    store.close()


def test_a_newer_database_is_left_alone(folder: Path, saves: Path) -> None:
    shutil.copytree(saves / "closed", folder)
    path = folder / "bakehouse.db"
    execute_sql(path, f"PRAGMA user_version = {database.VERSION + 1}")
    before = snapshot_files(folder)
    store, notices = Store.open(folder)
    (notice,) = map(format_english, notices)
    assert notice == f"Nothing is saved: {path} is of a newer Bakehouse, and is left as it is."
    check_play_in_memory(store)
    assert snapshot_files(folder) == before


def test_an_older_database_is_taken_over(
    folder: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(saves / "killed", folder)
    newer = database.VERSION + 1
    later = "ALTER TABLE deal ADD COLUMN note TEXT; UPDATE deal SET note = 'old';"
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, later))
    monkeypatch.setattr(database, "VERSION", newer)
    assert build_state_report(folder) is not None
    store = open_store(folder)
    assert resume_saved_game(store).game is not None
    store.close()
    with contextlib.closing(sqlite3.connect(folder / "bakehouse.db")) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (newer,)
        assert other.execute("SELECT note FROM deal").fetchall() == [("old",)]
