"""The contacts of buttons, cleaned of bounce: the first edge counts at once, its echoes never.

A metal contact opens and closes several times within some milliseconds. gpiozero's own remedy means
something else for every pin library (one of them loses short taps), so here the edges are plain
data: which contact, closed or open, when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.timers import soonest


class Change(NamedTuple):
    """A contact has been closed or opened for good, at monotonic seconds."""

    name: str
    closed: bool
    time: float


class Contact:
    """One contact: after a change its edges mean nothing for a while, then its level is asked."""

    def __init__(self, name: str, lockout: float, *, stuck: bool = False) -> None:
        """An open contact.

        Args:
            name: What it is called.
            lockout: Seconds after a change in which no edge is believed.
            stuck: It is closed already, and counts as open until it has been opened.
        """
        self.name, self.stuck = name, stuck
        self._lockout = lockout
        self._closed = stuck
        self._level = stuck
        self._changed: float | None = None

    @property
    def due(self) -> float | None:
        """When `settle` is to be called: the lockout is over."""
        return None if self._changed is None else self._changed + self._lockout

    def edge(self, closed: bool, time: float) -> list[Change]:
        """The contact has an edge; what that changes, oldest first."""
        late: list[Change] = []
        while (due := self.due) is not None and time >= due:
            late += self.settle(self._level, due)
        self._level = closed
        return [*late, *([] if self._changed is not None else self._change(closed, time))]

    def settle(self, closed: bool, now: float) -> list[Change]:
        """The lockout is over, if it is due by now, and this is the contact's level."""
        due = self.due
        if due is None or now < due:
            return []
        self._level, self._changed = closed, None
        return self._change(closed, now)

    def _change(self, closed: bool, time: float) -> list[Change]:
        if closed == self._closed:
            return []
        self._closed, self._changed = closed, time
        if self.stuck:
            self.stuck = False
            return []
        return [Change(self.name, closed, time)]


class Contacts:
    """All the contacts of a device."""

    def __init__(self, lockout: float, closed: dict[str, bool]) -> None:
        """Take them as they are: those that are closed already count once they have been opened.

        Args:
            lockout: Seconds after a change in which no edge of that contact is believed.
            closed: The contacts by name, and whether each is closed now.
        """
        self._contacts = {
            name: Contact(name, lockout, stuck=is_so) for name, is_so in closed.items()
        }

    @property
    def stuck(self) -> tuple[str, ...]:
        """The contacts that have been closed since the start."""
        return tuple(name for name, contact in self._contacts.items() if contact.stuck)

    def due(self) -> float | None:
        """When `settle` is to be called."""
        return soonest(*(contact.due for contact in self._contacts.values()))

    def edge(self, name: str, closed: bool, time: float) -> list[Change]:
        """A contact has an edge; what that changes, oldest first."""
        return self._contacts[name].edge(closed, time)

    def settle(self, level: Callable[[str], bool], now: float) -> list[Change]:
        """What has changed where lockouts are over by now; `level` asks whether one is closed."""
        changes = []
        for name, contact in self._contacts.items():
            if contact.due is not None and now >= contact.due:
                changes += contact.settle(level(name), now)
        return changes
