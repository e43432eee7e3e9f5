"""Whether what a rules page claims is true, found out by asking the judge about tables made for it.

Nothing here reads a field of a record: what may be done is what `why_not` lets pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from engine.cards import DECK, KING, card_text, make_card, parse_card, rank_of
from engine.codes import decode, encode
from engine.deals import deal, shuffled
from engine.game import Game, score_after
from engine.movegen import finish, is_stuck, legal_moves
from engine.position import CELL, FOUNDATION, HOME, Move, Position
from engine.rulebook.document import About, Claim
from engine.rules import play
from engine.variants import VARIANTS, Rules, rules_of, variant
from tests.support.asking import (
    accepted,
    builds_up,
    groups_into,
    groups_onto,
    limit_is,
    may,
    parse_cards,
    placed,
    run,
    taken_at_home,
    taken_by_column,
    text,
)
from tests.support.oracle import follows

DEALS = range(1, 20)


@cache
def holds(rules: Rules, claim: Claim) -> bool:
    """Whether the claim is true of this game, or of the one that it names."""
    if claim.game:
        rules = rules_of(variant(claim.game))
    return CHECKS[claim.about](rules, claim.value)


def to_card(rules: Rules, value: Any) -> bool:
    free, empty, limit = value
    return free <= rules.cells and limit_is(groups_onto(rules, free, empty), limit, 12)


def to_empty(rules: Rules, value: Any) -> bool:
    free, empty, limit = value
    return free <= rules.cells and limit_is(groups_into(rules, free, empty), limit, 13)


def grouping(rules: Rules, value: Any) -> bool:
    """Nothing but one card; free cells and one more; everything."""
    expected = {"none": [1] * 5, "carried": [1, 2, 3, 4, 5], "whole": [12] * 5}[value]
    sizes = [groups_onto(rules, free, 0) for free in range(rules.cells + 1)]
    return all(limit_is(s, expected[free], 12) for free, s in enumerate(sizes)) and in_order(rules)


def in_order(rules: Rules) -> bool:
    """Cards out of sequence never move together."""
    table = placed(rules, b"", b"", parse_cards("KH"), parse_cards("9C QH"))
    return not may(rules, table, 3, 2, 2) and not may(rules, table, 3, 0, 2)


def filling(rules: Rules, value: Any) -> bool:
    taken = {card for card in DECK if may(rules, placed(rules, b"", bytes([card ^ 1, card])), 1, 0)}
    kings = {card for card in DECK if rank_of(card) == KING}
    if taken != {"any": set(DECK), "king": kings, "nothing": set()}[value]:
        return False
    pairs = {lead: run(rules, lead, 2) for lead in ("KH", "9H")}
    goes = {lead: may(rules, placed(rules, b"", pairs[lead]), 1, 0, 2) for lead in pairs}
    together = may(rules, placed(rules, run(rules, "KH", 1), run(rules, "KH", 3)[1:]), 1, 0, 2)
    led = {"any": {"KH", "9H"}, "king": {"KH"}, "nothing": set()}[value]
    return {lead for lead in goes if goes[lead]} == (led if together else set())


def tableau(rules: Rules, value: Any) -> bool:
    names = {card: card_text(card) for card in DECK}
    return all(
        taken_by_column(rules, below)
        == {card for card in DECK if follows(value, names[below], names[card])}
        for below in DECK
    )


def foundations(rules: Rules, value: Any) -> bool:
    return all(
        text(taken_at_home(rules, pile, height)) == builds_up(value, pile, height)
        for pile in range(4)
        for height in range(13)
    )


def home_takes(rules: Rules, value: Any) -> bool:
    """On whichever foundation the card may lie, just these go on it."""
    card, *takes = value
    below = rank_of(card)
    piles = [pile for pile in range(4) if card in taken_at_home(rules, pile, below)]
    found = [taken_at_home(rules, pile, below + 1) for pile in piles]
    return bool(piles) and all({c for c in f if rank_of(c)} == set(takes) for f in found)


def returns(rules: Rules, value: Any) -> bool:
    """The Queen of hearts comes back from home to a card that takes her, and into every cell."""
    queen, source = parse_card("QH"), FOUNDATION + 2
    king = next(card for card in DECK if queen in taken_by_column(rules, card))
    table = placed(rules, bytes([king]), heights=bytes((0, 0, 12, 0)))
    targets = [0, *(CELL + cell for cell in range(rules.cells))]
    back = [may(rules, table, source, target) for target in targets]
    return back == [bool(value)] * len(targets) and not may(rules, table, source, 0, 2)


def dealt(rules: Rules, value: Any) -> bool:
    return all(tuple(map(len, deal(rules, number).columns)) == value for number in DEALS)


def aces_home(rules: Rules, value: Any) -> bool:
    for number in DEALS:
        aces = [card for card in shuffled(number) if rank_of(card) == 0][:value]
        if deal(rules, number).foundations != bytes(int(suit in aces) for suit in range(4)):
            return False
    return True


def kings_slide(rules: Rules, value: Any) -> bool:
    columns = [column for number in DEALS for column in deal(rules, number).columns]
    over = any(
        rank_of(card) == KING and rank_of(below) != KING
        for column in columns
        for below, card in pairwise(column)
    )
    return over != bool(value)


def cell_counts(rules: Rules, value: Any) -> bool:
    counts = tuple(number for number in range(9) if accepted(rules_of, rules.variant, number))
    return bool(counts == value)


def cells(rules: Rules, value: Any) -> bool:
    table = deal(rules, 1)
    return [pile for pile in range(CELL, CELL + 9) if may(rules, table, 0, pile)] == list(
        range(CELL, CELL + value)
    )


def cell_holds(rules: Rules, value: Any) -> bool:
    """One card, any; no second one, no group, and none that lies in a cell."""
    pair = run(rules, "9H", 2)
    alone = all(may(rules, placed(rules, bytes([card])), 0, CELL) for card in DECK)
    taken = placed(rules, pair, cells=parse_cards("2C"))
    second = may(rules, taken, 0, CELL)
    group = may(rules, placed(rules, pair), 0, CELL, 2)
    across = any(may(rules, taken, CELL, CELL + other) for other in range(rules.cells))
    return value == 1 and alone and not (second or group or across)


def by_hand(rules: Rules, _: Any) -> bool:
    """A move changes the pile it comes from and the one it goes to, and no other."""
    for number in DEALS:
        before = deal(rules, number)
        for move in legal_moves(rules, before):
            after = play(rules, before, move)
            changed = sum(
                a != b for a, b in zip(every_pile(before), every_pile(after), strict=True)
            )
            if changed != 2:
                return False
    return True


def every_pile(position: Position) -> Iterator[object]:
    yield from position.columns
    yield from position.cells
    yield from position.foundations


def finishing(rules: Rules, _: Any) -> bool:
    """Offered with the last Kings in one column, not over a dealt board."""
    kings = placed(rules, parse_cards("KC KD KH KS"), heights=bytes((12, 12, 12, 12)))
    return len(finish(rules, kings)) == 4 and not finish(rules, deal(rules, 1))


def won(rules: Rules, _: Any) -> bool:
    over = placed(rules, heights=bytes((13, 13, 13, 13)))
    return not legal_moves(rules, over) and not may(rules, over, FOUNDATION, 0)


def stuck(rules: Rules, _: Any) -> bool:
    """No two of these cards are neighbours, and all cells are full."""
    odd = [make_card(rank, suit) for rank in (12, 10, 8, 6) for suit in range(4)]
    columns = [bytes([card]) for card in odd[: rules.variant.columns]]
    table = placed(rules, *columns, cells=bytes(make_card(4, suit) for suit in range(rules.cells)))
    freed = table._replace(columns=(*columns[1:], parse_cards("2C AC")))
    return is_stuck(rules, table) and not is_stuck(rules, freed)


def scored(rules: Rules, value: Any) -> bool:
    game = Game.of_board(rules, placed(rules, parse_cards("2C AC"))).play(Move(0, HOME))
    return (game.score is not None) == bool(value)


def points(rules: Rules, value: Any) -> bool:
    """The figures of the rules of the house, whatever the score was before."""
    table = deal(rules, 1)
    moves = (Move(0, HOME), Move(CELL, 0), Move(0, 1, 2), Move(FOUNDATION, 0))
    added = [score_after(rules, 500, table, move) - 500 for move in moves]
    least = score_after(rules, 3, table, moves[-1])
    return bool((*added, least) == value == (10, 5, 0, -10, 0))


def undo_points(rules: Rules, _: Any) -> bool:
    game = Game.of_board(rules, placed(rules, parse_cards("2C AC"))).play(Move(0, HOME))
    return game.score == 10 and game.undo().score == 0


def undo_limit(rules: Rules, value: Any) -> bool:
    return bool(Game.begin(rules, 1).undo_limit == value)


def house(rules: Rules, value: Any) -> bool:
    letters, fills, group = value
    if not accepted(rules_of, rules.variant, None, letters):
        return False
    ruled = rules_of(rules.variant, None, letters)
    return filling(ruled, fills) and grouping(ruled, group)


def house_letters(rules: Rules, value: Any) -> bool:
    letters = map(chr, range(ord("A"), ord("Z") + 1))
    known = "".join(c for c in letters if accepted(rules_of, rules.variant, None, c))
    return bool(known == value)


def code(rules: Rules, value: Any) -> bool:
    text, number = value
    return encode(rules, int(number)) == text and reads(rules, text, int(number))


def reads(rules: Rules, text: str, number: int) -> bool:
    """A record made for a test is not in the table of games that codes are read by."""
    return rules.variant not in VARIANTS or decode(text) == (rules, number)


def code_reads(rules: Rules, value: Any) -> bool:
    text, other = value
    alike = rules.variant not in VARIANTS or decode(text) == decode(other)
    return text != other and alike


def code_refuses(rules: Rules, value: Any) -> bool:
    return not accepted(decode, value)


def numbers(rules: Rules, value: Any) -> bool:
    asked = (0, 1, value, value + 1)
    return [accepted(deal, rules, number) for number in asked] == [False, True, True, False]


def same_cards(rules: Rules, _: Any) -> bool:
    """The same order of cards in the same number of columns, but for what is moved before play."""
    for record in VARIANTS:
        other = rules_of(record)
        if record.columns == rules.variant.columns and record.aces_home == rules.variant.aces_home:
            for number in DEALS:
                mine, its = deal(rules, number).columns, deal(other, number).columns
                if list(map(sorted, mine)) != list(map(sorted, its)):
                    return False
    return True


CHECKS: dict[About, Callable[[Rules, Any], bool]] = {
    About.DEALT: dealt,
    About.ACES_HOME: aces_home,
    About.KINGS_SLIDE: kings_slide,
    About.CELL_COUNTS: cell_counts,
    About.CELLS: cells,
    About.CELL_HOLDS: cell_holds,
    About.FOUNDATIONS: foundations,
    About.HOME_TAKES: home_takes,
    About.RETURNS: returns,
    About.BY_HAND: by_hand,
    About.FINISH: finishing,
    About.WON: won,
    About.STUCK: stuck,
    About.TABLEAU: tableau,
    About.COLUMN_TAKES: lambda rules, value: taken_by_column(rules, value[0]) == set(value[1:]),
    About.FILLING: filling,
    About.GROUPING: grouping,
    About.TO_CARD: to_card,
    About.TO_EMPTY: to_empty,
    About.SCORED: scored,
    About.POINTS: points,
    About.UNDO_POINTS: undo_points,
    About.UNDO_LIMIT: undo_limit,
    About.HOUSE: house,
    About.HOUSE_LETTERS: house_letters,
    About.CODE: code,
    About.CODE_READS: code_reads,
    About.CODE_REFUSES: code_refuses,
    About.NUMBERS: numbers,
    About.SAME_CARDS: same_cards,
}
"""What can be asked of the engine; how fingers and keys play is asked of the kiosk."""
