"""The program as a service: it starts before its screen may be there, and tells how it is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pygame

from kiosk import __version__
from kiosk.app.machine import sdl
from kiosk.app.machine.display import NoDisplayError, open_display
from kiosk.app.machine.terminal import NOBODYS, Terminal
from kiosk.app.telling import complain, log
from kiosk.system import NOTIFYING, Supervisor

PATIENCE = 10.0
"""Seconds for the graphics card to appear, and for the picture of the boot to let go of it."""
AGAIN = 0.25

Opening = Callable[[tuple[int, int] | None, Mapping[str, str]], pygame.Surface]


def awaited_display(
    size: tuple[int, int] | None,
    environ: Mapping[str, str],
    supervisor: Supervisor,
    opening: Opening = open_display,
    sleep: Callable[[float], None] = time.sleep,
) -> pygame.Surface:
    """The open window; a service waits for its screen, a person is told at once.

    Args:
        size: As `open_display` takes it.
        environ: Likewise.
        supervisor: Who started us, if it was a service manager.
        opening: What opens it.
        sleep: Lets so many seconds pass.

    Raises:
        NoDisplayError: where there is nothing to show it on.
    """
    tries = round(PATIENCE / AGAIN) if supervisor.present else 0
    for attempt in range(tries):
        try:
            return opening(size, environ)
        except NoDisplayError as error:
            # SDL takes what is there only when it starts.
            pygame.display.quit()
            if attempt == 0:
                complain(f"bakehouse: waiting for a screen: {error}")
                supervisor.waiting(f"Waiting for a screen: {error}")
        sleep(AGAIN)
    return opening(size, environ)


def supervised(environ: Mapping[str, str]) -> Supervisor:
    """Who started us as a service; programs that we start are to tell nothing in our name."""
    supervisor = Supervisor.found(environ, os.getpid())
    for name in NOTIFYING:
        os.environ.pop(name, None)
    return supervisor


def terminal_of(supervisor: Supervisor) -> Terminal:
    """The terminal that the unit has given to a service; none for a person at a shell."""
    return Terminal(0 if supervisor.present else NOBODYS)


@contextmanager
def announced(supervisor: Supervisor, surface: pygame.Surface) -> Iterator[None]:
    """Play inside of it: the supervisor and the journal learn that it begins, and that it ends."""
    width, height = surface.get_size()
    place = f"{pygame.display.get_driver()} {width}x{height}, {sdl.versions()}"
    log(f"Bakehouse {__version__} on {place}")
    supervisor.playing(place)
    yield
    supervisor.stopping()
    log("saved, leaving")
