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
def workplace(environ: MutableMapping[str, str]) -> Iterator[None]:
    """A directory of lgpio's own while it is imported, quietly; the working directory stays.

    What lgpio makes there it opens at once, so it is not needed by its name afterwards.
    """
    before = _here()
    folder = _made(environ)
    if folder is not None:
        environ["LG_WD"] = str(folder)
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each library that it cannot use, and of all at once by an exception.
            warnings.simplefilter("ignore")
            yield
    finally:
        with suppress(OSError):
            os.chdir(before)
        if folder is not None:
            del environ["LG_WD"]
            shutil.rmtree(folder, ignore_errors=True)


def _here() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "/"


def _made(environ: Mapping[str, str]) -> Path | None:
    """A new directory where one can be made; None where somebody has named one, or nowhere."""
    if "LG_WD" in environ:
        return None
    places = (
        *environ.get("RUNTIME_DIRECTORY", "").split(":"),
        environ.get("XDG_RUNTIME_DIR", ""),
        *("/run", "/dev/shm", "/tmp", "/var/tmp"),
    )
    for place in places:
        with suppress(OSError):
            if place:
                return Path(tempfile.mkdtemp(prefix="bakehouse-", dir=place))
    return None


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


CLOSING = 0.5
"""Seconds that closing the pins may take at most."""


NONE = "Buttons do not work"
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
        f"{NONE}: no library reaches the pins of this machine; "
        "apt install python3-lgpio, or set hardware to none",
    ),
    (
        ("ImportError", "ModuleNotFoundError"),
        (),
        f"{NONE}: gpiozero is missing; apt install python3-gpiozero",
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


def in_time(close: Callable[[], None]) -> None:
    """Close something, and wait for it no longer than half a second."""
    if sys.is_finalizing():  # a thread would never begin any more, and its starter never go on
        close()
        return
    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    closing.join(CLOSING)


def told(name: str, pin: int, error: Exception) -> str:
    """What is wrong with what is at a pin, and what to do about it, in one line."""
    cause = remedied(error)
    return cause if cause.startswith(NONE) else f"The {name} (GPIO{pin}) does not work: {cause}"


def remedied(error: Exception) -> str:
    """The remedy for what has gone wrong with a pin; begins with `NONE` where it is so with all."""
    kind, text = type(error).__name__, " ".join(str(error).split())
    said = text.lower()
    for kinds, signs, remedy in REMEDIES:
        if kind in kinds or any(sign in said for sign in signs):
            return remedy
    return f"{text or kind}; choose another pin, or look at the wiring"
