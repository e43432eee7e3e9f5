"""Locations of assets, settings files and the state directory; names of themes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

BOOT_DIRS = ("boot/firmware", "boot")
"""Mount points of the boot partition: Raspberry Pi OS 12 and later, earlier ones."""
MISNAMED_CONFIG_NAMES = ("bakehouse.yaml.txt", "bakehouse.yml", "bakehouse.txt")

_PACKAGE = Path(__file__).resolve().parent


def assets_dir() -> Path:
    """Return the assets folder: inside the package in a wheel, beside it in a checkout."""
    inside = _PACKAGE / "assets"
    return inside if inside.is_dir() else _PACKAGE.parent / "assets"


def system_root(environ: Mapping[str, str]) -> Path:
    """Return the root of the machine's own files: `/`, or BAKEHOUSE_ROOT."""
    return Path(environ.get("BAKEHOUSE_ROOT") or "/")


def list_config_files(environ: Mapping[str, str]) -> list[Path]:
    """Return the settings files that exist, in ascending order of precedence.

    These are `/etc/bakehouse/config.yaml` and `bakehouse.yaml` on the boot partition, which can
    be edited with the card in another computer.
    """
    root_dir = system_root(environ)
    boot_files = (root_dir / folder / "bakehouse.yaml" for folder in BOOT_DIRS)
    files = (root_dir / "etc/bakehouse/config.yaml", next(filter(_exists, boot_files), None))
    return [path for path in files if path is not None and _exists(path)]


def list_misnamed_configs(environ: Mapping[str, str]) -> list[Path]:
    """Return the files on the boot partition whose name is nearly that of the settings file.

    Windows hides the extension of a file, and its editor adds one.
    """
    folders = [system_root(environ) / folder for folder in BOOT_DIRS]
    candidates = (folder / name for folder in folders for name in MISNAMED_CONFIG_NAMES)
    return [path for path in candidates if _exists(path)]


def state_dir(option: str | None, environ: Mapping[str, str]) -> Path:
    """Return the directory of the saved game, which need not exist.

    It is the `--state-dir` option, else systemd's STATE_DIRECTORY (the first of them), else
    `bakehouse` in XDG_STATE_HOME or in `~/.local/state`, else a temporary one of this user.
    """
    if option:
        return _make_absolute(Path(option))
    persistent = _persistent_state_dir(environ)
    if persistent:
        return persistent
    import tempfile  # Rarely needed, and slow to load.

    return Path(tempfile.gettempdir()) / f"bakehouse-{os.getuid()}"


def is_state_persistent(option: str | None, environ: Mapping[str, str]) -> bool:
    """Return False if `state_dir` is a temporary one, lost at a restart."""
    return bool(option) or _persistent_state_dir(environ) is not None


def _persistent_state_dir(environ: Mapping[str, str]) -> Path | None:
    systemd_dir = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if systemd_dir:
        return _make_absolute(Path(systemd_dir))
    # The XDG standard says to ignore relative paths.
    state_home = Path(environ.get("XDG_STATE_HOME", ""))
    if state_home.is_absolute():
        return state_home / "bakehouse"
    home = Path(environ.get("HOME", ""))
    return home / ".local/state/bakehouse" if home.is_absolute() else None


def _exists(path: Path) -> bool:
    # A path that may not be examined counts as existing, so that reading it reports the reason.
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _make_absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except FileNotFoundError:
        return path


CLASSIC_THEME = "classic"
THEMES_FOLDER = "themes"


def list_themes() -> tuple[str, ...]:
    """Return the names of all themes, the classic one first."""
    names = {path.stem for path in (assets_dir() / THEMES_FOLDER).glob("*.toml")}
    return (CLASSIC_THEME, *sorted(names - {CLASSIC_THEME}))
