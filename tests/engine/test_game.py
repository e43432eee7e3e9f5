"""A game: moves, undo and its limit, redo, restart, and the journal that brings all of it back."""

from __future__ import annotations

import pytest

from engine.cards import format_card, parse_card
from engine.game import Game, IllegalMoveError, MoveListError
from engine.movegen import legal_moves
from engine.notation import MoveTextError, format_move
from engine.refusals import Reason
from tests.support.each import for_each
from tests.support.oracle import Oracle
from tests.support.replays import RECORDED_GAMES, RecordedGame
from tests.support.tables import (
    BAKERS_GAME,
    GOOD_MEASURE,
    KINGS_ONLY,
    SPANISH,
    draw_position,
    normalize_drawing,
    parse_position,
    replay_game,
)


def test_a_fresh_deal() -> None:
    game = replay_game(1)
    assert (game.code, game.number, game.score, game.state) == ("BK1-C4-AAAAA24", 1, 0, "playing")
    assert (game.moves, game.moves_played, game.has_started) == ((), 0, False)
    assert (game.undo_count, game.redo_count, game.undo_limit) == (0, 0, 100)


def test_a_given_board_has_no_code() -> None:
    game = Game.from_position(BAKERS_GAME, parse_position("KS\n7S"))
    assert (game.code, game.number) == (None, None)


def test_moves_are_played_and_remembered() -> None:
    game = replay_game(1, "6-a 6-b 6-h")
    assert " ".join(map(format_move, game.moves)) == "6-a 6-b 6-h"
    assert (game.moves_played, game.has_started, game.score) == (3, True, 10)
    assert draw_position(game.position).splitlines()[:2] == [
        "Foundations: C-A",
        "Freecells: 3D 2C - -",
    ]


def test_an_earlier_game_stays_as_it_was() -> None:
    before = replay_game(1)
    before.apply_entry("1-a").apply_entry("1-b")
    assert before == replay_game(1)


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    with pytest.raises(IllegalMoveError, match="the 6♠ goes on the 7♠ only") as caught:
        replay_game(1, "1-a").apply_entry("a-2")
    assert caught.value.refusal.reason is Reason.NEEDS_CARD


def test_stuck_is_told_at_once() -> None:
    game = Game.from_position(GOOD_MEASURE, parse_position("KS\n8H\n7D", GOOD_MEASURE))
    assert [game.state, game.apply_entry("3-2").state, game.apply_entry("3-2").undo().state] == [
        "playing",
        "stuck",
        "playing",
    ]


def test_a_won_game_takes_nothing_but_undo_and_restart() -> None:
    won = RECORDED_GAMES[0].list_games()[-1]
    assert legal_moves(won.rules, won.position) == []
    with pytest.raises(IllegalMoveError, match="the game is won: only undo is left"):
        won.apply_entry("1-h")
    assert won.undo().state == "playing"
    assert won.undo().redo().state == "won"
    assert won.restart().undo().state == "won"


def test_a_journal_brings_everything_back() -> None:
    result = "6-a 6-b undo redo 6-h restart undo undo 1-c restart 3-a undo"
    entries = result.split()
    game = replay_game(1)
    for entry in entries:
        game = game.apply_entry(entry)
    assert Game.replay(BAKERS_GAME, 1, iter(entries)) == game
    assert (game.undo_count, game.redo_count, game.moves_played) == (4, 1, 5)


def test_a_journal_knows_both_forms_of_a_move() -> None:
    assert replay_game(1, "6a 6b 6h") == replay_game(1, "6-a 6-b 6-h")


def test_an_undo_in_a_journal_is_a_fact_whatever_the_limit() -> None:
    entries = "6-a 6-b 6-h undo undo undo"
    assert replay_game(1, entries, undo_limit=1).position == replay_game(1).position
    assert replay_game(1, "6-a 6-b 6-h undo*3", undo_limit=1) == replay_game(
        1, entries, undo_limit=1
    )
    assert replay_game(1, entries, undo_limit=1).redo_count == 3
    assert replay_game(1, entries + " redo redo", undo_limit=1).undo_count == 1


