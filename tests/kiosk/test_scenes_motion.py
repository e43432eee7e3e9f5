"""What moves by itself: cards on their way, a win; slower or not at all by a setting."""

from __future__ import annotations

import pytest

from engine.game import Game
from kiosk.animation import GLIDE_SECONDS, SHAKE_SECONDS, throw_box
from kiosk.effects import OpenScene
from kiosk.events import PointerPhase
from kiosk.frame import Box, Card
from kiosk.scenes.table.card_layout import FOUNDATION_SUIT_ORDER
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.table.win_animation import (
    CARD_INTERVAL_SECONDS,
    FLIGHT_SECONDS,
    WinAnimation,
    list_departures,
)
from kiosk.settings import Config
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.replays import RECORDED_GAMES
from tests.support.stage import PANEL, SIZES, stage
from tests.support.tables import replay_game

WINNING = """
Foundations: H-K C-K D-Q S-K
KD
"""


def player(game: Game, motion: str, size: tuple[int, int] = PANEL) -> Player:
    """Somebody at a table with this setting."""
    made = Player(game, size)
    made.scene = TableScene(stage(size, Config.from_values({"display.motion": motion})), game)
    made.scene.enter(made.now)
    made.update_frame()
    return made


@for_each("motion, pace", [("on", 1), ("slow", 2)])
def test_a_card_travels_as_long_as_is_set(motion: str, pace: int) -> None:
    one = player(replay_game(1), motion)
    one.tap("2", pause_seconds=0)
    one.wait(0.5)
    one.tap("a", pause_seconds=0.01)
    assert one.moving_cards
    one.wait(GLIDE_SECONDS * pace - 0.03)
    assert one.moving_cards
    one.wait(0.04)
    assert not one.moving_cards


def test_nothing_moves_where_that_is_set() -> None:
    one = player(replay_game(1), "off")
    one.tap("2", pause_seconds=0.5)
    one.tap("a", pause_seconds=0)
    assert one.journal_entries
    assert not one.moving_cards
    one.press("undo")
    assert not one.moving_cards
    assert one.scene.next_deadline(one.now) is None or one.scene.next_deadline(one.now) > one.now  # type: ignore[operator]


def test_a_refused_card_does_not_shake_where_nothing_moves_but_it_is_told_why() -> None:
    for motion, moves in (("on", True), ("slow", True), ("off", False)):
        one = player(replay_game(1), motion)
        one.tap("2", pause_seconds=0.5)
        one.tap("3", pause_seconds=0.02)
        assert one.message_text
        assert bool(one.moving_cards) == moves
        one.wait(SHAKE_SECONDS * 2 + 0.1)
        assert not one.moving_cards


def test_a_drag_that_is_refused_is_back_at_once_where_nothing_moves() -> None:
    one = player(replay_game(1), "off")
    one.send_pointer(PointerPhase.DOWN, "2")
    one.send_pointer(PointerPhase.MOVE, (300, 300))
    one.send_pointer(PointerPhase.UP, (400, 479))
    assert not one.moving_cards


# The win


def test_a_win_without_motion_is_told_at_once() -> None:
    one = player(Player.from_drawing(WINNING).game, "off")
    one.tap("KD", pause_seconds=0.01)
    assert one.opened_scenes == ["won"]


def test_any_touch_ends_the_celebration() -> None:
    one = Player.from_drawing(WINNING)
    one.tap("KD", pause_seconds=1.5)
    assert len(one.moving_cards.split()) > 3
    assert one.opened_scenes == []
    one.press("down")
    assert one.opened_scenes == ["won"]
    assert one.effects[-1] == OpenScene("won")
    assert not one.moving_cards


def test_every_card_leaves_once_and_few_are_in_the_air() -> None:
    one = Player.from_drawing(WINNING)
    one.tap("KD", pause_seconds=GLIDE_SECONDS)
    seen: set[int] = set()
    most = 0
    for _ in range(130):
        one.wait(0.03)
        flying = [r.card for r in one.frame.foreground if isinstance(r, Card)]
        placed = [r.card for r in one.frame.background if isinstance(r, Card)]
        assert not set(flying) & set(placed)
        most = max(most, len(flying))
        seen |= set(flying)
    assert len(seen) == 52
    assert most <= FLIGHT_SECONDS / CARD_INTERVAL_SECONDS + 1


@for_each("size", SIZES)
def test_a_card_flies_from_its_foundation_out_of_the_picture(size: tuple[int, int]) -> None:
    table = Player.from_drawing(WINNING, size=size).scene._view.layout
    piles = tuple(tuple(range(suit, 52, 4)) for suit in range(4))
    animation = WinAnimation(table, list_departures(piles), 10.0, 1.0)
    picture = Box(0, 0, *size)
    for number in (0, 7, 30, 51):
        begins = 10.0 + number * CARD_INTERVAL_SECONDS
        first = animation.build_flying_cards(begins + 0.001)[-1]
        suit, card = animation.departures[number]
        home = table.foundation_cards[FOUNDATION_SUIT_ORDER.index(suit)]
        assert isinstance(first, Card)
        assert first.card == card
        assert abs(first.box.x - home.x) <= 2
        way = [
            next(
                r
                for r in animation.build_flying_cards(begins + FLIGHT_SECONDS * i / 40)
                if r.card == card
            )  # type: ignore[union-attr]
            for i in range(1, 40)
        ]
        assert all(r.box.overlaps(picture) for r in way)
        assert min(r.box.y for r in way) < home.y
        assert way[-1].box.y > size[1] * 0.85


def test_an_arc_climbs_as_high_as_is_asked_and_ends_where_it_is_to() -> None:
    box = Box(100, 300, 50, 70)
    way = [throw_box(box, 400, 80, 200, i / 1000) for i in range(1001)]
    assert way[0] == box
    assert way[-1] == Box(400, 500, 50, 70)
    assert min(b.y for b in way) == pytest.approx(220, abs=1)


def test_the_very_cards_leave_that_came_home() -> None:
    """Also where foundations build in colours, and only the moves tell which cards lie there."""
    for replay in RECORDED_GAMES:
        game = replay.list_games()[-1]
        piles = game.get_foundation_cards()
        assert sorted(card for pile in piles for card in pile) == list(range(52))
        assert tuple(pile[-1] for pile in piles) == game.get_foundation_tops()
