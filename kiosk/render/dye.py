"""Themes out of files: what a file says is laid over the classic one, and checked."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import Any

from kiosk.render.theme import CLASSIC, Colour, Theme

MOST_SHIFT = 3
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_KNOWN = {field.name: getattr(CLASSIC, field.name) for field in dataclasses.fields(CLASSIC)}
"""Every part of a theme with a value of its kind."""


class ThemeError(ValueError):
    """A theme that cannot be used; the text names the file and what is wrong with it."""


def dyed(path: Path) -> Theme:
    """The theme that a TOML file describes; raises ThemeError.

    It has lines such as `cloth = "#235443"`; what it leaves out is as in the classic theme.
    """
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        return dataclasses.replace(CLASSIC, **{name: _part(name, said[name]) for name in said})
    except OSError as error:
        raise ThemeError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # of TOML, of its letters, or our own
        raise ThemeError(f"{path}: {error}") from None


def _part(name: str, value: object) -> Any:
    """The value of this part of a theme, of the kind that it has in `_KNOWN`, or ValueError."""
    usual = _KNOWN.get(name)
    if usual is None:
        raise ValueError(f"{name}: there is no such part; there are: {', '.join(_KNOWN)}")
    if isinstance(usual, int):
        if type(value) is not int or not 0 <= value <= MOST_SHIFT:
            raise ValueError(f"{name}: must be a whole number from 0 to {MOST_SHIFT}")
        return value
    if isinstance(usual[0], int):
        return _colour(name, value)
    if not isinstance(value, list) or len(value) != len(usual):
        raise ValueError(f"{name}: must be a list of {len(usual)} colours")
    return tuple(_colour(name, one) for one in value)


def _colour(name: str, value: object) -> Colour:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise ValueError(f'{name}: must be a colour such as "#235443"')
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
