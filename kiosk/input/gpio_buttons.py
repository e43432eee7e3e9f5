"""Buttons, chords and a rotary encoder at pins; all times are monotonic seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from kiosk.events import Action, InputEvent
from kiosk.hardware.profiles import Wiring
from kiosk.input.bindings import GPIO_DEVICE as KIND
from kiosk.input.bindings import InputBindings
from kiosk.input.debounce import ContactChange, DebouncedContacts
from kiosk.input.held_buttons import ButtonId, HeldButtons
from kiosk.timers import Deadline, earliest_deadline

CHORD_SECONDS = 0.06
"""Time in which all buttons of a chord are pressed; so long each of them is held back."""


def format_chord_name(names: Iterable[str]) -> str:
    """Return the name of a chord: `A+B`."""
    return "+".join(sorted(names))


class ChordDetector:
    """Turns changes of buttons into those of buttons and chords.

    The buttons of a chord that was pressed cause nothing more until they are released.
    """

    def __init__(self, chords: Iterable[frozenset[str]]) -> None:
        self._chords = tuple(sorted(chords, key=len, reverse=True))
        self._members = frozenset[str]().union(*self._chords)
        self._pending: dict[str, ContactChange] = {}
        self._active: dict[str, frozenset[str]] = {}
        self._suppressed: set[str] = set()

    def next_deadline(self) -> float | None:
        """Return when the first button that is held back counts by itself."""
        return min((one.time + CHORD_SECONDS for one in self._pending.values()), default=None)

    def handle_change(self, change: ContactChange) -> list[ContactChange]:
        """Process a change of a button; return the changes that it causes, oldest first."""
        handle = self._handle_press if change.is_closed else self._handle_release
        return [*self.tick(change.time), *handle(change)]

    def tick(self, now: float) -> list[ContactChange]:
        """Return the presses that have waited long enough for other buttons."""
        expired = [one for one in self._pending.values() if now >= one.time + CHORD_SECONDS]
        for one in expired:
            del self._pending[one.name]
        return expired

    def _handle_press(self, change: ContactChange) -> list[ContactChange]:
        if change.name not in self._members:
            return [change]
        self._pending[change.name] = change
        for chord in self._chords:
            if chord <= self._pending.keys():
                for name in chord:
                    del self._pending[name]
                self._suppressed |= chord
                self._active[format_chord_name(chord)] = chord
                return [change._replace(name=format_chord_name(chord))]
        return []

    def _handle_release(self, change: ContactChange) -> list[ContactChange]:
        if change.name in self._suppressed:
            self._suppressed.discard(change.name)
            ended = [name for name, chord in self._active.items() if change.name in chord]
            for name in ended:
                del self._active[name]
            return [change._replace(name=name) for name in ended]
        pending = self._pending.pop(change.name, None)
        return [pending, change] if pending else [change]


QUADRATURE_CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""Levels (A closed, B closed) in the order of a turn to the right."""


class Encoder:
    """A rotary encoder: counts quarters of the cycle, and clicks where the knob rests.

    The next state of the cycle is a step to the right, the one before a step to the left; the
    opposite state (one was missed) is two steps in the last direction. Bounces cancel out.
    """

    def __init__(self, levels: tuple[bool, bool], quarters_per_click: int = 4) -> None:
        """Begin with these levels; a knob that rests twice a cycle has 2 quarters per click."""
        self._state = QUADRATURE_CYCLE.index(levels)
        self._rest_states = (0, 2) if quarters_per_click == 2 else (0,)
        self._min_quarters = quarters_per_click // 2
        self._quarter_count, self._direction = 0, 0

    def update(self, levels: tuple[bool, bool]) -> int:
        """Process new levels; return 1 for a click to the right, -1 to the left, else 0."""
        state = QUADRATURE_CYCLE.index(levels)
        quarters = (state - self._state) % 4
        step = {0: 0, 1: 1, 2: 2 * self._direction, 3: -1}[quarters]
        self._state = state
        if step:
            self._direction = 1 if step > 0 else -1
            self._quarter_count += step
        if state not in self._rest_states or not quarters:
            return 0
        count, self._quarter_count = self._quarter_count, 0
        if abs(count) < self._min_quarters:
            return 0
        return 1 if count > 0 else -1


ENCODER_CONTACT_NAMES = ("encoder A", "encoder B")
"""Names of the contacts of an encoder."""
STUCK_REPORT_SECONDS = 5.0
"""Time after the start at which a button that is still pressed is reported."""
MAX_PENDING_EDGES = 10_000
"""Limit of unprocessed edges; only a floating pin causes more."""


