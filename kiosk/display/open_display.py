"""Choice of the SDL driver, opening of the window, explanation of failures."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

import pygame

from kiosk.display import sdl
from kiosk.hardware import detect
from kiosk.log import LogLevel, log_problem
from kiosk.paths import assets_dir
from kiosk.systemd import ServiceManager


def exit_after_display_loss() -> NoReturn:
    """Report the loss and end the process at once; the game was saved with the last move."""
    log_problem("bakehouse: the display has gone away; the game is saved", LogLevel.ERROR)
    # Closing a display that is gone would make Xlib print its own error and exit.
    os._exit(1)


def _on_x_io_error(_display: int | None) -> int:
    exit_after_display_loss()


# Xlib may call a handler at any time, so it must never be freed.
_x_io_error_handlers: list[object] = []


def install_x_io_error_handler() -> None:
    """Handle the end of the X server during a request, which would make Xlib print and exit."""
    import ctypes  # slow to load, and not needed on a panel

    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_on_x_io_error)
    _x_io_error_handlers.append(handler)
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(handler)


INVISIBLE_DRIVERS = frozenset(("dummy", "offscreen", "evdev"))
"""Drivers that show nothing; SDL falls back to them silently."""
DESKTOP_VARIABLES = {"x11": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
ICON_PATH = "pictures/icon.png"


class NoDisplayError(Exception):
    """No window can be opened; the text is one line with the cause."""


def open_display(size: tuple[int, int] | None, environ: Mapping[str, str]) -> pygame.Surface:
    """Open the window and return its surface, which keeps its pixels.

    Args:
        size: Size of a resizable window; None for the whole panel.
        environ: The environment, which may name a driver (SDL_VIDEODRIVER) or a desktop.

    Raises:
        NoDisplayError: No driver works.
    """
    _init_video(list_candidate_drivers(environ), environ)
    driver = pygame.display.get_driver().lower()
    if driver in INVISIBLE_DRIVERS and driver not in list_requested_drivers(environ):
        raise NoDisplayError(explain_no_display(environ, f"only {driver} works"))
    if driver == "x11":
        # SDL would use OpenGL to show the surface, which takes 90 MB and is slower than X.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        install_x_io_error_handler()
    if driver in DESKTOP_VARIABLES:
        pygame.display.set_icon(pygame.image.load(str(assets_dir() / ICON_PATH)))
    try:
        flags = pygame.FULLSCREEN if size is None else pygame.RESIZABLE
        surface = pygame.display.set_mode(size or (0, 0), flags)
    except pygame.error as error:
        raise NoDisplayError(explain_no_display(environ, str(error))) from error
    pygame.display.set_caption("Bakehouse")
    pygame.key.stop_text_input()
    return surface


def list_requested_drivers(environ: Mapping[str, str]) -> list[str]:
    """Return the drivers named by SDL_VIDEODRIVER."""
    return [name for name in environ.get("SDL_VIDEODRIVER", "").lower().split(",") if name]


def list_candidate_drivers(environ: Mapping[str, str]) -> list[str]:
    """Return the drivers to try if none is requested; [] leaves the choice to SDL.

    SDL's own search tries desktops that do not run, which prints errors, and ends with an invisible
    driver.
    """
    if list_requested_drivers(environ) or not sys.platform.startswith("linux"):
        return []
    return [name for name, key in DESKTOP_VARIABLES.items() if environ.get(key)] or ["kmsdrm"]


def explain_no_display(environ: Mapping[str, str], sdl_error: str) -> str:
    """Explain in one line why no window can be opened, and what to do about it."""
    compiled_drivers = sdl.list_compiled_drivers("Video")
    available = [name.lower() for name in compiled_drivers]
    wanted = list_requested_drivers(environ) or list_candidate_drivers(environ)
    unknown = [name for name in wanted if available and name not in available]
    if unknown and "kmsdrm" not in unknown:
        names = ", ".join(compiled_drivers)
        return f"this SDL has no video driver {', '.join(unknown)}; it has {names}"
    for driver, variable in DESKTOP_VARIABLES.items():
        if driver in wanted:
            value = environ.get(variable)
            desktop = f"{variable}={value}" if value else f"no {variable}"
            return f"the desktop ({desktop}) does not answer: {sdl_error}"
    if "kmsdrm" not in wanted:
        return f"no display: {sdl_error}"
    prefix = "neither DISPLAY nor WAYLAND_DISPLAY names a desktop, and "
    cause = _explain_no_kmsdrm(available, sdl_error)
    return cause if list_requested_drivers(environ) else prefix + cause


def _init_video(drivers: Sequence[str], environ: Mapping[str, str]) -> None:
    sdl_error = ""
    for driver in drivers or [""]:
        if driver == "wayland" and not _has_runtime_dir(environ):
            sdl_error = "XDG_RUNTIME_DIR is not set"
            continue
        if driver:
            os.environ["SDL_VIDEODRIVER"] = driver
        try:
            pygame.display.init()
        except pygame.error as error:
            sdl_error = str(error)
        else:
            return
        finally:
            if driver:
                del os.environ["SDL_VIDEODRIVER"]
    raise NoDisplayError(explain_no_display(environ, sdl_error))


def _has_runtime_dir(environ: Mapping[str, str]) -> bool:
    # Without it Wayland's library finds no socket and prints its own error.
    return bool(environ.get("XDG_RUNTIME_DIR")) or environ["WAYLAND_DISPLAY"].startswith("/")


def _explain_no_kmsdrm(available: Sequence[str], sdl_error: str) -> str:
    if available and "kmsdrm" not in available:
        return (
            "this SDL cannot use a graphics card by itself "
            f"({sdl.format_versions()} has no KMSDRM): "
            "install python3-pygame of Debian, or pygame-ce"
        )
    cards = detect.list_graphics_cards()
    if not cards:
        return "there is no graphics card in /dev/dri (on a Pi: is vc4-kms-v3d in config.txt?)"
    inaccessible = [str(card) for card in cards if not os.access(card, os.R_OK | os.W_OK)]
    if len(inaccessible) == len(cards):
        return f"{inaccessible[0]} may not be opened: add the user to the groups video and render"
    missing = [p for name, p in detect.GL_LIBRARIES.items() if not detect.has_library(name)]
    if missing:
        return f"libraries are missing: apt install {' '.join(missing)} libgl1-mesa-dri"
    connectors = detect.list_connectors()
    if connectors and all(connector.status == "disconnected" for connector in connectors):
        return "no panel is connected: " + ", ".join(f"{c.name} {c.status}" for c in connectors)
    return (
        f"the screen cannot be taken ({sdl_error}): "
        "another program may hold it (X, Wayland, plymouth)"
    )


DISPLAY_TIMEOUT_SECONDS = 10.0
"""Seconds for the graphics card to appear, and for the picture of the boot to let go of it."""
DISPLAY_RETRY_SECONDS = 0.25


def wait_for_display(
    size: tuple[int, int] | None,
    environ: Mapping[str, str],
    service_manager: ServiceManager,
    opener: Callable[[tuple[int, int] | None, Mapping[str, str]], pygame.Surface] = open_display,
    sleep: Callable[[float], None] = time.sleep,
) -> pygame.Surface:
    """Open the window; a service waits for its display, other callers fail at once.

    Raises:
        NoDisplayError: No driver works.
    """
    tries = round(DISPLAY_TIMEOUT_SECONDS / DISPLAY_RETRY_SECONDS)
    for attempt in range(tries if service_manager.is_present else 0):
        try:
            return opener(size, environ)
        except NoDisplayError as error:
            # SDL detects displays only when it starts.
            pygame.display.quit()
            if attempt == 0:
                log_problem(f"bakehouse: waiting for a screen: {error}")
                service_manager.notify_waiting(f"Waiting for a screen: {error}")
        sleep(DISPLAY_RETRY_SECONDS)
    return opener(size, environ)
