"""What is known of the machine becomes settings, and what cannot be on it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kiosk.display.orientation import ScreenTransform, TouchAxes
from kiosk.hardware.detect import MachineFacts, detect_profile
from kiosk.hardware.pins import list_pin_errors, list_pin_warnings
from kiosk.hardware.profiles import Profile, ProfileError, load_profile
from kiosk.settings import Config, Origin, Origins, SettingsLayer, Value, assign_origin, get_value

PROFILES_DIR_NAME = "hardware"
"""The folder of profiles in the assets."""


class HardwareSetup(NamedTuple):
    """The machine as it is to be used.

    In `config` everything that the profile says and no file says otherwise is filled in, which
    are the settings `filled`. `frames` are the pictures a second that reach the panel, `troubles`
    lines for people about what does not work, `doubts` about what may not work.
    """

    config: Config
    profile: Profile | None = None
    frames_per_second: float = 60.0
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    profile_keys: tuple[str, ...] = ()

    def merge_origins(self, file_origins: Origins) -> Origins:
        """Where each value comes from, given what the files have said."""
        if self.profile is None:
            return file_origins
        return {
            **file_origins,
            **assign_origin(self.profile_keys, Origin(SettingsLayer.PROFILE, self.profile.name)),
        }


def set_up_hardware(
    config: Config, folder: Path, detect_machine: Callable[[], MachineFacts] = MachineFacts.detect
) -> HardwareSetup:
    """The machine that the settings name, or that is recognized.

    Args:
        config: What the files say.
        folder: The profiles.
        detect_machine: Looks what the kernel tells; asked only where it matters.
    """
    profile, problems = _find_profile(config.hardware, folder, detect_machine)
    values = _list_profile_settings(profile) if profile else {}
    filled_values = {key: v for key, v in values.items() if get_value(config, key) is None}
    filled_values |= _list_profile_keys(config, profile)
    return HardwareSetup(
        config=config.with_values(filled_values),
        profile=profile,
        frames_per_second=profile.frames_per_second if profile else 60.0,
        problems=(*problems, *list_pin_errors(config, profile)),
        warnings=tuple(list_pin_warnings(config, profile)),
        profile_keys=tuple(filled_values),
    )


def create_screen_transform(config: Config, panel: tuple[int, int]) -> ScreenTransform:
    """How the picture lies on a panel of that many pixels."""
    display, touch = config.display, config.touch
    axes = TouchAxes(bool(touch.swap), bool(touch.flip_x), bool(touch.flip_y))
    return ScreenTransform(panel, display.rotation or 0, display.margin or 0, axes)


def _find_profile(
    name: str, folder: Path, detect_machine: Callable[[], MachineFacts]
) -> tuple[Profile | None, tuple[str, ...]]:
    if name == "none":
        return None, ()
    if name == "auto":
        return detect_profile(folder, detect_machine()), ()
    try:
        profile = load_profile(folder, name)
    except ProfileError as error:
        return None, (f"hardware: {error}",)
    if not profile.is_large_enough:
        size = f"{profile.width}x{profile.height}"
        problem = f"{profile.name} is too small: it has {size} pixels, 240x240 are needed"
        return profile, (f"hardware: {problem}",)
    return profile, ()


def _list_profile_settings(profile: Profile) -> dict[str, Value]:
    """The settings that follow from a profile."""
    values: dict[str, Value] = {
        "display.rotation": profile.rotation,
        "display.margin": profile.margin,
    }
    # Only fingers need to know how large a pixel is.
    if profile.touch and profile.density:
        values["display.density"] = round(profile.density)
    return values


def _list_profile_keys(config: Config, profile: Profile | None) -> dict[str, Value]:
    """What the profile's keys mean, where no file has given these actions others."""
    configured, defaults = config.buttons.keyboard, Config().buttons.keyboard
    keys = profile.keys if profile else {}
    return {
        f"buttons.keyboard.{action}": tuple(names)
        for action, names in keys.items()
        if configured[action] == defaults[action]
    }
