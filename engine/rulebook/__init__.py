"""Rules pages generated from the rules record of a game."""

from engine.rulebook.page import make_page_title, make_rules_page
from engine.rulebook.plain_text import render_plain_text

__all__ = ["make_page_title", "make_rules_page", "render_plain_text"]
