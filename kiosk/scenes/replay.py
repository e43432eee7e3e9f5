"""Replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.messages import Msgid
from engine.notation import move_text
from kiosk.effects import Back, Effect, Leave, Sound, Watch
from kiosk.events import Action, Message, Pointer, Press, Resized
from kiosk.frame import Align, Box, Button, Frame, Ink, Label, Panel, PanelKind, Record
from kiosk.gestures import Gestures, Kind
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import gliding, lying
from kiosk.scenes.table.message import remark
from kiosk.scenes.table.view import Glass
from kiosk.timers import soonest
from kiosk.ui.scene import Boxes, Occasion, Stage
from kiosk.ui.text_fit import first_fitting

EVERY = 50
"""One game in so many is remembered: winding back plays fewer entries than that."""


class Tape:
    """Entries of a journal, played from a game on; `game` is what they have led to so far."""

    def __init__(self, game: Game, entries: Sequence[str]) -> None:
        """Wound to the beginning: `game`, before the first entry. Every entry must be possible."""
        self.game = game
        self.entries = tuple(entries)
        self.at = 0
        self._marks = [game]

    @property
    def last(self) -> bool:
        """Whether nothing comes any more."""
        return self.at == len(self.entries)

    def wind(self, to: int) -> bool:
        """Wind so that `to` entries are played; whether there are so many, and it was elsewhere."""
        if to == self.at or not 0 <= to <= len(self.entries):
            return False
        if to < self.at:
            mark = to // EVERY
            self.at, self.game = mark * EVERY, self._marks[mark]
        while self.at < to:
            self.game = self.game.enter(self.entries[self.at])
            self.at += 1
            if self.at == len(self._marks) * EVERY:
                self._marks.append(self.game)
        return True


PACES = (1.0, 0.5, 0.25)
"""Seconds from move to move, slow to quick."""

STEP_BACK, STEP, PLAY = Action.UNDO.value, Action.REDO.value, Action.CONFIRM.value
PACE, LEAVE = "pace", Action.BACK.value
"""The names of the buttons."""
PLACES = {
    Action.UNDO: STEP_BACK,
    Action.REDO: STEP,
    Action.HINT: PLAY,
    Action.NEW: PACE,
    Action.MENU: LEAVE,
}
"""The buttons stand where these do on the table."""
ICONS = {STEP_BACK: "previous", STEP: "next", LEAVE: "close"}
NAMED = {
    Action.LEFT: STEP_BACK,
    Action.UNDO: STEP_BACK,
    Action.PAGE_UP: STEP_BACK,
    Action.RIGHT: STEP,
    Action.REDO: STEP,
    Action.PAGE_DOWN: STEP,
    Action.HINT: PLAY,
    Action.NEW: PACE,
    Action.BACK: LEAVE,
    Action.MENU: LEAVE,
}
"""Actions that press a button, wherever the focus is."""
AROUND = {Action.DOWN: 1, Action.NEXT: 1, Action.UP: -1, Action.PREVIOUS: -1}
TOLD: dict[str, Msgid] = {"undo": "Undo", "redo": "Redo", "restart": "Restart"}
"""What is said of an entry that is no move."""


class Replay:
    """The table of a game that is only looked at, with its own line of controls.

    It shows the occasion's `watch`; without one, how the occasion's game came to where it is.
    """

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """It begins to play as soon as it is shown."""
        watch = occasion.watch or _so_far(occasion.game, stage.words.say("Replay"))
        self._title, self._tape = watch.title, Tape(watch.game, watch.entries)
        self._stage, self._occasion = stage, occasion
        self._glass = Glass(stage, watch.game)
        self._gestures = Gestures(stage.size)
        self._plays, self._pace = True, 0
        self._next: float | None = None
        self._focus, self._pressed = PLAY, ""
        self._key: tuple[object, ...] = ()
        self._still: tuple[Record, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether everything was shown."""
        return self._tape.last

    def enter(self, now: float) -> None:
        """Shown on top: it goes on where it was."""
        self._go_on(now)

    def leave(self, now: float) -> None:
        """Covered or closed: nothing moves any more."""
        self._glass.settle()
        self._gestures, self._pressed = Gestures(self._stage.size), ""
        self._next = None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines until the next move."""
        self._glass.say(" ".join(notes), until=None)

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The buttons by name; the table is not to be touched."""
        return {"piles": {}, "cards": {}, "buttons": self._buttons()}

    def wake(self, now: float) -> float | None:
        """At once while a card is on its way, else when the next one goes."""
        return soonest(self._glass.due(now), self._next)

    def advance(self, now: float) -> list[Effect]:
        """Cards arrive; the next entry is played when its time has come."""
        self._glass.pass_time(now)
        if self._next is None or now < self._next:
            return []
        self._wind(self._tape.at + 1, now)
        self._go_on(now)
        return []

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage, self._gestures = stage, Gestures(stage.size)
        self._glass, self._key = self._glass.resized(stage), ()

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Press a button; a tap beside them pauses and goes on."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        if isinstance(message, Pointer):
            return self._point(message, now)
        return self._press(message, now) if message.down else []

    def frame(self, now: float) -> Frame:
        """The table at this moment; `still` is the same tuple while nothing in it changes."""
        glass, tape = self._glass, self._tape
        away = frozenset(glide.card for glide in glass.glides)
        key = (glass.laid, tape.at, away, self._plays, self._pace, self._focus, self._pressed)
        if key != self._key:
            self._key = key
            self._still = (*lying(glass, tape.game, away), *self._controls())
        moving = list(gliding(glass, now))
        if glass.note is not None:
            moving += remark(glass.table, glass.laid.seen(), glass.note[0], self._stage.measure)
        four = draw_table.four_colours(self._stage, tape.game.rules)
        return Frame(self._stage.size, self._still, tuple(moving), four)

    # What is done

    def _point(self, pointer: Pointer, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            x, y = gesture.from_x, gesture.from_y
            hit = next((n for n, box in self._buttons().items() if box.holds(x, y)), "")
            self._pressed = hit if gesture.kind is Kind.PRESS else ""
            if gesture.kind in (Kind.TAP, Kind.DOUBLE):
                self._focus = hit or self._focus
                effects += self._choose(hit or PLAY, now)
        return effects

    def _press(self, press: Press, now: float) -> list[Effect]:
        action = press.action
        if action is Action.CONFIRM:
            return self._choose(self._focus, now)
        if action in NAMED:
            return self._choose(NAMED[action], now)
        if action in AROUND:
            names = list(self._buttons())
            self._focus = names[(names.index(self._focus) + AROUND[action]) % len(names)]
        return [Leave()] if action is Action.QUIT else []

    def _choose(self, name: str, now: float) -> list[Effect]:
        if name == LEAVE:
            return [Back()]
        if name == PACE:
            self._pace = (self._pace + 1) % len(PACES)
        elif name == PLAY:
            if self.ended:
                self._wind(0, now)
                self._plays = False
            self._plays = not self._plays
        else:
            self._plays = False
            if not self._wind(self._tape.at + (1 if name == STEP else -1), now):
                return [Sound("refuse")]
        self._go_on(now)
        return []

    def _wind(self, to: int, now: float) -> bool:
        before, forward = self._tape.game, to > self._tape.at
        if not self._tape.wind(to):
            return False
        self._glass.change(before, self._tape.game, now)
        text = TOLD.get(self._tape.entries[to - 1].partition("*")[0]) if forward else None
        if text:
            self._glass.say(self._stage.words.say(text), until=now + PACES[self._pace])
        return True

    def _go_on(self, now: float) -> None:
        """The next entry comes after a while, where it plays and one is left."""
        self._plays = self._plays and not self.ended
        self._next = now + PACES[self._pace] if self._plays else None

    # What is seen

    def _buttons(self) -> dict[str, Box]:
        return {PLACES[action]: box for action, box in self._glass.table.bar.buttons}

    def _controls(self) -> Iterator[Record]:
        table = self._glass.table
        bar, px = table.bar, table.text
        yield Panel(bar.box, PanelKind.BAR)
        able = {STEP_BACK: self._tape.at > 0, STEP: not self.ended}
        for name, box in self._buttons().items():
            yield Button(
                box,
                self._icon(name),
                f"{2**self._pace}×" if name == PACE else "",
                px,
                enabled=able.get(name, True),
                focused=name == self._focus,
                pressed=name == self._pressed,
            )
        for place, forms in zip(bar.figures, self._figures(len(bar.figures)), strict=True):
            text, size = first_fitting(self._stage.measure, forms, place.w, px)
            yield Label(place, text, size, Ink.QUIET, Align.CENTRE)

    def _icon(self, name: str) -> str:
        if name == PLAY:
            return "restart" if self.ended else "pause" if self._plays else "play"
        return ICONS.get(name, "")

    def _figures(self, lines: int) -> list[list[str]]:
        """The forms of every line: what it is, how far it is, and the code, which can be parted."""
        tape, title = self._tape, self._title
        far, code = f"{tape.at}/{len(tape.entries)}", tape.game.code or ""
        if lines == 2:
            return [[f"{title}  ·  {far}", f"{title} · {far}", far], [code]]
        head, _, tail = code.rpartition("-")
        return [[title, ""], [far], [""], [head], [tail]]


def _so_far(game: Game | None, title: str) -> Watch:
    """How a game came to where it is now, without what was taken back."""
    assert game is not None, "there must be something to be looked at"
    start = Game(game.rules, game.number, game.undo_limit, game.steps[:1])
    return Watch(start, tuple(move_text(move) for move in game.line), title)
