"""Verdicts on deals 1 to 400 that three programs agree on, and a check of solutions."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from engine.game import Game
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules, find_rules

VERDICTS_FILE = Path(__file__).parent.parent / "engine" / "vectors" / "verdicts.csv"


class KnownVerdicts(NamedTuple):
    """Verdicts of one game, a letter for each deal: w winnable, l lost, u unknown."""

    rules: Rules
    verdicts: str

    def get_verdict(self, number: int) -> Verdict | None:
        return {"w": Verdict.WINNABLE, "l": Verdict.LOST}.get(self.verdicts[number - 1])


def _read_verdicts() -> list[KnownVerdicts]:
    with VERDICTS_FILE.open(encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        return [
            KnownVerdicts(find_rules(line["game"], int(line["cells"])), line["verdicts"])
            for line in lines
        ]


KNOWN_VERDICTS = _read_verdicts()


def check_solution(game: Game, solution: Solution) -> None:
    """Assert that the moves win, and that there are some only for a winnable game."""
    for move in solution.moves:
        game = game.play(move)
    assert (game.state == "won") == (solution.verdict is Verdict.WINNABLE)
    assert solution.verdict is Verdict.WINNABLE or solution.moves == ()
