"""The effect of moves, game by game: the table before, the moves, the table after."""

from __future__ import annotations

from engine.cards import parse_card
from engine.movegen import count_movable_cards, is_stuck, legal_moves, legal_moves_from
from engine.notation import format_move
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move
from engine.rules import find_home_pile, get_run_length, is_won
from engine.variants import Rules, find_rules
from tests.support.each import for_each
from tests.support.tables import (
    BAKERS_DOZEN,
    BAKERS_GAME,
    GOOD_MEASURE,
    KINGS_ONLY,
    SPANISH,
    draw_after,
    explain_refusal,
    format_legal_moves,
    normalize_drawing,
    parse_position,
)

DOZEN_E = find_rules("bakers-dozen", 0, "E")
DOZEN_G = find_rules("bakers-dozen", 0, "G")
DOZEN_EG = find_rules("bakers-dozen", 0, "EG")

WON_FOUNDATIONS = "Foundations: C-K D-K H-K S-K"


def test_columns_build_down_in_suit() -> None:
    assert draw_after("8S\n7S", "2-1") == "8S 7S"
    assert explain_refusal("8S\n7H", "2-1") != ""


def test_columns_build_down_in_any_suit_in_the_games_without_cells() -> None:
    for rules in (BAKERS_DOZEN, GOOD_MEASURE, SPANISH):
        assert draw_after("8S\n7H", "2-1", rules) == "8S 7H"
        assert draw_after("8S\n7S", "2-1", rules) == "8S 7S"
        assert explain_refusal("8S\n6H", "2-1", rules) != ""


def test_a_card_goes_into_the_cell_that_is_named_and_out_again() -> None:
    assert draw_after("8S\n7S", "2-c") == normalize_drawing("Freecells: - - 7S\n8S")
    assert draw_after("Freecells: - - 7S\n8S", "c-1") == "8S 7S"
    assert draw_after("Freecells: - - 7S\n8S", "c-3") == "8S\n:\n7S"


def test_an_empty_column_takes_any_card_or_group_in_bakers_game() -> None:
    assert draw_after("9S 4H", "1-2") == "9S\n4H"
    assert draw_after("KC 8S 7S", "1-2*2") == "KC\n8S 7S"
    assert draw_after("8S 7S", "1-2*2") == ":\n8S 7S"


def test_an_empty_column_takes_a_king_or_what_a_king_leads_in_kings_only() -> None:
    assert draw_after("4H KS", "1-2", KINGS_ONLY) == "4H\nKS"
    assert draw_after("4H KS QS", "1-2*2", KINGS_ONLY) == "4H\nKS QS"
    assert draw_after("Freecells: KS", "a-1", KINGS_ONLY) == "KS"
    assert explain_refusal("4H KS QS", "1-2", KINGS_ONLY) != ""
    assert explain_refusal("Freecells: QS", "a-1", KINGS_ONLY) != ""


def test_an_empty_column_takes_nothing_ever_in_the_others() -> None:
    for rules in (BAKERS_DOZEN, GOOD_MEASURE, SPANISH):
        assert explain_refusal("8S KH", "1-2", rules) == "an empty column stays empty"


def test_a_group_moves_onto_a_card() -> None:
    assert draw_after("KC 8S 7S 6S\n9S", "1-2*3") == "KC\n9S 8S 7S 6S"


def test_one_card_at_a_time_in_the_games_without_cells() -> None:
    reason = "one card at a time, and the 7♠ lies on the 8♠"
    assert explain_refusal("8S 7S\n9C", "1-2*2", BAKERS_DOZEN) == reason


def test_house_rule_e_fills_an_empty_column_with_one_card() -> None:
    assert draw_after("8S 2H", "1-2", DOZEN_E) == "8S\n2H"
    assert (
        explain_refusal("8S 7S", "1-2*2", DOZEN_E)
        == "one card at a time, and the 7♠ lies on the 8♠"
    )


def test_house_rule_g_moves_a_group_of_any_length() -> None:
    run = "QS JH TD 9C 8S 7H 6D 5C 4S 3H"
    assert draw_after(f"{run}\nKC", "1-2*10", DOZEN_G) == f":\nKC {run}"
    assert explain_refusal(f"KH {run}", "1-2*10", DOZEN_G) == "an empty column stays empty"


