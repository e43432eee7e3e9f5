"""Somebody at the whole program, without a screen, by posted events and a clock in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pygame
from gpiozero import Device

from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.director import Director, PendingMessages
from kiosk.app.hardware_setup import HardwareSetup, create_screen_transform
from kiosk.app.idle import IdleController
from kiosk.app.live_settings import LiveSettings, SettingsChanger
from kiosk.app.run import TOO_SMALL_TEXT, PainterFactory, ServiceParts, create_service_parts
from kiosk.display.brightness import Brightness, find_backlight
from kiosk.display.open_display import open_display
from kiosk.display.orientation import TouchAxes
from kiosk.display.window import PixelShift, Window
from kiosk.frame import Box, Button, Frame, Label
from kiosk.hardware.battery import Battery, open_battery_monitor
from kiosk.hardware.power import Logind, PowerController
from kiosk.hardware.profiles import Profile, Wiring
from kiosk.i18n import Translator
from kiosk.input.devices import create_devices
from kiosk.input.event_source import set_allowed_events
from kiosk.input.gpio import GpioButtons
from kiosk.input.held_buttons import HeldButtons
from kiosk.loop import Loop
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.settings import Config
from kiosk.solver_process.client import NullSolver, Solver
from kiosk.storage import Store
from kiosk.timers import Timers
from kiosk.ui.scene import SceneContext
from tests.support.pixels import pixels
from tests.support.silent_audio import SilentAudio

Place = tuple[int, int]
BEGUN = 1000.0
"""The time at the start."""
DUMMY = {"SDL_VIDEODRIVER": "dummy"}


class Pilot:
    """Drives the program by posted events; seconds pass only as the pilot lets them."""

    def __init__(
        self,
        store: Store,
        window: Window,
        context: SceneContext,
        number: Callable[[], int],
        plug: Callable[..., None],
        brightness: Brightness | None = None,
        powering: PowerController | None = None,
        advisor: Solver | None = None,
        *,
        oversee: Callable[[Callable[[], float]], ServiceParts],
        adjust: SettingsChanger,
    ) -> None:
        """Sits down; use `flying`.

        `plug` makes buttons at pins, for these buttons and clock. `brightness` and
        `powering` are those of a whole panel. `oversee` makes what is behind the service menu, for
        this clock; `adjust` puts settings into force.
        """
        self.now = BEGUN
        over = oversee(lambda: self.now)
        context = context._replace(diagnostics=over.diagnostics)
        self.store, self.window = store, window
        self.called_away = False
        self.log_lines: list[str] = []
        """Lines for people about the panel's light."""
        self._until = self.now
        banks = assets_dir() / "deals"
        self.screens = Director(
            context,
            store=store,
            audio=SilentAudio(),
            solver=advisor or NullSolver(),
            dealer=Dealer(store, banks, number, TrustedClock(banks)),
            service_controller=over.controller,
            pending_messages=PendingMessages(),
            change_settings=adjust,
            request_power_action=powering.request_power_action if powering else lambda *_: "",
            shutdown_requested=lambda: self.called_away,
        )
        self.touch: TouchAxes | None = None
        """What the touch device does to its axes, where it is not what the program believes."""
        self.timers, emitted = Timers(), []
        self.buttons = buttons = HeldButtons(self.timers, emitted.append)
        shine = brightness.set_level if brightness else lambda light: None
        self.powering = powering
        self.idle_controller = IdleController(
            *(self.screens, self.now, self.timers, shine),
            is_fullscreen=brightness is not None,
            power_controller=powering,
            service_controller=over.controller,
        )
        plug(buttons, lambda: self.now)
        self.devices = create_devices(
            lambda: window.transform,
            is_cursor_visible=False,
            bindings=context.bindings,
            note_activity=self.idle_controller.note_activity,
            buttons=buttons,
            extra_devices=[over.input_log],
        )
        PixelShift(window, self.timers, self.now)
        self.loop = Loop(
            *(self.screens, self.idle_controller, window, self.devices, self),
            *(self.timers, emitted, lambda: self.now),
        )

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
        """What is to be seen, with what is laid over the screen."""
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
        """One event of a finger, which SDL tells in parts of the panel."""
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
def flying(
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
    text = Fonts(assets_dir() / "fonts")
    store, notices = Store.open(folder)
    machine = Profile(key="machine", name="Machine", buttons_via="gpio", wiring=wiring or Wiring())
    live_settings = LiveSettings(
        HardwareSetup(config or Config(), profile or machine), store.get_settings(), {}
    )
    painter_factory = PainterFactory(live_settings.config.display, text)
    view = create_screen_transform(live_settings.config, surface.get_size())._replace(
        shift_range=painter_factory.shift_range
    )
    window = Window(surface, painter_factory.create_canvas, text, TOO_SMALL_TEXT, view)
    log_lines: list[str] = []
    with ExitStack() as stack:
        stack.callback(pygame.display.quit)
        stack.callback(store.close)
        detected = Battery.detect(root) if root else None
        battery, _ = stack.enter_context(
            open_battery_monitor(detected, live_settings.config.power.low_pin, BEGUN)
        )
        powering = (
            PowerController(
                Logind([str(root / "busctl")]),
                BEGUN,
                lambda: store.is_saved,
                is_fullscreen=True,
                battery=battery,
            )
            if root
            else None
        )
        words = Translator.load(live_settings.config.language)
        context = SceneContext(
            window.size,
            text,
            words,
            live_settings.config,
            live_settings.bindings,
            live_settings.origins,
        )
        if powering:
            stack.callback(powering.close)
            live_settings.subscribe(powering.apply_settings)
            context = context._replace(get_power_status=powering.get_status)

        def plug(buttons: HeldButtons, clock: Callable[[], float]) -> None:
            report = (lambda: None), (lambda line: None)
            board = GpioButtons(
                live_settings.get_wiring, live_settings.bindings, buttons, *report, clock
            )
            stack.callback(board.close)
            assert board.open_pins() == []

        def oversee(clock: Callable[[], float]) -> ServiceParts:
            return create_service_parts(
                store, live_settings, (root or folder, folder), clock, tuple
            )

        brightness = (
            Brightness(window, find_backlight(root, is_fullscreen=True), log_lines.append)
            if root
            else None
        )
        pilot = Pilot(
            *(store, window, context, number, plug, brightness, powering, advisor),
            oversee=oversee,
            adjust=lambda values: live_settings.change_settings(values, window),
        )
        live_settings.subscribe(
            lambda config: painter_factory.apply_settings(config, window, pilot.screens.notify)
        )
        pilot.log_lines = log_lines
        if brightness:
            stack.callback(brightness.close)
            live_settings.subscribe(brightness.apply_settings)
        notes = (
            *painter_factory.problems,
            *notices,
            *pilot.screens.show_first_scene(pilot.now, code),
        )
        if notes:
            pilot.screens.show_notice(notes, pilot.now)
        pilot.wait(0.0)
        yield pilot
        pilot.screens.close(pilot.now)
