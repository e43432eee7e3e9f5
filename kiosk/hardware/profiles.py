"""Hardware profiles: facts about panels, boards and handhelds that cannot be detected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.frame import MIN_WINDOW_SIZE
from kiosk.settings.keys import BOARD_PULL_UP_PINS, HEADER_PINS

ROTATIONS = (0, 90, 180, 270)
# Keys of the files whose attributes have longer names.
_ATTRIBUTE_NAMES = {
    "arrives": "buttons_via",
    "frames": "frames_per_second",
    "reached": "panel_via",
    "taken": "reserved_pins",
}


class ProfileError(ValueError):
    """A profile does not exist or its file is invalid; the text is one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """Buttons and encoder: their pins and actions."""

    pins: Mapping[str, int] = field(default_factory=dict)
    """Pin of each button, by the label on it."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """Action of each button and of chords, which are written `A+B` in alphabetical order."""
    encoder: tuple[int, int] | None = None
    """Pins of a rotary encoder's contacts; turned right, the first closes first."""
    steps: int = 4
    """Quarter steps of the encoder per click: 2 or 4."""
    pull_up: bool | None = True
    """Resistor inside the chip: True to 3.3 V, False to ground, None for none."""
    active_low: bool = True
    """True if a pressed button connects its pin to ground."""
    lockout: float = 0.03
    """Debounce time in seconds."""

    @property
    def chords(self) -> tuple[frozenset[str], ...]:
        """Sets of buttons that have an action when pressed together."""
        return tuple(frozenset(name.split("+")) for name in self.actions if "+" in name)

    def find_problems(self, others: Mapping[str, int]) -> list[str]:
        """List invalid pins, pins used twice (also by `others`) and impossible resistors."""
        contacts = [*self.pins.items(), *(("encoder", pin) for pin in self.encoder or ())]
        problems: list[str] = []
        user_by_pin: dict[int, str] = {}
        for name, pin in [*contacts, *others.items()]:
            if pin not in HEADER_PINS:
                problems.append(f"{name}: there is no GPIO{pin}")
            if pin in user_by_pin:
                problems.append(f"GPIO{pin} is used by {user_by_pin[pin]} and by {name}")
            user_by_pin[pin] = name
        if self.pull_up is not True:
            for pin in sorted({pin for _, pin in contacts}.intersection(BOARD_PULL_UP_PINS)):
                problems.append(f"GPIO{pin} has a pull-up on the board")
        return problems


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorWiring:
    """Pins of LEDs and of a buzzer."""

    lights: Mapping[str, int] = field(default_factory=dict)
    """Pin of each LED, by the action of its button, or `game`."""
    lights_high: bool = True
    """True if an LED is on while its pin is high."""
    buzzer: int | None = None
    buzzer_tones: bool = False
    """True for a passive buzzer, which needs a tone."""

    @property
    def pins(self) -> dict[str, int]:
        """Pin of each LED (`light NAME`) and of the `buzzer`."""
        buzzer = {} if self.buzzer is None else {"buzzer": self.buzzer}
        return {**{f"light {name}": pin for name, pin in self.lights.items()}, **buzzer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A piece of hardware, from its file in `assets/hardware`."""

    key: str
    """Name of the file and value of the setting `hardware`."""
    name: str
    width: int | None = None
    """Width of the panel in pixels, as the kernel reports it; None for boards without a panel."""
    height: int | None = None
    density: float | None = None
    """Pixels per inch; None if the size of the panel is unknown."""
    rotation: int = 0
    """Clockwise rotation of the picture in degrees."""
    margin: int = 0
    """Hidden pixels at every edge: corners of round panels, overscan."""
    touch: bool = False
    frames_per_second: float = 60.0
    reserved_pins: Mapping[str, list[int]] = field(default_factory=dict)
    """Pins that the hardware uses itself, by part: panel, touch, sound, power."""
    buttons_via: str = "none"
    """Connection of the buttons: `gpio`, `keyboard`, `gamepad` or `none`."""
    wiring: Wiring = field(default_factory=Wiring)
    indicators: IndicatorWiring = field(default_factory=IndicatorWiring)
    keys: Mapping[str, list[str]] = field(default_factory=dict)
    """Keys sent by its buttons, by action, if they differ from a keyboard's."""
    panel_via: str = "drm"
    """Connection of the panel: `drm` (KMS), `fbcp` (a copy of HDMI), or `none`."""
    config: str = ""
    """Lines needed in config.txt."""
    notes: str = ""
    source: str = ""
    detect: Mapping[str, str] = field(default_factory=dict)
    """Facts by which it is recognized; see `kiosk.hardware.detect`."""

    @property
    def is_large_enough(self) -> bool:
        """True if the game fits on its panel, or if it has none."""
        sides = (self.width, self.height)
        pairs = zip(sides, MIN_WINDOW_SIZE, strict=True)
        return all(side is None or side >= least for side, least in pairs)

    def find_pin_user(self, pin: int) -> str:
        """Return the part of the hardware that reserves a pin; "" if none does."""
        return next((part for part, pins in self.reserved_pins.items() if pin in pins), "")

    def get_button_labels(self) -> dict[str, str]:
        """Return the label of each action's GPIO button."""
        if self.buttons_via != "gpio":
            return {}
        single = [(b, a) for b, a in self.wiring.actions.items() if "+" not in b]
        return {action: button for button, action in reversed(single)}


def list_profiles(folder: Path) -> tuple[str, ...]:
    """Return the names of all profiles, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def load_profile(folder: Path, key: str) -> Profile:
    """Load a profile.

    Raises:
        ProfileError: It does not exist, or its file is invalid.
    """
    import yaml  # Slow to load, and most machines need no profile.

    path = folder / f"{key}.yaml"
    try:
        return _build_profile(key, yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeError, yaml.YAMLError, TypeError, ValueError) as error:
        cause = " ".join(str(error).split())
        raise ProfileError(f"{path} cannot be used: {cause}") from error


def _build_profile(key: str, raw: Mapping[str, Any]) -> Profile:
    fields = {_ATTRIBUTE_NAMES.get(name, name): value for name, value in dict(raw).items()}
    wiring = fields.pop("wiring", {})
    if "encoder" in wiring:
        wiring["encoder"] = tuple(wiring["encoder"])
    indicators = IndicatorWiring(**fields.pop("signals", {}))
    profile = Profile(key=key, wiring=Wiring(**wiring), indicators=indicators, **fields)
    problems = profile.wiring.find_problems(indicators.pins)
    problems += [
        f"{name}: GPIO{pin} is the pin of the {profile.find_pin_user(pin)}"
        for name, pin in {**profile.wiring.pins, **indicators.pins}.items()
        if profile.find_pin_user(pin)
    ]
    if profile.rotation not in ROTATIONS:
        problems.append(f"there is no rotation by {profile.rotation} degrees")
    if problems:
        raise ValueError("; ".join(problems))
    return profile
