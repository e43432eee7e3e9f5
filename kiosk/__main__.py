"""The commands `bakehouse` and `python -m kiosk`, which are the same."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from kiosk.app.exit_signals import ShutdownSignals


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of this process, and return the exit status."""
    # First of all, so that a signal during the imports is handled.
    shutdown_signals = ShutdownSignals()
    shutdown_signals.listen()
    from kiosk.cli import run_cli

    return run_cli(sys.argv[1:] if argv is None else argv, shutdown_signals, os.environ)


if __name__ == "__main__":
    sys.exit(main())
