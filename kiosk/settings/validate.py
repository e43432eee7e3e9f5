"""Rules across settings: pins, buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kiosk.events import Action
from kiosk.settings.field_types import (
    NOT_NAME_TYPES,
    Bool,
    FieldType,
    Integer,
    InvalidValueError,
    OptionalBool,
    OptionalInteger,
    RawValue,
    YamlType,
    build_basic_fields,
    build_machine_fields,
    parse_names,
    quote_text,
    suggest_word,
)
from kiosk.settings.keys import (
    BUTTON_ALIASES,
    DEFAULT_BINDINGS,
    KEYBOARD_BINDINGS,
    PAGE_ACTIONS,
    Names,
    canonicalize_name,
    list_button_names,
)
from kiosk.settings.model import ButtonSettings, Config, Value

DAY_SECONDS = 24 * 60 * 60
"""Seconds."""


INVALID_PIN = ""
"""What stands for a PIN that is written wrong: nobody's."""
_PIN_PATTERN = re.compile("[0-9]{4,8}")
_MAX_HELD_BUTTONS = 4
"""Buttons that are held together; more fingers find no room."""


class PinCode(NamedTuple):
    """The digits of a PIN, or nothing. What is wrong is told without them."""

    @property
    def allowed_text(self) -> str:
        """The form."""
        return 'null, or 4 to 8 digits in quotes, such as "0471"'

    def parse(self, raw: RawValue) -> str | None:
        """The digits, None for nothing, or WrongValueError: then the service menu stays shut."""
        if raw.yaml_type is YamlType.NULL:
            return None
        if raw.is_quoted and _PIN_PATTERN.fullmatch(raw.text):
            return raw.text
        digits = raw.text.isdecimal() and not raw.is_quoted
        wrong = "stands without quotes" if digits else "is no PIN"
        raise InvalidValueError(f"{wrong}, so the service menu stays shut", fallback=INVALID_PIN)


class HeldActions(NamedTuple):
    """Actions whose buttons are held together, or none."""

    @property
    def allowed_text(self) -> str:
        """The actions."""
        return f"[], or a list of 2 to {_MAX_HELD_BUTTONS} of {', '.join(KEYBOARD_BINDINGS)}"

    def parse(self, raw: RawValue) -> Names:
        """The actions, or WrongValueError."""
        if raw.yaml_type is not YamlType.LIST:
            raise InvalidValueError("is no list")
        names = tuple(dict.fromkeys(item.text for item in raw.items))
        for name in names:
            if name not in KEYBOARD_BINDINGS:
                raise InvalidValueError(
                    f"{quote_text(name)} is not known{suggest_word(name, KEYBOARD_BINDINGS)}"
                )
        if len(names) == 1 or len(names) > _MAX_HELD_BUTTONS:
            raise InvalidValueError(f"has {len(names)} different buttons")
        return names


def build_appliance_fields() -> dict[str, FieldType]:
    """The settings of the appliance by dotted key."""
    return {
        "kiosk.lock": Bool(),
        "kiosk.idle_reset": OptionalInteger(0, DAY_SECONDS, "0, but 120 where kiosk.lock is true"),
        "kiosk.attract_after": OptionalInteger(0, DAY_SECONDS, "60, but never in a window"),
        "kiosk.keep_left": Integer(0, 24 * 60),
        "kiosk.service_hold": HeldActions(),
        "kiosk.service_touch": Bool(),
        "kiosk.pin": PinCode(),
        "kiosk.shell": Bool(),
        "power.menu": OptionalBool("where the picture fills the panel and kiosk.lock is false"),
        "power.low_pin": OptionalInteger(0, 27, "no line"),
        "display.brightness": OptionalInteger(5, 100, "as it is found"),
        "display.dim_after": OptionalInteger(0, DAY_SECONDS, "300, but never in a window"),
        "display.blank_after": OptionalInteger(0, DAY_SECONDS, "1800, but never in a window"),
    }


ESSENTIAL_ACTIONS = (Action.CONFIRM, Action.BACK)
"""The actions without which there is no playing with buttons."""

ALLOWED_BUTTON = "allowed: a button that means nothing else"
GPIO_KIND = "gpio"
"""The kind of device that buttons at pins are."""
_ALLOWED_BY_KIND = {
    "keyboard": "names of keys such as u, f2, enter, page-up, left-ctrl, kp-enter, ctrl+z",
    "gamepad": "names of buttons: {names}, or button-NUMBER",
}


class ButtonNames(NamedTuple):
    """One button or a list of them, of one kind of device."""

    kind: str
    is_essential: bool = False

    @property
    def allowed_text(self) -> str:
        """What buttons are called."""
        return _ALLOWED_BY_KIND[self.kind].format(names=", ".join(list_button_names(self.kind)))

    def parse(self, raw: RawValue) -> Names:
        """The names of the buttons as we write them, or WrongValueError."""
        if raw.yaml_type is YamlType.NULL:
            raise InvalidValueError("has no value, the default is used; [] means no button at all")
        items = raw.items if raw.yaml_type is YamlType.LIST else (raw,)
        names = tuple(dict.fromkeys(self._parse_name(item) for item in items))
        if self.is_essential and not names:
            raise InvalidValueError("needs a button")
        return names

    def _parse_name(self, item: RawValue) -> str:
        if item.yaml_type in NOT_NAME_TYPES:
            raise InvalidValueError(f"has {item.yaml_type} in the place of a name")
        name = canonicalize_name(self.kind, item.text)
        if name is None:
            guess = suggest_word(item.text, (*list_button_names(self.kind), *BUTTON_ALIASES))
            raise InvalidValueError(f"{quote_text(item.text)} is no button of a {self.kind}{guess}")
        return name


