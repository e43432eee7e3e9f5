"""`python -m kiosk records`: out to a file and in again, and one line where that cannot be."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kiosk.app.exit_signals import ShutdownSignals
from kiosk.cli import run_cli
from kiosk.storage import Store
from kiosk.storage.csv_records import HEADER_LINE
from tests.support.commands import CommandResult, get_error_line
from tests.support.saves import CODE, ROOT, open_store

LINE = f"d{1:016x},{CODE},2026-07-01T10:00:00+00:00,won,12.5,80,no,EVA\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state directory with a win, a loss and a game under way."""
    store = open_store(tmp_path / "state")
    for won in (True, False, False, False):
        store.begin_deal(CODE)
        store.append_entry("8-c", 3.0, won=won)
    store.close()
    return tmp_path / "state"


def records(*words: str) -> int:
    return run_cli(("records", *words), ShutdownSignals(), {})


def test_out_and_in_again(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = str(tmp_path / "records.csv"), str(tmp_path / "other")
    assert records("--export", file, "--state-dir", str(folder)) == 0
    assert records("--import", file, "--state-dir", other) == 0
    assert capsys.readouterr().out == "2 added, 0 were known\n"
    assert records(f"--import={file}", "--state-dir", other) == 0
    assert capsys.readouterr().out == "0 added, 2 were known\n"
    assert records("--export", "-", "--state-dir", other) == 0
    assert capsys.readouterr().out == Path(file).read_text()
    assert Path(file).read_text().startswith(HEADER_LINE)


def test_in_from_stdin(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = "\ufeff".encode() + (HEADER_LINE + LINE).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    assert records("--import", "-", "--state-dir", str(folder)) == 0
    assert capsys.readouterr().out == "1 added, 0 were known\n"
    store = open_store(folder)
    assert [r.initials for r in store.list_results()] == ["EVA", "", "", "", ""]
    store.close()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((), 2, "one of the arguments --export --import is required"),
        (("--export", "a", "--import", "b"), 2, "--import: not allowed with argument --export"),
        (("--export", "-", "--reset"), 2, "unrecognized arguments: --reset"),
        (("--export", "-"), 1, "no records are kept in"),
        (("--import", "{tmp}/none.csv"), 2, "none.csv cannot be read: No such file"),
        (("--import", "{tmp}"), 2, "cannot be read: Is a directory"),
        (("--import", "{tmp}/odd.csv"), 2, "odd.csv is not UTF-8 text"),
        (("--import", "{tmp}/bad.csv"), 2, "bad.csv:2: moves: '0': a number of moves is needed"),
        (("--import", "{tmp}/x\0y"), 2, "cannot be read: embedded null"),
    ],
)
def test_what_cannot_be_is_one_line_and_makes_nothing(
    words: tuple[str, ...],
    status: int,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "odd.csv").write_bytes(HEADER_LINE.encode("utf-16"))
    (tmp_path / "bad.csv").write_text(HEADER_LINE + LINE.replace(",80,", ",0,"))
    arguments = [word.replace("{tmp}", str(tmp_path)) for word in words]
    state = tmp_path / "state"
    assert records(*arguments, "--state-dir", str(state)) == status
    captured = capsys.readouterr()
    assert message in get_error_line(CommandResult(status, *captured), status)
    assert not state.exists()


def test_a_file_that_cannot_be_written_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert records("--export", f"{folder}/none/x.csv", "--state-dir", str(folder)) == 1
    assert "x.csv cannot be written: No such file" in capsys.readouterr().err


def test_a_game_that_is_running_is_read_but_not_written(folder: Path, tmp_path: Path) -> None:
    store, _ = Store.open(folder)
    command = [sys.executable, "-m", "kiosk", "records", "--state-dir", str(folder)]
    out = subprocess.run([*command, "--export", "-"], cwd=ROOT, capture_output=True, text=True)
    assert (out.returncode, out.stdout.count("\n")) == (0, 3)
    (tmp_path / "in.csv").write_text(HEADER_LINE + LINE)
    words = [*command, "--import", str(tmp_path / "in.csv")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"bakehouse: Nothing is saved: another Bakehouse is using {folder}.\n"
    store.close()


def test_damaged_records_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bakehouse.db").write_bytes(b"nothing")
    assert records("--export", "-", "--state-dir", str(folder)) == 1
    assert "is damaged" in capsys.readouterr().err
