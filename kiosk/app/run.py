"""Composition root: `App` creates all parts, `run_game` opens the machine and runs them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple, Protocol

import pygame

from engine.codes import GameCode, encode
from engine.deals import MAX_DEAL_NUMBER
from engine.messages import Message, MessageOrText, Msgid, format_english, make_message
from kiosk import __version__
from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.diagnostics import InputLog, read_machine_status
from kiosk.app.director import Director
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.app.hardware_setup import (
    PROFILES_DIR_NAME,
    HardwareSetup,
    create_screen_transform,
    set_up_hardware,
)
from kiosk.app.idle import IdleController
from kiosk.app.live_settings import LiveSettings
from kiosk.app.scene_stack import PendingMessages
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.service_actions import ServiceMenuController
from kiosk.app.settings_files import StartupSettings, add_locations
from kiosk.audio import Audio
from kiosk.audio.sounds import Sounds, build_player_command
from kiosk.display import sdl
from kiosk.display.brightness import Brightness, find_backlight
from kiosk.display.open_display import wait_for_display
from kiosk.display.painter_factory import PainterFactory
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
from kiosk.input.keyboard import KEYBOARD_DEVICE
from kiosk.input.pad_layouts import PadOpener
from kiosk.log import LogLevel, LogLine, log_info, log_problem
from kiosk.loop import FRAME_SECONDS, EventSource, Loop, Watchdog
from kiosk.paths import (
    assets_dir,
    is_state_persistent,
    state_dir,
    system_root,
)
from kiosk.render.fonts import Fonts
from kiosk.settings import Origins
from kiosk.solver_process.client import Solver, SolverClient, build_worker_command
from kiosk.storage import Store
from kiosk.storage.mounts import is_volatile
from kiosk.systemd import NOTIFY_VARIABLES, ServiceManager
from kiosk.timers import Timers
from kiosk.ui.scene import Diagnostics, LogEntry, SceneContext


def detect_service_manager(environ: Mapping[str, str]) -> ServiceManager:
    """Return the service manager that started the program, and hide it from child processes."""
    service_manager = ServiceManager.from_environment(environ, os.getpid())
    for name in NOTIFY_VARIABLES:
        os.environ.pop(name, None)
    return service_manager


@contextmanager
def service_session(service_manager: ServiceManager, surface: pygame.Surface) -> Iterator[None]:
    """Tell the service manager and the journal that the program runs, and that it ends."""
    width, height = surface.get_size()
    display_text = f"{pygame.display.get_driver()} {width}x{height}, {sdl.format_versions()}"
    log_info(f"Bakehouse {__version__} on {display_text}")
    service_manager.set_ready_status(display_text)
    yield
    service_manager.notify_stopping()
    log_info("saved, leaving")


def draw_deal_number() -> int:
    """Return a random deal number."""
    return SystemRandom().randint(1, MAX_DEAL_NUMBER)


class AppEventSource(EventSource, Protocol):
    """An event source that other threads can wake."""

    def wake(self) -> None:
        """End the sleep, from any thread."""

    def rescan_devices(self) -> None:
        """Look for input devices."""


class Shutdown(Protocol):
    """Requests to end the program from outside."""

    is_requested: bool

    def set_locked(self, locked: bool) -> None:
        """Ignore what a player can send, or not any more."""


TOO_SMALL_TEXT: Msgid = "This screen is too small: 240 by 240 pixels are needed"


class App:
    """All parts of the program, complete after construction; `loop` runs them."""

    def __init__(
        self,
        resources: ExitStack,
        *,
        setup: HardwareSetup,
        origins: Origins,
        root_dir: Path,
        state_dir: Path,
        surface: pygame.Surface,
        is_fullscreen: bool,
        store: Store,
        event_source: AppEventSource,
        terminal: Terminal,
        solver: Solver,
        logind: Logind,
        audio: Audio | None = None,
        shutdown_signals: Shutdown,
        watchdog: Watchdog | None = None,
        get_log_lines: Callable[[], Sequence[LogLine]] = tuple,
        draw_number: Callable[[], int] = draw_deal_number,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create all parts; `resources` closes them, the last one first.

        The files of the machine begin at `root_dir`: / except in tests. `audio` is used instead of
        the sound player; `get_log_lines` returns the last log lines, the latest first.
        """
        # Settings
        live_settings = LiveSettings(setup, store.get_settings(), origins)
        config, bindings = live_settings.config, live_settings.bindings
        if not is_fullscreen:
            bindings.set_active_device(KEYBOARD_DEVICE)
        self.timers, self.pending_messages = Timers(), PendingMessages()
        now, notify = clock(), self.pending_messages.notify

        # Display
        fonts, translator = Fonts(assets_dir() / "fonts"), Translator.load(config.language)
        painter_factory = PainterFactory(config.display, fonts)
        transform = create_screen_transform(config, surface.get_size())
        self.window = Window(
            surface,
            painter_factory.create_canvas,
            fonts,
            translator.translate(TOO_SMALL_TEXT),
            transform._replace(shift_range=painter_factory.shift_range),
        )
        PixelShift(self.window, self.timers, now)

        # Power, sound, lights
        battery, battery_problems = resources.enter_context(
            open_battery_monitor(
                Battery.detect(root_dir), get_low_battery_pin(config, setup.profile), now
            )
        )
        self.power_controller = PowerController(
            logind, now, lambda: store.is_saved, is_fullscreen=is_fullscreen, battery=battery
        )
        resources.callback(self.power_controller.close)
        if audio is None:
            sounds = Sounds(config.sound, clock, build_player_command)
            audio = resources.enter_context(closing(sounds))
        audio, lights, light_problems = resources.enter_context(
            open_indicators(live_settings.indicator_wiring, audio, config.sound)
        )
        backlight = find_backlight(root_dir, is_fullscreen=is_fullscreen)
        brightness = Brightness(self.window, backlight, notify)

        # Services for scenes
        pin_lock, input_log = PinLock(store, clock), InputLog(now)
        service_controller = ServiceMenuController(
            store, pin_lock, ServiceTrigger(bindings), input_log, root_dir, state_dir
        )
        context = SceneContext(
            self.window.size,
            fonts,
            translator,
            config,
            bindings,
            live_settings.origins,
            get_power_status=self.power_controller.get_status,
            diagnostics=Diagnostics(
                get_pin_attempts=pin_lock.get_attempts,
                get_machine_status=lambda: read_machine_status(
                    root_dir, state_dir, is_saving=store.is_saved
                ),
                list_recent_inputs=input_log.list_lines,
                list_log_entries=lambda: tuple(
                    LogEntry(line.text, line.level <= LogLevel.WARNING) for line in get_log_lines()
                ),
                get_raw_touch=lambda: input_log.last_raw_touch,
                get_button_pins=live_settings.get_button_pins,
            ),
        )
        banks = assets_dir() / "deals"

        # Director
        self.director = Director(
            context,
            store=store,
            audio=audio,
            solver=solver,
            dealer=Dealer(store, banks, draw_number, TrustedClock(banks)),
            service_controller=service_controller,
            pending_messages=self.pending_messages,
            change_settings=lambda values: live_settings.change_settings(values, self.window),
            request_power_action=self.power_controller.request_power_action,
            shutdown_requested=lambda: shutdown_signals.is_requested,
        )
        resources.callback(brightness.close)
        self.idle_controller = IdleController(
            self.director,
            now,
            self.timers,
            brightness.set_level,
            is_fullscreen=is_fullscreen,
            power_controller=self.power_controller,
            service_controller=service_controller,
        )
        for apply_settings in (
            lambda config: shutdown_signals.set_locked(config.kiosk.lock),
            lambda config: terminal.set_keys_muted(config.kiosk.lock),
            brightness.apply_settings,
            lambda config: painter_factory.apply_settings(config, self.window, notify),
            self.power_controller.apply_settings,
        ):
            live_settings.subscribe(apply_settings)

        # Input devices
        emitted = list[InputEvent]()
        self.buttons = HeldButtons(self.timers, emitted.append)
        gpio_buttons = GpioButtons(
            live_settings.get_wiring, bindings, self.buttons, event_source.wake, notify, clock
        )
        resources.callback(gpio_buttons.close)
        gpio_problems = gpio_buttons.open_pins()
        self.devices = create_devices(
            lambda: self.window.transform,
            is_cursor_visible=not is_fullscreen,
            bindings=bindings,
            note_activity=self.idle_controller.note_activity,
            pads=PadOpener(event_source.rescan_devices),
            buttons=self.buttons,
            extra_devices=[input_log],
        )

        # Loop
        self.loop = Loop(
            self.director,
            self.idle_controller,
            self.window,
            self.devices,
            ForegroundEvents(event_source, terminal),
            self.timers,
            emitted,
            clock,
            frame_seconds=max(FRAME_SECONDS, 1 / setup.frames_per_second),
            watchdog=watchdog,
            lights=lights,
        )
        self.problems: tuple[MessageOrText, ...] = tuple(
            dict.fromkeys(
                [*painter_factory.problems, *battery_problems, *gpio_problems, *light_problems]
            )
        )
        """What does not work on this machine."""


