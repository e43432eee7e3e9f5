"""The game from the command line to the last picture: everything is put together here."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import SystemRandom
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

import pygame

from engine.codes import GameCode, encode
from engine.deals import MAX_NUMBER
from engine.phrases import Line, Msgid, Phrase, english, phrase
from kiosk.advisor.client import Advisor, command
from kiosk.app.attendant import Attendant
from kiosk.app.board import Board
from kiosk.app.charging import charging
from kiosk.app.desk import Desk
from kiosk.app.drift import Drift
from kiosk.app.hardware import HARDWARE, set_up, view_of
from kiosk.app.hover import Hover
from kiosk.app.lamp import Lamp, backlight
from kiosk.app.mounts import is_volatile
from kiosk.app.outfit import Outfit
from kiosk.app.overseer import oversight
from kiosk.app.placing import placed
from kiosk.app.powering import Powering
from kiosk.app.screens import Screens
from kiosk.app.service import announced, awaited_display, supervised, terminal_of
from kiosk.app.signalling import signalling
from kiosk.app.signals import Farewell
from kiosk.app.telling import Remark, complain
from kiosk.app.terminal import Fronted
from kiosk.app.window import Window
from kiosk.app.wired import low_line
from kiosk.audio.sounds import Sounds
from kiosk.audio.sounds import command as player
from kiosk.config import Config, Origins, load
from kiosk.i18n import Words, languages
from kiosk.input.buttons import Buttons
from kiosk.input.events import Events, allow_only
from kiosk.input.keyboard import KIND as KEYBOARD
from kiosk.input.pads import Pads
from kiosk.input.table import all_devices
from kiosk.loop import FRAME_TIME, Loop
from kiosk.paths import (
    assets,
    config_files,
    default_config,
    is_lasting,
    misnamed,
    root,
    state_dir,
)
from kiosk.power import Battery, Logind
from kiosk.profiles import names
from kiosk.render.text import Text
from kiosk.scenes.stage import Stage
from kiosk.store import Store

SHIPPED_CRC = 0x8180CBD5
"""The checksum (CRC-32) of the shipped config.yaml."""
TOO_SMALL: Msgid = "This screen is too small: 240 by 240 pixels are needed"
"""What is told instead of a picture."""
NOT_LASTING = phrase(
    "The saved game lies among temporary files and is lost when the machine restarts"
)
VOLATILE = phrase("Records are lost at power-off: they are kept in memory")


class Wishes(NamedTuple):
    """What the command line says."""

    config: Path | None = None
    state_dir: str | None = None
    code: GameCode | None = None
    size: tuple[int, int] | None = None


class Settings(NamedTuple):
    """What the files say, what is wrong with them, a line each, and which of them has said what."""

    config: Config
    problems: tuple[str, ...]
    origins: Origins = MappingProxyType({})


def configured(path: Path | None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of the shipped file, over it those of this machine, and over all of `path`.

    Without `environ`, which says where they are, the machine's own files are left out.
    """
    shipped = default_config()
    files = [] if is_untouched(shipped) else [shipped]
    files += [] if environ is None else config_files(environ)
    files += [path] if path else []
    config, wrong, origins = load(files, languages(), profiles=names(assets() / HARDWARE))
    problems = [str(problem) for problem in wrong]
    odd = [] if environ is None else misnamed(environ)
    problems += [f"{file}: is not read; its name must be bakehouse.yaml" for file in odd]
    return Settings(config, tuple(problems), origins)


def is_untouched(shipped: Path) -> bool:
    """Whether nobody has edited the shipped settings, which then are the defaults and no more.

    To read them as YAML would take a tenth of the time up to the first picture.
    """
    try:
        return crc32(shipped.read_bytes()) == SHIPPED_CRC
    except OSError:
        return False


