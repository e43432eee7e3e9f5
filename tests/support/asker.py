"""A client of a real solver process, and a solver that replies at once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from engine.game import Game
from engine.notation import format_move
from engine.solver.verdict import Verdict
from engine.variants import find_rules
from kiosk.effects import Effect, SolverAnswer, Think
from kiosk.solver_process.client import SolverClient, build_worker_command
from kiosk.solver_process.protocol import SolverRequest
from kiosk.solver_process.worker import SolverJob
from tests.support.running import wait_until

EASY = Game.begin(find_rules("bakers-game"), 2)
LOST = Game.begin(find_rules("kings-only"), 1)
HARD = Game.begin(find_rules("good-measure"), 4)  # takes seconds


class Sleeper:
    """Record of the file descriptors that would wake the loop."""

    def __init__(self) -> None:
        self.watched: set[int] = set()

    def add_fd(self, fd: int) -> None:
        self.watched.add(fd)

    def remove_fd(self, fd: int) -> None:
        os.fstat(fd)
        self.watched.remove(fd)


class Asker:
    """The game's side, which polls the process as the loop does."""

    def __init__(self, command: Callable[[], list[str]] = build_worker_command) -> None:
        self.sleeper, self.later = Sleeper(), 0.0
        self.advisor = SolverClient(self.sleeper, lambda: time.monotonic() + self.later, command)
        self.heard: list[SolverAnswer] = []

    def look(self) -> bool:
        """Poll if the deadline has come; return True then."""
        now = time.monotonic() + self.later
        due = self.advisor.next_deadline(now)
        if due is None or due > now:
            return False
        self.heard += self.advisor.poll_answers()
        return True

    def begin(self, game: Game, steps: int = 0) -> None:
        """Send a request, and wait until the process runs."""
        self.advisor.ask(Think(game, steps))
        wait_until("the process", lambda: self.look() or self.advisor.pid)

    def ask(self, game: Game, steps: int = 0) -> SolverAnswer:
        """Send a request, and return the final answer."""
        self.advisor.ask(Think(game, steps))
        wait_until("an answer", lambda: self.look() and self.heard and self.heard[-1].is_final)
        return self.heard.pop()


def wins(game: Game, advice: SolverAnswer) -> bool:
    """Return True if the answer's moves win, from the position that it names."""
    game = game.go_back(advice.moves_back) if advice.moves_back else game
    return game.play_moves(map(format_move, advice.moves)).state == "won"


def has_ended(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def cpu(process: int) -> int:
    """Return the processor time used, in clock ticks."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def solve_now(think: Think, max_states: int = 20_000) -> list[SolverAnswer]:
    """Return all answers of the solver, computed in this process."""
    game = think.game
    steps = game.steps[game.step_index - think.step_count : game.step_index + 1]
    question = SolverRequest(1, game.rules, tuple(step.position for step in steps))
    thinking, answers = SolverJob(question, max_states, 100_000_000), []
    while not thinking.is_done:
        advice = thinking.advance(1000)
        answers += [advice] if advice else []
    return answers


class NullSolver:
    """Solver without a process: every answer is "unknown"."""

    def __init__(self) -> None:
        self._is_asked = False

    def next_deadline(self, now: float) -> float | None:
        return now if self._is_asked else None

    def ask(self, request: Think) -> None:
        self._is_asked = True

    def cancel(self) -> None:
        self._is_asked = False

    def poll_answers(self) -> list[SolverAnswer]:
        was_asked, self._is_asked = self._is_asked, False
        return [SolverAnswer(Verdict.UNKNOWN)] if was_asked else []


class Prompt:
    """A solver that replies to each request at the next poll."""

    def __init__(self) -> None:
        self.asked: Think | None = None
        self.questions: list[Think] = []

    def next_deadline(self, now: float) -> float | None:
        return now if self.asked else None

    def ask(self, request: Think) -> None:
        self.asked = request
        self.questions.append(request)

    def cancel(self) -> None:
        self.asked = None

    def poll_answers(self) -> list[SolverAnswer]:
        asked, self.asked = self.asked, None
        return solve_now(asked) if asked else []


def thinks(effects: list[Effect]) -> list[Think]:
    return [effect for effect in effects if isinstance(effect, Think)]


# Of Baker's Game with 3 cells, deal 12; the game is lost before the last three.
STRAYED = "7-h 8-a 8-b 7-c 4-6 c-1 4-c c-1 4-c 4-1 a-2 1-a a-1 1-a a-1 6-a 6-3 a-3 1-a"


def strayed(undo_limit: int = 100) -> Game:
    return Game.begin(find_rules("bakers-game", 3), 12, undo_limit).play_moves(STRAYED.split())
