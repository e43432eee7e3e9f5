"""Themes: the colours of everything painted, and their loader."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.frame import TextColour

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """All colours: red, green, blue from 0 to 255. `assets/themes/classic.toml` describes each.

    `two` and `four` are the inks of clubs, diamonds, hearts, spades with two colours and with four;
    each of them keeps a contrast of 7:1 against `card`.
    """

    cloth: Colour
    """The table."""
    hollow: Colour
    """The bottom of an empty place and of a foundation."""
    line: Colour
    """Outlines on the cloth."""
    faint: Colour
    """What is there and matters little: hatching, a foundation's suit, an icon out of use."""
    card: Colour
    """A card's face."""
    edge: Colour
    """The thin line around a card, which keeps overlapping cards apart."""
    folded: Colour
    """The face of the strip that stands for folded cards."""
    two: tuple[Colour, Colour, Colour, Colour]
    four: tuple[Colour, Colour, Colour, Colour]
    gold: Colour
    """Crowns and ornaments."""
    skin: Colour
    hair: tuple[Colour, Colour, Colour]
    """The hair of Jack, Queen, King."""
    lifted: Colour
    """The ring around a selected card."""
    shade: Colour
    """Shadows; laid on half transparent."""
    target: Colour
    """Places that accept the cards in the hand; laid on half transparent."""
    cursor: Colour
    """The bright core of the cursor."""
    rim: Colour
    """The dark lines on both sides of the cursor's core."""
    bar: Colour
    dialog: Colour
    note: Colour
    key: Colour
    """A button's face."""
    key_pressed: Colour
    first: Colour
    """The face of the button to press first, on which `on_first` is read."""
    on_first: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    warning: Colour
    shift: int = 0
    """How many pixels the whole picture wanders to each side, so that no panel burns in."""

    def suit_colour(self, suit: int, four_colours: bool) -> Colour:
        """Return the ink of a suit (0..3 = clubs, diamonds, hearts, spades) on a card."""
        return (self.four if four_colours else self.two)[suit]

    def text_colour(self, colour: TextColour) -> Colour:
        """Return the theme's colour for texts of this kind."""
        colours = {
            TextColour.TEXT: self.text,
            TextColour.QUIET: self.quiet,
            TextColour.ACCENT: self.accent,
            TextColour.WARNING: self.warning,
        }
        return colours[colour]


_BLACK, _RED = (24, 24, 30), (166, 12, 28)

DEFAULT_THEME = Theme(
    cloth=(35, 84, 67),
    hollow=(29, 72, 57),
    line=(93, 140, 121),
    faint=(66, 114, 96),
    card=(252, 248, 238),
    edge=(122, 112, 96),
    folded=(226, 218, 200),
    two=(_BLACK, _RED, _RED, _BLACK),
    four=((0, 90, 44), (18, 66, 160), _RED, _BLACK),
    gold=(222, 170, 54),
    skin=(243, 211, 176),
    hair=((150, 92, 44), (196, 132, 50), (92, 66, 52)),
    lifted=(255, 184, 28),
    shade=(8, 22, 17),
    target=(132, 222, 112),
    cursor=(88, 208, 255),
    rim=(6, 26, 40),
    bar=(24, 60, 48),
    dialog=(22, 54, 44),
    note=(16, 34, 29),
    key=(45, 96, 78),
    key_pressed=(18, 46, 37),
    first=(238, 192, 82),
    on_first=(34, 30, 16),
    text=(250, 246, 234),
    quiet=(186, 208, 196),
    accent=(255, 209, 102),
    warning=(255, 176, 150),
)


MAX_SHIFT_PIXELS = 3
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_CLASSIC_VALUES = {
    field.name: getattr(DEFAULT_THEME, field.name) for field in dataclasses.fields(DEFAULT_THEME)
}


class ThemeError(ValueError):
    """A theme that cannot be used; the text names the file and the mistake."""


def load_theme(path: Path) -> Theme:
    """Load a theme from TOML; missing values come from the classic theme. Raises ThemeError.

    It has lines such as `cloth = "#235443"`.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        return dataclasses.replace(
            DEFAULT_THEME, **{name: _parse_part(name, values[name]) for name in values}
        )
    except OSError as error:
        raise ThemeError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # of TOML, of its letters, or our own
        raise ThemeError(f"{path}: {error}") from None


def _parse_part(name: str, value: object) -> Any:
    """Return the value, of the kind that it has in the classic theme; raise ValueError."""
    classic = _CLASSIC_VALUES.get(name)
    if classic is None:
        raise ValueError(f"{name}: there is no such part; there are: {', '.join(_CLASSIC_VALUES)}")
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
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise ValueError(f'{name}: must be a colour such as "#235443"')
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
