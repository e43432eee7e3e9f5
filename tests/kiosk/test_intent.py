"""What fingers and buttons mean: tables and touches in, moves and reasons out (RULES: Moving)."""

from __future__ import annotations

import random

import pytest

from engine.cards import format_card, parse_card
from engine.movegen import legal_moves, legal_moves_from
from engine.notation import format_move, format_pile
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position, is_cell, is_column
from engine.refusals import Refusal, describe_refusal
from engine.rules import why_not
from engine.variants import Rules, find_rules
from kiosk import intent
from kiosk.intent import Deselect, NoAction, PileSpot, Selection, TouchResult
from tests.support.each import for_each
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, parse_position
from tests.support.varieties import SHIPPED_RULES, make_late_position, name_rules

GROUPS = find_rules("bakers-dozen", house_rules="G")
BOTH = find_rules("bakers-dozen", house_rules="EG")


def spot(position: Position, where: str) -> PileSpot:
    """The place named by a card on the table, or by a pile (whose top card it means)."""
    if len(where) == 1 or where.isdigit():
        number = int(where) - 1 if where.isdigit() else FIRST_CELL + "abcd".index(where)
        column = position.columns[number] if is_column(number) else b""
        return PileSpot(number, len(column) - 1 if column else None)
    if where[0] == "h":
        return PileSpot(FIRST_FOUNDATION + "CDHS".index(where[1]))
    card = parse_card(where)
    for number, column in enumerate(position.columns):
        if card in column:
            return PileSpot(number, column.index(card))
    if card in position.cells:
        return PileSpot(FIRST_CELL + position.cells.index(card))
    return PileSpot(FIRST_FOUNDATION + card % 4)


def describe(position: Position, result: TouchResult) -> str:
    """A result in words: a move, `picks 9H 8H`, `puts down`, `nothing`, or the reason."""
    if isinstance(result, Move):
        return format_move(result)
    if isinstance(result, Refusal):
        return describe_refusal(result)
    if isinstance(result, Selection):
        if is_column(result.pile):
            cards = position.columns[result.pile][-result.card_count :]
            return "picks " + " ".join(format_card(card) for card in cards)
        return "picks " + format_pile(result.pile)
    return "puts down" if isinstance(result, Deselect) else "nothing"


class At:
    """A table and a finger over it."""

    def __init__(self, drawing: str, rules: Rules = BAKERS_GAME) -> None:
        self.rules, self.position = rules, parse_position(drawing, rules)

    def select(self, where: str, *, by_cursor: bool = False) -> Selection:
        place = spot(self.position, where)
        if by_cursor:
            place = PileSpot(place.pile)
        selection = intent.pick_up(self.rules, self.position, place, by_cursor=by_cursor)
        assert isinstance(selection, Selection)
        return selection

    def tap(self, where: str, selected: str = "") -> str:
        selection = self.select(selected) if selected else None
        result = intent.interpret_tap(
            self.rules, self.position, selection, spot(self.position, where)
        )
        return describe(self.position, result)

    def hold(self, where: str) -> str:
        place = spot(self.position, where)
        return describe(self.position, intent.pick_up(self.rules, self.position, place))

    def double(self, where: str) -> str:
        place = spot(self.position, where)
        return describe(
            self.position, intent.interpret_double_tap(self.rules, self.position, place)
        )

    def drop(self, selected: str, *near: str) -> str:
        piles = [spot(self.position, where).pile for where in near]
        result = intent.interpret_drop(self.rules, self.position, self.select(selected), piles)
        return describe(self.position, result)

    def confirm(self, where: str, selected: str = "") -> str:
        """A tap by the cursor, which stands on piles."""
        selection = self.select(selected, by_cursor=True) if selected else None
        place = PileSpot(spot(self.position, where).pile)
        result = intent.interpret_tap(self.rules, self.position, selection, place, by_cursor=True)
        return describe(self.position, result)


# Nothing selected


