"""Themes and sizes in the whole program: at once, kept; a picture that wanders with its boxes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from kiosk.display.window import SHIFT_INTERVAL_SECONDS, build_shift_path
from kiosk.frame import Label
from kiosk.render.theme import DEFAULT_THEME
from kiosk.settings import Config
from kiosk.settings.yaml_file import check_text
from tests.support.pilot import Pilot, start_pilot

CODE = "BK1-C4-AAAAA24"


def colour(place: tuple[int, int]) -> tuple[int, ...]:
    """The colour of a pixel of the window."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return tuple(surface.get_at(place)[:3])


def settings(pilot: Pilot) -> None:
    """Go to the settings page and back again around a tap."""
    pilot.tap("menu")
    pilot.tap("settings")


def test_a_theme_counts_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        assert colour((2, 2)) == DEFAULT_THEME.cloth
        settings(pilot)
        pilot.choose("theme")
        assert colour((5, 240)) == (0, 0, 0)
        pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        pilot.wait(0.5)
        assert colour((2, 2)) == (0, 0, 0)
    with start_pilot(tmp_path) as pilot:
        assert colour((2, 2)) == (0, 0, 0)
        settings(pilot)
        pilot.choose("theme")
        pilot.choose("theme")
        assert colour((5, 240)) == DEFAULT_THEME.cloth


def test_a_larger_index_counts_at_once(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        before = pilot.picture
        settings(pilot)
        pilot.choose("index-size")
        pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        pilot.wait(0.5)
        assert pilot.picture != before


def test_the_picture_wanders_once_a_minute_and_touch_with_it(tmp_path: Path) -> None:
    with start_pilot(
        tmp_path, code=CODE, config=Config.from_values({"display.theme": "dark"})
    ) as pilot:
        assert pilot.window.size == (796, 476)
        seen = {pilot.window.transform.origin}
        looks = {pilot.picture}
        for _ in range(5):
            pilot.wait(SHIFT_INTERVAL_SECONDS / 2)
            before = pilot.window.transform.origin
            pilot.wait(SHIFT_INTERVAL_SECONDS / 2 + 0.1)
            after = pilot.window.transform.origin
            assert abs(before[0] - after[0]) + abs(before[1] - after[1]) == 1
            seen.add(after)
            looks.add(pilot.picture)
        assert len(seen) == len(looks) == 6
        assert pilot.window.transform.shift != (0, 0)
        pilot.tap("6C")
        pilot.tap("a")
        assert pilot.journal == ("5-a",)


def test_it_stays_where_it_is_in_other_themes(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code=CODE) as pilot:
        pilot.wait(3 * SHIFT_INTERVAL_SECONDS)
        assert pilot.window.transform.is_identity
        assert pilot.screens.next_deadline(pilot.now) is None


@pytest.mark.parametrize("slack", [1, 2, 3])
def test_the_way_leads_over_every_place_by_steps_of_one_pixel(slack: int) -> None:
    places = build_shift_path(slack)
    assert len(set(places)) == (2 * slack + 1) ** 2
    assert places[0] == (0, 0)
    for (a, b), (c, d) in pairwise([*places, places[0]]):
        assert abs(a - c) + abs(b - d) == 1


def test_a_theme_that_is_no_good_is_told_and_the_classic_one_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "odd.toml").write_text('cloth = "mauve"')
    monkeypatch.setattr("kiosk.display.painter_factory.assets_dir", lambda: tmp_path)
    config = Config.from_values({"display.theme": "odd"})
    with start_pilot(tmp_path / "state", code=CODE, config=config) as pilot:
        records = pilot.screens.build_frame(pilot.now).background
        told = " ".join(record.text for record in records if isinstance(record, Label))
        assert "cloth: must be a colour" in told
        assert "the theme classic is used" in told
        pilot.key(pygame.K_RETURN)
        assert colour((2, 2)) == DEFAULT_THEME.cloth


def test_check_config_knows_the_themes() -> None:
    values, problems, _ = check_text(b"display: {theme: dark}", "f")
    assert values == {"display.theme": "dark"}
    assert problems == []
    _, (problem,), _ = check_text(b"display: {theme: drak}", "f")
    assert 'did you mean "dark"' in str(problem)
    assert "classic, contrast, dark" in str(problem)
