"""Which pin does what on this machine: the profile's wiring, and over it pins of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kiosk.events import Action
from kiosk.hardware.profiles import IndicatorWiring, Profile, Wiring
from kiosk.settings import Config

TWO = ("confirm", "next")
"""The two buttons with which everything can be done."""
ENDS = ("encoder-a", "encoder-b")
"""The two contacts of a rotary encoder."""
SHARED = {
    **dict.fromkeys((0, 1), "the ID chip of boards on the header"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
}
"""Pins that do something else on many machines, and what."""
SOUND = (18, 19, 20, 21)
"""Pins that a sound board has (I2S); a program that opens one takes its sound away."""
SWITCHED_ON = {"SPI": "dtparam=spi=on", "I2C": "dtparam=i2c_arm=on"}
"""The lines of config.txt with which a profile says that these pins are in use."""
UNTOUCHED = (0, 1)
"""Pins that nothing is ever asked of by itself: the machine reads its boards there."""


def wired(config: Config, profile: Profile | None) -> Wiring | None:
    """What is at which pin, after the settings in force; None where nothing is at any.

    Pins that belong to the machine itself are left out; `misplaced` tells of them.
    """
    theirs = profile.wiring if profile and profile.arrives == "gpio" else Wiring()
    own = _own(config, profile)
    ends = own.pop(ENDS[0], None), own.pop(ENDS[1], None)
    encoder = theirs.encoder if None in ends else (ends[0] or 0, ends[1] or 0)
    over = {*own.values(), *ends, *_own_signals(config, profile).pins.values()}
    over.add(low_line(config, profile))
    kept = {
        name: pin
        for name, pin in theirs.pins.items()
        if pin not in over and theirs.actions.get(name) not in own
    }
    if not (kept or own or encoder):
        return None
    pulled = config.gpio.pull_up if own else theirs.pull_up
    low = config.gpio.active_low
    if low is None:
        low = pulled is not False if own else theirs.active_low
    pins = {**kept, **own}
    actions = {**_meant(theirs.actions, kept), **{name: name for name in own}}
    return Wiring(
        pins=pins,
        actions=actions | _menu_chord(config, pins, actions),
        encoder=encoder,
        steps=config.gpio.encoder_steps or theirs.steps,
        pull_up=pulled,
        active_low=low,
        lockout=config.gpio.debounce / 1000,
    )


def low_line(config: Config, profile: Profile | None) -> int | None:
    """The pin of the line that tells of a low battery, if there is one that may be used."""
    pin = config.power.low_pin
    return None if pin is None or (profile and profile.find_pin_user(pin)) else pin


def signals(config: Config, profile: Profile | None) -> IndicatorWiring | None:
    """The lights and the buzzer, after the settings in force; None where there are none."""
    own, theirs = _own_signals(config, profile), profile.signals if profile else IndicatorWiring()
    over = {*own.pins.values(), *_own(config, profile).values(), low_line(config, profile)}
    lights = {n: pin for n, pin in theirs.lights.items() if pin not in over} | dict(own.lights)
    buzzer = None if theirs.buzzer in over else theirs.buzzer
    if not lights and own.buzzer is None and buzzer is None:
        return None
    high, tones = config.gpio.lights_high, config.gpio.buzzer_tones
    return IndicatorWiring(
        lights=lights,
        lights_high=theirs.lights_high if high is None else high,
        buzzer=buzzer if own.buzzer is None else own.buzzer,
        buzzer_tones=theirs.buzzer_tones if tones is None else tones,
    )


def labels(config: Config, profile: Profile | None) -> dict[Action, str]:
    """What stands on the machine's own buttons, by what they mean; else the name of the pin."""
    wiring = wired(config, profile)
    known = profile.get_button_labels() if profile else {}
    there = {pin: name for name, pin in profile.wiring.pins.items()} if profile else {}
    own = {name: there.get(pin, f"GPIO{pin}") for name, pin in _own(config, profile).items()}
    meant = wiring.actions.values() if wiring else ()
    return {Action(a): text for a, text in {**known, **own}.items() if a in meant}


def to_learn(config: Config, profile: Profile | None) -> Wiring | None:
    """Every pin at which a button may be, each called by its pin and without any meaning.

    These are the pins in use and, where that is wanted or the machine is known, those that nothing
    else has. None where there are none.
    """
    wiring = wired(config, profile) or Wiring()
    pull_up = wiring.pull_up if wiring.pins else config.gpio.pull_up
    # Without any resistor a pin at which nothing is floats, and would press itself.
    free = set[int]() if pull_up is None else _free(config, profile)
    pins = {*wiring.pins.values(), *free} - set(wiring.encoder or ())
    if not pins:
        return None
    return Wiring(
        pins={f"GPIO{pin}": pin for pin in sorted(pins)},
        pull_up=pull_up,
        active_low=wiring.active_low,
        lockout=wiring.lockout,
    )


