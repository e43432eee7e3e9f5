"""How points are counted, the clock, and what undo does to them."""

from __future__ import annotations

from engine.moves import CELL, FOUNDATION, HOME, Move
from engine.phrases import Phrase, phrase
from engine.position import EMPTY, Position
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Block, Section, entry, say
from engine.score import score_after
from engine.variants import Rules

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
