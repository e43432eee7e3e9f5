"""The game from the command line to the last picture: everything is put together here."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

import pygame

from engine.codes import GameCode, encode
from engine.phrases import Line, Phrase, english, phrase
from kiosk.advisor.client import Advisor, command
from kiosk.app.house import Ground, House
from kiosk.app.machine.hardware import HARDWARE, set_up
from kiosk.app.machine.mounts import is_volatile
from kiosk.app.machine.signals import Farewell
from kiosk.app.machine.terminal import Fronted
from kiosk.app.placing import placed
from kiosk.app.service import announced, awaited_display, supervised, terminal_of
from kiosk.app.telling import Remark, complain
from kiosk.config import Config, Origins, load
from kiosk.i18n import languages
from kiosk.input.events import Events, allow_only
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
from kiosk.profiles import names
from kiosk.store import Store

SHIPPED_CRC = 0x8180CBD5
"""The checksum (CRC-32) of the shipped config.yaml."""
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
    top, folder = root(environ), state_dir(wishes.state_dir, environ)
    with (
        _store(folder, is_lasting(wishes.state_dir, environ)) as (store, notices),
        _events(farewell) as events,
        closing(Advisor(events, time.monotonic, command)) as advisor,
        ExitStack() as resources,
    ):
        ground = Ground(
            *(found, settings.origins, top, folder, size is None, surface),
            *(store, events, advisor, farewell, terminal, told),
        )
        house = House(ground, resources)
        now = time.monotonic()
        _begin(house, ground, (wishes, settings, notices), now)
        with announced(supervisor, surface):
            shown, source = house.shown(now), Fronted(events, terminal)
            frame_time = max(FRAME_TIME, 1 / found.frames)
            clock, devices = time.monotonic, house.devices
            Loop(shown, house.window, devices, source, clock, frame_time, supervisor).run()
        house.screens.close(time.monotonic())
        return house.screens.status


def _begin(
    house: House, ground: Ground, said: tuple[Wishes, Settings, Sequence[Phrase]], now: float
) -> None:
    """Show the first screen, and tell what is wrong.

    `said` is what the command line and the files say, and what there is to tell of the store.
    """
    (wishes, settings, notices), screens, found = said, house.screens, ground.found
    code = encode(*wishes.code) if wishes.code else None
    wrong = placed(found.troubles, settings.origins)
    odd = dict.fromkeys(house.troubles)
    troubles: tuple[Line, ...] = (*wrong, *odd, *notices, *screens.begin(now, code))
    for trouble in (*troubles, *placed(found.doubts, settings.origins)):
        complain(f"bakehouse: {english(trouble)}")
    if ground.store.saving and is_volatile(ground.folder, ground.top):
        screens.later(VOLATILE)
    if settings.problems or troubles:
        screens.note((*settings.problems, *troubles), now)


@contextmanager
def _store(folder: Path, lasting: bool) -> Iterator[tuple[Store, Sequence[Phrase]]]:
    """The store, closed at the end whatever happens, and notices about it."""
    store, notices = Store.open(folder)
    if not lasting:
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
