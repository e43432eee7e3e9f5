"""Battery: icon on the table, warning, countdown before power-off."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from kiosk.frame import Button, Icon, Label
from kiosk.hardware.battery import (
    BATTERY_POLL_SECONDS,
    Battery,
    BatteryGauge,
    BatteryMonitor,
    Charge,
    open_battery_monitor,
)
from kiosk.settings import Config
from tests.support.fake_busctl import install_busctl, list_requests
from tests.support.pilot import Pilot, start_pilot

CODE = "BK1-C4-AAAAA24"


def write_battery(root: Path, percent: int, status: str = "Discharging", **files: object) -> Path:
    """Write the files of a battery; return their folder."""
    folder = root / "sys/class/power_supply/battery"
    folder.mkdir(parents=True, exist_ok=True)
    facts = {"type": "Battery", "capacity": percent, "status": status, **files}
    for name, value in facts.items():
        (folder / name).write_text(f"{value}\n")
    return folder


# The charge.


def test_the_charge_is_read(tmp_path: Path) -> None:
    assert Battery.detect(tmp_path) is None
    folder = write_battery(tmp_path, 63)
    battery = Battery.detect(tmp_path)
    assert battery is not None
    assert battery.read_charge() == Charge(63, is_charging=False)
    for status, there in (("Charging", True), ("Full", True), ("Not charging", False)):
        write_battery(tmp_path, 140, status)
        assert battery.read_charge() == Charge(100, there)
    (folder / "capacity").unlink()
    assert battery.read_charge() is None
    (folder / "charge_now").write_text("900000")
    (folder / "charge_full").write_text("3000000")
    assert battery.read_charge() == Charge(30, is_charging=False)


def test_batteries_of_other_things_are_none_of_ours(tmp_path: Path) -> None:
    write_battery(tmp_path, 3, scope="Device")
    assert Battery.detect(tmp_path) is None
    write_battery(tmp_path, 3, scope="System", type="Mains")
    assert Battery.detect(tmp_path) is None


# Icon, warning and countdown.


def test_the_icon_tells_how_full_it_is() -> None:
    gauge = BatteryGauge()
    assert gauge.icon == ""
    icons = []
    for percent in (100, 61, 60, 21, 20, 1):
        gauge.update(Charge(percent, is_charging=False), 0.0)
        icons.append(gauge.icon.removeprefix("battery-"))
        assert gauge.is_low is (percent <= 20)
    assert icons == ["full", "full", "half", "half", "low", "low"]
    gauge.update(Charge(1, is_charging=True), 0.0)
    assert (gauge.icon, gauge.is_low) == ("battery-charging", False)


def test_one_warning_is_enough_until_it_was_charged() -> None:
    gauge = BatteryGauge()
    warnings = []
    for percent in (11, 10, 9, 11, 10, 6):
        gauge.update(Charge(percent, is_charging=False), 0.0)
        warnings.append(gauge.pop_warning())
    assert warnings == [None, 10, None, None, None, None]
    gauge.update(Charge(9, is_charging=True), 0.0)
    gauge.update(Charge(9, is_charging=False), 0.0)
    assert gauge.pop_warning() == 9
    assert gauge.pop_warning() is None


def test_an_empty_one_ends_after_a_minute_unless_it_is_plugged_in() -> None:
    gauge = BatteryGauge()
    gauge.update(Charge(5, is_charging=False), 100.0)
    gauge.update(Charge(4, is_charging=False), 130.0)
    assert [gauge.get_countdown(at) for at in (100.0, 100.5, 159.5, 160.0)] == [60, 60, 1, 0]
    assert gauge.next_deadline(100.0) == 101.0
    assert not gauge.should_power_off(159.0)
    assert [gauge.should_power_off(161.0), gauge.should_power_off(162.0)] == [True, False]
    gauge.update(Charge(4, is_charging=True), 170.0)
    assert gauge.get_countdown(170.0) is None
    gauge.update(Charge(4, is_charging=False), 180.0)
    assert gauge.get_countdown(180.0) == 60


def test_it_is_looked_at_twice_a_minute(tmp_path: Path) -> None:
    folder = write_battery(tmp_path, 50)
    monitor = BatteryMonitor(Battery.detect(tmp_path), None, 0.0)
    monitor.advance(0.0)
    (folder / "capacity").write_text("15")
    monitor.advance(BATTERY_POLL_SECONDS - 1)
    assert monitor.gauge.icon == "battery-half"
    assert monitor.next_deadline(0.0) == BATTERY_POLL_SECONDS
    monitor.advance(BATTERY_POLL_SECONDS)
    assert monitor.gauge.icon == "battery-low"


# A low-battery pin.


def test_a_low_line_warns_and_one_that_stays_low_ends_it(pins: MockFactory) -> None:
    with open_battery_monitor(None, 4, 0.0) as (monitor, problems):
        assert (problems, monitor is not None) == ([], True)
        assert monitor is not None
        line = pins.pin(4)
        line.drive_high()
        monitor.advance(0.0)
        assert monitor.gauge.icon == ""
        line.drive_low()
        monitor.advance(30.0)
        assert (monitor.gauge.pop_warning(), monitor.gauge.is_low) == (10, True)
        assert monitor.gauge.get_countdown(30.0) is None
        monitor.advance(60.0)
        assert monitor.gauge.get_countdown(60.0) == 60
        line.drive_high()
        monitor.advance(65.0)
        assert monitor.gauge.get_countdown(65.0) is None


def test_a_line_that_cannot_be_opened_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpiozero.InputDevice.__init__", deny_access)
    with open_battery_monitor(None, 4, 0.0) as (monitor, problems):
        assert monitor is None
        assert len(problems) == 1
        assert "GPIO4" in problems[0]


def deny_access(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


# The whole program.


def icons(pilot: Pilot) -> list[str]:
    return [r.name for r in pilot.screens.build_frame(pilot.now).background if isinstance(r, Icon)]


def test_the_table_shows_it_and_is_painted_only_when_it_changes(tmp_path: Path) -> None:
    write_battery(tmp_path, 90)
    with start_pilot(tmp_path / "state", code=CODE, root=tmp_path) as pilot:
        pilot.wait(1)
        assert "battery-full" in icons(pilot)
        before = pilot.screens.build_frame(pilot.now).background
        write_battery(tmp_path, 70)
        pilot.wait(40)
        assert pilot.screens.build_frame(pilot.now).background is before
        write_battery(tmp_path, 18)
        pilot.wait(40)
        assert "battery-low" in icons(pilot)
        write_battery(tmp_path, 9)
        seen = [(pilot.wait(1), pilot.lines)[1] for _ in range(31)]
        assert any("The battery is nearly empty: 9 %" in text for text in seen)


def test_without_a_battery_there_is_no_icon(tmp_path: Path) -> None:
    with start_pilot(tmp_path / "state", code=CODE, root=tmp_path) as pilot:
        pilot.wait(40)
        assert not [icon for icon in icons(pilot) if "battery" in icon]


def test_an_empty_battery_is_counted_down_in_any_light(tmp_path: Path) -> None:
    log = install_busctl(tmp_path)
    write_battery(tmp_path, 30)
    dark = Config.from_values({"display.blank_after": 10})
    with start_pilot(tmp_path / "state", code=CODE, root=tmp_path, config=dark) as pilot:
        settle(pilot)
        write_battery(tmp_path, 5)
        pilot.wait(31)
        pilot.tap("6C")
        assert "The battery is empty" in pilot.lines
        write_battery(tmp_path, 5, "Charging")
        pilot.wait(6)
        assert "The battery is empty" not in pilot.lines
        write_battery(tmp_path, 5)
        pilot.wait(55)
        for _ in range(240):  # busctl needs real time to answer
            if list_requests(log):
                break
            pilot.wait(0.25)
            time.sleep(0.02)
        pilot.wait(100)
        assert list_requests(log) == ["PowerOff"]


def settle(pilot: Pilot) -> None:
    for _ in range(200):
        pilot.wait(0.1)
        if pilot.powering.get_status().can_power_off:
            return
        time.sleep(0.02)
    raise AssertionError("no answer")


@pytest.mark.parametrize("size", [(240, 240), (320, 240), (480, 320), (800, 480), (480, 800)])
def test_the_icon_leaves_room_for_the_figures(size: tuple[int, int], tmp_path: Path) -> None:
    write_battery(tmp_path, 90)
    with start_pilot(tmp_path / "state", code=CODE, size=size, root=tmp_path) as pilot:
        pilot.wait(1)
        frame = pilot.screens.build_frame(pilot.now)
        (icon,) = [r for r in frame.background if isinstance(r, Icon)]
        others = [r.box for r in frame.background if isinstance(r, Button | Label)]
        assert not [box for box in others if box.overlaps(icon.box)]
        assert min(icon.box.w, icon.box.h) >= 10
