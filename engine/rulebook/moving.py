"""What may move: single cards, groups, and how many of them there is room for."""

from __future__ import annotations

from engine.groups import free_cells, group_limit
from engine.phrases import Phrase, counted, phrase
from engine.position import EMPTY, Position
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Block, Grid, Paragraph, Section, head, say
from engine.variants import Filling, Grouping, Rules

SHOWN_EMPTY = 2
"""The tables go up to so many empty columns."""


def moves(rules: Rules, position: Position) -> Section:
    """What moves where; the limit of groups as it is at this position."""
    finish = phrase(
        "When all the rest could go home one after the other, Finish is offered. It sends them"
        " when you ask."
    )
    blocks = (
        _single(rules),
        say(phrase("No card goes home by itself: you say when."), Claim(About.BY_HAND, 1)),
        say(finish, Claim(About.FINISH, 1)),
        say(phrase("A move that may not be is refused, and you are told why.")),
        *_groups(rules, position),
    )
    return Section("moves", phrase("Moves"), blocks)


def limit_at(rules: Rules, free: int, empty: int, *, into_empty: bool) -> int:
    """The most cards that move together with so many free cells and empty columns.

    They move onto a card or, `into_empty`, into one of the empty columns.
    """
    columns = (b"",) * empty + (b"\0",) * (rules.variant.columns - empty)
    cells = bytes([EMPTY] * free + [0] * (rules.cells - free))
    position = Position(columns, cells, bytes(4))
    return group_limit(rules, position, 0 if into_empty else len(columns) - 1)


def _single(rules: Rules) -> Paragraph:
    if rules.cells:
        told = phrase("A top card goes home, onto a card of a column, or into a free cell.")
    else:
        told = phrase("A top card goes home, or onto a card of a column.")
    return say(told, Claim(About.CELLS, rules.cells))


def _groups(rules: Rules, position: Position) -> list[Block]:
    grouping = Claim(About.GROUPING, rules.grouping.value)
    blocks: list[Block] = [head(phrase("Groups"))]
    if rules.grouping is Grouping.NONE:
        one = phrase("One card moves at a time, also where cards lie in sequence.")
        return [*blocks, say(one, grouping)]
    if rules.grouping is Grouping.WHOLE:
        whole = phrase("Cards in sequence move together, however many they are.")
        return [*blocks, say(whole, grouping)]
    carried = phrase(
        "Cards in sequence move together when they could also be moved one by one, each waiting"
        " somewhere on the way."
    )
    blocks += [say(carried, grouping), *_limits(rules, free_cells(position))]
    return blocks + _now(rules, position)


def _limits(rules: Rules, now: int) -> list[Block]:
    """The tables, and what empty columns have to do with it; so many cells are free now."""
    corner = phrase("free cells")
    if rules.filling is not Filling.ANY:
        told = _no_help(rules)
        return [told, _grid(rules, (corner, phrase("cards")), [(0, False)], now)]
    double = phrase(
        "They wait in free cells and in empty columns. Each empty column doubles what can move."
    )
    to_card = [(empty, False) for empty in range(SHOWN_EMPTY + 1)]
    to_empty = [(empty, True) for empty in range(1, SHOWN_EMPTY + 1)]
    heads = [
        phrase("no empty column"),
        *(
            counted("{n} empty column", "{n} empty columns", empty)
            for empty in range(1, SHOWN_EMPTY + 1)
        ),
    ]
    return [
        say(double, *_with_empty(rules, factor=2)),
        head(phrase("Cards onto a card")),
        _grid(rules, (corner, *heads), to_card, now),
        head(phrase("Cards into an empty column")),
        _grid(rules, (corner, *heads[1:]), to_empty, now),
        say(phrase("The column that the cards go to, or come from, is no place to wait.")),
    ]


def _no_help(rules: Rules) -> Paragraph:
    told = {
        Filling.KING: phrase(
            "Only free cells help here. An empty column takes only Kings, so a lower card cannot"
            " wait in it on its way."
        ),
        Filling.NOTHING: phrase("Only free cells help here: an empty column takes nothing."),
    }[rules.filling]
    return say(told, *_with_empty(rules, factor=1))


def _with_empty(rules: Rules, factor: int) -> list[Claim]:
    """That each empty column makes groups so many times as long as they were without it."""
    return [
        Claim(About.TO_CARD, (free, empty, alone * factor**empty))
        for free in range(rules.cells + 1)
        for alone in (limit_at(rules, free, 0, into_empty=False),)
        for empty in range(1, SHOWN_EMPTY + 1)
    ]


def _grid(rules: Rules, top: tuple[Phrase, ...], columns: list[tuple[int, bool]], now: int) -> Grid:
    lines: list[tuple[Phrase, ...]] = []
    claims: list[Claim] = []
    for free in range(rules.cells + 1):
        line = [phrase("{n}", n=free)]
        for empty, into_empty in columns:
            limit = limit_at(rules, free, empty, into_empty=into_empty)
            about = About.TO_EMPTY if into_empty else About.TO_CARD
            claims.append(Claim(about, (free, empty, limit)))
            line.append(phrase("{n}", n=limit))
        lines.append(tuple(line))
    return Grid(top, tuple(lines), tuple(claims), now)


def _now(rules: Rules, position: Position) -> list[Block]:
    """What the limit is at this position."""
    free, empty = free_cells(position), position.columns.count(b"")
    room = phrase(
        "Free now: {cells}, {columns}.",
        cells=counted("{n} cell", "{n} cells", free),
        columns=counted("{n} column", "{n} columns", empty),
    )
    onto = limit_at(rules, free, empty, into_empty=False)
    told = counted("Onto a card goes {n} card.", "Onto a card go up to {n} cards.", onto)
    blocks: list[Block] = [head(phrase("Right now")), say(room)]
    blocks.append(say(told, Claim(About.TO_CARD, (free, empty, onto))))
    if empty and rules.filling is not Filling.NOTHING:
        into = limit_at(rules, free, empty, into_empty=True)
        filled = counted(
            "Into an empty column goes {n} card.",
            "Into an empty column go up to {n} cards.",
            into,
        )
        blocks.append(say(filled, Claim(About.TO_EMPTY, (free, empty, into))))
    return blocks
