"""How to play with fingers, keys and buttons."""

from __future__ import annotations

from engine.phrases import Phrase, counted, phrase
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Block, Section, entry, head, say
from engine.variants import Filling, Grouping, Rules

_KEYS: tuple[tuple[str, str, Phrase], ...] = (
    ("Enter", "confirm", phrase("Enter: a tap. Hold it for a hold, twice for a double tap.")),
    ("Tab", "next", phrase("Tab: the next pile.")),
    ("Home", "home", phrase("Home: the card goes home.")),
    ("H", "hint", phrase("H: a hint, the next move of a way to win.")),
    ("Backspace", "undo", phrase("Backspace: undo.")),
    ("Shift+Backspace", "redo", phrase("Shift and Backspace: redo.")),
    ("F", "finish", phrase("F: finish, where it is offered.")),
    ("N", "new", phrase("N: a new game.")),
    ("M", "menu", phrase("M: the menu.")),
    ("Escape", "back", phrase("Esc: back, or put down what is picked up.")),
)
"""Each key, its action, and what is told of it."""


def hands(rules: Rules, undo_limit: int) -> Section:
    """How to play step by step; so many of the last moves can be taken back, 0 for all."""
    blocks = [*_fingers(rules), *_keys(), *_undo(undo_limit)]
    return Section("play", phrase("How to play"), tuple(blocks))


def _fingers(rules: Rules) -> list[Block]:
    blocks: list[Block] = [
        head(phrase("With a finger or the mouse")),
        entry(
            phrase("Tap a top card: it goes home if it may. If not, you have picked it up."),
            Claim(About.TAP, ("home", "pick up")),
        ),
        entry(phrase("Then tap the place where it is to go. Tap the card again to put it down.")),
    ]
    if rules.grouping is not Grouping.NONE:
        covered = phrase("Tap a covered card to pick up the group from it on.")
        blocks.append(entry(covered, Claim(About.TAP_COVERED, 3)))
    blocks.append(
        entry(
            phrase("Hold a card to pick it up even if it could go home. Its places are shown."),
            Claim(About.HOLD, 1),
        )
    )
    blocks.append(_double(rules))
    if rules.grouping is not Grouping.NONE:
        blocks.append(entry(phrase("Or drag a card or a group and let go of it over its place.")))
        blocks.append(entry(_how_many(rules)))
    else:
        blocks.append(entry(phrase("Or drag a card and let go of it over its place.")))
    if rules.variant.returns:
        back = phrase("Tap a foundation to pick up its top card.")
        blocks.append(entry(back, Claim(About.TAP_HOME, 1)))
    return blocks


def _double(rules: Rules) -> Block:
    places = ["home", "column"]
    told = [phrase("home"), phrase("to the longest column that takes it")]
    if rules.filling is not Filling.NOTHING:
        places.append("empty column")
        told.append(phrase("into an empty column"))
    if rules.cells:
        places.append("cell")
        told.append(phrase("into a free cell"))
    twice = phrase(
        "Tap a card twice and it finds its own place, the first of these that takes it: {places}.",
        places=tuple(told),
    )
    return entry(twice, Claim(About.DOUBLE, tuple(places)))


def _how_many(rules: Rules) -> Phrase:
    if rules.filling is Filling.NOTHING:
        return phrase("Onto a card goes the number of cards that fits.")
    return phrase(
        "Onto a card goes the number of cards that fits. Into an empty column go the cards from"
        " the one you touched."
    )


def _keys() -> list[Block]:
    arrows = tuple(Claim(About.KEY, (name, name.lower())) for name in ("Up", "Down"))
    arrows += tuple(Claim(About.KEY, (name, name.lower())) for name in ("Left", "Right"))
    return [
        head(phrase("With keys")),
        entry(phrase("Arrows: move the cursor."), *arrows),
        *(entry(told, Claim(About.KEY, (key, action))) for key, action, told in _KEYS),
        head(phrase("With buttons or a pad")),
        say(
            phrase(
                "The confirm button does what a finger does: press it for a tap, hold it for a"
                " hold, press it twice for a double tap."
            )
        ),
    ]


def _undo(limit: int) -> list[Block]:
    if limit:
        told = counted(
            "Undo takes back the last move, and no more.",
            "Undo takes back up to {n} moves.",
            limit,
        )
    else:
        told = phrase("Undo takes back every move, to the first.")
    again = phrase(
        "Redo plays them again. Restart deals the same cards once more; it can be undone."
    )
    return [
        head(phrase("Changing your mind")),
        say(told, Claim(About.UNDO_LIMIT, limit)),
        say(again),
    ]
