"""One finger's records and times in, what it meant out."""

from __future__ import annotations

import random

import pytest

from kiosk.events import PointerEvent, PointerPhase
from kiosk.gestures import Gesture, GestureKind, GestureRecognizer
from tests.support.each import for_each

STEPS = {
    "down": PointerPhase.DOWN,
    "move": PointerPhase.MOVE,
    "up": PointerPhase.UP,
    "cancel": PointerPhase.CANCEL,
}


def gestures(script: str, size: tuple[int, int] = (800, 480), start: float = 0.0) -> list[Gesture]:
    """What a finger means, e.g. of "down 100,50 0ms / up 100,50 90ms"; "wait 700ms" passes time."""
    finger, found = GestureRecognizer(size), []
    for step in script.split("/"):
        words = step.split()
        now = start + int(words[-1].removesuffix("ms")) / 1000
        if words[0] == "wait":
            found += finger.tick(now)
        else:
            x, y = map(int, words[1].split(","))
            found += finger.handle_pointer(PointerEvent(STEPS[words[0]], x, y, now))
    return found


def kinds(script: str, size: tuple[int, int] = (800, 480)) -> str:
    return " ".join(gesture.kind for gesture in gestures(script, size))


def test_a_tap_acts_on_release() -> None:
    assert kinds("down 100,50 0ms") == "press"
    assert kinds("down 100,50 0ms / up 100,50 80ms") == "press tap"


@for_each("ms", [1, 50, 200, 350, 599, 600])
@for_each("start", [0.0, 0.1, 17.3, 86_400.7, 1e6 + 0.1])
def test_anything_up_to_600_ms_is_a_tap(ms: int, start: float) -> None:
    script = f"down 100,50 0ms / up 100,50 {ms}ms"
    assert [g.kind for g in gestures(script, start=start)] == [GestureKind.PRESS, GestureKind.TAP]


def test_a_finger_that_rests_for_600_ms_holds_while_it_rests() -> None:
    assert kinds("down 100,50 0ms / wait 590ms") == "press"
    assert kinds("down 100,50 0ms / wait 600ms") == "press hold"
    assert kinds("down 100,50 0ms / wait 600ms / wait 900ms / up 100,50 950ms") == "press hold end"


def test_a_release_that_is_read_late_is_a_tap_where_nobody_has_seen_a_hold() -> None:
    # On a busy machine both are read at once; on a page, where nobody asks, any length is a tap.
    assert kinds("down 100,50 0ms / up 100,50 640ms") == "press tap"


def test_it_says_when_a_resting_finger_will_be_a_hold() -> None:
    finger = GestureRecognizer((800, 480))
    assert finger.next_deadline() is None
    finger.handle_pointer(PointerEvent(PointerPhase.DOWN, 5, 5, 10.0))
    assert finger.next_deadline() == pytest.approx(10.6)
    finger.tick(10.7)
    assert finger.next_deadline() is None


@for_each("size", [(240, 240), (480, 320), (800, 480), (1920, 1080)])
def test_a_shaky_finger_still_taps(size: tuple[int, int]) -> None:
    """Six pixels to and fro are no drag on any panel, at any length of a tap."""
    for ms in (50, 300, 600):
        script = f"down 100,50 0ms / move 106,46 10ms / move 94,56 20ms / up 105,52 {ms}ms"
        assert kinds(script, size) == "press tap"


def test_a_tap_means_the_place_where_the_finger_came_down() -> None:
    _, tap = gestures("down 100,50 0ms / move 104,55 10ms / up 106,55 80ms")
    assert tap == (GestureKind.TAP, 100, 50, 100, 50)


def test_two_taps_within_350_ms_on_the_same_spot_are_a_double_tap() -> None:
    first = "down 100,50 0ms / up 100,50 80ms"
    assert kinds(f"{first} / down 102,51 250ms / up 102,51 430ms") == "press tap press double"
    assert kinds(f"{first} / down 102,51 250ms / up 102,51 500ms") == "press tap press tap"
    assert kinds(f"{first} / down 150,50 150ms / up 150,50 250ms") == "press tap press tap"


