"""Rules across settings: pins, buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kiosk.events import Action
from kiosk.settings.field_types import (
    NO_NAMES,
    Count,
    Form,
    Perhaps,
    Setting,
    Truth,
    Whole,
    Written,
    WrongValueError,
    likely,
    machine_settings,
    plain_names,
    settings,
    shown,
)
from kiosk.settings.keys import ALIASES, DEFAULTS, KEYBOARD, ON_PAGES, Names, known, proper
from kiosk.settings.model import ButtonSettings, Config, Value

DAY = 24 * 60 * 60
"""Seconds."""


NO_PIN = ""
"""What stands for a PIN that is written wrong: nobody's."""
_DIGITS = re.compile("[0-9]{4,8}")
_MOST = 4
"""Buttons that are held together; more fingers find no room."""


class Pin(NamedTuple):
    """The digits of a PIN, or nothing. What is wrong is told without them."""

    @property
    def allowed(self) -> str:
        """The form."""
        return 'null, or 4 to 8 digits in quotes, such as "0471"'

    def read(self, written: Written) -> str | None:
        """The digits, None for nothing, or WrongValueError: then the service menu stays shut."""
        if written.form is Form.NOTHING:
            return None
        if written.quoted and _DIGITS.fullmatch(written.text):
            return written.text
        digits = written.text.isdecimal() and not written.quoted
        wrong = "stands without quotes" if digits else "is no PIN"
        raise WrongValueError(f"{wrong}, so the service menu stays shut", instead=NO_PIN)


class Held(NamedTuple):
    """Actions whose buttons are held together, or none."""

    @property
    def allowed(self) -> str:
        """The actions."""
        return f"[], or a list of 2 to {_MOST} of {', '.join(KEYBOARD)}"

    def read(self, written: Written) -> Names:
        """The actions, or WrongValueError."""
        if written.form is not Form.LIST:
            raise WrongValueError("is no list")
        names = tuple(dict.fromkeys(item.text for item in written.items))
        for name in names:
            if name not in KEYBOARD:
                raise WrongValueError(f"{shown(name)} is not known{likely(name, KEYBOARD)}")
        if len(names) == 1 or len(names) > _MOST:
            raise WrongValueError(f"has {len(names)} different buttons")
        return names


def appliance_settings() -> dict[str, Setting]:
    """The settings of the appliance by dotted key."""
    return {
        "kiosk.lock": Truth(),
        "kiosk.idle_reset": Whole(0, DAY, "0, but 120 where kiosk.lock is true"),
        "kiosk.attract_after": Whole(0, DAY, "60, but never in a window"),
        "kiosk.keep_left": Count(0, 24 * 60),
        "kiosk.service_hold": Held(),
        "kiosk.service_touch": Truth(),
        "kiosk.pin": Pin(),
        "kiosk.shell": Truth(),
        "power.menu": Perhaps("where the picture fills the panel and kiosk.lock is false"),
        "power.low_pin": Whole(0, 27, "no line"),
        "display.brightness": Whole(5, 100, "as it is found"),
        "display.dim_after": Whole(0, DAY, "300, but never in a window"),
        "display.blank_after": Whole(0, DAY, "1800, but never in a window"),
    }


ESSENTIAL = (Action.CONFIRM, Action.BACK)
"""The actions without which there is no playing with buttons."""

ELSE = "allowed: a button that means nothing else"
OWN = "gpio"
"""The kind of device that buttons at pins are."""
_KINDS = {
    "keyboard": "names of keys such as u, f2, enter, page-up, left-ctrl, kp-enter, ctrl+z",
    "gamepad": "names of buttons: {names}, or button-NUMBER",
}


class ButtonNames(NamedTuple):
    """One button or a list of them, of one kind of device."""

    kind: str
    essential: bool = False

    @property
    def allowed(self) -> str:
        """What buttons are called."""
        return _KINDS[self.kind].format(names=", ".join(known(self.kind)))

    def read(self, written: Written) -> Names:
        """The names of the buttons as we write them, or WrongValueError."""
        if written.form is Form.NOTHING:
            raise WrongValueError("has no value, the default is used; [] means no button at all")
        items = written.items if written.form is Form.LIST else (written,)
        names = tuple(dict.fromkeys(self._name(item) for item in items))
        if self.essential and not names:
            raise WrongValueError("needs a button")
        return names

    def _name(self, item: Written) -> str:
        if item.form in NO_NAMES:
            raise WrongValueError(f"has {item.form} in the place of a name")
        name = proper(self.kind, item.text)
        if name is None:
            guess = likely(item.text, (*known(self.kind), *ALIASES))
            raise WrongValueError(f"{shown(item.text)} is no button of a {self.kind}{guess}")
        return name