class GpioButtonNames(NamedTuple):
    """One button at a pin or a list of them: which there are, only the machine knows."""

    @property
    def allowed_text(self) -> str:
        """What buttons are called."""
        return "buttons, by what they do below pins or by what stands on them; or []"

    def parse(self, raw: RawValue) -> Names:
        """The names of the buttons, or WrongValueError."""
        return parse_names(raw.items if raw.yaml_type is YamlType.LIST else (raw,))


def build_all_fields(
    languages: Sequence[str], profiles: Sequence[str] | None = None
) -> dict[str, FieldType]:
    """Every setting there is, those of buttons and the machine too.

    `languages` are the catalogues there are, `profiles` the hardware that is known.
    """
    buttons: dict[str, FieldType] = {
        f"buttons.{kind}.{action}": ButtonNames(kind, action in ESSENTIAL_ACTIONS)
        for kind, table in DEFAULT_BINDINGS.items()
        for action in table
    }
    pages: dict[str, FieldType] = {
        f"buttons.pages.{kind}.{action}": GpioButtonNames()
        if kind == GPIO_KIND
        else ButtonNames(kind)
        for kind in (*DEFAULT_BINDINGS, GPIO_KIND)
        for action in PAGE_ACTIONS
    }
    stick = {f"buttons.stick.{name}": Bool() for name in ("swap", "flip_x", "flip_y")}
    machine = {**build_machine_fields(profiles), **build_appliance_fields()}
    machine["kiosk.service_key"] = ButtonNames("keyboard")
    switches: dict[str, FieldType] = {"sound.mute": Bool(), "display.indicator": Bool()}
    return {**build_basic_fields(languages), **switches, **machine, **buttons, **stick, **pages}


def find_button_conflicts(
    values: Mapping[str, Value], lines: Mapping[str, int], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """The keys of settings that cannot be, each with what is wrong.

    These are buttons that one file gives to two actions, and actions left without any button; the
    later line is wrong. `below` are the values of the files under this one.
    """
    sections = [f"buttons.{kind}." for kind in DEFAULT_BINDINGS]
    sections += [f"buttons.pages.{kind}." for kind in (*DEFAULT_BINDINGS, GPIO_KIND)]
    for prefix in sections:
        keys = sorted((key for key in values if key.startswith(prefix)), key=lines.__getitem__)
        key_by_button: dict[str, str] = {}
        for key in list(keys):
            duplicate = next(
                (name for name in _to_names(values[key]) if name in key_by_button), None
            )
            if duplicate is None:
                key_by_button.update((name, key) for name in _to_names(values[key]))
                continue
            keys.remove(key)
            other = key_by_button[duplicate].rpartition(".")[2]
            yield key, f"{quote_text(duplicate)} is the button of {other} already; {ALLOWED_BUTTON}"
        for key, action in _find_unbound_actions(
            prefix, {key: values[key] for key in keys}, base_values
        ):
            yield key, f"that leaves no button for {action}; {ALLOWED_BUTTON}"


def _find_unbound_actions(
    prefix: str, values: Mapping[str, Value], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, Action]]:
    """The later ones of the settings that together leave an essential action without a button."""
    base, remaining = Config.from_values(base_values), dict(values)

    def without(key: str) -> list[Action]:
        rest = {other: value for other, value in remaining.items() if other != key}
        return _list_unbound(base.with_values(rest).buttons, prefix)

    while remaining and (missing := _list_unbound(base.with_values(remaining).buttons, prefix)):
        unbound = missing[0]
        offender = next((key for key in reversed(remaining) if unbound not in without(key)), None)
        if offender is None:
            return
        yield offender, unbound
        del remaining[offender]


def _list_unbound(buttons: ButtonSettings, prefix: str) -> list[Action]:
    """The essential actions without a button where the settings of this section count."""
    *_, screen, kind, _ = prefix.split(".")
    if kind == GPIO_KIND:
        return []
    names = buttons.get_page_bindings(kind) if screen == "pages" else buttons.get_bindings(kind)
    return [action for action in ESSENTIAL_ACTIONS if not names[action]]


def _to_names(value: Value) -> Names:
    return tuple(str(name) for name in value) if isinstance(value, tuple) else ()


_BOOL_WORDS = ("true", "false")


def parse_stored_values(stored: Mapping[str, str], languages: Sequence[str]) -> dict[str, Value]:
    """The values of what was set on the device, by dotted key.

    What another version of the program has kept and this one does not allow is left out. A list
    is kept with commas between its items.
    """
    values: dict[str, Value] = {}
    fields = build_all_fields(languages)
    for key, text in stored.items():
        try:
            values[key] = fields[key].parse(_parse_raw_value(text))
        except (KeyError, InvalidValueError):
            continue
    return values


def _parse_raw_value(text: str) -> RawValue:
    if "," in text:
        items = tuple(_parse_raw_value(part.strip()) for part in text.split(","))
        return RawValue(text, YamlType.LIST, items=items)
    if text in _BOOL_WORDS:
        return RawValue(text, YamlType.BOOL)
    if text.isdecimal():
        return RawValue(text, YamlType.INTEGER)
    return RawValue(text, YamlType.TEXT)
