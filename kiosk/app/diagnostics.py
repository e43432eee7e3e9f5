"""Facts about the machine, and the input log, for the service menu."""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from pathlib import Path

import pygame

from kiosk import __version__
from kiosk.display import sdl
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.hardware.detect import read_board_model
from kiosk.loop import Device
from kiosk.ui.scene import MachineStatus

THERMAL_ZONE_FILES = "sys/class/thermal/thermal_zone*/temp"


def read_machine_status(root_dir: Path, state_dir: Path, *, is_saving: bool) -> MachineStatus:
    """Return the facts; `root_dir` is where the files of the machine begin."""
    import platform  # needed for the service menu only, and slow to load

    from engine.solver import IS_COMPILED

    surface = pygame.display.get_surface()
    size = "x".join(map(str, surface.get_size())) if surface else ""
    return MachineStatus(
        program_version=__version__,
        python_version=platform.python_version(),
        pygame_version=sdl.format_versions(),
        kernel_version=f"{platform.system()} {platform.release()} {platform.machine()}",
        board_model=read_board_model(root_dir),
        is_solver_compiled=IS_COMPILED,
        display_mode=f"{pygame.display.get_driver()} {size}",
        state_dir=str(state_dir),
        is_saving=is_saving,
        free_bytes=_read_free_bytes(state_dir),
        temperature_celsius=read_temperature_celsius(root_dir),
        uptime_seconds=_read_uptime_seconds(root_dir),
    )


def read_temperature_celsius(root_dir: Path) -> float | None:
    """Return the highest temperature of all sensors, in degrees Celsius."""
    temperatures: list[float] = []
    for file in sorted(root_dir.glob(THERMAL_ZONE_FILES)):
        with suppress(OSError, ValueError):
            temperatures.append(int(file.read_text(encoding="ascii")) / 1000)
    return max(temperatures, default=None)


def _read_free_bytes(folder: Path) -> int | None:
    with suppress(OSError):
        status = os.statvfs(folder)
        return status.f_bavail * status.f_frsize
    return None


def _read_uptime_seconds(root_dir: Path) -> float | None:
    with suppress(OSError, ValueError, IndexError):
        return float((root_dir / "proc/uptime").read_text(encoding="ascii").split()[0])
    return None


MAX_INPUT_LINES = 50


class InputLog(Device):
    """The last input events, with seconds since the start; as a device it notes raw touches."""

    def __init__(self, now: float) -> None:
        self._started_at = now
        finger_events = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
        self.handlers = dict.fromkeys(finger_events, self._on_finger)
        self._entries: deque[tuple[InputEvent, str]] = deque(maxlen=MAX_INPUT_LINES)
        self.last_raw_touch: tuple[float, float] | None = None
        """The last touch as the touch device reported it, from 0 to 1."""

    def add(self, message: InputEvent) -> None:
        """Add an event; of successive movements only the last is kept."""
        if isinstance(message, ResizeEvent):
            return
        if _is_move(message) and self._entries and _is_move(self._entries[-1][0]):
            self._entries.pop()
        self._entries.append(
            (message, f"{message.time - self._started_at:.2f} {_format_event(message)}")
        )

    def list_lines(self) -> tuple[str, ...]:
        """Return the events as text, the latest first."""
        return tuple(line for _, line in reversed(self._entries))

    def _on_finger(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        self.last_raw_touch = event.x, event.y
        return []


def _is_move(message: InputEvent) -> bool:
    return isinstance(message, PointerEvent) and message.phase is PointerPhase.MOVE


def _format_event(message: ButtonEvent | PointerEvent) -> str:
    if isinstance(message, PointerEvent):
        return f"touch {message.phase.value} {message.x},{message.y}"
    meaning = "-" if message.action is Action.TYPE else message.action.value
    direction = "down" if message.is_pressed else "up"
    return f"{message.device_kind} {message.button_name} {direction}: {meaning}"