def test_a_top_card_goes_home_if_it_may() -> None:
    assert At("KS AD").tap("AD") == "1-h"
    assert At("Foundations: D-A\nKS 2D").tap("2D") == "1-h"


def test_a_top_card_that_may_not_is_picked_up() -> None:
    assert At("KS 2D").tap("2D") == "picks 2D"


def test_cards_in_cells_count_as_top_cards() -> None:
    at = At("Freecells: - AD 5S\nKS")
    assert at.tap("b") == "b-h"
    assert at.tap("c") == "picks c"


def test_a_covered_card_picks_up_the_group_from_it_on() -> None:
    at = At("2C 9H 8H 7H")
    assert at.tap("9H") == "picks 9H 8H 7H"
    assert at.tap("8H") == "picks 8H 7H"


def test_a_covered_card_says_why_it_cannot() -> None:
    assert At("2C 9H 8H 7H").tap("2C") == "the 2♣ does not move with the 9♥ on it"
    assert At("9H 8S", BAKERS_DOZEN).tap("9H") == "one card at a time, and the 8♠ lies on the 9♥"


def test_a_covered_ace_does_not_go_home() -> None:
    assert At("AD 9H").tap("AD") == "the A♦ does not move with the 9♥ on it"


def test_a_group_of_any_length_is_picked_up_though_it_cannot_be_carried() -> None:
    at = At("Freecells: AC 2C 3C 4C\n9H 8H 7H 6H\n5C\nKS\nQS\nJS\nTS\n9S")
    assert at.tap("9H") == "picks 9H 8H 7H 6H"


def test_a_tap_on_a_foundation_of_kings_only_just_picks_up() -> None:
    drawing = "Foundations: H-8\nKS"
    assert At(drawing, KINGS_ONLY).tap("hH") == "picks hH"


def test_a_foundation_of_the_other_games_says_that_its_cards_stay() -> None:
    assert At("Foundations: H-8\nKS").tap("hH") == "a card at home stays at home"


@for_each("where", ["2", "a", "hH"])
def test_a_tap_on_an_empty_place_means_nothing(where: str) -> None:
    assert At("KS").tap(where) == "nothing"


# Something selected


def test_the_tapped_place_is_the_target_and_nothing_else() -> None:
    """The 8H could go home, and stays: it was named as the target."""
    at = At("Foundations: H-7\n7S\n8H\n8S")
    assert at.tap("8H", selected="7S") == "the 7♠ goes on the 8♠ only"
    assert at.tap("8S", selected="7S") == "1-3"


def test_any_card_of_a_column_names_the_column() -> None:
    assert At("7S\nKH 2C 8S").tap("KH", selected="7S") == "1-2"


def test_selected_cards_go_to_an_empty_column_a_cell_or_home() -> None:
    at = At("Foundations: S-6\n7S\n:\nKH")
    assert at.tap("2", selected="7S") == "1-2"
    assert at.tap("b", selected="7S") == "1-b"
    assert at.tap("hS", selected="7S") == "1-h"


def test_any_foundation_will_do_as_home() -> None:
    assert At("Foundations: S-6\n7S\nKH").tap("hD", selected="7S") == "1-h"


def test_the_selected_card_itself_is_put_down() -> None:
    assert At("KH 7S").tap("7S", selected="7S") == "puts down"
    assert At("Freecells: 7S\nKH").tap("a", selected="7S") == "puts down"
    assert At("Foundations: H-8\nKS", KINGS_ONLY).tap("hH", selected="hH") == "puts down"


def test_every_card_of_the_selected_group_puts_it_down() -> None:
    at = At("KC 9H 8H 7H")
    assert at.tap("9H", selected="9H") == "puts down"
    assert at.tap("7H", selected="9H") == "puts down"


def test_a_card_below_the_selected_group_is_no_target() -> None:
    at = At("KC 9H 8H 7H")
    assert at.tap("9H", selected="8H") == "the 8♥ lies there already"


