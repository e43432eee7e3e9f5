"""Integer, Bool, OptionalInt, "did you mean"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, Protocol

from engine.variants import VARIANTS, find_variant
from kiosk.frame import MIN_WINDOW_SIZE
from kiosk.new_game_options import ANY_GRADE, DealKind
from kiosk.paths import list_themes
from kiosk.settings.model import DEFAULT_LIGHTS, DEFAULT_PINS, ENCODER_CONTACTS, Size, Value
from kiosk.stats import RankBy

MAX_WINDOW_SIZE: Size = (7680, 4320)
MAX_UNDO_LIMIT = 100_000

_UNUSUAL_SPACES = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_TYPOGRAPHIC_QUOTES = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMERIC = re.compile(r"[-+]?[0-9][0-9a-zA-Z_:.+-]*|[-+]?\.(inf|nan|[0-9]+)", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9]+)\s*[xX]\s*([0-9]+)\s*")
_MAX_QUOTED_LENGTH = 40


class YamlType(StrEnum):
    """How something is written, in words for people."""

    TEXT = "text"
    INTEGER = "a whole number"
    FLOAT = "a number with a fraction"
    BOOL = "a yes-or-no value"
    DATE = "a date"
    NULL = "nothing"
    LIST = "a list"
    SECTION = "a section of settings"
    TAGGED = "a value with a tag"


NOT_NAME_TYPES = (YamlType.LIST, YamlType.SECTION, YamlType.TAGGED, YamlType.NULL)
"""What cannot stand for a name; everything else is taken by its letters."""


class RawValue(NamedTuple):
    """A value as it stands in the file: its letters, what YAML takes it for, whether quoted."""

    text: str
    yaml_type: YamlType
    is_quoted: bool = False
    items: tuple[RawValue, ...] = ()
    """What is in a list."""


class InvalidValueError(ValueError):
    """A value that a setting does not allow; the text says what is wrong with it."""

    def __init__(self, message: str, fallback: Value = None) -> None:
        """`instead`: the value that counts, where the default must not."""
        super().__init__(message)
        self.fallback = fallback


class FieldType(Protocol):
    """What one setting allows."""

    @property
    def allowed_text(self) -> str:
        """The allowed values in words."""
        ...

    def parse(self, raw: RawValue) -> Value:
        """The value, or WrongValueError."""
        ...


class WordChoice(NamedTuple):
    """One of a few words; `nothing` is the word that an empty value stands for, if any."""

    words: tuple[str, ...]
    null_word: str | None = None

    @property
    def allowed_text(self) -> str:
        """The words."""
        return ", ".join(word or '""' for word in self.words)

    def parse(self, raw: RawValue) -> str:
        """The word, or WrongValueError; an unquoted no is a word here, not YAML's false."""
        if raw.yaml_type is YamlType.NULL and self.null_word is not None:
            return self.null_word
        _require_scalar(raw)
        if raw.text in self.words:
            return raw.text
        raise InvalidValueError(
            f"{quote_text(raw.text)} is not known{suggest_word(raw.text, self.words)}"
        )


class Integer(NamedTuple):
    """A whole number in a range, both ends included."""

    lowest: int
    highest: int

    @property
    def allowed_text(self) -> str:
        """The range."""
        return f"a whole number from {self.lowest} to {self.highest}"

    def parse(self, raw: RawValue) -> int:
        """The number, or WrongValueError for all that is no plain decimal number in the range."""
        _require_scalar(raw)
        text = quote_text(raw.text)
        if raw.is_quoted and _DECIMAL.fullmatch(raw.text):
            raise InvalidValueError(f"{text} is text, because of the quotes")
        if raw.yaml_type is YamlType.BOOL:
            raise InvalidValueError(f"{text} means yes or no in YAML, not a number")
        if raw.yaml_type is YamlType.FLOAT:
            raise InvalidValueError(f"{text} is not a whole number")
        if raw.yaml_type is YamlType.DATE:
            raise InvalidValueError(f"{text} is a date in YAML, not a number")
        if not _DECIMAL.fullmatch(raw.text):
            raise InvalidValueError(_explain_not_decimal(raw))
        if len(raw.text) > 9 or not self.lowest <= int(raw.text) <= self.highest:
            raise InvalidValueError(f"{text} is out of range")
        return int(raw.text)


