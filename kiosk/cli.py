"""Options; the game or a tool; exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import cast

from engine.codes import GameCode
from kiosk import __version__, arguments
from kiosk.app.exit_signals import Farewell
from kiosk.arguments import Reader, UsageError
from kiosk.log import FailedError, Level, complain, remembered, tell
from kiosk.systemd import NOTIFY_VARIABLES

NAME = "bakehouse"

OPTIONS: dict[str, Reader | None] = {
    "--config": Path,
    "--state-dir": arguments.text,
    "--code": arguments.code,
    "--windowed": arguments.size,
    "--version": None,
    "--help": None,
}
"""The options of the game."""

HELP = """\
bakehouse [--config FILE] [--state-dir DIR] [--code CODE] [--windowed WxH]
bakehouse --version
python -m kiosk shot --out X.png [--size WxH] [--scene NAME] [--code CODE] [--moves FILE]
                     [--config FILE] [--layout X.json] [--device KIND]
python -m kiosk state [--state-dir DIR] [--json]
python -m kiosk records (--export FILE|- | --import FILE|-) [--state-dir DIR]
python -m kiosk check-config FILE
python -m kiosk probe [--state-dir DIR] [--hardware NAME]
"""


def run(words: Sequence[str], farewell: Farewell, environ: Mapping[str, str]) -> int:
    """Do what was typed; answers the exit status, and raises nothing but SystemExit.

    Args:
        words: The words behind the command.
        farewell: Listens to signals.
        environ: The environment.
    """
    try:
        return _do(words, farewell, environ)
    except UsageError as error:
        complain(f"{NAME}: {error}", Level.ERROR)
        return 2
    except FailedError as error:
        complain(f"{NAME}: {error}", Level.ERROR)
        return error.status
    except BrokenPipeError:
        # Whoever read our lines has gone; Python would complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        text = f"{NAME}: {type(error).__name__}: {error} ({_place(error.__traceback__)})"
        complain(text, Level.ERROR)
        return 1


def _do(words: Sequence[str], farewell: Farewell, environ: Mapping[str, str]) -> int:
    if words and not words[0].startswith("-"):
        from kiosk.tools.registry import TOOLS

        if words[0] not in TOOLS:
            command = arguments.quoted(words[0])
            raise UsageError(f"unknown command {command}; there are: {', '.join(TOOLS)}")
        if "--help" in words:
            tell(HELP)
            return 0
        farewell.stop_listening()
        return TOOLS[words[0]](words[1:], environ)
    typed = arguments.read(words, OPTIONS).options
    if "--help" in typed or "--version" in typed:
        tell(HELP if "--help" in typed else f"{NAME} {__version__}")
        return 0
    return _play(typed, farewell, environ)


def _play(typed: Mapping[str, object], farewell: Farewell, environ: Mapping[str, str]) -> int:
    from kiosk.display.sdl import begin_anew, load_pygame

    load_pygame()
    from kiosk.app.run import Wishes, play
    from kiosk.app.settings_files import configured
    from kiosk.app.shutdown import AGAIN
    from kiosk.display.open_display import NoDisplayError
    from kiosk.input.event_source import DisplayLostError

    wishes = Wishes(
        cast("Path | None", typed.get("--config")),
        cast("str | None", typed.get("--state-dir")),
        cast("GameCode | None", typed.get("--code")),
        cast("tuple[int, int] | None", typed.get("--windowed")),
    )
    service = NOTIFY_VARIABLES[0] in environ
    try:
        with remembered() as scroll:
            settings = configured(wishes.config, environ)
            for problem in settings.problems:
                complain(problem)
            status = play(wishes, settings, farewell, environ, scroll.last)
    except NoDisplayError as error:
        raise FailedError(str(error)) from error
    except DisplayLostError:
        from kiosk.display.open_display import part

        part()
    if status != AGAIN:
        return status
    if not service:  # else the service manager starts it anew
        begin_anew()
    return 0


def _place(traceback: TracebackType | None) -> str:
    """Where in the program an error arose: file and line."""
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"
