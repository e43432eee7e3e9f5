"""Macro moves -> legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card, make_card, rank_of, suit_of
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rules import play, why_not
from engine.solver.bitsets import ALL_CARDS, LookupTables, make_bitset, make_cell_bitset
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
    """The moves that these turns of a search from the start are."""
    player = _MacroPlayer(rules, lookup, start)
    for macro in macros:
        player.apply(macro)
        player.auto_play()
    return player.moves


class _MacroPlayer:
    """Does with whole positions what `engine.solver.draft.Draft` does with shared columns."""

    def __init__(self, rules: Rules, lookup: LookupTables, start: Position) -> None:
        self.moves: list[Move] = []
        self._rules: Rules = rules
        self._lookup: LookupTables = lookup
        self._foundation_cache: FoundationCache = FoundationCache(lookup)
        self._position: Position = start
        cards_in_play = make_cell_bitset(start)
        for column in start.columns:
            cards_in_play |= make_bitset(column)
        self._foundation_state: FoundationState = self._foundation_cache.get_state(
            ALL_CARDS ^ cards_in_play
        )

    def apply(self, macro: int) -> None:
        source = decode_source(macro)
        count = decode_count(macro)
        target = decode_target(macro)
        if target < MAX_COLUMNS:
            self._lift_cards(target, decode_target_lift(macro))
        if source < MAX_COLUMNS:
            self._lift_cards(source, decode_source_lift(macro))
        if target != LIFT_ONLY:
            self._move_cards(source, count, target)

    def auto_play(self) -> None:
        is_settled = False
        while not is_settled:
            is_settled = not (self._auto_play_columns() | self._auto_play_cells())

    def _auto_play_columns(self) -> bool:
        """Sends home from the columns what goes home at once; tells whether there was any."""
        has_moved = False
        for index in range(len(self._position.columns)):
            column = self._position.columns[index]
            while column and self._foundation_state.safe_cards >> column[-1] & 1:
                self._play(Move(index, HOME), column[-1])
                column = self._position.columns[index]
                has_moved = True
        return has_moved

    def _auto_play_cells(self) -> bool:
        """The same for cells, where cards may join columns too."""
        has_moved = False
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
            self._play(Move(column, self._free_cell()), self._position.columns[column][-1])

    def _move_cards(self, source: int, count: int, target: int) -> None:
        pile = (
            target
            if target < MAX_COLUMNS
            else HOME
            if target == TO_FOUNDATION
            else self._free_cell()
        )
        if source < MAX_COLUMNS:
            cards = 1 if target == TO_CELL else count
            self._play(Move(source, pile, cards), self._position.columns[source][-1])
        elif source == FROM_CELL:
            self._play(Move(FIRST_CELL + self._position.cells.index(count), pile), count)
        else:
            self._foundation_state = self._foundation_cache.toggle_card(
                self._foundation_state, count
            )
            self._play(Move(FIRST_FOUNDATION + suit_of(count), pile), count)

    def _free_cell(self) -> int:
        return FIRST_CELL + self._position.cells.index(EMPTY)

    def _play(self, move: Move, top_card: Card) -> None:
        """Plays a move; its top card tells what comes home."""
        self.moves.append(move)
        self._position = play(self._rules, self._position, move)
        if move.target == HOME:
            self._foundation_state = self._foundation_cache.toggle_card(
                self._foundation_state, top_card
            )


class CardMove(NamedTuple):
    """A move told by its cards, so that it means the same wherever they lie."""

    card: Card
    """The card that leads those that move: it and all that lie on it."""
    target: int
    """The card it is laid on, or one of the three below."""


ONTO_HOME: Final = 100
ONTO_CELL: Final = 101
ONTO_EMPTY: Final = 102


def convert_to_card_moves(rules: Rules, start: Position, moves: Sequence[Move]) -> list[CardMove]:
    """The moves as steps."""
    card_moves = []
    position = start
    for move in moves:
        card_moves.append(convert_to_card_move(position, move))
        position = play(rules, position, move)
    return card_moves


def convert_to_card_move(position: Position, move: Move) -> CardMove:
    """The move as a step."""
    target = ONTO_CELL
    if move.target == HOME:
        target = ONTO_HOME
    elif move.target < FIRST_CELL:
        column = position.columns[move.target]
        target = column[-1] if column else ONTO_EMPTY
    return CardMove(_find_lead_card(position, move), target)


def convert_to_moves(rules: Rules, start: Position, card_moves: list[CardMove]) -> list[Move]:
    """The steps as moves; all of them must be possible one after the other."""
    moves = []
    position = start
    for card_move in card_moves:
        move = convert_to_move(rules, position, card_move)
        assert move is not None, "a line of steps can be played"
        moves.append(move)
        position = play(rules, position, move)
    return moves


def convert_to_move(rules: Rules, position: Position, card_move: CardMove) -> Move | None:
    """The move that the step is at this position; None where it is none."""
    source, count = _find_source(position, card_move)
    target = _find_target(position, card_move.target)
    if count == 0 or target is None:
        return None
    move = Move(source, target, count)
    return move if why_not(rules, position, move) is None else None


def _find_source(position: Position, card_move: CardMove) -> tuple[int, int]:
    """The pile of the card, and how many cards move with it; 0 where it cannot move."""
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


def _find_lead_card(position: Position, move: Move) -> Card:
    """The card that leads what the move takes."""
    if move.source < FIRST_CELL:
        return position.columns[move.source][-move.count]
    if move.source < HOME:
        return position.cells[move.source - FIRST_CELL]
    suit = move.source - FIRST_FOUNDATION
    return make_card(position.foundations[suit] - 1, suit)


CanonicalKey = tuple[tuple[bytes, ...], bytes]
"""What two positions have in common that are the same but for the order of columns and cells."""


def make_canonical_key(position: Position) -> CanonicalKey:
    """Equal where two positions are the same up to the order of columns and of cells."""
    return tuple(sorted(position.columns)), bytes(sorted(position.cells))
