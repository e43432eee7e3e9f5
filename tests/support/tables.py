"""Tables drawn in text, in the house's own form but without the proof that all 52 cards are there.

    Foundations: S-3              what is left out is empty
    Freecells: 3D -               what is left out is free
    KS QS                         a line for each column, bottom card first
    :                             an empty column

So a test shows the three cards it is about and nothing else.
"""

from __future__ import annotations

from engine.cards import SUITS, format_card, parse_card
from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_move, parse_move
from engine.position import EMPTY, Position
from engine.refusals import describe_refusal
from engine.rules import play, why_not
from engine.variants import Rules, find_rules

HEIGHT_SYMBOLS = "0A23456789TJQK"

BAKERS_GAME = find_rules("bakers-game")
KINGS_ONLY = find_rules("kings-only")
BAKERS_DOZEN = find_rules("bakers-dozen")
GOOD_MEASURE = find_rules("good-measure")
SPANISH = find_rules("spanish-patience")


def parse_position(drawing: str, rules: Rules = BAKERS_GAME) -> Position:
    """The position that is drawn."""
    heights, cells = [0, 0, 0, 0], [EMPTY] * rules.cells
    columns = []
    for line in (raw.strip() for raw in drawing.strip().splitlines()):
        label, _, words = line.partition(":")
        if label == "Foundations":
            for suit, _, height in (word.partition("-") for word in words.split()):
                heights[SUITS.index(suit)] = HEIGHT_SYMBOLS.index(height)
        elif label == "Freecells":
            for place, word in enumerate(words.split()):
                cells[place] = EMPTY if word == "-" else parse_card(word)
        elif line:
            columns.append(bytes(parse_card(word) for word in line.strip(":").split()))
    columns += [b""] * (rules.variant.columns - len(columns))
    return Position(tuple(columns), bytes(cells), bytes(heights))


def draw_position(position: Position) -> str:
    """The drawing of a position, without what is empty."""
    heights = [f"{suit}-{HEIGHT_SYMBOLS[h]}" for suit, h in zip(SUITS, position.foundations) if h]  # noqa: B905
    cells = ["-" if card == EMPTY else format_card(card) for card in position.cells]
    columns = [" ".join(map(format_card, column)) or ":" for column in position.columns]
    while columns and columns[-1] == ":":
        columns.pop()
    lines = [f"Foundations: {' '.join(heights)}"] if heights else []
    lines += [f"Freecells: {' '.join(cells)}"] if set(cells) - {"-"} else []
    return "\n".join(lines + columns)


def normalize_drawing(drawing: str, rules: Rules = BAKERS_GAME) -> str:
    """A drawing as `shown` would draw it, so that two can be compared."""
    return draw_position(parse_position(drawing, rules))


def draw_after(drawing: str, moves: str, rules: Rules = BAKERS_GAME) -> str:
    """The drawing that legal moves lead to."""
    position = parse_position(drawing, rules)
    for text in moves.split():
        move = parse_move(text, rules, position)
        refusal = why_not(rules, position, move)
        assert refusal is None, f"{text}: {describe_refusal(refusal)}"
        position = play(rules, position, move)
    return draw_position(position)


def explain_refusal(drawing: str, move: str, rules: Rules = BAKERS_GAME) -> str:
    """The sentence with which a move is refused, or "" where it is legal."""
    position = parse_position(drawing, rules)
    refusal = why_not(rules, position, parse_move(move, rules, position))
    return "" if refusal is None else describe_refusal(refusal)


def format_legal_moves(drawing: str, rules: Rules = BAKERS_GAME) -> str:
    """The legal moves, in the order in which the engine lists them."""
    return " ".join(map(format_move, legal_moves(rules, parse_position(drawing, rules))))


def replay_game(
    number: int, moves: str = "", rules: Rules = BAKERS_GAME, undo_limit: int = 100
) -> Game:
    """A game in which these journal entries were entered."""
    return Game.replay(rules, number, moves.split(), undo_limit)
