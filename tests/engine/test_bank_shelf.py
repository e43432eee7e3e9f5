"""The deals that are shipped: enough of each game and grade, and all to be won."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bank import GRADES
from engine.bank.bank import Bank, file_name
from engine.bank.build import Trial, complaints, sample
from engine.bank.difficulty import terms_for

SHELF = Path(__file__).resolve().parents[2] / "assets" / "deals"
SHIPPED = {
    "bakers-game-4": 1000,
    "bakers-game-3": 1000,
    "bakers-game-2": 1000,
    "bakers-game-1": 300,
    "kings-only-4": 1000,
    "kings-only-3": 1000,
    "kings-only-2": 300,
    "kings-only-1": 30,
    "bakers-dozen-0": 1000,
    "good-measure-0": 1000,
    "spanish-patience-0": 1000,
}
"""Every game as it is usually played, and how many deals of it there are at least."""


def test_the_shelf_holds_these_files_and_no_others() -> None:
    assert {path.name for path in SHELF.iterdir()} == {f"{name}.bank" for name in SHIPPED}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_bank_has_what_was_promised(name: str) -> None:
    path = SHELF / f"{name}.bank"
    bank = Bank.load(path)
    assert file_name(bank.terms.rules) == path.name
    assert bank.terms == terms_for(bank.terms.rules)
    assert len(bank.deals) >= SHIPPED[name]
    assert path.stat().st_size < 8192
    for grade in GRADES:
        assert len(bank.graded(grade)) >= len(bank.deals) / 10


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_deals_can_be_won(name: str) -> None:
    bank = Bank.load(SHELF / f"{name}.bank")
    assert complaints(Trial(bank.terms, sample(bank, 8), grades=False)) == []


@pytest.mark.prove
@pytest.mark.parametrize("name", SHIPPED)
def test_all_shipped_deals_can_be_won(name: str) -> None:
    bank = Bank.load(SHELF / f"{name}.bank")
    assert complaints(Trial(bank.terms, bank.deals, grades=False)) == []
