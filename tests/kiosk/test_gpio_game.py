"""Whole games at pins, bounce and all: with four ways and a button, and with two buttons alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.game import Game
from kiosk.events import Action
from kiosk.frame import Box, Mark, MarkKind
from kiosk.hardware.profiles import ROTATIONS, Wiring, load_profile
from kiosk.settings import Config
from tests.support.pilot import Pilot, start_pilot
from tests.support.replays import REPLAY_FOLDER, load_recorded_game
from tests.support.thumb import Push, Thumb, stops

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

HARDWARE = Path(__file__).resolve().parents[2] / "assets/hardware"
JOYSTICK = load_profile(HARDWARE, "waveshare-lcd-hat-joystick").wiring
TWO = load_profile(HARDWARE, "adafruit-minipitft13").wiring
BOUNCE = (0.001, 0.002, 0.001, 0.003)
"""Seconds between the edges of a contact that bounces."""


@contextmanager
def at_pins(
    folder: Path, pins: MockFactory, wiring: Wiring, code: str, config: Config | None = None
) -> Iterator[tuple[Pilot, Thumb]]:
    """The program, and somebody who plays it at these pins alone."""
    at = {a: wiring.pins[name] for name, a in wiring.actions.items() if "+" not in name}
    with start_pilot(folder, code=code, wiring=wiring, config=config, size=(320, 240)) as pilot:

        def turn(pin: int, *, down: bool) -> None:
            steps = [down, not down] * (len(BOUNCE) // 2) + [down]
            for low, gap in zip(steps, (*BOUNCE, 0.0), strict=True):
                contact = pins.pin(pin)
                contact.drive_low() if low else contact.drive_high()
                pilot.wait(gap)

        def press(push: Push) -> None:
            turn(at[push.action], down=True)
            pilot.wait(push.last)
            turn(at[push.action], down=False)
            pilot.wait(push.pause)

        def game() -> Game:
            found = pilot.screens.top.get_game_in_play(pilot.now).game
            assert found is not None
            return found

        ways = Action.UP in at
        yield (
            pilot,
            Thumb(
                press, game, lambda: stops(pilot.screens.top.collect_boxes(pilot.now)), ways=ways
            ),
        )


@pytest.mark.parametrize("wiring", [JOYSTICK, TWO], ids=["joystick", "two buttons"])
def test_a_stored_game_is_won_at_pins_alone(
    tmp_path: Path, pins: MockFactory, wiring: Wiring
) -> None:
    stored = load_recorded_game(REPLAY_FOLDER / "bakers-game-4-cells.game")
    with at_pins(tmp_path, pins, wiring, stored.code) as (pilot, thumb):
        for move in stored.list_games()[-1].moves:
            thumb.play(move)
        pilot.wait(2.0)
        assert pilot.store.count_records()["bakers-game"]["won"] == 1


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_finger_plays_however_the_panel_is_mounted(tmp_path: Path, rotation: int) -> None:
    config = Config().with_values({"display.rotation": rotation, "touch.flip_x": rotation > 90})
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", config=config) as pilot:
        assert pilot.window.size == ((800, 480) if rotation in (0, 180) else (480, 800))
        pilot.tap("TC")
        pilot.tap("a")
        assert pilot.journal == ("8-a",)
        pilot.doubled_tap("undo")
        pilot.click("redo")
        assert pilot.journal == ("8-a", "undo", "redo")


def test_a_knob_that_is_turned_and_pushed_is_enough(tmp_path: Path, pins: MockFactory) -> None:
    """It cannot be held as a button for Next can, so it goes over the table's own buttons too."""
    wiring = Wiring(pins={"push": 5}, actions={"push": "confirm"}, encoder=(6, 13))
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", wiring=wiring, size=(320, 240)) as pilot:

        def turn() -> None:
            """One click to the right."""
            for pin, closed in ((6, True), (13, True), (6, False), (13, False)):
                contact = pins.pin(pin)
                contact.drive_low() if closed else contact.drive_high()
                pilot.wait(0.01)

        def turn_to(name: str) -> None:
            for _ in range(30):
                turn()
                if cursor(pilot) in [pilot.places[name].expand(edge) for edge in (2, 3)]:
                    return
            pytest.fail(f"the cursor never comes to {name}")

        turn_to("TC")
        pilot.pin(5)
        turn_to("a")
        pilot.pin(5)
        assert pilot.journal == ("8-a",)
        turn_to("undo")
        pilot.pin(5)
        assert pilot.journal == ("8-a", "undo")
        turn_to("menu")
        pilot.pin(5)
        assert pilot.scene == "Menu"
        assert "Knob: choose" in pilot.words
        pilot.pin(5)
        assert pilot.scene == "TableScene"


def cursor(pilot: Pilot) -> Box | None:
    """Return what the cursor frames; a column is found by its top card."""
    moving = pilot.screens.top.build_frame(pilot.now).foreground
    boxes = [r.box for r in moving if isinstance(r, Mark) and r.kind is MarkKind.CURSOR]
    return boxes[0] if boxes else None
