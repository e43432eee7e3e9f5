"""App: builds everything, runs the loop."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import pygame

from engine.codes import GameCode, encode
from engine.deals import MAX_DEAL_NUMBER
from engine.messages import Message, MessageOrText, Msgid, format_english, make_message
from kiosk import __version__
from kiosk.app.diagnostics import Inputs
from kiosk.app.director import Screens
from kiosk.app.exit_signals import Farewell
from kiosk.app.hardware_setup import HARDWARE, SetUp, set_up, view_of
from kiosk.app.idle import Attendant
from kiosk.app.live_settings import Desk
from kiosk.app.service_access import Guard, Summons
from kiosk.app.service_actions import Inspection
from kiosk.app.settings_files import Settings, placed
from kiosk.audio.sounds import Sounds
from kiosk.audio.sounds import build_player_command as player
from kiosk.display import sdl
from kiosk.display.brightness import Lamp, backlight
from kiosk.display.open_display import NoDisplayError, open_display
from kiosk.display.terminal import NOBODYS, Fronted, Terminal
from kiosk.display.window import Drift, Window
from kiosk.hardware.battery import Battery, charging
from kiosk.hardware.indicators import signalling
from kiosk.hardware.pins import low_line
from kiosk.hardware.power import Logind, Powering
from kiosk.i18n import Translator
from kiosk.input.devices import create_devices
from kiosk.input.event_source import SdlEventSource, set_allowed_events
from kiosk.input.gpio import Board
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import KEYBOARD_DEVICE as KEYBOARD
from kiosk.input.mouse_cursor import Hover
from kiosk.input.pad_layouts import PadOpener
from kiosk.log import Level, Remark, complain, log
from kiosk.loop import FRAME_SECONDS, Device, Loop
from kiosk.paths import CLASSIC_THEME as CLASSIC_NAME
from kiosk.paths import (
    THEMES_FOLDER,
    assets_dir,
    is_state_persistent,
    state_dir,
    system_root,
)
from kiosk.render.canvas import Canvas
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME, Theme
from kiosk.settings import Config, DisplaySettings, Origins
from kiosk.solver_process.client import SolverClient, build_worker_command
from kiosk.storage import Store
from kiosk.storage.mounts import is_volatile
from kiosk.systemd import NOTIFY_VARIABLES, ServiceManager
from kiosk.ui.scene import Diagnostics, LogEntry, MachineStatus, SceneContext


class Outfit:
    """Makes canvases for surfaces; what is set can change at any time."""

    def __init__(self, display: DisplaySettings, text: Fonts) -> None:
        """Dress by these settings, with these faces."""
        self._text = text
        self.troubles: tuple[str, ...] = ()
        """A line about a theme that cannot be used."""
        self._put_on(display)

    @property
    def slack(self) -> int:
        """How many pixels the picture wanders to each side."""
        return self._painter.theme.shift

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas on this surface."""
        return Canvas(surface, self._painter)

    def follow(self, config: Config, window: Window, tell: Callable[[str], None]) -> None:
        """Have the window painted anew, if what it is painted with has changed.

        `tell` takes a line about a theme that cannot be used.
        """
        if _worn(config.display) != self._worn:
            self._put_on(config.display)
            window.dress(self.slack)
            for line in self.troubles:
                tell(line)

    def _put_on(self, display: DisplaySettings) -> None:
        self._worn, self.troubles = _worn(display), ()
        large = display.index_size == "large"
        self._painter = Painter(self._theme(display.theme), self._text, large_index=large)

    def _theme(self, name: str) -> Theme:
        """The theme of that name; the classic one, and a line, where its file is no good."""
        if name == CLASSIC_NAME:
            return DEFAULT_THEME
        # Not needed for the classic theme, and start-up is dear.
        from kiosk.render.theme import ThemeError, load_theme

        try:
            return load_theme(assets_dir() / THEMES_FOLDER / f"{name}.toml")
        except ThemeError as error:
            self.troubles = (f"{error}; the theme {CLASSIC_NAME} is used",)
            return DEFAULT_THEME


def _worn(display: DisplaySettings) -> tuple[str, str]:
    """All the settings that matter for it."""
    return display.theme, display.index_size


PATIENCE = 10.0
"""Seconds for the graphics card to appear, and for the picture of the boot to let go of it."""
AGAIN = 0.25

Opening = Callable[[tuple[int, int] | None, Mapping[str, str]], pygame.Surface]


