"""What the kernel and the system tell of the machine's power, and what can be done about it."""

from __future__ import annotations

from kiosk.power.backlight import Backlight
from kiosk.power.battery import Battery, Charge
from kiosk.power.gauge import Gauge
from kiosk.power.logind import Ending, Logind

__all__ = ["Backlight", "Battery", "Charge", "Ending", "Gauge", "Logind"]
