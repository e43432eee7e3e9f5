"""What moves by itself: cards on their way, a win; slower or not at all by a setting."""

from __future__ import annotations

import pytest

from engine.game import Game
from kiosk.animation import GLIDE, SHAKE, thrown
from kiosk.effects import Open
from kiosk.events import Touch
from kiosk.frame import Box, Card
from kiosk.scenes.table.card_layout import SHOWN_SUITS
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.table.win_animation import BEAT, FLIGHT, Triumph, leaving
from kiosk.settings import Config
from kiosk.ui.scene import Occasion
from tests.support.player import Player
from tests.support.replays import REPLAYS
from tests.support.stage import PANEL, SIZES, stage
from tests.support.tables import dealt

WINNING = """
Foundations: H-K C-K D-Q S-K
KD
"""


def player(game: Game, motion: str, size: tuple[int, int] = PANEL) -> Player:
    """Somebody at a table with this setting."""
    made = Player(game, size)
    made.scene = TableScene(stage(size, Config.of({"display.motion": motion})), Occasion(game))
    made.scene.enter(made.now)
    made.look()
    return made


@pytest.mark.parametrize(("motion", "pace"), [("on", 1), ("slow", 2)])
def test_a_card_travels_as_long_as_is_set(motion: str, pace: int) -> None:
    one = player(dealt(1), motion)
    one.tap("2", pause=0)
    one.wait(0.5)
    one.tap("a", pause=0.01)
    assert one.moving
    one.wait(GLIDE * pace - 0.03)
    assert one.moving
    one.wait(0.04)
    assert not one.moving


def test_nothing_moves_where_that_is_set() -> None:
    one = player(dealt(1), "off")
    one.tap("2", pause=0.5)
    one.tap("a", pause=0)
    assert one.journal
    assert not one.moving
    one.press("undo")
    assert not one.moving
    assert one.scene.wake(one.now) is None or one.scene.wake(one.now) > one.now  # type: ignore[operator]


def test_a_refused_card_does_not_shake_where_nothing_moves_but_it_is_told_why() -> None:
    for motion, moves in (("on", True), ("slow", True), ("off", False)):
        one = player(dealt(1), motion)
        one.tap("2", pause=0.5)
        one.tap("3", pause=0.02)
        assert one.said
        assert bool(one.moving) == moves
        one.wait(SHAKE * 2 + 0.1)
        assert not one.moving


def test_a_drag_that_is_refused_is_back_at_once_where_nothing_moves() -> None:
    one = player(dealt(1), "off")
    one.point(Touch.DOWN, "2")
    one.point(Touch.MOVE, (300, 300))
    one.point(Touch.UP, (400, 479))
    assert not one.moving


# The win


def test_a_win_without_motion_is_told_at_once() -> None:
    one = player(Player.at(WINNING).game, "off")
    one.tap("KD", pause=0.01)
    assert one.opened == ["won"]


def test_any_touch_ends_the_celebration() -> None:
    one = Player.at(WINNING)
    one.tap("KD", pause=1.5)
    assert len(one.moving.split()) > 3
    assert one.opened == []
    one.press("down")
    assert one.opened == ["won"]
    assert one.effects[-1] == Open("won")
    assert not one.moving


def test_every_card_leaves_once_and_few_are_in_the_air() -> None:
    one = Player.at(WINNING)
    one.tap("KD", pause=GLIDE)
    seen: set[int] = set()
    most = 0
    for _ in range(130):
        one.wait(0.03)
        flying = [r.card for r in one.frame.moving if isinstance(r, Card)]
        lying = [r.card for r in one.frame.still if isinstance(r, Card)]
        assert not set(flying) & set(lying)
        most = max(most, len(flying))
        seen |= set(flying)
    assert len(seen) == 52
    assert most <= FLIGHT / BEAT + 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_card_flies_from_its_foundation_out_of_the_picture(size: tuple[int, int]) -> None:
    table = Player.at(WINNING, size=size).scene._glass.table
    piles = tuple(tuple(range(suit, 52, 4)) for suit in range(4))
    triumph = Triumph(table, leaving(piles), 10.0, 1.0)
    picture = Box(0, 0, *size)
    for number in (0, 7, 30, 51):
        begins = 10.0 + number * BEAT
        first = triumph.flying(begins + 0.001)[-1]
        suit, card = triumph.order[number]
        home = table.foundation_cards[SHOWN_SUITS.index(suit)]
        assert isinstance(first, Card)
        assert first.card == card
        assert abs(first.box.x - home.x) <= 2
        way = [
            next(r for r in triumph.flying(begins + FLIGHT * i / 40) if r.card == card)  # type: ignore[union-attr]
            for i in range(1, 40)
        ]
        assert all(r.box.meets(picture) for r in way)
        assert min(r.box.y for r in way) < home.y
        assert way[-1].box.y > size[1] * 0.85


def test_an_arc_climbs_as_high_as_is_asked_and_ends_where_it_is_to() -> None:
    box = Box(100, 300, 50, 70)
    way = [thrown(box, 400, 80, 200, i / 1000) for i in range(1001)]
    assert way[0] == box
    assert way[-1] == Box(400, 500, 50, 70)
    assert min(b.y for b in way) == pytest.approx(220, abs=1)


def test_the_very_cards_leave_that_came_home() -> None:
    """Also where foundations build in colours, and only the moves tell which cards lie there."""
    for replay in REPLAYS:
        game = replay.games()[-1]
        piles = game.foundation_piles()
        assert sorted(card for pile in piles for card in pile) == list(range(52))
        assert tuple(pile[-1] for pile in piles) == game.foundation_tops()
