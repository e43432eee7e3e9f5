"""Hardware profiles: pins, sizes, detection, and the settings and wiring made of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from engine.variants import VARIANTS
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.app.hardware_setup import HardwareSetup, create_screen_transform, set_up_hardware
from kiosk.cli import run_cli
from kiosk.events import Action
from kiosk.hardware.detect import MachineFacts, detect_profile, parse_facts
from kiosk.hardware.pins import build_button_wiring, build_learn_wiring, get_pin_labels
from kiosk.hardware.profiles import (
    ROTATIONS,
    Profile,
    ProfileError,
    Wiring,
    list_profiles,
    load_profile,
)
from kiosk.layout import arrange_table
from kiosk.layout.metrics import min_touch_size
from kiosk.layout.table_layout import TableShape
from kiosk.settings import Config
from kiosk.settings.keys import canonicalize_name
from kiosk.settings.model import DEFAULT_PINS
from tests.support.each import find_failures

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "assets/hardware"
ALL = list_profiles(FOLDER)
PROFILES = {key: load_profile(FOLDER, key) for key in ALL}
PANELS = [key for key in ALL if PROFILES[key].width and PROFILES[key].is_large_enough]
AT_PINS = [key for key in ALL if PROFILES[key].buttons_via == "gpio"]
# The serial console, unless config.txt disables it.
SERIAL = {14, 15}


def test_there_are_some() -> None:
    assert len(ALL) > 50
    assert {"touch-display-2", "clockworkpi-uconsole", "waveshare-lcd-hat-joystick"} <= set(ALL)


def test_a_profile_is_complete() -> None:
    assert find_failures(check_profile, ALL) == []


def check_profile(key: str) -> None:
    profile = PROFILES[key]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)
    assert profile.name
    assert profile.source
    assert (profile.width is None) == (profile.height is None)
    assert profile.rotation in ROTATIONS
    assert profile.buttons_via in ("gpio", "keyboard", "gamepad", "none")
    assert profile.panel_via in ("drm", "fbcp", "none")
    assert (profile.panel_via == "none") == (profile.width is None)
    assert profile.width is None or "vc4-kms-v3d" in profile.config
    assert profile.density is None or 100 <= profile.density <= 300
    assert 1 <= profile.frames_per_second <= 60
    assert bool(profile.wiring.pins) == (profile.buttons_via == "gpio")
    assert all(line.strip() == line and "=" in line for line in profile.config.splitlines())
    reserved = [pin for pins in profile.reserved_pins.values() for pin in pins]
    assert len(reserved) == len(set(reserved)), "a pin of two parts"
    assert set(reserved) <= set(range(28))
    assert not set(reserved) & {*profile.wiring.pins.values(), *profile.indicators.pins.values()}
    if "dtparam=spi=on" in profile.config:
        assert {10, 11} <= set(reserved), "a panel at SPI"


def test_the_buttons_of_a_profile_are_valid_and_sufficient() -> None:
    assert find_failures(check_buttons, AT_PINS) == []


def check_buttons(key: str) -> None:
    wiring = PROFILES[key].wiring
    assert wiring.find_problems(PROFILES[key].indicators.pins) == []
    assert {name for name in wiring.actions if "+" not in name} == set(wiring.pins)
    assert all(chord <= wiring.pins.keys() for chord in wiring.chords)
    actions = list(wiring.actions.values())
    assert set(actions) <= set(Action)
    assert len(actions) == len(set(actions)), "two buttons for one action"
    if SERIAL & set(wiring.pins.values()):
        assert "enable_uart=0" in PROFILES[key].config
    if not PROFILES[key].touch:
        assert "confirm" in actions
        assert {"up", "down", "left", "right"} <= set(actions) or "next" in actions
        assert "back" in actions or "next" in actions, "holding Next means Back"


@pytest.mark.parametrize("key", [key for key in ALL if PROFILES[key].keys])
def test_the_keys_of_a_profile_are_keys(key: str) -> None:
    keys = PROFILES[key].keys
    names = [name for some in keys.values() for name in some]
    assert PROFILES[key].buttons_via == "keyboard"
    assert set(keys) <= set(Action)
    assert [canonicalize_name("keyboard", name) for name in names] == names
    assert len(set(names)) == len(names)


def test_a_table_fits_inside_the_panel() -> None:
    assert find_failures(check_table_fits, PANELS) == []


def check_table_fits(key: str) -> None:
    profile = PROFILES[key]
    assert profile.width
    assert profile.height
    config = set_up_hardware(Config(hardware=key), FOLDER).config
    view = create_screen_transform(config, (profile.width, profile.height))
    assert min(view.size) >= 240
    for record in VARIANTS:
        shape = TableShape(record.columns, max(record.cells), record.cards_per_column)
        layout = arrange_table(view.size, shape, config.display.density)
        boxes = [
            *layout.column_areas,
            *layout.cell_areas,
            *layout.foundation_areas,
            *(box for _, box in layout.toolbar.buttons),
        ]
        for box in boxes:
            place = view.to_panel_box(box)
            assert place.x >= 0 <= place.y
            assert place.right <= profile.width
            assert place.bottom <= profile.height
            if "Round glass" in profile.notes:
                assert is_inside_circle(place, profile.width)
        if config.display.density:
            least = min_touch_size(view.size, config.display.density)
            assert all(min(box.w, box.h) >= least * 0.6 for _, box in layout.toolbar.buttons)


def is_inside_circle(box: tuple[int, int, int, int], diameter: int) -> bool:
    x, y, w, h = box
    radius = diameter / 2
    corners = [(a - radius, b - radius) for a in (x, x + w) for b in (y, y + h)]
    return all(a * a + b * b <= radius**2 for a, b in corners)


def test_what_is_too_small_says_so() -> None:
    small = [key for key in ALL if not PROFILES[key].is_large_enough]
    assert small == ["adafruit-minipitft114", "waveshare-lcd-hat-144"]
    for key in small:
        (problem,) = set_up_hardware(Config(hardware=key), FOLDER).problems
        assert "is too small" in problem
        assert "240x240 are needed" in problem


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("wiring: {pins: {A: 28}, actions: {A: up}}", "A: there is no GPIO28"),
        ("wiring: {pins: {A: 5, B: 5}}", "GPIO5 is used by A and by B"),
        (
            "wiring: {pins: {A: 5}}\nsignals: {lights: {game: 5}}",
            "GPIO5 is used by A and by light game",
        ),
        ("signals: {lights: {game: 6}, buzzer: 6}", "GPIO6 is used by light game and by buzzer"),
        ("taken: {panel: [6]}\nsignals: {buzzer: 6}", "buzzer: GPIO6 is the pin of the panel"),
        ("wiring: {pins: {A: 5}, encoder: [5, 6]}", "GPIO5 is used by A and by encoder"),
        ("wiring: {pins: {A: 2}, pull_up: false}", "GPIO2 has a pull-up on the board"),
        ("wiring: {encoder: [3, 4], pull_up: false}", "GPIO3 has a pull-up on the board"),
        (
            "taken: {panel: [5]}\nwiring: {pins: {A: 5}}",
            "A: GPIO5 is the pin of the panel",
        ),
        ("rotation: 45", "there is no rotation by 45 degrees"),
        ("colour: red", "colour"),
        ("- a", "sequence"),
        ("a: [", "while parsing"),
    ],
)
def test_a_profile_that_cannot_be_is_refused(tmp_path: Path, rows: str, problem: str) -> None:
    text = rows if rows.startswith("-") else f"name: mine\n{rows}\n"
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(ProfileError) as error:
        load_profile(tmp_path, "mine")
    assert "\n" not in str(error.value)
    assert "mine.yaml cannot be used" in str(error.value)
    assert problem in str(error.value) or rows.startswith("- a")
    assert set_up_hardware(Config(hardware="mine"), tmp_path).problems == (
        f"hardware: {error.value}",
    )


# Recognizing


def make_machine(folder: Path, files: dict[str, str]) -> MachineFacts:
    """Write files below /proc and /sys, and detect the machine that they describe."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return MachineFacts.detect(folder / "proc", folder / "sys")


