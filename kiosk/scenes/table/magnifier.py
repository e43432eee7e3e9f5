"""The nearest pile for an imprecise touch, and the magnifier beside a resting finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import Game
from engine.position import HOME, Move, is_cell, is_column, is_foundation
from engine.rules import find_home_pile
from kiosk import intent
from kiosk.frame import Box, Card, Drawable, Panel, PanelKind, Slot, SlotKind
from kiosk.intent import PileSpot
from kiosk.layout import min_touch_size
from kiosk.scenes.table.card_layout import EMPTY_COLUMN_SLOTS, list_pile_areas
from kiosk.scenes.table.view import TableView

MAGNIFICATION = 1.5
STRIP_FRACTION = 0.34  # height of an index by that of an uncovered card
MAX_ROWS = 3  # rows of target piles beside the selected card
EDGE_MARGIN_PIXELS = 3  # least distance of the panel from the edge of the picture


def find_nearest_target(view: TableView, game: Game, x: int, y: int) -> PileSpot | None:
    """Return the pile nearest to a pixel that accepts the selection; None where none is in reach.

    The reach is the width of a touch target. A touch on the toolbar never means a pile beside it.
    """
    selection = view.selection
    if selection is None or view.layout.toolbar.box.contains(x, y):
        return None
    target_piles = {
        move.target for move in intent.list_selection_moves(game.rules, game.position, selection)
    }
    reach = min_touch_size(view.context.size, view.context.config.display.density)
    candidates = []
    for pile, box in list_pile_areas(view.layout):
        distance = max(box.x - x, x - box.right + 1, box.y - y, y - box.bottom + 1, 0)
        target = HOME if is_foundation(pile) else pile
        if distance <= reach and target in target_piles and pile != selection.pile:
            candidates.append((distance, pile))
    return PileSpot(min(candidates)[1]) if candidates else None


def build_magnifier(view: TableView, game: Game, pointer: tuple[int, int]) -> Iterator[Drawable]:
    """Yield the selected card and the piles that accept it, enlarged, beside the finger."""
    selection = view.selection
    if selection is None:
        return
    # Cells and empty columns are all alike: one of each is enough.
    moves = intent.list_selection_moves(game.rules, game.position, selection)
    targets = list(dict.fromkeys(_make_target(view, game, move) for move in moves))
    magnifier = _fit_magnifier(view, len(targets), pointer)
    yield Panel(magnifier.panel, PanelKind.NOTE)
    box, strip_height = magnifier.selection_box, round(magnifier.card_height * STRIP_FRACTION)
    selected, *_ = view.card_layout.find_top_cards(selection.pile, selection.card_count)
    yield Card(box, selected.card, strip_height)
    for number, target in enumerate(targets):
        box = magnifier.get_target_box(number)
        if isinstance(target, Card):
            yield target._replace(box=box, strip_height=strip_height)
        else:
            yield target._replace(box=box)


class _Magnifier(NamedTuple):
    """A panel with the selected card, and to the right of it the target piles in rows."""

    panel: Box
    card_width: int
    card_height: int
    padding: int
    cards_per_row: int

    @property
    def selection_box(self) -> Box:
        """Box of the selected card."""
        left, top = self.panel.x + self.padding, self.panel.y + self.padding
        return Box(left, top, self.card_width, self.card_height)

    def get_target_box(self, number: int) -> Box:
        """Return the box of a target, a little apart from the selected card."""
        down, across = divmod(number, self.cards_per_row)
        left, top, width, height = self.selection_box
        left += (across + 1) * (width + self.padding) + self.padding
        return Box(left, top + down * (height + self.padding), width, height)


def _fit_magnifier(view: TableView, target_count: int, pointer: tuple[int, int]) -> _Magnifier:
    """Return the largest magnifier that is not under the finger, in as few rows as possible."""
    size, (card_w, card_h) = view.context.size, view.layout.card_size
    padding = max(3, min(size) // 60)
    for width in range(round(max(card_w * MAGNIFICATION, min(size) / 7)), 0, -1):
        height = round(width * card_h / card_w)
        for rows in range(1, MAX_ROWS + 1):
            cards_per_row = -(-target_count // rows)
            panel_width = (cards_per_row + 1) * width + (cards_per_row + 3) * padding
            panel_height = rows * (height + padding) + padding
            panel = _find_panel_box(view, (panel_width, panel_height), pointer)
            if panel is not None:
                return _Magnifier(panel, width, height, padding, cards_per_row)
    raise AssertionError("a magnifier of dots has room beside every finger")


def _find_panel_box(
    view: TableView, panel: tuple[int, int], pointer: tuple[int, int]
) -> Box | None:
    size, (width, height), (x, y) = view.context.size, panel, pointer
    distance = min_touch_size(size, view.context.config.display.density)
    last_left = size[0] - width - EDGE_MARGIN_PIXELS
    last_top = size[1] - height - EDGE_MARGIN_PIXELS
    left = max(EDGE_MARGIN_PIXELS, min(x - width // 2, last_left))
    top = max(EDGE_MARGIN_PIXELS, min(y - height // 2, last_top))
    choices = (
        Box(x + distance, top, width, height),
        Box(x - distance - width, top, width, height),
        Box(left, y - distance - height, width, height),
        Box(left, y + distance, width, height),
    )
    picture = Box(0, 0, *size)
    return next((box for box in choices if picture.union(box) == picture), None)


def _make_target(view: TableView, game: Game, move: Move) -> Card | Slot:
    box = Box(0, 0, *view.layout.card_size)
    if is_cell(move.target):
        return Slot(box, SlotKind.CELL)
    if is_column(move.target):
        column = game.position.columns[move.target]
        if column:
            return Card(box, column[-1], 0)
        return Slot(box, EMPTY_COLUMN_SLOTS[game.rules.filling])
    card = view.card_layout.find_top_cards(move.source, 1)[0].card
    suit = find_home_pile(game.rules, game.position, card)
    top = None if suit is None else game.get_foundation_tops()[suit]
    return Slot(box, SlotKind.FOUNDATION, suit) if top is None else Card(box, top, 0)
