"""The whole page of a game, section by section."""

from __future__ import annotations

from engine.deals import deal
from engine.game import UNDO_LIMIT
from engine.messages import Phrase, counted, phrase
from engine.position import Position
from engine.rulebook.comparison import compared, house_rules
from engine.rulebook.document import Board, Section, say
from engine.rulebook.how_to_play import codes, glossary, hands, tips
from engine.rulebook.odds import chances, sources
from engine.rulebook.rules_sections import goal, moves, piles, score
from engine.variants import VARIANTS, Rules

EXAMPLE_NUMBER = 1
"""The deal that pages show where no other is on the table."""


def page_title(rules: Rules) -> Phrase:
    """The name of a game as it is played, with its cells and house rules."""
    game = phrase(rules.variant.name)
    if rules.cells:
        cells = counted("{n} cell", "{n} cells", rules.cells)
        game = phrase("{game}, {cells}", game=game, cells=cells)
    if rules.house:
        game = phrase("{game}, {letters}", game=game, letters=" + ".join(rules.house))
    return game


def rules_page(
    rules: Rules,
    *,
    position: Position | None = None,
    number: int | None = None,
    undo_limit: int = UNDO_LIMIT,
) -> tuple[Section, ...]:
    """All that is to be known of a game.

    Args:
        rules: the game as it is played.
        position: what lies on the table, for the limit of groups right now; None before a game.
        number: the deal on the table, for the example of a code and of a dealt board.
        undo_limit: how many moves can be taken back, 0 for all.
    """
    number = EXAMPLE_NUMBER if number is None else number
    dealt = deal(rules, number)
    sections = (
        goal(rules),
        piles(rules),
        moves(rules, dealt if position is None else position),
        score(rules),
        hands(rules, undo_limit),
        tips(rules),
        house_rules(rules),
        compared(VARIANTS),
        chances(rules),
        glossary(rules),
        codes(rules, number),
        sources(rules),
        _example(dealt, number),
    )
    return tuple(section for section in sections if section is not None)


def _example(dealt: Position, number: int) -> Section:
    told = phrase("Deal {number}, before the first move.", number=number)
    return Section("example", phrase("Example"), (say(told), Board(dealt)))
