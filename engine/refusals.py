"""The reasons for refusing a move, as sentences about the cards involved."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.cards import Card, format_card_rank, format_card_symbol, is_red, rank_of
from engine.messages import Msgid


class Reason(StrEnum):
    """The rule that a move breaks."""

    WON = "won"
    NO_SUCH_PILE = "no such pile"
    NO_CARD = "no card"
    TOO_FEW_CARDS = "few cards"
    SAME_PILE = "same pile"
    FOUNDATION_LOCKED = "foundation locked"
    ONE_AT_A_TIME = "one at a time"
    CARD_COVERED = "alone"
    NOT_A_RUN = "no run"
    CELL_TO_CELL = "cell to cell"
    CELL_TAKEN = "cell taken"
    ONE_TO_CELL = "one to cell"
    ONE_TO_HOME = "one to home"
    ALREADY_HOME = "at home"
    HOME_NEEDS_CARD = "home needs card"
    HOME_NEEDS_RANK = "home needs rank"
    HOME_NEEDS_COLOUR = "home needs colour"
    KING_ON_CARD = "king on card"
    NEEDS_CARD = "needs card"
    NEEDS_RANK = "needs rank"
    NEEDS_COLOUR = "needs colour"
    NEEDS_KING = "needs king"
    STAYS_EMPTY = "stays empty"
    TOO_MANY = "too many"


class Refusal(NamedTuple):
    """A reason and the facts that its sentence needs.

    Attributes:
        card: the card to move; of a group the one that leads it.
        other_card: the card it would have to lie on, or that is in its way.
        limit: how many cards could move.
        spare_columns: empty columns that help to carry cards; None if none ever does.
    """

    reason: Reason
    card: Card | None = None
    other_card: Card | None = None
    card_count: int = 0
    limit: int = 0
    free_cells: int = 0
    spare_columns: int | None = None


_TOO_MANY_TEMPLATES: tuple[Msgid, ...] = (
    "{cards} cards, but only {limit} can move: no cell free",
    "{cards} cards, but only {limit} can move: 1 cell free",
    "{cards} cards, but only {limit} can move: {free} cells free",
    "{cards} cards, but only {limit} can move: no cell free, no empty column",
    "{cards} cards, but only {limit} can move: 1 cell free, no empty column",
    "{cards} cards, but only {limit} can move: {free} cells free, no empty column",
    "{cards} cards, but only {limit} can move: no cell free, 1 empty column",
    "{cards} cards, but only {limit} can move: 1 cell free, 1 empty column",
    "{cards} cards, but only {limit} can move: {free} cells free, 1 empty column",
    "{cards} cards, but only {limit} can move: no cell free, {spare} empty columns",
    "{cards} cards, but only {limit} can move: 1 cell free, {spare} empty columns",
    "{cards} cards, but only {limit} can move: {free} cells free, {spare} empty columns",
)

# Whole sentences, because word order differs between languages.
TEMPLATES: dict[Reason, tuple[Msgid, ...]] = {
    Reason.WON: ("the game is won: only undo is left",),
    Reason.NO_SUCH_PILE: ("there is no such place in this game",),
    Reason.NO_CARD: ("there is no card to move",),
    Reason.TOO_FEW_CARDS: ("{cards} cards, but only {limit} there",),
    Reason.SAME_PILE: ("the {card} lies there already",),
    Reason.FOUNDATION_LOCKED: ("a card at home stays at home",),
    Reason.ONE_AT_A_TIME: ("only one card moves at a time",),
    Reason.CARD_COVERED: ("one card at a time, and the {other} lies on the {card}",),
    Reason.NOT_A_RUN: ("the {card} does not move with the {other} on it",),
    Reason.CELL_TO_CELL: ("the {card} is in a cell already",),
    Reason.CELL_TAKEN: ("the {other} is in that cell",),
    Reason.ONE_TO_CELL: ("a cell holds one card, not {cards}",),
    Reason.ONE_TO_HOME: ("one card at a time goes home, not {cards}",),
    Reason.ALREADY_HOME: ("the {card} is at home already",),
    Reason.HOME_NEEDS_CARD: ("the {card} goes home on the {other} only",),
    Reason.HOME_NEEDS_RANK: ("the {card} goes home on any {rank}",),
    Reason.HOME_NEEDS_COLOUR: (
        "the {card} goes home on a black {rank} only",
        "the {card} goes home on a red {rank} only",
    ),
    Reason.KING_ON_CARD: ("the {card} goes on no other card",),
    Reason.NEEDS_CARD: ("the {card} goes on the {other} only",),
    Reason.NEEDS_RANK: ("the {card} goes on any {rank}",),
    Reason.NEEDS_COLOUR: (
        "the {card} goes on a black {rank} only",
        "the {card} goes on a red {rank} only",
    ),
    Reason.NEEDS_KING: ("an empty column takes only a King, not the {card}",),
    Reason.STAYS_EMPTY: ("an empty column stays empty",),
    Reason.TOO_MANY: _TOO_MANY_TEMPLATES,
}


def _select_template(refusal: Refusal) -> int:
    if refusal.reason is Reason.TOO_MANY:
        spare_index = 0 if refusal.spare_columns is None else 1 + min(refusal.spare_columns, 2)
        return spare_index * 3 + min(refusal.free_cells, 2)
    if len(TEMPLATES[refusal.reason]) == 2 and refusal.other_card is not None:
        return int(is_red(refusal.other_card))
    return 0


def get_template(refusal: Refusal) -> tuple[str, dict[str, str | int]]:
    """Return the sentence to translate and its fields.

    `card` and `other` are cards as text, `rank` is the rank of `other`, the rest are numbers.
    """
    fields: dict[str, str | int] = {"cards": refusal.card_count, "limit": refusal.limit}
    fields |= {"free": refusal.free_cells, "spare": refusal.spare_columns or 0}
    if refusal.card is not None:
        fields["card"] = format_card_symbol(refusal.card)
    if refusal.other_card is not None:
        fields["other"] = format_card_symbol(refusal.other_card)
        fields["rank"] = format_card_rank(rank_of(refusal.other_card))
    return TEMPLATES[refusal.reason][_select_template(refusal)], fields


def describe_refusal(refusal: Refusal) -> str:
    """Return the reason in one short English sentence.

    >>> describe_refusal(Refusal(Reason.NEEDS_CARD, card=26, other_card=30))
    'the 7♥ goes on the 8♥ only'
    """
    text, fields = get_template(refusal)
    return text.format(**fields)
