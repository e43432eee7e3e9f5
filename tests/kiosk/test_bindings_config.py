"""Bindings: settings files, labels, and the bindings of pages."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.events import Action
from kiosk.hardware.profiles import Wiring
from kiosk.input.bindings import InputBindings
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.settings import Config, Value, load_settings
from kiosk.settings.keys import (
    DEFAULT_BINDINGS,
    KEY_NAMES,
    PAD_BUTTON_NAMES,
    canonicalize_name,
    format_button_label,
)
from kiosk.settings.yaml_file import check_text
from tests.support.pilot import start_pilot
from tests.support.stage import Opening, open_scene, stage
from tests.support.tables import replay_game

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

CODE = "BK1-C4-AAAAA24"
INSIDE = {"keyboard": "buttons:\n  keyboard: ", "gamepad": "buttons:\n  gamepad: "}


def list_problems(text: str) -> list[str]:
    _, problems, _ = check_text(text.encode(), "f.yaml")
    return [str(problem).removeprefix("f.yaml:") for problem in problems]


def bindings(text: str) -> InputBindings:
    return InputBindings(Config.from_values(check_text(text.encode(), "f.yaml")[0]).buttons)


@pytest.mark.parametrize("kind", DEFAULT_BINDINGS)
def test_every_action_can_be_bound_and_no_button_is_bound_twice(kind: str) -> None:
    unbound = (Action.TYPE, Action.WATCH, Action.REWIND)
    assert list(DEFAULT_BINDINGS[kind]) == [action for action in Action if action not in unbound]
    names = [name for names in DEFAULT_BINDINGS[kind].values() for name in names]
    assert len(set(names)) == len(names)
    assert [canonicalize_name(kind, name) for name in names] == names


def test_keys_are_named_as_people_name_them() -> None:
    for written, name, action in (
        ("{undo: f5}", "f5", Action.UNDO),
        ("{undo: [f5, q]}", "q", Action.UNDO),
        ("{undo: Return}", "enter", Action.UNDO),
        ("{undo: Shift+Ctrl+F5}", "ctrl+shift+f5", Action.UNDO),
        ("{undo: 7}", "7", Action.UNDO),
        ("{undo: y, menu: n}", "n", Action.MENU),
        ("{undo: key-1073742083}", "key-1073742083", Action.UNDO),
        ("{undo: PgUp}", "page-up", Action.UNDO),
    ):
        text = INSIDE["keyboard"] + written
        assert list_problems(text) == []
        assert bindings(text).get_action("keyboard", name) is action


def test_buttons_of_a_pad_are_named() -> None:
    text = INSIDE["gamepad"] + "{undo: [button-12]}"
    assert list_problems(text) == []
    assert bindings(text).get_action("gamepad", "button-12") is Action.UNDO
    for written in "bA":
        (problem,) = list_problems(f"{INSIDE['gamepad']}{{undo: [{written}]}}")
        assert "that leaves no button for" in problem


def test_a_button_with_a_new_action_loses_the_old_one() -> None:
    changed = bindings(INSIDE["keyboard"] + "{undo: r}")
    assert changed.get_action("keyboard", "r") is Action.UNDO
    assert changed.get_action("keyboard", "u") is None
    assert "r" not in changed.get_button_names("keyboard", Action.REDO)
    kept = ("shift+backspace", "ctrl+y", "ctrl+shift+z")
    assert changed.get_button_names("keyboard", Action.REDO) == kept


def test_a_wrong_button_is_reported_with_its_line_and_the_default_counts() -> None:
    for text, problem in {
        "keyboard: {undo: bakcspace}": 'undo: "bakcspace" is no button of a keyboard, did you',
        "keyboard: {undo: c-z}": 'undo: "c-z" is no button of a keyboard; allowed: names of',
        "keyboard: {undo: ctrl+ctrl+z}": 'undo: "ctrl+ctrl+z" is no button',
        "keyboard: {undo: [u, [z]]}": "undo: has a list in the place of a name",
        "keyboard: {undo: }": "undo: has no value, the default is used; [] means no button",
        "keyboard: {undoo: u}": 'undoo: there is no such setting, did you mean "undo"?',
        "keyboard: {confirm: []}": "confirm: needs a button; allowed",
        "keyboard: {undo: [f5, q], redo: q}": 'redo: "q" is the button of undo already',
        "gamepad: {undo: z}": 'undo: "z" is no button of a gamepad; allowed: names of buttons: up',
        "gamepad: {undo: ctrl+a}": 'undo: "ctrl+a" is no button',
        "gamepad: {undo: a}": "undo: that leaves no button for confirm; allowed",
        "gamepad: {undo: l1, redo: L1}": 'redo: "l1" is the button of undo already',
        "gpio: {undo: 5}": "gpio: there is no such setting",
        "stick: {swap: 1}": 'swap: "1" is no yes or no; allowed: true, false',
        "stick: {swap: }": "swap: is nothing; allowed: true, false",
    }.items():
        whole = f"buttons:\n  {text}"
        (line,) = list_problems(whole)
        assert line.startswith("2: buttons.")
        assert problem in line
        kind = text.partition(":")[0]
        if kind in DEFAULT_BINDINGS:
            kept = bindings(whole)
            for action in (Action.CONFIRM, Action.REDO):
                assert kept.get_button_names(kind, action) == DEFAULT_BINDINGS[kind][action]


def test_the_later_of_two_lines_is_the_wrong_one() -> None:
    text = "buttons:\n  keyboard:\n    redo: q\n    undo: q\n"
    (problem,) = list_problems(text)
    assert problem.startswith('4: buttons.keyboard.undo: "q" is the button of redo already')
    assert bindings(text).get_action("keyboard", "q") is Action.REDO


def test_later_files_take_buttons_from_earlier_ones(tmp_path: Path) -> None:
    first, second = tmp_path / "a.yaml", tmp_path / "b.yaml"
    first.write_text("buttons: {keyboard: {undo: q, redo: w}}")
    second.write_text("buttons: {keyboard: {menu: q}}")
    config, problems, _ = load_settings([first, second])
    assert problems == []
    found = InputBindings(config.buttons)
    assert found.get_action("keyboard", "q") is Action.MENU
    assert found.get_action("keyboard", "w") is Action.REDO
    assert found.get_button_names("keyboard", Action.UNDO) == ()


def test_a_later_file_cannot_take_the_last_button_of_confirm(tmp_path: Path) -> None:
    first, second = tmp_path / "a.yaml", tmp_path / "b.yaml"
    first.write_text("buttons: {keyboard: {confirm: q}}")
    second.write_text("buttons: {keyboard: {menu: q}}")
    config, problems, _ = load_settings([first, second])
    assert len(problems) == 1
    assert InputBindings(config.buttons).get_action("keyboard", "q") is Action.CONFIRM


def test_labels_of_buttons() -> None:
    for name, label in {
        "enter": "Enter",
        "escape": "Esc",
        "ctrl+z": "Ctrl+Z",
        "page-up": "PgUp",
        "left-ctrl": "Left Ctrl",
        "a": "A",
        "l1": "L1",
        "button-7": "Button 7",
    }.items():
        assert format_button_label(name) == label


def test_no_two_buttons_have_the_same_label() -> None:
    assert (
        len({format_button_label(name) for name in KEY_NAMES}) == len(KEY_NAMES) - 1
    )  # two keys are Enter
    assert len({format_button_label(name) for name in PAD_BUTTON_NAMES}) == len(PAD_BUTTON_NAMES)


def test_labels_are_those_of_the_device_last_used() -> None:
    assert InputBindings().get_label(Action.UNDO) == ""
    found = InputBindings(labels={Action.UNDO: "K3"})
    assert found.get_label(Action.UNDO) == "K3"
    kinds = ("keyboard", "keyboard", "gamepad")
    assert [found.set_active_device(kind) for kind in kinds] == [True, False, True]
    assert found.get_label(Action.UNDO) == "X"
    found.set_active_device("keyboard")
    assert found.get_label(Action.UNDO) == "Backspace"
    found.set_active_device("gpio")
    assert (found.get_label(Action.UNDO), found.get_label(Action.CONFIRM)) == ("K3", "")
    found.set_active_device("screen")
    assert found.get_label(Action.UNDO) == ""


# On pages.


def test_a_button_may_have_another_action_on_pages() -> None:
    text = """
