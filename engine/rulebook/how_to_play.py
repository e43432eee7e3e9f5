"""Sections of a rules page on controls, tips, game codes and terms."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import encode
from engine.deals import MAX_DEAL_NUMBER
from engine.messages import make_message, make_plural_message
from engine.rulebook.document import Block, Paragraph, Section, heading, list_item, paragraph
from engine.variants import Build, Filling, Grouping, Rules

_ARROWS = (("Up", "up"), ("Down", "down"), ("Left", "left"), ("Right", "right"))
_KEYS = (
    ("Enter", "confirm", make_message("Enter: a tap. Hold it for a hold, twice for a double tap.")),
    ("Tab", "next", make_message("Tab: the next pile.")),
    ("Home", "home", make_message("Home: the card goes home.")),
    ("H", "hint", make_message("H: a hint, the next move of a way to win.")),
    ("Backspace", "undo", make_message("Backspace: undo.")),
    ("Shift+Backspace", "redo", make_message("Shift and Backspace: redo.")),
    ("F", "finish", make_message("F: finish, where it is offered.")),
    ("N", "new", make_message("N: a new game.")),
    ("M", "menu", make_message("M: the menu.")),
    ("Escape", "back", make_message("Esc: back, or put down what is picked up.")),
)


def make_how_to_play_section(rules: Rules, undo_limit: int) -> Section:
    """Return the controls. The undo limit is in moves, 0 for none."""
    blocks = (*_touch_blocks(rules), *_keyboard_blocks(), *_undo_blocks(undo_limit))
    return Section("play", make_message("How to play"), blocks)


def _touch_blocks(rules: Rules) -> Iterator[Block]:
    has_groups = rules.grouping is not Grouping.NONE
    yield heading("With a finger or the mouse")
    yield list_item(
        "Tap a top card: it goes home if it may. If not, you have picked it up.",
        tap=("home", "pick up"),
    )
    yield list_item("Then tap the place where it is to go. Tap the card again to put it down.")
    if has_groups:
        yield list_item("Tap a covered card to pick up the group from it on.", tap_covered=3)
    yield list_item(
        "Hold a card to pick it up even if it could go home. Its places are shown.", long_press=True
    )
    yield _double_tap_item(rules)
    if not has_groups:
        yield list_item("Or drag a card and let go of it over its place.")
    else:
        yield list_item("Or drag a card or a group and let go of it over its place.")
        if rules.filling is Filling.NOTHING:
            yield list_item("Onto a card goes the number of cards that fits.")
        else:
            yield list_item(
                "Onto a card goes the number of cards that fits. Into an empty column go the cards"
                " from the one you touched."
            )
    if rules.variant.allows_returns:
        yield list_item("Tap a foundation to pick up its top card.", tap_foundation=1)


def _double_tap_item(rules: Rules) -> Block:
    places = {
        "home": make_message("home"),
        "column": make_message("to the longest column that takes it"),
    }
    if rules.filling is not Filling.NOTHING:
        places["empty column"] = make_message("into an empty column")
    if rules.cells:
        places["cell"] = make_message("into a free cell")
    text = make_message(
        "Tap a card twice and it finds its own place, the first of these that takes it: {places}.",
        places=tuple(places.values()),
    )
    return list_item(text, double_tap=tuple(places))


def _keyboard_blocks() -> Iterator[Block]:
    yield heading("With keys")
    yield list_item("Arrows: move the cursor.", key_bindings=_ARROWS)
    for key, action, text in _KEYS:
        yield list_item(text, key_bindings=((key, action),))
    yield heading("With buttons or a pad")
    yield paragraph(
        "The confirm button does what a finger does: press it for a tap, hold it for a hold, press"
        " it twice for a double tap."
    )


def _undo_blocks(limit: int) -> Iterator[Block]:
    yield heading("Changing your mind")
    if limit:
        text = make_plural_message(
            "Undo takes back the last move, and no more.", "Undo takes back up to {n} moves.", limit
        )
    else:
        text = make_message("Undo takes back every move, to the first.")
    yield paragraph(text, undo_limit=limit)
    yield paragraph(
        "Redo plays them again. Restart deals the same cards once more; it can be undone."
    )


def make_tips_section(rules: Rules) -> Section:
    """Return the advice for this game."""
    tips = (
        list_item("Look for the Aces and the low cards first. What lies on them has to go."),
        _empty_column_tip(rules),
        *_cell_tips(rules),
        *_building_tips(rules),
        *_foundation_tips(rules),
        list_item("Undo costs nothing. Try a line, take it back, try another."),
    )
    return Section("tips", make_message("Tips"), tips)


def _empty_column_tip(rules: Rules) -> Paragraph:
    if rules.filling is Filling.NOTHING:
        text = make_message("An empty column is lost. Clear one only for a card that you need.")
    elif rules.filling is Filling.KING:
        text = make_message(
            "Empty a column when a King is ready to fill it. Till then it is no help."
        )
    elif rules.grouping is Grouping.CARRIED:
        text = make_message("Empty a column early, and fill it late: it doubles what can move.")
    else:
        text = make_message("Empty a column early, and fill it late: it is room for any card.")
    return list_item(text, filling=rules.filling, grouping=rules.grouping)


def _cell_tips(rules: Rules) -> Iterator[Paragraph]:
    if rules.cells:
        yield list_item("Before you fill a free cell, know how its card will get out again.")
        if rules.grouping is Grouping.CARRIED:
            yield list_item(
                "Keep cells free: each one lets a longer group move.", grouping=rules.grouping
            )


def _building_tips(rules: Rules) -> Iterator[Paragraph]:
    tableau = rules.variant.tableau
    if rules.grouping is Grouping.NONE:
        yield list_item(
            "What you lay on a column has to come off again card by card. Build on columns that"
            " hide nothing low.",
            grouping=rules.grouping,
        )
    if tableau is Build.SUIT:
        yield list_item(
            "Each card fits one other card only. Think before you bury that one.", tableau=tableau
        )
    else:
        yield list_item(
            "A card fits several others. Choose the one you need least.", tableau=tableau
        )
    if rules.variant.kings_slide and rules.filling is Filling.NOTHING:
        yield list_item(
            "Kings at the bottom are no trouble. They go home last of all.", kings_slide=True
        )


def _foundation_tips(rules: Rules) -> Iterator[Paragraph]:
    # Where columns build in suit, the only card that could go onto a card is already home when
    # the card can go home. Elsewhere a card may be needed until all of the rank below are home.
    tableau, foundations = rules.variant.tableau, rules.variant.foundations
    if tableau is Build.SUIT and foundations is Build.SUIT:
        yield list_item(
            "Send cards home as soon as you can. In this game it never hurts.",
            tableau=tableau,
            foundations=foundations,
        )
    else:
        if foundations is Build.SUIT:
            text = make_message("Aces and twos may always go home.")
        else:
            text = make_message("Aces may always go home.")
        yield list_item(text, tableau=tableau, foundations=foundations)
        yield list_item(
            "Any other card is sure to be safe at home once all four of the rank below it are"
            " there. Till then one of them might need it.",
            tableau=tableau,
            foundations=foundations,
        )
    if rules.variant.allows_returns:
        yield list_item("A card at home can come back when you need it in a column.", returns=True)


_LOOKALIKE_DIGITS = str.maketrans("OIB", "018")
_LOOKALIKE_DEAL_NUMBER = 14_594  # its code has the symbols AAOIB


def make_codes_section(rules: Rules, number: int) -> Section:
    """Return how to read a game code, with the code of this deal as the example."""
    blocks = (*_reading_blocks(rules, number), *_typing_blocks(rules, encode(rules, number)))
    return Section("codes", make_message("Codes"), blocks)


def _reading_blocks(rules: Rules, number: int) -> Iterator[Block]:
    code = encode(rules, number)
    prefix, _, symbols = code.split("-")
    yield paragraph("A game code names a game and its deal. It never means another one.")
    yield paragraph(make_message("{code} is read like this:", code=code), code=(code, number))
    yield list_item(
        make_message(
            "{tag}: {game}. {version}: the first kind of codes.",
            tag=prefix[:-1],
            version=prefix[-1],
            game=make_message(rules.variant.name),
        )
    )
    if rules.cells:
        cells = make_plural_message("C{n}: {n} free cell.", "C{n}: {n} free cells.", rules.cells)
    else:
        cells = make_message("C0: no free cells.")
    yield list_item(cells, cells=rules.cells)
    if rules.house_rules:
        yield list_item(make_message("{house}: house rules in force.", house=rules.house_rules))
    payload, check = symbols[:5], symbols[5:]
    yield list_item(
        make_message("{payload}: deal number {number}.", payload=payload, number=number),
        code=(code, number),
    )
    yield list_item(make_message("{check}: two symbols that guard the rest.", check=check))


def _typing_blocks(rules: Rules, code: str) -> Iterator[Block]:
    letters = encode(rules, _LOOKALIKE_DEAL_NUMBER)
    digits = letters[:-7] + letters[-7:].translate(_LOOKALIKE_DIGITS)
    yield heading("Typing one")
    yield paragraph(
        "Large or small letters, with hyphens or without. In the last seven, 0 is read as O, 1 as"
        " I and 8 as B.",
        equivalent_codes=((code, code.replace("-", "").lower()), (letters, digits)),
    )
    yield paragraph(
        "One wrong symbol is always noticed, and you are told.",
        invalid_code=code[:-1] + ("A" if code[-1] != "A" else "C"),
    )
    yield paragraph(
        make_message("A plain deal number, from 1 to {most}, does as well.", most=MAX_DEAL_NUMBER),
        max_deal_number=MAX_DEAL_NUMBER,
    )
    yield paragraph(
        "The same number deals the same cards in the same order in every game.", same_cards=True
    )


def make_glossary_section(rules: Rules) -> Section:
    """Return the terms that this game needs."""
    return Section("glossary", make_message("Glossary"), tuple(_glossary_items(rules)))


def _glossary_items(rules: Rules) -> Iterator[Paragraph]:
    yield list_item("Tableau: the columns.")
    yield list_item("Column: cards that overlap downwards. Its bottom card lies at the back.")
    yield list_item("Top card: the uncovered card of a column, drawn lowest. It is free to move.")
    yield list_item("Foundation: one of the four piles on which all cards end.")
    yield list_item("Home: the foundations. A card that lies there is home.")
    if rules.cells:
        yield list_item("Free cell: a place for one card of your choice.")
    yield list_item("In sequence: each card lies on one that it may be built on.")
    if rules.grouping is not Grouping.NONE:
        yield list_item("Group: cards in sequence that move together.")
    if rules.filling is Filling.NOTHING:
        yield list_item("Dead column: an empty one, hatched. Nothing goes into it.")
    yield list_item("Deal: all the cards as they lie before the first move.")
    yield list_item("Deal number: it fixes the order of the cards, for ever.")
    yield list_item("Game code: it names the game, its cells, its house rules and its deal.")
    yield list_item("Finish: all the rest goes home, one card after the other.")
    yield list_item("Stuck: no card can go anywhere.")
