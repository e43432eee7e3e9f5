"""Check of the facts of a rules page against the rules engine.

No field of a rules record is read here: a move is legal if `why_not` has no objection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from engine.cards import DECK, KING, format_card, make_card, parse_card, rank_of
from engine.codes import decode, encode
from engine.deals import deal, shuffle_deck
from engine.game import Game, compute_score
from engine.movegen import find_finishing_moves, is_stuck, legal_moves
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rules import play, why_not
from engine.variants import VARIANTS, Rules, find_variant, make_rules
from tests.support.oracle import can_build

DEAL_NUMBERS = range(1, 20)


class Fact(NamedTuple):
    """A field of `RuleFacts` with its value, and the key of a game other than the page's."""

    kind: str
    value: Any
    game: str = ""


@cache
def is_true(rules: Rules, fact: Fact) -> bool:
    if fact.game:
        rules = make_rules(find_variant(fact.game))
    return CHECKS[fact.kind](rules, fact.value)


# Positions made for a question


def make_position(
    rules: Rules, *columns: bytes, cells: bytes = b"", heights: bytes = bytes(4)
) -> Position:
    """Return a position with these piles; the other columns and cells are empty."""
    rest = [b""] * (rules.variant.columns - len(columns))
    cells += bytes([EMPTY] * (rules.cells - len(cells)))
    return Position((*columns, *rest), cells, heights)


def is_legal(rules: Rules, position: Position, source: int, target: int, count: int = 1) -> bool:
    return why_not(rules, position, Move(source, target, count)) is None


def is_accepted(call: Callable[..., object], *values: object) -> bool:
    try:
        call(*values)
    except ValueError:
        return False
    return True


def parse_cards(text: str) -> bytes:
    return bytes(map(parse_card, text.split()))


@cache
def find_accepted_on_card(rules: Rules, below: int) -> frozenset[int]:
    others = set(DECK) - {below}
    positions = {card: make_position(rules, bytes([below]), bytes([card])) for card in others}
    return frozenset(card for card in others if is_legal(rules, positions[card], 1, 0))


@cache
def find_accepted_home(rules: Rules, pile: int, height: int) -> frozenset[int]:
    """Return the cards that can go home if one foundation has this height, the others none."""
    heights = bytes(height if other == pile else 0 for other in range(4))
    positions = {card: make_position(rules, bytes([card]), heights=heights) for card in DECK}
    return frozenset(card for card in DECK if is_legal(rules, positions[card], 0, HOME))


@cache
def find_expected_home(build: str, pile: int, height: int) -> frozenset[str]:
    """Return the same by the oracle; empty foundations accept their Aces."""
    expected = {"A" + suit for other, suit in enumerate("CDHS") if other != pile or height == 0}
    if 0 < height < 13:
        names = [format_card(card) for card in DECK]
        tops = {"A" + "CDHS"[pile]}
        for _ in range(height):
            tops = {name for name in names for top in tops if can_build(build, name, top)}
        expected |= tops
    return frozenset(expected)


@cache
def make_run(rules: Rules, lead: str, count: int) -> bytes:
    """Return cards in sequence, by what columns accept, the lead card first."""
    cards = [parse_card(lead)]
    while len(cards) < count:
        cards.append(min(find_accepted_on_card(rules, cards[-1])))
    return bytes(cards)


def is_group_limit(
    rules: Rules, free: int, empty: int, limit: int, *, into_empty: bool = False
) -> bool:
    """Compare a limit with the sizes of groups that can move; into empty columns a King leads."""
    run = make_run(rules, "KH", 13)
    sizes = range(1, 14 if into_empty else 13)
    for size in sizes:
        if into_empty:
            position = spread(rules, free, empty - 1, b"", run[:size])
        else:
            position = spread(rules, free, empty, run[12 - size : 13 - size], run[13 - size :])
        if is_legal(rules, position, 1, 0, size) != (size <= limit):
            return False
    return True


def spread(rules: Rules, free: int, empty: int, target: bytes, source: bytes) -> Position:
    """Return a position of two columns, free cells and empty columns, and Aces elsewhere."""
    aces = [b"\0"] * (rules.variant.columns - 2 - empty)
    return make_position(rules, target, source, *aces, cells=bytes(rules.cells - free))


# One check for each kind of fact, named `check_` and the kind


def check_limits_onto_card(rules: Rules, value: Any) -> bool:
    return all(free <= rules.cells and is_group_limit(rules, free, *rest) for free, *rest in value)


def check_limits_into_empty(rules: Rules, value: Any) -> bool:
    return all(
        free <= rules.cells and is_group_limit(rules, free, *rest, into_empty=True)
        for free, *rest in value
    )


def check_grouping(rules: Rules, value: Any) -> bool:
    """A group is one card, as many as the free cells and one more, or everything in sequence."""
    limits = {"none": [1] * 5, "carried": [1, 2, 3, 4, 5], "whole": [12] * 5}[value]
    mixed = make_position(rules, b"", b"", parse_cards("KH"), parse_cards("9C QH"))
    return all(
        is_group_limit(rules, free, 0, limits[free]) for free in range(rules.cells + 1)
    ) and not any(is_legal(rules, mixed, 3, target, 2) for target in (0, 2))


