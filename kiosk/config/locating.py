"""Where in a settings file a key is written."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import yaml

from kiosk.config.text import BrokenError, UnreadableError, composed, contents, decoded


def line_of(path: Path | str, key: str) -> int | None:
    """The line, from 1, of this dotted key in a settings file; None where it is not found."""
    with suppress(UnreadableError, BrokenError):
        return _line(composed(decoded(contents(Path(path)))), key.split("."))
    return None


def _line(node: yaml.Node | None, names: list[str]) -> int | None:
    """The line of the key that these names lead to; the last section of that name counts."""
    found = None
    for key, below in node.value if isinstance(node, yaml.MappingNode) else ():
        if key.value == names[0]:
            here = int(key.start_mark.line) + 1 if len(names) == 1 else _line(below, names[1:])
            found = here or found
    return found