TEMPORARY_STATE_MESSAGE = make_message(
    "The saved game lies among temporary files and is lost when the machine restarts"
)
VOLATILE_STATE_MESSAGE = make_message("Records are lost at power-off: they are kept in memory")


class LaunchOptions(NamedTuple):
    """Options of the command line."""

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
    """Run the game until it ends; return an exit status of `shutdown`.

    Raises:
        NoDisplayError: There is no display.
        DisplayLostError: The display has gone away; everything is saved.
    """
    setup = set_up_hardware(settings.config, assets_dir() / PROFILES_DIR_NAME)
    is_locked = setup.config.kiosk.lock
    shutdown_signals.set_locked(is_locked)
    shutdown_signals.raise_on_signal()
    service_manager = detect_service_manager(environ)
    terminal = Terminal(0 if service_manager.is_present else NO_TERMINAL)
    terminal.activate()
    terminal.set_keys_muted(is_locked)
    size = launch_options.size or setup.config.window.size
    surface = wait_for_display(size, environ, service_manager)
    root_dir, state_folder = system_root(environ), state_dir(launch_options.state_dir, environ)
    with (
        _open_store(state_folder, is_state_persistent(launch_options.state_dir, environ)) as (
            store,
            store_notices,
        ),
        _open_event_source(shutdown_signals) as event_source,
        closing(SolverClient(event_source, time.monotonic, build_worker_command)) as solver,
        ExitStack() as resources,
    ):
        app = App(
            resources,
            setup=setup,
            origins=settings.origins,
            root_dir=root_dir,
            state_dir=state_folder,
            surface=surface,
            is_fullscreen=size is None,
            store=store,
            event_source=event_source,
            terminal=terminal,
            solver=solver,
            logind=Logind(),
            shutdown_signals=shutdown_signals,
            watchdog=service_manager,
            get_log_lines=get_log_lines,
        )
        problems = (
            *add_locations(setup.problems, settings.origins),
            *app.problems,
            *store_notices,
            *_show_first_scene(app, launch_options.code),
        )
        for problem in (*problems, *add_locations(setup.warnings, settings.origins)):
            log_problem(f"bakehouse: {format_english(problem)}")
        if store.is_saved and is_volatile(state_folder, root_dir):
            app.pending_messages.notify(VOLATILE_STATE_MESSAGE)
        if settings.problems or problems:
            app.director.show_notice((*settings.problems, *problems), time.monotonic())
        with service_session(service_manager, surface):
            app.loop.run()
        app.director.close(time.monotonic())
        return app.director.exit_status


def _show_first_scene(app: App, code: GameCode | None) -> tuple[Message, ...]:
    return app.director.show_first_scene(time.monotonic(), encode(*code) if code else None)


@contextmanager
def _open_store(folder: Path, persistent: bool) -> Iterator[tuple[Store, Sequence[Message]]]:
    """Open the store; return it and notices about it, and close it at the end."""
    store, notices = Store.open(folder)
    if not persistent:
        notices = [TEMPORARY_STATE_MESSAGE, *notices]
    try:
        yield store, notices
    finally:
        store.close()


@contextmanager
def _open_event_source(shutdown_signals: ShutdownSignals) -> Iterator[SdlEventSource]:
    """Open the source of the window's events, which signals wake."""
    set_allowed_events()
    event_source = SdlEventSource(pygame.display.get_driver())
    shutdown_signals.defer(event_source.wakeup_fd)
    try:
        yield event_source
    finally:
        signal.set_wakeup_fd(-1)
        event_source.close()
