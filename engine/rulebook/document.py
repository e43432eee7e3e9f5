"""Paragraph, Table, Board, Section, RuleFact."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.messages import Phrase
from engine.position import Position

Value = str | int | tuple[int, ...] | tuple[str, ...]


class About(StrEnum):
    """What a claim is about; below each member stands what its value is."""

    DEALT = "dealt"
    """How many cards each column is dealt."""
    ACES_HOME = "aces home"
    """How many Aces are home before play."""
    KINGS_SLIDE = "kings slide"
    """Whether no King is dealt onto a lower card."""
    CELL_COUNTS = "cell counts"
    """The numbers of cells it may be played with."""
    CELLS = "cells"
    """The cells in play."""
    CELL_HOLDS = "cell holds"
    """How many cards a cell holds."""
    FOUNDATIONS = "foundations"
    """How they build."""
    HOME_TAKES = "home takes"
    """A card, and all those that go home on it."""
    RETURNS = "returns"
    """Whether the top card of a foundation may come back."""
    BY_HAND = "by hand"
    """A move moves nothing but its own cards."""
    FINISH = "finish"
    """It is offered where foundation moves alone win."""
    WON = "won"
    """A won game takes no move."""
    STUCK = "stuck"
    """A game is stuck where no move is legal."""
    TABLEAU = "tableau"
    """How columns build."""
    COLUMN_TAKES = "column takes"
    """A card, and all those that go on it in a column."""
    FILLING = "filling"
    """What an empty column takes."""
    GROUPING = "grouping"
    """How many cards of a run move together."""
    TO_CARD = "to card"
    """Free cells, empty columns, the most that move onto a card."""
    TO_EMPTY = "to empty"
    """Free cells, empty columns in all, the most that fill one of them."""
    SCORED = "scored"
    """Whether points are counted."""
    POINTS = "points"
    """For a card home, from cell to column, any other, back from home, at least."""
    UNDO_POINTS = "undo points"
    """An undo brings the points from before the move back."""
    UNDO_LIMIT = "undo limit"
    """How many moves can be taken back, 0 for all."""
    HOUSE_LETTERS = "house letters"
    """The house rules that can be switched on."""
    HOUSE = "house"
    """Letters, what an empty column takes then, how groups move then."""
    CODE = "code"
    """A code, and its deal number as text."""
    CODE_READS = "code reads"
    """Two codes that are read alike."""
    CODE_REFUSES = "code refuses"
    """A code that is refused."""
    NUMBERS = "numbers"
    """The highest deal number."""
    SAME_CARDS = "same cards"
    """A number deals the same cards in the same order everywhere."""
    TAP = "tap"
    """A tap on a top card: "home" first, else "pick up"."""
    TAP_COVERED = "tap covered"
    """A tap on a covered card picks up so many of a run of three."""
    TAP_HOME = "tap home"
    """A tap on a foundation picks up so many cards."""
    HOLD = "hold"
    """A card that could go home is picked up all the same."""
    DOUBLE = "double"
    """Where a card goes on a double tap, the first choice first."""
    KEY = "key"
    """A key, and its action."""


class Claim(NamedTuple):
    """A fact about a game."""

    about: About
    value: Value
    game: str = ""
    """The key of the game it is about, where that is not the one of the page."""


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
