"""A bank's text, both ways, and the results of its queries."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random

import pytest

from engine.bank import GRADES
from engine.bank.bank_file import Bank, BankError, BankSpec, GradedDeal, get_bank_file_name
from engine.bank.difficulty import make_bank_spec
from engine.deals import MAX_DEAL_NUMBER
from engine.variants import Rules, find_rules
from tests.support.banks import TWO_CELL_RULES, make_bank
from tests.support.each import for_each
from tests.support.varieties import SHIPPED_RULES

ROOT = Path(__file__).resolve().parents[2]
TEXT = """\
Bakehouse bank 1
game bakers-dozen
cells 0
rules EG
states 100000
bytes 128000000
limits 30 40 50 60
first 5
last 4711
deals 4

1a2c4000e1b
"""


def test_a_text_is_read() -> None:
    bank = Bank.parse(TEXT)
    rules = find_rules("bakers-dozen", house_rules="EG")
    assert bank.spec == BankSpec(rules, 100_000, 128_000_000, (30, 40, 50, 60))
    assert (bank.first_number, bank.last_number) == (5, 4711)
    assert bank.deals == (
        GradedDeal(5, 1),
        GradedDeal(7, 3),
        GradedDeal(4007, 5),
        GradedDeal(4008, 2),
    )
    assert bank.to_text() == TEXT


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=get_bank_file_name)
def test_a_bank_is_read_as_it_was_written(rules: Rules, tmp_path: Path) -> None:
    chance = Random(get_bank_file_name(rules))
    numbers = sorted(chance.sample(range(1, MAX_DEAL_NUMBER + 1), 300))
    bank = make_bank(rules, *((number, chance.choice(GRADES)) for number in numbers))
    path = tmp_path / "bank"
    path.write_text(bank.to_text(), encoding="ascii")
    assert Bank.load(path) == bank
    assert all(len(line) <= 100 for line in bank.to_text().splitlines())


def test_an_empty_bank_is_read_as_it_was_written() -> None:
    bank = Bank(spec=make_bank_spec(TWO_CELL_RULES), first_number=8, last_number=7)
    assert Bank.parse(bank.to_text()) == bank


@for_each(
    "was, becomes, told",
    [
        (TEXT, "", "in its first line"),
        ("bank 1", "bank 2", "in its first line"),
        ("game bakers-dozen\n", "", "in its head"),
        ("cells 0\nrules EG", "rules EG\ncells 0", "in its head"),
        ("bakers-dozen", "bakers-oven", "no game"),
        ("cells 0", "cells 4", "no free cells"),
        ("cells 0", "cells x", "no number"),
        ("rules EG", "rules Q", "no house rule"),
        ("limits 30 40 50 60", "limits 30 40 50", "no limits"),
        ("limits 30 40 50 60", "limits 30 50 40 60", "no limits"),
        ("first 5", "first 0", "no search"),
        ("last 4711", "last 3", "no search"),
        ("last 4711", "last 33554433", "no search"),
        ("last 4711", "last 4000", "beyond 4000"),
        ("deals 4", "deals 5", "its head says 5"),
        ("1a2c4000e1b", "1a2c40", "'40' is no deal"),
        ("1a2c4000e1b", "1a2c4000f1b", "'4000f1b' is no deal"),
        ("1a2c4000e1b", "1a0c4000e1b", "'0c4000e1b' is no deal"),
        ("1a2c4000e1b", "1a2c4000e", "it has 3 deals"),
    ],
)
def test_a_broken_text_is_refused(was: str, becomes: str, told: str) -> None:
    with pytest.raises(BankError, match=told):
        Bank.parse(TEXT.replace(was, becomes))


def test_every_way_to_cut_a_file_short_is_noticed() -> None:
    for length in range(len(TEXT) - 1):
        with pytest.raises(BankError):
            Bank.parse(TEXT[:length])


def test_deals_are_picked_by_a_number() -> None:
    bank = make_bank(TWO_CELL_RULES, (29, 1), (33, 3), (39, 1), (51, 1))
    assert bank.list_numbers(1) == (29, 39, 51)
    assert [bank.pick(number, 1) for number in range(4)] == [29, 39, 51, 29]
    assert [bank.pick(number) for number in (1, 1, 7)] == [33, 33, 51]
    with pytest.raises(BankError, match="no deals of grade 2"):
        bank.pick(0, 2)


def test_the_page_of_the_bank_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = ROOT / "engine" / "bank" / "README.md"
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted > 3) == (0, True)
