"""Translatable messages: whole sentences with fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

# Several messages are joined by commas.
FieldValue: TypeAlias = "str | int | float | Message | tuple[Message, ...]"
# The type marks a translatable text in a table, so that it is extracted into the catalogues.
Msgid: TypeAlias = str
# Singular and plural of a text with a number `n`.
Plural: TypeAlias = "tuple[Msgid, Msgid]"


class Message(NamedTuple):
    """A translatable text and its fields.

    With a `plural`, `text` is the singular and the field `n` decides between them.
    """

    text: str
    fields: Mapping[str, FieldValue]
    plural: str = ""


# A plain text is not translated.
MessageOrText: TypeAlias = "str | Message"


class MessageError(ValueError):
    """An error with a translatable message; `str` gives it in English."""

    def __init__(self, message: Message) -> None:
        super().__init__(format_english(message))
        self.message = message


def make_message(text: str, /, **fields: FieldValue) -> Message:
    """Create a message."""
    return Message(text, fields)


def make_plural_message(singular: str, plural: str, n: int, /, **fields: FieldValue) -> Message:
    """Create a message whose form depends on the number `n`, which is also a field."""
    return Message(singular, {"n": n, **fields}, plural)


def format_english(message: MessageOrText) -> str:
    """Format a message in English.

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
