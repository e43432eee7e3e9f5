"""A game with its history: undo, redo, restart, journal and score."""

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
    """Return the points after a legal move, never below 0; unchanged if the game has no score.

    +10 to a foundation, +5 from a cell to a column, -10 back from a foundation.
    """
    if not rules.variant.is_scored:
        return score
    if move.target == HOME:
        return score + 10
    if is_foundation(move.source):
        return max(0, score - 10)
    return score + 5 * (is_cell(move.source) and is_column(move.target))


State = Literal["playing", "won", "stuck"]

# The default limit of undo; 0 means no limit.
UNDO_LIMIT = 100


class IllegalMoveError(ValueError):
    """A move that the rules refuse; the message is the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(describe_refusal(refusal))
        self.refusal = refusal


class MoveListError(ValueError):
    """A list of moves that cannot be played; the message names the move and the cause."""

    def __init__(self, number: int, text: str, cause: IllegalMoveError | MoveTextError) -> None:
        super().__init__(f"move {number}: {_quote(text)}: {cause}")
        self.move_number = number
        self.text = text
        self.cause = cause


class HistoryStep(NamedTuple):
    """A step of the history and its result; the deal and each restart have no move."""

    move: Move | None
    position: Position
    score: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game being played; every action returns a new one.

    Attributes:
        number: the deal number; None if the game began from a board instead of a deal.
        undo_limit: how many of the last moves can be undone; 0 means all.
        steps: the deal and all steps after it, including those that can be redone.
        step_index: the current step.
        undo_floor: the earliest step that undo can reach.
        moves_played: includes moves that were undone.
    """

    rules: Rules
    number: int | None
    undo_limit: int
    steps: tuple[HistoryStep, ...]
    step_index: int = 0
    undo_floor: int = 0
    moves_played: int = 0
    _state: State | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def begin(cls, rules: Rules, number: int, undo_limit: int = UNDO_LIMIT) -> Self:
        """Deal a game.

        Raises:
            ValueError: there is no such deal number.
        """
        return cls(rules, number, undo_limit, (HistoryStep(None, deal(rules, number), 0),))

    @classmethod
    def from_position(cls, rules: Rules, position: Position, undo_limit: int = UNDO_LIMIT) -> Self:
        """Start a game from a position; it has no deal number and no code."""
        return cls(rules, None, undo_limit, (HistoryStep(None, position, 0),))

    @classmethod
    def replay(
        cls, rules: Rules, number: int, entries: Iterable[str], undo_limit: int = UNDO_LIMIT
    ) -> Self:
        """Replay a journal: every move, undo, redo and restart since the deal.

        Raises:
            ValueError: an entry is invalid; the message has its number, from 1.
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
        """Game code; None if the game began from a board instead of a deal."""
        return None if self.number is None else encode(self.rules, self.number)

    @property
    def position(self) -> Position:
        """Current position."""
        return self.steps[self.step_index].position

    @property
    def score(self) -> int | None:
        """Points; None in a game without a score."""
        return self.steps[self.step_index].score if self.rules.variant.is_scored else None

    @property
    def state(self) -> State:
        """Won, stuck (no legal move) or playing."""
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
        """Moves from the deal to the current position."""
        return tuple(step.move for step in self._get_current_steps() if step.move is not None)

    @property
    def undo_count(self) -> int:
        """Number of steps that can be undone."""
        return max(0, self.step_index - self.undo_floor)

    @property
    def redo_count(self) -> int:
        """Number of steps that can be redone."""
        return len(self.steps) - 1 - self.step_index

    @property
    def has_started(self) -> bool:
        """True after the first move, even if it was undone."""
        return self.moves_played > 0

    def play(self, move: Move) -> Self:
        """Play a move.

        Raises:
            IllegalMoveError: the rules refuse it.
        """
        step = _make_step(self.rules, self.steps[self.step_index], move)
        return replace(self._append_step(step), moves_played=self.moves_played + 1)

    def play_moves(self, texts: Iterable[str]) -> Self:
        """Play a list of moves, each in one of its text forms.

        Raises:
            MoveListError: a move cannot be read or is illegal.
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
        """Undo the last step and its points.

        Raises:
            ValueError: there is nothing to undo.
        """
        if self.undo_count == 0:
            raise ValueError("no undo is left")
        return self.go_back(1)

    def go_back(self, count: int) -> Self:
        """Go back a number of steps, which can be redone; the undo limit does not apply.

        Raises:
            ValueError: there are fewer steps.
        """
        if not 1 <= count <= self.step_index:
            raise ValueError(f"{count} steps back, but only {self.step_index} were made")
        step_index = self.step_index - count
        return replace(self, step_index=step_index, undo_floor=min(self.undo_floor, step_index))

    def redo(self) -> Self:
        """Redo the next step.

        Raises:
            ValueError: there is nothing to redo.
        """
        if self.redo_count == 0:
            raise ValueError("no redo is left")
        return self._apply_undo_limit(replace(self, step_index=self.step_index + 1))

    def restart(self) -> Self:
        """Return to the deal, as a step of the history that can be undone.

        Raises:
            ValueError: the game is at the deal already.
        """
        if self.steps[self.step_index].move is None:
            raise ValueError("the deal lies there already")
        return self._append_step(self.steps[0])

    def apply_entry(self, entry: str) -> Self:
        """Apply an entry of a journal: a move, `undo`, `undo*5`, `redo` or `restart`.

        The undo limit does not apply: the journal records what has happened.

        Raises:
            IllegalMoveError: the rules refuse the move.
            ValueError: the entry cannot be read, or is not possible here.
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
        """Return the top card of each foundation, C D H S, or None."""
        return tuple(pile[-1] if pile else None for pile in self.get_foundation_cards())

    def get_foundation_cards(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards on each foundation, C D H S, from the Ace up.

        Foundations that build in colours do not determine their cards; the moves of the game do.
        For a given board this is one of the possible arrangements.
        """
        heights = self.position.foundations
        if self.rules.variant.foundations is Build.SUIT:
            return tuple(
                tuple(make_card(rank, suit) for rank in range(height))
                for suit, height in enumerate(heights)
            )
        start = self.steps[0].position
        piles = [list(cards) for cards in arrange_foundation_cards(self.rules, start)]
        for before, after in pairwise(self._get_current_steps()):
            if after.move is not None and after.move.target == HOME:
                pile, card = _find_home_card(before.position, after.position, after.move.source)
                piles[pile].append(card)
        return tuple(tuple(pile) for pile in piles)

    def _get_current_steps(self) -> tuple[HistoryStep, ...]:
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
    refusal = why_not(rules, before.position, move)
    if refusal is not None:
        raise IllegalMoveError(refusal)
    score = compute_score(rules, before.score, before.position, move)
    return HistoryStep(move, play(rules, before.position, move), score)


def _quote(text: str) -> str:
    return text[:20] if text.isascii() and text.isprintable() else ascii(text[:20])


def _parse_count(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError(f"{text[:20]!a} is no number of steps")
    return int(text or 1)


def _find_home_card(before: Position, after: Position, source: int) -> tuple[int, Card]:
    heights = zip(before.foundations, after.foundations, strict=True)
    pile = next(pile for pile, (low, high) in enumerate(heights) if low < high)
    if is_column(source):
        return pile, before.columns[source][-1]
    return pile, before.cells[source - FIRST_CELL]


def game_to_dict(game: Game) -> dict[str, Any]:
    """Return the game as values for JSON; `moves` lead from the deal to the position."""
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
