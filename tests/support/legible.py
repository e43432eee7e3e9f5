"""Check that every text of a frame can be read whole, as the painter would write it."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.frame import Button, Frame, Label
from kiosk.render.fonts import Fonts
from kiosk.render.widgets import layout_button

MIN_TEXT_PX = 9
"""Pixels: nothing is written smaller."""
CUT = "…"
THOUGHT = (f" {CUT}", f"\u00a0{CUT}")
"""After a space it is no sign of a cut: somebody thinks."""


def find_illegible_texts(frame: Frame, text: Fonts) -> Iterator[str]:
    """Every text that is cut, too small, or stands outside the picture; what is wrong with it."""
    for record in (*frame.background, *frame.foreground):
        if not isinstance(record, Label | Button) or not record.text:
            continue
        x, y, w, h = record.box
        if x < 0 or y < 0 or x + w > frame.size[0] or y + h > frame.size[1]:
            yield f"{record.text!r} is outside: {record.box}"
        if record.px < MIN_TEXT_PX:
            yield f"{record.text!r} is {record.px} pixels high"
        if record.text.endswith(CUT) and not record.text.endswith(THOUGHT):
            yield f"{record.text!r} is cut"
        bold = isinstance(record, Button) or record.bold
        wide = text.measure_width(record.text, record.px, bold=bold)
        room = _get_text_area(record, text)
        if room is not None and wide > room:
            yield f"{record.text!r} is {wide} wide, and has {room}"


def _get_text_area(record: Label | Button, text: Fonts) -> int | None:
    """Pixels that the text has; None for a button that shows its icon alone."""
    if isinstance(record, Label):
        return record.box.w
    inside = layout_button(record, text).text
    return None if inside is None else inside[2]
