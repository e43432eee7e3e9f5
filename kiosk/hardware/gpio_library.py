"""Open gpiozero devices with errors in plain words."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


@contextmanager
def use_lgpio_folder(environ: MutableMapping[str, str]) -> Iterator[None]:
    """A directory of lgpio's own while it is imported, quietly; the working directory stays.

    What lgpio makes there it opens at once, so it is not needed by its name afterwards.
    """
    previous_folder = _get_working_folder()
    folder = _make_lgpio_folder(environ)
    if folder is not None:
        environ["LG_WD"] = str(folder)
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each library that it cannot use, and of all at once by an exception.
            warnings.simplefilter("ignore")
            yield
    finally:
        with suppress(OSError):
            os.chdir(previous_folder)
        if folder is not None:
            del environ["LG_WD"]
            shutil.rmtree(folder, ignore_errors=True)


def _get_working_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "/"


def _make_lgpio_folder(environ: Mapping[str, str]) -> Path | None:
    """A new directory where one can be made; None where somebody has named one, or nowhere."""
    if "LG_WD" in environ:
        return None
    parents = (
        *environ.get("RUNTIME_DIRECTORY", "").split(":"),
        environ.get("XDG_RUNTIME_DIR", ""),
        *("/run", "/dev/shm", "/tmp", "/var/tmp"),
    )
    for parent in parents:
        with suppress(OSError):
            if parent:
                return Path(tempfile.mkdtemp(prefix="bakehouse-", dir=parent))
    return None


@contextmanager
def open_input_pin(name: str, pin: int) -> Iterator[tuple[Callable[[], bool], list[str]]]:
    """What asks whether the line is low, and what is wrong with it, a line each.

    It is asked and never calls; one that cannot be read is not low.
    """
    device: Any = None
    troubles: list[str] = []
    try:
        with use_lgpio_folder(os.environ):
            from gpiozero import InputDevice

            device = InputDevice(pin, pull_up=True)
    except Exception as error:
        troubles = [format_pin_error(name, pin, error)]

    def is_low() -> bool:
        with suppress(Exception):
            return device is not None and bool(device.is_active)
        return False

    try:
        yield is_low, troubles
    finally:
        with suppress(Exception):
            if device is not None:
                device.close()


CLOSE_TIMEOUT_SECONDS = 0.5
"""Seconds that closing the pins may take at most."""


ALL_PINS_BROKEN = "Buttons do not work"
"""So begins what is wrong with all pins at once."""


REMEDIES = (
    (
        ("PermissionError",),
        ("permission", "not allowed"),
        "the pins may not be opened; add the user to the group gpio",
    ),
    (
        ("BadPinFactory",),
        ("gpiochip",),
        f"{ALL_PINS_BROKEN}: no library reaches the pins of this machine; "
        "apt install python3-lgpio, or set hardware to none",
    ),
    (
        ("ImportError", "ModuleNotFoundError"),
        (),
        f"{ALL_PINS_BROKEN}: gpiozero is missing; apt install python3-gpiozero",
    ),
    (
        ("GPIOPinInUse",),
        ("busy",),
        "another program or a dtoverlay in config.txt uses the pin; end that, or choose another",
    ),
    (
        ("PinInvalidPin", "PinNoPins", "ValueError"),
        (),
        "this machine has no such pin; choose one from 0 to 27",
    ),
    (("PinFixedPull",), (), "the pin has a pull-up on the board; set gpio.pull_up to true"),
)
"""What is wrong by the exception's name or by signs in its text, and the remedy."""


def close_with_timeout(close: Callable[[], None]) -> None:
    """Close something, and wait for it no longer than half a second."""
    if sys.is_finalizing():  # a thread would never begin any more, and its starter never go on
        close()
        return
    thread = threading.Thread(target=close, daemon=True)
    thread.start()
    thread.join(CLOSE_TIMEOUT_SECONDS)


def format_pin_error(name: str, pin: int, error: Exception) -> str:
    """What is wrong with what is at a pin, and what to do about it, in one line."""
    cause = explain_error(error)
    return (
        cause
        if cause.startswith(ALL_PINS_BROKEN)
        else f"The {name} (GPIO{pin}) does not work: {cause}"
    )


def explain_error(error: Exception) -> str:
    """The remedy for what has gone wrong with a pin; begins with `NONE` where it is so with all."""
    kind, text = type(error).__name__, " ".join(str(error).split())
    lowered = text.lower()
    for kinds, signs, remedy in REMEDIES:
        if kind in kinds or any(sign in lowered for sign in signs):
            return remedy
    return f"{text or kind}; choose another pin, or look at the wiring"
