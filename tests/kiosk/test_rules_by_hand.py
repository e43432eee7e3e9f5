"""What the rules pages tell of fingers and keys is what they do."""

from __future__ import annotations

import pygame
import pytest

from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position, is_cell
from engine.rulebook.document import FactKind, Paragraph, RuleFact, TextTable
from engine.rulebook.page import make_rules_page
from engine.variants import Rules
from kiosk import intent
from kiosk.events import ButtonEvent
from kiosk.intent import PileSpot, Selection
from tests.support.devices import plug_keyboard
from tests.support.tables import BAKERS_GAME, parse_position
from tests.support.varieties import SHIPPED_RULES, name_rules


def stated(rules: Rules, about: FactKind) -> list[RuleFact]:
    return [
        claim
        for section in make_rules_page(rules)
        for block in section.blocks
        if isinstance(block, Paragraph | TextTable)
        for claim in block.facts
        if claim.kind is about
    ]


def made(rules: Rules, drawing: str) -> Position:
    return parse_position(drawing, rules)


def run_of_three(rules: Rules) -> Position:
    return made(rules, "KS\n9H 8H 7H")


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_tap_sends_home_or_picks_up(rules: Rules) -> None:
    (claim,) = stated(rules, FactKind.TAP)
    position = made(rules, "KS\n2C AC\n9D")
    meant = [intent.interpret_tap(rules, position, None, PileSpot(column)) for column in (1, 2)]
    home = isinstance(meant[0], Move) and meant[0].target == HOME
    assert claim.value == ("home" if home else "", "pick up")
    assert meant[1] == Selection(2, 1)


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_tap_on_a_covered_card(rules: Rules) -> None:
    claims = stated(rules, FactKind.TAP_COVERED)
    meant = intent.interpret_tap(rules, run_of_three(rules), None, PileSpot(1, 0))
    assert [claim.value for claim in claims] == (
        [meant.card_count] if isinstance(meant, Selection) else []
    )


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_tap_on_a_foundation(rules: Rules) -> None:
    claims = stated(rules, FactKind.TAP_FOUNDATION)
    position = made(rules, "Foundations: S-4\nKS\n5S")
    meant = intent.interpret_tap(rules, position, None, PileSpot(FIRST_FOUNDATION + 3))
    assert [claim.value for claim in claims] == (
        [meant.card_count] if isinstance(meant, Selection) else []
    )


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_hold_picks_up_what_could_go_home(rules: Rules) -> None:
    assert stated(rules, FactKind.LONG_PRESS)
    assert intent.pick_up(rules, made(rules, "KS\n2C AC"), PileSpot(1)) == Selection(1, 1)


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_double_tap_finds_the_places_in_the_order_that_is_told(rules: Rules) -> None:
    """Each place is there, then taken away, and the next one is found."""
    (claim,) = stated(rules, FactKind.DOUBLE_TAP)
    full = "\n".join(["KS"] * (rules.variant.columns - 4))
    found = []
    for homes, column, empty in (("H-6", "8H", ":"), ("H-0", "8H", ":"), ("H-0", "KS", ":")):
        found.append(place(rules, f"Foundations: {homes}\n9C 7H\n{column}\nKS\n{empty}\n{full}"))
    found.append(place(rules, f"9C 7H\nKS\nKS\nKS\n{full}"))
    kings = place(rules, f"9C KH\nKS\nKS\n:\n{full}")
    told_places = [where for where in found if where]
    if kings and kings not in told_places:
        told_places.insert(2, kings)
    assert tuple(dict.fromkeys(told_places)) == claim.value


def place(rules: Rules, drawing: str) -> str:
    position = made(rules, drawing)
    meant = intent.interpret_double_tap(rules, position, PileSpot(0))
    if not isinstance(meant, Move):
        return ""
    if meant.target == HOME:
        return "home"
    if is_cell(meant.target):
        assert meant.target == FIRST_CELL
        return "cell"
    return "column" if position.columns[meant.target] else "empty column"


@pytest.mark.parametrize(
    "claim", stated(BAKERS_GAME, FactKind.KEY_BINDING), ids=lambda c: c.value[0]
)
def test_every_key_does_what_is_told(claim: RuleFact) -> None:
    assert isinstance(claim.value, tuple)
    keys, action = map(str, claim.value)
    *mods, key = keys.split("+")
    held = pygame.KMOD_SHIFT if mods == ["Shift"] else 0
    letter = key.lower() if len(key) == 1 else {"Enter": "RETURN"}.get(key, key.upper())
    keyboard = plug_keyboard()
    code = getattr(pygame, f"K_{letter}")
    pressed = keyboard.handle_event(pygame.event.Event(pygame.KEYDOWN, key=code, mod=held), 1.0)
    assert [press.action for press in pressed if isinstance(press, ButtonEvent)] == [action]
