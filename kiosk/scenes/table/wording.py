"""Moves told in words."""

from __future__ import annotations

from engine.cards import Card, card_symbol
from engine.game import Game
from engine.moves import CELL, FOUNDATION, HOME, Move, is_cell, is_column
from engine.phrases import Msgid, Plural
from kiosk.i18n import Words

HOMEWARD: Msgid = "Hint: the {card} goes home"
TO_CELL: Msgid = "Hint: the {card} goes to a free cell"
ONTO: Plural = (
    "Hint: the {card} goes on the {other}",
    "Hint: {n} cards from the {card} on go on the {other}",
)
TO_EMPTY: Plural = (
    "Hint: the {card} goes to an empty column",
    "Hint: {n} cards from the {card} on go to an empty column",
)


def hint_text(words: Words, game: Game, move: Move) -> str:
    """The move as advice in one short sentence; it is legal where the game is now."""
    card = card_symbol(leader(game, move))
    if move.target == HOME:
        return words.say(HOMEWARD, card=card)
    if is_cell(move.target):
        return words.say(TO_CELL, card=card)
    column = game.position.columns[move.target]
    if not column:
        return words.plural(*TO_EMPTY, move.count, card=card)
    return words.plural(*ONTO, move.count, card=card, other=card_symbol(column[-1]))


def leader(game: Game, move: Move) -> Card:
    """The lowest of the cards that the move takes."""
    if is_column(move.source):
        return game.position.columns[move.source][-move.count]
    if is_cell(move.source):
        return game.position.cells[move.source - CELL]
    top = game.foundation_tops()[move.source - FOUNDATION]
    assert top is not None, "a legal move has a card"
    return top
