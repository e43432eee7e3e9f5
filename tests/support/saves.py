"""Saved games for tests."""

from __future__ import annotations

import contextlib
import hashlib
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.codes import decode
from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_move
from kiosk.storage import Store, resume_saved_game

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = "BK1-C4-AAAAA24"
OTHER = "BD1-C0-AAAAACI"


def make_entries(game: Game, count: int, seed: int = 1) -> list[str]:
    """Return a random journal that can be played from a game."""
    rng = random.Random(seed)
    entries: list[str] = []
    while len(entries) < count:
        moves = [format_move(move) for move in legal_moves(game.rules, game.position)]
        entry = rng.choice([*moves, "undo", "undo", "redo", "restart"])
        try:
            game = game.apply_entry(entry)
        except ValueError:
            continue
        entries.append(entry)
    return entries


JOURNAL = tuple(make_entries(Game.begin(*decode(CODE)), 30))
GAME = Game.replay(*decode(CODE), JOURNAL)


def open_store(folder: Path) -> Store:
    """Open the store of a directory, without any notice."""
    store, notices = Store.open(folder)
    assert notices == []
    assert store.is_saved
    return store


def play_game(folder: Path, entries: Sequence[str] = JOURNAL) -> Store:
    """Return a new store with a game in progress, an entry per second."""
    store = open_store(folder)
    store.begin_deal(CODE)
    for second, entry in enumerate(entries):
        store.append_entry(entry, second + 0.5)
    return store


def make_saves(base: Path) -> Path:
    """Create the folders `killed`, with the files that SIGKILL leaves, and `closed`."""
    store = play_game(base / "closed")
    shutil.copytree(base / "closed", base / "killed")
    store.close()
    return base


def snapshot_files(folder: Path) -> dict[str, tuple[str, int]]:
    """Return hash and modification time of every file."""
    return {
        path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.iterdir()
        if path.is_file()
    }


def execute_sql(path: Path, *statements: str) -> None:
    """Execute statements as another program would."""
    with contextlib.closing(sqlite3.connect(path)) as other:
        for statement in statements:
            other.execute(statement)
        other.commit()


def run_python(code: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process."""
    command = [sys.executable, "-W", "error", "-c", code, *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def check_play_in_memory(store: Store) -> None:
    """Play a game and win another in a store that saves nothing."""
    assert not store.is_saved
    store.begin_deal(CODE)
    for entry in JOURNAL:
        store.append_entry(entry, 2.0)
    store.begin_deal(OTHER)
    store.append_entry("1-2", 1.0, won=True)
    game, seconds, notices = resume_saved_game(store)
    assert game == GAME
    assert (seconds, notices) == (2.0, [])
    assert store.count_records()["bakers-dozen"] == {"played": 1, "won": 1}
    assert store.pop_warning() is None
    store.set_setting("language", "de")
    assert store.get_setting("language") == "de"
    store.close()
