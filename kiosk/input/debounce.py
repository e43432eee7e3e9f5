"""The contacts of buttons, cleaned of bounce: the first edge counts at once, its echoes never.

A metal contact opens and closes several times within some milliseconds. gpiozero's own remedy means
something else for every pin library (one of them loses short taps), so here the edges are plain
data: which contact, closed or open, when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.timers import earliest_deadline


class ContactChange(NamedTuple):
    """A contact has been closed or opened for good, at monotonic seconds."""

    name: str
    is_closed: bool
    time: float


class DebouncedContact:
    """One contact: after a change its edges mean nothing for a while, then its level is asked."""

    def __init__(self, name: str, debounce_seconds: float, *, is_stuck: bool = False) -> None:
        """An open contact.

        Args:
            name: What it is called.
            debounce_seconds: Seconds after a change in which no edge is believed.
            is_stuck: It is closed already, and counts as open until it has been opened.
        """
        self.name, self.is_stuck = name, is_stuck
        self._debounce_seconds = debounce_seconds
        self._is_closed = is_stuck
        self._is_level_closed = is_stuck
        self._change_time: float | None = None

    @property
    def next_deadline(self) -> float | None:
        """When `settle` is to be called: the lockout is over."""
        return None if self._change_time is None else self._change_time + self._debounce_seconds

    def handle_edge(self, is_closed: bool, time: float) -> list[ContactChange]:
        """The contact has an edge; what that changes, oldest first."""
        changes: list[ContactChange] = []
        while (deadline := self.next_deadline) is not None and time >= deadline:
            changes += self.end_debounce(self._is_level_closed, deadline)
        self._is_level_closed = is_closed
        return [
            *changes,
            *([] if self._change_time is not None else self._change_state(is_closed, time)),
        ]

    def end_debounce(self, is_closed: bool, now: float) -> list[ContactChange]:
        """The lockout is over, if it is due by now, and this is the contact's level."""
        deadline = self.next_deadline
        if deadline is None or now < deadline:
            return []
        self._is_level_closed, self._change_time = is_closed, None
        return self._change_state(is_closed, now)

    def _change_state(self, is_closed: bool, time: float) -> list[ContactChange]:
        if is_closed == self._is_closed:
            return []
        self._is_closed, self._change_time = is_closed, time
        if self.is_stuck:
            self.is_stuck = False
            return []
        return [ContactChange(self.name, is_closed, time)]


class DebouncedContacts:
    """All the contacts of a device."""

    def __init__(self, debounce_seconds: float, initial_levels: dict[str, bool]) -> None:
        """Take them as they are: those that are closed already count once they have been opened.

        Args:
            debounce_seconds: Seconds after a change in which no edge of that contact is believed.
            initial_levels: The contacts by name, and whether each is closed now.
        """
        self._contacts = {
            name: DebouncedContact(name, debounce_seconds, is_stuck=is_closed)
            for name, is_closed in initial_levels.items()
        }

    @property
    def stuck_names(self) -> tuple[str, ...]:
        """The contacts that have been closed since the start."""
        return tuple(name for name, contact in self._contacts.items() if contact.is_stuck)

    def next_deadline(self) -> float | None:
        """When `settle` is to be called."""
        return earliest_deadline(*(contact.next_deadline for contact in self._contacts.values()))

    def handle_edge(self, name: str, is_closed: bool, time: float) -> list[ContactChange]:
        """A contact has an edge; what that changes, oldest first."""
        return self._contacts[name].handle_edge(is_closed, time)

    def end_debounce(self, read_level: Callable[[str], bool], now: float) -> list[ContactChange]:
        """What has changed where lockouts are over by now; `level` asks whether one is closed."""
        changes = []
        for name, contact in self._contacts.items():
            if contact.next_deadline is not None and now >= contact.next_deadline:
                changes += contact.end_debounce(read_level(name), now)
        return changes
