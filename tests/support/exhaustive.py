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
    position = Position(
        tuple(bytes(map(parse_card, pile)) for pile in piles),
        bytes(EMPTY if card is None else parse_card(card) for card in cells),
        bytes(len(foundations[suit]) for suit in "CDHS"),
    )
    oracle = Oracle(rules, Position((b"",) * columns, bytes(rules.cells), bytes(4)))
    oracle.columns, oracle.cells, oracle.foundations = piles, cells, foundations
    return rules, position, oracle


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
        suit = rng.choice("CDHS")
        fitting = _find_fitting(build, suit, foundations[suit], remaining)
        if fitting:
            card = rng.choice(fitting)
            foundations[suit].append(card)
            remaining.remove(card)
        elif not any(_find_fitting(build, *pile, remaining) for pile in foundations.items()):
            break
    return foundations


def _find_fitting(build: str, suit: str, pile: list[str], cards: list[str]) -> list[str]:
    return [c for c in cards if (can_build(build, c, pile[-1]) if pile else c == "A" + suit)]


def draw_oracle(oracle: Oracle) -> str:
    return f"{oracle.columns} {oracle.cells} {oracle.foundations}"
