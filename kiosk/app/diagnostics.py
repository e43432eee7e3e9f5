"""Machine status, input log."""

from __future__ import annotations

import platform
import shutil
from collections import deque
from contextlib import suppress
from pathlib import Path

import pygame

from engine.solver import IS_COMPILED
from kiosk import __version__
from kiosk.display import sdl
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.hardware.detect import model
from kiosk.input.device import Listener
from kiosk.ui.scene import MachineStatus

ZONES = "sys/class/thermal/thermal_zone*/temp"


def condition(top: Path, folder: Path, *, saving: bool) -> MachineStatus:
    """The machine whose files begin at `top`, and whose games are kept in `folder`."""
    surface = pygame.display.get_surface()
    size = "x".join(map(str, surface.get_size())) if surface else ""
    return MachineStatus(
        program_version=__version__,
        python_version=platform.python_version(),
        pygame_version=sdl.versions(),
        kernel_version=f"{platform.system()} {platform.release()} {platform.machine()}",
        board_model=model(top),
        is_solver_compiled=IS_COMPILED,
        display_mode=f"{pygame.display.get_driver()} {size}",
        state_dir=str(folder),
        is_saving=saving,
        free_bytes=_free(folder),
        temperature_celsius=temperature(top),
        uptime_seconds=_uptime(top),
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


LAST = 50


class Inputs(Listener):
    """Hears what goes to the screens; as a device it hears a finger before anything is done to it.

    It is `input.device.Device`. Times are seconds since it began.
    """

    def __init__(self, now: float) -> None:
        """Nobody has done anything yet."""
        self._begun = now
        self._last: deque[tuple[InputEvent, str]] = deque(maxlen=LAST)
        self.touched: tuple[float, float] | None = None
        """What the touch device said last, from 0 to 1."""

    def note(self, message: InputEvent) -> None:
        """A message passes by; a way is known by its end."""
        if isinstance(message, ResizeEvent):
            return
        if _moves(message) and self._last and _moves(self._last[-1][0]):
            self._last.pop()
        self._last.append((message, f"{message.time - self._begun:.2f} {_told(message)}"))

    def lines(self) -> tuple[str, ...]:
        """What there was, the latest first."""
        return tuple(line for _, line in reversed(self._last))

    def handle_event(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Note where a finger is by the touch device's own account."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            self.touched = event.x, event.y
        return []


def _moves(message: InputEvent) -> bool:
    return isinstance(message, PointerEvent) and message.phase is PointerPhase.MOVE


def _told(message: ButtonEvent | PointerEvent) -> str:
    if isinstance(message, PointerEvent):
        return f"touch {message.phase.value} {message.x},{message.y}"
    meaning = "-" if message.action is Action.TYPE else message.action.value
    direction = "down" if message.is_pressed else "up"
    return f"{message.device_kind} {message.button_name} {direction}: {meaning}"
