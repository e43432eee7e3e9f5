"""Where things lie: what is shipped with the program, and the directory that it writes to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def assets() -> Path:
    """The folder of fonts, catalogues and so on: inside a wheel's package, beside a checkout's."""
    inside = _PACKAGE / "assets"
    return inside if inside.is_dir() else _PACKAGE.parent / "assets"


def default_config() -> Path:
    """The shipped `config.yaml`, found like the assets."""
    inside = _PACKAGE / "config.yaml"
    return inside if inside.is_file() else _PACKAGE.parent / "config.yaml"


def state_dir(option: str | None, environ: Mapping[str, str]) -> Path:
    """The directory of the saved game.

    It is the `--state-dir` option, else systemd's STATE_DIRECTORY (the first of them), else
    `bakehouse` in XDG_STATE_HOME or in `~/.local/state`, else one for this user among the temporary
    files (see `is_lasting`). It need not exist.
    """
    if option:
        return _absolute(Path(option))
    lasting = _lasting(environ)
    if lasting:
        return lasting
    # Start-up is dear, and hardly ever needs it.
    import tempfile

    return Path(tempfile.gettempdir()) / f"bakehouse-{os.getuid()}"


def is_lasting(option: str | None, environ: Mapping[str, str]) -> bool:
    """False where `state_dir` found nothing better than temporary files, lost at a restart."""
    return bool(option) or _lasting(environ) is not None


def _lasting(environ: Mapping[str, str]) -> Path | None:
    given = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return _absolute(Path(given))
    # The XDG standard: a relative path is to be ignored.
    state_home = Path(environ.get("XDG_STATE_HOME", ""))
    if state_home.is_absolute():
        return state_home / "bakehouse"
    home = Path(environ.get("HOME", ""))
    return home / ".local/state/bakehouse" if home.is_absolute() else None


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except FileNotFoundError:
        return path