@pytest.mark.parametrize(
    ("drawing", "selected", "target", "why"),
    [
        ("7H\nKS", "7H", "KS", "the 7♥ goes on the 8♥ only"),
        ("Freecells: QS\n7H", "7H", "a", "the Q♠ is in that cell"),
        ("Freecells: QS\n7H", "a", "b", "the Q♠ is in a cell already"),
        ("7H\nKS", "7H", "hH", "the 7♥ goes home on the 6♥ only"),
        ("KH\n7S", "KH", "7S", "the K♥ goes on no other card"),
    ],
)
def test_an_illegal_target_has_its_reason(
    drawing: str, selected: str, target: str, why: str
) -> None:
    assert At(drawing).tap(target, selected=selected) == why


def test_too_large_a_group_says_how_many_could_go_and_why() -> None:
    drawing = "Freecells: AC 2C - -\n9H 8H 7H 6H 5H\nTH\nKS\nQS\nJS\nTS\n9S\n8S"
    assert (
        At(drawing).tap("TH", selected="7H")
        == "5 cards, but only 3 can move: 2 cells free, no empty column"
    )


# Hold


def test_a_hold_always_picks_up_also_a_card_that_could_go_home() -> None:
    assert At("KS AD").hold("AD") == "picks AD"
    assert At("Freecells: AD\nKS").hold("a") == "picks a"
    assert At("KC 9H 8H").hold("9H") == "picks 9H 8H"


def test_a_hold_on_a_card_that_cannot_be_picked_up_says_why() -> None:
    assert At("KC 9H 8H").hold("KC") == "the K♣ does not move with the 9♥ on it"


# Double tap: the first that is legal of foundation, longest column, empty column, free cell


def test_a_double_tap_goes_home_first() -> None:
    assert At("Foundations: S-6\n7S\n8S\n:").double("7S") == "1-h"


def test_then_to_the_longest_column_that_accepts_it() -> None:
    drawing = "2C 7S\n8H\nKC QC 8D\nKD 8C\n:"
    assert At(drawing, BOTH).double("7S") == "1-3"


def test_of_two_columns_of_the_same_length_to_the_leftmost() -> None:
    drawing = "2C 7S\n8H\nKC 8D\nKD 8C"
    assert At(drawing, BAKERS_DOZEN).double("7S") == "1-3"


def test_then_to_the_leftmost_empty_column() -> None:
    assert At("KC 7S\n9H\n:\n:").double("7S") == "1-3"


def test_then_to_the_leftmost_free_cell() -> None:
    drawing = "Freecells: 2C - -\nKC 7S\n9H\n9D\n9C\n9S\n2D\n2H\n2S"
    assert At(drawing).double("7S") == "1-b"


def test_a_column_of_one_card_is_not_moved_to_an_empty_column() -> None:
    assert At("7S\n9H").double("7S") == "1-a"
    assert At("Freecells: 2C 2D 2H 2S\n7S\n9H").double("7S") == "nothing"


def test_a_touched_group_goes_to_an_empty_column_but_by_cursor_no_whole_column_does() -> None:
    at = At("7S 6S 5S\n9H")
    assert at.double("7S") == "1-3*3"
    assert at.double("6S") == "1-3*2"
    result = intent.interpret_double_tap(at.rules, at.position, PileSpot(0), by_cursor=True)
    assert describe(at.position, result) == "1-a"


def test_a_card_of_a_cell_goes_to_columns_and_home_but_to_no_cell() -> None:
    full = "\n9H\n9D\n9C\n9S\nJD\nJH\nJS\nJC"
    assert At("Freecells: 7S -\n8S" + full).double("a") == "a-1"
    assert At("Freecells: 7S -\nKC" + full[:-3]).double("a") == "nothing"


def test_a_group_goes_to_the_longest_column_or_an_empty_one_only() -> None:
    run = "KC 7S 6S 5S"
    assert At(f"{run}\n8S\nKH QH").double("7S") == "1-2*3"
    assert At(f"{run}\nKH QH").double("7S") == "1-3*3"
    full = "\n9H\n9D\n9C\n9S\nJD\nJH\nJS"
    assert At(f"{run}{full}").double("7S") == "nothing"


