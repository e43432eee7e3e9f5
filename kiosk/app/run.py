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
from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.diagnostics import InputLog
from kiosk.app.director import Director, PendingMessages
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.app.hardware_setup import (
    PROFILES_DIR_NAME,
    HardwareSetup,
    create_screen_transform,
    set_up_hardware,
)
from kiosk.app.idle import IdleController
from kiosk.app.live_settings import LiveSettings
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.service_actions import ServiceMenuController
from kiosk.app.settings_files import StartupSettings, add_locations
from kiosk.audio.sounds import Sounds
from kiosk.audio.sounds import build_player_command as player
from kiosk.display import sdl
from kiosk.display.brightness import Brightness, find_backlight
from kiosk.display.open_display import NoDisplayError, open_display
from kiosk.display.terminal import NO_TERMINAL, ForegroundEvents, Terminal
from kiosk.display.window import PixelShift, Window
from kiosk.events import InputEvent
from kiosk.hardware.battery import Battery, open_battery_monitor
from kiosk.hardware.indicators import open_indicators
from kiosk.hardware.pins import get_low_battery_pin
from kiosk.hardware.power import Logind, PowerController
from kiosk.i18n import Translator
from kiosk.input.devices import create_devices
from kiosk.input.event_source import SdlEventSource, set_allowed_events
from kiosk.input.gpio import GpioButtons
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import KEYBOARD_DEVICE as KEYBOARD
from kiosk.input.pad_layouts import PadOpener
from kiosk.log import LogLevel, LogLine, log_info, log_problem
from kiosk.loop import FRAME_SECONDS, Device, EventSource, Loop, Watchdog
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
from kiosk.timers import Timers
from kiosk.ui.scene import Diagnostics, LogEntry, MachineStatus, SceneContext


