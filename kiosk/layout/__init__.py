"""Where everything on the table lies, computed from the picture's size and the game's piles."""

from kiosk.layout.column import Fan, Fold, Strip, fan
from kiosk.layout.metrics import finger, least_strip, text_size
from kiosk.layout.table_layout import Shape, Table, shared, table
from kiosk.layout.toolbar import Bar

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
