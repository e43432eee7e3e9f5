"""The parts of the solver hold what they promise: keys, foundations, proofs of death, columns."""

from __future__ import annotations

import random

import pytest

from engine.cards import parse_card
from engine.deals import deal
from engine.movegen import legal_moves
from engine.position import Position
from engine.rules import play
from engine.solver.bitsets import ALL_CARDS, BOTTOM, LookupTables, make_bitset
from engine.solver.dead_ends import is_dead_end
from engine.solver.heuristics import Weights, choose_weights
from engine.solver.macro_move import (
    TO_FOUNDATION,
    count_moves,
    decode_count,
    decode_source,
    decode_target,
    encode_macro,
)
from engine.solver.nodes import BucketQueue, SearchNodes
from engine.solver.search import SEARCHING, SearchRun
from engine.solver.shorten import CardTable
from engine.solver.solution import (
    CanonicalKey,
    convert_to_card_move,
    convert_to_move,
    make_canonical_key,
)
from engine.solver.working_state import (
    ColumnCache,
    FoundationCache,
    WorkingState,
    compute_column_key,
)
from engine.variants import Rules, find_rules
from tests.support.exhaustive import is_winnable, make_small_position
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, GOOD_MEASURE, SPANISH, parse_position
from tests.support.varieties import SHIPPED_RULES, TESTED_RULES, name_rules


def parse_one_card(text: str) -> int:
    return parse_card(text)


def make_card_set(texts: str) -> int:
    return make_bitset(bytes(map(parse_card, texts.split())))


def play_random_moves(rules: Rules, number: int, moves: int) -> list[Position]:
    """The positions of a game at random."""
    dice = random.Random(number)
    positions = [deal(rules, number)]
    for _ in range(moves):
        legal = legal_moves(rules, positions[-1])
        if not legal:
            break
        positions.append(play(rules, positions[-1], dice.choice(legal)))
    return positions


@pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)
def test_keys_are_equal_just_where_tables_look_alike(rules: Rules) -> None:
    positions = [at for number in (1, 2) for at in play_random_moves(rules, 1, 60 * number)]
    tables = LookupTables(rules, positions[0])
    keys: dict[CanonicalKey, int] = {}
    for position in positions:
        sketch = CardTable(tables, FoundationCache(tables))
        sketch.load(position)
        assert keys.setdefault(make_canonical_key(position), sketch.key) == sketch.key
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)
def test_steps_do_what_moves_do(rules: Rules) -> None:
    positions = play_random_moves(rules, 3, 80)
    tables = LookupTables(rules, positions[0])
    here = CardTable(tables, FoundationCache(tables))
    here.load(positions[0])
    for before in positions[:-1]:
        for move in legal_moves(rules, before):
            step = convert_to_card_move(before, move)
            again = convert_to_move(rules, before, step)
            assert again is not None
            after = play(rules, before, again)
            assert make_canonical_key(after) == make_canonical_key(play(rules, before, move))
            there = CardTable(tables, FoundationCache(tables))
            there.load(before)
            assert there.apply(step)
            other = CardTable(tables, FoundationCache(tables))
            other.load(after)
            assert there.key == other.key
            assert there.foundation_state.home_cards == other.foundation_state.home_cards


def test_a_book_starts_with_the_table_settled() -> None:
    position = parse_position("Foundations: C-J D-Q H-T S-K\nFreecells: QH\nJH KC\nQC KH\nKD")
    book = SearchNodes(
        LookupTables(BAKERS_GAME, position), choose_weights(BAKERS_GAME)[0], position
    )
    book.open_next()
    assert book.cells == 0
    assert [column.card_bits for column in book.columns[:3]] == [
        make_card_set("JH KC"),
        make_card_set("QC KH QH"),
        0,
    ]
    assert book.foundation_state.home_cards >> parse_one_card("KD") & 1
    assert sum(compute_column_key(column) for column in book.columns) == book.key


@pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)
def test_every_table_is_settled_and_weighed_when_it_is_opened(rules: Rules) -> None:
    for number in (1, 2, 3):
        start = deal(rules, number)
        attempt = SearchRun(LookupTables(rules, start), choose_weights(rules)[0], start)
        book = attempt.nodes
        while attempt.status == SEARCHING and book.expanded_count < 150:
            attempt.advance(1)
            draft = WorkingState(book.lookup, book.column_cache, book.foundation_cache)
            draft.load(list(book.columns), book.cells, book.foundation_state, book.key)
            draft.auto_play()
            key = sum(compute_column_key(column) for column in book.columns)
            key += sum(book.lookup.cell_keys[card] for card in range(52) if book.cells >> card & 1)
            assert draft.key == book.key == key
            assert book.evaluation == book.evaluate(draft)


def test_a_column_knows_its_run_and_what_can_be_dug_out() -> None:
    position = parse_position("9C 3H KD QD 7S 6S 4H")
    tables = LookupTables(BAKERS_GAME, position)
    column = ColumnCache(tables, Weights()).get_column(position.columns[0])
    assert (column.run_length, column.run_head_bit, column.rest.run_length) == (
        1,
        make_card_set("4H"),
        2,
    )
    assert column.rest.run_head_bit == make_card_set("7S")
    assert column.dig_reaches[0].reachable_cards == make_card_set("4H")
    assert column.dig_reaches[1].reachable_cards == make_card_set("4H 6S")
    assert column.dig_reaches[4].reachable_cards == make_card_set("4H 6S QD")
    assert column.dig_reaches[3].target_cards == make_card_set("5H 8S") | 1 << 52 + 1
    assert [reach.receiving_cards for reach in column.dig_reaches] == [0, 0, 0, 0, 0]
    three = ColumnCache(tables, Weights()).get_column(parse_position("9C 3H 2S 2H").columns[0])
    assert [reach.receiving_cards for reach in three.dig_reaches] == [
        0,
        0,
        *[make_card_set("3H")] * 3,
    ]


