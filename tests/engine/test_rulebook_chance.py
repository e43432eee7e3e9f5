"""The odds and lengths that are shown: known of every game as it can be played, and short."""

from __future__ import annotations

import pytest

from engine.rulebook.odds import KNOWN, chance
from engine.variants import rules_for
from tests.support.varieties import ALL_RULES


def test_every_game_as_it_can_be_played_has_its_odds_and_its_length() -> None:
    for rules in ALL_RULES:
        for grade in (None, 1, 2, 3, 4, 5):
            known = chance(rules, grade)
            assert known is not None, rules
            assert 1 <= known.won <= known.deals
            assert 52 <= known.moves < 200


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
def test_odds_are_told_in_small_numbers(
    key: str, cells: int, house: str, shown: tuple[int, int, int]
) -> None:
    assert chance(rules_for(key, cells, house)) == shown


def test_small_numbers_are_near_the_truth() -> None:
    for key, known in KNOWN.items():
        for odds in known.odds:
            shown = chance(rules_for(key, odds.cells))
            assert shown is not None
            assert shown.won / shown.deals == pytest.approx(float(odds.percent) / 100, rel=0.06)


def test_harder_deals_are_longer() -> None:
    for rules in ALL_RULES:
        easy, hard = chance(rules, 1), chance(rules, 5)
        assert easy is not None
        assert hard is not None
        assert easy.moves < hard.moves
