"""What a finger means that came down beside everything, and what it is shown while it rests."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.moves import HOME, Move, is_cell, is_column, is_foundation
from engine.rules import home_pile
from kiosk import intent
from kiosk.frame import Box, Card, Panel, PanelKind, Record, Slot, SlotKind
from kiosk.intent import Hand, Spot
from kiosk.layout import finger
from kiosk.scenes.glass import Glass
from kiosk.scenes.pieces import EMPTY_COLUMN
from kiosk.scenes.spread import piles

LARGER = 1.5
"""How much larger than on the table cards are under the glass."""
STRIP = 0.34
"""The height of an index by that of an uncovered card."""


def nearest_target(glass: Glass, game: Game, x: int, y: int) -> Spot | None:
    """The pile nearest to a pixel that takes what is selected; None where none is in reach.

    The reach is a finger's width. The controls' line is a place of its own, and nothing is beside
    it.
    """
    hand = glass.hand
    if hand is None or glass.table.bar.box.holds(x, y):
        return None
    takes = {move.target for move in intent.places(game.rules, game.position, hand)}
    reach = finger(glass.stage.size, glass.stage.config.display.density)
    near = []
    for pile, box in piles(glass.table):
        away = max(box.x - x, x - box.right + 1, box.y - y, y - box.bottom + 1, 0)
        target = HOME if is_foundation(pile) else pile
        if away <= reach and target in takes and pile != hand.pile:
            near.append((away, pile))
    return Spot(min(near)[1]) if near else None


def loupe(glass: Glass, game: Game, at: tuple[int, int]) -> Iterator[Record]:
    """The card that a resting finger has picked up, and its places, large and beside the finger."""
    hand = glass.hand
    if hand is None:
        return
    shown = [*_picked_up(glass, hand), *_places(glass, game, hand)]
    panel, (width, height), pad = _lens(glass, len(shown), at)
    yield Panel(panel, PanelKind.NOTE)
    for i, record in enumerate(shown):
        # What was picked up stands a little apart from where it may go.
        left = panel.x + pad + i * (width + pad) + (pad if i else 0)
        box = Box(left, panel.y + pad, width, height)
        if isinstance(record, Card):
            yield record._replace(box=box, strip=round(height * STRIP))
        else:
            yield record._replace(box=box)


def _lens(glass: Glass, count: int, at: tuple[int, int]) -> tuple[Box, tuple[int, int], int]:
    """The panel for so many cards, not under the finger; the size of a card and the gap."""
    (across, down), (card_w, card_h) = glass.stage.size, glass.table.card
    pad = max(3, min(across, down) // 60)
    room = across - (count + 2) * pad - 2 * pad
    width = min(round(max(card_w * LARGER, min(across, down) / 7)), room // count)
    height = round(width * card_h / card_w)
    wide, tall = count * width + (count + 2) * pad, height + 2 * pad
    reach = finger(glass.stage.size, glass.stage.config.display.density)
    x, y = at
    middle = _between(pad, x - wide // 2, across - wide - pad)
    level = _between(pad, y - tall // 2, down - tall - pad)
    choices = (
        Box(x + reach, level, wide, tall),
        Box(x - reach - wide, level, wide, tall),
        Box(middle, y - reach - tall, wide, tall),
        Box(middle, y + reach, wide, tall),
    )
    whole = Box(0, 0, across, down)
    fits = [box for box in choices if _inside(box, whole)]
    return (fits or [_squeezed(choices[2], whole)])[0], (width, height), pad


def _between(least: int, value: int, most: int) -> int:
    return max(least, min(value, most))


def _inside(box: Box, whole: Box) -> bool:
    return box.x >= 0 <= box.y and box.right <= whole.right and box.bottom <= whole.bottom


def _squeezed(box: Box, whole: Box) -> Box:
    """The box moved inside, at the end that is farther from where it came from."""
    return box._replace(y=0 if box.y + box.h // 2 < whole.h // 2 else whole.h - box.h)


def _picked_up(glass: Glass, hand: Hand) -> list[Card | Slot]:
    first, *_ = glass.laid.tops_of(hand.pile, hand.cards)
    return [Card(first.box, first.card, first.strip)]


def _places(glass: Glass, game: Game, hand: Hand) -> list[Card | Slot]:
    """Every place that takes it; of cells and of empty columns, which are all alike, one each."""
    moves = intent.places(game.rules, game.position, hand)
    return list(dict.fromkeys(_place(glass, game, move) for move in moves))


def _place(glass: Glass, game: Game, move: Move) -> Card | Slot:
    bare = Box(0, 0, *glass.table.card)
    if is_cell(move.target):
        return Slot(bare, SlotKind.CELL)
    if is_column(move.target):
        column = game.position.columns[move.target]
        empty = Slot(bare, EMPTY_COLUMN[game.rules.filling])
        return Card(bare, column[-1], 0) if column else empty
    card = glass.laid.tops_of(move.source, 1)[0].card
    suit = home_pile(game.rules, game.position, card)
    top = None if suit is None else game.foundation_tops()[suit]
    return Slot(bare, SlotKind.FOUNDATION, suit) if top is None else Card(bare, top, 0)
