"""The deals that are shipped: enough of each game and grade, and all to be won."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bank import GRADES
from engine.bank.bank_file import Bank, get_bank_file_name
from engine.bank.build import CheckBatch, check_batch, sample_deals
from engine.bank.difficulty import make_bank_spec
from tests.support.each import for_each

DEALS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "deals"
DEAL_COUNTS = {
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
    assert {path.name for path in DEALS_FOLDER.iterdir()} == {
        f"{name}.bank" for name in DEAL_COUNTS
    }


@for_each("name", DEAL_COUNTS)
def test_a_shipped_bank_has_what_was_promised(name: str) -> None:
    path = DEALS_FOLDER / f"{name}.bank"
    bank = Bank.load(path)
    assert get_bank_file_name(bank.spec.rules) == path.name
    assert bank.spec == make_bank_spec(bank.spec.rules)
    assert len(bank.deals) >= DEAL_COUNTS[name]
    assert path.stat().st_size < 8192
    for grade in GRADES:
        assert len(bank.list_numbers(grade)) >= len(bank.deals) / 10


@for_each("name", DEAL_COUNTS)
def test_shipped_deals_can_be_won(name: str) -> None:
    bank = Bank.load(DEALS_FOLDER / f"{name}.bank")
    assert (
        check_batch(CheckBatch(bank.spec, sample_deals(bank, 8), should_check_grades=False)) == []
    )


@pytest.mark.prove
@for_each("name", DEAL_COUNTS)
def test_all_shipped_deals_can_be_won(name: str) -> None:
    bank = Bank.load(DEALS_FOLDER / f"{name}.bank")
    assert check_batch(CheckBatch(bank.spec, bank.deals, should_check_grades=False)) == []
