"""Build the faces in this folder anew from Noto Sans: `python assets/fonts/build.py NOTO`.

Needs fonttools, and the program ttfautohint; nothing of it is needed to play. The sources are in
Debian's package fonts-noto-extra: NotoSans-CondensedMedium, -CondensedBold, -ExtraCondensedBold.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from kiosk.render.suits import suit_outlines

SUIT_SIGNS = "♣♦♥♠"
RANKS = "A23456789TJQK"
LATIN_GREEK_CYRILLIC = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),
    *range(0x370, 0x460),
    *range(0x490, 0x492),
    *range(0x1E00, 0x1F00),
    *range(0x2010, 0x2028),
    0x2030,
    *range(0x2032, 0x2034),
    *range(0x2039, 0x203B),
    *map(ord, "€№™"),
]
EN_DASH, MINUS = 0x2013, 0x2212
"""Noto Sans has no minus; the dash looks the same."""
STEM_OF_J = 400
"""Above this height the J is only its stem, which is what gets shorter."""


def subset(path: Path, codes: Iterable[int], *, hinted: bool) -> TTFont:
    """The characters of a face that we need."""
    font, options = TTFont(path, recalcTimestamp=False), Options()
    options.layout_features = ["kern", "mark", "ccmp", "locl"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14]
    options.notdef_outline = True
    options.hinting = hinted
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def rename(font: TTFont, family: str, style: str) -> None:
    """Give a modified face a name of its own."""
    names = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}"}
    names[6] = f"{family}-{style}".replace(" ", "")
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.toUnicode())


def add_suits(font: TTFont) -> None:
    """Add the suit signs, in our own shapes and as high as capitals."""
    capital = font["OS/2"].sCapHeight
    half, middle = capital * 0.52, capital / 2
    for suit, sign in enumerate(SUIT_SIGNS):
        pen = TTGlyphPen(None)
        for shape in suit_outlines(suit):
            points = [(round(30 + half * (1 + x)), round(middle - half * y)) for x, y in shape]
            if _area(points) > 0:
                points.reverse()
            pen.moveTo(points[0])
            for point in points[1:]:
                pen.lineTo(point)
            pen.closePath()
        name, glyph = f"suit{suit}", pen.glyph()
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(2 * half + 60), glyph.xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(sign)] = name


def _area(points: list[tuple[int, int]]) -> int:
    """Positive for an outline that runs the other way than TrueType's."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]]))


def bend(font: TTFont, sign: str, point: Callable[[int, int], tuple[int, int]], wider: int) -> None:
    """Move the points of one glyph."""
    name, glyphs = font.getBestCmap()[ord(sign)], font["glyf"]
    glyph = glyphs[name]
    glyph.coordinates = type(glyph.coordinates)([point(x, y) for x, y in glyph.coordinates])
    glyph.recalcBounds(glyphs)
    font["hmtx"][name] = (font["hmtx"][name][0] + wider, glyph.xMin)


def add_ten(font: TTFont, narrow: TTFont) -> None:
    """Make of the T a narrow 10."""
    glyphs, signs = narrow.getGlyphSet(), narrow.getBestCmap()
    one, zero = signs[ord("1")], signs[ord("0")]
    left = narrow["hmtx"][one][0] - 45
    pen = TTGlyphPen(None)
    glyphs[one].draw(TransformPen(pen, (1, 0, 0, 1, -10, 0)))
    glyphs[zero].draw(TransformPen(pen, (1, 0, 0, 1, left, 0)))
    name, ten = font.getBestCmap()[ord("T")], pen.glyph()
    font["glyf"][name] = ten
    ten.recalcBounds(font["glyf"])
    font["hmtx"][name] = (left - 10 + narrow["hmtx"][zero][0], ten.xMin)


def build_text(source: Path, target: Path, style: str) -> None:
    """A face for text, with suit signs."""
    font = subset(source, LATIN_GREEK_CYRILLIC, hinted=True)
    add_suits(font)
    for table in font["cmap"].tables:
        table.cmap[MINUS] = table.cmap[EN_DASH]
    rename(font, "Bakehouse Sans", style)
    font.save(target)


def build_index(bold: Path, narrow: Path, target: Path) -> None:
    """The ranks of the cards; J and Q stand on the line and hardly reach below it, T is a 10."""
    font = subset(bold, map(ord, RANKS), hinted=False)
    j = font["glyf"][font.getBestCmap()[ord("J")]]
    drop, left = -12 - j.yMin, 40 - j.xMin
    bend(font, "J", lambda x, y: (x + left, y + drop if y < STEM_OF_J else y), left)
    bend(font, "Q", lambda x, y: (x, round(y * 0.35) if y < -12 else y), 0)
    add_ten(font, subset(narrow, map(ord, "01"), hinted=False))
    for table in {"GPOS", "GSUB", "GDEF"} & set(font.keys()):
        del font[table]
    rename(font, "Bakehouse Index", "Bold")
    rough = target.with_suffix(".rough")
    font.save(rough)
    command = "ttfautohint -l 8 -r 96 -D latn -f none -a sss -x 14"
    subprocess.run([*command.split(), str(rough), str(target)], check=True)
    rough.unlink()


def main() -> None:
    """Build all three."""
    noto, here = Path(sys.argv[1]), Path(__file__).parent
    condensed = noto / "NotoSans-CondensedBold.ttf"
    build_text(noto / "NotoSans-CondensedMedium.ttf", here / "BakehouseSans-Regular.ttf", "Regular")
    build_text(condensed, here / "BakehouseSans-Bold.ttf", "Bold")
    narrow = noto / "NotoSans-ExtraCondensedBold.ttf"
    build_index(condensed, narrow, here / "BakehouseIndex-Bold.ttf")


if __name__ == "__main__":
    main()