def awaited_display(
    size: tuple[int, int] | None,
    environ: Mapping[str, str],
    supervisor: ServiceManager,
    opening: Opening = open_display,
    sleep: Callable[[float], None] = time.sleep,
) -> pygame.Surface:
    """The open window; a service waits for its screen, a person is told at once.

    Args:
        size: As `open_display` takes it.
        environ: Likewise.
        supervisor: Who started us, if it was a service manager.
        opening: What opens it.
        sleep: Lets so many seconds pass.

    Raises:
        NoDisplayError: where there is nothing to show it on.
    """
    tries = round(PATIENCE / AGAIN) if supervisor.is_present else 0
    for attempt in range(tries):
        try:
            return opening(size, environ)
        except NoDisplayError as error:
            # SDL takes what is there only when it starts.
            pygame.display.quit()
            if attempt == 0:
                complain(f"bakehouse: waiting for a screen: {error}")
                supervisor.notify_waiting(f"Waiting for a screen: {error}")
        sleep(AGAIN)
    return opening(size, environ)


def supervised(environ: Mapping[str, str]) -> ServiceManager:
    """Who started us as a service; programs that we start are to tell nothing in our name."""
    supervisor = ServiceManager.from_environment(environ, os.getpid())
    for name in NOTIFY_VARIABLES:
        os.environ.pop(name, None)
    return supervisor


def terminal_of(supervisor: ServiceManager) -> Terminal:
    """The terminal that the unit has given to a service; none for a person at a shell."""
    return Terminal(0 if supervisor.is_present else NOBODYS)


@contextmanager
def announced(supervisor: ServiceManager, surface: pygame.Surface) -> Iterator[None]:
    """Play inside of it: the supervisor and the journal learn that it begins, and that it ends."""
    width, height = surface.get_size()
    place = f"{pygame.display.get_driver()} {width}x{height}, {sdl.versions()}"
    log(f"Bakehouse {__version__} on {place}")
    supervisor.set_ready_status(place)
    yield
    supervisor.notify_stopping()
    log("saved, leaving")


class Oversight(NamedTuple):
    """The way in, what hears all input, and what screens may ask."""

    inspection: Inspection
    inputs: Inputs
    facts: Diagnostics


def oversight(
    store: Store,
    desk: Desk,
    places: tuple[Path, Path],
    clock: Callable[[], float],
    told: Callable[[], Sequence[Remark]],
) -> Oversight:
    """All of it.

    Args:
        store: Where records, and wrong PINs, are kept.
        desk: The settings in force.
        places: Where this machine's files begin, and the state directory.
        clock: Monotonic seconds.
        told: The last lines that were told, the latest first.
    """
    top, folder = places
    guard, inputs = Guard(store, clock), Inputs(clock())

    def machine() -> MachineStatus:
        # Start-up is dear, and hardly ever needs it.
        from kiosk.app.diagnostics import condition

        return condition(top, folder, saving=store.is_saved)

    kiosk = desk.config.kiosk
    if kiosk.lock and kiosk.pin is None:
        log("The player is locked in, but the service menu has no PIN (kiosk.pin)")
    facts = Diagnostics(
        get_pin_attempts=guard.trials,
        get_machine_status=machine,
        list_recent_inputs=inputs.lines,
        list_log_entries=lambda: tuple(
            LogEntry(one.text, one.level <= Level.WARNING) for one in told()
        ),
        get_raw_touch=lambda: inputs.touched,
        get_button_pins=desk.pins,
    )
    inspection = Inspection(store, guard, Summons(desk.bindings), inputs, top, folder)
    return Oversight(inspection, inputs, facts)


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
    events: SdlEventSource
    advisor: SolverClient
    farewell: Farewell
    terminal: Terminal
    told: Callable[[], Sequence[Remark]]
    """Asks for the last lines that were told, the latest first."""


