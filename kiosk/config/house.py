"""The settings of whoever looks after the machine: who may leave the game, what it runs on."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.config.buttons import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class KioskSettings:
    """For a machine that strangers play on."""

    lock: bool = False
    """Whether the player is kept inside: nothing but SIGTERM ends the program."""
    idle_reset: int | None = None
    """Seconds without input until the table is cleared for the next person; 0 = never. None = 0, or
    120 with the lock."""
    attract_after: int | None = None
    """Seconds without input at the title until a game plays itself; 0 = never. None = 60, in a
    window never."""
    keep_left: int = 10
    """Minutes for which the game that was left is offered after that."""
    service_hold: Names = ()
    """Actions whose buttons, held together, open the service menu; none: the usual pairs."""
    service_key: Names = ("ctrl+alt+s",)
    """Keys that do."""
    service_touch: bool = True
    """Whether fingers in corners do."""
    pin: str | None = None
    """What it asks for: digits, None for nothing; what is no PIN at all keeps it shut."""
    shell: bool = False
    """Whether it can leave to a shell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSettings:
    """How the machine is powered."""

    menu: bool | None = None
    """Whether it can be powered off from the menu; None = where the picture fills the panel and
    nobody is locked in."""
    low_pin: int | None = None
    """The pin of a line that is low while the battery is."""
