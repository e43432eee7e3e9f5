"""UI state of the table: selection, drag, cursor, message and animations."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from engine.cards import Card, format_card
from engine.game import Game
from engine.movegen import find_finishing_moves
from engine.notation import format_pile
from engine.position import Move
from kiosk.animation import DURATION_FACTORS, GLIDE_SECONDS, SHAKE_SECONDS, Glide
from kiosk.events import Action
from kiosk.frame import Box, find_at
from kiosk.intent import PileSpot, Selection
from kiosk.layout import TableLayout, TableShape, arrange_table, share_row_heights
from kiosk.scenes.table.card_layout import (
    CardLayout,
    FoldedCards,
    FoundationTops,
    PlacedCard,
    get_empty_box,
    layout_cards,
    list_pile_areas,
    needs_fold,
)
from kiosk.scenes.table.cursor import CursorStop, list_arrow_stops, list_next_stops
from kiosk.scenes.table.win_animation import WinAnimation, list_departures
from kiosk.ui.focus import LastStep, move_focus
from kiosk.ui.scene import NamedBoxes, SceneContext


class Winnability(Enum):
    """The values are the icons, which differ by shape."""

    WINNABLE = "confirm"
    LOST = "close"
    UNKNOWN = "unknown"


class Drag(NamedTuple):
    """Dragged cards, the point where a finger holds the first of them, the finger's position."""

    selection: Selection
    cards: tuple[PlacedCard, ...]
    grab_offset: tuple[int, int]
    position: tuple[int, int]

    def compute_boxes(self) -> list[Box]:
        """Return the present boxes of the cards."""
        first = self.cards[0].box
        left, top = self.position[0] - self.grab_offset[0], self.position[1] - self.grab_offset[1]
        return [card.box._replace(x=left, y=top + card.box.y - first.y) for card in self.cards]

    def find_drop_piles(self, layout: TableLayout) -> list[int]:
        """Return the piles within reach of the first card's middle, nearest first.

        Dropped right on one pile, a card is beyond the reach of the next.
        """
        x, y = self.compute_boxes()[0].centre
        reach_x, reach_y = (side * 2 // 5 for side in layout.card_size)
        candidates: list[tuple[int, int, int]] = []
        for pile, box in list_pile_areas(layout):
            distance_x = max(box.x - x, 0, x - box.right + 1)
            distance_y = max(box.y - y, 0, y - box.bottom + 1)
            if distance_x <= reach_x and distance_y <= reach_y:
                centre_x, centre_y = box.centre
                centre_distance = abs(centre_x - x) + abs(centre_y - y)
                candidates.append((distance_x + distance_y, centre_distance, pile))
        return [pile for _, _, pile in sorted(candidates)]


MAX_GLIDING_CARDS = 14  # do not animate a change that moves more cards than this


class TableView:
    """The view of one game in one context."""

    def __init__(self, context: SceneContext, game: Game) -> None:
        self.context = context
        variant = game.rules.variant
        display = context.config.display
        self.layout = arrange_table(
            context.size,
            TableShape(variant.columns, game.rules.cells, variant.cards_per_column),
            display.density,
            left_handed=bool(display.left_handed),
            large_index=display.index_size == "large",
        )
        self.selection: Selection | None = None
        self.drag: Drag | None = None
        self.pressed_button: Action | None = None
        self.magnifier_point: tuple[int, int] | None = None
        self.cursor: CursorStop | None = None
        self.last_step: LastStep[CursorStop] | None = None
        self.unfolded: PileSpot | None = None
        self.message: tuple[str, float | None] | None = None
        self.hinted_move: Move | None = None
        self.offered_moves_back = 0
        self.winnability: Winnability | None = None
        self.shake_state: tuple[frozenset[int], float] | None = None
        self.glides: tuple[Glide, ...] = ()
        self.previous_tops: FoundationTops | None = None
        self.win_animation: WinAnimation | None = None
        self.duration_factor = DURATION_FACTORS[display.motion]
        self.card_layout = CardLayout((), ())
        self._set_game(game)

    def with_context(self, context: SceneContext) -> TableView:
        """Return a view with the same selection, cursor and message for another context.

        A message in another language is dropped.
        """
        view = TableView(context, self._game)
        view.selection, view.cursor = self.selection, self.cursor
        view.hinted_move, view.winnability = self.hinted_move, self.winnability
        if context.translator.language == self.context.translator.language:
            view.message, view.offered_moves_back = self.message, self.offered_moves_back
        view._unfold_at_cursor()
        return view

    # Where things are

    def get_button_boxes(self) -> dict[Action, Box]:
        """Return the boxes of the toolbar's buttons, with Finish where it is offered."""
        boxes = dict(self.layout.toolbar.buttons)
        if self.can_finish:
            boxes[Action.FINISH] = self.layout.toolbar.finish_button
        return boxes

    def find_button(self, x: int, y: int) -> Action | None:
        """Return the button at this pixel."""
        return find_at(self.get_button_boxes().items(), x, y)

    def hit_test(self, x: int, y: int) -> PileSpot | FoldedCards | None:
        """Return the card, empty pile or fold at this pixel."""
        placed_cards, folds = self.card_layout
        target = find_at(((folded, folded.box) for folded in folds), x, y) or find_at(
            ((placed.spot, placed.visible_box) for placed in reversed(placed_cards)), x, y
        )
        if target is not None:
            return target
        pile = find_at(list_pile_areas(self.layout), x, y)
        if pile is None:
            return None
        top = self.card_layout.find_top_card(pile)
        return top.spot if top else PileSpot(pile)

    @property
    def can_finish(self) -> bool:
        """True if foundation moves alone win from here and no card is moving."""
        return self._is_finishable and not self.glides

    @property
    def is_busy(self) -> bool:
        """True while cards glide or the win animation runs."""
        return bool(self.glides or self.win_animation)

    def get_lifted_cards(self) -> frozenset[int]:
        """Return the selected cards at rest, or without a selection those of the hint."""
        if self.drag is not None:
            return frozenset()
        selection = self.selection
        if selection is None and self.hinted_move is not None:
            selection = Selection(self.hinted_move.source, self.hinted_move.count)
        if selection is None:
            return frozenset()
        cards = self.card_layout.find_top_cards(selection.pile, selection.card_count)
        return frozenset(placed.card for placed in cards)

    def get_dragged_cards(self) -> frozenset[int]:
        """Return the cards under the finger."""
        return frozenset(placed.card for placed in self.drag.cards) if self.drag else frozenset()

    # What happens

    def show_game(self, before: Game, game: Game, now: float) -> None:
        """Show another state of the game; cards that changed piles glide to their new places."""
        previous = {p.card: (p.spot.pile, p.box) for p in self.card_layout.placed_cards}
        if self.drag is not None:
            for placed, box in zip(self.drag.cards, self.drag.compute_boxes(), strict=True):
                previous[placed.card] = placed.spot.pile, box
        self.selection = self.drag = self.unfolded = self.hinted_move = None
        self.finish_animations()
        self.clear_message()
        self._set_game(game)
        moved = [
            (placed.card, previous[placed.card][1], placed.box)
            for placed in self.card_layout.placed_cards
            if placed.card in previous and previous[placed.card][0] != placed.spot.pile
        ]
        if 0 < len(moved) <= MAX_GLIDING_CARDS:
            self._start_glides(moved, now)
            self.previous_tops = before.get_foundation_tops() if self.glides else None
        self._unfold_at_cursor()

    def _start_glides(self, moves: Iterable[tuple[Card, Box, Box]], now: float) -> None:
        if self.duration_factor:
            end_time = now + GLIDE_SECONDS * self.duration_factor
            self.glides = tuple(
                Glide(card, start[:2], end[:2], now, end_time) for card, start, end in moves
            )

    def start_win_animation(self, game: Game, now: float) -> None:
        """Start the win animation after the last card has arrived."""
        if self.duration_factor:
            self.win_animation = WinAnimation(
                self.layout,
                list_departures(game.get_foundation_cards()),
                start_time=now + GLIDE_SECONDS * self.duration_factor,
                duration_factor=self.duration_factor,
            )

    def start_drag(self, selection: Selection, grab_point: tuple[int, int]) -> None:
        """Select cards and drag them by this pixel."""
        cards = self.card_layout.find_top_cards(selection.pile, selection.card_count)
        (x, y), first = grab_point, cards[0].box
        self.selection = selection
        self.drag = Drag(selection, cards, (x - first.x, y - first.y), grab_point)
        self.clear_message()

    def move_drag(self, x: int, y: int) -> None:
        """Move the dragged cards with the finger."""
        if self.drag is not None:
            self.drag = self.drag._replace(position=(x, y))

    def cancel_drag(self, now: float) -> None:
        """Deselect the dragged cards and let them glide back."""
        if self.drag is not None:
            cards, boxes = self.drag.cards, self.drag.compute_boxes()
            self.glides = ()
            self._start_glides(
                ((p.card, box, p.box) for p, box in zip(cards, boxes, strict=True)), now
            )
            self.drag = self.selection = None

    def show_message(self, text: str, *, until: float | None) -> None:
        """Show a message until that moment or (None) until the next event."""
        self.message, self.offered_moves_back = (text, until), 0

    def show_hint(self, move: Move) -> None:
        """Mark this legal move until one is made; the selection is dropped."""
        self.hinted_move, self.selection = move, self.selection if self.drag else None

    def clear_message(self) -> None:
        """Remove the message, and an offer to go back with it."""
        self.message, self.offered_moves_back = None, 0

    def start_shake(self, selection: Selection, now: float) -> None:
        """Shake the selected cards."""
        if self.duration_factor:
            cards = self.card_layout.find_top_cards(selection.pile, selection.card_count)
            self.shake_state = frozenset(placed.card for placed in cards), now

    def finish_animations(self) -> None:
        """End all animations at once."""
        self.glides, self.previous_tops = (), None
        self.shake_state = self.win_animation = None

    def tick(self, now: float) -> None:
        """End the animations and the message that have lasted long enough."""
        if self.glides and now >= self.glides[0].end_time:
            self.glides, self.previous_tops = (), None
        shake_seconds = SHAKE_SECONDS * self.duration_factor
        if self.shake_state is not None and now >= self.shake_state[1] + shake_seconds:
            self.shake_state = None
        if self.win_animation is not None and now >= self.win_animation.end_time:
            self.win_animation = None
        if self.message is not None and self.message[1] is not None and now >= self.message[1]:
            self.clear_message()

    def next_deadline(self, now: float) -> float | None:
        """Return when the picture changes by itself: at once during an animation."""
        if self.is_busy or self.shake_state is not None:
            return now
        return self.message[1] if self.message is not None else None

    # Folds and the cursor

    def unfold_column(self, column: int, card_index: int) -> None:
        """Spread this column over the whole height, with this card visible."""
        self.unfolded = PileSpot(column, card_index)
        self._rebuild_layout()

    def fold_column(self) -> None:
        """Fold the unfolded column again."""
        if self.unfolded is not None:
            self.unfolded = None
            self._rebuild_layout()

    def list_cursor_stops(self) -> dict[CursorStop, Box]:
        """Return every place of the cursor with the box by which arrows find it."""
        stops: dict[CursorStop, Box] = dict(list_pile_areas(self.layout))
        stops.update(self.get_button_boxes().items())
        return stops

    def set_cursor(self, cursor: CursorStop | None) -> None:
        """Put the cursor there, or on the leftmost column with a card, and unfold that column."""
        columns = self._game.position.columns
        first = next((i for i, column in enumerate(columns) if column), 0)
        self.cursor, self.last_step = first if cursor is None else cursor, None
        self._unfold_at_cursor()

    def move_cursor(self, action: Action) -> None:
        """Move the cursor in this direction; show it where it is hidden."""
        cursor, stops = self.cursor, self.list_cursor_stops()
        if cursor is None or cursor not in stops:
            self.set_cursor(None)
            return
        boxes = list_arrow_stops(stops, self._game, self.selection, cursor)
        self.cursor, self.last_step = move_focus(boxes, cursor, action, self.last_step)
        self._unfold_at_cursor()

    def move_to_next_stop(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) useful place."""
        stops = list_next_stops(self._game, self.selection)
        if self.selection is None and self.context.bindings.is_missing_back_button():
            stops += self.get_button_boxes()
        if self.cursor in stops:
            self.set_cursor(stops[(stops.index(self.cursor) + step) % len(stops)])
        elif stops:
            self.set_cursor(stops[0])

    def get_cursor_box(self) -> Box | None:
        """Return the box of the top card, empty pile or button under the cursor."""
        cursor = self.cursor
        if cursor is None or isinstance(cursor, Action):
            return None if cursor is None else self.get_button_boxes().get(cursor)
        top = self.card_layout.find_top_card(cursor)
        return top.box if top else get_empty_box(self.layout, cursor)

    def _unfold_at_cursor(self) -> None:
        cursor, columns = self.cursor, self._game.position.columns
        if cursor is None:
            return
        if (
            not isinstance(cursor, Action)
            and cursor < len(columns)
            and needs_fold(self.layout, self._game.position, cursor)
        ):
            self.unfold_column(cursor, len(columns[cursor]) // 2)
        else:
            self.fold_column()

    def _set_game(self, game: Game) -> None:
        self._game = game
        finishing_moves = find_finishing_moves(game.rules, game.position)
        self._is_finishable = game.state == "playing" and bool(finishing_moves)
        self._rebuild_layout()

    def _rebuild_layout(self) -> None:
        game = self._game
        self.layout = share_row_heights(self.layout, list(map(len, game.position.columns)))
        self.card_layout = layout_cards(
            self.layout, game.position, game.get_foundation_tops(), self.unfolded
        )


def collect_table_boxes(view: TableView) -> NamedBoxes:
    """Return piles by their hit areas, cards by their visible parts, buttons by their actions."""
    return {
        "piles": {format_pile(pile): box for pile, box in list_pile_areas(view.layout)},
        "cards": {format_card(p.card): p.visible_box for p in view.card_layout.placed_cards},
        "buttons": {action.value: box for action, box in view.get_button_boxes().items()},
    }
