"""Settings files become one `Config`, and all that is wrong with them becomes lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kiosk.settings.model import (
    ButtonSettings,
    Config,
    DisplaySettings,
    GameSettings,
    GpioSettings,
    Size,
    SoundSettings,
    StickSettings,
    TouchSettings,
    Value,
    WindowSettings,
    value_of,
)
from kiosk.settings.origins import DEFAULT, DEVICE, Layer, Origin, Origins, Problem, marked

__all__ = [
    "DEFAULT",
    "DEVICE",
    "ButtonSettings",
    "Config",
    "DisplaySettings",
    "GameSettings",
    "GpioSettings",
    "Layer",
    "Loaded",
    "Origin",
    "Origins",
    "Problem",
    "Size",
    "SoundSettings",
    "StickSettings",
    "TouchSettings",
    "Value",
    "WindowSettings",
    "check",
    "check_file",
    "device_values",
    "line_of",
    "load",
    "marked",
    "value_of",
]


class Loaded(NamedTuple):
    """The settings of some files, what is wrong with these, and which file said what."""

    config: Config
    problems: list[Problem]
    origins: Origins


def load(
    paths: Iterable[Path | str],
    languages: Sequence[str] = ("en",),
    below: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> Loaded:
    """The settings of the files, later ones over earlier ones, and their problems.

    Whatever is wrong counts as not written, so that there is always a configuration. `languages`
    are the catalogues that may be chosen, `below` values that all files are laid over, `profiles`
    the hardware that is known (unless given, any name is).
    """
    values = dict(below or {})
    problems: list[Problem] = []
    origins: dict[str, Origin] = {}
    for path in paths:
        found, wrong = check_file(path, languages, values, profiles)
        # What was written last is laid over all else: of two meanings of a button it counts.
        values = {key: value for key, value in values.items() if key not in found} | found
        problems.extend(wrong)
        origins.update(marked(found, Origin(Layer.FILE, str(path))))
    return Loaded(Config.of(values), problems, origins)


def check_file(
    path: Path | str,
    languages: Sequence[str] = ("en",),
    below: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values that a file sets, by dotted key, and its problems; see `check`."""
    from kiosk.settings.yaml_file import UnreadableError, contents

    try:
        raw = contents(Path(path))
    except UnreadableError as error:
        return {}, [Problem(str(path), None, None, str(error))]
    return check(raw, str(path), languages, below, profiles)


def check(
    text: bytes,
    name: str,
    languages: Sequence[str] = ("en",),
    below: Mapping[str, Value] | None = None,
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values that the bytes of a file set, by dotted key, and its problems by line.

    `name` is the file's name in the problems, `below` holds the values of the files it is laid
    over. Any bytes will do: this never raises.
    """
    # Reading YAML takes a noticeable part of the start-up, and without a file it is not needed.
    from kiosk.settings.yaml_file import checked

    return checked(text, name, languages, below or {}, profiles)


def line_of(path: Path | str, key: str) -> int | None:
    """The line of a dotted key in a settings file, from 1; None where it is not there."""
    from kiosk.settings.yaml_file import line_of as found

    return found(path, key)


def device_values(stored: Mapping[str, str], languages: Sequence[str] = ()) -> dict[str, Value]:
    """The values of what was set on the device, by dotted key; see `kiosk.config.device`."""
    if not stored:
        return {}
    # The table of all settings takes a part of the start-up, and mostly nothing was set.
    from kiosk.settings.validate import read

    return read(stored, languages)
