"""Whatever a command cannot do ends in one line, a status, and never a traceback."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from tests.support.commands import RunCommand, get_error_line

CODE = "BK1-C4-AAAAA24"


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("1-a 5-h 1-b", "move 2: 5-h: the 6♣ goes home on the 5♣ only"),
        ("1-a\n# no\na-2", "move 2: a-2: the 6♠ goes on the 7♠ only"),
        ("12", "move 1: 12: the 6♠ goes on the 7♠ only"),
        ("1-2*2", "move 1: 1-2*2: the 6♦ does not move with the 6♠ on it"),
        ("9-1", "move 1: 9-1: there is no such place in this game"),
        ("hS-1", "move 1: hS-1: a card at home stays at home"),
    ],
)
def test_an_illegal_move_is_told_in_one_line(run: RunCommand, moves: str, line: str) -> None:
    for command in ("play", "deal", "moves"):
        assert get_error_line(run(command, CODE, "--moves", "-", stdin=moves), 1) == line


def test_nothing_is_played_in_a_won_game(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text("Foundations: H-K C-K D-K S-K")
    words = ["play", "--board", str(path), "--game", "bakers-game", "--moves", "-"]
    line = get_error_line(run(*words, stdin="1-a"), 1)
    assert line == "move 1: 1-a: the game is won: only undo is left"


UNREADABLE_COMMANDS = [
    ([], "the following arguments are required: COMMAND"),
    (["frob"], "argument COMMAND: invalid choice: 'frob' (choose from "),
    (["--version"], "the following arguments are required: COMMAND"),
    (["deal"], "expected a CODE, or --game KEY --number N, or --board FILE --game KEY"),
    (["deal", "BK1"], "'BK1' is no game code: expected one like BK1-C4-AAAAA24"),
    (["deal", "617"], "'617' is no game code: expected one like BK1-C4-AAAAA24"),
    (["deal", ""], "'' is no game code: expected one like BK1-C4-AAAAA24"),
    (["deal", CODE, CODE], "unrecognized arguments: BK1-C4-AAAAA24"),
    (["deal", CODE, "--frob"], "unrecognized arguments: --frob"),
    (["deal", CODE, "--form", "json"], "unrecognized arguments: --form"),
    (["deal", CODE, "--format", "xml"], "argument --format: invalid choice: 'xml'"),
    (["deal", CODE, "--format"], "argument --format: expected one argument"),
    (["deal", CODE, "--a\nb\x1b"], "unrecognized arguments: --a b?"),
    (["deal", CODE, "--board", "-"], "a code and --board: the code says it all"),
    (["deal", CODE, "--game", "bakers-game"], "a code and --game: the code says it all"),
    (["deal", CODE, "--number", "1"], "a code and --number: the code says it all"),
    (["deal", CODE, "--cells", "4"], "a code and --cells: the code says it all"),
    (["deal", CODE, "--rules", ""], "a code and --rules: the code says it all"),
    (["deal", "--game", "bakers-game"], "expected a CODE, or --game KEY --number N"),
    (["deal", "--board", "-"], "expected a CODE, or --game KEY --number N"),
    (["deal", "--number", "1"], "expected a CODE, or --game KEY --number N"),
    (
        ["deal", "--board", "-", "--game", "bakers-game", "--number", "1"],
        "expected a CODE, or --game KEY --number N",
    ),
    (
        ["deal", "--board", "-", "--game", "bakers-game", "--moves", "-"],
        "--board - and --moves -: standard input can be only one of them",
    ),
    (["deal", "--game", "x", "--number", "1"], "there is no game 'x': expected one of bakers-game"),
    (["deal", "--game", "bakers-game", "--number", "0"], "deal numbers go from 1 to 33554432"),
    (
        ["deal", "--game", "bakers-game", "--number", "33554433"],
        "deal numbers go from 1 to 33554432",
    ),
    (["deal", "--game", "bakers-game", "--number", "9" * 5000], "argument --number: '99999"),
    (["deal", "--game", "bakers-game", "--number", "-1"], "argument --number: '-1' is no number"),
    (["deal", "--game", "bakers-game", "--number", "1_0"], "argument --number: '1_0' is no number"),
    (["deal", "--game", "bakers-game", "--number", "\u0661"], "argument --number: '\\u0661'"),
    (
        ["deal", "--game", "bakers-game", "--number", "1", "--cells", "9"],
        "Baker's Game is not played with 9 cells: expected one of 1, 2, 3, 4",
    ),
    (
        ["deal", "--game", "bakers-game", "--number", "1", "--rules", "E"],
        "Baker's Game has no house rules: expected none, not 'E'",
    ),
    (["play", CODE], "the following arguments are required: --moves"),
    (["perft"], "the following arguments are required: DEPTH"),
    (["perft", CODE], "argument DEPTH: 'BK1-C4-AAAAA24' is no number: expected 1 to 18 digits"),
    (["perft", CODE, "-1"], "argument DEPTH: '-1' is no number: expected 1 to 18 digits"),
    (["perft", CODE, "1.5"], "argument DEPTH: '1.5' is no number: expected 1 to 18 digits"),
    (["perft", CODE, "9" * 5000], "argument DEPTH: '99999999999999999999' is no number"),
    (["perft", CODE, "1", "2"], "unrecognized arguments: 2"),
    (["perft", "1"], "expected a CODE, or --game KEY --number N"),
    (["code"], "the following arguments are required: KEY, NUMBER"),
    (["code", "bakers-game"], "the following arguments are required: NUMBER"),
    (["code", "bakers-game", "1", "2"], "unrecognized arguments: 2"),
    (["code", "x", "1"], "there is no game 'x': expected one of bakers-game"),
    (["code", "bakers-game", "x"], "argument NUMBER: 'x' is no number: expected 1 to 18 digits"),
    (["code", "bakers-game", "0"], "deal numbers go from 1 to 33554432"),
    (["code", "bakers-game", "1", "--cells", "0"], "Baker's Game is not played with 0 cells"),
    (["code", "bakers-dozen", "1", "--rules", "X"], "Baker's Dozen has no house rule 'X'"),
]


def test_what_cannot_be_read_is_told_in_one_line(run: RunCommand) -> None:
    lines = {tuple(words): get_error_line(run(*words), 2) for words, _ in UNREADABLE_COMMANDS}
    expected = {tuple(words): line for words, line in UNREADABLE_COMMANDS}
    wrong = {words: line for words, line in lines.items() if not line.startswith(expected[words])}
    assert wrong == {}


@pytest.mark.parametrize("name", ["--board", "--moves"])
@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("nowhere", "No such file or directory"),
        (".", "Is a directory"),
        ("bytes", "not a text in UTF-8"),
        ("/dev/zero", "longer than 1000000 bytes"),
        ("a\0b", "embedded null byte"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_files_that_cannot_be_read(
    run: RunCommand,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    file: str,
    line: str,
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    which = ["--game", "bakers-game"] if name == "--board" else [CODE]
    result = get_error_line(run("deal", *which, name, file), 2)
    assert result.endswith(line)
    assert file[:5].replace("\0", "\\x00")[:2] in result


@pytest.mark.parametrize("data", [b"\xff\xff", b"\x00", b"JD KD", b"Foundations: H-K\n", b"", b"#"])
def test_boards_that_are_none(run: RunCommand, data: bytes) -> None:
    get_error_line(run("deal", "--board", "-", "--game", "bakers-game", stdin=data), 2)


@pytest.mark.parametrize("token", ["zz", "3-", "h-3", "\u2660", "\x00", "5-8*0", "x" * 10_000])
def test_words_that_are_no_moves(run: RunCommand, token: str) -> None:
    line = get_error_line(run("play", CODE, "--moves", "-", stdin=f"1-a {token} 1-b"), 2)
    assert line.startswith("move 2: ")
    assert "is no move: expected one like 5-8" in line


def test_the_first_thing_that_is_wrong_is_told(run: RunCommand) -> None:
    assert get_error_line(run("play", CODE, "--moves", "-", stdin="5-h zz"), 1).startswith(
        "move 1: 5-h"
    )
    assert get_error_line(run("play", CODE, "--moves", "-", stdin="zz 5-h"), 2).startswith(
        "move 1: zz"
    )


COMMAND_WORDS = st.one_of(
    st.sampled_from(
        [
            *["deal", "play", "moves", "perft", "code", "rules", "solve", "bank", "check"],
            *["--board", "--game", "--number", "--cells", "--rules", "--moves", "--format"],
            *["-", "/dev/null", "/", "bakers-game", "spanish-patience", "json", "drawn", "EG"],
            *[CODE, "BD1-C0EG-AAAAXQJ", "0", "1", "2", "-1", "--", "-x", "--moves=-", ""],
        ]
    ),
    st.text(st.characters(exclude_categories=["Nd"]), max_size=6),
)


@given(st.lists(COMMAND_WORDS, max_size=7), st.binary(max_size=30))
@settings(max_examples=300)
def test_any_words_end_well(words: list[str], stdin: bytes) -> None:
    out, err = io.StringIO(), io.StringIO()
    assume(not any(word.startswith(("-h", "--h")) for word in words))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(words)
    assert status in (0, 1, 2)
    usage_line_count = err.getvalue().startswith("usage: ")
    assert err.getvalue().count("\n") == usage_line_count + (status > 0)
    assert status == 0 or out.getvalue() == ""
