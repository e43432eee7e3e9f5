"""What is known of the machine becomes settings, and what cannot be on it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kiosk.display.orientation import ScreenTransform, TouchAxes
from kiosk.hardware.detect import MachineFacts, detect_profile
from kiosk.hardware.pins import doubtful, misplaced
from kiosk.hardware.profiles import Profile, ProfileError, load_profile
from kiosk.settings import Config, Origin, Origins, SettingsLayer, Value, assign_origin, get_value

HARDWARE = "hardware"
"""The folder of profiles in the assets."""


class SetUp(NamedTuple):
    """The machine as it is to be used.

    In `config` everything that the profile says and no file says otherwise is filled in, which
    are the settings `filled`. `frames` are the pictures a second that reach the panel, `troubles`
    lines for people about what does not work, `doubts` about what may not work.
    """

    config: Config
    profile: Profile | None = None
    frames: float = 60.0
    troubles: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()

    def origins(self, files: Origins) -> Origins:
        """Where each value comes from, given what the files have said."""
        if self.profile is None:
            return files
        return {
            **files,
            **assign_origin(self.filled, Origin(SettingsLayer.PROFILE, self.profile.name)),
        }


def set_up(
    config: Config, folder: Path, machine: Callable[[], MachineFacts] = MachineFacts.detect
) -> SetUp:
    """The machine that the settings name, or that is recognized.

    Args:
        config: What the files say.
        folder: The profiles.
        machine: Looks what the kernel tells; asked only where it matters.
    """
    profile, troubles = _profile(config.hardware, folder, machine)
    values = _known(profile) if profile else {}
    unsaid = {key: v for key, v in values.items() if get_value(config, key) is None}
    unsaid |= _keys(config, profile)
    return SetUp(
        config=config.with_values(unsaid),
        profile=profile,
        frames=profile.frames if profile else 60.0,
        troubles=(*troubles, *misplaced(config, profile)),
        doubts=tuple(doubtful(config, profile)),
        filled=tuple(unsaid),
    )


def view_of(config: Config, panel: tuple[int, int]) -> ScreenTransform:
    """How the picture lies on a panel of that many pixels."""
    display, touch = config.display, config.touch
    axes = TouchAxes(bool(touch.swap), bool(touch.flip_x), bool(touch.flip_y))
    return ScreenTransform(panel, display.rotation or 0, display.margin or 0, axes)


def _profile(
    name: str, folder: Path, machine: Callable[[], MachineFacts]
) -> tuple[Profile | None, tuple[str, ...]]:
    if name == "none":
        return None, ()
    if name == "auto":
        return detect_profile(folder, machine()), ()
    try:
        profile = load_profile(folder, name)
    except ProfileError as error:
        return None, (f"hardware: {error}",)
    if not profile.is_large_enough:
        size = f"{profile.width}x{profile.height}"
        wrong = f"{profile.name} is too small: it has {size} pixels, 240x240 are needed"
        return profile, (f"hardware: {wrong}",)
    return profile, ()


def _known(profile: Profile) -> dict[str, Value]:
    """The settings that follow from a profile."""
    values: dict[str, Value] = {
        "display.rotation": profile.rotation,
        "display.margin": profile.margin,
    }
    # Only fingers need to know how large a pixel is.
    if profile.touch and profile.density:
        values["display.density"] = round(profile.density)
    return values


def _keys(config: Config, profile: Profile | None) -> dict[str, Value]:
    """What the profile's keys mean, where no file has given these actions others."""
    said, usual = config.buttons.keyboard, Config().buttons.keyboard
    keys = profile.keys if profile else {}
    return {
        f"buttons.keyboard.{action}": tuple(names)
        for action, names in keys.items()
        if said[action] == usual[action]
    }
