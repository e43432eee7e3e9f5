"""Where one grade ends and the next begins, measured for every game as it is played."""

from __future__ import annotations

from typing import Final

from engine.variants import Rules

_ELSEWHERE: Final = (110, 120, 130, 140)
"""For a game that was never measured."""

_LIMITS: Final[dict[str, tuple[int, ...]]] = {
    "BK-C4": (157, 165, 172, 179),
    "BK-C3": (159, 167, 173, 180),
    "BK-C2": (157, 164, 170, 177),
    "BK-C1": (153, 161, 167, 173),
    "KO-C4": (155, 162, 169, 176),
    "KO-C3": (152, 160, 166, 172),
    "KO-C2": (150, 157, 161, 166),
    "KO-C1": (136, 145, 149, 153),
    "BD-C0": (128, 142, 153, 167),
    "BD-C0E": (59, 66, 77, 88),
    "BD-C0G": (54, 59, 64, 79),
    "BD-C0EG": (52, 53, 55, 57),
    "GM-C0": (145, 158, 171, 185),
    "GM-C0E": (100, 122, 137, 156),
    "GM-C0G": (60, 73, 98, 119),
    "GM-C0EG": (53, 57, 62, 73),
    "SP-C0": (103, 115, 126, 137),
    "SP-C0E": (55, 60, 65, 75),
    "SP-C0G": (55, 59, 63, 70),
    "SP-C0EG": (52, 53, 55, 56),
}
"""By the tag, the cells and the house rules, as game codes have them. See README.md."""


def limits_of(rules: Rules) -> tuple[int, ...]:
    """The highest difficulties of grades 1 to 4."""
    return _LIMITS.get(f"{rules.variant.tag}-C{rules.cells}{rules.house}", _ELSEWHERE)
