"""Verdicts on small positions compared with a search that tries every move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.game import Game
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from engine.variants import Rules
from tests.support.exhaustive import draw_oracle, is_winnable, make_small_position
from tests.support.varieties import TESTED_RULES, name_rules
from tests.support.verdicts import check_solution


def compare_small_positions(rules: Rules, times: int, max_states: int) -> Counter[bool | None]:
    """Return how many positions are winnable, lost, and undecided by the exhaustive search."""
    outcomes: Counter[bool | None] = Counter()
    for seed in range(times):
        smaller, position, oracle = make_small_position(
            rules, random.Random(f"{name_rules(rules)} {seed}")
        )
        can_win = is_winnable(oracle, max_states)
        outcomes[can_win] += 1
        if can_win is not None:
            solution = solve(smaller, position)
            expected = Verdict.WINNABLE if can_win else Verdict.LOST
            assert solution.verdict is expected, (seed, draw_oracle(oracle))
            check_solution(Game.from_position(smaller, position), solution)
    return outcomes


@pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)
def test_small_positions_agree_with_an_exhaustive_search(rules: Rules) -> None:
    result = compare_small_positions(rules, 60, 1_500)
    assert result[True] >= 5
    assert result[None] <= 6


@pytest.mark.prove
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)
def test_many_small_positions_agree_with_an_exhaustive_search(rules: Rules) -> None:
    result = compare_small_positions(rules, 3_000, 30_000)
    assert result[True] >= 300
    assert result[False] >= 30
    assert result[None] <= 100
