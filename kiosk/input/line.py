"""A line at a pin of a Raspberry Pi that tells something by its level, through gpiozero."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from kiosk.input.gpio import told
from kiosk.input.workplace import workplace


@contextmanager
def opened_line(name: str, pin: int) -> Iterator[tuple[Callable[[], bool], list[str]]]:
    """What asks whether the line is low, and what is wrong with it, a line each.

    It is asked and never calls; one that cannot be read is not low.
    """
    device: Any = None
    troubles: list[str] = []
    try:
        with workplace(os.environ):
            from gpiozero import InputDevice

            device = InputDevice(pin, pull_up=True)
    except Exception as error:
        troubles = [told(name, pin, error)]

    def low() -> bool:
        with suppress(Exception):
            return device is not None and bool(device.is_active)
        return False

    try:
        yield low, troubles
    finally:
        with suppress(Exception):
            if device is not None:
                device.close()