class Bool(NamedTuple):
    """Yes or no."""

    @property
    def allowed_text(self) -> str:
        """The two words."""
        return "true, false"

    def parse(self, raw: RawValue) -> bool:
        """The answer, or WrongValueError."""
        if raw.yaml_type is YamlType.BOOL and not raw.is_quoted:
            return raw.text.lower() in ("true", "yes", "on")
        what = (
            raw.yaml_type
            if raw.yaml_type in (YamlType.LIST, YamlType.SECTION, YamlType.NULL)
            else ""
        )
        raise InvalidValueError(f"is {what}" if what else f"{quote_text(raw.text)} is no yes or no")


class WindowSize(NamedTuple):
    """Width and height in pixels, or nothing."""

    smallest: Size = MIN_WINDOW_SIZE
    largest: Size = MAX_WINDOW_SIZE

    @property
    def allowed_text(self) -> str:
        """The form and the range."""
        least, most = (f"{width}x{height}" for width, height in (self.smallest, self.largest))
        return f"WIDTHxHEIGHT from {least} to {most}, or null for the panel's own size"

    def parse(self, raw: RawValue) -> Size | None:
        """Width and height, None for the panel's own size, or WrongValueError."""
        if raw.yaml_type is YamlType.NULL:
            return None
        _require_scalar(raw)
        match = _SIZE.fullmatch(raw.text)
        if not match:
            raise InvalidValueError(f"{quote_text(raw.text)} is not a size")
        digits = [side.lstrip("0") or "0" for side in match.groups()]
        if any(len(side) > 5 for side in digits):
            raise InvalidValueError(f"{quote_text(raw.text)} is too large")
        size = int(digits[0]), int(digits[1])
        if any(side < least for side, least in zip(size, self.smallest, strict=True)):
            raise InvalidValueError(f"{quote_text(raw.text)} is too small")
        if any(side > most for side, most in zip(size, self.largest, strict=True)):
            raise InvalidValueError(f"{quote_text(raw.text)} is too large")
        return size


def build_basic_fields(languages: Sequence[str]) -> dict[str, FieldType]:
    """Every setting by its dotted key; `languages` are the catalogues there are."""
    counts = sorted({count for record in VARIANTS for count in record.cells if count})
    return {
        "game.variant": WordChoice(tuple(record.key for record in VARIANTS)),
        "game.cells": Integer(counts[0], counts[-1]),
        "game.rules": WordChoice(_list_house_rules(), null_word=""),
        "game.undo_limit": Integer(0, MAX_UNDO_LIMIT),
        "game.deal": WordChoice(tuple(DealKind)),
        "game.difficulty": WordChoice((ANY_GRADE, "1", "2", "3", "4", "5")),
        "language": WordChoice(tuple(sorted({"en", *languages}))),
        "window.size": WindowSize(),
        "display.suit_colours": WordChoice(("auto", "two", "four")),
        "display.theme": WordChoice(list_themes()),
        "display.index_size": WordChoice(("normal", "large")),
        "display.motion": WordChoice(("on", "slow", "off")),
        "sound.volume": Integer(0, 100),
        "records.rank": WordChoice(tuple(RankBy)),
    }


def parse_names(items: Sequence[RawValue]) -> tuple[str, ...]:
    """The names as they are written, each once, or WrongValueError."""
    if any(item.yaml_type in NOT_NAME_TYPES for item in items):
        raise InvalidValueError("has something else than names in it")
    return tuple(dict.fromkeys(item.text for item in items))


def explain_unfit_rules(key: str, house_rules: str) -> str | None:
    """Why the game has not all these house rules, and which games do; None where it has."""
    record = find_variant(key)
    if set(house_rules) <= set(record.house_rules):
        return None
    others = ", ".join(
        other.key for other in VARIANTS if set(house_rules) <= set(other.house_rules)
    )
    name = quote_text(house_rules)
    return f'{name} is no house rule of {key}; allowed: "", or one of the games {others}'


def escape_text(text: str) -> str:
    """A text from the file, short, with what cannot be seen in it made visible."""
    shortened = text if len(text) <= _MAX_QUOTED_LENGTH else text[: _MAX_QUOTED_LENGTH - 1] + "…"
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in shortened)


def quote_text(text: str) -> str:
    """The same in quotes, with a hint at signs that look like others."""
    return f'"{escape_text(text)}"{_describe_unusual_chars(text)}'


def suggest_word(text: str, words: Iterable[str], names: Mapping[str, str] | None = None) -> str:
    """`, did you mean "…"?` with the nearest of the words, or its name, or nothing."""
    if len(text) > _MAX_QUOTED_LENGTH:
        return ""
    from difflib import get_close_matches

    by_lower = {word.lower(): word for word in words if word}
    same_letters = [lower for lower in by_lower if sorted(lower) == sorted(text.lower())]
    near = same_letters or get_close_matches(text.lower(), by_lower, 1, 0.6)
    if not near:
        return ""
    word = by_lower[near[0]]
    return f', did you mean "{names[word] if names else word}"?'


