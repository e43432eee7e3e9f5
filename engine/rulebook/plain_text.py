"""A rules page can be read as plain text, its board drawn from boxes."""

from __future__ import annotations

from textwrap import wrap

from engine.messages import english
from engine.notation import drawn
from engine.rulebook.document import Block, Grid, Paragraph, Section, Style
from engine.rulebook.page import page_title, rules_page
from engine.variants import Rules

WIDTH = 80
"""Signs in a line, as many as the widest board needs."""


def page_text(rules: Rules) -> str:
    """The whole page in English."""
    title = english(page_title(rules))
    parts = [f"{title}\n{'=' * len(title)}\n"]
    parts += [_section(rules, section) for section in rules_page(rules)]
    return "\n".join(parts)


def _section(rules: Rules, section: Section) -> str:
    title = english(section.title)
    blocks = "".join(_block(rules, block) for block in section.blocks).strip("\n")
    return f"{title}\n{'-' * len(title)}\n{blocks}\n".replace("\n\n\n", "\n\n")


def _block(rules: Rules, block: Block) -> str:
    if isinstance(block, Paragraph):
        return _paragraph(block)
    if isinstance(block, Grid):
        return _grid(block)
    return "\n" + drawn(block.position, rules)


def _paragraph(block: Paragraph) -> str:
    text = english(block.told)
    if block.style is Style.HEAD:
        return f"\n{text}:\n"
    first, rest = ("* ", "  ") if block.style is Style.ENTRY else ("", "")
    lines = wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
    return "".join(f"{line}\n" for line in lines)


def _grid(block: Grid) -> str:
    lines = [[english(told) for told in line] for line in (block.head, *block.rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(block.head))]
    rows = [
        "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))
        for line in lines
    ]
    return "".join(f"  {row}\n" for row in rows) + "\n"
