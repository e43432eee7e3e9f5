"""Time without input: the countdown, the cleared table, the input that only says "here I am"."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kiosk.app.idle import (
    LOCKED_RESET_SECONDS,
    WAKE_INPUT_SECONDS,
    IdleLimits,
    IdleTimer,
    WakeFilter,
)
from kiosk.events import (
    Action,
    BrightnessLevel,
    ButtonEvent,
    PointerEvent,
    PointerPhase,
    ResizeEvent,
)
from kiosk.settings import Config

DOWN, MOVE, UP = PointerPhase.DOWN, PointerPhase.MOVE, PointerPhase.UP


def limits(**values: int | bool | None) -> IdleLimits:
    return IdleLimits.from_config(
        Config.from_values({f"kiosk.{key}": value for key, value in values.items()})
    )


def test_without_the_lock_nothing_happens_unless_a_file_says_so() -> None:
    assert limits().reset == 0
    assert limits(lock=True).reset == LOCKED_RESET_SECONDS
    assert limits(lock=True, idle_reset=0).reset == 0
    assert limits(idle_reset=45).reset == 45


def test_the_last_ten_seconds_are_counted() -> None:
    idle, wanted = IdleTimer(100.0), IdleLimits(60)
    assert [
        idle.get_countdown(wanted, at) for at in (100.0, 149.9, 150.0, 150.1, 159.5, 160.0, 999)
    ] == [*(None, None, 10, 10, 1, 0, 0)]
    idle.note_activity(155.0)
    assert idle.get_countdown(wanted, 160.0) is None
    assert idle.get_countdown(IdleLimits(), 1e9) is None


def test_a_short_time_has_a_short_countdown() -> None:
    idle = IdleTimer(0.0)
    assert [idle.get_countdown(IdleLimits(5), at) for at in (2.9, 3.0, 4.0, 5.0)] == [None, 2, 1, 0]
    assert idle.get_countdown(IdleLimits(1), 0.9) is None


@given(st.integers(1, 500), st.floats(0, 1e6), st.floats(0, 600))
def test_every_change_is_announced_and_nothing_else(
    reset: int, begun: float, passed: float
) -> None:
    """Waking at every announced moment counts down second by second to 0."""
    idle, wanted, now = IdleTimer(begun), IdleLimits(reset), begun
    seen = []
    while idle.get_countdown(wanted, now) != 0:
        due = idle.next_deadline(wanted, now)
        assert due is not None
        assert due > now
        now = due
        seen.append(idle.get_countdown(wanted, now))
    assert seen == [*range(min(10, reset // 2), -1, -1)]
    due = idle.next_deadline(wanted, begun + passed)
    assert due is not None
    assert due <= begun + reset


def tap(action: Action, down: bool) -> ButtonEvent:
    return ButtonEvent(action, down, 0.0, "keyboard")


def touch(kind: PointerPhase) -> PointerEvent:
    return PointerEvent(kind, 5, 5, 0.0)


def test_a_tap_is_taken_whole_and_the_next_one_is_not() -> None:
    hush = WakeFilter()
    assert not hush.should_swallow(touch(DOWN), 0.0)
    hush.start(10.0)
    assert [hush.should_swallow(touch(kind), 10.1) for kind in (DOWN, MOVE, UP)] == [True] * 3
    assert [hush.should_swallow(touch(kind), 10.2) for kind in (DOWN, UP)] == [False] * 2


def test_all_that_is_pressed_together_is_taken() -> None:
    hush = WakeFilter()
    hush.start(0.0)
    first = [tap(Action.NEXT, True), tap(Action.CONFIRM, True), touch(DOWN)]
    last = [tap(Action.CONFIRM, False), touch(UP), tap(Action.NEXT, False)]
    assert all(hush.should_swallow(message, 0.5) for message in (*first, *last))
    assert not hush.should_swallow(tap(Action.CONFIRM, True), 0.6)


def test_a_long_hold_is_taken_to_its_end() -> None:
    hush = WakeFilter()
    hush.start(0.0)
    assert hush.should_swallow(tap(Action.CONFIRM, True), 0.0)
    assert hush.should_swallow(tap(Action.CONFIRM, False), 9.0)
    assert not hush.should_swallow(tap(Action.CONFIRM, True), 9.1)


def test_a_lost_release_does_not_make_the_game_deaf() -> None:
    hush = WakeFilter()
    hush.start(0.0)
    assert hush.should_swallow(tap(Action.CONFIRM, True), 0.0)
    assert not hush.should_swallow(tap(Action.UNDO, True), WAKE_INPUT_SECONDS + 0.1)
    assert not hush.should_swallow(tap(Action.CONFIRM, True), WAKE_INPUT_SECONDS + 0.2)


def test_a_size_is_never_taken() -> None:
    hush = WakeFilter()
    hush.start(0.0)
    assert not hush.should_swallow(ResizeEvent(320, 240), 0.0)


# How bright it is.


def test_a_panel_is_dimmed_and_goes_dark_a_window_only_if_asked() -> None:
    none, usual = (
        IdleLimits.from_config(Config()),
        IdleLimits.from_config(Config(), is_fullscreen=True),
    )
    assert (none.dim, none.blank) == (0, 0)
    assert (usual.dim, usual.blank) == (300, 1800)
    asked = Config.from_values({"display.dim_after": 5, "display.blank_after": 0})
    assert [IdleLimits.from_config(asked, is_fullscreen=panel)[:3] for panel in (False, True)] == [
        (0, 5, 0)
    ] * 2


def test_on_a_panel_a_game_plays_itself_after_a_minute_in_a_window_only_if_asked() -> None:
    assert [
        IdleLimits.from_config(Config(), is_fullscreen=panel).attract for panel in (False, True)
    ] == [0, 60]
    assert limits(attract_after=20).attract == 20
    idle, wanted = IdleTimer(0.0), IdleLimits(attract=20)
    assert [idle.should_attract(wanted, at) for at in (19.9, 20.0, 1e6)] == [False, True, True]
    assert idle.next_deadline(wanted, 5.0) == 20.0
    assert not idle.should_attract(IdleLimits(), 1e6)


def test_it_is_dimmed_and_then_dark_until_somebody_comes() -> None:
    idle, wanted = IdleTimer(0.0), IdleLimits(dim=10, blank=30)
    lights = [idle.get_brightness_level(wanted, at) for at in (9.9, 10, 29.9, 30, 1e6)]
    assert lights == [
        BrightnessLevel.FULL,
        BrightnessLevel.DIM,
        BrightnessLevel.DIM,
        BrightnessLevel.DARK,
        BrightnessLevel.DARK,
    ]
    assert [idle.next_deadline(wanted, at) for at in (0.0, 10.0, 30.0)] == [10.0, 30.0, None]
    idle.note_activity(50.0)
    assert idle.get_brightness_level(wanted, 51.0) is BrightnessLevel.FULL


def test_it_may_go_dark_without_being_dimmed() -> None:
    idle = IdleTimer(0.0)
    assert idle.get_brightness_level(IdleLimits(dim=10, blank=5), 6.0) is BrightnessLevel.DARK
    assert idle.get_brightness_level(IdleLimits(blank=5), 4.0) is BrightnessLevel.FULL
