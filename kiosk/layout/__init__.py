"""Layout of the table, computed from the picture's size and the game's piles."""

from kiosk.layout.column import ColumnFan, Fold, Strip, fan_column
from kiosk.layout.metrics import min_strip_height, min_touch_size, text_size
from kiosk.layout.table_layout import TableLayout, TableShape, arrange_table, share_row_heights
from kiosk.layout.toolbar import Toolbar

__all__ = [
    "ColumnFan",
    "Fold",
    "Strip",
    "TableLayout",
    "TableShape",
    "Toolbar",
    "arrange_table",
    "fan_column",
    "min_strip_height",
    "min_touch_size",
    "share_row_heights",
    "text_size",
]
