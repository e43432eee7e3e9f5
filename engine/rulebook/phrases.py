"""What a rules page says is kept as whole sentences with fields, so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Field: TypeAlias = "str | int | Phrase | tuple[Phrase, ...]"
"""What is filled into a phrase; several phrases are joined by commas."""


class Phrase(NamedTuple):
    """A sentence or a part of one: what a catalogue is asked for, and what is filled in.

    Where `many` is given, `text` is the form for one and `many` that for any other number; the
    number is the field `n`.
    """

    text: str
    fields: Mapping[str, Field]
    many: str = ""


def phrase(text: str, /, **fields: Field) -> Phrase:
    """A phrase with its fields."""
    return Phrase(text, fields)


def counted(one: str, many: str, n: int, /, **fields: Field) -> Phrase:
    """A phrase whose form depends on the number `n`, which is a field of it."""
    return Phrase(one, {"n": n, **fields}, many)


def english(told: Phrase) -> str:
    """The phrase in English.

    >>> english(counted("{n} cell", "{n} cells", 3))
    '3 cells'
    """
    text = told.many if told.many and told.fields["n"] != 1 else told.text
    return text.format(**{name: _plain(value) for name, value in told.fields.items()})


def _plain(value: Field) -> str | int:
    if isinstance(value, Phrase):
        return english(value)
    if isinstance(value, tuple):
        return ", ".join(english(part) for part in value)
    return value
