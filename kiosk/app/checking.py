"""`check-config FILE`: every problem of a settings file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.app import arguments
from kiosk.app.telling import tell
from kiosk.config import check_file
from kiosk.i18n import languages


def check_config(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the problems of the file; 0 where there are none, 1 where there are.

    Args:
        words: The file, alone.
        environ: Not looked at.
    """
    (file,) = arguments.read(words, {}, words=1).words
    _, problems = check_file(file, languages())
    if problems:
        tell("\n".join(str(problem) for problem in problems))
    return 1 if problems else 0
