"""Settings: files and stored values become one `Config`; their mistakes become lines of text."""

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
    "format_value",
    "get_value",
    "load_settings",
    "parse_device_settings",
]

# The modules that read YAML and check values are imported where a file or a stored value needs
# them: they take a noticeable part of the start-up.


class LoadedSettings(NamedTuple):
    """The settings of some files, and the problems of the files."""

    config: Config
    problems: list[Problem]
    origins: Origins


def load_settings(
    paths: Iterable[Path | str],
    languages: Sequence[str] = ("en",),
    profiles: Sequence[str] | None = None,
) -> LoadedSettings:
    """Return the settings of the files, of which later ones override earlier ones.

    Values that are not allowed are ignored and reported, as is a missing file. Languages and
    profiles are those that are installed; None allows any name of a profile.
    """
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    origins: dict[str, Origin] = {}
    for path in paths:
        from kiosk.settings.yaml_file import check_file

        file = check_file(path, languages, values, profiles)
        # The last file comes last, since a button keeps the last function it is given.
        base_values = {key: value for key, value in values.items() if key not in file.values}
        values = base_values | file.values
        problems.extend(file.problems)
        origins.update(file.origins)
    return LoadedSettings(Config.from_values(values), problems, origins)


def parse_device_settings(
    stored: Mapping[str, str], languages: Sequence[str] = ()
) -> dict[str, Value]:
    """Return the values of the settings that were stored on the device, by dotted key."""
    if not stored:
        return {}
    from kiosk.settings.validate import parse_stored_values

    return parse_stored_values(stored, languages)
