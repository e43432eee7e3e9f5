"""Dimming and blanking, by backlight or darkened picture; any input wakes the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from kiosk.display.brightness import Backlight
from kiosk.frame import Card
from kiosk.log import capture_log
from kiosk.settings import Config
from tests.support.pilot import Pilot, start_pilot

CODE = "BK1-C4-AAAAA24"
SOON = Config.from_values({"display.dim_after": 20, "display.blank_after": 60})
BLACK = b"\0" * (800 * 480 * 3)


def write_backlight(root: Path, name: str = "10-0045", maximum: int = 255, now: int = 200) -> Path:
    """Write the files of a backlight; return their folder."""
    folder = root / "sys/class/backlight" / name
    folder.mkdir(parents=True)
    for file, value in (("max_brightness", maximum), ("brightness", now), ("bl_power", 0)):
        (folder / file).write_text(f"{value}\n")
    return folder


def read_backlight(folder: Path) -> tuple[int, int]:
    """Return brightness and power (0 is on)."""
    return int((folder / "brightness").read_text()), int((folder / "bl_power").read_text())


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """The game on a panel without backlight."""
    with start_pilot(tmp_path / "state", code=CODE, config=SOON, root=tmp_path) as flown:
        yield flown


def test_without_a_light_the_picture_itself_is_darkened(pilot: Pilot) -> None:
    pilot.tap("6C")
    bright = pilot.picture
    pilot.wait(20)
    dim = pilot.picture
    assert 0.2 < sum(dim) / sum(bright) < 0.4
    pilot.wait(40)
    assert pilot.picture == BLACK
    pilot.tap("a")
    assert pilot.picture == bright


def test_the_input_that_wakes_is_not_played(pilot: Pilot) -> None:
    for rest in (21, 61):
        pilot.wait(rest)
        before = pilot.journal
        pilot.tap("6C")
        pilot.tap("6C")
        pilot.tap("a")
        assert len(pilot.journal) == len(before) + 1
        pilot.wait(rest)
        pilot.key(pygame.K_u)
        assert len(pilot.journal) == len(before) + 1
        pilot.key(pygame.K_u)
        assert len(pilot.journal) == len(before) + 2


def test_a_hold_or_a_drag_that_wakes_does_nothing_either(pilot: Pilot) -> None:
    pilot.wait(61)
    bright = pilot.screens.build_frame(pilot.now)
    pilot.tap("6C", last=1.5)
    assert pilot.screens.build_frame(pilot.now).foreground == bright.foreground
    pilot.wait(61)
    pilot.finger(pygame.FINGERDOWN, pilot.find("6C"))
    for place in ("QC", "a"):
        pilot.finger(pygame.FINGERMOTION, pilot.find(place))
    pilot.finger(pygame.FINGERUP, pilot.find("a"))
    pilot.wait(1)
    assert pilot.journal == ()


def test_a_mouse_that_only_moves_wakes_it(pilot: Pilot) -> None:
    pilot.wait(61)
    assert pilot.picture == BLACK
    pilot.mouse(pygame.MOUSEMOTION, (5, 5), held=False)
    pilot.wait(0.1)
    assert pilot.picture != BLACK


def test_a_click_that_comes_with_the_mouses_way_is_not_played_a_later_one_is(
    pilot: Pilot,
) -> None:
    place = pilot.find("6C")
    for pause, lifted in ((0.05, False), (0.5, True)):
        pilot.wait(61)
        pilot.mouse(pygame.MOUSEMOTION, place, held=False)
        pilot.wait(pause)
        pilot.mouse(pygame.MOUSEBUTTONDOWN, place)
        pilot.mouse(pygame.MOUSEBUTTONUP, place)
        pilot.wait(0.5)
        cards = [
            card
            for card in pilot.screens.build_frame(pilot.now).background
            if isinstance(card, Card)
        ]
        assert any(card.lifted for card in cards) is lifted


def test_in_the_dark_nothing_is_drawn_and_the_program_sleeps(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.wait(61)
    calls: list[object] = []
    monkeypatch.setattr(pygame.display, "update", calls.append)
    monkeypatch.setattr(pygame.display, "flip", lambda: calls.append(None))
    assert pilot.idle_controller._deadline.when is None
    assert pilot.loop._screen_deadline.when is None
    pilot.wait(3600)
    assert calls == []


def test_dimmed_a_change_is_painted_as_dim_as_the_rest(pilot: Pilot) -> None:
    pilot.wait(21)
    dim = pilot.picture
    pilot.screens.notify("Something to tell")
    pilot.wait(0.5)
    assert pilot.picture != dim
    pilot.wait(30)
    assert pilot.picture == dim


def test_the_light_behind_the_panel_is_used_where_there_is_one(tmp_path: Path) -> None:
    folder = write_backlight(tmp_path)
    with start_pilot(tmp_path / "state", code=CODE, config=SOON, root=tmp_path) as pilot:
        bright = pilot.picture
        assert read_backlight(folder)[0] in (199, 200)
        pilot.wait(20)
        assert read_backlight(folder) == (59, 0)
        assert pilot.picture == bright
        pilot.wait(40)
        assert read_backlight(folder) == (0, 4)
        assert pilot.picture == BLACK
        pilot.key(pygame.K_F12)
        assert read_backlight(folder)[1] == 0
        assert pilot.picture == bright
        pilot.wait(60)
    assert read_backlight(folder) == (200, 0)


def test_the_brightness_is_a_setting(tmp_path: Path) -> None:
    folder = write_backlight(tmp_path, maximum=31, now=31)
    with start_pilot(tmp_path / "state", config=SOON, root=tmp_path) as pilot:
        pilot.tap("settings")
        for expected in (25, 19, 12, 6, 31):
            pilot.choose("brightness")
            assert read_backlight(folder)[0] == expected


def test_a_darkened_picture_is_a_setting_too(pilot: Pilot, tmp_path: Path) -> None:
    with start_pilot(tmp_path / "other", code=CODE, config=SOON, root=tmp_path / "none") as other:
        bright = other.picture
    half = SOON.with_values({"display.brightness": 50})
    with start_pilot(tmp_path / "half", code=CODE, config=half, root=tmp_path / "none") as other:
        assert 0.45 < sum(other.picture) / sum(bright) < 0.55


def test_a_light_that_cannot_be_set_any_more_is_reported_once(tmp_path: Path) -> None:
    folder = write_backlight(tmp_path)
    options = {"code": CODE, "config": SOON, "root": tmp_path}
    with capture_log() as log, start_pilot(tmp_path / "state", **options) as pilot:
        bright = pilot.picture
        (folder / "brightness").unlink()
        (folder / "brightness").mkdir()
        pilot.wait(20)
        assert len(log.get_recent_lines()) == 1
        assert sum(pilot.picture) < sum(bright) / 2
        pilot.wait(100)
        assert len(log.get_recent_lines()) == 1


def test_what_is_no_light_is_left_alone(tmp_path: Path) -> None:
    assert Backlight.detect(tmp_path) is None
    for name, file, text in (("a", "max_brightness", "0"), ("b", "brightness", "x")):
        (write_backlight(tmp_path, name) / file).write_text(text)
    (write_backlight(tmp_path, "c") / "max_brightness").unlink()
    assert Backlight.detect(tmp_path) is None


def test_every_light_there_is_shines_alike(tmp_path: Path) -> None:
    small, large = write_backlight(tmp_path, "a", 1, 1), write_backlight(tmp_path, "b", 1000, 0)
    lights = Backlight.detect(tmp_path)
    assert lights is not None
    assert lights.set_percent(30)
    assert (read_backlight(small), read_backlight(large)) == ((1, 0), (300, 0))
    lights.close()
    assert (read_backlight(small), read_backlight(large)) == ((1, 0), (1000, 0))
