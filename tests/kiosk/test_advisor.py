"""A real solver process: it replies, idles, is killed and restarted."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import Game
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from engine.variants import VARIANTS, find_rules
from kiosk import child_process
from kiosk.effects import SolverAnswer, Think
from kiosk.solver_process.worker import SEARCH_BYTES, SEARCH_BYTES_SMALL_MACHINE, get_search_limit
from tests.support.asker import EASY, HARD, LOST, Asker, cpu, has_ended, wins
from tests.support.running import wait_until


@pytest.fixture
def asker() -> Iterator[Asker]:
    asker = Asker()
    yield asker
    asker.advisor.close()


def test_nothing_is_started_before_the_first_question(asker: Asker) -> None:
    assert asker.advisor.pid is None
    assert not asker.look()
    asker.advisor.cancel()
    assert asker.advisor.pid is None


def test_every_game_is_answered_by_the_same_process(asker: Asker) -> None:
    processes = set()
    for variant in VARIANTS:
        for cells in variant.cells:
            rules = find_rules(variant.key, cells or None, variant.house_rules)
            game = Game.begin(rules, 3)
            advice = asker.ask(game)
            assert advice.verdict is solve(rules, game.position).verdict
            assert wins(game, advice) or not advice.moves
            processes.add(asker.advisor.pid)
    assert len(processes) == 1


def test_a_lost_game_is_reported_at_once_and_later_where_it_was_lost(asker: Asker) -> None:
    moves = "7-h 8-a 8-b 7-c 4-6 c-1 4-c c-1 4-c 4-1 a-2 1-a a-1 1-a a-1 6-a 6-3 a-3 1-a"
    game = Game.begin(find_rules("bakers-game", 3), 12).play_moves(moves.split())
    advice = asker.ask(game, game.step_index)
    assert asker.heard == [SolverAnswer(Verdict.LOST, is_final=False)]
    assert (advice.verdict, advice.moves_back) == (Verdict.LOST, 3)
    assert wins(game, advice)
    assert asker.ask(game, 2) == SolverAnswer(Verdict.LOST)


def test_it_works_at_low_priority_and_holds_nothing_of_the_game(asker: Asker) -> None:
    asker.ask(EASY)
    process = asker.advisor.pid
    assert process is not None
    assert os.getpriority(os.PRIO_PROCESS, process) == 19
    assert {entry.name for entry in Path(f"/proc/{process}/fd").iterdir()} == {"0", "1", "2"}
    assert Path(f"/proc/{process}/cwd").resolve() == Path("/")
    before = cpu(process)
    time.sleep(0.3)
    assert cpu(process) == before


def test_only_the_last_question_is_answered(asker: Asker) -> None:
    asker.begin(HARD)
    assert asker.ask(LOST).verdict is Verdict.LOST
    asker.advisor.ask(Think(HARD, 0))
    assert asker.ask(EASY).verdict is Verdict.WINNABLE
    asker.advisor.ask(Think(LOST, 0))
    asker.advisor.cancel()
    time.sleep(0.2)
    asker.look()
    assert not asker.heard


def test_whoever_rests_uses_no_processor(asker: Asker) -> None:
    asker.begin(HARD)
    process = asker.advisor.pid
    assert process is not None
    wait_until("thinking", lambda: cpu(process) > 20)
    asker.advisor.cancel()
    time.sleep(0.2)
    before = cpu(process)
    time.sleep(0.3)
    assert cpu(process) <= before + 1
    assert not asker.heard


def test_asking_takes_no_time_even_while_it_thinks_or_stands_still(asker: Asker) -> None:
    asker.begin(HARD)
    process = asker.advisor.pid
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    began = time.process_time()
    for _ in range(200):
        asker.advisor.ask(Think(HARD, 0))
        asker.look()
    assert time.process_time() - began < 1.0


def test_killed_in_mid_thought_it_is_started_again(asker: Asker) -> None:
    asker.begin(HARD)
    first = asker.advisor.pid
    assert first is not None
    wait_until("thinking", lambda: cpu(first) > 20)
    os.kill(first, signal.SIGKILL)
    wait_until("its end to be noticed", asker.look)
    assert asker.advisor.pid not in (None, first)
    assert asker.ask(EASY).verdict is Verdict.WINNABLE
    assert not asker.heard


def test_killed_while_it_rests_it_is_started_with_the_next_question(asker: Asker) -> None:
    asker.ask(EASY)
    first = asker.advisor.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until("its end to be noticed", asker.look)
    assert asker.advisor.pid is None
    assert not asker.sleeper.watched
    assert asker.ask(LOST).verdict is Verdict.LOST


def test_closing_takes_no_time_while_it_thinks() -> None:
    asker = Asker()
    asker.begin(HARD)
    process = asker.advisor.pid
    assert process is not None
    began = time.monotonic()
    asker.advisor.close()
    assert time.monotonic() - began < 0.5
    assert has_ended(process)


def test_closing_does_not_wait_for_a_slow_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "EXIT_WAIT_SECONDS", 0.0)
    asker = Asker()
    asker.begin(HARD)
    process = asker.advisor.pid
    assert process is not None
    asker.advisor.close()
    assert asker.advisor.pid is None
    wait_until("its end", lambda: has_ended(process))


@pytest.mark.parametrize(
    ("meminfo", "search_bytes"),
    [
        ("MemTotal:       16316420 kB\nMemFree: 1 kB\n", SEARCH_BYTES),
        ("MemFree: 1 kB\nMemTotal:         439232 kB\n", SEARCH_BYTES_SMALL_MACHINE),
        ("MemTotal:", SEARCH_BYTES_SMALL_MACHINE),
        ("", SEARCH_BYTES_SMALL_MACHINE),
    ],
)
def test_a_small_machine_gives_little_memory(meminfo: str, search_bytes: int) -> None:
    assert get_search_limit(lambda: meminfo) == search_bytes
