"""Themes: the colours of everything painted, and their loader."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kiosk.frame import TextColour

Colour = tuple[int, int, int]
_BLACK, _RED = (24, 24, 30), (166, 12, 28)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """All colours: red, green, blue from 0 to 255.

    `two` and `four` are the inks of clubs, diamonds, hearts, spades with two colours and with four;
    each of them keeps a contrast of 7:1 against `card`.
    """

    # The classic theme, as in assets/themes/classic.toml, which says what each colour is for.
    # The program starts without that file.
    cloth: Colour = (35, 84, 67)
    hollow: Colour = (29, 72, 57)
    line: Colour = (93, 140, 121)
    faint: Colour = (66, 114, 96)
    card: Colour = (252, 248, 238)
    edge: Colour = (122, 112, 96)
    folded: Colour = (226, 218, 200)
    two: tuple[Colour, Colour, Colour, Colour] = (_BLACK, _RED, _RED, _BLACK)
    four: tuple[Colour, Colour, Colour, Colour] = ((0, 90, 44), (18, 66, 160), _RED, _BLACK)
    gold: Colour = (222, 170, 54)
    skin: Colour = (243, 211, 176)
    hair: tuple[Colour, Colour, Colour] = ((150, 92, 44), (196, 132, 50), (92, 66, 52))
    lifted: Colour = (255, 184, 28)
    shade: Colour = (8, 22, 17)
    target: Colour = (132, 222, 112)
    cursor: Colour = (88, 208, 255)
    rim: Colour = (6, 26, 40)
    bar: Colour = (24, 60, 48)
    dialog: Colour = (22, 54, 44)
    note: Colour = (16, 34, 29)
    key: Colour = (45, 96, 78)
    key_pressed: Colour = (18, 46, 37)
    first: Colour = (238, 192, 82)
    on_first: Colour = (34, 30, 16)
    text: Colour = (250, 246, 234)
    quiet: Colour = (186, 208, 196)
    accent: Colour = (255, 209, 102)
    warning: Colour = (255, 176, 150)
    shift: int = 0

    def suit_colour(self, suit: int, four_colours: bool) -> Colour:
        """Return the ink of a suit (0..3 = clubs, diamonds, hearts, spades) on a card."""
        return (self.four if four_colours else self.two)[suit]

    def text_colour(self, colour: TextColour) -> Colour:
        """Return the theme's colour for texts of this kind."""
        value: Colour = getattr(self, colour)
        return value


DEFAULT_THEME = Theme()
MAX_SHIFT_PIXELS = 3


class ThemeError(ValueError):
    """A theme that cannot be used; the text names the file and the mistake."""


def load_theme(path: Path) -> Theme:
    """Load a theme from TOML; missing values come from the classic theme. Raises ThemeError.

    It has lines such as `cloth = "#235443"`.
    """
    import tomllib  # not needed for the classic theme: the first frame comes sooner

    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        return Theme(**{name: _parse_part(name, value) for name, value in values.items()})
    except OSError as error:
        raise ThemeError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # of TOML, of its letters, or our own
        raise ThemeError(f"{path}: {error}") from None


def _parse_part(name: str, value: object) -> Any:
    """Return the value, of the kind that it has in the classic theme; raise ValueError."""
    names = [field.name for field in fields(Theme)]
    if name not in names:
        raise ValueError(f"{name}: there is no such part; there are: {', '.join(names)}")
    classic = getattr(DEFAULT_THEME, name)
    if isinstance(classic, int):
        if type(value) is not int or not 0 <= value <= MAX_SHIFT_PIXELS:
            raise ValueError(f"{name}: must be a whole number from 0 to {MAX_SHIFT_PIXELS}")
        return value
    if isinstance(classic[0], int):
        return _parse_colour(name, value)
    if not isinstance(value, list) or len(value) != len(classic):
        raise ValueError(f"{name}: must be a list of {len(classic)} colours")
    return tuple(_parse_colour(name, one) for one in value)


def _parse_colour(name: str, value: object) -> Colour:
    import re

    if not isinstance(value, str) or not re.fullmatch("#[0-9a-fA-F]{6}", value):
        raise ValueError(f'{name}: must be a colour such as "#235443"')
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
