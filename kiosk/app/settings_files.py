"""Settings from the files of the machine and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from kiosk.app.hardware_setup import HARDWARE
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.paths import assets_dir, default_config_path, list_config_files, list_misnamed_configs
from kiosk.settings import Config, Origins, Problem, SettingsLayer, find_key_line, load_settings


def placed(troubles: Iterable[str], origins: Origins) -> list[str]:
    """Lines `key.path: what` with file and line before them, where a file has set the key."""
    return [_placed(trouble, origins) for trouble in troubles]


SHIPPED_CRC = 0x8180CBD5
"""The checksum (CRC-32) of the shipped config.yaml."""


class Settings(NamedTuple):
    """What the files say, what is wrong with them, a line each, and which of them has said what."""

    config: Config
    problems: tuple[str, ...]
    origins: Origins = MappingProxyType({})


def configured(path: Path | None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of the shipped file, over it those of this machine, and over all of `path`.

    Without `environ`, which says where they are, the machine's own files are left out.
    """
    shipped = default_config_path()
    files = [] if is_untouched(shipped) else [shipped]
    files += [] if environ is None else list_config_files(environ)
    files += [path] if path else []
    config, wrong, origins = load_settings(
        files, list_languages(), profiles=list_profiles(assets_dir() / HARDWARE)
    )
    problems = [str(problem) for problem in wrong]
    odd = [] if environ is None else list_misnamed_configs(environ)
    problems += [f"{file}: is not read; its name must be bakehouse.yaml" for file in odd]
    return Settings(config, tuple(problems), origins)


def is_untouched(shipped: Path) -> bool:
    """Whether nobody has edited the shipped settings, which then are the defaults and no more.

    To read them as YAML would take a tenth of the time up to the first picture.
    """
    try:
        return crc32(shipped.read_bytes()) == SHIPPED_CRC
    except OSError:
        return False


def _placed(trouble: str, origins: Origins) -> str:
    key, _, message = trouble.partition(": ")
    origin = origins.get(key)
    if origin is None or origin.layer is not SettingsLayer.FILE:
        return trouble
    return str(Problem(origin.name, find_key_line(origin.name, key), key, message))