def play(
    wishes: Wishes,
    settings: Settings,
    farewell: Farewell,
    environ: Mapping[str, str],
    told: Callable[[], Sequence[Remark]] = tuple,
) -> int:
    """Play until somebody leaves; answers how that is to end: see `leaving`.

    Args:
        wishes: What the command line says.
        settings: What the files say.
        farewell: Listens to signals already.
        environ: The environment.
        told: The last lines that were told, the latest first.

    Raises:
        NoDisplayError: where nothing can be shown.
        DisplayLostError: the display went away; everything up to then is kept.
    """
    found = set_up(settings.config, assets() / HARDWARE)
    size = wishes.size or found.config.window.size
    farewell.lock(found.config.kiosk.lock)
    farewell.opening()
    supervisor = supervised(environ)
    terminal = terminal_of(supervisor)
    terminal.take()
    terminal.mute(found.config.kiosk.lock)
    surface = awaited_display(size, environ, supervisor)
    with (
        _store(wishes, environ) as (store, notices),
        _events(farewell) as events,
        closing(Advisor(events, time.monotonic, command)) as advisor,
        ExitStack() as resources,
    ):
        desk = Desk(found, store.settings(), settings.origins)
        text = Text(assets() / "fonts")
        words = Words.load(desk.config.language)
        outfit = Outfit(desk.config.display, text)
        view = view_of(desk.config, surface.get_size())._replace(slack=outfit.slack)
        window = Window(surface, outfit.canvas, text, words.say(TOO_SMALL), view)
        bindings, buttons = desk.bindings, Buttons()
        if size is not None:
            bindings.used(KEYBOARD)
        power = charging(
            Battery.found(root(environ)),
            low_line(desk.config, found.profile),
            time.monotonic(),
        )
        battery, lineless = resources.enter_context(power)
        powering = Powering(
            Logind(),
            time.monotonic(),
            lambda: store.saving,
            panel=size is None,
            battery=battery,
        )
        resources.enter_context(closing(powering))
        folder, clock = state_dir(wishes.state_dir, environ), time.monotonic
        inspection, inputs, facts = oversight(store, desk, (root(environ), folder), clock, told)
        stage = Stage(
            *(window.size, text, words, desk.config, bindings, desk.origins, powering.facts, facts)
        )
        sounds = resources.enter_context(closing(Sounds(desk.config.sound, time.monotonic, player)))
        signalled = signalling(desk.signals, sounds, desk.config.sound)
        audio, lit, dark = resources.enter_context(signalled)
        screens = Screens(stage, store, audio, _number, lambda: farewell.asked, advisor)
        screens.adjusting(lambda values: desk.adjust(values, window))
        desk.told(lambda config: farewell.lock(config.kiosk.lock))
        desk.told(lambda config: terminal.mute(config.kiosk.lock))
        behind = backlight(root(environ), panel=size is None)
        lamp = resources.enter_context(closing(Lamp(window, behind, screens.later)))
        desk.told(lamp.adjust)
        desk.told(lambda config: outfit.follow(config, window, screens.later))
        desk.told(powering.adjust)
        screens.ending(powering.end)
        screens.inspected(inspection)
        board = Board(desk.wiring, bindings, buttons, events.wake, screens.later, time.monotonic)
        with closing(board):
            dead = board.begin()
            devices = all_devices(
                lambda: window.view,
                arrow=size is not None,
                bindings=bindings,
                pads=Pads(events.look_around),
                buttons=buttons,
                more=[board, inputs],
            )
            now = time.monotonic()
            code = encode(*wishes.code) if wishes.code else None
            wrong = placed(found.troubles, settings.origins)
            odd = dict.fromkeys([*outfit.troubles, *dead, *dark, *lineless])
            troubles: tuple[Line, ...] = (*wrong, *odd, *notices, *screens.begin(now, code))
            for trouble in (*troubles, *placed(found.doubts, settings.origins)):
                complain(f"bakehouse: {english(trouble)}")
            if store.saving and is_volatile(folder, root(environ)):
                screens.later(VOLATILE)
            if settings.problems or troubles:
                screens.note((*settings.problems, *troubles), now)
            frame_time = max(FRAME_TIME, 1 / found.frames)
            with announced(supervisor, surface):
                attendant = Attendant(
                    *(screens, now, lamp.shine),
                    panel=size is None,
                    powering=powering,
                    inspection=inspection,
                )
                devices.append(Hover(attendant.stir))
                shown = Drift(lit(attendant, screens), window, now)
                source = Fronted(events, terminal)
                Loop(shown, window, devices, source, clock, frame_time, supervisor).run()
            screens.close(time.monotonic())
        return screens.status


@contextmanager
def _store(wishes: Wishes, environ: Mapping[str, str]) -> Iterator[tuple[Store, Sequence[Phrase]]]:
    """The store, closed at the end whatever happens, and notices about it."""
    store, notices = Store.open(state_dir(wishes.state_dir, environ))
    if not is_lasting(wishes.state_dir, environ):
        notices = [NOT_LASTING, *notices]
    try:
        yield store, notices
    finally:
        store.close()


@contextmanager
def _events(farewell: Farewell) -> Iterator[Events]:
    """The events of the open window; signals end their sleep."""
    allow_only()
    events = Events(pygame.display.get_driver())
    farewell.later(events.waker)
    try:
        yield events
    finally:
        signal.set_wakeup_fd(-1)
        events.close()


def _number() -> int:
    """A random deal number."""
    return SystemRandom().randint(1, MAX_NUMBER)
