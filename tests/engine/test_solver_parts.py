"""The parts of the solver hold what they promise: keys, foundations, proofs of death, columns."""

from __future__ import annotations

import random

import pytest

from engine.cards import parse_card
from engine.deals import deal
from engine.movegen import legal_moves
from engine.position import Position
from engine.rules import play
from engine.solver.bitsets import BOTTOM, WHOLE_DECK, Tables, card_set
from engine.solver.dead_ends import is_dead
from engine.solver.heuristics import Temper, tempers
from engine.solver.macro_move import TO_HOME, cost_of, count_of, source_of, target_of, turn_of
from engine.solver.nodes import Book, Frontier
from engine.solver.search import SEARCHING, Attempt
from engine.solver.shorten import Sketch
from engine.solver.solution import Looks, looks, move_of, step_of
from engine.solver.working_state import Columns, Draft, Foundations, column_key
from engine.variants import Rules, rules_for
from tests.support.exhaustive import small, winnable
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, GOOD_MEASURE, SPANISH, table
from tests.support.varieties import ALL_RULES, EVERY_RULES, name


def card(text: str) -> int:
    return parse_card(text)


def cards(texts: str) -> int:
    return card_set(bytes(map(parse_card, texts.split())))


def wander(rules: Rules, number: int, moves: int) -> list[Position]:
    """The positions of a game at random."""
    dice = random.Random(number)
    positions = [deal(rules, number)]
    for _ in range(moves):
        legal = legal_moves(rules, positions[-1])
        if not legal:
            break
        positions.append(play(rules, positions[-1], dice.choice(legal)))
    return positions


@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_keys_are_equal_just_where_tables_look_alike(rules: Rules) -> None:
    positions = [at for number in (1, 2) for at in wander(rules, 1, 60 * number)]
    tables = Tables(rules, positions[0])
    keys: dict[Looks, int] = {}
    for position in positions:
        sketch = Sketch(tables, Foundations(tables))
        sketch.lay(position)
        assert keys.setdefault(looks(position), sketch.key) == sketch.key
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_steps_do_what_moves_do(rules: Rules) -> None:
    positions = wander(rules, 3, 80)
    tables = Tables(rules, positions[0])
    here = Sketch(tables, Foundations(tables))
    here.lay(positions[0])
    for before in positions[:-1]:
        for move in legal_moves(rules, before):
            step = step_of(before, move)
            again = move_of(rules, before, step)
            assert again is not None
            after = play(rules, before, again)
            assert looks(after) == looks(play(rules, before, move))
            there = Sketch(tables, Foundations(tables))
            there.lay(before)
            assert there.do(step)
            other = Sketch(tables, Foundations(tables))
            other.lay(after)
            assert there.key == other.key
            assert there.home.home == other.home.home


def test_a_book_starts_with_the_table_settled() -> None:
    position = table("Foundations: C-J D-Q H-T S-K\nFreecells: QH\nJH KC\nQC KH\nKD")
    book = Book(Tables(BAKERS_GAME, position), tempers(BAKERS_GAME)[0], position)
    book.open_next()
    assert book.cells == 0
    assert [column.mask for column in book.columns[:3]] == [cards("JH KC"), cards("QC KH QH"), 0]
    assert book.home.home >> card("KD") & 1
    assert sum(column_key(column) for column in book.columns) == book.key


@pytest.mark.parametrize("rules", EVERY_RULES, ids=name)
def test_every_table_is_settled_and_weighed_when_it_is_opened(rules: Rules) -> None:
    for number in (1, 2, 3):
        start = deal(rules, number)
        attempt = Attempt(Tables(rules, start), tempers(rules)[0], start)
        book = attempt.book
        while attempt.state == SEARCHING and book.looked_at < 150:
            attempt.advance(1)
            draft = Draft(book.tables, book.kinds, book.foundations)
            draft.lay(list(book.columns), book.cells, book.home, book.key)
            draft.settle()
            key = sum(column_key(column) for column in book.columns)
            key += sum(book.tables.in_cell[card] for card in range(52) if book.cells >> card & 1)
            assert draft.key == book.key == key
            assert book.worth == book.worth_of(draft)


def test_a_column_knows_its_run_and_what_can_be_dug_out() -> None:
    position = table("9C 3H KD QD 7S 6S 4H")
    tables = Tables(BAKERS_GAME, position)
    column = Columns(tables, Temper()).of(position.columns[0])
    assert (column.run, column.lead, column.base.run) == (1, cards("4H"), 2)
    assert column.base.lead == cards("7S")
    assert column.reach[0].within == cards("4H")
    assert column.reach[1].within == cards("4H 6S")
    assert column.reach[4].within == cards("4H 6S QD")
    assert column.reach[3].awaited == cards("5H 8S") | 1 << 52 + 1
    assert [reach.buried for reach in column.reach] == [0, 0, 0, 0, 0]
    three = Columns(tables, Temper()).of(table("9C 3H 2S 2H").columns[0])
    assert [reach.buried for reach in three.reach] == [0, 0, *[cards("3H")] * 3]


