"""Settings from the files of the machine and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from kiosk.app.hardware_setup import PROFILES_DIR_NAME
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.paths import assets_dir, default_config_path, list_config_files, list_misnamed_configs
from kiosk.settings import Config, Origins, Problem, SettingsLayer, find_key_line, load_settings


def add_locations(problems: Iterable[str], origins: Origins) -> list[str]:
    """Lines `key.path: what` with file and line before them, where a file has set the key."""
    return [_add_location(problem, origins) for problem in problems]


DEFAULT_CONFIG_CRC32 = 0x8180CBD5
"""The checksum (CRC-32) of the shipped config.yaml."""


class StartupSettings(NamedTuple):
    """What the files say, what is wrong with them, a line each, and which of them has said what."""

    config: Config
    problems: tuple[str, ...]
    origins: Origins = MappingProxyType({})


def load_startup_settings(
    path: Path | None, environ: Mapping[str, str] | None = None
) -> StartupSettings:
    """The settings of the shipped file, over it those of this machine, and over all of `path`.

    Without `environ`, which says where they are, the machine's own files are left out.
    """
    default_file = default_config_path()
    files = [] if is_unmodified(default_file) else [default_file]
    files += [] if environ is None else list_config_files(environ)
    files += [path] if path else []
    config, file_problems, origins = load_settings(
        files, list_languages(), profiles=list_profiles(assets_dir() / PROFILES_DIR_NAME)
    )
    problems = [str(problem) for problem in file_problems]
    misnamed_files = [] if environ is None else list_misnamed_configs(environ)
    problems += [f"{file}: is not read; its name must be bakehouse.yaml" for file in misnamed_files]
    return StartupSettings(config, tuple(problems), origins)


def is_unmodified(default_file: Path) -> bool:
    """Whether nobody has edited the shipped settings, which then are the defaults and no more.

    To read them as YAML would take a tenth of the time up to the first picture.
    """
    try:
        return crc32(default_file.read_bytes()) == DEFAULT_CONFIG_CRC32
    except OSError:
        return False


def _add_location(problem: str, origins: Origins) -> str:
    key, _, message = problem.partition(": ")
    origin = origins.get(key)
    if origin is None or origin.layer is not SettingsLayer.FILE:
        return problem
    return str(Problem(origin.name, find_key_line(origin.name, key), key, message))
