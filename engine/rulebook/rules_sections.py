"""Sections of a rules page on the goal, the piles, the moves and the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.cards import DECK, Card, format_card_rank, format_card_symbol, make_card, rank_of
from engine.deals import deal
from engine.game import compute_score
from engine.messages import Message, Msgid, make_message, make_plural_message
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rulebook.document import (
    Block,
    Paragraph,
    Section,
    TextTable,
    heading,
    list_item,
    paragraph,
)
from engine.rules import count_free_cells, get_group_limit
from engine.variants import Build, Filling, Grouping, Rules

COLUMN_BUILD_TEXTS = {
    Build.SUIT: make_message("down in suit"),
    Build.ANY: make_message("down, any suit"),
    Build.COLOURS: make_message("down, red and black in turn"),
}
FOUNDATION_BUILD_TEXTS = {
    Build.SUIT: make_message("up in suit"),
    Build.ANY: make_message("up, any suit"),
    Build.COLOURS: make_message("up, red and black in turn"),
}
GROUPING_TEXTS = {
    Grouping.NONE: make_message("one card at a time"),
    Grouping.CARRIED: make_message("as many cards as could go one by one"),
    Grouping.WHOLE: make_message("a whole run at once"),
}
# By what an empty column takes, and whether groups move.
EMPTY_COLUMN_TEXTS = {
    (Filling.ANY, False): make_message("any card"),
    (Filling.ANY, True): make_message("any card or group"),
    (Filling.KING, False): make_message("a King"),
    (Filling.KING, True): make_message("a King, or a group led by a King"),
    (Filling.NOTHING, False): make_message("nothing, ever"),
    (Filling.NOTHING, True): make_message("nothing, ever"),
}


def make_goal_section(rules: Rules) -> Section:
    """Return how the game is won, and when it is stuck."""
    build = rules.variant.foundations
    texts: dict[Build, Msgid] = {
        Build.SUIT: "Bring all 52 cards home: each suit on its own foundation, from the Ace to the"
        " King.",
        Build.ANY: "Bring all 52 cards home, onto four foundations from Ace to King, whatever the"
        " suit.",
        Build.COLOURS: "Bring all 52 cards home, onto four foundations from Ace to King, red and"
        " black in turn.",
    }
    blocks = (
        paragraph(texts[build], foundations=build),
        paragraph("With the last card home the game is won.", won=True),
        paragraph("All cards lie open from the start. You can look ahead as far as you like."),
        paragraph(
            "When no card can go anywhere, the game says so. Undo, Restart or a new deal help.",
            stuck=True,
        ),
    )
    return Section("goal", make_message("Goal"), blocks)


def make_piles_section(rules: Rules) -> Section:
    """Return how foundations, columns and cells work."""
    blocks = (*_foundation_blocks(rules), *_column_blocks(rules), *_cell_blocks(rules))
    return Section("piles", make_message("Piles"), blocks)


def _foundation_blocks(rules: Rules) -> Iterator[Block]:
    variant = rules.variant
    texts: dict[Build, Msgid] = {
        Build.SUIT: "Four foundations, one for each suit. They build up from the Ace.",
        Build.ANY: "Four foundations. Each builds up from an Ace, whatever the suit.",
        Build.COLOURS: "Four foundations. Each builds up from its Ace, red and black in turn.",
    }
    yield heading("Foundations")
    yield paragraph(texts[variant.foundations], foundations=variant.foundations)
    card = make_card(5, 2)
    piles = set(rules.foundation_targets[card])
    next_cards = [make_card(rank_of(card) + 1, suit) for suit in range(4)]
    accepted_cards = [c for c in next_cards if piles & set(rules.foundation_targets[c])]
    yield paragraph(
        _describe_accepted(card, accepted_cards), foundation_accepts=(card, *accepted_cards)
    )
    if not variant.allows_returns:
        yield paragraph("What is home stays home. Only Undo brings it back.", returns=False)
    elif rules.cells:
        yield paragraph(
            "The top card of a foundation may come back, to a column or a free cell.", returns=True
        )
    else:
        yield paragraph("The top card of a foundation may come back, to a column.", returns=True)
    if variant.aces_home:
        aces_text = make_plural_message(
            "{n} Ace is home before the first move, the first one dealt.",
            "{n} Aces are home before the first move, the first ones dealt.",
            variant.aces_home,
        )
        yield paragraph(aces_text, aces_home=variant.aces_home)


def _describe_accepted(card: Card, accepted_cards: Sequence[Card]) -> Message:
    symbol, symbols = format_card_symbol(card), [format_card_symbol(c) for c in accepted_cards]
    if len(symbols) == 1:
        return make_message(
            "On the {card} goes the {only}, and no other card.", card=symbol, only=symbols[0]
        )
    if len(symbols) == 4:
        rank = format_card_rank(rank_of(accepted_cards[0]))
        return make_message("On the {card} goes any {rank}.", card=symbol, rank=rank)
    *others, last = symbols
    return make_message(
        "On the {card} goes the {one} or the {other}.",
        card=symbol,
        one=", ".join(others),
        other=last,
    )


def _column_blocks(rules: Rules) -> Iterator[Block]:
    variant = rules.variant
    yield heading("Columns")
    yield _column_heights_paragraph(rules)
    if variant.kings_slide:
        dealing_text = make_message("Before play, every King slides to the bottom of its column.")
    else:
        dealing_text = make_message("They lie as they are dealt.")
    yield paragraph(dealing_text, kings_slide=variant.kings_slide)
    texts: dict[Build, Msgid] = {
        Build.SUIT: "Columns build down in suit.",
        Build.ANY: "Columns build down, whatever the suit.",
        Build.COLOURS: "Columns build down, red and black in turn.",
    }
    yield paragraph(texts[variant.tableau], tableau=variant.tableau)
    card = make_card(7, 2)
    accepted_cards = [c for c in DECK if card in rules.tableau_targets[c]]
    yield paragraph(
        _describe_accepted(card, accepted_cards), column_accepts=(card, *accepted_cards)
    )
    yield paragraph("A King goes on no other card.", tableau=variant.tableau)
    filling_texts: dict[tuple[Filling, bool], Msgid] = {
        (Filling.ANY, False): "An empty column takes any single card.",
        (Filling.ANY, True): "An empty column takes any card or group.",
        (Filling.KING, False): "An empty column takes only a King.",
        (Filling.KING, True): "An empty column takes only a King, or a group led by a King.",
        (Filling.NOTHING, False): "An empty column takes nothing. It is drawn hatched.",
        (Filling.NOTHING, True): "An empty column takes nothing. It is drawn hatched.",
    }
    has_groups = rules.grouping is not Grouping.NONE
    yield paragraph(filling_texts[rules.filling, has_groups], filling=rules.filling)


def _column_heights_paragraph(rules: Rules) -> Paragraph:
    heights = tuple(map(len, deal(rules, 1).columns))
    (tallest, tallest_count), *rest = sorted(Counter(heights).items(), reverse=True)
    columns = make_plural_message("{n} column", "{n} columns", len(heights))
    if not rest:
        text = make_plural_message(
            "{columns} with {n} card each.",
            "{columns} with {n} cards each.",
            tallest,
            columns=columns,
        )
    else:
        text = make_plural_message(
            "{columns}: the first {n} is dealt {more} cards, the others {fewer}.",
            "{columns}: the first {n} are dealt {more} cards each, the others {fewer}.",
            tallest_count,
            columns=columns,
            more=tallest,
            fewer=rest[0][0],
        )
    return paragraph(text, column_heights=heights)


def _cell_blocks(rules: Rules) -> Iterator[Block]:
    yield heading("Free cells")
    if rules.cells == 0:
        yield paragraph("This game has no free cells.", cells=0)
        return
    text = make_plural_message("{n} free cell.", "{n} free cells.", rules.cells)
    yield paragraph(text, cells=rules.cells)
    yield paragraph("A free cell holds one card, whichever you like.", cell_capacity=1)
    yield paragraph("From one cell to another is no move.", cell_capacity=1)
    counts = tuple(sorted(rules.variant.cells))
    if len(counts) > 1:
        choice = make_message(
            "You can play it with {some} or {last} cells: fewer are harder.",
            some=", ".join(map(str, counts[:-1])),
            last=counts[-1],
        )
        yield paragraph(choice, cell_counts=counts)


MAX_EMPTY_COLUMNS_SHOWN = 2  # in the tables of group limits


def make_moves_section(rules: Rules, position: Position) -> Section:
    """Return which moves are legal, with the group limits of this position."""
    if rules.cells:
        text = make_message("A top card goes home, onto a card of a column, or into a free cell.")
    else:
        text = make_message("A top card goes home, or onto a card of a column.")
    blocks = (
        paragraph(text, cells=rules.cells),
        paragraph("No card goes home by itself: you say when.", no_auto_moves=True),
        paragraph(
            "When all the rest could go home one after the other, Finish is offered. It sends them"
            " when you ask.",
            finish=True,
        ),
        paragraph("A move that may not be is refused, and you are told why."),
        heading("Groups"),
        *_group_blocks(rules, position),
    )
    return Section("moves", make_message("Moves"), blocks)


def compute_group_limit(rules: Rules, free: int, empty: int, *, into_empty: bool) -> int:
    """Return the most cards that move together with so many free cells and empty columns.

    They move onto a card or, with `into_empty`, into one of the empty columns.
    """
    columns = (b"",) * empty + (b"\0",) * (rules.variant.columns - empty)
    cells = bytes([EMPTY] * free + [0] * (rules.cells - free))
    position = Position(columns, cells, bytes(4))
    return get_group_limit(rules, position, 0 if into_empty else len(columns) - 1)


def _group_blocks(rules: Rules, position: Position) -> Iterator[Block]:
    grouping = rules.grouping
    if grouping is Grouping.NONE:
        yield paragraph(
            "One card moves at a time, also where cards lie in sequence.", grouping=grouping
        )
        return
    if grouping is Grouping.WHOLE:
        yield paragraph(
            "Cards in sequence move together, however many they are.", grouping=grouping
        )
        return
    yield paragraph(
        "Cards in sequence move together when they could also be moved one by one, each waiting"
        " somewhere on the way.",
        grouping=grouping,
    )
    if rules.filling is Filling.ANY:
        yield from _empty_column_limit_blocks(rules, count_free_cells(position))
    else:
        yield from _cell_limit_blocks(rules, count_free_cells(position))
    yield from _current_limit_blocks(rules, position)


def _cell_limit_blocks(rules: Rules, current_free: int) -> Iterator[Block]:
    if rules.filling is Filling.KING:
        text = make_message(
            "Only free cells help here. An empty column takes only Kings, so a lower card cannot"
            " wait in it on its way."
        )
    else:
        text = make_message("Only free cells help here: an empty column takes nothing.")
    yield paragraph(text, limits_onto_card=_list_limits_with_empty_columns(rules, factor=1))
    header = (make_message("free cells"), make_message("cards"))
    yield _make_limit_table(rules, header, [0], current_free, into_empty=False)


def _empty_column_limit_blocks(rules: Rules, current_free: int) -> Iterator[Block]:
    yield paragraph(
        "They wait in free cells and in empty columns. Each empty column doubles what can move.",
        limits_onto_card=_list_limits_with_empty_columns(rules, factor=2),
    )
    corner = make_message("free cells")
    empty_counts = range(1, MAX_EMPTY_COLUMNS_SHOWN + 1)
    header = [make_plural_message("{n} empty column", "{n} empty columns", n) for n in empty_counts]
    yield heading("Cards onto a card")
    yield _make_limit_table(
        rules,
        (corner, make_message("no empty column"), *header),
        [0, *empty_counts],
        current_free,
        into_empty=False,
    )
    yield heading("Cards into an empty column")
    yield _make_limit_table(rules, (corner, *header), empty_counts, current_free, into_empty=True)
    yield paragraph("The column that the cards go to, or come from, is no place to wait.")


def _list_limits_with_empty_columns(rules: Rules, factor: int) -> tuple[tuple[int, int, int], ...]:
    """Return the limits if each empty column multiplies them by the factor."""
    return tuple(
        (free, empty, compute_group_limit(rules, free, 0, into_empty=False) * factor**empty)
        for free in range(rules.cells + 1)
        for empty in range(1, MAX_EMPTY_COLUMNS_SHOWN + 1)
    )


def _make_limit_table(
    rules: Rules,
    header: tuple[Message, ...],
    empty_counts: Sequence[int],
    current_free: int,
    *,
    into_empty: bool,
) -> TextTable:
    rows: list[tuple[Message, ...]] = []
    limits: list[tuple[int, int, int]] = []
    for free in range(rules.cells + 1):
        row = [
            (free, empty, compute_group_limit(rules, free, empty, into_empty=into_empty))
            for empty in empty_counts
        ]
        numbers = (free, *(limit for _, _, limit in row))
        rows.append(tuple(make_message("{n}", n=number) for number in numbers))
        limits += row
    kind = "limits_into_empty" if into_empty else "limits_onto_card"
    return TextTable(header, tuple(rows), {kind: tuple(limits)}, current_free)


def _current_limit_blocks(rules: Rules, position: Position) -> Iterator[Block]:
    free, empty = count_free_cells(position), position.columns.count(b"")
    room = make_message(
        "Free now: {cells}, {columns}.",
        cells=make_plural_message("{n} cell", "{n} cells", free),
        columns=make_plural_message("{n} column", "{n} columns", empty),
    )
    yield heading("Right now")
    yield paragraph(room)
    limit = compute_group_limit(rules, free, empty, into_empty=False)
    text = make_plural_message(
        "Onto a card goes {n} card.", "Onto a card go up to {n} cards.", limit
    )
    yield paragraph(text, limits_onto_card=((free, empty, limit),))
    if empty and rules.filling is not Filling.NOTHING:
        limit = compute_group_limit(rules, free, empty, into_empty=True)
        text = make_plural_message(
            "Into an empty column goes {n} card.", "Into an empty column go up to {n} cards.", limit
        )
        yield paragraph(text, limits_into_empty=((free, empty, limit),))


# Points depend only on the piles of a move, not on the cards there.
_EMPTY_POSITION = Position((), bytes([EMPTY]), bytes(4))


def make_score_section(rules: Rules) -> Section:
    """Return the points of each move, and what is recorded."""
    blocks = (
        *_point_blocks(rules),
        paragraph("The clock starts with your first move, and rests when you do."),
    )
    return Section("score", make_message("Score"), blocks)


def _point_blocks(rules: Rules) -> Iterator[Block]:
    if not rules.variant.is_scored:
        yield paragraph(
            "There are no points in this game: it is won, or not yet.", has_points=False
        )
        return
    moves = (Move(0, HOME), Move(FIRST_CELL, 0), Move(0, 1), Move(FIRST_FOUNDATION, 0))
    to_home, to_column, other_move, from_foundation = (
        compute_score(rules, 1000, _EMPTY_POSITION, move) - 1000 for move in moves
    )
    minimum = compute_score(rules, 0, _EMPTY_POSITION, moves[-1])
    points = (to_home, to_column, other_move, from_foundation, minimum)
    yield paragraph("Points are shown while you play.", has_points=True)
    yield list_item(make_message("A card goes home: +{points}.", points=to_home), points=points)
    if rules.cells:
        from_cell = make_message(
            "A card goes from a free cell to a column: +{points}.", points=to_column
        )
        yield list_item(from_cell, points=points)
    yield list_item(
        make_message("Any other move: {points}. A group is one move.", points=other_move)
    )
    if rules.variant.allows_returns:
        returned = make_message("A card comes back from home: -{points}.", points=-from_foundation)
        yield list_item(returned, points=points)
        yield paragraph(
            make_message("There are never fewer than {points}.", points=minimum), points=points
        )
    yield paragraph("Undo brings back the points from before the move.", undo_points=True)
    if rules.cells:
        yield paragraph(
            "Going to and fro between cells and columns earns points for nothing, so records count"
            " time and moves."
        )
    else:
        yield paragraph("Records count time and moves.")
