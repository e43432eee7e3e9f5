"""What is wrong with a setting is told with the file and the line where it is written."""

from __future__ import annotations

from collections.abc import Iterable

from kiosk.config import Layer, Origins, Problem, line_of


def placed(troubles: Iterable[str], origins: Origins) -> list[str]:
    """Lines `key.path: what` with file and line before them, where a file has set the key."""
    return [_placed(trouble, origins) for trouble in troubles]


def _placed(trouble: str, origins: Origins) -> str:
    key, _, message = trouble.partition(": ")
    origin = origins.get(key)
    if origin is None or origin.layer is not Layer.FILE:
        return trouble
    return str(Problem(origin.name, line_of(origin.name, key), key, message))
