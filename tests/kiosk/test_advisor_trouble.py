"""Failures of the solver process: it does not start, answers nonsense, or the game has ended."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from engine.notation import format_move
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from kiosk.effects import SolverAnswer
from kiosk.solver_process.client import MAX_RESTARTS, RESTART_WINDOW_SECONDS
from tests.support.asker import EASY, HARD, Asker, cpu, has_ended, wins
from tests.support.running import HEADLESS_ENVIRONMENT, ROOT, wait_until, wait_until_ended


def test_what_ends_again_and_again_is_left_alone_for_a_while(tmp_path: Path) -> None:
    tally = tmp_path / "starts"
    tally.touch()
    program = f"open({str(tally)!r}, 'a').write('x')"
    asker = Asker(lambda: [sys.executable, "-I", "-S", "-c", program])
    for _ in range(4):
        assert asker.ask(EASY) == SolverAnswer(Verdict.UNKNOWN)
    assert len(tally.read_text()) == MAX_RESTARTS
    asker.later = RESTART_WINDOW_SECONDS
    asker.ask(EASY)
    assert len(tally.read_text()) > MAX_RESTARTS
    asker.advisor.close()


@pytest.mark.parametrize("command", [[""], ["/no/such/program"], ["\0"]])
def test_what_cannot_be_started_knows_nothing(command: list[str]) -> None:
    asker = Asker(lambda: command)
    assert asker.ask(EASY) == SolverAnswer(Verdict.UNKNOWN)
    assert not asker.look()


def build_answering_command(*lines: str) -> Callable[[], list[str]]:
    """Return the command of a process that answers each question with these lines."""
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    number = str(json.loads(line).get('question'))\n"
        "    for answer in sys.argv[1:]:\n"
        "        print(answer.replace('NUMBER', number), flush=True)\n"
    )
    return lambda: [sys.executable, "-I", "-S", "-c", program, *lines]


def format_answer(**claims: object) -> str:
    plain = {"verdict": "unknown", "moves": [], "moves_back": 0, "is_final": True}
    text = json.dumps({"question": 0, **plain, **claims})
    return text.replace('"question": 0', '"question": NUMBER')


LINE = [format_move(move) for move in solve(EASY.rules, EASY.position).moves]
NONSENSE = ("", "{", "null", "[]", "7", '"x"', "[" * 100_000, '{"question": NUMBER7}', "\x7fELF")


def test_nonsense_is_passed_over() -> None:
    asker = Asker(build_answering_command(*NONSENSE, format_answer(verdict="winnable", moves=LINE)))
    advice = asker.ask(EASY)
    assert advice.verdict is Verdict.WINNABLE
    assert wins(EASY, advice)
    asker.advisor.close()


@pytest.mark.parametrize(
    "claims",
    [
        {"verdict": "winnable"},
        {"verdict": "winnable", "moves": LINE[:-1]},
        {"verdict": "winnable", "moves": [*LINE, "1-a"]},
        {"verdict": "winnable", "moves": ["1-1"]},
        {"verdict": "winnable", "moves": ["x" * 1000]},
        {"verdict": "winnable", "moves": [7]},
        {"verdict": "winnable", "moves": LINE, "moves_back": 1},
        {"verdict": "winnable", "moves": LINE, "moves_back": -1},
        {"verdict": "winnable", "moves": LINE, "moves_back": "far"},
        {"verdict": "lost", "moves": LINE},
        {"verdict": "splendid"},
        {"verdict": []},
        {"moves": LINE},
    ],
)
def test_a_claim_that_is_not_so_counts_as_none(claims: Mapping[str, object]) -> None:
    asker = Asker(build_answering_command(format_answer(**claims)))
    assert asker.ask(EASY) == SolverAnswer(Verdict.UNKNOWN)
    asker.advisor.close()


CLIENT_PROGRAM = """
import os, sys, tempfile, time
folder = tempfile.mkdtemp()
os.chdir(folder)
os.rmdir(folder)
from engine.game import Game
from engine.variants import find_rules
from kiosk.solver_process.client import SolverClient, build_worker_command
from kiosk.effects import Think
class Sleeper:
    add_fd = remove_fd = lambda self, fd: None
advisor = SolverClient(Sleeper(), time.monotonic, build_worker_command)
advisor.ask(Think(Game.begin(find_rules(sys.argv[1]), int(sys.argv[2])), 0))
found = []
while not found:
    found = advisor.poll_answers()
    if sys.argv[3:]:
        print(advisor.pid, flush=True)
        time.sleep(60)
    time.sleep(0.01)
print(found[0].verdict)
advisor.close()
"""


def build_client_command(*arguments: str) -> list[str]:
    roots = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    return [sys.executable, "-W", "error", "-c", roots + CLIENT_PROGRAM, *arguments]


def test_it_works_from_a_deleted_directory_and_without_an_environment() -> None:
    done = subprocess.run(
        build_client_command("bakers-game", "2"),
        env={},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("winnable\n", "")


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_it_is_gone_within_a_second_when_the_game_is(by: signal.Signals) -> None:
    with subprocess.Popen(
        build_client_command("good-measure", "4", "stay"),
        stdout=subprocess.PIPE,
        cwd="/",
        text=True,
    ) as game:
        assert game.stdout is not None
        worker = int(game.stdout.readline())
        wait_until("thinking", lambda: cpu(worker) > 20)
        game.send_signal(by)
        game.wait()
    wait_until("its end", lambda: has_ended(worker), patience=1.0)


PLAYED = """
import sys
from kiosk.display.sdl import load_pygame
load_pygame()
import pygame
from kiosk.solver_process import client
from kiosk.input import event_source as events
take, start = events.SdlEventSource.wait_for_events, client.SolverClient._start
def press(self, timeout):
    events.SdlEventSource.wait_for_events = take
    return [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h")]
def tell(self):
    start(self)
    print(self.pid, flush=True)
events.SdlEventSource.wait_for_events, client.SolverClient._start = press, tell
from kiosk.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_the_game_ends_within_a_second_while_the_solver_thinks(tmp_path: Path) -> None:
    words = ["--windowed", "320x240", "--code", HARD.code or "", "--state-dir", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYED, *words],
        env=HEADLESS_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        worker = int(game.stdout.readline())
        wait_until("thinking", lambda: cpu(worker) > 20)
        status, seconds, output = wait_until_ended(game, signal.SIGTERM)
    assert (status, output) == (0, "")
    assert seconds < 1.0
    assert has_ended(worker)
