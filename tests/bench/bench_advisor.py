"""The solver beside the game: frames while it works, and how soon a hint is answered."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.game import Game
from engine.movegen import legal_moves
from engine.position import Move
from engine.solver.verdict import Verdict
from engine.variants import VARIANTS, Rules, find_rules
from kiosk.effects import Think
from kiosk.solver_process.client import SolverClient, build_worker_command
from tests.bench.program import start_game, start_program, start_screen

HARD = "GM1-C0-AAAAD7K"
"""A deal on which the solver works for some seconds."""
DEALS = 8
"""Winnable deals of each game; a number on the command line overrides it."""
FIRST, TRIED = 1001, 100
"""The first deal number, and how many are tried where few are winnable."""
MAX_MOVES = 200
"""Moves after which a game is left alone."""
MAX_WAIT_SECONDS = 60.0
"""Seconds after which a question is left alone."""

DRAG_PROGRAM = """
import sys, threading, time
from kiosk.display.sdl import load_pygame
load_pygame()
import pygame
from kiosk.display import window
from kiosk.solver_process import client
from kiosk.input import event_source as events
from kiosk.scenes.table import table_scene

HINT, SECONDS = sys.argv.pop(1) == "hint", 5.0
shown, frames, loops, started, scenes = window.Window.show, [], [], [], []
begin, build = client.SolverClient._start, events.SdlEventSource.__init__
make = table_scene.TableScene.__init__
def show(self, frame):
    shown(self, frame)
    frames.append(time.monotonic())
def tell(self):
    begin(self)
    started.append(self.pid)
def keep(self, driver):
    build(self, driver)
    loops.append(self)
def lay(self, *words):
    make(self, *words)
    scenes.append(self)
window.Window.show, client.SolverClient._start = show, tell
events.SdlEventSource.__init__, table_scene.TableScene.__init__ = keep, lay
def post(kind, **facts):
    pygame.event.post(pygame.event.Event(kind, facts))
    loops[0].wake()
