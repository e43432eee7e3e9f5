"""Events of the table."""

from __future__ import annotations

from engine.game import Game
from engine.position import CELL, HOME, Move
from engine.rules import why_not
from kiosk.effects import Advice, Effect, Leave, Open
from kiosk.events import Action, Message, Pointer, Press, Resized, Touch
from kiosk.frame import Frame
from kiosk.gestures import Gesture, Gestures, Kind
from kiosk.intent import Spot
from kiosk.scenes.play_clock import PlayClock
from kiosk.scenes.table.card_layout import Folded
from kiosk.scenes.table.draw_table import Picture
from kiosk.scenes.table.game_record import Play
from kiosk.scenes.table.hint_requests import Hinting, Want
from kiosk.scenes.table.magnifier import nearest_target
from kiosk.scenes.table.view import Glass, table_boxes
from kiosk.timers import soonest
from kiosk.ui.focus import STEPS
from kiosk.ui.help_line import table_help
from kiosk.ui.scene import Boxes, Occasion, Stage

ANY_TIME = (Action.NEW, Action.MENU, Action.RULES, Action.QUIT)


def able_on_table(game: Game, *, finish: bool) -> frozenset[Action]:
    """The actions that would bring something about; `finish`: whether that is offered."""
    goes = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.RESTART: bool(game.line),
        Action.HINT: game.state == "playing",
        Action.HOME: _goes_home(game),
        Action.FINISH: finish,
    }
    return frozenset((*ANY_TIME, *(action for action, does in goes.items() if does)))


def _goes_home(game: Game) -> bool:
    """Whether any card on top may go home."""
    rules, position = game.rules, game.position
    piles = (*range(len(position.columns)), *range(CELL, CELL + len(position.cells)))
    return any(why_not(rules, position, Move(pile, HOME)) is None for pile in piles)


TELLING = 8.0
"""Seconds that a line stays which tells something new."""

SCREENS = {Action.MENU: "pause", Action.NEW: "choose", Action.RULES: "rules"}
"""Actions that open a screen on top of the table."""
WANTS = {Action.HINT: Want.HINT, Action.WATCH: Want.WATCH, Action.REWIND: Want.REWIND}
"""Actions that the solver is asked for."""


