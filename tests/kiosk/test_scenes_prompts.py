"""Help lines with the labels of the buttons on the device that was used last."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest

from engine.game import Game
from engine.variants import find_rules
from kiosk.events import Action
from kiosk.frame import Label, wrap_text
from kiosk.input.bindings import InputBindings
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.settings import Config
from kiosk.ui.help_line import NO_BREAK_SPACE, build_page_help, build_table_help
from kiosk.ui.scene import SceneContext
from tests.support.each import find_failures
from tests.support.pilot import Pilot, start_pilot
from tests.support.stage import PANEL, SMALL, UPRIGHT, Opening, open_scene, stage

WAYS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
HAT = {Action.CONFIRM: "K1", Action.BACK: "K2", Action.UNDO: "K3", Action.MENU: "K3"}
JOYSTICK = {**HAT, **dict.fromkeys(WAYS, "stick")}
TWO = {Action.NEXT: "A", Action.CONFIRM: "B"}


def shown(
    device: str, bindings: InputBindings | None = None, config: Config | None = None
) -> SceneContext:
    made = stage(SMALL, config)
    made = made if bindings is None else made._replace(bindings=bindings)
    made.bindings.set_active_device(device)
    return made


@pytest.mark.parametrize(
    ("device", "labels", "page", "table"),
    [
        (
            "keyboard",
            {},
            "Arrows: choose · Enter: confirm · Esc: back",
            "Arrows: move · Enter: take, put · Backspace: undo · M: menu",
        ),
        (
            "gamepad",
            {},
            "D-pad: choose · A: confirm · B: back",
            "D-pad: move · A: take, put · X: undo · Start: menu",
        ),
        (
            "gpio",
            JOYSTICK,
            "Arrows: choose · K1: confirm · K2: back",
            "Arrows: move · K1: take, put · K3: undo · K3: menu",
        ),
        (
            "gpio",
            TWO,
            "A: choose · B: confirm · hold A: back",
            "A: move · B: take, put · hold A: menu",
        ),
        ("gpio", {}, "", ""),
        ("screen", JOYSTICK, "", ""),
        ("screen", {}, "", ""),
    ],
)
def test_what_is_told(device: str, labels: dict[Action, str], page: str, table: str) -> None:
    made = shown(device, InputBindings(labels=labels))
    assert (build_page_help(made), build_table_help(made).replace(NO_BREAK_SPACE, " ")) == (
        page,
        table,
    )


def test_the_tables_line_is_broken_between_buttons_alone() -> None:
    made = shown("keyboard")
    told = build_table_help(made)
    for width in range(
        made.measurer.measure_width("Arrows: move · Enter: take, put · M:", 14), 240, 5
    ):
        for line in wrap_text(made.measurer, told, 14, width)[:-1]:
            assert line.endswith("·")


def test_changed_buttons_are_told_as_they_are() -> None:
    values = {"buttons.keyboard.confirm": ("f5",), "buttons.keyboard.left": ("a",)}
    made = shown("keyboard", config=Config().with_values(values))
    assert build_page_help(made) == "Tab: choose · F5: confirm · Esc: back"


def lines(pilot: Pilot) -> list[str]:
    return [
        r.text for r in pilot.screens.top.build_frame(pilot.now).background if isinstance(r, Label)
    ]


def test_the_screen_follows_the_hand(tmp_path: Path) -> None:
    """No button moves: a finger may be above one of them."""
    with start_pilot(tmp_path, size=(240, 240)) as pilot:
        before = pilot.places
        pilot.key(pygame.K_DOWN)
        assert lines(pilot)[-1] == "Arrows: choose · Enter: confirm · Esc: back"
        for kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            pilot.post(kind, instance_id=0, button=11)
        assert lines(pilot)[-1] == "D-pad: choose · A: confirm · B: back"
        pilot.finger(pygame.FINGERDOWN, (120, 205))
        assert "D-pad" not in "".join(lines(pilot))
        assert pilot.places == before


def test_every_help_line_fits_the_smallest_panel() -> None:
    text = Fonts(assets_dir() / "fonts")
    for device in ("keyboard", "gamepad"):
        assert text.measure_width(build_page_help(shown(device)), 9) <= 228
        assert text.measure_width(build_table_help(shown(device)), 11) <= 2 * 220


def test_buttons_stay_where_they_are_when_another_device_is_used() -> None:
    """Otherwise the first touch after a key press would hit another button, or none."""

    def check(case: tuple[tuple[int, int], str]) -> None:
        size, name = case
        made = stage(size)
        game = Game.begin(find_rules("bakers-game"), 1)
        scene = open_scene(name, made, Opening(game=game))
        scene.build_frame(0.0)
        touched = scene.collect_boxes(0.0)
        made.bindings.set_active_device("keyboard")
        scene.build_frame(0.0)
        assert scene.collect_boxes(0.0) == touched

    assert (
        find_failures(
            check,
            product(
                [(240, 240), SMALL, (480, 320), PANEL, UPRIGHT],
                ["title", "choose", "pause", "settings", "records"],
            ),
        )
        == []
    )
