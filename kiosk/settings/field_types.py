"""Field types: each checks and converts the values of one kind of setting.

The texts of the errors are part of the output of `check-config`.
"""

# ruff: noqa: D102  (the methods of a field type are documented in the protocol)
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple, Protocol

from engine.messages import Message, MessageOrText, make_message
from engine.variants import VARIANTS
from kiosk.frame import MIN_WINDOW_SIZE
from kiosk.settings.keys import (
    BUTTON_ALIASES,
    BUTTON_NAMES,
    DEFAULT_BINDINGS,
    ESSENTIAL_ACTIONS,
    HEADER_PINS,
    KEYBOARD_BINDINGS,
    Names,
    Size,
    Value,
    canonicalize_name,
)
from kiosk.settings.problem_text import find_similar, quote_text, suggest_word

MAX_WINDOW_SIZE: Size = (7680, 4320)
DAY_SECONDS = 24 * 60 * 60
INVALID_PIN = ""
"""Value of a PIN code that is written wrong: no input matches it."""
SPECIAL_HARDWARE = ("auto", "none")
"""Values of `hardware` that are not the name of a profile."""

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)")
_NUMERIC = re.compile(r"[-+]?[0-9][0-9a-zA-Z_:.+-]*|[-+]?\.(inf|nan|[0-9]+)", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9]+)\s*[xX]\s*([0-9]+)\s*")
_PIN_CODE = re.compile("[0-9]{4,8}")
_MAX_CHORD_BUTTONS = 4


class YamlType(StrEnum):
    """Type of a value according to YAML, in the words of the messages."""

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
"""Types that are not a name; all other scalars are names as they are written."""


class RawValue(NamedTuple):
    """A value as it is written in a file; `items` are the items of a list."""

    text: str
    yaml_type: YamlType
    is_quoted: bool = False
    items: tuple[RawValue, ...] = ()


class InvalidValueError(ValueError):
    """A value that a setting does not allow; the text says why.

    `fallback` is the value to use where the default would be wrong.
    """

    def __init__(self, message: str, fallback: Value = None) -> None:
        super().__init__(message)
        self.fallback = fallback


class FieldType(Protocol):
    """Type and allowed values of a setting."""

    @property
    def allowed_text(self) -> str:
        """Description of the allowed values, for messages."""
        ...

    def parse(self, raw: RawValue) -> Value:
        """Return the value; raises InvalidValueError where it is not allowed."""
        ...


class PlayerSetting(NamedTuple):
    """Row of a setting on the players' settings screen.

    Attributes:
        position: Rank of the row on the screen; the rows are 10 apart, for more between them.
        label: Name of the setting.
        labels: Values that can be chosen, as text, with their labels, or a function that returns
            them. Of a `WordChoice` all words can be chosen; a word without label is its own label.
            Where the setting is null, the screen shows the first value.
        is_for_guests: A player of a locked machine may change it, until the visit ends.
        sound: Played when the value changes.
    """

    position: int
    label: Message
    labels: Mapping[str, MessageOrText] | Callable[[], Mapping[str, MessageOrText]]
    is_for_guests: bool = False
    sound: str | None = None


NO_YES = {"false": make_message("no"), "true": make_message("yes")}


def label_percents(*percents: int) -> dict[str, MessageOrText]:
    """Return values for a `PlayerSetting` in percent."""
    return {str(percent): f"{percent} %" for percent in percents}


class WordChoice(NamedTuple):
    """One of some words; null means `null_word`, if there is one."""

    words: tuple[str, ...]
    null_word: str | None = None

    @property
    def allowed_text(self) -> str:
        return ", ".join(word or '""' for word in self.words)

    def parse(self, raw: RawValue) -> str:
        # YAML takes an unquoted no for false; here it is a word (the code of Norwegian).
        if raw.yaml_type is YamlType.NULL and self.null_word is not None:
            return self.null_word
        _require_scalar(raw)
        if raw.text in self.words:
            return raw.text
        raise _unknown_word(raw.text, self.words)


