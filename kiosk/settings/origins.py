"""Where a value came from; listing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from kiosk.settings.model import Config, Value, value_of

Origins = Mapping[str, "Origin"]
"""By dotted key; what is not in it has its default."""


class Layer(StrEnum):
    """What lies over what, the lowest first."""

    DEFAULT = "default"
    PROFILE = "profile"
    """What is known of the hardware, where no file says otherwise."""
    FILE = "file"
    DEVICE = "device"
    """Set on the device itself."""


class Origin(NamedTuple):
    """Where a value comes from: the layer, and the path of its file or the name of its profile."""

    layer: Layer
    name: str = ""


DEFAULT = Origin(Layer.DEFAULT)
DEVICE = Origin(Layer.DEVICE)


def marked(keys: Iterable[str], origin: Origin) -> dict[str, Origin]:
    """All these keys come from there."""
    return dict.fromkeys(keys, origin)


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
    from kiosk.settings.validate import all_settings  # not needed before the first picture

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
