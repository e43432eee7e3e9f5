"""Where a value came from; listing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from kiosk.settings.keys import Value
from kiosk.settings.model import Config, get_value

Origins = Mapping[str, "Origin"]
"""By dotted key; what is not in it has its default."""


class SettingsLayer(StrEnum):
    """What lies over what, the lowest first."""

    DEFAULT = "default"
    PROFILE = "profile"
    """What is known of the hardware, where no file says otherwise."""
    FILE = "file"
    DEVICE = "device"
    """Set on the device itself."""


class Origin(NamedTuple):
    """Where a value comes from: the layer, and the path of its file or the name of its profile."""

    layer: SettingsLayer
    name: str = ""


DEFAULT_ORIGIN = Origin(SettingsLayer.DEFAULT)
DEVICE_ORIGIN = Origin(SettingsLayer.DEVICE)


def assign_origin(keys: Iterable[str], origin: Origin) -> dict[str, Origin]:
    """All these keys come from there."""
    return dict.fromkeys(keys, origin)


SECRET_KEY = "kiosk.pin"
HIDDEN_TEXT = "****"
"""What is told of a secret."""


class SettingLine(NamedTuple):
    """One setting: its dotted key, its value as it would be written in a file, its origin."""

    key: str
    value: str
    origin: Origin


def list_settings(config: Config, origins: Origins) -> Iterator[SettingLine]:
    """All settings in the order in which they are known."""
    from kiosk.settings.validate import build_all_fields  # not needed before the first picture

    for key in build_all_fields(()):
        value = get_value(config, key)
        text = HIDDEN_TEXT if key == SECRET_KEY and value is not None else format_value(value)
        yield SettingLine(key, text, origins.get(key, DEFAULT_ORIGIN))


def format_value(value: Value) -> str:
    """A value as it would be written in a settings file."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, tuple):
        return str(value) or '""'
    if len(value) == 2 and all(isinstance(side, int) for side in value):
        return f"{value[0]}x{value[1]}"
    return f"[{', '.join(map(str, value))}]"


class Problem(NamedTuple):
    """One thing that is wrong with a settings file; as text `FILE:LINE: key.path: message`."""

    file: str
    """The file's name as it was given."""
    line: int | None
    """Its line, from 1; None where the file has none (missing, no text)."""
    key: str | None
    """The dotted key, where it is about one."""
    message: str
    """What is wrong; what is allowed."""

    def __str__(self) -> str:
        """The line for people and for editors that jump to it."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"
