"""The terminal of a service, tested with a fake one and with no terminal."""

from __future__ import annotations

import os
import pty
from typing import cast

import pygame
import pytest

from kiosk.display.terminal import NO_TERMINAL, REPAINT_COUNT, ForegroundEvents, Terminal

KEY = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
PLUG = pygame.event.Event(pygame.JOYDEVICEADDED, device_index=0)


class Source:
    def __init__(self) -> None:
        self.events: list[pygame.event.Event] = []

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        events, self.events = self.events, []
        return events


class FakeTerminal:
    is_active = True


@pytest.fixture
def terminal() -> FakeTerminal:
    return FakeTerminal()


def types(events: list[pygame.event.Event]) -> list[int]:
    return [event.type for event in events]


def test_what_is_typed_elsewhere_is_not_played(terminal: FakeTerminal) -> None:
    source = Source()
    foreground_events = ForegroundEvents(source, cast("Terminal", terminal))
    source.events = [KEY]
    assert types(foreground_events.wait_for_events(1.0)) == [pygame.KEYDOWN]
    terminal.is_active = False
    for lost in ([pygame.WINDOWFOCUSLOST], [], []):
        source.events = [KEY, PLUG]
        assert types(foreground_events.wait_for_events(1.0)) == [pygame.JOYDEVICEADDED, *lost]


def test_a_terminal_that_is_back_gets_its_picture_again(terminal: FakeTerminal) -> None:
    source = Source()
    foreground_events = ForegroundEvents(source, cast("Terminal", terminal))
    assert foreground_events.wait_for_events(1.0) == []
    terminal.is_active = False
    foreground_events.wait_for_events(1.0)
    terminal.is_active = True
    source.events = [KEY]
    assert types(foreground_events.wait_for_events(1.0)) == [pygame.KEYDOWN, pygame.WINDOWEXPOSED]
    for _ in range(REPAINT_COUNT - 1):
        assert types(foreground_events.wait_for_events(1.0)) == [pygame.WINDOWEXPOSED]
    assert foreground_events.wait_for_events(1.0) == []


def test_what_is_no_virtual_terminal_is_left_alone() -> None:
    leader, follower = pty.openpty()
    pipe = os.pipe()
    for fd in (NO_TERMINAL, follower, *pipe):
        terminal = Terminal(fd)
        terminal.activate()
        terminal.set_keys_muted(True)
        terminal.set_keys_muted(False)
        assert terminal.is_active
    for fd in (leader, follower, *pipe):
        os.close(fd)
