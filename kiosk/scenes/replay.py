"""Replay of a game: the table with its own toolbar, to play, step and wind back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from engine.codes import decode
from engine.game import Game
from engine.messages import Msgid, make_message
from engine.notation import format_move
from kiosk.effects import Effect, ExitProgram, GoBack, PlaySound, WatchReplay
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Align, Box, Button, Drawable, Frame, Label, Panel, PanelKind, TextColour
from kiosk.gestures import Gesture
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import build_moving_cards, build_static_cards
from kiosk.scenes.table.message import build_message
from kiosk.scenes.table.view import TableView
from kiosk.timers import earliest_deadline
from kiosk.ui.focus import step_focus
from kiosk.ui.scene import SceneContext, SceneUnavailableError
from kiosk.ui.screen import TAPS, ScreenBase
from kiosk.ui.text_fit import choose_fitting_text

ENTRIES_PER_SNAPSHOT = 50  # a game is kept after so many: winding back plays fewer than that


class JournalPlayer:
    """Plays the entries of a journal; `game` is the state after the first `entry_index`."""

    def __init__(self, game: Game, entries: Sequence[str]) -> None:
        self.game = game
        self.entries = tuple(entries)
        self.entry_index = 0
        self._snapshots = [game]

    @property
    def is_finished(self) -> bool:
        """True after the last entry."""
        return self.entry_index == len(self.entries)

    def seek(self, entry_count: int) -> bool:
        """Go to the state after `entry_count` entries; return True if that is another state."""
        if entry_count == self.entry_index or not 0 <= entry_count <= len(self.entries):
            return False
        if entry_count < self.entry_index:
            snapshot_index = entry_count // ENTRIES_PER_SNAPSHOT
            self.entry_index = snapshot_index * ENTRIES_PER_SNAPSHOT
            self.game = self._snapshots[snapshot_index]
        while self.entry_index < entry_count:
            self.game = self.game.apply_entry(self.entries[self.entry_index])
            self.entry_index += 1
            if self.entry_index == len(self._snapshots) * ENTRIES_PER_SNAPSHOT:
                self._snapshots.append(self.game)
        return True


MOVE_SECONDS_BY_SPEED = (1.0, 0.5, 0.25)  # seconds between moves

STEP_BACK_BUTTON, STEP_BUTTON = Action.UNDO.value, Action.REDO.value
PLAY_BUTTON, LEAVE_BUTTON = Action.CONFIRM.value, Action.BACK.value
SPEED_BUTTON = "pace"
BUTTONS_BY_TOOLBAR_ACTION = {  # the buttons take the places of these on the table
    Action.UNDO: STEP_BACK_BUTTON,
    Action.REDO: STEP_BUTTON,
    Action.HINT: PLAY_BUTTON,
    Action.NEW: SPEED_BUTTON,
    Action.MENU: LEAVE_BUTTON,
}
BUTTON_ICONS = {STEP_BACK_BUTTON: "previous", STEP_BUTTON: "next", LEAVE_BUTTON: "close"}
BUTTONS_BY_ACTION = {  # these press a button, independent of the focus
    **BUTTONS_BY_TOOLBAR_ACTION,
    Action.LEFT: STEP_BACK_BUTTON,
    Action.PAGE_UP: STEP_BACK_BUTTON,
    Action.RIGHT: STEP_BUTTON,
    Action.PAGE_DOWN: STEP_BUTTON,
    Action.BACK: LEAVE_BUTTON,
}
FOCUS_STEPS = {Action.DOWN: 1, Action.NEXT: 1, Action.UP: -1, Action.PREVIOUS: -1}
ENTRY_LABELS: dict[str, Msgid] = {"undo": "Undo", "redo": "Redo", "restart": "Restart"}
"""Labels of the entries that are not moves."""


MOVES_NOT_KEPT_MESSAGE = make_message("The moves of this game are not kept any more")


class ReplayScene(ScreenBase):
    """Replay of a recorded game."""

    def __init__(self, context: SceneContext, replay: WatchReplay) -> None:
        self._title, self._player = replay.title, JournalPlayer(replay.game, replay.entries)
        self._view = TableView(context, replay.game)
        self._is_playing, self._speed = True, 0
        self._next_move_time: float | None = None
        self._focus = PLAY_BUTTON
        self._background_key: tuple[object, ...] = ()
        self._background: tuple[Drawable, ...] = ()
        super().__init__(context)

    @property
    def is_finished(self) -> bool:
        """True after the last entry."""
        return self._player.is_finished

    def enter(self, now: float) -> None:
        """Start or continue playing."""
        self._schedule_next_move(now)

    def leave(self, now: float) -> None:
        """Stop all movement."""
        super().leave(now)
        self._view.finish_animations()
        self._next_move_time = None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines until the next move."""
        self._view.show_message(" ".join(messages), until=None)

    def next_deadline(self, now: float) -> float | None:
        """Return the time of the next picture of a glide, or of the next move."""
        return earliest_deadline(self._view.next_deadline(now), self._next_move_time)

    def advance(self, now: float) -> list[Effect]:
        """Continue glides, and play the next entry when its time has come."""
        self._view.tick(now)
        if self._next_move_time is not None and now >= self._next_move_time:
            self._seek(self._player.entry_index + 1, now)
            self._schedule_next_move(now)
        return []

    def set_context(self, context: SceneContext) -> None:
        """Lay out the table again, for another size or other settings."""
        self._view, self._background_key = self._view.with_context(context), ()
        super().set_context(context)

    def build_frame(self, now: float) -> Frame:
        """Return the table; the background is the same tuple until something in it changes."""
        view, player = self._view, self._player
        moving_cards = frozenset(glide.card for glide in view.glides)
        controls = (self._is_playing, self._speed, self._focus, self._pressed_name)
        key = (view.card_layout, player.entry_index, moving_cards, *controls)
        if key != self._background_key:
            self._background_key = key
            cards = build_static_cards(view, player.game, moving_cards, now)
            self._background = (*cards, *self._build_toolbar())
        foreground = (*build_moving_cards(view, now), *build_message(view))
        has_four_colours = draw_table.uses_four_colours(self._context, player.game.rules)
        return Frame(self._context.size, self._background, foreground, has_four_colours)

    def _on_gesture(self, gesture: Gesture, hit: str, now: float) -> list[Effect]:
        if gesture.kind not in TAPS:
            return []
        self._focus = hit or self._focus
        return self._activate(hit or PLAY_BUTTON, now)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        action = event.action
        if action is Action.CONFIRM:
            return self._activate(self._focus, now)
        if action in BUTTONS_BY_ACTION:
            return self._activate(BUTTONS_BY_ACTION[action], now)
        if action in FOCUS_STEPS:
            self._focus = step_focus(self._button_boxes, self._focus, FOCUS_STEPS[action])
        return [ExitProgram()] if action is Action.QUIT else []

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name == LEAVE_BUTTON:
            return [GoBack()]
        if name == SPEED_BUTTON:
            self._speed = (self._speed + 1) % len(MOVE_SECONDS_BY_SPEED)
        elif name == PLAY_BUTTON:
            if self.is_finished:
                self._seek(0, now)
                self._is_playing = False
            self._is_playing = not self._is_playing
        else:
            self._is_playing = False
            if not self._seek(self._player.entry_index + (1 if name == STEP_BUTTON else -1), now):
                return [PlaySound("refuse")]
        self._schedule_next_move(now)
        return []

    def _seek(self, entry_count: int, now: float) -> bool:
        player = self._player
        previous_game, is_forward = player.game, entry_count > player.entry_index
        if not player.seek(entry_count):
            return False
        self._view.show_game(previous_game, player.game, now)
        entry = player.entries[entry_count - 1].partition("*")[0] if is_forward else ""
        if entry in ENTRY_LABELS:
            text = self._context.translator.translate(ENTRY_LABELS[entry])
            self._view.show_message(text, until=now + MOVE_SECONDS_BY_SPEED[self._speed])
        return True

    def _schedule_next_move(self, now: float) -> None:
        self._is_playing = self._is_playing and not self.is_finished
        delay = MOVE_SECONDS_BY_SPEED[self._speed]
        self._next_move_time = now + delay if self._is_playing else None

    def _layout_buttons(self) -> dict[str, Box]:
        toolbar = self._view.layout.toolbar
        return {BUTTONS_BY_TOOLBAR_ACTION[action]: box for action, box in toolbar.buttons}

    def _build_toolbar(self) -> Iterator[Drawable]:
        toolbar, px = self._view.layout.toolbar, self._view.layout.text_px
        yield Panel(toolbar.box, PanelKind.BAR)
        disabled = {STEP_BACK_BUTTON: self._player.entry_index == 0, STEP_BUTTON: self.is_finished}
        for name, box in self._button_boxes.items():
            yield Button(
                box,
                self._get_icon(name),
                f"{2**self._speed}×" if name == SPEED_BUTTON else "",
                px,
                enabled=not disabled.get(name),
                focused=name == self._focus,
                pressed=name == self._pressed_name,
            )
        texts = self._list_status_texts(len(toolbar.status_lines))
        for label_box, forms in zip(toolbar.status_lines, texts, strict=True):
            text, size = choose_fitting_text(self._context.measurer, forms, label_box.w, px)
            yield Label(label_box, text, size, TextColour.QUIET, Align.CENTRE)

    def _get_icon(self, name: str) -> str:
        if name == PLAY_BUTTON:
            return "restart" if self.is_finished else "pause" if self._is_playing else "play"
        return BUTTON_ICONS.get(name, "")

    def _list_status_texts(self, line_count: int) -> list[list[str]]:
        """Return for every line its forms, the longest first: title, progress and game code."""
        player, title = self._player, self._title
        progress, code = f"{player.entry_index}/{len(player.entries)}", player.game.code or ""
        if line_count == 2:
            return [[f"{title}  ·  {progress}", f"{title} · {progress}", progress], [code]]
        head, _, tail = code.rpartition("-")
        return [[title, ""], [progress], [""], [head], [tail]]


def make_replay(context: SceneContext, deal_id: str = "") -> ReplayScene:
    """Create the replay of a won deal, else of the game in play without the moves taken back.

    Raises:
        SceneUnavailableError: The moves of the deal are not saved any more.
    """
    title = context.translator.translate("Replay")
    game = context.get_game_in_play().game
    if not deal_id and game is not None:
        start = Game(game.rules, game.number, game.undo_limit, game.steps[:1])
        moves = tuple(format_move(move) for move in game.moves)
        return ReplayScene(context, WatchReplay(start, moves, title))
    saved_game = context.records.load_win(int(deal_id)) if deal_id else None
    if saved_game is not None:
        with suppress(ValueError):
            Game.replay(*decode(saved_game.code), saved_game.entries)
            start = Game.begin(*decode(saved_game.code))
            return ReplayScene(context, WatchReplay(start, saved_game.entries, title))
    raise SceneUnavailableError(MOVES_NOT_KEPT_MESSAGE)
