"""The command line `python -m engine COMMAND ...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.bank.cli import add_bank_commands
from engine.cli.commands import add_commands
from engine.cli.options import CommandError, CommandParser
from engine.solver import IS_COMPILED


def create_parser() -> CommandParser:
    """Create the parser of all commands; a parsed command has its function in `run`."""
    solver_build = "compiled" if IS_COMPILED else "plain Python"
    parser = CommandParser(
        prog="python -m engine",
        description="The rules of the game, without a screen.",
        epilog=f"COMMAND --help lists the options of a command. Solver: {solver_build}.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_commands(commands)
    add_bank_commands(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0, 1 for a refusal, 2 for unreadable input."""
    try:
        args = create_parser().parse_args(argv)
        status: int = args.run(args)
    except CommandError as error:
        if sys.stderr is not None:
            print(f"{error.usage}{error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
