"""Searching deals, measuring how hard they are, and solving them again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.bank.bank import file_name
from engine.bank.build import Batch, Trial, batches, complaints, fifths, sample, search, table
from engine.bank.difficulty import Measure, cards_left, grade_of, limits_of, played_out, terms_for
from engine.deals import MAX_NUMBER, deal
from engine.position import EMPTY
from engine.rules import is_won
from engine.variants import Rules, rules_for, rules_of
from tests.support.banks import TWO_CELLS, WON_EARLY, bank_of
from tests.support.varieties import ALL_RULES


def test_a_search_finds_the_winnable_deals() -> None:
    found = search(Batch(terms_for(TWO_CELLS), range(1, 52)))
    assert tuple(measure.number for measure in found) == WON_EARLY
    assert found == search(Batch(terms_for(TWO_CELLS), range(1, 52)))


def test_batches_cover_every_deal_to_the_last() -> None:
    numbers = [n for batch in batches(terms_for(TWO_CELLS), MAX_NUMBER - 40) for n in batch.numbers]
    assert numbers == list(range(MAX_NUMBER - 40, MAX_NUMBER + 1))


def test_difficulty_grows_with_all_that_is_met() -> None:
    easy = Measure(1, 64, 80, 32 * 20, 9)
    assert easy.difficulty == 4 * 6 + 2 * 20 + 40
    for harder in (easy._replace(states=128), easy._replace(left=32 * 22), easy._replace(moves=88)):
        assert harder.difficulty == easy.difficulty + 4


def test_grades_go_by_the_limits() -> None:
    one = Measure(1, 64, 80, 32 * 20, 9)
    limits = [(one.difficulty + step, 900, 900, 900) for step in (0, -1)]
    terms = [terms_for(TWO_CELLS)._replace(limits=chosen) for chosen in limits]
    assert [grade_of(chosen, one) for chosen in terms] == [1, 2]


@pytest.mark.parametrize("rules", ALL_RULES, ids=file_name)
def test_every_game_has_limits_of_its_own(rules: Rules) -> None:
    limits = limits_of(rules)
    assert list(limits) == sorted(set(limits))
    assert limits != limits_of(rules_of(replace(rules.variant, tag="XX"), rules.cells, rules.house))


def test_limits_are_fifths() -> None:
    measures = [Measure(n, 1, 2 * n, 0, 0) for n in range(1, 11)]
    assert fifths(measures) == (2, 4, 6, 8)
    rows = table(terms_for(TWO_CELLS)._replace(limits=(2, 4, 6, 8)), measures).splitlines()[3:]
    assert [row.split("|")[2].strip() for row in rows] == ["2"] * 5
    assert table(terms_for(TWO_CELLS), []) == "no winnable deal\n"


@pytest.mark.parametrize("rules", ALL_RULES, ids=file_name)
def test_sensible_play_is_the_same_every_time_and_loses_no_card(rules: Rules) -> None:
    start = deal(rules, 617)
    end = played_out(rules, start, Random(1))
    assert end == played_out(rules, start, Random(1))
    on_table = [card for column in end.columns for card in column]
    in_cells = [card for card in end.cells if card != EMPTY]
    assert len(set(on_table + in_cells)) == 52 - sum(end.foundations)
    assert sum(end.foundations) >= sum(start.foundations)


def test_sensible_play_wins_what_is_easy() -> None:
    rules = rules_for("bakers-dozen", house="EG")
    left, won = cards_left(rules, deal(rules, 1), 1)
    assert won > 0
    assert left < 32 * 52
    assert any(is_won(played_out(rules, deal(rules, 1), Random(seed))) for seed in range(40))


def test_a_lost_deal_and_a_wrong_grade_are_found() -> None:
    deals = [(29, 1), (30, 1), *((number, 1) for number in WON_EARLY[1:])]
    terms = terms_for(TWO_CELLS)._replace(limits=(0, 0, 0, 900))
    bank = bank_of(TWO_CELLS, *deals)
    told = complaints(Trial(terms, bank.deals, grades=False))
    assert told == ["deal 30 (BK1-C2-AAAA5RP): it cannot be won"]
    told = complaints(Trial(terms, bank.deals, grades=True))
    assert [line.rpartition(": ")[2] for line in told].count("grade 4, not 1") == 4
    few = complaints(Trial(terms._replace(max_states=2), bank.deals[:1], grades=False))
    assert few == ["deal 29 (BK1-C2-AAAA4A4): no line that wins was found in 2 positions"]


def test_a_sample_is_spread_and_always_the_same() -> None:
    bank = bank_of(TWO_CELLS, *((number, 1) for number in range(1, 1001)))
    drawn = [deal.number for deal in sample(bank, 100)]
    assert drawn == sorted(set(drawn))
    assert len(drawn) == 100
    assert all(any(n // 200 == fifth for n in drawn) for fifth in range(5))
    assert sample(bank, 100) == sample(bank, 100)
    assert sample(bank, None) == sample(bank, 5000) == bank.deals
