"""A rotary encoder: from the levels of its two contacts to clicks to the right and to the left."""

from __future__ import annotations

CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""The levels (A closed, B closed) in the order in which they come when it is turned right."""


class Encoder:
    """Counts quarter turns of the cycle, and tells of a click where the knob rests.

    Every pair of states has a meaning: the next one in the cycle is a step to the right, the one
    before a step to the left, the same no step, and the opposite one (a state was missed) two steps
    the way it went. Bounce between two states goes to and fro and counts for nothing.
    """

    def __init__(self, closed: tuple[bool, bool], steps: int = 4) -> None:
        """Begin with these levels.

        Args:
            closed: Whether A and B are closed now.
            steps: Quarters from one click to the next: 4, or 2 where the knob rests twice a cycle.
        """
        self._at = CYCLE.index(closed)
        self._rests = (0, 2) if steps == 2 else (0,)
        self._least = steps // 2
        self._count, self._way = 0, 0

    def turn(self, closed: tuple[bool, bool]) -> int:
        """The levels are these now; 1 for a click to the right, -1 to the left, else 0."""
        at = CYCLE.index(closed)
        quarters = (at - self._at) % 4
        step = {0: 0, 1: 1, 2: 2 * self._way, 3: -1}[quarters]
        self._at = at
        if step:
            self._way = 1 if step > 0 else -1
            self._count += step
        if at not in self._rests or not quarters:
            return 0
        count, self._count = self._count, 0
        if abs(count) < self._least:
            return 0
        return 1 if count > 0 else -1
