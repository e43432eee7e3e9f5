"""Which pin does what on this machine: the profile's wiring, and over it pins of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kiosk.events import Action
from kiosk.hardware.profiles import IndicatorWiring, Profile, Wiring
from kiosk.settings import Config

MINIMAL_BUTTONS = ("confirm", "next")
"""The two buttons with which everything can be done."""
ENCODER_PIN_NAMES = ("encoder-a", "encoder-b")
"""The two contacts of a rotary encoder."""
SHARED_PINS = {
    **dict.fromkeys((0, 1), "the ID chip of boards on the header"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
}
"""Pins that do something else on many machines, and what."""
SOUND_PINS = (18, 19, 20, 21)
"""Pins that a sound board has (I2S); a program that opens one takes its sound away."""
BUS_CONFIG_LINES = {"SPI": "dtparam=spi=on", "I2C": "dtparam=i2c_arm=on"}
"""The lines of config.txt with which a profile says that these pins are in use."""
ID_PINS = (0, 1)
"""Pins that nothing is ever asked of by itself: the machine reads its boards there."""


def build_button_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """What is at which pin, after the settings in force; None where nothing is at any.

    Pins that belong to the machine itself are left out; `misplaced` tells of them.
    """
    profile_wiring = profile.wiring if profile and profile.arrives == "gpio" else Wiring()
    user_pins = _get_user_pins(config, profile)
    user_encoder = (
        user_pins.pop(ENCODER_PIN_NAMES[0], None),
        user_pins.pop(ENCODER_PIN_NAMES[1], None),
    )
    encoder = (
        profile_wiring.encoder
        if None in user_encoder
        else (user_encoder[0] or 0, user_encoder[1] or 0)
    )
    overridden_pins = {
        *user_pins.values(),
        *user_encoder,
        *_get_user_indicators(config, profile).pins.values(),
    }
    overridden_pins.add(get_low_battery_pin(config, profile))
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
    actions = {
        **_filter_actions(profile_wiring.actions, kept_pins),
        **{name: name for name in user_pins},
    }
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
    """The pin of the line that tells of a low battery, if there is one that may be used."""
    pin = config.power.low_pin
    return None if pin is None or (profile and profile.find_pin_user(pin)) else pin


def build_indicator_wiring(config: Config, profile: Profile | None) -> IndicatorWiring | None:
    """The lights and the buzzer, after the settings in force; None where there are none."""
    user_wiring, profile_wiring = (
        _get_user_indicators(config, profile),
        profile.signals if profile else IndicatorWiring(),
    )
    overridden_pins = {
        *user_wiring.pins.values(),
        *_get_user_pins(config, profile).values(),
        get_low_battery_pin(config, profile),
    }
    lights = {
        n: pin for n, pin in profile_wiring.lights.items() if pin not in overridden_pins
    } | dict(user_wiring.lights)
    buzzer = None if profile_wiring.buzzer in overridden_pins else profile_wiring.buzzer
    if not lights and user_wiring.buzzer is None and buzzer is None:
        return None
    lights_high, tones = config.gpio.lights_high, config.gpio.buzzer_tones
    return IndicatorWiring(
        lights=lights,
        lights_high=profile_wiring.lights_high if lights_high is None else lights_high,
        buzzer=buzzer if user_wiring.buzzer is None else user_wiring.buzzer,
        buzzer_tones=profile_wiring.buzzer_tones if tones is None else tones,
    )


def get_pin_labels(config: Config, profile: Profile | None) -> dict[Action, str]:
    """What stands on the machine's own buttons, by what they mean; else the name of the pin."""
    wiring = build_button_wiring(config, profile)
    profile_labels = profile.get_button_labels() if profile else {}
    names_by_pin = {pin: name for name, pin in profile.wiring.pins.items()} if profile else {}
    user_labels = {
        name: names_by_pin.get(pin, f"GPIO{pin}")
        for name, pin in _get_user_pins(config, profile).items()
    }
    used_actions = wiring.actions.values() if wiring else ()
    return {
        Action(a): text
        for a, text in {**profile_labels, **user_labels}.items()
        if a in used_actions
    }


def build_learn_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """Every pin at which a button may be, each called by its pin and without any meaning.

    These are the pins in use and, where that is wanted or the machine is known, those that nothing
    else has. None where there are none.
    """
    wiring = build_button_wiring(config, profile) or Wiring()
    pull_up = wiring.pull_up if wiring.pins else config.gpio.pull_up
    # Without any resistor a pin at which nothing is floats, and would press itself.
    free_pins = set[int]() if pull_up is None else _find_free_pins(config, profile)
    pins = {*wiring.pins.values(), *free_pins} - set(wiring.encoder or ())
    if not pins:
        return None
    return Wiring(
        pins={f"GPIO{pin}": pin for pin in sorted(pins)},
        pull_up=pull_up,
        active_low=wiring.active_low,
        lockout=wiring.lockout,
    )


def build_test_wiring(config: Config, profile: Profile | None) -> Wiring | None:
    """The buttons at pins with all that they mean, and every other pin at which one may be."""
    wiring, learn_wiring = build_button_wiring(config, profile), build_learn_wiring(config, profile)
    if wiring is None or learn_wiring is None:
        return wiring or learn_wiring
    used_pins = wiring.pins.values()
    other_pins = {name: pin for name, pin in learn_wiring.pins.items() if pin not in used_pins}
    return replace(wiring, pins={**wiring.pins, **other_pins})


