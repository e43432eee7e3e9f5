"""A page is made of sections, and these of paragraphs, tables and boards: plain data."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.phrases import Phrase
from engine.position import Position
from engine.rulebook.claims import Claim


class Style(StrEnum):
    """How a paragraph stands: as text, as a heading, or as one entry of a list."""

    TEXT = "text"
    HEAD = "head"
    ENTRY = "entry"


class Paragraph(NamedTuple):
    """A few sentences, and the facts they state."""

    told: Phrase
    claims: tuple[Claim, ...] = ()
    style: Style = Style.TEXT


class Grid(NamedTuple):
    """A table of short phrases with a line of headings, and the facts it states.

    `now` is the row that holds at this moment, counted from 0.
    """

    head: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]
    claims: tuple[Claim, ...] = ()
    now: int | None = None


class Board(NamedTuple):
    """A position to be drawn."""

    position: Position


Block = Paragraph | Grid | Board


class Section(NamedTuple):
    """One chapter of a page; `name` is for programs, `title` for people."""

    name: str
    title: Phrase
    blocks: tuple[Block, ...]


def say(told: Phrase, *claims: Claim) -> Paragraph:
    """A paragraph that states these facts."""
    return Paragraph(told, claims)


def head(told: Phrase) -> Paragraph:
    """A heading inside a section."""
    return Paragraph(told, (), Style.HEAD)


def entry(told: Phrase, *claims: Claim) -> Paragraph:
    """One entry of a list that states these facts."""
    return Paragraph(told, claims, Style.ENTRY)
