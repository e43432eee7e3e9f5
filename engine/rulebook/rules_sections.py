"""Goal, piles, moves, score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards import DECK, Card, format_card_rank, format_card_symbol, make_card, rank_of
from engine.deals import deal
from engine.game import compute_score
from engine.messages import Message, make_message, make_plural_message
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rulebook.document import (
    Block,
    FactKind,
    Paragraph,
    RuleFact,
    Section,
    TextTable,
    heading,
    list_item,
    paragraph,
)
from engine.rules import count_free_cells, get_group_limit
from engine.variants import Build, Filling, Grouping, Rules

MAX_EMPTY_COLUMNS_SHOWN = 2
"""The tables go up to so many empty columns."""


def make_moves_section(rules: Rules, position: Position) -> Section:
    """What moves where; the limit of groups as it is at this position."""
    finish = make_message(
        "When all the rest could go home one after the other, Finish is offered. It sends them"
        " when you ask."
    )
    blocks = (
        _single_card_paragraph(rules),
        paragraph(
            make_message("No card goes home by itself: you say when."),
            RuleFact(FactKind.NO_AUTO_MOVES, 1),
        ),
        paragraph(finish, RuleFact(FactKind.FINISH, 1)),
        paragraph(make_message("A move that may not be is refused, and you are told why.")),
        *_group_blocks(rules, position),
    )
    return Section("moves", make_message("Moves"), blocks)


def compute_group_limit(rules: Rules, free: int, empty: int, *, into_empty: bool) -> int:
    """The most cards that move together with so many free cells and empty columns.

    They move onto a card or, `into_empty`, into one of the empty columns.
    """
    columns = (b"",) * empty + (b"\0",) * (rules.variant.columns - empty)
    cells = bytes([EMPTY] * free + [0] * (rules.cells - free))
    position = Position(columns, cells, bytes(4))
    return get_group_limit(rules, position, 0 if into_empty else len(columns) - 1)


def _single_card_paragraph(rules: Rules) -> Paragraph:
    if rules.cells:
        text = make_message("A top card goes home, onto a card of a column, or into a free cell.")
    else:
        text = make_message("A top card goes home, or onto a card of a column.")
    return paragraph(text, RuleFact(FactKind.CELLS, rules.cells))


def _group_blocks(rules: Rules, position: Position) -> list[Block]:
    grouping = RuleFact(FactKind.GROUPING, rules.grouping.value)
    blocks: list[Block] = [heading(make_message("Groups"))]
    if rules.grouping is Grouping.NONE:
        one = make_message("One card moves at a time, also where cards lie in sequence.")
        return [*blocks, paragraph(one, grouping)]
    if rules.grouping is Grouping.WHOLE:
        whole = make_message("Cards in sequence move together, however many they are.")
        return [*blocks, paragraph(whole, grouping)]
    carried = make_message(
        "Cards in sequence move together when they could also be moved one by one, each waiting"
        " somewhere on the way."
    )
    blocks += [paragraph(carried, grouping), *_limit_blocks(rules, count_free_cells(position))]
    return blocks + _current_limit_blocks(rules, position)


def _limit_blocks(rules: Rules, current_free: int) -> list[Block]:
    """The tables, and what empty columns have to do with it; so many cells are free now."""
    corner = make_message("free cells")
    if rules.filling is not Filling.ANY:
        cells_only = _cells_only_paragraph(rules)
        return [
            cells_only,
            _make_limit_table(rules, (corner, make_message("cards")), [(0, False)], current_free),
        ]
    double = make_message(
        "They wait in free cells and in empty columns. Each empty column doubles what can move."
    )
    to_card = [(empty, False) for empty in range(MAX_EMPTY_COLUMNS_SHOWN + 1)]
    to_empty = [(empty, True) for empty in range(1, MAX_EMPTY_COLUMNS_SHOWN + 1)]
    headings = [
        make_message("no empty column"),
        *(
            make_plural_message("{n} empty column", "{n} empty columns", empty)
            for empty in range(1, MAX_EMPTY_COLUMNS_SHOWN + 1)
        ),
    ]
    return [
        paragraph(double, *_empty_column_facts(rules, factor=2)),
        heading(make_message("Cards onto a card")),
        _make_limit_table(rules, (corner, *headings), to_card, current_free),
        heading(make_message("Cards into an empty column")),
        _make_limit_table(rules, (corner, *headings[1:]), to_empty, current_free),
        paragraph(
            make_message("The column that the cards go to, or come from, is no place to wait.")
        ),
    ]


def _cells_only_paragraph(rules: Rules) -> Paragraph:
    text = {
        Filling.KING: make_message(
            "Only free cells help here. An empty column takes only Kings, so a lower card cannot"
            " wait in it on its way."
        ),
        Filling.NOTHING: make_message("Only free cells help here: an empty column takes nothing."),
    }[rules.filling]
    return paragraph(text, *_empty_column_facts(rules, factor=1))


def _empty_column_facts(rules: Rules, factor: int) -> list[RuleFact]:
    """That each empty column makes groups so many times as long as they were without it."""
    return [
        RuleFact(FactKind.LIMIT_ONTO_CARD, (free, empty, limit_without * factor**empty))
        for free in range(rules.cells + 1)
        for limit_without in (compute_group_limit(rules, free, 0, into_empty=False),)
        for empty in range(1, MAX_EMPTY_COLUMNS_SHOWN + 1)
    ]


def _make_limit_table(
    rules: Rules, header: tuple[Message, ...], columns: list[tuple[int, bool]], current_free: int
) -> TextTable:
    table_rows: list[tuple[Message, ...]] = []
    facts: list[RuleFact] = []
    for free in range(rules.cells + 1):
        row = [make_message("{n}", n=free)]
        for empty, into_empty in columns:
            limit = compute_group_limit(rules, free, empty, into_empty=into_empty)
            kind = FactKind.LIMIT_INTO_EMPTY if into_empty else FactKind.LIMIT_ONTO_CARD
            facts.append(RuleFact(kind, (free, empty, limit)))
            row.append(make_message("{n}", n=limit))
        table_rows.append(tuple(row))
    return TextTable(header, tuple(table_rows), tuple(facts), current_free)


def _current_limit_blocks(rules: Rules, position: Position) -> list[Block]:
    """What the limit is at this position."""
    free, empty = count_free_cells(position), position.columns.count(b"")
    room = make_message(
        "Free now: {cells}, {columns}.",
        cells=make_plural_message("{n} cell", "{n} cells", free),
        columns=make_plural_message("{n} column", "{n} columns", empty),
    )
    onto = compute_group_limit(rules, free, empty, into_empty=False)
    text = make_plural_message(
        "Onto a card goes {n} card.", "Onto a card go up to {n} cards.", onto
    )
    blocks: list[Block] = [heading(make_message("Right now")), paragraph(room)]
    blocks.append(paragraph(text, RuleFact(FactKind.LIMIT_ONTO_CARD, (free, empty, onto))))
    if empty and rules.filling is not Filling.NOTHING:
        into = compute_group_limit(rules, free, empty, into_empty=True)
        into_text = make_plural_message(
            "Into an empty column goes {n} card.",
            "Into an empty column go up to {n} cards.",
            into,
        )
        blocks.append(
            paragraph(into_text, RuleFact(FactKind.LIMIT_INTO_EMPTY, (free, empty, into)))
        )
    return blocks


COLUMN_BUILD_TEXTS = {
    Build.SUIT: make_message("down in suit"),
    Build.ANY: make_message("down, any suit"),
    Build.COLOURS: make_message("down, red and black in turn"),
}
"""How columns build."""

FOUNDATION_BUILD_TEXTS = {
    Build.SUIT: make_message("up in suit"),
    Build.ANY: make_message("up, any suit"),
    Build.COLOURS: make_message("up, red and black in turn"),
}
"""How foundations build."""

EMPTY_COLUMN_TEXTS = {
    (Filling.ANY, False): make_message("any card"),
    (Filling.ANY, True): make_message("any card or group"),
    (Filling.KING, False): make_message("a King"),
    (Filling.KING, True): make_message("a King, or a group led by a King"),
    (Filling.NOTHING, False): make_message("nothing, ever"),
    (Filling.NOTHING, True): make_message("nothing, ever"),
}
"""What an empty column takes, where groups are moved and where they are not."""

GROUPING_TEXTS = {
    Grouping.NONE: make_message("one card at a time"),
    Grouping.CARRIED: make_message("as many cards as could go one by one"),
    Grouping.WHOLE: make_message("a whole run at once"),
}
"""How many cards move together."""


def describe_empty_column(rules: Rules) -> Message:
    """What an empty column takes."""
    return EMPTY_COLUMN_TEXTS[rules.filling, rules.grouping is not Grouping.NONE]


def make_column_example(rules: Rules) -> Paragraph:
    """One card in a column, and the cards that go on it."""
    card = make_card(7, 2)
    return _make_takes_example(
        FactKind.COLUMN_ACCEPTS, card, [c for c in DECK if card in rules.tableau_targets[c]]
    )


def make_foundation_example(rules: Rules) -> Paragraph:
    """One card at home, and the cards that go on it."""
    card = make_card(5, 2)
    foundations = rules.foundation_targets[card]
    next_cards = [make_card(rank_of(card) + 1, suit) for suit in range(4)]
    accepted_cards = [c for c in next_cards if set(rules.foundation_targets[c]) & set(foundations)]
    return _make_takes_example(FactKind.FOUNDATION_ACCEPTS, card, accepted_cards)


def _make_takes_example(kind: FactKind, card: Card, accepted_cards: Sequence[Card]) -> Paragraph:
    symbol, symbols = format_card_symbol(card), [format_card_symbol(c) for c in accepted_cards]
    rank = format_card_rank(rank_of(accepted_cards[0]))
    if len(accepted_cards) == 1:
        text = make_message(
            "On the {card} goes the {only}, and no other card.", card=symbol, only=symbols[0]
        )
    elif len(accepted_cards) == 4:
        text = make_message("On the {card} goes any {rank}.", card=symbol, rank=rank)
    else:
        text = make_message(
            "On the {card} goes the {one} or the {other}.",
            card=symbol,
            one=", ".join(symbols[:-1]),
            other=symbols[-1],
        )
    return paragraph(text, RuleFact(kind, (card, *accepted_cards)))


def make_goal_section(rules: Rules) -> Section:
    """What it is all about."""
    build = rules.variant.foundations
    return Section(
        "goal",
        make_message("Goal"),
        (
            paragraph(_goal_text(build), RuleFact(FactKind.FOUNDATIONS, build.value)),
            paragraph(
                make_message("With the last card home the game is won."), RuleFact(FactKind.WON, 1)
            ),
            paragraph(
                make_message(
                    "All cards lie open from the start. You can look ahead as far as you like."
                )
            ),
            paragraph(
                make_message(
                    "When no card can go anywhere, the game says so. Undo, Restart or a new deal"
                    " help."
                ),
                RuleFact(FactKind.STUCK, 1),
            ),
        ),
    )


def _goal_text(build: Build) -> Message:
    return {
        Build.SUIT: make_message(
            "Bring all 52 cards home: each suit on its own foundation, from the Ace to the King."
        ),
        Build.ANY: make_message(
            "Bring all 52 cards home, onto four foundations from Ace to King, whatever the suit."
        ),
        Build.COLOURS: make_message(
            "Bring all 52 cards home, onto four foundations from Ace to King, red and black in"
            " turn."
        ),
    }[build]


def make_piles_section(rules: Rules) -> Section:
    """Foundations, columns and cells."""
    blocks = (*_foundation_blocks(rules), *_column_blocks(rules), *_cell_blocks(rules))
    return Section("piles", make_message("Piles"), blocks)


def _foundation_blocks(rules: Rules) -> list[Block]:
    variant = rules.variant
    build = variant.foundations
    text = {
        Build.SUIT: make_message(
            "Four foundations, one for each suit. They build up from the Ace."
        ),
        Build.ANY: make_message("Four foundations. Each builds up from an Ace, whatever the suit."),
        Build.COLOURS: make_message(
            "Four foundations. Each builds up from its Ace, red and black in turn."
        ),
    }[build]
    blocks: list[Block] = [heading(make_message("Foundations"))]
    blocks += [
        paragraph(text, RuleFact(FactKind.FOUNDATIONS, build.value)),
        make_foundation_example(rules),
        _returns_paragraph(rules),
    ]
    if variant.aces_home:
        aces_text = make_plural_message(
            "{n} Ace is home before the first move, the first one dealt.",
            "{n} Aces are home before the first move, the first ones dealt.",
            variant.aces_home,
        )
        blocks.append(paragraph(aces_text, RuleFact(FactKind.ACES_HOME, variant.aces_home)))
    return blocks


def _returns_paragraph(rules: Rules) -> Paragraph:
    returns = rules.variant.allows_returns
    if not returns:
        text = make_message("What is home stays home. Only Undo brings it back.")
    elif rules.cells:
        text = make_message(
            "The top card of a foundation may come back, to a column or a free cell."
        )
    else:
        text = make_message("The top card of a foundation may come back, to a column.")
    return paragraph(text, RuleFact(FactKind.RETURNS, int(returns)))


def _column_blocks(rules: Rules) -> list[Block]:
    variant = rules.variant
    text = {
        Build.SUIT: make_message("Columns build down in suit."),
        Build.ANY: make_message("Columns build down, whatever the suit."),
        Build.COLOURS: make_message("Columns build down, red and black in turn."),
    }[variant.tableau]
    build_fact = RuleFact(FactKind.TABLEAU, variant.tableau.value)
    blocks: list[Block] = [heading(make_message("Columns")), _column_heights_paragraph(rules)]
    if variant.kings_slide:
        dealing_text = make_message("Before play, every King slides to the bottom of its column.")
    else:
        dealing_text = make_message("They lie as they are dealt.")
    blocks.append(paragraph(dealing_text, RuleFact(FactKind.KINGS_SLIDE, int(variant.kings_slide))))
    blocks += [paragraph(text, build_fact), make_column_example(rules)]
    blocks += [
        paragraph(make_message("A King goes on no other card."), build_fact),
        _empty_column_paragraph(rules),
    ]
    return blocks


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
    return paragraph(text, RuleFact(FactKind.COLUMN_HEIGHTS, heights))


def _empty_column_paragraph(rules: Rules) -> Paragraph:
    text: Message = {
        (Filling.ANY, False): make_message("An empty column takes any single card."),
        (Filling.ANY, True): make_message("An empty column takes any card or group."),
        (Filling.KING, False): make_message("An empty column takes only a King."),
        (Filling.KING, True): make_message(
            "An empty column takes only a King, or a group led by a King."
        ),
        (Filling.NOTHING, False): make_message(
            "An empty column takes nothing. It is drawn hatched."
        ),
        (Filling.NOTHING, True): make_message(
            "An empty column takes nothing. It is drawn hatched."
        ),
    }[rules.filling, rules.grouping is not Grouping.NONE]
    return paragraph(text, RuleFact(FactKind.FILLING, rules.filling.value))


def _cell_blocks(rules: Rules) -> list[Block]:
    counts = sorted(rules.variant.cells)
    blocks: list[Block] = [heading(make_message("Free cells"))]
    if rules.cells == 0:
        none = make_message("This game has no free cells.")
        return [*blocks, paragraph(none, RuleFact(FactKind.CELLS, 0))]
    text = make_plural_message("{n} free cell.", "{n} free cells.", rules.cells)
    blocks.append(paragraph(text, RuleFact(FactKind.CELLS, rules.cells)))
    one = RuleFact(FactKind.CELL_CAPACITY, 1)
    blocks.append(paragraph(make_message("A free cell holds one card, whichever you like."), one))
    blocks.append(paragraph(make_message("From one cell to another is no move."), one))
    if len(counts) > 1:
        choice = make_message(
            "You can play it with {some} or {last} cells: fewer are harder.",
            some=", ".join(map(str, counts[:-1])),
            last=counts[-1],
        )
        blocks.append(paragraph(choice, RuleFact(FactKind.CELL_COUNTS, tuple(counts))))
    return blocks


_EMPTY_POSITION = Position((), bytes([EMPTY]), bytes(4))
"""Points depend on the piles of a move alone, not on what lies there."""


def make_score_section(rules: Rules) -> Section:
    """The points of each move, or why there are none."""
    scored_fact = RuleFact(FactKind.HAS_POINTS, int(rules.variant.is_scored))
    if not rules.variant.is_scored:
        blocks: list[Block] = [
            paragraph(
                make_message("There are no points in this game: it is won, or not yet."),
                scored_fact,
            )
        ]
    else:
        blocks = _point_blocks(rules)
    blocks.append(
        paragraph(make_message("The clock starts with your first move, and rests when you do."))
    )
    return Section("score", make_message("Score"), tuple(blocks))


def compute_move_points(rules: Rules, source: int, target: int) -> int:
    """What a move from one pile to the other adds, with plenty of points before."""
    return compute_score(rules, 1000, _EMPTY_POSITION, Move(source, target)) - 1000


def _point_blocks(rules: Rules) -> list[Block]:
    to_home, to_column = (
        compute_move_points(rules, 0, HOME),
        compute_move_points(rules, FIRST_CELL, 0),
    )
    other_move, from_foundation = (
        compute_move_points(rules, 0, 1),
        compute_move_points(rules, FIRST_FOUNDATION, 0),
    )
    minimum = compute_score(rules, 0, _EMPTY_POSITION, Move(FIRST_FOUNDATION, 0))
    points_fact = RuleFact(
        FactKind.POINTS, (to_home, to_column, other_move, from_foundation, minimum)
    )
    blocks: list[Block] = [
        paragraph(
            make_message("Points are shown while you play."), RuleFact(FactKind.HAS_POINTS, 1)
        ),
        list_item(make_message("A card goes home: +{points}.", points=to_home), points_fact),
    ]
    if rules.cells:
        from_cell = make_message(
            "A card goes from a free cell to a column: +{points}.", points=to_column
        )
        blocks.append(list_item(from_cell, points_fact))
    blocks.append(
        list_item(make_message("Any other move: {points}. A group is one move.", points=other_move))
    )
    if rules.variant.allows_returns:
        returned = make_message("A card comes back from home: -{points}.", points=-from_foundation)
        blocks.append(list_item(returned, points_fact))
        blocks.append(
            paragraph(
                make_message("There are never fewer than {points}.", points=minimum), points_fact
            )
        )
    blocks.append(
        paragraph(
            make_message("Undo brings back the points from before the move."),
            RuleFact(FactKind.UNDO_POINTS, 1),
        )
    )
    blocks.append(paragraph(_ranking_text(rules)))
    return blocks


def _ranking_text(rules: Rules) -> Message:
    """What records go by, and why not by points."""
    if rules.cells:
        return make_message(
            "Going to and fro between cells and columns earns points for nothing, so records"
            " count time and moves."
        )
    return make_message("Records count time and moves.")
