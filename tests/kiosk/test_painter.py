"""What is painted: inside its place, with enough contrast, every card told from every other."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from kiosk import paths
from kiosk.events import Action
from kiosk.frame import (
    Align,
    Box,
    Button,
    Card,
    Drawable,
    FoldedCount,
    Label,
    Mark,
    MarkKind,
    Panel,
    PanelKind,
    Slot,
    SlotKind,
    TextColour,
    bounding_box,
)
from kiosk.render.card_faces import layout_index
from kiosk.render.fonts import Fonts
from kiosk.render.icons import ICONS, UnknownIconError, draw_icon
from kiosk.render.painter import Painter
from kiosk.render.surface_cache import SurfaceCache
from kiosk.render.theme import DEFAULT_THEME, Colour
from tests.support.each import for_each
from tests.support.pixels import pixels, pixels_with_alpha
from tests.support.sight import contrast

MARKER = (255, 0, 255)
SIZES = [(14, 20), (17, 24), (26, 36), (33, 46), (53, 74), (86, 120), (150, 210)]
STRIPS = [7, 8, 9, 10, 11, 12, 14, 18, 25, 40, 60]


def paint(painter: Painter, record: Drawable, *, four: bool = True) -> pygame.Surface:
    """The record's extent, on a background of a colour that no theme has."""
    box = bounding_box(record)
    surface = pygame.Surface((box.right + 40, box.bottom + 40))
    surface.fill(MARKER)
    painter.paint(surface, record, surface.get_rect(), four)
    return surface


def paint_strip(
    painter: Painter, card: int, size: tuple[int, int], strip_height: int
) -> pygame.Surface:
    """All that is seen of a covered card."""
    surface = paint(painter, Card(Box(0, 0, *size), card, strip_height, covered=True))
    return surface.subsurface((0, 0, size[0], min(strip_height, size[1])))


def grey(surface: pygame.Surface) -> list[int]:
    data = pixels(surface)
    return [
        (299 * r + 587 * g + 114 * b) // 1000
        for r, g, b in zip(data[::3], data[1::3], data[2::3], strict=True)
    ]


