"""How many cards may move together, and how many a column offers."""

from __future__ import annotations

from engine.position import EMPTY, Position
from engine.variants import Filling, Grouping, Rules

NO_LIMIT = 52
"""As many cards as there are."""


def run_length(rules: Rules, column: bytes) -> int:
    """How many cards at the top of the column are in sequence and may be picked up together.

    0 where the column is empty; never more than 1 in a game that moves single cards only.
    """
    if len(column) < 2 or rules.grouping is Grouping.NONE:
        return len(column[:1])
    lands = rules.lands
    length = 1
    card = column[-1]
    for lower in reversed(column[:-1]):
        if lower not in lands[card]:
            break
        card = lower
        length += 1
    return length


def free_cells(position: Position) -> int:
    """How many cells are free."""
    return position.cells.count(EMPTY)


def spare_columns(rules: Rules, position: Position, target: int) -> int | None:
    """How many empty columns help to carry cards to the target column; None where none ever does.

    An empty column that takes only Kings is no spot for a lower card on its way, and the target
    itself is none either.
    """
    if rules.filling is not Filling.ANY:
        return None
    return position.columns.count(b"") - (not position.columns[target])


def group_limit(rules: Rules, position: Position, target: int) -> int:
    """The most cards that may move together to the target column.

    Source: the published rules of Baker's Game. With f free cells and e empty columns, the target
    not counted, (f + 1) · 2^e cards can be carried one by one; f + 1 where empty columns take only
    Kings.
    """
    if rules.grouping is Grouping.NONE:
        return 1
    if rules.grouping is Grouping.WHOLE:
        return NO_LIMIT
    return free_cells(position) + 1 << (spare_columns(rules, position, target) or 0)
