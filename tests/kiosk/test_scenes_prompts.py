"""Help lines speak of the buttons of the device last used, by what stands on them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from engine.game import Game
from engine.variants import rules_for
from kiosk.events import Action
from kiosk.frame import Label, wrapped
from kiosk.input.bindings import Bindings
from kiosk.paths import assets
from kiosk.render.fonts import Text
from kiosk.scenes.registry import SCENES
from kiosk.settings import Config
from kiosk.ui.help_line import NO_BREAK, page_help, table_help
from kiosk.ui.scene import Occasion, Stage
from tests.support.pilot import Pilot, flying
from tests.support.stage import PANEL, SMALL, UPRIGHT, stage

WAYS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
HAT = {Action.CONFIRM: "K1", Action.BACK: "K2", Action.UNDO: "K3", Action.MENU: "K3"}
JOYSTICK = {**HAT, **dict.fromkeys(WAYS, "stick")}
TWO = {Action.NEXT: "A", Action.CONFIRM: "B"}


def shown(device: str, bindings: Bindings | None = None, config: Config | None = None) -> Stage:
    made = stage(SMALL, config)
    made = made if bindings is None else made._replace(bindings=bindings)
    made.bindings.used(device)
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
    made = shown(device, Bindings(labels=labels))
    assert (page_help(made), table_help(made).replace(NO_BREAK, " ")) == (page, table)


def test_the_tables_line_is_broken_between_buttons_alone() -> None:
    made = shown("keyboard")
    told = table_help(made)
    for width in range(made.measure.width("Arrows: move · Enter: take, put · M:", 14), 240, 5):
        for line in wrapped(made.measure, told, 14, width)[:-1]:
            assert line.endswith("·")


def test_changed_buttons_are_told_as_they_are() -> None:
    values = {"buttons.keyboard.confirm": ("f5",), "buttons.keyboard.left": ("a",)}
    made = shown("keyboard", config=Config().changed(values))
    assert page_help(made) == "Tab: choose · F5: confirm · Esc: back"


def lines(pilot: Pilot) -> list[str]:
    return [r.text for r in pilot.screens.top.frame(pilot.now).still if isinstance(r, Label)]


def test_the_screen_follows_the_hand(tmp_path: Path) -> None:
    """Buttons stay where they are meanwhile: a finger may be above one of them."""
    with flying(tmp_path, size=(240, 240)) as pilot:
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
    text = Text(assets() / "fonts")
    for device in ("keyboard", "gamepad"):
        assert text.width(page_help(shown(device)), 9) <= 228
        assert text.width(table_help(shown(device)), 11) <= 2 * 220


@pytest.mark.parametrize("size", [(240, 240), SMALL, (480, 320), PANEL, UPRIGHT], ids=str)
@pytest.mark.parametrize("name", ["title", "choose", "pause", "settings", "records"])
def test_buttons_stay_where_they_are_when_another_device_is_used(
    name: str, size: tuple[int, int]
) -> None:
    """Else the first touch after a key meets another button, or none."""
    made = stage(size)
    game = Game.begin(rules_for("bakers-game"), 1)
    scene = SCENES[name](made, Occasion(game=game))
    scene.frame(0.0)
    touched = scene.boxes(0.0)
    made.bindings.used("keyboard")
    scene.frame(0.0)
    assert scene.boxes(0.0) == touched
