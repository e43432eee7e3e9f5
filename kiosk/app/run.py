"""Program run: opens the machine, shows the first scene and runs the loop of `App`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.codes import GameCode, encode
from engine.messages import Message, format_english, make_message
from kiosk import __version__
from kiosk.app.application import App
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.app.hardware_setup import (
    PROFILES_DIR_NAME,
    set_up_hardware,
)
from kiosk.app.settings_files import StartupSettings, add_locations
from kiosk.display import sdl
from kiosk.display.open_display import wait_for_display
from kiosk.display.terminal import NO_TERMINAL, Terminal
from kiosk.hardware.power import Logind
from kiosk.input.event_source import SdlEventSource, set_allowed_events
from kiosk.log import LogLine, log_info, log_problem
from kiosk.paths import (
    assets_dir,
    is_state_persistent,
    state_dir,
    system_root,
)
from kiosk.solver_process.client import SolverClient, build_worker_command
from kiosk.storage import Store
from kiosk.storage.mounts import is_volatile
from kiosk.systemd import NOTIFY_VARIABLES, ServiceManager


def detect_service_manager(environ: Mapping[str, str]) -> ServiceManager:
    """Return the service manager that started the program, and hide it from child processes."""
    service_manager = ServiceManager.from_environment(environ, os.getpid())
    for name in NOTIFY_VARIABLES:
        os.environ.pop(name, None)
    return service_manager


@contextmanager
def service_session(service_manager: ServiceManager, surface: pygame.Surface) -> Iterator[None]:
    """Report the start and the end to the service manager and the journal."""
    width, height = surface.get_size()
    display_text = f"{pygame.display.get_driver()} {width}x{height}, {sdl.format_versions()}"
    log_info(f"Bakehouse {__version__} on {display_text}")
    service_manager.set_ready_status(display_text)
    yield
    service_manager.notify_stopping()
    log_info("saved, leaving")


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
            *app.director.show_first_scene(
                time.monotonic(), encode(*launch_options.code) if launch_options.code else None
            ),
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