class Integer(NamedTuple):
    """A multiple of `step` from `lowest` to `highest`; or null, where `null` says its meaning."""

    lowest: int
    highest: int
    null: str | None = None
    step: int = 1

    @property
    def allowed_text(self) -> str:
        text = f"a whole number from {self.lowest} to {self.highest}"
        if self.step > 1:
            text = ", ".join(map(str, range(self.lowest, self.highest + 1, self.step)))
        return text if self.null is None else f"{text}, or null: {self.null}"

    def parse(self, raw: RawValue) -> int | None:
        if raw.yaml_type is YamlType.NULL and self.null is not None:
            return None
        _require_scalar(raw)
        text = quote_text(raw.text)
        if raw.is_quoted and _DECIMAL.fullmatch(raw.text):
            raise InvalidValueError(f"{text} is text, because of the quotes")
        if raw.yaml_type in _NOT_INTEGER:
            raise InvalidValueError(f"{text} {_NOT_INTEGER[raw.yaml_type]}")
        if not _DECIMAL.fullmatch(raw.text):
            if not raw.is_quoted and _NUMERIC.fullmatch(raw.text):
                mistake = "is not a plain decimal number (YAML may read it as another one)"
                raise InvalidValueError(f"{text} {mistake}")
            raise InvalidValueError(f"{text} is not a number")
        # Python limits the digits that int() reads.
        if len(raw.text) > 9 or not self.lowest <= int(raw.text) <= self.highest:
            raise InvalidValueError(f"{text} is out of range")
        if int(raw.text) % self.step:
            raise InvalidValueError(f"{text} is not one of them")
        return int(raw.text)


_NOT_INTEGER = {
    YamlType.BOOL: "means yes or no in YAML, not a number",
    YamlType.FLOAT: "is not a whole number",
    YamlType.DATE: "is a date in YAML, not a number",
}


class Bool(NamedTuple):
    """True or false; or null, where `null` says its meaning."""

    null: str | None = None

    @property
    def allowed_text(self) -> str:
        return "true, false" if self.null is None else f"true, false, or null: {self.null}"

    def parse(self, raw: RawValue) -> bool | None:
        if raw.yaml_type is YamlType.BOOL and not raw.is_quoted:
            return raw.text.lower() in ("true", "yes", "on")
        if raw.yaml_type is YamlType.NULL and self.null is not None:
            return None
        if raw.yaml_type not in (YamlType.LIST, YamlType.SECTION, YamlType.NULL):
            raise InvalidValueError(f"{quote_text(raw.text)} is no yes or no")
        if self.null is None:
            raise InvalidValueError(f"is {raw.yaml_type}")
        raise InvalidValueError(f"{raw.yaml_type} is no yes or no")


class WindowSize(NamedTuple):
    """Width and height in pixels, or null."""

    smallest: Size = MIN_WINDOW_SIZE
    largest: Size = MAX_WINDOW_SIZE

    @property
    def allowed_text(self) -> str:
        smallest, largest = (f"{width}x{height}" for width, height in self)
        return f"WIDTHxHEIGHT from {smallest} to {largest}, or null for the panel's own size"

    def parse(self, raw: RawValue) -> Size | None:
        if raw.yaml_type is YamlType.NULL:
            return None
        _require_scalar(raw)
        text = quote_text(raw.text)
        match = _SIZE.fullmatch(raw.text)
        if not match:
            raise InvalidValueError(f"{text} is not a size")
        digits = [side.lstrip("0") or "0" for side in match.groups()]
        if any(len(side) > 5 for side in digits):
            raise InvalidValueError(f"{text} is too large")
        size = int(digits[0]), int(digits[1])
        if any(side < least for side, least in zip(size, self.smallest, strict=True)):
            raise InvalidValueError(f"{text} is too small")
        if any(side > most for side, most in zip(size, self.largest, strict=True)):
            raise InvalidValueError(f"{text} is too large")
        return size


class HardwareName(NamedTuple):
    """Name of a hardware profile; any word where the profiles are not known (None)."""

    profiles: Sequence[str] | None = None
    allowed_text: str = (
        "auto, none, or the name of a file in assets/hardware, such as touch-display-2"
    )

    def parse(self, raw: RawValue) -> str:
        if raw.yaml_type in NOT_NAME_TYPES:
            raise InvalidValueError(f"is {raw.yaml_type}")
        name = raw.text
        if self.profiles is None or name in (*SPECIAL_HARDWARE, *self.profiles):
            return name
        near = find_similar(name, self.profiles)
        guess = f"; the nearest are: {', '.join(near)}" if near else ""
        raise InvalidValueError(f"{quote_text(name)} is no hardware that is known{guess}")


class PinCode(NamedTuple):
    """Digits of a PIN code, or null. The messages do not repeat the digits."""

    allowed_text: str = 'null, or 4 to 8 digits in quotes, such as "0471"'

    def parse(self, raw: RawValue) -> str | None:
        if raw.yaml_type is YamlType.NULL:
            return None
        if raw.is_quoted and _PIN_CODE.fullmatch(raw.text):
            return raw.text
        is_number = raw.text.isdecimal() and not raw.is_quoted
        mistake = "stands without quotes" if is_number else "is no PIN"
        raise InvalidValueError(f"{mistake}, so the service menu stays shut", fallback=INVALID_PIN)


