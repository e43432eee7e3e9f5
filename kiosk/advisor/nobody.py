"""Who is asked where there is no solver: nothing is ever known."""

from __future__ import annotations

from typing import Protocol

from kiosk.effects import Advice, Think


class Asked(Protocol):
    """Answers questions about positions, later; nobody waits for it."""

    def due(self, now: float) -> float | None:
        """When `answers` has something to do, if ever."""
        ...

    def ask(self, think: Think) -> None:
        """Ask this in place of whatever was asked before."""
        ...

    def rest(self) -> None:
        """The last question needs no answer."""
        ...

    def answers(self) -> list[Advice]:
        """What has been found since, for the last question."""
        ...


class Nobody:
    """The silent twin of `client.Advisor`."""

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self._open = False

    def due(self, now: float) -> float | None:
        """At once, where something was asked."""
        return now if self._open else None

    def ask(self, think: Think) -> None:
        """Take the question, which will come to nothing."""
        self._open = True

    def rest(self) -> None:
        """Forget it."""
        self._open = False

    def answers(self) -> list[Advice]:
        """That nothing is known."""
        from engine.solver import Verdict

        asked, self._open = self._open, False
        return [Advice(Verdict.UNKNOWN)] if asked else []
