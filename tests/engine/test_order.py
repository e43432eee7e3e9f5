"""The order of moves is pinned: counts cannot see it, but solvers and hints follow it."""

from __future__ import annotations

import pytest

from engine.variants import Rules, find_rules
from tests.support.tables import BAKERS_GAME, KINGS_ONLY, SPANISH, format_legal_moves


@pytest.mark.parametrize(
    ("rules", "drawing", "moves"),
    [
        pytest.param(
            find_rules("bakers-game", 3),
            "Foundations: S-4\nFreecells: KC - 9H\n9S 8S 5S\nTS\n:\nTH\nQD\n4D\nJC\n2C",
            "1-3 1-b 1-h 2-3 2-b 4-3 4-b 5-3 5-b 6-3 6-b 7-3 7-b 8-3 8-b a-3 c-3 c-4",
            id="sources, then targets: columns, cells, home",
        ),
        pytest.param(
            BAKERS_GAME,
            "Freecells: KC KD KH KS\n9S 8S 7S\nTS\n:\n:\nQD\n4D\nJC\n2C",
            "1-2*3 1-3 1-3*2 1-4 1-4*2 2-3 2-4"
            " 5-3 5-4 6-3 6-4 7-3 7-4 8-3 8-4 a-3 a-4 b-3 b-4 c-3 c-4 d-3 d-4",
            id="few cards before many",
        ),
        pytest.param(
            KINGS_ONLY,
            "Foundations: C-3 H-2\nFreecells: AS 9D - 2S\n4C\n3H\n7S KS QS\n:\nJD\nJC\nJH\nJS",
            "1-c 1-h 2-c 2-h 3-4*2 3-c 5-c 6-c 7-c 8-3 8-c a-h hC-1 hC-c hH-2 hH-c",
            id="foundations last, in the order C D H S",
        ),
        pytest.param(
            SPANISH,
            "Foundations: H-A D-A\n2S\n3D\n2C",
            "1-2 1-h 3-2 3-h",
            id="home is one target",
        ),
    ],
)
def test_the_order_of_moves(rules: Rules, drawing: str, moves: str) -> None:
    assert format_legal_moves(drawing, rules) == moves
