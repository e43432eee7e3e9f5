"""Small banks, and every game as it can be played."""

from __future__ import annotations

from engine.bank.bank import Bank, Graded
from engine.bank.difficulty import terms_for
from engine.variants import Rules, rules_for

TWO_CELLS = rules_for("bakers-game", 2)
WON_EARLY = (29, 33, 39, 51)
"""The first deals of Baker's Game with two cells that can be won."""


def bank_of(rules: Rules, *deals: tuple[int, int]) -> Bank:
    """A bank with these numbers and grades, searched from 1 on."""
    graded = tuple(Graded(*pair) for pair in deals)
    last = max((deal.number for deal in graded), default=0)
    return Bank(terms=terms_for(rules), first=1, last=last, deals=graded)
