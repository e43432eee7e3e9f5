"""Rules page as plain text."""

from __future__ import annotations

from textwrap import wrap

from engine.messages import format_english
from engine.notation import draw_board
from engine.rulebook.document import Block, Paragraph, ParagraphStyle, Section, TextTable
from engine.rulebook.page import make_page_title, make_rules_page
from engine.variants import Rules

LINE_WIDTH = 80  # characters, the width of the widest board


def render_plain_text(rules: Rules) -> str:
    """Return the page in English."""
    title = format_english(make_page_title(rules))
    parts = [f"{title}\n{'=' * len(title)}\n"]
    parts += [_format_section(rules, section) for section in make_rules_page(rules)]
    return "\n".join(parts)


def _format_section(rules: Rules, section: Section) -> str:
    title = format_english(section.title)
    blocks = "".join(_format_block(rules, block) for block in section.blocks).strip("\n")
    return f"{title}\n{'-' * len(title)}\n{blocks}\n".replace("\n\n\n", "\n\n")


def _format_block(rules: Rules, block: Block) -> str:
    if isinstance(block, Paragraph):
        return _format_paragraph(block)
    if isinstance(block, TextTable):
        return _format_table(block)
    return f"\n{draw_board(block.position, rules)}"


def _format_paragraph(block: Paragraph) -> str:
    text = format_english(block.text)
    if block.style is ParagraphStyle.HEADING:
        return f"\n{text}:\n"
    bullet = "* " if block.style is ParagraphStyle.LIST_ITEM else ""
    indent = " " * len(bullet)
    lines = wrap(text, LINE_WIDTH, initial_indent=bullet, subsequent_indent=indent)
    return "".join(f"{line}\n" for line in lines)


def _format_table(block: TextTable) -> str:
    lines = [[format_english(cell) for cell in line] for line in (block.header, *block.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(block.header))]
    rows = [
        "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))
        for line in lines
    ]
    return "".join(f"  {row}\n" for row in rows) + "\n"