def check_filling(rules: Rules, value: Any) -> bool:
    accepted_cards = {
        card
        for card in DECK
        if is_legal(rules, make_position(rules, b"", bytes([card ^ 1, card])), 1, 0)
    }
    kings = {card for card in DECK if rank_of(card) == KING}
    if accepted_cards != {"any": set(DECK), "king": kings, "nothing": set()}[value]:
        return False
    pairs = {lead: make_run(rules, lead, 2) for lead in ("KH", "9H")}
    moved = {
        n for n, pair in pairs.items() if is_legal(rules, make_position(rules, b"", pair), 1, 0, 2)
    }
    onto_king = make_position(rules, make_run(rules, "KH", 1), make_run(rules, "KH", 3)[1:])
    expected = {"any": {"KH", "9H"}, "king": {"KH"}, "nothing": set()}[value]
    return moved == (expected if is_legal(rules, onto_king, 1, 0, 2) else set())


def check_tableau(rules: Rules, value: Any) -> bool:
    names = {card: format_card(card) for card in DECK}
    return all(
        find_accepted_on_card(rules, below)
        == {card for card in DECK if can_build(value, names[below], names[card])}
        for below in DECK
    )


def check_column_accepts(rules: Rules, value: Any) -> bool:
    card, *accepted_cards = value
    return find_accepted_on_card(rules, card) == set(accepted_cards)


def check_foundations(rules: Rules, value: Any) -> bool:
    return all(
        set(map(format_card, find_accepted_home(rules, pile, height)))
        == find_expected_home(value, pile, height)
        for pile in range(4)
        for height in range(13)
    )


def check_foundation_accepts(rules: Rules, value: Any) -> bool:
    """Whichever foundation the card is on, these cards go on it, besides Aces on the others."""
    card, *accepted_cards = value
    below = rank_of(card)
    piles = [pile for pile in range(4) if card in find_accepted_home(rules, pile, below)]
    accepted_sets = [find_accepted_home(rules, pile, below + 1) for pile in piles]
    return bool(piles) and all(
        {c for c in cards if rank_of(c)} == set(accepted_cards) for cards in accepted_sets
    )


def check_returns(rules: Rules, value: Any) -> bool:
    """The Queen of hearts returns to a card that accepts her, and to every cell."""
    queen, source = parse_card("QH"), FIRST_FOUNDATION + 2
    king = next(card for card in DECK if queen in find_accepted_on_card(rules, card))
    position = make_position(rules, bytes([king]), heights=bytes((0, 0, 12, 0)))
    targets = [0, *(FIRST_CELL + cell for cell in range(rules.cells))]
    returns = [is_legal(rules, position, source, target) for target in targets]
    return returns == [value] * len(targets) and not is_legal(rules, position, source, 0, 2)


def check_column_heights(rules: Rules, value: Any) -> bool:
    return all(tuple(map(len, deal(rules, number).columns)) == value for number in DEAL_NUMBERS)


def check_aces_home(rules: Rules, value: Any) -> bool:
    for number in DEAL_NUMBERS:
        aces = [card for card in shuffle_deck(number) if rank_of(card) == 0][:value]
        if deal(rules, number).foundations != bytes(int(suit in aces) for suit in range(4)):
            return False
    return True


def check_kings_slide(rules: Rules, value: Any) -> bool:
    columns = [column for number in DEAL_NUMBERS for column in deal(rules, number).columns]
    has_covered_king = any(
        rank_of(card) == KING and rank_of(below) != KING
        for column in columns
        for below, card in pairwise(column)
    )
    return has_covered_king != bool(value)


def check_cell_counts(rules: Rules, value: Any) -> bool:
    counts = tuple(number for number in range(9) if is_accepted(make_rules, rules.variant, number))
    return bool(counts == value)


def check_cells(rules: Rules, value: Any) -> bool:
    piles = range(FIRST_CELL, FIRST_CELL + 9)
    legal_piles = [pile for pile in piles if is_legal(rules, deal(rules, 1), 0, pile)]
    return legal_piles == list(range(FIRST_CELL, FIRST_CELL + value))


def check_cell_capacity(rules: Rules, value: Any) -> bool:
    """A cell accepts any card, but no second one, no group, and no card from another cell."""
    pair = make_run(rules, "9H", 2)
    filled = make_position(rules, pair, cells=parse_cards("2C"))
    return (
        value == 1
        and all(
            is_legal(rules, make_position(rules, bytes([card])), 0, FIRST_CELL) for card in DECK
        )
        and not is_legal(rules, filled, 0, FIRST_CELL)
        and not is_legal(rules, make_position(rules, pair), 0, FIRST_CELL, 2)
        and not any(
            is_legal(rules, filled, FIRST_CELL, FIRST_CELL + cell) for cell in range(rules.cells)
        )
    )


