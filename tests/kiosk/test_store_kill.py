"""A player killed at any moment loses nothing that was acknowledged."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from engine.codes import decode
from engine.game import Game, game_to_dict
from engine.messages import format_english
from kiosk.stats import DealOutcome
from kiosk.storage import Store, build_state_report, database, resume_saved_game
from tests.support.replays import RECORDED_GAMES
from tests.support.running import can_mount
from tests.support.saves import ROOT

Deals = list[tuple[str, list[str]]]
"""Code and journal of every deal."""

# Plays as fast as possible, and prints each action after the store has saved it.
PLAYER = """
import random, sys
from pathlib import Path
from engine.codes import encode
from engine.game import Game
from engine.game import game_to_dict
from engine.movegen import legal_moves
from engine.notation import format_move
from engine.variants import VARIANTS, make_rules
from kiosk.storage.store import Store, resume_saved_game

rng = random.Random(int(sys.argv[2]))
store, notices = Store.open(Path(sys.argv[1]))
assert store.is_saved and not notices, notices
game, seconds, notices = resume_saved_game(store, 5)
assert not notices
while True:
    if game is None or rng.random() < 0.02:
        rules, number = make_rules(rng.choice(VARIANTS)), rng.randrange(1, 1000)
        game = Game.begin(rules, number, 5)
        store.begin_deal(encode(rules, number), 5)
        print("deal", game.code, flush=True)
    moves = [format_move(move) for move in legal_moves(game.rules, game.position)]
    entry = rng.choice([*moves, "undo", "redo", "restart"])
    try:
        game = game.undo() if entry == "undo" else game.apply_entry(entry)
    except ValueError:
        continue
    seconds += 1
    store.append_entry(entry, seconds, game.state == "won")
    print(entry, flush=True)
"""


def play_and_kill(folder: Path, seed: int, least: int, delay: float) -> list[str]:
    """Kill a player some seconds after `least` actions; return the acknowledged ones."""
    command = [sys.executable, "-c", PLAYER, str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        actions = [player.stdout.readline().rstrip("\n") for _ in range(least)]
        time.sleep(delay)
        player.send_signal(signal.SIGKILL)
        actions += player.stdout.read().splitlines()
    assert player.returncode == -signal.SIGKILL
    return actions


def choose_moment(rng: random.Random) -> tuple[int, float]:
    """Choose a moment: a number of actions (0 is during the start) and a delay in seconds."""
    if rng.random() < 0.3:
        return 0, rng.uniform(0.0, 0.3)
    return rng.randrange(1, 40), rng.uniform(0.0, 0.02)


def apply_actions(deals: Deals, actions: list[str]) -> Deals:
    """Return the deals after the acknowledged actions."""
    after = [(code, list(entries)) for code, entries in deals]
    for line in actions:
        if line.startswith("deal "):
            after.append((line.removeprefix("deal "), []))
        else:
            after[-1][1].append(line)
    return after


def read_deals(folder: Path) -> Deals:
    path = folder / "bakehouse.db"
    if not path.exists():
        return []
    with closing(database.copy_to_memory(path)) as copy:
        return [
            (code, [text for (text,) in copy.execute(_ENTRIES, (deal,))])
            for deal, code in copy.execute("SELECT id, code FROM deal ORDER BY laid").fetchall()
        ]


_ENTRIES = "SELECT text FROM entry WHERE deal_id = ? ORDER BY seq"


def drop_last_entry(deals: Deals) -> Deals:
    if not deals:
        return []
    *others, (code, entries) = deals
    return [*others, (code, entries[:-1])] if entries else others


def kill_again_and_again(folder: Path, rounds: int, seed: int) -> int:
    """Kill a player repeatedly; return the total number of saved actions."""
    rng = random.Random(seed)
    deals: Deals = []
    for number in range(rounds):
        actions = play_and_kill(folder, seed + number, *choose_moment(rng))
        expected, found = apply_actions(deals, actions), read_deals(folder)
        # The action in progress may be saved without having been acknowledged.
        assert expected in (found, drop_last_entry(found)), f"seed {seed}, round {number}"
        deals = found
        check_board(folder, deals)
    store, notices = Store.open(folder)
    assert (store.is_saved, notices) == (True, [])
    if deals:
        assert resume_saved_game(store, 5).game == Game.replay(
            *decode(deals[-1][0]), deals[-1][1], 5
        )
    store.close()
    assert [path.name for path in folder.glob("*damaged*")] == []
    return sum(1 + len(entries) for _, entries in deals)


def check_board(folder: Path, deals: Deals) -> None:
    report = build_state_report(folder)
    if not deals:
        assert report is None
        return
    code, entries = deals[-1]
    game = Game.replay(*decode(code), entries, 5)
    assert report is not None
    assert report["code"] == code
    assert (report["undo"], report["redo"]) == (game.undo_count, game.redo_count)
    cards = ["".join(column) for column in report["columns"]]
    assert cards == ["".join(column) for column in game_to_dict(game)["columns"]]


def test_whatever_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "state", 12, 1) > 100


@pytest.mark.prove
@pytest.mark.timeout(900)
def test_whatever_was_acknowledged_survives_hundreds_of_kills(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    for turn in range(20):
        assert kill_again_and_again(tmp_path / f"state{turn}", 25, seed + 1000 * turn) > 0


@pytest.mark.prove
def test_a_database_cut_at_any_length_is_whole_or_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert play_and_kill(folder, 5, 100, 0.0)
    raw = {name: (folder / name).read_bytes() for name in ("bakehouse.db", "bakehouse.db-wal")}
    deals = read_deals(folder)
    for name, whole in raw.items():
        for size in range(0, len(whole), 499 if name == "bakehouse.db" else 4999):
            for path in folder.iterdir():
                path.unlink()
            for other, content in raw.items():
                (folder / other).write_bytes(content[:size] if other == name else content)
            store, notices = Store.open(folder)
            assert store.is_saved
            if notices:
                assert "damaged-1" in format_english(notices[0])
            else:
                kept = store.get_current()
                codes = [code for code, _ in deals]
                assert kept is None or kept.code in codes
            assert resume_saved_game(store).notices == []
            store.close()


# A real full disk: a file system of a megabyte of its own.
FULL = """
import sys
from pathlib import Path
from engine.messages import format_english
from kiosk.storage.store import Store, resume_saved_game
from kiosk.storage.state_report import build_state_report
folder, step = Path(sys.argv[1]) / "state", sys.argv[2]
before = sorted(path.name for path in folder.glob("*"))
assert step != "read" or build_state_report(folder)["seconds"] == 4.0
filler = folder.parent / "filler"
store, notices = Store.open(folder)
if step == "play":
    assert store.is_saved and not notices
    store.begin_deal("BK1-C4-AAAAA24")
    for _ in range(100):
        store.append_entry("8-c", 1.0), store.append_entry("undo", 1.0)
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(512)): pass
        except OSError: pass
    warnings = []
    for _ in range(100):
        store.append_entry("8-c", 1.0), store.append_entry("undo", 1.0)
        warnings += [store.pop_warning()]
    assert [format_english(w) for w in warnings if w] == [
        "Saving does not work: database or disk is full. It is tried again with every move."]
    filler.unlink()
    store.append_entry("8-c", 2.0)
    assert store.is_saved
