"""Build the frames of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import make_card, rank_of, suit_of
from engine.game import Game
from engine.position import HOME, Move, Position
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
    FoldedCards,
    FoundationTops,
    PlacedCard,
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


def build_cards_below(
    layout: TableLayout,
    rules: Rules,
    tops: FoundationTops,
    previous_tops: FoundationTops | None,
    hidden_cards: frozenset[int],
) -> dict[int, Drawable]:
    """Return, by suit, the cards seen under a foundation's top card that is dragged or moving.

    `previous_tops` are the tops from before a move that is still animated.
    """
    cards_by_suit: dict[int, Drawable] = {}
    for index, suit in enumerate(FOUNDATION_SUIT_ORDER):
        top = tops[suit]
        if top is None or top not in hidden_cards:
            continue
        below = previous_tops[suit] if previous_tops is not None else top
        if below == top:
            builds = rules.variant.foundations is Build.SUIT and rank_of(top) > 0
            below = make_card(rank_of(top) - 1, suit_of(top)) if builds else None
        if below is not None:
            cards_by_suit[suit] = Card(layout.foundation_cards[index], below, layout.max_strip)
    return cards_by_suit


def build_visible_cards(
    card_layout: CardLayout, lifted_cards: frozenset[int], hidden_cards: frozenset[int]
) -> Iterable[Drawable]:
    """Yield the cards and fold counters at rest, without the hidden cards."""
    counters = list(card_layout.folds)
    for placed_card in card_layout.placed_cards:
        while counters and _covers_fold(placed_card, counters[0]):
            counter = counters.pop(0)
            yield FoldedCount(counter.box, counter.fold.last - counter.fold.first + 1)
        if placed_card.card not in hidden_cards:
            yield make_card_drawable(placed_card, lifted=placed_card.card in lifted_cards)


def _covers_fold(placed_card: PlacedCard, counter: FoldedCards) -> bool:
    card_index = placed_card.spot.card_index
    return (
        placed_card.spot.pile == counter.column
        and card_index is not None
        and card_index > counter.fold.first
    )


def make_cursor_mark(box: Box, *, lifted: bool) -> Mark:
    """Return the cursor around a box; around a selected card it leaves the ring visible."""
    return Mark(box.expand((lift_margin(box) + 1) * (2 if lifted else 1)), MarkKind.CURSOR)


def build_target_marks(
    layout: TableLayout,
    rules: Rules,
    card_layout: CardLayout,
    position: Position,
    moves: Iterable[Move],
) -> Iterable[Drawable]:
    """Yield a mark around every place that accepts the selection."""
    for move in moves:
        box = _get_target_box(layout, rules, card_layout, position, move)
        yield Mark(box.expand(lift_margin(box)), MarkKind.TARGET)


def make_hint_mark(
    layout: TableLayout, rules: Rules, card_layout: CardLayout, position: Position, move: Move
) -> Mark:
    """Return the mark on the target of a hint."""
    box = _get_target_box(layout, rules, card_layout, position, move)
    return Mark(box.expand(lift_margin(box)), MarkKind.HINT)


def _get_target_box(
    layout: TableLayout, rules: Rules, card_layout: CardLayout, position: Position, move: Move
) -> Box:
    if move.target == HOME:
        return _get_home_box(layout, rules, card_layout, position, move)
    top = card_layout.find_top_card(move.target)
    return top.box if top else get_empty_box(layout, move.target)


def _get_home_box(
    layout: TableLayout, rules: Rules, card_layout: CardLayout, position: Position, move: Move
) -> Box:
    top = card_layout.find_top_card(move.source)
    assert top is not None, "a move home has a card"
    suit = find_home_pile(rules, position, top.card)
    assert suit is not None, "a legal move home has a foundation"
    return layout.foundation_cards[FOUNDATION_SUIT_ORDER.index(suit)]


class TableFrameBuilder:
    """Build the frames of one table; an unchanged background is the same tuple."""

    def __init__(self) -> None:
        self._cache_key: tuple[object, ...] | None = None
        self._background: tuple[Drawable, ...] = ()

    def build_frame(self, view: TableView, game: Game, seconds: int, now: float) -> Frame:
        """Return the frame at this moment."""
        hidden_cards = frozenset(glide.card for glide in view.glides) | view.get_dragged_cards()
        if view.shake_state is not None:
            hidden_cards |= view.shake_state[0]
        size, offered = view.context.size, view.can_finish
        departed = 0 if view.win_animation is None else view.win_animation.count_departed(now)
        key = (
            *(
                size,
                departed,
                game,
                seconds,
                view.selection,
                view.pressed_button,
                hidden_cards,
                offered,
                view.card_layout,
            ),
            *(
                view.hinted_move,
                view.offered_moves_back,
                view.winnability,
                view.context.get_power_status(),
                view.context.translator.language,
            ),
        )
        if key != self._cache_key:
            self._cache_key = key
            self._background = tuple(_build_background(view, game, seconds, hidden_cards, now))
        has_four_colours = uses_four_colours(view.context, game.rules)
        return Frame(
            size, self._background, tuple(_build_foreground(view, game, now)), has_four_colours
        )


def _build_background(
    view: TableView, game: Game, seconds: int, hidden_cards: frozenset[int], now: float
) -> list[Drawable]:
    rules, layout = game.rules, view.layout
    records = build_static_cards(view, game, hidden_cards, now)
    if view.selection is not None:
        moves = intent.list_selection_moves(rules, game.position, view.selection)
        records += build_target_marks(layout, rules, view.card_layout, game.position, moves)
    records += build_toolbar(view, game, seconds)
    return records


def _build_foreground(view: TableView, game: Game, now: float) -> list[Drawable]:
    records: list[Drawable] = [*_build_shaking_cards(view, now), *build_moving_cards(view, now)]
    if view.drag is not None:
        for placed_card, box in zip(view.drag.cards, view.drag.compute_boxes(), strict=True):
            records.append(
                Card(
                    box,
                    placed_card.card,
                    placed_card.strip_height,
                    placed_card.is_covered,
                    lifted=True,
                )
            )
    around = view.get_cursor_box()
    if around is not None:
        is_lifted = view.selection is not None and view.selection.pile == view.cursor
        records.append(make_cursor_mark(around, lifted=is_lifted))
    if view.hinted_move is not None:
        records.append(
            make_hint_mark(
                view.layout, game.rules, view.card_layout, game.position, view.hinted_move
            )
        )
    if view.magnifier_point is not None:
        records += build_magnifier(view, game, view.magnifier_point)
    if view.message is not None:
        records += build_message(
            view.layout,
            [placed.visible_box for placed in view.card_layout.placed_cards],
            view.message[0],
            view.context.measurer,
        )
    return records


def _build_shaking_cards(view: TableView, now: float) -> Iterator[Drawable]:
    cards, start_time = view.shake_state or (frozenset(), now)
    lifted_cards = view.get_lifted_cards()
    for placed_card in view.card_layout.placed_cards:
        if placed_card.card in cards:
            shaken_card = placed_card._replace(
                box=shake_box(placed_card.box, start_time, now, view.duration_factor)
            )
            yield make_card_drawable(shaken_card, lifted=placed_card.card in lifted_cards)


def build_table_cards(view: TableView, game: Game, hidden_cards: frozenset[int]) -> list[Drawable]:
    """Return the empty places and all cards, without the hidden cards."""
    rules, layout = game.rules, view.layout
    below = build_cards_below(
        layout, rules, game.get_foundation_tops(), view.previous_tops, hidden_cards
    )
    empty_slots = build_empty_slots(layout, rules, frozenset(below))
    return [
        *empty_slots,
        *below.values(),
        *build_visible_cards(view.card_layout, view.get_lifted_cards(), hidden_cards),
    ]


def build_static_cards(
    view: TableView, game: Game, hidden_cards: frozenset[int], now: float
) -> list[Drawable]:
    """Return the cards at rest; during the win animation only the remaining foundation tops."""
    win_animation = view.win_animation
    if win_animation is None or not win_animation.count_departed(now):
        return build_table_cards(view, game, hidden_cards)
    remaining_tops = win_animation.build_remaining_tops(now)
    return [
        *build_empty_slots(view.layout, game.rules, frozenset(remaining_tops)),
        *remaining_tops.values(),
    ]


def build_moving_cards(view: TableView, now: float) -> list[Drawable]:
    """Return the cards of glides and of the win animation."""
    win_animation = view.win_animation
    return [
        *build_gliding_cards(view, now),
        *(win_animation.build_flying_cards(now) if win_animation is not None else ()),
    ]


def build_gliding_cards(view: TableView, now: float) -> Iterator[Drawable]:
    """Yield the gliding cards at this moment."""
    for glide in view.glides:
        placed_card = view.card_layout.find_card(glide.card)
        if placed_card is not None:
            x, y = glide.position_at(now)
            yield make_card_drawable(placed_card._replace(box=placed_card.box._replace(x=x, y=y)))
