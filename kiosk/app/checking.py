"""`check-config FILE`: every problem of a settings file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from kiosk.app import arguments
from kiosk.app.hardware import HARDWARE, set_up
from kiosk.app.telling import tell
from kiosk.config import Config, Problem, check_file
from kiosk.i18n import languages
from kiosk.paths import assets
from kiosk.profiles import names


def check_config(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the problems of the file; 0 where there are none, 1 where there are.

    Args:
        words: The file, alone.
        environ: Not looked at.
    """
    (file,) = arguments.read(words, {}, words=1).words
    folder = assets() / HARDWARE
    values, problems = check_file(file, languages(), profiles=names(folder))
    config = Config.of(values)
    if config.hardware != "auto":  # what another machine has is known only there
        wrong = set_up(config, folder).troubles
        problems += [_at(file, trouble) for trouble in wrong]
    if problems:
        tell("\n".join(str(problem) for problem in problems))
    return 1 if problems else 0


def _at(file: str, trouble: str) -> Problem:
    """A trouble that a machine has with a setting, `key.path: what`, with the setting's line."""
    key, _, message = trouble.partition(": ")
    if " " in key:
        key, message = "hardware", trouble
    word = f"{key.rpartition('.')[2]}:"
    lines = enumerate(Path(file).read_text(errors="replace").splitlines(), start=1)
    line = next((number for number, text in lines if text.lstrip().startswith(word)), None)
    return Problem(file, line, key, message)
