"""The command `solve`: its words are contracts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import RunCommand, get_error_line

CODE = "BK1-C4-AAAAA24"


def test_a_winnable_deal_is_told_with_moves_that_win(run: RunCommand, tmp_path: Path) -> None:
    result = run("solve", CODE)
    assert result.status == 0
    verdict, moves, end = result.out.split("\n")
    assert (verdict, end) == ("winnable", "")
    line = tmp_path / "line"
    line.write_text(moves)
    assert run("play", CODE, "--moves", str(line)).out.endswith("# state: won\n")


def test_a_lost_deal_is_told_with_an_empty_line(run: RunCommand) -> None:
    assert run("solve", "--game", "bakers-game", "--number", "10").out == "lost\n\n"


def test_the_search_gives_up_after_the_given_number_of_positions(run: RunCommand) -> None:
    deal = ["--game", "good-measure", "--number", "31"]
    assert run("solve", *deal, "--max-states", "50").out == "unknown\n\n"
    answer = json.loads(run("solve", *deal, "--max-states", "50", "--json").out)
    assert answer["verdict"] == "unknown"
    assert answer["moves"] == []
    assert answer["states"] == 50
    answer = json.loads(run("solve", *deal, "--max-bytes", "1000000", "--json").out)
    assert (answer["verdict"], answer["states"] < 5_000) == ("unknown", True)


def test_json_tells_moves_positions_and_seconds(run: RunCommand) -> None:
    answer = json.loads(run("solve", CODE, "--json").out)
    assert list(answer) == ["verdict", "moves", "states", "seconds"]
    assert answer["verdict"] == "winnable"
    assert answer["moves"] == run("solve", CODE).out.splitlines()[1].split()
    assert 0 < answer["states"] < 10_000
    assert 0 < answer["seconds"] < 60


def test_the_position_after_moves_is_solved(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "moves"
    path.write_text("6-a 6-b")
    rest = run("solve", CODE, "--moves", str(path)).out.splitlines()[1]
    path.write_text(f"6-a 6-b {rest}")
    assert run("play", CODE, "--moves", str(path)).out.endswith("# state: won\n")
    path.write_text("1-a")
    assert run("solve", CODE, "--moves", str(path)).out == "lost\n\n"


def test_a_board_is_solved(run: RunCommand) -> None:
    board = "Foundations: H-K C-Q D-K S-K\nFreecells: KC - - -\n"
    words = ["solve", "--board", "-", "--game", "bakers-game"]
    assert run(*words, stdin=board).out == "winnable\na-h\n"
    won = "Foundations: H-K C-K D-K S-K\n"
    assert run(*words, stdin=won).out == "winnable\n\n"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["solve"], 2),
        (["solve", CODE, CODE], 2),
        (["solve", CODE, "--max-states", "-1"], 2),
        (["solve", CODE, "--max-states", "many"], 2),
        (["solve", CODE, "--format", "json"], 2),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(
    run: RunCommand, words: list[str], status: int
) -> None:
    get_error_line(run(*words), status)


def test_an_illegal_move_is_told_in_one_line(run: RunCommand) -> None:
    line = get_error_line(run("solve", CODE, "--moves", "-", stdin="1-2"), 1)
    assert line == "move 1: 1-2: the 6♠ goes on the 7♠ only"