def list_pin_errors(config: Config, profile: Profile | None) -> Iterator[str]:
    """A line for every setting of a pin that cannot be: the machine itself uses it."""
    for key, pin in _list_configured_pins(config):
        pin_user = profile.find_pin_user(pin) if profile else ""
        if profile and pin_user:
            yield f"{key}: GPIO{pin} belongs to the {pin_user} of {profile.key}, and is left alone"
    wiring = build_button_wiring(config, profile)
    known_buttons, actions = (wiring.pins, wiring.actions) if wiring else ({}, {})
    chords = {f"buttons.pages.gpio.{a}": names for a, names in config.buttons.pages.gpio.items()}
    for key, names in {"gpio.menu_chord": config.gpio.menu_chord, **chords}.items():
        missing = [
            name
            for name in names
            if not _resolve_buttons([name], known_buttons, actions) <= known_buttons.keys()
        ]
        if missing:
            button_names = ", ".join(known_buttons) or "none"
            yield f"{key}: there is no button {', '.join(missing)}; there are: {button_names}"
    chord = config.gpio.menu_chord
    if len(_resolve_buttons(chord, known_buttons, actions)) < len(chord):
        yield f"gpio.menu_chord: {', '.join(chord)} are fewer buttons than names"


def list_pin_warnings(config: Config, profile: Profile | None) -> Iterator[str]:
    """A line for every setting of a pin that does something else on many machines."""
    for key, pin in _list_configured_pins(config):
        other_use = SHARED_PINS.get(pin)
        if other_use and not (profile and profile.find_pin_user(pin)):
            yield f"{key}: GPIO{pin} is also {other_use}: it works only where that is off"


def _list_configured_pins(config: Config) -> Iterator[tuple[str, int]]:
    """The pins of one's own by the keys of their settings."""
    pins_by_key = {f"pins.{name}": pin for name, pin in config.pins.items()}
    pins_by_key |= {f"lights.{name}": pin for name, pin in config.lights.items()}
    pins_by_key["gpio.buzzer"] = config.gpio.buzzer
    pins_by_key["power.low_pin"] = config.power.low_pin
    yield from ((key, pin) for key, pin in pins_by_key.items() if pin is not None)


def _get_user_pins(config: Config, profile: Profile | None) -> dict[str, int]:
    """The pins of one's own that may be used, by what they do."""
    pins = {name: pin for name, pin in config.pins.items() if pin is not None}
    return {name: pin for name, pin in pins.items() if not (profile and profile.find_pin_user(pin))}


def _get_user_indicators(config: Config, profile: Profile | None) -> IndicatorWiring:
    """The lights and the buzzer of one's own whose pins may be used."""
    pins = {name: pin for name, pin in config.lights.items() if pin is not None}
    buzzer = config.gpio.buzzer
    is_buzzer_reserved = (
        buzzer is not None and profile is not None and profile.find_pin_user(buzzer)
    )
    return IndicatorWiring(
        lights={n: pin for n, pin in pins.items() if not (profile and profile.find_pin_user(pin))},
        buzzer=None if is_buzzer_reserved else buzzer,
    )


def _find_free_pins(config: Config, profile: Profile | None) -> set[int]:
    """The pins that nothing has, as far as is known; none where they are not to be touched."""
    learn_setting = config.gpio.learn
    if learn_setting is False or (learn_setting is None and profile is None):
        return set()
    config_lines = profile.config if profile else ""
    active_buses = {what for what, line in BUS_CONFIG_LINES.items() if line in config_lines}
    reserved_pins = {pin for pin in range(28) if profile and profile.find_pin_user(pin)}
    indicator_wiring = build_indicator_wiring(config, profile)
    reserved_pins |= {pin for pin in (get_low_battery_pin(config, profile),) if pin is not None}
    reserved_pins |= set(indicator_wiring.pins.values() if indicator_wiring else ())
    reserved_pins |= {
        pin for pin, what in SHARED_PINS.items() if learn_setting is None or what in active_buses
    }
    return set(range(28)) - reserved_pins - set(ID_PINS) - set(() if learn_setting else SOUND_PINS)


def _build_menu_chord(
    config: Config, pins: Mapping[str, int], actions: Mapping[str, str]
) -> dict[str, str]:
    """The chord of the menu that the settings name, or that two lonely buttons have.

    A chord of fewer buttons than names is none.
    """
    names = config.gpio.menu_chord or (
        MINIMAL_BUTTONS if sorted(pins) == sorted(MINIMAL_BUTTONS) else ()
    )
    buttons = _resolve_buttons(names, pins, actions)
    is_complete = len(buttons) == len(names) and buttons <= pins.keys()
    return {"+".join(sorted(buttons)): "menu"} if names and is_complete else {}


def _resolve_buttons(
    names: Sequence[str], pins: Mapping[str, int], actions: Mapping[str, str]
) -> set[str]:
    """The buttons that the settings call so: by what stands on them, else by what they do."""
    buttons_by_action = {action: name for name, action in actions.items() if name in pins}
    return {name if name in pins else buttons_by_action.get(name, name) for name in names}


def _filter_actions(actions: Mapping[str, str], pins: Mapping[str, int]) -> dict[str, str]:
    """What the buttons that are left mean, and the chords of which all are left."""
    return {name: a for name, a in actions.items() if set(name.split("+")) <= pins.keys()}
