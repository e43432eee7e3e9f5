"""Every refusal is one short sentence in terms of the cards involved."""

from __future__ import annotations

import string

from engine.cards import DECK, parse_card
from engine.notation import parse_move
from engine.position import FIRST_FOUNDATION, HOME, Move, Position
from engine.refusals import TEMPLATES, Reason, Refusal, describe_refusal, get_template
from engine.rules import why_not, why_not_pick_up
from engine.variants import Build, Filling, Grouping, Rules, Variant, find_rules
from tests.support.each import for_each
from tests.support.tables import (
    BAKERS_DOZEN,
    BAKERS_GAME,
    KINGS_ONLY,
    SPANISH,
    explain_refusal,
    parse_position,
)

COLOUR_RULES = Rules(
    Variant(
        key="other-colours",
        tag="OC",
        name="Other Colours",
        columns=8,
        cells=(4,),
        tableau=Build.COLOURS,
        filling=Filling.ANY,
        grouping=Grouping.CARRIED,
        foundations=Build.ANY,
    ),
    4,
    "",
)
"""A game that is none of ours: the sentences for builds that no record uses as yet."""

WON_FOUNDATIONS = "Foundations: C-K D-K H-K S-K"
FULL_COLUMNS = "\nKD\nKH\nKC\nQD\nQH\nQC"

