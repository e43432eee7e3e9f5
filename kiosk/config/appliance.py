"""What may be written of the machine as an appliance: who may leave it, and what it does alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from kiosk.config.buttons import KEYBOARD, Names
from kiosk.config.schema import Count, Form, Setting, Truth, Written, WrongValueError, likely, shown
from kiosk.config.wiring import Perhaps, Whole

DAY = 24 * 60 * 60
"""Seconds."""


NO_PIN = ""
"""What stands for a PIN that is written wrong: nobody's."""
_DIGITS = re.compile("[0-9]{4,8}")
_MOST = 4
"""Buttons that are held together; more fingers find no room."""


class Pin(NamedTuple):
    """The digits of a PIN, or nothing. What is wrong is told without them."""

    @property
    def allowed(self) -> str:
        """The form."""
        return 'null, or 4 to 8 digits in quotes, such as "0471"'

    def read(self, written: Written) -> str | None:
        """The digits, None for nothing, or WrongValueError: then the service menu stays shut."""
        if written.form is Form.NOTHING:
            return None
        if written.quoted and _DIGITS.fullmatch(written.text):
            return written.text
        digits = written.text.isdecimal() and not written.quoted
        wrong = "stands without quotes" if digits else "is no PIN"
        raise WrongValueError(f"{wrong}, so the service menu stays shut", instead=NO_PIN)


class Held(NamedTuple):
    """Actions whose buttons are held together, or none."""

    @property
    def allowed(self) -> str:
        """The actions."""
        return f"[], or a list of 2 to {_MOST} of {', '.join(KEYBOARD)}"

    def read(self, written: Written) -> Names:
        """The actions, or WrongValueError."""
        if written.form is not Form.LIST:
            raise WrongValueError("is no list")
        names = tuple(dict.fromkeys(item.text for item in written.items))
        for name in names:
            if name not in KEYBOARD:
                raise WrongValueError(f"{shown(name)} is not known{likely(name, KEYBOARD)}")
        if len(names) == 1 or len(names) > _MOST:
            raise WrongValueError(f"has {len(names)} different buttons")
        return names


def appliance_settings() -> dict[str, Setting]:
    """The settings of the appliance by dotted key."""
    return {
        "kiosk.lock": Truth(),
        "kiosk.idle_reset": Whole(0, DAY, "0, but 120 where kiosk.lock is true"),
        "kiosk.attract_after": Whole(0, DAY, "60, but never in a window"),
        "kiosk.keep_left": Count(0, 24 * 60),
        "kiosk.service_hold": Held(),
        "kiosk.service_touch": Truth(),
        "kiosk.pin": Pin(),
        "kiosk.shell": Truth(),
        "power.menu": Perhaps("where the picture fills the panel and kiosk.lock is false"),
        "power.low_pin": Whole(0, 27, "no line"),
        "display.brightness": Whole(5, 100, "as it is found"),
        "display.dim_after": Whole(0, DAY, "300, but never in a window"),
        "display.blank_after": Whole(0, DAY, "1800, but never in a window"),
    }
