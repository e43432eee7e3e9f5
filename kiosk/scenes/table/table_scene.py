"""The table's scene: interpret input events and time for one game."""

from __future__ import annotations

from engine.game import Game
from engine.position import FIRST_CELL, HOME, Move
from engine.rules import why_not
from kiosk.effects import Effect, ExitProgram, OpenScene, SolverAnswer
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.gestures import Gesture, GestureKind, GestureRecognizer
from kiosk.input.bindings import TABLE_MODE
from kiosk.intent import PileSpot
from kiosk.scenes.play_clock import PlayClock
from kiosk.scenes.table.card_layout import FoldedCards
from kiosk.scenes.table.draw_table import TableFrameBuilder
from kiosk.scenes.table.game_record import GameRecord
from kiosk.scenes.table.hint_requests import HelpRequest, HintController
from kiosk.scenes.table.magnifier import find_nearest_target
from kiosk.scenes.table.view import TableView, collect_table_boxes
from kiosk.timers import earliest_deadline
from kiosk.ui.focus import DIRECTION_VECTORS
from kiosk.ui.help_line import build_table_help
from kiosk.ui.scene import GameInPlay, NamedBoxes, Scene, SceneContext

ALWAYS_ENABLED = (Action.NEW, Action.MENU, Action.RULES, Action.QUIT)


def find_enabled_actions(game: Game, *, can_finish: bool) -> frozenset[Action]:
    """Return the actions that would have an effect; `can_finish` if Finish is offered."""
    enabled = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.RESTART: bool(game.moves),
        Action.HINT: game.state == "playing",
        Action.HOME: _can_move_home(game),
        Action.FINISH: can_finish,
    }
    return frozenset((*ALWAYS_ENABLED, *(action for action, is_on in enabled.items() if is_on)))


def _can_move_home(game: Game) -> bool:
    rules, position = game.rules, game.position
    piles = (*range(len(position.columns)), *range(FIRST_CELL, FIRST_CELL + len(position.cells)))
    return any(why_not(rules, position, Move(pile, HOME)) is None for pile in piles)


MESSAGE_SECONDS = 8.0  # duration of a message with news

SCENES_BY_ACTION = {Action.MENU: "pause", Action.NEW: "choose", Action.RULES: "rules"}
REQUESTS_BY_ACTION = {
    Action.HINT: HelpRequest.HINT,
    Action.WATCH: HelpRequest.WATCH,
    Action.REWIND: HelpRequest.REWIND,
}


