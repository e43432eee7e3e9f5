"""Fast import of pygame, and facts about the SDL in use."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

BLOCKED_IMPORTS = ("pkg_resources", "numpy")
# SDL passes them to the desktop as the program's name; otherwise pygame sets `__main__.py`.
WINDOW_CLASS_VARIABLES = ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS")


def load_pygame() -> None:
    """Import pygame without output, and without two optional modules that are slow to load.

    pygame uses setuptools' `pkg_resources`, which takes two thirds of the import time and warns of
    its own removal, and numpy, if they are installed. A module that is None in `sys.modules` cannot
    be imported. Debian's build also warns that it was not compiled for this processor.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for variable in WINDOW_CLASS_VARIABLES:
        os.environ.setdefault(variable, "bakehouse")
    with _block_imports(BLOCKED_IMPORTS), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pygame
        import pygame.pkgdata  # noqa: F401 - later the font module imports it, with pkg_resources


@contextmanager
def _block_imports(names: tuple[str, ...]) -> Iterator[None]:
    absent = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


def restart_process() -> NoReturn:
    """Release the screen, and execute the program anew with the same arguments."""
    import pygame

    pygame.quit()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def format_versions() -> str:
    """Return the versions in use: `pygame 2.6.1, SDL 2.28.4`."""
    import pygame

    package = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    sdl_version = ".".join(str(part) for part in pygame.get_sdl_version())
    return f"{package} {pygame.version.ver}, SDL {sdl_version}"


def list_compiled_drivers(kind: str) -> tuple[str, ...]:
    """Return the drivers compiled into SDL, usable or not; () if unknown.

    Args:
        kind: `Video` or `Audio`, as in the names of SDL's functions.
    """
    import ctypes

    path = find_sdl_library()
    if path is None:
        return ()
    try:
        sdl = ctypes.CDLL(path)
        count, name = sdl[f"SDL_GetNum{kind}Drivers"], sdl[f"SDL_Get{kind}Driver"]
    except (OSError, AttributeError):
        return ()
    name.restype = ctypes.c_char_p
    return tuple(name(i).decode("ascii", "replace") for i in range(count()))


def list_loaded_libraries() -> tuple[str, ...]:
    """Return the paths of all shared libraries in this process."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    paths = {line.split(None, 5)[5] for line in maps.splitlines() if line.count("/")}
    return tuple(sorted(path for path in paths if ".so" in path))


def find_sdl_library() -> str | None:
    """Return the path of the SDL library that pygame uses, its own or the system's."""
    names = (path for path in list_loaded_libraries() if Path(path).name.startswith("libSDL2-"))
    return next(names, None)