def has_unusual_indent(line: str) -> bool:
    """Whether the line begins with white space that is neither a space nor a tab."""
    return bool(_UNUSUAL_SPACES.match(line.lstrip(" \t")))


def _describe_unusual_chars(text: str) -> str:
    if _TYPOGRAPHIC_QUOTES.search(text):
        return ' (with typographic quotes, use plain ones: ")'
    if _UNUSUAL_SPACES.search(text):
        return " (with a no-break space or the like in it)"
    return ""


def _require_scalar(raw: RawValue) -> None:
    if raw.yaml_type is YamlType.NULL:
        raise InvalidValueError("has no value, the default is used")
    if raw.yaml_type in (YamlType.LIST, YamlType.SECTION):
        raise InvalidValueError(f"is {raw.yaml_type}")
    if raw.yaml_type is YamlType.TAGGED:
        raise InvalidValueError(f"has the tag {quote_text(raw.text)}, and tags are not read")


def _explain_not_decimal(raw: RawValue) -> str:
    text = quote_text(raw.text)
    if not raw.is_quoted and _NUMERIC.fullmatch(raw.text):
        return f"{text} is not a plain decimal number (YAML may read it as another one)"
    return f"{text} is not a number"


def _list_house_rules() -> tuple[str, ...]:
    letters = sorted({letter for record in VARIANTS for letter in record.house_rules})
    return tuple(
        "".join(chosen)
        for length in range(len(letters) + 1)
        for chosen in combinations(letters, length)
    )


PULL_UP_PINS = (2, 3)
"""Pins with a pull-up on the board itself."""
SPECIAL_HARDWARE = ("auto", "none")
"""What `hardware` can be beside the name of a profile."""


class HardwareName(NamedTuple):
    """The name of a profile; without knowing which there are, any word will do."""

    profiles: Sequence[str] | None

    @property
    def allowed_text(self) -> str:
        """Too many to name them all."""
        return "auto, none, or the name of a file in assets/hardware, such as touch-display-2"

    def parse(self, raw: RawValue) -> str:
        """The name, or WrongValueError with the nearest names."""
        if raw.yaml_type in (YamlType.NULL, YamlType.LIST, YamlType.SECTION, YamlType.TAGGED):
            raise InvalidValueError(f"is {raw.yaml_type}")
        name = raw.text
        if self.profiles is None or name in (*SPECIAL_HARDWARE, *self.profiles):
            return name
        near = find_similar(name, self.profiles)
        guess = f"; the nearest are: {', '.join(near)}" if near else ""
        raise InvalidValueError(f"{quote_text(name)} is no hardware that is known{guess}")


class OptionalInteger(NamedTuple):
    """A whole number from a range, or nothing."""

    lowest: int
    highest: int
    null_meaning: str
    """What nothing stands for."""
    step: int = 1
    """Only multiples of this are allowed."""

    @property
    def allowed_text(self) -> str:
        """The range."""
        if self.step > 1:
            numbers = ", ".join(map(str, range(self.lowest, self.highest + 1, self.step)))
            return f"{numbers}, or null: {self.null_meaning}"
        return f"a whole number from {self.lowest} to {self.highest}, or null: {self.null_meaning}"

    def parse(self, raw: RawValue) -> int | None:
        """The number, None for nothing, or WrongValueError."""
        if raw.yaml_type is YamlType.NULL:
            return None
        number = Integer(self.lowest, self.highest).parse(raw)
        if number % self.step:
            raise InvalidValueError(f"{quote_text(raw.text)} is not one of them")
        return number


class OptionalBool(NamedTuple):
    """Yes, no, or nothing."""

    null_meaning: str
    """What nothing stands for."""

    @property
    def allowed_text(self) -> str:
        """The words."""
        return f"true, false, or null: {self.null_meaning}"

    def parse(self, raw: RawValue) -> bool | None:
        """The answer, None for nothing, or WrongValueError."""
        if raw.yaml_type is YamlType.NULL:
            return None
        if raw.yaml_type is YamlType.BOOL and not raw.is_quoted:
            return raw.text.lower() in ("true", "yes", "on")
        what = (
            raw.yaml_type
            if raw.yaml_type in (YamlType.LIST, YamlType.SECTION)
            else quote_text(raw.text)
        )
        raise InvalidValueError(f"{what} is no yes or no")


