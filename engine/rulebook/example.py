"""Worked example of two group moves, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import format_card_symbol
from engine.codes import decode
from engine.game import Game
from engine.messages import Message, make_message, make_plural_message
from engine.notation import parse_move
from engine.position import EMPTY, FIRST_CELL, Move, Position, is_cell
from engine.refusals import get_template
from engine.rules import count_free_cells, play, why_not


def split_group_move(position: Position, move: Move) -> tuple[Move, ...]:
    """Return single-card moves, through free cells and empty columns, with the same result.

    The group move must be legal, in a game whose empty columns accept any card or with a group
    that needs only free cells.
    """
    empty_cells = [FIRST_CELL + cell for cell, card in enumerate(position.cells) if card == EMPTY]
    empty_columns = [
        pile for pile, column in enumerate(position.columns) if not column and pile != move.target
    ]
    return tuple(_carry_group(move, empty_cells, empty_columns))


def _carry_group(
    move: Move, empty_cells: Sequence[int], empty_columns: Sequence[int]
) -> Iterator[Move]:
    source, target, count = move
    if count <= len(empty_cells) + 1:
        used_cells = empty_cells[: count - 1]
        yield from (Move(source, cell) for cell in used_cells)
        yield Move(source, target)
        yield from (Move(cell, target) for cell in reversed(used_cells))
        return
    # Move the upper part to an empty column, the lower part to the target, the upper part on it.
    *rest, column = empty_columns
    upper_count = count - ((len(empty_cells) + 1) << len(rest))
    if upper_count <= 0:
        yield from _carry_group(move, empty_cells, rest)
        return
    yield from _carry_group(Move(source, column, upper_count), empty_cells, rest)
    yield from _carry_group(Move(source, target, count - upper_count), empty_cells, rest)
    yield from _carry_group(Move(column, target, upper_count), empty_cells, rest)


EXAMPLE_CODE = "BK1-C4-AAAKVON"
EXAMPLE_MOVES = """
1-h 1-5 4-a 4-b 4-1 4-h 5-4*2 7-1 7-h 7-8 7-h 7-1 5-8 7-h 6-7 5-6 5-c 2-d 2-5 d-2 2-8*2
5-4*2 5-7 2-5 6-2*2 7-6*2 b-h 8-5*5 2-7*3 6-7*3 6-h 8-b 2-d 2-8 8-6*2 8-5 c-2 8-2 8-4
1-6*4 1-7 1-h 2-1*2 5-1*7 4-2*6 7-4*7 b-5 a-7 4-7*8 4-6 d-4
"""
# The group moves from the position after these moves.
MOVE_INTO_EMPTY_COLUMN = "1-8*5"
MOVE_ONTO_CARD = "1-5*10"


class ExampleStep(NamedTuple):
    """A position of the example, and the text below it."""

    position: Position
    text: Message


def load_example_game() -> Game:
    """Return the game before the group moves."""
    return Game.begin(*decode(EXAMPLE_CODE)).play_moves(EXAMPLE_MOVES.split())


def make_example_steps(game: Game) -> tuple[ExampleStep, ...]:
    """Return both group moves, with a step for each card that moves."""
    start = game.position
    to_empty = parse_move(MOVE_INTO_EMPTY_COLUMN, game.rules, start)
    to_card = parse_move(MOVE_ONTO_CARD, game.rules, start)
    free_cells, empty_columns = count_free_cells(start), start.columns.count(b"")
    deal_text = make_message(
        "{game}, deal {number}, after {moves} moves.",
        game=make_message(game.rules.variant.name),
        number=f"{game.number:,}",
        moves=len(game.moves),
    )
    room_text = make_message(
        "{n} cards in sequence, {cells}, {columns}.",
        n=to_card.count,
        cells=make_plural_message("{n} free cell", "{n} free cells", free_cells),
        columns=make_plural_message("{n} empty column", "{n} empty columns", empty_columns),
    )
    empty_text = make_message("{n} of them can go into the empty column.", n=to_empty.count)
    card_text = make_message(
        "Onto the {card} can go all {n}: the empty column helps.",
        card=format_card_symbol(start.columns[to_card.target][-1]),
        n=to_card.count,
    )
    return (
        ExampleStep(start, deal_text),
        ExampleStep(start, room_text),
        ExampleStep(start, empty_text),
        *_make_single_steps(game, to_empty),
        ExampleStep(start, _explain_limit(game, to_empty)),
        ExampleStep(start, card_text),
        *_make_single_steps(game, to_card),
    )


def _explain_limit(game: Game, move: Move) -> Message:
    """Return the refusal of the next longer group."""
    longer = move._replace(count=move.count + 1)
    refusal = why_not(game.rules, game.position, longer)
    assert refusal is not None, "the example shows the longest group"
    text, fields = get_template(refusal)
    return make_message("One more is refused: {why}.", why=Message(text, fields))


def _make_single_steps(game: Game, group: Move) -> Iterator[ExampleStep]:
    position = game.position
    for move in split_group_move(position, group):
        text = _describe_move(position, move)
        position = play(game.rules, position, move)
        yield ExampleStep(position, text)
    yield ExampleStep(
        position, make_message("Done. As a group, all {n} go in one move.", n=group.count)
    )


def _describe_move(position: Position, move: Move) -> Message:
    if is_cell(move.source):
        card = format_card_symbol(position.cells[move.source - FIRST_CELL])
        return make_message("The {card} follows from its cell.", card=card)
    card = format_card_symbol(position.columns[move.source][-1])
    if is_cell(move.target):
        return make_message("The {card} waits in a free cell.", card=card)
    if not position.columns[move.target]:
        return make_message("The {card} goes into the empty column.", card=card)
    target = format_card_symbol(position.columns[move.target][-1])
    return make_message("The {card} goes onto the {target}.", card=card, target=target)
