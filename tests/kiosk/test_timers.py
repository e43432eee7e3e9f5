"""The queue of the loop's timers."""

from __future__ import annotations

from kiosk.timers import Deadline, Timers


def test_due_callbacks_run_in_order_once() -> None:
    """Callbacks are called in the order of their moments, each once, with the present."""
    timers, calls = Timers(), []
    for when in (3.0, 1.0, 2.0, 2.0):
        timers.call_at(when, lambda now, when=when: calls.append((when, now)))
    assert timers.next_deadline() == 1.0
    assert not timers.run_due(0.5)
    assert timers.run_due(2.5)
    assert calls == [(1.0, 2.5), (2.0, 2.5), (2.0, 2.5)]
    assert timers.next_deadline() == 3.0
    assert timers.run_due(3.0)
    assert timers.next_deadline() is None
    assert not timers.run_due(9.0)


def test_cancelled_timer_is_not_called() -> None:
    """A cancelled timer is neither called nor waited for, also when another one cancels it."""
    timers, calls = Timers(), []
    first = timers.call_at(1.0, lambda now: second.cancel())
    second = timers.call_at(1.0, calls.append)
    assert timers.run_due(1.0)
    first.cancel()
    third = timers.call_at(2.0, calls.append)
    third.cancel()
    assert timers.next_deadline() is None
    assert not calls


def test_timer_set_by_a_callback_waits_for_the_next_run() -> None:
    """A callback that sets a timer for now does not block the loop."""
    timers, calls = Timers(), []

    def again(now: float) -> None:
        calls.append(now)
        timers.call_at(now, again)

    timers.call_at(0.0, again)
    timers.run_due(1.0)
    assert calls == [1.0]
    timers.run_due(1.0)
    assert calls == [1.0, 1.0]


def test_cancelled_timers_do_not_pile_up() -> None:
    """A deadline that is moved with every input keeps the queue short."""
    timers, calls = Timers(), []
    deadline = Deadline(timers, calls.append)
    for when in range(10_000):
        deadline.set(1000.0 + when)
    assert deadline.when == 10_999.0
    assert len(timers._heap) < 200
    assert timers.next_deadline() == 10_999.0
    timers.run_due(20_000.0)
    assert calls == [20_000.0]
    assert deadline.when is None
    deadline.set(20_000.0)
    deadline.set(None)
    assert not timers.run_due(30_000.0)