class TableScene:
    """One game on the table. The occasion must bring a game."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Put the occasion's game on the table, its clock standing until somebody plays."""
        assert occasion.game is not None, "the table needs a game"
        self._stage = stage
        self._clock = PlayClock(occasion.seconds)
        self._glass = Glass(stage, occasion.game)
        self._play = Play(occasion.game, self._clock, self._glass)
        self._hinting = Hinting(self._play)
        self._picture = Picture()
        self._finger = Gestures(stage.size)
        self._confirm = Gestures(stage.size)
        self._second = int(occasion.seconds)
        self._opening = False
        self._shown = False
        self._helped: set[str] = set()
        if occasion.notes:
            self._glass.say(" ".join(occasion.notes), until=None)

    def enter(self, now: float) -> None:
        """Shown on top: the clock goes on, but after power-on not before the first input."""
        if self._shown and self._play.runs:
            self._clock.start(now)
        self._shown = True

    def leave(self, now: float) -> None:
        """Covered or closed: the clock stands and no finger is on the table."""
        self._clock.stop(now)
        self._finger, self._confirm = Gestures(self._stage.size), Gestures(self._stage.size)
        self._break_off(now)
        self._play.interrupt()
        self._hinting.cover()

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in passing."""
        self._glass.say(" ".join(notes), until=now + TELLING)

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage = stage
        self._finger, self._confirm = Gestures(stage.size), Gestures(stage.size)
        self._glass = self._play.glass = self._glass.resized(stage)
        self._play.remind()

    def occasion(self, now: float) -> Occasion:
        """The game as it stands, for a scene on top."""
        return Occasion(self._play.game, self._clock.seconds(now), back=self._hinting.back)

    def able(self) -> frozenset[Action]:
        """What the buttons for it would bring about."""
        return able_on_table(self._play.game, finish=self._glass.can_finish)

    def boxes(self, now: float) -> Boxes:
        """Where piles, cards and buttons are, by their names."""
        return table_boxes(self._glass)

    def frame(self, now: float) -> Frame:
        """The table at this moment."""
        seconds = self._second = int(self._clock.seconds(now))
        return self._picture.frame(self._glass, self._play.game, seconds, now)

    def wake(self, now: float) -> float | None:
        """The next moment at which time alone changes something; `now` where it just has."""
        if int(self._clock.seconds(now)) != self._second:
            return now
        return soonest(
            self._finger.due(),
            self._confirm.due(),
            self._clock.next_second(now),
            self._glass.due(now),
            self._play.due(now),
            self._hinting.due(now),
        )

    def advance(self, now: float) -> list[Effect]:
        """Let holds ripen, animations end, and cards go home where the player asked for it."""
        self._glass.pass_time(now)
        effects = [e for g in self._finger.ripen(now) for e in self._mean_finger(g, now)]
        effects += [e for g in self._confirm.ripen(now) for e in self._mean_confirm(g, now)]
        effects += self._play.advance(now)
        return [*effects, *self._hinting.follow()]

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take what the solver found out."""
        return self._hinting.advise(advice, now)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take one input. What still moves is completed first; nothing is ever waited for."""
        effects = self._take(message, now)
        return [*effects, *self._hinting.follow()]

    def _take(self, message: Message, now: float) -> list[Effect]:
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        if isinstance(message, Press) and not message.down and message.action != Action.CONFIRM:
            return []
        if not (isinstance(message, Pointer) and message.touch is Touch.MOVE):
            self._play.interrupt()
            if self._play.pending:
                return self._play.advance(now)
        self._clock.touch(now)
        if not self._clock.running and self._play.runs:
            self._clock.start(now)
        if isinstance(message, Press):
            return self._press(message, now)
        self._confirm = Gestures(self._stage.size)
        if message.touch is not Touch.CANCEL:
            self._glass.cursor = None
        return [e for g in self._finger.feed(message) for e in self._mean_finger(g, now)]

    # Fingers

    def _mean_finger(self, gesture: Gesture, now: float) -> list[Effect]:
        match gesture.kind:
            case Kind.PRESS:
                self._put_finger(gesture)
            case Kind.MOVE:
                self._glass.carry_to(gesture.x, gesture.y)
            case Kind.END:
                self._break_off(now)
            case Kind.DROP:
                self._lift_finger()
                return self._play.drop(now)
            case _:
                self._lift_finger()
                return self._mean_place(gesture, now)
        return []

    def _mean_place(self, gesture: Gesture, now: float) -> list[Effect]:
        """A tap, double tap, hold or the start of a drag: what it does to what lies there."""
        kind, (x, y) = gesture.kind, (gesture.from_x, gesture.from_y)
        button = self._glass.button_at(x, y)
        if button is not None:
            return self._push(button, kind, now)
        spot = self._aimed(x, y)
        if spot is None and kind in (Kind.TAP, Kind.DOUBLE):
            spot = nearest_target(self._glass, self._play.game, x, y)
        if self._opening or not isinstance(spot, Spot):
            self._finger = Gestures(self._stage.size)  # its second tap means what is there by then
            return []
        if kind is Kind.DRAG:
            effects = self._play.drag(spot, (x, y), now)
            self._glass.carry_to(gesture.x, gesture.y)
            return effects
        if kind is Kind.HOLD:
            self._glass.resting = gesture.x, gesture.y
        return self._play.touch(kind, spot, now, by_cursor=False)

    def _put_finger(self, gesture: Gesture) -> None:
        """A finger comes down: a button sinks, a fold opens, an opened column elsewhere closes."""
        glass = self._glass
        glass.pressed = glass.button_at(gesture.x, gesture.y)
        spot = None if glass.pressed else self._aimed(gesture.x, gesture.y)
        self._opening = isinstance(spot, Folded)
        if isinstance(spot, Folded):
            glass.open(spot.column, (spot.fold.first + spot.fold.last) // 2)
        elif glass.opened and not glass.pressed and not (spot and spot.pile == glass.opened.pile):
            glass.close()

    def _aimed(self, x: int, y: int) -> Spot | Folded | None:
        """What a finger on this pixel means; a fold is its column to the card of another pile."""
        place, hand = self._glass.touched(x, y), self._glass.hand
        if isinstance(place, Folded) and hand is not None and hand.pile != place.column:
            return Spot(place.column)
        return place

    def _break_off(self, now: float) -> None:
        """The finger is gone without having meant more: what it carried goes back."""
        self._lift_finger()
        self._glass.bring_back(now)

    def _lift_finger(self) -> None:
        """No button is pressed any more, and nothing is shown beside a finger."""
        self._glass.pressed = self._glass.resting = None

    # Keys and buttons

    def _press(self, press: Press, now: float) -> list[Effect]:
        if press.action is not Action.CONFIRM and press.action not in STEPS:
            return self._act(press.action, now)
        if press.device not in self._helped and self._glass.note is None:
            self._helped.add(press.device)
            told = table_help(self._stage)
            if told:
                self._glass.say(told, until=now + TELLING)
        if press.action is Action.CONFIRM:
            return self._press_confirm(press, now)
        self._step(press.action)
        return []

    def _press_confirm(self, press: Press, now: float) -> list[Effect]:
        """Confirm is a finger on the cursor's place; where there is no cursor it just shows it."""
        if self._glass.cursor not in self._glass.stops():
            if press.down:
                self._glass.set_cursor(None)
            return []
        touch = Touch.DOWN if press.down else Touch.UP
        gestures = self._confirm.feed(Pointer(touch, 0, 0, press.time))
        return [e for g in gestures for e in self._mean_confirm(g, now)]

    def _mean_confirm(self, gesture: Gesture, now: float) -> list[Effect]:
        cursor = self._glass.cursor
        if cursor is None or gesture.kind not in (Kind.TAP, Kind.DOUBLE, Kind.HOLD):
            return []
        if isinstance(cursor, Action):
            return self._push(cursor, gesture.kind, now)
        return self._play.touch(gesture.kind, Spot(cursor), now, by_cursor=True)

    def _step(self, action: Action) -> None:
        self._confirm = Gestures(self._stage.size)
        self._glass.step(action)

    def _push(self, button: Action, kind: Kind, now: float) -> list[Effect]:
        """A button of the table was tapped or held; Hint that is held shows the whole way."""
        if kind is Kind.HOLD and button is Action.HINT:
            return self._act(Action.WATCH, now)
        return self._act(button, now) if kind in (Kind.TAP, Kind.DOUBLE) else []

    def _act(self, action: Action, now: float) -> list[Effect]:
        """Do what a button with this name stands for; what means nothing here does nothing."""
        if action is Action.BACK:
            return self._back()
        if action in SCREENS:
            return [Open(SCREENS[action])]
        if action is Action.QUIT:
            return [Leave()]
        if action in (Action.UNDO, Action.REDO, Action.RESTART):
            return self._play.turn_back(action, now)
        if action in WANTS:
            return self._hinting.ask(now, WANTS[action])
        deeds = {
            Action.FINISH: self._play.finish,
            Action.HOME: self._play.send_home,
        }
        if action in deeds:
            return deeds[action](now)
        if action in (Action.NEXT, Action.PREVIOUS):
            self._confirm = Gestures(self._stage.size)
            self._glass.next_stop(1 if action is Action.NEXT else -1)
        return []

    def _back(self) -> list[Effect]:
        """Put down what is in the hand, close what is open; else the menu."""
        glass = self._glass
        if glass.hand is not None:
            glass.hand = None
            return []
        if glass.opened is not None and glass.cursor is None:
            glass.close()
            return []
        return [Open("pause")]
