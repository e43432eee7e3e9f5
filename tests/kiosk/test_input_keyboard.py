"""Keys go down once and up once; arrows come again while they are held."""

from __future__ import annotations

import pygame
import pytest

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.input.held_buttons import (
    BACK_HOLD_SECONDS,
    MAX_REPEAT_SECONDS,
    REPEAT_DELAY_SECONDS,
    REPEAT_INTERVAL_SECONDS,
    SYSTEM_REPEAT_SECONDS,
)
from kiosk.input.keyboard import (
    LONE_MODIFIER_SECONDS,
    get_key_code,
    map_key_names,
    parse_modifier,
)
from kiosk.settings.keys import KEY_NAMES, KEYBOARD_BINDINGS, MODIFIERS
from tests.support.devices import Plugged, plug_keyboard

Event = pygame.event.Event
MASKS = {
    "ctrl": pygame.KMOD_LCTRL,
    "alt": pygame.KMOD_RALT,
    "shift": pygame.KMOD_LSHIFT,
    "meta": pygame.KMOD_LMETA,
}


def board() -> Plugged:
    return plug_keyboard()


def key(code: int, mods: int = 0, writes: str = "") -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=mods, unicode=writes, scancode=0)


def released(code: int, mods: int = 0) -> Event:
    return Event(pygame.KEYUP, key=code, mod=mods, unicode="", scancode=0)


def fed(keyboard: Plugged, *events: Event, now: float = 1.0) -> list[InputEvent]:
    return [plain(message) for event in events for message in keyboard.handle_event(event, now)]


def ticked(keyboard: Plugged, now: float) -> list[InputEvent]:
    return [plain(message) for message in keyboard.tick(now)]


def plain(message: InputEvent) -> InputEvent:
    """Without the key's name, which the test of names looks at."""
    return message._replace(button_name="") if isinstance(message, ButtonEvent) else message


def down(action: Action, time: float = 1.0) -> ButtonEvent:
    return ButtonEvent(action, True, time, "keyboard")


def up(action: Action, time: float = 1.0) -> ButtonEvent:
    return ButtonEvent(action, False, time, "keyboard")


BOUND = [(name, action) for action, names in KEYBOARD_BINDINGS.items() for name in names]


@pytest.mark.parametrize(("name", "action"), BOUND)
def test_every_bound_key_goes_down_and_up(name: str, action: Action) -> None:
    *mods, base = name.split("+")
    code, held = get_key_code(base), sum(MASKS[mod] for mod in mods)
    said = fed(board(), key(code, held), released(code))
    assert said == [down(action), up(action)]


def test_no_key_is_bound_twice() -> None:
    assert len({name for name, _ in BOUND}) == len(BOUND)


def test_every_key_has_one_name_and_every_name_a_key() -> None:
    assert sorted(map_key_names().values()) == sorted(KEY_NAMES)
    assert get_key_code("key-1073741925") == 1073741925
    assert {parse_modifier(name) for name in KEY_NAMES} == {None, *MODIFIERS}


@pytest.mark.parametrize(
    ("code", "mods", "action"),
    [
        (pygame.K_z, pygame.KMOD_LCTRL, Action.UNDO),
        (pygame.K_z, pygame.KMOD_RCTRL | pygame.KMOD_NUM, Action.UNDO),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_RSHIFT, Action.REDO),
        (pygame.K_z, 0, None),
        (pygame.K_u, pygame.KMOD_CAPS, Action.UNDO),
        (pygame.K_u, pygame.KMOD_LSHIFT, Action.UNDO),
        (pygame.K_u, pygame.KMOD_LCTRL, None),
        (pygame.K_BACKSPACE, pygame.KMOD_LSHIFT, Action.REDO),
        (pygame.K_TAB, pygame.KMOD_RSHIFT, Action.PREVIOUS),
        (pygame.K_TAB, pygame.KMOD_LALT, None),
        (pygame.K_x, 0, None),
    ],
)
def test_modifiers(code: int, mods: int, action: Action | None) -> None:
    (said,) = board().handle_event(key(code, mods), 1.0)
    assert isinstance(said, ButtonEvent)
    assert said.action is (action or Action.TYPE)


def test_a_release_means_what_the_press_meant() -> None:
    """Ctrl is let go before Z."""
    said = fed(board(), key(pygame.K_z, pygame.KMOD_LCTRL), released(pygame.K_z, 0))
    assert said == [down(Action.UNDO), up(Action.UNDO)]


def test_a_repeated_key_of_the_system_is_one_press() -> None:
    keyboard = board()
    said = fed(keyboard, *[key(pygame.K_RETURN)] * 5, released(pygame.K_RETURN))
    assert said == [down(Action.CONFIRM), up(Action.CONFIRM)]


