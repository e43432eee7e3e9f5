"""Origins of values, problems of settings files, and the list of all settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from kiosk.settings.keys import Value
from kiosk.settings.model import Config, get_value

Origins = Mapping[str, "Origin"]
"""Origins by dotted key; a setting without one has its default."""


class SettingsLayer(StrEnum):
    """Sources of values; later ones override earlier ones."""

    DEFAULT = "default"
    PROFILE = "profile"
    """The hardware profile; fills in only what no file sets."""
    FILE = "file"
    DEVICE = "device"
    """Set on the device itself and kept in its store."""


class Origin(NamedTuple):
    """Source of a value: the path of a file and the line (from 1) in it, or a profile's name."""

    layer: SettingsLayer
    name: str = ""
    line: int | None = None


DEFAULT_ORIGIN = Origin(SettingsLayer.DEFAULT)
DEVICE_ORIGIN = Origin(SettingsLayer.DEVICE)

SECRET_KEY = "kiosk.pin"
HIDDEN_TEXT = "****"


class SettingLine(NamedTuple):
    """A setting: its dotted key, its value as a file would have it, and its origin."""

    key: str
    value: str
    origin: Origin


def list_settings(config: Config, origins: Origins) -> Iterator[SettingLine]:
    """Yield all settings in the order of the model."""
    from kiosk.settings.validate import list_declarations  # not needed before the first frame

    for key in list_declarations():
        value = get_value(config, key)
        text = HIDDEN_TEXT if key == SECRET_KEY and value is not None else format_value(value)
        yield SettingLine(key, text, origins.get(key, DEFAULT_ORIGIN))


def format_value(value: Value) -> str:
    """Return a value as a settings file would have it."""
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
    """A mistake in a settings file; as text `FILE:LINE: key.path: message`.

    `line` counts from 1 and is None for a file that is missing or no text.
    """

    file: str
    line: int | None
    key: str | None
    message: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"
