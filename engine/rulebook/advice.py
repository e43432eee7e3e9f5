"""What helps to win, told by what the record of a game says."""

from __future__ import annotations

from engine.phrases import phrase
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Paragraph, Section, entry
from engine.variants import Build, Filling, Grouping, Rules


def tips(rules: Rules) -> Section:
    """Advice for this game."""
    low = phrase("Look for the Aces and the low cards first. What lies on them has to go.")
    undo = phrase("Undo costs nothing. Try a line, take it back, try another.")
    told = (
        entry(low),
        _empty_column(rules),
        *_cells(rules),
        *_building(rules),
        *_home(rules),
        entry(undo),
    )
    return Section("tips", phrase("Tips"), told)


def _empty_column(rules: Rules) -> Paragraph:
    if rules.filling is Filling.NOTHING:
        told = phrase("An empty column is lost. Clear one only for a card that you need.")
    elif rules.filling is Filling.KING:
        told = phrase("Empty a column when a King is ready to fill it. Till then it is no help.")
    elif rules.grouping is Grouping.CARRIED:
        told = phrase("Empty a column early, and fill it late: it doubles what can move.")
    else:
        told = phrase("Empty a column early, and fill it late: it is room for any card.")
    filling, grouping = rules.filling.value, rules.grouping.value
    return entry(told, Claim(About.FILLING, filling), Claim(About.GROUPING, grouping))


def _cells(rules: Rules) -> list[Paragraph]:
    if not rules.cells:
        return []
    told = [entry(phrase("Before you fill a free cell, know how its card will get out again."))]
    if rules.grouping is Grouping.CARRIED:
        longer = phrase("Keep cells free: each one lets a longer group move.")
        told.append(entry(longer, Claim(About.GROUPING, rules.grouping.value)))
    return told


def _building(rules: Rules) -> list[Paragraph]:
    told = []
    tableau = Claim(About.TABLEAU, rules.variant.tableau.value)
    if rules.grouping is Grouping.NONE:
        alone = phrase(
            "What you lay on a column has to come off again card by card. Build on columns that"
            " hide nothing low."
        )
        told.append(entry(alone, Claim(About.GROUPING, rules.grouping.value)))
    if rules.variant.tableau is Build.SUIT:
        one = phrase("Each card fits one other card only. Think before you bury that one.")
        told.append(entry(one, tableau))
    else:
        several = phrase("A card fits several others. Choose the one you need least.")
        told.append(entry(several, tableau))
    if rules.variant.kings_slide and rules.filling is Filling.NOTHING:
        kings = phrase("Kings at the bottom are no trouble. They go home last of all.")
        told.append(entry(kings, Claim(About.KINGS_SLIDE, 1)))
    return told


def _home(rules: Rules) -> list[Paragraph]:
    """When a card may go home without a second thought.

    Source: where columns build in suit, the only card that could lie on it waits for it at home.
    Else it may be missed in the columns until all cards of the rank below are home.
    """
    record = rules.variant
    claims = (
        Claim(About.TABLEAU, record.tableau.value),
        Claim(About.FOUNDATIONS, record.foundations.value),
    )
    if record.tableau is Build.SUIT and record.foundations is Build.SUIT:
        never = phrase("Send cards home as soon as you can. In this game it never hurts.")
        told = [entry(never, *claims)]
    else:
        if record.foundations is Build.SUIT:
            always = phrase("Aces and twos may always go home.")
        else:
            always = phrase("Aces may always go home.")
        later = phrase(
            "Any other card is sure to be safe at home once all four of the rank below it are"
            " there. Till then one of them might need it."
        )
        told = [entry(always, *claims), entry(later, *claims)]
    if record.returns:
        back = phrase("A card at home can come back when you need it in a column.")
        told.append(entry(back, Claim(About.RETURNS, 1)))
    return told
