"""The end with a display that has gone: one line says so, and nothing of Xlib's own."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from typing import NoReturn

from kiosk.app.telling import Level, complain


def part() -> NoReturn:
    """End the process at once; the game was saved with the last move."""
    complain("bakehouse: the display has gone away; the game is saved", Level.ERROR)
    # To take leave of a display that is gone ends the process with messages of Xlib's own.
    os._exit(1)


def _cut_off(_display: int | None) -> int:
    part()


_WHEN_CUT_OFF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_cut_off)
"""The same for C; as long as the process lives, Xlib may call it."""


def stop_xlib_from_telling() -> None:
    """Let Xlib call `part` where its server ends in the middle of what is being sent.

    No look at the connection comes before that; Xlib would end the process with words about itself.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(_WHEN_CUT_OFF)
