"""The canvas paints what a frame changes, and the result is that of painting everything."""

from __future__ import annotations

import random
from itertools import pairwise

import pygame
import pytest

from kiosk.frame import (
    Align,
    Box,
    Button,
    Card,
    Drawable,
    FoldedCount,
    Frame,
    Label,
    Mark,
    MarkKind,
    Panel,
    PanelKind,
    Slot,
    SlotKind,
    TextColour,
    bounding_box,
)
from kiosk.render.canvas import Canvas
from kiosk.render.dirty_rects import merge_rects
from kiosk.render.icons import UnknownIconError
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME
from tests.support.each import for_each
from tests.support.pixels import pixels

SIZE = (160, 120)


def plainly(painter: Painter, frame: Frame) -> bytes:
    """The frame, painted record by record without any cleverness."""
    surface = pygame.Surface(frame.size)
    surface.fill(DEFAULT_THEME.cloth)
    for record in (*frame.background, *frame.foreground):
        painter.paint(surface, record, surface.get_rect(), frame.four_colours)
    return pixels(surface)


def a_record(rng: random.Random) -> Drawable:
    w, h = rng.choice([(26, 36), (33, 46), (40, 12)])
    box = Box(rng.randrange(-10, 150), rng.randrange(-10, 110), w, h)
    records: list[Drawable] = [
        Card(box, rng.randrange(52), 9, lifted=rng.random() < 0.3),
        Slot(box, rng.choice(list(SlotKind)), rng.choice([None, 0, 1, 2, 3])),
        Mark(box, rng.choice(list(MarkKind))),
        FoldedCount(box, rng.randrange(1, 12)),
        Label(
            box, rng.choice(["12:07", "Score 35"]), 10, rng.choice(list(TextColour)), Align.CENTRE
        ),
        Button(box, rng.choice(["undo", ""]), "Undo", 9, focused=rng.random() < 0.5),
        Panel(box, rng.choice(list(PanelKind))),
    ]
    return rng.choice(records)


def a_column(rng: random.Random) -> list[Drawable]:
    """Cards that overlap like those of a table, and closer than their corners allow."""
    x, y = rng.randrange(0, 130), rng.randrange(-5, 40)
    step = rng.choice([1, 2, 7, 9, 20])
    count = rng.randrange(1, 8)
    lifted_from = rng.randrange(count + 4)
    return [
        Card(Box(x, y + i * step, 26, 36), rng.randrange(52), 9, i < count - 1, i >= lifted_from)
        for i in range(count)
    ]


def changed(rng: random.Random, records: tuple[Drawable, ...]) -> tuple[Drawable, ...]:
    """The records with something taken, added, moved, doubled, or in another order."""
    new = list(records)
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(6)
        if kind == 0 or not new:
            new.insert(rng.randrange(len(new) + 1), a_record(rng))
        elif kind == 1:
            del new[rng.randrange(len(new))]
        elif kind == 2:
            i, j = rng.randrange(len(new)), rng.randrange(len(new))
            new[i], new[j] = new[j], new[i]
        elif kind == 3:
            new.insert(rng.randrange(len(new) + 1), rng.choice(new))
        elif kind == 4:
            new += a_column(rng)
        else:
            i = rng.randrange(len(new))
            box = new[i].box
            new[i] = new[i]._replace(box=box._replace(x=box.x + rng.randrange(-6, 7)))
    return tuple(new[-40:])


@for_each("seed", range(12))
def test_repainting_the_difference_equals_painting_all(painter: Painter, seed: int) -> None:
    rng = random.Random(seed)
    canvas = Canvas(pygame.Surface(SIZE), painter)
    frame = Frame(SIZE, (), ())
    for turn in range(120):
        if rng.random() < 0.5:
            frame = frame._replace(background=changed(rng, frame.background))
        if rng.random() < 0.7:
            frame = frame._replace(foreground=changed(rng, frame.foreground)[-6:])
        if rng.random() < 0.03:
            frame = frame._replace(four_colours=not frame.four_colours)
        before = pixels(canvas.surface)
        rects = canvas.show(frame)
        assert pixels(canvas.surface) == plainly(painter, frame), (seed, turn)
        assert outside(canvas.surface, rects) == outside_of(before, rects), (seed, turn)


def outside(surface: pygame.Surface, rects: list[pygame.Rect]) -> bytes:
    return outside_of(pixels(surface), rects)


def outside_of(picture: bytes, rects: list[pygame.Rect]) -> bytes:
    surface = pygame.image.frombuffer(bytearray(picture), SIZE, "RGB")
    for rect in rects:
        surface.fill((0, 0, 0), rect)
    return pixels(surface)


def cards(*places: tuple[int, int, int]) -> tuple[Drawable, ...]:
    return tuple(Card(Box(x, y, 26, 36), card, 9) for x, y, card in places)


def shown(painter: Painter, *frames: Frame) -> list[list[pygame.Rect]]:
    canvas = Canvas(pygame.Surface(SIZE), painter)
    return [canvas.show(frame) for frame in frames]


