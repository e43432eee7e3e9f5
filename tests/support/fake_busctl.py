"""A fake `busctl` that replies like logind and logs its calls."""

from __future__ import annotations

from pathlib import Path

BUSCTL = """\
#!/bin/sh
echo "$@" >> '{log}'
case "$*" in
  *CanPowerOff*) echo 's "{off}"' ;;
  *CanReboot*) echo 's "{restart}"' ;;
  *) {order} ;;
esac
"""


def install_busctl(
    folder: Path, off: str = "yes", restart: str = "yes", order: str = "exit 0"
) -> Path:
    """Write the program into a folder; return the path of its log."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "busctl.log"
    program = folder / "busctl"
    program.write_text(BUSCTL.format(log=log, off=off, restart=restart, order=order))
    program.chmod(0o755)
    return log


def list_requests(log: Path) -> list[str]:
    """Return the methods of all requested actions."""
    words = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return [line[-3] for line in words if line[-2:] == ["b", "false"]]
