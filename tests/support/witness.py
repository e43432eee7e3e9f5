"""Whether what a rules page claims is true, found out by asking the judge about tables made for it.

Nothing here reads a field of a record: what may be done is what `why_not` lets pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from engine.cards import DECK, KING, format_card, make_card, parse_card, rank_of
from engine.codes import decode, encode
from engine.deals import deal, shuffle_deck
from engine.game import Game, compute_score
from engine.movegen import find_finishing_moves, is_stuck, legal_moves
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rulebook.document import FactKind, RuleFact
from engine.rules import play
from engine.variants import VARIANTS, Rules, find_variant, make_rules
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
from tests.support.oracle import can_build

DEAL_NUMBERS = range(1, 20)


@cache
def is_claim_true(rules: Rules, claim: RuleFact) -> bool:
    """Whether the claim is true of this game, or of the one that it names."""
    if claim.game:
        rules = make_rules(find_variant(claim.game))
    return CHECKS[claim.kind](rules, claim.value)


def check_group_onto_card(rules: Rules, value: Any) -> bool:
    free, empty, limit = value
    return free <= rules.cells and limit_is(groups_onto(rules, free, empty), limit, 12)


def check_group_into_empty(rules: Rules, value: Any) -> bool:
    free, empty, limit = value
    return free <= rules.cells and limit_is(groups_into(rules, free, empty), limit, 13)


def check_grouping(rules: Rules, value: Any) -> bool:
    """Nothing but one card; free cells and one more; everything."""
    expected = {"none": [1] * 5, "carried": [1, 2, 3, 4, 5], "whole": [12] * 5}[value]
    sizes = [groups_onto(rules, free, 0) for free in range(rules.cells + 1)]
    return all(limit_is(s, expected[free], 12) for free, s in enumerate(sizes)) and check_runs_only(
        rules
    )


def check_runs_only(rules: Rules) -> bool:
    """Cards out of sequence never move together."""
    table = placed(rules, b"", b"", parse_cards("KH"), parse_cards("9C QH"))
    return not may(rules, table, 3, 2, 2) and not may(rules, table, 3, 0, 2)


def check_filling(rules: Rules, value: Any) -> bool:
    accepted_cards = {
        card for card in DECK if may(rules, placed(rules, b"", bytes([card ^ 1, card])), 1, 0)
    }
    kings = {card for card in DECK if rank_of(card) == KING}
    if accepted_cards != {"any": set(DECK), "king": kings, "nothing": set()}[value]:
        return False
    pairs = {lead: run(rules, lead, 2) for lead in ("KH", "9H")}
    can_move = {lead: may(rules, placed(rules, b"", pairs[lead]), 1, 0, 2) for lead in pairs}
    joins_run = may(rules, placed(rules, run(rules, "KH", 1), run(rules, "KH", 3)[1:]), 1, 0, 2)
    expected = {"any": {"KH", "9H"}, "king": {"KH"}, "nothing": set()}[value]
    return {lead for lead in can_move if can_move[lead]} == (expected if joins_run else set())


def check_tableau(rules: Rules, value: Any) -> bool:
    names = {card: format_card(card) for card in DECK}
    return all(
        taken_by_column(rules, below)
        == {card for card in DECK if can_build(value, names[below], names[card])}
        for below in DECK
    )


def check_foundations(rules: Rules, value: Any) -> bool:
    return all(
        text(taken_at_home(rules, pile, height)) == builds_up(value, pile, height)
        for pile in range(4)
        for height in range(13)
    )


def check_home_takes(rules: Rules, value: Any) -> bool:
    """On whichever foundation the card may lie, just these go on it."""
    card, *accepted_cards = value
    below = rank_of(card)
    piles = [pile for pile in range(4) if card in taken_at_home(rules, pile, below)]
    accepted_sets = [taken_at_home(rules, pile, below + 1) for pile in piles]
    return bool(piles) and all(
        {c for c in f if rank_of(c)} == set(accepted_cards) for f in accepted_sets
    )


def check_returns(rules: Rules, value: Any) -> bool:
    """The Queen of hearts comes back from home to a card that takes her, and into every cell."""
    queen, source = parse_card("QH"), FIRST_FOUNDATION + 2
    king = next(card for card in DECK if queen in taken_by_column(rules, card))
    table = placed(rules, bytes([king]), heights=bytes((0, 0, 12, 0)))
    targets = [0, *(FIRST_CELL + cell for cell in range(rules.cells))]
    back = [may(rules, table, source, target) for target in targets]
    return back == [bool(value)] * len(targets) and not may(rules, table, source, 0, 2)


def check_dealt_columns(rules: Rules, value: Any) -> bool:
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
    counts = tuple(number for number in range(9) if accepted(make_rules, rules.variant, number))
    return bool(counts == value)


def check_cells(rules: Rules, value: Any) -> bool:
    table = deal(rules, 1)
    return [
        pile for pile in range(FIRST_CELL, FIRST_CELL + 9) if may(rules, table, 0, pile)
    ] == list(range(FIRST_CELL, FIRST_CELL + value))


def check_cell_holds(rules: Rules, value: Any) -> bool:
    """One card, any; no second one, no group, and none that lies in a cell."""
    pair = run(rules, "9H", 2)
    alone = all(may(rules, placed(rules, bytes([card])), 0, FIRST_CELL) for card in DECK)
    filled = placed(rules, pair, cells=parse_cards("2C"))
    second = may(rules, filled, 0, FIRST_CELL)
    group = may(rules, placed(rules, pair), 0, FIRST_CELL, 2)
    across = any(may(rules, filled, FIRST_CELL, FIRST_CELL + other) for other in range(rules.cells))
    return value == 1 and alone and not (second or group or across)


def check_moves_two_piles(rules: Rules, _: Any) -> bool:
    """A move changes the pile it comes from and the one it goes to, and no other."""
    for number in DEAL_NUMBERS:
        before = deal(rules, number)
        for move in legal_moves(rules, before):
            after = play(rules, before, move)
            changed = sum(
                a != b for a, b in zip(list_piles(before), list_piles(after), strict=True)
            )
            if changed != 2:
                return False
    return True


def list_piles(position: Position) -> Iterator[object]:
    yield from position.columns
    yield from position.cells
    yield from position.foundations


def check_finish(rules: Rules, _: Any) -> bool:
    """Offered with the last Kings in one column, not over a dealt board."""
    kings = placed(rules, parse_cards("KC KD KH KS"), heights=bytes((12, 12, 12, 12)))
    return len(find_finishing_moves(rules, kings)) == 4 and not find_finishing_moves(
        rules, deal(rules, 1)
    )


def check_won(rules: Rules, _: Any) -> bool:
    won_position = placed(rules, heights=bytes((13, 13, 13, 13)))
    return not legal_moves(rules, won_position) and not may(
        rules, won_position, FIRST_FOUNDATION, 0
    )


def check_stuck(rules: Rules, _: Any) -> bool:
    """No two of these cards are neighbours, and all cells are full."""
    unrelated_cards = [make_card(rank, suit) for rank in (12, 10, 8, 6) for suit in range(4)]
    columns = [bytes([card]) for card in unrelated_cards[: rules.variant.columns]]
    table = placed(rules, *columns, cells=bytes(make_card(4, suit) for suit in range(rules.cells)))
    freed_position = table._replace(columns=(*columns[1:], parse_cards("2C AC")))
    return is_stuck(rules, table) and not is_stuck(rules, freed_position)


def check_scored(rules: Rules, value: Any) -> bool:
    game = Game.from_position(rules, placed(rules, parse_cards("2C AC"))).play(Move(0, HOME))
    return (game.score is not None) == bool(value)


def check_points(rules: Rules, value: Any) -> bool:
    """The figures of the rules of the house, whatever the score was before."""
    table = deal(rules, 1)
    moves = (Move(0, HOME), Move(FIRST_CELL, 0), Move(0, 1, 2), Move(FIRST_FOUNDATION, 0))
    added = [compute_score(rules, 500, table, move) - 500 for move in moves]
    least = compute_score(rules, 3, table, moves[-1])
    return bool((*added, least) == value == (10, 5, 0, -10, 0))


def check_undo_points(rules: Rules, _: Any) -> bool:
    game = Game.from_position(rules, placed(rules, parse_cards("2C AC"))).play(Move(0, HOME))
    return game.score == 10 and game.undo().score == 0


def check_undo_limit(rules: Rules, value: Any) -> bool:
    return bool(Game.begin(rules, 1).undo_limit == value)


def check_house_rule(rules: Rules, value: Any) -> bool:
    letters, fills, group = value
    if not accepted(make_rules, rules.variant, None, letters):
        return False
    ruled = make_rules(rules.variant, None, letters)
    return check_filling(ruled, fills) and check_grouping(ruled, group)


def check_house_letters(rules: Rules, value: Any) -> bool:
    letters = map(chr, range(ord("A"), ord("Z") + 1))
    letters_accepted = "".join(c for c in letters if accepted(make_rules, rules.variant, None, c))
    return bool(letters_accepted == value)


def check_code(rules: Rules, value: Any) -> bool:
    text, number = value
    return encode(rules, int(number)) == text and does_code_decode(rules, text, int(number))


def does_code_decode(rules: Rules, text: str, number: int) -> bool:
    """A record made for a test is not in the table of games that codes are read by."""
    return rules.variant not in VARIANTS or decode(text) == (rules, number)


def check_code_reads(rules: Rules, value: Any) -> bool:
    text, other = value
    alike = rules.variant not in VARIANTS or decode(text) == decode(other)
    return text != other and alike


def check_code_refuses(rules: Rules, value: Any) -> bool:
    return not accepted(decode, value)


def check_deal_numbers(rules: Rules, value: Any) -> bool:
    candidates = (0, 1, value, value + 1)
    return [accepted(deal, rules, number) for number in candidates] == [False, True, True, False]


def check_same_cards(rules: Rules, _: Any) -> bool:
    """The same order of cards in the same number of columns, but for what is moved before play."""
    for record in VARIANTS:
        other = make_rules(record)
        if record.columns == rules.variant.columns and record.aces_home == rules.variant.aces_home:
            for number in DEAL_NUMBERS:
                mine, its = deal(rules, number).columns, deal(other, number).columns
                if list(map(sorted, mine)) != list(map(sorted, its)):
                    return False
    return True


CHECKS: dict[FactKind, Callable[[Rules, Any], bool]] = {
    FactKind.COLUMN_HEIGHTS: check_dealt_columns,
    FactKind.ACES_HOME: check_aces_home,
    FactKind.KINGS_SLIDE: check_kings_slide,
    FactKind.CELL_COUNTS: check_cell_counts,
    FactKind.CELLS: check_cells,
    FactKind.CELL_CAPACITY: check_cell_holds,
    FactKind.FOUNDATIONS: check_foundations,
    FactKind.FOUNDATION_ACCEPTS: check_home_takes,
    FactKind.RETURNS: check_returns,
    FactKind.NO_AUTO_MOVES: check_moves_two_piles,
    FactKind.FINISH: check_finish,
    FactKind.WON: check_won,
    FactKind.STUCK: check_stuck,
    FactKind.TABLEAU: check_tableau,
    FactKind.COLUMN_ACCEPTS: lambda rules, value: (
        taken_by_column(rules, value[0]) == set(value[1:])
    ),
    FactKind.FILLING: check_filling,
    FactKind.GROUPING: check_grouping,
    FactKind.LIMIT_ONTO_CARD: check_group_onto_card,
    FactKind.LIMIT_INTO_EMPTY: check_group_into_empty,
    FactKind.HAS_POINTS: check_scored,
    FactKind.POINTS: check_points,
    FactKind.UNDO_POINTS: check_undo_points,
    FactKind.UNDO_LIMIT: check_undo_limit,
    FactKind.HOUSE_RULES: check_house_rule,
    FactKind.HOUSE_LETTERS: check_house_letters,
    FactKind.CODE: check_code,
    FactKind.EQUIVALENT_CODES: check_code_reads,
    FactKind.INVALID_CODE: check_code_refuses,
    FactKind.MAX_DEAL_NUMBER: check_deal_numbers,
    FactKind.SAME_CARDS: check_same_cards,
}
"""What can be asked of the engine; how fingers and keys play is asked of the kiosk."""
