"""Field types of all settings, read from the model, and the rules that concern several settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, get_type_hints

from engine import messages
from engine.messages import MessageOrText
from engine.variants import VARIANTS, find_variant
from kiosk import i18n, paths
from kiosk.events import Action
from kiosk.settings import field_types, model
from kiosk.settings.field_types import (
    FieldType,
    HardwareName,
    InvalidValueError,
    PlayerSetting,
    RawValue,
    WordChoice,
    YamlType,
)
from kiosk.settings.keys import BOARD_PULL_UP_PINS, DEFAULT_BINDINGS, ESSENTIAL_ACTIONS, Value
from kiosk.settings.model import ENCODER_CONTACTS, ButtonSettings, Config
from kiosk.settings.problem_text import quote_text

GPIO_KIND = "gpio"
_ALLOWED_BUTTON = "allowed: a button that means nothing else"


class Declaration(NamedTuple):
    """Declaration of a setting in the model."""

    field_type: FieldType
    player: PlayerSetting | None = None


@cache
def list_declarations() -> Mapping[str, Declaration]:
    """Return the declarations of all settings by dotted key, in the order of the model."""
    names: dict[str, object] = {}
    for module in (messages, i18n, paths, field_types, model):
        names.update(vars(module))
    return dict(_read_declarations(Config, "", names))


def _read_declarations(
    record: object, prefix: str, names: dict[str, object]
) -> Iterator[tuple[str, Declaration]]:
    for name, hint in get_type_hints(record, names, {}, include_extras=True).items():
        metadata = getattr(hint, "__metadata__", None)
        key = f"{prefix}{name}"
        if metadata is None:
            yield from _read_declarations(hint, f"{key}.", names)
        elif isinstance(metadata[0], Mapping):
            for entry, field_type in metadata[0].items():
                yield f"{key}.{entry}", Declaration(field_type)
        else:
            yield key, Declaration(*metadata)


def list_player_settings() -> list[tuple[str, PlayerSetting, Mapping[str, MessageOrText]]]:
    """Return the settings of the players' screen in its order: key, row, and labels of values."""
    settings = []
    for key, (field_type, player) in list_declarations().items():
        if player is None:
            continue
        if callable(player.labels):
            labels = player.labels()
        elif isinstance(field_type, WordChoice):
            labels = {word: player.labels.get(word, word) for word in field_type.words}
        else:
            labels = player.labels
        settings.append((key, player, labels))
    return sorted(settings, key=lambda setting: setting[1].position)


def build_all_fields(
    languages: Sequence[str], profiles: Sequence[str] | None = None
) -> dict[str, FieldType]:
    """Return the field types of all settings by dotted key.

    Languages and profiles are those that are installed; None allows any name of a profile.
    """
    fields = {key: declaration.field_type for key, declaration in list_declarations().items()}
    fields["language"] = WordChoice(tuple(sorted({"en", *languages})))
    fields["hardware"] = HardwareName(profiles)
    return fields


def parse_stored_values(stored: Mapping[str, str], languages: Sequence[str]) -> dict[str, Value]:
    """Return the values of the settings that were stored on the device, by dotted key.

    Values that another version of the program has stored and that this one does not allow are
    skipped. A list is stored with commas between its items.
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
    if text in ("true", "false"):
        return RawValue(text, YamlType.BOOL)
    return RawValue(text, YamlType.INTEGER if text.isdecimal() else YamlType.TEXT)


def explain_unfit_rules(key: str, house_rules: str) -> str | None:
    """Return a message if the game does not have all of these house rules."""
    if set(house_rules) <= set(find_variant(key).house_rules):
        return None
    others = ", ".join(one.key for one in VARIANTS if set(house_rules) <= set(one.house_rules))
    name = quote_text(house_rules)
    return f'{name} is no house rule of {key}; allowed: "", or one of the games {others}'


def find_button_conflicts(
    values: Mapping[str, Value], lines: Mapping[str, int], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """Yield the keys of bindings that are not possible, each with a message.

    These are buttons that one file gives to two actions, and bindings that leave an essential
    action without a button; of two such lines the later one is reported. `base_values` are the
    values that the file overrides.
    """
    sections = [f"buttons.{kind}." for kind in DEFAULT_BINDINGS]
    sections += [f"buttons.pages.{kind}." for kind in (*DEFAULT_BINDINGS, GPIO_KIND)]
    for prefix in sections:
        keys = sorted((key for key in values if key.startswith(prefix)), key=lines.__getitem__)
        key_by_button: dict[str, str] = {}
        for key in list(keys):
            value = values[key]
            names = [str(name) for name in value] if isinstance(value, tuple) else []
            duplicate = next((name for name in names if name in key_by_button), None)
            if duplicate is None:
                key_by_button.update(dict.fromkeys(names, key))
                continue
            keys.remove(key)
            other = key_by_button[duplicate].rpartition(".")[2]
            message = f"{quote_text(duplicate)} is the button of {other} already"
            yield key, f"{message}; {_ALLOWED_BUTTON}"
        kept = {key: values[key] for key in keys}
        for key, action in _find_unbound_actions(prefix, kept, base_values):
            yield key, f"that leaves no button for {action}; {_ALLOWED_BUTTON}"


def _find_unbound_actions(
    prefix: str, values: Mapping[str, Value], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, Action]]:
    base, remaining = Config.from_values(base_values), dict(values)

    def list_unbound(values: Mapping[str, Value]) -> list[Action]:
        return _list_unbound_actions(base.with_values(values).buttons, prefix)

    while remaining and (unbound := list_unbound(remaining)):
        for key in reversed(remaining):
            others = {other: value for other, value in remaining.items() if other != key}
            if unbound[0] not in list_unbound(others):
                yield key, unbound[0]
                del remaining[key]
                break
        else:
            return


def _list_unbound_actions(buttons: ButtonSettings, prefix: str) -> list[Action]:
    *_, section, kind, _ = prefix.split(".")
    if kind == GPIO_KIND:
        return []
    names = buttons.get_page_bindings(kind) if section == "pages" else buttons.get_bindings(kind)
    return [action for action in ESSENTIAL_ACTIONS if not names[action]]


def find_pin_conflicts(
    values: Mapping[str, Value], lines: Mapping[str, int], base_values: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    """Yield the keys of pins that are not possible, each with a message.

    Of two settings with the same pin the later line is reported. `base_values` are the values that
    the file overrides.
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
        elif pin in BOARD_PULL_UP_PINS and pull_up is not True and key.startswith("pins."):
            mistake = f"GPIO{pin} has a pull-up on the board, which gpio.pull_up does not allow"
            yield key, f"{mistake}; allowed: another pin, or gpio.pull_up: true"
        else:
            key_by_pin[pin] = key
    contacts = [f"pins.{name}" for name in ENCODER_CONTACTS]
    with_pin = [key for key in contacts if values.get(key, base_values.get(key)) is not None]
    if len(with_pin) == 1 and with_pin[0] in values:
        (missing,) = (key for key in contacts if key not in with_pin)
        mistake = f"{missing} is missing; allowed: the pins of both contacts of the encoder"
        yield with_pin[0], mistake


def _describe_pin_user(key: str) -> str:
    section, _, name = key.partition(".")
    section_names = {"pins": name, "lights": f"the light of {name}"}
    single_keys = {"gpio.buzzer": "the buzzer", "power.low_pin": "the battery's line"}
    return single_keys.get(key) or section_names.get(section, "")
