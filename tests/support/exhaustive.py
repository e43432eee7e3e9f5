"""Whether a small table can be won, by trying everything with the slow, obvious oracle."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from engine.cards import parse_card
from engine.position import EMPTY, Position
from engine.variants import Rules, rules_of
from tests.support.oracle import RANKS, Oracle, follows

DECK = [rank + suit for rank in RANKS for suit in "CDHS"]


def small(rules: Rules, dice: random.Random, most: int = 12) -> tuple[Rules, Position, Oracle]:
    """A table with few cards left, in few columns, both for the solver and for the oracle.

    The game is made smaller as well, or nearly every such table could be won.
    """
    columns = dice.randint(1, 4)
    record = replace(rules.variant, columns=columns)
    rules = rules_of(record, rules.cells, rules.house)
    home = _home(rules, dice, dice.randint(4, most))
    at_home = {card for pile in home.values() for card in pile}
    left = [card for card in DECK if card not in at_home]
    dice.shuffle(left)
    cells = [left.pop() if left and dice.random() < 0.4 else None for _ in range(rules.cells)]
    piles: list[list[str]] = [[] for _ in range(columns)]
    crowded = dice.sample(piles, dice.randint((columns + 1) // 2, columns))
    for card in left:
        dice.choice(crowded).append(card)
    return rules, _position(piles, cells, home), _oracle(rules, piles, cells, home)


def winnable(oracle: Oracle, most: int = 20_000) -> bool | None:
    """Whether the table can be won; None where that takes more tables than `most`."""
    seen = {_looks(oracle)}
    waiting = [oracle]
    while waiting:
        here = waiting.pop()
        if sum(len(pile) for pile in here.home.values()) == len(DECK):
            return True
        if len(seen) > most:
            return None
        # Cards that go home are tried first, and those that come back last.
        for move in sorted(here.moves(), key=lambda move: (move[0] != "h", move.endswith("-h"))):
            there = here.copy()
            there.play(move)
            if _looks(there) not in seen:
                seen.add(_looks(there))
                waiting.append(there)
    return False


def _looks(oracle: Oracle) -> Any:
    """Equal for tables that are the same but for the order of columns and of cells."""
    cells = sorted(card or "" for card in oracle.cells)
    heights = tuple(len(pile) for pile in oracle.home.values())
    return tuple(sorted(map(tuple, oracle.columns))), tuple(cells), heights


def _home(rules: Rules, dice: random.Random, left: int) -> dict[str, list[str]]:
    """Foundations that all but so many cards went to, in some order."""
    build = str(rules.variant.foundations)
    home: dict[str, list[str]] = {suit: [] for suit in "CDHS"}
    out = list(DECK)
    while len(out) > left:
        pile = home[dice.choice("CDHS")]
        suit = next(suit for suit, cards in home.items() if cards is pile)
        fitting = [c for c in out if (follows(build, c, pile[-1]) if pile else c == "A" + suit)]
        if fitting:
            card = dice.choice(fitting)
            pile.append(card)
            out.remove(card)
        elif all(not _next(build, home, suit, out) for suit in home):
            break
    return home


def _next(build: str, home: dict[str, list[str]], suit: str, out: list[str]) -> bool:
    pile = home[suit]
    return any(follows(build, card, pile[-1]) if pile else card == "A" + suit for card in out)


def _position(
    columns: list[list[str]], cells: list[str | None], home: dict[str, list[str]]
) -> Position:
    return Position(
        tuple(bytes(map(parse_card, column)) for column in columns),
        bytes(EMPTY if card is None else parse_card(card) for card in cells),
        bytes(len(home[suit]) for suit in "CDHS"),
    )


def _oracle(
    rules: Rules, columns: list[list[str]], cells: list[str | None], home: dict[str, list[str]]
) -> Oracle:
    nobody = Position(tuple(b"" for _ in columns), bytes(len(cells)), bytes(4))
    oracle = Oracle(rules, nobody)
    oracle.columns, oracle.cells, oracle.home = [list(c) for c in columns], list(cells), home
    return oracle


def drawing(oracle: Oracle) -> str:
    """The table in a few lines, for a test that fails."""
    return f"{oracle.columns} {oracle.cells} {oracle.home}"
