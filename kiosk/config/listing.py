"""Every setting with its value as text and where it comes from, for screens and bug reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.config.bound import all_settings
from kiosk.config.origins import DEFAULT, Origin, Origins
from kiosk.config.settings import Config, Value, value_of

SECRET = "kiosk.pin"
HIDDEN = "****"
"""What is told of a secret."""


class Line(NamedTuple):
    """One setting: its dotted key, its value as it would be written in a file, its origin."""

    key: str
    value: str
    origin: Origin


def listed(config: Config, origins: Origins) -> Iterator[Line]:
    """All settings in the order in which they are known."""
    for key in all_settings(()):
        value = value_of(config, key)
        told = HIDDEN if key == SECRET and value is not None else written(value)
        yield Line(key, told, origins.get(key, DEFAULT))


def written(value: Value) -> str:
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
