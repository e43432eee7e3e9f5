"""Game: history, undo/redo, score, journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Self

from engine.cards import SUITS, Card, format_card, make_card
from engine.codes import encode
from engine.deals import deal
from engine.movegen import is_stuck
from engine.notation import MoveTextError, format_move, parse_move
from engine.position import (
    EMPTY,
    FIRST_CELL,
    HOME,
    Move,
    Position,
    arrange_foundation_cards,
    is_cell,
    is_column,
    is_foundation,
)
from engine.refusals import Refusal, describe_refusal
from engine.rules import is_won, play, why_not
from engine.variants import Build, Rules


def compute_score(rules: Rules, score: int, position: Position, move: Move) -> int:
    """The points after a move: +10 home, +5 from cell to tableau, -10 for a return, never below 0.

    Args:
        rules: the game; one that is not scored leaves the points as they are.
        score: the points before the move.
        position: where the move is played.
        move: a legal move of that position.
    """
    if not rules.variant.is_scored:
        return score
    if move.target == HOME:
        return score + 10
    if is_foundation(move.source):
        return max(0, score - 10)
    return score + 5 * (is_cell(move.source) and is_column(move.target))


State = Literal["playing", "won", "stuck"]

UNDO_LIMIT = 100
"""How many moves can usually be taken back."""


class IllegalMoveError(ValueError):
    """A move that the rules refuse; the message is the reason."""

    def __init__(self, refusal: Refusal) -> None:
        """Keeps the refusal, for whoever wants to tell it in another language."""
        super().__init__(describe_refusal(refusal))
        self.refusal = refusal


class MoveListError(ValueError):
    """A list of moves that cannot be played; the message tells which, counted from 1, and why."""

    def __init__(
        self, move_number: int, text: str, cause: IllegalMoveError | MoveTextError
    ) -> None:
        """Keeps where and why."""
        super().__init__(f"move {move_number}: {_quote(text)}: {cause}")
        self.move_number = move_number
        self.text = text
        self.cause = cause


class HistoryStep(NamedTuple):
    """One step of the history and where it led; the deal and each restart have no move."""

    move: Move | None
    position: Position
    score: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game being played. Every action answers a new one."""

    rules: Rules
    number: int | None
    """The deal number; None for a board that was given."""
    undo_limit: int
    """How many of the last moves can be taken back; 0 means all."""
    steps: tuple[HistoryStep, ...]
    """The deal and all that came after it, the steps that can be redone too."""
    step_index: int = 0
    """The step that the table shows."""
    undo_floor: int = 0
    """The step behind which undo does not go."""
    moves_played: int = 0
    """Moves played, those taken back included."""
    _state: State | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def begin(cls, rules: Rules, number: int, undo_limit: int = UNDO_LIMIT) -> Self:
        """A game dealt by its number.

        Raises:
            ValueError: where there is no such deal number.
        """
        return cls(rules, number, undo_limit, (HistoryStep(None, deal(rules, number), 0),))

    @classmethod
    def from_position(cls, rules: Rules, position: Position, undo_limit: int = UNDO_LIMIT) -> Self:
        """A game from a given board, without a deal number and a code."""
        return cls(rules, None, undo_limit, (HistoryStep(None, position, 0),))

    @classmethod
    def replay(
        cls, rules: Rules, number: int, entries: Iterable[str], undo_limit: int = UNDO_LIMIT
    ) -> Self:
        """The game that a journal tells: every move, undo, redo and restart since the deal.

        Raises:
            ValueError: naming the entry, counted from 1, that cannot be.
        """
        game = cls.begin(rules, number, undo_limit)
        for index, entry in enumerate(entries, 1):
            try:
                game = game.apply_entry(entry)
            except ValueError as error:
                raise ValueError(f"entry {index}: {_quote(entry)}: {error}") from None
        return game

    @property
    def code(self) -> str | None:
        """The game code; None for a board that was given."""
        return None if self.number is None else encode(self.rules, self.number)

    @property
    def position(self) -> Position:
        """Where the cards lie."""
        return self.steps[self.step_index].position

    @property
    def score(self) -> int | None:
        """The points; None in a game that counts none."""
        return self.steps[self.step_index].score if self.rules.variant.is_scored else None

    @property
    def state(self) -> State:
        """Won, stuck (no legal move is left) or still playing."""
        if self._state is None:  # to look for moves takes long, and screens ask often
            state: State = "playing"
            if is_won(self.position):
                state = "won"
            elif is_stuck(self.rules, self.position):
                state = "stuck"
            object.__setattr__(self, "_state", state)
            return state
        return self._state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that lead from the deal to where the cards lie."""
        return tuple(step.move for step in self._get_current_steps() if step.move is not None)

    @property
    def undo_count(self) -> int:
        """How many steps can be taken back."""
        return max(0, self.step_index - self.undo_floor)

    @property
    def redo_count(self) -> int:
        """How many steps can be repeated."""
        return len(self.steps) - 1 - self.step_index

    @property
    def has_started(self) -> bool:
        """Whether a move was ever played in this deal."""
        return self.moves_played > 0

    def play(self, move: Move) -> Self:
        """The game after a move.

        Raises:
            IllegalMoveError: with the reason.
        """
        step = _make_step(self.rules, self.steps[self.step_index], move)
        return replace(self._append_step(step), moves_played=self.moves_played + 1)

    def play_moves(self, texts: Iterable[str]) -> Self:
        """The game after all of these moves, each in one of its text forms.

        Raises:
            MoveListError: naming the first that cannot be read or played.
        """
        steps = list(self.steps[: self.step_index + 1])
        for index, text in enumerate(texts, 1):
            try:
                move = parse_move(text, self.rules, steps[-1].position)
                steps.append(_make_step(self.rules, steps[-1], move))
            except (IllegalMoveError, MoveTextError) as cause:
                raise MoveListError(index, text, cause) from None
        added = len(steps) - 1 - self.step_index
        if added == 0:
            return self
        game = replace(self, steps=tuple(steps), step_index=self.step_index + added)
        return self._apply_undo_limit(replace(game, moves_played=self.moves_played + added))

    def undo(self) -> Self:
        """The game one step earlier, its score too.

        Raises:
            ValueError: where none is left.
        """
        if self.undo_count == 0:
            raise ValueError("no undo is left")
        return self.go_back(1)

    def go_back(self, count: int) -> Self:
        """The game so many steps earlier, whatever the limit of undo; each of them can be redone.

        Raises:
            ValueError: where there are not so many.
        """
        if not 1 <= count <= self.step_index:
            raise ValueError(f"{count} steps back, but only {self.step_index} were made")
        step_index = self.step_index - count
        return replace(self, step_index=step_index, undo_floor=min(self.undo_floor, step_index))

    def redo(self) -> Self:
        """The game with the next step taken again.

        Raises:
            ValueError: where there is none.
        """
        if self.redo_count == 0:
            raise ValueError("no redo is left")
        return self._apply_undo_limit(replace(self, step_index=self.step_index + 1))

    def restart(self) -> Self:
        """The same deal from its beginning, as one step of the history that undo takes back.

        Raises:
            ValueError: where the table already shows the deal.
        """
        if self.steps[self.step_index].move is None:
            raise ValueError("the deal lies there already")
        return self._append_step(self.steps[0])

    def apply_entry(self, entry: str) -> Self:
        """The game after one entry of a journal: a move, `undo`, `redo` or `restart`.

        An undo in a journal is a fact, and so is not bound by the limit. `undo*5` is five of them.

        Raises:
            IllegalMoveError: where a move is refused.
            ValueError: where the entry cannot be read or cannot be.
        """
        if entry == "redo":
            return self.redo()
        if entry == "restart":
            return self.restart()
        action, _, count = entry.partition("*")
        if action == "undo":
            return self.go_back(_parse_count(count))
        return self.play(parse_move(entry, self.rules, self.position))

    def get_foundation_tops(self) -> tuple[Card | None, ...]:
        """The very card on top of each foundation, C D H S; None where it is empty."""
        return tuple(pile[-1] if pile else None for pile in self.get_foundation_cards())

    def get_foundation_cards(self) -> tuple[tuple[Card, ...], ...]:
        """The very cards on each foundation, C D H S, from the Ace up.

        Where foundations build in colours the moves of the game tell which. For a given board that
        has cards there already it is one that can be.
        """
        heights = self.position.foundations
        if self.rules.variant.foundations is Build.SUIT:
            return tuple(
                tuple(make_card(rank, suit) for rank in range(height))
                for suit, height in enumerate(heights)
            )
        piles = [
            list(cards) for cards in arrange_foundation_cards(self.rules, self.steps[0].position)
        ]
        steps = self._get_current_steps()
        for before, after in pairwise(steps):
            if after.move is not None and after.move.target == HOME:
                pile, card = _find_home_card(before.position, after.position, after.move.source)
                piles[pile].append(card)
        return tuple(tuple(pile) for pile in piles)

    def _get_current_steps(self) -> tuple[HistoryStep, ...]:
        """From the deal, or the last restart, to here."""
        start = self.step_index
        while self.steps[start].move is not None:
            start -= 1
        return self.steps[start : self.step_index + 1]

    def _append_step(self, step: HistoryStep) -> Self:
        steps = (*self.steps[: self.step_index + 1], step)
        return self._apply_undo_limit(replace(self, steps=steps, step_index=self.step_index + 1))

    def _apply_undo_limit(self, game: Self) -> Self:
        if not self.undo_limit:
            return game
        return replace(game, undo_floor=max(game.undo_floor, game.step_index - self.undo_limit))


def _make_step(rules: Rules, before: HistoryStep, move: Move) -> HistoryStep:
    """The step that the move makes, if it is legal."""
    refusal = why_not(rules, before.position, move)
    if refusal is not None:
        raise IllegalMoveError(refusal)
    score = compute_score(rules, before.score, before.position, move)
    return HistoryStep(move, play(rules, before.position, move), score)


def _quote(text: str) -> str:
    """A text from outside, safe to be told in one line."""
    return text[:20] if text.isascii() and text.isprintable() else ascii(text[:20])


def _parse_count(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError(f"{text[:20]!a} is no number of steps")
    return int(text or 1)


def _find_home_card(before: Position, after: Position, source: int) -> tuple[int, Card]:
    """The foundation that grew, and the card that did it."""
    heights = zip(before.foundations, after.foundations, strict=True)
    pile = next(pile for pile, (low, high) in enumerate(heights) if low < high)
    return pile, before.columns[source][-1] if is_column(source) else before.cells[
        source - FIRST_CELL
    ]


def game_to_dict(game: Game) -> dict[str, Any]:
    """A game as plain values for JSON; the moves are those from the deal to here."""
    position, rules = game.position, game.rules
    return {
        "code": game.code,
        "game": rules.variant.key,
        "cells": rules.cells,
        "rules": rules.house_rules,
        "number": game.number,
        "columns": [[format_card(card) for card in column] for column in position.columns],
        "freecells": [None if card == EMPTY else format_card(card) for card in position.cells],
        "foundations": dict(zip(SUITS, position.foundations, strict=True)),
        "score": game.score,
        "state": game.state,
        "moves": [format_move(move) for move in game.moves],
    }
