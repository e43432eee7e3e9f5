"""Build the frames of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import make_card, rank_of, suit_of
from engine.game import Game
from engine.position import HOME, Move
from engine.rules import find_home_pile
from engine.variants import Build, Rules
from kiosk import intent
from kiosk.animation import shake_box
from kiosk.frame import (
    Box,
    Card,
    Drawable,
    FoldedCount,
    Frame,
    Mark,
    MarkKind,
    Slot,
    SlotKind,
    lift_margin,
)
from kiosk.layout import TableLayout
from kiosk.scenes.table.card_layout import (
    EMPTY_COLUMN_SLOTS,
    FOUNDATION_SUIT_ORDER,
    CardLayout,
    get_empty_box,
    make_card_drawable,
)
from kiosk.scenes.table.draw_toolbar import build_toolbar
from kiosk.scenes.table.magnifier import build_magnifier
from kiosk.scenes.table.message import build_message
from kiosk.scenes.table.view import TableView
from kiosk.ui.scene import SceneContext


def uses_four_colours(context: SceneContext, rules: Rules) -> bool:
    """Return whether each suit has its own colour: by setting, or in games that build in suit."""
    suits = context.config.display.suit_colours
    return suits == "four" or (suits == "auto" and rules.variant.tableau is Build.SUIT)


def build_empty_slots(
    layout: TableLayout, rules: Rules, covered_suits: frozenset[int]
) -> Iterable[Drawable]:
    """Yield the empty places, without the foundations of the `covered_suits`."""
    yield from (Slot(box, EMPTY_COLUMN_SLOTS[rules.filling]) for box in layout.column_cards)
    yield from (Slot(box, SlotKind.CELL) for box in layout.cell_cards)
    for index, suit in enumerate(FOUNDATION_SUIT_ORDER):
        if suit not in covered_suits:
            yield Slot(layout.foundation_cards[index], SlotKind.FOUNDATION, suit)


def _build_cards_below(
    view: TableView, game: Game, hidden_cards: frozenset[int]
) -> dict[int, Drawable]:
    """Return, by suit, the cards seen under a foundation's top card that is dragged or moving."""
    cards_by_suit: dict[int, Drawable] = {}
    tops = game.get_foundation_tops()
    for index, suit in enumerate(FOUNDATION_SUIT_ORDER):
        top = tops[suit]
        if top is None or top not in hidden_cards:
            continue
        below = top if view.previous_tops is None else view.previous_tops[suit]
        if below == top:
            builds = game.rules.variant.foundations is Build.SUIT and rank_of(top) > 0
            below = make_card(rank_of(top) - 1, suit_of(top)) if builds else None
        if below is not None:
            box = view.layout.foundation_cards[index]
            cards_by_suit[suit] = Card(box, below, view.layout.max_strip)
    return cards_by_suit


def build_visible_cards(
    card_layout: CardLayout, lifted_cards: frozenset[int], hidden_cards: frozenset[int]
) -> Iterable[Drawable]:
    """Yield the cards and fold counters at rest, without the hidden cards."""
    folds = list(card_layout.folds)
    for placed in card_layout.placed_cards:
        pile, card_index = placed.spot
        while (
            folds
            and pile == folds[0].column
            and card_index is not None
            and card_index > folds[0].fold.first
        ):
            _, fold, box = folds.pop(0)
            yield FoldedCount(box, fold.last - fold.first + 1)
        if placed.card not in hidden_cards:
            yield make_card_drawable(placed, lifted=placed.card in lifted_cards)


def make_cursor_mark(box: Box, *, lifted: bool) -> Mark:
    """Return the cursor around a box; around a selected card it leaves the ring visible."""
    return Mark(box.expand((lift_margin(box) + 1) * (2 if lifted else 1)), MarkKind.CURSOR)


def _make_target_mark(view: TableView, game: Game, move: Move, kind: MarkKind) -> Mark:
    top = view.card_layout.find_top_card(move.source if move.target == HOME else move.target)
    if move.target == HOME:
        assert top is not None, "a move home has a card"
        suit = find_home_pile(game.rules, game.position, top.card)
        assert suit is not None, "a legal move home has a foundation"
        box = view.layout.foundation_cards[FOUNDATION_SUIT_ORDER.index(suit)]
    else:
        box = top.box if top else get_empty_box(view.layout, move.target)
    return Mark(box.expand(lift_margin(box)), kind)