buttons:
  keyboard: {undo: [u, backspace]}
  pages:
    keyboard: {back: [backspace], page-down: space}
    gamepad: {back: x}
    gpio: {back: undo, next: K2}
"""
    found, problems, _ = check_text(text.encode(), "f")
    assert problems == []
    bindings = InputBindings(Config.from_values(found).buttons)
    bindings.set_gpio_buttons({"undo": "undo", "K2": "hint", "K3": "back"}, {Action.UNDO: "GPIO5"})
    asked = (("keyboard", "backspace"), ("keyboard", "space"), ("gamepad", "x"), ("gpio", "undo"))
    for screen in ("table", "typing", "learn", ""):
        bindings.input_mode = screen
        actions = [bindings.get_action(*button) for button in asked]
        assert actions == [Action.UNDO, Action.CONFIRM, Action.UNDO, Action.UNDO]
    bindings.input_mode = "pages"
    actions = [bindings.get_action(*button) for button in asked]
    assert actions == [Action.BACK, Action.PAGE_DOWN, Action.BACK, Action.BACK]
    assert bindings.get_action("gpio", "K2") is Action.NEXT
    assert bindings.get_action("gpio", "K3") is Action.BACK
    assert bindings.get_action("keyboard", "enter") is Action.CONFIRM


def test_labels_follow_the_bindings_of_pages() -> None:
    values = {"buttons.pages.keyboard.back": ("f5",), "buttons.pages.gpio.back": ("undo",)}
    bindings = InputBindings(Config().with_values(values).buttons)
    bindings.set_gpio_buttons(
        {"undo": "undo", "K1": "confirm"}, {Action.UNDO: "GPIO5", Action.CONFIRM: "K1"}
    )
    labels = {}
    for screen in ("table", "pages"):
        bindings.input_mode = screen
        for device in ("keyboard", "gpio"):
            bindings.set_active_device(device)
            labels[screen, device] = (
                bindings.get_label(Action.BACK),
                bindings.get_label(Action.UNDO),
            )
    assert labels == {
        ("table", "keyboard"): ("Esc", "Backspace"),
        ("table", "gpio"): ("", "GPIO5"),
        ("pages", "keyboard"): ("F5", "Backspace"),
        ("pages", "gpio"): ("GPIO5", ""),
    }


def test_a_wrong_button_on_pages_is_reported() -> None:
    for text, problem in {
        "keyboard: {back: f5, next: f5}": '"f5" is the button of back already',
        "keyboard: {back: [enter, space, kp-enter, left-ctrl]}": "that leaves no button for con",
        "gamepad: {next: b}": "that leaves no button for back",
        "gpio: {back: A, next: A}": '"A" is the button of back already',
        "gpio: {back: [[A]]}": "has something else than names in it",
        "gpio: {undo: A}": "there is no such setting",
        "keyboard: {back: f99}": '"f99" is no button of a keyboard',
    }.items():
        _, problems, _ = check_text(f"buttons:\n  pages:\n    {text}".encode(), "f")
        assert problem in str(problems[0])


def test_confirm_and_back_may_change_places() -> None:
    sections = ("buttons:\n  gamepad:\n", "buttons:\n  pages:\n   gamepad:\n")
    lines = ("      confirm: b\n", "      back: a\n")
    for section, order in product(sections, (lines, lines[::-1])):
        values, problems, _ = check_text((section + "".join(order)).encode(), "f")
        assert problems == []
        bindings = InputBindings(Config().with_values(values).buttons)
        bindings.input_mode = "pages"
        actions = [bindings.get_action("gamepad", name) for name in "ab"]
        assert actions == [Action.BACK, Action.CONFIRM]


def test_one_button_at_a_pin_undoes_and_goes_back(tmp_path: Path, pins: MockFactory) -> None:
    """On the table it is Undo, on pages Back, with and without a file."""
    key = "buttons.pages.gpio.back"
    wanted: tuple[dict[str, Value], ...] = ({}, {key: ("K1",)}, {key: ("undo",)})
    for number, values in enumerate(wanted):
        wiring = Wiring(pins={"K1": 5, "K2": 6}, actions={"K1": "undo", "K2": "menu"})
        config = Config().with_values(values)
        with start_pilot(tmp_path / str(number), code=CODE, config=config, wiring=wiring) as pilot:
            pilot.tap("TC")
            pilot.tap("a")
            pilot.pin(5, 6)
            assert pilot.journal == ("8-a", "undo")
            assert pilot.scene == "Menu"
            pilot.pin(5)
            assert pilot.scene == "TableScene"


def test_every_screen_is_of_a_kind() -> None:
    game = replay_game(1)
    kinds = {name: open_scene(name, stage(), Opening(game)).input_mode for name in SCENE_FACTORIES}
    assert {name: kind for name, kind in kinds.items() if kind != "pages"} == {
        "table": "table",
        "entry": "typing",
        "initials": "typing",
        "learn": "learn",
        "pin": "pin",
        "presses": "presses",
    }
