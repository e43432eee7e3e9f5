"""Every setting has its name, type and default here; `config.yaml` explains them to people."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.variants import Rules, rules_of, variant

Size = tuple[int, int]
"""Width and height in pixels."""
Value = str | int | Size | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """What is dealt when nothing else is asked for."""

    variant: str = "bakers-game"
    """The key of a game."""
    cells: int = 4
    """Free cells, for games that have them."""
    rules: str = ""
    """House rules, for games that have them: "", "E", "G" or "EG"."""
    undo_limit: int = 100
    """How many of the last moves can be undone; 0 = all of them."""

    def chosen(self) -> Rules:
        """The rules to deal by; cells and house rules count only where the game has them."""
        record = variant(self.variant)
        cells = self.cells if self.cells in record.cells else None
        house = "".join(letter for letter in self.rules if letter in record.house_rules)
        return rules_of(record, cells, house)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSettings:
    """Where the picture goes."""

    size: Size | None = None
    """Width and height of a window; None = fullscreen at the panel's own size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySettings:
    """How cards look."""

    suit_colours: str = "auto"
    """`two`, `four`, or `auto`: four where the game builds in suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings with their values; made without arguments it holds the defaults."""

    game: GameSettings = field(default_factory=GameSettings)
    language: str = "en"
    """The language of the screen, by the name of its catalogue."""
    window: WindowSettings = field(default_factory=WindowSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Config:
        """The defaults with allowed values laid over them, by dotted key (`game.cells`)."""
        config = cls()
        for key, value in values.items():
            section, _, name = key.rpartition(".")
            change: dict[str, Any] = {name: value}
            if section:
                change = {section: dataclasses.replace(getattr(config, section), **change)}
            config = dataclasses.replace(config, **change)
        return config
