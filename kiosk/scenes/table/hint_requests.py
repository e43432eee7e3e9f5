"""Hints, solutions and rewinding: requests to the solver and their results."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.cards import Card, format_card_symbol
from engine.game import Game
from engine.messages import Msgid, Plural
from engine.notation import format_move
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, is_cell, is_column
from kiosk.effects import Effect, MarkHelped, PlaySound, SolverAnswer, WatchReplay
from kiosk.i18n import Translator
from kiosk.scenes.table.game_record import GameRecord
from kiosk.scenes.table.view import Winnability

if TYPE_CHECKING:
    from kiosk.scenes.table.solver_memory import Assessment, SolverMemory

HINT_HOME: Msgid = "Hint: the {card} goes home"
HINT_TO_CELL: Msgid = "Hint: the {card} goes to a free cell"
HINT_ONTO_COLUMN: Plural = (
    "Hint: the {card} goes on the {other}",
    "Hint: {n} cards from the {card} on go on the {other}",
)
HINT_TO_EMPTY_COLUMN: Plural = (
    "Hint: the {card} goes to an empty column",
    "Hint: {n} cards from the {card} on go to an empty column",
)


def format_hint(translator: Translator, game: Game, move: Move) -> str:
    """Return the move, which is legal in this game, as a hint in one short sentence."""
    card = format_card_symbol(find_first_card(game, move))
    if move.target == HOME:
        return translator.translate(HINT_HOME, card=card)
    if is_cell(move.target):
        return translator.translate(HINT_TO_CELL, card=card)
    column = game.position.columns[move.target]
    if not column:
        return translator.translate_plural(*HINT_TO_EMPTY_COLUMN, move.count, card=card)
    return translator.translate_plural(
        *HINT_ONTO_COLUMN, move.count, card=card, other=format_card_symbol(column[-1])
    )


def find_first_card(game: Game, move: Move) -> Card:
    """Return the card of a move that is beneath all others."""
    if is_column(move.source):
        return game.position.columns[move.source][-move.count]
    if is_cell(move.source):
        return game.position.cells[move.source - FIRST_CELL]
    top = game.get_foundation_tops()[move.source - FIRST_FOUNDATION]
    assert top is not None, "a legal move has a card"
    return top


HINT_SECONDS = 6.0  # duration of a hint's message; its marks are shown until the next move

THINKING_TEXT: Msgid = "Thinking …"
UNDECIDED_TEXT: Msgid = "No way to win was found; there may be one"
LOST_TEXT: Msgid = "No way to win from here"
SEARCHING_BACK_TEXT: Msgid = "No way to win from here. Was there one before? Thinking …"
WINNABLE_TEXT: Msgid = "It can be won from here"
SOLUTION_TITLE: Msgid = "Solution"
UNDECIDED_BACK_TEXTS: Plural = (
    "No way to win was found. Hint again goes back {n} move, to one",
    "No way to win was found. Hint again goes back {n} moves, to one",
)
LOST_BACK_TEXTS: Plural = (
    "No way to win from here. Hint again goes back {n} move",
    "No way to win from here. Hint again goes back {n} moves",
)


class HelpRequest(Enum):
    """Help that the player waits for: next move, replay of a solution, winnable position."""

    NOTHING = "nothing"
    HINT = "hint"
    WATCH = "watch"
    REWIND = "rewind"


class HintController:
    """The solver's help in one game; nothing is computed until it is requested."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._memory: SolverMemory | None = None
        self._followed_game, self._shows_winnability = record.game, False
        self._request, self._has_helped = HelpRequest.NOTHING, False

    @property
    def moves_back(self) -> int | None:
        """Number of moves back to a winnable position; None until a message has shown it."""
        if self._memory is None or not self._has_helped:
            return None
        from kiosk.scenes.table.solver_memory import LostPosition, UndecidedPosition

        match self._memory.assess(self._record.game):
            case LostPosition(moves_back, is_certain) if moves_back or is_certain:
                return moves_back
            case UndecidedPosition(moves_back) if moves_back:
                return moves_back
        return None

    def request_help(self, now: float, request: HelpRequest = HelpRequest.HINT) -> list[Effect]:
        """Give the requested help; a second hint in a lost position goes back."""
        record, view = self._record, self._record.view
        if record.game.state == "won" or view.drag is not None:
            return [PlaySound("refuse")]
        if view.offered_moves_back and request is HelpRequest.HINT:
            return record.undo_moves(view.offered_moves_back, now)
        memory = self._load_memory()
        self._request = request
        effects = memory.update_request(record.game)
        return [*effects, *self._show_help(memory, now)]

    def next_deadline(self, now: float) -> float | None:
        """Return `now` if the indicator was switched on or off, else None."""
        indicator = self._record.view.context.config.display.indicator
        return now if self._shows_winnability != indicator else None

    def follow_game(self) -> list[Effect]:
        """After a change of the game, ask about its new position if help is in use."""
        game = self._record.game
        shows_winnability = self._record.view.context.config.display.indicator
        if game is self._followed_game and shows_winnability is self._shows_winnability:
            return []
        if game is not self._followed_game:
            self._request = HelpRequest.NOTHING
        self._followed_game, self._shows_winnability = game, shows_winnability
        memory = self._load_memory() if shows_winnability else self._memory
        if memory is None:
            return []
        effects = memory.update_request(game)
        return [*effects, *self._update_winnability(memory.assess(game))]

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Store an answer; show what is known if the player waits for it."""
        if self._memory is None:
            return []
        self._memory.record_answer(answer)
        if self._request is HelpRequest.NOTHING:
            return self._update_winnability(self._memory.assess(self._record.game))
        return self._show_help(self._memory, now)

    def cancel_playback(self) -> None:
        """Do not replay on top of another scene."""
        if self._request in (HelpRequest.WATCH, HelpRequest.REWIND):
            self._request = HelpRequest.HINT

    def _load_memory(self) -> SolverMemory:
        if self._memory is None:
            # Imported with the first request: it loads the solver, and start-up must be short.
            from kiosk.scenes.table.solver_memory import SolverMemory

            self._memory = SolverMemory(self._record.game.rules)
        return self._memory

    def _show_help(self, memory: SolverMemory, now: float) -> list[Effect]:
        from kiosk.scenes.table.solver_memory import (
            LostPosition,
            UndecidedPosition,
            WinnablePosition,
        )

        assessment, view = memory.assess(self._record.game), self._record.view
        translate = view.context.translator.translate
        effects = self._update_winnability(assessment)
        match assessment:
            case WinnablePosition(move):
                return [*self._mark_helped(), *effects, *self._show_solution(memory, move, now)]
            case LostPosition(_, False):
                view.show_message(translate(SEARCHING_BACK_TEXT), until=None)
            case LostPosition(moves_back) | UndecidedPosition(moves_back) if (
                moves_back and self._request is HelpRequest.REWIND
            ):
                return [*self._mark_helped(), *self._record.undo_moves(moves_back, now)]
            case LostPosition(moves_back):
                self._offer_rewind(moves_back, LOST_TEXT, LOST_BACK_TEXTS)
            case UndecidedPosition(moves_back):
                self._offer_rewind(moves_back, UNDECIDED_TEXT, UNDECIDED_BACK_TEXTS)
            case None:
                view.show_message(translate(THINKING_TEXT), until=None)
                return effects
        return self._mark_helped()

    def _show_solution(self, memory: SolverMemory, move: Move, now: float) -> list[Effect]:
        game, view = self._record.game, self._record.view
        translator = view.context.translator
        if self._request is HelpRequest.WATCH:
            self._request = HelpRequest.NOTHING
            view.clear_message()
            entries = tuple(format_move(move) for move in memory.find_solution(game))
            return [WatchReplay(game, entries, translator.translate(SOLUTION_TITLE))]
        if self._request is HelpRequest.REWIND:
            view.show_message(translator.translate(WINNABLE_TEXT), until=now + HINT_SECONDS)
            return []
        view.show_hint(move)
        view.show_message(format_hint(translator, game, move), until=now + HINT_SECONDS)
        return []

    def _offer_rewind(self, moves_back: int, lost_text: str, rewind_texts: tuple[str, str]) -> None:
        view = self._record.view
        translator = view.context.translator
        text = translator.translate(lost_text)
        if moves_back:
            text = translator.translate_plural(*rewind_texts, moves_back)
        view.show_message(text, until=None)
        view.offered_moves_back = moves_back

    def _update_winnability(self, assessment: Assessment | None) -> list[Effect]:
        view = self._record.view
        if not self._shows_winnability or self._record.game.state == "won":
            view.winnability = None
            return []
        from kiosk.scenes.table.solver_memory import LostPosition, WinnablePosition

        view.winnability = Winnability.UNKNOWN
        if isinstance(assessment, WinnablePosition):
            view.winnability = Winnability.WINNABLE
        elif isinstance(assessment, LostPosition):
            view.winnability = Winnability.LOST
        return [] if view.winnability is Winnability.UNKNOWN else self._mark_helped()

    def _mark_helped(self) -> list[Effect]:
        self._has_helped = True
        return [MarkHelped()]
