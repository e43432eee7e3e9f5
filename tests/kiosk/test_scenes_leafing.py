"""A book is leafed through by fingers, keys and three buttons, and leaves the game as it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kiosk.effects import ExitProgram, GoBack, OpenScene
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.ui.scene import GameInPlay
from tests.support.pager_user import TINY, Reader
from tests.support.pilot import start_pilot
from tests.support.stage import PANEL, SMALL
from tests.support.tables import replay_game

FOOT = ["back", "page-up", "page-down"]


def test_three_buttons_reach_everything() -> None:
    reader = Reader(game=replay_game(1))
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
    assert reader.press("confirm") == [GoBack()]


def test_confirm_alone_reads_to_the_end_and_leads_out() -> None:
    reader = Reader(game=replay_game(1))
    reader.press("confirm")
    while not reader.last:
        assert reader.focus == "page-down"
        reader.press("confirm")
    assert reader.focus == "back"
    reader.press("confirm")
    assert reader.focus == "example"


def test_arrows_go_to_links_and_turn_leaves() -> None:
    reader = Reader(game=replay_game(1))
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
    reader = Reader(game=replay_game(1))
    reader.tap("score")
    assert reader.press("back") == []
    assert reader.focus == "score"
    assert reader.press("back") == [GoBack()]
    reader.tap("score")
    assert reader.press("menu") == [GoBack()]
    assert reader.press("quit") == [ExitProgram()]


def test_a_finger_turns_leaves_by_a_swipe() -> None:
    reader = Reader(game=replay_game(1))
    reader.tap("goal")
    reader.drag((600, 200), (200, 210))
    assert reader.heading.startswith("Piles 1")
    reader.drag((200, 200), (600, 210))
    assert reader.heading == "Goal"
    reader.drag((400, 100), (410, 300))
    assert reader.heading == "Goal"
    assert reader.drag(reader.boxes["back"].centre, (700, 100)) == []


def test_a_slow_finger_presses_too() -> None:
    reader = Reader(game=replay_game(1))
    x, y = reader.boxes["goal"].centre
    reader.send(PointerEvent(PointerPhase.DOWN, x, y, reader.now))
    assert reader.buttons["goal"].pressed
    reader.now += 3
    reader.send(PointerEvent(PointerPhase.UP, x, y, reader.now))
    assert reader.heading == "Goal"


def test_there_is_nothing_before_the_first_leaf_and_after_the_last() -> None:
    reader = Reader(game=replay_game(1))
    assert not reader.buttons["page-up"].enabled
    reader.press("page-up")
    assert reader.heading == "Baker's Game, 4 cells"
    reader.tap("example")
    assert reader.tap("page-down") == []
    assert reader.press("page-down") == []
    assert reader.caption.startswith("Deal 1,")


def test_another_size_shows_the_same_place() -> None:
    reader = Reader(game=replay_game(1), size=TINY)
    reader.tap("games")
    reader.tap("page-down")
    first = reader.labels[1].text
    for width, height in (PANEL, TINY, (480, 800), TINY):
        reader.send(ResizeEvent(width, height))
        assert reader.heading.startswith("Games compared")
        assert first in [label.text for label in reader.labels]


def test_it_is_found_open_where_it_was_left() -> None:
    reader = Reader(game=replay_game(1))
    reader.tap("tips")
    reader.pager.leave(reader.now)
    reader.pager.enter(reader.now)
    assert reader.heading == "Tips"


def test_a_still_leaf_is_the_same_picture() -> None:
    reader = Reader(game=replay_game(1))
    assert reader.pager.build_frame(1.0).background is reader.pager.build_frame(2.0).background
    assert reader.pager.next_deadline(1.0) is None


def test_news_are_told_until_something_is_done() -> None:
    reader = Reader(game=replay_game(1))
    reader.pager.show_messages(("the disk is full",), reader.now)
    assert "the disk is full" in [label.text for label in reader.labels]
    reader.press("down")
    assert "the disk is full" not in [label.text for label in reader.labels]


@pytest.mark.parametrize("scene", ["rules", "examples"])
def test_whatever_is_touched_the_game_stays_as_it_was(scene: str) -> None:
    dice = random.Random(3)
    game = replay_game(617, "1-a 2-b")
    reader = Reader(scene, game, SMALL)
    for _ in range(1500):
        done = reader.send(at_random(dice))
        assert all(isinstance(e, GoBack | ExitProgram) or e == OpenScene("examples") for e in done)
        assert reader.pager.get_game_in_play(reader.now) == GameInPlay()
        assert reader.focus in reader.boxes


def at_random(dice: random.Random) -> InputEvent:
    spot = dice.randrange(320), dice.randrange(240)
    if dice.random() < 0.02:
        return ResizeEvent(*dice.choice([SMALL, TINY, PANEL]))
    if dice.random() < 0.4:
        return ButtonEvent(dice.choice(list(Action)), True, dice.random() * 9, "keyboard")
    return PointerEvent(dice.choice(list(PointerPhase)), *spot, dice.random() * 9)


def test_the_program_reads_and_plays_on(tmp_path: Path) -> None:
    """From the menu to every chapter and the example, and back to the same table."""
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", size=(480, 320)) as pilot:
        pilot.tap("6C")
        pilot.tap("a")
        pilot.tap("menu")
        pilot.tap("rules")
        chapters = [place for place in pilot.places if place not in FOOT]
        for chapter in chapters:
            pilot.tap(chapter)
            pilot.tap("page-down")
            pilot.tap("back")
        pilot.tap("back")
        pilot.tap("confirm")
        assert pilot.scene == "TableScene"
        assert " ".join(pilot.journal) == "5-a"
        pilot.tap("undo")
        assert " ".join(pilot.journal) == "5-a undo"
