"""A real touch screen but for the glass: a game won by a finger alone; a panel put right."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.codes import decode
from engine.game import Game
from kiosk.display.orientation import ScreenTransform
from kiosk.frame import Box
from tests.support.plans import Drag, Pixel, plan_mouse_move
from tests.support.player import Player
from tests.support.replays import REPLAY_FOLDER, load_recorded_game
from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.screen import is_saved, read_saved_game
from tests.window.touchscreen import (
    BEGIN,
    END,
    TURNED,
    UPRIGHT,
    Touchscreen,
    find_missing_modules,
    start_touchscreen,
)

SHORT = load_recorded_game(REPLAY_FOLDER / "bakers-game-3-cells.game")
Panel = Callable[[Pixel, str], Touchscreen]


@pytest.fixture
def panel(tmp_path: Path) -> Iterator[Panel]:
    """Makes the panel of a test; the test is skipped where there is no server for it."""
    lack = find_missing_modules()
    if lack:
        pytest.skip(lack)
    with ExitStack() as stack:
        yield lambda size, matrix: stack.enter_context(start_touchscreen(tmp_path, size, matrix))


def play(glass: Touchscreen, view: ScreenTransform, folder: Path, moves: int | None = None) -> None:
    """Play so many moves of the stored game by a finger, on a panel that is seen like this."""
    player = Player(Game.begin(*decode(SHORT.code)))

    def on_panel(place: Pixel) -> Pixel:
        return view.to_panel_box(Box(*place, 1, 1))[:2]

    for count, text in enumerate(SHORT.moves[:moves], 1):
        for start, end in plan_mouse_move(player, text):
            glass.touch(Drag(on_panel(start), on_panel(end)))
        wait_until(f"move {count}: {text}", is_saved(folder, count))
        glass.wait_for_reaction()


def test_a_game_is_won_by_finger_where_every_touch_comes_twice(
    panel: Panel, tmp_path: Path
) -> None:
    glass, state = panel((800, 480), UPRIGHT), tmp_path / "state"
    words = ("--state-dir", str(state), "--code", SHORT.code)
    with start_kiosk(*words, environ=glass.environ) as process:
        wait_until("a deal", is_saved(state, 0))
        play(glass, ScreenTransform((800, 480)), state)
        assert read_saved_game(state)["state"] == "won"
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


@pytest.mark.prove
def test_a_panel_that_stands_sideways_and_tells_touch_otherwise_is_put_right_and_played(
    panel: Panel, tmp_path: Path
) -> None:
    """As without a desktop, only fingers are told of. First touch must be put right."""
    glass, state = panel((480, 800), TURNED), tmp_path / "state"
    config = tmp_path / "my.yaml"
    config.write_text("hardware: none\ndisplay: {rotation: 90}")
    words = ("--config", str(config), "--state-dir", str(state), "--code", SHORT.code)
    view = ScreenTransform((480, 800), 90)
    environ = {**glass.environ, "SDL_TOUCH_MOUSE_EVENTS": "0"}
    with start_kiosk(*words, environ=environ) as process:
        wait_until("a deal", is_saved(state, 0))
        time.sleep(1.0)  # its first picture
        glass.send_event(BEGIN, (240, 400))
        time.sleep(5.4)
        glass.send_event(END, (240, 400))
        for across, down in ((160, 96), (640, 96), (160, 384), (640, 384)):
            time.sleep(0.4)
            place = view.to_panel_box(Box(across, down, 1, 1))[:2]
            glass.touch(Drag(place, place))
        time.sleep(0.4)
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")
    with start_kiosk(*words, environ=environ) as process:
        time.sleep(1.5)
        play(glass, view, state, 8)
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")
