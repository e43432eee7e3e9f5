"""The settings in force, changed while the game runs; the pins, open as long as it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from kiosk.actions import Resized
from kiosk.app.hardware import SetUp, view_of
from kiosk.app.window import Window
from kiosk.config import DEVICE, Config, Origins, device_values, marked
from kiosk.i18n import languages
from kiosk.input.buttons import Buttons
from kiosk.input.device import Device
from kiosk.profiles import Wiring


class Adjusted(NamedTuple):
    """The settings in force after a change, and the picture's new size, if it has one."""

    config: Config
    origins: Origins
    resized: Resized | None


class Desk:
    """What the files and the profile say, and over it what was set on the device."""

    def __init__(self, found: SetUp, stored: Mapping[str, str], files: Origins) -> None:
        """Begin with the settings of the machine and those that the store has kept.

        `files` says which file has said what.
        """
        self._found, self._stored = found.config, dict(stored)
        self._below = found.origins(files)
        self._listeners: list[Callable[[Config], None]] = []
        self._lay()

    def told(self, listener: Callable[[Config], None]) -> None:
        """The listener takes the settings now, and whenever they have changed."""
        self._listeners.append(listener)
        listener(self.config)

    def adjust(self, values: Mapping[str, str | None], window: Window) -> Adjusted:
        """These settings are made on the device (None: cleared)."""
        for key, value in values.items():
            self._stored.pop(key, None)
            if value is not None:
                self._stored[key] = value
        self._lay()
        for listener in self._listeners:
            listener(self.config)
        resized = window.turn(view_of(self.config, window.view.panel))
        return Adjusted(self.config, self.origins, resized)

    def _lay(self) -> None:
        known = languages() if "language" in self._stored else ()
        here = device_values(self._stored, known)
        self.config: Config = self._found.changed(here)
        self.origins: Origins = {**self._below, **marked(here, DEVICE)}


@contextmanager
def pins(
    wiring: Wiring | None,
    buttons: Buttons,
    wake: Callable[[], None],
    tell: Callable[[str], None],
) -> Iterator[tuple[list[Device], list[str]]]:
    """The buttons at pins as devices, and what is wrong with some; nothing is loaded for none.

    Args:
        wiring: What is at which pin, if anything is.
        buttons: Those of all devices.
        wake: Ends the loop's sleep.
        tell: Takes a line for people while the game runs.
    """
    if wiring is None:
        yield [], []
        return
    from kiosk.input.gpio import opened

    with opened(wiring, buttons, wake, tell) as (device, troubles):
        yield [device] if device else [], troubles