def test_columns_weigh_what_lies_above_wanted_cards() -> None:
    position = table("AC KC 3C 2C KD")
    columns = Columns(Tables(BAKERS_GAME, position), Temper(wanted=10, after=1))
    foundations = Foundations(Tables(BAKERS_GAME, position))
    column = columns.of(position.columns[0])
    assert columns.weigh(column, foundations.of(0)) == 4 * 10 + 1
    assert columns.weigh(column, foundations.of(cards("AC"))) == 10 + 2


def test_cards_go_home_at_once_where_that_never_hurts() -> None:
    def forced(rules: Rules, home: str) -> int:
        return Foundations(Tables(rules, deal(rules, 1))).of(cards(home)).forced

    assert forced(BAKERS_GAME, "AC 2C 3C") == cards("4C AD AH AS")
    assert forced(BAKERS_DOZEN, "AC") == cards("2C AD AH AS")
    assert forced(BAKERS_DOZEN, "AC 2C") == cards("AD AH AS")
    assert forced(BAKERS_DOZEN, "AC AD AH AS 2C") == cards("3C 2D 2H 2S")
    # Where foundations build in colours two cards may compete for one place.
    assert forced(SPANISH, "AC") == cards("AD AH AS")
    assert forced(SPANISH, "AC AS") == cards("2D 2H AD AH")


def test_foundations_are_the_same_in_whatever_order_cards_came_home() -> None:
    for rules in ALL_RULES:
        tables = Tables(rules, deal(rules, 1))
        dice = random.Random(5)
        stepwise, direct = Foundations(tables), Foundations(tables)
        here = stepwise.of(0)
        while here.home != WHOLE_DECK:
            ready = [other for other in range(52) if here.ready >> other & 1]
            here = stepwise.with_card(here, dice.choice(ready))
            there = direct.of(here.home)
            assert (here.ready, here.wanted, here.forced) == (
                there.ready,
                there.wanted,
                there.forced,
            )


@pytest.mark.parametrize("rules", [rules for rules in EVERY_RULES if rules.cells == 0], ids=name)
def test_dead_tables_are_lost(rules: Rules) -> None:
    dead = 0
    for seed in range(150):
        smaller, position, oracle = small(rules, random.Random(seed))
        book = Book(Tables(smaller, position), tempers(smaller)[0], position)
        if not smaller.variant.returns and not book.won:
            book.open_next()
            if is_dead(book):
                dead += 1
                assert winnable(oracle) is not True
    assert dead > 0 or rules.variant.returns


def test_what_comes_last_is_looked_at_first_among_equals() -> None:
    frontier = Frontier()
    for priority, key in ((5, 1), (2, 2), (2, 3), (9, 4)):
        frontier.push(priority, key, 10 * key)
    assert [frontier.pop() for _ in range(2)] == [(3, 30), (2, 20)]
    frontier.push(0, 5, 50)
    assert [frontier.pop() for _ in range(3)] == [(5, 50), (1, 10), (4, 40)]
    assert frontier.size == 0


def test_a_turn_tells_what_it_was_made_of() -> None:
    turn = turn_of(12, 4, 13, 9, 3)
    assert (source_of(turn), count_of(turn), target_of(turn)) == (12, 13, 9)
    assert cost_of(turn) == 4 + 3 + 1
    assert target_of(turn_of(3, 0, 1, TO_HOME, 0)) == TO_HOME


def test_every_game_has_its_tempers_and_worth_fits() -> None:
    for rules in EVERY_RULES:
        for temper in tempers(rules):
            attempt = Attempt(Tables(rules, deal(rules, 1)), temper, deal(rules, 1))
            attempt.advance(50)
            assert 0 <= attempt.book.worth < 1 << 14


def test_an_empty_column_is_the_bottom_of_all() -> None:
    columns = Columns(Tables(GOOD_MEASURE, deal(GOOD_MEASURE, 1)), Temper())
    assert columns.of(b"") is columns.empty
    assert columns.empty.top == BOTTOM
    assert columns.of(b"\1\2") is columns.grow(columns.of(b"\1"), 2)


def test_cells_with_any_build_are_searched_card_by_card() -> None:
    assert not Tables(BAKERS_DOZEN, deal(BAKERS_DOZEN, 1)).digs
    assert Tables(rules_for("kings-only"), deal(BAKERS_GAME, 1)).digs
