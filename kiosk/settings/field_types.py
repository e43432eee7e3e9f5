"""Integer, Bool, OptionalInt, "did you mean"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, Protocol

from engine.variants import VARIANTS, variant
from kiosk.frame import SMALLEST
from kiosk.new_game_options import ANY_GRADE, Kind
from kiosk.paths import themes
from kiosk.settings.model import ENCODER, LIGHTS, PINS, Size, Value
from kiosk.stats import Rank

LARGEST: Size = (7680, 4320)
MOST_UNDO = 100_000

_ODD_SPACES = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_ODD_QUOTES = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMERIC = re.compile(r"[-+]?[0-9][0-9a-zA-Z_:.+-]*|[-+]?\.(inf|nan|[0-9]+)", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9]+)\s*[xX]\s*([0-9]+)\s*")
_LONGEST_SHOWN = 40


class Form(StrEnum):
    """How something is written, in words for people."""

    TEXT = "text"
    WHOLE = "a whole number"
    FRACTION = "a number with a fraction"
    TRUTH = "a yes-or-no value"
    DATE = "a date"
    NOTHING = "nothing"
    LIST = "a list"
    SECTION = "a section of settings"
    TAGGED = "a value with a tag"


NO_NAMES = (Form.LIST, Form.SECTION, Form.TAGGED, Form.NOTHING)
"""What cannot stand for a name; everything else is taken by its letters."""


class Written(NamedTuple):
    """A value as it stands in the file: its letters, what YAML takes it for, whether quoted."""

    text: str
    form: Form
    quoted: bool = False
    items: tuple[Written, ...] = ()
    """What is in a list."""


class WrongValueError(ValueError):
    """A value that a setting does not allow; the text says what is wrong with it."""

    def __init__(self, message: str, instead: Value = None) -> None:
        """`instead`: the value that counts, where the default must not."""
        super().__init__(message)
        self.instead = instead


class Setting(Protocol):
    """What one setting allows."""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        ...

    def read(self, written: Written) -> Value:
        """The value, or WrongValueError."""
        ...


class Choice(NamedTuple):
    """One of a few words; `nothing` is the word that an empty value stands for, if any."""

    words: tuple[str, ...]
    nothing: str | None = None

    @property
    def allowed(self) -> str:
        """The words."""
        return ", ".join(word or '""' for word in self.words)

    def read(self, written: Written) -> str:
        """The word, or WrongValueError; an unquoted no is a word here, not YAML's false."""
        if written.form is Form.NOTHING and self.nothing is not None:
            return self.nothing
        _refuse_structure(written)
        if written.text in self.words:
            return written.text
        raise WrongValueError(
            f"{shown(written.text)} is not known{likely(written.text, self.words)}"
        )


class Count(NamedTuple):
    """A whole number in a range, both ends included."""

    lowest: int
    highest: int

    @property
    def allowed(self) -> str:
        """The range."""
        return f"a whole number from {self.lowest} to {self.highest}"

    def read(self, written: Written) -> int:
        """The number, or WrongValueError for all that is no plain decimal number in the range."""
        _refuse_structure(written)
        text = shown(written.text)
        if written.quoted and _DECIMAL.fullmatch(written.text):
            raise WrongValueError(f"{text} is text, because of the quotes")
        if written.form is Form.TRUTH:
            raise WrongValueError(f"{text} means yes or no in YAML, not a number")
        if written.form is Form.FRACTION:
            raise WrongValueError(f"{text} is not a whole number")
        if written.form is Form.DATE:
            raise WrongValueError(f"{text} is a date in YAML, not a number")
        if not _DECIMAL.fullmatch(written.text):
            raise WrongValueError(_not_decimal(written))
        if len(written.text) > 9 or not self.lowest <= int(written.text) <= self.highest:
            raise WrongValueError(f"{text} is out of range")
        return int(written.text)


class Truth(NamedTuple):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """The two words."""
        return "true, false"

    def read(self, written: Written) -> bool:
        """The answer, or WrongValueError."""
        if written.form is Form.TRUTH and not written.quoted:
            return written.text.lower() in ("true", "yes", "on")
        what = written.form if written.form in (Form.LIST, Form.SECTION, Form.NOTHING) else ""
        raise WrongValueError(f"is {what}" if what else f"{shown(written.text)} is no yes or no")


