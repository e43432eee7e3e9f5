"""The way back, a way to win to be looked at, the sign of the odds: help beside the hint."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pygame

from engine.game import Game
from engine.notation import format_move
from engine.solver.verdict import Verdict
from kiosk.effects import (
    CancelThinking,
    Effect,
    GoBack,
    MarkHelped,
    OpenScene,
    SolverAnswer,
    Think,
    WatchReplay,
)
from kiosk.events import Action
from kiosk.frame import Icon, Label, bounding_box
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.scenes.table import hint_requests
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.table.view import Winnability
from kiosk.settings import Config
from kiosk.stats import DealOutcome
from kiosk.ui.menu import Menu
from tests.support.asker import HARD, LOST, STRAYED, Prompt, solve_now, strayed, thinks
from tests.support.each import for_each
from tests.support.pilot import start_pilot
from tests.support.player import Player
from tests.support.stage import LANDSCAPE, SMALL, Opening, open_scene, stage
from tests.support.tables import BAKERS_GAME

WATCHED = Config.from_values({"display.indicator": True})


def answer(player: Player, effects: list[Effect]) -> list[Effect]:
    """Let the solver answer what was asked among these effects; what is done about it."""
    done: list[Effect] = []
    for think in thinks(effects):
        for advice in solve_now(think):
            done += player.scene.receive_answer(advice, player.now)
    player.update_frame()
    return done


def watching(game: Game, size: tuple[int, int] = (800, 480)) -> Player:
    """A player who wants to see the odds."""
    player = Player(game, size)
    player.scene = TableScene(stage(size)._replace(config=WATCHED), game)
    player.scene.enter(player.now)
    return player


def shown(player: Player) -> Winnability | None:
    signs = [r for r in player.drawables if isinstance(r, Icon)]
    assert len(signs) < 2
    return Winnability(signs[0].name) if signs else None


def page(player: Player, name: str) -> Menu:
    game, seconds, moves_back = player.scene.get_game_in_play(player.now)
    made = open_scene(name, player.stage, Opening(game, seconds, moves_back=moves_back))
    assert isinstance(made, Menu)
    return made


def offered(player: Player, name: str) -> list[str]:
    return list(page(player, name).collect_boxes(0.0)["buttons"])


# Watch it solved


@for_each("by", ["menu", "hold"])
def test_a_way_to_win_is_played_to_be_looked_at_and_leaves_the_game_alone(by: str) -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    game = player.game
    effects = player.press("watch") if by == "menu" else player.hold("hint")
    assert player.message_text == hint_requests.THINKING_TEXT
    helped, watch = answer(player, effects)
    assert helped == MarkHelped()
    assert isinstance(watch, WatchReplay)
    assert watch.game == game
    assert watch.game.play_moves(watch.entries).state == "won"
    assert (player.game, player.journal_entries, player.message_text) == (game, [], "")


def test_what_is_known_is_played_at_once_from_where_the_game_is() -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    *_, watch = answer(player, player.press("watch"))
    player.play_moves(cast("WatchReplay", watch).entries[0])
    *_, again = player.press("watch")
    assert again == WatchReplay(player.game, cast("WatchReplay", watch).entries[1:], "Solution")


def test_a_move_or_another_screen_takes_the_wish_back() -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    player.press("watch")
    player.play_moves("1-a")
    asked = [effect for effect in player.effects if isinstance(effect, Think)]
    assert asked[-1].game == player.game
    assert answer(player, list(asked[-1:])) == []
    player = Player(Game.begin(BAKERS_GAME, 2))
    effects = player.press("watch")
    player.scene.leave(player.now)
    assert answer(player, effects) == [MarkHelped()]


def test_where_all_is_lost_watching_says_so_and_offers_the_way_back() -> None:
    player = Player(strayed())
    assert answer(player, player.press("watch"))[-1] == MarkHelped()
    assert player.message_text.endswith("goes back 3 moves")
    player = Player(LOST)
    answer(player, player.press("watch"))
    assert player.message_text == hint_requests.LOST_TEXT


# Back to where it can be won


def test_the_way_back_is_one_press_and_one_entry_from_the_menu() -> None:
    player = Player(strayed(undo_limit=1))
    assert "rewind" not in offered(player, "pause")
    answer(player, player.press("hint"))
    menu = page(player, "pause")
    assert "rewind" in menu.collect_boxes(0.0)["buttons"]
    effects = player.press("rewind")
    assert effects[0] == MarkHelped()
    assert player.journal_entries == ["undo*3"]
    assert player.game.redo_count == 3


def test_a_stuck_game_goes_back_once_the_way_is_known() -> None:
    player = Player(strayed())
    effects = player.press("rewind")
    assert player.message_text == hint_requests.THINKING_TEXT
    answer(player, effects)
    player.update_frame()
    assert player.game.position == strayed().go_back(3).position
    assert "rewind" in offered(player, "stuck")


def test_nothing_is_gone_back_where_nothing_is_lost_or_nothing_was_better() -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    answer(player, player.press("rewind"))
    assert player.message_text == hint_requests.WINNABLE_TEXT
    player = Player(LOST)
    answer(player, player.press("rewind"))
    assert player.message_text == hint_requests.LOST_TEXT
    assert player.journal_entries == []
    assert "rewind" not in offered(player, "stuck")


def test_the_menu_passes_both_on_to_the_table() -> None:
    player = Player(strayed())
    answer(player, player.press("hint"))
    menu = page(player, "pause")
    told = [choice.effects for choice in menu._content.items if choice.name in ("watch", "rewind")]
    assert told == [(GoBack(Action.REWIND),), (GoBack(Action.WATCH),)]


# The sign of the odds


def test_without_the_setting_nobody_thinks_and_no_sign_is_there() -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    player.wait(5.0)
    player.play_moves("1-a")
    assert not thinks(player.effects)
    assert shown(player) is None


def test_the_sign_follows_the_game_and_marks_it_with_the_first_verdict() -> None:
    player = watching(strayed().go_back(3))
    effects = player.wait(0.0)
    assert shown(player) is Winnability.UNKNOWN
    assert MarkHelped() not in effects
    assert answer(player, effects) == [MarkHelped()]
    assert shown(player) is Winnability.WINNABLE
    player.play_moves(*map(format_move, strayed().moves[-3:]))
    effects = [e for e in player.effects if isinstance(e, Think)]
    answer(player, effects[-1:])
    assert shown(player) is Winnability.LOST
    assert player.message_text == ""
    assert "rewind" in offered(player, "pause")
    player.press("undo", "undo", "undo")
    assert shown(player) is Winnability.WINNABLE


def test_what_nobody_can_find_out_stays_unknown() -> None:
    player = watching(HARD)
    player.wait(0.0)
    assert player.scene.receive_answer(SolverAnswer(Verdict.UNKNOWN), player.now) == []
    player.update_frame()
    assert shown(player) is Winnability.UNKNOWN


def test_the_sign_comes_and_goes_with_the_setting() -> None:
    player = Player(Game.begin(BAKERS_GAME, 2))
    player.scene.set_context(player.stage._replace(config=WATCHED))
    assert player.scene.next_deadline(player.now) == player.now
    assert thinks(player.wait(0.0))
    assert shown(player) is Winnability.UNKNOWN
    player.scene.set_context(player.stage)
    effects = player.wait(0.0)
    assert shown(player) is None
    assert not [e for e in effects if isinstance(e, CancelThinking | OpenScene)]


def test_the_figure_beside_the_sign_is_no_smaller_than_the_others_in_a_rail() -> None:
    player = watching(Game.begin(BAKERS_GAME, 2))
    real = player.stage._replace(config=WATCHED, measurer=Fonts(assets_dir() / "fonts"))
    player.scene.set_context(real)
    player.wait(0.0)
    bar = player.scene._view.layout.toolbar
    sizes = {
        r.px
        for r in player.drawables
        if isinstance(r, Label) and r.box.overlaps(bar.status_lines[2])
    }
    assert sizes == {player.scene._view.layout.text_px}


@for_each("size", [(240, 240), SMALL, *LANDSCAPE, (480, 800)])
def test_the_sign_lies_in_the_line_of_controls(size: tuple[int, int]) -> None:
    player = watching(Game.begin(BAKERS_GAME, 2), size)
    player.wait(0.0)
    (sign,) = (r for r in player.drawables if isinstance(r, Icon))
    bar = player.scene._view.layout.toolbar
    assert bar.box.union(bounding_box(sign)) == bar.box
    assert not any(box.overlaps(sign.box) for _, box in bar.buttons)


# In the program


def test_a_way_to_win_is_watched_and_left_and_the_deal_is_marked(tmp_path: Path) -> None:
    code = "BK1-C4-AAAAA24"
    with start_pilot(tmp_path / "state", code=code, advisor=Prompt()) as pilot:
        pilot.tap("6C")
        pilot.tap("a")
        kept = pilot.journal
        pilot.key(pygame.K_m)
        pilot.tap("watch")
        assert pilot.scene == "ReplayScene"
        pilot.wait(20)
        pilot.tap("back")
        assert pilot.scene == "TableScene"
        assert pilot.journal == kept
        (result,) = pilot.store.list_results()
        assert result.is_helped
        assert result.outcome is DealOutcome.OPEN


def test_a_game_past_hope_is_brought_back_from_the_menu_in_one_entry(tmp_path: Path) -> None:
    code = "BK1-C3-AAAALAG"
    with start_pilot(tmp_path / "state", code=code, advisor=Prompt()) as pilot:
        for entry in STRAYED.split():
            pilot.store.append_entry(entry, 1.0, False)
        pilot.screens.show_first_scene(pilot.now, code)
        pilot.wait(0.0)
        pilot.key(pygame.K_h)
        pilot.key(pygame.K_m)
        pilot.tap("rewind")
        assert pilot.scene == "TableScene"
        assert pilot.journal == (*STRAYED.split(), "undo*3")
    with start_pilot(tmp_path / "state", advisor=Prompt()) as pilot:
        assert pilot.journal[-1] == "undo*3"
        assert pilot.scene == "TableScene"


def test_a_stuck_game_is_brought_back_from_its_page_in_one_press(tmp_path: Path) -> None:
    code, moves = "BK1-C4-AAAACIJ", ["6-c", "8-d", "7-a", "1-b", "8-2", "5-h", "c-h", "4-c"]
    with start_pilot(tmp_path / "state", code=code, advisor=Prompt()) as pilot:
        for entry in moves:
            pilot.store.append_entry(entry, 1.0, False)
        pilot.screens.show_first_scene(pilot.now, code)
        pilot.wait(1.0)
        pilot.tap("rewind")
        assert pilot.scene == "TableScene"
        assert pilot.journal == (*moves, "undo*5")
