"""Rules and examples."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import cards_at_home
from engine.rulebook import page_title, rules_page
from engine.rulebook.document import Board, Paragraph, Section
from engine.rulebook.example import example_game, example_steps
from engine.variants import Rules
from kiosk.effects import Open
from kiosk.frame import Box
from kiosk.scenes.rulebook_pages import Shown, backdrop, board_leaves, section_leaves
from kiosk.ui.pager import Leaf, Leafing, Link, Place, paper
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.text_fit import smaller


def examples(stage: Stage, occasion: Occasion) -> Leafing:
    """The example, to be stepped through; the game on the table is another one."""
    game = example_game()
    steps = example_steps(game)
    tops = game.foundation_tops()

    def leaves(stage: Stage) -> list[Leaf]:
        shown = [
            Shown(step.position, stage.words.told(step.told), f"{number}/{len(steps)}")
            for number, step in enumerate(steps, 1)
        ]
        return board_leaves(stage, game.rules, tops, shown, "example")

    return Leafing(stage, leaves, occasion, contents=False)


CONTENTS, EXAMPLES = "contents", "examples"
COLUMNS = 2
"""The entries of the contents stand in so many columns."""


def rules(stage: Stage, occasion: Occasion) -> Leafing:
    """All that is to be known of a game, to be leafed through. The game itself is not touched."""
    return Leafing(stage, lambda stage: _leaves(stage, occasion), occasion, contents=True)


def _leaves(stage: Stage, occasion: Occasion) -> list[Leaf]:
    game = occasion.game
    chosen = game.rules if game else occasion.rules or stage.config.game.chosen()
    sections = rules_page(
        chosen,
        position=game.position if game else None,
        number=game.number if game else None,
        undo_limit=game.undo_limit if game else stage.config.game.undo_limit,
    )
    leaves: list[Leaf] = []
    firsts: list[int] = []
    for section in sections:
        firsts.append(1 + len(leaves))
        leaves += _section(stage, chosen, section)
    return [_contents(stage, chosen, sections, firsts), *leaves]


def _section(stage: Stage, chosen: Rules, section: Section) -> list[Leaf]:
    boards = [block for block in section.blocks if isinstance(block, Board)]
    if not boards:
        return section_leaves(stage, section)
    texts = [block.told for block in section.blocks if isinstance(block, Paragraph)]
    caption = " ".join(stage.words.told(text) for text in texts)
    tops = tuple(
        cards[-1] if cards else None for cards in cards_at_home(chosen, boards[0].position)
    )
    shown = [Shown(board.position, caption) for board in boards]
    return board_leaves(stage, chosen, tops, shown, section.name)


def _contents(
    stage: Stage, chosen: Rules, sections: Sequence[Section], firsts: Sequence[int]
) -> Leaf:
    """The first leaf: what there is to read, and the examples."""
    sheet = paper(stage.size, stage.config.display.density)
    entries: list[tuple[str, str, int | Open]] = [
        (section.name, stage.words.told(section.title), first)
        for section, first in zip(sections, firsts, strict=True)
    ]
    entries.append((EXAMPLES, stage.words.say("Group moves"), Open(EXAMPLES)))
    rows = -(-len(entries) // COLUMNS)
    tall = min(sheet.text.h // rows, round(sheet.px * 2.6))
    wide = sheet.text.w // COLUMNS
    top = sheet.text.y + (sheet.text.h - rows * tall) // 2
    room = wide - wide // 6 - sheet.px // 2
    texts = [text for _, text, _ in entries]
    px = smaller(stage.measure, texts, room, sheet.px)
    links = tuple(
        Link(
            name,
            text,
            Box(sheet.text.x + i // rows * wide, top + i % rows * tall, wide, tall),
            to,
            px=px,
        )
        for i, (name, text, to) in enumerate(entries)
    )
    ground = backdrop(stage, sheet, stage.words.told(page_title(chosen)))
    return Leaf(Place(CONTENTS), ground, sheet.turning, links)
