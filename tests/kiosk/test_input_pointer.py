"""Finger and mouse streams as SDL sends them become one pointer."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.orientation import ScreenTransform
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.input.pointer import LOST_RELEASE_SECONDS
from tests.support.devices import Plugged, plug_pointer

SIZE = (800, 480)
DOWN, MOVE, UP, CANCEL = PointerPhase.DOWN, PointerPhase.MOVE, PointerPhase.UP, PointerPhase.CANCEL
Event = pygame.event.Event


def finger(kind: int, x: int, y: int, finger_id: int = 1, touch_id: int = 7) -> Event:
    """A finger event at the middle of a pixel of the picture."""
    place = {"x": (x + 0.5) / SIZE[0], "y": (y + 0.5) / SIZE[1], "dx": 0.0, "dy": 0.0}
    return Event(kind, touch_id=touch_id, finger_id=finger_id, **place)


def down(x: int, y: int, finger_id: int = 1) -> Event:
    return finger(pygame.FINGERDOWN, x, y, finger_id)


def motion(x: int, y: int, finger_id: int = 1) -> Event:
    return finger(pygame.FINGERMOTION, x, y, finger_id)


def up(x: int, y: int, finger_id: int = 1) -> Event:
    return finger(pygame.FINGERUP, x, y, finger_id)


def press(x: int, y: int, *, button: int = 1, touch: bool = False) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button, touch=touch)


def release(x: int, y: int, *, button: int = 1, touch: bool = False) -> Event:
    return Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=button, touch=touch)


def glide(x: int, y: int, *, held: bool = True, touch: bool = False) -> Event:
    buttons = (int(held), 0, 0)
    return Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=buttons, touch=touch)


def fed(*events: Event | float, device: Plugged | None = None) -> list[InputEvent]:
    """What the events mean; a number in between lets so many seconds pass, and some at the end."""
    device = device or plug_pointer(lambda: ScreenTransform(SIZE))
    now, said = 0.0, []
    for event in (*events, 0.1):
        if isinstance(event, float):
            due = device.next_deadline()
            now += event
            said += device.tick(now if due is None else min(now, due))
        else:
            said += device.handle_event(event, now)
    return said


def story(messages: list[InputEvent]) -> list[tuple[PointerPhase, int, int]]:
    return [(m.phase, m.x, m.y) for m in messages if isinstance(m, PointerEvent)]


TAP = [(DOWN, 100, 50), (UP, 100, 50)]


def test_a_finger_alone_taps() -> None:
    assert story(fed(down(100, 50), 0.1, up(100, 50))) == TAP


def test_a_finger_drags_through_every_place() -> None:
    said = fed(down(100, 50), 0.02, motion(110, 60), 0.02, motion(300, 400), 0.02, up(301, 401))
    way = [(DOWN, 100, 50), (MOVE, 110, 60), (MOVE, 300, 400), (MOVE, 301, 401), (UP, 301, 401)]
    assert story(said) == way
    assert [m.time for m in said if isinstance(m, PointerEvent)] == [0.0, 0.02, 0.04, 0.06, 0.06]


def test_a_mouse_alone_taps_and_drags() -> None:
    said = fed(glide(1, 1, held=False), press(100, 50), glide(200, 60), release(210, 70))
    assert story(said) == [(DOWN, 100, 50), (MOVE, 200, 60), (UP, 210, 70)]


def test_a_touch_under_x11_counts_once() -> None:
    said = fed(
        glide(100, 50, held=False, touch=True),
        press(100, 50, touch=True),
        down(100, 50),
        0.08,
        release(100, 50, touch=True),
        up(100, 50),
    )
    assert story(said) == TAP


@pytest.mark.parametrize("marked", [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("held", [0.0, 0.08, 0.9])
def test_a_twin_without_its_mark_counts_once(marked: tuple[bool, bool], held: float) -> None:
    said = fed(
        press(100, 50, touch=marked[0]),
        down(100, 50),
        held,
        release(100, 50, touch=marked[1]),
        up(100, 50),
        0.2,
        press(101, 50, touch=marked[0]),
        down(101, 50),
        held,
        release(101, 50, touch=marked[1]),
        up(101, 50),
    )
    assert story(said) == [*TAP, (DOWN, 101, 50), (UP, 101, 50)]


def test_a_whole_twin_before_its_finger_counts_once() -> None:
    said = fed(press(100, 50), release(100, 50), down(100, 50), 0.05, up(100, 50))
    assert story(said) == TAP


def test_a_whole_twin_behind_its_finger_counts_once() -> None:
    said = fed(down(100, 50), up(100, 50), 0.01, press(100, 50), release(100, 50))
    assert story(said) == TAP


def test_a_mouse_elsewhere_counts_right_after_a_finger() -> None:
    said = fed(down(100, 50), 0.05, up(100, 50), 0.05, press(600, 300), release(600, 300))
    assert story(said) == [*TAP, (DOWN, 600, 300), (UP, 600, 300)]


def test_a_second_finger_moves_nothing_and_loses_nothing() -> None:
    said = fed(
        down(100, 50, 1),
        motion(120, 60, 1),
        down(600, 300, 2),
        motion(610, 310, 2),
        motion(130, 70, 1),
        up(610, 310, 2),
        motion(140, 80, 1),
        up(140, 80, 1),
    )
    assert story(said) == [
        *[(DOWN, 100, 50), (MOVE, 120, 60), (MOVE, 130, 70), (MOVE, 140, 80), (UP, 140, 80)]
    ]


def test_a_second_finger_that_stays_does_not_take_over() -> None:
    said = fed(
        down(100, 50, 1), down(600, 300, 2), up(100, 50, 1), motion(610, 310, 2), up(9, 9, 2)
    )
    assert story(said) == TAP


def test_the_same_finger_number_on_two_panels_is_two_fingers() -> None:
    other = [finger(kind, 600, 300, 1, 8) for kind in (pygame.FINGERDOWN, pygame.FINGERUP)]
    assert story(fed(down(100, 50), *other, up(100, 50))) == TAP


def test_a_mouse_while_a_finger_is_down_does_nothing() -> None:
    said = fed(down(100, 50), press(600, 300), glide(610, 310), release(610, 310), up(100, 50))
    assert story(said) == TAP


def test_a_finger_while_the_mouse_is_down_does_nothing() -> None:
    said = fed(press(100, 50), 1.0, down(600, 300), motion(9, 9), up(9, 9), release(100, 50))
    assert story(said) == TAP


def test_a_finger_on_the_spot_of_a_held_mouse_does_not_hold_up_its_release() -> None:
    assert story(fed(press(100, 50), 1.0, down(100, 50), up(100, 50), release(100, 50))) == TAP


@pytest.mark.parametrize("again", [(330, 415), (300, 400), (270, 380)])
@pytest.mark.parametrize("finger_id", [1, 2])
@pytest.mark.parametrize("gap", [0.005, 0.03, 0.05])
def test_a_drag_goes_on_where_the_panel_lost_the_finger(
    again: tuple[int, int], finger_id: int, gap: float
) -> None:
    said = fed(
        down(100, 50),
        motion(300, 400),
        0.02,
        up(300, 400),
        gap,
        down(*again, finger_id),
        motion(500, 300, finger_id),
        up(500, 300, finger_id),
    )
    assert story(said) == [
        *[(DOWN, 100, 50), (MOVE, 300, 400), (MOVE, *again), (MOVE, 500, 300), (UP, 500, 300)]
    ]


def test_a_card_that_a_resting_finger_holds_is_not_lost_either() -> None:
    said = fed(down(100, 50), 0.9, up(100, 50), 0.03, down(101, 50), 0.5, up(101, 50))
    assert story(said) == [(DOWN, 100, 50), (MOVE, 101, 50), (UP, 101, 50)]


@pytest.mark.parametrize(("gap", "again"), [(0.08, (300, 400)), (0.03, (700, 100))])
def test_a_drag_ends_where_the_finger_comes_down_late_or_elsewhere(
    gap: float, again: tuple[int, int]
) -> None:
    said = fed(down(100, 50), motion(300, 400), up(300, 400), gap, down(*again), up(*again))
    assert story(said) == [
        *[(DOWN, 100, 50), (MOVE, 300, 400), (UP, 300, 400), (DOWN, *again), (UP, *again)]
    ]


def test_the_release_of_a_drag_keeps_its_own_time() -> None:
    said = fed(down(100, 50), 0.2, motion(300, 400), up(300, 400))
    assert isinstance(said[-1], PointerEvent)
    assert (said[-1].phase, said[-1].time) == (UP, 0.2)


def test_a_tap_is_never_held_back() -> None:
    device = plug_pointer(lambda: ScreenTransform(SIZE))
    for start in (0.0, 0.1, 0.2):
        device.handle_event(down(100, 50), start)
        (said,) = device.handle_event(up(104, 53), start + 0.06)
        assert said == PointerEvent(UP, 104, 53, start + 0.06)
        assert device.next_deadline() is None


def test_a_mouse_ends_the_drag_that_was_waited_for() -> None:
    said = fed(down(100, 50), motion(300, 400), up(300, 400), 0.03, press(600, 100))
    assert story(said)[2:] == [(UP, 300, 400), (DOWN, 600, 100)]


def test_losing_the_focus_lets_a_drag_end_that_had_ended() -> None:
    device = plug_pointer(lambda: ScreenTransform(SIZE))
    for event in (down(100, 50), motion(300, 400), up(300, 400)):
        device.handle_event(event, 1.0)
    assert device.release_all(1.01) == [PointerEvent(UP, 300, 400, 1.0)]
    assert device.next_deadline() is None


def test_a_panel_without_motion_can_be_played() -> None:
    said = fed(down(100, 50), 0.05, up(100, 50), 0.5, down(300, 60), 0.05, up(300, 60))
    assert story(said) == [*TAP, (DOWN, 300, 60), (UP, 300, 60)]


def test_a_finger_that_was_never_released_can_come_again() -> None:
    said = fed(down(100, 50, 1), 9.0, down(300, 60, 1), up(300, 60, 1))
    assert story(said) == [(DOWN, 100, 50), (CANCEL, 100, 50), (DOWN, 300, 60), (UP, 300, 60)]


def test_a_lost_finger_does_not_block_the_panel_for_ever() -> None:
    said = fed(down(100, 50, 1), LOST_RELEASE_SECONDS + 0.1, down(300, 60, 2), up(300, 60, 2))
    assert story(said) == [(DOWN, 100, 50), (CANCEL, 100, 50), (DOWN, 300, 60), (UP, 300, 60)]


def test_losing_the_focus_breaks_the_press_off() -> None:
    device = plug_pointer(lambda: ScreenTransform(SIZE))
    fed(down(100, 50), motion(120, 60), device=device)
    assert device.release_all(1.0) == [PointerEvent(CANCEL, 120, 60, 1.0)]
    assert device.release_all(1.0) == []
    assert fed(motion(130, 70), up(130, 70), device=device) == []


def test_a_mouse_released_outside_breaks_the_press_off() -> None:
    assert story(fed(press(100, 50), glide(200, 60, held=False))) == [
        *[(DOWN, 100, 50), (CANCEL, 100, 50)]
    ]


def test_a_mouse_that_leaves_breaks_its_own_press_off_only() -> None:
    gone = Event(pygame.WINDOWLEAVE)
    assert story(fed(press(100, 50), gone))[1:] == [(CANCEL, 100, 50)]
    assert story(fed(down(100, 50), gone, up(100, 50))) == TAP


def test_the_right_button_means_back() -> None:
    said = fed(press(5, 5, button=3), release(5, 5, button=3), release(5, 5, button=3))
    assert said == [ButtonEvent(Action.BACK, down, 0.0, "screen") for down in (True, False)]


@pytest.mark.parametrize("button", [2, 4, 5, 6])
def test_other_buttons_mean_nothing(button: int) -> None:
    assert fed(press(5, 5, button=button), release(5, 5, button=button)) == []


@pytest.mark.parametrize(
    ("x", "y", "pixel"),
    [
        (0.0, 0.0, (0, 0)),
        (1.0, 1.0, (799, 479)),
        (0.5, 0.5, (400, 240)),
        (-0.01, 1.02, (0, 479)),
        (float("inf"), float("-inf"), (799, 0)),
    ],
)
def test_a_place_of_the_panel_is_a_pixel_of_the_picture(
    x: float, y: float, pixel: tuple[int, int]
) -> None:
    assert ScreenTransform(SIZE).locate_finger(x, y)[:2] == pixel


@given(
    x=st.floats(allow_nan=True, allow_infinity=True),
    y=st.floats(allow_nan=True, allow_infinity=True),
    width=st.integers(1, 8000),
    height=st.integers(1, 8000),
)
def test_every_place_is_in_the_picture(x: float, y: float, width: int, height: int) -> None:
    across, down, _ = ScreenTransform((width, height)).locate_finger(x, y)
    assert 0 <= across < width
    assert 0 <= down < height


@given(width=st.integers(1, 4000), data=st.data())
def test_every_pixel_is_reached_by_mouse_and_by_finger(width: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, width - 1))
    transform = ScreenTransform((width, 1))
    assert transform.locate_finger((x + 0.5) / width, 0)[:2] == (x, 0)
    assert transform.locate_mouse(x, 0)[:2] == (x, 0)


_EVENTS = st.one_of(
    *[
        st.builds(kind, st.integers(0, 799), st.integers(0, 479), st.integers(1, 3))
        for kind in (down, motion, up)
    ],
    *[
        st.builds(kind, st.integers(0, 799), st.integers(0, 479), touch=st.booleans())
        for kind in (press, glide, release)
    ],
    st.floats(0, 1),
)


@given(st.lists(_EVENTS, max_size=60))
def test_whatever_comes_it_is_one_pointer(events: list[Event | float]) -> None:
    """Down, any number of moves, then up or cancel, then down again: nothing else is ever said."""
    is_down = False
    for touch, _, _ in story(fed(*events)):
        assert (touch is DOWN) is not is_down
        is_down = touch in (DOWN, MOVE)