PANEL = "sys/bus/platform/devices/panel/of_node/compatible"
DSI = "sys/bus/mipi-dsi/devices/10000000.dsi.0/of_node/compatible"


@pytest.mark.parametrize(
    ("files", "key"),
    [
        ({DSI: "raspberrypi,dsi-7inch\0ilitek,ili9881c\0"}, "touch-display-2"),
        ({DSI: "raspberrypi,dsi-5inch\0"}, "touch-display-2-5in"),
        ({DSI: "cw,cwu50\0"}, "clockworkpi-uconsole"),
        ({"proc/device-tree/hat/product": "Display HAT Mini\0"}, "pimoroni-display-hat-mini"),
        (
            {PANEL: "pimoroni,hyperpixel4\0panel-dpi\0"},
            "hyperpixel4",
        ),
        (
            {
                "sys/class/drm/card1-DSI-1/modes": "800x480\n",
                "sys/class/drm/card1-DSI-1/status": "connected\n",
            },
            "touch-7in",
        ),
        (
            {
                "sys/class/drm/card0-DSI-1/modes": "800x480\n",
                "sys/class/drm/card0-DSI-1/status": "connected\n",
                DSI: "waveshare,4-3-inch-dsi\0panel-dsi\0",
            },
            "waveshare-dsi-43",
        ),
        (
            {
                "sys/class/drm/card0-DPI-1/modes": "320x240\n",
                "sys/class/drm/card0-DPI-1/status": "unknown\n",
                "sys/class/input/input3/id/vendor": "045e\n",
                "sys/class/input/input3/id/product": "028e\n",
            },
            "retroflag-gpi-case",
        ),
        (
            {
                "sys/class/drm/card0-DPI-1/modes": "320x240\n",
                "sys/class/drm/card0-DPI-1/status": "connected\n",
            },
            None,
        ),
        (
            {
                "sys/class/drm/card1-DSI-1/modes": "800x480\n",
                "sys/class/drm/card1-DSI-1/status": "disconnected\n",
            },
            None,
        ),
        ({"sys/class/drm/card1-HDMI-A-1/modes": "1920x1080\n1280x720\n"}, None),
        ({"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}, None),
        ({}, None),
    ],
)
def test_a_machine_is_recognized_or_not(
    tmp_path: Path, files: dict[str, str], key: str | None
) -> None:
    machine = make_machine(tmp_path, files)
    profile = detect_profile(FOLDER, machine)
    assert (profile.key if profile else None) == key
    assert set_up_hardware(Config(), FOLDER, lambda: machine).profile == profile
    assert set_up_hardware(Config(hardware="none"), FOLDER, lambda: machine).profile is None


def test_the_facts_are_parsed_without_yaml() -> None:
    assert find_failures(check_facts, ALL) == []


def check_facts(key: str) -> None:
    text = (FOLDER / f"{key}.yaml").read_text(encoding="utf-8")
    assert parse_facts(text) == yaml.safe_load(text).get("detect", {})
    assert parse_facts(text) == PROFILES[key].detect


def test_no_two_profiles_are_recognized_by_the_same() -> None:
    facts = [tuple(sorted(p.detect.items())) for p in PROFILES.values() if p.detect]
    assert len(facts) == len(set(facts))


def test_of_two_that_fit_alike_none_is_taken(tmp_path: Path) -> None:
    for key in ("one", "two"):
        (tmp_path / f"{key}.yaml").write_text('name: x\ndetect:\n  product: "x"\n')
    assert detect_profile(tmp_path, MachineFacts(product="X 1")) is None
    (tmp_path / "two.yaml").unlink()
    assert detect_profile(tmp_path, MachineFacts(product="X 1")) == Profile(
        key="one", name="x", detect={"product": "x"}
    )


# Settings and wiring of a profile


def get_wiring(setup: HardwareSetup) -> Wiring:
    wiring = build_button_wiring(setup.config, setup.profile)
    assert wiring is not None
    return wiring


def get_labels(setup: HardwareSetup) -> dict[Action, str]:
    return get_pin_labels(setup.config, setup.profile)


def user_pins(**pins: int) -> dict[str, int | None]:
    return {**DEFAULT_PINS, **pins}


def test_the_profile_fills_in_what_no_file_says() -> None:
    setup = set_up_hardware(Config(hardware="clockworkpi-uconsole"), FOLDER)
    assert setup.config.display.rotation == 90
    written = Config(hardware="clockworkpi-uconsole").with_values({"display.rotation": 0})
    assert set_up_hardware(written, FOLDER).config.display.rotation == 0
    assert build_button_wiring(setup.config, setup.profile) is None
    assert get_labels(setup) == {}


def test_keys_that_buttons_write_mean_what_the_profile_says_unless_a_file_does() -> None:
    keyboard = set_up_hardware(Config(hardware="pimoroni-picade"), FOLDER).config.buttons.keyboard
    assert keyboard["undo"] == ("z", "backspace")
    assert keyboard["confirm"][0] == "left-ctrl"
    config = Config(hardware="pimoroni-picade").with_values({"buttons.keyboard.undo": ("j",)})
    keyboard = set_up_hardware(config, FOLDER).config.buttons.keyboard
    assert keyboard["undo"] == ("j",)
    assert keyboard["menu"] == ("o",)


def test_the_buttons_of_a_profile_have_labels() -> None:
    setup = set_up_hardware(Config(hardware="waveshare-lcd-hat-joystick"), FOLDER)
    assert get_labels(setup)[Action.CONFIRM] == "press"
    assert get_labels(setup)[Action.UNDO] == "key1"
    assert get_wiring(setup).lockout == 0.03


def test_pins_of_ones_own_take_the_place_of_the_profiles() -> None:
    config = Config(hardware="waveshare-lcd-hat-joystick", pins=user_pins(undo=4, menu=20))
    setup = set_up_hardware(config, FOLDER)
    assert get_wiring(setup).pins["undo"] == 4
    assert get_wiring(setup).pins["menu"] == 20
    assert "key1" not in get_wiring(setup).pins, "it did the same"
    assert "key2" not in get_wiring(setup).pins, "it was at that pin"
    assert get_wiring(setup).find_problems({}) == []
    assert get_labels(setup)[Action.UNDO] == "GPIO4", "nobody knows what stands on it"
    assert get_labels(setup)[Action.MENU] == "key2", "that stands on the button at this pin"
    assert get_labels(setup)[Action.CONFIRM] == "press"
    assert Action.HINT not in get_labels(setup)


def test_pins_of_ones_own_without_any_profile() -> None:
    config = Config(hardware="none", pins=user_pins(next=5, confirm=6)).with_values(
        {"gpio.pull_up": False, "gpio.debounce": 40, "pins.encoder-a": 17, "pins.encoder-b": 27}
    )
    assert get_wiring(set_up_hardware(config, FOLDER)) == Wiring(
        pins={"next": 5, "confirm": 6},
        actions={"next": "next", "confirm": "confirm", "confirm+next": "menu"},
        encoder=(17, 27),
        pull_up=False,
        active_low=False,
        lockout=0.04,
    )


def test_two_buttons_of_ones_own_open_the_menu_together() -> None:
    setup = set_up_hardware(Config(hardware="none", pins=user_pins(next=5, confirm=6)), FOLDER)
    assert get_wiring(setup).actions["confirm+next"] == "menu"
    more = set_up_hardware(
        Config(hardware="none", pins=user_pins(next=5, confirm=6, back=7)), FOLDER
    )
    assert get_wiring(more).chords == ()


def test_the_chord_of_the_menu_can_be_chosen() -> None:
    config = Config(hardware="waveshare-game-hat").with_values(
        {"gpio.menu_chord": ("start", "select")}
    )
    setup = set_up_hardware(config, FOLDER)
    assert get_wiring(setup).actions["select+start"] == "menu"
    assert setup.problems == ()
    wrong = set_up_hardware(config.with_values({"gpio.menu_chord": ("start", "knob")}), FOLDER)
    assert get_wiring(wrong).chords == ()
    assert wrong.problems[0].startswith("gpio.menu_chord: there is no button knob; there are: up,")


def test_a_chord_may_name_the_buttons_of_a_profile_by_what_they_do() -> None:
    config = Config(hardware="waveshare-lcd-hat-joystick")
    setup = set_up_hardware(config.with_values({"gpio.menu_chord": ("confirm", "key1")}), FOLDER)
    assert get_wiring(setup).actions["key1+press"] == "menu"
    assert setup.problems == ()
    twice = set_up_hardware(config.with_values({"gpio.menu_chord": ("confirm", "press")}), FOLDER)
    assert get_wiring(twice).chords == ()
    assert get_wiring(twice).actions["press"] == "confirm"
    assert twice.problems == ("gpio.menu_chord: confirm, press are fewer buttons than names",)


def test_a_chord_goes_with_its_buttons() -> None:
    setup = set_up_hardware(
        Config(hardware="adafruit-minipitft13", pins=user_pins(confirm=5)), FOLDER
    )
    assert get_wiring(setup).chords == ()
    whole = set_up_hardware(Config(hardware="adafruit-minipitft13"), FOLDER)
    assert get_wiring(whole).chords == (frozenset("AB"),)


def test_a_pin_of_the_machine_itself_is_left_alone() -> None:
    config = Config(hardware="adafruit-pitft28", pins=user_pins(next=25, up=18, home=5))
    setup = set_up_hardware(config, FOLDER)
    assert get_wiring(setup).pins.keys() == {"b1", "b2", "b3", "b4", "home"}
    assert get_labels(setup)[Action.HOME] == "GPIO5"
    assert setup.problems == (
        "pins.up: GPIO18 belongs to the panel of adafruit-pitft28, and is left alone",
        "pins.next: GPIO25 belongs to the panel of adafruit-pitft28, and is left alone",
    )


@pytest.mark.parametrize(
    ("pin", "what"),
    [(0, "the ID chip"), (3, "I2C"), (7, "SPI"), (11, "SPI"), (15, "the serial console")],
)
def test_a_pin_with_another_use_is_only_doubted(pin: int, what: str) -> None:
    config = Config(hardware="none", pins=user_pins(next=pin))
    setup = set_up_hardware(config, FOLDER)
    assert setup.problems == ()
    (warning,) = setup.warnings
    assert warning.startswith(f"pins.next: GPIO{pin} is also {what}")
    assert get_wiring(setup).pins == {"next": pin}


FREE = {4, 5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27}


@pytest.mark.parametrize(
    ("hardware", "learn", "pins"),
    [
        ("none", None, set()),
        ("none", False, set()),
        ("none", True, set(range(2, 28))),
        ("touch-7in", None, FREE),
        ("touch-7in", False, set()),
        ("touch-7in", True, set(range(2, 28))),
        ("hyperpixel4", True, set()),
        ("adafruit-pitft28", None, FREE - {18, 24, 25}),
        ("adafruit-pitft28", False, {17, 22, 23, 27}),
        (
            "adafruit-pitft28",
            True,
            {*range(4, 7), *range(12, 18), *range(19, 24), 26, 27},
        ),
        ("retroflag-nespi", None, FREE - {4}),
    ],
)
def test_buttons_are_learnt_at_no_pin_that_something_else_has(
    hardware: str, learn: bool | None, pins: set[int]
) -> None:
    setup = set_up_hardware(Config(hardware=hardware).with_values({"gpio.learn": learn}), FOLDER)
    wiring = build_learn_wiring(setup.config, setup.profile)
    assert set(wiring.pins.values() if wiring else ()) == pins
    assert all(name == f"GPIO{pin}" for name, pin in (wiring.pins if wiring else {}).items())


def test_a_pin_that_would_float_is_no_button_to_learn() -> None:
    config = Config(pins=user_pins(next=5)).with_values({"gpio.learn": True, "gpio.pull_up": None})
    wiring = build_learn_wiring(config, None)
    assert wiring
    assert wiring.pins == {"GPIO5": 5}


def test_probe_prints_what_a_profile_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert find_failures(lambda key: check_probe(key, capsys), ALL) == []


def check_probe(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["probe", "--hardware", key], ShutdownSignals(), {}) == 0
    output = capsys.readouterr().out
    profile = PROFILES[key]
    assert f"hardware: {profile.name} ({key})" in output
    assert all(f"  config.txt: {line}\n" in output for line in profile.config.splitlines())
    assert all(f"GPIO{pin}" in output for pin in profile.wiring.pins.values())
    assert all(f"  pins of the {part}: " in output for part in profile.reserved_pins)
    assert all(f"GPIO{pin}" in output for pin in profile.indicators.pins.values())
    assert ("too small" in output) is not profile.is_large_enough


def test_probe_answers_an_unknown_name_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_cli(["probe", "--hardware", "uconsol"], ShutdownSignals(), {}) == 2
    assert "the nearest are: clockworkpi-uconsole" in capsys.readouterr().err
