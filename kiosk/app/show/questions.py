"""Who asked the solver: its answers go to that screen, also where another one covers it by then."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.advisor.nobody import Asked
from kiosk.effects import Advice, Think
from kiosk.scenes.stage import Asking, Scene


class Questions:
    """The one question that is open, if any."""

    def __init__(self, advisor: Asked) -> None:
        """`advisor` finds out what is asked."""
        self._advisor = advisor
        self._asker: Asking | None = None

    def ask(self, scene: Scene, question: Think) -> None:
        """This screen asks; the question before is not answered any more."""
        assert isinstance(scene, Asking), "who asks takes the answer"
        self._asker = scene
        self._advisor.ask(question)

    def rest(self) -> None:
        """No answer is needed any more."""
        self._advisor.rest()

    def forget(self, *closed: Scene) -> None:
        """What these screens asked, nobody needs to know any more."""
        if self._asker in closed:
            self._asker = None
            self._advisor.rest()

    def due(self, now: float) -> float | None:
        """When there may be an answer."""
        return self._advisor.due(now)

    def answered(self, now: float) -> Iterator[tuple[Asking, Advice]]:
        """What was found out by now, and for whom."""
        due = self._advisor.due(now)
        if due is None or due > now:
            return
        for advice in self._advisor.answers():
            if self._asker is not None:
                yield self._asker, advice
