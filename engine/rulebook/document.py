"""Contents of a rules page: sections of paragraphs, tables and positions, with facts to test."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.messages import Message
from engine.position import Position
from engine.variants import Build, Filling, Grouping

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    # Free cells, empty columns, and the most cards that move together.
    GroupLimits = tuple[tuple[int, int, int], ...]

    class RuleFacts(TypedDict, total=False):
        """Machine-readable form of what a text states; tests ask the rules engine if it is true."""

        column_heights: tuple[int, ...]
        aces_home: int
        kings_slide: bool  # no King is dealt onto a lower card
        cell_counts: tuple[int, ...]  # the numbers of cells to choose from
        cells: int
        cell_capacity: int
        foundations: Build
        foundation_accepts: tuple[int, ...]  # a card, and all cards that go home on it
        returns: bool
        no_auto_moves: bool  # a move moves nothing but its own cards
        finish: bool  # offered where foundation moves alone win
        won: bool  # a won game accepts no move
        stuck: bool  # a game without legal moves is stuck
        tableau: Build
        column_accepts: tuple[int, ...]  # a card, and all cards that go on it in a column
        filling: Filling
        grouping: Grouping
        limits_onto_card: GroupLimits
        limits_into_empty: GroupLimits
        has_points: bool
        # Of a card home, from cell to column, any other move, back from home; the minimum.
        points: tuple[int, int, int, int, int]
        undo_points: bool  # undo restores the points from before the move
        undo_limit: int  # 0 for no limit
        house_letters: str  # the house rules to choose from
        house_rules: tuple[str, Filling, Grouping]  # letters, and what holds with them
        code: tuple[str, int]  # and its deal number
        equivalent_codes: tuple[tuple[str, str], ...]
        invalid_code: str
        max_deal_number: int
        same_cards: bool  # a number deals the same cards in the same order in every game
        tap: tuple[str, ...]  # "home" first, else "pick up"
        tap_covered: int  # cards picked up by a tap on the lowest of a run of three
        tap_foundation: int  # cards picked up
        long_press: bool  # picks up a card that could go home
        double_tap: tuple[str, ...]  # places in the order they are tried
        key_bindings: tuple[tuple[str, str], ...]  # key and action


class ParagraphStyle(StrEnum):
    """Layout of a paragraph."""

    TEXT = "text"
    HEADING = "head"
    LIST_ITEM = "entry"


class Paragraph(NamedTuple):
    """A few sentences, and the facts that they state."""

    text: Message
    style: ParagraphStyle = ParagraphStyle.TEXT
    facts: Mapping[str, object] = {}
    games: tuple[str, ...] = ()  # keys of the games with these facts; empty for the page's game


class TextTable(NamedTuple):
    """A table of short texts, and the facts that it states."""

    header: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]
    facts: Mapping[str, object] = {}
    current_row: int | None = None  # index of the row that applies to the position in play


class PositionDiagram(NamedTuple):
    """A position to be drawn."""

    position: Position


Block = Paragraph | TextTable | PositionDiagram


class Section(NamedTuple):
    """A chapter of a page; programs identify it by `name`."""

    name: str
    title: Message
    blocks: tuple[Block, ...]


def paragraph(text: Message | str, **facts: Unpack[RuleFacts]) -> Paragraph:
    """Return a paragraph; a text without fields can be given as a string."""
    return Paragraph(_to_message(text), facts=facts)


def heading(text: Message | str) -> Paragraph:
    """Return a heading inside a section."""
    return Paragraph(_to_message(text), ParagraphStyle.HEADING)


def list_item(text: Message | str, **facts: Unpack[RuleFacts]) -> Paragraph:
    """Return an item of a list."""
    return Paragraph(_to_message(text), ParagraphStyle.LIST_ITEM, facts)


def _to_message(text: Message | str) -> Message:
    return text if isinstance(text, Message) else Message(text, {})