REFUSED_MOVES = [
    (BAKERS_GAME, "7H\n8D", "1-2", "the 7♥ goes on the 8♥ only"),
    (BAKERS_GAME, "9S 8S 7S\nTH", "1-2*3", "the 9♠ goes on the 10♠ only"),
    (BAKERS_DOZEN, "7H\n9D", "1-2", "the 7♥ goes on any 8"),
    (COLOUR_RULES, "7H\n8D", "1-2", "the 7♥ goes on a black 8 only"),
    (COLOUR_RULES, "9S\nTC", "1-2", "the 9♠ goes on a red 10 only"),
    (BAKERS_GAME, "KH\nAS", "1-2", "the K♥ goes on no other card"),
    (KINGS_ONLY, "TH", "1-2", "an empty column takes only a King, not the 10♥"),
    (KINGS_ONLY, "KH QH", "1-2", "an empty column takes only a King, not the Q♥"),
    (BAKERS_DOZEN, "KH", "1-2", "an empty column stays empty"),
    (BAKERS_GAME, "7H", "1-h", "the 7♥ goes home on the 6♥ only"),
    (BAKERS_GAME, "Freecells: 2S", "a-h", "the 2♠ goes home on the A♠ only"),
    (SPANISH, "7H", "1-h", "the 7♥ goes home on a black 6 only"),
    (SPANISH, "JS", "1-h", "the J♠ goes home on a red 10 only"),
    (COLOUR_RULES, "7H", "1-h", "the 7♥ goes home on any 6"),
    (BAKERS_GAME, "9S 8S", "1-h*2", "one card at a time goes home, not 2"),
    (BAKERS_GAME, "9S 8S", "1-a*2", "a cell holds one card, not 2"),
    (BAKERS_GAME, "Freecells: 7H\n2S", "1-a", "the 7♥ is in that cell"),
    (BAKERS_GAME, "Freecells: 7H", "a-b", "the 7♥ is in a cell already"),
    (BAKERS_GAME, "Freecells: 7H", "a-a", "the 7♥ lies there already"),
    (BAKERS_GAME, "7H", "1-1", "the 7♥ lies there already"),
    (BAKERS_GAME, "9S 4H\nTS", "1-2*2", "the 9♠ does not move with the 4♥ on it"),
    (BAKERS_GAME, "KS 9S 4H 3H\nTS", "1-2*4", "the 9♠ does not move with the 4♥ on it"),
    (BAKERS_DOZEN, "9S 8H\nTS", "1-2*2", "one card at a time, and the 8♥ lies on the 9♠"),
    (KINGS_ONLY, "Foundations: S-4", "hS-a*2", "only one card moves at a time"),
    (BAKERS_GAME, "9S 8S\nTS", "1-2*3", "3 cards, but only 2 there"),
    (BAKERS_GAME, "Freecells: 9S\nTS", "a-1*2", "2 cards, but only 1 there"),
    (BAKERS_GAME, "TS", "2-1", "there is no card to move"),
    (BAKERS_GAME, "TS", "a-1", "there is no card to move"),
    (KINGS_ONLY, "TS", "hS-1", "there is no card to move"),
    (BAKERS_GAME, "TS", "9-1", "there is no such place in this game"),
    (BAKERS_GAME, "TS", "1-9", "there is no such place in this game"),
    (find_rules("bakers-game", 2), "TS", "1-c", "there is no such place in this game"),
    (find_rules("bakers-game", 2), "TS", "c-1", "there is no such place in this game"),
    (BAKERS_DOZEN, "TS", "1-a", "there is no such place in this game"),
    (BAKERS_GAME, "Foundations: S-4", "hS-a", "a card at home stays at home"),
    (KINGS_ONLY, "Foundations: S-4", "hS-h", "the 4♠ is at home already"),
    (KINGS_ONLY, "Foundations: S-4\n6S", "hS-1", "the 4♠ goes on the 5♠ only"),
    (BAKERS_GAME, WON_FOUNDATIONS, "1-h", "the game is won: only undo is left"),
    (KINGS_ONLY, WON_FOUNDATIONS, "hS-1", "the game is won: only undo is left"),
    (
        BAKERS_GAME,
        f"Freecells: AC AD\n9S 8S 7S 6S 5S\nTS{FULL_COLUMNS}",
        "1-2*5",
        "5 cards, but only 3 can move: 2 cells free, no empty column",
    ),
    (
        BAKERS_GAME,
        f"Freecells: AC AD AH\n9S 8S 7S 6S 5S\nTS{FULL_COLUMNS[:-3]}",
        "1-2*5",
        "5 cards, but only 4 can move: 1 cell free, 1 empty column",
    ),
    (
        BAKERS_GAME,
        f"Freecells: AC AD AH AS\n9S 8S 7S 6S 5S\nTS{FULL_COLUMNS[:-6]}",
        "1-2*5",
        "5 cards, but only 4 can move: no cell free, 2 empty columns",
    ),
    (
        KINGS_ONLY,
        "Freecells: AC AD AH AS\n9S 8S\nTS",
        "1-2*2",
        "2 cards, but only 1 can move: no cell free",
    ),
    (
        KINGS_ONLY,
        "Freecells: AC AD AH\n9S 8S 7S\nTS",
        "1-2*3",
        "3 cards, but only 2 can move: 1 cell free",
    ),
    (
        KINGS_ONLY,
        "Freecells: AC AD\n9S 8S 7S 6S\nTS",
        "1-2*4",
        "4 cards, but only 3 can move: 2 cells free",
    ),
]


@for_each("rules, drawing, move, sentence", REFUSED_MOVES)
def test_what_is_told(rules: Rules, drawing: str, move: str, sentence: str) -> None:
    assert explain_refusal(drawing, move, rules) == sentence


@for_each("count", [0, -1])
def test_no_cards_are_no_move(count: int) -> None:
    refusal = why_not(BAKERS_GAME, parse_position("7S\n8S"), Move(0, 1, count))
    assert refusal == Refusal(Reason.NO_CARD)


@for_each("pile", [-1, 13, 15, 20, 31, HOME, 33, 40, 255, 10**9])
def test_piles_that_are_none(pile: int) -> None:
    position = parse_position("7S\n8S")
    assert why_not(BAKERS_GAME, position, Move(pile, 1)) == Refusal(Reason.NO_SUCH_PILE)
    if pile != HOME:
        assert why_not(BAKERS_GAME, position, Move(0, pile)) == Refusal(Reason.NO_SUCH_PILE)


