"""Waiting for events costs next to nothing, and ends with the first one."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pygame
import pytest

from kiosk.input.event_source import (
    POLL_SECONDS,
    DisplayLostError,
    SdlEventSource,
    find_source_fds,
    set_allowed_events,
)


@pytest.fixture
def window() -> Iterator[pygame.Surface]:
    pygame.display.init()
    yield pygame.display.set_mode((320, 240))
    pygame.display.quit()


@pytest.fixture
def events(window: pygame.Surface) -> Iterator[SdlEventSource]:
    set_allowed_events()
    events = SdlEventSource("dummy")
    events.wait_for_events(0.0)
    yield events
    events.close()


def post(kind: int, **facts: object) -> None:
    pygame.event.post(pygame.event.Event(kind, facts))


def test_what_is_there_is_taken_at_once(events: SdlEventSource) -> None:
    post(pygame.KEYDOWN, key=pygame.K_a, mod=0)
    post(pygame.KEYUP, key=pygame.K_a, mod=0)
    start = time.monotonic()
    assert [event.type for event in events.wait_for_events(5.0)] == [pygame.KEYDOWN, pygame.KEYUP]
    assert time.monotonic() - start < 0.1


def test_nothing_comes_and_the_time_is_over(events: SdlEventSource) -> None:
    start = time.monotonic()
    assert events.wait_for_events(0.1) == []
    assert 0.1 <= time.monotonic() - start < 0.3


def test_what_comes_while_it_sleeps_is_taken_soon(events: SdlEventSource) -> None:
    posted = []

    def touch() -> None:
        posted.append(time.monotonic())
        post(pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5)

    threading.Timer(0.2, touch).start()
    taken = events.wait_for_events(5.0)
    assert [event.type for event in taken] == [pygame.FINGERDOWN]
    assert time.monotonic() - posted[0] < POLL_SECONDS + 0.05


def test_waking_ends_the_sleep(events: SdlEventSource) -> None:
    threading.Timer(0.1, events.wake).start()
    start = time.monotonic()
    assert events.wait_for_events(5.0) == []
    assert time.monotonic() - start < 1.0


def test_waking_many_times_is_one_waking(events: SdlEventSource) -> None:
    for _ in range(100_000):
        events.wake()
    while events.wait_for_events(0.0):
        pass
    start = time.monotonic()
    for _ in range(40):
        events.wait_for_events(0.01)
    assert time.monotonic() - start > 0.1


def test_other_events_are_dropped(events: SdlEventSource) -> None:
    for kind in (pygame.USEREVENT, pygame.TEXTINPUT, pygame.JOYBALLMOTION, pygame.MOUSEWHEEL):
        post(kind)
    assert events.wait_for_events(0.01) == []


def test_a_full_queue_is_taken(events: SdlEventSource) -> None:
    for _ in range(70_000):
        with suppress(pygame.error):
            post(pygame.KEYUP, key=pygame.K_a, mod=0)
    assert len(events.wait_for_events(1.0)) > 60_000


def test_a_display_server_is_known_by_its_socket() -> None:
    """A server's end at a well-known place; SDL's end is one of this process's descriptors."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("\0/tmp/.X11-unix/X4711")
    listening.listen()
    before = find_source_fds(has_display_server=True)
    calling = socket.socket(socket.AF_UNIX)
    calling.connect("\0/tmp/.X11-unix/X4711")
    with listening, calling:
        assert find_source_fds(has_display_server=True) - before == {calling.fileno()}
        assert find_source_fds(has_display_server=False) == frozenset()


def test_without_a_desktop_nothing_is_trusted_here() -> None:
    assert find_source_fds(has_display_server=False) == frozenset()


@pytest.fixture
def server(window: pygame.Surface) -> Iterator[tuple[socket.socket, SdlEventSource]]:
    """A display server's end of a connection, and events that watch ours."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("\0/tmp/.X11-unix/X4712")
    listening.listen()
    ours = socket.socket(socket.AF_UNIX)
    ours.connect("\0/tmp/.X11-unix/X4712")
    theirs, _ = listening.accept()
    events = SdlEventSource("x11")
    events.wait_for_events(0.0)
    yield theirs, events
    events.close()
    for end in (ours, theirs, listening):
        end.close()


def test_a_lost_display_is_noticed(server: tuple[socket.socket, SdlEventSource]) -> None:
    theirs, events = server
    events.wait_for_events(0.01)
    theirs.close()
    with pytest.raises(DisplayLostError):
        events.wait_for_events(5.0)


def test_a_descriptor_that_nobody_empties_does_not_keep_it_awake(
    server: tuple[socket.socket, SdlEventSource],
) -> None:
    theirs, events = server
    theirs.send(b"nobody reads this")
    for _ in range(10):
        events.wait_for_events(0.01)
    begin = os.times()
    start = time.monotonic()
    while time.monotonic() - start < 0.5:
        events.wait_for_events(0.5 - (time.monotonic() - start))
    end = os.times()
    assert end.user + end.system - begin.user - begin.system < 0.1
    theirs.close()
    with pytest.raises(DisplayLostError):
        events.wait_for_events(5.0)


def test_input_that_nothing_announced_ends_the_trust(
    server: tuple[socket.socket, SdlEventSource],
) -> None:
    _, events = server
    touch = threading.Timer(
        0.1, lambda: post(pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5)
    )
    touch.start()
    assert len(events.wait_for_events(5.0)) == 1
    again = threading.Timer(
        0.1, lambda: post(pygame.FINGERUP, touch_id=1, finger_id=1, x=0.5, y=0.5)
    )
    start = time.monotonic()
    again.start()
    assert len(events.wait_for_events(5.0)) == 1
    assert time.monotonic() - start < 0.25


def test_a_pad_ends_the_sleep_and_its_end_is_not_that_of_the_display(
    server: tuple[socket.socket, SdlEventSource], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, events = server
    events.wait_for_events(0.01)
    pad, plug = os.pipe()
    monkeypatch.setattr("kiosk.input.event_source._find_hotplug_fds", lambda: frozenset((pad,)))
    events.rescan_devices()
    events.wait_for_events(0.01)
    threading.Timer(0.1, lambda: os.write(plug, b"button")).start()
    start = time.monotonic()
    events.wait_for_events(0.4)
    assert time.monotonic() - start < 0.3
    os.read(pad, 99)
    os.close(plug)
    begin = os.times()
    start = time.monotonic()
    while time.monotonic() - start < 0.3:
        events.wait_for_events(0.3 - (time.monotonic() - start))
    end = os.times()
    assert end.user + end.system - begin.user - begin.system < 0.1
    os.close(pad)
