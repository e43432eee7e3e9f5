"""Settings at start-up: the files of the machine and of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kiosk.app.hardware_setup import PROFILES_DIR_NAME
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.paths import assets_dir, list_config_files, list_misnamed_configs
from kiosk.settings import DEFAULT_ORIGIN, Config, Origins, Problem, SettingsLayer, load_settings


class StartupSettings(NamedTuple):
    """Settings of the files, their problems as lines of text, and the origins of the values."""

    config: Config
    problems: tuple[str, ...]
    origins: Origins = MappingProxyType({})


def load_startup_settings(
    path: Path | None, environ: Mapping[str, str] | None = None
) -> StartupSettings:
    """Load the settings files of this machine, overridden by the file at `path`.

    Without `environ`, the machine's own files are not read.
    """
    files = [] if environ is None else list_config_files(environ)
    files += [path] if path else []
    config, file_problems, origins = load_settings(
        files, list_languages(), list_profiles(assets_dir() / PROFILES_DIR_NAME)
    )
    problems = [str(problem) for problem in file_problems]
    misnamed_files = [] if environ is None else list_misnamed_configs(environ)
    problems += [f"{file}: is not read; its name must be bakehouse.yaml" for file in misnamed_files]
    return StartupSettings(config, tuple(problems), origins)


def add_locations(problems: Iterable[str], origins: Origins) -> list[str]:
    """Add file and line to problems `key.path: message` of settings that come from a file."""
    lines = []
    for problem in problems:
        key, _, message = problem.partition(": ")
        origin = origins.get(key, DEFAULT_ORIGIN)
        is_from_file = origin.layer is SettingsLayer.FILE
        location = Problem(origin.name, origin.line, key, message)
        lines.append(str(location) if is_from_file else problem)
    return lines
