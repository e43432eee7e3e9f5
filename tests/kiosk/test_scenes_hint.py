"""Hints at the table: asked for, thought out, shown, followed to the win."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_move
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from kiosk.effects import (
    CancelThinking,
    Effect,
    MarkHelped,
    OpenScene,
    PlaySound,
    SaveEntry,
    SolverAnswer,
    Think,
)
from kiosk.events import ResizeEvent
from kiosk.frame import Box, Mark, MarkKind, bounding_box, wrap_text
from kiosk.scenes.table import hint_requests
from tests.support.asker import HARD, LOST, STRAYED, solve_now, strayed, thinks
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.stage import LANDSCAPE, SMALL, FixedWidthMeasure
from tests.support.tables import BAKERS_GAME


def hinted(player: Player) -> str:
    """The place that a hint marks, by name."""
    boxes = [r.box for r in player.drawables if isinstance(r, Mark) and r.kind is MarkKind.HINT]
    return " ".join(player.find_place_at(*box.centre) for box in boxes)


def answer(player: Player, effects: list[Effect]) -> None:
    """Let the solver answer what was asked among these effects."""
    for think in thinks(effects):
        for advice in solve_now(think):
            player.scene.receive_answer(advice, player.now)
    player.update_frame()


@pytest.fixture
def player() -> Player:
    return Player(Game.begin(BAKERS_GAME, 2))


# Asking and showing


def test_nobody_thinks_before_the_first_hint(player: Player) -> None:
    player.play_moves("1-a")
    player.press("undo", "redo")
    player.wait(5.0)
    assert not thinks(player.effects)


@pytest.mark.parametrize("by", ["tap", "press"])
def test_until_the_answer_the_table_says_that_it_thinks(player: Player, by: str) -> None:
    effects = getattr(player, by)("hint")
    assert thinks(effects) == [Think(player.game, 0)]
    assert player.message_text == hint_requests.THINKING_TEXT
    player.wait(60.0)
    assert player.message_text == hint_requests.THINKING_TEXT


def test_the_answer_lifts_the_card_marks_its_place_and_says_it(player: Player) -> None:
    answer(player, player.press("hint"))
    move = solve(BAKERS_GAME, player.game.position).moves[0]
    source, _, target = format_move(move).partition("-")
    assert player.find_place_at(*player.find_pixel(player.selected_cards)) == source
    assert hinted(player)[0] == target
    assert player.message_text.startswith("Hint: the ")
    assert player.journal_entries == []


@pytest.mark.parametrize(
    ("drawing", "said", "marked"),
    [
        ("KS QD JC\nAS", "Hint: the A♠ goes home", "hS"),
        ("Foundations: S-9 H-K C-K D-K\nTS KS QS\nJS", "Hint: the J♠ goes on the Q♠", "1"),
    ],
)
def test_a_hint_in_words(drawing: str, said: str, marked: str) -> None:
    player = Player.from_drawing(drawing)
    moves = {"h": "2-h", "1": "2-1"}
    (think,) = thinks(player.press("hint"))
    wanted = moves[marked[0]]
    line = [m for m in legal_moves(BAKERS_GAME, think.game.position) if format_move(m) == wanted]
    player.scene.receive_answer(SolverAnswer(Verdict.WINNABLE, tuple(line)), player.now)
    player.update_frame()
    assert player.message_text == said
    assert hinted(player) == marked


def test_the_words_leave_and_the_signs_stay(player: Player) -> None:
    answer(player, player.press("hint"))
    marked = hinted(player)
    player.wait(hint_requests.HINT_SECONDS + 0.1)
    assert player.message_text == ""
    assert hinted(player) == marked != ""


def test_a_hint_puts_down_what_was_selected(player: Player) -> None:
    player.hold("1")
    assert player.marked_places
    answer(player, player.press("hint"))
    assert player.marked_places == ""
    assert hinted(player)


def test_the_hinted_move_takes_the_hint_away_and_the_next_one_costs_nothing(
    player: Player,
) -> None:
    answer(player, player.press("hint"))
    for move in solve(BAKERS_GAME, player.game.position).moves[:3]:
        assert not thinks(play(player, format_move(move)))
        assert hinted(player) == ""
        assert not thinks(player.press("hint"))
        assert hinted(player)


def play(player: Player, move: str) -> list[Effect]:
    """Play a move, which is not one of many cards, as a person may."""
    before = len(player.effects)
    source, _, target = move.partition("-")
    player.hold(source)
    player.press("home") if target == "h" else player.tap(target)
    assert player.journal_entries[-1] == move
    return player.effects[before:]


def stray(player: Player) -> list[Effect]:
    """A move that leads away from what is known."""
    for move in legal_moves(player.game.rules, player.game.position):
        effects = play(player, format_move(move))
        if thinks(effects):
            return effects
        player.press("undo")
    raise AssertionError("all moves lead to what is known")


def test_after_another_move_it_thinks_in_silence(player: Player) -> None:
    answer(player, player.press("hint"))
    effects = stray(player)
    assert thinks(effects) == [Think(player.game, 1)]
    assert player.message_text == hinted(player) == ""
    answer(player, effects)
    assert player.message_text == hinted(player) == ""
    assert not thinks(player.press("hint"))
    assert hinted(player)


def test_a_move_during_the_thinking_takes_the_question_back(player: Player) -> None:
    player.press("hint")
    effects = play(player, "1-a")
    assert player.message_text == ""
    assert [think.game for think in thinks(effects)] == [player.game]
    effects = player.press("undo")
    assert [think.game for think in thinks(effects)] == [player.game]
    answer(player, effects)
    assert hinted(player) == ""


def test_where_the_way_is_known_again_the_solver_rests(player: Player) -> None:
    answer(player, player.press("hint"))
    stray(player)
    assert CancelThinking() in player.press("undo")


def test_a_won_game_has_no_hint() -> None:
    player = Player.from_drawing("Foundations: C-K D-K H-K S-Q\nKS")
    player.tap("KS")
    assert player.press("hint") == [
        OpenScene("won")
    ]  # the cards leave in triumph: anything ends that
    assert player.press("hint") == [PlaySound("refuse")]
    assert not player.buttons["hint"].enabled


def test_what_nobody_knows_is_said_and_not_asked_again() -> None:
    player = Player(HARD)
    assert thinks(player.press("hint"))
    player.scene.receive_answer(SolverAnswer(Verdict.UNKNOWN), player.now)
    player.update_frame()
    assert player.message_text == hint_requests.UNDECIDED_TEXT
    assert not thinks(player.press("hint"))
    assert player.message_text == hint_requests.UNDECIDED_TEXT


def test_where_nobody_knows_one_press_leads_back_to_where_it_is_known(player: Player) -> None:
    answer(player, player.press("hint"))
    stray(player)
    player.scene.receive_answer(SolverAnswer(Verdict.UNKNOWN), player.now)
    player.press("hint")
    assert player.message_text == "No way to win was found. Hint again goes back 1 move, to one"
    player.press("hint")
    assert player.journal_entries[-1] == "undo*1"


# Lost


def test_a_lost_deal_is_lost_and_there_is_no_way_back() -> None:
    player = Player(LOST)
    answer(player, player.press("hint"))
    assert player.message_text == hint_requests.LOST_TEXT
    assert not player.buttons["hint"].primary
    assert player.press("hint") == [MarkHelped()]
    assert player.message_text == hint_requests.LOST_TEXT
    assert player.journal_entries == []


def test_from_a_lost_position_one_press_leads_back_to_the_last_winnable_one() -> None:
    player = Player(strayed(undo_limit=1))
    (think,) = thinks(player.press("hint"))
    assert think.step_count == player.game.step_index
    early, last = solve_now(think)
    player.scene.receive_answer(early, player.now)
    player.update_frame()
    assert player.message_text == hint_requests.SEARCHING_BACK_TEXT
    assert player.press("hint") == [MarkHelped()]
    player.scene.receive_answer(last, player.now)
    player.update_frame()
    assert player.message_text == "No way to win from here. Hint again goes back 3 moves"
    assert player.buttons["hint"].primary
    game = player.game
    player.tap("hint")
    assert player.journal_entries == ["undo*3"]
    assert player.game.position == game.steps[game.step_index - 3].position
    assert (player.game.undo_count, player.game.redo_count) == (0, 3)
    assert not thinks(player.press("hint"))
    assert hinted(player)
    player.press("redo", "redo", "redo")
    assert player.game.position == game.position
    assert not thinks(player.press("hint"))
    assert player.message_text.endswith("goes back 3 moves")


def test_what_follows_a_lost_position_is_lost_without_thinking() -> None:
    player = Player(strayed())
    answer(player, player.press("hint"))
    move, *_ = legal_moves(player.game.rules, player.game.position)
    assert not thinks(play(player, format_move(move)))
    player.press("hint")
    assert player.message_text.endswith("goes back 4 moves")


def test_the_offer_is_gone_with_its_words() -> None:
    player = Player(strayed())
    answer(player, player.press("hint"))
    player.hold("8")
    assert player.message_text == ""
    assert not player.buttons["hint"].primary
    player.press("hint")
    assert player.journal_entries == []
    assert player.message_text.endswith("goes back 3 moves")


@for_each("size", [(240, 240), *LANDSCAPE])
def test_all_that_a_hint_shows_is_on_the_picture(size: tuple[int, int]) -> None:
    player = Player(strayed().go_back(3), size)
    answer(player, player.press("hint"))
    marks = [r for r in player.drawables if isinstance(r, Mark)]
    assert marks
    picture = Box(0, 0, *size).expand(2)
    assert all(bounding_box(mark).union(picture) == picture for mark in marks)
    player.send_event(ResizeEvent(*SMALL))
    assert hinted(player)


TEXTS = (
    *(
        hint_requests.THINKING_TEXT,
        hint_requests.UNDECIDED_TEXT,
        hint_requests.LOST_TEXT,
        hint_requests.SEARCHING_BACK_TEXT,
    ),
    *(
        hint_requests.LOST_BACK_TEXTS[1].format(n=100),
        hint_requests.UNDECIDED_BACK_TEXTS[1].format(n=100),
    ),
    "Hint: 12 cards from the Q♠ on go to an empty column",
)


@for_each("text", TEXTS)
def test_all_that_is_said_fits_into_two_lines(text: str) -> None:
    assert len(wrap_text(FixedWidthMeasure(), text, 13, 240 - 13 - 8)) <= 2


def test_going_back_is_kept_as_one_entry(tmp_path: Path) -> None:
    game = strayed()
    player = Player(game)
    answer(player, player.press("hint"))
    (kept,) = [e for e in player.press("hint") if isinstance(e, SaveEntry)]
    entries = [*STRAYED.split(), kept.entry]
    replayed = Game.replay(game.rules, 12, entries)
    assert replayed.position == player.game.position
    assert replayed.redo_count == 3


def test_the_first_thing_that_the_solver_tells_marks_the_deal() -> None:
    player = Player(strayed())
    (think,) = thinks(player.press("hint"))
    *_, answer = solve_now(think)
    assert player.scene.receive_answer(answer, player.now) == [MarkHelped()]
    assert MarkHelped() not in player.press("undo")
