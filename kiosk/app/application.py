"""Composition root: `App` creates and connects all parts of the program."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import SystemRandom
from typing import Protocol

import pygame

from engine.deals import MAX_DEAL_NUMBER
from engine.messages import MessageOrText, Msgid
from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.diagnostics import InputLog, read_machine_status
from kiosk.app.director import Director
from kiosk.app.hardware_setup import HardwareSetup, create_screen_transform
from kiosk.app.idle import IdleController
from kiosk.app.live_settings import LiveSettings
from kiosk.app.scene_stack import PendingMessages
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.service_actions import ServiceMenuController
from kiosk.audio import Audio
from kiosk.audio.sounds import Sounds, build_player_command
from kiosk.display.brightness import Backlight, Brightness
from kiosk.display.painter_factory import PainterFactory
from kiosk.display.terminal import ForegroundEvents, Terminal
from kiosk.display.window import PixelShift, Window
from kiosk.events import InputEvent
from kiosk.hardware.battery import Battery, open_battery_monitor
from kiosk.hardware.indicators import LedIndicators, open_indicators
from kiosk.hardware.pins import get_low_battery_pin
from kiosk.hardware.power import Logind, PowerController
from kiosk.i18n import Translator
from kiosk.input.devices import create_devices
from kiosk.input.gpio import GpioButtons
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import KEYBOARD_DEVICE
from kiosk.input.pad_layouts import PadOpener
from kiosk.log import LogLevel, LogLine
from kiosk.loop import FRAME_SECONDS, Device, EventSource, Loop, Watchdog
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.settings import Origins
from kiosk.solver_process.client import Solver
from kiosk.storage import Store
from kiosk.timers import Timers
from kiosk.ui.scene import Diagnostics, LogEntry, SceneContext


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
        """Ignore the signals that a player can send while `locked`."""


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
        self._resources, self._setup, self._store, self._clock = resources, setup, store, clock
        self._root_dir, self._state_dir, self._is_fullscreen = root_dir, state_dir, is_fullscreen
        self._live_settings = LiveSettings(setup, store.get_settings(), origins)
        config = self._live_settings.config
        if not is_fullscreen:
            self._live_settings.bindings.set_active_device(KEYBOARD_DEVICE)
        self.timers, self.pending_messages = Timers(), PendingMessages()
        now = clock()

        # Display
        self._fonts = Fonts(assets_dir() / "fonts")
        self._translator = Translator.load(config.language)
        self._painter_factory = PainterFactory(config.display, self._fonts)
        self.window = self._create_window(surface)
        PixelShift(self.window, self.timers, now)

        # Power, sound, lights
        self.power_controller, battery_problems = self._open_power_controller(logind, now)
        audio, lights, light_problems = self._open_indicators(audio)
        # In a window the backlight belongs to the desktop.
        backlight = Backlight.detect(root_dir) if is_fullscreen else None
        brightness = Brightness(self.window, backlight, self.pending_messages.notify)

        # Services, director
        self._pin_lock, self._input_log = PinLock(store, clock), InputLog(now)
        self._service_controller = self._create_service_controller()
        context = self._create_context(get_log_lines)
        self.director = self._create_director(context, audio, solver, shutdown_signals, draw_number)
        resources.callback(brightness.close)
        self.idle_controller = self._create_idle_controller(brightness, now)
        self._subscribe_to_settings(shutdown_signals, terminal, brightness)

        # Input devices, loop
        emitted = list[InputEvent]()
        self.buttons = HeldButtons(self.timers, emitted.append)
        gpio_problems = self._open_gpio_buttons(event_source)
        self.devices = self._create_devices(event_source)
        self.loop = Loop(
            self.director,
            self.idle_controller,
            self.window,
            self.devices,
            ForegroundEvents(event_source, terminal) if terminal.is_virtual else event_source,
            self.timers,
            emitted,
            clock,
            frame_seconds=max(FRAME_SECONDS, 1 / setup.frames_per_second),
            watchdog=watchdog,
            lights=lights,
        )
        problems = [*battery_problems, *gpio_problems, *light_problems]
        self.problems: tuple[MessageOrText, ...] = tuple(
            dict.fromkeys([*self._painter_factory.problems, *problems])
        )
        """Parts of the machine that do not work."""

    def _create_window(self, surface: pygame.Surface) -> Window:
        transform = create_screen_transform(self._live_settings.config, surface.get_size())
        return Window(
            surface,
            self._painter_factory.create_canvas,
            self._fonts,
            self._translator.translate(TOO_SMALL_TEXT),
            transform._replace(shift_range=self._painter_factory.shift_range),
        )

    def _open_power_controller(
        self, logind: Logind, now: float
    ) -> tuple[PowerController, list[str]]:
        pin = get_low_battery_pin(self._live_settings.config, self._setup.profile)
        battery, problems = self._resources.enter_context(
            open_battery_monitor(Battery.detect(self._root_dir), pin, now)
        )
        power_controller = PowerController(
            logind,
            now,
            lambda: self._store.is_saved,
            is_fullscreen=self._is_fullscreen,
            battery=battery,
        )
        self._resources.callback(power_controller.close)
        return power_controller, problems

    def _open_indicators(
        self, audio: Audio | None
    ) -> tuple[Audio, LedIndicators | None, list[str]]:
        settings = self._live_settings.config.sound
        if audio is None:
            sounds = Sounds(settings, self._clock, build_player_command)
            audio = self._resources.enter_context(closing(sounds))
        return self._resources.enter_context(
            open_indicators(self._live_settings.indicator_wiring, audio, settings)
        )

    def _create_service_controller(self) -> ServiceMenuController:
        return ServiceMenuController(
            self._store,
            self._pin_lock,
            ServiceTrigger(self._live_settings.bindings),
            self._input_log,
            self._root_dir,
            self._state_dir,
        )

    def _create_context(self, get_log_lines: Callable[[], Sequence[LogLine]]) -> SceneContext:
        return SceneContext(
            self.window.size,
            self._fonts,
            self._translator,
            self._live_settings.config,
            self._live_settings.bindings,
            self._live_settings.origins,
            get_power_status=self.power_controller.get_status,
            diagnostics=Diagnostics(
                get_pin_attempts=self._pin_lock.get_attempts,
                get_machine_status=lambda: read_machine_status(
                    self._root_dir, self._state_dir, is_saving=self._store.is_saved
                ),
                list_recent_inputs=self._input_log.list_lines,
                list_log_entries=lambda: tuple(
                    LogEntry(line.text, line.level <= LogLevel.WARNING) for line in get_log_lines()
                ),
                get_raw_touch=lambda: self._input_log.last_raw_touch,
                get_button_pins=self._live_settings.get_button_pins,
            ),
        )

    def _create_director(
        self,
        context: SceneContext,
        audio: Audio,
        solver: Solver,
        shutdown_signals: Shutdown,
        draw_number: Callable[[], int],
    ) -> Director:
        banks = assets_dir() / "deals"
        return Director(
            context,
            store=self._store,
            audio=audio,
            solver=solver,
            dealer=Dealer(self._store, banks, draw_number, TrustedClock(banks)),
            service_controller=self._service_controller,
            pending_messages=self.pending_messages,
            change_settings=lambda values: self._live_settings.change_settings(values, self.window),
            request_power_action=self.power_controller.request_power_action,
            shutdown_requested=lambda: shutdown_signals.is_requested,
        )

    def _create_idle_controller(self, brightness: Brightness, now: float) -> IdleController:
        return IdleController(
            self.director,
            now,
            self.timers,
            brightness.set_level,
            is_fullscreen=self._is_fullscreen,
            power_controller=self.power_controller,
            service_controller=self._service_controller,
        )

    def _subscribe_to_settings(
        self, shutdown_signals: Shutdown, terminal: Terminal, brightness: Brightness
    ) -> None:
        for apply_settings in (
            lambda config: shutdown_signals.set_locked(config.kiosk.lock),
            lambda config: terminal.set_keys_muted(config.kiosk.lock),
            brightness.apply_settings,
            lambda config: self._painter_factory.apply_settings(
                config, self.window, self.pending_messages.notify
            ),
            self.power_controller.apply_settings,
        ):
            self._live_settings.subscribe(apply_settings)

    def _open_gpio_buttons(self, event_source: AppEventSource) -> list[str]:
        gpio_buttons = GpioButtons(
            self._live_settings.get_wiring,
            self._live_settings.bindings,
            self.buttons,
            event_source.wake,
            self.pending_messages.notify,
            self._clock,
        )
        self._resources.callback(gpio_buttons.close)
        return gpio_buttons.open_pins()

    def _create_devices(self, event_source: AppEventSource) -> list[Device]:
        return create_devices(
            lambda: self.window.transform,
            is_cursor_visible=not self._is_fullscreen,
            bindings=self._live_settings.bindings,
            note_activity=self.idle_controller.note_activity,
            pads=PadOpener(event_source.rescan_devices),
            buttons=self.buttons,
            extra_devices=[self._input_log],
        )
