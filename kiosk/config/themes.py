"""Which themes there are: each is a file of colours."""

from __future__ import annotations

from kiosk.paths import assets

CLASSIC = "classic"
"""The theme that needs no file to be read."""
FOLDER = "themes"
"""Where they are, in the assets."""


def themes() -> tuple[str, ...]:
    """The names of all themes: those of the files `assets/themes/NAME.toml`."""
    found = {path.stem for path in (assets() / FOLDER).glob("*.toml")}
    return (CLASSIC, *sorted(found - {CLASSIC}))
