"""Edges as plain data: bounce, chords, a knob. Times are in seconds."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.input.debounce import ContactChange, DebouncedContact, DebouncedContacts
from kiosk.input.gpio_buttons import CHORD_SECONDS, QUADRATURE_CYCLE, ChordDetector, Encoder

LOCKOUT = 0.03

Train = list[tuple[bool, float]]


def heard(train: Train, end: float, *, stuck: bool = False, lockout: float = LOCKOUT) -> Train:
    """What a contact makes of a train of edges, asked for its level until `end`."""
    contact = DebouncedContact("A", lockout, is_stuck=stuck)
    level, said = stuck, []
    for closed, time in train:
        while contact.next_deadline is not None and contact.next_deadline <= time:
            said += contact.end_debounce(level, contact.next_deadline)
        said += contact.handle_edge(closed, time)
        level = closed
    while contact.next_deadline is not None and contact.next_deadline <= end:
        said += contact.end_debounce(level, contact.next_deadline)
    return [(change.is_closed, change.time) for change in said]


BOUNCE = [(True, 0.0), (False, 0.002), (True, 0.004), (False, 0.006), (True, 0.008)]


def test_a_press_counts_with_its_first_edge_and_its_echoes_never() -> None:
    assert heard(BOUNCE, 1.0) == [(True, 0.0)]


def test_a_release_bounces_too() -> None:
    release = [(not closed, 0.2 + time) for closed, time in BOUNCE]
    assert heard([*BOUNCE, *release], 1.0) == [(True, 0.0), (False, 0.2)]


@pytest.mark.parametrize("length", [0.001, 0.01, 0.029, 0.03, 0.031, 0.05])
def test_the_shortest_tap_is_a_press_and_a_release(length: float) -> None:
    said = heard([(True, 0.0), (False, length)], 1.0)
    assert [closed for closed, _ in said] == [True, False]
    assert said[1][1] == max(LOCKOUT, length)


def test_without_a_lockout_every_edge_counts() -> None:
    assert heard(BOUNCE, 1.0, lockout=0.0) == BOUNCE


def test_edges_that_were_heard_late_mean_what_they_meant_in_time() -> None:
    contact = DebouncedContact("A", LOCKOUT)
    said = [
        *contact.handle_edge(True, 0.0),
        *contact.handle_edge(False, 0.001),
        *contact.handle_edge(True, 0.5),
    ]
    assert said == [
        ContactChange("A", True, 0.0),
        ContactChange("A", False, LOCKOUT),
        ContactChange("A", True, 0.5),
    ]


def test_what_is_closed_from_the_start_counts_once_it_was_opened() -> None:
    train = [(False, 1.0), (True, 1.005), (False, 1.01), (True, 2.0), (False, 2.1)]
    assert heard(train, 3.0, stuck=True) == [(True, 2.0), (False, 2.1)]


def test_the_level_at_the_end_counts_even_if_its_edge_was_lost() -> None:
    contacts = DebouncedContacts(LOCKOUT, {"A": False})
    assert contacts.handle_edge("A", True, 0.0) == [ContactChange("A", True, 0.0)]
    assert contacts.end_debounce(lambda name: False, 0.02) == []
    assert contacts.end_debounce(lambda name: False, LOCKOUT) == [
        ContactChange("A", False, LOCKOUT)
    ]


trains = st.lists(st.floats(0.0, LOCKOUT * 0.99), min_size=1, max_size=20).map(
    lambda times: [(i % 2 == 0, time) for i, time in enumerate(sorted(times))]
)


@settings(deadline=None)
@given(trains)
def test_a_train_shorter_than_the_lockout_is_at_most_one_press(train: Train) -> None:
    said = heard(train, 10.0)
    assert sum(closed for closed, _ in said) <= 1


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.floats(0.0, 0.2)), max_size=40),
    st.booleans(),
    st.sampled_from([0.0, 0.025, 0.03, 0.04, 0.3]),
)
def test_no_press_without_a_later_release_and_none_without_a_press(
    gaps: list[tuple[bool, float]], stuck: bool, lockout: float
) -> None:
    times = list(itertools.accumulate(gap for _, gap in gaps))
    train = [(closed, time) for (closed, _), time in zip(gaps, times, strict=True)]
    end = times[-1] if times else 0.0
    said = heard([*train, (False, end)], end + 10.0, stuck=stuck, lockout=lockout)
    assert [closed for closed, _ in said] == [i % 2 == 0 for i in range(len(said))]
    assert len(said) % 2 == 0
    assert [time for _, time in said] == sorted(time for _, time in said)
    for (_, one), (_, two) in itertools.pairwise(said):
        assert two - one >= lockout - 1e-9


def struck(
    chords: list[str], steps: list[tuple[str, bool, float]]
) -> list[tuple[str, bool, float]]:
    """What chords make of presses and releases, asked in time and at last."""
    box = ChordDetector(frozenset(chord.split("+")) for chord in chords)
    said: list[ContactChange] = []
    for name, closed, time in steps:
        due = box.next_deadline()
        said += box.tick(due) if due is not None and due <= time else []
        said += box.handle_change(ContactChange(name, closed, time))
    return [tuple(change) for change in [*said, *box.tick(99.0)]]  # type: ignore[misc]


def test_buttons_pressed_together_are_one_button() -> None:
    steps = [("B", True, 0.0), ("A", True, 0.04), ("A", False, 0.5), ("B", False, 0.6)]
    assert struck(["A+B"], steps) == [("A+B", True, 0.04), ("A+B", False, 0.5)]


def test_one_after_the_other_they_are_two_buttons() -> None:
    steps = [("A", True, 0.0), ("B", True, 0.2), ("A", False, 0.3), ("B", False, 0.4)]
    assert struck(["A+B"], steps) == steps


def test_a_quick_tap_on_a_button_of_a_chord_is_a_press_and_a_release() -> None:
    steps = [("A", True, 0.0), ("A", False, CHORD_SECONDS / 2)]
    assert struck(["A+B"], steps) == steps


def test_a_button_of_no_chord_never_waits() -> None:
    box = ChordDetector([frozenset("AB")])
    assert box.handle_change(ContactChange("C", True, 1.0)) == [ContactChange("C", True, 1.0)]
    assert box.next_deadline() is None


def test_of_two_chords_the_larger_one_sounds() -> None:
    steps = [("A", True, 0.0), ("B", True, 0.01), ("C", True, 0.02)]
    assert struck(["A+C", "A+B+C"], steps)[0] == ("A+B+C", True, 0.02)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.floats(0.001, 0.2)), max_size=60))
def test_whatever_is_pressed_every_press_is_released(presses: list[tuple[str, float]]) -> None:
    down: set[str] = set()
    steps, now = [], 0.0
    for name, gap in presses:
        now += gap
        down ^= {name}
        steps.append((name, name in down, now))
    steps += [(name, False, now + 1.0) for name in sorted(down)]
    held: set[str] = set()
    for name, closed, _ in struck(["A+B", "B+C"], steps):
        assert (name in held) is not closed
        held ^= {name}
    assert not held


def clicks(states: list[int], steps: int = 4) -> list[int]:
    encoder = Encoder(QUADRATURE_CYCLE[states[0]], steps)
    return [way for state in states[1:] if (way := encoder.update(QUADRATURE_CYCLE[state % 4]))]


RIGHT, LEFT = [0, 1, 2, 3, 0], [0, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (RIGHT, [1]),
        (LEFT, [-1]),
        (RIGHT + RIGHT[1:], [1, 1]),
        (RIGHT + LEFT[1:], [1, -1]),
        ([0, 1, 0, 1, 2, 1, 2, 3, 2, 3, 0], [1]),  # bounce on every contact
        ([0, 1, 2, 1, 0], []),  # half a turn and back
        ([0, 1, 2, 3, 2, 1, 0], []),
        ([0, 0, 1, 1, 2, 2, 3, 3, 0, 0], [1]),  # reported twice
        ([0, 1, 3, 0], [1]),  # one state was missed
        ([0, 3, 1, 0], [-1]),
        ([0, 1, 0, 3, 0], []),  # a tremble to both sides
    ],
)
def test_a_knob_clicks_once_a_turn_of_its_cycle(states: list[int], said: list[int]) -> None:
    assert clicks(states) == said


def test_a_knob_that_rests_twice_a_cycle_clicks_twice() -> None:
    assert clicks(RIGHT, steps=2) == [1, 1]
    assert clicks(LEFT, steps=2) == [-1, -1]


@settings(deadline=None)
@given(st.lists(st.sampled_from([-1, 1]), max_size=50), st.integers(1, 6))
def test_clicks_are_what_was_turned_whatever_bounces(ways: list[int], bounces: int) -> None:
    states, at = [0], 0
    for way in ways:
        for _ in range(4):
            states += [at + way, at] * bounces
            at += way
            states.append(at)
    assert clicks([state % 4 for state in states]) == ways
