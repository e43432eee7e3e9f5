"""The rules pages of every game, made from its record: sections as data, and their English text."""

from engine.rulebook.book import page_title, rules_page
from engine.rulebook.plain import page_text

__all__ = ["page_text", "page_title", "rules_page"]
