"""The parts of the program, put together once: each knows only those that it needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import pygame

from engine.deals import MAX_NUMBER
from engine.phrases import Line, Msgid
from kiosk.advisor.client import Advisor
from kiosk.app.desk import Desk
from kiosk.app.machine.board import Board
from kiosk.app.machine.charging import charging
from kiosk.app.machine.hardware import SetUp, view_of
from kiosk.app.machine.powering import Powering
from kiosk.app.machine.signalling import signalling
from kiosk.app.machine.signals import Farewell
from kiosk.app.machine.terminal import Terminal
from kiosk.app.machine.window import Window
from kiosk.app.machine.wired import low_line
from kiosk.app.outfit import Outfit
from kiosk.app.presence.attendant import Attendant
from kiosk.app.presence.drift import Drift
from kiosk.app.presence.hover import Hover
from kiosk.app.presence.lamp import Lamp, backlight
from kiosk.app.show.screens import Screens
from kiosk.app.telling import Remark
from kiosk.app.upkeep.overseer import oversight
from kiosk.audio.sounds import Sounds
from kiosk.audio.sounds import command as player
from kiosk.config import Origins
from kiosk.i18n import Words
from kiosk.input.buttons import Buttons
from kiosk.input.device import Device
from kiosk.input.events import Events
from kiosk.input.keyboard import KIND as KEYBOARD
from kiosk.input.pads import Pads
from kiosk.input.table import all_devices
from kiosk.paths import assets
from kiosk.power import Battery, Logind
from kiosk.render.text import Text
from kiosk.scenes.stage import Stage
from kiosk.store import Store

TOO_SMALL: Msgid = "This screen is too small: 240 by 240 pixels are needed"
"""What is told instead of a picture."""


class Ground(NamedTuple):
    """What is there before: the machine and its settings, what is open, and what was told."""

    found: SetUp
    origins: Origins
    top: Path
    """Where the files of the machine begin."""
    folder: Path
    """The state directory."""
    panel: bool
    """Whether the picture has a panel of its own, and is no window."""
    surface: pygame.Surface
    store: Store
    events: Events
    advisor: Advisor
    farewell: Farewell
    terminal: Terminal
    told: Callable[[], Sequence[Remark]]
    """Asks for the last lines that were told, the latest first."""


class House:
    """All parts of the program, from the picture to the pins."""

    def __init__(self, ground: Ground, resources: ExitStack) -> None:
        """Put together what stands on this ground; `resources` closes it again."""
        self._ground, self._resources = ground, resources
        self._desk = Desk(ground.found, ground.store.settings(), ground.origins)
        if not ground.panel:
            self._desk.bindings.used(KEYBOARD)
        self._text, self._buttons = Text(assets() / "fonts"), Buttons()
        self._outfit = Outfit(self._desk.config.display, self._text)
        self.troubles: list[Line] = [*self._outfit.troubles]
        """What does not work on this machine."""
        self._words = Words.load(self._desk.config.language)
        self.window = self._window()
        self._powering = self._power()
        places = (ground.top, ground.folder)
        over = oversight(ground.store, self._desk, places, time.monotonic, ground.told)
        self._inspection, self._inputs, self._facts = over
        sound = self._desk.config.sound
        sounds = resources.enter_context(closing(Sounds(sound, time.monotonic, player)))
        signalled = signalling(self._desk.signals, sounds, sound)
        self._audio, self._lit, dark = resources.enter_context(signalled)
        self.screens = self._screens()
        behind = backlight(ground.top, panel=ground.panel)
        self._lamp = resources.enter_context(closing(Lamp(self.window, behind, self.screens.later)))
        self._follow()
        self.devices = self._devices()
        self.troubles += dark

    def shown(self, now: float) -> Drift:
        """What the loop is to show: the screens, looked after from now on."""
        attendant = Attendant(
            *(self.screens, now, self._lamp.shine),
            panel=self._ground.panel,
            powering=self._powering,
            inspection=self._inspection,
        )
        self.devices.append(Hover(attendant.stir))
        return Drift(self._lit(attendant, self.screens), self.window, now)

    def _window(self) -> Window:
        surface, outfit = self._ground.surface, self._outfit
        view = view_of(self._desk.config, surface.get_size())._replace(slack=outfit.slack)
        return Window(surface, outfit.canvas, self._text, self._words.say(TOO_SMALL), view)

    def _power(self) -> Powering:
        ground, now = self._ground, time.monotonic()
        line = low_line(self._desk.config, ground.found.profile)
        charged = charging(Battery.found(ground.top), line, now)
        battery, lineless = self._resources.enter_context(charged)
        self.troubles += lineless
        store, panel = ground.store, ground.panel
        powering = Powering(Logind(), now, lambda: store.saving, panel=panel, battery=battery)
        return self._resources.enter_context(closing(powering))

    def _screens(self) -> Screens:
        ground, desk = self._ground, self._desk
        stage = Stage(
            *(self.window.size, self._text, self._words, desk.config, desk.bindings, desk.origins),
            power=self._powering.facts,
            facts=self._facts,
        )
        screens = Screens(
            *(stage, ground.store, self._audio, _number),
            called_away=lambda: ground.farewell.asked,
            advisor=ground.advisor,
        )
        screens.adjusting(lambda values: desk.adjust(values, self.window))
        screens.ending(self._powering.end)
        screens.inspected(self._inspection)
        return screens

    def _follow(self) -> None:
        """From now on the parts learn which settings are made on the device."""
        told, farewell, terminal = self._desk.told, self._ground.farewell, self._ground.terminal
        told(lambda config: farewell.lock(config.kiosk.lock))
        told(lambda config: terminal.mute(config.kiosk.lock))
        told(self._lamp.adjust)
        told(lambda config: self._outfit.follow(config, self.window, self.screens.later))
        told(self._powering.adjust)

    def _devices(self) -> list[Device]:
        desk, events, buttons = self._desk, self._ground.events, self._buttons
        later = self.screens.later
        board = Board(desk.wiring, desk.bindings, buttons, events.wake, later, time.monotonic)
        self._resources.enter_context(closing(board))
        self.troubles += board.begin()
        return all_devices(
            lambda: self.window.view,
            arrow=not self._ground.panel,
            bindings=desk.bindings,
            pads=Pads(events.look_around),
            buttons=buttons,
            more=[board, self._inputs],
        )


def _number() -> int:
    """A random deal number."""
    return SystemRandom().randint(1, MAX_NUMBER)