class House:
    """All parts of the program, from the picture to the pins."""

    def __init__(self, ground: Ground, resources: ExitStack) -> None:
        """Put together what stands on this ground; `resources` closes it again."""
        self._ground, self._resources = ground, resources
        self._desk = Desk(ground.found, ground.store.get_settings(), ground.origins)
        if not ground.panel:
            self._desk.bindings.set_active_device(KEYBOARD)
        self._text, self._buttons = Fonts(assets_dir() / "fonts"), HeldButtons()
        self._outfit = Outfit(self._desk.config.display, self._text)
        self.troubles: list[MessageOrText] = [*self._outfit.troubles]
        """What does not work on this machine."""
        self._words = Translator.load(self._desk.config.language)
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
        view = view_of(self._desk.config, surface.get_size())._replace(shift_range=outfit.slack)
        return Window(surface, outfit.canvas, self._text, self._words.translate(TOO_SMALL), view)

    def _power(self) -> Powering:
        ground, now = self._ground, time.monotonic()
        line = low_line(self._desk.config, ground.found.profile)
        charged = charging(Battery.detect(ground.top), line, now)
        battery, lineless = self._resources.enter_context(charged)
        self.troubles += lineless
        store, panel = ground.store, ground.panel
        powering = Powering(Logind(), now, lambda: store.is_saved, panel=panel, battery=battery)
        return self._resources.enter_context(closing(powering))

    def _screens(self) -> Screens:
        ground, desk = self._ground, self._desk
        context = SceneContext(
            *(self.window.size, self._text, self._words, desk.config, desk.bindings, desk.origins),
            get_power_status=self._powering.facts,
            diagnostics=self._facts,
        )
        screens = Screens(
            *(context, ground.store, self._audio, _number),
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
        return create_devices(
            lambda: self.window.view,
            is_cursor_visible=not self._ground.panel,
            bindings=desk.bindings,
            pads=PadOpener(events.rescan_devices),
            buttons=buttons,
            extra_devices=[board, self._inputs],
        )


def _number() -> int:
    """A random deal number."""
    return SystemRandom().randint(1, MAX_DEAL_NUMBER)


NOT_LASTING = make_message(
    "The saved game lies among temporary files and is lost when the machine restarts"
)
VOLATILE = make_message("Records are lost at power-off: they are kept in memory")


class Wishes(NamedTuple):
    """What the command line says."""

    config: Path | None = None
    state_dir: str | None = None
    code: GameCode | None = None
    size: tuple[int, int] | None = None


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
    found = set_up(settings.config, assets_dir() / HARDWARE)
    size = wishes.size or found.config.window.size
    farewell.lock(found.config.kiosk.lock)
    farewell.opening()
    supervisor = supervised(environ)
    terminal = terminal_of(supervisor)
    terminal.take()
    terminal.mute(found.config.kiosk.lock)
    surface = awaited_display(size, environ, supervisor)
    top, folder = system_root(environ), state_dir(wishes.state_dir, environ)
    with (
        _store(folder, is_state_persistent(wishes.state_dir, environ)) as (store, notices),
        _events(farewell) as events,
        closing(SolverClient(events, time.monotonic, build_worker_command)) as advisor,
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
            frame_time = max(FRAME_SECONDS, 1 / found.frames)
            clock, devices = time.monotonic, house.devices
            Loop(shown, house.window, devices, source, clock, frame_time, supervisor).run()
        house.screens.close(time.monotonic())
        return house.screens.status


def _begin(
    house: House, ground: Ground, said: tuple[Wishes, Settings, Sequence[Message]], now: float
) -> None:
    """Show the first screen, and tell what is wrong.

    `said` is what the command line and the files say, and what there is to tell of the store.
    """
    (wishes, settings, notices), screens, found = said, house.screens, ground.found
    code = encode(*wishes.code) if wishes.code else None
    wrong = placed(found.troubles, settings.origins)
    odd = dict.fromkeys(house.troubles)
    troubles: tuple[MessageOrText, ...] = (*wrong, *odd, *notices, *screens.begin(now, code))
    for trouble in (*troubles, *placed(found.doubts, settings.origins)):
        complain(f"bakehouse: {format_english(trouble)}")
    if ground.store.is_saved and is_volatile(ground.folder, ground.top):
        screens.later(VOLATILE)
    if settings.problems or troubles:
        screens.note((*settings.problems, *troubles), now)


@contextmanager
def _store(folder: Path, lasting: bool) -> Iterator[tuple[Store, Sequence[Message]]]:
    """The store, closed at the end whatever happens, and notices about it."""
    store, notices = Store.open(folder)
    if not lasting:
        notices = [NOT_LASTING, *notices]
    try:
        yield store, notices
    finally:
        store.close()


@contextmanager
def _events(farewell: Farewell) -> Iterator[SdlEventSource]:
    """The events of the open window; signals end their sleep."""
    set_allowed_events()
    events = SdlEventSource(pygame.display.get_driver())
    farewell.later(events.wakeup_fd)
    try:
        yield events
    finally:
        signal.set_wakeup_fd(-1)
        events.close()
