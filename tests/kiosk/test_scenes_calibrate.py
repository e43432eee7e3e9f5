"""Touch calibration, which needs no button, and is undone without taps."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from kiosk.display.orientation import ALL_TOUCH_AXES, TouchAxes
from kiosk.effects import ChangeSettings, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase
from kiosk.hardware.profiles import ROTATIONS
from kiosk.scenes.calibrate import IDLE_SECONDS, CalibrateScene
from kiosk.settings import Config
from tests.support.each import find_failures
from tests.support.pilot import Pilot, start_pilot
from tests.support.stage import SIZES, stage

CODE = "BK1-C4-AAAAA24"


def rest(pilot: Pilot, seconds: float = 5.2) -> None:
    pilot.finger(pygame.FINGERDOWN, (333, 222))
    pilot.wait(seconds)
    pilot.finger(pygame.FINGERUP, (333, 222))
    pilot.wait(0.5)


@pytest.mark.parametrize(
    ("axes", "rotation"), list(zip(ALL_TOUCH_AXES, ROTATIONS * 2, strict=True))
)
def test_touch_is_put_right_by_touch_alone_and_stays_so(
    tmp_path: Path, rotation: int, axes: TouchAxes
) -> None:
    config = Config().with_values({"display.rotation": rotation})
    with start_pilot(tmp_path, code=CODE, config=config) as pilot:
        pilot.touch = axes
        rest(pilot)
        assert pilot.scene == "CalibrateScene"
        for _ in range(4):
            pilot.tap("mark")
        assert pilot.scene == "TableScene"
    kept = {f"touch.{k}": str(v).lower() for k, v in axes._asdict().items()}
    with start_pilot(tmp_path, code=CODE, config=config) as pilot:
        assert pilot.store.get_settings() == kept
        pilot.touch = axes
        pilot.tap("TC")
        pilot.tap("a")
        pilot.tap("undo")
        assert pilot.journal == ("8-a", "undo")


def test_what_nobody_confirms_is_taken_back(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        pilot.touch = TouchAxes(swap=True)
        rest(pilot)
        for _ in range(3):
            pilot.tap("mark")
        assert pilot.window.transform.axes == TouchAxes(swap=True)
        assert pilot.scene == "CalibrateScene"
        pilot.wait(IDLE_SECONDS + 0.5)
        assert pilot.scene == "TableScene"
        assert pilot.window.transform.axes == TouchAxes()
        assert pilot.store.get_settings() == {}


def test_a_finger_that_moves_or_leaves_in_time_asks_for_nothing(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        rest(pilot, 4.8)
        pilot.finger(pygame.FINGERDOWN, (333, 222))
        pilot.wait(1.0)
        pilot.finger(pygame.FINGERMOTION, (363, 222))
        pilot.wait(6.0)
        pilot.finger(pygame.FINGERUP, (363, 222))
        assert pilot.scene == "TableScene"


def test_resting_on_the_screen_itself_does_not_open_it_again(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        rest(pilot)
        rest(pilot)
        pilot.key(pygame.K_ESCAPE)
        assert pilot.scene == "TableScene"


# The screen by itself


def tap(scene: CalibrateScene, x: int, y: int, now: float = 1.0) -> list[object]:
    down = scene.handle(PointerEvent(PointerPhase.DOWN, x, y, now), now)
    return [*down, *scene.handle(PointerEvent(PointerPhase.UP, x, y, now + 0.1), now + 0.1)]


def test_three_taps_on_one_spot_begin_anew() -> None:
    scene = CalibrateScene(stage())
    for i in range(3):
        assert tap(scene, 400, 240, float(i)) == []
    texts = [getattr(record, "text", "") for record in scene.build_frame(5.0).background]
    assert "That did not fit: once more" in texts


def test_a_missed_proof_begins_anew() -> None:
    scene = CalibrateScene(stage())
    said: list[object] = []
    for i in range(3):
        said += tap(scene, *scene.collect_boxes(0.0)["buttons"]["mark"].centre, float(i))
    assert said == [
        ChangeSettings(
            (("touch.swap", "false"), ("touch.flip_x", "false"), ("touch.flip_y", "false"))
        )
    ]
    assert tap(scene, 100, 100, 5.0) == []
    first = scene.collect_boxes(0.0)["buttons"]["mark"]
    assert first.centre[0] < 400
    assert first.centre[1] < 240


@pytest.mark.parametrize(
    ("action", "effect"),
    [(Action.BACK, GoBack()), (Action.MENU, GoBack()), (Action.QUIT, ExitProgram())],
)
def test_buttons_leave_it(action: Action, effect: object) -> None:
    scene = CalibrateScene(stage())
    assert scene.handle(ButtonEvent(action, True, 1.0, "keyboard"), 1.0) == [effect]
    assert scene.handle(ButtonEvent(Action.CONFIRM, True, 1.0, "keyboard"), 1.0) == []


def test_the_marks_stand_inside_every_picture() -> None:
    def check(size: tuple[int, int]) -> None:
        scene = CalibrateScene(stage(size))
        for i in range(4):
            mark = scene.collect_boxes(0.0)["buttons"]["mark"]
            assert mark.x >= 0 <= mark.y
            assert mark.right <= size[0]
            assert mark.bottom <= size[1]
            tap(scene, *mark.centre, float(i))

    assert find_failures(check, SIZES) == []


def test_it_is_opened_from_the_settings_too(tmp_path: Path) -> None:
    with start_pilot(tmp_path) as pilot:
        pilot.tap("settings")
        pilot.choose("calibrate")
        assert pilot.scene == "CalibrateScene"
        pilot.key(pygame.K_ESCAPE)
        assert "calibrate" in pilot.places