def test_one_foundation_is_no_target() -> None:
    position = parse_position("Foundations: S-6\n7S")
    assert why_not(BAKERS_GAME, position, Move(0, FIRST_FOUNDATION + 3)) == Refusal(
        Reason.NO_SUCH_PILE
    )


@for_each(
    "rules, drawing, pile, count, sentence",
    [
        (BAKERS_GAME, "9S 4H", 0, 2, "the 9♠ does not move with the 4♥ on it"),
        (BAKERS_GAME, "9S 8S", 0, 2, ""),
        (BAKERS_DOZEN, "9S 8S", 0, 2, "one card at a time, and the 8♠ lies on the 9♠"),
        (BAKERS_GAME, f"Freecells: AC AD AH AS\n9S 8S 7S\nTS{FULL_COLUMNS}", 0, 3, ""),
        (BAKERS_GAME, "9S", 0, 2, "2 cards, but only 1 there"),
        (BAKERS_GAME, "Foundations: S-4", FIRST_FOUNDATION + 3, 1, "a card at home stays at home"),
        (KINGS_ONLY, "Foundations: S-4", FIRST_FOUNDATION + 3, 1, ""),
    ],
)
def test_why_cards_cannot_be_picked_up(
    rules: Rules, drawing: str, pile: int, count: int, sentence: str
) -> None:
    refusal = why_not_pick_up(rules, parse_position(drawing, rules), pile, count)
    assert (describe_refusal(refusal) if refusal else "") == sentence


def list_refusals() -> list[Refusal]:
    """Every reason with the longest cards and numbers that can come up."""
    ten, lower = parse_card("10H"), parse_card("10S")
    plain = [Refusal(reason, ten, other, 12, 10) for reason in Reason for other in (ten, lower)]
    room = [
        Refusal(Reason.TOO_MANY, ten, None, cards, limit, free, spare)
        for cards in range(2, 14)
        for free in range(5)
        for spare in (None, *range(7))
        for limit in [(free + 1) << (spare or 0)]
        if limit < cards
    ]
    return plain + room


def test_every_sentence_fits_a_line_of_a_small_panel() -> None:
    sentences = {describe_refusal(refusal) for refusal in list_refusals()}
    assert max(map(len, sentences)) <= 61
    assert all("{" not in sentence for sentence in sentences)


def test_every_template_is_used() -> None:
    used = {get_template(refusal)[0] for refusal in list_refusals()}
    assert used == {text for texts in TEMPLATES.values() for text in texts}


def test_every_reason_has_a_template_and_comes_up() -> None:
    assert set(TEMPLATES) == set(Reason)
    seen = set()
    for rules, drawing, text, _ in REFUSED_MOVES:
        position = parse_position(drawing, rules)
        seen |= {refusal.reason for refusal in [_refuse(rules, position, text)] if refusal}
    assert seen == set(Reason)


def _refuse(rules: Rules, position: Position, text: str) -> Refusal | None:
    return why_not(rules, position, parse_move(text, rules, position))


def test_a_translator_gets_a_sentence_and_what_is_to_be_filled_in() -> None:
    text, fields = get_template(Refusal(Reason.NEEDS_CARD, parse_card("7H"), parse_card("8H")))
    assert text == "the {card} goes on the {other} only"
    assert (fields["card"], fields["other"], fields["rank"]) == ("7♥", "8♥", "8")


def test_templates_name_only_fields_that_are_always_there() -> None:
    for refusal in list_refusals():
        text, fields = get_template(refusal)
        names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert names <= set(fields)


def test_every_card_has_its_sentence() -> None:
    for rules in (BAKERS_GAME, BAKERS_DOZEN, SPANISH, COLOUR_RULES):
        for card in DECK[4:]:
            position = Position((bytes([card]), b"\0", *[b"\1"] * 6), b"\xff" * 4, bytes(4))
            for target in (1, HOME):
                refusal = why_not(rules, position, Move(0, target))
                assert refusal is None or describe_refusal(refusal).startswith("the ")
