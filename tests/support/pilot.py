"""Drive the whole program without a screen, by posted events and a simulated clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pygame
from gpiozero import Device

from kiosk.app.application import App
from kiosk.app.hardware_setup import HardwareSetup
from kiosk.display.open_display import open_display
from kiosk.display.orientation import TouchAxes
from kiosk.display.terminal import NO_TERMINAL, Terminal
from kiosk.frame import Box, Button, Frame, Label
from kiosk.hardware.power import Logind
from kiosk.hardware.profiles import Profile, Wiring
from kiosk.input.event_source import set_allowed_events
from kiosk.settings import Config
from kiosk.solver_process.client import Solver
from kiosk.storage import Store
from tests.support.asker import NullSolver
from tests.support.pixels import pixels
from tests.support.silent_audio import SilentAudio

Place = tuple[int, int]
BEGUN = 1000.0
"""The time at the start."""
DUMMY = {"SDL_VIDEODRIVER": "dummy"}


class Pilot:
    """Drives the program by posted events; seconds pass only as the pilot lets them."""

    def __init__(self, store: Store) -> None:
        """Sits down; use `start_pilot`. It is the program's event source, and its signals."""
        self.now = self._until = BEGUN
        self.store = store
        self.is_requested = False
        """True once a signal has asked the program to end."""
        self.touch: TouchAxes | None = None
        """The touch device's mapping of its axes, where it differs from the program's."""

    def start(self, app: App) -> None:
        """Take these parts over."""
        self.app, self.window, self.screens, self.loop = app, app.window, app.director, app.loop
        self.timers, self.buttons, self.devices = app.timers, app.buttons, app.devices
        self.idle_controller, self.powering = app.idle_controller, app.power_controller

    def wake(self) -> None:
        """It is `EventSource`: nothing sleeps."""

    def rescan_devices(self) -> None:
        """It is `EventSource`: no devices come."""

    def set_locked(self, locked: bool) -> None:
        """It is `Shutdown`: there are no signals."""

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """It is `loop.Source`: events that were posted, else time passes."""
        events = pygame.event.get()
        if not events:
            self.now += max(0.0, min(timeout, self._until - self.now))
        return events

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._until = self.now + seconds
        while self.now < self._until and not self.screens.is_finished:
            self.loop.run_once()
        self.loop.run_once()

    def post(self, kind: int, **facts: object) -> None:
        """Send an event as SDL does, and let the program take it."""
        pygame.event.post(pygame.event.Event(kind, facts))
        self.loop.run_once()

    # What is seen

    @property
    def scene(self) -> str:
        """The name of the class or page on top."""
        return type(self.screens.top).__name__

    @property
    def places(self) -> dict[str, Box]:
        """Everything that can be touched, by name."""
        boxes = self.screens.top.collect_boxes(self.now)
        return {**boxes["piles"], **boxes["cards"], **boxes["buttons"]}

    @property
    def words(self) -> str:
        """Everything that is written on the screen."""
        frame = self.screens.top.build_frame(self.now)
        records = (*frame.background, *frame.foreground)
        return "\n".join(r.text for r in records if isinstance(r, Label | Button))

    @property
    def lines(self) -> str:
        """The lines of the whole picture, overlays of the idle controller included."""
        frame = self.frame
        return " ".join(
            r.text for r in (*frame.background, *frame.foreground) if isinstance(r, Label)
        )

    @property
    def frame(self) -> Frame:
        """The frame of the screen with its overlays."""
        return self.idle_controller.add_overlays(self.screens.build_frame(self.now), self.now)

    @property
    def picture(self) -> bytes:
        """Every pixel of the window."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return pixels(surface)

    @property
    def journal(self) -> tuple[str, ...]:
        """Every entry of the deal on the table, as it is kept."""
        kept = self.store.get_current()
        return kept.entries if kept else ()

    def find(self, where: str | Place) -> Place:
        """The pixel aimed at."""
        return self.places[where].centre if isinstance(where, str) else where

    # What the pilot does

    def finger(self, kind: int, place: Place, finger: int = 1) -> None:
        """Post one event of a finger; SDL's unit is a fraction of the panel."""
        view = self.window.transform
        x, y = view._replace(axes=view.axes if self.touch is None else self.touch).to_raw_touch(
            *place
        )
        self.post(kind, touch_id=7, finger_id=finger, x=x, y=y, dx=0.0, dy=0.0)

    def mouse(self, kind: int, place: Place, *, touch: bool = False, held: bool = True) -> None:
        """One event of the mouse, or of a finger that SDL makes a mouse of."""
        pos = self.window.transform.to_panel_box(Box(*place, 1, 1))[:2]
        facts = {"pos": pos, "touch": touch}
        if kind == pygame.MOUSEMOTION:
            self.post(kind, rel=(1, 1), buttons=(int(held), 0, 0), **facts)
        else:
            self.post(kind, button=1, **facts)

    def tap(self, where: str | Place, *, last: float = 0.08, pause: float = 0.5) -> None:
        """A tap with a finger, and a pause, so that the next one is not its double."""
        place = self.find(where)
        self.finger(pygame.FINGERDOWN, place)
        self.wait(last)
        self.finger(pygame.FINGERUP, place)
        self.wait(pause)

    def choose(self, name: str) -> None:
        """A tap on a button or a row of a page, on whatever sheet it is."""
        for _ in range(9):
            if name in self.places:
                break
            self.tap("page-down")
        self.tap(name)

    def click(self, where: str | Place) -> None:
        """The same with the mouse."""
        place = self.find(where)
        self.mouse(pygame.MOUSEMOTION, place, held=False)
        self.mouse(pygame.MOUSEBUTTONDOWN, place)
        self.wait(0.08)
        self.mouse(pygame.MOUSEBUTTONUP, place)
        self.wait(0.5)

    def doubled_tap(self, where: str | Place) -> None:
        """A tap as it comes under X11: the mouse's events first, marked, then the finger's."""
        place = self.find(where)
        self.mouse(pygame.MOUSEMOTION, place, touch=True, held=False)
        self.mouse(pygame.MOUSEBUTTONDOWN, place, touch=True)
        self.finger(pygame.FINGERDOWN, place)
        self.wait(0.08)
        self.mouse(pygame.MOUSEBUTTONUP, place, touch=True)
        self.finger(pygame.FINGERUP, place)
        self.wait(0.5)

    def pin(self, *numbers: int, last: float = 0.1) -> None:
        """Buttons at mock pins, one after the other."""
        for number in numbers:
            contact = Device.pin_factory.pin(number)
            contact.drive_low()
            self.wait(0.0)
            self.wait(last)
            contact.drive_high()
            self.wait(0.1)

    def key(self, *codes: int, mods: int = 0, last: float = 0.05, writes: str = "") -> None:
        """Keys one after the other."""
        for code in codes:
            self.post(pygame.KEYDOWN, key=code, mod=mods, unicode=writes)
            self.wait(last)
            self.post(pygame.KEYUP, key=code, mod=mods, unicode=writes)
            self.wait(0.05)


