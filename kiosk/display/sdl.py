"""pygame's first import, and what only SDL itself can tell."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

BLOCKED_IMPORTS = ("pkg_resources", "numpy")
"""What pygame imports if it is there and we never use."""

WINDOW_CLASS_VARIABLES = ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS")
"""Where SDL reads what desktops call the program; without it pygame says `__main__.py`."""


def load_pygame() -> None:
    """Import pygame quietly and fast; whatever imports it later gets the same module.

    pygame looks for resources through setuptools' `pkg_resources`, which takes two thirds of the
    whole import and warns of its own removal, and brings its arrays through numpy, which Debian
    installs along with it. It does without both, and nothing here needs them: a module that is None
    in `sys.modules` is one that cannot be imported. Debian's own build warns that it was not made
    for this very processor: nothing that a player could mend.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for variable in WINDOW_CLASS_VARIABLES:
        os.environ.setdefault(variable, "bakehouse")
    with _block_imports(BLOCKED_IMPORTS), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pygame
        import pygame.pkgdata  # noqa: F401 - the font module would import it, and with it the rest


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
    """Let go of the screen, and begin this very program again as it was begun."""
    import pygame

    pygame.quit()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def format_versions() -> str:
    """Which pygame and which SDL are in use, for people: `pygame 2.6.1, SDL 2.28.4`."""
    import pygame

    package = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    sdl_version = ".".join(str(part) for part in pygame.get_sdl_version())
    return f"{package} {pygame.version.ver}, SDL {sdl_version}"


def list_compiled_drivers(kind: str) -> tuple[str, ...]:
    """The drivers that this SDL was built with, whether they work here or not; () if unknown.

    Args:
        kind: `Video` or `Audio`, as SDL's functions are called.
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
    """The files of all shared libraries in this process."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    paths = {line.split(None, 5)[5] for line in maps.splitlines() if line.count("/")}
    return tuple(sorted(path for path in paths if ".so" in path))


def find_sdl_library() -> str | None:
    """The file of the SDL that pygame has loaded, which may be its own or the system's."""
    names = (path for path in list_loaded_libraries() if Path(path).name.startswith("libSDL2-"))
    return next(names, None)
