"""Conversion of macro moves to legal moves, and moves identified by their cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card, make_card, rank_of, suit_of
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rules import play, why_not
from engine.solver.bitsets import LookupTables, find_home_cards
from engine.solver.macro_move import (
    FROM_CELL,
    LIFT_ONLY,
    MAX_COLUMNS,
    TO_CELL,
    TO_FOUNDATION,
    decode_count,
    decode_source,
    decode_source_lift,
    decode_target,
    decode_target_lift,
)
from engine.solver.working_state import FoundationCache, FoundationState
from engine.variants import Rules


def expand_macros(
    rules: Rules, lookup: LookupTables, start: Position, macros: list[int]
) -> list[Move]:
    """Expand macro moves, each followed by auto-play, into legal moves from the start."""
    player = _MacroPlayer(rules, lookup, start)
    for macro in macros:
        player.apply(macro)
        while player.auto_play():
            pass
    return player.moves


class _MacroPlayer:
    """Counterpart of `WorkingState` that applies macro moves to a `Position` and records moves."""

    def __init__(self, rules: Rules, lookup: LookupTables, start: Position) -> None:
        self.moves: list[Move] = []
        self._rules: Rules = rules
        self._lookup: LookupTables = lookup
        self._foundation_cache: FoundationCache = FoundationCache(lookup)
        self._position: Position = start
        self._foundation_state: FoundationState = self._foundation_cache.get_state(
            find_home_cards(start)
        )

    def apply(self, macro: int) -> None:
        source = decode_source(macro)
        target = decode_target(macro)
        if target < MAX_COLUMNS:
            self._lift_cards(target, decode_target_lift(macro))
        if source < MAX_COLUMNS:
            self._lift_cards(source, decode_source_lift(macro))
        if target != LIFT_ONLY:
            self._move_cards(source, decode_count(macro), target)

    def auto_play(self) -> bool:
        """Return True if there may be more to do."""
        has_moved = False
        for index in range(len(self._position.columns)):
            column = self._position.columns[index]
            while column and self._foundation_state.safe_cards >> column[-1] & 1:
                self._play(Move(index, HOME), column[-1])
                column = self._position.columns[index]
                has_moved = True
        for index, card in enumerate(self._position.cells):
            if card == EMPTY:
                continue
            if self._foundation_state.safe_cards >> card & 1:
                self._play(Move(FIRST_CELL + index, HOME), card)
                has_moved = True
            elif self._lookup.can_dig:
                has_moved = self._join_column(index, card) or has_moved
        return has_moved

    def _join_column(self, cell: int, card: Card) -> bool:
        for index, column in enumerate(self._position.columns):
            if column and column[-1] == card + 4:
                self._play(Move(FIRST_CELL + cell, index), card)
                return True
        return False

    def _lift_cards(self, column: int, count: int) -> None:
        for _ in range(count):
            self._play(Move(column, self._find_free_cell()), self._position.columns[column][-1])

    def _move_cards(self, source: int, count: int, target: int) -> None:
        pile = target
        if target == TO_FOUNDATION:
            pile = HOME
        elif target == TO_CELL:
            pile = self._find_free_cell()
        if source < MAX_COLUMNS:
            self._play(Move(source, pile, count), self._position.columns[source][-1])
        elif source == FROM_CELL:
            self._play(Move(FIRST_CELL + self._position.cells.index(count), pile), count)
        else:
            self._toggle_home(count)
            self._play(Move(FIRST_FOUNDATION + suit_of(count), pile), count)

    def _find_free_cell(self) -> int:
        return FIRST_CELL + self._position.cells.index(EMPTY)

    def _toggle_home(self, card: Card) -> None:
        self._foundation_state = self._foundation_cache.toggle_card(self._foundation_state, card)

    def _play(self, move: Move, top_card: Card) -> None:
        self.moves.append(move)
        self._position = play(self._rules, self._position, move)
        if move.target == HOME:
            self._toggle_home(top_card)


ONTO_HOME: Final = 100
ONTO_CELL: Final = 101
ONTO_EMPTY: Final = 102


class CardMove(NamedTuple):
    """Move identified by its cards, so that it does not depend on the piles they are in."""

    card: Card  # the lead card; the cards on it move too
    target: int  # the card it goes onto, ONTO_HOME, ONTO_CELL or ONTO_EMPTY


def convert_to_card_moves(rules: Rules, start: Position, moves: Sequence[Move]) -> list[CardMove]:
    """Convert a sequence of moves that is legal from the start."""
    card_moves = []
    position = start
    for move in moves:
        card_moves.append(convert_to_card_move(position, move))
        position = play(rules, position, move)
    return card_moves


def convert_to_card_move(position: Position, move: Move) -> CardMove:
    """Convert one legal move."""
    target = ONTO_CELL
    if move.target == HOME:
        target = ONTO_HOME
    elif move.target < FIRST_CELL:
        column = position.columns[move.target]
        target = column[-1] if column else ONTO_EMPTY
    if move.source < FIRST_CELL:
        return CardMove(position.columns[move.source][-move.count], target)
    if move.source < HOME:
        return CardMove(position.cells[move.source - FIRST_CELL], target)
    suit = move.source - FIRST_FOUNDATION
    return CardMove(make_card(position.foundations[suit] - 1, suit), target)


def convert_to_moves(rules: Rules, start: Position, card_moves: list[CardMove]) -> list[Move]:
    """Convert card moves that are legal one after the other."""
    moves = []
    position = start
    for card_move in card_moves:
        move = convert_to_move(rules, position, card_move)
        assert move is not None, "the card moves are legal"
        moves.append(move)
        position = play(rules, position, move)
    return moves


def convert_to_move(rules: Rules, position: Position, card_move: CardMove) -> Move | None:
    """Convert one card move; None if it is illegal in this position."""
    source, count = _find_source(position, card_move)
    target = _find_target(position, card_move.target)
    if count == 0 or target is None:
        return None
    move = Move(source, target, count)
    return move if why_not(rules, position, move) is None else None


def _find_source(position: Position, card_move: CardMove) -> tuple[int, int]:
    """Return the pile of the card and the number of cards that move; 0 if it cannot move."""
    for index, column in enumerate(position.columns):
        if card_move.card in column:
            return index, len(column) - column.index(card_move.card)
    index = position.cells.find(card_move.card)
    if index >= 0:
        return FIRST_CELL + index, 1
    suit = suit_of(card_move.card)
    is_top = position.foundations[suit] == rank_of(card_move.card) + 1
    return FIRST_FOUNDATION + suit, int(is_top and card_move.target != ONTO_HOME)


def _find_target(position: Position, target: int) -> int | None:
    if target == ONTO_HOME:
        return HOME
    if target == ONTO_CELL:
        index = position.cells.find(EMPTY)
        return FIRST_CELL + index if index >= 0 else None
    for index, column in enumerate(position.columns):
        if column[-1:] == bytes([target]) if target != ONTO_EMPTY else not column:
            return index
    return None


CanonicalKey = tuple[tuple[bytes, ...], bytes]


def make_canonical_key(position: Position) -> CanonicalKey:
    """Return a key that the order of columns and of cells does not affect."""
    return tuple(sorted(position.columns)), bytes(sorted(position.cells))
