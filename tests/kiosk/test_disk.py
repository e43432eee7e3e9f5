"""The whole program and the disk: no lost move, one small write per move."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from engine.game import Game
from kiosk.frame import Button
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.storage.database import MAX_WAL_PAGES
from tests.support.pilot import Pilot, start_pilot
from tests.support.running import can_mount
from tests.support.saves import ROOT

CODE = "BK1-C4-AAAAA24"
MOVES = ("6C", "a", "3D", "b", "undo", "undo", "redo")


def played(pilot: Pilot) -> Game:
    for where in MOVES:
        pilot.tap(where)
    return on_table(pilot)


def on_table(pilot: Pilot) -> Game:
    game = pilot.screens.top.get_game_in_play(pilot.now).game
    assert game is not None
    return game


def test_after_a_cut_at_any_move_the_table_is_the_same(tmp_path: Path) -> None:
    """A power cut leaves the files as they are after a move."""
    tables: list[tuple[Game, str]] = []
    with start_pilot(tmp_path / "state", code=CODE) as pilot:
        for number, where in enumerate(MOVES):
            pilot.tap(where)
            shutil.copytree(tmp_path / "state", tmp_path / str(number))
            seconds = pilot.store.get_current()
            assert seconds is not None
            tables.append((on_table(pilot), f"{seconds.seconds:.3f}"))
    for number, (game, seconds) in enumerate(tables):
        with start_pilot(tmp_path / str(number)) as pilot:
            assert on_table(pilot) == game
            kept = pilot.store.get_current()
            assert kept is not None
            assert f"{kept.seconds:.3f}" == seconds


def test_from_a_disk_that_cannot_be_written_the_table_is_the_same_and_it_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start_pilot(tmp_path / "state", code=CODE) as pilot:
        game = played(pilot)

    def refused(*_: object, **__: object) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("kiosk.storage.files.lock", refused)
    with start_pilot(tmp_path / "state") as pilot:
        assert "Nothing is saved" in pilot.lines
        assert "Read-only file system" in pilot.lines
        pilot.key(pygame.K_RETURN)
        assert on_table(pilot) == game
        moving = pilot.frame.foreground
        assert "warning" in [record.icon for record in moving if isinstance(record, Button)]


@pytest.mark.parametrize("damage", ["zeros", "cut", "nonsense"])
def test_a_damaged_database_is_set_aside_and_that_is_reported(tmp_path: Path, damage: str) -> None:
    with start_pilot(tmp_path / "state", code=CODE) as pilot:
        played(pilot)
    database = tmp_path / "state/bakehouse.db"
    raw = database.read_bytes()
    changed = {"zeros": bytes(len(raw)), "cut": raw[: len(raw) // 2], "nonsense": b"x" * 5000}
    database.write_bytes(changed[damage])
    with start_pilot(tmp_path / "state") as pilot:
        assert "bakehouse.db.damaged-1" in pilot.lines
        assert (tmp_path / "state/bakehouse.db.damaged-1").exists()
        pilot.key(pygame.K_RETURN)
        assert pilot.screens.is_reset


def test_a_move_is_one_commit_and_nobody_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With synchronous=FULL and a WAL each commit is one sync; a test below proves it by strace."""
    away = Config.from_values({"kiosk.idle_reset": 60, "display.blank_after": 300})
    with start_pilot(tmp_path / "state", code=CODE, config=away) as pilot:
        done: list[str] = []
        pilot.store._storage.database.set_trace_callback(done.append)
        for count, where in enumerate(MOVES):
            pilot.tap(where)
            assert done.count("COMMIT") <= count
        assert done.count("COMMIT") == len(pilot.journal)
        done.clear()
        pilot.wait(3600)
        assert pilot.screens.is_reset
        assert "COMMIT" not in done


def test_a_long_game_takes_little_room(tmp_path: Path) -> None:
    store, _ = Store.open(tmp_path)
    store.begin_deal(CODE)
    for number in range(3 * MAX_WAL_PAGES):
        store.append_entry("undo" if number % 2 else "8-c", float(number))
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 800 * 1024
    store.close()


# Slower tests with strace and mount.

PLAYER = """
import os, sys
from pathlib import Path
from kiosk.storage.store import Store
store, notices = Store.open(Path(sys.argv[1]))
store.begin_deal("BK1-C4-AAAAA24")
for number in range(int(sys.argv[2])):
    os.write(2, b"MARK\\n")
    store.append_entry("undo" if number % 2 else "8-c", number * 1.0)
    assert store.is_saved, store.pop_warning()
os.write(2, b"MARK\\n")
store.close()
"""
ON_A_SMALL_DISK = """
set -e
mount -t tmpfs -o size=1m tmpfs "$1"
"$2" -c "$3" "$1" 3000
"""


@pytest.mark.prove
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_a_move_is_one_sync_of_a_few_kilobytes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    calls = "trace=fsync,fdatasync,pwrite64,write"
    command = ["strace", "-f", "-o", str(log), "-e", calls]
    player = [sys.executable, "-c", PLAYER, str(tmp_path / "state"), "100"]
    subprocess.run([*command, *player], cwd=ROOT, capture_output=True, check=True)
    _, *moves = log.read_text().split("MARK")
    for calls in moves[:-1]:
        assert calls.count("sync(") == 1
        written = [int(line.rsplit(" ", 1)[1]) for line in calls.splitlines() if "pwrite64" in line]
        assert sum(written) <= 32 * 1024


@pytest.mark.prove
@pytest.mark.skipif(not can_mount(), reason="needs the right to mount a file system")
def test_a_disk_of_a_megabyte_is_enough_for_thousands_of_moves(tmp_path: Path) -> None:
    command = ["unshare", "-m", "sh", "-c", ON_A_SMALL_DISK, "sh", str(tmp_path), sys.executable]
    done = subprocess.run([*command, PLAYER], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