def test_with_both_house_rules_a_group_fills_an_empty_column() -> None:
    run = "QS JH TD 9C 8S 7H 6D 5C 4S 3H"
    assert draw_after(f"KH {run}", "1-2*10", DOZEN_EG) == f"KH\n{run}"
    assert draw_after(f"KH {run}", "1-2*2", DOZEN_EG) == f"KH {run[:-6]}\n4S 3H"


def test_foundations_build_up_in_suit() -> None:
    assert draw_after("Foundations: S-6\n8S 7S", "1-h 1-h") == normalize_drawing("Foundations: S-8")
    assert draw_after("Freecells: AH", "a-h") == normalize_drawing("Foundations: H-A")
    assert explain_refusal("Foundations: S-6\n7C", "1-h") == "the 7♣ goes home on the 6♣ only"


def test_foundations_build_up_in_alternating_colours_in_spanish_patience() -> None:
    before = "Foundations: S-A\n2D\n3C\n4H\n5S"
    assert draw_after(before, "1-h 2-h 3-h 4-h", SPANISH) == normalize_drawing(
        "Foundations: S-5", SPANISH
    )
    for wrong in ("2C", "2S"):
        assert explain_refusal(f"Foundations: S-A\n{wrong}", "1-h", SPANISH) != ""


@for_each(
    "heights, card, pile",
    [
        ("C-A S-A", "2H", "C"),
        ("C-A S-A", "2D", "C"),
        ("H-A D-A", "2S", "H"),
        ("S-A", "2H", "S"),
        ("C-2 S-A", "2H", "S"),
        ("H-2 C-3 D-2 S-3", "3D", "H"),
        ("H-3 C-3 D-2 S-3", "3D", "D"),
        ("H-3 C-3 D-2 S-3", "4H", "C"),
        ("H-3 C-3 D-2 S-3", "4S", "H"),
        ("H-3 C-3 D-2 S-3", "3S", None),
        ("", "AD", "D"),
    ],
)
def test_of_two_piles_alike_the_first_of_hearts_clubs_diamonds_spades(
    heights: str, card: str, pile: str | None
) -> None:
    place = find_home_pile(
        SPANISH, parse_position(f"Foundations: {heights}", SPANISH), parse_card(card)
    )
    assert place == (None if pile is None else "CDHS".index(pile))


def test_cards_return_from_foundations_in_kings_only() -> None:
    before = "Foundations: S-4 H-K\n5S"
    assert draw_after(before, "hS-1", KINGS_ONLY) == normalize_drawing(
        "Foundations: S-3 H-K\n5S 4S", KINGS_ONLY
    )
    assert draw_after(before, "hS-b", KINGS_ONLY) == normalize_drawing(
        "Foundations: S-3 H-K\nFreecells: - 4S\n5S", KINGS_ONLY
    )
    assert draw_after(before, "hH-2", KINGS_ONLY) == normalize_drawing(
        "Foundations: S-4 H-Q\n5S\nKH", KINGS_ONLY
    )
    assert draw_after(before, "hS-1 1-h", KINGS_ONLY) == normalize_drawing(before, KINGS_ONLY)
    assert (
        explain_refusal(before, "hS-2", KINGS_ONLY)
        == "an empty column takes only a King, not the 4♠"
    )


@for_each("rules", [BAKERS_GAME, BAKERS_DOZEN, GOOD_MEASURE, SPANISH])
def test_and_nowhere_else(rules: Rules) -> None:
    assert explain_refusal("Foundations: S-A\n2S", "hS-1", rules) == "a card at home stays at home"


def test_the_moves_of_a_table() -> None:
    drawing = "Foundations: S-4\nFreecells: KC QC -\n9S 5S\n9H 8H\nTH\nTS\nQD\nJC\n6S"
    rules = find_rules("bakers-game", 3)
    assert format_legal_moves(drawing, rules).split() == [
        *["1-7", "1-8", "1-c", "1-h"],
        *["2-3*2", "2-8", "2-8*2", "2-c"],
        *["3-8", "3-c"],
        *["4-8", "4-c"],
        *["5-8", "5-c"],
        *["6-8", "6-c"],
        *["7-8", "7-c"],
        *["a-8"],
        *["b-8"],
    ]


