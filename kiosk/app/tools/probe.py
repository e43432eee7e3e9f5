"""`probe`: what a bug report needs to know of this machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.solver import COMPILED
from kiosk import __version__
from kiosk.app import arguments
from kiosk.app.arguments import UsageError
from kiosk.app.machine import machine, sdl
from kiosk.app.telling import tell
from kiosk.app.tools.known import profile_lines
from kiosk.config import DEFAULT
from kiosk.config.listing import listed
from kiosk.config.wiring import nearest
from kiosk.paths import assets, config_files, state_dir
from kiosk.profiles import Machine, Profile, found, load, names

ASKED_FOR = ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")


def probe(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell it, a fact a line; works without a display.

    Args:
        words: `--state-dir DIR`; `--hardware NAME` tells of that profile instead of looking.
        environ: Says which drivers and directories are used.
    """
    options = {"--state-dir": arguments.text, "--hardware": arguments.text}
    typed = arguments.read(words, options).options
    profile = _profile(typed.get("--hardware"))
    sdl.load_pygame()
    folder = typed.get("--state-dir")
    directory = state_dir(folder if isinstance(folder, str) else None, environ)
    facts = [
        *_programs(),
        *_screens(environ),
        *_hands(),
        *_settings(environ),
        *profile_lines(profile),
        f"sound drivers: {_listed(sdl.compiled_drivers('Audio'))}",
        f"fonts: {_listed(sorted(path.name for path in (assets() / 'fonts').glob('*.ttf')))}",
        f"state directory: {directory} ({_access(directory)})",
    ]
    tell("\n".join(facts))
    return 0


def _profile(wanted: object) -> Profile | None:
    """The profile of that name; without one, of this machine, if it is recognized."""
    folder = assets() / "hardware"
    if not isinstance(wanted, str):
        return found(folder, Machine.look())
    if wanted not in names(folder):
        near = ", ".join(nearest(wanted, names(folder))) or "auto, none"
        raise UsageError(
            f"no hardware {arguments.quoted(wanted)} is known; the nearest are: {near}"
        )
    return load(folder, wanted)


def _programs() -> Iterator[str]:
    yield f"bakehouse: {__version__}"
    yield f"python: {platform.python_version()}, {platform.system()} {platform.release()}"
    yield f"machine: {machine.model()}, {platform.machine()}"
    yield f"pygame: {sdl.versions()}"
    yield f"sdl library: {sdl.library() or 'unknown'}"
    yield f"gpiozero: {_version('gpiozero')}"
    yield f"pyyaml: {_version('PyYAML')}"
    yield f"solver: {'compiled' if COMPILED else 'plain Python'}"


def _screens(environ: Mapping[str, str]) -> Iterator[str]:
    yield f"video drivers: {_listed(sdl.compiled_drivers('Video'))}"
    yield "environment: " + _listed(
        f"{name}={environ[name]}" for name in ASKED_FOR if name in environ
    )
    yield "graphics cards: " + _listed(f"{card} ({_access(card)})" for card in machine.cards())
    yield "connectors: " + _listed(f"{c.name} {c.status}" for c in machine.connectors())
    yield "graphics libraries: " + _listed(
        f"{name} {'found' if machine.has_library(name) else 'missing'}"
        for name in machine.GL_LIBRARIES
    )


def _hands() -> Iterator[str]:
    nodes = machine.input_nodes()
    readable = sum(node.readable for node in nodes)
    yield f"input devices: {len(nodes)}, {readable} of them readable"
    for node in nodes:
        yield f"  {node.path}: {node.name}{'' if node.readable else ' (no right to read it)'}"
    yield "pins: " + _listed(f"{path} ({_access(Path(path))})" for path in machine.pin_chips())


def _settings(environ: Mapping[str, str]) -> Iterator[str]:
    """What the files of this machine say."""
    from kiosk.app.play import configured

    config, problems, origins = configured(None, environ)
    yield f"settings files: {_listed([str(path) for path in config_files(environ)])}"
    for problem in problems:
        yield f"  {problem}"
    for key, value, origin in listed(config, origins):
        if origin is not DEFAULT:
            yield f"  {key}: {value} ({origin.name})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _access(path: Path) -> str:
    if not path.exists():
        return "not there"
    readable, writable = os.access(path, os.R_OK), os.access(path, os.W_OK)
    return {
        (True, True): "readable, writable",
        (True, False): "readable, not writable",
        (False, True): "not readable",
        (False, False): "no rights",
    }[readable, writable]


def _listed(facts: Iterator[str] | Sequence[str]) -> str:
    return ", ".join(facts) or "none"