def test_the_third_tap_begins_anew() -> None:
    taps = " / ".join(f"down 9,9 {t}ms / up 9,9 {t + 50}ms" for t in (0, 100, 200, 300))
    assert kinds(taps) == "press tap press double press tap press double"


def test_a_hold_or_a_drag_between_two_taps_makes_them_two() -> None:
    tap = "down 100,50 {0}ms / up 100,50 {1}ms"
    drag = "down 100,50 60ms / move 200,50 80ms / up 100,50 100ms"
    script = f"{tap.format(0, 50)} / {drag} / {tap.format(150, 200)}"
    assert kinds(script) == "press tap press drag drop press tap"


def test_a_drag_begins_where_the_finger_came_down() -> None:
    script = "down 100,50 0ms / move 130,50 30ms / move 150,60 60ms / up 160,70 90ms"
    assert gestures(script)[1:] == [
        (GestureKind.DRAG, 130, 50, 100, 50),
        (GestureKind.MOVE, 150, 60, 100, 50),
        (GestureKind.DROP, 160, 70, 100, 50),
    ]


def test_panels_that_report_no_way_in_between_can_drag() -> None:
    assert kinds("down 100,50 0ms / up 300,50 200ms") == "press drag drop"


def test_a_drag_that_comes_back_is_no_tap() -> None:
    script = "down 100,50 0ms / move 200,50 30ms / move 100,50 60ms / up 100,50 90ms"
    assert kinds(script) == "press drag move drop"


def test_a_slow_drag_is_no_hold() -> None:
    script = "down 100,50 0ms / move 200,50 300ms / wait 900ms / up 200,50 1000ms"
    assert kinds(script) == "press drag drop"


def test_what_is_held_can_be_dragged() -> None:
    script = "down 100,50 0ms / wait 600ms / move 200,50 900ms / up 200,50 1000ms"
    assert kinds(script) == "press hold drag drop"


@for_each("before", ["", "/ wait 700ms ", "/ move 300,50 20ms "])
def test_a_press_that_is_broken_off_means_nothing_more(before: str) -> None:
    script = f"down 100,50 0ms {before}/ cancel 100,50 800ms / up 100,50 900ms"
    found = kinds(script).split()
    assert found[-1] == "end"
    assert not {"tap", "double", "drop"} & set(found)


def test_a_tap_after_a_broken_one_is_single() -> None:
    tap = "down 100,50 {0}ms / up 100,50 {1}ms"
    script = (
        f"{tap.format(0, 50)} / down 100,50 100ms / cancel 100,50 120ms / {tap.format(150, 200)}"
    )
    assert kinds(script) == "press tap press end press tap"


def test_a_second_finger_breaks_the_first_off() -> None:
    script = "down 100,50 0ms / move 200,50 30ms / down 300,99 60ms / up 300,99 90ms"
    assert kinds(script) == "press drag end press tap"


def test_stray_records_mean_nothing() -> None:
    assert kinds("up 5,5 0ms / move 50,5 10ms / cancel 5,5 20ms / wait 900ms") == ""


@for_each("seed", range(20))
def test_any_records_make_an_orderly_story(seed: int) -> None:
    """A press first, then exactly one of the endings, whatever the finger does."""
    dice = random.Random(seed)
    finger, now = GestureRecognizer((480, 320)), 0.0
    pressed = dragging = False
    for _ in range(400):
        now += dice.choice((0.001, 0.05, 0.3, 0.7))
        touch = dice.choice(tuple(PointerPhase))
        found = finger.tick(now) if dice.random() < 0.3 else []
        found += finger.handle_pointer(
            PointerEvent(touch, dice.randrange(60), dice.randrange(60), now)
        )
        for gesture in found:
            if gesture.kind is GestureKind.PRESS:
                assert not pressed
                pressed, dragging = True, False
            elif gesture.kind in (
                GestureKind.TAP,
                GestureKind.DOUBLE_TAP,
                GestureKind.END,
                GestureKind.DROP,
            ):
                assert pressed
                assert dragging or gesture.kind is not GestureKind.DROP
                pressed = False
            elif gesture.kind is GestureKind.DRAG:
                assert pressed
                assert not dragging
                dragging = True
            else:
                assert pressed
                assert dragging == (gesture.kind is GestureKind.MOVE)
