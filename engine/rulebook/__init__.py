"""The rules pages of every game, made from its record: sections as data, and their English text."""

from engine.rulebook.page import page_title, rules_page
from engine.rulebook.plain_text import page_text

__all__ = ["page_text", "page_title", "rules_page"]
