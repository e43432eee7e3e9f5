"""The solver in plain Python and compiled, and fc-solve where installed, on the same deals."""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.deals import deal
from engine.notation import format_board
from engine.variants import VARIANTS, Rules, find_rules
from tests.support.compiled import can_compile, compiled_engine, plain_engine

GAMES = {"bakers-game": "bakers_game", "kings-only": "kings_only_bakers_game"}
"""The games that fc-solve can play, by its names for them."""
PRESET = "toons-for-twenty-somethings"
FC_SOLVE_MAX_STATES = 3_000_000
"""Positions after which fc-solve gives up."""

# Runs with a copy of the engine as the working folder. Processor time, because machines are busy.
SOLVE_PROGRAM = """
import gc, json, sys, time
from engine.deals import deal
from engine.solver.search import Search
from engine.variants import find_rules
key, cells, house, first, last = sys.argv[1], *map(str, sys.argv[2:])
rules = find_rules(key, int(cells), house)
gc.freeze()
for number in range(int(first), int(last) + 1):
    position = deal(rules, number)
    start = time.process_time()
    solution = Search(rules, position, should_shorten=False).advance(10**9)
    print(json.dumps([solution.verdict, solution.states, time.process_time() - start]))
"""


class DealResult(NamedTuple):
    """A program's result for one deal."""

    verdict: str
    states: int
    """Positions looked at, as the program counts them."""
    seconds: float


Solver = Callable[[Rules, range], Iterator[DealResult]]


def run_our_solver(folder: Path) -> Solver:
    """The solver in that folder."""

    def solve(rules: Rules, numbers: range) -> Iterator[DealResult]:
        words = [rules.variant.key, rules.cells, rules.house_rules, numbers.start, numbers.stop - 1]
        command = [sys.executable, "-c", SOLVE_PROGRAM, *map(str, words)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            yield DealResult(*json.loads(line))

    return solve


def run_fc_solve(options: list[str]) -> Solver:
    """The solver of that name; the start of its process is taken off its time."""

    def solve(rules: Rules, numbers: range) -> Iterator[DealResult]:
        game = ["-g", GAMES[rules.variant.key], "--freecells-num", str(rules.cells)]
        words = ["fc-solve", *game, *options, "-mi", str(FC_SOLVE_MAX_STATES), "-"]
        won = "Foundations: H-Q C-K D-K S-K\nKH\n" + ":\n" * 7
        start = min(run_solver(words, won)[1] for _ in range(5))
        for number in numbers:
            board = format_board(deal(rules, number), rules).splitlines()
            output, seconds = run_solver(words, "\n".join(board[2:]) + "\n")
            states = int(output.partition("states checked is ")[2].split(".")[0])
            verdict = "unknown" if states >= FC_SOLVE_MAX_STATES else "lost"
            verdict = "winnable" if "solveable" in output else verdict
            yield DealResult(verdict, states, max(seconds - start, 0.0))

    return solve


def run_solver(words: list[str], stdin: str) -> tuple[str, float]:
    """Return the output of a command and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(words, input=stdin, capture_output=True, text=True, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def format_row(name: str, results: list[DealResult]) -> str:
    """One line of the table."""
    counts = [
        sum(result.verdict == verdict for result in results)
        for verdict in ("winnable", "lost", "unknown")
    ]
    seconds = sorted(result.seconds for result in results)
    states = sorted(result.states for result in results)
    middle, most = len(results) // 2, int(len(results) * 0.95)
    speed = f"{sum(states) / sum(seconds):>10,.0f}" if sum(seconds) else ""
    return (
        f"  {name:<22}{counts[0]:>5}{counts[1]:>5}{counts[2]:>5}"
        f"{states[middle]:>9,}{states[most]:>9,}{states[-1]:>10,}"
        f"{seconds[middle]:>9.4f}{seconds[most]:>8.3f}{sum(seconds):>9.3f}{speed}"
    )


def list_game_varieties(every: bool) -> Iterator[Rules]:
    """Every game with every number of cells; the house rules too where all is asked for."""
    for record in VARIANTS:
        for cells in record.cells:
            yield find_rules(record.key, cells)
        if every and record.house_rules:
            for house_rules in (*record.house_rules, record.house_rules):
                yield find_rules(record.key, None, house_rules)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="deals 1 to N of each game")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--house", action="store_true", help="with house rules too")
    parser.add_argument("--plain", action="store_true", help="nothing compiled, no fc-solve")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs: dict[str, Solver] = {
            "plain Python": run_our_solver(plain_engine(Path(folder) / "plain"))
        }
        others: dict[str, Solver] = {}
        if not args.plain and can_compile():
            print(f"nothing is compiled: {can_compile()}")
        elif not args.plain:
            programs["compiled by mypyc"] = run_our_solver(
                compiled_engine(Path(folder) / "compiled")
            )
        if not args.plain and shutil.which("fc-solve"):
            others["fc-solve"] = run_fc_solve([])
            others["fc-solve, toons"] = run_fc_solve(["--load-config", PRESET])
        print("deals, positions (median, 95 %, most), processor seconds (median, 95 %, all), speed")
        for rules in list_game_varieties(args.house):
            if args.game in (None, rules.variant.key):
                print_table(rules, range(1, args.deals + 1), programs, others)


def print_table(
    rules: Rules, numbers: range, programs: dict[str, Solver], others: dict[str, Solver]
) -> None:
    """Prints the lines of one game."""
    cells = f", {rules.cells} cells" if rules.cells else ""
    house_rules = f", house rules {rules.house_rules}" if rules.house_rules else ""
    print(f"{rules.variant.name}{cells}{house_rules}".ljust(24) + "  won lost   ?", flush=True)
    playing = {**programs, **(others if rules.variant.key in GAMES else {})}
    for name, solver in playing.items():
        print(format_row(name, list(solver(rules, numbers))), flush=True)


if __name__ == "__main__":
    main()
