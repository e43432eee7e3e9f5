"""Pads come, go, shake and lie: a press is a press once, and nothing stays pressed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.game import Game
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.input.bindings import InputBindings
from kiosk.input.held_buttons import (
    BACK_HOLD_SECONDS,
    REPEAT_DELAY_SECONDS,
    REPEAT_INTERVAL_SECONDS,
)
from kiosk.input.keyboard import Keyboard
from kiosk.input.pad_layouts import GENERIC_LAYOUT, OpenPad, PadLayout, PadOpener, parse_sdl_mapping
from kiosk.settings import ButtonSettings, StickSettings
from tests.support.devices import Plugged, plug_gamepad
from tests.support.pilot import start_pilot
from tests.support.replays import REPLAY_FOLDER, load_recorded_game
from tests.support.thumb import Push, Thumb, stops

Event = pygame.event.Event
A, B, X, SELECT, START = 0, 1, 2, 6, 7


class Shelf(PadOpener):
    """Pads that need no SDL: number 5 is a pad of this layout."""

    def __init__(self, pad: OpenPad | None = None) -> None:
        super().__init__()
        self.pad = pad
        self.begun = 0

    def start_detection(self) -> None:
        self.begun += 1

    def open(self, index: int) -> OpenPad | None:
        return self.pad if index == 0 else None


def pad(
    settings: ButtonSettings | None = None,
    layout: PadLayout | None = None,
    asleep: tuple[int, ...] = (),
) -> Plugged:
    known = OpenPad(5, layout, frozenset(asleep)) if layout else None
    gamepad = plug_gamepad(InputBindings(settings), Shelf(known))
    gamepad.tick(0.0)
    gamepad.handle_event(Event(pygame.JOYDEVICEADDED, device_index=0, guid=""), 0.0)
    return gamepad


def button(number: int, down: bool = True, pad: int = 5) -> Event:
    kind = pygame.JOYBUTTONDOWN if down else pygame.JOYBUTTONUP
    return Event(kind, joy=pad, instance_id=pad, button=number)


def hat(x: int, y: int, number: int = 0) -> Event:
    return Event(pygame.JOYHATMOTION, joy=5, instance_id=5, hat=number, value=(x, y))


def axis(number: int, value: float) -> Event:
    return Event(pygame.JOYAXISMOTION, joy=5, instance_id=5, axis=number, value=value)


def said(device: Plugged, *events: Event, now: float = 1.0) -> str:
    """Presses in words: `+left -left`, and what is broken off as `x`."""
    return words([message for event in events for message in device.handle_event(event, now)])


def words(messages: list[InputEvent]) -> str:
    told = []
    for message in messages:
        if isinstance(message, ButtonEvent):
            told.append(f"{'+' if message.is_pressed else '-'}{message.action}")
        else:
            assert isinstance(message, PointerEvent)
            assert message.phase is PointerPhase.CANCEL
            told.append("x")
    return " ".join(told)


# Buttons, hats, sticks.


@pytest.mark.parametrize(
    ("number", "action"),
    [
        *((A, "confirm"), (B, "back"), (X, "undo"), (SELECT, "undo"), (START, "menu"), (5, "next")),
        *((11, "up"), (12, "down"), (13, "left"), (14, "right")),
    ],
)
def test_a_button_goes_down_and_up(number: int, action: str) -> None:
    assert said(pad(), button(number), button(number, down=False)) == f"+{action} -{action}"


def test_a_button_says_its_name_and_its_kind() -> None:
    gamepad = pad()
    assert gamepad.handle_event(button(A), 1.0) == [
        ButtonEvent(Action.CONFIRM, True, 1.0, "gamepad", "", "a")
    ]
    assert gamepad.handle_event(button(33), 1.0) == [
        ButtonEvent(Action.TYPE, True, 1.0, "gamepad", "", "button-33")
    ]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([(-1, 0), (0, 0)], "+left -left"),
        ([(0, 1), (0, 0)], "+up -up"),
        ([(0, -1), (0, 0)], "+down -down"),
        ([(-1, 0), (1, 0), (0, 0)], "+left -left +right -right"),
        ([(-1, 0), (-1, 1), (0, 1), (0, 0)], "+left +up -left -up"),
    ],
)
def test_a_hat_rolls_over_its_ways(moves: list[tuple[int, int]], expected: str) -> None:
    assert said(pad(), *[hat(x, y) for x, y in moves]) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.1, 0.3, 0.5, 0.3, 0.1], ""),
        ([0.0, 0.6, 0.0], "+right -right"),
        ([0.0, -0.6, 0.0], "+left -left"),
        ([0.0, 0.6, 0.5, 0.6, 0.4, 0.6, 0.2], "+right -right"),
        ([0.0, 0.56, 0.54, 0.56, 0.54, 0.1], "+right -right"),
        ([0.0, 1.0, -1.0, 0.0], "+right -right +left -left"),
    ],
)
def test_a_stick_has_a_dead_zone_and_does_not_chatter(values: list[float], expected: str) -> None:
    assert said(pad(), *[axis(0, value) for value in values]) == expected


def test_a_stick_means_one_way_at_a_time() -> None:
    steps = [axis(0, 0.0), axis(1, 0.0), axis(0, 0.9), axis(1, 0.8), axis(0, 0.3), axis(1, 0.0)]
    assert said(pad(), *steps) == "+right -right +down -down"


def test_an_axis_that_rests_at_its_end_is_not_heard_until_it_moves() -> None:
    """Some encoders report axes that they do not have: always -1."""
    gamepad = pad()
    assert said(gamepad, axis(0, -1.0), axis(0, -1.0), axis(1, 0.0)) == ""
    assert said(gamepad, axis(1, 1.0), axis(1, 0.0)) == "+down -down"
    assert said(gamepad, axis(0, 0.0), axis(0, -1.0)) == "+left"


def test_a_stick_that_is_pushed_from_its_middle_is_heard_at_once() -> None:
    """SDL reports the middle before the first move."""
    assert said(pad(), axis(0, 0.0), axis(0, -1.0), axis(0, 0.0)) == "+left -left"


def test_a_trigger_that_is_open_already_rests() -> None:
    layout = parse_sdl_mapping({"lefttrigger": "a2", "leftx": "a0", "lefty": "a1"})
    gamepad = pad(layout=layout, asleep=(2,))
    assert said(gamepad, axis(2, -1.0), axis(2, -0.5), axis(2, 1.0), axis(2, -1.0)) == (
        "+rules -rules"
    )


@pytest.mark.parametrize(
    ("stick", "expected"),
    [
        (StickSettings(), "+right -right +up -up"),
        (StickSettings(flip_x=True), "+left -left +up -up"),
        (StickSettings(flip_y=True), "+right -right +down -down"),
        (StickSettings(swap=True), "+down -down +left -left"),
        (StickSettings(swap=True, flip_x=True, flip_y=True), "+up -up +right -right"),
    ],
)
def test_a_stick_that_is_built_in_the_wrong_way_round(stick: StickSettings, expected: str) -> None:
    steps = [axis(0, 0.0), axis(1, 0.0), axis(0, 1.0), axis(0, 0.0), axis(1, -1.0), axis(1, 0.0)]
    assert said(pad(ButtonSettings(stick=stick)), *steps) == expected


def test_ways_repeat_by_our_own_clock() -> None:
    gamepad = pad()
    gamepad.handle_event(hat(-1, 0), 1.0)
    assert gamepad.next_deadline() == 1.0 + REPEAT_DELAY_SECONDS
    assert gamepad.tick(1.39) == []
    assert words(gamepad.tick(1.4)) == "+left"
    assert gamepad.next_deadline() == pytest.approx(1.4 + REPEAT_INTERVAL_SECONDS)
    assert said(gamepad, hat(0, 0)) == "-left"
    assert gamepad.next_deadline() is None


def test_next_that_is_held_goes_back() -> None:
    gamepad = pad()
    assert said(gamepad, button(5)) == "+next"
    assert words(gamepad.tick(1.0 + BACK_HOLD_SECONDS)) == "+back -back"
    assert said(gamepad, button(5, down=False)) == "-next"


@pytest.mark.parametrize("number", [4, 5])
def test_next_that_was_released_in_time_never_goes_back(number: int) -> None:
    gamepad = pad()
    said(gamepad, button(number), button(number, down=False))
    assert gamepad.next_deadline() is None
    assert words(gamepad.tick(1.0 + 2 * BACK_HOLD_SECONDS)) == ""


# Layouts.


XBOX = {
    **{"a": "b0", "b": "b1", "x": "b2", "y": "b3", "back": "b6", "start": "b7", "guide": "b8"},
    **{"leftshoulder": "b4", "rightshoulder": "b5", "leftstick": "b9", "rightstick": "b10"},
    **{"dpup": "h0.1", "dpright": "h0.2", "dpdown": "h0.4", "dpleft": "h0.8"},
    **{"leftx": "a0", "lefty": "a1", "lefttrigger": "a2", "righttrigger": "a5", "rightx": "a3"},
}
ENCODER = {"a": "b2", "b": "b1", "dpup": "-a1", "dpdown": "+a1", "dpleft": "-a0", "dpright": "+a0"}


def test_the_usual_pad_is_like_its_mapping() -> None:
    layout = parse_sdl_mapping(XBOX)
    assert [layout.get_button_name(n) for n in range(11)] == [
        GENERIC_LAYOUT.get_button_name(n) for n in range(11)
    ]
    assert layout.stick_axes == (0, 1)
    assert said(pad(layout=layout), hat(-1, 0), hat(0, 0)) == "+left -left"


def test_a_mapping_names_the_parts_of_other_pads() -> None:
    gamepad = pad(layout=parse_sdl_mapping(ENCODER))
    assert said(gamepad, button(2), button(2, down=False), button(1)) == "+confirm -confirm +back"
    steps = [axis(1, 0.0), axis(1, -1.0), axis(1, 1.0), axis(1, 0.0), axis(0, 0.0), axis(0, 1.0)]
    assert said(gamepad, *steps) == "+up -up +down -down +right"


def test_a_turned_axis_counts_the_other_way_round() -> None:
    gamepad = pad(layout=parse_sdl_mapping({"leftx": "a0~", "lefty": "a1"}))
    assert said(gamepad, axis(0, 0.0), axis(0, 1.0), axis(0, 0.0), axis(1, 0.0), axis(1, 1.0)) == (
        "+left -left +down"
    )


@pytest.mark.parametrize("part", ["", "x", "b", "bx", "h0", "h", "a", "~a", "*3", "b-1", "a0~"])
def test_no_mapping_does_harm(part: str) -> None:
    names = ("a", "dpup", "leftx", "lefty", "righttrigger", "nonsense", "crc")
    for name in names:
        try:
            layout = parse_sdl_mapping({name: part})
        except ValueError:
            pytest.fail(f"{name}: {part}")
        assert said(pad(layout=layout), axis(0, 0.0), button(3), hat(0, 1)) != "x"


# Several pads, and none.


def test_the_same_button_of_two_pads_is_one_button() -> None:
    gamepad = pad()
    steps = [button(A), button(A, pad=6), button(A, down=False), button(A, down=False, pad=6)]
    assert said(gamepad, *steps) == "+confirm -confirm"


def test_a_pad_and_a_keyboard_do_not_fight() -> None:
    """Confirm of both is one confirm; the arrow pressed last is the one that repeats."""
    bindings, gamepad = InputBindings(), plug_gamepad(InputBindings(), None)
    buttons = gamepad.device._buttons
    keyboard = Plugged(lambda *queues: Keyboard(bindings, buttons))
    enter = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r"}
    assert said(gamepad, button(A)) == "+confirm"
    assert said(keyboard, Event(pygame.KEYDOWN, **enter), Event(pygame.KEYUP, **enter)) == ""
    assert said(gamepad, button(A, down=False)) == "-confirm"
    left = {"key": pygame.K_LEFT, "mod": 0, "unicode": ""}
    assert said(gamepad, hat(0, 1)) + said(keyboard, Event(pygame.KEYDOWN, **left)) == "+up+left"
    heard = [
        words([*gamepad.tick(now / 100), *keyboard.tick(now / 100)]) for now in range(100, 200)
    ]
    assert set(heard) == {"", "+left"}
    assert heard.count("+left") == 1 + int((1.99 - 1.4) / REPEAT_INTERVAL_SECONDS)


def test_a_pad_that_is_pulled_out_leaves_no_ghost_press() -> None:
    gamepad = pad()
    removed = Event(pygame.JOYDEVICEREMOVED, instance_id=5)
    assert said(gamepad, button(A), hat(-1, 0)) == "+confirm +left"
    assert said(gamepad, removed) == "x"
    assert gamepad.next_deadline() is None
    assert gamepad.tick(99.0) == []
    assert said(gamepad, button(A, down=False), hat(0, 0)) == ""
    assert said(gamepad, button(A), button(A, down=False)) == "+confirm -confirm"


def test_another_pad_keeps_what_it_holds() -> None:
    gamepad = pad()
    assert said(gamepad, button(A), button(A, pad=6)) == "+confirm"
    assert said(gamepad, Event(pygame.JOYDEVICEREMOVED, instance_id=5)) == ""
    assert said(gamepad, button(A, down=False, pad=6)) == "-confirm"


def test_losing_the_focus_lets_go_and_a_leaning_stick_has_to_come_back() -> None:
    gamepad = pad()
    assert said(gamepad, axis(0, 0.0), axis(0, 1.0), hat(0, 1), button(A)) == "+right +up +confirm"
    assert words(gamepad.release_all(1.1)) == "x"
    assert gamepad.next_deadline() is None
    assert said(gamepad, axis(0, 0.9), axis(0, 1.0), hat(-1, 1)) == "+left"
    assert said(gamepad, hat(0, 0), axis(0, 0.0), button(A, down=False)) == "-left"
    assert said(gamepad, axis(0, 1.0), hat(0, 1)) == "+right +up"


def test_a_button_whose_release_was_lost_counts_when_it_is_pressed_again() -> None:
    gamepad = pad()
    assert said(gamepad, button(A)) == "+confirm"
    assert said(gamepad, button(A), now=9.0) == "x +confirm"
    assert said(gamepad, button(A, down=False), now=9.1) == "-confirm"


def test_a_thousand_pads_that_are_not_there_do_no_harm() -> None:
    """Hot-plugging makes pygame raise SystemError, and SDL report pads that have gone."""
    pygame.display.init()
    pads = PadOpener()
    pads.start_detection()
    gamepad = plug_gamepad(InputBindings(), pads)
    try:
        for number in range(1000):
            gamepad.handle_event(Event(pygame.JOYDEVICEADDED, device_index=number, guid="0"), 1.0)
            gamepad.handle_event(Event(pygame.JOYDEVICEREMOVED, instance_id=number * 7919), 1.0)
        assert said(gamepad, button(A), button(A, down=False)) == "+confirm -confirm"
    finally:
        pygame.joystick.quit()
        pygame.display.quit()


def test_without_joystick_support_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("no such subsystem")

    monkeypatch.setattr(pygame.joystick, "init", fail)
    monkeypatch.setattr(pygame.joystick, "Joystick", fail)
    gamepad = plug_gamepad(
        InputBindings(), PadOpener(on_change=lambda: pytest.fail("nothing changed"))
    )
    assert gamepad.next_deadline() == 0.0
    assert gamepad.tick(1.0) == []
    assert gamepad.next_deadline() is None
    assert gamepad.handle_event(Event(pygame.JOYDEVICEADDED, device_index=0, guid=""), 1.0) == []


def test_pads_are_looked_for_after_the_first_turn_only() -> None:
    shelf = Shelf()
    gamepad = plug_gamepad(InputBindings(), shelf)
    assert (shelf.begun, gamepad.next_deadline()) == (0, 0.0)
    gamepad.tick(1.0)
    gamepad.tick(2.0)
    assert (shelf.begun, gamepad.next_deadline()) == (1, None)


# SDL itself, with a pad that it makes up.


@pytest.fixture
def sdl(monkeypatch: pytest.MonkeyPatch) -> Iterator[ctypes.CDLL]:
    """The very library that pygame uses; a pad is heard though no window has the focus."""
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    maps = Path("/proc/self/maps").read_text()
    library = ctypes.CDLL(next(word for word in maps.split() if "libSDL2-2" in word))
    for name, value in (("Button", ctypes.c_uint8), ("Axis", ctypes.c_int16)):
        getattr(library, f"SDL_JoystickSetVirtual{name}").argtypes = (
            *(ctypes.c_void_p, ctypes.c_int, value),
        )
    library.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    yield library
    pygame.joystick.quit()


def test_a_pad_of_sdl_is_opened_named_heard_and_pulled_out(sdl: ctypes.CDLL) -> None:
    changes: list[int] = []
    pygame.display.init()
    pygame.display.set_mode((240, 240))
    gamepad = plug_gamepad(InputBindings(), PadOpener(lambda: changes.append(1)))
    gamepad.tick(1.0)

    def heard() -> str:
        return said(gamepad, *pygame.event.get())

    index = sdl.SDL_JoystickAttachVirtual(1, 6, 15, 1)
    assert (heard(), len(changes)) == ("", 2)
    pad = sdl.SDL_JoystickFromInstanceID(pygame.joystick.Joystick(index).get_instance_id())
    sdl.SDL_JoystickSetVirtualAxis(pad, 0, 32767)
    assert heard() == "+right"
    sdl.SDL_JoystickSetVirtualAxis(pad, 0, 0)
    sdl.SDL_JoystickSetVirtualButton(pad, 0, 1)
    assert set(heard().split()) == {"-right", "+confirm"}
    sdl.SDL_JoystickSetVirtualButton(pad, 6, 1)  # by SDL's mapping; in most pads it is Select
    assert heard() == "+menu"
    sdl.SDL_JoystickDetachVirtual(index)
    assert heard() in ("x", "-confirm -menu")
    assert len(changes) == 3
    pygame.display.quit()


# A whole game.


def test_a_stored_game_is_won_with_a_pad_alone(tmp_path: Path) -> None:
    stored = load_recorded_game(REPLAY_FOLDER / "bakers-game-4-cells.game")
    with start_pilot(tmp_path, code=stored.code) as pilot:

        def press(push: Push) -> None:
            shown = GLYPHS[push.action]
            for down in (True, False):
                if isinstance(shown, int):
                    pilot.post(**facts(shown, down=down))
                else:
                    value = shown if down else (0, 0)
                    pilot.post(pygame.JOYHATMOTION, instance_id=3, hat=0, value=value)
                pilot.wait(push.last if down else push.pause)

        def game() -> Game:
            found = pilot.screens.top.get_game_in_play(pilot.now).game
            assert found is not None
            return found

        thumb = Thumb(press, game, lambda: stops(pilot.screens.top.collect_boxes(pilot.now)))
        for move in stored.list_games()[-1].moves:
            thumb.play(move)
        pilot.wait(2.0)
        assert game().state == "won"
        assert pilot.store.count_records()["bakers-game"]["won"] == 1


def facts(number: int, *, down: bool) -> dict[str, int]:
    kind = pygame.JOYBUTTONDOWN if down else pygame.JOYBUTTONUP
    return {"kind": kind, "instance_id": 3, "button": number}


GLYPHS: dict[Action, int | tuple[int, int]] = {
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
    Action.UP: (0, 1),
    Action.DOWN: (0, -1),
    Action.CONFIRM: A,
}
"""What is pressed for an action."""
