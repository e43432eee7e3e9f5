"""The commands of `python -m engine`: their words are contracts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.game import Game, game_to_dict
from engine.notation import draw_board, format_board, parse_board
from tests.support.commands import CommandResult, RunCommand
from tests.support.tables import BAKERS_GAME, replay_game

ROOT = Path(__file__).resolve().parents[2]
CODE = "BK1-C4-AAAAA24"
DEAL = format_board(Game.begin(BAKERS_GAME, 1).position, BAKERS_GAME)


@pytest.fixture
def moves_file(tmp_path: Path) -> Path:
    path = tmp_path / "moves"
    path.write_text("# three moves\n6-a 6-b\n\n  6-h # the Ace of clubs\n")
    return path


def test_deal_shows_the_board(run: RunCommand) -> None:
    assert run("deal", CODE) == CommandResult(0, DEAL, "")
    assert run("deal", CODE, "--format", "text") == CommandResult(0, DEAL, "")
    assert run("deal", "bk1c4aaaaa24") == CommandResult(0, DEAL, "")


def test_deal_in_other_forms(run: RunCommand) -> None:
    game = Game.begin(BAKERS_GAME, 1)
    assert run("deal", CODE, "--format", "drawn").out == draw_board(game.position, BAKERS_GAME)
    assert json.loads(run("deal", CODE, "--format", "json").out) == game_to_dict(game)


def test_a_deal_number_may_stand_for_the_code(run: RunCommand) -> None:
    assert run("deal", "--game", "bakers-game", "--number", "1") == CommandResult(0, DEAL, "")
    three = run(
        "deal", "--game", "bakers-game", "--number", "1", "--cells", "3", "--format", "json"
    )
    assert json.loads(three.out)["code"] == "BK1-C3-AAAAA5N"
    house = ["--game", "bakers-dozen", "--number", "24", "--rules", "EG"]
    assert json.loads(run("deal", *house, "--format", "json").out)["code"] == "BD1-C0EG-AAAAXQJ"
    assert json.loads(run("deal", *house, "--format", "json").out)["rules"] == "EG"


def test_a_board_may_stand_for_the_code(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(DEAL)
    by_file = run("deal", "--board", str(path), "--game", "bakers-game")
    by_stdin = run("deal", "--board", "-", "--game", "bakers-game", stdin=DEAL)
    assert by_file == by_stdin == CommandResult(0, DEAL, "")
    result = run("deal", "--board", "-", "--game", "bakers-game", "--format", "json", stdin=DEAL)
    fields = json.loads(result.out)
    assert (fields["code"], fields["number"], fields["score"]) == (None, None, 0)


def test_a_board_is_read_with_its_cells_and_house_rules(run: RunCommand) -> None:
    board = DEAL.replace("- - - -", "- -")
    words = ["moves", "--board", "-", "--game", "bakers-game", "--cells", "2"]
    assert "1-b\n" in run(*words, stdin=board).out
    assert "1-c\n" not in run(*words, stdin=board).out


def test_play_tells_score_and_state(run: RunCommand, moves_file: Path) -> None:
    result = run("play", CODE, "--moves", str(moves_file))
    board = format_board(replay_game(1, "6-a 6-b 6-h").position, BAKERS_GAME)
    assert result == CommandResult(0, f"{board}# score: 10\n# state: playing\n", "")


def test_play_reads_moves_from_standard_input(run: RunCommand, moves_file: Path) -> None:
    result = run("play", CODE, "--moves", "-", stdin=moves_file.read_text())
    assert result == run("play", CODE, "--moves", str(moves_file))
    short = run("play", CODE, "--moves", "-", stdin="\ufeff6a\t6B\r\n6H")
    assert short == result


def test_what_play_answers_can_be_read_as_a_board(run: RunCommand, moves_file: Path) -> None:
    text = run("play", CODE, "--moves", str(moves_file)).out
    assert parse_board(text, BAKERS_GAME) == replay_game(1, "6-a 6-b 6-h").position


def test_play_in_json_has_the_moves(run: RunCommand, moves_file: Path) -> None:
    result = run("play", CODE, "--moves", str(moves_file), "--format", "json")
    assert json.loads(result.out) == game_to_dict(replay_game(1, "6-a 6-b 6-h"))
    assert json.loads(result.out)["moves"] == ["6-a", "6-b", "6-h"]


def test_games_without_a_score_tell_a_hyphen(run: RunCommand) -> None:
    result = run("play", "--game", "good-measure", "--number", "2", "--moves", "-", stdin="7-h")
    assert result.out.endswith("\n# score: -\n# state: playing\n")


def test_play_with_an_empty_list(run: RunCommand) -> None:
    assert run("play", CODE, "--moves", "-").out == DEAL + "# score: 0\n# state: playing\n"


def test_nothing_moves_that_is_not_in_the_list(run: RunCommand) -> None:
    """The Ace of clubs stays where it is once it is free."""
    result = run("play", CODE, "--moves", "-", stdin="6-a 6-b")
    assert result.out.startswith("Foundations: H-0 C-0 D-0 S-0\n")


def test_moves_are_sorted_by_code_point(run: RunCommand) -> None:
    result = run("moves", "--game", "bakers-dozen", "--number", "24", "--rules", "G")
    lines = result.out.splitlines()
    assert lines == sorted(lines)
    assert lines.index("10-12") < lines.index("2-5*2") < lines.index("4-8")


def test_moves_after_moves(run: RunCommand) -> None:
    result = run("moves", CODE, "--moves", "-", stdin="6-a 6-b")
    assert "6-h\n" in result.out
    assert "1-c\n" in result.out
    assert "1-a\n" not in result.out


def test_a_won_game_lists_nothing(run: RunCommand) -> None:
    won = "Foundations: H-K C-K D-K S-K"
    assert run("moves", "--board", "-", "--game", "kings-only", stdin=won) == CommandResult(
        0, "", ""
    )


def test_perft_is_a_number_alone_on_a_line(run: RunCommand) -> None:
    assert run("perft", CODE, "3") == CommandResult(0, "16676\n", "")
    assert run("perft", CODE, "0") == CommandResult(0, "1\n", "")
    assert run("perft", "1", "--game", "bakers-game", "--number", "1") == CommandResult(
        0, "34\n", ""
    )
    assert run("perft", CODE, "--moves", "-", "1", stdin="6-a 6-b").out.strip().isdigit()


def test_code_names_a_game(run: RunCommand) -> None:
    assert run("code", "bakers-game", "1") == CommandResult(0, f"{CODE}\n", "")
    assert run("code", "bakers-game", "1", "--cells", "3").out == "BK1-C3-AAAAA5N\n"
    assert run("code", "bakers-dozen", "24", "--rules", "GE").out == "BD1-C0EG-AAAAXQJ\n"
    assert run("code", "--rules", "", "bakers-game", "--cells", "4", "1").out == f"{CODE}\n"


def test_standard_input_may_be_closed(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    run("deal", CODE)
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", CODE, "--moves", "-"]) == 2


def test_help_is_no_error(run: RunCommand) -> None:
    commands = ("deal", "play", "moves", "perft", "code", "rules", "solve", "bank")
    actions = (("bank", action) for action in ("build", "check", "measure"))
    for words in [(), *((command,) for command in commands), *actions]:
        short, long = run(*words, "-h"), run(*words, "--help")
        assert short == long
        assert (short.status, short.err) == (0, "")
        assert short.out.startswith(f"usage: {' '.join(('python -m engine', *words))} [-h]")
    for command in commands:
        assert f"\n    {command} " in run("--help").out


def test_usage_errors_come_with_the_usage_of_the_command(run: RunCommand) -> None:
    for words in ((), ("deal",), ("bank",), ("bank", "build"), ("bank", "check")):
        result = run(*words, "--frob")
        usage, line = result.err.splitlines()
        assert (result.status, result.out) == (2, "")
        assert usage.startswith(f"usage: {' '.join(('python -m engine', *words))} [-h]")
        assert line.startswith(("unrecognized arguments: --frob", "the following arguments"))


def run_engine(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process of its own, without any third-party package in sight."""
    command = [sys.executable, "-S", "-m", "engine", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


def write_deal_to(file: int) -> subprocess.CompletedProcess[bytes]:
    """A deal that is written to this file."""
    command = [sys.executable, "-S", "-m", "engine", "deal", CODE]
    return subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.PIPE, check=False)