@for_each(
    "entries, message",
    [
        ("6-a 5-h", "entry 2: 5-h: the 6♣ goes home on the 5♣ only"),
        ("undo", "entry 1: undo: 1 steps back, but only 0 were made"),
        ("6-a undo*2", "entry 2: undo*2: 2 steps back, but only 1 were made"),
        ("6-a undo*x", "entry 2: undo*x: 'x' is no number of steps"),
        ("6-a undo*0", "entry 2: undo*0: 0 steps back, but only 1 were made"),
        ("6-a redo", "entry 2: redo: no redo is left"),
        ("restart", "entry 1: restart: the deal lies there already"),
        ("6-a frob", "entry 2: frob: 'frob' is no move: expected one like 5-8, 5-8*4, a-12, 3-h"),
        ("6-a \u2660", "entry 2: '\\u2660': '\\u2660' is no move: expected"),
    ],
)
def test_a_journal_that_cannot_be(entries: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^entry") as caught:
        replay_game(1, entries)
    assert str(caught.value).startswith(message)


def test_a_list_of_moves_is_followed_as_if_each_were_entered() -> None:
    game = replay_game(1, "1-a 1-b undo")
    assert game.play_moves(["2-b", "6-c", "6d"]) == game.apply_entry("2-b").apply_entry(
        "6-c"
    ).apply_entry("6-d")
    assert game.play_moves([]) == game


@for_each(
    "moves, index, text, cause",
    [("1-a a-2", 2, "a-2", IllegalMoveError), ("1-a 1-b undo", 3, "undo", MoveTextError)],
)
def test_a_list_that_cannot_be_followed(
    moves: str, index: int, text: str, cause: type[ValueError]
) -> None:
    with pytest.raises(MoveListError, match=rf"^move {index}: {text}: ") as caught:
        replay_game(1).play_moves(moves.split())
    assert (caught.value.move_number, caught.value.text) == (index, text)
    assert isinstance(caught.value.cause, cause)


@for_each("replay", RECORDED_GAMES)
def test_the_very_cards_on_top_of_the_foundations(replay: RecordedGame) -> None:
    games = replay.list_games()
    oracle = Oracle(games[0].rules, games[0].position)
    for game, text in zip(games, [*replay.moves, ""], strict=True):
        tops = [pile[-1] if pile else None for pile in oracle.foundations.values()]
        known = [None if card is None else format_card(card) for card in game.get_foundation_tops()]
        assert known == tops
        if text:
            oracle.play(text)


def test_the_tops_of_a_given_board_are_cards_that_can_be_there() -> None:
    position = parse_position("Foundations: C-2 S-2\nKS\nKD\nKC\nKH", SPANISH)
    every = [c for c in range(52) if c not in (0, 3, 5, 6)]
    full = position._replace(columns=(bytes(every), *[b""] * 12))
    tops = Game.from_position(SPANISH, full).get_foundation_tops()
    assert {format_card(card) for card in tops if card is not None} == {"2D", "2H"}
    assert (tops[1], tops[2]) == (None, None)


def test_tops_after_a_restart_and_a_return() -> None:
    game = Game.from_position(KINGS_ONLY, parse_position("Foundations: S-3\n4S", KINGS_ONLY))
    games = [
        game,
        game.apply_entry("hS-a"),
        game.apply_entry("1-h"),
        game.apply_entry("1-h").restart(),
    ]
    tops = [game.get_foundation_tops()[3] for game in games]
    assert tops == [parse_card(text) for text in ("3S", "2S", "4S", "3S")]


def test_the_drawing_of_a_game() -> None:
    game = Game.from_position(BAKERS_GAME, parse_position("KS 7S\n8S"))
    assert draw_position(game.apply_entry("1-2").position) == normalize_drawing("KS\n8S 7S")
