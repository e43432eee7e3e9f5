"""Pins in use: those of the profile, overridden by pins in the settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kiosk.events import Action
from kiosk.hardware.profiles import IndicatorWiring, Profile, Wiring
from kiosk.settings import Config
from kiosk.settings.keys import HEADER_PINS
from kiosk.settings.model import ENCODER_CONTACTS

MINIMAL_BUTTONS = ("confirm", "next")
"""Two buttons that are sufficient for everything."""
SHARED_PINS = {
    **dict.fromkeys((0, 1), "the ID chip of boards on the header"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
}
"""Pins with another function on many machines."""
SOUND_PINS = (18, 19, 20, 21)
"""Pins of sound boards (I2S), which become silent if a program opens one."""
ID_PINS = (0, 1)
"""Pins at which the machine reads the ID of its boards; never opened by default."""
BUS_CONFIG_LINES = {"SPI": "dtparam=spi=on", "I2C": "dtparam=i2c_arm=on"}
"""Lines of config.txt in a profile that say that the bus is in use."""


def build_button_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """Return the wiring of buttons and encoder, without reserved pins; None if there are none."""
    profile_wiring = profile.wiring if profile and profile.buttons_via == "gpio" else Wiring()
    user_pins = _drop_unusable_pins(config.pins, profile)
    encoder_a, encoder_b = (user_pins.pop(name, None) for name in ENCODER_CONTACTS)
    encoder = profile_wiring.encoder
    if encoder_a is not None and encoder_b is not None:
        encoder = (encoder_a, encoder_b)
    overridden_pins = _find_overridden_pins(config, profile)
    kept_pins = {
        name: pin
        for name, pin in profile_wiring.pins.items()
        if pin not in overridden_pins and profile_wiring.actions.get(name) not in user_pins
    }
    if not (kept_pins or user_pins or encoder):
        return None
    pull_up = config.gpio.pull_up if user_pins else profile_wiring.pull_up
    active_low = config.gpio.active_low
    if active_low is None:
        active_low = pull_up is not False if user_pins else profile_wiring.active_low
    pins = {**kept_pins, **user_pins}
    kept_actions = {  # Also the chords of which all buttons are kept.
        name: action
        for name, action in profile_wiring.actions.items()
        if set(name.split("+")) <= kept_pins.keys()
    }
    actions = {**kept_actions, **{name: name for name in user_pins}}
    return Wiring(
        pins=pins,
        actions=actions | _build_menu_chord(config, pins, actions),
        encoder=encoder,
        steps=config.gpio.encoder_steps or profile_wiring.steps,
        pull_up=pull_up,
        active_low=active_low,
        lockout=config.gpio.debounce / 1000,
    )


def get_low_battery_pin(config: Config, profile: Profile | None) -> int | None:
    """Return the pin of the low-battery line, if there is one and it is not reserved."""
    pin = config.power.low_pin
    return None if pin is None or _is_reserved(profile, pin) else pin


def build_indicator_wiring(config: Config, profile: Profile | None) -> IndicatorWiring | None:
    """Return the wiring of LEDs and buzzer, without reserved pins; None if there are none."""
    profile_wiring = profile.indicators if profile else IndicatorWiring()
    overridden_pins = _find_overridden_pins(config, profile)
    lights = {n: pin for n, pin in profile_wiring.lights.items() if pin not in overridden_pins}
    lights |= _drop_unusable_pins(config.lights, profile)
    buzzer = None if profile_wiring.buzzer in overridden_pins else profile_wiring.buzzer
    gpio = config.gpio
    if gpio.buzzer is not None and not _is_reserved(profile, gpio.buzzer):
        buzzer = gpio.buzzer
    if not lights and buzzer is None:
        return None
    is_high = profile_wiring.lights_high if gpio.lights_high is None else gpio.lights_high
    tones = profile_wiring.buzzer_tones if gpio.buzzer_tones is None else gpio.buzzer_tones
    return IndicatorWiring(lights=lights, lights_high=is_high, buzzer=buzzer, buzzer_tones=tones)


def get_pin_labels(config: Config, profile: Profile | None) -> dict[Action, str]:
    """Return the label of each action's GPIO button, else the name of its pin."""
    wiring = build_button_wiring(config, profile)
    labels = profile.get_button_labels() if profile else {}
    names_by_pin = {pin: name for name, pin in profile.wiring.pins.items()} if profile else {}
    for action, pin in _drop_unusable_pins(config.pins, profile).items():
        labels[action] = names_by_pin.get(pin, f"GPIO{pin}")
    used_actions = wiring.actions.values() if wiring else ()
    return {Action(action): label for action, label in labels.items() if action in used_actions}


def build_learn_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """Return a wiring of all pins that may have a button, named by pin and without actions.

    These are the pins in use and, if the settings allow it or the machine is known, all free ones.
    """
    wiring = build_button_wiring(config, profile) or Wiring()
    pull_up = wiring.pull_up if wiring.pins else config.gpio.pull_up
    # Without a resistor an unconnected pin floats, and would press itself.
    free_pins = set[int]() if pull_up is None else _find_free_pins(config, profile)
    pins = {*wiring.pins.values(), *free_pins} - set(wiring.encoder or ())
    if not pins:
        return None
    by_name, low = {f"GPIO{pin}": pin for pin in sorted(pins)}, wiring.active_low
    return Wiring(pins=by_name, pull_up=pull_up, active_low=low, lockout=wiring.lockout)


