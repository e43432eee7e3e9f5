"""A rotary encoder: the levels of its two contacts become clicks."""

from __future__ import annotations

QUADRATURE_CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""Levels (A closed, B closed) in the order of a turn to the right."""


class Encoder:
    """Counts quarter turns of the cycle, and tells of a click where the knob rests.

    Every pair of states has a meaning: the next one in the cycle is a step to the right, the one
    before a step to the left, the same no step, and the opposite one (a state was missed) two steps
    the way it went. Bounce between two states goes to and fro and counts for nothing.
    """

    def __init__(self, levels: tuple[bool, bool], quarters_per_click: int = 4) -> None:
        """Begin with these levels.

        Args:
            levels: Whether A and B are closed now.
            quarters_per_click: Quarters from one click to the next: 4, or 2 where the knob
                rests twice a cycle.
        """
        self._state = QUADRATURE_CYCLE.index(levels)
        self._rest_states = (0, 2) if quarters_per_click == 2 else (0,)
        self._min_quarters = quarters_per_click // 2
        self._quarter_count, self._direction = 0, 0

    def update(self, levels: tuple[bool, bool]) -> int:
        """The levels are these now; 1 for a click to the right, -1 to the left, else 0."""
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