class GpioContacts:
    """The open contacts of the machine as presses and releases of buttons."""

    def __init__(
        self,
        wiring: Wiring,
        bindings: InputBindings,
        buttons: HeldButtons,
        read_level: Callable[[str], bool],
        levels: Mapping[str, bool],
        report: Callable[[str], None],
        now: float,
    ) -> None:
        """Begin with the present `levels` of the open contacts (True: closed).

        `report` takes a message for players about a button that is stuck.
        """
        self._deadline = Deadline(buttons.timers, self.update)
        self._wiring, self._bindings, self._buttons = wiring, bindings, buttons
        self._read_level, self._report = read_level, report
        self._encoder_levels = {n: levels[n] for n in ENCODER_CONTACT_NAMES if n in levels}
        button_levels = {n: level for n, level in levels.items() if n not in ENCODER_CONTACT_NAMES}
        self._contacts = DebouncedContacts(wiring.lockout, button_levels)
        self._chord_detector = ChordDetector(one for one in wiring.chords if one <= levels.keys())
        has_encoder = len(self._encoder_levels) == len(ENCODER_CONTACT_NAMES)
        self._encoder = Encoder(self._get_encoder_levels(), wiring.steps) if has_encoder else None
        self._edges: deque[ContactChange] = deque(maxlen=MAX_PENDING_EDGES)
        self._stuck_check_time = now + STUCK_REPORT_SECONDS if self._contacts.stuck_names else None
        self._deadline.set(self._stuck_check_time)

    def add_edge(self, name: str, is_closed: bool, time: float) -> None:
        """Record an edge; can be called from any thread."""
        self._edges.append(ContactChange(name, is_closed, time))
        self._buttons.timers.call_soon(self.update)

    def close(self) -> None:
        """Stop emitting events."""
        self._deadline.set(None)

    def update(self, now: float) -> None:
        """Emit the events for the edges since the last call, and those that are due by now."""
        events: list[InputEvent] = []
        while self._edges:
            events += self._handle_edge(self._edges.popleft(), now)
        for change in self._contacts.end_debounce(self._read_level, now):
            events += self._handle_change(change, now)
        for change in self._chord_detector.tick(now):
            events += self._press_or_release(change, now)
        if self._stuck_check_time is not None and now >= self._stuck_check_time:
            self._stuck_check_time = None
            self._report_stuck()
        bounce, chord = self._contacts.next_deadline(), self._chord_detector.next_deadline()
        self._deadline.set(earliest_deadline(bounce, chord, self._stuck_check_time))
        for event in events:
            self._buttons.emit(event)

    def _handle_edge(self, edge: ContactChange, now: float) -> list[InputEvent]:
        if edge.name not in self._encoder_levels:
            changes = self._contacts.handle_edge(edge.name, edge.is_closed, edge.time)
            return [event for change in changes for event in self._handle_change(change, now)]
        self._encoder_levels[edge.name] = edge.is_closed
        direction = self._encoder.update(self._get_encoder_levels()) if self._encoder else 0
        if not direction:
            return []
        button = ButtonId(KIND, 0, "encoder")
        action = Action.NEXT if direction > 0 else Action.PREVIOUS
        press_events = self._buttons.press(button, action, now, press_time=edge.time)
        return [*press_events, *self._buttons.release(button, now)]

    def _get_encoder_levels(self) -> tuple[bool, bool]:
        first, second = ENCODER_CONTACT_NAMES
        return self._encoder_levels[first], self._encoder_levels[second]

    def _handle_change(self, change: ContactChange, now: float) -> list[InputEvent]:
        changes = self._chord_detector.handle_change(change)
        return [event for one in changes for event in self._press_or_release(one, now)]

    def _press_or_release(self, change: ContactChange, now: float) -> list[InputEvent]:
        action = self._bindings.get_action(KIND, change.name) or Action.TYPE
        button = ButtonId(KIND, 0, change.name)
        if change.is_closed:
            return self._buttons.press(button, action, now, press_time=change.time)
        return self._buttons.release(button, now)

    def _report_stuck(self) -> None:
        for name in self._contacts.stuck_names:
            pin = self._wiring.pins[name]
            self._report(
                f"The button {name} (GPIO{pin}) has been pressed since the start: if nobody holds "
                f"it, its pin has no pull-up (gpio={pin}=pu in config.txt) or it is wired otherwise"
            )