def test_two_keys_of_one_action_are_one_button() -> None:
    said = fed(
        board(),
        key(pygame.K_RETURN),
        key(pygame.K_SPACE),
        released(pygame.K_RETURN),
        released(pygame.K_SPACE),
    )
    assert said == [down(Action.CONFIRM), up(Action.CONFIRM)]


def test_a_release_without_a_press_says_nothing() -> None:
    assert fed(board(), released(pygame.K_RETURN)) == []


def test_a_held_arrow_comes_again() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT))
    first = 1.0 + REPEAT_DELAY_SECONDS
    assert keyboard.next_deadline() == first
    assert ticked(keyboard, first - 0.01) == []
    assert ticked(keyboard, first) == [down(Action.LEFT, first)]
    assert keyboard.next_deadline() == first + REPEAT_INTERVAL_SECONDS
    assert ticked(keyboard, first + REPEAT_INTERVAL_SECONDS)
    assert fed(keyboard, released(pygame.K_LEFT)) == [up(Action.LEFT)]
    assert keyboard.next_deadline() is None
    assert ticked(keyboard, 99.0) == []


def test_a_late_turn_makes_no_burst_of_repeats() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT))
    assert ticked(keyboard, 60.0) == [down(Action.LEFT, 60.0)]
    assert ticked(keyboard, 60.0) == []


def test_the_last_arrow_repeats() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_UP), released(pygame.K_LEFT))
    assert ticked(keyboard, 9.0) == [down(Action.UP, 9.0)]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_F1])
def test_nothing_but_arrows_repeats(code: int) -> None:
    keyboard = board()
    fed(keyboard, key(code))
    assert keyboard.next_deadline() is None


def test_another_key_ends_the_repeat() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_RETURN))
    assert keyboard.next_deadline() is None


def test_losing_the_focus_lets_go_without_a_release() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_BACKSPACE))
    assert keyboard.release_all(2.0) == []
    assert keyboard.next_deadline() is None
    assert fed(keyboard, released(pygame.K_LEFT), released(pygame.K_BACKSPACE)) == []


def test_losing_the_focus_breaks_a_held_confirm_off() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_RETURN))
    assert keyboard.release_all(2.0) == [PointerEvent(PointerPhase.CANCEL, 0, 0, 2.0)]
    assert fed(keyboard, released(pygame.K_RETURN)) == []
    assert fed(keyboard, key(pygame.K_RETURN)) == [down(Action.CONFIRM)]


def test_losing_the_focus_forgets_buttons_pressed_after_a_held_confirm() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_RETURN), key(pygame.K_BACKSPACE))
    assert keyboard.release_all(2.0) == [PointerEvent(PointerPhase.CANCEL, 0, 0, 2.0)]
    assert fed(keyboard, released(pygame.K_BACKSPACE)) == []
    assert fed(keyboard, key(pygame.K_BACKSPACE)) == [down(Action.UNDO)]


@pytest.mark.parametrize(
    ("code", "writes", "action", "typed"),
    [
        (pygame.K_x, "X", Action.TYPE, "X"),
        (pygame.K_7, "7", Action.TYPE, "7"),
        (pygame.K_m, "m", Action.MENU, "m"),
        (pygame.K_SPACE, " ", Action.CONFIRM, " "),
        (pygame.K_RETURN, "\r", Action.CONFIRM, "\r"),
        (pygame.K_BACKSPACE, "\b", Action.UNDO, ""),
        (pygame.K_ESCAPE, "\x1b", Action.BACK, ""),
    ],
)
def test_a_key_tells_what_it_writes(code: int, writes: str, action: Action, typed: str) -> None:
    assert fed(board(), key(code, writes=writes)) == [
        ButtonEvent(action, True, 1.0, "keyboard", typed)
    ]


@pytest.mark.parametrize(
    ("code", "mods", "name"),
    [
        (pygame.K_F5, 0, "f5"),
        (pygame.K_LSHIFT, pygame.KMOD_LSHIFT, "left-shift"),
        (pygame.K_x, pygame.KMOD_RCTRL, "ctrl+x"),
        (pygame.K_KP5, pygame.KMOD_NUM, "kp-5"),
        (1073742083, 0, "key-1073742083"),
    ],
)
def test_an_unbound_key_says_its_name(code: int, mods: int, name: str) -> None:
    said = board().handle_event(key(code, mods), 1.0)
    assert said == [ButtonEvent(Action.TYPE, True, 1.0, "keyboard", "", name)]


def test_fast_typing_loses_nothing() -> None:
    """The next key is often down before the last one is up."""
    said = fed(board(), key(pygame.K_1, writes="1"), key(pygame.K_2, writes="2"))
    assert [m.character for m in said if isinstance(m, ButtonEvent)] == ["1", "2"]


# Two buttons, and the encoders of arcade panels.


