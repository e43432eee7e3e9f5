"""The table of group sizes, whole, and what it looks like on the table."""

from __future__ import annotations

from engine.cards import make_card
from engine.position import EMPTY, Position
from engine.rules import get_group_limit
from engine.variants import Rules, find_rules
from tests.support.each import for_each
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, draw_after, explain_refusal

GROUP_LIMITS = {
    0: (1, 2, 4, 1, 2),
    1: (2, 4, 8, 2, 4),
    2: (3, 6, 12, 3, 6),
    3: (4, 8, 16, 4, 8),
    4: (5, 10, 20, 5, 10),
}


def make_position(rules: Rules, free: int, empty: int) -> Position:
    """A table with so many free cells and, at the right, empty columns."""
    taken = rules.cells - free
    cells = bytes(range(taken)) + bytes([EMPTY] * free)
    filled = rules.variant.columns - empty
    columns = [bytes([make_card(12, 0)])] * filled + [b""] * empty
    return Position(tuple(columns), cells, bytes(4))


@for_each("free", GROUP_LIMITS)
def test_the_table_of_group_sizes(free: int) -> None:
    onto_card = [
        get_group_limit(BAKERS_GAME, make_position(BAKERS_GAME, free, e), 0) for e in (0, 1, 2)
    ]
    into_empty = [
        get_group_limit(BAKERS_GAME, make_position(BAKERS_GAME, free, e), 7) for e in (1, 2)
    ]
    assert (*onto_card, *into_empty) == GROUP_LIMITS[free]


@for_each("free", GROUP_LIMITS)
def test_where_empty_columns_take_only_kings_only_cells_help(free: int) -> None:
    for empty in range(4):
        position = make_position(KINGS_ONLY, free, empty)
        assert get_group_limit(KINGS_ONLY, position, 0) == free + 1
        assert get_group_limit(KINGS_ONLY, position, 7) == free + 1


@for_each("cells", [1, 2, 3, 4])
def test_cells_that_are_not_in_play_count_for_nothing(cells: int) -> None:
    rules = find_rules("bakers-game", cells)
    assert get_group_limit(rules, make_position(rules, cells, 0), 0) == cells + 1


def test_games_that_move_single_cards_and_games_that_move_whole_groups() -> None:
    assert get_group_limit(BAKERS_DOZEN, make_position(BAKERS_DOZEN, 0, 3), 0) == 1
    for house in ("G", "EG"):
        rules = find_rules("bakers-dozen", 0, house)
        assert get_group_limit(rules, make_position(rules, 0, 0), 0) == 52


RUN_OF_SIX = "9S 8S 7S 6S 5S 4S"


def test_a_group_as_large_as_the_cells_allow() -> None:
    before = f"Freecells: 2C 3C - -\n{RUN_OF_SIX}\n8D 7S\nKD\nKH\nKC\nQD\nQH\nQC"
    assert explain_refusal(before, "1-2*3") == ""
    assert draw_after(before, "1-2*3").splitlines()[1:3] == ["9S 8S 7S", "8D 7S 6S 5S 4S"]
    assert explain_refusal(before.replace("7S\nKD", "8S\nKD"), "1-2*4") == (
        "4 cards, but only 3 can move: 2 cells free, no empty column"
    )


def test_the_column_that_the_group_leaves_is_no_help() -> None:
    before = "Freecells: 2C 3C 4C 5C\n8S 7S\n9S\nKD\nKH\nKC\nQD\nQH\nQC"
    assert explain_refusal(before, "1-2*2") == (
        "2 cards, but only 1 can move: no cell free, no empty column"
    )


def test_an_empty_target_does_not_help_to_fill_itself() -> None:
    before = "Freecells: 2C 3C 4C 5C\nKS 8S 7S\n:\nKD\nKH\nKC\nQD\nQH\nQC"
    assert explain_refusal(before, "1-2*2") == (
        "2 cards, but only 1 can move: no cell free, no empty column"
    )
    assert explain_refusal(before.replace("QC", ":"), "1-2*2") == ""


def test_a_king_leads_a_group_into_an_empty_column_over_cells_alone() -> None:
    before = "Freecells: 2C 3C 4C -\n5H KS QS JS\n:\n:\nKH\nKC\nQD\nQH\nQC"
    assert (
        explain_refusal(before, "1-2*3", KINGS_ONLY) == "3 cards, but only 2 can move: 1 cell free"
    )
    assert explain_refusal(before.replace(" JS", ""), "1-2*2", KINGS_ONLY) == ""
