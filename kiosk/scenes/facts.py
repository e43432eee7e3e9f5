"""What the service menu may ask of the machine: each thing anew, for it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

TRIES = 3
"""Wrong PINs after which none counts for a while."""


class Trials(NamedTuple):
    """How many PINs may still be tried, or until when (monotonic seconds) none counts."""

    left: int = TRIES
    until: float | None = None


class Machine(NamedTuple):
    """What runs here, on what, and how it is: versions as texts, sizes in bytes.

    `temperature` is in degrees Celsius, `uptime` in seconds; None where nobody knows.
    """

    program: str = ""
    python: str = ""
    pygame: str = ""
    kernel: str = ""
    board: str = ""
    compiled: bool = False
    screen: str = ""
    folder: str = ""
    saving: bool = True
    free: int | None = None
    temperature: float | None = None
    uptime: float | None = None


class Told(NamedTuple):
    """A line that the program has told, and whether it was a complaint."""

    text: str
    wrong: bool = False


class Facts(NamedTuple):
    """Questions that are answered at once."""

    trials: Callable[[], Trials] = Trials
    machine: Callable[[], Machine] = Machine
    inputs: Callable[[], tuple[str, ...]] = tuple
    """The last things that anybody did, with their times, the latest first."""
    told: Callable[[], tuple[Told, ...]] = tuple
    """The last lines that were told, the latest first."""
    touched: Callable[[], tuple[float, float] | None] = lambda: None
    """What the touch device said last, from 0 to 1."""
    pins: Callable[[], Mapping[str, int]] = lambda: MappingProxyType({})
    """The pins at which a button may be, by the names of buttons."""
