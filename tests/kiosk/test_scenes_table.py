"""The table as it is played: fingers, keys and time in; the picture and the journal out."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.variants import rules_for
from kiosk.animation import GLIDE
from kiosk.effects import Back, Keep, Leave, Open, Sound
from kiosk.events import Action, Pointer, Press, Resized, Touch
from kiosk.frame import Box, Card, Counter, Label, Mark, Slot
from kiosk.scenes.table.table_scene import TableScene
from kiosk.ui.scene import Occasion
from tests.support import replays
from tests.support.player import Player
from tests.support.stage import PANEL, SMALL, UPRIGHT, Even, stage
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, dealt, tidy

REPLAYS = {replay.path.stem: replay for replay in replays.REPLAYS}
FULL = "\n9H\n9D\n9C\n9S\nJD\nJH\nJS"
"""Seven more columns, so that none is empty."""


def on(player: Player, drawing: str) -> bool:
    return player.board == tidy(drawing, player.game.rules)


# Taps


def test_a_tap_sends_a_card_home() -> None:
    player = Player.at("KS AD")
    player.tap("AD")
    assert on(player, "Foundations: D-A\nKS")
    assert player.journal == ["1-h"]
    assert player.effects == [Keep("1-h", 0.0), Sound("home")]


def test_a_tap_acts_on_release() -> None:
    player = Player.at("KS AD")
    player.point(Touch.DOWN, "AD")
    player.wait(0.3)
    assert on(player, "KS AD")
    player.point(Touch.UP, "AD")
    assert on(player, "Foundations: D-A\nKS")


def test_a_tap_picks_up_and_a_tap_on_a_place_moves() -> None:
    player = Player.at("KS 2D\n3D")
    player.tap("2D")
    assert player.selected == "2D"
    assert player.marked == "2 3 4 5 6 7 8 a b c d"
    player.tap("3D")
    assert on(player, "KS\n3D 2D")
    assert player.selected == player.marked == ""
    assert player.journal == ["1-2"]
    assert player.sounds == ["pick", "place"]


def test_a_group_is_picked_up_and_moved_as_a_fan() -> None:
    player = Player.at("KC 9H 8H 7H\nTH")
    player.tap("8H")
    assert player.selected == "8H 7H"
    player.tap("TH")
    assert on(player, "KC\nTH 9H 8H 7H")
    assert player.journal == ["1-2*3"]


def test_a_refusal_shows_the_reason_shakes_the_card_and_keeps_the_selection() -> None:
    player = Player.at("7H\nKS")
    player.tap("7H")
    player.tap("KS", pause=0.1)
    assert player.said == "the 7♥ goes on the 8♥ only"
    assert player.selected == "7H"
    assert player.moving == "7H"
    player.wait(1)
    assert player.moving == ""
    assert player.selected == "7H"
    assert player.journal == []
    assert player.sounds == ["pick", "refuse"]
    player.tap("2")
    player.tap("3")
    assert on(player, ":\nKS\n7H")


def test_the_reason_leaves_by_itself() -> None:
    player = Player.at("7H\nKS")
    player.tap("7H")
    player.tap("KS")
    assert player.said
    player.wait(6)
    assert player.said == ""
    assert player.selected == "7H"
    assert player.scene.wake(player.now) is None


def test_a_card_that_cannot_be_picked_up_says_why_and_nothing_is_selected() -> None:
    player = Player.at("KC 9H 8H")
    player.tap("KC")
    assert player.said == "the K♣ does not move with the 9♥ on it"
    assert player.selected == ""


def test_the_cards_that_were_touched_shake() -> None:
    player = Player.at("2C KC 9H 8H")
    player.tap("KC", pause=0.05)
    assert player.moving == "KC 9H 8H"


def test_the_selected_card_itself_is_put_down() -> None:
    player = Player.at("KC 2H")
    player.tap("2H")
    player.tap("2H")
    assert player.selected == ""
    assert player.journal == []


def test_cards_go_into_cells_and_out() -> None:
    player = Player.at("KC 2H\n3H")
    player.tap("2H")
    player.tap("c")
    assert on(player, "Freecells: - - 2H\nKC\n3H")
    player.tap("2H")
    assert player.selected == "2H"
    player.tap("3H")
    assert player.journal == ["1-c", "c-2"]


def test_any_foundation_is_home() -> None:
    player = Player.at("KC AH")
    player.hold("AH")
    player.tap("hS")
    assert player.journal == ["1-h"]


def test_foundation_tops_of_kings_only_can_be_picked_up() -> None:
    player = Player.at("Foundations: H-8\nKC 9H", KINGS_ONLY)
    player.tap("8H")
    assert player.selected == "8H"
    assert player.marked == "1 a b c d"
    player.tap("9H")
    assert on(player, "Foundations: H-7\nKC 9H 8H")
    assert player.journal == ["hH-1"]


def test_bare_cloth_means_nothing() -> None:
    player = Player.at("KC 2H")
    player.tap("2H")
    bar = player.buttons["new"].box
    player.tap((bar.x + bar.w // 2, bar.bottom + 10))
    assert player.selected == "2H"
    assert player.journal == []


# Holds and double taps


def test_a_hold_picks_up_also_a_card_that_could_go_home_and_shows_its_places() -> None:
    player = Player.at("KS AD\n2D")
    player.point(Touch.DOWN, "AD")
    player.wait(0.59)
    assert player.selected == ""
    player.wait(0.02)
    assert player.selected == "AD"
    assert player.marked == "2 3 4 5 6 7 8 a b c d hD"
    player.point(Touch.UP, "AD")
    assert player.selected == "AD"
    assert player.journal == []


def test_a_double_tap_moves_by_itself() -> None:
    player = Player.at("2C 7S\n8S")
    player.double("7S")
    assert on(player, "2C\n8S 7S")
    assert player.selected == ""


def test_if_the_first_tap_sent_a_card_home_the_second_does_nothing() -> None:
    player = Player.at("2D AD\nKS")
    player.double("AD")
    assert on(player, "Foundations: D-A\n2D\nKS")
    assert player.journal == ["1-h"]
    player.tap("2D")
    assert player.journal == ["1-h", "1-h"]


def test_after_the_second_tap_of_a_double_the_third_counts_again() -> None:
    player = Player.at("3D 2D AD\nKS")
    spot = player.find("AD")
    for _ in range(3):
        player.tap(spot, pause=0.05)
    assert player.journal == ["1-h", "1-h"]


def test_a_double_tap_that_can_do_nothing_leaves_nothing_selected() -> None:
    drawing = "Freecells: 2C 2D 2H 2S\n7S\n9H\n9D\n9C\n9S\nJD\nKH 3S\n4S"
    player = Player.at(drawing)
    player.double("7S")
    assert player.selected == ""
    assert player.journal == []


def test_with_a_card_selected_a_double_tap_elsewhere_is_its_target_and_nothing_else() -> None:
    player = Player.at("7S\nKC 4D\n5D")
    player.tap("7S")
    player.double("4D")
    assert player.journal == []
    assert player.selected == "7S"


def test_with_a_card_selected_the_second_tap_on_its_target_does_nothing() -> None:
    player = Player.at("KC 7S\n8S\n9S")
    player.tap("7S")
    player.double("8S")
    assert player.journal == ["1-2"]
    assert player.selected == ""


# Drags


def test_a_drag_takes_a_card_to_the_nearest_place_that_accepts_it() -> None:
    player = Player.at("KC 7S\n8S\n9S")
    player.drag("7S", "8S")
    assert on(player, "KC\n8S 7S\n9S")
    assert player.journal == ["1-2"]


def test_a_card_in_the_hand_is_under_the_finger_where_it_was_taken() -> None:
    player = Player.at("KC 7S\n8S")
    box = player.cards["7S"].box
    x, y = box.x + 5, box.y + 9
    player.point(Touch.DOWN, (x, y))
    player.point(Touch.MOVE, (x + 100, y + 40))
    card = player.cards["7S"]
    assert card.lifted
    assert card.box == box._replace(x=box.x + 100, y=box.y + 40)
    assert player.marked == "2 3 4 5 6 7 8 a b c d"


def test_a_group_is_dragged_by_any_card_that_may_be_picked_up() -> None:
    player = Player.at("KC 9H 8H 7H\nTH")
    player.drag("9H", "2")
    assert player.journal == ["1-2*3"]
    player = Player.at("KC 9H 8H 7H\n:\nKD")
    player.drag("8H", "2")
    assert player.journal == ["1-2*2"]


def test_a_drag_from_a_covered_card_that_may_not_says_why() -> None:
    player = Player.at("KC 9H 8H")
    player.drag("KC", "3")
    assert player.said == "the K♣ does not move with the 9♥ on it"
    assert player.journal == []


def test_a_drag_to_where_it_may_not_go_says_why_and_travels_back() -> None:
    player = Player.at("KC 7S\nKH")
    x, y = player.find("7S")
    home = player.cards["7S"].box
    player.point(Touch.DOWN, (x, y))
    player.point(Touch.MOVE, player.find("KH"))
    player.point(Touch.UP, player.find("KH"))
    assert player.said == "the 7♠ goes on the 8♠ only"
    assert player.moving == "7S"
    player.wait(0.3)
    assert player.cards["7S"].box == home
    assert player.selected == ""


def test_a_drop_just_beside_its_own_place_is_no_move() -> None:
    player = Player.at("KC 7S\n8S")
    x, y = player.find("7S")
    player.drag("7S", (x + 25, y + 10))
    assert player.journal == []
    assert player.selected == ""


def test_a_drop_somewhat_beside_a_place_still_means_it() -> None:
    player = Player.at("KC 7S\n:\n:\n8S\n:\n:\n:\nKD")
    width = player.cards["8S"].box.w
    x, y = player.find("8S")
    player.drag("7S", (x - width // 3, y + 20))
    assert player.journal == ["1-4"]


@pytest.mark.parametrize("target", ["a", "d", "hS", "3", "8"])
def test_a_card_can_be_dragged_to_every_kind_of_place(target: str) -> None:
    player = Player.at("KC AS")
    player.drag("AS", target)
    assert player.journal == ["1-" + ("h" if target == "hS" else target)]


def test_a_drag_from_a_cell_and_from_home() -> None:
    player = Player.at("Freecells: 7S\n8S")
    player.drag("a", "8S")
    assert player.journal == ["a-1"]
    player = Player.at("Foundations: H-8\nKC 9H", KINGS_ONLY)
    player.drag("8H", "9H")
    assert player.journal == ["hH-1"]


def test_a_drag_needs_no_way_in_between() -> None:
    player = Player.at("KC 7S\n8S")
    player.point(Touch.DOWN, "7S")
    player.wait(0.1)
    player.point(Touch.UP, player.find("8S"))
    assert player.journal == ["1-2"]


def test_a_drag_that_is_broken_off_brings_the_card_back() -> None:
    player = Player.at("KC 7S\n8S")
    player.point(Touch.DOWN, "7S")
    player.point(Touch.MOVE, player.find("8S"))
    player.point(Touch.CANCEL, player.find("8S"))
    player.wait(1)
    assert player.journal == []
    assert player.selected == player.moving == ""
    player.tap("7S")
    assert player.selected == "7S"


def test_a_held_card_can_be_dragged() -> None:
    player = Player.at("KC 7S\n8S")
    player.point(Touch.DOWN, "7S")
    player.wait(0.7)
    player.point(Touch.MOVE, player.find("8S"))
    player.point(Touch.UP, player.find("8S"))
    assert player.journal == ["1-2"]


def test_a_swipe_over_a_button_does_nothing() -> None:
    player = Player.at("KC 7S\n8S")
    player.drag("menu", "undo")
    player.drag((0, 300), "menu")
    player.drag("menu", (200, 300))
    assert player.effects == []


def test_a_long_press_on_a_button_does_nothing_a_tap_does_it() -> None:
    player = Player.at("KC 7S\n8S")
    player.hold("menu")
    assert player.opened == []
    player.tap("menu")
    assert player.opened == ["pause"]


# Keys


def test_the_first_arrow_shows_the_cursor_and_tells_the_keys_once() -> None:
    player = Player.at(":\nKS AD\n2D")
    assert player.cursor == ""
    player.press("right")
    assert player.cursor == "2"
    assert "Enter" in player.said
    player.wait(10)
    assert player.said == ""
    player.press("right")
    assert player.cursor == "3"
    assert player.said == ""


def test_every_kind_of_button_is_told_once_by_its_own_names() -> None:
    player = Player.at("KS AD\n2D\n3D")

    def said() -> str:
        return player.said.replace("\N{NO-BREAK SPACE}", " ")

    player.press("right", device="gamepad")
    assert said() == "D-pad: move · A: take, put · X: undo · Start: menu"
    player.wait(10)
    player.press("right", device="gamepad")
    assert player.said == ""
    player.press("right")
    assert (
        player.said.replace("\N{NO-BREAK SPACE}", " ")
        == "Arrows: move · Enter: take, put · Backspace: undo · M: menu"
    )


def test_buttons_without_a_name_need_no_help_line() -> None:
    player = Player.at("KS AD")
    player.press("right", device="gpio")
    assert player.cursor == "1"
    assert player.said == ""


def test_a_finger_hides_the_cursor() -> None:
    player = Player.at("KS AD\n2D")
    player.press("right")
    player.tap("2D")
    assert player.cursor == ""


def test_confirm_is_a_tap() -> None:
    player = Player.at("KS AD\n2D\nKH 3D")
    player.press("right", "confirm")
    assert player.journal == ["1-h"]
    player.press("right", "right", "confirm")
    assert player.selected == "3D"
    player.press("up", "left", "left", "confirm")
    assert player.journal == ["1-h", "3-a"]


def test_confirm_that_is_pressed_while_no_cursor_is_to_be_seen_just_shows_it() -> None:
    player = Player.at("KS AD\n2D")
    player.press("confirm")
    assert player.cursor == "1"
    assert player.journal == []
    assert "Enter" in player.said
    player.press("confirm")
    assert player.journal == ["1-h"]


def test_confirm_held_is_a_hold() -> None:
    player = Player.at("KS AD\n2D")
    player.press("right")
    player.press("confirm", last=0.7)
    assert player.selected == "AD"
    assert player.journal == []


def test_confirm_twice_is_a_double_tap() -> None:
    player = Player.at("KS 7D\n8D")
    player.press("right")
    player.press("confirm", "confirm", pause=0.1)
    assert player.journal == ["1-2"]


def test_confirm_twice_sends_one_card_home_however_long_the_column() -> None:
    """The second confirm is the second tap of a double tap, though another card is on top now."""
    player = Player.at("KS 5C 4C 9S 2D AD" + FULL)
    player.press("right")
    player.press("confirm", "confirm", pause=0.1)
    assert player.journal == ["1-h"]
    assert player.selected == ""


def test_confirm_into_an_empty_column_takes_as_many_as_may() -> None:
    player = Player.at("KC 7S 6S 5S\n:\nKD")
    player.press("right", "confirm", "right", "confirm")
    assert player.journal == ["1-2*3"]


def test_an_arrow_between_press_and_release_of_confirm_makes_it_mean_nothing() -> None:
    player = Player.at("KS AD\n2D")
    player.press("right")
    player.send(Press(Action.CONFIRM, True, player.now, "keyboard"))
    player.press("right")
    player.send(Press(Action.CONFIRM, False, player.now, "keyboard"))
    assert player.journal == []
    assert player.selected == ""


def test_back_puts_down_then_opens_the_menu() -> None:
    player = Player.at("KS 7D\n8D")
    player.press("right", "confirm", "back")
    assert player.selected == ""
    assert player.opened == []
    player.press("back")
    assert player.opened == ["pause"]


def test_next_and_previous_go_through_the_piles_with_a_card() -> None:
    player = Player.at("Freecells: - 7D\nKS\n:\n8D")
    seen = []
    for _ in range(4):
        player.press("next")
        seen.append(player.cursor)
    assert seen == ["1", "3", "b", "1"]
    player.press("previous")
    assert player.cursor == "b"


def test_home_sends_what_is_selected_or_under_the_cursor() -> None:
    player = Player.at("KS AD\nKH 2D")
    player.press("right", "home")
    assert player.journal == ["1-h"]
    player.hold("2D")
    player.press("home")
    assert player.journal == ["1-h", "2-h"]
    player.press("right", "home")
    assert player.said == "the K♠ goes home on the Q♠ only"


@pytest.mark.parametrize(
    ("action", "scene"), [("menu", "pause"), ("new", "choose"), ("rules", "rules")]
)
def test_screens_are_opened_by_their_button(action: str, scene: str) -> None:
    player = Player.at("KS AD")
    player.press(action)
    assert player.opened == [scene]
    if action in player.buttons:
        player.tap(action)
        assert player.opened == [scene, scene]


def test_the_program_can_be_left_from_the_table() -> None:
    player = Player.at("KS AD")
    player.press("quit")
    assert player.effects == [Leave()]


def test_the_whole_of_a_small_game_by_keys_alone() -> None:
    player = Player(dealt(1), SMALL)
    player.press("right", "confirm", "up", "confirm")
    assert player.journal == ["1-a"]
    player.press("undo", "redo", "undo")
    assert player.journal == ["1-a", "undo", "redo", "undo"]


# Undo, redo, restart


def test_undo_and_redo_by_button_and_key() -> None:
    player = Player(dealt(1, "1-a 2-b"))
    player.tap("undo")
    player.tap("undo")
    player.tap("redo")
    player.press("undo")
    assert player.journal == ["undo", "undo", "redo", "undo"]
    assert player.game.undo_count == 0
    assert player.game.redo_count == 2
    assert player.game.played == 2


def test_undo_travels_back() -> None:
    player = Player(dealt(1, "1-a"))
    player.tap("undo", pause=0.05)
    assert len(player.moving) == 2
    player.wait(0.2)
    assert player.moving == ""


def test_where_nothing_is_to_be_undone_the_button_is_faint_and_refuses() -> None:
    player = Player(dealt(1))
    assert not player.buttons["undo"].enabled
    assert not player.buttons["redo"].enabled
    player.tap("undo")
    player.press("redo")
    assert player.sounds == ["refuse", "refuse"]
    assert player.journal == []
    player.tap(player.find("1"))
    player.tap("a")
    assert player.buttons["undo"].enabled


def test_double_taps_on_undo_undo_twice() -> None:
    player = Player(dealt(1, "1-a 2-b"))
    player.double("undo")
    assert player.journal == ["undo", "undo"]


def test_undo_puts_the_hand_down() -> None:
    player = Player(dealt(1, "1-a"))
    player.tap("a")
    player.press("undo")
    assert player.selected == ""
    assert player.journal == ["undo"]


def test_a_move_after_undo_forgets_redo() -> None:
    player = Player(dealt(1, "1-a 2-b"))
    player.press("undo")
    player.move("3-d")
    assert player.game.redo_count == 0


def test_restart_is_one_step_that_undo_takes_back() -> None:
    player = Player(dealt(1, "1-a 2-b 3-c"))
    position = player.game.position
    player.press("restart")
    assert player.game.position == dealt(1).position
    assert player.game.played == 3
    player.press("undo")
    assert player.game.position == position
    assert player.journal == ["restart", "undo"]


def test_restart_of_a_fresh_deal_is_refused() -> None:
    player = Player(dealt(1))
    player.press("restart")
    assert player.journal == []
    assert player.sounds == ["refuse"]


def test_undo_has_an_end_where_the_settings_say_so() -> None:
    player = Player(dealt(1, "1-a 2-b 3-c", undo_limit=2))
    player.press("undo", "undo", "undo")
    assert player.journal == ["undo", "undo"]
    assert not player.buttons["undo"].enabled


def test_undo_during_a_drag_takes_the_card_out_of_the_hand() -> None:
    player = Player(dealt(1, "1-a"))
    player.point(Touch.DOWN, "2")
    player.point(Touch.MOVE, (300, 300))
    assert player.selected
    player.press("undo")
    assert player.selected == player.moving == ""
    player.point(Touch.MOVE, (320, 300))
    player.point(Touch.UP, (320, 300))
    assert player.journal == ["undo"]


# Won, stuck, finish

WINNING = """
Foundations: H-K C-K D-Q S-K
KD
"""


def test_the_last_card_wins_and_the_winner_is_told_when_it_has_arrived() -> None:
    player = Player.at(WINNING)
    player.tap("KD", pause=0.05)
    assert player.journal == ["1-h"]
    assert player.sounds == ["win"]
    assert [e.won for e in player.effects if isinstance(e, Keep)] == [True]
    assert player.opened == []
    player.wait(GLIDE + 2.0)
    assert player.opened == []
    player.wait(3.0)
    assert player.opened == ["won"]
    player.wait(5)
    assert player.opened == ["won"]


def test_a_touch_does_not_wait_for_the_last_card_to_arrive() -> None:
    player = Player.at(WINNING)
    player.tap("KD", pause=0.01)
    player.point(Touch.DOWN, (300, 300))
    assert player.opened == ["won"]


def test_the_clock_of_a_won_game_stands() -> None:
    player = Player.at(WINNING)
    player.tap("KD")
    seconds = player.scene.occasion(player.now).seconds
    player.wait(30)
    player.tap("1")
    player.wait(5)
    assert player.scene.occasion(player.now).seconds == seconds


def test_a_won_game_can_be_undone() -> None:
    player = Player.at(WINNING)
    player.tap("KD", pause=5)
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.press("undo", device="screen")
    assert on(player, WINNING)
    player.tap("KD", pause=5)
    assert player.journal == ["1-h", "undo", "1-h"]
    assert player.opened == ["won", "won"]


STUCK = "Freecells: 3C - 4D 4S\n7H 5C" + FULL


def test_no_legal_move_is_said_at_once() -> None:
    player = Player.at(STUCK)
    player.hold("5C")
    player.tap("b")
    assert player.game.state == "stuck"
    assert player.opened == ["stuck"]


def test_a_game_that_is_stuck_already_says_so_when_it_is_shown() -> None:
    game = Player.at(STUCK)
    game.hold("5C")
    game.tap("b")
    player = Player(game.game)
    player.wait(0.5)
    assert player.opened == ["stuck"]
    player.wait(5)
    assert player.opened == ["stuck"]


def test_a_stuck_table_says_so_also_when_its_page_is_closed() -> None:
    player = Player.at(STUCK)
    player.hold("5C")
    player.tap("b")
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.wait(60)
    assert player.said == "No card can go anywhere: undo, or deal anew"
    player.press("undo", device="screen")
    assert player.said == ""


def test_undo_leads_out_of_being_stuck() -> None:
    player = Player.at(STUCK)
    player.hold("5C")
    player.tap("b")
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.press("undo", device="screen")
    assert on(player, STUCK)
    assert player.opened == ["stuck"]


SORTED = """
Foundations: H-9 C-9 D-9 S-9
KH QH JH TH
KC QC JC TC
KD QD JD TD
KS QS JS TS
"""


def test_finish_is_offered_when_foundation_moves_alone_win() -> None:
    assert "finish" in Player.at(SORTED).buttons
    assert "finish" not in Player(dealt(1)).buttons


@pytest.mark.parametrize("size", [SMALL, PANEL, UPRIGHT, (240, 240), (1280, 400)])
def test_finish_lies_on_no_card(size: tuple[int, int]) -> None:
    columns = [
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH",
        "",
        "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC",
    ]
    player = Player.at("\n".join([*columns, "Foundations: D-K S-K"]), size=size)
    box = player.buttons["finish"].box
    assert not any(box.meets(r.box) for r in player.records if isinstance(r, Card | Counter))
    assert min(box.w, box.h) >= min(size) / 12
    others = [button.box for name, button in player.buttons.items() if name != "finish"]
    assert not any(box.meets(other) for other in others)


@pytest.mark.parametrize("how", ["tap", "key", "cursor"])
def test_finish_sends_one_card_home_after_the_other_and_wins(how: str) -> None:
    player = Player.at(SORTED)
    if how == "tap":
        player.tap("finish", pause=0.5)
    elif how == "key":
        player.press("finish")
    else:
        player.press("right", "left", "up", "up", "up", pause=0.1)
        stops = 0
        while player.cursor != "finish" and stops < 20:
            player.press("up", pause=0.1)
            stops += 1
        player.press("confirm")
    assert 0 < len(player.journal) < 16
    assert player.opened == []
    player.wait(5)
    assert len(player.journal) == 16
    assert player.game.state == "won"
    player.wait(2)
    assert player.opened == ["won"]


def test_any_touch_stops_finishing() -> None:
    player = Player.at(SORTED)
    player.tap("finish", pause=0.3)
    count = len(player.journal)
    player.point(Touch.DOWN, (5, 5))
    player.point(Touch.UP, (5, 5))
    player.wait(3)
    assert len(player.journal) == count
    player.tap("undo")
    assert len(player.journal) == count + 1
    player.tap("finish", pause=5)
    assert player.game.state == "won"


def test_finish_is_asked_for_and_never_done_by_itself() -> None:
    player = Player.at(SORTED)
    player.wait(30)
    player.tap("JH")
    assert player.journal == []


# Animation never blocks


def test_a_card_travels_from_where_it_was_to_where_it_is() -> None:
    player = Player.at("KC 7S\n8S")
    start = player.cards["7S"].box
    player.double("7S")
    end = player.cards["7S"].box
    player.press("undo", pause=0)
    way = []
    for _ in range(12):
        way.append(player.cards["7S"].box.x)
        player.wait(1 / 60)
    assert end.x >= way[0]
    assert way == sorted(way, reverse=True)
    assert way[-1] == start.x
    assert player.moving == ""


def test_the_release_of_a_key_does_not_cut_a_journey_short() -> None:
    player = Player(dealt(1, "1-a"))
    player.send(Press(Action.UNDO, True, player.now, "keyboard"))
    player.wait(0.03)
    player.send(Press(Action.UNDO, False, player.now, "keyboard"))
    assert player.moving


def test_a_tap_during_a_journey_acts_on_the_finished_table() -> None:
    player = Player.at("KC 2D AD\n8S")
    player.tap("AD", pause=0.01)
    assert player.moving == "AD"
    spot = player.cards["2D"].box.middle
    player.wait(0.4)
    player.tap(spot, pause=0.01, last=0.001)
    assert player.journal == ["1-h", "1-h"]
    player.tap("KC", pause=0.01)
    assert player.selected == "KC"
    assert player.moving == ""


def test_moves_can_follow_each_other_faster_than_cards_travel() -> None:
    player = Player(dealt(1))
    for move in range(8):
        player.send(Press(Action.HOME, True, player.now, "keyboard"))
        spot = player.find(str(move + 1))
        player.tap(spot, last=0.002, pause=0.002)
        player.tap("a", last=0.002, pause=0.002)
        player.press("undo", last=0.001, pause=0.001)
    assert player.journal.count("undo") >= 1
    assert player.game == replayed(player, dealt(1))


def replayed(player: Player, start: Game) -> Game:
    """The game that the journal tells."""
    game = start
    for entry in player.journal:
        game = game.enter(entry)
    return game


def test_many_cards_are_simply_there() -> None:
    game = Game.begin(BAKERS_GAME, 1)
    won = REPLAYS["bakers-game-4-cells"]
    player = Player(game.follow(won.moves[:60]))
    player.press("restart", pause=0.02)
    assert player.game.position == game.position
    assert player.moving == ""


# Folds

LONGER = "2C 4C 3C 7C 6C 9C 8C KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH\n8S\nKD"


def counters(player: Player) -> list[Counter]:
    return [record for record in player.records if isinstance(record, Counter)]


def test_long_columns_fold_and_count_what_is_folded() -> None:
    player = Player.at(LONGER, size=SMALL)
    (counter,) = counters(player)
    shown = len([card for card in player.cards if card not in ("8S", "KD")])
    assert shown + counter.count == 20
    assert counter.box.h >= 7
    assert "2C" in player.cards
    assert "AH" in player.cards


def test_a_fold_opens_under_the_finger_and_what_it_showed_can_be_picked_up() -> None:
    player = Player.at(LONGER, size=SMALL)
    hidden = [c for c in LONGER.splitlines()[0].split() if c not in player.cards]
    player.tap(counters(player)[0].box.middle)
    assert player.selected == ""
    assert player.journal == []
    assert [card for card in hidden if card in player.cards]
    box = player.cards["KH"].box if "KH" in player.cards else None
    if box is not None:
        player.tap("KH")
        assert player.selected.startswith("KH QH")


def test_a_double_tap_on_a_fold_just_opens_it() -> None:
    player = Player.at(LONGER, size=SMALL)
    player.double(counters(player)[0].box.middle)
    assert player.journal == []
    assert counters(player) == []


def test_with_a_card_selected_a_fold_means_its_column() -> None:
    player = Player.at(LONGER.replace("AH\n", "\n") + "\nAH", size=SMALL)
    player.hold("AH")
    player.tap(counters(player)[0].box.middle)
    assert player.journal == ["4-1"]


def test_an_opened_column_closes_when_another_place_is_touched() -> None:
    player = Player.at(LONGER, size=SMALL)
    before = player.scene.boxes(player.now)["cards"]
    player.tap(counters(player)[0].box.middle)
    assert player.scene.boxes(player.now)["cards"] != before
    player.tap("KD")
    assert player.selected == "KD"
    assert player.scene.boxes(player.now)["cards"] == before


def test_a_touch_beside_everything_closes_it_too() -> None:
    player = Player.at(LONGER, size=SMALL)
    before = player.scene.boxes(player.now)["cards"]
    player.tap(counters(player)[0].box.middle)
    player.tap((0, 0))
    assert player.scene.boxes(player.now)["cards"] == before


def test_a_fold_opens_under_the_cursor_and_closes_behind_it() -> None:
    player = Player.at(LONGER, size=SMALL)
    before = player.scene.boxes(player.now)["cards"]
    player.press("right")
    assert player.scene.boxes(player.now)["cards"] != before
    player.press("right")
    assert player.scene.boxes(player.now)["cards"] == before


def test_only_the_selected_cards_are_lifted_though_others_are_folded_away() -> None:
    """A selected group that reaches into the fold lifts what is seen of it and no card below."""
    player = Player.at(LONGER, size=SMALL)
    player.tap(counters(player)[0].box.middle)
    player.tap("JH")
    assert player.selected.startswith("JH")
    player.tap("2")
    lifted = player.selected.split()
    assert "2C" not in lifted
    assert "8C" not in lifted


def test_a_group_is_dragged_out_of_a_fold() -> None:
    player = Player.at(LONGER, size=SMALL)
    player.tap(counters(player)[0].box.middle)
    cards = player.scene.boxes(player.now)["cards"]
    player.point(Touch.DOWN, cards["JH"].middle)
    player.point(Touch.MOVE, (5, 100))
    lifted = player.selected.split()
    assert lifted[0] == "JH"
    assert "2C" not in lifted


# The clock on the table


def seconds(player: Player) -> float:
    return player.scene.occasion(player.now).seconds


def test_the_clock_starts_with_the_first_move() -> None:
    player = Player(dealt(1))
    player.wait(20)
    player.tap("1")
    player.wait(10)
    assert seconds(player) == 0
    player.tap("a", pause=0)
    player.wait(10)
    assert seconds(player) == pytest.approx(10, abs=0.1)


def test_an_undo_keeps_the_clock_running() -> None:
    player = Player(dealt(1))
    player.move("1-a")
    player.press("undo")
    before = seconds(player)
    player.wait(10)
    assert seconds(player) == pytest.approx(before + 10)


def test_it_stops_60_s_after_the_last_input_and_goes_on_with_the_next() -> None:
    player = Player(dealt(1))
    player.move("1-a")
    start = seconds(player)
    player.wait(300)
    assert seconds(player) == pytest.approx(start + 60, abs=2)
    assert player.scene.wake(player.now) is None
    stood = seconds(player)
    player.tap("2")
    player.wait(5)
    assert stood < seconds(player) < stood + 8


def test_it_stands_while_another_screen_is_shown() -> None:
    player = Player(dealt(1))
    player.move("1-a")
    player.scene.leave(player.now)
    stood = seconds(player)
    player.now += 40
    assert seconds(player) == stood
    player.scene.enter(player.now)
    player.wait(5)
    assert seconds(player) == pytest.approx(stood + 5)


def test_a_resumed_game_s_clock_waits_for_the_first_input() -> None:
    player = Player(dealt(1, "1-a"), seconds=75.5)
    assert "1:15" in player.figures
    player.wait(30)
    assert seconds(player) == 75.5
    assert player.scene.wake(player.now) is None
    player.tap("2", pause=0)
    player.wait(10)
    assert seconds(player) == pytest.approx(85.6, abs=0.2)


def test_every_entry_carries_the_clock_of_its_moment() -> None:
    player = Player(dealt(1))
    player.move("1-a")
    player.wait(20)
    player.press("undo")
    first, second = (effect for effect in player.effects if isinstance(effect, Keep))
    assert first.seconds == 0
    assert second.seconds == pytest.approx(21, abs=1)


def test_the_figures_tell_time_moves_score_and_code() -> None:
    player = Player(dealt(1))
    assert player.figures == "0:00 | 0 moves | 0 points | BK1-C4 | AAAAA24"
    player.move("1-a", "2-b")
    player.wait(61.3)
    player.press("undo")
    assert player.figures.startswith("1:0")
    assert "2 moves" in player.figures


@pytest.mark.parametrize("size", [(240, 240), SMALL, PANEL, UPRIGHT, (1280, 720)])
def test_the_figures_fit_their_lines(size: tuple[int, int]) -> None:
    game = dealt(33_554_432, "1-a undo " * 150 + "1-a")
    player = Player(game, size, seconds=35_999)
    labels = [record for record in player.frame.still if isinstance(record, Label)]
    assert all(Even().width(label.text, label.px) <= label.box.w for label in labels), labels
    assert "9:59:59" in player.figures
    assert "151" in player.figures
    assert min(label.px for label in labels) >= 9


def test_a_game_without_a_score_shows_none() -> None:
    player = Player(dealt(1, rules=BAKERS_DOZEN), UPRIGHT)
    assert "point" not in player.figures


# Idle, resized, covered


def test_the_still_part_is_the_same_tuple_while_nothing_in_it_changes() -> None:
    player = Player(dealt(1))
    still = player.frame.still
    assert player.look().still is still
    player.wait(2)
    assert player.frame.still is still
    player.press("right")
    assert player.frame.still is still
    player.press("left", "up", "down")
    assert player.frame.still is still


def test_a_drag_changes_the_still_part_once() -> None:
    player = Player(dealt(1))
    player.point(Touch.DOWN, "1")
    player.point(Touch.MOVE, (200, 200))
    still = player.frame.still
    for step in range(20):
        player.point(Touch.MOVE, (200 + step, 200))
        assert player.frame.still is still


def test_it_sleeps_when_nothing_is_to_be_done() -> None:
    player = Player(dealt(1))
    assert player.scene.wake(player.now) is None
    player.tap("1")
    player.press("right")
    player.wait(20)
    assert player.scene.wake(player.now) is None


def test_it_wakes_once_a_second_while_the_clock_runs() -> None:
    player = Player(dealt(1))
    player.move("1-a")
    wakes = 0
    end = player.now + 10
    while player.now < end:
        wake = player.scene.wake(player.now)
        assert wake is not None
        player.now = max(wake, player.now)
        player.scene.advance(player.now)
        player.look()
        wakes += 1
    assert wakes <= 11


@pytest.mark.parametrize("size", [SMALL, UPRIGHT, (801, 480), (1920, 1080)])
def test_a_new_size_is_laid_out_anew_and_keeps_the_selection(size: tuple[int, int]) -> None:
    player = Player(dealt(1))
    player.press("right", "confirm")
    selected, cursor = player.selected, player.cursor
    player.send(Resized(*size))
    fresh = Player(dealt(1), size)
    fresh.press("right", "confirm")
    fresh.wait(20)
    player.wait(20)
    assert player.frame == fresh.frame
    assert (player.selected, player.cursor) == (selected, cursor)


def test_a_fold_under_the_cursor_stays_open_on_a_new_size() -> None:
    player = Player.at(LONGER, size=SMALL)
    player.press("right")
    player.send(Resized(240, 320))
    fresh = Player.at(LONGER, size=(240, 320))
    fresh.press("right")
    assert player.scene.boxes(player.now) == fresh.scene.boxes(player.now)


def test_a_drag_ends_with_a_new_size() -> None:
    player = Player(dealt(1))
    player.point(Touch.DOWN, "1")
    player.point(Touch.MOVE, (300, 300))
    player.send(Resized(*UPRIGHT))
    player.point(Touch.MOVE, (200, 200))
    player.point(Touch.UP, (200, 200))
    player.wait(1)
    assert player.journal == []
    assert player.moving == ""


def test_covering_the_table_ends_a_drag() -> None:
    player = Player(dealt(1))
    player.point(Touch.DOWN, "1")
    player.point(Touch.MOVE, (300, 300))
    player.scene.leave(player.now)
    player.scene.enter(player.now)
    player.look()
    assert player.selected == player.moving == ""
    player.point(Touch.UP, (300, 300))
    assert player.journal == []


def test_lines_in_passing_are_told() -> None:
    player = Player(dealt(1))
    player.scene.tell(("The disk is full.",), player.now)
    player.look()
    assert player.said == "The disk is full."
    player.wait(10)
    assert player.said == ""


def test_a_long_line_is_told_in_two_or_smaller_and_only_then_in_more() -> None:
    player = Player(dealt(1), SMALL)
    text = "The saved games were damaged and have been set aside under another name. "
    heights = []
    for times, lines in ((1, 2), (3, 4)):
        player.scene.tell((text * times,), player.now)
        player.look()
        assert player.said == (text * times).strip()
        labels = [r for r in player.frame.moving if isinstance(r, Label)]
        assert len(labels) == lines
        heights.append(labels[0].px)
    assert heights == [13, 9]


def test_notes_of_the_start_stay_until_something_happens() -> None:
    scene = TableScene(stage(), Occasion(dealt(1), notes=("Set aside: the old game.",)))
    scene.enter(5.0)
    assert any(
        getattr(r, "text", "") == "Set aside: the old game." for r in scene.frame(500.0).moving
    )


# Places, by name


@pytest.mark.parametrize("size", [SMALL, PANEL, UPRIGHT])
def test_the_layout_names_piles_cards_and_buttons(size: tuple[int, int]) -> None:
    player = Player(dealt(1), size)
    boxes = player.scene.boxes(player.now)
    assert set(boxes["piles"]) == {*"12345678", *"abcd", "hC", "hD", "hH", "hS"}
    assert len(boxes["cards"]) == 52
    assert set(boxes["buttons"]) == {"undo", "redo", "hint", "new", "menu"}


def test_a_tap_in_the_middle_of_a_card_s_box_means_that_card() -> None:
    game = dealt(617)
    for size in (SMALL, PANEL, UPRIGHT):
        player = Player(game, size)
        for name, box in player.scene.boxes(player.now)["cards"].items():
            player.now += 10
            player.scene.handle(Pointer(Touch.DOWN, *box.middle, player.now), player.now)
            player.scene.handle(Pointer(Touch.UP, *box.middle, player.now), player.now)
            player.look()
            selected = player.selected.split()
            if selected:
                assert selected[0] == name
                player.press("back", last=0, pause=0)
            elif player.journal:
                player.press("undo", last=0, pause=0)
                player.effects.clear()
            else:
                assert player.said


def test_dead_columns_are_dead_and_the_others_are_not() -> None:
    player = Player.at("KC\n:", BAKERS_DOZEN)
    assert {r.kind for r in player.frame.still if isinstance(r, Slot)} == {"dead", "foundation"}
    player = Player.at("KC\n:", rules_for("bakers-dozen", house="E"))
    assert {r.kind for r in player.frame.still if isinstance(r, Slot)} == {"column", "foundation"}


def test_an_action_of_another_screen_comes_as_a_press() -> None:
    """The menu's Restart closes the menu and hands its action to the table below."""
    player = Player(dealt(1, "1-a"))
    assert Back(Action.RESTART).then is Action.RESTART
    player.press("restart", device="screen")
    assert player.journal == ["restart"]
    assert not isinstance(player.effects[0], Open)


def test_no_box_of_the_picture_reaches_over_its_edge() -> None:
    for size in (SMALL, (240, 240), PANEL, UPRIGHT, (1920, 1080)):
        player = Player(dealt(1), size)
        player.hold("1")
        picture = Box(0, 0, *size)
        for record in player.records:
            if not isinstance(record, Mark):
                assert record.box.joined(picture) == picture, record
