"""The pixel font: ranks and suits that are legible at a height of seven pixels."""

from __future__ import annotations

import pygame

from kiosk.render.theme import Colour

GLYPH_HEIGHT = 7


def _parse_glyphs(sheet: str) -> dict[str, list[str]]:
    glyphs: dict[str, list[str]] = {}
    for block in sheet.strip().split("\n\n"):
        names, *rows = block.split("\n")
        columns = zip(*(row.split() for row in rows), strict=True)
        glyphs.update(zip(names.split(), map(list, columns), strict=True))
    return glyphs


_BOLD = _parse_glyphs("""
A      2      3      4      5      6      7
..##.. .####. .####. ...##. ###### .####. ######
.####. ##..## ##..## ..###. ##.... ##.... ....##
##..## ....## ....## .#.##. #####. ##.... ...##.
##..## ...##. ..###. ##.##. ....## #####. ...##.
###### ..##.. ....## ###### ....## ##..## ..##..
##..## .##... ##..## ...##. ##..## ##..## ..##..
##..## ###### .####. ...##. .####. .####. ..##..

8      9      T         J      Q       K
.####. .####. .##..###. ....## .####.  ##..##
##..## ##..## ###.##.## ....## ##..##  ##.##.
##..## ##..## .##.##.## ....## ##..##  ####..
.####. .##### .##.##.## ....## ##..##  ###...
##..## ....## .##.##.## ....## ##..##  ####..
##..## ....## .##.##.## ##..## ##.##.  ##.##.
.####. .####. .##..###. .####. .###.## ##..##

+      1   0
...... .## .####.
..##.. ### ##..##
..##.. .## ##..##
###### .## ##..##
..##.. .## ##..##
..##.. .## ##..##
...... .## .####.
""")

_NARROW = _parse_glyphs("""
A     2     3     4     5     6     7
.###. .###. .###. ...#. ##### .###. #####
#...# #...# #...# ..##. #.... #.... ....#
#...# ....# ....# .#.#. ####. #.... ...#.
##### ...#. ..##. #..#. ....# ####. ...#.
#...# ..#.. ....# ##### ....# #...# ..#..
#...# .#... #...# ...#. #...# #...# ..#..
#...# ##### .###. ...#. .###. .###. ..#..

8     9     T      J     Q     K
.###. .###. .#.### ....# .###. #...#
#...# #...# ##.#.# ....# #...# #..#.
#...# #...# .#.#.# ....# #...# #.#..
.###. .#### .#.#.# ....# #...# ##...
#...# ....# .#.#.# ....# #.#.# #.#..
#...# ....# .#.#.# #...# #..#. #..#.
.###. .###. .#.### .###. .##.# #...#

+     1  0
..... .# .###.
..#.. ## #...#
..#.. .# #...#
##### .# #...#
..#.. .# #...#
..#.. .# #...#
..... .# .###.
""")

_SUITS = _parse_glyphs("""
C       D     H       S
..###.. ..#.. .##.##. ...#...
..###.. .###. ####### ..###..
##.#.## .###. ####### .#####.
####### ##### ####### #######
##.#.## .###. .#####. #######
...#... .###. ..###.. ##.#.##
..###.. ..#.. ...#... ..###..
""")

_SUIT_KEYS = "CDHS"


def rank_rows(rank: str, *, bold: bool) -> list[str]:
    """Return the rows of a rank (A23456789TJQK, T being shown as 10), `#` for ink."""
    return (_BOLD if bold else _NARROW)[rank]


def suit_rows(suit: int) -> list[str]:
    """Return the rows of a suit (0..3 = clubs, diamonds, hearts, spades), `#` for ink."""
    return _SUITS[_SUIT_KEYS[suit]]


def render_rows(rows: list[str], colour: Colour) -> pygame.Surface:
    """Return the rows as pixels of one colour on a transparent surface."""
    surface = pygame.Surface((len(rows[0]), len(rows)), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == "#":
                surface.set_at((x, y), colour)
    return surface
