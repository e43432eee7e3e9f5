"""Power off and reboot: if logind permits it, after a confirmation, without waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from kiosk.effects import ExitProgram, PowerOff, Reboot
from kiosk.events import Action, ButtonEvent
from kiosk.hardware import power as power_module
from kiosk.hardware.power import (
    POWER_HOLD_SECONDS,
    Logind,
    PowerAction,
    PowerController,
    PowerStatus,
)
from kiosk.scenes.pause import make_power_menu
from kiosk.settings import Config
from tests.support.fake_busctl import install_busctl, list_requests
from tests.support.pilot import Pilot, start_pilot
from tests.support.stage import stage

CODE = "BK1-C4-AAAAA24"
KEYS = Config.from_values({"buttons.keyboard.power": ("f12",)})


def collect_errors(bus: Logind) -> list[str]:
    """Poll until no call is pending; return the errors."""
    errors: list[str] = []
    end = time.monotonic() + 10
    while bus.next_deadline() is not None:
        assert time.monotonic() < end
        errors += bus.poll(time.monotonic())
        time.sleep(0.01)
    return errors


@pytest.mark.parametrize(
    ("off", "restart", "allowed"),
    [
        ("yes", "yes", {PowerAction.POWER_OFF, PowerAction.REBOOT}),
        ("yes", "no", {PowerAction.POWER_OFF}),
        ("challenge", "na", set()),
        ("", '\\"yes', set()),
    ],
)
def test_only_a_plain_yes_counts(
    tmp_path: Path, off: str, restart: str, allowed: set[PowerAction]
) -> None:
    install_busctl(tmp_path, off, restart)
    bus = Logind([str(tmp_path / "busctl")])
    bus.query_permissions(time.monotonic())
    assert collect_errors(bus) == []
    assert bus.allowed == allowed


def test_an_order_is_carried_out_or_its_refusal_is_reported(tmp_path: Path) -> None:
    log = install_busctl(tmp_path)
    bus = Logind([str(tmp_path / "busctl")])
    assert bus.request(PowerAction.POWER_OFF, time.monotonic()) is None
    assert bus.request(PowerAction.REBOOT, time.monotonic()) is None
    assert collect_errors(bus) == []
    assert sorted(list_requests(log)) == ["PowerOff", "Reboot"]
    install_busctl(tmp_path, order="echo Call failed: Access denied >&2; exit 1")
    assert bus.request(PowerAction.POWER_OFF, time.monotonic()) is None
    assert collect_errors(bus) == ["Call failed: Access denied"]


def test_without_busctl_nothing_can_be_done(tmp_path: Path) -> None:
    bus = Logind([str(tmp_path / "none")])
    bus.query_permissions(0.0)
    assert bus.next_deadline() is None
    assert not bus.allowed
    assert bus.request(PowerAction.REBOOT, 0.0) == "No such file or directory"


def test_what_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power_module, "ANSWER_TIMEOUT_SECONDS", 0.2)
    install_busctl(tmp_path, order="exec sleep 60")
    bus = Logind([str(tmp_path / "busctl")])
    bus.request(PowerAction.POWER_OFF, time.monotonic())
    assert collect_errors(bus) == ["there is no answer"]
    bus.request(PowerAction.POWER_OFF, time.monotonic())
    start = time.monotonic()
    bus.close()
    assert time.monotonic() - start < 1


def test_the_real_busctl_finds_no_logind_here_and_says_so() -> None:
    bus = Logind(["busctl", "--address=unix:path=/nowhere"])
    reason = bus.request(PowerAction.POWER_OFF, time.monotonic())
    errors = [reason] if reason else collect_errors(bus)
    assert len(errors) == 1
    assert "\n" not in errors[0]


# The page.


def page(able: PowerStatus, *, lock: bool = False) -> dict[str, object]:
    config = Config.from_values({"kiosk.lock": lock})
    made = make_power_menu(stage(config=config)._replace(get_power_status=lambda: able))
    names = made.collect_boxes(0.0)["buttons"]
    return {name: made.handle(_tap(made, name), 0.0) for name in names} if names else {}


def _tap(made: object, name: str) -> ButtonEvent:
    return ButtonEvent(Action(name) if name in set(Action) else Action.TYPE, True, 0.0, "keyboard")


def test_the_page_offers_what_is_possible() -> None:
    both = page(PowerStatus(can_power_off=True, can_restart=True))
    assert list(both) == ["power", "reboot", "quit", "back"]
    assert both["power"] == [PowerOff()]
    assert both["quit"] == [ExitProgram()]
    assert list(page(PowerStatus(can_power_off=True), lock=True)) == ["power", "back"]
    assert list(page(PowerStatus())) == ["quit", "back"]
    assert Reboot() == ()


# The whole program.


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    install_busctl(tmp_path)
    with start_pilot(tmp_path / "state", code=CODE, config=KEYS, root=tmp_path) as flown:
        settle(flown)
        yield flown


def settle(pilot: Pilot) -> None:
    """Let the child processes finish, which run in real time."""
    for _ in range(100):
        pilot.wait(0.1)
        if pilot.now > 1001.5 and pilot.powering.next_deadline(pilot.now) is None:
            return
        time.sleep(0.02)
    raise AssertionError("no answer")


def test_it_is_powered_off_from_the_menu(pilot: Pilot, tmp_path: Path) -> None:
    log = tmp_path / "busctl.log"
    pilot.key(pygame.K_m)
    pilot.tap("power")
    assert "Power off?" in pilot.lines
    assert list_requests(log) == []
    pilot.tap("power")
    settle(pilot)
    assert list_requests(log) == ["PowerOff"]
    pilot.tap("reboot")
    settle(pilot)
    assert list_requests(log) == ["PowerOff", "Reboot"]
    pilot.tap("quit")
    assert pilot.screens.is_finished


def test_the_first_screen_offers_it_as_soon_as_that_is_known(tmp_path: Path) -> None:
    install_busctl(tmp_path)
    with start_pilot(tmp_path / "state", config=KEYS, root=tmp_path) as pilot:
        assert "power" not in pilot.screens.top.collect_boxes(pilot.now)["buttons"]
        settle(pilot)
        assert "power" in pilot.screens.top.collect_boxes(pilot.now)["buttons"]


def test_a_held_button_asks_and_pressed_again_it_does(pilot: Pilot, tmp_path: Path) -> None:
    log = tmp_path / "busctl.log"
    pilot.key(pygame.K_F12, last=POWER_HOLD_SECONDS - 0.2)
    assert pilot.scene == "TableScene"
    pilot.key(pygame.K_F12, last=POWER_HOLD_SECONDS + 0.1)
    assert "Power off?" in pilot.lines
    assert list_requests(log) == []
    pilot.key(pygame.K_F12)
    settle(pilot)
    assert list_requests(log) == ["PowerOff"]


def test_held_in_the_dark_it_asks_too(tmp_path: Path) -> None:
    install_busctl(tmp_path)
    dark = KEYS.with_values({"display.blank_after": 5})
    with start_pilot(tmp_path / "state", code=CODE, config=dark, root=tmp_path) as pilot:
        settle(pilot)
        pilot.wait(6)
        pilot.key(pygame.K_F12, last=POWER_HOLD_SECONDS + 0.1)
        assert "Power off?" in pilot.lines


def test_a_refusal_is_reported_and_the_game_goes_on(pilot: Pilot, tmp_path: Path) -> None:
    install_busctl(tmp_path, order="echo Access denied >&2; exit 1")
    pilot.key(pygame.K_m)
    pilot.tap("power")
    pilot.tap("power")
    settle(pilot)
    pilot.wait(0.2)
    assert "The machine cannot be powered off: Access denied" in pilot.lines
    pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert pilot.scene == "TableScene"


@pytest.mark.parametrize("off", ["no", "challenge"])
def test_where_it_is_not_allowed_it_is_not_offered(tmp_path: Path, off: str) -> None:
    install_busctl(tmp_path, off)
    with start_pilot(tmp_path / "state", root=tmp_path) as pilot:
        settle(pilot)
        pilot.key(pygame.K_m)
        assert "power" not in pilot.places
        assert "quit" in pilot.places


def test_a_setting_takes_it_out_of_the_menu(tmp_path: Path) -> None:
    install_busctl(tmp_path)
    config = Config.from_values({"power.menu": False})
    with start_pilot(tmp_path / "state", code=CODE, root=tmp_path, config=config) as pilot:
        settle(pilot)
        pilot.key(pygame.K_m)
        assert "power" not in pilot.places
        pilot.wait(5)
        assert not (tmp_path / "busctl.log").exists()


def test_a_short_press_is_no_hold() -> None:
    power = PowerController(Logind(()), 0.0, lambda: True, is_fullscreen=False)
    power.apply_settings(Config.from_values({"power.menu": False}))
    opened: list[float] = []

    def advance(now: float) -> list[float]:
        assert power.advance(now, lambda: opened.append(now)) == []
        return opened

    power.observe(ButtonEvent(Action.POWER, True, 10.0, "gpio"))
    assert power.next_deadline(10.0) == 10.0 + POWER_HOLD_SECONDS
    power.observe(ButtonEvent(Action.POWER, False, 11.0, "gpio"))
    assert power.next_deadline(11.0) is None
    assert advance(99.0) == []
    power.observe(ButtonEvent(Action.POWER, True, 20.0, "gpio"))
    assert advance(22.9) == []
    assert [list(advance(at)) for at in (23.0, 24.0)] == [[23.0], [23.0]]
