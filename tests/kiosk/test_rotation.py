"""Picture and touch are turned apart from each other, and meet again under the finger."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.variants import VARIANTS
from kiosk.display.orientation import AXES, EDGE, Axes, View, found_axes, turned, upright
from kiosk.display.window import Window
from kiosk.events import Pointer, Resized, Touch
from kiosk.frame import Box, Frame, Label, Panel, PanelKind
from kiosk.hardware.profiles import ROTATIONS
from kiosk.input.pointer import Pointing
from kiosk.layout import table
from kiosk.layout.metrics import finger
from kiosk.layout.table_layout import Shape
from kiosk.paths import assets
from kiosk.render.canvas import Canvas
from kiosk.render.fonts import Text
from kiosk.render.painter import Painter
from kiosk.render.theme import CLASSIC
from kiosk.tools.shot import shot
from tests.support.pixels import pixels

PANEL = (800, 480)
TEXT = Text(assets() / "fonts")

# Where a finger at a quarter across and an eighth down of the upright picture is on the panel.
PLACES = {0: (0.25, 0.125), 90: (0.875, 0.25), 180: (0.75, 0.875), 270: (0.125, 0.75)}
# What a touch device says of the place (x, y) on the panel for each choice of its axes.
SAYS: dict[Axes, Callable[[float, float], tuple[float, float]]] = {
    Axes(): lambda x, y: (x, y),
    Axes(flip_x=True): lambda x, y: (1 - x, y),
    Axes(flip_y=True): lambda x, y: (x, 1 - y),
    Axes(flip_x=True, flip_y=True): lambda x, y: (1 - x, 1 - y),
    Axes(swap=True): lambda x, y: (y, x),
    Axes(swap=True, flip_x=True): lambda x, y: (y, 1 - x),
    Axes(swap=True, flip_y=True): lambda x, y: (1 - y, x),
    Axes(swap=True, flip_x=True, flip_y=True): lambda x, y: (1 - y, 1 - x),
}


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("rotation", ROTATIONS)
def test_four_rotations_by_eight_choices_of_axes(rotation: int, axes: Axes) -> None:
    view = View(PANEL, rotation, axes=axes)
    width, height = view.size
    assert view.size == (PANEL if rotation in (0, 180) else PANEL[::-1])
    spot = view.finger(*SAYS[axes](*PLACES[rotation]))
    assert abs(spot.x - width // 4) <= 1
    assert abs(spot.y - height // 8) <= 1
    assert not spot.edge


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_the_mouse_is_where_its_arrow_is_whatever_the_axes_of_touch(rotation: int) -> None:
    x, y = PLACES[rotation]
    view = View(PANEL, rotation, axes=Axes(swap=True, flip_x=True))
    spot = view.mouse(int(x * PANEL[0]), int(y * PANEL[1]))
    assert abs(spot.x - view.size[0] // 4) <= 1
    assert abs(spot.y - view.size[1] // 8) <= 1


views = st.builds(
    View,
    st.tuples(st.integers(240, 900), st.integers(240, 900)),
    st.sampled_from(ROTATIONS),
    st.integers(0, 100),
    st.sampled_from(AXES),
)


@settings(deadline=None)
@given(views, st.floats(0, 1), st.floats(0, 1))
def test_every_pixel_can_be_touched_and_is_shown_where_it_is_touched(
    view: View, across: float, down: float
) -> None:
    width, height = view.size
    x, y = min(width - 1, int(across * width)), min(height - 1, int(down * height))
    spot = view.finger(*view.said(x, y))
    assert max(abs(spot.x - x), abs(spot.y - y)) <= 1
    shown = view.box(Box(x, y, 1, 1))
    pointed = view.mouse(shown.x, shown.y)
    assert max(abs(pointed.x - x), abs(pointed.y - y)) <= 1
    assert 0 <= shown.x < view.panel[0]
    assert 0 <= shown.y < view.panel[1]
    assert min(view.size) >= 240


@settings(deadline=None)
@given(st.floats(-0.1, 1.1), st.floats(-0.1, 1.1), views)
def test_what_lies_beyond_the_panel_is_its_edge(x: float, y: float, view: View) -> None:
    spot = view.finger(x, y)
    assert 0 <= spot.x < view.size[0]
    assert 0 <= spot.y < view.size[1]
    assert spot.edge == (min(x, y) < EDGE or max(x, y) > 1 - EDGE)


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(ROTATIONS))
def test_turning_and_turning_back(x: float, y: float, rotation: int) -> None:
    assert upright(*turned(x, y, rotation), rotation) == pytest.approx((x, y))


# Calibrating

CORNER = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8))


@settings(deadline=None)
@given(
    st.sampled_from(ROTATIONS),
    st.sampled_from(AXES),
    st.lists(st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)), min_size=3, max_size=3),
)
def test_three_taps_find_the_axes(
    rotation: int, axes: Axes, errors: list[tuple[float, float]]
) -> None:
    said = [
        axes.undone(*turned(x + a, y + b, rotation))
        for (x, y), (a, b) in zip(CORNER, errors, strict=True)
    ]
    assert found_axes(said, CORNER, rotation) == axes


def test_taps_that_fit_nothing_find_nothing() -> None:
    assert found_axes([(0.5, 0.5)] * 3, CORNER, 0) is None
    assert found_axes([(0.2, 0.2), (0.2, 0.2), (0.8, 0.8)], CORNER, 90) is None


# The window


@pytest.fixture
def surface() -> pygame.Surface:
    pygame.display.init()
    return pygame.display.set_mode((420, 260))


def window(surface: pygame.Surface, view: View | None = None) -> Window:
    painter = Painter(CLASSIC, TEXT)
    return Window(surface, lambda new: Canvas(new, painter), TEXT, "too small", view)


def frames(size: tuple[int, int]) -> list[Frame]:
    """A whole picture, a change in a corner, and one in the middle."""
    bar = Panel(Box(0, 0, size[0], 40), PanelKind.BAR)
    texts = ["One", "Two", "Three"]
    labels = [Label(Box(30, 8, 120, 24), text, 18) for text in texts]
    return [
        Frame(size, (bar, labels[0])),
        Frame(size, (bar, labels[1])),
        Frame(size, (bar, labels[1]), (Label(Box(99, 101, 77, 33), texts[2], 18),)),
    ]


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("margin", [0, 7])
def test_the_panel_shows_the_upright_picture_turned(
    surface: pygame.Surface, rotation: int, margin: int
) -> None:
    view = View(surface.get_size(), rotation, margin)
    turned_window = window(surface, view)
    assert turned_window.size == view.size
    plain = pygame.Surface(view.size).convert(surface)
    canvas = Canvas(plain, Painter(CLASSIC, TEXT))
    for frame in frames(view.size):
        turned_window.show(frame)
        canvas.show(frame)
        area = pygame.Rect(view.box(Box(0, 0, *view.size)))
        shown = pixels(surface.subsurface(area))
        wanted = pygame.transform.rotate(plain, -rotation)
        assert wanted.get_size() == area.size
        assert shown == pixels(wanted)


def test_only_what_has_changed_is_turned_and_presented(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    presented: list[list[pygame.Rect]] = []
    shown = window(surface, View(surface.get_size(), 90))
    monkeypatch.setattr(pygame.display, "update", presented.append)
    one, _, two = frames(shown.size)
    shown.show(one)
    shown.show(two._replace(still=one.still))
    shown.show(two._replace(still=one.still))
    assert len(presented) == 2
    (rect,) = presented[1]
    assert rect.size == (33, 77)
    assert rect.topleft == (420 - 101 - 33, 99)


def test_a_picture_that_is_turned_while_it_is_shown_has_another_size(
    surface: pygame.Surface,
) -> None:
    shown = window(surface)
    assert shown.turn(View((0, 0), 0)) is None
    assert shown.turn(View((0, 0), axes=Axes(swap=True))) is None
    assert shown.view.axes.swap
    assert shown.turn(View((0, 0), 90)) == Resized(260, 420)
    assert shown.turn(View((0, 0), 180)) == Resized(420, 260)
    assert shown.turn(View((0, 0), 0, margin=5)) == Resized(410, 250)
    assert shown.view.panel == (420, 260)


# Streams of events: what panels report, and how it is mounted, changes nothing

Event = pygame.event.Event
TAP, DRAG = ((300, 200),), ((300, 200), (310, 260), (420, 300))


def fingers(view: View, way: tuple[tuple[int, int], ...]) -> list[Event]:
    """What a bare panel reports."""
    kinds = [pygame.FINGERDOWN, *[pygame.FINGERMOTION] * (len(way) - 1), pygame.FINGERUP]
    events = []
    for kind, (x, y) in zip(kinds, [*way, way[-1]], strict=True):
        a, b = view.said(x, y)
        events.append(Event(kind, touch_id=1, finger_id=0, x=a, y=b, dx=0.0, dy=0.0))
    return events


def mouse(view: View, way: tuple[tuple[int, int], ...], *, touch: bool = False) -> list[Event]:
    kinds = [pygame.MOUSEBUTTONDOWN, *[pygame.MOUSEMOTION] * (len(way) - 1), pygame.MOUSEBUTTONUP]
    events = []
    for kind, (x, y) in zip(kinds, [*way, way[-1]], strict=True):
        more = (
            {"buttons": (1, 0, 0), "rel": (1, 1)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pos = view.box(Box(x, y, 1, 1))[:2]
        events.append(Event(kind, pos=pos, touch=touch, **more))
    return events


def only_down_and_up(view: View, way: tuple[tuple[int, int], ...]) -> list[Event]:
    first, *_, last = fingers(view, way)
    return [first, last]


def both(view: View, way: tuple[tuple[int, int], ...]) -> list[Event]:
    """As X11 reports a touch: a mouse that is marked, and first."""
    pairs = zip(mouse(view, way, touch=True), fingers(view, way), strict=True)
    return [event for pair in pairs for event in pair]


def trembling(view: View, way: tuple[tuple[int, int], ...]) -> list[Event]:
    """A resistive panel: every place a little off, several times."""
    shaken = [(x + a, y + b) for x, y in way for a, b in ((0, 0), (3, -2), (-4, 3), (1, 1))]
    return fingers(view, (*shaken[:-1], way[-1]))


def two_fingers(view: View, way: tuple[tuple[int, int], ...]) -> list[Event]:
    """A second finger comes and goes while the first one is down."""
    first, *rest = fingers(view, way)
    a, b = view.said(100, 100)
    kinds = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
    second = [Event(kind, touch_id=1, finger_id=1, x=a, y=b, dx=0.0, dy=0.0) for kind in kinds]
    return [first, *second, *rest]


STREAMS = {
    "fingers": fingers,
    "mouse": mouse,
    "both": both,
    "down and up": only_down_and_up,
    "trembling": trembling,
    "two fingers": two_fingers,
}


@pytest.mark.parametrize("way", [TAP, DRAG])
@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("stream", STREAMS)
def test_whatever_a_panel_reports_one_pointer_goes_the_same_way(
    stream: str, rotation: int, way: tuple[tuple[int, int], ...]
) -> None:
    view = View((800, 600), rotation, axes=Axes(swap=rotation == 90, flip_y=True))
    device = Pointing(lambda: view)
    said = [
        message
        for i, event in enumerate(STREAMS[stream](view, way))
        for message in device.feed(event, i * 0.01)
    ]
    said += device.tick(1.0)
    pointers = [message for message in said if isinstance(message, Pointer)]
    assert [p.touch for p in pointers if p.touch is not Touch.MOVE] == [Touch.DOWN, Touch.UP]
    for pointer, (x, y) in ((pointers[0], way[0]), (pointers[-1], way[-1])):
        assert max(abs(pointer.x - x), abs(pointer.y - y)) <= 1


@pytest.mark.parametrize("edge", [(2, 300), (797, 300), (400, 1), (400, 598)])
def test_the_hand_at_the_edge_is_no_finger_wherever_it_goes(edge: tuple[int, int]) -> None:
    view = View((800, 600))
    for stream in (fingers, mouse, both):
        device = Pointing(lambda: view)
        way = (edge, (400, 300), (200, 200))
        said = [m for i, e in enumerate(stream(view, way)) for m in device.feed(e, i * 0.01)]
        assert said == []
        tap = [m for i, e in enumerate(stream(view, TAP)) for m in device.feed(e, 1 + i * 0.01)]
        assert len([m for m in tap if isinstance(m, Pointer) and m.touch is Touch.UP]) == 1


def test_a_finger_may_end_at_the_edge() -> None:
    view = View((800, 600))
    device = Pointing(lambda: view)
    said = [m for e in fingers(view, ((400, 300), (799, 300))) for m in device.feed(e, 0.0)]
    said += device.tick(1.0)
    assert [m.touch for m in said if isinstance(m, Pointer)] == [Touch.DOWN, Touch.MOVE, Touch.UP]


# Left hands, and fingers of 7 mm

SIZES = [(800, 480), (480, 800), (320, 240), (240, 240), (1280, 400), (720, 720)]


@pytest.mark.parametrize(("size", "record"), list(itertools.product(SIZES, VARIANTS)))
def test_for_left_hands_the_controls_are_mirrored_and_the_cards_are_not(
    size: tuple[int, int], record: object
) -> None:
    variant = next(one for one in VARIANTS if one is record)
    shape = Shape(
        variant.columns, max(variant.cells), -(-(52 - variant.aces_home) // variant.columns)
    )
    right, left = table(size, shape), table(size, shape, left_handed=True)
    for (one, there), (two, here) in zip(right.bar.buttons, left.bar.buttons, strict=True):
        assert one is two
        assert here == there._replace(x=size[0] - there.right)
    by = left.column_cards[0].x - right.column_cards[0].x
    for boxes in ("columns", "cells", "foundations", "column_cards", "cell_cards"):
        for there, here in zip(getattr(right, boxes), getattr(left, boxes), strict=True):
            assert here == there._replace(x=there.x + by)
            assert here.x >= 0
            assert here.right <= size[0]
            assert not here.meets(left.bar.box)
    assert left.note.right <= size[0]


@pytest.mark.parametrize(
    ("size", "density", "least"),
    [
        ((800, 480), None, 40),
        ((320, 240), None, 24),
        ((800, 480), 133, 37),
        ((1280, 720), 294, 82),
        ((320, 240), 143, 40),
        ((480, 480), 600, 80),
        ((1280, 720), 50, 24),
    ],
)
def test_a_finger_is_seven_millimetres_where_the_glass_is_known(
    size: tuple[int, int], density: int | None, least: int
) -> None:
    assert finger(size, density) == least


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_shot_of_a_turned_picture_is_what_the_window_shows(tmp_path: Path, rotation: int) -> None:
    upright_size = (320, 240) if rotation in (0, 180) else (240, 320)
    (tmp_path / "turned.yaml").write_text(f"display: {{rotation: {rotation}}}")

    def shot_of(name: str, size: tuple[int, int], *more: str) -> dict[str, dict[str, list[int]]]:
        picture, layout = tmp_path / f"{name}.png", tmp_path / f"{name}.json"
        words = ["--out", str(picture), "--layout", str(layout), "--size", f"{size[0]}x{size[1]}"]
        assert shot([*words, *more], {}) == 0
        found: dict[str, dict[str, list[int]]] = json.loads(layout.read_text())
        return found

    turned_boxes = shot_of("turned", (320, 240), "--config", str(tmp_path / "turned.yaml"))
    boxes = shot_of("upright", upright_size)
    pictures = [pygame.image.load(tmp_path / f"{name}.png") for name in ("turned", "upright")]
    assert pixels(pictures[0]) == pixels(pygame.transform.rotate(pictures[1], -rotation))
    view = View((320, 240), rotation)
    for kind, named in boxes.items():
        for name, box in named.items():
            assert tuple(turned_boxes[kind][name]) == view.box(Box(*box))