class PainterFactory:
    """Makes canvases for surfaces; what is set can change at any time."""

    def __init__(self, display: DisplaySettings, fonts: Fonts) -> None:
        """Dress by these settings, with these faces."""
        self._fonts = fonts
        self.problems: tuple[str, ...] = ()
        """A line about a theme that cannot be used."""
        self._create_painter(display)

    @property
    def shift_range(self) -> int:
        """How many pixels the picture wanders to each side."""
        return self._painter.theme.shift

    def create_canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas on this surface."""
        return Canvas(surface, self._painter)

    def apply_settings(self, config: Config, window: Window, notify: Callable[[str], None]) -> None:
        """Have the window painted anew, if what it is painted with has changed.

        `tell` takes a line about a theme that cannot be used.
        """
        if _select_painter_settings(config.display) != self._painter_settings:
            self._create_painter(config.display)
            window.set_shift_range(self.shift_range)
            for line in self.problems:
                notify(line)

    def _create_painter(self, display: DisplaySettings) -> None:
        self._painter_settings, self.problems = _select_painter_settings(display), ()
        large = display.index_size == "large"
        self._painter = Painter(self._load_theme(display.theme), self._fonts, large_index=large)

    def _load_theme(self, name: str) -> Theme:
        """The theme of that name; the classic one, and a line, where its file is no good."""
        if name == CLASSIC_NAME:
            return DEFAULT_THEME
        # Not needed for the classic theme, and start-up is dear.
        from kiosk.render.theme import ThemeError, load_theme

        try:
            return load_theme(assets_dir() / THEMES_FOLDER / f"{name}.toml")
        except ThemeError as error:
            self.problems = (f"{error}; the theme {CLASSIC_NAME} is used",)
            return DEFAULT_THEME


def _select_painter_settings(display: DisplaySettings) -> tuple[str, str]:
    """All the settings that matter for it."""
    return display.theme, display.index_size


DISPLAY_TIMEOUT_SECONDS = 10.0
"""Seconds for the graphics card to appear, and for the picture of the boot to let go of it."""
DISPLAY_RETRY_SECONDS = 0.25

DisplayOpener = Callable[[tuple[int, int] | None, Mapping[str, str]], pygame.Surface]


def wait_for_display(
    size: tuple[int, int] | None,
    environ: Mapping[str, str],
    service_manager: ServiceManager,
    opener: DisplayOpener = open_display,
    sleep: Callable[[float], None] = time.sleep,
) -> pygame.Surface:
    """The open window; a service waits for its screen, a person is told at once.

    Args:
        size: As `open_display` takes it.
        environ: Likewise.
        service_manager: Who started us, if it was a service manager.
        opener: What opens it.
        sleep: Lets so many seconds pass.

    Raises:
        NoDisplayError: where there is nothing to show it on.
    """
    tries = (
        round(DISPLAY_TIMEOUT_SECONDS / DISPLAY_RETRY_SECONDS) if service_manager.is_present else 0
    )
    for attempt in range(tries):
        try:
            return opener(size, environ)
        except NoDisplayError as error:
            # SDL takes what is there only when it starts.
            pygame.display.quit()
            if attempt == 0:
                log_problem(f"bakehouse: waiting for a screen: {error}")
                service_manager.notify_waiting(f"Waiting for a screen: {error}")
        sleep(DISPLAY_RETRY_SECONDS)
    return opener(size, environ)


def detect_service_manager(environ: Mapping[str, str]) -> ServiceManager:
    """Who started us as a service; programs that we start are to tell nothing in our name."""
    service_manager = ServiceManager.from_environment(environ, os.getpid())
    for name in NOTIFY_VARIABLES:
        os.environ.pop(name, None)
    return service_manager


def open_terminal(service_manager: ServiceManager) -> Terminal:
    """The terminal that the unit has given to a service; none for a person at a shell."""
    return Terminal(0 if service_manager.is_present else NO_TERMINAL)


@contextmanager
def service_session(service_manager: ServiceManager, surface: pygame.Surface) -> Iterator[None]:
    """Play inside of it: the supervisor and the journal learn that it begins, and that it ends."""
    width, height = surface.get_size()
    display_text = f"{pygame.display.get_driver()} {width}x{height}, {sdl.format_versions()}"
    log_info(f"Bakehouse {__version__} on {display_text}")
    service_manager.set_ready_status(display_text)
    yield
    service_manager.notify_stopping()
    log_info("saved, leaving")


class ServiceParts(NamedTuple):
    """The way in, what hears all input, and what screens may ask."""

    controller: ServiceMenuController
    input_log: InputLog
    diagnostics: Diagnostics


def create_service_parts(
    store: Store,
    live_settings: LiveSettings,
    directories: tuple[Path, Path],
    clock: Callable[[], float],
    get_log_lines: Callable[[], Sequence[LogLine]],
) -> ServiceParts:
    """All of it.

    Args:
        store: Where records, and wrong PINs, are kept.
        live_settings: The settings in force.
        directories: Where this machine's files begin, and the state directory.
        clock: Monotonic seconds.
        get_log_lines: The last lines that were told, the latest first.
    """
    root_dir, state_dir = directories
    pin_lock, input_log = PinLock(store, clock), InputLog(clock())

    def get_machine_status() -> MachineStatus:
        # Start-up is dear, and hardly ever needs it.
        from kiosk.app.diagnostics import read_machine_status

        return read_machine_status(root_dir, state_dir, is_saving=store.is_saved)

    kiosk = live_settings.config.kiosk
    if kiosk.lock and kiosk.pin is None:
        log_info("The player is locked in, but the service menu has no PIN (kiosk.pin)")
    diagnostics = Diagnostics(
        get_pin_attempts=pin_lock.get_attempts,
        get_machine_status=get_machine_status,
        list_recent_inputs=input_log.list_lines,
        list_log_entries=lambda: tuple(
            LogEntry(one.text, one.level <= LogLevel.WARNING) for one in get_log_lines()
        ),
        get_raw_touch=lambda: input_log.last_raw_touch,
        get_button_pins=live_settings.get_button_pins,
    )
    controller = ServiceMenuController(
        store, pin_lock, ServiceTrigger(live_settings.bindings), input_log, root_dir, state_dir
    )
    return ServiceParts(controller, input_log, diagnostics)


TOO_SMALL_TEXT: Msgid = "This screen is too small: 240 by 240 pixels are needed"
"""What is told instead of a picture."""


class AppContext(NamedTuple):
    """What is there before: the machine and its settings, what is open, and what was told."""

    setup: HardwareSetup
    origins: Origins
    root_dir: Path
    """Where the files of the machine begin."""
    state_dir: Path
    """The state directory."""
    is_fullscreen: bool
    """Whether the picture has a panel of its own, and is no window."""
    surface: pygame.Surface
    store: Store
    event_source: SdlEventSource
    solver: SolverClient
    shutdown_signals: ShutdownSignals
    terminal: Terminal
    get_log_lines: Callable[[], Sequence[LogLine]]
    """Asks for the last lines that were told, the latest first."""


class App:
    """All parts of the program, from the picture to the pins."""

    def __init__(self, app_context: AppContext, resources: ExitStack) -> None:
        """Put together what stands on this ground; `resources` closes it again."""
        self._app_context, self._resources = app_context, resources
        self._live_settings = LiveSettings(
            app_context.setup, app_context.store.get_settings(), app_context.origins
        )
        if not app_context.is_fullscreen:
            self._live_settings.bindings.set_active_device(KEYBOARD)
        self.timers, self.emitted = Timers(), list[InputEvent]()
        self._fonts = Fonts(assets_dir() / "fonts")
        self._painter_factory = PainterFactory(self._live_settings.config.display, self._fonts)
        self.problems: list[MessageOrText] = [*self._painter_factory.problems]
        """What does not work on this machine."""
        self._translator = Translator.load(self._live_settings.config.language)
        self.pending_messages = PendingMessages()
        self.window = self._create_window()
        self._power_controller = self._open_power_controller()
        directories = (app_context.root_dir, app_context.state_dir)
        service_parts = create_service_parts(
            app_context.store,
            self._live_settings,
            directories,
            time.monotonic,
            app_context.get_log_lines,
        )
        self._service_controller, self._input_log, self._diagnostics = service_parts
        sound_settings = self._live_settings.config.sound
        sounds = resources.enter_context(closing(Sounds(sound_settings, time.monotonic, player)))
        indicators = open_indicators(self._live_settings.indicator_wiring, sounds, sound_settings)
        self._audio, self.lights, indicator_problems = resources.enter_context(indicators)
        self.director = self._create_director()
        panel_backlight = find_backlight(
            app_context.root_dir, is_fullscreen=app_context.is_fullscreen
        )
        self._brightness = resources.enter_context(
            closing(Brightness(self.window, panel_backlight, self.pending_messages.notify))
        )
        self.idle_controller = IdleController(
            *(self.director, time.monotonic(), self.timers, self._brightness.set_level),
            is_fullscreen=app_context.is_fullscreen,
            power_controller=self._power_controller,
            service_controller=self._service_controller,
        )
        PixelShift(self.window, self.timers, time.monotonic())
        self._subscribe_to_settings()
        self.devices = self._create_devices()
        self.problems += indicator_problems

    def build_loop(self, event_source: EventSource, watchdog: Watchdog) -> Loop:
        """Return the loop that runs all parts."""
        return Loop(
            *(self.director, self.idle_controller, self.window, self.devices, event_source),
            *(self.timers, self.emitted, time.monotonic),
            frame_seconds=max(FRAME_SECONDS, 1 / self._app_context.setup.frames_per_second),
            watchdog=watchdog,
            lights=self.lights,
        )

    def _create_window(self) -> Window:
        surface, painter_factory = self._app_context.surface, self._painter_factory
        transform = create_screen_transform(
            self._live_settings.config, surface.get_size()
        )._replace(shift_range=painter_factory.shift_range)
        return Window(
            surface,
            painter_factory.create_canvas,
            self._fonts,
            self._translator.translate(TOO_SMALL_TEXT),
            transform,
        )

    def _open_power_controller(self) -> PowerController:
        app_context, now = self._app_context, time.monotonic()
        low_battery_pin = get_low_battery_pin(self._live_settings.config, app_context.setup.profile)
        opened_battery = open_battery_monitor(
            Battery.detect(app_context.root_dir), low_battery_pin, now
        )
        battery, pin_problems = self._resources.enter_context(opened_battery)
        self.problems += pin_problems
        store, is_fullscreen = app_context.store, app_context.is_fullscreen
        power_controller = PowerController(
            Logind(), now, lambda: store.is_saved, is_fullscreen=is_fullscreen, battery=battery
        )
        return self._resources.enter_context(closing(power_controller))

    def _create_director(self) -> Director:
        app_context, live_settings = self._app_context, self._live_settings
        context = SceneContext(
            *(
                self.window.size,
                self._fonts,
                self._translator,
                live_settings.config,
                live_settings.bindings,
                live_settings.origins,
            ),
            get_power_status=self._power_controller.get_status,
            diagnostics=self._diagnostics,
        )
        banks = assets_dir() / "deals"
        return Director(
            context,
            store=app_context.store,
            audio=self._audio,
            solver=app_context.solver,
            dealer=Dealer(app_context.store, banks, _draw_deal_number, TrustedClock(banks)),
            service_controller=self._service_controller,
            pending_messages=self.pending_messages,
            change_settings=lambda values: live_settings.change_settings(values, self.window),
            request_power_action=self._power_controller.request_power_action,
            shutdown_requested=lambda: app_context.shutdown_signals.is_requested,
        )

    def _subscribe_to_settings(self) -> None:
        """From now on the parts learn which settings are made on the device."""
        subscribe, shutdown_signals, terminal = (
            self._live_settings.subscribe,
            self._app_context.shutdown_signals,
            self._app_context.terminal,
        )
        subscribe(lambda config: shutdown_signals.set_locked(config.kiosk.lock))
        subscribe(lambda config: terminal.set_keys_muted(config.kiosk.lock))
        subscribe(self._brightness.apply_settings)
        subscribe(
            lambda config: self._painter_factory.apply_settings(
                config, self.window, self.pending_messages.notify
            )
        )
        subscribe(self._power_controller.apply_settings)

    def _create_devices(self) -> list[Device]:
        live_settings, event_source = self._live_settings, self._app_context.event_source
        buttons, notify = (
            HeldButtons(self.timers, self.emitted.append),
            self.pending_messages.notify,
        )
        gpio_buttons = GpioButtons(
            live_settings.get_wiring,
            live_settings.bindings,
            buttons,
            event_source.wake,
            notify,
            time.monotonic,
        )
        self._resources.enter_context(closing(gpio_buttons))
        self.problems += gpio_buttons.open_pins()
        return create_devices(
            lambda: self.window.transform,
            is_cursor_visible=not self._app_context.is_fullscreen,
            bindings=live_settings.bindings,
            note_activity=self.idle_controller.note_activity,
            pads=PadOpener(event_source.rescan_devices),
            buttons=buttons,
            extra_devices=[self._input_log],
        )


def _draw_deal_number() -> int:
    """A random deal number."""
    return SystemRandom().randint(1, MAX_DEAL_NUMBER)


TEMPORARY_STATE_MESSAGE = make_message(
    "The saved game lies among temporary files and is lost when the machine restarts"
)
VOLATILE_STATE_MESSAGE = make_message("Records are lost at power-off: they are kept in memory")


class LaunchOptions(NamedTuple):
    """What the command line says."""

    config: Path | None = None
    state_dir: str | None = None
    code: GameCode | None = None
    size: tuple[int, int] | None = None


def run_game(
    launch_options: LaunchOptions,
    settings: StartupSettings,
    shutdown_signals: ShutdownSignals,
    environ: Mapping[str, str],
    get_log_lines: Callable[[], Sequence[LogLine]] = tuple,
) -> int:
    """Play until somebody leaves; answers how that is to end: see `leaving`.

    Args:
        launch_options: What the command line says.
        settings: What the files say.
        shutdown_signals: Listens to signals already.
        environ: The environment.
        get_log_lines: The last lines that were told, the latest first.

    Raises:
        NoDisplayError: where nothing can be shown.
        DisplayLostError: the display went away; everything up to then is kept.
    """
    setup = set_up_hardware(settings.config, assets_dir() / PROFILES_DIR_NAME)
    size = launch_options.size or setup.config.window.size
    shutdown_signals.set_locked(setup.config.kiosk.lock)
    shutdown_signals.raise_on_signal()
    service_manager = detect_service_manager(environ)
    terminal = open_terminal(service_manager)
    terminal.activate()
    terminal.set_keys_muted(setup.config.kiosk.lock)
    surface = wait_for_display(size, environ, service_manager)
    root_dir, state_folder = system_root(environ), state_dir(launch_options.state_dir, environ)
    with (
        _open_store(state_folder, is_state_persistent(launch_options.state_dir, environ)) as (
            store,
            notices,
        ),
        _open_event_source(shutdown_signals) as event_source,
        closing(SolverClient(event_source, time.monotonic, build_worker_command)) as solver,
        ExitStack() as resources,
    ):
        app_context = AppContext(
            *(setup, settings.origins, root_dir, state_folder, size is None, surface),
            *(store, event_source, solver, shutdown_signals, terminal, get_log_lines),
        )
        app = App(app_context, resources)
        now = time.monotonic()
        _show_first_scene(app, app_context, (launch_options, settings, notices), now)
        with service_session(service_manager, surface):
            app.build_loop(ForegroundEvents(event_source, terminal), service_manager).run()
        app.director.close(time.monotonic())
        return app.director.exit_status


def _show_first_scene(
    app: App,
    app_context: AppContext,
    startup: tuple[LaunchOptions, StartupSettings, Sequence[Message]],
    now: float,
) -> None:
    """Show the first screen, and tell what is wrong.

    `said` is what the command line and the files say, and what there is to tell of the store.
    """
    (launch_options, settings, notices), director, setup = startup, app.director, app_context.setup
    code = encode(*launch_options.code) if launch_options.code else None
    setup_problems = add_locations(setup.problems, settings.origins)
    app_problems = dict.fromkeys(app.problems)
    problems: tuple[MessageOrText, ...] = (
        *setup_problems,
        *app_problems,
        *notices,
        *director.show_first_scene(now, code),
    )
    for problem in (*problems, *add_locations(setup.warnings, settings.origins)):
        log_problem(f"bakehouse: {format_english(problem)}")
    if app_context.store.is_saved and is_volatile(app_context.state_dir, app_context.root_dir):
        app.pending_messages.notify(VOLATILE_STATE_MESSAGE)
    if settings.problems or problems:
        director.show_notice((*settings.problems, *problems), now)


@contextmanager
def _open_store(folder: Path, persistent: bool) -> Iterator[tuple[Store, Sequence[Message]]]:
    """The store, closed at the end whatever happens, and notices about it."""
    store, notices = Store.open(folder)
    if not persistent:
        notices = [TEMPORARY_STATE_MESSAGE, *notices]
    try:
        yield store, notices
    finally:
        store.close()


@contextmanager
def _open_event_source(shutdown_signals: ShutdownSignals) -> Iterator[SdlEventSource]:
    """The events of the open window; signals end their sleep."""
    set_allowed_events()
    event_source = SdlEventSource(pygame.display.get_driver())
    shutdown_signals.defer(event_source.wakeup_fd)
    try:
        yield event_source
    finally:
        signal.set_wakeup_fd(-1)
        event_source.close()
