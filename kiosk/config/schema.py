"""What may be written for every setting, and what to say of anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, Protocol

from engine.variants import VARIANTS, variant
from kiosk.config.settings import Size, Value
from kiosk.config.themes import themes
from kiosk.ledger import Rank
from kiosk.wish import ANY_GRADE, Kind

SMALLEST: Size = (240, 240)
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
