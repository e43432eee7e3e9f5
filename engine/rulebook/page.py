"""All sections of a rules page."""

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

EXAMPLE_DEAL_NUMBER = 1  # shown when there is no game in progress


def make_page_title(rules: Rules) -> Message:
    """Return the name of a game with its cells and house rules."""
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
    """Return the sections of a game's page; `undo_limit` is in moves, 0 for none.

    The position in play is for its group limits, its deal number for the examples.
    """
    number = EXAMPLE_DEAL_NUMBER if number is None else number
    deal_position = deal(rules, number)
    example = (
        paragraph(make_message("Deal {number}, before the first move.", number=number)),
        PositionDiagram(deal_position),
    )
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
        Section("example", make_message("Example"), example),
    )
    return tuple(section for section in sections if section is not None)
