"""What may be written of the machine itself: its profile, its pins, how picture and touch lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from kiosk.config.schema import Count, Form, Setting, Written, WrongValueError, plain_names, shown
from kiosk.config.settings import ENCODER, LIGHTS, PINS, Value

PULLED_UP = (2, 3)
"""Pins with a pull-up on the board itself."""
OF_THEMSELVES = ("auto", "none")
"""What `hardware` can be beside the name of a profile."""


class Hardware(NamedTuple):
    """The name of a profile; without knowing which there are, any word will do."""

    profiles: Sequence[str] | None

    @property
    def allowed(self) -> str:
        """Too many to name them all."""
        return "auto, none, or the name of a file in assets/hardware, such as touch-display-2"

    def read(self, written: Written) -> str:
        """The name, or WrongValueError with the nearest names."""
        if written.form in (Form.NOTHING, Form.LIST, Form.SECTION, Form.TAGGED):
            raise WrongValueError(f"is {written.form}")
        name = written.text
        if self.profiles is None or name in (*OF_THEMSELVES, *self.profiles):
            return name
        near = nearest(name, self.profiles)
        guess = f"; the nearest are: {', '.join(near)}" if near else ""
        raise WrongValueError(f"{shown(name)} is no hardware that is known{guess}")


class Whole(NamedTuple):
    """A whole number from a range, or nothing."""

    lowest: int
    highest: int
    nothing: str
    """What nothing stands for."""
    step: int = 1
    """Only multiples of this are allowed."""

    @property
    def allowed(self) -> str:
        """The range."""
        if self.step > 1:
            numbers = ", ".join(map(str, range(self.lowest, self.highest + 1, self.step)))
            return f"{numbers}, or null: {self.nothing}"
        return f"a whole number from {self.lowest} to {self.highest}, or null: {self.nothing}"

    def read(self, written: Written) -> int | None:
        """The number, None for nothing, or WrongValueError."""
        if written.form is Form.NOTHING:
            return None
        number = Count(self.lowest, self.highest).read(written)
        if number % self.step:
            raise WrongValueError(f"{shown(written.text)} is not one of them")
        return number


class Perhaps(NamedTuple):
    """Yes, no, or nothing."""

    nothing: str
    """What nothing stands for."""

    @property
    def allowed(self) -> str:
        """The words."""
        return f"true, false, or null: {self.nothing}"

    def read(self, written: Written) -> bool | None:
        """The answer, None for nothing, or WrongValueError."""
        if written.form is Form.NOTHING:
            return None
        if written.form is Form.TRUTH and not written.quoted:
            return written.text.lower() in ("true", "yes", "on")
        what = written.form if written.form in (Form.LIST, Form.SECTION) else shown(written.text)
        raise WrongValueError(f"{what} is no yes or no")


class Chord(NamedTuple):
    """Buttons that are pressed together, or none."""

    most: int = 4

    @property
    def allowed(self) -> str:
        """What buttons are called."""
        return (
            f"a list of 2 to {self.most} buttons, by what they do below pins or by what stands on "
            "them, such as [next, confirm]; or []"
        )

    def read(self, written: Written) -> tuple[str, ...]:
        """The names of the buttons, or WrongValueError."""
        if written.form is not Form.LIST:
            raise WrongValueError("is no list")
        names = plain_names(written.items)
        if len(names) == 1 or len(names) > self.most or len(names) < len(written.items):
            raise WrongValueError(f"has {len(names)} different buttons")
        return names


def nearest(name: str, known: Sequence[str]) -> list[str]:
    """The names that may have been meant, the likeliest first."""
    parts = [word for word in name.lower().replace("_", "-").split("-") if len(word) > 2]
    holding = [one for one in known if parts and all(part in one for part in parts)]
    alike = get_close_matches(name.lower(), known, 3, 0.4)
    return list(dict.fromkeys([*holding, *alike]))[:4]


def machine_settings(profiles: Sequence[str] | None) -> dict[str, Setting]:
    """The settings of the machine by dotted key; `profiles` are those there are, if known."""
    own = "what the profile says"
    return {
        "hardware": Hardware(profiles),
        **{f"pins.{name}": Whole(0, 27, "no button") for name in PINS},
        **{f"lights.{name}": Whole(0, 27, "no light") for name in LIGHTS},
        "gpio.lights_high": Perhaps("what the profile says, else true"),
        "gpio.buzzer": Whole(0, 27, "none"),
        "gpio.buzzer_tones": Perhaps("false"),
        "gpio.pull_up": Perhaps("neither resistor"),
        "gpio.active_low": Perhaps("true, but false where pull_up is false"),
        "gpio.debounce": Count(0, 300),
        "gpio.encoder_steps": Whole(2, 4, "4", step=2),
        "gpio.menu_chord": Chord(),
        "gpio.learn": Perhaps("where the machine is known, at pins that have no other use"),
        "display.rotation": Whole(0, 270, own, step=90),
        "display.margin": Whole(0, 400, own),
        "display.density": Whole(50, 800, own),
        "display.left_handed": Perhaps("false"),
        "touch.swap": Perhaps("false"),
        "touch.flip_x": Perhaps("false"),
        "touch.flip_y": Perhaps("false"),
    }


def miswired(
    values: Mapping[str, Value], lines: Mapping[str, int], below: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The keys of pins that cannot be, each with what is wrong: the later line of two.

    `below` are the values of the files under this one.
    """
    keys = sorted((key for key in values if _called(key)), key=lines.__getitem__)
    taken = {v: k for k, v in below.items() if _called(k) and k not in values}
    pull_up = values.get("gpio.pull_up", below.get("gpio.pull_up", True))
    for key in keys:
        pin = values[key]
        if pin is None:
            continue
        if pin in taken:
            other = _called(taken[pin])
            yield key, f"GPIO{pin} is the pin of {other} already; allowed: a pin of its own"
        elif pin in PULLED_UP and pull_up is not True and key.startswith("pins."):
            wrong = f"GPIO{pin} has a pull-up on the board, which gpio.pull_up does not allow"
            yield key, f"{wrong}; allowed: another pin, or gpio.pull_up: true"
        else:
            taken[pin] = key
    yield from _half(values, below)


def _called(key: str) -> str:
    """What has the pin that this setting names; "" where it names none."""
    section, _, name = key.partition(".")
    calls = {"pins": name, "lights": f"the light of {name}"}
    alone = {"gpio.buzzer": "the buzzer", "power.low_pin": "the battery's line"}
    return alone.get(key) or calls.get(section, "")


def _half(values: Mapping[str, Value], below: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """The one contact of a rotary encoder whose other one has no pin."""
    keys = [f"pins.{name}" for name in ENCODER]
    has = [key for key in keys if values.get(key, below.get(key)) is not None]
    if len(has) == 1 and has[0] in values:
        (missing,) = (key for key in keys if key not in has)
        yield has[0], f"{missing} is missing; allowed: the pins of both contacts of the encoder"