def test_a_group_does_not_go_home_by_its_top_card() -> None:
    full = "\n9H\n9D\n9C\n9S\nJD\nJH\nJS"
    assert At("Foundations: S-4\nKC 7S 6S 5S" + full).double("7S") == "nothing"


def test_a_double_tap_on_a_card_that_cannot_be_picked_up_says_why() -> None:
    assert At("KC 9H 8H").double("KC") == "the K♣ does not move with the 9♥ on it"


def test_a_card_returns_from_home_to_a_column_before_a_cell() -> None:
    drawing = "Foundations: H-8\nKC\n9H"
    assert At(drawing, KINGS_ONLY).double("hH") == "hH-2"
    assert At("Foundations: H-8\nKC", KINGS_ONLY).double("hH") == "hH-a"


# Drag


def test_a_drop_goes_to_the_nearest_place_that_accepts_it() -> None:
    at = At("Foundations: S-6\nKC 7S\nKH\n8S")
    assert at.drop("7S", "2", "3") == "1-3"
    assert at.drop("7S", "a", "3") == "1-a"
    assert at.drop("7S", "hD", "3") == "1-h"


def test_a_drop_where_nothing_accepts_it_says_the_reason_of_the_nearest() -> None:
    assert At("KC 7S\nKH\nQH").drop("7S", "2", "3") == "the 7♠ goes on the 8♠ only"


def test_a_drop_on_its_own_place_is_no_move() -> None:
    at = At("KC 7S\n8S")
    assert at.drop("7S", "1", "2") == "puts down"
    assert at.drop("7S") == "puts down"


def test_its_own_place_counts_only_where_it_is_the_nearest() -> None:
    at = At("KC 7S\n8S\nKH")
    assert at.drop("7S", "3", "1", "2") == "1-2"
    assert at.drop("7S", "3", "1") == "the 7♠ goes on the 8♠ only"


# How many go


@for_each("touched", ["7S", "6S", "5S"])
def test_onto_a_card_the_one_count_that_fits_whichever_was_touched(touched: str) -> None:
    at = At("KC 7S 6S 5S\n8S\n:\n6H")
    assert at.tap("8S", selected=touched) == "1-2*3"
    assert At("KC 7S 6S 5S\nKH\n7D\nQH 6C").tap("6C", selected=touched).startswith("the ")


def test_in_a_game_of_any_suit_too() -> None:
    at = At("KC 7S 6H 5D\n8S\n6C", GROUPS)
    assert at.tap("8S", selected="5D") == "1-2*3"
    assert at.tap("6C", selected="7S") == "1-3"


def test_into_an_empty_column_from_the_touched_card_on() -> None:
    at = At("KC 7S 6S 5S\n:")
    assert at.tap("2", selected="6S") == "1-2*2"
    assert at.tap("2", selected="5S") == "1-2"


def test_into_an_empty_column_by_cursor_as_many_as_may() -> None:
    assert At("KC 7S 6S 5S\n:").confirm("2", selected="1") == "1-2*3"
    full = "\n9H\n9D\n9C\n9S\nJD\nJH"
    drawing = f"Freecells: 2C 2D 2H -\nKC 7S 6S 5S\n:{full}"
    assert At(drawing).confirm("2", selected="1") == "1-2*2"


def test_a_king_leads_its_group_into_an_empty_column_by_cursor() -> None:
    assert At("2C KS QS JS\n:", KINGS_ONLY).confirm("2", selected="1") == "1-2*3"
    assert (
        At("2C QS JS\n:", KINGS_ONLY).confirm("2", selected="1")
        == "an empty column takes only a King, not the J♠"
    )


