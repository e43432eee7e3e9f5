"""Settings made on the device are kept as texts, and win over files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.config.bound import all_settings
from kiosk.config.schema import Form, Written, WrongValueError
from kiosk.config.settings import Value

_TRUTHS = ("true", "false")


def read(stored: Mapping[str, str], languages: Sequence[str]) -> dict[str, Value]:
    """The values of what was set on the device, by dotted key.

    What another version of the program has kept and this one does not allow is left out. A list
    is kept with commas between its items.
    """
    values: dict[str, Value] = {}
    known = all_settings(languages)
    for key, text in stored.items():
        try:
            values[key] = known[key].read(_written(text))
        except (KeyError, WrongValueError):
            continue
    return values


def _written(text: str) -> Written:
    if "," in text:
        items = tuple(_written(part.strip()) for part in text.split(","))
        return Written(text, Form.LIST, items=items)
    if text in _TRUTHS:
        return Written(text, Form.TRUTH)
    if text.isdecimal():
        return Written(text, Form.WHOLE)
    return Written(text, Form.TEXT)
