"""Multi-page reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.animation import GLIDE, PACES, Glide
from kiosk.effects import Back, Effect, Leave, Open
from kiosk.events import Action, Message, Pointer, Resized
from kiosk.frame import Box, Button, Card, Frame, Ink, Panel, PanelKind, Record
from kiosk.gestures import Gesture, Gestures, Kind
from kiosk.layout import finger, text_size
from kiosk.ui.focus import STEPS, neighbour
from kiosk.ui.scene import Boxes, Occasion, Stage
from kiosk.ui.text_fit import alike, lines


class Link(NamedTuple):
    """A button on a leaf that leads to another leaf, by its number, or to a scene."""

    name: str
    text: str
    box: Box
    to: int | Open
    icon: str = ""
    px: int = 0
    """The em of its text in pixels; 0 for that of plain text."""


class Turning(NamedTuple):
    """Where the three buttons stand: back, to the previous leaf, to the next one."""

    back: Box
    previous: Box
    next: Box


class Place(NamedTuple):
    """What a leaf shows, to find it again when the picture has another size."""

    chapter: str
    block: int = 0


class Leaf(NamedTuple):
    """What is to be seen and touched on one leaf; cards that are `lying` travel between leaves."""

    place: Place
    records: tuple[Record, ...]
    turning: Turning
    links: tuple[Link, ...] = ()
    lying: tuple[tuple[int, Card], ...] = ()
    four_colours: bool = True


class Paper(NamedTuple):
    """A picture divided for reading: text, its em and the height of a line, heading, buttons."""

    text: Box
    px: int
    line: int
    head: Box
    turning: Turning


WIDEST = 36
"""A line of text is at most so many em wide: longer ones are hard to follow."""


def paper(size: tuple[int, int], density: int | None = None) -> Paper:
    """How a leaf of text is divided."""
    width, height = size
    px = text_size(size)
    margin = max(4, min(size) // 40)
    gap = max(2, px // 4)
    tall = max(finger(size, density), round(px * 2.2))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    wide = (inner.w - 2 * gap) // 3
    foot = [Box(inner.x + i * (wide + gap), inner.bottom - tall, wide, tall) for i in range(3)]
    head = inner._replace(h=round(px * 1.9))
    text_w = min(inner.w, px * WIDEST)
    text = Box((width - text_w) // 2, head.bottom, text_w, foot[0].y - gap - head.bottom)
    return Paper(text, px, round(px * 1.3), head, Turning(*foot))


BACK, PREVIOUS, NEXT = (a.value for a in (Action.BACK, Action.PAGE_UP, Action.PAGE_DOWN))
"""The names of the three buttons of every leaf."""
ICONS = {BACK: "back", PREVIOUS: "previous", NEXT: "next"}
WORDS: dict[str, Msgid] = {BACK: "Back", PREVIOUS: "Previous", NEXT: "Next"}
TURNS = {Action.PAGE_DOWN: 1, Action.PAGE_UP: -1, Action.DOWN: 1, Action.UP: -1}
"""The actions that turn a leaf; the arrows do so where there are no links to go to."""
AROUND = {Action.NEXT: 1, Action.PREVIOUS: -1, Action.RIGHT: 1, Action.LEFT: -1}
"""The actions that lead from button to button, around; the arrows likewise."""
SWIPE = 6
"""A finger that crosses one part in so many of the width turns a leaf."""


class Leafing:
    """The leaves, the one that is open, and the button that confirm would press."""

    def __init__(
        self,
        stage: Stage,
        leaves: Callable[[Stage], Sequence[Leaf]],
        occasion: Occasion,
        *,
        contents: bool,
    ) -> None:
        """With `contents` the first leaf has links, and back leads to it before it leads out."""
        self._make, self._occasion, self._contents = leaves, occasion, contents
        self._number = 0
        self._place: Place | None = None
        self._notes = ""
        self._pressed: str | None = None
        self._glides: tuple[Glide, ...] = ()
        self._still: tuple[Record, ...] | None = None
        self.restage(stage)
        self._focus = self._first()

    def enter(self, now: float) -> None:
        """Shown on top: open where it was."""

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it, and nothing moves any more."""
        self._gestures = Gestures(self._stage.size)
        self._pressed, self._glides, self._still = None, (), None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in place of the heading until something is done."""
        self._notes, self._still = " ".join(notes), None

    def occasion(self, now: float) -> Occasion:
        """What was handed to the book is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The buttons and links by name."""
        return {"piles": {}, "cards": {}, "buttons": self._buttons()}

    def wake(self, now: float) -> float | None:
        """At once while a card is on its way, else after input only."""
        return now if self._glides else None

    def advance(self, now: float) -> list[Effect]:
        """Cards arrive."""
        if self._glides and now >= self._glides[0].ends:
            self._glides, self._still = (), None
        return []

    def restage(self, stage: Stage) -> None:
        """Lay everything out for this stage, and open it at what was open before."""
        self._stage = stage
        self._gestures = Gestures(stage.size)
        self._leaves = self._make(stage)
        self._pressed, self._glides, self._still = None, (), None
        if self._place is not None:
            places = [leaf.place for leaf in self._leaves]
            self._number = max(
                number
                for number, place in enumerate(places)
                if place.chapter == self._place.chapter and place.block <= self._place.block
            )

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Turn a leaf, follow a link, move the focus, or leave."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        self._still = None
        if isinstance(message, Pointer):
            return self._point(message, now)
        if not message.down:
            return []
        self._notes = ""
        return self._press(message.action, now)

    def frame(self, now: float) -> Frame:
        """The open leaf; cards on their way to it lie on top."""
        leaf, moving = self._leaf, []
        if self._still is None:
            self._still = tuple(self._records())
        for glide in self._glides:
            place = next(place for _, place in leaf.lying if place.card == glide.card)
            x, y = glide.at(now)
            moving.append(place._replace(box=place.box._replace(x=x, y=y)))
        return Frame(self._stage.size, self._still, tuple(moving), leaf.four_colours)

    # Where things are

    @property
    def _leaf(self) -> Leaf:
        return self._leaves[self._number]

    def _buttons(self) -> dict[str, Box]:
        leaf = self._leaf
        foot = zip((BACK, PREVIOUS, NEXT), leaf.turning, strict=True)
        return {**{link.name: link.box for link in leaf.links}, **dict(foot)}

    def _able(self, name: str) -> bool:
        if name == PREVIOUS:
            return self._number > 0
        return name != NEXT or self._number < len(self._leaves) - 1

    def _stops(self) -> dict[str, Box]:
        """What the focus can stand on."""
        return {name: box for name, box in self._buttons().items() if self._able(name)}

    def _first(self) -> str:
        """What is to be done first on the open leaf."""
        if self._leaf.links:
            return self._leaf.links[0].name
        return NEXT if self._able(NEXT) else BACK

    # What is done

    def _point(self, pointer: Pointer, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            buttons, (x, y) = self._stops(), (gesture.from_x, gesture.from_y)
            hit = next((name for name, box in buttons.items() if box.holds(x, y)), None)
            self._pressed = hit if gesture.kind is Kind.PRESS else None
            if gesture.kind is Kind.DROP:
                self._swipe(gesture, now)
            elif gesture.kind in (Kind.TAP, Kind.DOUBLE, Kind.HOLD) and hit is not None:
                self._notes, self._focus = "", hit
                effects += self._choose(hit, now)
        return effects

    def _swipe(self, gesture: Gesture, now: float) -> None:
        across, down = gesture.x - gesture.from_x, gesture.y - gesture.from_y
        if abs(across) > max(abs(down), self._stage.size[0] // SWIPE):
            self._turn(-1 if across > 0 else 1, now)

    def _press(self, action: Action, now: float) -> list[Effect]:
        stops = self._stops()
        if action is Action.CONFIRM:
            return self._choose(self._focus, now)
        if action in (Action.BACK, Action.UNDO):
            return self._choose(BACK, now)
        if action in (Action.MENU, Action.RULES):
            return [Back()]
        if action is Action.QUIT:
            return [Leave()]
        if action in STEPS and self._leaf.links:
            self._focus = neighbour(stops, self._focus, action)
        elif action in TURNS:
            self._turn(TURNS[action], now)
        elif action in AROUND:
            names = list(stops)
            self._focus = names[(names.index(self._focus) + AROUND[action]) % len(names)]
        return []

    def _choose(self, name: str, now: float) -> list[Effect]:
        if name == BACK:
            return self._go_back(now)
        if name in (PREVIOUS, NEXT):
            self._turn(1 if name == NEXT else -1, now)
            return []
        link = next(link for link in self._leaf.links if link.name == name)
        if isinstance(link.to, Open):
            return [link.to]
        self._open(link.to, now)
        self._focus = self._first()
        return []

    def _go_back(self, now: float) -> list[Effect]:
        if not self._contents or self._number == 0:
            return [Back()]
        read = self._number
        self._open(0, now)
        led = [link.name for link in self._leaf.links if link.to in range(read + 1)]
        self._focus = led[-1] if led else self._first()
        return []

    def _turn(self, step: int, now: float) -> None:
        if 0 <= self._number + step < len(self._leaves):
            self._open(self._number + step, now)

    def _open(self, number: int, now: float) -> None:
        """Open that leaf; cards that lie on another pile there travel to it."""
        was = {place.card: (pile, place) for pile, place in self._leaf.lying}
        self._number, self._still = number, None
        self._place = self._leaf.place
        pace = PACES[self._stage.config.display.motion]
        self._glides = tuple(
            Glide(place.card, was[place.card][1].box[:2], place.box[:2], now, now + GLIDE * pace)
            for pile, place in self._leaf.lying
            if pace and place.card in was and was[place.card][0] != pile
        )
        if self._focus not in self._stops():
            self._focus = self._first()

    # What is seen

    def _records(self) -> list[Record]:
        leaf = self._leaf
        away = {glide.card for glide in self._glides}
        records = [r for r in leaf.records if not (isinstance(r, Card) and r.card in away)]
        links = {link.name: link for link in leaf.links}
        plain = text_size(self._stage.size)
        foot = zip((BACK, PREVIOUS, NEXT), leaf.turning, strict=True)
        small = alike(self._stage.measure, [(self._word(name), box) for name, box in foot], plain)
        for name, box in self._buttons().items():
            shown = box if name in ICONS else box.grown(-max(1, plain // 9))
            link = links.get(name)
            text = link.text if link else self._word(name)
            icon = link.icon if link else ICONS[name]
            records.append(
                Button(
                    shown,
                    icon,
                    text,
                    (link.px or plain) if link else small,
                    enabled=self._able(name),
                    focused=name == self._focus,
                    pressed=name == self._pressed,
                )
            )
        if self._notes:
            records += self._news()
        return records

    def _word(self, name: str) -> str:
        say = self._stage.words.say
        if name == BACK and self._contents and self._number:
            return say("Contents")
        return say(WORDS[name])

    def _news(self) -> list[Record]:
        sheet = paper(self._stage.size, self._stage.config.display.density)
        told = lines(self._stage.measure, [self._notes], sheet.head, sheet.px, Ink.WARNING)
        return [Panel(sheet.head, PanelKind.NOTE), *told]