def to_test(config: Config, profile: Profile | None) -> Wiring | None:
    """The buttons at pins with all that they mean, and every other pin at which one may be."""
    wiring, learnt = wired(config, profile), to_learn(config, profile)
    if wiring is None or learnt is None:
        return wiring or learnt
    used = wiring.pins.values()
    others = {name: pin for name, pin in learnt.pins.items() if pin not in used}
    return replace(wiring, pins={**wiring.pins, **others})


def misplaced(config: Config, profile: Profile | None) -> Iterator[str]:
    """A line for every setting of a pin that cannot be: the machine itself uses it."""
    for key, pin in _pins(config):
        whose = profile.find_pin_user(pin) if profile else ""
        if profile and whose:
            yield f"{key}: GPIO{pin} belongs to the {whose} of {profile.key}, and is left alone"
    wiring = wired(config, profile)
    there, meant = (wiring.pins, wiring.actions) if wiring else ({}, {})
    named = {f"buttons.pages.gpio.{a}": names for a, names in config.buttons.pages.gpio.items()}
    for key, names in {"gpio.menu_chord": config.gpio.menu_chord, **named}.items():
        absent = [name for name in names if not _buttons([name], there, meant) <= there.keys()]
        if absent:
            known = ", ".join(there) or "none"
            yield f"{key}: there is no button {', '.join(absent)}; there are: {known}"
    chord = config.gpio.menu_chord
    if len(_buttons(chord, there, meant)) < len(chord):
        yield f"gpio.menu_chord: {', '.join(chord)} are fewer buttons than names"


def doubtful(config: Config, profile: Profile | None) -> Iterator[str]:
    """A line for every setting of a pin that does something else on many machines."""
    for key, pin in _pins(config):
        other = SHARED.get(pin)
        if other and not (profile and profile.find_pin_user(pin)):
            yield f"{key}: GPIO{pin} is also {other}: it works only where that is off"


def _pins(config: Config) -> Iterator[tuple[str, int]]:
    """The pins of one's own by the keys of their settings."""
    named = {f"pins.{name}": pin for name, pin in config.pins.items()}
    named |= {f"lights.{name}": pin for name, pin in config.lights.items()}
    named["gpio.buzzer"] = config.gpio.buzzer
    named["power.low_pin"] = config.power.low_pin
    yield from ((key, pin) for key, pin in named.items() if pin is not None)


def _own(config: Config, profile: Profile | None) -> dict[str, int]:
    """The pins of one's own that may be used, by what they do."""
    pins = {name: pin for name, pin in config.pins.items() if pin is not None}
    return {name: pin for name, pin in pins.items() if not (profile and profile.find_pin_user(pin))}


def _own_signals(config: Config, profile: Profile | None) -> IndicatorWiring:
    """The lights and the buzzer of one's own whose pins may be used."""
    pins = {name: pin for name, pin in config.lights.items() if pin is not None}
    buzzer = config.gpio.buzzer
    taken = buzzer is not None and profile is not None and profile.find_pin_user(buzzer)
    return IndicatorWiring(
        lights={n: pin for n, pin in pins.items() if not (profile and profile.find_pin_user(pin))},
        buzzer=None if taken else buzzer,
    )


def _free(config: Config, profile: Profile | None) -> set[int]:
    """The pins that nothing has, as far as is known; none where they are not to be touched."""
    wanted = config.gpio.learn
    if wanted is False or (wanted is None and profile is None):
        return set()
    lines = profile.config if profile else ""
    on = {what for what, line in SWITCHED_ON.items() if line in lines}
    taken = {pin for pin in range(28) if profile and profile.find_pin_user(pin)}
    shown = signals(config, profile)
    taken |= {pin for pin in (low_line(config, profile),) if pin is not None}
    taken |= set(shown.pins.values() if shown else ())
    taken |= {pin for pin, what in SHARED.items() if wanted is None or what in on}
    return set(range(28)) - taken - set(UNTOUCHED) - set(() if wanted else SOUND)


def _menu_chord(
    config: Config, pins: Mapping[str, int], actions: Mapping[str, str]
) -> dict[str, str]:
    """The chord of the menu that the settings name, or that two lonely buttons have.

    A chord of fewer buttons than names is none.
    """
    names = config.gpio.menu_chord or (TWO if sorted(pins) == sorted(TWO) else ())
    buttons = _buttons(names, pins, actions)
    whole = len(buttons) == len(names) and buttons <= pins.keys()
    return {"+".join(sorted(buttons)): "menu"} if names and whole else {}


def _buttons(names: Sequence[str], pins: Mapping[str, int], actions: Mapping[str, str]) -> set[str]:
    """The buttons that the settings call so: by what stands on them, else by what they do."""
    doing = {action: name for name, action in actions.items() if name in pins}
    return {name if name in pins else doing.get(name, name) for name in names}


def _meant(actions: Mapping[str, str], pins: Mapping[str, int]) -> dict[str, str]:
    """What the buttons that are left mean, and the chords of which all are left."""
    return {name: a for name, a in actions.items() if set(name.split("+")) <= pins.keys()}
