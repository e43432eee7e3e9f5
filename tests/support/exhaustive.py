"""Exhaustive search of small positions with the slow, simple oracle."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from engine.cards import parse_card
from engine.position import EMPTY, Position
from engine.variants import Rules, make_rules
from tests.support.oracle import RANKS, Oracle, can_build

DECK = [rank + suit for rank in RANKS for suit in "CDHS"]


def make_small_position(
    rules: Rules, rng: random.Random, max_cards: int = 12
) -> tuple[Rules, Position, Oracle]:
    """Return a position with few cards in few columns, for the solver and for the oracle.

    The game has fewer columns as well, or nearly every such position would be winnable.
    """
    columns = rng.randint(1, 4)
    record = replace(rules.variant, columns=columns)
    rules = make_rules(record, rules.cells, rules.house_rules)
    foundations = _fill_foundations(rules, rng, rng.randint(4, max_cards))
    at_home = {card for pile in foundations.values() for card in pile}
    remaining = [card for card in DECK if card not in at_home]
    rng.shuffle(remaining)
    cells = [
        remaining.pop() if remaining and rng.random() < 0.4 else None for _ in range(rules.cells)
    ]
    piles: list[list[str]] = [[] for _ in range(columns)]
    crowded = rng.sample(piles, rng.randint((columns + 1) // 2, columns))
    for card in remaining:
        rng.choice(crowded).append(card)
    return (
        rules,
        _make_position(piles, cells, foundations),
        _make_oracle(rules, piles, cells, foundations),
    )


def is_winnable(oracle: Oracle, max_states: int = 20_000) -> bool | None:
    """Return the verdict; None if it takes more positions than the limit."""
    seen = {_canonical_key(oracle)}
    waiting = [oracle]
    while waiting:
        current = waiting.pop()
        if sum(len(pile) for pile in current.foundations.values()) == len(DECK):
            return True
        if len(seen) > max_states:
            return None
        # Cards that go home are tried first, and those that come back last.
        for move in sorted(
            current.list_moves(), key=lambda move: (move[0] != "h", move.endswith("-h"))
        ):
            after = current.copy()
            after.play(move)
            if _canonical_key(after) not in seen:
                seen.add(_canonical_key(after))
                waiting.append(after)
    return False


def _canonical_key(oracle: Oracle) -> Any:
    cells = sorted(card or "" for card in oracle.cells)
    heights = tuple(len(pile) for pile in oracle.foundations.values())
    return tuple(sorted(map(tuple, oracle.columns))), tuple(cells), heights


def _fill_foundations(rules: Rules, rng: random.Random, card_count: int) -> dict[str, list[str]]:
    """Play random cards home until only `card_count` are left, or none fits."""
    build = str(rules.variant.foundations)
    foundations: dict[str, list[str]] = {suit: [] for suit in "CDHS"}
    remaining = list(DECK)
    while len(remaining) > card_count:
        pile = foundations[rng.choice("CDHS")]
        suit = next(suit for suit, cards in foundations.items() if cards is pile)
        fitting = [
            c for c in remaining if (can_build(build, c, pile[-1]) if pile else c == "A" + suit)
        ]
        if fitting:
            card = rng.choice(fitting)
            pile.append(card)
            remaining.remove(card)
        elif all(not _has_next_card(build, foundations, suit, remaining) for suit in foundations):
            break
    return foundations


def _has_next_card(
    build: str, foundations: dict[str, list[str]], suit: str, remaining: list[str]
) -> bool:
    pile = foundations[suit]
    return any(
        can_build(build, card, pile[-1]) if pile else card == "A" + suit for card in remaining
    )


def _make_position(
    columns: list[list[str]], cells: list[str | None], foundations: dict[str, list[str]]
) -> Position:
    return Position(
        tuple(bytes(map(parse_card, column)) for column in columns),
        bytes(EMPTY if card is None else parse_card(card) for card in cells),
        bytes(len(foundations[suit]) for suit in "CDHS"),
    )


def _make_oracle(
    rules: Rules,
    columns: list[list[str]],
    cells: list[str | None],
    foundations: dict[str, list[str]],
) -> Oracle:
    empty_position = Position(tuple(b"" for _ in columns), bytes(len(cells)), bytes(4))
    oracle = Oracle(rules, empty_position)
    oracle.columns, oracle.cells, oracle.foundations = (
        [list(c) for c in columns],
        list(cells),
        foundations,
    )
    return oracle


def draw_oracle(oracle: Oracle) -> str:
    return f"{oracle.columns} {oracle.cells} {oracle.foundations}"
