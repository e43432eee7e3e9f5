"""Phrases of the engine in the language of the screen."""

from __future__ import annotations

from engine.rulebook.phrases import Field, Phrase
from kiosk.i18n import Words


def told(words: Words, phrase: Phrase) -> str:
    """The phrase in this language, with all that is filled in."""
    fields = {name: _filled(words, value) for name, value in phrase.fields.items()}
    n = fields.get("n")
    if phrase.many and isinstance(n, int):
        del fields["n"]
        return words.plural(phrase.text, phrase.many, n, **fields)
    return words.say(phrase.text, **fields)


def _filled(words: Words, value: Field) -> str | int:
    if isinstance(value, Phrase):
        return told(words, value)
    if isinstance(value, tuple):
        return ", ".join(told(words, part) for part in value)
    return value
