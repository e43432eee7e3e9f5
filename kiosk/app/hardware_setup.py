"""Applies the hardware profile to the settings, and lists what does not work on the machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kiosk.display.orientation import ScreenTransform, TouchAxes
from kiosk.hardware.detect import MachineFacts, detect_profile
from kiosk.hardware.pins import list_pin_errors, list_pin_warnings
from kiosk.hardware.profiles import Profile, ProfileError, load_profile
from kiosk.settings import Config, Origin, Origins, SettingsLayer, Value, get_value

PROFILES_DIR_NAME = "hardware"


class HardwareSetup(NamedTuple):
    """Settings of the files, completed from the hardware profile.

    Attributes:
        config: The settings in force, unless the device has stored others.
        frames_per_second: Frames that the panel can show.
        problems: Lines `key.path: message` about settings that do not work on the machine.
        warnings: The same about settings that may not work.
        profile_keys: Dotted keys of the settings that come from the profile.
    """

    config: Config
    profile: Profile | None = None
    frames_per_second: float = 60.0
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    profile_keys: tuple[str, ...] = ()

    def merge_origins(self, file_origins: Origins) -> Origins:
        """Return the origins of the files and of the profile."""
        if self.profile is None:
            return file_origins
        origin = Origin(SettingsLayer.PROFILE, self.profile.name)
        return {**file_origins, **dict.fromkeys(self.profile_keys, origin)}


def set_up_hardware(
    config: Config, folder: Path, detect_machine: Callable[[], MachineFacts] = MachineFacts.detect
) -> HardwareSetup:
    """Find the profile and fill in the settings that no file has set.

    Args:
        config: The settings of the files.
        folder: The folder of the profiles.
        detect_machine: Asks the kernel about the machine; called only if `hardware` is auto.
    """
    profile, problems = _find_profile(config.hardware, folder, detect_machine)
    profile_values = _list_profile_values(config, profile) if profile else {}
    return HardwareSetup(
        config=config.with_values(profile_values),
        profile=profile,
        frames_per_second=profile.frames_per_second if profile else 60.0,
        problems=(*problems, *list_pin_errors(config, profile)),
        warnings=tuple(list_pin_warnings(config, profile)),
        profile_keys=tuple(profile_values),
    )


def create_screen_transform(config: Config, panel: tuple[int, int]) -> ScreenTransform:
    """Return the position of the picture on a panel of this size in pixels."""
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


def _list_profile_values(config: Config, profile: Profile) -> dict[str, Value]:
    values: dict[str, Value] = {
        "display.rotation": profile.rotation,
        "display.margin": profile.margin,
    }
    # The density only matters for touch targets.
    if profile.touch and profile.density:
        values["display.density"] = round(profile.density)
    unset_values = {key: v for key, v in values.items() if get_value(config, key) is None}
    bindings, default_bindings = config.buttons.keyboard, Config().buttons.keyboard
    return unset_values | {
        f"buttons.keyboard.{action}": tuple(names)
        for action, names in profile.keys.items()
        if bindings[action] == default_bindings[action]
    }