def build_test_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """Return the buttons with their actions, and all other pins that may have a button."""
    wiring, learn_wiring = build_button_wiring(config, profile), build_learn_wiring(config, profile)
    if wiring is None or learn_wiring is None:
        return wiring or learn_wiring
    used_pins = wiring.pins.values()
    other_pins = {name: pin for name, pin in learn_wiring.pins.items() if pin not in used_pins}
    return replace(wiring, pins={**wiring.pins, **other_pins})


def list_pin_errors(config: Config, profile: Profile | None) -> Iterator[str]:
    """Yield a line for each setting with a reserved pin or an unknown button."""
    for key, pin in _list_configured_pins(config):
        if profile and _is_reserved(profile, pin):
            part = profile.find_pin_user(pin)
            yield f"{key}: GPIO{pin} belongs to the {part} of {profile.key}, and is left alone"
    wiring = build_button_wiring(config, profile) or Wiring()
    menu_chord = config.gpio.menu_chord
    chords = {f"buttons.pages.gpio.{a}": names for a, names in config.buttons.pages.gpio.items()}
    for key, names in {"gpio.menu_chord": menu_chord, **chords}.items():
        buttons = {name: _resolve_buttons([name], wiring.pins, wiring.actions) for name in names}
        missing = [name for name in names if not buttons[name] <= wiring.pins.keys()]
        if missing:
            button_names = ", ".join(wiring.pins) or "none"
            yield f"{key}: there is no button {', '.join(missing)}; there are: {button_names}"
    if len(_resolve_buttons(menu_chord, wiring.pins, wiring.actions)) < len(menu_chord):
        yield f"gpio.menu_chord: {', '.join(menu_chord)} are fewer buttons than names"


def list_pin_warnings(config: Config, profile: Profile | None) -> Iterator[str]:
    """Yield a line for each setting with a pin that has another function on many machines."""
    for key, pin in _list_configured_pins(config):
        other_use = SHARED_PINS.get(pin)
        if other_use and not _is_reserved(profile, pin):
            yield f"{key}: GPIO{pin} is also {other_use}: it works only where that is off"


def _list_configured_pins(config: Config) -> Iterator[tuple[str, int]]:
    pins_by_key = {f"pins.{name}": pin for name, pin in config.pins.items()}
    pins_by_key |= {f"lights.{name}": pin for name, pin in config.lights.items()}
    pins_by_key["gpio.buzzer"] = config.gpio.buzzer
    pins_by_key["power.low_pin"] = config.power.low_pin
    yield from ((key, pin) for key, pin in pins_by_key.items() if pin is not None)


def _is_reserved(profile: Profile | None, pin: int) -> bool:
    return profile is not None and bool(profile.find_pin_user(pin))


def _find_overridden_pins(config: Config, profile: Profile | None) -> set[int]:
    return {pin for _, pin in _list_configured_pins(config) if not _is_reserved(profile, pin)}


def _drop_unusable_pins(pins: Mapping[str, int | None], profile: Profile | None) -> dict[str, int]:
    present = {name: pin for name, pin in pins.items() if pin is not None}
    return {name: pin for name, pin in present.items() if not _is_reserved(profile, pin)}


def _find_free_pins(config: Config, profile: Profile | None) -> set[int]:
    learn_setting = config.gpio.learn
    if learn_setting is False or (learn_setting is None and profile is None):
        return set()
    indicator_wiring = build_indicator_wiring(config, profile) or IndicatorWiring()
    used_pins: set[int | None] = {
        *ID_PINS,
        *indicator_wiring.pins.values(),
        get_low_battery_pin(config, profile),
    }
    if learn_setting is None:
        used_pins.update(SOUND_PINS, SHARED_PINS)
    config_lines = profile.config if profile else ""
    active_buses = {bus for bus, line in BUS_CONFIG_LINES.items() if line in config_lines}
    used_pins.update(pin for pin, use in SHARED_PINS.items() if use in active_buses)
    return {pin for pin in HEADER_PINS if pin not in used_pins and not _is_reserved(profile, pin)}


def _build_menu_chord(
    config: Config, pins: Mapping[str, int], actions: Mapping[str, str]
) -> dict[str, str]:
    # Two buttons alone have a chord by default, because there is no other way to the menu.
    default = MINIMAL_BUTTONS if sorted(pins) == sorted(MINIMAL_BUTTONS) else ()
    names = config.gpio.menu_chord or default
    buttons = _resolve_buttons(names, pins, actions)
    is_complete = len(buttons) == len(names) and buttons <= pins.keys()
    return {"+".join(sorted(buttons)): "menu"} if names and is_complete else {}


def _resolve_buttons(
    names: Sequence[str], pins: Mapping[str, int], actions: Mapping[str, str]
) -> set[str]:
    # Settings name a button by its label, else by its action.
    buttons_by_action = {action: name for name, action in actions.items() if name in pins}
    return {name if name in pins else buttons_by_action.get(name, name) for name in names}
