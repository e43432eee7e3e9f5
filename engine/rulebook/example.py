"""Worked example of group moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import card_symbol
from engine.codes import decode
from engine.game import Game
from engine.messages import Phrase, counted, phrase
from engine.notation import parse_move
from engine.position import CELL, EMPTY, Move, Position, is_cell
from engine.refusals import template
from engine.rules import free_cells, play, why_not


def carried(position: Position, move: Move) -> tuple[Move, ...]:
    """The single moves that carry a group to its place, through free cells and empty columns.

    The group must be one that may move in a game whose empty columns take any card, or be small
    enough to need free cells alone. The cells are free again afterwards.
    """
    free = [CELL + cell for cell, card in enumerate(position.cells) if card == EMPTY]
    spare = [
        pile for pile, column in enumerate(position.columns) if not column and pile != move.target
    ]
    return tuple(_carry(move, free, spare))


def _carry(move: Move, free: Sequence[int], spare: Sequence[int]) -> Iterator[Move]:
    """Carries what fits through the cells; of more, first the upper part to an empty column."""
    source, target, count = move
    if count <= len(free) + 1:
        waiting = free[: count - 1]
        yield from (Move(source, cell) for cell in waiting)
        yield Move(source, target)
        yield from (Move(cell, target) for cell in reversed(waiting))
        return
    *rest, column = spare
    part = count - ((len(free) + 1) << len(rest))
    if part <= 0:
        yield from _carry(move, free, rest)
        return
    yield from _carry(Move(source, column, part), free, rest)
    yield from _carry(Move(source, target, count - part), free, rest)
    yield from _carry(Move(column, target, part), free, rest)


CODE = "BK1-C4-AAAKVON"
"""The deal that is shown."""

LINE = """
1-h 1-5 4-a 4-b 4-1 4-h 5-4*2 7-1 7-h 7-8 7-h 7-1 5-8 7-h 6-7 5-6 5-c 2-d 2-5 d-2 2-8*2
5-4*2 5-7 2-5 6-2*2 7-6*2 b-h 8-5*5 2-7*3 6-7*3 6-h 8-b 2-d 2-8 8-6*2 8-5 c-2 8-2 8-4
1-6*4 1-7 1-h 2-1*2 5-1*7 4-2*6 7-4*7 b-5 a-7 4-7*8 4-6 d-4
"""
"""The moves that lead to the table that is shown."""

TO_EMPTY = "1-8*5"
"""The group that goes into the empty column."""

TO_CARD = "1-5*10"
"""The group that goes onto a card."""


class Step(NamedTuple):
    """One picture of the example: where the cards lie, and what is told about it."""

    position: Position
    told: Phrase


def example_game() -> Game:
    """The game at the table that is shown."""
    return Game.begin(*decode(CODE)).follow(LINE.split())


def example_steps(game: Game) -> tuple[Step, ...]:
    """Both group moves of the example, a step for each card that moves."""
    start = game.position
    to_empty = parse_move(TO_EMPTY, game.rules, start)
    to_card = parse_move(TO_CARD, game.rules, start)
    return (
        Step(start, _opening(game)),
        Step(start, _room(game, to_card)),
        Step(start, phrase("{n} of them can go into the empty column.", n=to_empty.count)),
        *_single_steps(game, to_empty),
        Step(start, _one_more(game, to_empty)),
        Step(start, _twice(game, to_card)),
        *_single_steps(game, to_card),
    )


def _opening(game: Game) -> Phrase:
    return phrase(
        "{game}, deal {number}, after {moves} moves.",
        game=phrase(game.rules.variant.name),
        number=f"{game.number:,}",
        moves=len(game.line),
    )


def _room(game: Game, run: Move) -> Phrase:
    cells, columns = free_cells(game.position), game.position.columns.count(b"")
    return phrase(
        "{n} cards in sequence, {cells}, {columns}.",
        n=run.count,
        cells=counted("{n} free cell", "{n} free cells", cells),
        columns=counted("{n} empty column", "{n} empty columns", columns),
    )


def _one_more(game: Game, move: Move) -> Phrase:
    """Why the next longer group is refused, in the judge's own words."""
    longer = move._replace(count=move.count + 1)
    refusal = why_not(game.rules, game.position, longer)
    assert refusal is not None, "the example shows the longest group"
    text, fields = template(refusal)
    return phrase("One more is refused: {why}.", why=Phrase(text, fields))


def _twice(game: Game, move: Move) -> Phrase:
    target = game.position.columns[move.target][-1]
    return phrase(
        "Onto the {card} can go all {n}: the empty column helps.",
        card=card_symbol(target),
        n=move.count,
    )


def _single_steps(game: Game, group: Move) -> Iterator[Step]:
    """Every single card on its way, then the whole as one move."""
    position = game.position
    for move in carried(position, group):
        told = _told(position, move)
        position = play(game.rules, position, move)
        yield Step(position, told)
    yield Step(position, phrase("Done. As a group, all {n} go in one move.", n=group.count))


def _told(position: Position, move: Move) -> Phrase:
    if is_cell(move.source):
        card = card_symbol(position.cells[move.source - CELL])
        return phrase("The {card} follows from its cell.", card=card)
    card = card_symbol(position.columns[move.source][-1])
    if is_cell(move.target):
        return phrase("The {card} waits in a free cell.", card=card)
    if not position.columns[move.target]:
        return phrase("The {card} goes into the empty column.", card=card)
    target = card_symbol(position.columns[move.target][-1])
    return phrase("The {card} goes onto the {target}.", card=card, target=target)
