"""Assets, config files, state, theme names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

BOOT_DIRS = ("boot/firmware", "boot")
"""Where the boot partition is mounted: on Raspberry Pi OS from 12 on, and before."""
MISNAMED_CONFIG_NAMES = ("bakehouse.yaml.txt", "bakehouse.yml", "bakehouse.txt")

_PACKAGE = Path(__file__).resolve().parent


def assets_dir() -> Path:
    """The folder of fonts, catalogues and so on: inside a wheel's package, beside a checkout's."""
    inside = _PACKAGE / "assets"
    return inside if inside.is_dir() else _PACKAGE.parent / "assets"


def default_config_path() -> Path:
    """The shipped `config.yaml`, found like the assets."""
    inside = _PACKAGE / "config.yaml"
    return inside if inside.is_file() else _PACKAGE.parent / "config.yaml"


def system_root(environ: Mapping[str, str]) -> Path:
    """Where this machine's own files begin: at `/`, or where BAKEHOUSE_ROOT says."""
    return Path(environ.get("BAKEHOUSE_ROOT") or "/")


def list_config_files(environ: Mapping[str, str]) -> list[Path]:
    """The settings files of this machine that are there, the one that counts most last.

    These are `/etc/bakehouse/config.yaml` and, for whoever puts the card into another computer,
    `bakehouse.yaml` on the boot partition.
    """
    root_dir = system_root(environ)
    boot = (root_dir / place / "bakehouse.yaml" for place in BOOT_DIRS)
    places = (root_dir / "etc/bakehouse/config.yaml", next(filter(_exists, boot), None))
    return [path for path in places if path is not None and _exists(path)]


def list_misnamed_configs(environ: Mapping[str, str]) -> list[Path]:
    """Files on the boot partition that are meant as settings and have another name.

    Windows hides the end of a name, and its editor adds one.
    """
    candidates = (
        system_root(environ) / place / name for place in BOOT_DIRS for name in MISNAMED_CONFIG_NAMES
    )
    return [path for path in candidates if _exists(path)]


def state_dir(option: str | None, environ: Mapping[str, str]) -> Path:
    """The directory of the saved game.

    It is the `--state-dir` option, else systemd's STATE_DIRECTORY (the first of them), else
    `bakehouse` in XDG_STATE_HOME or in `~/.local/state`, else one for this user among the temporary
    files (see `is_lasting`). It need not exist.
    """
    if option:
        return _make_absolute(Path(option))
    persistent = _persistent_state_dir(environ)
    if persistent:
        return persistent
    # Start-up is dear, and hardly ever needs it.
    import tempfile

    return Path(tempfile.gettempdir()) / f"bakehouse-{os.getuid()}"


def is_state_persistent(option: str | None, environ: Mapping[str, str]) -> bool:
    """False where `state_dir` found nothing better than temporary files, lost at a restart."""
    return bool(option) or _persistent_state_dir(environ) is not None


def _persistent_state_dir(environ: Mapping[str, str]) -> Path | None:
    systemd_dir = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if systemd_dir:
        return _make_absolute(Path(systemd_dir))
    # The XDG standard: a relative path is to be ignored.
    state_home = Path(environ.get("XDG_STATE_HOME", ""))
    if state_home.is_absolute():
        return state_home / "bakehouse"
    home = Path(environ.get("HOME", ""))
    return home / ".local/state/bakehouse" if home.is_absolute() else None


def _exists(path: Path) -> bool:
    """Whether there is such a name; one that may not even be looked at counts as there."""
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
"""The theme that needs no file to be read."""
THEMES_FOLDER = "themes"
"""Where they are, in the assets."""


def list_themes() -> tuple[str, ...]:
    """The names of all themes: those of the files `assets/themes/NAME.toml`."""
    names = {path.stem for path in (assets_dir() / THEMES_FOLDER).glob("*.toml")}
    return (CLASSIC_THEME, *sorted(names - {CLASSIC_THEME}))
