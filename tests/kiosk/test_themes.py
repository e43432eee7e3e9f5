"""Themes are files; in each of them everything is read, by colour-blind eyes as well."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from kiosk.frame import Box, Card, Mark, TextColour
from kiosk.layout import arrange_table
from kiosk.paths import assets_dir, list_themes
from kiosk.render.card_faces import layout_index
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME, Colour, Theme, ThemeError, load_theme
from kiosk.scenes.table.draw_table import make_cursor_mark
from tests.support.each import for_each
from tests.support.pixels import pixels
from tests.support.sight import SIGHTS, compute_luminance, contrast
from tests.support.stage import shape
from tests.support.varieties import SHIPPED_RULES

FOLDER = assets_dir() / "themes"
TEXT = Fonts(assets_dir() / "fonts")
ALL = {path.stem: load_theme(path) for path in sorted(FOLDER.glob("*.toml"))}
every_theme = for_each("theme", ALL.values())
SIZES = ((240, 240), (320, 240), (480, 320), (800, 480), (480, 800), (1280, 720))


# Files


def test_the_classic_file_says_what_the_program_has_built_in() -> None:
    assert ALL["classic"] == DEFAULT_THEME


def test_there_are_three_at_least_and_every_file_is_known() -> None:
    assert list_themes() == ("classic", *sorted(set(ALL) - {"classic"}))
    assert {"classic", "dark", "contrast"} <= set(ALL)


def test_what_a_file_leaves_out_is_as_in_the_classic_theme(tmp_path: Path) -> None:
    file = tmp_path / "red.toml"
    file.write_text('cloth = "#400000"\nshift = 1\n')
    theme = load_theme(file)
    assert (theme.cloth, theme.shift, theme.card) == ((64, 0, 0), 1, DEFAULT_THEME.card)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cloth = ", "Invalid value"),
        ('clot = "#000000"', "clot: there is no such part; there are: cloth"),
        ('cloth = "green"', 'cloth: must be a colour such as "#235443"'),
        ("cloth = 3", "cloth: must be a colour"),
        ('two = ["#000000"]', "two: must be a list of 4 colours"),
        ('two = ["#000000", "#000000", "#000000", 3]', "two: must be a colour"),
        ("shift = 9", "shift: must be a whole number from 0 to 3"),
        ("shift = true", "shift: must be a whole number"),
    ],
)
def test_a_bad_file_is_told(text: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(ThemeError, match=r"bad\.toml: ") as caught:
        load_theme(file)
    assert problem in str(caught.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for name in ("none.toml", "bytes.toml"):
        with pytest.raises(ThemeError, match=name):
            load_theme(tmp_path / name)


# Contrast


@every_theme
def test_an_index_keeps_seven_to_one(theme: Theme) -> None:
    for suit in range(4):
        for four in (False, True):
            assert contrast(theme.suit_colour(suit, four), theme.card) >= 7
    assert contrast(theme.edge, theme.card) >= 2.5


@every_theme
def test_texts_keep_four_and_a_half_to_one_on_all_they_stand_on(theme: Theme) -> None:
    grounds = (theme.cloth, theme.bar, theme.dialog, theme.note)
    for ink in TextColour:
        for ground in grounds:
            assert contrast(theme.text_colour(ink), ground) >= 4.5, (ink, ground)
    for ground in (theme.key, theme.key_pressed):
        for colour in (theme.text, theme.accent):
            assert contrast(colour, ground) >= 4.5
    assert contrast(theme.on_first, theme.first) >= 4.5
    assert contrast(theme.two[0], theme.folded) >= 4.5


@every_theme
def test_places_stand_out_from_the_cloth(theme: Theme) -> None:
    assert contrast(theme.line, theme.cloth) >= 2
    assert contrast(theme.cursor, theme.rim) >= 7
    assert contrast(theme.lifted, theme.cloth) >= 4.5
    assert contrast(theme.target, theme.cloth) >= 4.5


# Told apart


def paint(painter: Painter, *records: Card | Mark, four: bool = True) -> pygame.Surface:
    """The records on the bare cloth."""
    surface = pygame.Surface((240, 280))
    surface.fill(painter.theme.cloth)
    for record in records:
        painter.paint(surface, record, surface.get_rect(), four)
    surface.set_clip(None)
    return surface


def grey(surface: pygame.Surface) -> list[float]:
    """Return the lightness of each pixel, from 0 to 1."""
    data = pixels(surface)
    triples = zip(data[::3], data[1::3], data[2::3], strict=True)
    lightness: dict[Colour, float] = {}
    values = []
    for colour in triples:
        if colour not in lightness:
            lightness[colour] = compute_luminance(colour, "grey")
        values.append(lightness[colour])
    return values


@every_theme
@for_each("size", [(25, 30), (64, 91), (84, 119)])
def test_the_cursor_is_no_selection_even_in_grey(theme: Theme, size: tuple[int, int]) -> None:
    painter = Painter(theme, TEXT)
    card = Card(Box(15, 15, *size), 20, 20)
    selected = card._replace(lifted=True)
    on_card, on_selected = (make_cursor_mark(card.box, lifted=lifted) for lifted in (False, True))
    looks = [
        grey(paint(painter, *records))
        for records in ((card,), (selected,), (card, on_card), (selected, on_selected))
    ]
    around = 2 * sum(card.box[2:])
    for one, other in combinations(looks, 2):
        differing = sum(abs(a - b) > 0.15 for a, b in zip(one, other, strict=True))
        assert differing >= around * 0.5, (differing, around)


def corners(width: int, height: int, strip: int, *, large: bool) -> list[int]:
    """Which pixels of a covered card's strip are more ink than paper, a bit each, by card."""
    painter = Painter(DEFAULT_THEME, TEXT, large_index=large)
    paper, found = compute_luminance(DEFAULT_THEME.card, "grey"), []
    for card in range(52):
        surface = paint(painter, Card(Box(0, 0, width, height), card, strip, covered=True))
        middle = (paper + compute_luminance(DEFAULT_THEME.suit_colour(card % 4, True), "grey")) / 2
        bits = [p < middle for p in grey(surface.subsurface((1, 1, width - 2, strip - 1)))]
        found.append(sum(1 << i for i, ink in enumerate(bits) if ink))
    return found


def strips(size: tuple[int, int], *, large: bool) -> set[tuple[int, int, int]]:
    """Width and height of cards, and their strips in long columns and as dealt, of every game."""
    views = [arrange_table(size, shape(rules), large_index=large) for rules in SHIPPED_RULES]
    return {(*view.card_size, high) for view in views for high in (view.min_strip, view.max_strip)}


@for_each("large", [False, True])
@for_each("size", SIZES)
def test_any_two_cards_differ_by_shape_alone(size: tuple[int, int], large: bool) -> None:
    """By an eighth of the box around a rank, and never by fewer than five pixels."""
    for width, height, strip in strips(size, large=large):
        shapes = corners(width, height, strip, large=large)
        nearest = min((one ^ other).bit_count() for one, other in combinations(shapes, 2))
        capital = layout_index(width, strip, large=large).capital_height
        assert nearest >= max(5, capital * capital * 0.65 / 8), (width, strip, nearest)


@every_theme
@for_each("sight", SIGHTS)
def test_every_eye_sees_the_ink_and_so_the_shape(theme: Theme, sight: str) -> None:
    paper = compute_luminance(theme.card, sight)
    for suit in range(4):
        for four in (False, True):
            ink = compute_luminance(theme.suit_colour(suit, four), sight)
            light, dark = max(paper, ink), min(paper, ink)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (suit, four)
