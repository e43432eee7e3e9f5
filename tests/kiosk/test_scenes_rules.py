"""The rules pages and the example: all of it can be read, by finger, keys and three buttons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle

import pygame
import pytest

from engine.cards import card_text, parse_card
from engine.game import Game
from engine.moves import CELL, FOUNDATION, HOME, Move, is_cell
from engine.position import EMPTY, Position
from engine.rulebook import rules_page
from engine.rulebook.claims import About, Claim
from engine.rulebook.example import example_game, example_steps
from engine.rulebook.phrases import counted, english, phrase
from engine.rulebook.sections import Grid, Paragraph
from engine.rules import group_limit
from engine.variants import Rules, rules_for
from kiosk import intent
from kiosk.actions import Action, Message, Pointer, Press, Resized, Touch
from kiosk.config import Config
from kiosk.effects import Back, Effect, Leave, Open
from kiosk.frame import Box, Button, Card, Label, Record, Slot
from kiosk.i18n import Words
from kiosk.input.bindings import KEYBOARD, Keymap
from kiosk.intent import Hand, Spot
from kiosk.layout import finger
from kiosk.motion import GLIDE
from kiosk.scenes.catalogue import SCENES
from kiosk.scenes.stage import Occasion
from kiosk.scenes.telling import told
from tests.support.stage import PANEL, SIZES, SMALL, Even, stage
from tests.support.tables import BAKERS_GAME, dealt, table
from tests.support.varieties import ALL_RULES, name

TINY = (240, 240)
FOOT = ["back", "page-up", "page-down"]


class Reader:
    """Somebody with a book in hand."""

    def __init__(
        self,
        scene: str = "rules",
        game: Game | None = None,
        size: tuple[int, int] = PANEL,
        config: Config | None = None,
    ) -> None:
        """The book is opened over this game, or over the title."""
        self.now = 50.0
        self.size = size
        self.book = SCENES[scene](stage(size, config), Occasion(game, 12.0))
        self.book.enter(self.now)

    @property
    def boxes(self) -> dict[str, Box]:
        return self.book.boxes(self.now)["buttons"]

    @property
    def records(self) -> tuple[Record, ...]:
        frame = self.book.frame(self.now)
        return (*frame.still, *frame.moving)

    @property
    def buttons(self) -> dict[str, Button]:
        shown = [r for r in self.records if isinstance(r, Button)]
        return dict(zip(self.boxes, shown, strict=True))

    @property
    def labels(self) -> list[Label]:
        return [r for r in self.records if isinstance(r, Label)]

    @property
    def heading(self) -> str:
        return self.labels[0].text

    @property
    def text(self) -> str:
        """What is told below the heading, without bullets."""
        return " ".join(r.text for r in self.labels[1:] if r.text not in ("", "•"))

    @property
    def caption(self) -> str:
        """The line below a board; the first label is how far it is."""
        return self.text

    @property
    def focus(self) -> str:
        (focused,) = (name for name, button in self.buttons.items() if button.focused)
        return focused

    @property
    def last(self) -> bool:
        return not self.buttons["page-down"].enabled

    def send(self, message: Message) -> list[Effect]:
        done = self.book.handle(message, self.now)
        self.now += 1
        self.book.advance(self.now)
        return done

    def press(self, *actions: str) -> list[Effect]:
        done: list[Effect] = []
        for action in actions:
            done = self.send(Press(Action(action), True, self.now, "gpio"))
            assert self.send(Press(Action(action), False, self.now, "gpio")) == []
        return done

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> list[Effect]:
        self.send(Pointer(Touch.DOWN, *start, self.now))
        return self.send(Pointer(Touch.UP, *end, self.now))

    def tap(self, button: str) -> list[Effect]:
        return self.drag(self.boxes[button].middle, self.boxes[button].middle)

    def leaves(self) -> Iterator[None]:
        """Every leaf from the open one to the last."""
        yield
        while not self.last:
            assert self.tap("page-down") == []
            yield


GAMES = [Game.begin(rules, 617) for rules in ALL_RULES]


# What is told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name(game.rules))
def test_every_word_of_the_page_is_on_its_leaves(game: Game) -> None:
    reader = Reader(game=game)
    leaves = [reader.text for _ in reader.leaves()]
    shown = " ".join(leaves[1:])
    start = 0
    for section in rules_page(game.rules, position=game.position, number=game.number):
        for block in section.blocks:
            if isinstance(block, Paragraph):
                start = shown.index(english(block.told), start)


def test_the_contents_name_every_section_and_the_example() -> None:
    reader = Reader()
    assert list(reader.boxes)[:-3] == [s.name for s in rules_page(BAKERS_GAME)] + ["examples"]
    for section in rules_page(BAKERS_GAME):
        assert reader.buttons[section.name].text == english(section.title)
        reader.tap(section.name)
        if section.name != "example":
            assert reader.heading.startswith(english(section.title))
        reader.press("back")
    assert reader.tap("examples") == [Open("examples")]


def test_the_limit_is_that_of_the_game_on_the_table() -> None:
    game = dealt(1, "1-a 2-b")
    reader = Reader(game=game)
    reader.tap("moves")
    shown = " ".join(reader.text for _ in reader.leaves())
    limit = group_limit(game.rules, game.position, 0)
    assert f"Free now: 2 cells, 0 columns. Onto a card go up to {limit} cards." in shown


def test_over_the_title_it_is_the_configured_game() -> None:
    config = Config.of({"game.variant": "kings-only", "game.cells": 2, "game.undo_limit": 7})
    reader = Reader(config=config)
    assert reader.heading == "Kings Only, 2 cells"
    reader.tap("play")
    assert "Undo takes back up to 7 moves." in " ".join(reader.text for _ in reader.leaves())


def test_what_was_just_chosen_comes_before_the_configured_game() -> None:
    chosen = rules_for("good-measure", house="EG")
    book = SCENES["rules"](stage(), Occasion(rules=chosen))
    (heading, *_) = (r for r in book.frame(0.0).still if isinstance(r, Label))
    assert heading.text == "Good Measure, E + G"


def test_the_dealt_board_is_drawn() -> None:
    reader = Reader(game=dealt(617))
    reader.tap("example")
    assert reader.last
    cards = {r.card for r in reader.records if isinstance(r, Card)}
    assert len(cards) == 52
    assert reader.caption == "Deal 617, before the first move."


def test_the_row_of_the_table_that_holds_now_stands_out() -> None:
    reader = Reader(game=dealt(1, "1-a"))
    reader.tap("moves")
    bold = [r.text for _ in reader.leaves() for r in reader.labels if r.bold]
    assert " ".join(bold).count("3 4 8 16") == 1


# That it can be read


@pytest.mark.parametrize(("size", "game"), list(zip(SIZES, cycle(GAMES), strict=False)), ids=str)
def test_every_leaf_fits_every_panel(size: tuple[int, int], game: Game) -> None:
    reader = Reader(game=game, size=size)
    for _ in reader.leaves():
        assert_fits(reader)


@pytest.mark.parametrize("size", [TINY, SMALL, (480, 320)], ids=str)
@pytest.mark.parametrize("game", GAMES[:12], ids=lambda game: name(game.rules))
def test_every_game_fits_small_panels(size: tuple[int, int], game: Game) -> None:
    reader = Reader(game=game, size=size)
    for _ in reader.leaves():
        assert_fits(reader)


@pytest.mark.parametrize("size", [*SIZES[:5], PANEL], ids=str)
def test_the_example_fits(size: tuple[int, int]) -> None:
    reader = Reader("examples", size=size)
    for _ in reader.leaves():
        assert_fits(reader)


def assert_fits(reader: Reader) -> None:
    """All is inside the picture, nothing is cut, and text and buttons keep out of each other."""
    width, height = reader.size
    picture = Box(0, 0, width, height)
    for record in reader.records:
        assert picture.joined(record.box) == picture, record
    texts = [label for label in reader.labels if label.text]
    for label in texts:
        assert Even().width(label.text, label.px, bold=label.bold) <= label.box.w, label
        assert label.px >= 9
    solid = [label.box for label in texts] + list(reader.boxes.values())
    for index, box in enumerate(solid):
        assert not any(box.meets(other) for other in solid[index + 1 :]), box
    for box in reader.boxes.values():
        assert min(box.w, box.h) >= min(finger(reader.size), 24)


def test_the_table_of_limits_is_whole_on_one_leaf_of_the_smallest_panel() -> None:
    reader = Reader(game=dealt(1), size=TINY)
    reader.tap("moves")
    rows = "0 1 2 4 1 2 4 8 2 3 6 12 3 4 8 16 4 5 10 20"
    (found,) = (reader.text for _ in reader.leaves() if rows in reader.text)
    assert found.startswith("Cards onto a card ")
    assert found.endswith(rows)


def test_what_stands_under_a_heading_stays_together() -> None:
    reader = Reader(size=TINY)
    reader.tap("games")
    compared = [section for section in rules_page(BAKERS_GAME) if section.name == "games"]
    heads = sum(
        isinstance(block, Paragraph) and block.style == "head" for block in compared[0].blocks
    )
    tops = []
    for _ in reader.leaves():
        if not reader.heading.startswith("Games compared"):
            break
        tops.append(reader.labels[1].bold)
    assert tops == [True] * len(tops)
    assert len(tops) <= heads


# How it is leafed through


def test_three_buttons_reach_everything() -> None:
    reader = Reader(game=dealt(1))
    assert reader.focus == "goal"
    reader.press("next", "next", "confirm")
    assert reader.heading == "Moves 1/4"
    assert reader.focus == "page-down"
    reader.press("confirm")
    assert reader.heading == "Moves 2/4"
    reader.press("previous", "confirm")
    assert reader.heading == "Moves 1/4"
    reader.press("previous", "confirm")
    assert reader.heading == "Baker's Game, 4 cells"
    assert reader.focus == "moves"
    reader.press("previous", "previous", "previous", "previous")
    assert reader.focus == "back"
    assert reader.press("confirm") == [Back()]


def test_confirm_alone_reads_to_the_end_and_leads_out() -> None:
    reader = Reader(game=dealt(1))
    reader.press("confirm")
    while not reader.last:
        assert reader.focus == "page-down"
        reader.press("confirm")
    assert reader.focus == "back"
    reader.press("confirm")
    assert reader.focus == "example"


def test_arrows_go_to_links_and_turn_leaves() -> None:
    reader = Reader(game=dealt(1))
    reader.press("down")
    assert reader.focus == "piles"
    reader.press("right")
    assert reader.focus == "odds"
    reader.press("confirm", "down")
    assert reader.heading == "Glossary 1/2"
    reader.press("up")
    assert reader.heading == "Odds"
    reader.press("left")
    assert reader.focus == "page-up"
    reader.press("right")
    assert reader.focus == "page-down"
    reader.press("page-down", "page-down", "page-up")
    assert reader.heading == "Glossary 1/2"


def test_back_leads_to_the_contents_and_then_out() -> None:
    reader = Reader(game=dealt(1))
    reader.tap("score")
    assert reader.press("back") == []
    assert reader.focus == "score"
    assert reader.press("back") == [Back()]
    reader.tap("score")
    assert reader.press("menu") == [Back()]
    assert reader.press("quit") == [Leave()]


def test_a_finger_turns_leaves_by_a_swipe() -> None:
    reader = Reader(game=dealt(1))
    reader.tap("goal")
    reader.drag((600, 200), (200, 210))
    assert reader.heading.startswith("Piles 1")
    reader.drag((200, 200), (600, 210))
    assert reader.heading == "Goal"
    reader.drag((400, 100), (410, 300))
    assert reader.heading == "Goal"
    assert reader.drag(reader.boxes["back"].middle, (700, 100)) == []


def test_a_slow_finger_presses_too() -> None:
    reader = Reader(game=dealt(1))
    x, y = reader.boxes["goal"].middle
    reader.send(Pointer(Touch.DOWN, x, y, reader.now))
    assert reader.buttons["goal"].pressed
    reader.now += 3
    reader.send(Pointer(Touch.UP, x, y, reader.now))
    assert reader.heading == "Goal"


def test_there_is_nothing_before_the_first_leaf_and_after_the_last() -> None:
    reader = Reader(game=dealt(1))
    assert not reader.buttons["page-up"].enabled
    reader.press("page-up")
    assert reader.heading == "Baker's Game, 4 cells"
    reader.tap("example")
    assert reader.tap("page-down") == []
    assert reader.press("page-down") == []
    assert reader.caption.startswith("Deal 1,")


def test_another_size_shows_the_same_place() -> None:
    reader = Reader(game=dealt(1), size=TINY)
    reader.tap("games")
    reader.tap("page-down")
    first = reader.labels[1].text
    for width, height in (PANEL, TINY, (480, 800), TINY):
        reader.send(Resized(width, height))
        assert reader.heading.startswith("Games compared")
        assert first in [label.text for label in reader.labels]


def test_it_is_found_open_where_it_was_left() -> None:
    reader = Reader(game=dealt(1))
    reader.tap("tips")
    reader.book.leave(reader.now)
    reader.book.enter(reader.now)
    assert reader.heading == "Tips"


def test_a_still_leaf_is_the_same_picture() -> None:
    reader = Reader(game=dealt(1))
    assert reader.book.frame(1.0).still is reader.book.frame(2.0).still
    assert reader.book.wake(1.0) is None


def test_news_are_told_until_something_is_done() -> None:
    reader = Reader(game=dealt(1))
    reader.book.tell(("the disk is full",), reader.now)
    assert "the disk is full" in [label.text for label in reader.labels]
    reader.press("down")
    assert "the disk is full" not in [label.text for label in reader.labels]


@pytest.mark.parametrize("scene", ["rules", "examples"])
def test_whatever_is_touched_the_game_stays_as_it_was(scene: str) -> None:
    dice = random.Random(3)
    game = dealt(617, "1-a 2-b")
    reader = Reader(scene, game, SMALL)
    for _ in range(1500):
        done = reader.send(at_random(dice))
        assert all(isinstance(e, Back | Leave) or e == Open("examples") for e in done)
        assert reader.book.occasion(reader.now) == Occasion(game, 12.0)
        assert reader.focus in reader.boxes


def at_random(dice: random.Random) -> Message:
    spot = dice.randrange(320), dice.randrange(240)
    if dice.random() < 0.02:
        return Resized(*dice.choice([SMALL, TINY, PANEL]))
    if dice.random() < 0.4:
        return Press(dice.choice(list(Action)), True, dice.random() * 9, "keyboard")
    return Pointer(dice.choice(list(Touch)), *spot, dice.random() * 9)


# The example


def test_the_example_plays_both_groups_card_by_card() -> None:
    reader = Reader("examples")
    captions = [reader.caption for _ in reader.leaves()]
    assert captions == [english(step.told) for step in example_steps(example_game())]
    assert captions[1] == "10 cards in sequence, 4 free cells, 1 empty column."
    assert reader.focus == "back"
    assert reader.press("confirm") == [Back()]


def test_every_leaf_of_the_example_shows_its_table() -> None:
    reader = Reader("examples")
    steps = iter(example_steps(example_game()))
    for _ in reader.leaves():
        position = next(steps).position
        shown = {r.card for r in reader.records if isinstance(r, Card)}
        lying = {*b"".join(position.columns), *position.cells} - {EMPTY}
        home = {parse_card(text) for text in ("2C", "2D", "2H", "2S")}
        assert shown == lying | home


def test_a_card_is_seen_to_travel() -> None:
    reader = Reader("examples")
    for _ in range(3):
        reader.tap("page-down")
    before = reader.book.frame(reader.now)
    reader.book.handle(Press(Action.PAGE_DOWN, True, reader.now, "keyboard"), reader.now)
    assert reader.book.wake(reader.now) == reader.now
    (card,) = (r for r in reader.book.frame(reader.now).moving if isinstance(r, Card))
    assert card_text(card.card) == "4C"
    assert card.box[:2] == next(
        r.box[:2] for r in before.still if isinstance(r, Card) and r.card == card.card
    )
    half = reader.book.frame(reader.now + GLIDE / 2)
    assert half.still is reader.book.frame(reader.now + GLIDE / 3).still
    assert half.moving[0].box != card.box
    reader.book.advance(reader.now + GLIDE)
    assert reader.book.frame(reader.now + GLIDE).moving == ()
    assert reader.book.wake(reader.now + GLIDE) is None


def test_a_table_has_its_empty_places() -> None:
    reader = Reader("examples")
    assert len([r for r in reader.records if isinstance(r, Slot)]) == 8 + 4 + 4


# Words


class Shouting(Words):
    """A language in which everything is loud, numbers of things included."""

    def say(self, text: str, /, **fields: object) -> str:
        return super().say(text, **fields).upper()

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        return super().plural(one, many, n, **fields).upper()


def test_phrases_are_translated_inside_out() -> None:
    inner = counted("{n} cell", "{n} cells", 2)
    outer = phrase("{a}, {b} and {c}", a=inner, b=(phrase("x"), phrase("y")), c="z")
    assert told(Shouting(), outer) == "2 CELLS, X, Y AND Z"
    assert told(Words(), counted("{n} {what}", "{n} {what}s", 1, what="card")) == "1 card"


def test_the_whole_book_is_in_the_language_of_the_screen() -> None:
    loud = stage()._replace(words=Shouting())
    book = SCENES["rules"](loud, Occasion(dealt(1)))
    for _ in range(40):
        for record in book.frame(0.0).still:
            if isinstance(record, Label | Button):
                assert record.text == record.text.upper()
        book.handle(Press(Action.PAGE_DOWN, True, 0.0, "keyboard"), 0.0)


# What is told of fingers and keys is what they do


def stated(rules: Rules, about: About) -> list[Claim]:
    return [
        claim
        for section in rules_page(rules)
        for block in section.blocks
        if isinstance(block, Paragraph | Grid)
        for claim in block.claims
        if claim.about is about
    ]


def made(rules: Rules, drawing: str) -> Position:
    return table(drawing, rules)


def run_of_three(rules: Rules) -> Position:
    return made(rules, "KS\n9H 8H 7H")


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_tap_sends_home_or_picks_up(rules: Rules) -> None:
    (claim,) = stated(rules, About.TAP)
    position = made(rules, "KS\n2C AC\n9D")
    meant = [intent.tap(rules, position, None, Spot(column)) for column in (1, 2)]
    home = isinstance(meant[0], Move) and meant[0].target == HOME
    assert claim.value == ("home" if home else "", "pick up")
    assert meant[1] == Hand(2, 1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_tap_on_a_covered_card(rules: Rules) -> None:
    claims = stated(rules, About.TAP_COVERED)
    meant = intent.tap(rules, run_of_three(rules), None, Spot(1, 0))
    assert [claim.value for claim in claims] == ([meant.cards] if isinstance(meant, Hand) else [])


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_tap_on_a_foundation(rules: Rules) -> None:
    claims = stated(rules, About.TAP_HOME)
    position = made(rules, "Foundations: S-4\nKS\n5S")
    meant = intent.tap(rules, position, None, Spot(FOUNDATION + 3))
    assert [claim.value for claim in claims] == ([meant.cards] if isinstance(meant, Hand) else [])


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_hold_picks_up_what_could_go_home(rules: Rules) -> None:
    assert stated(rules, About.HOLD)
    assert intent.pick_up(rules, made(rules, "KS\n2C AC"), Spot(1)) == Hand(1, 1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name)
def test_a_double_tap_finds_the_places_in_the_order_that_is_told(rules: Rules) -> None:
    """Each place is there, then taken away, and the next one is found."""
    (claim,) = stated(rules, About.DOUBLE)
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
    meant = intent.double(rules, position, Spot(0))
    if not isinstance(meant, Move):
        return ""
    if meant.target == HOME:
        return "home"
    if is_cell(meant.target):
        assert meant.target == CELL
        return "cell"
    return "column" if position.columns[meant.target] else "empty column"


@pytest.mark.parametrize("claim", stated(BAKERS_GAME, About.KEY), ids=lambda c: c.value[0])
def test_every_key_does_what_is_told(claim: Claim) -> None:
    assert isinstance(claim.value, tuple)
    keys, action = map(str, claim.value)
    *mods, key = keys.split("+")
    held = pygame.KMOD_SHIFT if mods == ["Shift"] else 0
    letter = key.lower() if len(key) == 1 else {"Enter": "RETURN"}.get(key, key.upper())
    assert Keymap(KEYBOARD).action(getattr(pygame, f"K_{letter}"), held) == action
