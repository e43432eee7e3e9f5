"""Small banks of deals."""

from __future__ import annotations

from engine.bank.bank_file import Bank, GradedDeal
from engine.bank.difficulty import make_bank_spec
from engine.variants import Rules, find_rules

TWO_CELL_RULES = find_rules("bakers-game", 2)
WINNABLE_NUMBERS = (29, 33, 39, 51)
"""Numbers of the first winnable deals of Baker's Game with two cells."""


def make_bank(rules: Rules, *deals: tuple[int, int]) -> Bank:
    """Return a bank of deals with numbers and grades, searched from 1 on."""
    graded = tuple(GradedDeal(*pair) for pair in deals)
    last_number = max((deal.number for deal in graded), default=0)
    return Bank(spec=make_bank_spec(rules), first_number=1, last_number=last_number, deals=graded)
