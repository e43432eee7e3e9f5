"""A table that was left is cleared; who comes next begins at the title, the game can be gone on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.codes import decode
from kiosk.frame import Label
from kiosk.settings import Config
from kiosk.storage.state_report import build_state_report
from tests.support.pilot import Pilot, start_pilot
from tests.support.replays import REPLAY_FOLDER, load_recorded_game

CODE = "BK1-C4-AAAAA24"
LEFT = Config.from_values({"kiosk.idle_reset": 60, "kiosk.keep_left": 5})


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with start_pilot(tmp_path / "state", code=CODE, config=LEFT) as flown:
        yield flown


def told(pilot: Pilot) -> list[str]:
    """The labels over the screen."""
    moving = pilot.frame.foreground
    return [record.text for record in moving if isinstance(record, Label)]


def buttons(pilot: Pilot) -> list[str]:
    return list(pilot.screens.top.collect_boxes(pilot.now)["buttons"])


def test_a_left_table_is_cleared_after_a_countdown(pilot: Pilot) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    pilot.wait(48)
    assert told(pilot) == []
    pilot.wait(2)
    assert told(pilot)[1] == "The table is cleared in 10 seconds."
    before = pilot.picture
    pilot.wait(9)
    assert told(pilot)[1] == "The table is cleared in 1 second."
    assert pilot.picture != before
    pilot.wait(1)
    assert told(pilot) == []
    assert "resume" in buttons(pilot)
    assert pilot.screens.is_reset


def test_the_touch_that_answers_the_countdown_plays_nothing(pilot: Pilot) -> None:
    pilot.tap("6C")
    pilot.wait(52)
    pilot.tap("a")
    assert told(pilot) == []
    assert pilot.journal == ()
    pilot.tap("a")
    assert pilot.journal == ("5-a",)
    pilot.wait(51)
    pilot.key(pygame.K_u)
    assert pilot.journal == ("5-a",)
    pilot.key(pygame.K_u)
    assert pilot.journal == ("5-a", "undo")


def test_the_game_that_was_left_is_offered_for_a_while(pilot: Pilot, tmp_path: Path) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    played = pilot.journal
    pilot.wait(70)
    pilot.tap("resume")
    assert not pilot.screens.is_reset
    assert pilot.journal == played
    pilot.wait(61)
    assert "resume" in buttons(pilot)
    pilot.wait(5 * 60)
    assert "resume" not in buttons(pilot)
    report = build_state_report(tmp_path / "state")
    assert report is not None
    assert len(report["moves"]) == 1


def test_neither_is_it_offered_to_whoever_chooses_another(pilot: Pilot) -> None:
    pilot.tap("6C")
    pilot.tap("a")
    pilot.wait(61)
    pilot.tap("new")
    assert "resume" in buttons(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(5 * 60)
    pilot.tap("new")
    assert "resume" not in buttons(pilot)
    pilot.tap("confirm")
    pilot.tap("new") if "new" in buttons(pilot) else pilot.key(pygame.K_n)
    assert "resume" not in buttons(pilot)


def test_a_deal_without_a_move_is_not_worth_offering(pilot: Pilot) -> None:
    pilot.wait(61)
    assert pilot.screens.is_reset
    assert "resume" not in buttons(pilot)


def test_any_screen_is_left_for_the_title_which_stays(pilot: Pilot) -> None:
    pilot.key(pygame.K_m, pygame.K_F1)
    pilot.wait(61)
    assert pilot.screens.is_reset
    pilot.wait(3600)
    assert told(pilot) == []
    pilot.tap("rules")
    pilot.wait(61)
    assert pilot.screens.is_reset


def test_nothing_is_written_while_nobody_plays(pilot: Pilot, tmp_path: Path) -> None:
    pilot.tap("6C")
    pilot.tap("a")

    def marks() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in (tmp_path / "state").iterdir()}

    before = marks()
    pilot.wait(3600)
    assert pilot.screens.is_reset
    assert marks() == before


@pytest.mark.parametrize("size", [(240, 240), (320, 240), (800, 480), (480, 800)])
def test_the_countdown_fits(size: tuple[int, int], tmp_path: Path) -> None:
    with start_pilot(tmp_path, size=size, code=CODE, config=LEFT) as pilot:
        pilot.wait(55)
        moving = pilot.frame.foreground
        text = pilot.screens.context.measurer
        for record in moving:
            if isinstance(record, Label):
                assert text.measure_width(record.text, record.px, bold=record.bold) <= record.box.w
            assert record.box.x >= 0
            assert record.box.right <= size[0]
            assert record.box.y >= 0
            assert record.box.bottom <= size[1]


# Locked in.

LOCKED = Config.from_values({"kiosk.lock": True})


def test_locked_in_no_way_leads_out(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE, config=LOCKED) as pilot:
        pilot.post(pygame.QUIT)
        pilot.key(pygame.K_q, mods=pygame.KMOD_LCTRL)
        pilot.key(pygame.K_m)
        assert "quit" not in buttons(pilot)
        pilot.key(pygame.K_q, mods=pygame.KMOD_LCTRL)
        assert not pilot.screens.is_finished
        pilot.is_requested = True
        assert pilot.screens.is_finished


def test_locked_in_the_table_is_cleared_by_itself(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE, config=LOCKED) as pilot:
        pilot.wait(121)
        assert pilot.screens.is_reset
        assert "quit" not in buttons(pilot)


def test_without_the_lock_the_window_can_be_closed(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        pilot.wait(3600)
        assert not pilot.screens.is_reset
        pilot.post(pygame.QUIT)
        assert pilot.screens.is_finished


def test_locked_in_a_game_that_was_left_is_not_there_again_after_the_plug_was_pulled(
    tmp_path: Path,
) -> None:
    with start_pilot(tmp_path, code=CODE, config=LOCKED) as pilot:
        pilot.tap("6C")
        pilot.tap("a")
        pilot.wait(121)
    with start_pilot(tmp_path, config=LOCKED) as pilot:
        assert pilot.screens.is_reset
        pilot.tap("resume")
        assert pilot.journal == ("5-a",)
    with start_pilot(tmp_path, config=LOCKED) as pilot:
        assert not pilot.screens.is_reset
        pilot.wait(121)
    with start_pilot(tmp_path, config=LOCKED) as pilot:
        pilot.wait(10 * 60)
        assert "resume" not in buttons(pilot)
    with start_pilot(tmp_path) as pilot:
        assert not pilot.screens.is_reset, "who is not locked in is at home"


def test_locked_in_the_choice_of_a_winner_is_not_there_again_after_the_plug_was_pulled(
    tmp_path: Path,
) -> None:
    won = load_recorded_game(REPLAY_FOLDER / "kings-only-4-cells.game")
    number = decode(won.code).number
    config = LOCKED.with_values({"game.deal": "any"})
    with start_pilot(tmp_path, config=config, number=lambda: number) as pilot:
        for button in ("new", "kings-only", "confirm"):
            pilot.tap(button)
        *others, last = won.moves
        for entry in others:
            pilot.store.append_entry(entry, 1.0)
        pilot.store.append_entry(last, 2.0, won=True)
    with start_pilot(tmp_path, config=config) as pilot:
        assert pilot.screens.is_reset
        assert "Kings Only" not in pilot.words
