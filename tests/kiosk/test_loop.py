"""One turn after another, with a clock and a show that the test holds in its hand."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from kiosk.display.orientation import ScreenTransform
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.input.bindings import InputBindings
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import Keyboard
from kiosk.input.pointer import PointerDevice
from kiosk.loop import FRAME_SECONDS, MAX_SLEEP_SECONDS, Loop, coalesce_moves
from kiosk.timers import Timers
from tests.support.devices import plug_pointer

Event = pygame.event.Event
SIZE = (800, 480)


class World:
    """Show, glass, source and clock in one, writing down what happens in which order."""

    def __init__(self) -> None:
        self.now = 100.0
        self.log: list[str] = []
        self.naps: list[float] = []
        self.batches: list[list[Event]] = []
        self.alarm: float | None = None
        self.messages: list[InputEvent] = []
        self.answer: Callable[[InputEvent], None] = lambda message: None
        self.is_finished = False
        self.new_size: ResizeEvent | None = None

    def clock(self) -> float:
        return self.now

    def wait_for_events(self, timeout: float) -> list[Event]:
        self.naps.append(timeout)
        if self.batches:
            return self.batches.pop(0)
        self.now += timeout
        return []

    def handle(self, message: InputEvent, now: float) -> None:
        self.messages.append(message)
        self.log.append(f"take {type(message).__name__}")
        self.answer(message)
        self.log.append("done")

    def advance(self, now: float) -> None:
        self.log.append("advance")

    def build_frame(self, now: float) -> Frame:
        self.log.append("frame")
        return Frame(SIZE, ())

    def next_deadline(self, now: float) -> float | None:
        return self.alarm

    def request_exit(self) -> None:
        self.is_finished = True

    is_dark = False

    def filter(self, event: InputEvent, now: float) -> InputEvent | None:
        return event

    def update_deadline(self, now: float) -> None:
        """Nothing: nobody is awaited."""

    def add_overlays(self, frame: Frame, now: float) -> Frame:
        return frame

    def show(self, frame: Frame) -> None:
        self.log.append("show")

    def present_again(self) -> None:
        self.log.append("repeat")

    def apply_resize(self) -> ResizeEvent | None:
        return self.new_size


@pytest.fixture
def world() -> World:
    return World()


def build_loop(world: World, **options: object) -> Loop:
    timers, emitted = Timers(), list[InputEvent]()
    queues = timers, emitted.append
    devices = [
        PointerDevice(lambda: ScreenTransform(SIZE), *queues),
        Keyboard(InputBindings(), HeldButtons(*queues)),
    ]
    return Loop(*(world, world, world, devices, world, timers, emitted, world.clock), **options)


@pytest.fixture
def loop(world: World) -> Loop:
    return build_loop(world)


def press(x: int) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=(x + 100, 50), button=1, touch=False)


def release(x: int) -> Event:
    return Event(pygame.MOUSEBUTTONUP, pos=(x + 100, 50), button=1, touch=False)


def glide(x: int, *, held: bool = True) -> Event:
    return Event(
        pygame.MOUSEMOTION, pos=(x + 100, 50), rel=(1, 0), buttons=(int(held), 0, 0), touch=False
    )


def test_nothing_changes_nothing_is_drawn(world: World, loop: Loop) -> None:
    for _ in range(20):
        loop.run_once()
    assert world.log == ["frame", "show"]
    assert set(world.naps) == {MAX_SLEEP_SECONDS}


def test_motion_of_an_idle_mouse_draws_nothing(world: World, loop: Loop) -> None:
    loop.run_once()
    world.log.clear()
    world.batches = [[glide(x, held=False)] for x in range(50)]
    for _ in range(60):
        loop.run_once()
    assert world.log == []


def test_what_a_message_asks_for_is_done_before_the_next_is_taken(world: World, loop: Loop) -> None:
    world.batches = [[press(5), release(5), press(9), release(9)]]
    loop.run_once()
    assert world.log == ["frame", "show", *["take PointerEvent", "done"] * 4]


def test_a_message_is_answered_by_a_new_frame(world: World, loop: Loop) -> None:
    loop.run_once()
    world.log.clear()
    world.batches = [[press(5)]]
    loop.run_once()
    world.now += 1
    loop.run_once()
    assert world.log == ["take PointerEvent", "done", "frame", "show"]


def test_frames_come_no_faster_than_sixty_a_second(world: World, loop: Loop) -> None:
    world.batches = [[press(5)]] + [[glide(x)] for x in range(100)]
    start = world.now
    while world.batches:
        loop.run_once()
        world.now += 0.001
    drawn = world.log.count("show")
    assert drawn == pytest.approx((world.now - start) / FRAME_SECONDS, abs=2)
    assert len([m for m in world.messages if isinstance(m, PointerEvent)]) == 101


def test_a_slow_panel_gets_no_more_pictures_than_reach_it(world: World) -> None:
    loop = build_loop(world, frame_seconds=1 / 6)
    world.batches = [[press(5)]] + [[glide(x)] for x in range(500)]
    start = world.now
    while world.batches:
        loop.run_once()
        world.now += 0.002
    assert world.log.count("show") == pytest.approx((world.now - start) * 6, abs=2)
    assert len(world.messages) == 501, "input is never waited for"


def test_an_alarm_is_waited_for(world: World, loop: Loop) -> None:
    world.alarm = world.now + 7.5
    loop.run_once()
    assert world.log[:2] == ["frame", "show"]
    del world.log[:2]
    assert world.naps[-1] == pytest.approx(7.5)
    assert world.log == ["advance"]
    world.alarm = None
    loop.run_once()
    assert world.log == ["advance", "frame", "show"]


def test_an_animation_runs_at_the_pace_of_the_frames(world: World, loop: Loop) -> None:
    world.alarm = 0.0
    start = world.now
    while world.now < start + 1:
        loop.run_once()
        world.now += 0.0001
    assert world.log.count("show") == pytest.approx(60, abs=3)


def test_a_held_arrow_repeats_while_nothing_else_happens(world: World, loop: Loop) -> None:
    world.batches = [[Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0)]]
    start = world.now
    while world.now < start + 1:
        loop.run_once()
    presses = [m for m in world.messages if isinstance(m, ButtonEvent)]
    assert {m.action for m in presses} == {Action.LEFT}
    assert len(presses) == 1 + 6


def test_losing_the_focus_lets_go_of_everything(world: World, loop: Loop) -> None:
    world.batches = [[press(5), Event(pygame.WINDOWFOCUSLOST), release(5)]]
    loop.run_once()
    assert [m.phase for m in world.messages if isinstance(m, PointerEvent)] == [
        *[PointerPhase.DOWN, PointerPhase.CANCEL]
    ]


@pytest.mark.parametrize("kind", ["WINDOWEXPOSED", "WINDOWSHOWN", "WINDOWRESTORED"])
def test_an_uncovered_window_is_presented_again(world: World, loop: Loop, kind: str) -> None:
    loop.run_once()
    world.log.clear()
    world.batches = [[Event(getattr(pygame, kind))]]
    loop.run_once()
    assert world.log == ["repeat"]


def test_a_new_size_is_told(world: World, loop: Loop) -> None:
    world.new_size = ResizeEvent(640, 400)
    world.batches = [[Event(pygame.WINDOWSIZECHANGED, x=640, y=400)]]
    loop.run_once()
    assert world.messages == [ResizeEvent(640, 400)]


def test_the_same_size_is_not_told(world: World, loop: Loop) -> None:
    world.batches = [[Event(pygame.WINDOWSIZECHANGED, x=800, y=480)]]
    loop.run_once()
    assert world.messages == []


def test_a_closed_window_ends_the_run(world: World, loop: Loop) -> None:
    world.batches = [[Event(pygame.QUIT)]]
    loop.run()
    assert world.is_finished
    assert len(world.naps) == 1


def test_nothing_is_taken_after_the_end(world: World, loop: Loop) -> None:
    world.answer = lambda message: world.request_exit()
    world.batches = [[press(5), release(5)]]
    loop.run()
    assert len(world.messages) == 1


def test_only_the_last_of_several_moves_counts() -> None:
    def at(touch: PointerPhase, x: int) -> PointerEvent:
        return PointerEvent(touch, x, 0, 0.0)

    key = ButtonEvent(Action.UP, True, 0.0, "keyboard")
    stream: list[InputEvent] = [
        at(PointerPhase.DOWN, 0),
        *[at(PointerPhase.MOVE, x) for x in range(5)],
        key,
        *[at(PointerPhase.MOVE, x) for x in range(9)],
        at(PointerPhase.UP, 9),
        at(PointerPhase.MOVE, 1),
    ]
    assert list(coalesce_moves(stream)) == [
        at(PointerPhase.DOWN, 0),
        at(PointerPhase.MOVE, 4),
        key,
        at(PointerPhase.MOVE, 8),
        at(PointerPhase.UP, 9),
        at(PointerPhase.MOVE, 1),
    ]


def test_a_flood_of_events_is_taken(world: World, loop: Loop) -> None:
    """SDL's queue ends at 65,535 events; whatever fills it, no exception leaves the loop."""
    world.batches = [[glide(x % 800, held=False) for x in range(70_000)]]
    loop.run_once()
    assert world.messages == []


