"""The whole page of a game, section by section."""

from __future__ import annotations

from engine.deals import deal
from engine.game import UNDO_LIMIT
from engine.messages import Message, make_message, make_plural_message
from engine.position import Position
from engine.rulebook.comparison import make_comparison_section, make_house_rules_section
from engine.rulebook.document import PositionDiagram, Section, paragraph
from engine.rulebook.how_to_play import (
    make_codes_section,
    make_glossary_section,
    make_how_to_play_section,
    make_tips_section,
)
from engine.rulebook.odds import make_odds_section, make_sources_section
from engine.rulebook.rules_sections import (
    make_goal_section,
    make_moves_section,
    make_piles_section,
    make_score_section,
)
from engine.variants import VARIANTS, Rules

EXAMPLE_DEAL_NUMBER = 1
"""The deal that pages show where no other is on the table."""


def make_page_title(rules: Rules) -> Message:
    """The name of a game as it is played, with its cells and house rules."""
    title = make_message(rules.variant.name)
    if rules.cells:
        cells = make_plural_message("{n} cell", "{n} cells", rules.cells)
        title = make_message("{game}, {cells}", game=title, cells=cells)
    if rules.house_rules:
        title = make_message("{game}, {letters}", game=title, letters=" + ".join(rules.house_rules))
    return title


def make_rules_page(
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
    number = EXAMPLE_DEAL_NUMBER if number is None else number
    deal_position = deal(rules, number)
    sections = (
        make_goal_section(rules),
        make_piles_section(rules),
        make_moves_section(rules, deal_position if position is None else position),
        make_score_section(rules),
        make_how_to_play_section(rules, undo_limit),
        make_tips_section(rules),
        make_house_rules_section(rules),
        make_comparison_section(VARIANTS),
        make_odds_section(rules),
        make_glossary_section(rules),
        make_codes_section(rules, number),
        make_sources_section(rules),
        _make_example_section(deal_position, number),
    )
    return tuple(section for section in sections if section is not None)


def _make_example_section(deal_position: Position, number: int) -> Section:
    text = make_message("Deal {number}, before the first move.", number=number)
    return Section(
        "example", make_message("Example"), (paragraph(text), PositionDiagram(deal_position))
    )
