"""A profile in lines for people: the panel, how it is reached, its buttons, its config.txt."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.profiles import Profile

REACHED = {
    "drm": "by DRM (KMS), directly",
    "fbcp": "through a program that copies HDMI to it (fbcp)",
    "none": "it has no panel: any screen will do",
}
ARRIVES = {
    "gpio": "at pins",
    "keyboard": "as a keyboard",
    "gamepad": "as a gamepad",
    "none": "none",
}


def profile_lines(profile: Profile | None) -> Iterator[str]:
    """What is known of this hardware; that nothing is, where there is none."""
    if profile is None:
        yield "hardware: not recognized"
        return
    yield f"hardware: {profile.name} ({profile.key})"
    if profile.width:
        yield f"  panel: {', '.join(_panel(profile))}"
    yield f"  reached: {REACHED[profile.reached]}"
    buttons = ", ".join(
        f"{button} {profile.wiring.actions.get(button, '')} GPIO{pin}"
        for button, pin in profile.wiring.pins.items()
    )
    yield f"  buttons: {ARRIVES[profile.arrives]}{': ' if buttons else ''}{buttons}"
    for name, pin in profile.signals.pins.items():
        yield f"  {name}: GPIO{pin}"
    for part, pins in profile.taken.items():
        yield f"  pins of the {part}: {', '.join(map(str, pins))}"
    for line in profile.config.splitlines():
        yield f"  config.txt: {line}"
    if profile.notes:
        yield f"  notes: {profile.notes.strip()}"


def _panel(profile: Profile) -> Iterator[str]:
    yield f"{profile.width}x{profile.height}"
    if not profile.fits:
        yield "too small, 240x240 are needed"
    if profile.rotation:
        yield f"turned by {profile.rotation} degrees"
    if profile.margin:
        yield f"{profile.margin} pixels free at every edge"
    if profile.density:
        yield f"{profile.density:g} pixels per inch"
    yield "touch" if profile.touch else "no touch"
    if profile.frames < 60:
        yield f"{profile.frames:g} pictures a second"
