"""A page with a heading, a few lines and some buttons: the shape that most screens share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.effects import Adjust, Back, Effect, Leave
from kiosk.events import Action, Message, Pointer, Press, Resized
from kiosk.frame import Button, Frame, Panel, Record
from kiosk.gestures import Gestures, Kind
from kiosk.layout import text_size
from kiosk.ui.focus import STEPS, neighbour
from kiosk.ui.menu_layout import MORE, Page, Sheet, fitted, lay, lay_rows, written
from kiosk.ui.scene import Boxes, Occasion, Stage

ASIDE = {Action.LEFT: -1, Action.RIGHT: 1}
ROUND = {Action.PREVIOUS: -1, Action.NEXT: 1}
SHEETS = {Action.PAGE_UP: -1, Action.PAGE_DOWN: 1}
"""Actions as steps through the values of a setting, the buttons, and the sheets."""


CALM = 0.4
"""Seconds in which a page that came by itself takes no input: that was meant for the table."""


class Menu:
    """A page on the screen: draws it, moves the focus, and answers with the chosen effects.

    `page` is asked anew whenever something was chosen, so that it shows what is true now.
    """

    def __init__(
        self,
        stage: Stage,
        page: Callable[[Stage], Page],
        *,
        back: Sequence[Effect] = (Back(),),
        calm: float = 0.0,
        occasion: Callable[[], Occasion] = Occasion,
        watch: Callable[[str], None] | None = None,
    ) -> None:
        """Make the page.

        Args:
            stage: What it may know of the machine.
            page: Says what stands on it.
            back: What the back button brings about.
            calm: Seconds after it was shown in which it takes no input.
            occasion: What screens opened from here are to know.
            watch: Is told the name of the button in focus; the page is made anew then.
        """
        self._stage, self._make, self._back = stage, page, list(back)
        self._occasion, self._watch = occasion, watch
        self._calm, self._until = calm, 0.0
        self._notes: tuple[str, ...] = ()
        self._number = 0
        self._pressed: int | None = None
        self._focus = 0
        self._drawn = Frame(stage.size, ())
        self._gestures = Gestures(stage.size)
        self._renew()

    def enter(self, now: float) -> None:
        """Shown on top: made anew, for what has changed below."""
        self._until = now + self._calm
        self._renew()

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures = Gestures(self._stage.size)
        self._pressed = None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Put these lines above the page's own."""
        self._notes = notes
        self._renew()

    def occasion(self, now: float) -> Occasion:
        """What a scene that is opened from this page is to know."""
        return self._occasion()

    def restage(self, stage: Stage) -> None:
        """Settings have changed: the page is made anew, its focus stays where it is."""
        self._stage = stage._replace(size=self._stage.size)
        self._renew()

    def advance(self, now: float) -> list[Effect]:
        """Nothing on a page happens by itself."""
        return []

    def wake(self, now: float) -> float | None:
        """A page sleeps until somebody touches it."""
        return None

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Move the focus, or choose."""
        if isinstance(message, Resized):
            self._stage = self._stage._replace(size=(message.width, message.height))
            self._gestures = Gestures(self._stage.size)
            self._renew()
            return []
        if now < self._until:
            return []
        return self._point(message) if isinstance(message, Pointer) else self._press(message)

    def frame(self, now: float) -> Frame:
        """The page; the same frame object until something changes."""
        if self._told_for != self._stage.bindings.device:
            self._renew()
        frame = Frame(self._stage.size, tuple(self._records()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    def able(self) -> frozenset[Action]:
        """The actions that have a button on this page, and turning its sheets."""
        names = {choice.name for choice in self._sheet.choices}
        return frozenset(action for action in Action if action.value in names) | {Action.MENU}

    def boxes(self, now: float) -> Boxes:
        """The buttons by name."""
        names = [choice.name for choice in self._sheet.choices]
        buttons = dict(zip(names, self._sheet.buttons, strict=True))
        return {"piles": {}, "cards": {}, "buttons": buttons}

    def _renew(self) -> None:
        self._told_for = self._stage.bindings.device
        page = self._make(self._stage)
        self._page = page._replace(lines=(*self._notes, *page.lines))
        make = page.lay or (lay_rows if page.listed else lay)
        self._sheet: Sheet = make(self._stage, self._page, self._number)
        if make is lay:  # where buttons stand side by side, a long text may have to give way
            sheet, px = self._sheet, text_size(self._stage.size)
            told, px = fitted(self._stage.measure, sheet.choices, sheet.buttons, px)
            self._sheet = sheet._replace(choices=told, px=px)
        self._focus = min(self._focus, len(self._sheet.choices) - 1)

    def _point(self, pointer: Pointer) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            boxes = self._sheet.buttons
            x, y = gesture.from_x, gesture.from_y
            hit = next((i for i, box in enumerate(boxes) if box.holds(x, y)), None)
            self._pressed = hit if gesture.kind is Kind.PRESS else None
            if gesture.kind in (Kind.TAP, Kind.DOUBLE) and hit is not None:
                self._focus = hit
                effects += self._choose(1)
        return effects

    def _press(self, press: Press) -> list[Effect]:
        action = press.action
        if not press.down:
            return []
        if action is Action.CONFIRM:
            return self._choose(1)
        choice = self._sheet.choices[self._focus]
        if action in ASIDE and (choice.turn or choice.before):
            return self._choose(ASIDE[action])
        if action in STEPS:
            boxes = dict(enumerate(self._sheet.buttons))
            self._focus = neighbour(boxes, self._focus, action)
            self._look()
        elif action in ROUND:
            self._focus = (self._focus + ROUND[action]) % len(self._sheet.choices)
            self._look()
        elif action in SHEETS:
            self._turn(SHEETS[action])
        else:
            return self._named(action)
        return []

    def _named(self, action: Action) -> list[Effect]:
        """Choose the button of that name; where there is none, only going back and leaving do.

        Where nothing is undone, Undo goes back: a machine with four buttons has no other for it.
        """
        names = [choice.name for choice in self._sheet.choices]
        if action.value in names:
            self._focus = names.index(action.value)
            return self._choose(1)
        if action in (Action.BACK, Action.MENU, Action.UNDO):
            return list(self._back)
        return [Leave()] if action is Action.QUIT else []

    def _look(self) -> None:
        """What the page says may depend on the button in focus."""
        if self._watch is not None:
            self._watch(self._sheet.choices[self._focus].name)
            self._renew()

    def _choose(self, step: int) -> list[Effect]:
        choice = self._sheet.choices[self._focus]
        if choice.name == MORE.name:
            self._turn(step)
        elif choice.turn is not None:
            choice.turn(step)
            self._renew()
        elif choice.pick is not None:
            self._focus = 0 if choice.pick() else self._focus
            self._look()
        if choice.noted is not None:
            choice.noted()
            self._renew()
        effects = choice.before if step < 0 and choice.before else choice.effects
        if any(isinstance(effect, Adjust) for effect in effects):
            self._told_for = ""  # what is shown may be another after it
        return list(effects)

    def _turn(self, step: int) -> None:
        """To another sheet; a focus on the button to it stays there, however many stand above."""
        on_more = self._sheet.choices[self._focus].name == MORE.name
        self._number = (self._sheet.number + step) % self._sheet.sheets
        self._renew()
        if on_more:
            names = [choice.name for choice in self._sheet.choices]
            self._focus = names.index(MORE.name)

    def _records(self) -> list[Record]:
        sheet = self._sheet
        px = sheet.px or text_size(self._stage.size)
        records: list[Record] = [Panel(sheet.panel, sheet.kind)] if sheet.kind else []
        records += sheet.labels
        for i, (choice, box) in enumerate(zip(sheet.choices, sheet.buttons, strict=True)):
            text, icon = choice.text, "" if choice.icon is None else choice.icon or choice.name
            if choice.name == MORE.name:
                text = f"{text} {sheet.number + 1}/{sheet.sheets}"
            if choice.value is not None:
                text = icon = ""
            focused, pressed = i == self._focus, i == self._pressed
            first = choice.lit or (i == 0 and not self._page.listed)
            records.append(Button(box, icon, text, px, True, focused, pressed, first))
            if choice.value is not None:
                records += written(self._stage.measure, choice.text, choice.value, box, px)
        return [*records, *sheet.pictures]
