"""One game with its clock; every change is shown and returned as a journal entry."""

from __future__ import annotations

from engine.game import Game, IllegalMoveError
from engine.messages import Msgid
from engine.movegen import find_finishing_moves
from engine.notation import format_move
from engine.position import HOME, Move
from engine.refusals import Refusal
from kiosk import intent
from kiosk.effects import Effect, OpenScene, PlaySound, SaveEntry
from kiosk.events import Action
from kiosk.gestures import GestureKind
from kiosk.intent import Deselect, NoAction, PileSpot, Selection, TouchResult
from kiosk.scenes.play_clock import PlayClock
from kiosk.scenes.table.view import TableView

REFUSAL_SECONDS = 4.0  # duration of a message that explains a refusal
STUCK_TEXT: Msgid = "No card can go anywhere: undo, or deal anew"
"""Shown on the table of a stuck game after its screen is closed."""
FINISH_STEP_SECONDS = 0.09  # time between two cards of an automatic finish


class GameRecord:
    """A game, its clock and its view. Times are monotonic seconds."""

    def __init__(self, game: Game, clock: PlayClock, view: TableView) -> None:
        self.game, self.clock, self.view = game, clock, view
        self.pending_effects: list[Effect] = []
        self._queue_result_screen()
        self._finish_moves: list[Move] = []
        self._next_finish_time = 0.0
        self._has_tap_moved = False

    @property
    def is_in_progress(self) -> bool:
        """True after the first move until the game is won; the clock runs."""
        return self.game.has_started and self.game.state != "won"

    def next_deadline(self, now: float) -> float | None:
        """Return when the next finishing move or pending effect is due."""
        if self.pending_effects and not self.view.is_busy:
            return now
        return self._next_finish_time if self._finish_moves else None

    def advance(self, now: float) -> list[Effect]:
        """Play the next finishing move, and return the pending effects."""
        effects: list[Effect] = []
        if self._finish_moves and now >= self._next_finish_time:
            effects = self._play_finish_move(now)
        if self.pending_effects and not self.view.is_busy:
            effects, self.pending_effects = [*effects, *self.pending_effects], []
        return effects

    def interrupt(self) -> None:
        """End the animations and the automatic finish."""
        self.view.finish_animations()
        self._finish_moves = []

    def handle_gesture(
        self, kind: GestureKind, spot: PileSpot, now: float, *, by_cursor: bool
    ) -> list[Effect]:
        """Handle a tap, double tap or hold on a pile."""
        rules, position, selection = self.game.rules, self.game.position, self.view.selection
        touched_cards = Selection(spot.pile, intent.count_cards_from(position, spot))
        has_moved, self._has_tap_moved = self._has_tap_moved, False
        if kind is GestureKind.HOLD:
            result: TouchResult = intent.pick_up(rules, position, spot, by_cursor=by_cursor)
            return self.apply_result(result, touched_cards, now)
        if kind is GestureKind.TAP or (selection and selection.pile != spot.pile):
            result = intent.interpret_tap(rules, position, selection, spot, by_cursor=by_cursor)
            return self.apply_result(result, selection or touched_cards, now)
        if has_moved:  # the second tap was meant for the card that the first one moved
            return []
        result = intent.interpret_double_tap(rules, position, spot, by_cursor=by_cursor)
        if isinstance(result, NoAction):
            result = Deselect()
        return self.apply_result(result, touched_cards, now)

    def start_drag(self, spot: PileSpot, grab_point: tuple[int, int], now: float) -> list[Effect]:
        """Start to drag the touched cards, or explain the refusal."""
        result = intent.pick_up(self.game.rules, self.game.position, spot)
        if isinstance(result, Selection):
            self.view.start_drag(result, grab_point)
            return [PlaySound("pick")]
        touched_cards = Selection(spot.pile, intent.count_cards_from(self.game.position, spot))
        return self.apply_result(result, touched_cards, now)

    def end_drag(self, now: float) -> list[Effect]:
        """Play the move of the dropped cards, or let them glide back."""
        drag = self.view.drag
        if drag is None:
            return []
        rules, position = self.game.rules, self.game.position
        piles = drag.find_drop_piles(self.view.layout)
        result = intent.interpret_drop(rules, position, drag.selection, piles)
        if isinstance(result, Move):
            return self.play_move(result, now)
        self.view.cancel_drag(now)
        return self.apply_result(result, drag.selection, now)

    def apply_result(self, result: TouchResult, cards: Selection, now: float) -> list[Effect]:
        """Carry out an interpreted touch; `cards` shake where it is refused."""
        view = self.view
        if isinstance(result, Move):
            self._has_tap_moved = True
            return self.play_move(result, now)
        if isinstance(result, Selection):
            view.selection = result
            view.clear_message()
            return [PlaySound("pick")]
        if isinstance(result, Refusal):
            text = view.context.translator.explain_refusal(result)
            view.show_message(text, until=now + REFUSAL_SECONDS)
            if not view.glides:
                view.start_shake(cards, now)
            return [PlaySound("refuse")]
        if isinstance(result, Deselect):
            view.selection = None
        return []

    def play_move(self, move: Move, now: float) -> list[Effect]:
        """Play a legal move."""
        game = self.game.play(move)
        sound = "win" if game.state == "won" else "home" if move.target == HOME else "place"
        return [*self._set_game(game, format_move(move), now), PlaySound(sound)]

    def apply_history_action(self, action: Action, now: float) -> list[Effect]:
        """Undo, redo or restart, if possible."""
        steps = {Action.UNDO: Game.undo, Action.REDO: Game.redo, Action.RESTART: Game.restart}
        try:
            game = steps[action](self.game)
        except ValueError:
            return [PlaySound("refuse")]
        return [*self._set_game(game, action.value, now), PlaySound("place")]

    def undo_moves(self, count: int, now: float) -> list[Effect]:
        """Undo so many moves at once, whatever the limit of undo; each can be redone."""
        game = self.game.go_back(count)
        return [*self._set_game(game, f"undo*{count}", now), PlaySound("place")]

    def move_selected_home(self, now: float) -> list[Effect]:
        """Move the selected card, or the one under the cursor, home; explain a refusal."""
        pile = self.view.selection.pile if self.view.selection else self.view.cursor
        position = self.game.position
        if pile is None or isinstance(pile, Action) or not intent.has_top_card(position, pile):
            return []
        selection, targets = Selection(pile, 1), (intent.ANY_FOUNDATION,)
        result = intent.interpret_drop(self.game.rules, position, selection, targets)
        return self.apply_result(result, selection, now)

    def start_finish(self, now: float) -> list[Effect]:
        """Move one card after the other home until the game is won or an input comes."""
        self._finish_moves = find_finishing_moves(self.game.rules, self.game.position)
        self._next_finish_time = now
        return []

    def _play_finish_move(self, now: float) -> list[Effect]:
        move, *rest = self._finish_moves
        self.view.finish_animations()
        self._next_finish_time = now + FINISH_STEP_SECONDS
        try:
            effects = self.play_move(move, now)
        except IllegalMoveError:  # the game is another one by now
            rest, effects = [], []
        self._finish_moves = rest
        return effects

    def _set_game(self, game: Game, entry: str, now: float) -> list[Effect]:
        before, self.game = self.game, game
        if game.state == "won":
            self.clock.stop(now)
        elif not self.clock.is_running and self.is_in_progress:
            self.clock.start(now)
        self.view.show_game(before, game, now)
        if game.state == "won":
            self.view.start_win_animation(game, now)
        self._queue_result_screen()
        return [SaveEntry(entry, self.clock.get_seconds(now), game.state == "won")]

    def _queue_result_screen(self) -> None:
        state = self.game.state
        self.pending_effects = [OpenScene(state)] if state in ("won", "stuck") else []
        self.show_stuck_message()

    def show_stuck_message(self) -> None:
        """Show the message of a stuck game unless there is another one."""
        if self.game.state == "stuck" and self.view.message is None:
            self.view.show_message(self.view.context.translator.translate(STUCK_TEXT), until=None)
