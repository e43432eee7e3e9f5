"""The cursor of the table goes where a person means, and only where confirm means something."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_pile
from engine.variants import Rules, find_rules
from kiosk import intent
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import PileSpot, Selection
from kiosk.scenes.table.cursor import (
    CursorStop,
    list_arrow_stops,
    list_next_stops,
    list_target_piles,
)
from kiosk.scenes.table.view import TableView
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from tests.bench.bench_presses import GOALS, count_presses
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.replays import RECORDED_GAMES, RecordedGame
from tests.support.stage import PANEL, SMALL, UPRIGHT, stage
from tests.support.varieties import SHIPPED_RULES

DOZEN = find_rules("bakers-dozen")


def list_visited(player: Player, *actions: str) -> list[str]:
    """Return the position of the cursor after each of these."""
    found = []
    for action in actions:
        player.press(action)
        found.append(player.cursor_place)
    return found


def test_with_an_empty_hand_it_skips_what_has_no_card_to_take() -> None:
    player = Player.from_drawing("Freecells: - 7D\nKS\n:\n8D\n:\n9D")
    assert list_visited(player, "right", "right", "right", "right")[:3] == ["1", "3", "5"]
    player = Player.from_drawing("Freecells: - 7D\nKS\n:\n8D\n:\n9D")
    assert list_visited(player, "right", "up") == ["1", "b"]


def test_dead_columns_are_skipped_with_a_card_in_the_hand_too() -> None:
    """In Baker's Dozen nothing goes into an empty column."""
    player = Player.from_drawing("KS\n7D\n:\n8C\n:\n9H", DOZEN)
    assert list_visited(player, "right", "right", "right") == ["1", "2", "4"]
    player.press("left", "confirm")
    assert player.selected_cards == "7D"
    assert set(list_visited(player, *["right"] * 6, *["left"] * 6)) == {"2", "4"}


def test_straight_back_leads_to_where_one_came_from() -> None:
    player = Player.from_drawing("Freecells: 7D\nKS\n9D\n8C\n6H\n5S\n4D\n3C\n2H")
    assert list_visited(player, "right", "right", "right") == ["1", "2", "3"]
    assert list_visited(player, "up", "down", "up", "down") == ["a", "3", "a", "3"]
    assert list_visited(player, "left", "right") == ["2", "3"]


def test_with_a_card_in_the_hand_it_visits_the_places_for_it_and_its_own() -> None:
    player = Player.from_drawing("Freecells: 7C 6C 5C\nKS\nKD 7D\nKC\n8D\nKH\n2S\n3S\n4S")
    player.press("right", "right", "confirm")
    assert (player.selected_cards, player.marked_places) == ("7D", "4 d")
    assert set(list_visited(player, *["right"] * 5, *["up"] * 3, *["left"] * 4)) == {"2", "4", "d"}


@for_each("way", ["left", "right"])
def test_one_place_in_the_row_is_one_step_away_either_way(way: str) -> None:
    player = Player.from_drawing("KS\n7D\n:\n:\n8C\n:\n:\n9H", DOZEN)
    player.press("right", "right", "confirm")
    assert list_visited(player, way) == ["5"]


def test_a_card_without_a_place_leaves_the_cursor_free_and_the_reason_is_told() -> None:
    player = Player.from_drawing("Freecells: 7C 6C 5C 3C\nKS\nKD\nKC\n2D\n9H\n5S\n8S\n4S")
    player.press("right", "confirm")
    assert (player.selected_cards, player.marked_places) == ("KS", "")
    player.press("right", "confirm")
    assert player.cursor_place == "2"
    assert "K♠" in player.message_text
    assert player.selected_cards == "KS"


