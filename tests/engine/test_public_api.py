"""The names that can be imported from `engine`."""

from __future__ import annotations

import subprocess
import sys

import pytest

import engine


def test_every_public_name_can_be_imported() -> None:
    assert [name for name in engine.__all__ if getattr(engine, name, None) is None] == []


def test_a_game_is_played_and_solved_by_public_names_alone() -> None:
    rules = engine.find_rules("bakers-game")
    game = engine.Game.begin(rules, 1)
    assert engine.decode(engine.encode(rules, 1)) == (rules, 1)
    assert engine.deal(rules, 1) == game.position
    solution = engine.solve(rules, game.position)
    assert solution.verdict is engine.Verdict.WINNABLE
    for move in solution.moves:
        assert move in engine.legal_moves(rules, game.position)
        game = game.play(move)
    assert game.state == "won"


def test_the_package_loads_no_solver_until_it_is_used() -> None:
    script = (
        "import sys, engine\n"
        "print([name for name in sys.modules if name.startswith('engine.solver')])\n"
        "print(engine.solve.__module__, 'engine.solver' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "[]\nengine.solver.search True\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'shuffle'"):
        engine.shuffle  # noqa: B018
