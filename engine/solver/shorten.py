"""A line of moves becomes shorter where the same end can be had with fewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.moves import Move
from engine.position import Position
from engine.solver.foundations import Foundations
from engine.solver.sketch import Sketch
from engine.solver.steps import ONTO_HOME, Step, moves_of, steps_of
from engine.solver.tables import Tables
from engine.variants import Rules

_ROUNDS: Final = 4
"""After so many rounds a line is left as it is."""


def shortened(rules: Rules, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A line that wins from the start as the given one does, with as many moves or fewer.

    The given moves must be legal one after the other, and win.
    """
    tables = Tables(rules, start)
    sketch = Sketch(tables, Foundations(tables))
    sketch.lay(start)
    steps = steps_of(rules, start, moves)
    for _ in range(_ROUNDS):
        before = len(steps)
        steps = _without_detours(sketch, steps)
        steps = _without_idle_steps(sketch, steps)
        if len(steps) == before:
            break
    return tuple(moves_of(rules, start, steps))


def _without_detours(start: Sketch, steps: list[Step]) -> list[Step]:
    """The shortest way through the tables of the line, and one move beside it."""
    line = [start]
    place = {start.key: 0}
    for index, step in enumerate(steps):
        line.append(line[index].copy())
        line[index + 1].do(step)
        place[line[index + 1].key] = index + 1
    ahead = [0] * (len(steps) + 1)
    best = [(step, index + 1) for index, step in enumerate(steps)]
    for index in range(len(steps) - 1, -1, -1):
        ahead[index] = ahead[index + 1] + 1
        for step, there in line[index].steps_to(place):
            if there > index and ahead[there] + 1 < ahead[index]:
                ahead[index] = ahead[there] + 1
                best[index] = (step, there)
    found = []
    index = 0
    while index < len(steps):
        step, index = best[index]
        found.append(step)
    return found


def _without_idle_steps(start: Sketch, steps: list[Step]) -> list[Step]:
    """The line without steps that it wins without, those included that are then impossible."""
    kept: list[Step] = []
    here = start.copy()
    left = steps
    while left:
        step = left[0]
        rest = None if step.onto == ONTO_HOME else _played(here, left[1:])
        if rest is None:
            here.do(step)
            kept.append(step)
            rest = left[1:]
        left = rest
    return kept


def _played(start: Sketch, steps: list[Step]) -> list[Step] | None:
    """Those of the steps that can be done one after the other; None where they do not win."""
    here = start.copy()
    done = []
    for step in steps:
        if here.do(step):
            done.append(step)
        elif step.onto == ONTO_HOME:
            return None
    return done if here.home.count == 52 else None
