"""Whatever all devices say at once, the program goes on: 52 cards, and kept as they lie."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest
from gpiozero import Device

from engine.game import Game
from kiosk.hardware.profiles import load_profile
from kiosk.input.keyboard import map_key_names
from kiosk.storage import resume_saved_game
from tests.support.pilot import Pilot, start_pilot

SAMPLE, PROOF = 1_500, 1_000_000
KEYS = sorted(map_key_names())
QUITS = pygame.K_q
JOYS = (0, 1, 7)
BOARD = load_profile(
    Path(__file__).resolve().parents[2] / "assets/hardware", "waveshare-lcd-hat-joystick"
)
PINS = (*BOARD.wiring.pins.values(), 4, 12, 17)


class Monkey:
    """Presses, turns, plugs and touches at random, over all screens."""

    def __init__(self, pilot: Pilot, seed: int) -> None:
        self.pilot, self.random = pilot, Random(seed)
        self.scenes: set[str] = set()
        self.tricks = (
            *(self.key, self.key, self.button, self.button, self.hat, self.axis),
            *(self.finger, self.finger, self.mouse, self.plug, self.focus, self.wait),
            *(self.pin, self.pin, self.lose),
        )

    def go(self) -> None:
        """One thing, whatever it is."""
        self.random.choice(self.tricks)()
        self.scenes.add(self.pilot.scene)

    def key(self) -> None:
        key = self.random.choice([pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_m, *KEYS])
        mods = self.random.choice([0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL])
        if key == QUITS and mods:
            return
        for kind in self.random.choice(
            [(pygame.KEYDOWN, pygame.KEYUP), (pygame.KEYDOWN,), (pygame.KEYUP,)]
        ):
            text = chr(key) if 32 <= key < 127 else ""
            self.pilot.post(kind, key=key, mod=mods, unicode=text)

    def button(self) -> None:
        number, joy = self.random.randrange(20), self.random.choice(JOYS)
        for kind in self.random.choice(
            [(pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP), (pygame.JOYBUTTONDOWN,)]
        ):
            self.pilot.post(kind, instance_id=joy, button=number)

    def hat(self) -> None:
        value = self.random.choice([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)])
        joy = self.random.choice(JOYS)
        self.pilot.post(pygame.JOYHATMOTION, instance_id=joy, hat=0, value=value)

    def axis(self) -> None:
        value, axis = self.random.choice([-1.0, -0.6, 0.0, 0.4, 1.0]), self.random.randrange(6)
        joy = self.random.choice(JOYS)
        self.pilot.post(pygame.JOYAXISMOTION, instance_id=joy, axis=axis, value=value)

    def finger(self) -> None:
        if self.random.random() < 0.7 and self.pilot.places:
            place = self.pilot.places[self.random.choice(sorted(self.pilot.places))].centre
        else:
            place = self.random.randrange(-9, 250), self.random.randrange(-9, 250)
        kinds = [pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP]
        for kind in self.random.choice([(kinds[0], kinds[2]), kinds, kinds[:2], kinds[2:]]):
            self.pilot.finger(kind, place, self.random.choice([1, 1, 1, 2]))

    def lose(self) -> None:
        """A drag on a panel that loses the finger, for a moment or for good."""
        places = [(self.random.randrange(240), self.random.randrange(240)) for _ in range(3)]
        self.pilot.finger(pygame.FINGERDOWN, places[0])
        self.pilot.finger(pygame.FINGERMOTION, places[1])
        self.pilot.finger(pygame.FINGERUP, places[1])
        self.pilot.wait(self.random.choice([0.0, 0.03, 0.06]))
        x, y = self.random.choice(places[1:])
        self.pilot.finger(pygame.FINGERDOWN, (x + 9, y + 9), 2)
        self.pilot.finger(pygame.FINGERUP, (x + 9, y + 9), 2)

    def pin(self) -> None:
        """Edges of a contact, of those in use and of those that may be learnt."""
        contact = Device.pin_factory.pin(self.random.choice(PINS))
        for _ in range(self.random.choice([1, 2, 2, 5])):
            contact.drive_low() if contact.state else contact.drive_high()
            self.pilot.wait(self.random.choice([0.0, 0.001, 0.1]))

    def mouse(self) -> None:
        place = self.random.randrange(240), self.random.randrange(240)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            if self.random.random() < 0.8:
                self.pilot.mouse(kind, place, touch=self.random.random() < 0.3)

    def plug(self) -> None:
        if self.random.random() < 0.5:
            self.pilot.post(pygame.JOYDEVICEADDED, device_index=self.random.randrange(9), guid="")
        else:
            self.pilot.post(pygame.JOYDEVICEREMOVED, instance_id=self.random.choice(JOYS))

    def focus(self) -> None:
        self.pilot.post(self.random.choice([pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED]))

    def wait(self) -> None:
        self.pilot.wait(self.random.choice([0.01, 0.1, 0.5, 0.7, 3.0]))


def check(pilot: Pilot) -> None:
    """Every card is there, and what is kept is what lies on the table."""
    game = pilot.screens.top.get_game_in_play(pilot.now).game
    kept, _, notices = resume_saved_game(pilot.store, 100)
    assert not notices
    if game is None or kept is None:
        return
    if game.code == kept.code:
        assert (kept.position, kept.moves) == (game.position, game.moves)
    assert cards(game) == 52


def cards(game: Game) -> int:
    position = game.position
    in_cells = sum(card != 255 for card in position.cells)
    return sum(map(len, position.columns)) + in_cells + sum(position.foundations)


def run(folder: Path, seed: int, steps: int) -> set[str]:
    """So many steps of a monkey, started again whenever it has left; the scenes that it saw."""
    seen: set[str] = set()
    done = 0
    while done < steps:
        with start_pilot(folder, size=(240, 240), number=lambda: 1, profile=BOARD) as pilot:
            monkey = Monkey(pilot, seed + done)
            while done < steps and not pilot.screens.is_finished:
                monkey.go()
                done += 1
                if done % 50 == 0:
                    check(pilot)
            check(pilot)
            seen |= monkey.scenes
    return seen


@pytest.mark.usefixtures("pins")
def test_a_monkey_with_every_device(tmp_path: Path) -> None:
    assert {"TableScene", "Menu"} <= run(tmp_path, 1, SAMPLE)


@pytest.mark.prove
@pytest.mark.usefixtures("pins")
def test_a_monkey_for_long(tmp_path: Path) -> None:
    seen = run(tmp_path, 2, PROOF)
    assert {"TableScene", "Menu", "EnterCodeScene", "Pager", "LearnButtonsScene"} <= seen
