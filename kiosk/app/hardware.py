"""What is known of the machine becomes settings, pins and what stands on buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from kiosk.actions import Action
from kiosk.config import Config, Layer, Origin, Origins, Value, marked, value_of
from kiosk.profiles import Machine, Profile, ProfileError, Wiring, found, load
from kiosk.turning import Axes, View

HARDWARE = "hardware"
"""The folder of profiles in the assets."""
TWO = ("confirm", "next")
"""The two buttons with which everything can be done."""


class SetUp(NamedTuple):
    """The machine as it is to be used.

    In `config` everything that the profile says and no file says otherwise is filled in, which
    are the settings `filled`. `frames` are the pictures a second that reach the panel, `troubles`
    lines for people.
    """

    config: Config
    profile: Profile | None = None
    wiring: Wiring | None = None
    frames: float = 60.0
    troubles: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()

    def origins(self, files: Origins) -> Origins:
        """Where each value comes from, given what the files have said."""
        if self.profile is None:
            return files
        return {**files, **marked(self.filled, Origin(Layer.PROFILE, self.profile.name))}

    def labels(self) -> dict[Action, str]:
        """What stands on the machine's own buttons, by what they mean; else the pin."""
        known = self.profile.labels() if self.profile else {}
        own = {name: f"GPIO{pin}" for name, pin in self.config.pins.items() if pin is not None}
        meant = self.wiring.actions.values() if self.wiring else ()
        return {Action(a): text for a, text in {**known, **own}.items() if a in meant}


def set_up(config: Config, folder: Path, machine: Callable[[], Machine] = Machine.look) -> SetUp:
    """The machine that the settings name, or that is recognized.

    Args:
        config: What the files say.
        folder: The profiles.
        machine: Looks what the kernel tells; asked only where it matters.
    """
    profile, troubles = _profile(config.hardware, folder, machine)
    values = _known(profile) if profile else {}
    unsaid = {key: v for key, v in values.items() if value_of(config, key) is None}
    unsaid |= _keys(config, profile)
    wiring = _wired(config, profile)
    return SetUp(
        config=config.changed(unsaid),
        profile=profile,
        wiring=wiring,
        frames=profile.frames if profile else 60.0,
        troubles=(*troubles, *_missing(config, wiring)),
        filled=tuple(unsaid),
    )


def view_of(config: Config, panel: tuple[int, int]) -> View:
    """How the picture lies on a panel of that many pixels."""
    display, touch = config.display, config.touch
    axes = Axes(bool(touch.swap), bool(touch.flip_x), bool(touch.flip_y))
    return View(panel, display.rotation or 0, display.margin or 0, axes)


def _profile(
    name: str, folder: Path, machine: Callable[[], Machine]
) -> tuple[Profile | None, tuple[str, ...]]:
    if name == "none":
        return None, ()
    if name == "auto":
        return found(folder, machine()), ()
    try:
        profile = load(folder, name)
    except ProfileError as error:
        return None, (str(error),)
    if not profile.fits:
        size = f"{profile.width}x{profile.height}"
        return profile, (f"{profile.name} is too small: it has {size} pixels, 240x240 are needed",)
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


def _wired(config: Config, profile: Profile | None) -> Wiring | None:
    """The profile's buttons, and those of one's own over them."""
    theirs = profile.wiring if profile and profile.arrives == "gpio" else Wiring()
    own = {name: pin for name, pin in config.pins.items() if pin is not None}
    ends = own.pop("encoder-a", None), own.pop("encoder-b", None)
    encoder = theirs.encoder if None in ends else (ends[0] or 0, ends[1] or 0)
    kept = {
        name: pin
        for name, pin in theirs.pins.items()
        if pin not in (*own.values(), *ends) and theirs.actions.get(name) not in own
    }
    if not (kept or own or encoder):
        return None
    pulled = config.gpio.pull_up if own else theirs.pull_up
    low = config.gpio.active_low
    return Wiring(
        pins={**kept, **own},
        actions={**_meant(theirs.actions, kept), **{name: name for name in own}}
        | _menu_chord(config, {**kept, **own}),
        encoder=encoder,
        steps=config.gpio.encoder_steps or 4,
        pull_up=pulled,
        active_low=pulled is not False if low is None else low,
        lockout=config.gpio.debounce / 1000,
    )


def _menu_chord(config: Config, pins: Mapping[str, int]) -> dict[str, str]:
    """The chord of the menu that the settings name, or that two lonely buttons have."""
    names = config.gpio.menu_chord or (TWO if sorted(pins) == sorted(TWO) else ())
    return {"+".join(sorted(names)): "menu"} if names and set(names) <= pins.keys() else {}


def _missing(config: Config, wiring: Wiring | None) -> tuple[str, ...]:
    """A line for the chord of the menu where some of its buttons are not there."""
    there = wiring.pins if wiring else {}
    absent = [name for name in config.gpio.menu_chord if name not in there]
    if not absent:
        return ()
    known = ", ".join(there) or "none"
    return (f"gpio.menu_chord: there is no button {', '.join(absent)}; there are: {known}",)


def _meant(actions: Mapping[str, str], pins: Mapping[str, int]) -> dict[str, str]:
    """What the buttons that are left mean, and the chords of which all are left."""
    return {name: a for name, a in actions.items() if set(name.split("+")) <= pins.keys()}
