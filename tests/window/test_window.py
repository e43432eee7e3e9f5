"""A real window, played as a person would: the program, an X server, a mouse and a keyboard."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.codes import decode
from engine.game import Game
from kiosk.events import Action
from tests.support.plans import KeyPresses, plan_key_move, plan_mouse_move
from tests.support.player import Player
from tests.support.replays import REPLAY_FOLDER, load_recorded_game
from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.screen import Screen, draw_expected, is_saved, read_saved_game

WINNING = load_recorded_game(REPLAY_FOLDER / "bakers-game-4-cells.game")
SHORT = load_recorded_game(REPLAY_FOLDER / "bakers-game-3-cells.game")
"""Another one, with fewer keys."""
WINDOW = ("--windowed", "800x480")
TABLE = 710
"""The columns are to the left of this, figures to the right."""


@pytest.fixture
def player() -> Player:
    """The same game at a table of our own, where moves are found out."""
    return Player(Game.begin(*decode(WINNING.code)))


def game_options(folder: Path, code: str = WINNING.code) -> tuple[str, ...]:
    return (*WINDOW, "--state-dir", str(folder / "state"), "--code", code)


def shows_picture(
    screen: Screen, expected: bytes, width: int = 800, height: int = 480
) -> Callable[[], bool]:
    """Return whether the left part of the screen, `width` pixels of 800, looks as expected."""

    def look() -> bool:
        return remaining_cards(screen.take_screenshot(800, height), width) == remaining_cards(
            expected, width
        )

    return look


def remaining_cards(picture: bytes, width: int, across: int = 800) -> bytes:
    lines = (picture[at : at + width * 3] for at in range(0, len(picture), across * 3))
    return b"".join(lines)


def play_by_mouse(screen: Screen, player: Player, folder: Path, moves: list[str]) -> None:
    done = len(player.game.moves)
    for count, text in enumerate(moves, done + 1):
        for drag in plan_mouse_move(player, text):
            screen.click(drag)
        wait_until(f"move {count}: {text}", is_saved(folder / "state", count))
        screen.wait_for_reaction()


def test_the_window_shows_what_a_shot_shows_and_has_its_boxes(
    screen: Screen, player: Player, tmp_path: Path
) -> None:
    layout = tmp_path / "layout.json"
    expected = draw_expected(tmp_path, "--code", WINNING.code, "--layout", str(layout))
    boxes = json.loads(layout.read_text())
    for part in ("piles", "cards"):
        here = {name: list(box) for name, box in player.scene.collect_boxes(0.0)[part].items()}
        assert boxes[part] == here
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_a_game_is_won_by_mouse(screen: Screen, player: Player, tmp_path: Path) -> None:
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("a deal", is_saved(tmp_path / "state", 0))
        play_by_mouse(screen, player, tmp_path, WINNING.moves)
        report = read_saved_game(tmp_path / "state")
        assert report["state"] == "won"
        assert report["records"]["bakers-game"] == {"played": 1, "won": 1}
        assert len(report["moves"]) == len(WINNING.moves)
        assert report["score"] == int(WINNING.score)
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_a_game_is_won_by_keyboard_alone(screen: Screen, tmp_path: Path) -> None:
    player = Player(Game.begin(*decode(SHORT.code)))
    with start_kiosk(*game_options(tmp_path, SHORT.code), environ=screen.environ) as process:
        wait_until("a deal", is_saved(tmp_path / "state", 0))
        player.press(Action.LEFT)
        screen.press_keys(KeyPresses((Action.LEFT,)))
        for count, text in enumerate(SHORT.moves, 1):
            for keys in plan_key_move(player, text):
                screen.press_keys(keys)
            wait_until(f"move {count}: {text}", is_saved(tmp_path / "state", count))
            screen.wait_for_reaction()
        assert read_saved_game(tmp_path / "state")["state"] == "won"
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_a_game_that_was_killed_goes_on(screen: Screen, player: Player, tmp_path: Path) -> None:
    first = WINNING.moves[:20]
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("a deal", is_saved(tmp_path / "state", 0))
        play_by_mouse(screen, player, tmp_path, first)
        assert wait_until_ended(process, signal.SIGKILL)[0] == -signal.SIGKILL
    before = read_saved_game(tmp_path / "state")
    moves = tmp_path / "moves.txt"
    moves.write_text(" ".join(first))
    expected = draw_expected(tmp_path, "--code", WINNING.code, "--moves", str(moves))
    state = ("--state-dir", str(tmp_path / "state"))
    with start_kiosk(*WINDOW, *state, environ=screen.environ) as process:
        wait_until("the same table", shows_picture(screen, expected, TABLE))
        assert read_saved_game(tmp_path / "state") == before
        screen.press_keys(KeyPresses((Action.UNDO,)))
        wait_until("an undone move", is_saved(tmp_path / "state", len(first) - 1))
        assert read_saved_game(tmp_path / "state")["redo"] == 1
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_a_window_of_another_size_is_drawn_anew(screen: Screen, tmp_path: Path) -> None:
    expected = draw_expected(tmp_path, "--code", WINNING.code, "--size", "640x400")
    padded = pad_to(expected, 640, 800)
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("a deal", is_saved(tmp_path / "state", 0))
        screen.run_xdotool("windowsize", screen.window(), "640", "400")
        wait_until("the smaller table", shows_picture(screen, padded, 640, 400))
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def pad_to(picture: bytes, width: int, across: int) -> bytes:
    lines = (picture[at : at + width * 3] for at in range(0, len(picture), width * 3))
    return b"".join(line + bytes((across - width) * 3) for line in lines)


def test_without_options_it_fills_the_screen(screen: Screen, tmp_path: Path) -> None:
    expected = draw_expected(tmp_path, "--code", WINNING.code)
    words = game_options(tmp_path)[2:]
    with start_kiosk(*words, environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_a_screen_that_goes_away_ends_it_with_one_line(screen: Screen, tmp_path: Path) -> None:
    expected = draw_expected(tmp_path, "--code", WINNING.code)
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        screen.server.kill()
        _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert err == "bakehouse: the display has gone away; the game is saved\n"
    assert read_saved_game(tmp_path / "state")["code"] == WINNING.code


FLIP_PROGRAM = """
import os
from kiosk.display.sdl import load_pygame
load_pygame()
import pygame
from kiosk.display.open_display import open_display
open_display((320, 240), os.environ)
print("open", flush=True)
input()
while True:
    pygame.display.flip()
"""


def test_a_screen_that_goes_away_while_it_is_painted_ends_it_so_too(screen: Screen) -> None:
    command = [sys.executable, "-c", FLIP_PROGRAM]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=screen.environ, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        screen.server.kill()
        screen.server.wait()
        _, err = process.communicate("\n", timeout=20)
    assert process.returncode == 1
    assert err == "bakehouse: the display has gone away; the game is saved\n"


def test_a_desktop_calls_the_program_by_its_name(screen: Screen, tmp_path: Path) -> None:
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("the window", lambda: any(screen.take_screenshot(200, 100)))
        assert screen.run_xdotool("search", "--class", "^bakehouse$").split()[-1] == screen.window()
        wait_until_ended(process, signal.SIGTERM)
