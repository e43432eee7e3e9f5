"""The command `bank`: its files, its progress, its words."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from engine.bank.bank_file import Bank
from engine.bank.build import BankWriter, SearchProgress
from engine.deals import MAX_DEAL_NUMBER
from engine.variants import find_rules
from tests.support.banks import TWO_CELL_RULES, WINNABLE_NUMBERS, make_bank
from tests.support.commands import RunCommand, get_error_line

ROOT = Path(__file__).resolve().parents[2]


BUILD_COMMAND = ["bank", "build", "--game", "bakers-game", "--cells", "2"]


def test_a_growing_bank_is_written_now_and_then(tmp_path: Path) -> None:
    path = tmp_path / "bank"
    clock = iter((0.0, 1.0, 9.0, 9.0, 10.0))
    keeper = BankWriter(path, lambda: next(clock), make_bank(TWO_CELL_RULES))
    banks = [make_bank(TWO_CELL_RULES, (number, 1)) for number in (29, 33, 39)]
    keeper.update(banks[0])
    assert not path.exists()
    keeper.update(banks[1])
    assert Bank.load(path) == banks[1]
    keeper.update(banks[2])
    assert Bank.load(path) == banks[1]
    assert list(tmp_path.iterdir()) == [path]


def test_progress_is_a_line_every_few_seconds() -> None:
    pipe = StringIO()
    for stream in (pipe, None):
        clock = iter((0.0, 4.0, 6.0, 9.0, 11.5))
        progress = SearchProgress(stream, lambda clock=clock: next(clock), 10)  # type: ignore[misc]
        for found_count in (1, 2, 3, 4):
            progress.show(found_count, 7)
    assert pipe.getvalue() == "2 of 10 deals, up to deal 7\n4 of 10 deals, up to deal 7\n"


def test_a_build_goes_on_where_it_stopped(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "bank"
    whole = run(*BUILD_COMMAND, "--count", "4").out
    assert tuple(deal.number for deal in Bank.parse(whole).deals) == WINNABLE_NUMBERS
    assert Bank.parse(whole).last_number == WINNABLE_NUMBERS[-1]
    result = run(*BUILD_COMMAND, "--count", "2", "--out", str(path))
    assert (result.status, result.out.partition(":")[0]) == (0, "2 deals among 1 to 33")
    assert tuple(deal.number for deal in Bank.load(path).deals) == WINNABLE_NUMBERS[:2]
    run(*BUILD_COMMAND, "--count", "4", "--out", str(path), "--from", "1")
    assert path.read_text(encoding="ascii") == whole
    assert run(*BUILD_COMMAND, "--count", "3", "--out", str(path)).out.startswith("4 deals")


def test_an_interrupted_build_leaves_a_file_to_go_on_with(tmp_path: Path) -> None:
    path = tmp_path / "bank"
    words = ["bank", "build", "--game", "kings-only", "--cells", "2", "--count", "5000"]
    command = [sys.executable, "-m", "engine", *words, "--out", str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=90)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert Bank.load(path).spec.rules == find_rules("kings-only", 2)


def test_check_solves_again(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "bank"
    good = make_bank(TWO_CELL_RULES, *((number, 1) for number in WINNABLE_NUMBERS))
    path.write_text(good.to_text(), encoding="ascii")
    result = run("bank", "check", str(path), "--sample", "3")
    assert (result.status, result.out, result.err) == (0, "3 of 4 deals solved again\n", "")
    planted = make_bank(TWO_CELL_RULES, (29, 1), (30, 4), (31, 2))
    path.write_text(planted.to_text(), encoding="ascii")
    result = run("bank", "check", str(path))
    assert (result.status, result.err) == (1, "")
    assert [line.split()[1] for line in result.out.splitlines()] == ["30", "31"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "arguments are required: ACTION"),
        (["burn"], "build.*check.*measure"),
        (["build"], "arguments are required: --game, --count"),
        (["build", "more", "--game", "x", "--count", "1"], "unrecognized arguments: more"),
        (["build", "--game", "oven", "--count", "1"], "no game"),
        (["build", "--game", "bakers-game", "--count", "1", "--from", "0"], "from 1 to"),
        (["build", "--game", "bakers-game", "--count", "0"], "expected 1 or more"),
        (
            ["build", "--game", "bakers-game", "--count", "1", "--sample", "2"],
            "unrecognized arguments: --sample 2",
        ),
        (
            ["measure", "--game", "bakers-game", "--count", "1", "--out", "x"],
            "unrecognized arguments: --out x",
        ),
        (["check"], "arguments are required: FILE"),
        (["check", "a", "b"], "unrecognized arguments: b"),
        (["check", "a", "--from", "1"], "unrecognized arguments: --from 1"),
        (["check", "a", "--sample", "0"], "argument --sample: expected 1 or more"),
        (["check", "/nowhere"], "'/nowhere': No such file or directory"),
        (["check", "/"], "'/': Is a directory"),
        (["check", "a\0b"], "null byte"),
        (["check", __file__], "no text in ASCII|in its first line"),
    ],
)
def test_bad_words_end_in_one_line(run: RunCommand, words: list[str], message: str) -> None:
    line = get_error_line(run("bank", *words), 2)
    assert re.search(message, line)


def test_a_build_does_not_mix_banks(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "bank"
    path.write_text(make_bank(TWO_CELL_RULES, (29, 1)).to_text(), encoding="ascii")
    other = ["bank", "build", "--game", "bakers-game", "--count", "1", "--out", str(path)]
    assert "another game" in get_error_line(run(*other), 2)
    late = [*BUILD_COMMAND, "--count", "1", "--out", str(path), "--from", "5"]
    assert "began at deal 1" in get_error_line(run(*late), 2)
    nowhere = str(tmp_path / "none" / "bank")
    assert "there is no folder" in get_error_line(
        run(*BUILD_COMMAND, "--count", "1", "--out", nowhere), 2
    )
    folder = str(tmp_path / "folder")
    (tmp_path / "folder").mkdir()
    assert "Is a directory" in get_error_line(
        run(*BUILD_COMMAND, "--count", "1", "--out", folder), 2
    )


@pytest.mark.parametrize("action", ["build", "measure"])
def test_it_is_said_where_the_deal_numbers_end(run: RunCommand, action: str) -> None:
    words = [
        "--game",
        "kings-only",
        "--cells",
        "1",
        "--count",
        "3",
        "--from",
        str(MAX_DEAL_NUMBER - 9),
    ]
    result = run("bank", action, *words)
    end = f"0 of 3 deals: none is left, deal numbers end at {MAX_DEAL_NUMBER}\n"
    assert (result.status, result.err) == (1, end)
    assert (
        result.out == "no winnable deal\n" or Bank.parse(result.out).last_number == MAX_DEAL_NUMBER
    )


def test_measure_tells_what_grades_rest_on(run: RunCommand) -> None:
    result = run("bank", "measure", "--game", "bakers-game", "--cells", "2", "--count", "4")
    assert result.out.startswith("fifths end at ")
    assert "| grade | deals | positions |" in result.out
