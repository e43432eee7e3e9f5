"""Import of gpiozero and lgpio, and plain explanations of their errors."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

CLOSE_TIMEOUT_SECONDS = 0.5
ALL_PINS_BROKEN = "Buttons do not work"
"""Beginning of messages about a problem of all pins."""

# Names of exceptions, words in their text, and the message.
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


@contextmanager
def use_lgpio_folder(environ: MutableMapping[str, str]) -> Iterator[None]:
    """Import gpiozero inside of this: without warnings, and lgpio with a temporary folder.

    At import lgpio creates a file in LG_WD, else in the working directory, opens it for good and
    changes the working directory.
    """
    with ExitStack() as stack:
        # gpiozero warns of each library that it cannot use, and raises if there is none.
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        with suppress(OSError):
            if "LG_WD" not in environ:
                import tempfile  # slow to load, and most machines have no buttons on pins

                folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
                environ["LG_WD"] = stack.enter_context(folder)
                stack.callback(environ.pop, "LG_WD")
        with suppress(OSError):
            working_dir = os.open(".", os.O_PATH | os.O_CLOEXEC)
            stack.callback(os.close, working_dir)
            stack.callback(os.fchdir, working_dir)
        yield


@contextmanager
def open_input_pin(name: str, pin: int) -> Iterator[tuple[Callable[[], bool], list[str]]]:
    """Open a pin with a pull-up; return a function that reads whether it is low, and problems.

    An unreadable pin counts as high.
    """
    device: Any = None
    problems: list[str] = []
    try:
        with use_lgpio_folder(os.environ):
            from gpiozero import InputDevice

            device = InputDevice(pin, pull_up=True)
    except Exception as error:
        problems = [format_pin_error(name, pin, error)]

    def is_low() -> bool:
        with suppress(Exception):
            return device is not None and bool(device.is_active)
        return False

    try:
        yield is_low, problems
    finally:
        with suppress(Exception):
            if device is not None:
                device.close()


def close_with_timeout(close: Callable[[], None]) -> None:
    """Call a function that closes pins, which can hang, and wait only a moment for it."""
    if sys.is_finalizing():  # Threads can no longer start, and `start` would wait for ever.
        close()
        return
    thread = threading.Thread(target=close, daemon=True)
    thread.start()
    thread.join(CLOSE_TIMEOUT_SECONDS)


def format_pin_error(name: str, pin: int, error: Exception) -> str:
    """Return one line about what is wrong with a pin, and what to do about it."""
    cause = explain_error(error)
    is_general = cause.startswith(ALL_PINS_BROKEN)
    return cause if is_general else f"The {name} (GPIO{pin}) does not work: {cause}"


def explain_error(error: Exception) -> str:
    """Return cause and remedy of a gpiozero error; see `ALL_PINS_BROKEN`."""
    kind, text = type(error).__name__, " ".join(str(error).split())
    lowered = text.lower()
    for kinds, words, remedy in REMEDIES:
        if kind in kinds or any(word in lowered for word in words):
            return remedy
    return f"{text or kind}; choose another pin, or look at the wiring"
