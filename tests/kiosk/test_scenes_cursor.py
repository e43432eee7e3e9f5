"""The cursor of the table goes where a person means, and only where confirm means something."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import pile_text
from engine.variants import Rules, rules_for
from kiosk import intent
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import Hand, Spot
from kiosk.scenes.table.cursor import Name, targets, turns, ways
from kiosk.scenes.table.view import Glass
from kiosk.ui.focus import STEPS, neighbour
from tests.bench.bench_presses import GOALS, presses
from tests.support.player import Player
from tests.support.replays import REPLAYS, Replay
from tests.support.stage import PANEL, SMALL, UPRIGHT, stage
from tests.support.varieties import ALL_RULES

DOZEN = rules_for("bakers-dozen")


def seen(player: Player, *actions: str) -> list[str]:
    """Where the cursor is after each of these."""
    found = []
    for action in actions:
        player.press(action)
        found.append(player.cursor)
    return found


def test_with_an_empty_hand_it_skips_what_has_no_card_to_take() -> None:
    player = Player.at("Freecells: - 7D\nKS\n:\n8D\n:\n9D")
    assert seen(player, "right", "right", "right", "right")[:3] == ["1", "3", "5"]
    player = Player.at("Freecells: - 7D\nKS\n:\n8D\n:\n9D")
    assert seen(player, "right", "up") == ["1", "b"]


def test_dead_columns_are_skipped_with_a_card_in_the_hand_too() -> None:
    """In Baker's Dozen nothing goes into an empty column."""
    player = Player.at("KS\n7D\n:\n8C\n:\n9H", DOZEN)
    assert seen(player, "right", "right", "right") == ["1", "2", "4"]
    player.press("left", "confirm")
    assert player.selected == "7D"
    assert set(seen(player, *["right"] * 6, *["left"] * 6)) == {"2", "4"}


def test_straight_back_leads_to_where_one_came_from() -> None:
    player = Player.at("Freecells: 7D\nKS\n9D\n8C\n6H\n5S\n4D\n3C\n2H")
    assert seen(player, "right", "right", "right") == ["1", "2", "3"]
    assert seen(player, "up", "down", "up", "down") == ["a", "3", "a", "3"]
    assert seen(player, "left", "right") == ["2", "3"]


def test_with_a_card_in_the_hand_it_visits_the_places_for_it_and_its_own() -> None:
    player = Player.at("Freecells: 7C 6C 5C\nKS\nKD 7D\nKC\n8D\nKH\n2S\n3S\n4S")
    player.press("right", "right", "confirm")
    assert (player.selected, player.marked) == ("7D", "4 d")
    assert set(seen(player, *["right"] * 5, *["up"] * 3, *["left"] * 4)) == {"2", "4", "d"}


@pytest.mark.parametrize("way", ["left", "right"])
def test_one_place_in_the_row_is_one_step_away_either_way(way: str) -> None:
    player = Player.at("KS\n7D\n:\n:\n8C\n:\n:\n9H", DOZEN)
    player.press("right", "right", "confirm")
    assert seen(player, way) == ["5"]


def test_a_card_without_a_place_leaves_the_cursor_free_and_the_reason_is_told() -> None:
    player = Player.at("Freecells: 7C 6C 5C 3C\nKS\nKD\nKC\n2D\n9H\n5S\n8S\n4S")
    player.press("right", "confirm")
    assert (player.selected, player.marked) == ("KS", "")
    player.press("right", "confirm")
    assert player.cursor == "2"
    assert "K♠" in player.said
    assert player.selected == "KS"


def test_next_offers_the_places_as_a_double_tap_would_take_them_then_the_own_pile() -> None:
    player = Player.at("KS\nKD 7D\n8D\nKH 9D\n:\n6D")
    player.press("right", "right", "confirm")
    assert player.selected == "7D"
    assert seen(player, "next", "next", "next", "next", "next") == ["3", "5", "a", "2", "3"]
    assert seen(player, "previous", "previous") == ["2", "a"]


def test_two_buttons_put_a_card_down_and_open_the_menu() -> None:
    """What a held Next says is Back: see the tests of keys, pads and pins."""
    player = Player.at("KS\nKD 7D\n8D")
    player.press("next", "next", "confirm")
    assert player.selected == "7D"
    player.press("next", "back")
    assert (player.selected, player.opened) == ("", [])
    player.press("next", "back")
    assert player.opened == ["pause"]


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


def hands(game: Game) -> list[Hand | None]:
    """Every way to have something in the hand, and nothing."""
    piles = turns(game, None)
    taken = [
        intent.pick_up(game.rules, game.position, Spot(pile), by_cursor=True)
        for pile in piles
        if isinstance(pile, int)
    ]
    return [None, *(hand for hand in taken if isinstance(hand, Hand))]


def reached(boxes: dict[Name, Box], start: Name) -> set[Name]:
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for action in STEPS:
            there = neighbour(boxes, here, action)
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


@pytest.mark.parametrize("size", [SMALL, PANEL, UPRIGHT], ids=str)
def test_it_is_never_trapped_and_reaches_every_place(size: tuple[int, int]) -> None:
    for rules in ALL_RULES:
        for game in middles(rules, 2):
            stops = Glass(stage(size), game).stops()
            for hand in hands(game)[::3]:
                start = hand.pile if hand else turns(game, None)[0]
                boxes = ways(stops, game, hand, start)
                assert reached(boxes, start) == set(boxes), (game.code, game.line, hand)


def test_every_legal_move_of_a_card_in_the_hand_is_a_place_to_go() -> None:
    for rules in ALL_RULES:
        for game in middles(rules):
            for hand in hands(game):
                if hand is None:
                    continue
                places = targets(game, hand)
                assert len(places) == len(set(places))
                for pile in places:
                    spot = Spot(pile)
                    meaning = intent.tap(rules, game.position, hand, spot, by_cursor=True)
                    assert not hasattr(meaning, "reason"), (game.code, pile_text(pile))


@pytest.mark.parametrize(
    "replay",
    [r for r in REPLAYS if r.path.stem in ("bakers-game-4-cells", "bakers-dozen")],
    ids=lambda r: r.path.stem,
)
def test_a_line_of_median_length_takes_few_presses(replay: Replay) -> None:
    four, two = presses(replay, PANEL), presses(replay, PANEL, ways=False)
    assert four is not None
    assert two is not None
    assert four <= GOALS[replay.games()[0].rules.variant.key]
    assert two <= GOALS[replay.games()[0].rules.variant.key] + 1


def test_the_cursor_speaks_of_actions_only_where_buttons_are() -> None:
    player = Player.at("KS AD\n2D")
    stops = Glass(stage(PANEL), player.game).stops()
    buttons = [name for name in ways(stops, player.game, None, 0) if isinstance(name, Action)]
    assert set(buttons) == {Action(name) for name in player.buttons}
