"""The table at every size: all on the picture, nothing on anything else, large cards."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations

from engine.game import Game
from engine.position import is_column
from engine.variants import Rules, find_rules
from kiosk.frame import Box
from kiosk.intent import PileSpot
from kiosk.layout import arrange_table, fan_column
from kiosk.layout.column import ColumnFan, Fold, Strip
from kiosk.layout.metrics import min_strip_height, min_touch_size
from kiosk.layout.table_layout import TableLayout, TableShape
from kiosk.scenes.table.card_layout import FoldedCards
from kiosk.scenes.table.view import TableView
from tests.support.each import for_each
from tests.support.stage import SIZES, shape, stage
from tests.support.varieties import SHIPPED_RULES, make_late_position

GAMES = {shape(rules): rules for rules in SHIPPED_RULES}
"""One game for every shape of table."""


@cache
def make_layout(size: tuple[int, int], table_shape: TableShape) -> TableLayout:
    return arrange_table(size, table_shape)


def make_layouts(size: tuple[int, int]) -> Iterable[TableLayout]:
    return (make_layout(size, table_shape) for table_shape in GAMES)


def piles(layout: TableLayout) -> list[Box]:
    return [*layout.column_areas, *layout.cell_areas, *layout.foundation_areas]


def is_inside(box: Box, outer: Box) -> bool:
    return box.union(outer) == outer and box.w > 0 and box.h > 0


each_size = for_each("size", SIZES)


@each_size
def test_everything_is_on_the_picture(size: tuple[int, int]) -> None:
    picture = Box(0, 0, *size)
    for layout in make_layouts(size):
        buttons = [box for _, box in layout.toolbar.buttons]
        for box in [
            *piles(layout),
            *buttons,
            *layout.toolbar.status_lines,
            layout.toolbar.box,
            layout.message_area,
        ]:
            assert is_inside(box, picture), (layout, box)


@each_size
def test_no_pile_or_button_lies_on_another(size: tuple[int, int]) -> None:
    for layout in make_layouts(size):
        targets = [
            *piles(layout),
            *(box for _, box in layout.toolbar.buttons),
            *layout.toolbar.status_lines,
        ]
        for one, other in combinations(targets, 2):
            assert not one.overlaps(other), (one, other)
        assert not any(box.overlaps(layout.toolbar.box) for box in piles(layout))


@each_size
def test_the_cards_of_a_pile_lie_in_its_hit_area(size: tuple[int, int]) -> None:
    for layout in make_layouts(size):
        cards = [*layout.column_cards, *layout.cell_cards, *layout.foundation_cards]
        for card, pile in zip(cards, piles(layout), strict=True):
            assert is_inside(card, pile)
            assert card[2:] == layout.card_size


@each_size
def test_buttons_fit_a_finger(size: tuple[int, int]) -> None:
    least = min(size) / 12
    for layout in make_layouts(size):
        for _, box in layout.toolbar.buttons:
            assert min(box.w, box.h) >= max(24, least)
        assert min(box.h for box in layout.toolbar.status_lines) >= 12


@each_size
def test_undo_is_away_from_what_ends_the_game(size: tuple[int, int]) -> None:
    for layout in make_layouts(size):
        boxes = {str(action): box for action, box in layout.toolbar.buttons}
        for one in ("undo", "redo"):
            for other in ("new", "menu"):
                assert not boxes[one].expand(min_touch_size(size) // 2).overlaps(boxes[other])


@each_size
def test_a_card_keeps_its_proportions(size: tuple[int, int]) -> None:
    for layout in make_layouts(size):
        assert 1.19 <= layout.card_size[1] / layout.card_size[0] <= 1.44


@each_size
def test_all_shapes_of_columns_as_dealt_are_well_read(size: tuple[int, int]) -> None:
    """A fifth of a card's height at least, and the column reaches no further than its place."""
    for table_shape, layout in (
        (table_shape, make_layout(size, table_shape)) for table_shape in GAMES
    ):
        for box, area in zip(layout.column_cards, layout.column_areas, strict=True):
            fan = fan_column(table_shape.cards_dealt, box.y, area.bottom - box.y, layout)
            assert not fan.folds
            least = max(min_strip_height(size), layout.card_size[1] // 6)
            assert all(strip.height >= least for strip in fan.strips)


@each_size
def test_eight_columns_use_the_width_where_the_height_allows(size: tuple[int, int]) -> None:
    """Standing panels up to twice as high as wide, and all lying ones but the very flat."""
    width, height = size
    for rules in (find_rules("bakers-game"), find_rules("kings-only", 1)):
        layout = make_layout(size, shape(rules))
        rail = layout.toolbar.box.h == height
        room = width - (layout.toolbar.box.w if rail else 0)
        if max(size) <= 2 * min(size):
            assert layout.card_size[0] * 8 >= 0.85 * room


def test_larger_panels_have_larger_cards() -> None:
    for table_shape in GAMES:
        sides = [(240, 240), (320, 240), (480, 320), (800, 480), (1024, 600), (1280, 720)]
        widths = [make_layout(size, table_shape).card_size[0] for size in [*sides, (1920, 1080)]]
        assert widths == sorted(set(widths))


# Fans


def check_fan(fan: ColumnFan, count: int, top: int, height: int, layout: TableLayout) -> None:
    """All cards are there once, in order, every strip at least the lowest, all in their room."""
    both: list[Strip | Fold] = [*fan.strips, *fan.folds]
    pieces = sorted(both, key=lambda piece: piece.y)
    cards: list[int] = []
    y = top
    for piece in pieces:
        assert piece.y == y
        assert piece.height >= layout.min_strip
        y += piece.height
        if isinstance(piece, Strip):
            cards.append(piece.card_index)
        else:
            assert piece.last > piece.first, "a counter for one card"
            cards += range(piece.first, piece.last + 1)
    assert cards == list(range(count))
    assert y <= top + height
    if count:
        assert fan.strips[-1].height == layout.card_size[1]


@each_size
def test_every_fan_fits_its_place(size: tuple[int, int]) -> None:
    for table_shape in GAMES:
        layout = make_layout(size, table_shape)
        box, area = layout.column_cards[0], layout.column_areas[0]
        height = area.bottom - box.y
        for count in range(53):
            check_fan(fan_column(count, box.y, height, layout), count, box.y, height, layout)
            for focus in (0, 1, count // 2, count - 2, count - 1):
                if 0 <= focus < count:
                    unfolded = fan_column(count, box.y, height, layout, focus=focus)
                    check_fan(unfolded, count, box.y, height, layout)
                    assert focus in [strip.card_index for strip in unfolded.strips]


def test_long_columns_of_the_game_with_seven_dealt_are_whole_on_every_panel() -> None:
    """Seven cards dealt and a run of eight upon them need no fold (of six at 240 lines)."""
    for size in SIZES:
        layout = make_layout(size, TableShape(8, 4, 7))
        box = layout.column_cards[0]
        lengths = [13 if min(size) <= 240 else 15, *[7] * 7]
        height = layout.column_areas[0].bottom - box.y
        if len(layout.rows) == 1:
            assert not fan_column(max(lengths), box.y, height, layout).folds


def test_a_fold_leaves_the_lowest_card_and_the_run_on_top_to_be_seen() -> None:
    layout = make_layout((320, 240), TableShape(8, 4, 7))
    box, area = layout.column_cards[0], layout.column_areas[0]
    fan = fan_column(30, box.y, area.bottom - box.y, layout)
    (fold,) = fan.folds
    assert fold.first == 1
    assert [strip.card_index for strip in fan.strips] == [0, *range(fold.last + 1, 30)]


# Cards in the view


def make_view(size: tuple[int, int], rules: Rules, rng: random.Random) -> TableView:
    """A table late in a game, with columns of any length."""
    return TableView(stage(size), Game.from_position(rules, make_late_position(rules, rng)))


def list_visible(view: TableView) -> Iterable[tuple[PileSpot, Box]]:
    return ((placed.spot, placed.visible_box) for placed in view.card_layout.placed_cards)


@each_size
def test_the_middle_of_what_is_seen_of_a_card_means_that_card(size: tuple[int, int]) -> None:
    picture = Box(0, 0, *size)
    for number, rules in enumerate(GAMES.values()):
        view = make_view(size, rules, random.Random(number * 7919 + sum(size)))
        for spot, visible_box in list_visible(view):
            assert is_inside(visible_box, picture), (rules, spot)
            x, y = visible_box.centre
            assert view.find_button(x, y) is None
            assert view.hit_test(x, y) == spot
        for spot, box in ((placed.spot, placed.box) for placed in view.card_layout.placed_cards):
            if is_column(spot.pile):
                assert is_inside(box, view.layout.column_areas[spot.pile]), (rules, spot)
        for folded in view.card_layout.folds:
            assert view.hit_test(*folded.box.centre) == folded


@each_size
def test_covered_cards_show_at_least_the_lowest_strip(size: tuple[int, int]) -> None:
    least = 7 if min(size) <= 240 else 10
    for number, rules in enumerate(GAMES.values()):
        view = make_view(size, rules, random.Random(number * 104729 + sum(size)))
        assert all(visible_box.h >= least for _, visible_box in list_visible(view))


@each_size
def test_an_opened_column_shows_more_and_stays_on_the_picture(size: tuple[int, int]) -> None:
    picture = Box(0, 0, *size)
    for number, rules in enumerate(GAMES.values()):
        view = make_view(size, rules, random.Random(number * 15485863 + sum(size)))
        for folded in view.card_layout.folds[:2]:
            card_index = (folded.fold.first + folded.fold.last) // 2
            view.unfold_column(folded.column, card_index)
            spots = [
                (spot, visible_box)
                for spot, visible_box in list_visible(view)
                if spot.pile == folded.column
            ]
            assert PileSpot(folded.column, card_index) in [spot for spot, _ in spots]
            for spot, visible_box in spots:
                assert is_inside(visible_box, picture)
                assert view.hit_test(*visible_box.centre) == spot
            counters = [other for other in view.card_layout.folds if other.column == folded.column]
            for counter in counters:
                assert is_inside(counter.box, picture)
                assert isinstance(view.hit_test(*counter.box.centre), FoldedCards)
            view.fold_column()


def test_all_of_a_column_s_area_below_its_cards_means_its_top_card() -> None:
    game = Game.begin(find_rules("bakers-game"), 1)
    view = TableView(stage(), game)
    for column, area in enumerate(view.layout.column_areas):
        length = len(game.position.columns[column])
        assert view.hit_test(area.x + area.w // 2, area.bottom - 1) == PileSpot(column, length - 1)


def test_an_empty_place_is_touched_as_such() -> None:
    game = Game.begin(find_rules("bakers-game"), 1)
    view = TableView(stage(), game)
    for name, box in view.list_cursor_stops().items():
        if isinstance(name, int) and name > 12 and int(name) < 40:
            assert view.hit_test(*box.centre) == PileSpot(name)


@each_size
def test_a_large_index_has_higher_strips_and_a_dealt_column_never_folds(
    size: tuple[int, int],
) -> None:
    for table_shape in GAMES:
        normal, large = (
            make_layout(size, table_shape),
            arrange_table(size, table_shape, large_index=True),
        )
        assert normal.card_size == large.card_size
        assert normal.min_strip <= large.min_strip <= 14
        for column, box in enumerate(large.column_cards):
            room = large.column_areas[column].bottom - box.y
            assert not fan_column(table_shape.cards_dealt, box.y, room, large).folds
