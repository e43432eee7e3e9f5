"""Rotation of picture and touch, calibration, left-handed layouts."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.variants import VARIANTS, Variant
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.cli import run_cli
from kiosk.display.orientation import (
    ALL_TOUCH_AXES,
    EDGE_FRACTION,
    ScreenTransform,
    TouchAxes,
    detect_axes,
    to_panel,
    to_picture,
)
from kiosk.display.window import Window
from kiosk.events import InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Frame, Label, Panel, PanelKind
from kiosk.hardware.profiles import ROTATIONS
from kiosk.layout import arrange_table
from kiosk.layout.metrics import min_touch_size
from kiosk.layout.table_layout import TableShape
from kiosk.paths import assets_dir
from kiosk.render.canvas import Canvas
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME
from tests.support.devices import Plugged, plug_pointer
from tests.support.each import find_failures
from tests.support.pixels import pixels

PANEL = (800, 480)
TEXT = Fonts(assets_dir() / "fonts")

# Panel fractions of the point (1/4, 1/8) of the upright picture.
PLACES = {0: (0.25, 0.125), 90: (0.875, 0.25), 180: (0.75, 0.875), 270: (0.125, 0.75)}
# Raw touch fractions of the panel fractions (x, y).
RAW_TOUCHES: dict[TouchAxes, Callable[[float, float], tuple[float, float]]] = {
    TouchAxes(): lambda x, y: (x, y),
    TouchAxes(flip_x=True): lambda x, y: (1 - x, y),
    TouchAxes(flip_y=True): lambda x, y: (x, 1 - y),
    TouchAxes(flip_x=True, flip_y=True): lambda x, y: (1 - x, 1 - y),
    TouchAxes(swap=True): lambda x, y: (y, x),
    TouchAxes(swap=True, flip_x=True): lambda x, y: (y, 1 - x),
    TouchAxes(swap=True, flip_y=True): lambda x, y: (1 - y, x),
    TouchAxes(swap=True, flip_x=True, flip_y=True): lambda x, y: (1 - y, 1 - x),
}


def test_four_rotations_by_eight_choices_of_axes() -> None:
    cases = itertools.product(ROTATIONS, ALL_TOUCH_AXES)
    assert find_failures(check_rotation_and_axes, cases) == []


def check_rotation_and_axes(case: tuple[int, TouchAxes]) -> None:
    rotation, axes = case
    transform = ScreenTransform(PANEL, rotation, axes=axes)
    width, height = transform.size
    assert transform.size == (PANEL if rotation in (0, 180) else PANEL[::-1])
    point = transform.locate_finger(*RAW_TOUCHES[axes](*PLACES[rotation]))
    assert abs(point.x - width // 4) <= 1
    assert abs(point.y - height // 8) <= 1
    assert not point.is_edge


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_the_mouse_is_where_its_arrow_is_whatever_the_axes_of_touch(rotation: int) -> None:
    x, y = PLACES[rotation]
    transform = ScreenTransform(PANEL, rotation, axes=TouchAxes(swap=True, flip_x=True))
    point = transform.locate_mouse(int(x * PANEL[0]), int(y * PANEL[1]))
    assert abs(point.x - transform.size[0] // 4) <= 1
    assert abs(point.y - transform.size[1] // 8) <= 1


transforms = st.builds(
    ScreenTransform,
    st.tuples(st.integers(240, 900), st.integers(240, 900)),
    st.sampled_from(ROTATIONS),
    st.integers(0, 100),
    st.sampled_from(ALL_TOUCH_AXES),
)


@settings(deadline=None)
@given(transforms, st.floats(0, 1), st.floats(0, 1))
def test_every_pixel_can_be_touched_and_is_shown_where_it_is_touched(
    transform: ScreenTransform, across: float, down: float
) -> None:
    width, height = transform.size
    x, y = min(width - 1, int(across * width)), min(height - 1, int(down * height))
    point = transform.locate_finger(*transform.to_raw_touch(x, y))
    assert max(abs(point.x - x), abs(point.y - y)) <= 1
    shown = transform.to_panel_box(Box(x, y, 1, 1))
    pointed = transform.locate_mouse(shown.x, shown.y)
    assert max(abs(pointed.x - x), abs(pointed.y - y)) <= 1
    assert 0 <= shown.x < transform.panel[0]
    assert 0 <= shown.y < transform.panel[1]
    assert min(transform.size) >= 240


@settings(deadline=None)
@given(st.floats(-0.1, 1.1), st.floats(-0.1, 1.1), transforms)
def test_what_lies_beyond_the_panel_is_its_edge(
    x: float, y: float, transform: ScreenTransform
) -> None:
    point = transform.locate_finger(x, y)
    assert 0 <= point.x < transform.size[0]
    assert 0 <= point.y < transform.size[1]
    assert point.is_edge == (min(x, y) < EDGE_FRACTION or max(x, y) > 1 - EDGE_FRACTION)


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(ROTATIONS))
def test_turning_and_turning_back(x: float, y: float, rotation: int) -> None:
    assert to_picture(*to_panel(x, y, rotation), rotation) == pytest.approx((x, y))


# Calibrating

CORNER = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8))


@settings(deadline=None)
@given(
    st.sampled_from(ROTATIONS),
    st.sampled_from(ALL_TOUCH_AXES),
    st.lists(st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)), min_size=3, max_size=3),
)
def test_three_taps_find_the_axes(
    rotation: int, axes: TouchAxes, errors: list[tuple[float, float]]
) -> None:
    raw_touches = [
        axes.apply_inverse(*to_panel(x + a, y + b, rotation))
        for (x, y), (a, b) in zip(CORNER, errors, strict=True)
    ]
    assert detect_axes(raw_touches, CORNER, rotation) == axes


def test_taps_that_fit_nothing_find_nothing() -> None:
    assert detect_axes([(0.5, 0.5)] * 3, CORNER, 0) is None
    assert detect_axes([(0.2, 0.2), (0.2, 0.2), (0.8, 0.8)], CORNER, 90) is None


# The window


@pytest.fixture
def surface() -> pygame.Surface:
    pygame.display.init()
    return pygame.display.set_mode((420, 260))


def window(surface: pygame.Surface, transform: ScreenTransform | None = None) -> Window:
    painter = Painter(DEFAULT_THEME, TEXT)
    return Window(surface, lambda new: Canvas(new, painter), TEXT, "too small", transform)


def frames(size: tuple[int, int]) -> list[Frame]:
    """Return three frames: the second changes a corner, the third the middle."""
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
    transform = ScreenTransform(surface.get_size(), rotation, margin)
    turned_window = window(surface, transform)
    assert turned_window.size == transform.size
    plain = pygame.Surface(transform.size).convert(surface)
    canvas = Canvas(plain, Painter(DEFAULT_THEME, TEXT))
    for frame in frames(transform.size):
        turned_window.show(frame)
        canvas.show(frame)
        area = pygame.Rect(transform.to_panel_box(Box(0, 0, *transform.size)))
        shown = pixels(surface.subsurface(area))
        wanted = pygame.transform.rotate(plain, -rotation)
        assert wanted.get_size() == area.size
        assert shown == pixels(wanted)


def test_only_what_has_changed_is_turned_and_presented(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    updates: list[list[pygame.Rect]] = []
    shown = window(surface, ScreenTransform(surface.get_size(), 90))
    monkeypatch.setattr(pygame.display, "update", updates.append)
    one, _, two = frames(shown.size)
    shown.show(one)
    shown.show(two._replace(background=one.background))
    shown.show(two._replace(background=one.background))
    assert len(updates) == 2
    (rect,) = updates[1]
    assert rect.size == (33, 77)
    assert rect.topleft == (420 - 101 - 33, 99)


def test_a_picture_that_is_turned_while_it_is_shown_has_another_size(
    surface: pygame.Surface,
) -> None:
    shown = window(surface)
    assert shown.set_transform(ScreenTransform((0, 0), 0)) is None
    assert shown.set_transform(ScreenTransform((0, 0), axes=TouchAxes(swap=True))) is None
    assert shown.transform.axes.swap
    assert shown.set_transform(ScreenTransform((0, 0), 90)) == ResizeEvent(260, 420)
    assert shown.set_transform(ScreenTransform((0, 0), 180)) == ResizeEvent(420, 260)
    assert shown.set_transform(ScreenTransform((0, 0), 0, margin=5)) == ResizeEvent(410, 250)
    assert shown.transform.panel == (420, 260)


# Streams of events: drivers and rotations do not matter

Event = pygame.event.Event
TAP, DRAG = ((300, 200),), ((300, 200), (310, 260), (420, 300))


def fingers(transform: ScreenTransform, path: tuple[tuple[int, int], ...]) -> list[Event]:
    """Return the events without a desktop."""
    kinds = [pygame.FINGERDOWN, *[pygame.FINGERMOTION] * (len(path) - 1), pygame.FINGERUP]
    events = []
    for kind, (x, y) in zip(kinds, [*path, path[-1]], strict=True):
        a, b = transform.to_raw_touch(x, y)
        events.append(Event(kind, touch_id=1, finger_id=0, x=a, y=b, dx=0.0, dy=0.0))
    return events


def mouse(
    transform: ScreenTransform, path: tuple[tuple[int, int], ...], *, touch: bool = False
) -> list[Event]:
    kinds = [pygame.MOUSEBUTTONDOWN, *[pygame.MOUSEMOTION] * (len(path) - 1), pygame.MOUSEBUTTONUP]
    events = []
    for kind, (x, y) in zip(kinds, [*path, path[-1]], strict=True):
        more = (
            {"buttons": (1, 0, 0), "rel": (1, 1)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pos = transform.to_panel_box(Box(x, y, 1, 1))[:2]
        events.append(Event(kind, pos=pos, touch=touch, **more))
    return events


def only_down_and_up(transform: ScreenTransform, path: tuple[tuple[int, int], ...]) -> list[Event]:
    first, *_, last = fingers(transform, path)
    return [first, last]


def both(transform: ScreenTransform, path: tuple[tuple[int, int], ...]) -> list[Event]:
    """Return the events of X11: before each touch event a mouse event with `touch` set."""
    pairs = zip(mouse(transform, path, touch=True), fingers(transform, path), strict=True)
    return [event for pair in pairs for event in pair]


def trembling(transform: ScreenTransform, path: tuple[tuple[int, int], ...]) -> list[Event]:
    """Return the events of a resistive panel: several inexact places for each one."""
    inexact = [(x + a, y + b) for x, y in path for a, b in ((0, 0), (3, -2), (-4, 3), (1, 1))]
    return fingers(transform, (*inexact[:-1], path[-1]))


def two_fingers(transform: ScreenTransform, path: tuple[tuple[int, int], ...]) -> list[Event]:
    """Return the events with a second finger that is down only during the first one."""
    first, *rest = fingers(transform, path)
    a, b = transform.to_raw_touch(100, 100)
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


def test_whatever_a_panel_reports_one_pointer_goes_the_same_way() -> None:
    cases = itertools.product(STREAMS, ROTATIONS, (TAP, DRAG))
    assert find_failures(check_stream, cases) == []


def check_stream(case: tuple[str, int, tuple[tuple[int, int], ...]]) -> None:
    stream, rotation, path = case
    axes = TouchAxes(swap=rotation == 90, flip_y=True)
    transform = ScreenTransform((800, 600), rotation, axes=axes)
    device = plug_pointer(lambda: transform)
    outputs = [*feed(device, STREAMS[stream](transform, path)), *device.tick(1.0)]
    pointers = [output for output in outputs if isinstance(output, PointerEvent)]
    assert [p.phase for p in pointers if p.phase is not PointerPhase.MOVE] == [
        PointerPhase.DOWN,
        PointerPhase.UP,
    ]
    for pointer, (x, y) in ((pointers[0], path[0]), (pointers[-1], path[-1])):
        assert max(abs(pointer.x - x), abs(pointer.y - y)) <= 1


def feed(device: Plugged, events: list[Event], start: float = 0.0) -> list[InputEvent]:
    return [
        output
        for i, event in enumerate(events)
        for output in device.handle_event(event, start + i * 0.01)
    ]


@pytest.mark.parametrize("edge", [(2, 300), (797, 300), (400, 1), (400, 598)])
def test_the_hand_at_the_edge_is_no_finger_wherever_it_goes(edge: tuple[int, int]) -> None:
    transform = ScreenTransform((800, 600))
    for stream in (fingers, mouse, both):
        device = plug_pointer(lambda: transform)
        assert feed(device, stream(transform, (edge, (400, 300), (200, 200)))) == []
        outputs = feed(device, stream(transform, TAP), start=1.0)
        phases = [output.phase for output in outputs if isinstance(output, PointerEvent)]
        assert phases.count(PointerPhase.UP) == 1


def test_a_finger_may_end_at_the_edge() -> None:
    transform = ScreenTransform((800, 600))
    device = plug_pointer(lambda: transform)
    outputs = feed(device, fingers(transform, ((400, 300), (799, 300))))
    outputs += device.tick(1.0)
    assert [output.phase for output in outputs if isinstance(output, PointerEvent)] == [
        PointerPhase.DOWN,
        PointerPhase.MOVE,
        PointerPhase.UP,
    ]


# Left hands, and fingers of 7 mm

SIZES = [(800, 480), (480, 800), (320, 240), (240, 240), (1280, 400), (720, 720)]


def test_for_left_hands_the_controls_are_mirrored_and_the_cards_are_not() -> None:
    assert find_failures(check_left_handed, itertools.product(SIZES, VARIANTS)) == []


def check_left_handed(case: tuple[tuple[int, int], Variant]) -> None:
    size, variant = case
    shape = TableShape(variant.columns, max(variant.cells), variant.cards_per_column)
    right, left = arrange_table(size, shape), arrange_table(size, shape, left_handed=True)
    for (one, there), (two, here) in zip(right.toolbar.buttons, left.toolbar.buttons, strict=True):
        assert one is two
        assert here == there._replace(x=size[0] - there.right)
    by = left.column_cards[0].x - right.column_cards[0].x
    for boxes in ("column_areas", "cell_areas", "foundation_areas", "column_cards", "cell_cards"):
        for there, here in zip(getattr(right, boxes), getattr(left, boxes), strict=True):
            assert here == there._replace(x=there.x + by)
            assert here.x >= 0
            assert here.right <= size[0]
            assert not here.overlaps(left.toolbar.box)
    assert left.message_area.right <= size[0]


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
    assert min_touch_size(size, density) == least


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_shot_of_a_turned_picture_is_what_the_window_shows(tmp_path: Path, rotation: int) -> None:
    upright_size = (320, 240) if rotation in (0, 180) else (240, 320)
    (tmp_path / "turned.yaml").write_text(f"display: {{rotation: {rotation}}}")

    def shot_of(name: str, size: tuple[int, int], *more: str) -> dict[str, dict[str, list[int]]]:
        picture, layout = tmp_path / f"{name}.png", tmp_path / f"{name}.json"
        words = ["--out", str(picture), "--layout", str(layout), "--size", f"{size[0]}x{size[1]}"]
        assert run_cli(["shot", *words, *more], ShutdownSignals(), {}) == 0
        found: dict[str, dict[str, list[int]]] = json.loads(layout.read_text())
        return found

    turned_boxes = shot_of("turned", (320, 240), "--config", str(tmp_path / "turned.yaml"))
    boxes = shot_of("upright", upright_size)
    pictures = [pygame.image.load(tmp_path / f"{name}.png") for name in ("turned", "upright")]
    assert pixels(pictures[0]) == pixels(pygame.transform.rotate(pictures[1], -rotation))
    transform = ScreenTransform((320, 240), rotation)
    for kind, named in boxes.items():
        for name, box in named.items():
            assert tuple(turned_boxes[kind][name]) == transform.to_panel_box(Box(*box))
