"""The table as it is played: fingers, keys and time in; the picture and the journal out."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.variants import find_rules
from kiosk.animation import GLIDE_SECONDS
from kiosk.effects import ExitProgram, GoBack, OpenScene, PlaySound, SaveEntry
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Card, FoldedCount, Label, Mark, Slot
from kiosk.scenes.table.table_scene import TableScene
from tests.support import replays
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.stage import PANEL, SMALL, UPRIGHT, FixedWidthMeasure, stage
from tests.support.tables import (
    BAKERS_DOZEN,
    BAKERS_GAME,
    KINGS_ONLY,
    normalize_drawing,
    replay_game,
)

REPLAYS = {replay.path.stem: replay for replay in replays.RECORDED_GAMES}
FULL = "\n9H\n9D\n9C\n9S\nJD\nJH\nJS"
"""Seven more columns, so that none is empty."""


def on(player: Player, drawing: str) -> bool:
    return player.drawing == normalize_drawing(drawing, player.game.rules)


# Taps


def test_a_tap_sends_a_card_home() -> None:
    player = Player.from_drawing("KS AD")
    player.tap("AD")
    assert on(player, "Foundations: D-A\nKS")
    assert player.journal_entries == ["1-h"]
    assert player.effects == [SaveEntry("1-h", 0.0), PlaySound("home")]


def test_a_tap_acts_on_release() -> None:
    player = Player.from_drawing("KS AD")
    player.send_pointer(PointerPhase.DOWN, "AD")
    player.wait(0.3)
    assert on(player, "KS AD")
    player.send_pointer(PointerPhase.UP, "AD")
    assert on(player, "Foundations: D-A\nKS")


def test_a_tap_picks_up_and_a_tap_on_a_place_moves() -> None:
    player = Player.from_drawing("KS 2D\n3D")
    player.tap("2D")
    assert player.selected_cards == "2D"
    assert player.marked_places == "2 3 4 5 6 7 8 a b c d"
    player.tap("3D")
    assert on(player, "KS\n3D 2D")
    assert player.selected_cards == player.marked_places == ""
    assert player.journal_entries == ["1-2"]
    assert player.sounds == ["pick", "place"]


def test_a_group_is_picked_up_and_moved_as_a_fan() -> None:
    player = Player.from_drawing("KC 9H 8H 7H\nTH")
    player.tap("8H")
    assert player.selected_cards == "8H 7H"
    player.tap("TH")
    assert on(player, "KC\nTH 9H 8H 7H")
    assert player.journal_entries == ["1-2*3"]


def test_a_refusal_shows_the_reason_shakes_the_card_and_keeps_the_selection() -> None:
    player = Player.from_drawing("7H\nKS")
    player.tap("7H")
    player.tap("KS", pause_seconds=0.1)
    assert player.message_text == "the 7♥ goes on the 8♥ only"
    assert player.selected_cards == "7H"
    assert player.moving_cards == "7H"
    player.wait(1)
    assert player.moving_cards == ""
    assert player.selected_cards == "7H"
    assert player.journal_entries == []
    assert player.sounds == ["pick", "refuse"]
    player.tap("2")
    player.tap("3")
    assert on(player, ":\nKS\n7H")


def test_the_reason_leaves_by_itself() -> None:
    player = Player.from_drawing("7H\nKS")
    player.tap("7H")
    player.tap("KS")
    assert player.message_text
    player.wait(6)
    assert player.message_text == ""
    assert player.selected_cards == "7H"
    assert player.scene.next_deadline(player.now) is None


def test_a_card_that_cannot_be_picked_up_says_why_and_nothing_is_selected() -> None:
    player = Player.from_drawing("KC 9H 8H")
    player.tap("KC")
    assert player.message_text == "the K♣ does not move with the 9♥ on it"
    assert player.selected_cards == ""


def test_the_cards_that_were_touched_shake() -> None:
    player = Player.from_drawing("2C KC 9H 8H")
    player.tap("KC", pause_seconds=0.05)
    assert player.moving_cards == "KC 9H 8H"


def test_the_selected_card_itself_is_put_down() -> None:
    player = Player.from_drawing("KC 2H")
    player.tap("2H")
    player.tap("2H")
    assert player.selected_cards == ""
    assert player.journal_entries == []


def test_cards_go_into_cells_and_out() -> None:
    player = Player.from_drawing("KC 2H\n3H")
    player.tap("2H")
    player.tap("c")
    assert on(player, "Freecells: - - 2H\nKC\n3H")
    player.tap("2H")
    assert player.selected_cards == "2H"
    player.tap("3H")
    assert player.journal_entries == ["1-c", "c-2"]


def test_any_foundation_is_home() -> None:
    player = Player.from_drawing("KC AH")
    player.hold("AH")
    player.tap("hS")
    assert player.journal_entries == ["1-h"]


def test_foundation_tops_of_kings_only_can_be_picked_up() -> None:
    player = Player.from_drawing("Foundations: H-8\nKC 9H", KINGS_ONLY)
    player.tap("8H")
    assert player.selected_cards == "8H"
    assert player.marked_places == "1 a b c d"
    player.tap("9H")
    assert on(player, "Foundations: H-7\nKC 9H 8H")
    assert player.journal_entries == ["hH-1"]


def test_bare_cloth_means_nothing() -> None:
    player = Player.from_drawing("KC 2H")
    player.tap("2H")
    bar = player.buttons["new"].box
    player.tap((bar.x + bar.w // 2, bar.bottom + 10))
    assert player.selected_cards == "2H"
    assert player.journal_entries == []


# Holds and double taps


def test_a_hold_picks_up_also_a_card_that_could_go_home_and_shows_its_places() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.send_pointer(PointerPhase.DOWN, "AD")
    player.wait(0.59)
    assert player.selected_cards == ""
    player.wait(0.02)
    assert player.selected_cards == "AD"
    assert player.marked_places == "2 3 4 5 6 7 8 a b c d hD"
    player.send_pointer(PointerPhase.UP, "AD")
    assert player.selected_cards == "AD"
    assert player.journal_entries == []


def test_a_double_tap_moves_by_itself() -> None:
    player = Player.from_drawing("2C 7S\n8S")
    player.double_tap("7S")
    assert on(player, "2C\n8S 7S")
    assert player.selected_cards == ""


def test_if_the_first_tap_sent_a_card_home_the_second_does_nothing() -> None:
    player = Player.from_drawing("2D AD\nKS")
    player.double_tap("AD")
    assert on(player, "Foundations: D-A\n2D\nKS")
    assert player.journal_entries == ["1-h"]
    player.tap("2D")
    assert player.journal_entries == ["1-h", "1-h"]


def test_after_the_second_tap_of_a_double_the_third_counts_again() -> None:
    player = Player.from_drawing("3D 2D AD\nKS")
    spot = player.find_pixel("AD")
    for _ in range(3):
        player.tap(spot, pause_seconds=0.05)
    assert player.journal_entries == ["1-h", "1-h"]


def test_a_double_tap_that_can_do_nothing_leaves_nothing_selected() -> None:
    drawing = "Freecells: 2C 2D 2H 2S\n7S\n9H\n9D\n9C\n9S\nJD\nKH 3S\n4S"
    player = Player.from_drawing(drawing)
    player.double_tap("7S")
    assert player.selected_cards == ""
    assert player.journal_entries == []


def test_with_a_card_selected_a_double_tap_elsewhere_is_its_target_and_nothing_else() -> None:
    player = Player.from_drawing("7S\nKC 4D\n5D")
    player.tap("7S")
    player.double_tap("4D")
    assert player.journal_entries == []
    assert player.selected_cards == "7S"


def test_with_a_card_selected_the_second_tap_on_its_target_does_nothing() -> None:
    player = Player.from_drawing("KC 7S\n8S\n9S")
    player.tap("7S")
    player.double_tap("8S")
    assert player.journal_entries == ["1-2"]
    assert player.selected_cards == ""


# Drags


def test_a_drag_takes_a_card_to_the_nearest_place_that_accepts_it() -> None:
    player = Player.from_drawing("KC 7S\n8S\n9S")
    player.drag("7S", "8S")
    assert on(player, "KC\n8S 7S\n9S")
    assert player.journal_entries == ["1-2"]


def test_a_card_in_the_hand_is_under_the_finger_where_it_was_taken() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    box = player.cards["7S"].box
    x, y = box.x + 5, box.y + 9
    player.send_pointer(PointerPhase.DOWN, (x, y))
    player.send_pointer(PointerPhase.MOVE, (x + 100, y + 40))
    card = player.cards["7S"]
    assert card.lifted
    assert card.box == box._replace(x=box.x + 100, y=box.y + 40)
    assert player.marked_places == "2 3 4 5 6 7 8 a b c d"


def test_a_group_is_dragged_by_any_card_that_may_be_picked_up() -> None:
    player = Player.from_drawing("KC 9H 8H 7H\nTH")
    player.drag("9H", "2")
    assert player.journal_entries == ["1-2*3"]
    player = Player.from_drawing("KC 9H 8H 7H\n:\nKD")
    player.drag("8H", "2")
    assert player.journal_entries == ["1-2*2"]


def test_a_drag_from_a_covered_card_that_may_not_says_why() -> None:
    player = Player.from_drawing("KC 9H 8H")
    player.drag("KC", "3")
    assert player.message_text == "the K♣ does not move with the 9♥ on it"
    assert player.journal_entries == []


def test_a_drag_to_where_it_may_not_go_says_why_and_travels_back() -> None:
    player = Player.from_drawing("KC 7S\nKH")
    x, y = player.find_pixel("7S")
    home = player.cards["7S"].box
    player.send_pointer(PointerPhase.DOWN, (x, y))
    player.send_pointer(PointerPhase.MOVE, player.find_pixel("KH"))
    player.send_pointer(PointerPhase.UP, player.find_pixel("KH"))
    assert player.message_text == "the 7♠ goes on the 8♠ only"
    assert player.moving_cards == "7S"
    player.wait(0.3)
    assert player.cards["7S"].box == home
    assert player.selected_cards == ""


def test_a_drop_just_beside_its_own_place_is_no_move() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    x, y = player.find_pixel("7S")
    player.drag("7S", (x + 25, y + 10))
    assert player.journal_entries == []
    assert player.selected_cards == ""


def test_a_drop_somewhat_beside_a_place_still_means_it() -> None:
    player = Player.from_drawing("KC 7S\n:\n:\n8S\n:\n:\n:\nKD")
    width = player.cards["8S"].box.w
    x, y = player.find_pixel("8S")
    player.drag("7S", (x - width // 3, y + 20))
    assert player.journal_entries == ["1-4"]


@for_each("target", ["a", "d", "hS", "3", "8"])
def test_a_card_can_be_dragged_to_every_kind_of_place(target: str) -> None:
    player = Player.from_drawing("KC AS")
    player.drag("AS", target)
    assert player.journal_entries == ["1-" + ("h" if target == "hS" else target)]


def test_a_drag_from_a_cell_and_from_home() -> None:
    player = Player.from_drawing("Freecells: 7S\n8S")
    player.drag("a", "8S")
    assert player.journal_entries == ["a-1"]
    player = Player.from_drawing("Foundations: H-8\nKC 9H", KINGS_ONLY)
    player.drag("8H", "9H")
    assert player.journal_entries == ["hH-1"]


def test_a_drag_needs_no_way_in_between() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    player.send_pointer(PointerPhase.DOWN, "7S")
    player.wait(0.1)
    player.send_pointer(PointerPhase.UP, player.find_pixel("8S"))
    assert player.journal_entries == ["1-2"]


def test_a_drag_that_is_broken_off_brings_the_card_back() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    player.send_pointer(PointerPhase.DOWN, "7S")
    player.send_pointer(PointerPhase.MOVE, player.find_pixel("8S"))
    player.send_pointer(PointerPhase.CANCEL, player.find_pixel("8S"))
    player.wait(1)
    assert player.journal_entries == []
    assert player.selected_cards == player.moving_cards == ""
    player.tap("7S")
    assert player.selected_cards == "7S"


def test_a_held_card_can_be_dragged() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    player.send_pointer(PointerPhase.DOWN, "7S")
    player.wait(0.7)
    player.send_pointer(PointerPhase.MOVE, player.find_pixel("8S"))
    player.send_pointer(PointerPhase.UP, player.find_pixel("8S"))
    assert player.journal_entries == ["1-2"]


def test_a_swipe_over_a_button_does_nothing() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    player.drag("menu", "undo")
    player.drag((0, 300), "menu")
    player.drag("menu", (200, 300))
    assert player.effects == []


def test_a_long_press_on_a_button_does_nothing_a_tap_does_it() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    player.hold("menu")
    assert player.opened_scenes == []
    player.tap("menu")
    assert player.opened_scenes == ["pause"]


# Keys


def test_the_first_arrow_shows_the_cursor_and_tells_the_keys_once() -> None:
    player = Player.from_drawing(":\nKS AD\n2D")
    assert player.cursor_place == ""
    player.press("right")
    assert player.cursor_place == "2"
    assert "Enter" in player.message_text
    player.wait(10)
    assert player.message_text == ""
    player.press("right")
    assert player.cursor_place == "3"
    assert player.message_text == ""


def test_every_kind_of_button_is_told_once_by_its_own_names() -> None:
    player = Player.from_drawing("KS AD\n2D\n3D")

    def said() -> str:
        return player.message_text.replace("\N{NO-BREAK SPACE}", " ")

    player.press("right", device="gamepad")
    assert said() == "D-pad: move · A: take, put · X: undo · Start: menu"
    player.wait(10)
    player.press("right", device="gamepad")
    assert player.message_text == ""
    player.press("right")
    assert (
        player.message_text.replace("\N{NO-BREAK SPACE}", " ")
        == "Arrows: move · Enter: take, put · Backspace: undo · M: menu"
    )


def test_buttons_without_a_name_need_no_help_line() -> None:
    player = Player.from_drawing("KS AD")
    player.press("right", device="gpio")
    assert player.cursor_place == "1"
    assert player.message_text == ""


def test_a_finger_hides_the_cursor() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.press("right")
    player.tap("2D")
    assert player.cursor_place == ""


def test_confirm_is_a_tap() -> None:
    player = Player.from_drawing("KS AD\n2D\nKH 3D")
    player.press("right", "confirm")
    assert player.journal_entries == ["1-h"]
    player.press("right", "right", "confirm")
    assert player.selected_cards == "3D"
    player.press("up", "left", "left", "confirm")
    assert player.journal_entries == ["1-h", "3-a"]


def test_confirm_that_is_pressed_while_no_cursor_is_to_be_seen_just_shows_it() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.press("confirm")
    assert player.cursor_place == "1"
    assert player.journal_entries == []
    assert "Enter" in player.message_text
    player.press("confirm")
    assert player.journal_entries == ["1-h"]


def test_confirm_held_is_a_hold() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.press("right")
    player.press("confirm", seconds=0.7)
    assert player.selected_cards == "AD"
    assert player.journal_entries == []


def test_confirm_twice_is_a_double_tap() -> None:
    player = Player.from_drawing("KS 7D\n8D")
    player.press("right")
    player.press("confirm", "confirm", pause_seconds=0.1)
    assert player.journal_entries == ["1-2"]


def test_confirm_twice_sends_one_card_home_however_long_the_column() -> None:
    """The second confirm is the second tap of a double tap, though another card is on top now."""
    player = Player.from_drawing("KS 5C 4C 9S 2D AD" + FULL)
    player.press("right")
    player.press("confirm", "confirm", pause_seconds=0.1)
    assert player.journal_entries == ["1-h"]
    assert player.selected_cards == ""


def test_confirm_into_an_empty_column_takes_as_many_as_may() -> None:
    player = Player.from_drawing("KC 7S 6S 5S\n:\nKD")
    player.press("right", "confirm", "right", "confirm")
    assert player.journal_entries == ["1-2*3"]


def test_an_arrow_between_press_and_release_of_confirm_makes_it_mean_nothing() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.press("right")
    player.send_event(ButtonEvent(Action.CONFIRM, True, player.now, "keyboard"))
    player.press("right")
    player.send_event(ButtonEvent(Action.CONFIRM, False, player.now, "keyboard"))
    assert player.journal_entries == []
    assert player.selected_cards == ""


def test_back_puts_down_then_opens_the_menu() -> None:
    player = Player.from_drawing("KS 7D\n8D")
    player.press("right", "confirm", "back")
    assert player.selected_cards == ""
    assert player.opened_scenes == []
    player.press("back")
    assert player.opened_scenes == ["pause"]


def test_next_and_previous_go_through_the_piles_with_a_card() -> None:
    player = Player.from_drawing("Freecells: - 7D\nKS\n:\n8D")
    seen = []
    for _ in range(4):
        player.press("next")
        seen.append(player.cursor_place)
    assert seen == ["1", "3", "b", "1"]
    player.press("previous")
    assert player.cursor_place == "b"


def test_home_sends_what_is_selected_or_under_the_cursor() -> None:
    player = Player.from_drawing("KS AD\nKH 2D")
    player.press("right", "home")
    assert player.journal_entries == ["1-h"]
    player.hold("2D")
    player.press("home")
    assert player.journal_entries == ["1-h", "2-h"]
    player.press("right", "home")
    assert player.message_text == "the K♠ goes home on the Q♠ only"


@pytest.mark.parametrize(
    ("action", "scene"), [("menu", "pause"), ("new", "choose"), ("rules", "rules")]
)
def test_screens_are_opened_by_their_button(action: str, scene: str) -> None:
    player = Player.from_drawing("KS AD")
    player.press(action)
    assert player.opened_scenes == [scene]
    if action in player.buttons:
        player.tap(action)
        assert player.opened_scenes == [scene, scene]


def test_the_program_can_be_left_from_the_table() -> None:
    player = Player.from_drawing("KS AD")
    player.press("quit")
    assert player.effects == [ExitProgram()]


def test_the_whole_of_a_small_game_by_keys_alone() -> None:
    player = Player(replay_game(1), SMALL)
    player.press("right", "confirm", "up", "confirm")
    assert player.journal_entries == ["1-a"]
    player.press("undo", "redo", "undo")
    assert player.journal_entries == ["1-a", "undo", "redo", "undo"]


# Undo, redo, restart


def test_undo_and_redo_by_button_and_key() -> None:
    player = Player(replay_game(1, "1-a 2-b"))
    player.tap("undo")
    player.tap("undo")
    player.tap("redo")
    player.press("undo")
    assert player.journal_entries == ["undo", "undo", "redo", "undo"]
    assert player.game.undo_count == 0
    assert player.game.redo_count == 2
    assert player.game.moves_played == 2


def test_undo_travels_back() -> None:
    player = Player(replay_game(1, "1-a"))
    player.tap("undo", pause_seconds=0.05)
    assert len(player.moving_cards) == 2
    player.wait(0.2)
    assert player.moving_cards == ""


def test_where_nothing_is_to_be_undone_the_button_is_faint_and_refuses() -> None:
    player = Player(replay_game(1))
    assert not player.buttons["undo"].enabled
    assert not player.buttons["redo"].enabled
    player.tap("undo")
    player.press("redo")
    assert player.sounds == ["refuse", "refuse"]
    assert player.journal_entries == []
    player.tap(player.find_pixel("1"))
    player.tap("a")
    assert player.buttons["undo"].enabled


def test_double_taps_on_undo_undo_twice() -> None:
    player = Player(replay_game(1, "1-a 2-b"))
    player.double_tap("undo")
    assert player.journal_entries == ["undo", "undo"]


def test_undo_puts_the_hand_down() -> None:
    player = Player(replay_game(1, "1-a"))
    player.tap("a")
    player.press("undo")
    assert player.selected_cards == ""
    assert player.journal_entries == ["undo"]


def test_a_move_after_undo_forgets_redo() -> None:
    player = Player(replay_game(1, "1-a 2-b"))
    player.press("undo")
    player.play_moves("3-d")
    assert player.game.redo_count == 0


def test_restart_is_one_step_that_undo_takes_back() -> None:
    player = Player(replay_game(1, "1-a 2-b 3-c"))
    position = player.game.position
    player.press("restart")
    assert player.game.position == replay_game(1).position
    assert player.game.moves_played == 3
    player.press("undo")
    assert player.game.position == position
    assert player.journal_entries == ["restart", "undo"]


def test_restart_of_a_fresh_deal_is_refused() -> None:
    player = Player(replay_game(1))
    player.press("restart")
    assert player.journal_entries == []
    assert player.sounds == ["refuse"]


def test_undo_has_an_end_where_the_settings_say_so() -> None:
    player = Player(replay_game(1, "1-a 2-b 3-c", undo_limit=2))
    player.press("undo", "undo", "undo")
    assert player.journal_entries == ["undo", "undo"]
    assert not player.buttons["undo"].enabled


def test_undo_during_a_drag_takes_the_card_out_of_the_hand() -> None:
    player = Player(replay_game(1, "1-a"))
    player.send_pointer(PointerPhase.DOWN, "2")
    player.send_pointer(PointerPhase.MOVE, (300, 300))
    assert player.selected_cards
    player.press("undo")
    assert player.selected_cards == player.moving_cards == ""
    player.send_pointer(PointerPhase.MOVE, (320, 300))
    player.send_pointer(PointerPhase.UP, (320, 300))
    assert player.journal_entries == ["undo"]


# Won, stuck, finish

WINNING = """
Foundations: H-K C-K D-Q S-K
KD
"""


def test_the_last_card_wins_and_the_winner_is_told_when_it_has_arrived() -> None:
    player = Player.from_drawing(WINNING)
    player.tap("KD", pause_seconds=0.05)
    assert player.journal_entries == ["1-h"]
    assert player.sounds == ["win"]
    assert [e.won for e in player.effects if isinstance(e, SaveEntry)] == [True]
    assert player.opened_scenes == []
    player.wait(GLIDE_SECONDS + 2.0)
    assert player.opened_scenes == []
    player.wait(3.0)
    assert player.opened_scenes == ["won"]
    player.wait(5)
    assert player.opened_scenes == ["won"]


def test_a_touch_does_not_wait_for_the_last_card_to_arrive() -> None:
    player = Player.from_drawing(WINNING)
    player.tap("KD", pause_seconds=0.01)
    player.send_pointer(PointerPhase.DOWN, (300, 300))
    assert player.opened_scenes == ["won"]


def test_the_clock_of_a_won_game_stands() -> None:
    player = Player.from_drawing(WINNING)
    player.tap("KD")
    seconds = player.scene.get_game_in_play(player.now).seconds
    player.wait(30)
    player.tap("1")
    player.wait(5)
    assert player.scene.get_game_in_play(player.now).seconds == seconds


def test_a_won_game_can_be_undone() -> None:
    player = Player.from_drawing(WINNING)
    player.tap("KD", pause_seconds=5)
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.press("undo", device="screen")
    assert on(player, WINNING)
    player.tap("KD", pause_seconds=5)
    assert player.journal_entries == ["1-h", "undo", "1-h"]
    assert player.opened_scenes == ["won", "won"]


STUCK = "Freecells: 3C - 4D 4S\n7H 5C" + FULL


def test_no_legal_move_is_said_at_once() -> None:
    player = Player.from_drawing(STUCK)
    player.hold("5C")
    player.tap("b")
    assert player.game.state == "stuck"
    assert player.opened_scenes == ["stuck"]


def test_a_game_that_is_stuck_already_says_so_when_it_is_shown() -> None:
    game = Player.from_drawing(STUCK)
    game.hold("5C")
    game.tap("b")
    player = Player(game.game)
    player.wait(0.5)
    assert player.opened_scenes == ["stuck"]
    player.wait(5)
    assert player.opened_scenes == ["stuck"]


def test_a_stuck_table_says_so_also_when_its_page_is_closed() -> None:
    player = Player.from_drawing(STUCK)
    player.hold("5C")
    player.tap("b")
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.wait(60)
    assert player.message_text == "No card can go anywhere: undo, or deal anew"
    player.press("undo", device="screen")
    assert player.message_text == ""


def test_undo_leads_out_of_being_stuck() -> None:
    player = Player.from_drawing(STUCK)
    player.hold("5C")
    player.tap("b")
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.press("undo", device="screen")
    assert on(player, STUCK)
    assert player.opened_scenes == ["stuck"]


SORTED = """
Foundations: H-9 C-9 D-9 S-9
KH QH JH TH
KC QC JC TC
KD QD JD TD
KS QS JS TS
"""


def test_finish_is_offered_when_foundation_moves_alone_win() -> None:
    assert "finish" in Player.from_drawing(SORTED).buttons
    assert "finish" not in Player(replay_game(1)).buttons


@for_each("size", [SMALL, PANEL, UPRIGHT, (240, 240), (1280, 400)])
def test_finish_lies_on_no_card(size: tuple[int, int]) -> None:
    columns = [
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH",
        "",
        "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC",
    ]
    player = Player.from_drawing("\n".join([*columns, "Foundations: D-K S-K"]), size=size)
    box = player.buttons["finish"].box
    assert not any(
        box.overlaps(r.box) for r in player.drawables if isinstance(r, Card | FoldedCount)
    )
    assert min(box.w, box.h) >= min(size) / 12
    others = [button.box for name, button in player.buttons.items() if name != "finish"]
    assert not any(box.overlaps(other) for other in others)


@for_each("how", ["tap", "key", "cursor"])
def test_finish_sends_one_card_home_after_the_other_and_wins(how: str) -> None:
    player = Player.from_drawing(SORTED)
    if how == "tap":
        player.tap("finish", pause_seconds=0.5)
    elif how == "key":
        player.press("finish")
    else:
        player.press("right", "left", "up", "up", "up", pause_seconds=0.1)
        stops = 0
        while player.cursor_place != "finish" and stops < 20:
            player.press("up", pause_seconds=0.1)
            stops += 1
        player.press("confirm")
    assert 0 < len(player.journal_entries) < 16
    assert player.opened_scenes == []
    player.wait(5)
    assert len(player.journal_entries) == 16
    assert player.game.state == "won"
    player.wait(2)
    assert player.opened_scenes == ["won"]


def test_any_touch_stops_finishing() -> None:
    player = Player.from_drawing(SORTED)
    player.tap("finish", pause_seconds=0.3)
    count = len(player.journal_entries)
    player.send_pointer(PointerPhase.DOWN, (5, 5))
    player.send_pointer(PointerPhase.UP, (5, 5))
    player.wait(3)
    assert len(player.journal_entries) == count
    player.tap("undo")
    assert len(player.journal_entries) == count + 1
    player.tap("finish", pause_seconds=5)
    assert player.game.state == "won"


def test_finish_is_asked_for_and_never_done_by_itself() -> None:
    player = Player.from_drawing(SORTED)
    player.wait(30)
    player.tap("JH")
    assert player.journal_entries == []


# Animation never blocks


def test_a_card_travels_from_where_it_was_to_where_it_is() -> None:
    player = Player.from_drawing("KC 7S\n8S")
    start = player.cards["7S"].box
    player.double_tap("7S")
    end = player.cards["7S"].box
    player.press("undo", pause_seconds=0)
    way = []
    for _ in range(12):
        way.append(player.cards["7S"].box.x)
        player.wait(1 / 60)
    assert end.x >= way[0]
    assert way == sorted(way, reverse=True)
    assert way[-1] == start.x
    assert player.moving_cards == ""


def test_the_release_of_a_key_does_not_cut_a_journey_short() -> None:
    player = Player(replay_game(1, "1-a"))
    player.send_event(ButtonEvent(Action.UNDO, True, player.now, "keyboard"))
    player.wait(0.03)
    player.send_event(ButtonEvent(Action.UNDO, False, player.now, "keyboard"))
    assert player.moving_cards


def test_a_tap_during_a_journey_acts_on_the_finished_table() -> None:
    player = Player.from_drawing("KC 2D AD\n8S")
    player.tap("AD", pause_seconds=0.01)
    assert player.moving_cards == "AD"
    spot = player.cards["2D"].box.centre
    player.wait(0.4)
    player.tap(spot, pause_seconds=0.01, seconds=0.001)
    assert player.journal_entries == ["1-h", "1-h"]
    player.tap("KC", pause_seconds=0.01)
    assert player.selected_cards == "KC"
    assert player.moving_cards == ""


def test_moves_can_follow_each_other_faster_than_cards_travel() -> None:
    player = Player(replay_game(1))
    for move in range(8):
        player.send_event(ButtonEvent(Action.HOME, True, player.now, "keyboard"))
        spot = player.find_pixel(str(move + 1))
        player.tap(spot, seconds=0.002, pause_seconds=0.002)
        player.tap("a", seconds=0.002, pause_seconds=0.002)
        player.press("undo", seconds=0.001, pause_seconds=0.001)
    assert player.journal_entries.count("undo") >= 1
    assert player.game == replayed(player, replay_game(1))


def replayed(player: Player, start: Game) -> Game:
    """Return the game that the journal records."""
    game = start
    for entry in player.journal_entries:
        game = game.apply_entry(entry)
    return game


def test_many_cards_are_simply_there() -> None:
    game = Game.begin(BAKERS_GAME, 1)
    won = REPLAYS["bakers-game-4-cells"]
    player = Player(game.play_moves(won.moves[:60]))
    player.press("restart", pause_seconds=0.02)
    assert player.game.position == game.position
    assert player.moving_cards == ""


# Folds

LONGER = "2C 4C 3C 7C 6C 9C 8C KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH\n8S\nKD"


def counters(player: Player) -> list[FoldedCount]:
    return [record for record in player.drawables if isinstance(record, FoldedCount)]


def test_long_columns_fold_and_count_what_is_folded() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    (counter,) = counters(player)
    shown = len([card for card in player.cards if card not in ("8S", "KD")])
    assert shown + counter.count == 20
    assert counter.box.h >= 7
    assert "2C" in player.cards
    assert "AH" in player.cards


def test_a_fold_opens_under_the_finger_and_what_it_showed_can_be_picked_up() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    hidden = [c for c in LONGER.splitlines()[0].split() if c not in player.cards]
    player.tap(counters(player)[0].box.centre)
    assert player.selected_cards == ""
    assert player.journal_entries == []
    assert [card for card in hidden if card in player.cards]
    box = player.cards["KH"].box if "KH" in player.cards else None
    if box is not None:
        player.tap("KH")
        assert player.selected_cards.startswith("KH QH")


def test_a_double_tap_on_a_fold_just_opens_it() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    player.double_tap(counters(player)[0].box.centre)
    assert player.journal_entries == []
    assert counters(player) == []


def test_with_a_card_selected_a_fold_means_its_column() -> None:
    player = Player.from_drawing(LONGER.replace("AH\n", "\n") + "\nAH", size=SMALL)
    player.hold("AH")
    player.tap(counters(player)[0].box.centre)
    assert player.journal_entries == ["4-1"]


def test_an_opened_column_closes_when_another_place_is_touched() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    before = player.scene.collect_boxes(player.now)["cards"]
    player.tap(counters(player)[0].box.centre)
    assert player.scene.collect_boxes(player.now)["cards"] != before
    player.tap("KD")
    assert player.selected_cards == "KD"
    assert player.scene.collect_boxes(player.now)["cards"] == before


def test_a_touch_beside_everything_closes_it_too() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    before = player.scene.collect_boxes(player.now)["cards"]
    player.tap(counters(player)[0].box.centre)
    player.tap((0, 0))
    assert player.scene.collect_boxes(player.now)["cards"] == before


def test_a_fold_opens_under_the_cursor_and_closes_behind_it() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    before = player.scene.collect_boxes(player.now)["cards"]
    player.press("right")
    assert player.scene.collect_boxes(player.now)["cards"] != before
    player.press("right")
    assert player.scene.collect_boxes(player.now)["cards"] == before


def test_only_the_selected_cards_are_lifted_though_others_are_folded_away() -> None:
    """A selected group that reaches into the fold lifts what is seen of it and no card below."""
    player = Player.from_drawing(LONGER, size=SMALL)
    player.tap(counters(player)[0].box.centre)
    player.tap("JH")
    assert player.selected_cards.startswith("JH")
    player.tap("2")
    lifted = player.selected_cards.split()
    assert "2C" not in lifted
    assert "8C" not in lifted


def test_a_group_is_dragged_out_of_a_fold() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    player.tap(counters(player)[0].box.centre)
    cards = player.scene.collect_boxes(player.now)["cards"]
    player.send_pointer(PointerPhase.DOWN, cards["JH"].centre)
    player.send_pointer(PointerPhase.MOVE, (5, 100))
    lifted = player.selected_cards.split()
    assert lifted[0] == "JH"
    assert "2C" not in lifted


# The clock on the table


def seconds(player: Player) -> float:
    return player.scene.get_game_in_play(player.now).seconds


def test_the_clock_starts_with_the_first_move() -> None:
    player = Player(replay_game(1))
    player.wait(20)
    player.tap("1")
    player.wait(10)
    assert seconds(player) == 0
    player.tap("a", pause_seconds=0)
    player.wait(10)
    assert seconds(player) == pytest.approx(10, abs=0.1)


def test_an_undo_keeps_the_clock_running() -> None:
    player = Player(replay_game(1))
    player.play_moves("1-a")
    player.press("undo")
    before = seconds(player)
    player.wait(10)
    assert seconds(player) == pytest.approx(before + 10)


def test_it_stops_60_s_after_the_last_input_and_goes_on_with_the_next() -> None:
    player = Player(replay_game(1))
    player.play_moves("1-a")
    start = seconds(player)
    player.wait(300)
    assert seconds(player) == pytest.approx(start + 60, abs=2)
    assert player.scene.next_deadline(player.now) is None
    stood = seconds(player)
    player.tap("2")
    player.wait(5)
    assert stood < seconds(player) < stood + 8


def test_it_stands_while_another_screen_is_shown() -> None:
    player = Player(replay_game(1))
    player.play_moves("1-a")
    player.scene.leave(player.now)
    stood = seconds(player)
    player.now += 40
    assert seconds(player) == stood
    player.scene.enter(player.now)
    player.wait(5)
    assert seconds(player) == pytest.approx(stood + 5)


def test_a_resumed_game_s_clock_waits_for_the_first_input() -> None:
    player = Player(replay_game(1, "1-a"), seconds=75.5)
    assert "1:15" in player.status_text
    player.wait(30)
    assert seconds(player) == 75.5
    assert player.scene.next_deadline(player.now) is None
    player.tap("2", pause_seconds=0)
    player.wait(10)
    assert seconds(player) == pytest.approx(85.6, abs=0.2)


def test_every_entry_carries_the_clock_of_its_moment() -> None:
    player = Player(replay_game(1))
    player.play_moves("1-a")
    player.wait(20)
    player.press("undo")
    first, second = (effect for effect in player.effects if isinstance(effect, SaveEntry))
    assert first.seconds == 0
    assert second.seconds == pytest.approx(21, abs=1)


def test_the_figures_tell_time_moves_score_and_code() -> None:
    player = Player(replay_game(1))
    assert player.status_text == "0:00 | 0 moves | 0 points | BK1-C4 | AAAAA24"
    player.play_moves("1-a", "2-b")
    player.wait(61.3)
    player.press("undo")
    assert player.status_text.startswith("1:0")
    assert "2 moves" in player.status_text


@for_each("size", [(240, 240), SMALL, PANEL, UPRIGHT, (1280, 720)])
def test_the_figures_fit_their_lines(size: tuple[int, int]) -> None:
    game = replay_game(33_554_432, "1-a undo " * 150 + "1-a")
    player = Player(game, size, seconds=35_999)
    labels = [record for record in player.frame.background if isinstance(record, Label)]
    assert all(
        FixedWidthMeasure().measure_width(label.text, label.px) <= label.box.w for label in labels
    ), labels
    assert "9:59:59" in player.status_text
    assert "151" in player.status_text
    assert min(label.px for label in labels) >= 9


def test_a_game_without_a_score_shows_none() -> None:
    player = Player(replay_game(1, rules=BAKERS_DOZEN), UPRIGHT)
    assert "point" not in player.status_text


# Idle, resized, covered


def test_the_still_part_is_the_same_tuple_while_nothing_in_it_changes() -> None:
    player = Player(replay_game(1))
    still = player.frame.background
    assert player.update_frame().background is still
    player.wait(2)
    assert player.frame.background is still
    player.press("right")
    assert player.frame.background is still
    player.press("left", "up", "down")
    assert player.frame.background is still


def test_a_drag_changes_the_still_part_once() -> None:
    player = Player(replay_game(1))
    player.send_pointer(PointerPhase.DOWN, "1")
    player.send_pointer(PointerPhase.MOVE, (200, 200))
    still = player.frame.background
    for step in range(20):
        player.send_pointer(PointerPhase.MOVE, (200 + step, 200))
        assert player.frame.background is still


def test_it_sleeps_when_nothing_is_to_be_done() -> None:
    player = Player(replay_game(1))
    assert player.scene.next_deadline(player.now) is None
    player.tap("1")
    player.press("right")
    player.wait(20)
    assert player.scene.next_deadline(player.now) is None


def test_it_wakes_once_a_second_while_the_clock_runs() -> None:
    player = Player(replay_game(1))
    player.play_moves("1-a")
    wakes = 0
    end = player.now + 10
    while player.now < end:
        wake = player.scene.next_deadline(player.now)
        assert wake is not None
        player.now = max(wake, player.now)
        player.scene.advance(player.now)
        player.update_frame()
        wakes += 1
    assert wakes <= 11


@for_each("size", [SMALL, UPRIGHT, (801, 480), (1920, 1080)])
def test_a_new_size_is_laid_out_anew_and_keeps_the_selection(size: tuple[int, int]) -> None:
    player = Player(replay_game(1))
    player.press("right", "confirm")
    selected, cursor = player.selected_cards, player.cursor_place
    player.send_event(ResizeEvent(*size))
    fresh = Player(replay_game(1), size)
    fresh.press("right", "confirm")
    fresh.wait(20)
    player.wait(20)
    assert player.frame == fresh.frame
    assert (player.selected_cards, player.cursor_place) == (selected, cursor)


def test_a_fold_under_the_cursor_stays_open_on_a_new_size() -> None:
    player = Player.from_drawing(LONGER, size=SMALL)
    player.press("right")
    player.send_event(ResizeEvent(240, 320))
    fresh = Player.from_drawing(LONGER, size=(240, 320))
    fresh.press("right")
    assert player.scene.collect_boxes(player.now) == fresh.scene.collect_boxes(player.now)


def test_a_drag_ends_with_a_new_size() -> None:
    player = Player(replay_game(1))
    player.send_pointer(PointerPhase.DOWN, "1")
    player.send_pointer(PointerPhase.MOVE, (300, 300))
    player.send_event(ResizeEvent(*UPRIGHT))
    player.send_pointer(PointerPhase.MOVE, (200, 200))
    player.send_pointer(PointerPhase.UP, (200, 200))
    player.wait(1)
    assert player.journal_entries == []
    assert player.moving_cards == ""


def test_covering_the_table_ends_a_drag() -> None:
    player = Player(replay_game(1))
    player.send_pointer(PointerPhase.DOWN, "1")
    player.send_pointer(PointerPhase.MOVE, (300, 300))
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.update_frame()
    assert player.selected_cards == player.moving_cards == ""
    player.send_pointer(PointerPhase.UP, (300, 300))
    assert player.journal_entries == []


def test_lines_in_passing_are_told() -> None:
    player = Player(replay_game(1))
    player.scene.show_messages(("The disk is full.",), player.now)
    player.update_frame()
    assert player.message_text == "The disk is full."
    player.wait(10)
    assert player.message_text == ""


def test_a_long_line_is_told_in_two_or_smaller_and_only_then_in_more() -> None:
    player = Player(replay_game(1), SMALL)
    text = "The saved games were damaged and have been set aside under another name. "
    heights = []
    for times, lines in ((1, 2), (3, 4)):
        player.scene.show_messages((text * times,), player.now)
        player.update_frame()
        assert player.message_text == (text * times).strip()
        labels = [r for r in player.frame.foreground if isinstance(r, Label)]
        assert len(labels) == lines
        heights.append(labels[0].px)
    assert heights == [13, 9]


def test_notes_of_the_start_stay_until_something_happens() -> None:
    scene = TableScene(stage(), replay_game(1), messages=("Set aside: the old game.",))
    scene.enter(5.0)
    assert any(
        getattr(r, "text", "") == "Set aside: the old game."
        for r in scene.build_frame(500.0).foreground
    )


# Places, by name


@for_each("size", [SMALL, PANEL, UPRIGHT])
def test_the_layout_names_piles_cards_and_buttons(size: tuple[int, int]) -> None:
    player = Player(replay_game(1), size)
    boxes = player.scene.collect_boxes(player.now)
    assert set(boxes["piles"]) == {*"12345678", *"abcd", "hC", "hD", "hH", "hS"}
    assert len(boxes["cards"]) == 52
    assert set(boxes["buttons"]) == {"undo", "redo", "hint", "new", "menu"}


def test_a_tap_in_the_middle_of_a_card_s_box_means_that_card() -> None:
    game = replay_game(617)
    for size in (SMALL, PANEL, UPRIGHT):
        player = Player(game, size)
        for name, box in player.scene.collect_boxes(player.now)["cards"].items():
            player.now += 10
            player.scene.handle(
                PointerEvent(PointerPhase.DOWN, *box.centre, player.now), player.now
            )
            player.scene.handle(PointerEvent(PointerPhase.UP, *box.centre, player.now), player.now)
            player.update_frame()
            selected = player.selected_cards.split()
            if selected:
                assert selected[0] == name
                player.press("back", seconds=0, pause_seconds=0)
            elif player.journal_entries:
                player.press("undo", seconds=0, pause_seconds=0)
                player.effects.clear()
            else:
                assert player.message_text


def test_dead_columns_are_dead_and_the_others_are_not() -> None:
    player = Player.from_drawing("KC\n:", BAKERS_DOZEN)
    assert {r.kind for r in player.frame.background if isinstance(r, Slot)} == {
        "dead",
        "foundation",
    }
    player = Player.from_drawing("KC\n:", find_rules("bakers-dozen", house_rules="E"))
    assert {r.kind for r in player.frame.background if isinstance(r, Slot)} == {
        "column",
        "foundation",
    }


def test_an_action_of_another_screen_comes_as_a_press() -> None:
    """The menu's Restart closes the menu and hands its action to the table below."""
    player = Player(replay_game(1, "1-a"))
    assert GoBack(Action.RESTART).forward is Action.RESTART
    player.press("restart", device="screen")
    assert player.journal_entries == ["restart"]
    assert not isinstance(player.effects[0], OpenScene)


def test_no_box_of_the_picture_reaches_over_its_edge() -> None:
    for size in (SMALL, (240, 240), PANEL, UPRIGHT, (1920, 1080)):
        player = Player(replay_game(1), size)
        player.hold("1")
        picture = Box(0, 0, *size)
        for record in player.drawables:
            if not isinstance(record, Mark):
                assert record.box.union(picture) == picture, record
