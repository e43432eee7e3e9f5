"""Settings files become one `Config`, and all that is wrong with them becomes lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kiosk.settings.keys import Value
from kiosk.settings.model import (
    ButtonSettings,
    Config,
    DisplaySettings,
    GameSettings,
    SoundSettings,
    StickSettings,
    get_value,
)
from kiosk.settings.origins import (
    DEFAULT_ORIGIN,
    DEVICE_ORIGIN,
    Origin,
    Origins,
    Problem,
    SettingsLayer,
    assign_origin,
    format_value,
)

__all__ = [
    "DEFAULT_ORIGIN",
    "DEVICE_ORIGIN",
    "ButtonSettings",
    "Config",
    "DisplaySettings",
    "GameSettings",
    "LoadedSettings",
    "Origin",
    "Origins",
    "Problem",
    "SettingsLayer",
    "SoundSettings",
    "StickSettings",
    "Value",
    "assign_origin",
    "check_file",
    "check_text",
    "find_key_line",
    "format_value",
    "get_value",
    "load_settings",
    "parse_device_settings",
]


class LoadedSettings(NamedTuple):
    """The settings of some files, what is wrong with these, and which file said what."""

    config: Config
    problems: list[Problem]
    origins: Origins


def load_settings(
    paths: Iterable[Path | str],
    languages: Sequence[str] = ("en",),
    base_values: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> LoadedSettings:
    """The settings of the files, later ones over earlier ones, and their problems.

    Whatever is wrong counts as not written, so that there is always a configuration. `languages`
    are the catalogues that may be chosen, `below` values that all files are laid over, `profiles`
    the hardware that is known (unless given, any name is).
    """
    values = dict(base_values or {})
    problems: list[Problem] = []
    origins: dict[str, Origin] = {}
    for path in paths:
        file_values, file_problems = check_file(path, languages, values, profiles)
        # What was written last is laid over all else: of two meanings of a button it counts.
        values = {
            key: value for key, value in values.items() if key not in file_values
        } | file_values
        problems.extend(file_problems)
        origins.update(assign_origin(file_values, Origin(SettingsLayer.FILE, str(path))))
    return LoadedSettings(Config.from_values(values), problems, origins)


def check_file(
    path: Path | str,
    languages: Sequence[str] = ("en",),
    base_values: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values that a file sets, by dotted key, and its problems; see `check`."""
    from kiosk.settings.yaml_file import UnreadableError, read_file

    try:
        raw = read_file(Path(path))
    except UnreadableError as error:
        return {}, [Problem(str(path), None, None, str(error))]
    return check_text(raw, str(path), languages, base_values, profiles)


def check_text(
    text: bytes,
    name: str,
    languages: Sequence[str] = ("en",),
    base_values: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values that the bytes of a file set, by dotted key, and its problems by line.

    `name` is the file's name in the problems, `below` holds the values of the files it is laid
    over. Any bytes will do: this never raises.
    """
    # Reading YAML takes a noticeable part of the start-up, and without a file it is not needed.
    from kiosk.settings.yaml_file import check_settings

    return check_settings(text, name, languages, base_values or {}, profiles)


def find_key_line(path: Path | str, key: str) -> int | None:
    """The line of a dotted key in a settings file, from 1; None where it is not there."""
    from kiosk.settings.yaml_file import find_line as found

    return found(path, key)


def parse_device_settings(
    stored: Mapping[str, str], languages: Sequence[str] = ()
) -> dict[str, Value]:
    """The values of what was set on the device, by dotted key; see `kiosk.config.device`."""
    if not stored:
        return {}
    # The table of all settings takes a part of the start-up, and mostly nothing was set.
    from kiosk.settings.validate import parse_stored_values

    return parse_stored_values(stored, languages)
