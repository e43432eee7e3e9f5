"""Print what a bug report needs: versions, display, input devices, pins, sound."""

from __future__ import annotations

import os
import platform
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.solver import IS_COMPILED
from kiosk import __version__
from kiosk.display import sdl
from kiosk.hardware import detect
from kiosk.hardware.detect import MachineFacts, detect_profile
from kiosk.hardware.profiles import Profile, list_profiles, load_profile
from kiosk.log import print_out
from kiosk.paths import assets_dir, list_config_files, state_dir
from kiosk.settings import DEFAULT_ORIGIN
from kiosk.settings.origins import list_settings
from kiosk.settings.problem_text import find_similar
from kiosk.tools.argument_types import add_state_dir_option, quote_argument

PANEL_CONNECTIONS = {
    "drm": "by DRM (KMS), directly",
    "fbcp": "through a program that copies HDMI to it (fbcp)",
    "none": "it has no panel: any screen will do",
}
BUTTON_CONNECTIONS = {
    "gpio": "at pins",
    "keyboard": "as a keyboard",
    "gamepad": "as a gamepad",
    "none": "none",
}


def format_profile(profile: Profile | None) -> Iterator[str]:
    """Yield the lines about a profile, or one line if there is none."""
    if profile is None:
        yield "hardware: not recognized"
        return
    yield f"hardware: {profile.name} ({profile.key})"
    if profile.width:
        yield f"  panel: {', '.join(_format_panel(profile))}"
    yield f"  reached: {PANEL_CONNECTIONS[profile.panel_via]}"
    buttons = ", ".join(
        f"{button} {profile.wiring.actions.get(button, '')} GPIO{pin}"
        for button, pin in profile.wiring.pins.items()
    )
    yield f"  buttons: {BUTTON_CONNECTIONS[profile.buttons_via]}{': ' if buttons else ''}{buttons}"
    for name, pin in profile.indicators.pins.items():
        yield f"  {name}: GPIO{pin}"
    for part, pins in profile.reserved_pins.items():
        yield f"  pins of the {part}: {', '.join(map(str, pins))}"
    for line in profile.config.splitlines():
        yield f"  config.txt: {line}"
    if profile.notes:
        yield f"  notes: {profile.notes.strip()}"


def _format_panel(profile: Profile) -> Iterator[str]:
    yield f"{profile.width}x{profile.height}"
    if not profile.is_large_enough:
        yield "too small, 240x240 are needed"
    if profile.rotation:
        yield f"turned by {profile.rotation} degrees"
    if profile.margin:
        yield f"{profile.margin} pixels free at every edge"
    if profile.density:
        yield f"{profile.density:g} pixels per inch"
    yield "touch" if profile.touch else "no touch"
    if profile.frames_per_second < 60:
        yield f"{profile.frames_per_second:g} pictures a second"


REPORTED_VARIABLES = (
    "SDL_VIDEODRIVER",
    "SDL_AUDIODRIVER",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options."""
    add_state_dir_option(parser)
    parser.add_argument(
        "--hardware",
        metavar="NAME",
        type=_parse_profile,
        help="describe this hardware instead of this machine's",
    )


def run(args: Namespace, environ: Mapping[str, str]) -> int:
    """Print a fact a line; needs no display."""
    profile = args.hardware or detect_profile(assets_dir() / "hardware", MachineFacts.detect())
    sdl.load_pygame()
    directory = state_dir(args.state_dir, environ)
    facts = [
        *_list_programs(),
        *_list_display_facts(environ),
        *_list_input_facts(),
        *_list_settings_facts(environ),
        *format_profile(profile),
        f"sound drivers: {_join_facts(sdl.list_compiled_drivers('Audio'))}",
        "fonts: "
        + _join_facts(sorted(path.name for path in (assets_dir() / "fonts").glob("*.ttf"))),
        f"state directory: {directory} ({_format_access(directory)})",
    ]
    print_out("\n".join(facts))
    return 0


def _parse_profile(name: str) -> Profile:
    folder = assets_dir() / "hardware"
    names = list_profiles(folder)
    if name not in names:
        suggestions = ", ".join(find_similar(name, names)) or "auto, none"
        raise ArgumentTypeError(
            f"no hardware {quote_argument(name)} is known; the nearest are: {suggestions}"
        )
    return load_profile(folder, name)


def _list_programs() -> Iterator[str]:
    yield f"bakehouse: {__version__}"
    yield f"python: {platform.python_version()}, {platform.system()} {platform.release()}"
    yield f"machine: {detect.read_board_model()}, {platform.machine()}"
    yield f"pygame: {sdl.format_versions()}"
    yield f"sdl library: {sdl.find_sdl_library() or 'unknown'}"
    yield f"gpiozero: {_find_version('gpiozero')}"
    yield f"pyyaml: {_find_version('PyYAML')}"
    yield f"solver: {'compiled' if IS_COMPILED else 'plain Python'}"


def _list_display_facts(environ: Mapping[str, str]) -> Iterator[str]:
    yield f"video drivers: {_join_facts(sdl.list_compiled_drivers('Video'))}"
    yield "environment: " + _join_facts(
        f"{name}={environ[name]}" for name in REPORTED_VARIABLES if name in environ
    )
    yield "graphics cards: " + _join_facts(
        f"{card} ({_format_access(card)})" for card in detect.list_graphics_cards()
    )
    yield "connectors: " + _join_facts(f"{c.name} {c.status}" for c in detect.list_connectors())
    yield "graphics libraries: " + _join_facts(
        f"{name} {'found' if detect.has_library(name) else 'missing'}"
        for name in detect.GL_LIBRARIES
    )


def _list_input_facts() -> Iterator[str]:
    nodes = detect.list_input_nodes()
    readable = sum(node.readable for node in nodes)
    yield f"input devices: {len(nodes)}, {readable} of them readable"
    for node in nodes:
        yield f"  {node.path}: {node.name}{'' if node.readable else ' (no right to read it)'}"
    yield "pins: " + _join_facts(
        f"{path} ({_format_access(Path(path))})" for path in detect.list_gpio_chips()
    )


def _list_settings_facts(environ: Mapping[str, str]) -> Iterator[str]:
    from kiosk.app.settings_files import load_startup_settings

    config, problems, origins = load_startup_settings(None, environ)
    yield f"settings files: {_join_facts([str(path) for path in list_config_files(environ)])}"
    for problem in problems:
        yield f"  {problem}"
    for key, value, origin in list_settings(config, origins):
        if origin is not DEFAULT_ORIGIN:
            yield f"  {key}: {value} ({origin.name})"


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _format_access(path: Path) -> str:
    if not path.exists():
        return "not there"
    readable, writable = os.access(path, os.R_OK), os.access(path, os.W_OK)
    return {
        (True, True): "readable, writable",
        (True, False): "readable, not writable",
        (False, True): "not readable",
        (False, False): "no rights",
    }[readable, writable]


def _join_facts(facts: Iterator[str] | Sequence[str]) -> str:
    return ", ".join(facts) or "none"
