"""The clock: from the first move, only on the table, only while somebody plays."""

from __future__ import annotations

import pytest

from kiosk.scenes.play_clock import IDLE_SECONDS, PlayClock


def test_it_stands_until_it_is_started() -> None:
    clock = PlayClock(12.5)
    assert not clock.is_running
    assert clock.get_seconds(1e6) == 12.5
    assert clock.next_second_time(1e6) is None


def test_it_runs_on_from_what_was_played_before() -> None:
    clock = PlayClock(12.5)
    clock.start(1000.0)
    assert clock.get_seconds(1010.0) == pytest.approx(22.5)


def test_it_stands_while_stopped_and_goes_on() -> None:
    clock = PlayClock(0)
    clock.start(10.0)
    clock.stop(14.0)
    assert clock.get_seconds(500.0) == pytest.approx(4.0)
    clock.start(500.0)
    assert clock.get_seconds(503.0) == pytest.approx(7.0)


def test_stopping_twice_and_starting_twice_add_nothing() -> None:
    clock = PlayClock(0)
    clock.start(10.0)
    clock.start(12.0)
    clock.stop(14.0)
    clock.stop(19.0)
    assert clock.get_seconds(99.0) == pytest.approx(4.0)


def test_it_stops_60_s_after_the_last_input() -> None:
    assert IDLE_SECONDS == 60.0
    clock = PlayClock(0)
    clock.start(100.0)
    clock.note_activity(110.0)
    assert clock.get_seconds(169.0) == pytest.approx(69.0)
    assert clock.get_seconds(170.0) == pytest.approx(70.0)
    assert clock.get_seconds(9999.0) == pytest.approx(70.0)
    assert clock.next_second_time(169.5) is not None
    assert clock.next_second_time(170.0) is None


def test_input_after_that_lets_it_go_on_without_the_time_between() -> None:
    clock = PlayClock(0)
    clock.start(100.0)
    clock.note_activity(1000.0)
    assert clock.get_seconds(1000.0) == pytest.approx(60.0)
    assert clock.get_seconds(1005.0) == pytest.approx(65.0)


def test_input_does_not_start_a_clock_that_stands() -> None:
    clock = PlayClock(7)
    clock.note_activity(50.0)
    assert clock.get_seconds(60.0) == 7


def test_it_says_when_its_whole_seconds_change() -> None:
    clock = PlayClock(3.25)
    clock.start(100.0)
    assert clock.next_second_time(100.0) == pytest.approx(100.75, abs=0.002)
    assert clock.next_second_time(101.0) == pytest.approx(101.75, abs=0.002)


def test_whoever_wakes_when_it_says_sees_every_second_and_wakes_once_for_each() -> None:
    clock = PlayClock(0.3)
    now = 86_400.1
    clock.start(now)
    shown, wakes = [0], 0
    while (wake := clock.next_second_time(now)) is not None:
        now = max(wake, now)
        wakes += 1
        if int(clock.get_seconds(now)) != shown[-1]:
            shown.append(int(clock.get_seconds(now)))
        assert wakes < 200
    assert shown == list(range(61))
    assert wakes <= 61
