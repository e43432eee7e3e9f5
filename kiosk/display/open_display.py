"""Choose SDL driver, open, explain."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

import pygame

from kiosk.display import sdl
from kiosk.hardware import detect
from kiosk.log import Level, complain
from kiosk.paths import assets_dir


def part() -> NoReturn:
    """End the process at once; the game was saved with the last move."""
    complain("bakehouse: the display has gone away; the game is saved", Level.ERROR)
    # To take leave of a display that is gone ends the process with messages of Xlib's own.
    os._exit(1)


def _cut_off(_display: int | None) -> int:
    part()


_WHEN_CUT_OFF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_cut_off)
"""The same for C; as long as the process lives, Xlib may call it."""


def stop_xlib_from_telling() -> None:
    """Let Xlib call `part` where its server ends in the middle of what is being sent.

    No look at the connection comes before that; Xlib would end the process with words about itself.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(_WHEN_CUT_OFF)


UNSEEN = frozenset(("dummy", "offscreen", "evdev"))
"""Drivers that work without anybody seeing anything; SDL falls back to them without a word."""

DESKTOPS = {"x11": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
"""The drivers of desktops, and the variables that say where one is."""

ICON = "pictures/icon.png"


class NoDisplayError(Exception):
    """Nothing can be shown here; the text is one line that names the cause."""


def open_display(size: tuple[int, int] | None, environ: Mapping[str, str]) -> pygame.Surface:
    """Open the window; its surface keeps its pixels.

    Args:
        size: Width and height of a window that can be resized; None for the whole panel.
        environ: The environment, which may name a driver (SDL_VIDEODRIVER) or a desktop.

    Raises:
        NoDisplayError: where there is nothing to show it on.
    """
    _start(candidates(environ), environ)
    driver = pygame.display.get_driver().lower()
    if driver in UNSEEN and driver not in requested(environ):
        raise NoDisplayError(reason(environ, f"only {driver} works"))
    if driver == "x11":
        # SDL would bring in all of OpenGL to show a plain picture: 90 MB, and slower than X itself.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        stop_xlib_from_telling()
    if driver in DESKTOPS:
        pygame.display.set_icon(pygame.image.load(str(assets_dir() / ICON)))
    try:
        if size is None:
            surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplayError(reason(environ, str(error))) from error
    pygame.display.set_caption("Bakehouse")
    pygame.key.stop_text_input()
    return surface


def requested(environ: Mapping[str, str]) -> list[str]:
    """The drivers that somebody asked for by name."""
    return [name for name in environ.get("SDL_VIDEODRIVER", "").lower().split(",") if name]


def candidates(environ: Mapping[str, str]) -> list[str]:
    """The drivers to try where nobody asked for one; [] leaves it to SDL.

    SDL's own search asks for desktops that are not there, which complains on stderr, and ends at
    one of the unseen drivers.
    """
    if requested(environ) or not sys.platform.startswith("linux"):
        return []
    desktops = [driver for driver, variable in DESKTOPS.items() if environ.get(variable)]
    return desktops or ["kmsdrm"]


def reason(environ: Mapping[str, str], said: str) -> str:
    """Why nothing can be shown, in one line, with what to do about it.

    Args:
        environ: The environment.
        said: What SDL says of it.
    """
    compiled = sdl.compiled_drivers("Video")
    has = [name.lower() for name in compiled]
    wanted = requested(environ) or candidates(environ)
    unknown = [name for name in wanted if has and name not in has]
    if unknown and "kmsdrm" not in unknown:
        return f"this SDL has no video driver {', '.join(unknown)}; it has {', '.join(compiled)}"
    for driver, variable in DESKTOPS.items():
        if driver in wanted:
            named = f"{variable}={environ[variable]}" if environ.get(variable) else f"no {variable}"
            return f"the desktop ({named}) does not answer: {said}"
    if "kmsdrm" not in wanted:
        return f"no display: {said}"
    nobody = "neither DISPLAY nor WAYLAND_DISPLAY names a desktop, and "
    return ("" if requested(environ) else nobody) + _no_kmsdrm(has, said)


def _start(drivers: Sequence[str], environ: Mapping[str, str]) -> None:
    """Start SDL's video with the first of the drivers that works."""
    said = ""
    for driver in drivers or [""]:
        if driver == "wayland" and not _has_runtime(environ):
            said = "XDG_RUNTIME_DIR is not set"
            continue
        if driver:
            os.environ["SDL_VIDEODRIVER"] = driver
        try:
            pygame.display.init()
        except pygame.error as error:
            said = str(error)
        else:
            return
        finally:
            if driver:
                del os.environ["SDL_VIDEODRIVER"]
    raise NoDisplayError(reason(environ, said))


def _has_runtime(environ: Mapping[str, str]) -> bool:
    """Whether Wayland's library can find a socket; without one it complains on stderr itself."""
    return bool(environ.get("XDG_RUNTIME_DIR")) or environ["WAYLAND_DISPLAY"].startswith("/")


def _no_kmsdrm(has: Sequence[str], said: str) -> str:
    """What keeps SDL from the graphics card itself."""
    if has and "kmsdrm" not in has:
        return (
            f"this SDL cannot use a graphics card by itself ({sdl.versions()} has no KMSDRM): "
            "install python3-pygame of Debian, or pygame-ce"
        )
    found = detect.cards()
    if not found:
        return "there is no graphics card in /dev/dri (on a Pi: is vc4-kms-v3d in config.txt?)"
    closed = [str(card) for card in found if not os.access(card, os.R_OK | os.W_OK)]
    if len(closed) == len(found):
        return f"{closed[0]} may not be opened: add the user to the groups video and render"
    missing = [
        package for name, package in detect.GL_LIBRARIES.items() if not detect.has_library(name)
    ]
    if missing:
        return f"libraries are missing: apt install {' '.join(missing)} libgl1-mesa-dri"
    plugged = detect.connectors()
    if plugged and all(connector.status == "disconnected" for connector in plugged):
        return "no panel is connected: " + ", ".join(f"{c.name} {c.status}" for c in plugged)
    return (
        f"the screen cannot be taken ({said}): another program may hold it (X, Wayland, plymouth)"
    )
