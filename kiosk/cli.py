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
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.arguments import UsageError, ValueParser
from kiosk.log import CommandFailedError, LogLevel, capture_log, log_problem, print_out
from kiosk.systemd import NOTIFY_VARIABLES

COMMAND_NAME = "bakehouse"

GAME_OPTIONS: dict[str, ValueParser | None] = {
    "--config": Path,
    "--state-dir": arguments.parse_text,
    "--code": arguments.parse_game_code,
    "--windowed": arguments.parse_size,
    "--version": None,
    "--help": None,
}
"""The options of the game."""

HELP_TEXT = """\
bakehouse [--config FILE] [--state-dir DIR] [--code CODE] [--windowed WxH]
bakehouse --version
python -m kiosk shot --out X.png [--size WxH] [--scene NAME] [--code CODE] [--moves FILE]
                     [--config FILE] [--layout X.json] [--device KIND]
python -m kiosk state [--state-dir DIR] [--json]
python -m kiosk records (--export FILE|- | --import FILE|-) [--state-dir DIR]
python -m kiosk check-config FILE
python -m kiosk probe [--state-dir DIR] [--hardware NAME]
"""


def run_cli(
    argv: Sequence[str], shutdown_signals: ShutdownSignals, environ: Mapping[str, str]
) -> int:
    """Do what was typed; answers the exit status, and raises nothing but SystemExit.

    Args:
        argv: The words behind the command.
        shutdown_signals: Listens to signals.
        environ: The environment.
    """
    try:
        return _dispatch(argv, shutdown_signals, environ)
    except UsageError as error:
        log_problem(f"{COMMAND_NAME}: {error}", LogLevel.ERROR)
        return 2
    except CommandFailedError as error:
        log_problem(f"{COMMAND_NAME}: {error}", LogLevel.ERROR)
        return error.status
    except BrokenPipeError:
        # Whoever read our lines has gone; Python would complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        location = _format_location(error.__traceback__)
        text = f"{COMMAND_NAME}: {type(error).__name__}: {error} ({location})"
        log_problem(text, LogLevel.ERROR)
        return 1


def _dispatch(
    argv: Sequence[str], shutdown_signals: ShutdownSignals, environ: Mapping[str, str]
) -> int:
    if argv and not argv[0].startswith("-"):
        from kiosk.tools.registry import TOOLS

        if argv[0] not in TOOLS:
            command = arguments.quote_argument(argv[0])
            raise UsageError(f"unknown command {command}; there are: {', '.join(TOOLS)}")
        if "--help" in argv:
            print_out(HELP_TEXT)
            return 0
        shutdown_signals.stop_listening()
        return TOOLS[argv[0]](argv[1:], environ)
    options = arguments.parse_arguments(argv, GAME_OPTIONS).options
    if "--help" in options or "--version" in options:
        print_out(HELP_TEXT if "--help" in options else f"{COMMAND_NAME} {__version__}")
        return 0
    return _play_game(options, shutdown_signals, environ)


def _play_game(
    options: Mapping[str, object], shutdown_signals: ShutdownSignals, environ: Mapping[str, str]
) -> int:
    from kiosk.display.sdl import load_pygame, restart_process

    load_pygame()
    from kiosk.app.run import LaunchOptions, run_game
    from kiosk.app.settings_files import load_startup_settings
    from kiosk.app.shutdown import RESTART
    from kiosk.display.open_display import NoDisplayError
    from kiosk.input.event_source import DisplayLostError

    launch_options = LaunchOptions(
        cast("Path | None", options.get("--config")),
        cast("str | None", options.get("--state-dir")),
        cast("GameCode | None", options.get("--code")),
        cast("tuple[int, int] | None", options.get("--windowed")),
    )
    is_service = NOTIFY_VARIABLES[0] in environ
    try:
        with capture_log() as log_buffer:
            settings = load_startup_settings(launch_options.config, environ)
            for problem in settings.problems:
                log_problem(problem)
            status = run_game(
                launch_options, settings, shutdown_signals, environ, log_buffer.get_recent_lines
            )
    except NoDisplayError as error:
        raise CommandFailedError(str(error)) from error
    except DisplayLostError:
        from kiosk.display.open_display import exit_after_display_loss

        exit_after_display_loss()
    if status != RESTART:
        return status
    if not is_service:  # else the service manager starts it anew
        restart_process()
    return 0


def _format_location(traceback: TracebackType | None) -> str:
    """Where in the program an error arose: file and line."""
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"