def test_devices_answer_only_their_own_events() -> None:
    pointer = plug_pointer(lambda: ScreenTransform(SIZE))
    assert pygame.KEYDOWN not in pointer.device.handlers
    assert pointer.handle_event(Event(pygame.KEYDOWN, key=pygame.K_a, mod=0), 0.0) == []


class Metronome:
    """A pulse that wants a turn every five seconds, and counts them."""

    def __init__(self) -> None:
        self.pings: list[float] = []

    def ping(self, now: float) -> float:
        self.pings.append(now)
        return now + 5.0


def test_a_pulse_is_felt_after_the_picture_and_wakes_without_drawing(world: World) -> None:
    pulse = Metronome()
    start = world.now
    loop = build_loop(world, watchdog=pulse)
    for _ in range(4):
        assert bool(pulse.pings) == ("show" in world.log)
        loop.run_once()
    assert [beat - start for beat in pulse.pings] == [0.0, 5.0, 10.0, 15.0]
    assert world.log == ["frame", "show"]


def test_a_pulse_that_never_wants_a_turn_costs_nothing(world: World) -> None:
    class Quiet:
        def ping(self, now: float) -> float:
            return float("inf")

    loop = build_loop(world, watchdog=Quiet())
    loop.run_once()
    assert world.naps == [MAX_SLEEP_SECONDS]
