"""Whole games as files: the moves, and in the comments above them the code and how it ended.

Each can be played by `python -m engine play CODE --moves FILE` as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.codes import decode
from engine.game import Game

REPLAY_FOLDER = Path(__file__).parent.parent / "engine" / "replays"


class RecordedGame(NamedTuple):
    """A game that was played to its end."""

    path: Path
    code: str
    score: str
    state: str
    moves: list[str]

    def list_games(self) -> list[Game]:
        """The game after no move, after one, and so on to the end."""
        games = [Game.begin(*decode(self.code))]
        for text in self.moves:
            games.append(games[-1].apply_entry(text))
        return games


def load_recorded_game(path: Path) -> RecordedGame:
    """Reads one file."""
    lines = path.read_text().splitlines()
    facts = dict(
        line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line
    )
    moves = [word for line in lines if not line.startswith("#") for word in line.split()]
    return RecordedGame(path, facts["code"], facts["score"], facts["state"], moves)


RECORDED_GAMES = [load_recorded_game(path) for path in sorted(REPLAY_FOLDER.glob("*.game"))]
