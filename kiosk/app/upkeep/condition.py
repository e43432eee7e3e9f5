"""How this machine is now: versions, disk, temperature; what cannot be known is left out."""

from __future__ import annotations

import platform
import shutil
from contextlib import suppress
from pathlib import Path

import pygame

from engine.solver import COMPILED
from kiosk import __version__
from kiosk.app.machine import sdl
from kiosk.app.machine.machine import model
from kiosk.scenes.facts import Machine

ZONES = "sys/class/thermal/thermal_zone*/temp"


def condition(top: Path, folder: Path, *, saving: bool) -> Machine:
    """The machine whose files begin at `top`, and whose games are kept in `folder`."""
    surface = pygame.display.get_surface()
    size = "x".join(map(str, surface.get_size())) if surface else ""
    return Machine(
        program=__version__,
        python=platform.python_version(),
        pygame=sdl.versions(),
        kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
        board=model(top),
        compiled=COMPILED,
        screen=f"{pygame.display.get_driver()} {size}",
        folder=str(folder),
        saving=saving,
        free=_free(folder),
        temperature=temperature(top),
        uptime=_uptime(top),
    )


def temperature(top: Path) -> float | None:
    """The hottest of the machine's sensors, in degrees Celsius."""
    found: list[float] = []
    for file in sorted(top.glob(ZONES)):
        with suppress(OSError, ValueError):
            found.append(int(file.read_text(encoding="ascii")) / 1000)
    return max(found, default=None)


def _free(folder: Path) -> int | None:
    """The bytes that may still be written there."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free
    return None


def _uptime(top: Path) -> float | None:
    """The seconds since the machine was switched on."""
    with suppress(OSError, ValueError, IndexError):
        return float((top / "proc/uptime").read_text(encoding="ascii").split()[0])
    return None
