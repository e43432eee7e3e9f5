"""Paragraph, Table, Board, Section, RuleFact."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.messages import Message
from engine.position import Position

FactValue = str | int | tuple[int, ...] | tuple[str, ...]


class FactKind(StrEnum):
    """What a claim is about; below each member stands what its value is."""

    COLUMN_HEIGHTS = "dealt"
    """How many cards each column is dealt."""
    ACES_HOME = "aces home"
    """How many Aces are home before play."""
    KINGS_SLIDE = "kings slide"
    """Whether no King is dealt onto a lower card."""
    CELL_COUNTS = "cell counts"
    """The numbers of cells it may be played with."""
    CELLS = "cells"
    """The cells in play."""
    CELL_CAPACITY = "cell holds"
    """How many cards a cell holds."""
    FOUNDATIONS = "foundations"
    """How they build."""
    FOUNDATION_ACCEPTS = "home takes"
    """A card, and all those that go home on it."""
    RETURNS = "returns"
    """Whether the top card of a foundation may come back."""
    NO_AUTO_MOVES = "by hand"
    """A move moves nothing but its own cards."""
    FINISH = "finish"
    """It is offered where foundation moves alone win."""
    WON = "won"
    """A won game takes no move."""
    STUCK = "stuck"
    """A game is stuck where no move is legal."""
    TABLEAU = "tableau"
    """How columns build."""
    COLUMN_ACCEPTS = "column takes"
    """A card, and all those that go on it in a column."""
    FILLING = "filling"
    """What an empty column takes."""
    GROUPING = "grouping"
    """How many cards of a run move together."""
    LIMIT_ONTO_CARD = "to card"
    """Free cells, empty columns, the most that move onto a card."""
    LIMIT_INTO_EMPTY = "to empty"
    """Free cells, empty columns in all, the most that fill one of them."""
    HAS_POINTS = "scored"
    """Whether points are counted."""
    POINTS = "points"
    """For a card home, from cell to column, any other, back from home, at least."""
    UNDO_POINTS = "undo points"
    """An undo brings the points from before the move back."""
    UNDO_LIMIT = "undo limit"
    """How many moves can be taken back, 0 for all."""
    HOUSE_LETTERS = "house letters"
    """The house rules that can be switched on."""
    HOUSE_RULES = "house"
    """Letters, what an empty column takes then, how groups move then."""
    CODE = "code"
    """A code, and its deal number as text."""
    EQUIVALENT_CODES = "code reads"
    """Two codes that are read alike."""
    INVALID_CODE = "code refuses"
    """A code that is refused."""
    MAX_DEAL_NUMBER = "numbers"
    """The highest deal number."""
    SAME_CARDS = "same cards"
    """A number deals the same cards in the same order everywhere."""
    TAP = "tap"
    """A tap on a top card: "home" first, else "pick up"."""
    TAP_COVERED = "tap covered"
    """A tap on a covered card picks up so many of a run of three."""
    TAP_FOUNDATION = "tap home"
    """A tap on a foundation picks up so many cards."""
    LONG_PRESS = "hold"
    """A card that could go home is picked up all the same."""
    DOUBLE_TAP = "double"
    """Where a card goes on a double tap, the first choice first."""
    KEY_BINDING = "key"
    """A key, and its action."""


class RuleFact(NamedTuple):
    """A fact about a game."""

    kind: FactKind
    value: FactValue
    game: str = ""
    """The key of the game it is about, where that is not the one of the page."""


class ParagraphStyle(StrEnum):
    """How a paragraph stands: as text, as a heading, or as one entry of a list."""

    TEXT = "text"
    HEADING = "head"
    LIST_ITEM = "entry"


class Paragraph(NamedTuple):
    """A few sentences, and the facts they state."""

    text: Message
    facts: tuple[RuleFact, ...] = ()
    style: ParagraphStyle = ParagraphStyle.TEXT


class TextTable(NamedTuple):
    """A table of short phrases with a line of headings, and the facts it states.

    `now` is the row that holds at this moment, counted from 0.
    """

    header: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]
    facts: tuple[RuleFact, ...] = ()
    current_row: int | None = None


class PositionDiagram(NamedTuple):
    """A position to be drawn."""

    position: Position


Block = Paragraph | TextTable | PositionDiagram


class Section(NamedTuple):
    """One chapter of a page; `name` is for programs, `title` for people."""

    name: str
    title: Message
    blocks: tuple[Block, ...]


def paragraph(text: Message, *facts: RuleFact) -> Paragraph:
    """A paragraph that states these facts."""
    return Paragraph(text, facts)


def heading(text: Message) -> Paragraph:
    """A heading inside a section."""
    return Paragraph(text, (), ParagraphStyle.HEADING)


def list_item(text: Message, *facts: RuleFact) -> Paragraph:
    """One entry of a list that states these facts."""
    return Paragraph(text, facts, ParagraphStyle.LIST_ITEM)
