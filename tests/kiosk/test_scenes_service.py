"""Screens of the service menu: contents and effects, at every size, with every device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from kiosk.app.diagnostics import InputLog, read_machine_status, read_temperature_celsius
from kiosk.app.shutdown import EXIT_TO_SHELL, RESTART
from kiosk.app.usb_export import (
    MAX_IMPORT_BYTES,
    RECORDS_FILE_NAME,
    UsbError,
    export_records,
    import_records,
)
from kiosk.effects import (
    ChangeSettings,
    Effect,
    ExitToShell,
    GoBack,
    OpenScene,
    PowerOff,
    Reboot,
    RestartProgram,
)
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Button, ColourFill, Frame, Label
from kiosk.hardware.power import Logind, PowerAction, PowerController, PowerStatus
from kiosk.hardware.profiles import load_profile
from kiosk.i18n import Translator
from kiosk.scenes.service import button_test, display_test, touch_test
from kiosk.settings import DEVICE_ORIGIN, Config, Origin, SettingsLayer
from kiosk.settings.validate import list_player_settings
from kiosk.storage import Store
from kiosk.tools.sample_data import SAMPLE_DIAGNOSTICS
from kiosk.ui.menu_layout import WARNING_PREFIX
from kiosk.ui.scene import (
    Diagnostics,
    LogEntry,
    Scene,
    SceneContext,
)
from tests.kiosk.test_service_way import hold, rest
from tests.support.each import find_failures
from tests.support.pilot import start_pilot
from tests.support.stage import PANEL, SIZES, FixedWidthMeasure, Opening, open_scene, stage

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

HARDWARE = Path(__file__).resolve().parents[2] / "assets/hardware"
SERVICE = (
    *("service", "pin", "touch", "presses", "panel", "inputs", "about", "log"),
    *("configuration", "setting", "archive", "ending"),
)
KEY = "display.rotation"
MENU = (pygame.K_m, pygame.K_ESCAPE)


class Visitor:
    """A user of one of the screens, with a clock."""

    def __init__(self, scene: str, on: SceneContext | None = None, about: str = "") -> None:
        self.now = 1.0
        self.scene: Scene = open_scene(scene, on or staged(), Opening(subject=about))
        self.scene.enter(self.now)

    def send(self, message: InputEvent) -> list[Effect]:
        done = self.scene.handle(message, self.now)
        self.now += 0.1
        return done

    def press(
        self, action: str, *, down: bool = True, device: str = "keyboard", button: str = ""
    ) -> list[Effect]:
        press = ButtonEvent(Action(action), down, self.now, device, "", button or action)
        return self.send(press)

    def touch(self, kind: PointerPhase, x: int, y: int) -> list[Effect]:
        return self.send(PointerEvent(kind, x, y, self.now))

    def tap(self, name: str) -> list[Effect]:
        x, y = self.scene.collect_boxes(self.now)["buttons"][name].centre
        return [*self.touch(PointerPhase.DOWN, x, y), *self.touch(PointerPhase.UP, x, y)]

    def wait(self, seconds: float) -> list[Effect]:
        end, done = self.now + seconds, list[Effect]()
        while (wake := self.scene.next_deadline(self.now)) is not None and wake <= end and not done:
            self.now = max(self.now, wake)
            done = self.scene.advance(self.now)
        self.now = end
        return done

    @property
    def frame(self) -> Frame:
        return self.scene.build_frame(self.now)

    @property
    def words(self) -> str:
        records = (*self.frame.background, *self.frame.foreground)
        return "\n".join(r.text for r in records if isinstance(r, Label | Button))


def staged(
    size: tuple[int, int] = PANEL, facts: Diagnostics = SAMPLE_DIAGNOSTICS, **settings: object
) -> SceneContext:
    config = Config()
    kiosk = config.kiosk._replace(**settings)  # type: ignore[arg-type]
    return stage(size, config._replace(kiosk=kiosk))._replace(diagnostics=facts)


def shown(made: SceneContext, scene: str) -> Iterator[Frame]:
    visitor = Visitor(scene, made, KEY if scene == "setting" else "")
    seen: list[Frame] = []
    while visitor.frame not in seen:
        seen.append(visitor.frame)
        if scene in ("touch", "presses", "pin"):
            break
        visitor.press("page-down" if scene != "panel" else "next")
    yield from seen


# Every screen, every panel


def test_everything_is_on_the_picture_and_nothing_lies_on_anything() -> None:
    def check(scene: str) -> None:
        for size in SIZES:
            whole = Box(0, 0, *size)
            made = staged(size)
            for frame in shown(made, scene):
                buttons = [r.box for r in frame.background if isinstance(r, Button)]
                labels = [r for r in frame.background if isinstance(r, Label)]
                for box in (*buttons, *(label.box for label in labels)):
                    assert whole.contains(box.x, box.y), (size, box)
                    assert whole.contains(box.right - 1, box.bottom - 1), (size, box)
                for i, box in enumerate(buttons):
                    assert not any(box.overlaps(other) for other in buttons[i + 1 :]), size
                    assert min(box.w, box.h) >= 24, size
                for label in labels:
                    assert (
                        FixedWidthMeasure().measure_width(label.text, label.px, bold=label.bold)
                        <= label.box.w
                    ), label
                    assert label.px >= 9

    assert find_failures(check, SERVICE) == []


def test_every_screen_is_left_by_the_same_button_and_by_its_own() -> None:
    def check(scene: str) -> None:
        about = KEY if scene == "setting" else ""
        visitor = Visitor(scene, about=about)
        done = visitor.press("back") or visitor.wait(button_test.EXIT_HOLD_SECONDS)
        assert done == [GoBack()]
        again = Visitor(scene, about=about)
        if scene == "panel":
            while not (done := again.tap("next")):
                pass
        else:
            if "back" not in again.scene.collect_boxes(1.0)["buttons"]:
                again.press("page-down")
            done = again.tap("back")
        assert done == [GoBack()]

    assert find_failures(check, SERVICE) == []


def test_a_new_size_is_followed() -> None:
    def check(scene: str) -> None:
        visitor = Visitor(scene, about=KEY if scene == "setting" else "")
        assert visitor.send(ResizeEvent(240, 240)) == []
        assert visitor.frame.size == (240, 240)
        assert visitor.scene.get_game_in_play(1.0).game is None

    assert find_failures(check, SERVICE) == []


def test_another_language_is_in_force_at_once() -> None:
    def check(scene: str) -> None:
        made = staged()
        visitor = Visitor(scene, made)
        assert isinstance(visitor.scene, Scene)
        before = visitor.words
        visitor.scene.set_context(made._replace(translator=Translator.load("de")))
        assert visitor.words != before

    assert find_failures(check, ["pin", "touch", "presses", "panel"]) == []


# Touch


def test_the_touch_test_shows_where_and_how_steadily() -> None:
    said = (0.25, 0.5)
    visitor = Visitor(
        "touch", staged(facts=SAMPLE_DIAGNOSTICS._replace(get_raw_touch=lambda: said))
    )
    assert "Draw on the screen" in visitor.words
    visitor.touch(PointerPhase.DOWN, 100, 60)
    visitor.touch(PointerPhase.MOVE, 103, 58)
    assert "Pixel 103, 58" in visitor.words
    assert "Panel 0.250, 0.500" in visitor.words
    assert "Trembles by 3, 2 pixels" in visitor.words
    lines = [r.box for r in visitor.frame.foreground if r.box.w == 800 or r.box.h == 480]
    assert lines == [Box(0, 58, 800, 1), Box(103, 0, 1, 480)]
    visitor.touch(PointerPhase.MOVE, 300, 200)
    assert "Trembles by 0, 0 pixels" in visitor.words
    assert len(visitor.frame.foreground) == 3 + 2
    visitor.touch(PointerPhase.UP, 300, 200)
    visitor.touch(PointerPhase.DOWN, 10, 10)
    assert len(visitor.frame.foreground) == 1 + 2
    for _ in range(2 * touch_test.MAX_TRAIL_POINTS):
        visitor.touch(PointerPhase.MOVE, 11, 11)
    assert len(visitor.frame.foreground) == touch_test.MAX_TRAIL_POINTS + 2
    assert visitor.wait(touch_test.TouchTestScene.idle_timeout_seconds - 1) == []
    assert visitor.wait(2) == [GoBack()]


# Buttons


def test_the_button_test_tells_device_name_pin_and_meaning() -> None:
    pins = {"A": 23, "B": 24, "GPIO5": 5}
    visitor = Visitor(
        "presses", staged(facts=SAMPLE_DIAGNOSTICS._replace(get_button_pins=lambda: pins))
    )
    visitor.press("confirm", device="gpio", button="B")
    assert "gpio B (GPIO24): Confirm" in visitor.words
    visitor.press("confirm", down=False, device="gpio", button="B")
    for device, button, action in (
        ("gpio", "A+B", "menu"),
        ("gpio", "GPIO5", "type"),
        ("gamepad", "l3", "home"),
        ("keyboard", "key-1234", "type"),
    ):
        visitor.press(action, device=device, button=button)
        visitor.press(action, down=False, device=device, button=button)
    told = visitor.words.split("\n")[2:6]
    assert told == [
        "keyboard key-1234: means nothing",
        "gamepad l3: home",
        "gpio GPIO5: means nothing",
        "gpio A+B (GPIO23+GPIO24): Menu",
    ]


def test_a_held_button_is_seen_once_and_one_that_leads_back_leads_back() -> None:
    visitor = Visitor("presses")
    for _ in range(5):
        assert visitor.press("up") == []
    assert visitor.words.count("keyboard up") == 1
    assert visitor.wait(10) == []
    (held,) = [r for r in visitor.frame.background if isinstance(r, Label) and r.bold][1:]
    assert held.text == "keyboard up: Up"
    visitor.press("up", down=False)
    visitor.press("undo")
    assert visitor.wait(button_test.EXIT_HOLD_SECONDS - 0.2) == []
    assert visitor.wait(0.3) == [GoBack()]


def test_without_a_button_the_test_ends_and_the_mouse_has_one_without_a_name() -> None:
    visitor = Visitor("presses")
    assert visitor.wait(button_test.ButtonTestScene.idle_timeout_seconds - 1) == []
    assert visitor.wait(2) == [GoBack()]
    mouse = ButtonEvent(Action.BACK, True, 1.0, "screen")
    assert Visitor("presses").send(mouse) == [GoBack()]


def test_at_pins_the_test_hears_every_pin_and_chords(tmp_path: Path, pins: MockFactory) -> None:
    profile = load_profile(HARDWARE, "adafruit-minipitft13")
    with start_pilot(tmp_path, size=(240, 240), profile=profile) as pilot:
        hold(pilot, *MENU)
        pilot.choose("presses")
        pilot.pin(23, 5, 24)
        assert "gpio GPIO5: means nothing" in pilot.words
        assert "gpio A (GPIO23): Next" in pilot.words
        for number in (23, 24):
            pins.pin(number).drive_low()
        pilot.wait(0.2)
        assert "gpio A+B (GPIO23+GPIO24): Menu" in pilot.words
        pilot.wait(button_test.EXIT_HOLD_SECONDS)
        assert pilot.scene == "ServiceMenu"
        for number in (23, 24):
            pins.pin(number).drive_high()
        pilot.wait(0.2)
        pilot.pin(5)  # it is given up again
        assert pilot.scene == "ServiceMenu"


# The panel


def test_the_display_test_shows_edges_colours_and_greys() -> None:
    visitor = Visitor("panel", staged((320, 240)))
    whole = Box(0, 0, 320, 240)
    first, inside, *_ = visitor.frame.background
    assert (first, inside) == (
        ColourFill(whole, display_test.WHITE),
        ColourFill(whole.expand(-1), display_test.BLACK),
    )
    for colour in display_test.TEST_COLOURS:
        visitor.press("confirm")
        assert visitor.frame.background == (ColourFill(whole, colour),)
    visitor.press("previous")
    assert visitor.frame.background == (ColourFill(whole, display_test.WHITE),)
    visitor.press("next")
    visitor.press("next")
    greys = [r for r in visitor.frame.background if isinstance(r, ColourFill)]
    assert [grey.colour[0] for grey in greys[::2]] == [17 * i for i in range(16)]
    assert sum(grey.box.w * grey.box.h for grey in greys) == 320 * 240
    assert visitor.press("confirm") == [GoBack()]
    assert Visitor("panel").wait(display_test.DisplayTestScene.idle_timeout_seconds + 1) == [
        GoBack()
    ]


def test_a_colour_is_that_colour_to_the_last_pixel(tmp_path: Path) -> None:
    with start_pilot(tmp_path, size=(240, 240)) as pilot:
        hold(pilot, *MENU)
        pilot.choose("panel")
        surface = pygame.display.get_surface()
        assert surface is not None
        edge = [(0, 0), (239, 0), (0, 239), (239, 239), (120, 0), (0, 120)]
        assert {surface.get_at(place)[:3] for place in edge} == {display_test.WHITE}
        for colour in display_test.TEST_COLOURS:
            pilot.key(pygame.K_RETURN)
            assert pilot.picture == bytes(colour) * 240 * 240


# What the machine tells


def test_lines_that_complain_are_marked_and_the_machine_tells_its_troubles() -> None:
    odd = SAMPLE_DIAGNOSTICS.get_machine_status()._replace(
        is_saving=False, free_bytes=800_000, temperature_celsius=None, is_solver_compiled=False
    )
    facts = SAMPLE_DIAGNOSTICS._replace(
        get_machine_status=lambda: odd,
        list_log_entries=lambda: (LogEntry("Oh no", is_warning=True),),
    )
    words = Visitor("about", staged(facts=facts)).words
    assert WARNING_PREFIX + "Nothing is saved now!" in words
    assert "Free there: 0.8 MB" in words
    assert "Temperature" not in words
    assert "Solver: not compiled" in words
    assert WARNING_PREFIX + "Oh no" in Visitor("log", staged(facts=facts)).words
    bare = staged(facts=Diagnostics())
    assert "Nothing was told yet." in Visitor("log", bare).words
    assert "Nothing was pressed" in Visitor("inputs", bare).words


def test_the_machine_is_asked_where_its_files_begin(tmp_path: Path) -> None:
    for zone, text in (("zone0", "48312\n"), ("zone1", "51000"), ("zone2", "hot")):
        folder = tmp_path / f"sys/class/thermal/thermal_{zone}"
        folder.mkdir(parents=True)
        (folder / "temp").write_text(text)
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 4\0")
    (tmp_path / "proc/uptime").write_text("4711.20 9000.0\n")
    assert read_temperature_celsius(tmp_path) == 51.0
    assert read_temperature_celsius(tmp_path / "none") is None
    pygame.display.init()
    found = read_machine_status(tmp_path, tmp_path / "gone", is_saving=False)
    assert (found.board_model, found.uptime_seconds, found.temperature_celsius) == (
        "Raspberry Pi 4",
        4711.2,
        51.0,
    )
    assert (found.free_bytes, found.is_saving) == (None, False)
    assert (read_machine_status(tmp_path / "none", tmp_path, is_saving=True).free_bytes or 0) > 0


def test_the_last_fifty_inputs_are_known_and_a_way_by_its_end() -> None:
    inputs = InputLog(100.0)
    for i in range(60):
        inputs.add(PointerEvent(PointerPhase.MOVE, i, i, 101.0))
    assert inputs.list_lines() == ("1.00 touch move 59,59",)
    for i in range(60):
        inputs.add(ButtonEvent(Action.TYPE, True, 102.0 + i, "gpio", "", f"GPIO{i}"))
    inputs.add(ResizeEvent(100, 100))
    assert len(inputs.list_lines()) == 50
    assert inputs.list_lines()[0] == "61.00 gpio GPIO59 down: -"


def test_a_finger_is_shown_as_the_device_tells_of_it(tmp_path: Path) -> None:
    with start_pilot(tmp_path) as pilot:
        hold(pilot, *MENU)
        pilot.choose("touch")
        pilot.post(*(pygame.FINGERDOWN,), touch_id=7, finger_id=1, x=0.25, y=0.125, dx=0.0, dy=0.0)
        assert "Panel 0.250, 0.125" in pilot.words


# The configuration


def test_every_setting_is_there_with_its_value_and_origin() -> None:
    origins = {
        "display.theme": DEVICE_ORIGIN,
        "kiosk.lock": Origin(SettingsLayer.FILE, "/etc/bakehouse/config.yaml"),
        "touch.swap": Origin(SettingsLayer.PROFILE, "touch-display-2"),
    }
    made = staged(lock=True, pin="0471")._replace(origins=origins)
    top = Visitor("configuration", made)
    assert "Changed: 3" in top.words
    assert top.tap("*") == [OpenScene("configuration", "*")]
    changed = Visitor("configuration", made, "*")
    assert {name for name in changed.scene.collect_boxes(1.0)["buttons"] if "." in name} == set(
        origins
    )
    lock = Visitor("setting", made, "kiosk.lock")
    assert "kiosk.lock: true" in lock.words
    assert "From: /etc/bakehouse/config.yaml" in lock.words
    assert "clear" not in lock.scene.collect_boxes(1.0)["buttons"]
    assert "From: the hardware touch-display-2" in Visitor("setting", made, "touch.swap").words
    assert "0471" not in Visitor("setting", made, "kiosk.pin").words
    theme = Visitor("setting", made, "display.theme")
    assert "From: set here" in theme.words
    assert theme.tap("clear") == [ChangeSettings((("display.theme", None),))]
    assert "Every setting is as it is shipped." in Visitor("configuration", staged(), "*").words
    assert "language" in Visitor("configuration", staged(), ".").words


def test_what_was_set_on_the_device_is_cleared_there(tmp_path: Path) -> None:
    with start_pilot(tmp_path) as pilot:
        pilot.store.set_setting("display.theme", "contrast")
    with start_pilot(tmp_path) as pilot:
        assert pilot.screens.context.config.display.theme == "contrast"
        hold(pilot, *MENU)
        pilot.choose("configuration")
        pilot.choose("*")
        pilot.choose("display.theme")
        assert "From: set here" in pilot.words
        pilot.tap("clear")
        assert "From: as shipped" in pilot.words
        assert pilot.screens.context.config.display.theme == "classic"
        assert pilot.store.get_setting("display.theme") is None


# Records


def test_records_go_to_a_stick_and_come_back(tmp_path: Path) -> None:
    here, there, top = tmp_path / "here", tmp_path / "there", tmp_path / "root"
    top.mkdir()
    store, _ = Store.open(here)
    store.begin_deal("BK1-C4-AAAAA24")
    store.append_entry("1-a", 5.0)
    store.append_entry("2-h", 9.0, won=True)
    file = export_records(store, top, here)
    assert file == here / RECORDS_FILE_NAME
    other, _ = Store.open(there)
    with pytest.raises(UsbError, match="on a stick or in"):
        import_records(other, top, there)
    (there / RECORDS_FILE_NAME).write_bytes(file.read_bytes())
    assert import_records(other, top, there)[:2] == (1, 0)
    assert import_records(other, top, there)[:2] == (0, 1)
    for odd in (b"nonsense", b"\xff\xfe", b"x" * (MAX_IMPORT_BYTES + 9)):
        (there / RECORDS_FILE_NAME).write_bytes(odd)
        with pytest.raises(UsbError, match=RECORDS_FILE_NAME):
            import_records(other, top, there)
    with pytest.raises(UsbError, match="No such file"):
        export_records(store, top, tmp_path / "gone")
    store.close()
    other.close()


def test_a_mounted_stick_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media/pi/STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick)
    store, _ = Store.open(tmp_path / "state")
    assert export_records(store, tmp_path, tmp_path / "state") == stick / RECORDS_FILE_NAME
    assert import_records(store, tmp_path, tmp_path / "state")[2] == stick / RECORDS_FILE_NAME
    store.close()


def test_the_page_says_what_became_of_the_records(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        hold(pilot, *MENU)
        pilot.choose("archive")
        pilot.tap("import")
        assert f"No {RECORDS_FILE_NAME} on a stick" in pilot.words.replace("\n", " ")
        pilot.tap("export")
        assert "Written:" in pilot.words
        pilot.tap("import")
        assert "0 added, 0 were known" in pilot.words.replace("\n", " ")
        pilot.tap("erase")
        pilot.tap("erase")
        assert pilot.scene == "Menu"


# The end, and the lock


def test_ways_out_are_those_that_there_are() -> None:
    plain = Visitor("ending", staged())
    assert set(plain.scene.collect_boxes(1.0)["buttons"]) == {"back", "restart", "reboot", "power"}
    assert plain.tap("restart") == [RestartProgram()]
    assert plain.tap("reboot") == [Reboot()]
    assert plain.tap("power") == [PowerOff()]
    assert Visitor("ending", staged(shell=True)).tap("quit") == [ExitToShell()]
    window = staged()._replace(get_power_status=lambda: PowerStatus(is_dedicated=False))
    assert set(Visitor("ending", window).scene.collect_boxes(1.0)["buttons"]) == {"back", "restart"}


@pytest.mark.parametrize(
    ("panel_of_its_own", "settings", "offered", "ours"),
    [
        (True, {}, True, True),
        (True, {"kiosk.lock": True}, False, True),
        (True, {"kiosk.lock": True, "power.menu": True}, True, True),
        (True, {"power.menu": False}, False, True),
        (False, {}, False, False),
        (False, {"power.menu": True}, True, True),
    ],
)
def test_who_is_locked_in_powers_nothing_off_but_whoever_looks_after_it_may(
    panel_of_its_own: bool, settings: dict[str, bool], offered: bool, ours: bool
) -> None:
    logind = Logind(["/nowhere"])
    logind.allowed = frozenset(PowerAction)
    powering = PowerController(logind, 0.0, lambda: True, is_fullscreen=panel_of_its_own)
    powering.apply_settings(Config.from_values(dict(settings)))
    found = powering.get_status()
    assert (found.can_power_off, found.can_restart, found.is_dedicated) == (offered, offered, ours)


@pytest.mark.parametrize(("name", "status"), [("restart", RESTART), ("quit", EXIT_TO_SHELL)])
def test_whoever_was_let_in_may_end_it_also_when_it_is_locked(
    tmp_path: Path, name: str, status: int
) -> None:
    config = Config.from_values({"kiosk.lock": True, "kiosk.shell": True})
    with start_pilot(tmp_path, config=config) as pilot:
        hold(pilot, *MENU)
        pilot.choose("ending")
        pilot.tap(name)
        assert pilot.screens.is_finished
        assert pilot.screens.exit_status == status


def test_a_player_who_is_locked_in_sets_what_harms_nobody_and_only_for_the_visit(
    tmp_path: Path,
) -> None:
    config = Config.from_values({"kiosk.lock": True, "kiosk.idle_reset": 60})
    with start_pilot(tmp_path, config=config) as pilot:
        pilot.store.set_setting("display.motion", "slow")
    with start_pilot(tmp_path, config=config) as pilot:
        before = pilot.screens.context.config
        pilot.screens.open_scene("settings", pilot.now)
        rows = set(pilot.places) - {"back", "page-down"}
        guest_keys = [key for key, player, _ in list_player_settings() if player.is_for_guests]
        assert rows <= {key.rpartition(".")[2].replace("_", "-") for key in guest_keys}
        assert not rows & {"indicator", "brightness", "mute", "volume", "rank", "calibrate"}
        pilot.tap("theme")
        pilot.tap("motion")
        assert pilot.screens.context.config.display.theme != before.display.theme
        assert pilot.store.get_settings() == {"display.motion": "slow"}
        pilot.wait(70.0)
        assert pilot.screens.context.config == before
        assert pilot.store.get_settings() == {"display.motion": "slow"}


def test_what_is_set_from_the_service_menu_lasts_also_when_it_is_locked(tmp_path: Path) -> None:
    config = Config.from_values({"kiosk.lock": True, "kiosk.idle_reset": 60})
    with start_pilot(tmp_path, config=config) as pilot:
        hold(pilot, *MENU)
        pilot.choose("settings")
        pilot.choose("theme")
        pilot.choose("calibrate")
        assert pilot.scene == "CalibrateScene"
        pilot.wait(80.0)
        assert "display.theme" in pilot.store.get_settings()


def test_a_player_who_is_locked_in_puts_no_touch_wrong(tmp_path: Path) -> None:
    config = Config.from_values({"kiosk.lock": True})
    with start_pilot(tmp_path, config=config) as pilot:
        rest(pilot, (400, 240))
        assert pilot.scene != "CalibrateScene"
        hold(pilot, *MENU)
        rest(pilot, (400, 10))
        assert pilot.scene == "CalibrateScene"


def test_who_went_away_leaves_the_menu_to_nobody(tmp_path: Path) -> None:
    config = Config.from_values({"kiosk.lock": True, "kiosk.idle_reset": 60, "kiosk.pin": "0471"})
    with start_pilot(tmp_path, config=config) as pilot:
        hold(pilot, *MENU)
        for digit in "0471":
            pilot.key(ord(digit), writes=digit)
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "ServiceMenu"
        pilot.wait(70.0)
        assert pilot.scene != "ServiceMenu"
        hold(pilot, *MENU)
        assert pilot.scene == "PinScene"


def test_without_the_lock_too_it_is_closed_some_time_and_the_table_is_there(tmp_path: Path) -> None:
    with start_pilot(
        tmp_path, code="BK1-C4-AAAAA24", config=Config.from_values({"kiosk.pin": "0471"})
    ) as pilot:
        hold(pilot, *MENU)
        for digit in "0471":
            pilot.key(ord(digit), writes=digit)
        pilot.key(pygame.K_RETURN)
        pilot.choose("configuration")
        pilot.choose("game")
        pilot.wait(290.0)
        assert pilot.scene == "Menu"
        pilot.key(pygame.K_DOWN)
        pilot.wait(299.0)
        assert pilot.scene == "Menu"
        pilot.wait(2.0)
        assert pilot.scene == "TableScene"


def test_every_door_of_the_menu_opens_and_closes(tmp_path: Path) -> None:
    with start_pilot(tmp_path, size=(1280, 720)) as pilot:
        hold(pilot, *MENU)
        doors = dict.fromkeys(pilot.places)
        pilot.tap("page-down")
        doors |= dict.fromkeys(pilot.places)
        doors.pop("back")
        doors.pop("page-down")
        assert len(doors) == 10
        for door in doors:
            pilot.choose(door)
            assert pilot.scene != "ServiceMenu"
            pilot.key(
                pygame.K_ESCAPE,
                last=0.1 if door != "presses" else button_test.EXIT_HOLD_SECONDS + 0.1,
            )
            assert pilot.scene == "ServiceMenu", door
