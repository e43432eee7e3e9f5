"""Where everything on the table lies, computed from the picture's size and the game's piles."""

from kiosk.layout.fan import Fan, Fold, Strip, fan
from kiosk.layout.plan import table
from kiosk.layout.shares import shared
from kiosk.layout.sizes import finger, least_strip, text_size
from kiosk.layout.table import Bar, Shape, Table

__all__ = [
    "Bar",
    "Fan",
    "Fold",
    "Shape",
    "Strip",
    "Table",
    "fan",
    "finger",
    "least_strip",
    "shared",
    "table",
    "text_size",
]
