"""The verdicts of deals 1 to 400 that three programs agree on, and how a verdict is believed."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from engine.game import Game
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules, find_rules

VERDICTS_FILE = Path(__file__).parent.parent / "engine" / "vectors" / "verdicts.csv"


class KnownVerdicts(NamedTuple):
    """One game and what is known of its deals: w winnable, l lost, u not known."""

    rules: Rules
    verdicts: str

    def get_verdict(self, number: int) -> Verdict | None:
        """The verdict on a deal; None where it is not known."""
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
    """A line must win when it is played, and there is one only where the game can be won."""
    for move in solution.moves:
        game = game.play(move)
    assert (game.state == "won") == (solution.verdict is Verdict.WINNABLE)
    assert solution.verdict is Verdict.WINNABLE or solution.moves == ()
