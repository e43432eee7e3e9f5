"""Parts of the solver: keys, foundations, dead ends, columns, evaluation, the open list."""

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

for_all_rules = pytest.mark.parametrize("rules", TESTED_RULES, ids=name_rules)


def make_card_set(text: str) -> int:
    return make_bitset(bytes(map(parse_card, text.split())))


def make_card_table(lookup: LookupTables, position: Position) -> CardTable:
    table = CardTable(lookup, FoundationCache(lookup))
    table.load(position)
    return table


def make_nodes(rules: Rules, position: Position) -> SearchNodes:
    return SearchNodes(LookupTables(rules, position), choose_weights(rules)[0], position)


def play_random_moves(rules: Rules, number: int, moves: int) -> list[Position]:
    rng = random.Random(number)
    positions = [deal(rules, number)]
    for _ in range(moves):
        legal = legal_moves(rules, positions[-1])
        if not legal:
            break
        positions.append(play(rules, positions[-1], rng.choice(legal)))
    return positions


@for_all_rules
def test_keys_are_equal_only_for_equivalent_positions(rules: Rules) -> None:
    positions = [at for number in (1, 2) for at in play_random_moves(rules, 1, 60 * number)]
    lookup = LookupTables(rules, positions[0])
    keys: dict[CanonicalKey, int] = {}
    for position in positions:
        key = make_card_table(lookup, position).key
        assert keys.setdefault(make_canonical_key(position), key) == key
    assert len(set(keys.values())) == len(keys)


@for_all_rules
def test_card_moves_do_what_moves_do(rules: Rules) -> None:
    positions = play_random_moves(rules, 3, 80)
    lookup = LookupTables(rules, positions[0])
    for before in positions[:-1]:
        for move in legal_moves(rules, before):
            card_move = convert_to_card_move(before, move)
            converted = convert_to_move(rules, before, card_move)
            assert converted is not None
            after = play(rules, before, converted)
            assert make_canonical_key(after) == make_canonical_key(play(rules, before, move))
            table, expected = make_card_table(lookup, before), make_card_table(lookup, after)
            assert table.apply(card_move)
            assert table.key == expected.key
            assert table.foundation_state.home_cards == expected.foundation_state.home_cards


def test_a_search_starts_after_auto_play() -> None:
    position = parse_position("Foundations: C-J D-Q H-T S-K\nFreecells: QH\nJH KC\nQC KH\nKD")
    nodes = make_nodes(BAKERS_GAME, position)
    nodes.open_next()
    assert nodes.cells == 0
    expected = [make_card_set("JH KC"), make_card_set("QC KH QH"), 0]
    assert [column.card_bits for column in nodes.columns[:3]] == expected
    assert nodes.foundation_state.home_cards & make_card_set("KD")
    assert sum(compute_column_key(column) for column in nodes.columns) == nodes.key


@for_all_rules
def test_every_expanded_position_is_auto_played_and_evaluated(rules: Rules) -> None:
    for number in (1, 2, 3):
        start = deal(rules, number)
        run = SearchRun(LookupTables(rules, start), choose_weights(rules)[0], start)
        nodes = run.nodes
        while run.status == SEARCHING and nodes.expanded_count < 150:
            run.advance(1)
            state = WorkingState(nodes.lookup, nodes.column_cache, nodes.foundation_cache)
            state.load(list(nodes.columns), nodes.cells, nodes.foundation_state, nodes.key)
            state.auto_play()
            cell_keys = nodes.lookup.cell_keys
            key = sum(compute_column_key(column) for column in nodes.columns)
            key += sum(cell_keys[card] for card in range(52) if nodes.cells >> card & 1)
            assert state.key == nodes.key == key
            assert nodes.evaluation == nodes.evaluate(state)


def test_a_column_knows_its_run_and_what_can_be_dug_out() -> None:
    position = parse_position("9C 3H KD QD 7S 6S 4H")
    lookup = LookupTables(BAKERS_GAME, position)
    column = ColumnCache(lookup, Weights()).get_column(position.columns[0])
    assert (column.run_length, column.run_head_bit) == (1, make_card_set("4H"))
    assert (column.rest.run_length, column.rest.run_head_bit) == (2, make_card_set("7S"))
    reachable = [reach.reachable_cards for reach in column.dig_reaches]
    assert reachable[0] == make_card_set("4H")
    assert reachable[1] == make_card_set("4H 6S")
    assert reachable[4] == make_card_set("4H 6S QD")
    assert column.dig_reaches[3].target_cards == make_card_set("5H 8S") | 1 << 52 + 1
    assert [reach.receiving_cards for reach in column.dig_reaches] == [0, 0, 0, 0, 0]
    hearts = ColumnCache(lookup, Weights()).get_column(parse_position("9C 3H 2S 2H").columns[0])
    receiving = [reach.receiving_cards for reach in hearts.dig_reaches]
    assert receiving == [0, 0, *[make_card_set("3H")] * 3]


