"""Games as small tables: inside their box, each another picture, at every size."""

from __future__ import annotations

from itertools import combinations

import pygame

from engine.variants import VARIANTS, Rules, find_rules
from kiosk.frame import Box
from kiosk.render.painter import Painter
from kiosk.scenes.new_game_layout import make_miniature
from tests.support.each import for_each
from tests.support.pixels import pixels
from tests.support.stage import stage

MARKER = (255, 0, 255)
SIZES = [(40, 24), (46, 40), (70, 44), (118, 118), (200, 120), (110, 150), (400, 300), (300, 500)]
GAMES = [find_rules(record.key) for record in VARIANTS]


def picture(painter: Painter, rules: Rules, size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface((size[0] + 20, size[1] + 20))
    surface.fill(MARKER)
    painter.paint(surface, make_miniature(stage(), rules, Box(10, 10, *size)), surface.get_rect())
    surface.set_clip(None)
    return surface


@for_each("size", SIZES)
def test_a_table_is_painted_in_its_box_alone(painter: Painter, size: tuple[int, int]) -> None:
    for rules in GAMES:
        surface = picture(painter, rules, size)
        surface.fill(MARKER, (10, 10, *size))
        plain = surface.copy()
        plain.fill(MARKER)
        assert pixels(surface) == pixels(plain)


def test_a_tile_that_is_too_small_for_its_game_shows_a_part(painter: Painter) -> None:
    for rules in GAMES:
        picture(painter, rules, (12, 10))


@for_each("size", SIZES)
def test_games_are_told_apart(painter: Painter, size: tuple[int, int]) -> None:
    shown = [pixels(picture(painter, rules, size)) for rules in GAMES]
    for one, other in combinations(shown, 2):
        differing = sum(a != b for a, b in zip(one, other, strict=True))
        assert differing > len(one) // 150


@for_each("size", SIZES[2:])
def test_cells_and_house_rules_are_seen(painter: Painter, size: tuple[int, int]) -> None:
    for key, one, other in (("bakers-game", (4, ""), (2, "")), ("good-measure", (0, ""), (0, "E"))):
        first = pixels(picture(painter, find_rules(key, *one), size))
        assert first != pixels(picture(painter, find_rules(key, *other), size))