@pytest.mark.parametrize(
    ("mods", "action"), [(0, Action.NEXT), (pygame.KMOD_LSHIFT, Action.PREVIOUS)]
)
def test_next_that_is_held_goes_back(mods: int, action: Action) -> None:
    keyboard = board()
    assert fed(keyboard, key(pygame.K_TAB, mods)) == [down(action)]
    assert keyboard.next_deadline() == 1.0 + BACK_HOLD_SECONDS
    assert ticked(keyboard, 1.0 + BACK_HOLD_SECONDS) == [
        down(Action.BACK, 1.0 + BACK_HOLD_SECONDS),
        up(Action.BACK, 1.0 + BACK_HOLD_SECONDS),
    ]
    assert keyboard.next_deadline() is None
    assert fed(keyboard, released(pygame.K_TAB), now=2.0) == [up(action, 2.0)]


ARCADE = {
    pygame.K_LCTRL: Action.CONFIRM,
    pygame.K_LALT: Action.BACK,
    pygame.K_SPACE: Action.CONFIRM,
    pygame.K_1: Action.MENU,
    pygame.K_5: Action.UNDO,
}


@pytest.mark.parametrize("code", ARCADE)
def test_the_buttons_of_an_arcade_panel(code: int) -> None:
    mods = {pygame.K_LCTRL: pygame.KMOD_LCTRL, pygame.K_LALT: pygame.KMOD_LALT}.get(code, 0)
    assert fed(board(), key(code, mods), released(code)) == [
        down(ARCADE[code]),
        up(ARCADE[code]),
    ]


def test_control_belongs_to_the_key_that_follows() -> None:
    keyboard = board()
    said = fed(
        keyboard,
        key(pygame.K_LCTRL, pygame.KMOD_LCTRL),
        key(pygame.K_z, pygame.KMOD_LCTRL),
        released(pygame.K_z, pygame.KMOD_LCTRL),
        released(pygame.K_LCTRL),
    )
    assert said == [down(Action.UNDO), up(Action.UNDO)]
    assert keyboard.next_deadline() is None


def test_control_that_is_held_alone_is_pressed_from_its_beginning() -> None:
    """So that a hold ripens 0.6 s after the press, as on every other button."""
    keyboard = board()
    assert fed(keyboard, key(pygame.K_LCTRL, pygame.KMOD_LCTRL)) == []
    assert keyboard.next_deadline() == 1.0 + LONE_MODIFIER_SECONDS
    assert ticked(keyboard, 1.0 + LONE_MODIFIER_SECONDS) == [down(Action.CONFIRM)]
    assert fed(keyboard, released(pygame.K_LCTRL), now=2.0) == [up(Action.CONFIRM, 2.0)]


def test_an_arrow_is_an_arrow_while_another_button_is_down() -> None:
    said = fed(board(), key(pygame.K_LEFT, pygame.KMOD_LCTRL), released(pygame.K_LEFT))
    assert said == [down(Action.LEFT), up(Action.LEFT)]


# What is lost.


def test_a_key_that_the_system_repeats_for_long_is_one_press() -> None:
    keyboard = board()
    times = [1.0, 2.0, *(2.0 + n * 0.033 for n in range(1, 100))]
    said = [m for now in times for m in fed(keyboard, key(pygame.K_RETURN), now=now)]
    assert said == [down(Action.CONFIRM)]
    assert fed(keyboard, released(pygame.K_RETURN), now=9.0) == [up(Action.CONFIRM, 9.0)]


def test_a_key_whose_release_was_lost_counts_when_it_is_pressed_again() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_RETURN))
    again = 1.0 + SYSTEM_REPEAT_SECONDS + 0.1
    assert fed(keyboard, key(pygame.K_RETURN), now=again) == [
        PointerEvent(PointerPhase.CANCEL, 0, 0, again),
        down(Action.CONFIRM, again),
    ]
    assert fed(keyboard, released(pygame.K_RETURN), now=9.0) == [up(Action.CONFIRM, 9.0)]


def test_an_arrow_whose_release_was_lost_does_not_run_for_ever() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_LEFT))
    presses, now = 0, 1.0
    while (due := keyboard.next_deadline()) is not None:
        now = due
        presses += len(ticked(keyboard, now))
    assert now <= 1.0 + MAX_REPEAT_SECONDS
    assert presses < 60
    assert fed(keyboard, key(pygame.K_LEFT), now=20.0) == [down(Action.LEFT, 20.0)]


def test_losing_the_focus_forgets_a_held_next_and_a_waiting_control() -> None:
    keyboard = board()
    fed(keyboard, key(pygame.K_TAB), key(pygame.K_LCTRL, pygame.KMOD_LCTRL))
    assert keyboard.release_all(1.1) == []
    assert keyboard.next_deadline() is None
    assert ticked(keyboard, 9.0) == []
    assert fed(keyboard, released(pygame.K_TAB), released(pygame.K_LCTRL)) == []