if step == "full":
    assert not store.is_saved and notices, notices
    game, seconds, _ = resume_saved_game(store)
    assert seconds == 2.0 and len(store.get_current().entries) == 401
    store.append_entry("undo", 3.0)
    assert not store.is_saved
    filler.unlink()
    store.append_entry("redo", 4.0)
    assert store.is_saved
if step == "read":
    assert not store.is_saved and "Read-only file system" in format_english(notices[0]), notices
    assert sorted(path.name for path in folder.glob("*")) == before
if step in ("check", "read"):
    assert step == "read" or store.is_saved and not notices
    assert resume_saved_game(store).seconds == 4.0 and len(store.get_current().entries) == 403
"""
STEPS = """
set -e
mount -t tmpfs -o size=1m tmpfs "$1"
"$2" -c "$3" "$1" play
dd if=/dev/zero of="$1/filler" bs=512 2>/dev/null || true
"$2" -c "$3" "$1" full
"$2" -c "$3" "$1" check
mount -o remount,ro "$1"
"$2" -c "$3" "$1" read
"""


@pytest.mark.prove
@pytest.mark.skipif(not can_mount(), reason="needs the right to mount a file system")
def test_a_really_full_disk_loses_nothing(tmp_path: Path) -> None:
    command = ["unshare", "-m", "sh", "-c", STEPS, "sh", str(tmp_path), sys.executable, FULL]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_sqlite_is_new_enough() -> None:
    assert sqlite3.sqlite_version_info >= (3, 37), "the tables are STRICT"


# Plays a whole game to its win, undoes that and wins it again, an entry for each line it is sent.
WINNER = """
import sys
from pathlib import Path
from engine.codes import decode
from engine.game import Game
from kiosk.storage.store import Store
store, _ = Store.open(Path(sys.argv[1]))
code, *moves = sys.argv[2:]
game = Game.begin(*decode(code))
store.begin_deal(code)
for second, entry in enumerate([*moves, "undo", moves[-1], "restart"], 1):
    sys.stdin.readline()
    game = game.apply_entry(entry)
    store.append_entry(entry, float(second), game.state == "won")
    print(game.state, flush=True)
"""


@pytest.mark.parametrize("after", [-3, 0, 1, 2, 3])
def test_a_kill_around_the_winning_move_counts_no_win_too_few_and_none_twice(
    after: int, tmp_path: Path
) -> None:
    recorded = next(replay for replay in RECORDED_GAMES if replay.code == "BK1-C4-AAAAA24")
    command = [sys.executable, "-c", WINNER, str(tmp_path), recorded.code, *recorded.moves]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as winner:
        assert winner.stdout is not None
        assert winner.stdin is not None
        entries = len(recorded.moves) + after
        winner.stdin.write("\n" * entries)
        winner.stdin.flush()
        states = [winner.stdout.readline().strip() for _ in range(entries)]
        winner.kill()
    assert ("won" in states) == (after >= 0)
    store, notices = Store.open(tmp_path)
    assert notices == []
    (result,) = store.list_results()
    assert result.outcome is (DealOutcome.WON if after >= 0 else DealOutcome.OPEN)
    if after >= 0:
        assert (result.moves, result.seconds) == (len(recorded.moves), float(len(recorded.moves)))
    assert store.count_records()["bakers-game"] == {"played": 1, "won": int(after >= 0)}
    store.close()