class WindowSize(NamedTuple):
    """Width and height in pixels, or nothing."""

    smallest: Size = SMALLEST
    largest: Size = LARGEST

    @property
    def allowed(self) -> str:
        """The form and the range."""
        least, most = (f"{width}x{height}" for width, height in (self.smallest, self.largest))
        return f"WIDTHxHEIGHT from {least} to {most}, or null for the panel's own size"

    def read(self, written: Written) -> Size | None:
        """Width and height, None for the panel's own size, or WrongValueError."""
        if written.form is Form.NOTHING:
            return None
        _refuse_structure(written)
        match = _SIZE.fullmatch(written.text)
        if not match:
            raise WrongValueError(f"{shown(written.text)} is not a size")
        digits = [side.lstrip("0") or "0" for side in match.groups()]
        if any(len(side) > 5 for side in digits):
            raise WrongValueError(f"{shown(written.text)} is too large")
        size = int(digits[0]), int(digits[1])
        if any(side < least for side, least in zip(size, self.smallest, strict=True)):
            raise WrongValueError(f"{shown(written.text)} is too small")
        if any(side > most for side, most in zip(size, self.largest, strict=True)):
            raise WrongValueError(f"{shown(written.text)} is too large")
        return size


def settings(languages: Sequence[str]) -> dict[str, Setting]:
    """Every setting by its dotted key; `languages` are the catalogues there are."""
    counts = sorted({count for record in VARIANTS for count in record.cells if count})
    return {
        "game.variant": Choice(tuple(record.key for record in VARIANTS)),
        "game.cells": Count(counts[0], counts[-1]),
        "game.rules": Choice(_house_rules(), nothing=""),
        "game.undo_limit": Count(0, MOST_UNDO),
        "game.deal": Choice(tuple(Kind)),
        "game.difficulty": Choice((ANY_GRADE, "1", "2", "3", "4", "5")),
        "language": Choice(tuple(sorted({"en", *languages}))),
        "window.size": WindowSize(),
        "display.suit_colours": Choice(("auto", "two", "four")),
        "display.theme": Choice(themes()),
        "display.index_size": Choice(("normal", "large")),
        "display.motion": Choice(("on", "slow", "off")),
        "sound.volume": Count(0, 100),
        "records.rank": Choice(tuple(Rank)),
    }


def plain_names(items: Sequence[Written]) -> tuple[str, ...]:
    """The names as they are written, each once, or WrongValueError."""
    if any(item.form in NO_NAMES for item in items):
        raise WrongValueError("has something else than names in it")
    return tuple(dict.fromkeys(item.text for item in items))


def unfit_rules(key: str, house: str) -> str | None:
    """Why the game has not all these house rules, and which games do; None where it has."""
    record = variant(key)
    if set(house) <= set(record.house_rules):
        return None
    others = ", ".join(other.key for other in VARIANTS if set(house) <= set(other.house_rules))
    return f'{shown(house)} is no house rule of {key}; allowed: "", or one of the games {others}'


def visible(text: str) -> str:
    """A text from the file, short, with what cannot be seen in it made visible."""
    short = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    return "".join(sign if sign.isprintable() else f"<U+{ord(sign):04X}>" for sign in short)


def shown(text: str) -> str:
    """The same in quotes, with a hint at signs that look like others."""
    return f'"{visible(text)}"{_oddity(text)}'


def likely(text: str, words: Iterable[str], names: Mapping[str, str] | None = None) -> str:
    """`, did you mean "…"?` with the nearest of the words, or its name, or nothing."""
    if len(text) > _LONGEST_SHOWN:
        return ""
    from difflib import get_close_matches

    by_lower = {word.lower(): word for word in words if word}
    same_letters = [low for low in by_lower if sorted(low) == sorted(text.lower())]
    near = same_letters or get_close_matches(text.lower(), by_lower, 1, 0.6)
    if not near:
        return ""
    word = by_lower[near[0]]
    return f', did you mean "{names[word] if names else word}"?'


def odd_indent(line: str) -> bool:
    """Whether the line begins with white space that is neither a space nor a tab."""
    return bool(_ODD_SPACES.match(line.lstrip(" \t")))


def _oddity(text: str) -> str:
    if _ODD_QUOTES.search(text):
        return ' (with typographic quotes, use plain ones: ")'
    if _ODD_SPACES.search(text):
        return " (with a no-break space or the like in it)"
    return ""


def _refuse_structure(written: Written) -> None:
    if written.form is Form.NOTHING:
        raise WrongValueError("has no value, the default is used")
    if written.form in (Form.LIST, Form.SECTION):
        raise WrongValueError(f"is {written.form}")
    if written.form is Form.TAGGED:
        raise WrongValueError(f"has the tag {shown(written.text)}, and tags are not read")


def _not_decimal(written: Written) -> str:
    text = shown(written.text)
    if not written.quoted and _NUMERIC.fullmatch(written.text):
        return f"{text} is not a plain decimal number (YAML may read it as another one)"
    return f"{text} is not a number"


def _house_rules() -> tuple[str, ...]:
    letters = sorted({letter for record in VARIANTS for letter in record.house_rules})
    return tuple(
        "".join(chosen)
        for length in range(len(letters) + 1)
        for chosen in combinations(letters, length)
    )


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