def every_kind(w: int, h: int) -> list[Drawable]:
    box = Box(40, 40, w, h)
    return [
        *(
            Card(box, card, max(7, h // 4), lifted=lifted)
            for card in (0, 37, 42, 51)
            for lifted in (False, True)
        ),
        *(Slot(box, kind) for kind in SlotKind),
        *(Slot(box, SlotKind.FOUNDATION, suit) for suit in range(4)),
        *(Mark(box, kind) for kind in MarkKind),
        *(FoldedCount(box, count) for count in (1, 12)),
        *(
            Label(box, "Zażółć Qgp", px, ink, align)
            for px in (9, 30)
            for ink in TextColour
            for align in Align
        ),
        *(
            Button(box, icon, text, 11, focused=True)
            for icon in ("", "undo")
            for text in ("", "Undo")
        ),
        Button(box, "new", "New game", 11, enabled=False),
        Button(box, "new", "New game", 30, pressed=True),
        Button(box, "new", "New game", 11, primary=True),
        *(Panel(box, kind) for kind in PanelKind),
    ]


@for_each("size", [*SIZES, (120, 12), (200, 40), (12, 120), (4, 4), (1, 1), (300, 200)])
def test_nothing_is_painted_outside_the_extent(painter: Painter, size: tuple[int, int]) -> None:
    for record in every_kind(*size):
        surface = paint(painter, record)
        box = bounding_box(record)
        surface.set_clip(None)
        surface.fill(MARKER, box)
        assert set(pixels(surface)) == {0, 255}, record


def test_nothing_is_painted_outside_the_clip(painter: Painter) -> None:
    clip = pygame.Rect(50, 50, 9, 7)
    for record in every_kind(60, 80):
        surface = pygame.Surface((200, 200))
        surface.fill(MARKER)
        painter.paint(surface, record, clip)
        surface.set_clip(None)
        surface.fill(MARKER, clip)
        assert set(pixels(surface)) == {0, 255}, record


@for_each("suit", range(4))
def test_the_index_has_a_contrast_of_seven_to_one(suit: int) -> None:
    for four_colours in (False, True):
        assert contrast(DEFAULT_THEME.suit_colour(suit, four_colours), DEFAULT_THEME.card) >= 7


def test_texts_are_readable_on_all_they_stand_on() -> None:
    for ink in TextColour:
        for ground in (
            DEFAULT_THEME.cloth,
            DEFAULT_THEME.bar,
            DEFAULT_THEME.dialog,
            DEFAULT_THEME.note,
        ):
            assert contrast(DEFAULT_THEME.text_colour(ink), ground) >= 4.5, (ink, ground)
    assert contrast(DEFAULT_THEME.text, DEFAULT_THEME.key) >= 4.5
    assert contrast(DEFAULT_THEME.on_first, DEFAULT_THEME.first) >= 7


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@for_each("strip_height", STRIPS)
@for_each("size", SIZES)
def test_all_covered_cards_are_told_apart(
    painter: Painter, size: tuple[int, int], strip_height: int
) -> None:
    strips = {pixels(paint_strip(painter, card, size, strip_height)) for card in range(52)}
    assert len(strips) == 52


@for_each("strip_height", STRIPS)
@for_each("size", SIZES[1:])
def test_suits_and_ranks_differ_by_shape_even_in_grey(
    painter: Painter, size: tuple[int, int], strip_height: int
) -> None:
    """By pixels that change from paper to ink, not by shades of the inks."""
    inked = {
        card: [value < 160 for value in grey(paint_strip(painter, card, size, strip_height))]
        for card in range(52)
    }
    for suits in combinations(range(4, 8), 2):
        assert difference(inked, suits) >= 4
    for ranks in combinations(range(0, 52, 4), 2):
        assert difference(inked, ranks) >= 3


def difference(inked: dict[int, list[bool]], cards: tuple[int, int]) -> int:
    return sum(a != b for a, b in zip(inked[cards[0]], inked[cards[1]], strict=True))


@for_each("large", [False, True])
@for_each("strip_height", STRIPS)
@for_each("size", SIZES[1:])
def test_a_ten_fits_into_every_strip(size: tuple[int, int], strip_height: int, large: bool) -> None:
    painter = Painter(DEFAULT_THEME, Fonts(paths.assets_dir() / "fonts"), large_index=large)
    for suit in range(4):
        picture = paint_strip(painter, 36 + suit, size, strip_height)
        w, h = picture.get_size()
        ink = DEFAULT_THEME.suit_colour(suit, True)
        inked = [x for x in range(w) for y in range(h) if at(picture, x, y) == ink]
        assert 0 < max(inked) < w - 1


def at(picture: pygame.Surface, x: int, y: int) -> Colour:
    red, green, blue, _ = picture.get_at((x, y))
    return red, green, blue


def test_the_index_grows_with_the_strip() -> None:
    for width, _ in SIZES:
        indices = [layout_index(width, strip_height) for strip_height in range(7, 80)]
        assert all(a.capital_height <= b.capital_height for a, b in pairwise(indices))
        assert all(
            index.top + index.capital_height <= max(strip_height, 7)
            for strip_height, index in enumerate(indices, 7)
        )


def test_the_index_stands_at_the_same_place_covered_or_not(painter: Painter) -> None:
    for size in SIZES:
        box = Box(0, 0, *size)
        covered = paint(painter, Card(box, 44, 10, covered=True)).subsurface((0, 0, size[0], 10))
        bare = paint(painter, Card(box, 44, 10)).subsurface((0, 0, size[0], 10))
        assert grey(covered) == grey(bare)


@for_each("size", SIZES)
def test_overlapping_cards_are_separated_by_a_line(painter: Painter, size: tuple[int, int]) -> None:
    surface = paint(painter, Card(Box(0, 0, *size), 8, 60))
    edge = at(surface, size[0] // 2, 0)
    assert edge == DEFAULT_THEME.edge
    assert contrast(DEFAULT_THEME.edge, DEFAULT_THEME.card) >= 3


def test_courts_have_figures_of_their_own(painter: Painter) -> None:
    for size in SIZES[2:]:
        pictures = [grey(paint(painter, Card(Box(0, 0, *size), card, 9))) for card in (40, 44, 48)]
        for one, two in combinations(pictures, 2):
            assert sum(abs(a - b) > 40 for a, b in zip(one, two, strict=True)) > size[0]


def test_lifted_cards_have_a_ring_that_the_others_have_not(painter: Painter) -> None:
    for size in SIZES:
        surface = paint(painter, Card(Box(40, 40, *size), 8, 9, lifted=True))
        ring = at(surface, 40 + size[0] // 2, 39)
        assert contrast(ring, DEFAULT_THEME.lifted) < 1.05


@for_each("action", Action)
def test_every_action_has_an_icon(action: Action) -> None:
    assert draw_icon(action.value, 16, (0, 0, 0)).get_bounding_rect().w > 0


@for_each("size", [12, 16, 20, 24, 33, 64])
def test_icons_are_told_apart(size: int) -> None:
    pictures = {pixels_with_alpha(draw_icon(name, size, (0, 0, 0))) for name in ICONS}
    assert len(pictures) == len(ICONS)


def test_icons_are_sharp_at_sixteen_pixels() -> None:
    for name in ("menu", "plus", "stats", "pause", "minus"):
        icon = draw_icon(name, 16, (0, 0, 0))
        alphas = {icon.get_at((x, y))[3] for x in range(16) for y in range(16)}
        # Smooth scaling is off by one in pygame 2.1.2.
        assert not any(0 < alpha < 254 for alpha in alphas), name


def test_an_unknown_icon_is_named(painter: Painter) -> None:
    with pytest.raises(UnknownIconError, match=r"no icon 'nonsense'; there are .*undo"):
        paint(painter, Button(Box(0, 0, 40, 40), "nonsense", "", 12))


def test_two_colours_and_four_are_kept_apart(painter: Painter) -> None:
    card = Card(Box(0, 0, 53, 74), 5, 18)
    pictures = [grey(paint(painter, card, four=four)) for four in (True, False, True)]
    assert pictures[0] != pictures[1]
    assert pictures[0] == pictures[2]


def test_a_cache_throws_away_the_longest_unused() -> None:
    cache = SurfaceCache(250)
    drawn: list[str] = []

    def picture(name: str) -> None:
        def draw() -> pygame.Surface:
            drawn.append(name)
            return pygame.Surface((10, 10))

        cache.get(name, draw)

    for name in "abacab":
        picture(name)
    assert drawn == ["a", "b", "c", "b"]
    assert cache.used_pixels == 200