def test_columns_weigh_what_lies_above_wanted_cards() -> None:
    position = parse_position("AC KC 3C 2C KD")
    columns = ColumnCache(
        LookupTables(BAKERS_GAME, position), Weights(above_playable=10, above_upcoming=1)
    )
    foundations = FoundationCache(LookupTables(BAKERS_GAME, position))
    column = columns.get_column(position.columns[0])
    assert columns.evaluate(column, foundations.get_state(0)) == 4 * 10 + 1
    assert columns.evaluate(column, foundations.get_state(make_card_set("AC"))) == 10 + 2


def test_cards_go_home_at_once_where_that_never_hurts() -> None:
    def forced(rules: Rules, home: str) -> int:
        return (
            FoundationCache(LookupTables(rules, deal(rules, 1)))
            .get_state(make_card_set(home))
            .safe_cards
        )

    assert forced(BAKERS_GAME, "AC 2C 3C") == make_card_set("4C AD AH AS")
    assert forced(BAKERS_DOZEN, "AC") == make_card_set("2C AD AH AS")
    assert forced(BAKERS_DOZEN, "AC 2C") == make_card_set("AD AH AS")
    assert forced(BAKERS_DOZEN, "AC AD AH AS 2C") == make_card_set("3C 2D 2H 2S")
    # Where foundations build in colours two cards may compete for one place.
    assert forced(SPANISH, "AC") == make_card_set("AD AH AS")
    assert forced(SPANISH, "AC AS") == make_card_set("2D 2H AD AH")


def test_foundations_are_the_same_in_whatever_order_cards_came_home() -> None:
    for rules in SHIPPED_RULES:
        tables = LookupTables(rules, deal(rules, 1))
        dice = random.Random(5)
        stepwise, direct = FoundationCache(tables), FoundationCache(tables)
        here = stepwise.get_state(0)
        while here.home_cards != ALL_CARDS:
            ready = [other for other in range(52) if here.playable_cards >> other & 1]
            here = stepwise.toggle_card(here, dice.choice(ready))
            there = direct.get_state(here.home_cards)
            assert (here.playable_cards, here.upcoming_cards, here.safe_cards) == (
                there.playable_cards,
                there.upcoming_cards,
                there.safe_cards,
            )


@pytest.mark.parametrize(
    "rules", [rules for rules in TESTED_RULES if rules.cells == 0], ids=name_rules
)
def test_dead_tables_are_lost(rules: Rules) -> None:
    dead = 0
    for seed in range(150):
        smaller, position, oracle = make_small_position(rules, random.Random(seed))
        book = SearchNodes(LookupTables(smaller, position), choose_weights(smaller)[0], position)
        if not smaller.variant.allows_returns and not book.winning_link:
            book.open_next()
            if is_dead_end(book):
                dead += 1
                assert is_winnable(oracle) is not True
    assert dead > 0 or rules.variant.allows_returns


def test_what_comes_last_is_looked_at_first_among_equals() -> None:
    frontier = BucketQueue()
    for priority, key in ((5, 1), (2, 2), (2, 3), (9, 4)):
        frontier.push(priority, key, 10 * key)
    assert [frontier.pop() for _ in range(2)] == [(3, 30), (2, 20)]
    frontier.push(0, 5, 50)
    assert [frontier.pop() for _ in range(3)] == [(5, 50), (1, 10), (4, 40)]
    assert frontier.size == 0


def test_a_turn_tells_what_it_was_made_of() -> None:
    turn = encode_macro(12, 4, 13, 9, 3)
    assert (decode_source(turn), decode_count(turn), decode_target(turn)) == (12, 13, 9)
    assert count_moves(turn) == 4 + 3 + 1
    assert decode_target(encode_macro(3, 0, 1, TO_FOUNDATION, 0)) == TO_FOUNDATION


def test_every_game_has_its_tempers_and_worth_fits() -> None:
    for rules in TESTED_RULES:
        for temper in choose_weights(rules):
            attempt = SearchRun(LookupTables(rules, deal(rules, 1)), temper, deal(rules, 1))
            attempt.advance(50)
            assert 0 <= attempt.nodes.evaluation < 1 << 14


def test_an_empty_column_is_the_bottom_of_all() -> None:
    columns = ColumnCache(LookupTables(GOOD_MEASURE, deal(GOOD_MEASURE, 1)), Weights())
    assert columns.get_column(b"") is columns.empty
    assert columns.empty.top == BOTTOM
    assert columns.get_column(b"\1\2") is columns.push_card(columns.get_column(b"\1"), 2)


def test_cells_with_any_build_are_searched_card_by_card() -> None:
    assert not LookupTables(BAKERS_DOZEN, deal(BAKERS_DOZEN, 1)).can_dig
    assert LookupTables(find_rules("kings-only"), deal(BAKERS_GAME, 1)).can_dig