class TableFrameBuilder:
    """Build the frames of one table; an unchanged background is the same tuple."""

    def __init__(self) -> None:
        self._background_key: tuple[object, ...] | None = None
        self._background: tuple[Drawable, ...] = ()

    def build_frame(self, view: TableView, game: Game, seconds: int, now: float) -> Frame:
        """Return the frame at this moment."""
        context = view.context
        hidden_cards = frozenset(glide.card for glide in view.glides) | view.get_dragged_cards()
        if view.shake_state is not None:
            hidden_cards |= view.shake_state[0]
        key = (
            *(context.size, context.get_power_status(), context.translator.language),
            *(game, seconds, hidden_cards, view.card_layout),
            view.win_animation and view.win_animation.count_departed(now),
            *(view.selection, view.pressed_button, view.can_finish),
            *(view.hinted_move, view.offered_moves_back, view.winnability),
        )
        if key != self._background_key:
            self._background_key = key
            self._background = tuple(_build_background(view, game, seconds, hidden_cards, now))
        foreground = tuple(_build_foreground(view, game, now))
        has_four_colours = uses_four_colours(context, game.rules)
        return Frame(context.size, self._background, foreground, has_four_colours)


def _build_background(
    view: TableView, game: Game, seconds: int, hidden_cards: frozenset[int], now: float
) -> Iterator[Drawable]:
    yield from build_static_cards(view, game, hidden_cards, now)
    if view.selection is not None:
        for move in intent.list_selection_moves(game.rules, game.position, view.selection):
            yield _make_target_mark(view, game, move, MarkKind.TARGET)
    yield from build_toolbar(view, game, seconds)


def _build_foreground(view: TableView, game: Game, now: float) -> Iterator[Drawable]:
    if view.shake_state is not None:
        yield from _build_shaking_cards(view, *view.shake_state, now)
    yield from build_moving_cards(view, now)
    if view.drag is not None:
        for placed, box in zip(view.drag.cards, view.drag.compute_boxes(), strict=True):
            yield make_card_drawable(placed._replace(box=box), lifted=True)
    cursor_box = view.get_cursor_box()
    if cursor_box is not None:
        is_lifted = view.selection is not None and view.selection.pile == view.cursor
        yield make_cursor_mark(cursor_box, lifted=is_lifted)
    if view.hinted_move is not None:
        yield _make_target_mark(view, game, view.hinted_move, MarkKind.HINT)
    if view.magnifier_point is not None:
        yield from build_magnifier(view, game, view.magnifier_point)
    yield from build_message(view)


def _build_shaking_cards(
    view: TableView, cards: frozenset[int], start_time: float, now: float
) -> Iterator[Drawable]:
    lifted_cards = view.get_lifted_cards()
    for placed in view.card_layout.placed_cards:
        if placed.card in cards:
            box = shake_box(placed.box, start_time, now, view.duration_factor)
            yield make_card_drawable(placed._replace(box=box), lifted=placed.card in lifted_cards)


def build_static_cards(
    view: TableView, game: Game, hidden_cards: frozenset[int], now: float
) -> list[Drawable]:
    """Return the empty places and the cards at rest, without the hidden cards.

    During the win animation there are only the remaining foundation tops.
    """
    if view.win_animation is not None and view.win_animation.count_departed(now):
        tops = view.win_animation.build_remaining_tops(now)
        return [*build_empty_slots(view.layout, game.rules, frozenset(tops)), *tops.values()]
    cards_below = _build_cards_below(view, game, hidden_cards)
    return [
        *build_empty_slots(view.layout, game.rules, frozenset(cards_below)),
        *cards_below.values(),
        *build_visible_cards(view.card_layout, view.get_lifted_cards(), hidden_cards),
    ]


def build_moving_cards(view: TableView, now: float) -> Iterator[Drawable]:
    """Yield the cards of glides and of the win animation."""
    for glide in view.glides:
        placed = view.card_layout.find_card(glide.card)
        if placed is not None:
            x, y = glide.position_at(now)
            yield make_card_drawable(placed._replace(box=placed.box._replace(x=x, y=y)))
    if view.win_animation is not None:
        yield from view.win_animation.build_flying_cards(now)