@for_each("touched", ["7S", "5S"])
def test_to_a_cell_or_home_the_top_card(touched: str) -> None:
    at = At("Foundations: S-4\nKC 7S 6S 5S")
    assert at.tap("b", selected=touched) == "1-b"
    assert at.tap("hH", selected=touched) == "1-h"
    assert at.drop(touched, "b") == "1-b"


# Buttons have the same


def test_the_cursor_taps_like_a_finger() -> None:
    assert At("KS AD").confirm("1") == "1-h"
    assert At("KS 2D").confirm("1") == "picks 2D"
    assert At("KS 2D\n3D").confirm("2", selected="1") == "1-2"
    assert At("KS 2D\n3D").confirm("1", selected="1") == "puts down"


def test_an_empty_column_that_stays_empty_says_so() -> None:
    assert At("KC 7S\n:", BAKERS_DOZEN).tap("2", selected="7S") == "an empty column stays empty"


# All games, many tables


@for_each("rules", SHIPPED_RULES)
def test_whatever_is_touched_only_legal_moves_come_of_it(rules: Rules) -> None:
    """And all of them can be had by touch: a tap on a card, a tap on a place."""
    dice = random.Random(name_rules(rules))
    for _ in range(6):
        position = make_late_position(rules, dice)
        legal = set(legal_moves(rules, position))
        assert reached(rules, position) == legal
        for place in all_spots(position):
            for by_cursor in (False, True):
                for result in (
                    intent.interpret_double_tap(rules, position, place, by_cursor=by_cursor),
                    intent.interpret_tap(rules, position, None, place, by_cursor=by_cursor),
                ):
                    assert not isinstance(result, Move) or result in legal


def all_spots(position: Position) -> list[PileSpot]:
    cards = [
        PileSpot(c, i) for c, column in enumerate(position.columns) for i in range(len(column))
    ]
    empty = [PileSpot(c) for c, column in enumerate(position.columns) if not column]
    cells = [PileSpot(FIRST_CELL + i) for i in range(len(position.cells))]
    return [*cards, *empty, *cells, *(PileSpot(FIRST_FOUNDATION + suit) for suit in range(4))]


def reached(rules: Rules, position: Position) -> set[Move]:
    """Every move that a tap on a card and a tap on a place make; each is proven legal."""
    found: set[Move] = set()
    for source in all_spots(position):
        selection = intent.pick_up(rules, position, source)
        if not isinstance(selection, Selection):
            continue
        marked = intent.list_selection_moves(rules, position, selection)
        for target in all_spots(position):
            result = intent.interpret_tap(rules, position, selection, target)
            if isinstance(result, Move):
                assert why_not(rules, position, result) is None
                assert result in marked
                found.add(result)
    return found


def test_a_double_tap_is_what_the_house_says_on_many_tables() -> None:
    """Against a slow reading of the rule: foundation, longest column, empty column, free cell."""
    for seed in range(75):
        rules = SHIPPED_RULES[seed % len(SHIPPED_RULES)]
        position = make_late_position(rules, random.Random(seed))
        for place in all_spots(position):
            selection = intent.pick_up(rules, position, place)
            if isinstance(selection, Selection):
                result = intent.interpret_double_tap(rules, position, place)
                expected = slow_double(rules, position, selection)
                assert result == (expected or NoAction())


def slow_double(rules: Rules, position: Position, hand: Selection) -> Move | None:
    moves = legal_moves_from(rules, position, hand.pile, None)
    columns = position.columns
    home = [m for m in moves if m.target == HOME]
    onto = [m for m in moves if is_column(m.target) and columns[m.target]]
    empty = [
        m
        for m in moves
        if is_column(m.target) and not columns[m.target] and m.count == hand.card_count
    ]
    cells = [m for m in moves if is_cell(m.target)]
    if is_column(hand.pile) and len(columns[hand.pile]) == 1:
        empty = []
    steps = [home, onto, empty, cells] if hand.card_count == 1 else [onto, empty]
    for step in steps:
        if step:
            return min(
                step,
                key=lambda m: (-len(columns[m.target]) if is_column(m.target) else 0, m.target),
            )
    return None
