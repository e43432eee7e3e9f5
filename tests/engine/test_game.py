"""A game: moves, undo and its limit, redo, restart, and the journal that brings all of it back."""

from __future__ import annotations

import pytest

from engine.cards import card_text, parse_card
from engine.game import Game, IllegalMove, LineError
from engine.movegen import legal_moves
from engine.notation import MoveTextError, move_text
from engine.refusals import Reason
from tests.support.oracle import Oracle
from tests.support.replays import REPLAYS, Replay
from tests.support.tables import (
    BAKERS_GAME,
    GOOD_MEASURE,
    KINGS_ONLY,
    SPANISH,
    dealt,
    shown,
    table,
    tidy,
)


def test_a_fresh_deal() -> None:
    game = dealt(1)
    assert (game.code, game.number, game.score, game.state) == ("BK1-C4-AAAAA24", 1, 0, "playing")
    assert (game.line, game.played, game.started) == ((), 0, False)
    assert (game.undo_count, game.redo_count, game.undo_limit) == (0, 0, 100)


def test_a_given_board_has_no_code() -> None:
    game = Game.of_board(BAKERS_GAME, table("KS\n7S"))
    assert (game.code, game.number) == (None, None)


def test_moves_are_played_and_remembered() -> None:
    game = dealt(1, "6-a 6-b 6-h")
    assert " ".join(map(move_text, game.line)) == "6-a 6-b 6-h"
    assert (game.played, game.started, game.score) == (3, True, 10)
    assert shown(game.position).splitlines()[:2] == ["Foundations: C-A", "Freecells: 3D 2C - -"]


def test_an_earlier_game_stays_as_it_was() -> None:
    before = dealt(1)
    before.enter("1-a").enter("1-b")
    assert before == dealt(1)


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    with pytest.raises(IllegalMove, match="the 6♠ goes on the 7♠ only") as caught:
        dealt(1, "1-a").enter("a-2")
    assert caught.value.refusal.reason is Reason.NEEDS_CARD


def test_stuck_is_told_at_once() -> None:
    game = Game.of_board(GOOD_MEASURE, table("KS\n8H\n7D", GOOD_MEASURE))
    assert [game.state, game.enter("3-2").state, game.enter("3-2").undo().state] == [
        "playing",
        "stuck",
        "playing",
    ]


def test_a_won_game_takes_nothing_but_undo_and_restart() -> None:
    won = REPLAYS[0].games()[-1]
    assert legal_moves(won.rules, won.position) == []
    with pytest.raises(IllegalMove, match="the game is won: only undo is left"):
        won.enter("1-h")
    assert won.undo().state == "playing"
    assert won.undo().redo().state == "won"
    assert won.restart().undo().state == "won"


def test_a_journal_brings_everything_back() -> None:
    told = "6-a 6-b undo redo 6-h restart undo undo 1-c restart 3-a undo"
    entries = told.split()
    game = dealt(1)
    for entry in entries:
        game = game.enter(entry)
    assert Game.replay(BAKERS_GAME, 1, iter(entries)) == game
    assert (game.undo_count, game.redo_count, game.played) == (4, 1, 5)


def test_a_journal_knows_both_forms_of_a_move() -> None:
    assert dealt(1, "6a 6b 6h") == dealt(1, "6-a 6-b 6-h")


def test_an_undo_in_a_journal_is_a_fact_whatever_the_limit() -> None:
    entries = "6-a 6-b 6-h undo undo undo"
    assert dealt(1, entries, undo_limit=1).position == dealt(1).position
    assert dealt(1, "6-a 6-b 6-h undo*3", undo_limit=1) == dealt(1, entries, undo_limit=1)
    assert dealt(1, entries, undo_limit=1).redo_count == 3
    assert dealt(1, entries + " redo redo", undo_limit=1).undo_count == 1


@pytest.mark.parametrize(
    ("entries", "message"),
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
        dealt(1, entries)
    assert str(caught.value).startswith(message)


def test_a_list_of_moves_is_followed_as_if_each_were_entered() -> None:
    game = dealt(1, "1-a 1-b undo")
    assert game.follow(["2-b", "6-c", "6d"]) == game.enter("2-b").enter("6-c").enter("6-d")
    assert game.follow([]) == game


@pytest.mark.parametrize(
    ("moves", "index", "text", "cause"),
    [("1-a a-2", 2, "a-2", IllegalMove), ("1-a 1-b undo", 3, "undo", MoveTextError)],
)
def test_a_list_that_cannot_be_followed(
    moves: str, index: int, text: str, cause: type[ValueError]
) -> None:
    with pytest.raises(LineError, match=rf"^move {index}: {text}: ") as caught:
        dealt(1).follow(moves.split())
    assert (caught.value.index, caught.value.text) == (index, text)
    assert isinstance(caught.value.cause, cause)


@pytest.mark.parametrize("replay", REPLAYS, ids=lambda replay: replay.path.stem)
def test_the_very_cards_on_top_of_the_foundations(replay: Replay) -> None:
    games = replay.games()
    oracle = Oracle(games[0].rules, games[0].position)
    for game, text in zip(games, [*replay.moves, ""], strict=True):
        tops = [pile[-1] if pile else None for pile in oracle.home.values()]
        known = [None if card is None else card_text(card) for card in game.foundation_tops()]
        assert known == tops
        if text:
            oracle.play(text)


def test_the_tops_of_a_given_board_are_cards_that_can_be_there() -> None:
    position = table("Foundations: C-2 S-2\nKS\nKD\nKC\nKH", SPANISH)
    every = [c for c in range(52) if c not in (0, 3, 5, 6)]
    full = position._replace(columns=(bytes(every), *[b""] * 12))
    tops = Game.of_board(SPANISH, full).foundation_tops()
    assert {card_text(card) for card in tops if card is not None} == {"2D", "2H"}
    assert (tops[1], tops[2]) == (None, None)


def test_tops_after_a_restart_and_a_return() -> None:
    game = Game.of_board(KINGS_ONLY, table("Foundations: S-3\n4S", KINGS_ONLY))
    games = [game, game.enter("hS-a"), game.enter("1-h"), game.enter("1-h").restart()]
    tops = [game.foundation_tops()[3] for game in games]
    assert tops == [parse_card(text) for text in ("3S", "2S", "4S", "3S")]


def test_the_drawing_of_a_game() -> None:
    game = Game.of_board(BAKERS_GAME, table("KS 7S\n8S"))
    assert shown(game.enter("1-2").position) == tidy("KS\n8S 7S")