class ButtonChord(NamedTuple):
    """Buttons that are pressed together, or none."""

    max_buttons: int = 4

    @property
    def allowed_text(self) -> str:
        """What buttons are called."""
        return (
            f"a list of 2 to {self.max_buttons} buttons, "
            f"by what they do below pins or by what stands on "
            "them, such as [next, confirm]; or []"
        )

    def parse(self, raw: RawValue) -> tuple[str, ...]:
        """The names of the buttons, or WrongValueError."""
        if raw.yaml_type is not YamlType.LIST:
            raise InvalidValueError("is no list")
        names = parse_names(raw.items)
        if len(names) == 1 or len(names) > self.max_buttons or len(names) < len(raw.items):
            raise InvalidValueError(f"has {len(names)} different buttons")
        return names


def find_similar(name: str, candidates: Sequence[str]) -> list[str]:
    """The names that may have been meant, the likeliest first."""
    parts = [word for word in name.lower().replace("_", "-").split("-") if len(word) > 2]
    containing = [
        candidate for candidate in candidates if parts and all(part in candidate for part in parts)
    ]
    close = get_close_matches(name.lower(), candidates, 3, 0.4)
    return list(dict.fromkeys([*containing, *close]))[:4]


def build_machine_fields(profiles: Sequence[str] | None) -> dict[str, FieldType]:
    """The settings of the machine by dotted key; `profiles` are those there are, if known."""
    own = "what the profile says"
    return {
        "hardware": HardwareName(profiles),
        **{f"pins.{name}": OptionalInteger(0, 27, "no button") for name in DEFAULT_PINS},
        **{f"lights.{name}": OptionalInteger(0, 27, "no light") for name in DEFAULT_LIGHTS},
        "gpio.lights_high": OptionalBool("what the profile says, else true"),
        "gpio.buzzer": OptionalInteger(0, 27, "none"),
        "gpio.buzzer_tones": OptionalBool("false"),
        "gpio.pull_up": OptionalBool("neither resistor"),
        "gpio.active_low": OptionalBool("true, but false where pull_up is false"),
        "gpio.debounce": Integer(0, 300),
        "gpio.encoder_steps": OptionalInteger(2, 4, "4", step=2),
        "gpio.menu_chord": ButtonChord(),
        "gpio.learn": OptionalBool("where the machine is known, at pins that have no other use"),
        "display.rotation": OptionalInteger(0, 270, own, step=90),
        "display.margin": OptionalInteger(0, 400, own),
        "display.density": OptionalInteger(50, 800, own),
        "display.left_handed": OptionalBool("false"),
        "touch.swap": OptionalBool("false"),
        "touch.flip_x": OptionalBool("false"),
        "touch.flip_y": OptionalBool("false"),
    }


def find_pin_conflicts(
    values: Mapping[str, Value], lines: Mapping[str, int], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The keys of pins that cannot be, each with what is wrong: the later line of two.

    `below` are the values of the files under this one.
    """
    keys = sorted((key for key in values if _describe_pin_user(key)), key=lines.__getitem__)
    key_by_pin = {v: k for k, v in base_values.items() if _describe_pin_user(k) and k not in values}
    pull_up = values.get("gpio.pull_up", base_values.get("gpio.pull_up", True))
    for key in keys:
        pin = values[key]
        if pin is None:
            continue
        if pin in key_by_pin:
            other = _describe_pin_user(key_by_pin[pin])
            yield key, f"GPIO{pin} is the pin of {other} already; allowed: a pin of its own"
        elif pin in PULL_UP_PINS and pull_up is not True and key.startswith("pins."):
            wrong = f"GPIO{pin} has a pull-up on the board, which gpio.pull_up does not allow"
            yield key, f"{wrong}; allowed: another pin, or gpio.pull_up: true"
        else:
            key_by_pin[pin] = key
    yield from _find_incomplete_encoder(values, base_values)


def _describe_pin_user(key: str) -> str:
    """What has the pin that this setting names; "" where it names none."""
    section, _, name = key.partition(".")
    section_names = {"pins": name, "lights": f"the light of {name}"}
    single_keys = {"gpio.buzzer": "the buzzer", "power.low_pin": "the battery's line"}
    return single_keys.get(key) or section_names.get(section, "")


def _find_incomplete_encoder(
    values: Mapping[str, Value], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The one contact of a rotary encoder whose other one has no pin."""
    keys = [f"pins.{name}" for name in ENCODER_CONTACTS]
    assigned = [key for key in keys if values.get(key, base_values.get(key)) is not None]
    if len(assigned) == 1 and assigned[0] in values:
        (missing,) = (key for key in keys if key not in assigned)
        yield (
            assigned[0],
            f"{missing} is missing; allowed: the pins of both contacts of the encoder",
        )
