"""Somebody who asks a real solver's process, as the game does, and looks whether it still runs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from engine.game import Game
from engine.notation import move_text
from engine.variants import rules_for
from kiosk.effects import Advice, Effect, Think
from kiosk.solver_process.client import Advisor, command
from kiosk.solver_process.protocol import Question
from kiosk.solver_process.worker import Thinking
from tests.support.running import until

EASY = Game.begin(rules_for("bakers-game"), 2)
LOST = Game.begin(rules_for("kings-only"), 1)
HARD = Game.begin(rules_for("good-measure"), 4)
"""Some seconds are spent on this one."""


class Sleeper:
    """Nobody sleeps here, but it is known what would wake."""

    def __init__(self) -> None:
        self.watched: set[int] = set()

    def watch(self, fd: int) -> None:
        self.watched.add(fd)

    def unwatch(self, fd: int) -> None:
        os.fstat(fd)
        self.watched.remove(fd)


class Asker:
    """The game's side, which looks now and then, as the loop does, and never waits."""

    def __init__(self, told: Callable[[], list[str]] = command) -> None:
        self.sleeper, self.later = Sleeper(), 0.0
        self.advisor = Advisor(self.sleeper, lambda: time.monotonic() + self.later, told)
        self.heard: list[Advice] = []

    def look(self) -> bool:
        """Whether something was to be done."""
        now = time.monotonic() + self.later
        due = self.advisor.due(now)
        if due is None or due > now:
            return False
        self.heard += self.advisor.answers()
        return True

    def begin(self, game: Game, steps: int = 0) -> None:
        """Ask, and see the process started."""
        self.advisor.ask(Think(game, steps))
        until("the process", lambda: self.look() or self.advisor.process)

    def ask(self, game: Game, steps: int = 0) -> Advice:
        """Ask and wait for the last answer."""
        self.advisor.ask(Think(game, steps))
        until("an answer", lambda: self.look() and self.heard and self.heard[-1].last)
        return self.heard.pop()


def wins(game: Game, advice: Advice) -> bool:
    """Whether the moves win from where the advice says."""
    game = game.back(advice.back) if advice.back else game
    return game.follow(map(move_text, advice.moves)).state == "won"


def is_gone(process: int) -> bool:
    """Whether the process has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def cpu(process: int) -> int:
    """How many ticks of a processor it has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def thought(think: Think, max_states: int = 20_000) -> list[Advice]:
    """All that the solver answers, found out on the spot."""
    game = think.game
    steps = game.steps[game.at - think.steps : game.at + 1]
    question = Question(1, game.rules, tuple(step.position for step in steps))
    thinking, found = Thinking(question, max_states, 100_000_000), []
    while not thinking.done:
        advice = thinking.advance(1000)
        found += [advice] if advice else []
    return found


class Prompt:
    """An advisor that knows everything at once. It is `advisor.nobody.Asked`."""

    def __init__(self) -> None:
        self.asked: Think | None = None
        self.questions: list[Think] = []

    def due(self, now: float) -> float | None:
        return now if self.asked else None

    def ask(self, think: Think) -> None:
        self.asked = think
        self.questions.append(think)

    def rest(self) -> None:
        self.asked = None

    def answers(self) -> list[Advice]:
        asked, self.asked = self.asked, None
        return thought(asked) if asked else []


def thinks(effects: list[Effect]) -> list[Think]:
    """What is asked among these effects."""
    return [effect for effect in effects if isinstance(effect, Think)]


STRAYED = "7-h 8-a 8-b 7-c 4-6 c-1 4-c c-1 4-c 4-1 a-2 1-a a-1 1-a a-1 6-a 6-3 a-3 1-a"
"""Moves of Baker's Game with 3 cells, deal 12, of which the last three are past hope."""


def strayed(undo_limit: int = 100) -> Game:
    """That game as it lies there."""
    return Game.begin(rules_for("bakers-game", 3), 12, undo_limit).follow(STRAYED.split())
