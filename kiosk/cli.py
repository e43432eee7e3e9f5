"""The command line `bakehouse`: options of the game, tools beside it, exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

from kiosk import __version__
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.log import CommandFailedError, LogLevel, capture_log, log_problem, print_out
from kiosk.systemd import NOTIFY_VARIABLES

if TYPE_CHECKING:
    from engine.cli.options import CommandParser

COMMAND_NAME = "bakehouse"


def run_cli(
    argv: Sequence[str], shutdown_signals: ShutdownSignals, environ: Mapping[str, str]
) -> int:
    """Run the game or a tool and return the exit status; the only exception is SystemExit."""
    try:
        return _dispatch(argv, shutdown_signals, environ)
    except CommandFailedError as error:
        log_problem(f"{COMMAND_NAME}: {error}", LogLevel.ERROR)
        return error.status
    except BrokenPipeError:
        # The reader has gone; without this Python would write again when it closes stdout.
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
    if not argv:  # the service: argparse would only delay the first frame
        return _play_game(shutdown_signals, environ)
    from engine.cli.options import CommandError

    try:
        args = _create_parser(argv).parse_args(argv)
        if args.version:
            print_out(f"{COMMAND_NAME} {__version__}")
            return 0
        if "run" in args:
            shutdown_signals.stop_listening()
            status: int = args.run(args, environ)
            return status
    except CommandError as error:
        if error.usage:
            log_problem(error.usage, LogLevel.ERROR)
        raise CommandFailedError(str(error), error.status) from error
    return _play_game(
        shutdown_signals,
        environ,
        config=args.config,
        state_dir=args.state_dir,
        code=args.code,
        size=args.windowed,
    )


def _create_parser(argv: Sequence[str]) -> CommandParser:
    from engine.cli.options import CommandParser
    from kiosk.tools.argument_types import (
        add_state_dir_option,
        parse_existing_path,
        parse_game_code,
        parse_size,
    )

    parser = CommandParser(prog=COMMAND_NAME, description="Play solitaire.")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("--config", metavar="FILE", type=parse_existing_path, help="settings file")
    add_state_dir_option(parser)
    parser.add_argument("--code", metavar="CODE", type=parse_game_code, help="deal this game")
    parser.add_argument(
        "--windowed", metavar="WxH", type=parse_size, help="open a window instead of full screen"
    )
    is_help = not {"-h", "--help"}.isdisjoint(argv)
    if is_help or not argv[0].startswith("-"):  # tools are loaded only if one is named
        commands = parser.add_subparsers(metavar="COMMAND", prog=COMMAND_NAME)
        for name, tool in _load_tools().items():
            summary = (tool.__doc__ or "").strip()
            tool_parser = commands.add_parser(name, help=summary, description=summary)
            tool.add_arguments(tool_parser)
            tool_parser.set_defaults(run=tool.run)
    return parser


def _load_tools() -> dict[str, ModuleType]:
    from kiosk.tools import check_config, probe, records, shot, state

    return {
        "shot": shot,
        "state": state,
        "records": records,
        "check-config": check_config,
        "probe": probe,
    }


def _play_game(
    shutdown_signals: ShutdownSignals, environ: Mapping[str, str], **options: Any
) -> int:
    from kiosk.display.sdl import load_pygame, restart_process

    load_pygame()
    from kiosk.app.run import LaunchOptions, run_game
    from kiosk.app.settings_files import load_startup_settings
    from kiosk.app.shutdown import RESTART
    from kiosk.display.open_display import NoDisplayError
    from kiosk.input.event_source import DisplayLostError

    launch_options = LaunchOptions(**options)
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
    if NOTIFY_VARIABLES[0] not in environ:  # else the service manager restarts it
        restart_process()
    return 0


def _format_location(traceback: TracebackType | None) -> str:
    if traceback is None:
        return "?"
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"
