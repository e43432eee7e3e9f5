"""Controls, tips, codes, glossary."""

from __future__ import annotations

from engine.codes import encode
from engine.deals import MAX_DEAL_NUMBER
from engine.messages import Message, make_message, make_plural_message
from engine.rulebook.document import (
    Block,
    FactKind,
    Paragraph,
    RuleFact,
    Section,
    heading,
    list_item,
    paragraph,
)
from engine.variants import Build, Filling, Grouping, Rules

_KEY_TEXTS: tuple[tuple[str, str, Message], ...] = (
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
"""Each key, its action, and what is told of it."""


def make_how_to_play_section(rules: Rules, undo_limit: int) -> Section:
    """How to play step by step; so many of the last moves can be taken back, 0 for all."""
    blocks = [*_touch_blocks(rules), *_keyboard_blocks(), *_undo_blocks(undo_limit)]
    return Section("play", make_message("How to play"), tuple(blocks))


def _touch_blocks(rules: Rules) -> list[Block]:
    blocks: list[Block] = [
        heading(make_message("With a finger or the mouse")),
        list_item(
            make_message("Tap a top card: it goes home if it may. If not, you have picked it up."),
            RuleFact(FactKind.TAP, ("home", "pick up")),
        ),
        list_item(
            make_message("Then tap the place where it is to go. Tap the card again to put it down.")
        ),
    ]
    if rules.grouping is not Grouping.NONE:
        covered = make_message("Tap a covered card to pick up the group from it on.")
        blocks.append(list_item(covered, RuleFact(FactKind.TAP_COVERED, 3)))
    blocks.append(
        list_item(
            make_message(
                "Hold a card to pick it up even if it could go home. Its places are shown."
            ),
            RuleFact(FactKind.LONG_PRESS, 1),
        )
    )
    blocks.append(_double_tap_item(rules))
    if rules.grouping is not Grouping.NONE:
        blocks.append(
            list_item(make_message("Or drag a card or a group and let go of it over its place."))
        )
        blocks.append(list_item(_group_size_text(rules)))
    else:
        blocks.append(list_item(make_message("Or drag a card and let go of it over its place.")))
    if rules.variant.allows_returns:
        back = make_message("Tap a foundation to pick up its top card.")
        blocks.append(list_item(back, RuleFact(FactKind.TAP_FOUNDATION, 1)))
    return blocks


def _double_tap_item(rules: Rules) -> Block:
    places = ["home", "column"]
    place_texts = [make_message("home"), make_message("to the longest column that takes it")]
    if rules.filling is not Filling.NOTHING:
        places.append("empty column")
        place_texts.append(make_message("into an empty column"))
    if rules.cells:
        places.append("cell")
        place_texts.append(make_message("into a free cell"))
    twice = make_message(
        "Tap a card twice and it finds its own place, the first of these that takes it: {places}.",
        places=tuple(place_texts),
    )
    return list_item(twice, RuleFact(FactKind.DOUBLE_TAP, tuple(places)))


def _group_size_text(rules: Rules) -> Message:
    if rules.filling is Filling.NOTHING:
        return make_message("Onto a card goes the number of cards that fits.")
    return make_message(
        "Onto a card goes the number of cards that fits. Into an empty column go the cards from"
        " the one you touched."
    )


def _keyboard_blocks() -> list[Block]:
    arrows = tuple(RuleFact(FactKind.KEY_BINDING, (name, name.lower())) for name in ("Up", "Down"))
    arrows += tuple(
        RuleFact(FactKind.KEY_BINDING, (name, name.lower())) for name in ("Left", "Right")
    )
    return [
        heading(make_message("With keys")),
        list_item(make_message("Arrows: move the cursor."), *arrows),
        *(
            list_item(text, RuleFact(FactKind.KEY_BINDING, (key, action)))
            for key, action, text in _KEY_TEXTS
        ),
        heading(make_message("With buttons or a pad")),
        paragraph(
            make_message(
                "The confirm button does what a finger does: press it for a tap, hold it for a"
                " hold, press it twice for a double tap."
            )
        ),
    ]


def _undo_blocks(limit: int) -> list[Block]:
    if limit:
        text = make_plural_message(
            "Undo takes back the last move, and no more.",
            "Undo takes back up to {n} moves.",
            limit,
        )
    else:
        text = make_message("Undo takes back every move, to the first.")
    redo = make_message(
        "Redo plays them again. Restart deals the same cards once more; it can be undone."
    )
    return [
        heading(make_message("Changing your mind")),
        paragraph(text, RuleFact(FactKind.UNDO_LIMIT, limit)),
        paragraph(redo),
    ]


def make_tips_section(rules: Rules) -> Section:
    """Advice for this game."""
    low = make_message("Look for the Aces and the low cards first. What lies on them has to go.")
    undo = make_message("Undo costs nothing. Try a line, take it back, try another.")
    tip_list = (
        list_item(low),
        _empty_column_tip(rules),
        *_cell_tips(rules),
        *_building_tips(rules),
        *_foundation_tips(rules),
        list_item(undo),
    )
    return Section("tips", make_message("Tips"), tip_list)


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
    filling, grouping = rules.filling.value, rules.grouping.value
    return list_item(
        text, RuleFact(FactKind.FILLING, filling), RuleFact(FactKind.GROUPING, grouping)
    )


def _cell_tips(rules: Rules) -> list[Paragraph]:
    if not rules.cells:
        return []
    cell_tips = [
        list_item(
            make_message("Before you fill a free cell, know how its card will get out again.")
        )
    ]
    if rules.grouping is Grouping.CARRIED:
        longer = make_message("Keep cells free: each one lets a longer group move.")
        cell_tips.append(list_item(longer, RuleFact(FactKind.GROUPING, rules.grouping.value)))
    return cell_tips


def _building_tips(rules: Rules) -> list[Paragraph]:
    building_tips = []
    tableau = RuleFact(FactKind.TABLEAU, rules.variant.tableau.value)
    if rules.grouping is Grouping.NONE:
        alone = make_message(
            "What you lay on a column has to come off again card by card. Build on columns that"
            " hide nothing low."
        )
        building_tips.append(list_item(alone, RuleFact(FactKind.GROUPING, rules.grouping.value)))
    if rules.variant.tableau is Build.SUIT:
        one = make_message("Each card fits one other card only. Think before you bury that one.")
        building_tips.append(list_item(one, tableau))
    else:
        several = make_message("A card fits several others. Choose the one you need least.")
        building_tips.append(list_item(several, tableau))
    if rules.variant.kings_slide and rules.filling is Filling.NOTHING:
        kings = make_message("Kings at the bottom are no trouble. They go home last of all.")
        building_tips.append(list_item(kings, RuleFact(FactKind.KINGS_SLIDE, 1)))
    return building_tips


def _foundation_tips(rules: Rules) -> list[Paragraph]:
    """When a card may go home without a second thought.

    Source: where columns build in suit, the only card that could lie on it waits for it at home.
    Else it may be missed in the columns until all cards of the rank below are home.
    """
    variant = rules.variant
    facts = (
        RuleFact(FactKind.TABLEAU, variant.tableau.value),
        RuleFact(FactKind.FOUNDATIONS, variant.foundations.value),
    )
    if variant.tableau is Build.SUIT and variant.foundations is Build.SUIT:
        never = make_message("Send cards home as soon as you can. In this game it never hurts.")
        foundation_tips = [list_item(never, *facts)]
    else:
        if variant.foundations is Build.SUIT:
            always = make_message("Aces and twos may always go home.")
        else:
            always = make_message("Aces may always go home.")
        later = make_message(
            "Any other card is sure to be safe at home once all four of the rank below it are"
            " there. Till then one of them might need it."
        )
        foundation_tips = [list_item(always, *facts), list_item(later, *facts)]
    if variant.allows_returns:
        back = make_message("A card at home can come back when you need it in a column.")
        foundation_tips.append(list_item(back, RuleFact(FactKind.RETURNS, 1)))
    return foundation_tips


_LOOKALIKE_DIGITS = str.maketrans("OIB", "018")
_LOOKALIKE_DEAL_NUMBER = 14_594
"""The deal AAOIB."""


def make_codes_section(rules: Rules, number: int) -> Section:
    """How a game code is read, by that of this deal."""
    code = encode(rules, number)
    prefix, _, symbols = code.split("-")
    cells = make_plural_message("C{n}: {n} free cell.", "C{n}: {n} free cells.", rules.cells)
    if not rules.cells:
        cells = make_message("C0: no free cells.")
    code_fact = RuleFact(FactKind.CODE, (code, str(number)))
    blocks: list[Block] = [
        paragraph(
            make_message("A game code names a game and its deal. It never means another one.")
        ),
        paragraph(make_message("{code} is read like this:", code=code), code_fact),
        list_item(
            make_message(
                "{tag}: {game}. {version}: the first kind of codes.",
                tag=prefix[:-1],
                version=prefix[-1],
                game=make_message(rules.variant.name),
            )
        ),
        list_item(cells, RuleFact(FactKind.CELLS, rules.cells)),
    ]
    if rules.house_rules:
        blocks.append(
            list_item(make_message("{house}: house rules in force.", house=rules.house_rules))
        )
    blocks += [
        list_item(
            make_message("{payload}: deal number {number}.", payload=symbols[:5], number=number),
            code_fact,
        ),
        list_item(make_message("{check}: two symbols that guard the rest.", check=symbols[5:])),
        *_typing_blocks(rules, code),
    ]
    return Section("codes", make_message("Codes"), tuple(blocks))


def _typing_blocks(rules: Rules, code: str) -> list[Block]:
    unhyphenated = code.replace("-", "").lower()
    lookalike_code = encode(rules, _LOOKALIKE_DEAL_NUMBER)
    digit_code = lookalike_code[:-7] + lookalike_code[-7:].translate(_LOOKALIKE_DIGITS)
    invalid_code = code[:-1] + ("A" if code[-1] != "A" else "C")
    facts = [
        RuleFact(FactKind.EQUIVALENT_CODES, (code, unhyphenated)),
        RuleFact(FactKind.EQUIVALENT_CODES, (lookalike_code, digit_code)),
    ]
    return [
        heading(make_message("Typing one")),
        paragraph(
            make_message(
                "Large or small letters, with hyphens or without. In the last seven, 0 is read as"
                " O, 1 as I and 8 as B."
            ),
            *facts,
        ),
        paragraph(
            make_message("One wrong symbol is always noticed, and you are told."),
            RuleFact(FactKind.INVALID_CODE, invalid_code),
        ),
        paragraph(
            make_message(
                "A plain deal number, from 1 to {most}, does as well.", most=MAX_DEAL_NUMBER
            ),
            RuleFact(FactKind.MAX_DEAL_NUMBER, MAX_DEAL_NUMBER),
        ),
        paragraph(
            make_message("The same number deals the same cards in the same order in every game."),
            RuleFact(FactKind.SAME_CARDS, 1),
        ),
    ]


def make_glossary_section(rules: Rules) -> Section:
    """The words of the card table that this game needs."""
    return Section(
        "glossary",
        make_message("Glossary"),
        tuple(list_item(text) for text in _list_glossary_texts(rules)),
    )


def _list_glossary_texts(rules: Rules) -> list[Message]:
    texts = [
        make_message("Tableau: the columns."),
        make_message("Column: cards that overlap downwards. Its bottom card lies at the back."),
        make_message("Top card: the uncovered card of a column, drawn lowest. It is free to move."),
        make_message("Foundation: one of the four piles on which all cards end."),
        make_message("Home: the foundations. A card that lies there is home."),
    ]
    if rules.cells:
        texts.append(make_message("Free cell: a place for one card of your choice."))
    texts.append(make_message("In sequence: each card lies on one that it may be built on."))
    if rules.grouping is not Grouping.NONE:
        texts.append(make_message("Group: cards in sequence that move together."))
    if rules.filling is Filling.NOTHING:
        texts.append(make_message("Dead column: an empty one, hatched. Nothing goes into it."))
    texts += [
        make_message("Deal: all the cards as they lie before the first move."),
        make_message("Deal number: it fixes the order of the cards, for ever."),
        make_message("Game code: it names the game, its cells, its house rules and its deal."),
        make_message("Finish: all the rest goes home, one card after the other."),
        make_message("Stuck: no card can go anywhere."),
    ]
    return texts