def test_no_third_party_package_is_needed() -> None:
    done = run_engine("deal", CODE)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, DEAL, b"")


def test_errors_reach_the_shell() -> None:
    done = run_engine("play", CODE, "--moves", "-", input=b"5-h")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == "move 1: 5-h: the 6♣ goes home on the 5♣ only\n"
    assert run_engine("deal", b"\xff\xfe".decode("utf-8", "surrogateescape")).returncode == 2


def test_a_terminal_without_suits_gets_letters() -> None:
    done = run_engine("deal", CODE, "--format", "drawn", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert done.stdout.decode("ascii").splitlines()[3:5] == [
        "  1     2     3     4     5     6     7     8",
        "+---+ +---+ +---+ +---+ +---+ +---+ +---+ +---+",
    ]


def test_a_reader_that_went_away_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = write_deal_to(writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = write_deal_to(full.fileno())
    assert done.returncode == 1
    assert done.stderr == b"standard output: No space left on device\n"


def test_returns_are_listed_where_cards_return(run: RunCommand) -> None:
    words = ["moves", "--number", "1", "--moves", "-", "--game"]
    assert "hC-c\n" in run(*words, "kings-only", stdin="6-a 6-b 6-h").out
    assert "hC-c\n" not in run(*words, "bakers-game", stdin="6-a 6-b 6-h").out
