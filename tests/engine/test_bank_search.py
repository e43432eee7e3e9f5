"""Searching deals, measuring how hard they are, and solving them again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.bank.build import (
    CheckBatch,
    SearchBatch,
    check_batch,
    compute_fifths,
    format_table,
    make_batches,
    sample_deals,
    search_batch,
)
from engine.bank.difficulty import (
    DealMeasure,
    compute_grade,
    get_grade_limits,
    make_bank_spec,
    play_out,
    run_playouts,
)
from engine.deals import MAX_DEAL_NUMBER, deal
from engine.position import EMPTY
from engine.rules import is_won
from engine.variants import Rules, find_rules, make_rules
from tests.support.banks import TWO_CELL_RULES, WINNABLE_NUMBERS, make_bank
from tests.support.each import for_each
from tests.support.varieties import SHIPPED_RULES


def test_a_search_finds_the_winnable_deals() -> None:
    found = search_batch(SearchBatch(make_bank_spec(TWO_CELL_RULES), range(1, 52)))
    assert tuple(measure.number for measure in found) == WINNABLE_NUMBERS
    assert found == search_batch(SearchBatch(make_bank_spec(TWO_CELL_RULES), range(1, 52)))


def test_batches_cover_every_deal_to_the_last() -> None:
    numbers = [
        n
        for batch in make_batches(make_bank_spec(TWO_CELL_RULES), MAX_DEAL_NUMBER - 40)
        for n in batch.numbers
    ]
    assert numbers == list(range(MAX_DEAL_NUMBER - 40, MAX_DEAL_NUMBER + 1))


def test_difficulty_grows_with_all_that_is_met() -> None:
    easy = DealMeasure(1, 64, 80, 32 * 20, 9)
    assert easy.difficulty == 4 * 6 + 2 * 20 + 40
    for harder in (
        easy._replace(states=128),
        easy._replace(cards_left=32 * 22),
        easy._replace(moves=88),
    ):
        assert harder.difficulty == easy.difficulty + 4


def test_grades_go_by_the_limits() -> None:
    one = DealMeasure(1, 64, 80, 32 * 20, 9)
    limits = [(one.difficulty + step, 900, 900, 900) for step in (0, -1)]
    terms = [make_bank_spec(TWO_CELL_RULES)._replace(limits=chosen) for chosen in limits]
    assert [compute_grade(chosen, one) for chosen in terms] == [1, 2]


@for_each("rules", SHIPPED_RULES)
def test_every_game_has_limits_of_its_own(rules: Rules) -> None:
    limits = get_grade_limits(rules)
    assert list(limits) == sorted(set(limits))
    assert limits != get_grade_limits(
        make_rules(replace(rules.variant, tag="XX"), rules.cells, rules.house_rules)
    )


def test_limits_are_fifths() -> None:
    measures = [DealMeasure(n, 1, 2 * n, 0, 0) for n in range(1, 11)]
    assert compute_fifths(measures) == (2, 4, 6, 8)
    rows = format_table(
        make_bank_spec(TWO_CELL_RULES)._replace(limits=(2, 4, 6, 8)), measures
    ).splitlines()[3:]
    assert [row.split("|")[2].strip() for row in rows] == ["2"] * 5
    assert format_table(make_bank_spec(TWO_CELL_RULES), []) == "no winnable deal\n"


@for_each("rules", SHIPPED_RULES)
def test_sensible_play_is_the_same_every_time_and_loses_no_card(rules: Rules) -> None:
    start = deal(rules, 617)
    end = play_out(rules, start, Random(1))
    assert end == play_out(rules, start, Random(1))
    on_table = [card for column in end.columns for card in column]
    in_cells = [card for card in end.cells if card != EMPTY]
    assert len(set(on_table + in_cells)) == 52 - sum(end.foundations)
    assert sum(end.foundations) >= sum(start.foundations)


def test_sensible_play_wins_what_is_easy() -> None:
    rules = find_rules("bakers-dozen", house_rules="EG")
    left, won = run_playouts(rules, deal(rules, 1), 1)
    assert won > 0
    assert left < 32 * 52
    assert any(is_won(play_out(rules, deal(rules, 1), Random(seed))) for seed in range(40))


def test_a_lost_deal_and_a_wrong_grade_are_found() -> None:
    deals = [(29, 1), (30, 1), *((number, 1) for number in WINNABLE_NUMBERS[1:])]
    terms = make_bank_spec(TWO_CELL_RULES)._replace(limits=(0, 0, 0, 900))
    bank = make_bank(TWO_CELL_RULES, *deals)
    result = check_batch(CheckBatch(terms, bank.deals, should_check_grades=False))
    assert result == ["deal 30 (BK1-C2-AAAA5RP): it cannot be won"]
    result = check_batch(CheckBatch(terms, bank.deals, should_check_grades=True))
    assert [line.rpartition(": ")[2] for line in result].count("grade 4, not 1") == 4
    few = check_batch(
        CheckBatch(terms._replace(max_states=2), bank.deals[:1], should_check_grades=False)
    )
    assert few == ["deal 29 (BK1-C2-AAAA4A4): no line that wins was found in 2 positions"]


def test_a_sample_is_spread_and_always_the_same() -> None:
    bank = make_bank(TWO_CELL_RULES, *((number, 1) for number in range(1, 1001)))
    drawn = [deal.number for deal in sample_deals(bank, 100)]
    assert drawn == sorted(set(drawn))
    assert len(drawn) == 100
    assert all(any(n // 200 == fifth for n in drawn) for fifth in range(5))
    assert sample_deals(bank, 100) == sample_deals(bank, 100)
    assert sample_deals(bank, None) == sample_deals(bank, 5000) == bank.deals
