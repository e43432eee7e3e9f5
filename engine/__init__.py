"""Baker's Game and its family: rules, deals, notation, rules pages and solver, without a screen.

The public API can be imported from here. The solver is loaded when one of its names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import format_card, parse_card
from engine.codes import CodeError, GameCode, decode, encode
from engine.deals import MAX_DEAL_NUMBER, deal
from engine.game import Game, IllegalMoveError, MoveListError
from engine.movegen import find_finishing_moves, is_stuck, legal_moves, perft
from engine.notation import draw_board, format_board, format_move, parse_board, parse_move
from engine.position import Move, Position
from engine.refusals import Reason, Refusal, describe_refusal
from engine.rules import is_won, play, why_not
from engine.variants import VARIANTS, Rules, Variant, find_rules, make_rules

if TYPE_CHECKING:
    from engine.solver import Solution, Verdict, solve

__all__ = [
    "MAX_DEAL_NUMBER",
    "VARIANTS",
    "CodeError",
    "Game",
    "GameCode",
    "IllegalMoveError",
    "Move",
    "MoveListError",
    "Position",
    "Reason",
    "Refusal",
    "Rules",
    "Solution",
    "Variant",
    "Verdict",
    "deal",
    "decode",
    "describe_refusal",
    "draw_board",
    "encode",
    "find_finishing_moves",
    "find_rules",
    "format_board",
    "format_card",
    "format_move",
    "is_stuck",
    "is_won",
    "legal_moves",
    "make_rules",
    "parse_board",
    "parse_card",
    "parse_move",
    "perft",
    "play",
    "solve",
    "why_not",
]


def __getattr__(name: str) -> object:
    if name not in ("Solution", "Verdict", "solve"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine import solver

    return getattr(solver, name)