def check_no_auto_moves(rules: Rules, _: Any) -> bool:
    """A move changes the pile it comes from and the one it goes to, and no other."""
    for number in DEAL_NUMBERS:
        before = deal(rules, number)
        for move in legal_moves(rules, before):
            piles = zip(list_piles(before), list_piles(play(rules, before, move)), strict=True)
            if sum(a != b for a, b in piles) != 2:
                return False
    return True


def list_piles(position: Position) -> Iterator[object]:
    yield from position.columns
    yield from position.cells
    yield from position.foundations


def check_finish(rules: Rules, _: Any) -> bool:
    """It is offered with the last Kings in one column, not for a deal."""
    kings = make_position(rules, parse_cards("KC KD KH KS"), heights=bytes((12, 12, 12, 12)))
    has_four_moves = len(find_finishing_moves(rules, kings)) == 4
    return has_four_moves and not find_finishing_moves(rules, deal(rules, 1))


def check_won(rules: Rules, _: Any) -> bool:
    won = make_position(rules, heights=bytes((13, 13, 13, 13)))
    return not legal_moves(rules, won) and not is_legal(rules, won, FIRST_FOUNDATION, 0)


def check_stuck(rules: Rules, _: Any) -> bool:
    """No two of these cards are neighbours, and all cells are full."""
    unrelated_cards = [make_card(rank, suit) for rank in (12, 10, 8, 6) for suit in range(4)]
    columns = [bytes([card]) for card in unrelated_cards[: rules.variant.columns]]
    cells = bytes(make_card(4, suit) for suit in range(rules.cells))
    position = make_position(rules, *columns, cells=cells)
    freed_position = position._replace(columns=(*columns[1:], parse_cards("2C AC")))
    return is_stuck(rules, position) and not is_stuck(rules, freed_position)


def play_ace_home(rules: Rules) -> Game:
    return Game.from_position(rules, make_position(rules, parse_cards("2C AC"))).play(Move(0, HOME))


def check_has_points(rules: Rules, value: Any) -> bool:
    return (play_ace_home(rules).score is not None) == bool(value)


def check_points(rules: Rules, value: Any) -> bool:
    """The points of a scored game, whatever the score was before."""
    position = deal(rules, 1)
    moves = (Move(0, HOME), Move(FIRST_CELL, 0), Move(0, 1, 2), Move(FIRST_FOUNDATION, 0))
    added = [compute_score(rules, 500, position, move) - 500 for move in moves]
    minimum = compute_score(rules, 3, position, moves[-1])
    return bool((*added, minimum) == value == (10, 5, 0, -10, 0))


def check_undo_points(rules: Rules, _: Any) -> bool:
    game = play_ace_home(rules)
    return game.score == 10 and game.undo().score == 0


def check_undo_limit(rules: Rules, value: Any) -> bool:
    return bool(Game.begin(rules, 1).undo_limit == value)


def check_house_rules(rules: Rules, value: Any) -> bool:
    letters, filling, grouping = value
    if not is_accepted(make_rules, rules.variant, None, letters):
        return False
    ruled = make_rules(rules.variant, None, letters)
    return check_filling(ruled, filling) and check_grouping(ruled, grouping)


def check_house_letters(rules: Rules, value: Any) -> bool:
    letters = map(chr, range(ord("A"), ord("Z") + 1))
    accepted = "".join(c for c in letters if is_accepted(make_rules, rules.variant, None, c))
    return bool(accepted == value)


# Codes cannot be decoded for a record made by a test.


def check_code(rules: Rules, value: Any) -> bool:
    code, number = value
    is_decoded = rules.variant not in VARIANTS or decode(code) == (rules, number)
    return encode(rules, number) == code and is_decoded


def check_equivalent_codes(rules: Rules, value: Any) -> bool:
    return all(
        code != other and (rules.variant not in VARIANTS or decode(code) == decode(other))
        for code, other in value
    )


def check_invalid_code(_: Rules, value: Any) -> bool:
    return not is_accepted(decode, value)


def check_max_deal_number(rules: Rules, value: Any) -> bool:
    candidates = (0, 1, value, value + 1)
    accepted = [is_accepted(deal, rules, number) for number in candidates]
    return accepted == [False, True, True, False]


def check_same_cards(rules: Rules, _: Any) -> bool:
    """Games with the same columns deal the same cards into them, whatever moves before play."""
    for variant in VARIANTS:
        other = make_rules(variant)
        if (variant.columns, variant.aces_home) == (rules.variant.columns, rules.variant.aces_home):
            for number in DEAL_NUMBERS:
                columns, others = deal(rules, number).columns, deal(other, number).columns
                if list(map(sorted, columns)) != list(map(sorted, others)):
                    return False
    return True


CHECKS: dict[str, Callable[[Rules, Any], bool]] = {
    name.removeprefix("check_"): value
    for name, value in globals().items()
    if name.startswith("check_")
}
