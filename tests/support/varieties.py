"""Every way in which every game can be played, found in the records, a new record's too."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from engine.cards import card_text
from engine.position import EMPTY, Position
from engine.variants import VARIANTS, Build, Filling, Grouping, Rules, Variant, rules_of
from tests.support.oracle import follows


def houses(record: Variant) -> list[str]:
    """Every combination of its house rules."""
    letters = record.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


ALL_RULES = [
    rules_of(record, cells, house)
    for record in VARIANTS
    for cells in record.cells
    for house in houses(record)
]

_PLAIN = Variant(
    key="invented-1",
    tag="X1",
    name="Invented One",
    columns=9,
    cells=(3, 0),
    tableau=Build.COLOURS,
    filling=Filling.ANY,
    grouping=Grouping.CARRIED,
    foundations=Build.SUIT,
    returns=True,
    scored=True,
    house_rules="G",
)

INVENTED = [
    rules_of(_PLAIN),
    rules_of(_PLAIN, 0, "G"),
    rules_of(replace(_PLAIN, filling=Filling.NOTHING, tableau=Build.SUIT, aces_home=3)),
    rules_of(replace(_PLAIN, filling=Filling.KING, foundations=Build.ANY, returns=False)),
    rules_of(replace(_PLAIN, columns=6, cells=(4,), foundations=Build.COLOURS, returns=False)),
]
"""Games that nobody plays, for what no record says yet: the next one needs no new test."""

EVERY_RULES = ALL_RULES + INVENTED


def name(rules: Rules) -> str:
    """A name for the list of tests."""
    record = rules.variant
    invented = f"-{record.filling}-{record.foundations}" if record.key.startswith("inv") else ""
    return f"{record.tag}-{rules.cells}{rules.house}{invented}"


def scattered(rules: Rules, dice: random.Random) -> Position:
    """A table as it might look late in a game: runs of all lengths, empty columns, cards at home.

    All 52 cards are there; whether any game leads there is not asked.
    """
    in_suit = rules.variant.foundations == "suit"
    most = dice.choice((1, 4, 8, 12)) if in_suit else 1
    heights = [dice.randint(0, most) for _ in range(4)]
    left = [card for card in range(52) if card // 4 >= heights[card % 4]]
    dice.shuffle(left)
    cells = [EMPTY] * rules.cells
    for cell in range(dice.randint(0, rules.cells)):
        cells[cell] = left.pop() if left else EMPTY
    dice.shuffle(cells)
    columns: list[list[int]] = [[] for _ in range(rules.variant.columns)]
    used = dice.sample(columns, dice.randint(len(columns) - 4, len(columns)))
    while left:
        run = [left.pop()]
        while dice.random() < 0.8 and (lower := _next(rules, run[-1], left)) is not None:
            left.remove(lower)
            run.append(lower)
        dice.choice(used).extend(run)
    return Position(tuple(map(bytes, columns)), bytes(cells), bytes(heights))


def _next(rules: Rules, card: int, left: list[int]) -> int | None:
    build, text = str(rules.variant.tableau), card_text(card)
    return next((other for other in left if follows(build, text, card_text(other))), None)
