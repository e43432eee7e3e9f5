"""Readers of the rules of a game and of an example game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.codes import decode
from engine.position import arrange_foundation_cards
from engine.rulebook import make_page_title, make_rules_page
from engine.rulebook.document import Paragraph, PositionDiagram, Section
from engine.rulebook.example import load_example_game, make_example_steps
from engine.variants import Rules
from kiosk.effects import OpenScene
from kiosk.frame import Box
from kiosk.scenes.rulebook_pages import PositionPage, build_position_pages, build_section_pages
from kiosk.ui.pager import PageKey, PageLink, Pager, PagerPage, make_page_frame, make_text_page
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import fit_size, split_rows


def make_example_pager(context: SceneContext) -> Pager:
    """Create the reader of the example game, a page for each position."""
    game = load_example_game()
    steps = make_example_steps(game)
    tops = game.get_foundation_tops()

    def build_pages(context: SceneContext) -> list[PagerPage]:
        positions = []
        for number, step in enumerate(steps, 1):
            caption = context.translator.translate_message(step.text)
            positions.append(PositionPage(step.position, caption, f"{number}/{len(steps)}"))
        return build_position_pages(context, game.rules, tops, positions, "example")

    return Pager(context, build_pages, has_contents=False)


CONTENTS_CHAPTER, EXAMPLES_SCENE = "contents", "examples"
CONTENTS_COLUMNS = 2


def make_rules_pager(context: SceneContext, code: str = "") -> Pager:
    """Create the rules of the game in play, else of this game code, else of the settings."""
    game = context.get_game_in_play().game

    def build_pages(context: SceneContext) -> list[PagerPage]:
        default_rules = decode(code).rules if code else context.config.game.to_rules()
        rules = game.rules if game else default_rules
        position, number, undo_limit = None, None, context.config.game.undo_limit
        if game:
            position, number, undo_limit = game.position, game.number, game.undo_limit
        sections = make_rules_page(rules, position=position, number=number, undo_limit=undo_limit)
        pages: list[PagerPage] = []
        first_pages: list[int] = []
        for section in sections:
            first_pages.append(1 + len(pages))
            pages += _build_section(context, rules, section)
        return [_build_contents(context, rules, sections, first_pages), *pages]

    return Pager(context, build_pages, has_contents=True)


def _build_section(context: SceneContext, rules: Rules, section: Section) -> list[PagerPage]:
    diagrams = [block for block in section.blocks if isinstance(block, PositionDiagram)]
    if not diagrams:
        return build_section_pages(context, section)
    texts = [block.text for block in section.blocks if isinstance(block, Paragraph)]
    caption = " ".join(context.translator.translate_message(text) for text in texts)
    foundation_tops = tuple(
        cards[-1] if cards else None
        for cards in arrange_foundation_cards(rules, diagrams[0].position)
    )
    positions = [PositionPage(diagram.position, caption) for diagram in diagrams]
    return build_position_pages(context, rules, foundation_tops, positions, section.name)


def _build_contents(
    context: SceneContext, rules: Rules, sections: Sequence[Section], first_pages: Sequence[int]
) -> PagerPage:
    page_frame, translator = make_page_frame(context), context.translator
    entries: list[tuple[str, str, int | OpenScene]] = [
        (section.name, translator.translate_message(section.title), first)
        for section, first in zip(sections, first_pages, strict=True)
    ]
    examples = translator.translate("Group moves")
    entries.append((EXAMPLES_SCENE, examples, OpenScene(EXAMPLES_SCENE)))
    area, px = page_frame.text_area, page_frame.px
    rows = -(-len(entries) // CONTENTS_COLUMNS)
    entry_height = min(area.h // rows, round(px * 2.6))
    width = area.w // CONTENTS_COLUMNS
    top = area.y + (area.h - rows * entry_height) // 2
    boxes = [
        box
        for column in range(CONTENTS_COLUMNS)
        for box in split_rows(Box(area.x + column * width, top, width, 0), rows, entry_height)
    ]
    texts = [text for _, text, _ in entries]
    px = fit_size(context.measurer, texts, width - width // 6 - px // 2, px, bold=True)
    links = tuple(
        PageLink(name, text, box, target, px=px)
        for (name, text, target), box in zip(entries, boxes, strict=False)
    )
    heading = translator.translate_message(make_page_title(rules))
    return make_text_page(context, page_frame, PageKey(CONTENTS_CHAPTER), heading, links=links)