@contextmanager
def start_pilot(
    folder: Path,
    *,
    size: Place = (800, 480),
    code: str | None = None,
    config: Config | None = None,
    number: Callable[[], int] = lambda: 1,
    advisor: Solver | None = None,
    wiring: Wiring | None = None,
    profile: Profile | None = None,
    root: Path | None = None,
) -> Iterator[Pilot]:
    """The program with this state directory, from its first picture; closed at the end.

    It is a machine with these buttons at pins, or of this profile. With a `root`, where the
    machine's own files begin, it has a whole panel, and `busctl` there speaks to logind.
    """
    surface = open_display(size, DUMMY)
    set_allowed_events()
    pygame.event.get()
    store, notices = Store.open(folder)
    machine = Profile(key="machine", name="Machine", buttons_via="gpio", wiring=wiring or Wiring())
    pilot = Pilot(store)
    with ExitStack() as stack:
        stack.callback(pygame.display.quit)
        stack.callback(store.close)
        app = App(
            stack,
            setup=HardwareSetup(config or Config(), profile or machine),
            origins={},
            root_dir=root or folder,
            state_dir=folder,
            surface=surface,
            is_fullscreen=root is not None,
            store=store,
            event_source=pilot,
            terminal=Terminal(NO_TERMINAL),
            solver=advisor or NullSolver(),
            logind=Logind([str((root or folder) / "busctl")]),
            audio=SilentAudio(),
            shutdown_signals=pilot,
            draw_number=number,
            clock=lambda: pilot.now,
        )
        pilot.start(app)
        notes = (*app.problems, *notices, *app.director.show_first_scene(pilot.now, code))
        if notes:
            app.director.show_notice(notes, pilot.now)
        pilot.wait(0.0)
        yield pilot
        app.director.close(pilot.now)
