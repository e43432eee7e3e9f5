"""Debouncing: the first edge of a contact counts at once, its bounces never.

gpiozero's own debouncing differs between pin libraries, and one of them loses short taps. All times
are monotonic seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.timers import earliest_deadline


class ContactChange(NamedTuple):
    """A change of a contact, either debounced or as the pin library's thread recorded it."""

    name: str
    is_closed: bool
    time: float


class DebouncedContact:
    """One contact: edges are ignored for a while after a change, then its level counts."""

    def __init__(self, name: str, debounce_seconds: float, *, is_stuck: bool = False) -> None:
        """Begin open; a contact that is stuck counts once it has been opened."""
        self.name, self.is_stuck = name, is_stuck
        self._debounce_seconds = debounce_seconds
        self._is_closed = self._is_level_closed = is_stuck
        self._change_time: float | None = None

    @property
    def next_deadline(self) -> float | None:
        """When to call `end_debounce`."""
        return None if self._change_time is None else self._change_time + self._debounce_seconds

    def handle_edge(self, is_closed: bool, time: float) -> list[ContactChange]:
        """Process an edge; return the changes, oldest first."""
        changes: list[ContactChange] = []
        while (deadline := self.next_deadline) is not None and time >= deadline:
            changes += self.end_debounce(self._is_level_closed, deadline)
        self._is_level_closed = is_closed
        if self._change_time is None:
            changes += self._change_state(is_closed, time)
        return changes

    def end_debounce(self, is_closed: bool, now: float) -> list[ContactChange]:
        """End the debounce time, if it is over, with the present level; return the changes."""
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
    """All contacts of a device, by name."""

    def __init__(self, debounce_seconds: float, initial_levels: dict[str, bool]) -> None:
        """Begin with these levels (True: closed); closed contacts count once they were opened."""
        self._contacts = {
            name: DebouncedContact(name, debounce_seconds, is_stuck=is_closed)
            for name, is_closed in initial_levels.items()
        }

    @property
    def stuck_names(self) -> tuple[str, ...]:
        """Contacts that have been closed since the start."""
        return tuple(name for name, contact in self._contacts.items() if contact.is_stuck)

    def next_deadline(self) -> float | None:
        """Return when to call `end_debounce`."""
        return earliest_deadline(*(contact.next_deadline for contact in self._contacts.values()))

    def handle_edge(self, name: str, is_closed: bool, time: float) -> list[ContactChange]:
        """Process an edge of a contact; return the changes, oldest first."""
        return self._contacts[name].handle_edge(is_closed, time)

    def end_debounce(self, read_level: Callable[[str], bool], now: float) -> list[ContactChange]:
        """End the debounce times that are over; return the changes."""
        changes = []
        for name, contact in self._contacts.items():
            if contact.next_deadline is not None and now >= contact.next_deadline:
                changes += contact.end_debounce(read_level(name), now)
        return changes
