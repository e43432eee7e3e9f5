"""What SDL really told of a finger (`tests.window.record`) means the same on every panel."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from kiosk.display.orientation import ScreenTransform, TouchAxes
from kiosk.events import InputEvent, PointerEvent
from kiosk.gestures import Gesture, GestureRecognizer
from kiosk.hardware.profiles import ROTATIONS
from tests.support.devices import plug_pointer

STREAMS = Path(__file__).resolve().parent / "streams"
VIEWS = {
    "finger-and-mouse": ScreenTransform((800, 480)),
    "finger-only": ScreenTransform((800, 480)),
    "turned": ScreenTransform((480, 800), axes=TouchAxes(swap=True, flip_x=True)),
}
STORY = [
    ("press", 200, 150),
    ("tap", 200, 150),
    ("press", 200, 150),
    ("tap", 200, 150),
    ("press", 200, 150),
    ("drag", 220, 160),
    ("drop", 280, 190),
    ("press", 200, 150),
    ("drag", 220, 160),
    ("drop", 280, 190),
    ("press", 200, 150),
    ("hold", 200, 150),
    ("end", 200, 150),
    ("press", 200, 150),
    ("tap", 200, 150),
]
"""A tap, one that trembles, a drag, one that the panel lost, a long press, two fingers."""


def events(name: str) -> list[tuple[float, pygame.event.Event]]:
    """A recorded stream: when each event came, and the event."""
    lines = map(json.loads, (STREAMS / f"{name}.jsonl").read_text().splitlines())
    return [(at, pygame.event.Event(getattr(pygame, kind), facts)) for at, kind, facts in lines]


def meant(messages: list[InputEvent], finger: GestureRecognizer) -> list[Gesture]:
    return [g for m in messages if isinstance(m, PointerEvent) for g in finger.handle_pointer(m)]


def told(
    stream: list[tuple[float, pygame.event.Event]], view: ScreenTransform
) -> list[tuple[str, int, int]]:
    """Return the meaning without the many steps of a drag."""
    device, finger = plug_pointer(lambda: view), GestureRecognizer(view.size)
    found = []
    for at, event in (*stream, (99.0, None)):
        due = device.next_deadline()
        if due is not None and due <= at:
            found += meant(device.tick(due), finger)
        found += finger.tick(at)
        found += meant(device.handle_event(event, at), finger) if event else []
    return [(g.kind.value, g.x, g.y) for g in found if g.kind != "move"]


@pytest.mark.parametrize("name", VIEWS)
def test_a_recorded_hand_is_understood(name: str) -> None:
    story = told(events(name), VIEWS[name])
    assert [kind for kind, *_ in story] == [kind for kind, *_ in STORY]
    for (kind, x, y), (_, across, down) in zip(story, STORY, strict=True):
        assert abs(x - across) <= 2, kind
        assert abs(y - down) <= 2, kind


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_turned_picture_turns_what_was_recorded(rotation: int) -> None:
    view = ScreenTransform((800, 480), rotation)
    story = told(events("finger-only"), view)
    assert [kind for kind, *_ in story] == [kind for kind, *_ in STORY]
    first = view.to_raw_touch(*story[0][1:])
    assert abs(first[0] * 800 - 200) <= 2
    assert abs(first[1] * 480 - 150) <= 2


def test_a_panel_that_tells_mice_only_is_understood_too() -> None:
    """The mouse's half of the stream, as some drivers send it, without the mark of touch."""
    stream = [
        (at, pygame.event.Event(event.type, {**event.dict, "touch": False}))
        for at, event in events("finger-and-mouse")
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ]
    kinds = [kind for kind, *_ in told(stream, VIEWS["finger-and-mouse"])]
    assert kinds[:7] == [kind for kind, *_ in STORY[:7]]
    assert kinds[-5:] == [kind for kind, *_ in STORY[-5:]]


def test_down_and_up_alone_are_understood() -> None:
    stream = [pair for pair in events("finger-only") if pair[1].type != pygame.FINGERMOTION]
    kinds = [kind for kind, *_ in told(stream, VIEWS["finger-only"])]
    assert kinds[:4] == ["press", "tap", "press", "tap"]
    assert kinds[4:7] == ["press", "drag", "drop"]
    assert kinds[-5:] == [kind for kind, *_ in STORY[-5:]]