class TableScene(Scene):
    """One game on the table; the arguments must contain a game."""

    input_mode = TABLE_MODE

    def __init__(
        self,
        context: SceneContext,
        game: Game,
        seconds: float = 0.0,
        messages: tuple[str, ...] = (),
    ) -> None:
        self._context = context
        self._clock = PlayClock(seconds)
        self._view = TableView(context, game)
        self._record = GameRecord(game, self._clock, self._view)
        self._hints = HintController(self._record)
        self._frame_builder = TableFrameBuilder()
        self._reset_gestures()
        self._shown_second = int(seconds)
        self._is_unfolding = False
        self._was_shown = False
        self._helped_devices: set[str] = set()
        if messages:
            self._view.show_message(" ".join(messages), until=None)

    def _reset_gestures(self) -> None:
        self._finger_gestures = GestureRecognizer(self._context.size)
        self._confirm_gestures = GestureRecognizer(self._context.size)

    def enter(self, now: float) -> None:
        """Resume the clock, but not before the first input after power-on."""
        if self._was_shown and self._record.is_in_progress:
            self._clock.start(now)
        self._was_shown = True

    def leave(self, now: float) -> None:
        """Stop the clock and cancel the finger's gesture."""
        self._clock.stop(now)
        self._reset_gestures()
        self._cancel_finger(now)
        self._record.interrupt()
        self._hints.cancel_playback()

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines for a while."""
        self._view.show_message(" ".join(messages), until=now + MESSAGE_SECONDS)

    def set_context(self, context: SceneContext) -> None:
        """Lay everything out anew for another size or other settings."""
        self._context = context
        self._reset_gestures()
        self._view = self._record.view = self._view.with_context(context)
        self._record.show_stuck_message()

    def get_game_in_play(self, now: float) -> GameInPlay:
        """Return the game, its play time and what the solver knows of it."""
        return GameInPlay(self._record.game, self._clock.get_seconds(now), self._hints.moves_back)

    def get_enabled_actions(self) -> frozenset[Action]:
        """Return the actions that would have an effect now."""
        return find_enabled_actions(self._record.game, can_finish=self._view.can_finish)

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Return the boxes of piles, cards and buttons by their names."""
        return collect_table_boxes(self._view)

    def build_frame(self, now: float) -> Frame:
        """Return the table at this moment."""
        seconds = self._shown_second = int(self._clock.get_seconds(now))
        return self._frame_builder.build_frame(self._view, self._record.game, seconds, now)

    def next_deadline(self, now: float) -> float | None:
        """Return the next moment at which time alone changes something."""
        if int(self._clock.get_seconds(now)) != self._shown_second:
            return now
        return earliest_deadline(
            self._finger_gestures.next_deadline(),
            self._confirm_gestures.next_deadline(),
            self._clock.next_second_time(now),
            self._view.next_deadline(now),
            self._record.next_deadline(now),
            self._hints.next_deadline(now),
        )

    def advance(self, now: float) -> list[Effect]:
        """Recognize holds, end animations, and play the next finishing move."""
        self._view.tick(now)
        effects: list[Effect] = []
        for gesture in self._finger_gestures.tick(now):
            effects += self._on_finger_gesture(gesture, now)
        for gesture in self._confirm_gestures.tick(now):
            effects += self._on_confirm_gesture(gesture, now)
        return [*effects, *self._record.advance(now), *self._hints.follow_game()]

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Handle an answer of the solver."""
        return self._hints.receive_answer(answer, now)

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Handle one input event. Running animations end at once: no input waits for them."""
        return [*self._handle_event(event, now), *self._hints.follow_game()]

    def _handle_event(self, event: InputEvent, now: float) -> list[Effect]:
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
            return []
        if isinstance(event, ButtonEvent) and not (
            event.is_pressed or event.action is Action.CONFIRM
        ):
            return []
        if not (isinstance(event, PointerEvent) and event.phase is PointerPhase.MOVE):
            self._record.interrupt()
            if self._record.pending_effects:
                return self._record.advance(now)
        self._clock.note_activity(now)
        if not self._clock.is_running and self._record.is_in_progress:
            self._clock.start(now)
        if isinstance(event, ButtonEvent):
            return self._on_button(event, now)
        self._confirm_gestures = GestureRecognizer(self._context.size)
        if event.phase is not PointerPhase.CANCEL:
            self._view.cursor = None
        gestures = self._finger_gestures.handle_pointer(event)
        return [e for g in gestures for e in self._on_finger_gesture(g, now)]

    # Fingers

    def _on_finger_gesture(self, gesture: Gesture, now: float) -> list[Effect]:
        match gesture.kind:
            case GestureKind.PRESS:
                self._on_finger_down(gesture)
            case GestureKind.MOVE:
                self._view.move_drag(gesture.x, gesture.y)
            case GestureKind.END:
                self._cancel_finger(now)
            case GestureKind.DROP:
                self._release_finger()
                return self._record.end_drag(now)
            case _:
                self._release_finger()
                return self._on_table_gesture(gesture, now)
        return []

    def _on_table_gesture(self, gesture: Gesture, now: float) -> list[Effect]:
        kind, (x, y) = gesture.kind, (gesture.start_x, gesture.start_y)
        button = self._view.find_button(x, y)
        if button is not None:
            return self._press_button(button, kind, now)
        spot = self._find_target(x, y)
        if spot is None and kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP):
            spot = find_nearest_target(self._view, self._record.game, x, y)
        if self._is_unfolding or not isinstance(spot, PileSpot):
            # A second tap means what is there by then.
            self._finger_gestures = GestureRecognizer(self._context.size)
            return []
        if kind is GestureKind.DRAG:
            effects = self._record.start_drag(spot, (x, y), now)
            self._view.move_drag(gesture.x, gesture.y)
            return effects
        if kind is GestureKind.HOLD:
            self._view.magnifier_point = gesture.x, gesture.y
        return self._record.handle_gesture(kind, spot, now, by_cursor=False)

    def _on_finger_down(self, gesture: Gesture) -> None:
        view = self._view
        view.pressed_button = view.find_button(gesture.x, gesture.y)
        self._is_unfolding = False
        if view.pressed_button:
            return
        spot = self._find_target(gesture.x, gesture.y)
        if isinstance(spot, FoldedCards):
            self._is_unfolding = True
            view.unfold_column(spot.column, (spot.fold.first + spot.fold.last) // 2)
        elif view.unfolded and not (spot and spot.pile == view.unfolded.pile):
            view.fold_column()

    def _find_target(self, x: int, y: int) -> PileSpot | FoldedCards | None:
        """Return the target of a touch; for a selection of another pile a fold is its column."""
        target, selection = self._view.hit_test(x, y), self._view.selection
        if isinstance(target, FoldedCards) and selection and selection.pile != target.column:
            return PileSpot(target.column)
        return target

    def _cancel_finger(self, now: float) -> None:
        self._release_finger()
        self._view.cancel_drag(now)

    def _release_finger(self) -> None:
        self._view.pressed_button = self._view.magnifier_point = None

    # Keys and buttons

    def _on_button(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.action is not Action.CONFIRM and event.action not in DIRECTION_VECTORS:
            return self._run_action(event.action, now)
        if event.device_kind not in self._helped_devices and self._view.message is None:
            self._helped_devices.add(event.device_kind)
            help_text = build_table_help(self._context)
            if help_text:
                self._view.show_message(help_text, until=now + MESSAGE_SECONDS)
        if event.action is Action.CONFIRM:
            return self._on_confirm(event, now)
        self._confirm_gestures = GestureRecognizer(self._context.size)
        self._view.move_cursor(event.action)
        return []

    def _on_confirm(self, event: ButtonEvent, now: float) -> list[Effect]:
        """Treat Confirm as a finger at the cursor; without a cursor, show it."""
        if self._view.cursor not in self._view.list_cursor_stops():
            if event.is_pressed:
                self._view.set_cursor(None)
            return []
        phase = PointerPhase.DOWN if event.is_pressed else PointerPhase.UP
        gestures = self._confirm_gestures.handle_pointer(PointerEvent(phase, 0, 0, event.time))
        return [e for g in gestures for e in self._on_confirm_gesture(g, now)]

    def _on_confirm_gesture(self, gesture: Gesture, now: float) -> list[Effect]:
        cursor = self._view.cursor
        kinds = (GestureKind.TAP, GestureKind.DOUBLE_TAP, GestureKind.HOLD)
        if cursor is None or gesture.kind not in kinds:
            return []
        if isinstance(cursor, Action):
            return self._press_button(cursor, gesture.kind, now)
        return self._record.handle_gesture(gesture.kind, PileSpot(cursor), now, by_cursor=True)

    def _press_button(self, button: Action, kind: GestureKind, now: float) -> list[Effect]:
        if kind is GestureKind.HOLD and button is Action.HINT:
            return self._run_action(Action.WATCH, now)
        is_tap = kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP)
        return self._run_action(button, now) if is_tap else []

    def _run_action(self, action: Action, now: float) -> list[Effect]:
        if action is Action.BACK:
            return self._go_back()
        if action in SCENES_BY_ACTION:
            return [OpenScene(SCENES_BY_ACTION[action])]
        if action is Action.QUIT:
            return [ExitProgram()]
        if action in (Action.UNDO, Action.REDO, Action.RESTART):
            return self._record.apply_history_action(action, now)
        if action in REQUESTS_BY_ACTION:
            return self._hints.request_help(now, REQUESTS_BY_ACTION[action])
        record = self._record
        methods = {Action.FINISH: record.start_finish, Action.HOME: record.move_selected_home}
        if action in methods:
            return methods[action](now)
        if action in (Action.NEXT, Action.PREVIOUS):
            self._confirm_gestures = GestureRecognizer(self._context.size)
            self._view.move_to_next_stop(1 if action is Action.NEXT else -1)
        return []

    def _go_back(self) -> list[Effect]:
        view = self._view
        if view.selection is not None:
            view.selection = None
            return []
        if view.unfolded is not None and view.cursor is None:
            view.fold_column()
            return []
        return [OpenScene("pause")]
