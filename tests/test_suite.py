"""The suite itself: what it skips is listed, and fails the run that wants nothing skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ONE = ("tests/window/test_window.py", "-k", "fills_the_screen", "-p", "no:cacheprovider")


@pytest.mark.prove
@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize(("options", "status"), [((), 0), (("--no-skips",), 1)])
def test_a_test_without_its_program_is_listed_and_fails_where_none_may_be_skipped(
    processes: str, options: tuple[str, ...], status: int, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", processes, *options, *ONE],
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stdout
    assert "needs Xvfb and xdotool: apt install xvfb xdotool" in done.stdout
