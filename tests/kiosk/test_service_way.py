"""The way into the service menu: held on every device, and behind a PIN that cannot be guessed."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from kiosk.app import shutdown
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.app.service_access import (
    COMBO_HOLD_SECONDS,
    FIRST_LOCKOUT_SECONDS,
    KNOB_HOLD_SECONDS,
    MAX_LOCKOUT_SECONDS,
    PinLock,
    ServiceTrigger,
    find_corner,
)
from kiosk.cli import run_cli
from kiosk.events import Action, ButtonEvent
from kiosk.hardware.pins import build_button_wiring, get_pin_labels
from kiosk.hardware.profiles import list_profiles, load_profile
from kiosk.input.bindings import InputBindings
from kiosk.log import LogLevel, capture_log, log_info, log_problem
from kiosk.paths import assets_dir
from kiosk.settings import Config
from kiosk.settings.origins import HIDDEN_TEXT, list_settings
from kiosk.settings.yaml_file import check_text
from kiosk.storage import Store
from tests.support.pilot import Pilot, start_pilot

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

SIZE = (320, 240)
PROFILES = [
    name
    for name in list_profiles(assets_dir() / "hardware")
    if load_profile(assets_dir() / "hardware", name).wiring.pins
]
PIN = Config.from_values({"kiosk.pin": "0471"})


def hold(pilot: Pilot, *keys: int, last: float = COMBO_HOLD_SECONDS + 0.2, mods: int = 0) -> None:
    """Keys held together."""
    for key in keys:
        pilot.post(pygame.KEYDOWN, key=key, mod=mods, unicode="")
        pilot.wait(0.01)
    pilot.wait(last)
    for key in keys:
        pilot.post(pygame.KEYUP, key=key, mod=mods, unicode="")
    pilot.wait(0.1)


def rest(pilot: Pilot, place: tuple[int, int], last: float = COMBO_HOLD_SECONDS + 0.2) -> None:
    """A finger that rests."""
    pilot.finger(pygame.FINGERDOWN, place)
    pilot.wait(last)
    pilot.finger(pygame.FINGERUP, place)
    pilot.wait(0.2)


@pytest.mark.parametrize("keys", [(pygame.K_m, pygame.K_ESCAPE), (pygame.K_1, pygame.K_LALT)])
def test_two_keys_held_together_open_it_over_a_game(tmp_path: Path, keys: tuple[int, ...]) -> None:
    with start_pilot(tmp_path, size=SIZE, code="BK1-C4-AAAAA24") as pilot:
        hold(pilot, *keys, last=COMBO_HOLD_SECONDS - 0.5)
        assert pilot.scene != "ServiceMenu"
        hold(pilot, *keys)
        assert pilot.scene == "ServiceMenu"


def test_the_key_of_the_keyboard_opens_it_also_on_an_arcade_panel(tmp_path: Path) -> None:
    both = pygame.KMOD_LCTRL | pygame.KMOD_LALT
    with start_pilot(tmp_path, size=SIZE, code="BK1-C4-AAAAA24") as pilot:
        hold(pilot, pygame.K_s, mods=both)
        assert pilot.scene == "ServiceMenu"
    # The stick's button for back was down before start.
    with start_pilot(tmp_path, size=SIZE) as pilot:
        pilot.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="")
        pilot.wait(0.02)
        hold(pilot, pygame.K_1, mods=pygame.KMOD_LALT)
        assert pilot.scene == "ServiceMenu"


@pytest.mark.parametrize(("first", "second"), [((5, 5), (315, 235)), ((315, 5), (5, 235))])
def test_a_finger_in_a_corner_and_in_the_opposite_one_opens_it(
    tmp_path: Path, first: tuple[int, int], second: tuple[int, int]
) -> None:
    inside = [(max(8, min(311, x)), max(8, min(231, y))) for x, y in (first, second)]
    with start_pilot(tmp_path, size=SIZE, code="BK1-C4-AAAAA24") as pilot:
        rest(pilot, inside[0])
        assert pilot.scene == "TableScene"
        rest(pilot, (inside[0][0], 240 - inside[0][1]))
        assert pilot.scene == "TableScene"
        rest(pilot, inside[0])
        pilot.wait(11.0)
        rest(pilot, inside[1])
        assert pilot.scene == "TableScene"
        rest(pilot, inside[0])
        rest(pilot, inside[1])
        assert pilot.scene == "ServiceMenu"


def test_where_fingers_must_not_they_do_not(tmp_path: Path) -> None:
    config = Config.from_values({"kiosk.service_touch": False})
    with start_pilot(tmp_path, size=SIZE, config=config) as pilot:
        rest(pilot, (10, 10))
        rest(pilot, (310, 230))
        assert pilot.scene != "ServiceMenu"
    assert find_corner(160, 10, SIZE) is None


@pytest.mark.parametrize("name", PROFILES)
def test_every_machine_with_buttons_at_pins_has_some_to_hold(name: str, tmp_path: Path) -> None:
    profile = load_profile(assets_dir() / "hardware", name)
    wiring = build_button_wiring(Config(), profile)
    assert wiring is not None
    bindings = InputBindings(labels=get_pin_labels(Config(), profile))
    bindings.set_gpio_buttons(wiring.actions, {}, has_encoder=wiring.encoder is not None)
    summons = ServiceTrigger(bindings)
    for button, action in wiring.actions.items():
        summons.observe(ButtonEvent(Action(action), True, 1.0, "gpio", "", button), SIZE, Config())
    assert summons.next_deadline() == 1.0 + COMBO_HOLD_SECONDS
    assert summons.pop_elapsed(1.0 + COMBO_HOLD_SECONDS)
    assert not summons.pop_elapsed(99.0)


def test_two_buttons_at_pins_open_it_as_their_chord(tmp_path: Path, pins: MockFactory) -> None:
    wiring = load_profile(assets_dir() / "hardware", "adafruit-minipitft13").wiring
    with start_pilot(tmp_path, size=(240, 240), wiring=wiring, code="BK1-C4-AAAAA24") as pilot:
        for number in wiring.pins.values():
            pins.pin(number).drive_low()
        pilot.wait(COMBO_HOLD_SECONDS + 0.2)
        for number in wiring.pins.values():
            pins.pin(number).drive_high()
        pilot.wait(0.1)
        assert pilot.scene == "ServiceMenu"


def test_a_knob_alone_is_pushed_for_longer() -> None:
    bindings = InputBindings()
    bindings.set_gpio_buttons({"confirm": "confirm"}, {Action.CONFIRM: "push"}, has_encoder=True)
    bindings.set_active_device("gpio")
    summons = ServiceTrigger(bindings)
    push = ButtonEvent(Action.CONFIRM, True, 1.0, "gpio", "", "confirm")
    summons.observe(push, SIZE, Config())
    assert summons.next_deadline() == 1.0 + KNOB_HOLD_SECONDS
    summons.observe(push._replace(is_pressed=False, time=3.0), SIZE, Config())
    assert summons.next_deadline() is None


def test_other_buttons_may_be_named_and_then_the_usual_ones_do_not() -> None:
    config = Config.from_values(
        {"kiosk.service_hold": ("hint", "up", "undo"), "kiosk.service_key": ()}
    )
    summons = ServiceTrigger(InputBindings())

    def press(name: str, *, down: bool = True, button: str = "") -> float | None:
        summons.observe(
            ButtonEvent(Action(name), down, 1.0, "gamepad", "", button or name), SIZE, config
        )
        return summons.next_deadline()

    assert press("menu") is press("back") is press("hint") is press("up") is None
    assert press("undo") == 1.0 + COMBO_HOLD_SECONDS
    assert press("up", down=False) is None
    assert press("type", button="ctrl+alt+s") is None


def test_it_opens_from_the_dark_and_when_locked_and_only_once(tmp_path: Path) -> None:
    config = Config.from_values({"kiosk.lock": True, "display.blank_after": 30})
    with start_pilot(tmp_path, size=SIZE, config=config) as pilot:
        pilot.wait(40.0)
        assert pilot.idle_controller.is_dark
        hold(pilot, pygame.K_m, pygame.K_ESCAPE)
        assert pilot.scene == "ServiceMenu"
        hold(pilot, pygame.K_s, mods=pygame.KMOD_LCTRL | pygame.KMOD_LALT)
        assert pilot.scene == "ServiceMenu"
        pilot.key(pygame.K_ESCAPE)
        assert pilot.scene != "ServiceMenu"


# The PIN


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_after_three_wrong_ones_none_counts_for_a_while_and_that_doubles(
    tmp_path: Path, clock: Clock
) -> None:
    store, _ = Store.open(tmp_path)
    guard = PinLock(store, clock)
    for rounds in range(9):
        assert [guard.check_pin("0000", "0471") for _ in range(3)] == [False] * 3
        wait = min(MAX_LOCKOUT_SECONDS, FIRST_LOCKOUT_SECONDS * 2**rounds)
        assert guard.get_attempts() == (0, clock.now + wait)
        assert not guard.check_pin("0471", "0471")
        clock.now += wait - 1
        assert not guard.check_pin("0471", "0471")
        clock.now += 1
        assert guard.get_attempts() == (3, None)
    assert guard.check_pin("0471", "0471")
    assert [guard.check_pin("1", "0471") for _ in range(2)] == [False] * 2
    assert guard.get_attempts() == (1, None)
    store.close()


def test_pulling_the_plug_gives_no_new_tries(tmp_path: Path, clock: Clock) -> None:
    for tries in (2, 1):
        store, _ = Store.open(tmp_path)
        assert not PinLock(store, clock).check_pin("1111", "0471")
        store.close()
        store, _ = Store.open(tmp_path)
        assert PinLock(store, clock).get_attempts().attempts_left == tries
        store.close()
    store, _ = Store.open(tmp_path)
    assert not PinLock(store, clock).check_pin("1111", "0471")
    store.close()
    store, _ = Store.open(tmp_path)
    again = PinLock(store, clock)  # the wait begins anew, however long it was off
    assert again.get_attempts() == (0, clock.now + FIRST_LOCKOUT_SECONDS)
    clock.now += FIRST_LOCKOUT_SECONDS
    assert again.get_attempts().attempts_left == 3
    store.close()
    store, _ = Store.open(tmp_path)
    assert (
        PinLock(store, clock).get_attempts().attempts_left == 3
    )  # what was waited for is not waited for again
    store.close()


def test_what_is_no_pin_lets_nobody_in(tmp_path: Path, clock: Clock) -> None:
    store, _ = Store.open(tmp_path)
    store.set_memory("service.tries", "odd")
    guard = PinLock(store, clock)
    assert guard.check_pin("anything", None)
    assert not guard.check_pin("", "")
    store.close()


def test_who_goes_in_is_told_once_and_no_pin_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with capture_log() as scroll:
        for config, typed in ((Config(), ""), (PIN, "0471"), (PIN, "333344445555666677770471")):
            with start_pilot(tmp_path / typed, size=SIZE, config=config) as pilot:
                hold(pilot, pygame.K_m, pygame.K_ESCAPE)
                for start in range(0, len(typed), 4):
                    for digit in typed[start : start + 4]:
                        pilot.key(ord(digit), writes=digit)
                    pilot.key(pygame.K_RETURN)
    assert [(one.text, one.level) for one in reversed(scroll.get_recent_lines())] == [
        ("The service menu is open", LogLevel.INFO),
        ("The service menu is open", LogLevel.INFO),
        ("Too many wrong PINs at the service menu: none counts for a while", LogLevel.WARNING),
    ]


def test_a_pin_is_typed_with_keys_and_the_menu_takes_its_place(tmp_path: Path) -> None:
    with start_pilot(tmp_path, size=SIZE, config=PIN) as pilot:
        hold(pilot, pygame.K_m, pygame.K_ESCAPE)
        assert pilot.scene == "PinScene"
        for digit in "0472":
            pilot.key(ord(digit), writes=digit)
        assert "0472" not in pilot.words
        pilot.key(pygame.K_RETURN)
        assert (pilot.scene, "2 more tries" in pilot.words) == ("PinScene", True)
        for digit in "0471":
            pilot.key(ord(digit), writes=digit)
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "ServiceMenu"
        pilot.choose("inputs")
        typed = [
            line
            for line in pilot.screens.context.diagnostics.list_recent_inputs()
            if " down" in line
        ]
        assert not any(f" {digit} " in line for line in typed for digit in "047")
        pilot.tap("back")
        pilot.key(pygame.K_ESCAPE)
        assert pilot.scene not in ("ServiceMenu", "PinScene")


def test_a_pin_is_typed_with_a_finger_and_a_wait_is_counted_down(tmp_path: Path) -> None:
    with start_pilot(tmp_path, size=(240, 240), config=PIN) as pilot:
        hold(pilot, pygame.K_m, pygame.K_ESCAPE)
        for _ in range(3):
            pilot.tap("9")
            pilot.tap("confirm")
        assert "Wait 60 seconds" in pilot.words
        pilot.wait(2.0)
        assert "Wait 58 seconds" in pilot.words
        pilot.wait(30.0)
        assert pilot.scene != "PinScene"
        hold(pilot, pygame.K_m, pygame.K_ESCAPE)
        for digit in "0471":
            pilot.tap(digit)
        pilot.tap("undo")
        pilot.tap("1")
        pilot.wait(25.0)
        pilot.tap("confirm")
        assert pilot.scene == "ServiceMenu"


def test_two_buttons_can_type_a_pin(tmp_path: Path) -> None:
    with start_pilot(
        tmp_path, size=(240, 240), config=Config.from_values({"kiosk.pin": "5678"})
    ) as pilot:
        hold(pilot, pygame.K_m, pygame.K_ESCAPE)
        for _ in range(4):
            pilot.key(pygame.K_RETURN)
            pilot.key(pygame.K_TAB)
        while not _on(pilot, "confirm"):
            pilot.key(pygame.K_TAB)
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "ServiceMenu"


def _on(pilot: Pilot, name: str) -> bool:
    frame = pilot.screens.top.build_frame(pilot.now)
    box = pilot.places[name]
    return any(getattr(r, "focused", False) and r.box == box for r in frame.background)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("0829", "stands without quotes"),
        ("4711", "stands without quotes"),
        ("0o17", "is no PIN"),
        ('"829"', "is no PIN"),
        ('"123456789"', "is no PIN"),
        ('"47 11"', "is no PIN"),
        ("[4, 7, 1, 1]", "is no PIN"),
        ("true", "is no PIN"),
    ],
)
def test_a_pin_that_is_written_wrong_keeps_the_menu_shut(written: str, wrong: str) -> None:
    values, problems, _ = check_text(f"kiosk: {{pin: {written}}}".encode(), "my.yaml")
    assert values == {"kiosk.pin": ""}
    (problem,) = problems
    assert wrong in problem.message
    assert "stays shut" in problem.message
    assert written.strip('"') not in str(problem)


def test_a_pin_is_four_to_eight_digits_in_quotes_and_told_to_nobody() -> None:
    for pin in ("0471", "00000000"):
        values, problems, _ = check_text(f"kiosk: {{pin: '{pin}'}}".encode(), "my.yaml")
        assert (values, problems) == ({"kiosk.pin": pin}, [])
        told = dict(line[:2] for line in list_settings(Config.from_values(values), {}))
        assert told["kiosk.pin"] == HIDDEN_TEXT
    assert check_text(b"kiosk: {pin: null}", "my.yaml")[:2] == ({"kiosk.pin": None}, [])


def test_what_opens_it_is_checked() -> None:
    values, problems, _ = check_text(
        b"kiosk: {service_hold: [menu, hnit], service_key: ctrl+nokey, shell: 3}", "my.yaml"
    )
    assert values == {}
    assert [problem.key for problem in problems] == [
        *("kiosk.service_hold", "kiosk.service_key", "kiosk.shell"),
    ]
    assert 'did you mean "hint"' in problems[0].message
    for odd in (b"[menu]", b"menu", b"[up, down, left, right, back]", b"[[up]]"):
        assert check_text(b"kiosk: {service_hold: %s}" % odd, "my.yaml")[1]


# The last lines


def test_the_last_lines_are_remembered_with_their_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    with capture_log() as scroll:
        log_problem("bakehouse: the knob is off")
        log_info("it begins")
        for number in range(98):
            log_info(f"line {number}")
        log_info("the last")
    log_problem("later")
    last = scroll.get_recent_lines()
    assert last[0] == ("the last", LogLevel.INFO)
    assert (last[-1], len(last)) == (("it begins", LogLevel.INFO), 100)
    assert out.getvalue() == "bakehouse: the knob is off\nlater\n"
    assert sys.stderr is out


def test_without_stderr_lines_are_remembered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with capture_log() as scroll:
        log_problem("alone")
    assert scroll.get_recent_lines() == (("alone", LogLevel.WARNING),)


# How it ends


@pytest.mark.parametrize(
    ("ends", "environ", "status", "begins"),
    [
        (shutdown.EXIT_OK, {}, 0, 0),
        (shutdown.EXIT_TO_SHELL, {}, 10, 0),
        (shutdown.RESTART, {}, 0, 1),
        (shutdown.RESTART, {"NOTIFY_SOCKET": "/run/systemd/notify"}, 0, 0),
    ],
)
def test_the_status_tells_who_started_it_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch, ends: int, environ: dict[str, str], status: int, begins: int
) -> None:
    begun: list[int] = []
    monkeypatch.setattr("kiosk.app.run.run_game", lambda *words: ends)
    monkeypatch.setattr("kiosk.display.sdl.restart_process", lambda: begun.append(1))
    environ = {"BAKEHOUSE_ROOT": "/nowhere", **environ}
    assert run_cli(["--windowed", "800x480"], ShutdownSignals(), environ) == status
    assert len(begun) == begins
