"""Text of problems: quotations from files, and suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

_UNUSUAL_SPACES = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_TYPOGRAPHIC_QUOTES = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_MAX_QUOTED_LENGTH = 40


def escape_text(text: str) -> str:
    """Return a text from a file, shortened and with its invisible characters made visible."""
    shortened = text if len(text) <= _MAX_QUOTED_LENGTH else text[: _MAX_QUOTED_LENGTH - 1] + "…"
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in shortened)


def quote_text(text: str) -> str:
    """Return an escaped text in quotes, with a hint at characters that look like others."""
    hint = " (with a no-break space or the like in it)" if _UNUSUAL_SPACES.search(text) else ""
    if _TYPOGRAPHIC_QUOTES.search(text):
        hint = ' (with typographic quotes, use plain ones: ")'
    return f'"{escape_text(text)}"{hint}'


def suggest_word(text: str, words: Iterable[str], names: Mapping[str, str] | None = None) -> str:
    """Return `, did you mean "…"?` with the most similar word, or an empty text.

    `names` replaces the word by another name in the answer.
    """
    if len(text) > _MAX_QUOTED_LENGTH:
        return ""
    by_lower = {word.lower(): word for word in words if word}
    same_letters = [lower for lower in by_lower if sorted(lower) == sorted(text.lower())]
    near = same_letters or get_close_matches(text.lower(), by_lower, 1, 0.6)
    if not near:
        return ""
    word = by_lower[near[0]]
    return f', did you mean "{names[word] if names else word}"?'


def find_similar(name: str, candidates: Sequence[str]) -> list[str]:
    """Return up to four names that are similar or contain all parts of the name."""
    parts = [word for word in name.lower().replace("_", "-").split("-") if len(word) > 2]
    containing = [one for one in candidates if parts and all(part in one for part in parts)]
    close = get_close_matches(name.lower(), candidates, 3, 0.4)
    return list(dict.fromkeys([*containing, *close]))[:4]


def has_unusual_indent(line: str) -> bool:
    """Return True if the line is indented with a white space other than spaces and tabs."""
    return bool(_UNUSUAL_SPACES.match(line.lstrip(" \t")))
