"""A whole evening at the program, by touches and keys, and the plug that is pulled in its middle.

Nobody is there; somebody comes, wins, signs, goes; the next person comes, and the power fails. The
clock is in the test's hand; `tests/window/test_evening.py` is the same by the real one.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pygame

from engine.codes import decode, encode
from engine.game import Game
from engine.notation import format_move
from engine.variants import find_rules
from kiosk.effects import Think
from kiosk.frame import Label
from kiosk.settings import Config
from tests.support.asker import Prompt, solve_now
from tests.support.pilot import Pilot, start_pilot
from tests.support.plans import plan_mouse_move
from tests.support.player import Player
from tests.support.replays import REPLAY_FOLDER, load_recorded_game
from tests.support.running import run_kiosk

FIRST = load_recorded_game(REPLAY_FOLDER / "kings-only-4-cells.game")
NUMBER = decode(FIRST.code).number
SECOND = encode(find_rules("bakers-game"), NUMBER)
EVENING = Config.from_values(
    {
        "kiosk.lock": True,
        "kiosk.attract_after": 60,
        "kiosk.idle_reset": 90,
        "display.blank_after": 1800,
        "game.deal": "any",
    }
)


def play(pilot: Pilot, player: Player, moves: list[str]) -> None:
    """Play these moves with a finger, as the player at a table of the same size does."""
    for text in moves:
        for start, end in plan_mouse_move(player, text):
            if start == end:
                pilot.tap(start)
                continue
            pilot.finger(pygame.FINGERDOWN, start)
            pilot.wait(0.05)
            pilot.finger(pygame.FINGERMOTION, end)
            pilot.finger(pygame.FINGERUP, end)
            pilot.wait(0.5)
        assert pilot.journal[-1] == text


def demonstration(pilot: Pilot) -> None:
    """Nobody is there: a game plays itself; a touch leads to the title, wherever it is."""
    title = pilot.places
    pilot.wait(61)
    assert pilot.scene == "AttractScene"
    pictures = set()
    for _ in range(6):
        pilot.wait(6)
        pictures.add(pilot.picture)
    assert len(pictures) == 6
    pilot.tap(title["new"].centre)
    assert (pilot.scene, pilot.places) == ("Menu", title)
    assert pilot.store.get_current() is None


def first_person(pilot: Pilot) -> None:
    """Another game than the files', in three touches; it is won, the celebration cut short."""
    for touch in ("new", "kings-only", "confirm"):
        pilot.tap(touch)
    assert pilot.store.get_current().code == FIRST.code
    player = Player(Game.begin(*decode(FIRST.code)))
    play(pilot, player, FIRST.moves)
    assert pilot.store.get_current().won
    assert pilot.scene == "TableScene"
    pilot.tap((400, 240))
    assert "You won!" in pilot.words
    assert "The best of all!" in pilot.words


def signed(pilot: Pilot) -> None:
    """The winner's initials by finger; the high scores have them, and whose place it is."""
    pilot.tap("initials")
    assert pilot.scene == "InitialsScene"
    for key in ("up 1", "up 2", "up 2", "down 3"):
        pilot.tap(key)
    pilot.tap("confirm")
    assert "BC." in pilot.words
    pilot.wait(5)


def gone(pilot: Pilot) -> None:
    """After a countdown the screens are cleared, and a game plays itself again."""
    pilot.wait(76)
    over = pilot.frame.foreground
    assert any("The table is cleared in" in r.text for r in over if isinstance(r, Label))
    pilot.wait(12)
    assert pilot.screens.is_reset
    assert pilot.scene == "AttractScene"


def second_person(pilot: Pilot) -> list[str]:
    """Finds the files' game and nothing of the person before; answers what was played of it."""
    pilot.key(pygame.K_RETURN)
    pilot.wait(1)
    assert pilot.scene == "Menu"
    assert "Baker's Game" in pilot.words
    assert "resume" not in pilot.places
    pilot.key(pygame.K_RETURN)
    game = Game.begin(*decode(SECOND))
    moves = [format_move(move) for move in solve_now(Think(game, 0))[-1].moves[:8]]
    play(pilot, Player(game), moves)
    pilot.key(pygame.K_BACKSPACE)
    return [*moves, "undo"]


def test_an_evening(tmp_path: Path) -> None:
    state, after = tmp_path / "state", tmp_path / "after"
    with start_pilot(state, config=EVENING, number=lambda: NUMBER, advisor=Prompt()) as pilot:
        demonstration(pilot)
        first_person(pilot)
        signed(pilot)
        gone(pilot)
        entries = second_person(pilot)
        shutil.copytree(state, after)  # what the disk holds when the plug is pulled now
        pilot.wait(1)
        places = pilot.places
    with start_pilot(after, config=EVENING, advisor=Prompt()) as pilot:
        assert pilot.store.get_current().code == SECOND
        assert list(pilot.journal) == entries
        assert pilot.places == places
        pilot.wait(100)
        pilot.key(pygame.K_RETURN)
        assert "resume" in pilot.places
        assert pilot.store.get_current().entries == tuple(entries)
    report = json.loads(run_kiosk("state", "--json", "--state-dir", str(after)).out)
    assert (report["code"], report["redo"]) == (SECOND, 1)
    assert report["records"]["kings-only"] == {"played": 1, "won": 1}
    assert report["records"]["bakers-game"] == {"played": 1, "won": 0}
    told = run_kiosk("records", "--export", "-", "--state-dir", str(after)).out
    (line,) = csv.DictReader(io.StringIO(told))
    assert (line["code"], line["result"], line["initials"]) == (FIRST.code, "won", "BC.")
    assert (line["moves"], line["helped"]) == (str(len(FIRST.moves)), "no")
