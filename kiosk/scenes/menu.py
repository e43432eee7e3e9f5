"""A page with a heading, a few lines and some buttons: the shape that most screens share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kiosk.actions import Action, Message, Pointer, Press, Resized
from kiosk.effects import Back, Effect
from kiosk.focus import STEPS, neighbour
from kiosk.frame import Align, Box, Button, Frame, Ink, Label, Panel, PanelKind, Record, wrapped
from kiosk.gesture import Gestures, Kind
from kiosk.layout import finger, text_size
from kiosk.scenes.stage import Boxes, Occasion, Stage


class Choice(NamedTuple):
    """One button of a page: its name (an action's where there is one), its text, and what it brings about.

    `turn`, where given, makes the button a setting: a tap or Right takes the next value, Left the one before.
    """

    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    turn: Callable[[int], None] | None = None
    enabled: bool = True


class Page(NamedTuple):
    """What a page says: heading, lines below it, choices (the first one is the one to do first), a last line."""

    heading: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    help: str = ""
    first: int = 0


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
        occasion: Occasion | None = None,
    ) -> None:
        """`back` is what the back button brings about on this page."""
        self._stage, self._make, self._back = stage, page, list(back)
        self._occasion = occasion or Occasion()
        self._page = page(stage)
        self._focus = self._page.first
        self._pressed: int | None = None
        self._notes: tuple[str, ...] = ()
        self._gestures = Gestures(stage.size)
        self._drawn: Frame | None = None

    def enter(self, now: float) -> None:
        """Shown on top: made anew, for what has changed below."""
        self._renew()

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures = Gestures(self._stage.size)
        self._pressed, self._drawn = None, None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Add these lines to the page."""
        self._notes = notes
        self._drawn = None

    def occasion(self, now: float) -> Occasion:
        """What was handed to this page is handed on."""
        return self._occasion

    def advance(self, now: float) -> list[Effect]:
        """Nothing on a page happens by itself."""
        return []

    def wake(self, now: float) -> float | None:
        """A page sleeps until somebody touches it."""
        return None

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Move the focus, or choose."""
        self._drawn = None
        if isinstance(message, Resized):
            self._stage = self._stage._replace(size=(message.width, message.height))
            self._gestures = Gestures(self._stage.size)
            return []
        if isinstance(message, Pointer):
            return self._point(message)
        return self._press(message)

    def frame(self, now: float) -> Frame:
        """The page; the same frame object until something changes."""
        if self._drawn is None:
            self._drawn = Frame(self._stage.size, tuple(self._records()))
        return self._drawn

    def boxes(self, now: float) -> Boxes:
        """The buttons by name."""
        plan = self._plan()
        names = [choice.name for choice in self._page.choices]
        boxes = {name: box for name, box in zip(names, plan.buttons, strict=True)}
        return {"piles": {}, "cards": {}, "buttons": boxes}

    def _renew(self) -> None:
        self._page = self._make(self._stage)
        self._focus = min(self._focus, len(self._page.choices) - 1)
        self._drawn = None

    def _point(self, pointer: Pointer) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            hit = self._at(gesture.from_x, gesture.from_y)
            self._pressed = hit if gesture.kind is Kind.PRESS else None
            if gesture.kind in (Kind.TAP, Kind.DOUBLE) and hit is not None:
                self._focus = hit
                effects += self._choose(1)
        return effects

    def _at(self, x: int, y: int) -> int | None:
        boxes = self._plan().buttons
        return next((i for i, box in enumerate(boxes) if box.holds(x, y)), None)

    def _press(self, press: Press) -> list[Effect]:
        if not press.down:
            return []
        action = press.action
        if action in (Action.LEFT, Action.RIGHT) and self._page.choices[self._focus].turn:
            return self._choose(1 if action is Action.RIGHT else -1)
        if action in STEPS:
            boxes = dict(enumerate(self._plan().buttons))
            self._focus = neighbour(boxes, self._focus, action)
        elif action in (Action.NEXT, Action.PREVIOUS):
            step = 1 if action is Action.NEXT else -1
            self._focus = (self._focus + step) % len(self._page.choices)
        elif action is Action.CONFIRM:
            return self._choose(1)
        elif action in (Action.BACK, Action.MENU):
            return list(self._back)
        return []

    def _choose(self, step: int) -> list[Effect]:
        choice = self._page.choices[self._focus]
        if not choice.enabled:
            return []
        if choice.turn is not None:
            choice.turn(step)
            self._renew()
        return list(choice.effects)

    def _plan(self) -> _Plan:
        return _plan(self._stage, self._page, self._notes)

    def _records(self) -> list[Record]:
        plan, px = self._plan(), text_size(self._stage.size)
        records: list[Record] = [Panel(plan.panel, PanelKind.DIALOG)]
        records += plan.labels
        for i, (choice, box) in enumerate(zip(self._page.choices, plan.buttons, strict=True)):
            records.append(
                Button(
                    box,
                    choice.name,
                    choice.text,
                    px,
                    enabled=choice.enabled,
                    focused=i == self._focus,
                    pressed=i == self._pressed,
                    first=i == self._page.first,
                )
            )
        return records


class _Plan(NamedTuple):
    panel: Box
    labels: tuple[Label, ...]
    buttons: tuple[Box, ...]


def _plan(stage: Stage, page: Page, notes: tuple[str, ...]) -> _Plan:
    """Heading and lines above, buttons below: in one column, or in two where the height is short."""
    width, height = stage.size
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    inner = min(width - 2 * margin, max(px * 26, round(width * 0.6)))
    left = (width - inner) // 2
    labels, y = _labels(
        stage, (*notes, *page.lines), page.heading, left + margin, margin, inner - 2 * margin
    )
    foot = round(px * 1.5) if page.help else 0
    room = height - margin - foot - y
    count = len(page.choices)
    gap = max(2, px // 4)
    tall = min(max(finger(stage.size), round(px * 2.4)), round(px * 3.2))
    columns = 1 if count * (tall + gap) <= room else 2
    rows = -(-count // columns)
    tall = max(px + 4, min(tall, (room - rows * gap) // max(1, rows)))
    wide = (inner - 2 * margin - (columns - 1) * gap) // columns
    top = y + max(0, (room - rows * (tall + gap)) // 2)
    buttons = tuple(
        Box(
            left + margin + (i % columns) * (wide + gap),
            top + (i // columns) * (tall + gap),
            wide,
            tall,
        )
        for i in range(count)
    )
    if page.help:
        box = Box(left + margin, height - margin - foot, inner - 2 * margin, foot)
        labels.append(Label(box, page.help, max(11, round(px * 0.85)), Ink.QUIET, Align.CENTRE))
    return _Plan(Box(left, 0, inner, height), tuple(labels), buttons)


def _labels(
    stage: Stage, lines: Sequence[str], heading: str, left: int, top: int, width: int
) -> tuple[list[Label], int]:
    px = text_size(stage.size)
    large = round(px * 1.5)
    row = round(large * 1.3)
    labels = [
        Label(Box(left, top, width, row), heading, large, Ink.ACCENT, Align.CENTRE, bold=True)
    ]
    y = top + row
    for line in lines:
        for text in wrapped(stage.measure, line, px, width):
            labels.append(Label(Box(left, y, width, round(px * 1.3)), text, px, align=Align.CENTRE))
            y += round(px * 1.3)
    return labels, y + px // 3
