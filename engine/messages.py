"""What is told is kept as whole sentences with fields, so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Field: TypeAlias = "str | int | float | Phrase | tuple[Phrase, ...]"
"""What is filled into a phrase; several phrases are joined by commas."""
Msgid: TypeAlias = str
"""A text that is to be translated and stands in a table: the type brings it into catalogues."""
Plural: TypeAlias = "tuple[Msgid, Msgid]"
"""The same with a number `n` in it: the text for one, and that for any other number."""


class Phrase(NamedTuple):
    """A sentence or a part of one: what a catalogue is asked for, and what is filled in.

    Where `many` is given, `text` is the form for one and `many` that for any other number; the
    number is the field `n`.
    """

    text: str
    fields: Mapping[str, Field]
    many: str = ""


Line: TypeAlias = "str | Phrase"
"""What is told in passing: a text that is told as it stands, or a phrase."""


class ToldError(ValueError):
    """Something wrong that a person is told of; the message is English."""

    def __init__(self, told: Phrase) -> None:
        """`told` can be translated."""
        super().__init__(english(told))
        self.told = told


def phrase(text: str, /, **fields: Field) -> Phrase:
    """A phrase with its fields."""
    return Phrase(text, fields)


def counted(one: str, many: str, n: int, /, **fields: Field) -> Phrase:
    """A phrase whose form depends on the number `n`, which is a field of it."""
    return Phrase(one, {"n": n, **fields}, many)


def english(told: Line) -> str:
    """The line in English.

    >>> english(counted("{n} cell", "{n} cells", 3))
    '3 cells'
    """
    if isinstance(told, str):
        return told
    text = told.many if told.many and told.fields["n"] != 1 else told.text
    return text.format(**{name: _plain(value) for name, value in told.fields.items()})


def _plain(value: Field) -> str:
    if isinstance(value, Phrase):
        return english(value)
    if isinstance(value, tuple):
        return ", ".join(english(part) for part in value)
    return value if isinstance(value, str) else f"{value:,}"
