"""Every way in which every game can be played, from the variants' records."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from engine.cards import format_card
from engine.position import EMPTY, Position
from engine.variants import VARIANTS, Build, Filling, Grouping, Rules, Variant, make_rules
from tests.support.oracle import can_build


def list_house_rules(variant: Variant) -> list[str]:
    """Return every combination of its house rules."""
    letters = variant.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


SHIPPED_RULES = [
    make_rules(record, cells, house_rules)
    for record in VARIANTS
    for cells in record.cells
    for house_rules in list_house_rules(record)
]

_INVENTED_VARIANT = Variant(
    key="invented-1",
    tag="X1",
    name="Invented One",
    columns=9,
    cells=(3, 0),
    tableau=Build.COLOURS,
    filling=Filling.ANY,
    grouping=Grouping.CARRIED,
    foundations=Build.SUIT,
    allows_returns=True,
    is_scored=True,
    house_rules="G",
)

INVENTED_RULES = [
    make_rules(_INVENTED_VARIANT),
    make_rules(_INVENTED_VARIANT, 0, "G"),
    make_rules(
        replace(_INVENTED_VARIANT, filling=Filling.NOTHING, tableau=Build.SUIT, aces_home=3)
    ),
    make_rules(
        replace(
            _INVENTED_VARIANT, filling=Filling.KING, foundations=Build.ANY, allows_returns=False
        )
    ),
    make_rules(
        replace(
            _INVENTED_VARIANT,
            columns=6,
            cells=(4,),
            foundations=Build.COLOURS,
            allows_returns=False,
        )
    ),
]
"""Games that do not exist, with combinations of rules that no shipped game has."""

TESTED_RULES = SHIPPED_RULES + INVENTED_RULES


def name_rules(rules: Rules) -> str:
    record = rules.variant
    invented = f"-{record.filling}-{record.foundations}" if record.key.startswith("inv") else ""
    return f"{record.tag}-{rules.cells}{rules.house_rules}{invented}"


def make_late_position(rules: Rules, rng: random.Random) -> Position:
    """Return a position as late in a game: runs of all lengths, empty columns, foundations.

    All 52 cards are there, but the position may be unreachable.
    """
    in_suit = rules.variant.foundations == "suit"
    max_height = rng.choice((1, 4, 8, 12)) if in_suit else 1
    heights = [rng.randint(0, max_height) for _ in range(4)]
    remaining = [card for card in range(52) if card // 4 >= heights[card % 4]]
    rng.shuffle(remaining)
    cells = [EMPTY] * rules.cells
    for cell in range(rng.randint(0, rules.cells)):
        cells[cell] = remaining.pop() if remaining else EMPTY
    rng.shuffle(cells)
    columns: list[list[int]] = [[] for _ in range(rules.variant.columns)]
    used = rng.sample(columns, rng.randint(len(columns) - 4, len(columns)))
    while remaining:
        run = [remaining.pop()]
        while (
            rng.random() < 0.8 and (lower := _find_next_card(rules, run[-1], remaining)) is not None
        ):
            remaining.remove(lower)
            run.append(lower)
        rng.choice(used).extend(run)
    return Position(tuple(map(bytes, columns)), bytes(cells), bytes(heights))


def _find_next_card(rules: Rules, card: int, remaining: list[int]) -> int | None:
    build, text = str(rules.variant.tableau), format_card(card)
    return next((other for other in remaining if can_build(build, text, format_card(other))), None)