def cpu():
    fields = open(f"/proc/{started[0]}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
def drag():
    time.sleep(1.0)
    cards = scenes[0].collect_boxes(0.0)["cards"]
    left, top, wide, high = max(cards.values(), key=lambda box: box[1])
    pressed = time.monotonic()
    if HINT:
        post(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h")
        post(pygame.KEYUP, key=pygame.K_h, mod=0, unicode="")
        time.sleep(0.5)
    place = (left + wide // 2, top + high // 2)
    post(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)
    seen = [at - pressed for at in frames if at > pressed]
    del frames[:]
    before, end, step = cpu() if HINT else 0.0, time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        step += 1
        at = (100 + step * 5 % 500, 150 + step * 3 % 200)
        post(pygame.MOUSEMOTION, pos=at, rel=(5, 3), buttons=(1, 0, 0), touch=False)
        time.sleep(1 / 60)
    gaps = sorted(b - a for a, b in zip(frames, frames[1:]))
    print(len(frames), gaps[len(gaps) // 2], gaps[-1])
    print(*((cpu() - before, seen[0]) if HINT else ()), flush=True)
    post(pygame.QUIT)
threading.Thread(target=drag, daemon=True).start()
from kiosk.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def measure_drag(environment: dict[str, str]) -> None:
    """Print the gaps between the frames of a drag, with the solver at rest and at work."""
    more: list[float] = []
    for word, name in (("alone", "solver at rest"), ("hint", "solver at work")):
        with tempfile.TemporaryDirectory() as folder:
            process = start_program(
                DRAG_PROGRAM, word, *start_game(Path(folder), HARD), environment=environment
            )
            assert process.stdout is not None
            frames, median, longest, *more = map(float, process.stdout.read().split())
            process.wait()
        print(
            f"drag of 5 s, {name}: {frames:.0f} frames, gap median {median * 1e3:.0f} ms, "
            f"longest {longest * 1e3:.0f} ms",
            flush=True,
        )
    busy, seen = more
    print(
        f"the solver used {busy:.1f} CPU seconds meanwhile; "
        f"'Thinking' was seen {seen * 1e3:.0f} ms after the first press of Hint (goal at most 100)",
        flush=True,
    )


class FdRecorder:
    """A wake-up registry without effect: the benchmark polls every millisecond."""

    def add_fd(self, fd: int) -> None:
        """Not needed."""

    def remove_fd(self, fd: int) -> None:
        """Not needed."""


class TimedAnswer(NamedTuple):
    """The result of a request, its seconds, and the processor seconds used."""

    verdict: Verdict
    moves: tuple[Move, ...]
    seconds: float
    used: float


def ask_solver(advisor: SolverClient, game: Game) -> TimedAnswer:
    """Ask about a position of which nothing is known, and wait."""
    began, before = time.monotonic(), get_cpu_seconds(advisor)
    advisor.ask(Think(game, 0))
    while (now := time.monotonic()) < began + MAX_WAIT_SECONDS:
        due = advisor.next_deadline(now)
        answers = advisor.poll_answers() if due is not None and due <= now else []
        if answers:
            verdict, moves, _, _ = answers[0]
            return TimedAnswer(verdict, moves, now - began, get_cpu_seconds(advisor) - before)
        time.sleep(0.001)
    return TimedAnswer(Verdict.UNKNOWN, (), MAX_WAIT_SECONDS, get_cpu_seconds(advisor) - before)


def get_cpu_seconds(advisor: SolverClient) -> float:
    """Seconds of a processor that the solver has used so far."""
    if advisor.pid is None:
        return 0.0
    fields = Path(f"/proc/{advisor.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_answers(advisor: SolverClient, rules: Rules, number: int) -> list[TimedAnswer]:
    """Collect answers about positions on the way to win, one move in five being random.

    Of a deal that is not known to be winnable there are none.
    """
    random, answers = Random(number), []
    game = Game.begin(rules, number)
    line = ask_solver(advisor, game).moves
    while line and game.state == "playing" and game.step_index < MAX_MOVES:
        if random.random() < 0.2:
            game, line = game.play(random.choice(legal_moves(rules, game.position))), ()
        else:
            game, line = game.play(line[0]), line[1:]
        if game.state == "playing" and (not line or random.random() < 0.1):
            answers.append(ask_solver(advisor, game))
            line = answers[-1].moves
    return answers


def measure_hints(deals: int) -> None:
    """Print for every game how soon hints were answered, each asked as the first of its game."""
    advisor = SolverClient(FdRecorder(), time.monotonic, build_worker_command)
    for variant in VARIANTS:
        for cells in variant.cells:
            rules = find_rules(variant.key, cells or None)
            name = f"{variant.key} {cells}" if cells else variant.key
            print_report(name, 1.0 if cells else 3.0, collect_results(advisor, rules, deals))
    advisor.close()


def collect_results(advisor: SolverClient, rules: Rules, deals: int) -> list[TimedAnswer]:
    """Collect the answers about the positions of up to `deals` winnable deals."""
    answers: list[list[TimedAnswer]] = []
    for number in range(FIRST, FIRST + TRIED):
        answers.append(measure_answers(advisor, rules, number))
        if sum(map(bool, answers)) == deals:
            break
    return [one for answered in answers for one in answered]


def print_report(name: str, limit: float, answers: list[TimedAnswer]) -> None:
    """Print what share was decided in time: on the clock, and where nothing else would run."""
    if not answers:
        print(f"hint {name:17} none of these deals is known to be winnable", flush=True)
        return
    sure = [one for one in answers if one.verdict is not Verdict.UNKNOWN]
    shares = [
        sum(seconds <= limit for seconds in times) / len(answers)
        for times in ([one.seconds for one in sure], [one.used for one in sure])
    ]
    print(
        f"hint {name:17} {len(answers):4} positions, solved within {limit:.0f} s: {shares[0]:6.1%} "
        f"(processor time: {shares[1]:6.1%}; goal 95 %), not decided: {len(answers) - len(sure)}",
        flush=True,
    )


def main() -> None:
    """Measure both."""
    with start_screen() as environment:
        measure_drag(environment)
    measure_hints(int(sys.argv[1]) if sys.argv[1:] else DEALS)


if __name__ == "__main__":
    main()
