"""Odds and solution lengths on the New game screen."""

from __future__ import annotations

import pytest

from engine.rulebook.odds import ODDS_AND_SOURCES, estimate_win_chance
from engine.variants import find_rules
from tests.support.varieties import SHIPPED_RULES


def test_every_game_has_odds_and_a_length() -> None:
    for rules in SHIPPED_RULES:
        for grade in (None, 1, 2, 3, 4, 5):
            known = estimate_win_chance(rules, grade)
            assert known is not None, rules
            assert 1 <= known.winnable <= known.deals
            assert 52 <= known.typical_moves < 200


@pytest.mark.parametrize(
    ("key", "cells", "house", "shown"),
    [
        ("bakers-game", 4, "", (3, 4, 92)),
        ("bakers-game", 1, "", (1, 480, 82)),
        ("kings-only", 4, "", (1, 3, 91)),
        ("kings-only", 1, "", (1, 10_000, 75)),
        ("bakers-dozen", 0, "", (199, 200, 80)),
        ("good-measure", 0, "", (12, 13, 85)),
        ("good-measure", 0, "G", (12, 13, 79)),
        ("spanish-patience", 0, "E", (100, 100, 77)),
    ],
)
def test_odds_are_shown_in_small_numbers(
    key: str, cells: int, house: str, shown: tuple[int, int, int]
) -> None:
    assert estimate_win_chance(find_rules(key, cells, house)) == shown


def test_small_numbers_are_near_the_exact_odds() -> None:
    for key, known in ODDS_AND_SOURCES.items():
        for odds in known.odds:
            shown = estimate_win_chance(find_rules(key, odds.cells))
            assert shown is not None
            assert shown.winnable / shown.deals == pytest.approx(
                float(odds.percent) / 100, rel=0.06
            )


def test_harder_deals_are_longer() -> None:
    for rules in SHIPPED_RULES:
        easy, hard = estimate_win_chance(rules, 1), estimate_win_chance(rules, 5)
        assert easy is not None
        assert hard is not None
        assert easy.typical_moves < hard.typical_moves
