"""The controls do what the rules pages state."""

from __future__ import annotations

from typing import Any

import pygame

from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position, is_cell
from engine.rulebook.document import Paragraph
from engine.rulebook.page import make_rules_page
from engine.variants import Rules
from kiosk import intent
from kiosk.events import ButtonEvent
from kiosk.intent import PileSpot, Selection
from tests.support.devices import plug_keyboard
from tests.support.each import for_each
from tests.support.tables import BAKERS_GAME, parse_position
from tests.support.varieties import SHIPPED_RULES


def stated(rules: Rules, kind: str) -> list[Any]:
    """Return the values of a kind of fact on the page of a game."""
    return [
        block.facts[kind]
        for section in make_rules_page(rules)
        for block in section.blocks
        if isinstance(block, Paragraph) and kind in block.facts
    ]


def made(rules: Rules, drawing: str) -> Position:
    return parse_position(drawing, rules)


def run_of_three(rules: Rules) -> Position:
    return made(rules, "KS\n9H 8H 7H")


@for_each("rules", SHIPPED_RULES)
def test_a_tap_sends_home_or_picks_up(rules: Rules) -> None:
    (value,) = stated(rules, "tap")
    position = made(rules, "KS\n2C AC\n9D")
    meant = [intent.interpret_tap(rules, position, None, PileSpot(column)) for column in (1, 2)]
    home = isinstance(meant[0], Move) and meant[0].target == HOME
    assert value == ("home" if home else "", "pick up")
    assert meant[1] == Selection(2, 1)


@for_each("rules", SHIPPED_RULES)
def test_a_tap_on_a_covered_card(rules: Rules) -> None:
    values = stated(rules, "tap_covered")
    meant = intent.interpret_tap(rules, run_of_three(rules), None, PileSpot(1, 0))
    assert values == ([meant.card_count] if isinstance(meant, Selection) else [])


@for_each("rules", SHIPPED_RULES)
def test_a_tap_on_a_foundation(rules: Rules) -> None:
    values = stated(rules, "tap_foundation")
    position = made(rules, "Foundations: S-4\nKS\n5S")
    meant = intent.interpret_tap(rules, position, None, PileSpot(FIRST_FOUNDATION + 3))
    assert values == ([meant.card_count] if isinstance(meant, Selection) else [])


@for_each("rules", SHIPPED_RULES)
def test_a_hold_picks_up_what_could_go_home(rules: Rules) -> None:
    assert stated(rules, "long_press")
    assert intent.pick_up(rules, made(rules, "KS\n2C AC"), PileSpot(1)) == Selection(1, 1)


@for_each("rules", SHIPPED_RULES)
def test_a_double_tap_finds_the_places_in_the_order_that_is_told(rules: Rules) -> None:
    """Each place is there, then taken away, and the next one is found."""
    (value,) = stated(rules, "double_tap")
    full = "\n".join(["KS"] * (rules.variant.columns - 4))
    found = []
    for homes, column, empty in (("H-6", "8H", ":"), ("H-0", "8H", ":"), ("H-0", "KS", ":")):
        found.append(place(rules, f"Foundations: {homes}\n9C 7H\n{column}\nKS\n{empty}\n{full}"))
    found.append(place(rules, f"9C 7H\nKS\nKS\nKS\n{full}"))
    kings = place(rules, f"9C KH\nKS\nKS\n:\n{full}")
    told_places = [where for where in found if where]
    if kings and kings not in told_places:
        told_places.insert(2, kings)
    assert tuple(dict.fromkeys(told_places)) == value


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


def press_key(keys: str) -> list[str]:
    *mods, key = keys.split("+")
    held = pygame.KMOD_SHIFT if mods == ["Shift"] else 0
    letter = key.lower() if len(key) == 1 else {"Enter": "RETURN"}.get(key, key.upper())
    keyboard = plug_keyboard()
    code = getattr(pygame, f"K_{letter}")
    events = keyboard.handle_event(pygame.event.Event(pygame.KEYDOWN, key=code, mod=held), 1.0)
    return [event.action for event in events if isinstance(event, ButtonEvent)]


def test_every_key_does_what_is_stated() -> None:
    bindings = [pair for pairs in stated(BAKERS_GAME, "key_bindings") for pair in pairs]
    assert len(bindings) == 14
    assert {key: press_key(key) for key, _ in bindings} == {
        key: [action] for key, action in bindings
    }
