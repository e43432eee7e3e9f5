"""Replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.messages import Msgid
from engine.notation import format_move
from kiosk.effects import Effect, ExitProgram, GoBack, PlaySound, WatchReplay
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Align, Box, Button, Drawable, Frame, Label, Panel, PanelKind, TextColour
from kiosk.gestures import GestureKind, GestureRecognizer
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import build_gliding_cards, build_table_cards
from kiosk.scenes.table.message import build_message
from kiosk.scenes.table.view import TableView
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import NamedBoxes, Scene, SceneArguments, SceneContext
from kiosk.ui.text_fit import choose_fitting_text

ENTRIES_PER_SNAPSHOT = 50
"""One game in so many is remembered: winding back plays fewer entries than that."""


class JournalPlayer:
    """Entries of a journal, played from a game on; `game` is what they have led to so far."""

    def __init__(self, game: Game, entries: Sequence[str]) -> None:
        """Wound to the beginning: `game`, before the first entry. Every entry must be possible."""
        self.game = game
        self.entries = tuple(entries)
        self.entry_index = 0
        self._snapshots = [game]

    @property
    def is_finished(self) -> bool:
        """Whether nothing comes any more."""
        return self.entry_index == len(self.entries)

    def seek(self, entry_count: int) -> bool:
        """Wind so that `to` entries are played; whether there are so many, and it was elsewhere."""
        if entry_count == self.entry_index or not 0 <= entry_count <= len(self.entries):
            return False
        if entry_count < self.entry_index:
            snapshot_index = entry_count // ENTRIES_PER_SNAPSHOT
            self.entry_index, self.game = (
                snapshot_index * ENTRIES_PER_SNAPSHOT,
                self._snapshots[snapshot_index],
            )
        while self.entry_index < entry_count:
            self.game = self.game.apply_entry(self.entries[self.entry_index])
            self.entry_index += 1
            if self.entry_index == len(self._snapshots) * ENTRIES_PER_SNAPSHOT:
                self._snapshots.append(self.game)
        return True


MOVE_SECONDS_BY_SPEED = (1.0, 0.5, 0.25)
"""Seconds from move to move, slow to quick."""

STEP_BACK_BUTTON, STEP_BUTTON, PLAY_BUTTON = (
    Action.UNDO.value,
    Action.REDO.value,
    Action.CONFIRM.value,
)
SPEED_BUTTON, LEAVE_BUTTON = "pace", Action.BACK.value
"""The names of the buttons."""
BUTTONS_BY_TOOLBAR_ACTION = {
    Action.UNDO: STEP_BACK_BUTTON,
    Action.REDO: STEP_BUTTON,
    Action.HINT: PLAY_BUTTON,
    Action.NEW: SPEED_BUTTON,
    Action.MENU: LEAVE_BUTTON,
}
"""The buttons stand where these do on the table."""
BUTTON_ICONS = {STEP_BACK_BUTTON: "previous", STEP_BUTTON: "next", LEAVE_BUTTON: "close"}
BUTTONS_BY_ACTION = {
    Action.LEFT: STEP_BACK_BUTTON,
    Action.UNDO: STEP_BACK_BUTTON,
    Action.PAGE_UP: STEP_BACK_BUTTON,
    Action.RIGHT: STEP_BUTTON,
    Action.REDO: STEP_BUTTON,
    Action.PAGE_DOWN: STEP_BUTTON,
    Action.HINT: PLAY_BUTTON,
    Action.NEW: SPEED_BUTTON,
    Action.BACK: LEAVE_BUTTON,
    Action.MENU: LEAVE_BUTTON,
}
"""Actions that press a button, wherever the focus is."""
FOCUS_STEPS = {Action.DOWN: 1, Action.NEXT: 1, Action.UP: -1, Action.PREVIOUS: -1}
ENTRY_LABELS: dict[str, Msgid] = {"undo": "Undo", "redo": "Redo", "restart": "Restart"}
"""What is said of an entry that is no move."""


class ReplayScene(Scene):
    """The table of a game that is only looked at, with its own line of controls.

    It shows the occasion's `watch`; without one, how the occasion's game came to where it is.
    """

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """It begins to play as soon as it is shown."""
        replay = arguments.replay or _make_replay(
            arguments.game, context.translator.translate("Replay")
        )
        self._title, self._player = replay.title, JournalPlayer(replay.game, replay.entries)
        self._context, self._arguments = context, arguments
        self._view = TableView(context, replay.game)
        self._gestures = GestureRecognizer(context.size)
        self._is_playing, self._speed = True, 0
        self._next_move_time: float | None = None
        self._focus, self._pressed_name = PLAY_BUTTON, ""
        self._background_key: tuple[object, ...] = ()
        self._background: tuple[Drawable, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether everything was shown."""
        return self._player.is_finished

    def enter(self, now: float) -> None:
        """Shown on top: it goes on where it was."""
        self._schedule_next_move(now)

    def leave(self, now: float) -> None:
        """Covered or closed: nothing moves any more."""
        self._view.finish_animations()
        self._gestures, self._pressed_name = GestureRecognizer(self._context.size), ""
        self._next_move_time = None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines until the next move."""
        self._view.show_message(" ".join(messages), until=None)

    def get_child_arguments(self, now: float) -> SceneArguments:
        """What was handed to this screen is handed on."""
        return self._arguments

    def collect_boxes(self, now: float) -> NamedBoxes:
        """The buttons by name; the table is not to be touched."""
        return {"piles": {}, "cards": {}, "buttons": self._get_button_boxes()}

    def next_deadline(self, now: float) -> float | None:
        """At once while a card is on its way, else when the next one goes."""
        return earliest_deadline(self._view.next_deadline(now), self._next_move_time)

    def advance(self, now: float) -> list[Effect]:
        """Cards arrive; the next entry is played when its time has come."""
        self._view.tick(now)
        if self._next_move_time is None or now < self._next_move_time:
            return []
        self._seek(self._player.entry_index + 1, now)
        self._schedule_next_move(now)
        return []

    def set_context(self, context: SceneContext) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._context, self._gestures = context, GestureRecognizer(context.size)
        self._view, self._background_key = self._view.with_context(context), ()

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Press a button; a tap beside them pauses and goes on."""
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
            return []
        if isinstance(event, PointerEvent):
            return self._on_pointer(event, now)
        return self._on_button_down(event, now) if event.is_pressed else []

    def build_frame(self, now: float) -> Frame:
        """The table at this moment; `still` is the same tuple while nothing in it changes."""
        view, player = self._view, self._player
        moving_cards = frozenset(glide.card for glide in view.glides)
        key = (
            view.card_layout,
            player.entry_index,
            moving_cards,
            self._is_playing,
            self._speed,
            self._focus,
            self._pressed_name,
        )
        if key != self._background_key:
            self._background_key = key
            self._background = (
                *build_table_cards(view, player.game, moving_cards),
                *self._build_toolbar(),
            )
        foreground = list(build_gliding_cards(view, now))
        if view.message is not None:
            foreground += build_message(
                view.layout,
                [placed.visible_box for placed in view.card_layout.placed_cards],
                view.message[0],
                self._context.measurer,
            )
        has_four_colours = draw_table.uses_four_colours(self._context, player.game.rules)
        return Frame(self._context.size, self._background, tuple(foreground), has_four_colours)

    # What is done

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            x, y = gesture.start_x, gesture.start_y
            hit = next((n for n, box in self._get_button_boxes().items() if box.contains(x, y)), "")
            self._pressed_name = hit if gesture.kind is GestureKind.PRESS else ""
            if gesture.kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP):
                self._focus = hit or self._focus
                effects += self._activate(hit or PLAY_BUTTON, now)
        return effects

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        action = event.action
        if action is Action.CONFIRM:
            return self._activate(self._focus, now)
        if action in BUTTONS_BY_ACTION:
            return self._activate(BUTTONS_BY_ACTION[action], now)
        if action in FOCUS_STEPS:
            names = list(self._get_button_boxes())
            self._focus = names[(names.index(self._focus) + FOCUS_STEPS[action]) % len(names)]
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
        previous_game, is_forward = self._player.game, entry_count > self._player.entry_index
        if not self._player.seek(entry_count):
            return False
        self._view.show_game(previous_game, self._player.game, now)
        text = (
            ENTRY_LABELS.get(self._player.entries[entry_count - 1].partition("*")[0])
            if is_forward
            else None
        )
        if text:
            self._view.show_message(
                self._context.translator.translate(text),
                until=now + MOVE_SECONDS_BY_SPEED[self._speed],
            )
        return True

    def _schedule_next_move(self, now: float) -> None:
        """The next entry comes after a while, where it plays and one is left."""
        self._is_playing = self._is_playing and not self.is_finished
        self._next_move_time = (
            now + MOVE_SECONDS_BY_SPEED[self._speed] if self._is_playing else None
        )

    # What is seen

    def _get_button_boxes(self) -> dict[str, Box]:
        return {
            BUTTONS_BY_TOOLBAR_ACTION[action]: box
            for action, box in self._view.layout.toolbar.buttons
        }

    def _build_toolbar(self) -> Iterator[Drawable]:
        table_layout = self._view.layout
        toolbar, px = table_layout.toolbar, table_layout.text_px
        yield Panel(toolbar.box, PanelKind.BAR)
        enabled_by_name = {
            STEP_BACK_BUTTON: self._player.entry_index > 0,
            STEP_BUTTON: not self.is_finished,
        }
        for name, box in self._get_button_boxes().items():
            yield Button(
                box,
                self._get_icon(name),
                f"{2**self._speed}×" if name == SPEED_BUTTON else "",
                px,
                enabled=enabled_by_name.get(name, True),
                focused=name == self._focus,
                pressed=name == self._pressed_name,
            )
        for label_box, forms in zip(
            toolbar.status_lines, self._list_status_texts(len(toolbar.status_lines)), strict=True
        ):
            text, size = choose_fitting_text(self._context.measurer, forms, label_box.w, px)
            yield Label(label_box, text, size, TextColour.QUIET, Align.CENTRE)

    def _get_icon(self, name: str) -> str:
        if name == PLAY_BUTTON:
            return "restart" if self.is_finished else "pause" if self._is_playing else "play"
        return BUTTON_ICONS.get(name, "")

    def _list_status_texts(self, line_count: int) -> list[list[str]]:
        """The forms of every line: what it is, how far it is, and the code, which can be parted."""
        player, title = self._player, self._title
        progress, code = f"{player.entry_index}/{len(player.entries)}", player.game.code or ""
        if line_count == 2:
            return [[f"{title}  ·  {progress}", f"{title} · {progress}", progress], [code]]
        head, _, tail = code.rpartition("-")
        return [[title, ""], [progress], [""], [head], [tail]]


def _make_replay(game: Game | None, title: str) -> WatchReplay:
    """How a game came to where it is now, without what was taken back."""
    assert game is not None, "there must be something to be looked at"
    start = Game(game.rules, game.number, game.undo_limit, game.steps[:1])
    return WatchReplay(start, tuple(format_move(move) for move in game.moves), title)
