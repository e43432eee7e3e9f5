"""Keys go down once and up once; arrows come again while they are held."""

from __future__ import annotations

import pygame
import pytest

from kiosk.actions import Action, Message, Pointer, Press, Touch
from kiosk.input.bindings import KEYBOARD, Binding, Keymap
from kiosk.input.keyboard import REPEAT_AFTER, REPEAT_EVERY, Keyboard

Event = pygame.event.Event


def key(code: int, mods: int = 0, writes: str = "") -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=mods, unicode=writes, scancode=0)


def released(code: int, mods: int = 0) -> Event:
    return Event(pygame.KEYUP, key=code, mod=mods, unicode="", scancode=0)


def fed(keyboard: Keyboard, *events: Event) -> list[Message]:
    return [message for event in events for message in keyboard.feed(event, 1.0)]


def down(action: Action, time: float = 1.0) -> Press:
    return Press(action, True, time, "keyboard")


def up(action: Action, time: float = 1.0) -> Press:
    return Press(action, False, time, "keyboard")


@pytest.mark.parametrize("binding", KEYBOARD, ids=lambda b: f"{b.action}-{b.key}-{b.mods}")
def test_every_bound_key_goes_down_and_up(binding: Binding) -> None:
    said = fed(Keyboard(), key(binding.key, binding.mods), released(binding.key))
    assert said == [down(binding.action), up(binding.action)]


def test_no_key_is_bound_twice() -> None:
    assert len({(b.key, b.mods) for b in KEYBOARD}) == len(KEYBOARD)


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
    assert Keymap(KEYBOARD).action(code, mods) is action


def test_a_release_means_what_the_press_meant() -> None:
    """Ctrl is let go before Z."""
    said = fed(Keyboard(), key(pygame.K_z, pygame.KMOD_LCTRL), released(pygame.K_z, 0))
    assert said == [down(Action.UNDO), up(Action.UNDO)]


def test_a_repeated_key_of_the_system_is_one_press() -> None:
    keyboard = Keyboard()
    said = fed(keyboard, *[key(pygame.K_RETURN)] * 5, released(pygame.K_RETURN))
    assert said == [down(Action.CONFIRM), up(Action.CONFIRM)]


def test_two_keys_of_one_action_are_one_button() -> None:
    said = fed(
        Keyboard(),
        key(pygame.K_RETURN),
        key(pygame.K_SPACE),
        released(pygame.K_RETURN),
        released(pygame.K_SPACE),
    )
    assert said == [down(Action.CONFIRM), up(Action.CONFIRM)]


def test_a_release_without_a_press_says_nothing() -> None:
    assert fed(Keyboard(), released(pygame.K_RETURN)) == []


def test_a_held_arrow_comes_again() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_LEFT))
    first = 1.0 + REPEAT_AFTER
    assert keyboard.due() == first
    assert keyboard.tick(first - 0.01) == []
    assert keyboard.tick(first) == [down(Action.LEFT, first)]
    assert keyboard.due() == first + REPEAT_EVERY
    assert keyboard.tick(first + REPEAT_EVERY)
    assert fed(keyboard, released(pygame.K_LEFT)) == [up(Action.LEFT)]
    assert keyboard.due() is None
    assert keyboard.tick(99.0) == []


def test_a_late_turn_makes_no_burst_of_repeats() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_LEFT))
    assert keyboard.tick(60.0) == [down(Action.LEFT, 60.0)]
    assert keyboard.tick(60.0) == []


def test_the_last_arrow_repeats() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_UP), released(pygame.K_LEFT))
    assert keyboard.tick(9.0) == [down(Action.UP, 9.0)]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_TAB])
def test_nothing_but_arrows_repeats(code: int) -> None:
    keyboard = Keyboard()
    fed(keyboard, key(code))
    assert keyboard.due() is None


def test_another_key_ends_the_repeat() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_RETURN))
    assert keyboard.due() is None


def test_losing_the_focus_lets_go_without_a_release() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_LEFT), key(pygame.K_BACKSPACE))
    assert keyboard.drop(2.0) == []
    assert keyboard.due() is None
    assert fed(keyboard, released(pygame.K_LEFT), released(pygame.K_BACKSPACE)) == []


def test_losing_the_focus_breaks_a_held_confirm_off() -> None:
    keyboard = Keyboard()
    fed(keyboard, key(pygame.K_RETURN))
    assert keyboard.drop(2.0) == [Pointer(Touch.CANCEL, 0, 0, 2.0)]
    assert fed(keyboard, released(pygame.K_RETURN)) == []
    assert fed(keyboard, key(pygame.K_RETURN)) == [down(Action.CONFIRM)]


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
    assert fed(Keyboard(), key(code, writes=writes)) == [
        Press(action, True, 1.0, "keyboard", typed)
    ]


@pytest.mark.parametrize("code", [pygame.K_F5, pygame.K_LSHIFT, pygame.K_x])
def test_an_unbound_key_that_writes_nothing_says_nothing(code: int) -> None:
    assert fed(Keyboard(), key(code), released(code)) == []


def test_fast_typing_loses_nothing() -> None:
    """The next key is often down before the last one is up."""
    said = fed(Keyboard(), key(pygame.K_1, writes="1"), key(pygame.K_2, writes="2"))
    assert [m.typed for m in said if isinstance(m, Press)] == ["1", "2"]