class PinNames(NamedTuple):
    """One button at a pin or a list of them: which there are, only the machine knows."""

    @property
    def allowed(self) -> str:
        """What buttons are called."""
        return "buttons, by what they do below pins or by what stands on them; or []"

    def read(self, written: Written) -> Names:
        """The names of the buttons, or WrongValueError."""
        return plain_names(written.items if written.form is Form.LIST else (written,))


def all_settings(
    languages: Sequence[str], profiles: Sequence[str] | None = None
) -> dict[str, Setting]:
    """Every setting there is, those of buttons and the machine too.

    `languages` are the catalogues there are, `profiles` the hardware that is known.
    """
    buttons: dict[str, Setting] = {
        f"buttons.{kind}.{action}": ButtonNames(kind, action in ESSENTIAL)
        for kind, table in DEFAULTS.items()
        for action in table
    }
    pages: dict[str, Setting] = {
        f"buttons.pages.{kind}.{action}": PinNames() if kind == OWN else ButtonNames(kind)
        for kind in (*DEFAULTS, OWN)
        for action in ON_PAGES
    }
    stick = {f"buttons.stick.{name}": Truth() for name in ("swap", "flip_x", "flip_y")}
    machine = {**machine_settings(profiles), **appliance_settings()}
    machine["kiosk.service_key"] = ButtonNames("keyboard")
    truths: dict[str, Setting] = {"sound.mute": Truth(), "display.indicator": Truth()}
    return {**settings(languages), **truths, **machine, **buttons, **stick, **pages}


def clashes(
    values: Mapping[str, Value], lines: Mapping[str, int], below: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The keys of settings that cannot be, each with what is wrong.

    These are buttons that one file gives to two actions, and actions left without any button; the
    later line is wrong. `below` are the values of the files under this one.
    """
    sections = [f"buttons.{kind}." for kind in DEFAULTS]
    sections += [f"buttons.pages.{kind}." for kind in (*DEFAULTS, OWN)]
    for prefix in sections:
        keys = sorted((key for key in values if key.startswith(prefix)), key=lines.__getitem__)
        meant: dict[str, str] = {}
        for key in list(keys):
            twice = next((name for name in _names(values[key]) if name in meant), None)
            if twice is None:
                meant.update((name, key) for name in _names(values[key]))
                continue
            keys.remove(key)
            other = meant[twice].rpartition(".")[2]
            yield key, f"{shown(twice)} is the button of {other} already; {ELSE}"
        for key, action in _robbers(prefix, {key: values[key] for key in keys}, below):
            yield key, f"that leaves no button for {action}; {ELSE}"


def _robbers(
    prefix: str, values: Mapping[str, Value], below: Mapping[str, Value]
) -> Iterator[tuple[str, Action]]:
    """The later ones of the settings that together leave an essential action without a button."""
    base, left = Config.of(below), dict(values)

    def without(key: str) -> list[Action]:
        rest = {other: value for other, value in left.items() if other != key}
        return _missing(base.changed(rest).buttons, prefix)

    while left and (missing := _missing(base.changed(left).buttons, prefix)):
        lost = missing[0]
        robber = next((key for key in reversed(left) if lost not in without(key)), None)
        if robber is None:
            return
        yield robber, lost
        del left[robber]


def _missing(buttons: ButtonSettings, prefix: str) -> list[Action]:
    """The essential actions without a button where the settings of this section count."""
    *_, screen, kind, _ = prefix.split(".")
    if kind == OWN:
        return []
    names = buttons.on_pages(kind) if screen == "pages" else buttons.of(kind)
    return [action for action in ESSENTIAL if not names[action]]


def _names(value: Value) -> Names:
    return tuple(str(name) for name in value) if isinstance(value, tuple) else ()


_TRUTHS = ("true", "false")


def read(stored: Mapping[str, str], languages: Sequence[str]) -> dict[str, Value]:
    """The values of what was set on the device, by dotted key.

    What another version of the program has kept and this one does not allow is left out. A list
    is kept with commas between its items.
    """
    values: dict[str, Value] = {}
    known = all_settings(languages)
    for key, text in stored.items():
        try:
            values[key] = known[key].read(_written(text))
        except (KeyError, WrongValueError):
            continue
    return values


def _written(text: str) -> Written:
    if "," in text:
        items = tuple(_written(part.strip()) for part in text.split(","))
        return Written(text, Form.LIST, items=items)
    if text in _TRUTHS:
        return Written(text, Form.TRUTH)
    if text.isdecimal():
        return Written(text, Form.WHOLE)
    return Written(text, Form.TEXT)
