"""Settings screen: rows change their value, take effect at once, are stored, fit every panel."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from kiosk.effects import ChangeSettings, Effect, GoBack, OpenScene
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.frame import Box, Button, Frame, Label
from kiosk.scenes.settings_menu import (
    SettingLink,
    SettingRow,
    list_setting_rows,
    make_settings_menu,
)
from kiosk.settings import Config, parse_device_settings
from kiosk.ui.menu import Menu
from kiosk.ui.scene import SceneContext
from tests.support.pilot import start_pilot
from tests.support.stage import PANEL, SIZES, FixedWidthMeasure, stage

COLOURS = "display.suit_colours"
NO_YES = (("false", "no"), ("true", "yes"))


class Player:
    """Drives the screen; changed settings take effect at once, as in the program."""

    def __init__(self, size: tuple[int, int] = PANEL, config: Config | None = None) -> None:
        self.stage: SceneContext = stage(size, config)
        self.page: Menu = make_settings_menu(self.stage)
        self.page.enter(0.0)
        self.now = 1.0

    def send(self, event: InputEvent) -> list[Effect]:
        """Handle an event and apply the settings that it changes."""
        done = self.page.handle(event, self.now)
        self.now += 1.0
        for effect in done:
            if isinstance(effect, ChangeSettings):
                values = parse_device_settings({key: text or "" for key, text in effect.values})
                self.stage = self.stage._replace(config=self.stage.config.with_values(values))
                self.page.set_context(self.stage)
        return done

    def press(self, *actions: str) -> list[Effect]:
        """Press keys one after the other; return the effects of the last one."""
        done: list[Effect] = []
        for action in actions:
            done = self.send(ButtonEvent(Action(action), True, self.now, "keyboard"))
        return done

    def tap(self, name: str) -> list[Effect]:
        """Tap a row."""
        x, y = self.page.collect_boxes(0.0)["buttons"][name].centre
        self.page.handle(PointerEvent(PointerPhase.DOWN, x, y, self.now), self.now)
        return self.send(PointerEvent(PointerPhase.UP, x, y, self.now))

    @property
    def frame(self) -> Frame:
        return self.page.build_frame(self.now)

    @property
    def focus(self) -> str:
        shown = [r for r in self.frame.background if isinstance(r, Button)]
        names = self.page.collect_boxes(0.0)["buttons"]
        return next(n for n, button in zip(names, shown, strict=True) if button.focused)

    def get_value_text(self, label: str) -> str:
        """Return the text at the right of a row."""
        labels = [r for r in self.frame.background if isinstance(r, Label)]
        place = next(i for i, r in enumerate(labels) if r.text == label)
        return labels[place + 1].text


def test_a_tap_takes_the_next_value_and_counts_at_once() -> None:
    player = Player()
    assert player.get_value_text("Suit colours") == "by game"
    assert player.tap("suit-colours") == [ChangeSettings(((COLOURS, "two"),))]
    assert player.get_value_text("Suit colours") == "two"
    assert player.tap("suit-colours") == [ChangeSettings(((COLOURS, "four"),))]
    assert player.tap("suit-colours") == [ChangeSettings(((COLOURS, "auto"),))]
    assert player.get_value_text("Suit colours") == "by game"


def test_right_takes_the_next_value_and_left_the_one_before() -> None:
    player = Player()
    while player.focus != "suit-colours":
        player.press("down")
    assert player.press("right") == [ChangeSettings(((COLOURS, "two"),))]
    assert player.press("left") == [ChangeSettings(((COLOURS, "auto"),))]
    assert player.press("left") == [ChangeSettings(((COLOURS, "four"),))]
    assert player.focus == "suit-colours"


def test_rows_open_screens_and_back_goes_back() -> None:
    player = Player()
    player.press("page-down")
    assert player.tap("calibrate") == [OpenScene("calibrate")]
    assert player.tap("buttons") == [OpenScene("buttons")]
    assert player.tap("back") == [GoBack()]
    assert player.press("back") == [GoBack()]


def test_a_setting_that_has_no_value_shows_its_first_and_turns_to_its_second() -> None:
    player = Player()
    assert player.get_value_text("Left-handed") == "no"
    assert player.tap("left-handed") == [ChangeSettings((("display.left_handed", "true"),))]
    assert player.get_value_text("Left-handed") == "yes"


def test_a_number_that_only_a_file_names_has_its_place_among_the_others() -> None:
    player = Player((480, 800), Config.from_values({"sound.volume": 73}))
    assert player.get_value_text("Volume") == "73 %"
    assert player.tap("volume")[0] == ChangeSettings((("sound.volume", "80"),))
    player = Player((480, 800), Config.from_values({"sound.volume": 0}))
    while player.focus != "volume":
        player.press("down")
    assert player.press("left")[0] == ChangeSettings((("sound.volume", "100"),))


def many(made: SceneContext) -> tuple[SettingRow | SettingLink, ...]:
    """More rows than fit on a page of the smallest panels."""
    keys = ("variant", "cells", "rules", "undo_limit")
    plain = [SettingRow(f"game.{key}", f"Setting {key}", (("auto", "by game"),)) for key in keys]
    axes = [
        SettingRow(f"touch.{key}", f"Axes {key}", NO_YES) for key in ("swap", "flip_x", "flip_y")
    ]
    return (*list_setting_rows(made), *plain, *axes)


@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
def test_rows_continue_on_more_pages_and_the_focus_stays_on_the_page_button(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.scenes.settings_menu.list_setting_rows", many)
    player = Player(size)
    seen: list[str] = []
    for _ in range(20):
        if player.focus == "page-down":
            break
        player.press("next")
    for _ in range(6):
        labels = [r.text for r in player.frame.background if isinstance(r, Label)]
        seen += labels
        player.press("confirm")
        assert player.focus == "page-down"
        assert "back" in player.page.collect_boxes(0.0)["buttons"]
    assert {row.label for row in many(player.stage)} <= set(seen)


def test_every_row_fits_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.scenes.settings_menu.list_setting_rows", many)
    for size in SIZES:
        player = Player(size)
        for _ in range(4):
            records = player.frame.background
            buttons = [r.box for r in records if isinstance(r, Button)]
            labels = [r for r in records if isinstance(r, Label) and r.text]
            for box in [*buttons, *(label.box for label in labels)]:
                assert box.union(Box(0, 0, *size)) == Box(0, 0, *size)
            assert not any(one.overlaps(other) for one, other in combinations(buttons, 2)), size
            for left, right in combinations(labels, 2):
                assert not left.box.overlaps(right.box), size
            for label in labels:
                width = FixedWidthMeasure().measure_width(label.text, label.px, bold=label.bold)
                assert width <= label.box.w, (size, label)
                assert label.px >= 9
            assert all(min(box.w, box.h) >= min(size) / 12 for box in buttons), size
            player.press("page-down")


def test_messages_are_shown_above_the_rows() -> None:
    player = Player((240, 240))
    player.page.show_messages(("The disk is full: nothing can be saved any more.",), 2.0)
    lines = [r.text for r in player.frame.background if isinstance(r, Label)]
    assert "The disk is full" in " ".join(lines)
    assert "back" in player.page.collect_boxes(0.0)["buttons"]


def test_it_counts_on_the_table_below_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        assert pilot.screens.build_frame(pilot.now).four_colours
        before = pilot.places["undo"]
        pilot.tap("menu")
        pilot.tap("settings")
        pilot.choose("suit-colours")
        pilot.choose("left-handed")
        pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        assert pilot.scene == "TableScene"
        assert not pilot.screens.build_frame(pilot.now).four_colours
        after = pilot.places["undo"]
        assert after.x < before.x
        assert pilot.store.get_settings() == {
            "display.suit_colours": "two",
            "display.left_handed": "true",
        }
    with start_pilot(tmp_path) as pilot:
        assert not pilot.screens.build_frame(pilot.now).four_colours
        assert pilot.places["undo"] == after
