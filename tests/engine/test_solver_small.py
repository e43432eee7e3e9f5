"""On small tables the solver is right in all cases, by a second opinion that tries everything."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.game import Game
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from engine.variants import Rules
from tests.support.exhaustive import drawing, small, winnable
from tests.support.varieties import EVERY_RULES, name
from tests.support.verdicts import believe


def compare(rules: Rules, times: int, most: int) -> Counter[bool | None]:
    """How many tables could be won, could not, and took the second opinion too long."""
    told: Counter[bool | None] = Counter()
    for seed in range(times):
        smaller, position, oracle = small(rules, random.Random(f"{name(rules)} {seed}"))
        can_win = winnable(oracle, most)
        told[can_win] += 1
        if can_win is not None:
            solution = solve(smaller, position)
            expected = Verdict.WINNABLE if can_win else Verdict.LOST
            assert solution.verdict is expected, (seed, drawing(oracle))
            believe(Game.of_board(smaller, position), solution)
    return told


@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_small_tables_agree_with_trying_everything(rules: Rules) -> None:
    told = compare(rules, 60, 1_500)
    assert told[True] >= 5
    assert told[None] <= 6


@pytest.mark.prove
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_many_small_tables_agree_with_trying_everything(rules: Rules) -> None:
    told = compare(rules, 3_000, 30_000)
    assert told[True] >= 300
    assert told[False] >= 30
    assert told[None] <= 100
