"""What is told is kept as whole sentences with fields, so that they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

FieldValue: TypeAlias = "str | int | float | Message | tuple[Message, ...]"
"""What is filled into a phrase; several phrases are joined by commas."""
Msgid: TypeAlias = str
"""A text that is to be translated and stands in a table: the type brings it into catalogues."""
Plural: TypeAlias = "tuple[Msgid, Msgid]"
"""The same with a number `n` in it: the text for one, and that for any other number."""


class Message(NamedTuple):
    """A sentence or a part of one: what a catalogue is asked for, and what is filled in.

    Where `many` is given, `text` is the form for one and `many` that for any other number; the
    number is the field `n`.
    """

    text: str
    fields: Mapping[str, FieldValue]
    plural: str = ""


MessageOrText: TypeAlias = "str | Message"
"""What is told in passing: a text that is told as it stands, or a phrase."""


class MessageError(ValueError):
    """Something wrong that a person is told of; the message is English."""

    def __init__(self, message: Message) -> None:
        """`told` can be translated."""
        super().__init__(format_english(message))
        self.message = message


def make_message(text: str, /, **fields: FieldValue) -> Message:
    """A phrase with its fields."""
    return Message(text, fields)


def make_plural_message(singular: str, plural: str, n: int, /, **fields: FieldValue) -> Message:
    """A phrase whose form depends on the number `n`, which is a field of it."""
    return Message(singular, {"n": n, **fields}, plural)


def format_english(message: MessageOrText) -> str:
    """The line in English.

    >>> format_english(make_plural_message("{n} cell", "{n} cells", 3))
    '3 cells'
    """
    if isinstance(message, str):
        return message
    text = message.plural if message.plural and message.fields["n"] != 1 else message.text
    return text.format(**{name: _format_field(value) for name, value in message.fields.items()})


def _format_field(value: FieldValue) -> str:
    if isinstance(value, Message):
        return format_english(value)
    if isinstance(value, tuple):
        return ", ".join(format_english(part) for part in value)
    return value if isinstance(value, str) else f"{value:,}"
