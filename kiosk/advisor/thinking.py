"""One question thought through in short steps, so that the next one need never wait for it."""

from __future__ import annotations

from engine.solver import Search, Solution, TurningPoint, Verdict
from kiosk.advisor.letters import Question
from kiosk.effects import Advice


class Thinking:
    """First whether the position can be won; if it is lost, where on the way that happened."""

    def __init__(self, question: Question, max_states: int, max_bytes: int) -> None:
        """Nothing is looked at yet; the limits are those of each search."""
        self.number = question.number
        """The number that the answers are to bear."""
        self._question = question
        self._limits = (max_states, max_bytes)
        self._search: Search | None = Search(question.rules, question.positions[-1], *self._limits)
        self._turning: TurningPoint | None = None

    @property
    def done(self) -> bool:
        """Whether the last answer is given."""
        return self._search is None and self._turning is None

    def advance(self, count: int) -> Advice | None:
        """Look at so many positions more; an answer as soon as there is one."""
        if self._search is not None:
            solution = self._search.advance(count)
            return None if solution is None else self._conclude(solution)
        if self._turning is not None and self._turning.advance(count):
            turning, self._turning = self._turning, None
            return self._turned(turning)
        return None

    def give_up(self) -> Advice:
        """The answer where there is no memory for a better one."""
        lost = self._turning is not None
        self._search = self._turning = None
        return Advice(Verdict.LOST if lost else Verdict.UNKNOWN)

    def _conclude(self, solution: Solution) -> Advice:
        self._search = None
        _, rules, positions = self._question
        seeks = solution.verdict is Verdict.LOST and len(positions) > 1
        if seeks:
            self._turning = TurningPoint(rules, positions, *self._limits)
        return Advice(solution.verdict, solution.moves, last=not seeks)

    def _turned(self, turning: TurningPoint) -> Advice:
        if turning.index is None or turning.solution is None:
            return Advice(Verdict.LOST)
        back = len(self._question.positions) - 1 - turning.index
        return Advice(Verdict.LOST, turning.solution.moves, back)
