"""Settings of the machine: hardware, pins, rotation and touch axes."""

from __future__ import annotations

from itertools import product

from kiosk.settings import Config, parse_device_settings
from kiosk.settings.yaml_file import check_text
from tests.support.problems import find_unexpected

PROFILES = ("touch-display-2", "touch-display-2-5in", "touch-7in", "waveshare-game-hat")


def list_problems(text: str) -> list[str]:
    _, problems, _ = check_text(text.encode(), "f", profiles=PROFILES)
    return [str(problem).removeprefix("f:") for problem in problems]


def test_valid_settings_are_read() -> None:
    text = """
hardware: touch-7in
pins: {confirm: 5, next: 2, encoder-a: 17, encoder-b: 27, undo: null}
gpio: {pull_up: true, active_low: false, debounce: 0, encoder_steps: 2}
display: {rotation: 270, left_handed: yes, margin: 12, density: 133}
touch: {swap: on, flip_x: false}
"""
    found, problems, _ = check_text(text.encode(), "f", profiles=PROFILES)
    made = Config.from_values(found)
    assert problems == []
    assert (made.hardware, made.pins["confirm"], made.pins["undo"]) == ("touch-7in", 5, None)
    assert (made.gpio.active_low, made.gpio.debounce, made.gpio.encoder_steps) == (False, 0, 2)
    assert (made.display.rotation, made.display.left_handed) == (270, True)
    assert (made.touch.swap, made.touch.flip_x, made.touch.flip_y) == (True, False, None)


def test_pins_that_are_pulled_up_on_the_board_stay_so() -> None:
    for pin, pull_up in product((2, 3), ("false", "null")):
        (line,) = list_problems(f"gpio: {{pull_up: {pull_up}}}\npins:\n  up: {pin}")
        assert line.startswith(f"3: pins.up: GPIO{pin} has a pull-up on the board")
        assert list_problems(f"gpio: {{pull_up: true}}\npins: {{up: {pin}}}") == []


def test_a_wrong_line_is_reported() -> None:
    wrong = {
        "pins:\n  up: 5\n  down: 5": "3: pins.down: GPIO5 is the pin of up already; allowed: a pin",
        "pins: {up: 28}": '1: pins.up: "28" is out of range; allowed: a whole number from 0 to 27',
        "pins: {up: -1}": '1: pins.up: "-1" is out of range',
        "pins: {up: 99}": '1: pins.up: "99" is out of range',
        "pins: {up: yes}": '1: pins.up: "yes" means yes or no in YAML, not a number',
        "pins: {up: on}": '1: pins.up: "on" means yes or no',
        "pins: {up: true}": '1: pins.up: "true" means yes or no',
        "pins: {up: 010}": '1: pins.up: "010" is not a plain decimal number',
        "pins: {up: 0x11}": '1: pins.up: "0x11" is not a plain decimal number',
        'pins: {up: "17"}': '1: pins.up: "17" is text, because of the quotes',
        "pins: {up: 17.0}": '1: pins.up: "17.0" is not a whole number',
        "pins: {up: GPIO17}": '1: pins.up: "GPIO17" is not a number',
        "pins: {up: [17]}": "1: pins.up: is a list",
        "pins: {jump: 17}": "1: pins.jump: there is no such setting",
        "pins: {encoder-a: 17}": "1: pins.encoder-a: pins.encoder-b is missing",
        "pins: {encoder-a: 17, encoder-b: 17}": "1: pins.encoder-b: GPIO17 is the pin of",
        "pins: {up: 5}\nlights: {up: 6}": "2: lights.up: there is no such setting",
        "pins: {undo: 5}\nlights: {undo: 5}": "2: lights.undo: GPIO5 is the pin of undo already",
        "lights: {undo: 5}\ngpio: {buzzer: 5}": "2: gpio.buzzer: GPIO5 is the pin of "
        "the light of undo already",
        "gpio: {buzzer: 5}\npins: {up: 5}": "2: pins.up: GPIO5 is the pin of the buzzer already",
        "lights: {game: 40}": '1: lights.game: "40" is out of range',
        "gpio: {buzzer_tones: 2}": '1: gpio.buzzer_tones: "2" is no yes or no',
        "gpio: {debounce: 1000}": '1: gpio.debounce: "1000" is out of range',
        "gpio: {encoder_steps: 3}": '1: gpio.encoder_steps: "3" is not one of them; allowed: 2, 4',
        "gpio: {pull_up: up}": '1: gpio.pull_up: "up" is no yes or no; allowed: true, false, or',
        "gpio: {menu_chord: [next]}": "1: gpio.menu_chord: has 1 different buttons; allowed: a li",
        "gpio: {menu_chord: next}": "1: gpio.menu_chord: is no list",
        "gpio: {menu_chord: [a, [b]]}": "1: gpio.menu_chord: has something else than names",
        "display: {rotation: 45}": '1: display.rotation: "45" is not one of them; allowed: 0, 90',
        "display: {rotation: 360}": '1: display.rotation: "360" is out of range',
        'display: {rotation: "90"}': '1: display.rotation: "90" is text, because of the quotes',
        "display: {density: 0}": '1: display.density: "0" is out of range',
        "touch: {swap: 1}": '1: touch.swap: "1" is no yes or no',
        "hardware: touch-display": '1: hardware: "touch-display" is no hardware that is known; '
        "the n",
        "hardware: [auto]": "1: hardware: is a list; allowed: auto, none, or the name of",
        "hardware:": "1: hardware: is nothing; allowed: auto, none",
    }
    assert find_unexpected(wrong, list_without_half_encoders) == []


def list_without_half_encoders(text: str) -> list[str]:
    """Return the problems without that of a missing contact, unless it is the only one."""
    lines = list_problems(text)
    return [line for line in lines if "encoder-a: pins.encoder-b" not in line] or lines


def test_an_unknown_profile_is_answered_with_the_nearest() -> None:
    nearest = {
        "touch-display": "touch-display-2, touch-display-2-5in",
        "Touch_Display_2": "touch-display-2, touch-display-2-5in",
        "game-hat": "waveshare-game-hat",
        "waveshare-gamehat": "waveshare-game-hat",
        "tuoch-7in": "touch-7in",
    }
    for name, near in nearest.items():
        (line,) = list_problems(f"hardware: {name}")
        assert f"the nearest are: {near}" in line


def test_an_unknown_profile_without_similar_ones_has_no_suggestion() -> None:
    (line,) = list_problems("hardware: qqq")
    assert line.startswith(
        '1: hardware: "qqq" is no hardware that is known; allowed: auto, none, or'
    )


def test_pins_conflict_with_those_of_overridden_files() -> None:
    below = {"pins.up": 5, "pins.encoder-a": 17}
    _, problems, _ = check_text(b"pins: {down: 5}", "f", base_values=below)
    assert "GPIO5 is the pin of up already" in str(problems[0])
    assert check_text(b"pins: {up: 6, down: 5, encoder-b: 27}", "f", base_values=below)[1] == []


def test_stored_settings_are_read_like_those_of_a_file() -> None:
    stored = {"touch.swap": "true", "touch.flip_x": "false", "display.rotation": "270"}
    texts = {"language": "en", "game.rules": "EG"}
    values = {"touch.swap": True, "touch.flip_x": False, "display.rotation": 270}
    assert parse_device_settings(stored | texts) == values | texts


def test_unknown_stored_settings_are_skipped() -> None:
    stored = {"display.rotation": "45", "touch.swap": "maybe", "sound.colour": "3", "": ""}
    assert parse_device_settings(stored) == {}
    assert parse_device_settings({}) == {}