def test_next_offers_the_places_as_a_double_tap_would_take_them_then_the_own_pile() -> None:
    player = Player.from_drawing("KS\nKD 7D\n8D\nKH 9D\n:\n6D")
    player.press("right", "right", "confirm")
    assert player.selected_cards == "7D"
    assert list_visited(player, "next", "next", "next", "next", "next") == ["3", "5", "a", "2", "3"]
    assert list_visited(player, "previous", "previous") == ["2", "a"]


def test_two_buttons_put_a_card_down_and_open_the_menu() -> None:
    """What a held Next says is Back: see the tests of keys, pads and pins."""
    player = Player.from_drawing("KS\nKD 7D\n8D")
    player.press("next", "next", "confirm")
    assert player.selected_cards == "7D"
    player.press("next", "back")
    assert (player.selected_cards, player.opened_scenes) == ("", [])
    player.press("next", "back")
    assert player.opened_scenes == ["pause"]


def middles(rules: Rules, count: int = 6) -> list[Game]:
    """Games of these rules at some moments of random play."""
    random, found = Random(rules.variant.key), []
    for number in range(1, count + 1):
        game = Game.begin(rules, number)
        for _ in range(random.randrange(60)):
            moves = legal_moves(rules, game.position)
            if not moves or game.state != "playing":
                break
            game = game.play(random.choice(moves))
        found.append(game)
    return found


def list_selections(game: Game) -> list[Selection | None]:
    """Every way to hold cards, and none held."""
    piles = list_next_stops(game, None)
    taken = [
        intent.pick_up(game.rules, game.position, PileSpot(pile), by_cursor=True)
        for pile in piles
        if isinstance(pile, int)
    ]
    return [None, *(selection for selection in taken if isinstance(selection, Selection))]


def reached(boxes: dict[CursorStop, Box], start: CursorStop) -> set[CursorStop]:
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for action in DIRECTION_VECTORS:
            there = find_neighbour(boxes, here, action)
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


@for_each("size", [SMALL, PANEL, UPRIGHT])
def test_it_is_never_trapped_and_reaches_every_place(size: tuple[int, int]) -> None:
    for rules in SHIPPED_RULES:
        for game in middles(rules, 2):
            stops = TableView(stage(size), game).list_cursor_stops()
            for selection in list_selections(game)[::3]:
                start = selection.pile if selection else list_next_stops(game, None)[0]
                boxes = list_arrow_stops(stops, game, selection, start)
                assert reached(boxes, start) == set(boxes), (game.code, game.moves, selection)


def test_every_legal_move_of_a_card_in_the_hand_is_a_place_to_go() -> None:
    for rules in SHIPPED_RULES:
        for game in middles(rules):
            for selection in list_selections(game):
                if selection is None:
                    continue
                places = list_target_piles(game, selection)
                assert len(places) == len(set(places))
                for pile in places:
                    spot = PileSpot(pile)
                    result = intent.interpret_tap(
                        rules, game.position, selection, spot, by_cursor=True
                    )
                    assert not hasattr(result, "reason"), (game.code, format_pile(pile))


@pytest.mark.parametrize(
    "replay",
    [r for r in RECORDED_GAMES if r.path.stem in ("bakers-game-4-cells", "bakers-dozen")],
    ids=lambda r: r.path.stem,
)
def test_a_line_of_median_length_takes_few_presses(replay: RecordedGame) -> None:
    four, two = count_presses(replay, PANEL), count_presses(replay, PANEL, ways=False)
    assert four is not None
    assert two is not None
    assert four <= GOALS[replay.list_games()[0].rules.variant.key]
    assert two <= GOALS[replay.list_games()[0].rules.variant.key] + 1


def test_the_cursor_speaks_of_actions_only_where_buttons_are() -> None:
    player = Player.from_drawing("KS AD\n2D")
    stops = TableView(stage(PANEL), player.game).list_cursor_stops()
    buttons = [
        name for name in list_arrow_stops(stops, player.game, None, 0) if isinstance(name, Action)
    ]
    assert set(buttons) == {Action(name) for name in player.buttons}