def test_columns_count_the_cards_above_playable_and_upcoming_ones() -> None:
    position = parse_position("AC KC 3C 2C KD")
    lookup = LookupTables(BAKERS_GAME, position)
    columns = ColumnCache(lookup, Weights(above_playable=10, above_upcoming=1))
    foundations = FoundationCache(lookup)
    column = columns.get_column(position.columns[0])
    assert columns.evaluate(column, foundations.get_state(0)) == 4 * 10 + 1
    assert columns.evaluate(column, foundations.get_state(make_card_set("AC"))) == 10 + 2


def test_cards_are_safe_where_going_home_never_hurts() -> None:
    def find_safe_cards(rules: Rules, home: str) -> int:
        lookup = LookupTables(rules, deal(rules, 1))
        return FoundationCache(lookup).get_state(make_card_set(home)).safe_cards

    assert find_safe_cards(BAKERS_GAME, "AC 2C 3C") == make_card_set("4C AD AH AS")
    assert find_safe_cards(BAKERS_DOZEN, "AC") == make_card_set("2C AD AH AS")
    assert find_safe_cards(BAKERS_DOZEN, "AC 2C") == make_card_set("AD AH AS")
    assert find_safe_cards(BAKERS_DOZEN, "AC AD AH AS 2C") == make_card_set("3C 2D 2H 2S")
    # Where foundations build in colours two cards may compete for one place.
    assert find_safe_cards(SPANISH, "AC") == make_card_set("AD AH AS")
    assert find_safe_cards(SPANISH, "AC AS") == make_card_set("2D 2H AD AH")


def test_foundation_states_do_not_depend_on_the_order_of_cards() -> None:
    for rules in SHIPPED_RULES:
        lookup = LookupTables(rules, deal(rules, 1))
        rng = random.Random(5)
        stepwise, direct = FoundationCache(lookup), FoundationCache(lookup)
        state = stepwise.get_state(0)
        while state.home_cards != ALL_CARDS:
            playable = [card for card in range(52) if state.playable_cards >> card & 1]
            state = stepwise.toggle_card(state, rng.choice(playable))
            expected = direct.get_state(state.home_cards)
            assert state.playable_cards == expected.playable_cards
            assert state.upcoming_cards == expected.upcoming_cards
            assert state.safe_cards == expected.safe_cards


@pytest.mark.parametrize(
    "rules", [rules for rules in TESTED_RULES if rules.cells == 0], ids=name_rules
)
def test_dead_ends_are_lost(rules: Rules) -> None:
    dead_ends = 0
    for seed in range(150):
        smaller, position, oracle = make_small_position(rules, random.Random(seed))
        nodes = make_nodes(smaller, position)
        if not smaller.variant.allows_returns and not nodes.winning_link:
            nodes.open_next()
            if is_dead_end(nodes):
                dead_ends += 1
                assert is_winnable(oracle) is not True
    assert dead_ends > 0 or rules.variant.allows_returns


def test_the_last_entry_of_equal_priority_comes_first() -> None:
    queue = BucketQueue()
    for priority, key in ((5, 1), (2, 2), (2, 3), (9, 4)):
        queue.push(priority, key, 10 * key)
    assert [queue.pop() for _ in range(2)] == [(3, 30), (2, 20)]
    queue.push(0, 5, 50)
    assert [queue.pop() for _ in range(3)] == [(5, 50), (1, 10), (4, 40)]
    assert queue.size == 0


def test_a_macro_move_can_be_decoded() -> None:
    macro = encode_macro(12, 4, 13, 9, 3)
    assert (decode_source(macro), decode_count(macro), decode_target(macro)) == (12, 13, 9)
    assert count_moves(macro) == 4 + 3 + 1
    assert decode_target(encode_macro(3, 0, 1, TO_FOUNDATION, 0)) == TO_FOUNDATION


def test_every_game_has_weights_and_evaluations_fit_into_a_link() -> None:
    for rules in TESTED_RULES:
        for weights in choose_weights(rules):
            run = SearchRun(LookupTables(rules, deal(rules, 1)), weights, deal(rules, 1))
            run.advance(50)
            assert 0 <= run.nodes.evaluation < 1 << 14


def test_every_column_grows_from_the_empty_one() -> None:
    columns = ColumnCache(LookupTables(GOOD_MEASURE, deal(GOOD_MEASURE, 1)), Weights())
    assert columns.get_column(b"") is columns.empty
    assert columns.empty.top == BOTTOM
    assert columns.get_column(b"\1\2") is columns.push_card(columns.get_column(b"\1"), 2)


def test_only_games_that_build_in_suit_are_dug() -> None:
    assert not LookupTables(BAKERS_DOZEN, deal(BAKERS_DOZEN, 1)).can_dig
    assert LookupTables(find_rules("kings-only"), deal(BAKERS_GAME, 1)).can_dig
