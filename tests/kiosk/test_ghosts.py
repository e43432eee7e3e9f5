"""Releases that never come leave no ghost behind: nothing is held, nothing runs by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from kiosk.frame import Card, Mark, MarkKind
from kiosk.hardware.profiles import Wiring
from kiosk.input.held_buttons import MAX_REPEAT_SECONDS
from tests.support.pilot import Pilot, start_pilot

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

ENTER = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r"}
RIGHT = {"key": pygame.K_RIGHT, "mod": 0, "unicode": ""}
PAD = {"instance_id": 4}


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """The table of a deal, with the cursor on its first column."""
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        pilot.key(pygame.K_RIGHT)
        assert cursor(pilot) is not None
        yield pilot


def cursor(pilot: Pilot) -> object:
    moving = pilot.screens.top.build_frame(pilot.now).foreground
    return next((r.box for r in moving if isinstance(r, Mark) and r.kind is MarkKind.CURSOR), None)


def lifted(pilot: Pilot) -> int:
    frame = pilot.screens.top.build_frame(pilot.now)
    return sum(isinstance(r, Card) and r.lifted for r in (*frame.background, *frame.foreground))


def sleeps(pilot: Pilot) -> bool:
    """Return whether no device reports anything by itself."""
    return pilot.buttons._repeat is None


GONE = {
    "the focus": (pygame.WINDOWFOCUSLOST, {}),
    "the window": (pygame.WINDOWMINIMIZED, {}),
    "the pad": (pygame.JOYDEVICEREMOVED, PAD),
}


@pytest.mark.parametrize("gone", GONE)
def test_a_pad_whose_button_is_held_when_something_goes(pilot: Pilot, gone: str) -> None:
    kind, facts = GONE[gone]
    pilot.post(pygame.JOYBUTTONDOWN, button=0, **PAD)
    pilot.wait(0.2)
    pilot.post(kind, **facts)
    pilot.wait(2.0)
    assert lifted(pilot) == 0
    pilot.post(pygame.JOYBUTTONUP, button=0, **PAD)
    pilot.wait(1.0)
    assert (lifted(pilot), pilot.journal) == (0, ())
    for down in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
        pilot.post(down, button=0, **PAD)
    assert lifted(pilot) == 1


@pytest.mark.parametrize("gone", ["the focus", "the window"])
def test_a_key_that_is_held_when_something_goes(pilot: Pilot, gone: str) -> None:
    pilot.post(pygame.KEYDOWN, **ENTER)
    pilot.post(pygame.KEYDOWN, **RIGHT)
    pilot.post(GONE[gone][0])
    where = cursor(pilot)
    pilot.wait(3.0)
    assert (lifted(pilot), cursor(pilot), sleeps(pilot)) == (0, where, True)
    pilot.key(pygame.K_RETURN)
    assert lifted(pilot) == 1


def test_the_console_repeats_a_held_key(pilot: Pilot) -> None:
    """It is one hold, which picks up what could go home too, and puts nothing down again."""
    for _ in range(60):
        pilot.post(pygame.KEYDOWN, **ENTER)
        pilot.wait(0.033)
    assert lifted(pilot) == 1
    pilot.post(pygame.KEYUP, **ENTER)
    pilot.wait(1.0)
    assert (lifted(pilot), pilot.journal) == (1, ())


def test_the_console_repeats_a_held_arrow_which_goes_at_our_own_pace(pilot: Pilot) -> None:
    seen = []
    for _ in range(30):
        pilot.post(pygame.KEYDOWN, **RIGHT)
        seen.append(cursor(pilot))
        pilot.wait(0.033)
    pilot.post(pygame.KEYUP, **RIGHT)
    steps = sum(one != other for one, other in pairwise(seen))
    assert 3 <= steps <= 6
    assert sleeps(pilot)


def test_an_arrow_whose_release_was_lost_stops(pilot: Pilot) -> None:
    pilot.post(pygame.KEYDOWN, **RIGHT)
    pilot.wait(MAX_REPEAT_SECONDS + 1)
    where = cursor(pilot)
    pilot.wait(5.0)
    assert (cursor(pilot), sleeps(pilot)) == (where, True)
    pilot.key(pygame.K_RIGHT)
    assert cursor(pilot) != where


def test_confirm_whose_release_was_lost_works_again(pilot: Pilot) -> None:
    pilot.post(pygame.KEYDOWN, **ENTER)
    pilot.wait(3.0)
    assert lifted(pilot) == 1
    pilot.key(pygame.K_RETURN)
    pilot.wait(1.0)
    assert lifted(pilot) == 0
    pilot.key(pygame.K_RETURN)
    assert lifted(pilot) == 1


def test_two_devices_at_once_do_not_fight(pilot: Pilot) -> None:
    """Confirm of both is one tap; a second hand changes nothing."""
    pilot.post(pygame.KEYDOWN, **ENTER)
    pilot.post(pygame.JOYBUTTONDOWN, button=0, **PAD)
    pilot.post(pygame.KEYUP, **ENTER)
    assert lifted(pilot) == 0
    pilot.post(pygame.JOYBUTTONUP, button=0, **PAD)
    assert lifted(pilot) == 1


def test_a_button_that_is_stuck_does_not_take_its_action_from_the_others(
    tmp_path: Path, pins: MockFactory
) -> None:
    wiring = Wiring(pins={"A": 5, "B": 6}, actions={"A": "undo", "B": "redo"})
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", wiring=wiring) as pilot:
        pilot.tap("TC")
        pilot.tap("a")
        pins.pin(5).drive_low()
        pilot.wait(0.1)
        assert pilot.journal == ("8-a", "undo")
        pilot.wait(30.0)
        assert pilot.journal == ("8-a", "undo"), "it does not repeat"
        pilot.pin(6)
        pilot.key(pygame.K_u)
        pilot.key(pygame.K_r)
        pilot.key(pygame.K_u)
        assert pilot.journal[2:] == ("redo", "undo", "redo", "undo")


@pytest.mark.parametrize("key", [pygame.K_TAB, pygame.K_RIGHT])
def test_after_a_key_that_was_released_nothing_comes_by_itself(pilot: Pilot, key: int) -> None:
    pilot.key(key, key)
    assert sleeps(pilot)
    before = pilot.scene, lifted(pilot), pilot.journal
    pilot.wait(2.0)
    assert (pilot.scene, lifted(pilot), pilot.journal) == before
