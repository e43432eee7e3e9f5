"""Where the value of a setting comes from, for people who wonder why it is not another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

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
