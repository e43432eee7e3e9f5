"""The goal of a game, and each kind of pile in detail."""

from __future__ import annotations

from collections import Counter

from engine.deals import deal
from engine.phrases import Phrase, counted, phrase
from engine.rulebook.building import column_example, home_example
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Block, Paragraph, Section, head, say
from engine.variants import Build, Filling, Grouping, Rules


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
