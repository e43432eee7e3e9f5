"""Buttons and chords on pins."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import pygame

from kiosk.events import Action, Message
from kiosk.hardware.profiles import Wiring
from kiosk.input.bindings import OWN as KIND
from kiosk.input.bindings import Bindings
from kiosk.input.debounce import Change, Contacts
from kiosk.input.encoder import Encoder
from kiosk.input.held_buttons import Buttons, Control
from kiosk.timers import soonest

WITHIN = 0.06
"""Seconds in which all buttons of a chord go down; so long those that have one are held back."""


def chord_name(names: Iterable[str]) -> str:
    """The name of the chord of these buttons: `A+B`."""
    return "+".join(sorted(names))


class Chords:
    """Turns the changes of buttons into those of buttons and chords, named by `chord_name`.

    The buttons of a chord that has sounded say nothing more until they are released.
    """

    def __init__(self, chords: Iterable[frozenset[str]]) -> None:
        """The chords, each a set of names."""
        self._chords = tuple(sorted(chords, key=len, reverse=True))
        self._members = frozenset[str]().union(*self._chords)
        self._waiting: dict[str, Change] = {}
        self._sounding: dict[str, frozenset[str]] = {}
        self._silent: set[str] = set()

    def due(self) -> float | None:
        """When the first of those that are held back has waited long enough."""
        return min((one.time + WITHIN for one in self._waiting.values()), default=None)

    def feed(self, change: Change) -> list[Change]:
        """A button went down or up; what that means, oldest first."""
        said = self.tick(change.time)
        return [*said, *(self._down(change) if change.closed else self._up(change))]

    def tick(self, now: float) -> list[Change]:
        """The buttons that have waited long enough for others went down by themselves."""
        ripe = [one for one in self._waiting.values() if now >= one.time + WITHIN]
        for one in ripe:
            del self._waiting[one.name]
        return ripe

    def drop(self) -> None:
        """Forget what is down."""
        self._waiting.clear()
        self._sounding.clear()
        self._silent.clear()

    def _down(self, change: Change) -> list[Change]:
        if change.name not in self._members:
            return [change]
        self._waiting[change.name] = change
        for chord in self._chords:
            if chord <= self._waiting.keys():
                for name in chord:
                    del self._waiting[name]
                self._silent |= chord
                self._sounding[chord_name(chord)] = chord
                return [change._replace(name=chord_name(chord))]
        return []

    def _up(self, change: Change) -> list[Change]:
        if change.name in self._silent:
            self._silent.discard(change.name)
            ended = [name for name, chord in self._sounding.items() if change.name in chord]
            for name in ended:
                del self._sounding[name]
            return [change._replace(name=name) for name in ended]
        waited = self._waiting.pop(change.name, None)
        return [waited, change] if waited else [change]


ENCODER = ("encoder A", "encoder B")
"""The names of a rotary encoder's contacts."""
STUCK_AFTER = 5.0
"""Seconds after the start when a button that has been pressed all the time is told of."""
MOST_EDGES = 10_000
"""Edges that wait to be looked at; more come only from a pin that floats."""


class Edge(NamedTuple):
    """What a callback notes: which contact, closed or open, when."""

    name: str
    closed: bool
    time: float


class Pins:
    """The open contacts of a device as presses and releases. It is an input device."""

    def __init__(
        self,
        wiring: Wiring,
        bindings: Bindings,
        buttons: Buttons,
        level: Callable[[str], bool],
        closed: Mapping[str, bool],
        tell: Callable[[str], None],
        now: float,
    ) -> None:
        """Take contacts as they are.

        Args:
            wiring: What they are.
            bindings: Say what they mean.
            buttons: Those of all devices.
            level: Asks whether a contact is closed now, by its name.
            closed: The contacts that could be opened, and whether each is closed.
            tell: Takes a line for people: a button that is stuck.
            now: The time.
        """
        self._wiring, self._bindings, self._buttons = wiring, bindings, buttons
        self._level, self._tell = level, tell
        self._ends = {name: closed[name] for name in ENCODER if name in closed}
        self._contacts = Contacts(
            wiring.lockout, {n: is_so for n, is_so in closed.items() if n not in ENCODER}
        )
        self._chords = Chords(chord for chord in wiring.chords if chord <= closed.keys())
        whole = len(self._ends) == len(ENCODER)
        self._encoder = Encoder(self._levels(), wiring.steps) if whole else None
        self._edges: deque[Edge] = deque(maxlen=MOST_EDGES)
        self._look_at = now + STUCK_AFTER if self._contacts.stuck else None

    def note(self, name: str, closed: bool, time: float) -> None:
        """A contact has an edge; may be called from any thread."""
        self._edges.append(Edge(name, closed, time))

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """Nothing: pins are none of SDL's business."""
        return []

    def due(self) -> float | None:
        """When something is to be said without an edge."""
        return soonest(
            self._contacts.due(),
            self._chords.due(),
            self._buttons.due(),
            self._look_at,
        )

    def tick(self, now: float) -> list[Message]:
        """What the edges since the last time mean, and what has become due."""
        said: list[Message] = []
        while self._edges:
            said += self._turn_or_press(self._edges.popleft(), now)
        for change in self._contacts.settle(self._level, now):
            said += self._press(change, now)
        for change in self._chords.tick(now):
            said += self._mean(change, now)
        if self._look_at is not None and now >= self._look_at:
            self._look_at = None
            self._tell_stuck()
        return [*said, *self._buttons.tick(now)]

    def drop(self, now: float) -> list[Message]:
        """Nothing: pins report a release whether the window is seen or not."""
        return []

    def _turn_or_press(self, edge: Edge, now: float) -> list[Message]:
        if edge.name not in self._ends:
            changes = self._contacts.edge(edge.name, edge.closed, edge.time)
            return [message for change in changes for message in self._press(change, now)]
        self._ends[edge.name] = edge.closed
        way = self._encoder.turn(self._levels()) if self._encoder else 0
        if not way:
            return []
        control = Control(KIND, 0, "encoder")
        action = Action.NEXT if way > 0 else Action.PREVIOUS
        down = self._buttons.press(control, action, now, since=edge.time)
        return [*down, *self._buttons.release(control, now)]

    def _levels(self) -> tuple[bool, bool]:
        return self._ends[ENCODER[0]], self._ends[ENCODER[1]]

    def _press(self, change: Change, now: float) -> list[Message]:
        return [message for one in self._chords.feed(change) for message in self._mean(one, now)]

    def _mean(self, change: Change, now: float) -> list[Message]:
        action = self._bindings.action(KIND, change.name) or Action.TYPE
        control = Control(KIND, 0, change.name)
        if change.closed:
            return self._buttons.press(control, action, now, since=change.time)
        return self._buttons.release(control, now)

    def _tell_stuck(self) -> None:
        for name in self._contacts.stuck:
            pin = self._wiring.pins[name]
            self._tell(
                f"The button {name} (GPIO{pin}) has been pressed since the start: if nobody holds "
                f"it, its pin has no pull-up (gpio={pin}=pu in config.txt) or it is wired otherwise"
            )