def test_an_equal_frame_changes_nothing(painter: Painter) -> None:
    one = Frame(SIZE, cards((0, 0, 1)), cards((40, 0, 2)))
    two = Frame(SIZE, cards((0, 0, 1)), cards((40, 0, 2)))
    assert shown(painter, one, two, one)[1:] == [[], []]


def test_an_order_alone_is_a_change(painter: Painter) -> None:
    one = Frame(SIZE, cards((0, 0, 1), (60, 0, 3), (10, 10, 2)))
    two = Frame(SIZE, cards((60, 0, 3), (10, 10, 2), (0, 0, 1)))
    canvas = Canvas(pygame.Surface(SIZE), painter)
    canvas.show(one)
    assert canvas.show(two)
    assert pixels(canvas.surface) == plainly(painter, two)


def test_the_first_frame_and_another_size_or_colouring_paint_all(painter: Painter) -> None:
    frame = Frame(SIZE, cards((0, 0, 1)))
    whole = [pygame.Rect(0, 0, *SIZE)]
    frames = (frame, frame._replace(size=(150, 120)), frame._replace(four_colours=False))
    assert shown(painter, *frames) == [whole, whole, whole]


def test_a_small_change_is_a_small_rectangle(painter: Painter) -> None:
    one = Frame(SIZE, cards((0, 0, 1), (100, 60, 2)))
    two = Frame(SIZE, cards((0, 0, 1), (105, 60, 2)))
    assert shown(painter, one, two)[1] == [pygame.Rect(100, 60, 31, 36)]


def test_far_changes_stay_apart(painter: Painter) -> None:
    one = Frame(SIZE, cards((0, 0, 1), (120, 80, 2)))
    two = Frame(SIZE, cards((0, 0, 3), (120, 80, 4)))
    rects = shown(painter, one, two)[1]
    assert sorted(map(tuple, rects)) == [(0, 0, 26, 36), (120, 80, 26, 36)]


def test_damage_is_joined_and_kept_inside() -> None:
    area = pygame.Rect(0, 0, 100, 100)
    rng = random.Random(1)
    rects = [pygame.Rect(rng.randrange(-20, 110), rng.randrange(-20, 110), 9, 9) for _ in range(80)]
    few = merge_rects(rects, area)
    assert len(few) <= 13
    assert all(area.contains(rect) for rect in few)
    for rect in rects:
        inside = rect.clip(area)
        assert not inside.w or any(one.contains(inside) for one in few)


def test_after_an_error_the_next_frame_is_painted_whole(painter: Painter) -> None:
    canvas = Canvas(pygame.Surface(SIZE), painter)
    good = Frame(SIZE, cards((0, 0, 1)))
    canvas.show(good)
    with pytest.raises(UnknownIconError):
        canvas.show(good._replace(foreground=(Button(Box(9, 9, 30, 30), "nonsense", "", 9),)))
    assert canvas.show(good) == [pygame.Rect(0, 0, *SIZE)]
    assert pixels(canvas.surface) == plainly(painter, good)


def test_a_frame_larger_than_the_surface_is_cut(painter: Painter) -> None:
    canvas = Canvas(pygame.Surface((50, 40)), painter)
    frame = Frame(SIZE, cards((30, 20, 1), (100, 60, 2)))
    assert canvas.show(frame) == [pygame.Rect(0, 0, 50, 40)]


def full_table() -> tuple[Drawable, ...]:
    still: list[Drawable] = [Slot(Box(100 + 87 * i, 4, 83, 114), SlotKind.CELL) for i in range(8)]
    for column in range(8):
        still += [
            Card(Box(100 + 87 * column, 124 + 28 * i, 83, 114), (7 * column + i) % 52, 28, i < 6)
            for i in range(7)
        ]
    buttons = ("menu", "undo", "redo", "hint", "new")
    still += [
        Button(Box(2, 2 + 70 * i, 90, 66), icon, "Word", 16) for i, icon in enumerate(buttons)
    ]
    return tuple(still)


def drag(steps: int) -> list[Frame]:
    """Two cards dragged over a full table, five pixels a step."""
    still = full_table()
    return [
        Frame(
            (800, 480),
            still,
            tuple(
                Card(Box(300 + 5 * step, 200 + 28 * i + step, 83, 114), 20 + i, 28, not i, True)
                for i in range(2)
            ),
        )
        for step in range(steps)
    ]


def test_a_step_of_a_drag_repaints_only_where_it_passes(painter: Painter) -> None:
    frames = drag(12)
    for (before, after), rects in zip(pairwise(frames), shown_large(painter, frames), strict=True):
        places = [bounding_box(record) for record in (*before.foreground, *after.foreground)]
        around = places[0].union(places[-1]).expand(1)
        assert sum(rect.w * rect.h for rect in rects) <= around.w * around.h


def shown_large(painter: Painter, frames: list[Frame]) -> list[list[pygame.Rect]]:
    canvas = Canvas(pygame.Surface((800, 480)), painter)
    return [canvas.show(frame) for frame in frames][1:]
