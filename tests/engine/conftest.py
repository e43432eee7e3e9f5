"""Properties are tried without a stopwatch (a busy machine is no bug); commands run in here."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import settings

from engine.__main__ import main
from tests.support.commands import CommandResult, RunCommand

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Runs a command in this process."""

    def run_command(*words: str, stdin: str | bytes = b"") -> CommandResult:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        try:
            status = main(list(words))
        except SystemExit as left:
            status = int(left.code or 0)
        captured = capsys.readouterr()
        return CommandResult(status, captured.out, captured.err)

    return run_command