def test_the_moves_of_one_pile() -> None:
    position = parse_position("KC 8S 7S\n9S")
    assert [format_move(m) for m in legal_moves_from(BAKERS_GAME, position, 0, 2)] == [
        *["1-2*2", "1-3*2", "1-4*2", "1-5*2", "1-6*2", "1-7*2", "1-8*2"]
    ]
    everything = legal_moves_from(BAKERS_GAME, position, 0)
    assert everything == [m for m in legal_moves(BAKERS_GAME, position) if m.source == 0]
    assert legal_moves_from(BAKERS_GAME, position, 0, 3) == []
    assert legal_moves_from(BAKERS_GAME, position, FIRST_CELL) == []
    assert legal_moves_from(BAKERS_GAME, position, FIRST_FOUNDATION) == []
    assert legal_moves_from(BAKERS_GAME, position, 99) == []
    assert (
        legal_moves_from(KINGS_ONLY, parse_position(WON_FOUNDATIONS, KINGS_ONLY), FIRST_FOUNDATION)
        == []
    )


@for_each(
    "source, target, count",
    [
        (0, 1, 3),
        (0, 2, 0),
        (0, 3, 3),
        (0, FIRST_CELL, 1),
        (0, FIRST_CELL + 1, 0),
        (0, HOME, 0),
        (4, HOME, 1),
    ],
)
def test_how_many_go(source: int, target: int, count: int) -> None:
    position = parse_position("Freecells: - 3D - -\nKC 8S 7S 6S\nTS 9S\n8C\n:\nAH")
    assert count_movable_cards(BAKERS_GAME, position, source, target) == count


@for_each(
    "rules, column, length",
    [
        (BAKERS_GAME, "", 0),
        (BAKERS_GAME, "7S", 1),
        (BAKERS_GAME, "9S 8S 7S", 3),
        (BAKERS_GAME, "9S 8H 7H", 2),
        (BAKERS_GAME, "7S 8S 9S", 1),
        (BAKERS_GAME, "TS 8S 7S", 2),
        (DOZEN_G, "9S 8H 7C", 3),
        (DOZEN_G, "9S 9H 8C", 2),
        (BAKERS_DOZEN, "9S 8H 7C", 1),
        (BAKERS_DOZEN, "", 0),
    ],
)
def test_how_many_cards_a_column_offers(rules: Rules, column: str, length: int) -> None:
    assert get_run_length(rules, parse_position(column or ":", rules).columns[0]) == length


def test_no_card_goes_home_by_itself() -> None:
    assert draw_after("AH AS\n2S", "1-a") == normalize_drawing("Freecells: AS\nAH\n2S")


def test_won_and_stuck() -> None:
    for rules in (BAKERS_GAME, KINGS_ONLY, BAKERS_DOZEN, SPANISH):
        won = parse_position(WON_FOUNDATIONS, rules)
        assert is_won(won)
        assert not is_stuck(rules, won)
        assert legal_moves(rules, won) == []
    stuck = parse_position("4S 6H", BAKERS_DOZEN)
    assert is_stuck(BAKERS_DOZEN, stuck)
    assert not is_won(stuck)


def test_a_return_from_a_foundation_is_a_move_that_keeps_a_game_from_being_stuck() -> None:
    full = "Foundations: H-K\nFreecells: 2C 2D 2S 4C\n:\n6C\n6D\n6S\n8C\n8D\n8S\nTC"
    assert format_legal_moves(full, KINGS_ONLY) == "hH-1"
    assert not is_stuck(KINGS_ONLY, parse_position(full, KINGS_ONLY))
    assert is_stuck(KINGS_ONLY, parse_position(full.replace("\n:\n", "\nTS\n"), KINGS_ONLY))


def test_a_column_of_one_card_may_move_to_an_empty_column() -> None:
    assert "1-2" in format_legal_moves("7S").split()


def test_a_move_is_a_plain_value() -> None:
    assert Move(4, 7) == Move(4, 7, 1) == (4, 7, 1)
