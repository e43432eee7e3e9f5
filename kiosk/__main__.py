"""The command: `bakehouse`, and `python -m kiosk`, which is the same and has the tools as well."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from kiosk.app.exit_signals import ShutdownSignals


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; answers the exit status.

    Args:
        argv: The words behind the command; those of this process if left out.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    # Imported here, so that a signal during the imports finds somebody who listens.
    shutdown_signals = ShutdownSignals()
    shutdown_signals.listen()
    from kiosk.cli import run_cli

    return run_cli(arguments, shutdown_signals, os.environ)


if __name__ == "__main__":
    sys.exit(main())
