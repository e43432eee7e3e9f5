"""The mouse pointer is shown and hidden with what is held."""

from __future__ import annotations

import pygame

from kiosk.input.mouse_cursor import MouseCursor


def glide(rel: tuple[int, int], *, touch: bool = False) -> pygame.event.Event:
    event = {"pos": (9, 9), "rel": rel, "buttons": (0, 0, 0), "touch": touch}
    return pygame.event.Event(pygame.MOUSEMOTION, event)


def touched() -> pygame.event.Event:
    return pygame.event.Event(pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5)


def test_mouse_shows_and_finger_hides() -> None:
    seen: list[bool] = []
    arrow = MouseCursor(seen.append, is_visible=False)
    for event in (
        glide((0, 0)),
        glide((3, 1)),
        glide((1, 0)),
        touched(),
        glide((5, 5), touch=True),
        touched(),
        glide((1, 1)),
    ):
        assert arrow.handlers[event.type](event, 0.0) == []
    assert seen == [False, True, False, True]
    assert arrow.release_all(0.0) == []
