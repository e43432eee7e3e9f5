"""Goal, piles, moves, score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards import DECK, Card, card_symbol, make_card, rank_of, rank_symbol
from engine.deals import deal
from engine.game import score_after
from engine.messages import Phrase, counted, phrase
from engine.position import CELL, EMPTY, FOUNDATION, HOME, Move, Position
from engine.rulebook.document import About, Block, Claim, Grid, Paragraph, Section, entry, head, say
from engine.rules import free_cells, group_limit
from engine.variants import Build, Filling, Grouping, Rules

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


DOWN = {
    Build.SUIT: phrase("down in suit"),
    Build.ANY: phrase("down, any suit"),
    Build.COLOURS: phrase("down, red and black in turn"),
}
"""How columns build."""

UP = {
    Build.SUIT: phrase("up in suit"),
    Build.ANY: phrase("up, any suit"),
    Build.COLOURS: phrase("up, red and black in turn"),
}
"""How foundations build."""

FILLED = {
    (Filling.ANY, False): phrase("any card"),
    (Filling.ANY, True): phrase("any card or group"),
    (Filling.KING, False): phrase("a King"),
    (Filling.KING, True): phrase("a King, or a group led by a King"),
    (Filling.NOTHING, False): phrase("nothing, ever"),
    (Filling.NOTHING, True): phrase("nothing, ever"),
}
"""What an empty column takes, where groups are moved and where they are not."""

GROUPED = {
    Grouping.NONE: phrase("one card at a time"),
    Grouping.CARRIED: phrase("as many cards as could go one by one"),
    Grouping.WHOLE: phrase("a whole run at once"),
}
"""How many cards move together."""


def filled(rules: Rules) -> Phrase:
    """What an empty column takes."""
    return FILLED[rules.filling, rules.grouping is not Grouping.NONE]


def column_example(rules: Rules) -> Paragraph:
    """One card in a column, and the cards that go on it."""
    card = make_card(7, 2)
    return _example(About.COLUMN_TAKES, card, [c for c in DECK if card in rules.lands[c]])


def home_example(rules: Rules) -> Paragraph:
    """One card at home, and the cards that go on it."""
    card = make_card(5, 2)
    piles = rules.homes[card]
    above = [make_card(rank_of(card) + 1, suit) for suit in range(4)]
    takes = [c for c in above if set(rules.homes[c]) & set(piles)]
    return _example(About.HOME_TAKES, card, takes)


def _example(about: About, card: Card, takes: Sequence[Card]) -> Paragraph:
    symbol, symbols = card_symbol(card), [card_symbol(c) for c in takes]
    rank = rank_symbol(rank_of(takes[0]))
    if len(takes) == 1:
        told = phrase(
            "On the {card} goes the {only}, and no other card.", card=symbol, only=symbols[0]
        )
    elif len(takes) == 4:
        told = phrase("On the {card} goes any {rank}.", card=symbol, rank=rank)
    else:
        told = phrase(
            "On the {card} goes the {one} or the {other}.",
            card=symbol,
            one=", ".join(symbols[:-1]),
            other=symbols[-1],
        )
    return say(told, Claim(about, (card, *takes)))


def goal(rules: Rules) -> Section:
    """What it is all about."""
    build = rules.variant.foundations
    return Section(
        "goal",
        phrase("Goal"),
        (
            say(_aim(build), Claim(About.FOUNDATIONS, build.value)),
            say(phrase("With the last card home the game is won."), Claim(About.WON, 1)),
            say(
                phrase("All cards lie open from the start. You can look ahead as far as you like.")
            ),
            say(
                phrase(
                    "When no card can go anywhere, the game says so. Undo, Restart or a new deal"
                    " help."
                ),
                Claim(About.STUCK, 1),
            ),
        ),
    )


def _aim(build: Build) -> Phrase:
    return {
        Build.SUIT: phrase(
            "Bring all 52 cards home: each suit on its own foundation, from the Ace to the King."
        ),
        Build.ANY: phrase(
            "Bring all 52 cards home, onto four foundations from Ace to King, whatever the suit."
        ),
        Build.COLOURS: phrase(
            "Bring all 52 cards home, onto four foundations from Ace to King, red and black in"
            " turn."
        ),
    }[build]


def piles(rules: Rules) -> Section:
    """Foundations, columns and cells."""
    blocks = (*_foundations(rules), *_tableau(rules), *_cells(rules))
    return Section("piles", phrase("Piles"), blocks)


def _foundations(rules: Rules) -> list[Block]:
    record = rules.variant
    build = record.foundations
    told = {
        Build.SUIT: phrase("Four foundations, one for each suit. They build up from the Ace."),
        Build.ANY: phrase("Four foundations. Each builds up from an Ace, whatever the suit."),
        Build.COLOURS: phrase(
            "Four foundations. Each builds up from its Ace, red and black in turn."
        ),
    }[build]
    blocks: list[Block] = [head(phrase("Foundations"))]
    blocks += [say(told, Claim(About.FOUNDATIONS, build.value)), home_example(rules), _back(rules)]
    if record.aces_home:
        home = counted(
            "{n} Ace is home before the first move, the first one dealt.",
            "{n} Aces are home before the first move, the first ones dealt.",
            record.aces_home,
        )
        blocks.append(say(home, Claim(About.ACES_HOME, record.aces_home)))
    return blocks


def _back(rules: Rules) -> Paragraph:
    returns = rules.variant.returns
    if not returns:
        told = phrase("What is home stays home. Only Undo brings it back.")
    elif rules.cells:
        told = phrase("The top card of a foundation may come back, to a column or a free cell.")
    else:
        told = phrase("The top card of a foundation may come back, to a column.")
    return say(told, Claim(About.RETURNS, int(returns)))


def _tableau(rules: Rules) -> list[Block]:
    record = rules.variant
    told = {
        Build.SUIT: phrase("Columns build down in suit."),
        Build.ANY: phrase("Columns build down, whatever the suit."),
        Build.COLOURS: phrase("Columns build down, red and black in turn."),
    }[record.tableau]
    builds = Claim(About.TABLEAU, record.tableau.value)
    blocks: list[Block] = [head(phrase("Columns")), _dealt(rules)]
    if record.kings_slide:
        lie = phrase("Before play, every King slides to the bottom of its column.")
    else:
        lie = phrase("They lie as they are dealt.")
    blocks.append(say(lie, Claim(About.KINGS_SLIDE, int(record.kings_slide))))
    blocks += [say(told, builds), column_example(rules)]
    blocks += [say(phrase("A King goes on no other card."), builds), _empty(rules)]
    return blocks


def _dealt(rules: Rules) -> Paragraph:
    heights = tuple(map(len, deal(rules, 1).columns))
    (more, high), *rest = sorted(Counter(heights).items(), reverse=True)
    columns = counted("{n} column", "{n} columns", len(heights))
    if not rest:
        told = counted(
            "{columns} with {n} card each.", "{columns} with {n} cards each.", more, columns=columns
        )
    else:
        told = counted(
            "{columns}: the first {n} is dealt {more} cards, the others {fewer}.",
            "{columns}: the first {n} are dealt {more} cards each, the others {fewer}.",
            high,
            columns=columns,
            more=more,
            fewer=rest[0][0],
        )
    return say(told, Claim(About.DEALT, heights))


def _empty(rules: Rules) -> Paragraph:
    told: Phrase = {
        (Filling.ANY, False): phrase("An empty column takes any single card."),
        (Filling.ANY, True): phrase("An empty column takes any card or group."),
        (Filling.KING, False): phrase("An empty column takes only a King."),
        (Filling.KING, True): phrase(
            "An empty column takes only a King, or a group led by a King."
        ),
        (Filling.NOTHING, False): phrase("An empty column takes nothing. It is drawn hatched."),
        (Filling.NOTHING, True): phrase("An empty column takes nothing. It is drawn hatched."),
    }[rules.filling, rules.grouping is not Grouping.NONE]
    return say(told, Claim(About.FILLING, rules.filling.value))


def _cells(rules: Rules) -> list[Block]:
    counts = sorted(rules.variant.cells)
    blocks: list[Block] = [head(phrase("Free cells"))]
    if rules.cells == 0:
        none = phrase("This game has no free cells.")
        return [*blocks, say(none, Claim(About.CELLS, 0))]
    told = counted("{n} free cell.", "{n} free cells.", rules.cells)
    blocks.append(say(told, Claim(About.CELLS, rules.cells)))
    one = Claim(About.CELL_HOLDS, 1)
    blocks.append(say(phrase("A free cell holds one card, whichever you like."), one))
    blocks.append(say(phrase("From one cell to another is no move."), one))
    if len(counts) > 1:
        choice = phrase(
            "You can play it with {some} or {last} cells: fewer are harder.",
            some=", ".join(map(str, counts[:-1])),
            last=counts[-1],
        )
        blocks.append(say(choice, Claim(About.CELL_COUNTS, tuple(counts))))
    return blocks


_NOTHING = Position((), bytes([EMPTY]), bytes(4))
"""Points depend on the piles of a move alone, not on what lies there."""


def score(rules: Rules) -> Section:
    """The points of each move, or why there are none."""
    scored = Claim(About.SCORED, int(rules.variant.scored))
    if not rules.variant.scored:
        blocks: list[Block] = [
            say(phrase("There are no points in this game: it is won, or not yet."), scored)
        ]
    else:
        blocks = _points(rules)
    blocks.append(say(phrase("The clock starts with your first move, and rests when you do.")))
    return Section("score", phrase("Score"), tuple(blocks))


def points(rules: Rules, source: int, target: int) -> int:
    """What a move from one pile to the other adds, with plenty of points before."""
    return score_after(rules, 1000, _NOTHING, Move(source, target)) - 1000


def _points(rules: Rules) -> list[Block]:
    home, cell = points(rules, 0, HOME), points(rules, CELL, 0)
    other, back = points(rules, 0, 1), points(rules, FOUNDATION, 0)
    least = score_after(rules, 0, _NOTHING, Move(FOUNDATION, 0))
    claim = Claim(About.POINTS, (home, cell, other, back, least))
    blocks: list[Block] = [
        say(phrase("Points are shown while you play."), Claim(About.SCORED, 1)),
        entry(phrase("A card goes home: +{points}.", points=home), claim),
    ]
    if rules.cells:
        from_cell = phrase("A card goes from a free cell to a column: +{points}.", points=cell)
        blocks.append(entry(from_cell, claim))
    blocks.append(entry(phrase("Any other move: {points}. A group is one move.", points=other)))
    if rules.variant.returns:
        returned = phrase("A card comes back from home: -{points}.", points=-back)
        blocks.append(entry(returned, claim))
        blocks.append(say(phrase("There are never fewer than {points}.", points=least), claim))
    blocks.append(
        say(
            phrase("Undo brings back the points from before the move."),
            Claim(About.UNDO_POINTS, 1),
        )
    )
    blocks.append(say(_ranking(rules)))
    return blocks


def _ranking(rules: Rules) -> Phrase:
    """What records go by, and why not by points."""
    if rules.cells:
        return phrase(
            "Going to and fro between cells and columns earns points for nothing, so records"
            " count time and moves."
        )
    return phrase("Records count time and moves.")
