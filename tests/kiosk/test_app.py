"""The program put together: from the first scene to the last, with what is kept in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.codes import decode
from engine.game import Game
from engine.variants import find_rules
from kiosk.app.settings_files import load_startup_settings
from kiosk.frame import Button, Label
from kiosk.settings import Config
from kiosk.storage import Store, resume_saved_game
from tests.support.pilot import Pilot, start_pilot

CODE = "BK1-C4-AAAAA24"
OTHER = "BK1-C4-AAATI7T"


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with start_pilot(tmp_path, code=CODE) as pilot:
        yield pilot


def test_without_a_kept_game_the_title_comes_first(tmp_path: Path) -> None:
    with start_pilot(tmp_path) as pilot:
        assert "confirm" in pilot.places
        assert pilot.store.get_current() is None
        pilot.tap("confirm")
        kept = pilot.store.get_current()
    assert kept is not None
    assert kept.code == CODE


def test_the_code_of_the_command_line_is_dealt(pilot: Pilot) -> None:
    assert pilot.scene == "TableScene"
    kept = pilot.store.get_current()
    assert kept is not None
    assert kept.code == CODE


def test_a_tap_is_kept_before_the_next_one_is_taken(pilot: Pilot) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    assert pilot.journal == ("5-a",)
    pilot.tap("undo")
    assert pilot.journal == ("5-a", "undo")


@pytest.mark.parametrize("way", ["tap", "click", "doubled_tap"])
def test_every_kind_of_tap_counts_once(pilot: Pilot, way: str) -> None:
    tap = getattr(pilot, way)
    for where in ("6C", "a", "3D", "b", "undo"):
        tap(where)
    assert pilot.journal == ("5-a", "6-b", "undo")


def test_a_second_finger_moves_no_second_card_and_does_not_lose_the_first(pilot: Pilot) -> None:
    first, second = pilot.find("6C"), pilot.find("3D")
    pilot.finger(pygame.FINGERDOWN, first, 1)
    pilot.finger(pygame.FINGERMOTION, (first[0] + 30, first[1] - 60), 1)
    pilot.finger(pygame.FINGERDOWN, second, 2)
    pilot.finger(pygame.FINGERMOTION, pilot.find("b"), 2)
    pilot.finger(pygame.FINGERUP, pilot.find("b"), 2)
    pilot.finger(pygame.FINGERMOTION, pilot.find("c"), 1)
    pilot.finger(pygame.FINGERUP, pilot.find("c"), 1)
    pilot.wait(0.06)
    assert pilot.journal == ("5-c",)


def test_a_drag_whose_window_loses_the_focus_moves_nothing(pilot: Pilot) -> None:
    place = pilot.find("6C")
    pilot.finger(pygame.FINGERDOWN, place)
    pilot.finger(pygame.FINGERMOTION, pilot.find("a"))
    pilot.post(pygame.WINDOWFOCUSLOST)
    pilot.finger(pygame.FINGERUP, pilot.find("a"))
    pilot.wait(1.0)
    assert pilot.journal == ()


def test_enter_held_while_the_focus_is_lost_does_nothing(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    pilot.wait(0.5)
    before = pilot.picture
    pilot.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    pilot.wait(0.2)
    pilot.post(pygame.WINDOWFOCUSLOST)
    pilot.wait(2.0)
    assert pilot.picture == before
    assert pilot.journal == ()


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        for where in ("6C", "a", "3D", "b", "undo"):
            pilot.tap(where)
        pilot.wait(9.0)
        picture = pilot.picture
    with start_pilot(tmp_path) as pilot:
        assert pilot.scene == "TableScene"
        assert pilot.journal == ("5-a", "6-b", "undo")
        pilot.tap("redo")
        assert pilot.journal == ("5-a", "6-b", "undo", "redo")
        pilot.tap("undo")
        assert len(pilot.picture) == len(picture)


def test_another_code_keeps_the_game_from_before_resumable(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        pilot.tap("6C")
        pilot.tap("a")
    with start_pilot(tmp_path, code=OTHER) as pilot:
        kept = pilot.store.get_current()
        assert kept is not None
        assert (kept.code, kept.entries) == (OTHER, ())
    with start_pilot(tmp_path, code=CODE) as pilot:
        assert pilot.journal == ("5-a",)


def test_the_same_code_goes_on_with_the_kept_game(tmp_path: Path) -> None:
    for _ in range(2):
        with start_pilot(tmp_path, code=CODE) as pilot:
            pilot.tap("6C")
            pilot.tap("a" if not pilot.journal else "undo")
    with start_pilot(tmp_path, code=CODE) as pilot:
        assert pilot.journal[0] == "5-a"


def test_a_game_left_for_another_deal_goes_on_from_the_new_game_screen(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE, number=lambda: 617) as pilot:
        for where in ("6C", "a", "new", "confirm"):
            pilot.tap(where)
        assert pilot.journal == ()
        for where in ("new", "resume"):
            pilot.tap(where)
        assert pilot.journal == ("5-a",)
        pilot.tap("undo")
        assert pilot.journal == ("5-a", "undo")


def test_the_limit_of_undo_is_that_of_the_settings(tmp_path: Path) -> None:
    config = Config.from_values({"game.undo_limit": 1})
    with start_pilot(tmp_path, code=CODE, config=config) as pilot:
        for where in ("6C", "a", "3D", "b", "undo", "undo", "undo"):
            pilot.tap(where)
        assert pilot.journal == ("5-a", "6-b", "undo")


def test_the_game_of_the_settings_is_dealt(tmp_path: Path) -> None:
    config = Config.from_values({"game.cells": 2})
    with start_pilot(tmp_path, config=config) as pilot:
        pilot.tap("confirm")
        kept = pilot.store.get_current()
    assert kept is not None
    rules, number = decode(kept.code)
    assert (rules.cells, number) == (2, 29)


def test_the_menu_and_back_change_nothing(pilot: Pilot) -> None:
    before = pilot.picture
    pilot.tap("menu")
    assert pilot.scene == "Menu"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene == "TableScene"
    assert pilot.picture == before
    assert pilot.journal == ()


def test_a_choice_of_the_menu_is_passed_on_to_the_table(pilot: Pilot) -> None:
    for where in ("6C", "a", "menu", "restart"):
        pilot.tap(where)
    assert pilot.scene == "TableScene"
    assert pilot.journal == ("5-a", "restart")


def test_notices_come_first_and_the_game_behind_them(tmp_path: Path) -> None:
    (tmp_path / "bakehouse.db").write_bytes(b"no database at all")
    with start_pilot(tmp_path, code=CODE) as pilot:
        assert pilot.scene == "Menu"
        pilot.tap("confirm")
        assert pilot.scene == "TableScene"
        pilot.tap("6C")
        pilot.tap("a")
        assert pilot.journal == ("5-a",)


def test_a_journal_that_makes_no_sense_is_told_and_the_code_dealt(tmp_path: Path) -> None:
    store, _ = Store.open(tmp_path)
    store.begin_deal(CODE)
    store.append_entry("8-h", 1.0)
    store.close()
    with start_pilot(tmp_path, code=CODE) as pilot:
        assert pilot.scene == "Menu"
        pilot.tap("confirm")
        assert pilot.scene == "TableScene"
        assert pilot.journal == ()


def test_a_won_game_is_not_resumed(tmp_path: Path) -> None:
    store, _ = Store.open(tmp_path)
    store.begin_deal(CODE)
    store.append_entry("5-a", 1.0, won=True)
    store.close()
    with start_pilot(tmp_path) as pilot:
        assert pilot.scene == "Menu"


def test_save_and_quit_ends_the_run(pilot: Pilot) -> None:
    pilot.tap("menu")
    pilot.tap("quit")
    assert pilot.screens.is_finished


def test_a_closed_window_ends_the_run(pilot: Pilot) -> None:
    pilot.post(pygame.QUIT)
    assert pilot.screens.is_finished


@pytest.mark.parametrize("scene", ["menu", "new", "drag", "animation", "hold", "notice"])
def test_a_call_to_leave_is_heard_in_every_scene(pilot: Pilot, scene: str) -> None:
    if scene in ("menu", "new"):
        pilot.tap(scene)
    elif scene == "notice":
        pilot.screens.show_notice(("look",), pilot.now)
    elif scene == "animation":
        pilot.tap("6C")
        pilot.tap("a", pause=0.05)
    else:
        pilot.finger(pygame.FINGERDOWN, pilot.find("6C"))
        if scene == "drag":
            pilot.finger(pygame.FINGERMOTION, pilot.find("a"))
    pilot.is_requested = True
    pilot.loop.run()
    assert pilot.screens.is_finished


def test_an_idle_table_presents_nothing(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.wait(10.0)
    shown: list[object] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append("flip"))
    pilot.wait(100.0)
    for x in range(100):
        pilot.mouse(pygame.MOUSEMOTION, (x, x), held=False)
    assert shown == []


def test_a_running_clock_presents_the_seconds_and_no_more(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    pilot.wait(2.0)
    shown: list[object] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)
    pilot.wait(20.0)
    assert 19 <= len(shown) <= 21


def test_what_cannot_be_saved_is_told_and_play_goes_on(pilot: Pilot) -> None:
    pilot.store._storage.database.execute("PRAGMA query_only = ON")
    before = pilot.picture
    pilot.tap("6C")
    pilot.tap("a")
    assert not pilot.store.is_saved
    assert pilot.picture != before
    pilot.store._storage.database.execute("PRAGMA query_only = OFF")
    pilot.tap("3D")
    pilot.tap("b")
    assert pilot.store.is_saved
    assert pilot.journal == ("5-a", "6-b")


def test_a_window_of_another_size_shows_the_same_game(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        pilot.tap("6C")
        pygame.display.set_mode((480, 640), pygame.RESIZABLE)
        pilot.post(pygame.WINDOWSIZECHANGED, x=480, y=640)
        pilot.wait(1.0)
        assert pilot.window.size == (480, 640)
        assert len(pilot.picture) == 480 * 640 * 3
        assert all(box.right <= 480 and box.bottom <= 640 for box in pilot.places.values())
        pilot.tap("a")
        assert pilot.journal == ("5-a",)


def test_a_window_that_is_too_small_says_so(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        before = pilot.places
        pygame.display.set_mode((200, 100), pygame.RESIZABLE)
        pilot.post(pygame.WINDOWSIZECHANGED, x=200, y=100)
        pilot.wait(0.1)
        small = pilot.picture
        assert len(set(small)) > 2
        pygame.display.set_mode((800, 480), pygame.RESIZABLE)
        pilot.post(pygame.WINDOWSIZECHANGED, x=800, y=480)
        pilot.wait(0.1)
        assert pilot.places == before


def test_an_undone_game_can_be_replayed_from_the_store(pilot: Pilot, tmp_path: Path) -> None:
    for where in ("6C", "a", "3D", "b", "undo", "redo"):
        pilot.tap(where)
    store, _ = Store.open(tmp_path / "elsewhere")
    assert resume_saved_game(store).game is None
    store.close()
    game = Game.replay(*decode(CODE), pilot.journal)
    assert game == pilot.screens.top.get_game_in_play(pilot.now).game


def test_problems_of_a_settings_file_are_told(tmp_path: Path) -> None:
    wrong = tmp_path / "my.yaml"
    wrong.write_text("game:\n  cells: 9\n  variant: kings-only\n")
    config, problems, _ = load_startup_settings(wrong)
    assert config.game.variant == "kings-only"
    assert config.game.cells == 4
    assert len(problems) == 1
    assert problems[0].startswith(f"{wrong}:2: game.cells:")


def test_while_saving_does_not_work_a_sign_says_so(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pilot.frame
    monkeypatch.setattr(Store, "is_saved", property(lambda store: False))
    frame = pilot.frame
    assert [r.icon for r in frame.foreground if isinstance(r, Button)] == ["warning"]
    assert frame.background == before.background


# Nothing is lost by one wrong touch


def test_the_same_code_typed_again_leaves_the_game_resumable(pilot: Pilot) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    for where in ("new", "entry", *CODE, "confirm", "3D", "b"):
        pilot.tap(where)
    assert pilot.journal == ("6-b",)
    pilot.tap("new")
    pilot.tap("resume")
    assert pilot.journal == ("5-a",)


@pytest.mark.parametrize("size", [(240, 240), (320, 240), (480, 320), (800, 480), (480, 800)])
@pytest.mark.parametrize("button", ["new", "menu"])
def test_a_double_tap_on_a_button_of_the_table_changes_no_game(
    tmp_path: Path, size: tuple[int, int], button: str
) -> None:
    with start_pilot(tmp_path, code=CODE, size=size) as pilot:
        pilot.tap("6C")
        pilot.tap("a")
        place = pilot.find(button)
        for _ in range(3):
            pilot.tap(place, last=0.04, pause=0.06)
        pilot.wait(1.0)
        kept = pilot.store.get_current()
        assert kept is not None
        assert (kept.code, kept.entries) == (CODE, ("5-a",))
        assert not pilot.screens.is_finished


def test_new_restart_and_quit_are_taken_back_with_one_more_touch(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        for where in ("6C", "a", "new", "back"):
            pilot.tap(where)
        assert pilot.journal == ("5-a",)
        for where in ("menu", "restart", "undo"):
            pilot.tap(where)
        assert pilot.journal == ("5-a", "restart", "undo")
        for where in ("new", "confirm", "new", "resume"):
            pilot.tap(where)
        assert pilot.journal == ("5-a", "restart", "undo")
        pilot.tap("menu")
        pilot.tap("quit")
        assert pilot.screens.is_finished
    with start_pilot(tmp_path) as pilot:
        assert pilot.journal == ("5-a", "restart", "undo")
        pilot.tap("undo")
        assert pilot.places["6C"]


# Choices


def test_a_game_is_dealt_three_presses_after_power_on_at_most(tmp_path: Path) -> None:
    with start_pilot(tmp_path / "play") as pilot:
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "TableScene"
    with start_pilot(tmp_path / "keys") as pilot:
        pilot.key(pygame.K_n, pygame.K_RETURN)
        assert pilot.scene == "TableScene"
    with start_pilot(tmp_path / "taps") as pilot:
        for where in ("new", "spanish-patience", "confirm"):
            pilot.tap(where)
        kept = pilot.store.get_current()
        assert kept is not None
        assert decode(kept.code).rules == find_rules("spanish-patience")


def test_the_last_choice_is_what_play_deals_at_the_next_power_on(tmp_path: Path) -> None:
    with start_pilot(tmp_path) as pilot:
        for where in ("new", "kings-only", "cells", "confirm"):
            pilot.tap(where)
    with start_pilot(tmp_path) as pilot:
        pilot.screens.reset(pilot.now)
        pilot.tap("confirm")
        kept = pilot.store.get_current()
    assert kept is not None
    assert decode(kept.code).rules == find_rules("kings-only", 3)


def test_for_the_next_player_of_a_locked_machine_it_is_the_files_game(tmp_path: Path) -> None:
    with start_pilot(tmp_path, config=Config.from_values({"kiosk.lock": True})) as pilot:
        for where in ("new", "good-measure", "confirm"):
            pilot.tap(where)
        pilot.screens.reset(pilot.now)
        pilot.tap("confirm")
        kept = pilot.store.get_current()
    assert kept is not None
    assert decode(kept.code).rules == find_rules("bakers-game")


@pytest.mark.parametrize("kind", ["any", "typed"])
def test_a_deal_that_may_be_lost_is_told_so(tmp_path: Path, kind: str) -> None:
    config = Config.from_values({"game.cells": 1, "game.deal": "any"})
    with start_pilot(tmp_path, config=config, number=lambda: 1) as pilot:
        if kind == "any":
            pilot.key(pygame.K_RETURN)
        else:
            for where in ("new", "entry", "2", "confirm"):
                pilot.tap(where)
        told = [
            r.text for r in pilot.screens.build_frame(pilot.now).foreground if isinstance(r, Label)
        ]
        assert "may be lost" in " ".join(told)
        pilot.tap("menu")
        lines = [
            r.text for r in pilot.screens.build_frame(pilot.now).background if isinstance(r, Label)
        ]
        assert "This deal may be lost." in lines
