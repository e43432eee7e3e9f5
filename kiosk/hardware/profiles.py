"""A profile says of a panel, a board or a handheld what a program cannot find out by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.frame import MIN_WINDOW_SIZE

HEADER_PINS = range(28)
"""The pins of the 40-pin header, by their BCM numbers."""
ROTATIONS = (0, 90, 180, 270)
"""Degrees clockwise by which a picture can be turned."""
BOARD_PULL_UP_PINS = (2, 3)
"""Pins with a resistor to 3.3 V on the board itself, whatever is asked for."""


class ProfileError(ValueError):
    """There is no such profile, or its file cannot be read; the text is one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """Which contacts are at which pins, and what they mean."""

    pins: Mapping[str, int] = field(default_factory=dict)
    """The pin of each button, by what stands on it."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """What buttons mean, by the action's name; also chords, as `A+B` in alphabetical order."""
    encoder: tuple[int, int] | None = None
    """The pins of a rotary encoder's two contacts: turned right, the first closes first."""
    steps: int = 4
    """The encoder's quarter turns from one click to the next: 2 or 4."""
    pull_up: bool | None = True
    """The resistor inside the chip: to 3.3 V, to ground, or none."""
    active_low: bool = True
    """Whether a pressed button connects its pin to ground."""
    lockout: float = 0.03
    """Seconds after an edge in which the contact bounces."""

    @property
    def chords(self) -> tuple[frozenset[str], ...]:
        """The buttons that mean something when they are pressed together."""
        return tuple(frozenset(name.split("+")) for name in self.actions if "+" in name)

    def find_problems(self, others: Mapping[str, int]) -> list[str]:
        """What cannot be: pins that are none, used twice, or pulled the wrong way.

        `others` are pins in use for something else, by what for.
        """
        encoder_pins = [("encoder", pin) for pin in self.encoder or ()]
        used = [*self.pins.items(), *encoder_pins, *others.items()]
        wrong = [f"{name}: there is no GPIO{pin}" for name, pin in used if pin not in HEADER_PINS]
        user_by_pin: dict[int, str] = {}
        for name, pin in used:
            if pin in user_by_pin:
                wrong.append(f"GPIO{pin} is used by {user_by_pin[pin]} and by {name}")
            user_by_pin[pin] = name
        contacts = {*self.pins.values(), *(self.encoder or ())}
        if self.pull_up is not True:
            wrong += [
                f"GPIO{pin} has a pull-up on the board"
                for pin in BOARD_PULL_UP_PINS
                if pin in contacts
            ]
        return wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorWiring:
    """Lights and a buzzer at pins."""

    lights: Mapping[str, int] = field(default_factory=dict)
    """The pin of each light, by the action of the button that it belongs to, or `game`."""
    lights_high: bool = True
    """Whether a light is on while its pin is high."""
    buzzer: int | None = None
    """The pin of a buzzer."""
    buzzer_tones: bool = False
    """Whether it has no tone of its own."""

    @property
    def pins(self) -> dict[str, int]:
        """The pin of each, by what it is called."""
        buzzer = {} if self.buzzer is None else {"buzzer": self.buzzer}
        return {**{f"light {name}": pin for name, pin in self.lights.items()}, **buzzer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One piece of hardware, as its file in `assets/hardware` describes it."""

    key: str
    """The name of its file, which is that of the setting."""
    name: str
    """What people call it."""
    width: int | None = None
    """Pixels of the panel as the kernel reports them; None for boards without one."""
    height: int | None = None
    density: float | None = None
    """Pixels per inch; None where the size of the glass is not known."""
    rotation: int = 0
    """Degrees clockwise by which the picture is turned to stand upright."""
    margin: int = 0
    """Pixels at every edge that the glass hides: corners of round panels, overscan."""
    touch: bool = False
    frames: float = 60.0
    """Pictures a second that reach the panel."""
    taken: Mapping[str, list[int]] = field(default_factory=dict)
    """The pins that it uses itself, by what for: panel, touch, sound, power."""
    arrives: str = "none"
    """How buttons reach the program: as `gpio`, `keyboard`, `gamepad`, or there are none."""
    wiring: Wiring = field(default_factory=Wiring)
    signals: IndicatorWiring = field(default_factory=IndicatorWiring)
    keys: Mapping[str, list[str]] = field(default_factory=dict)
    """The keys that its buttons write, by the action's name, where a keyboard's would not do."""
    reached: str = "drm"
    """How the panel is: `drm` (KMS), `fbcp` (a copy of HDMI), or `none`, without any."""
    config: str = ""
    """The lines of config.txt that it needs."""
    notes: str = ""
    source: str = ""
    detect: Mapping[str, str] = field(default_factory=dict)
    """Facts by which it is recognized; see `finding`."""

    @property
    def is_large_enough(self) -> bool:
        """Whether a table can be played on its panel, or on any other where it has none."""
        sides = (self.width, self.height)
        return all(
            side is None or side >= least
            for side, least in zip(sides, MIN_WINDOW_SIZE, strict=True)
        )

    def find_pin_user(self, pin: int) -> str:
        """Which part of the machine itself uses this pin; "" where none does."""
        return next((part for part, pins in self.taken.items() if pin in pins), "")

    def get_button_labels(self) -> dict[str, str]:
        """What stands on the button of each action, for buttons at pins."""
        if self.arrives != "gpio":
            return {}
        single = [(b, a) for b, a in self.wiring.actions.items() if "+" not in b]
        return {action: button for button, action in reversed(single)}


def list_profiles(folder: Path) -> tuple[str, ...]:
    """The profiles there are, in alphabetical order."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def load_profile(folder: Path, key: str) -> Profile:
    """The profile of that name.

    Raises:
        ProfileError: where there is none, or its file makes no sense.
    """
    # Reading YAML takes a noticeable part of the start-up.
    import yaml

    path = folder / f"{key}.yaml"
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        return _build_profile(key, raw)
    except (OSError, UnicodeError, yaml.YAMLError, TypeError, ValueError) as error:
        cause = " ".join(str(error).split())
        raise ProfileError(f"{path} cannot be used: {cause}") from error


def _build_profile(key: str, raw: Mapping[str, Any]) -> Profile:
    fields = dict(raw)
    wiring = fields.pop("wiring", {})
    if "encoder" in wiring:
        wiring["encoder"] = tuple(wiring["encoder"])
    signals = IndicatorWiring(**fields.pop("signals", {}))
    profile = Profile(key=key, wiring=Wiring(**wiring), signals=signals, **fields)
    problems = profile.wiring.find_problems(signals.pins)
    problems += [
        f"{name}: GPIO{pin} is the pin of the {profile.find_pin_user(pin)}"
        for name, pin in {**profile.wiring.pins, **signals.pins}.items()
        if profile.find_pin_user(pin)
    ]
    if profile.rotation not in ROTATIONS:
        problems.append(f"there is no rotation by {profile.rotation} degrees")
    if problems:
        raise ValueError("; ".join(problems))
    return profile
