"""What may be written of the machine as an appliance: who may leave it, and what it does alone."""

from __future__ import annotations

from kiosk.config.schema import Count, Setting, Truth
from kiosk.config.wiring import Perhaps, Whole

DAY = 24 * 60 * 60
"""Seconds."""


def appliance_settings() -> dict[str, Setting]:
    """The settings of the appliance by dotted key."""
    return {
        "kiosk.lock": Truth(),
        "kiosk.idle_reset": Whole(0, DAY, "0, but 120 where kiosk.lock is true"),
        "kiosk.attract_after": Whole(0, DAY, "60, but never in a window"),
        "kiosk.keep_left": Count(0, 24 * 60),
        "power.menu": Perhaps("where the picture fills the panel"),
        "power.low_pin": Whole(0, 27, "no line"),
        "display.brightness": Whole(5, 100, "as it is found"),
        "display.dim_after": Whole(0, DAY, "300, but never in a window"),
        "display.blank_after": Whole(0, DAY, "1800, but never in a window"),
    }