class ActionNames(NamedTuple):
    """Actions whose buttons are held together, or an empty list."""

    allowed_text: str = (
        f"[], or a list of 2 to {_MAX_CHORD_BUTTONS} of {', '.join(KEYBOARD_BINDINGS)}"
    )

    def parse(self, raw: RawValue) -> Names:
        _require_list(raw)
        names = tuple(dict.fromkeys(item.text for item in raw.items))
        for name in names:
            if name not in KEYBOARD_BINDINGS:
                raise _unknown_word(name, KEYBOARD_BINDINGS)
        if len(names) == 1 or len(names) > _MAX_CHORD_BUTTONS:
            raise InvalidValueError(f"has {len(names)} different buttons")
        return names


class ButtonChord(NamedTuple):
    """Buttons that are pressed together, or an empty list."""

    allowed_text: str = (
        f"a list of 2 to {_MAX_CHORD_BUTTONS} buttons, by what they do below pins or by what "
        "stands on them, such as [next, confirm]; or []"
    )

    def parse(self, raw: RawValue) -> Names:
        _require_list(raw)
        names = _parse_names(raw.items)
        if len(names) == 1 or len(names) > _MAX_CHORD_BUTTONS or len(names) < len(raw.items):
            raise InvalidValueError(f"has {len(names)} different buttons")
        return names


class ButtonNames(NamedTuple):
    """One button or a list of buttons of a keyboard or gamepad."""

    kind: str
    is_required: bool = False

    @property
    def allowed_text(self) -> str:
        if self.kind == "keyboard":
            return "names of keys such as u, f2, enter, page-up, left-ctrl, kp-enter, ctrl+z"
        return f"names of buttons: {', '.join(BUTTON_NAMES[self.kind])}, or button-NUMBER"

    def parse(self, raw: RawValue) -> Names:
        if raw.yaml_type is YamlType.NULL:
            raise InvalidValueError("has no value, the default is used; [] means no button at all")
        items = raw.items if raw.yaml_type is YamlType.LIST else (raw,)
        names = tuple(dict.fromkeys(self._parse_name(item) for item in items))
        if self.is_required and not names:
            raise InvalidValueError("needs a button")
        return names

    def _parse_name(self, item: RawValue) -> str:
        if item.yaml_type in NOT_NAME_TYPES:
            raise InvalidValueError(f"has {item.yaml_type} in the place of a name")
        name = canonicalize_name(self.kind, item.text)
        if name is None:
            guess = suggest_word(item.text, (*BUTTON_NAMES[self.kind], *BUTTON_ALIASES))
            raise InvalidValueError(f"{quote_text(item.text)} is no button of a {self.kind}{guess}")
        return name


class GpioButtonNames(NamedTuple):
    """One button or a list of buttons at pins; their names depend on the machine."""

    allowed_text: str = "buttons, by what they do below pins or by what stands on them; or []"

    def parse(self, raw: RawValue) -> Names:
        return _parse_names(raw.items if raw.yaml_type is YamlType.LIST else (raw,))


GAME_KEYS = tuple(variant.key for variant in VARIANTS)
_COUNTS = sorted({count for variant in VARIANTS for count in variant.cells if count})
CELL_COUNTS = Integer(_COUNTS[0], _COUNTS[-1])
_LETTERS = sorted({letter for variant in VARIANTS for letter in variant.house_rules})
HOUSE_RULES = tuple(
    "".join(letters)
    for length in range(len(_LETTERS) + 1)
    for letters in combinations(_LETTERS, length)
)
GPIO_PINS = Integer(HEADER_PINS[0], HEADER_PINS[-1], "no button")


def list_binding_types(kind: str) -> dict[str, ButtonNames]:
    """Return the field types of the bindings of all actions."""
    return {
        action: ButtonNames(kind, is_required=action in ESSENTIAL_ACTIONS)
        for action in DEFAULT_BINDINGS[kind]
    }


def _parse_names(items: Sequence[RawValue]) -> Names:
    if any(item.yaml_type in NOT_NAME_TYPES for item in items):
        raise InvalidValueError("has something else than names in it")
    return tuple(dict.fromkeys(item.text for item in items))


def _require_scalar(raw: RawValue) -> None:
    if raw.yaml_type is YamlType.NULL:
        raise InvalidValueError("has no value, the default is used")
    if raw.yaml_type in (YamlType.LIST, YamlType.SECTION):
        raise InvalidValueError(f"is {raw.yaml_type}")
    if raw.yaml_type is YamlType.TAGGED:
        raise InvalidValueError(f"has the tag {quote_text(raw.text)}, and tags are not read")


def _require_list(raw: RawValue) -> None:
    if raw.yaml_type is not YamlType.LIST:
        raise InvalidValueError("is no list")


def _unknown_word(text: str, words: Iterable[str]) -> InvalidValueError:
    return InvalidValueError(f"{quote_text(text)} is not known{suggest_word(text, words)}")
