"""Rules and examples."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import arrange_foundation_cards
from engine.rulebook import make_page_title, make_rules_page
from engine.rulebook.document import Paragraph, PositionDiagram, Section
from engine.rulebook.example import load_example_game, make_example_steps
from engine.variants import Rules
from kiosk.effects import OpenScene
from kiosk.frame import Box
from kiosk.scenes.rulebook_pages import (
    PositionPage,
    build_position_pages,
    build_section_pages,
)
from kiosk.ui.pager import (
    PageKey,
    PageLink,
    Pager,
    PagerPage,
    build_page_background,
    make_page_frame,
)
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.text_fit import fit_size


def make_example_pager(context: SceneContext, arguments: SceneArguments) -> Pager:
    """The example, to be stepped through; the game on the table is another one."""
    game = load_example_game()
    steps = make_example_steps(game)
    tops = game.get_foundation_tops()

    def build_pages(context: SceneContext) -> list[PagerPage]:
        positions = [
            PositionPage(
                step.position,
                context.translator.translate_message(step.text),
                f"{number}/{len(steps)}",
            )
            for number, step in enumerate(steps, 1)
        ]
        return build_position_pages(context, game.rules, tops, positions, "example")

    return Pager(context, build_pages, arguments, has_contents=False)


CONTENTS_CHAPTER, EXAMPLES_SCENE = "contents", "examples"
CONTENTS_COLUMNS = 2
"""The entries of the contents stand in so many columns."""


def make_rules_pager(context: SceneContext, arguments: SceneArguments) -> Pager:
    """All that is to be known of a game, to be leafed through. The game itself is not touched."""
    return Pager(
        context, lambda stage: _build_pages(stage, arguments), arguments, has_contents=True
    )


def _build_pages(context: SceneContext, arguments: SceneArguments) -> list[PagerPage]:
    game = arguments.game
    chosen_rules = game.rules if game else arguments.rules or context.config.game.to_rules()
    sections = make_rules_page(
        chosen_rules,
        position=game.position if game else None,
        number=game.number if game else None,
        undo_limit=game.undo_limit if game else context.config.game.undo_limit,
    )
    pages: list[PagerPage] = []
    first_pages: list[int] = []
    for section in sections:
        first_pages.append(1 + len(pages))
        pages += _build_section(context, chosen_rules, section)
    return [_build_contents(context, chosen_rules, sections, first_pages), *pages]


def _build_section(context: SceneContext, chosen_rules: Rules, section: Section) -> list[PagerPage]:
    boards = [block for block in section.blocks if isinstance(block, PositionDiagram)]
    if not boards:
        return build_section_pages(context, section)
    texts = [block.text for block in section.blocks if isinstance(block, Paragraph)]
    caption = " ".join(context.translator.translate_message(text) for text in texts)
    foundation_tops = tuple(
        cards[-1] if cards else None
        for cards in arrange_foundation_cards(chosen_rules, boards[0].position)
    )
    positions = [PositionPage(board.position, caption) for board in boards]
    return build_position_pages(context, chosen_rules, foundation_tops, positions, section.name)


def _build_contents(
    context: SceneContext,
    chosen_rules: Rules,
    sections: Sequence[Section],
    first_pages: Sequence[int],
) -> PagerPage:
    """The first leaf: what there is to read, and the examples."""
    page_frame = make_page_frame(context)
    entries: list[tuple[str, str, int | OpenScene]] = [
        (section.name, context.translator.translate_message(section.title), first)
        for section, first in zip(sections, first_pages, strict=True)
    ]
    entries.append(
        (EXAMPLES_SCENE, context.translator.translate("Group moves"), OpenScene(EXAMPLES_SCENE))
    )
    rows = -(-len(entries) // CONTENTS_COLUMNS)
    entry_height = min(page_frame.text_area.h // rows, round(page_frame.px * 2.6))
    entry_width = page_frame.text_area.w // CONTENTS_COLUMNS
    top = page_frame.text_area.y + (page_frame.text_area.h - rows * entry_height) // 2
    text_width = entry_width - entry_width // 6 - page_frame.px // 2
    texts = [text for _, text, _ in entries]
    px = fit_size(context.measurer, texts, text_width, page_frame.px, bold=True)
    links = tuple(
        PageLink(
            name,
            text,
            Box(
                page_frame.text_area.x + i // rows * entry_width,
                top + i % rows * entry_height,
                entry_width,
                entry_height,
            ),
            target,
            px=px,
        )
        for i, (name, text, target) in enumerate(entries)
    )
    background = build_page_background(
        context, page_frame, context.translator.translate_message(make_page_title(chosen_rules))
    )
    return PagerPage(PageKey(CONTENTS_CHAPTER), background, page_frame.buttons, links)
