"""The settings page: every row turns, counts at once, is kept, and fits every panel."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from kiosk.effects import Adjust, Back, Effect, Open
from kiosk.events import Action, Message, Pointer, Press, Touch
from kiosk.frame import Box, Button, Frame, Label
from kiosk.scenes.settings_menu import Door, Row, rows, settings
from kiosk.settings import Config
from kiosk.ui.menu import Menu
from kiosk.ui.scene import Occasion, Stage
from tests.support.pilot import flying
from tests.support.stage import PANEL, SIZES, Even, stage

COLOURS = "display.suit_colours"
NO_YES = (("false", "no"), ("true", "yes"))


class Player:
    """Somebody before the page, with keys; what is set is in force at once, as in the program."""

    def __init__(self, size: tuple[int, int] = PANEL, config: Config | None = None) -> None:
        """The page is just shown."""
        self.stage: Stage = stage(size, config)
        self.page: Menu = settings(self.stage, Occasion())
        self.page.enter(0.0)
        self.now = 1.0

    def send(self, message: Message) -> list[Effect]:
        """One message; settings that it makes are put into force."""
        done = self.page.handle(message, self.now)
        self.now += 1.0
        for effect in done:
            if isinstance(effect, Adjust):
                values = {key: read(text) for key, text in effect.values if text is not None}
                self.stage = self.stage._replace(config=self.stage.config.changed(values))
                self.page.restage(self.stage)
        return done

    def press(self, *actions: str) -> list[Effect]:
        """Keys one after the other; what the last one brought about."""
        done: list[Effect] = []
        for action in actions:
            done = self.send(Press(Action(action), True, self.now, "keyboard"))
        return done

    def tap(self, name: str) -> list[Effect]:
        """A finger on a row."""
        x, y = self.page.boxes(0.0)["buttons"][name].middle
        self.page.handle(Pointer(Touch.DOWN, x, y, self.now), self.now)
        return self.send(Pointer(Touch.UP, x, y, self.now))

    @property
    def frame(self) -> Frame:
        """What is seen."""
        return self.page.frame(self.now)

    @property
    def focus(self) -> str:
        """The name of the row in focus."""
        shown = [r for r in self.frame.still if isinstance(r, Button)]
        names = self.page.boxes(0.0)["buttons"]
        return next(n for n, button in zip(names, shown, strict=True) if button.focused)

    def told(self, label: str) -> str:
        """What stands at the right of the row."""
        labels = [r for r in self.frame.still if isinstance(r, Label)]
        place = next(i for i, r in enumerate(labels) if r.text == label)
        return labels[place + 1].text


def read(text: str) -> str | bool | int:
    """A value as the configuration has it."""
    if text.isdecimal():
        return int(text)
    return text == "true" if text in ("true", "false") else text


def test_a_tap_takes_the_next_value_and_counts_at_once() -> None:
    player = Player()
    assert player.told("Suit colours") == "by game"
    assert player.tap("suit-colours") == [Adjust(((COLOURS, "two"),))]
    assert player.told("Suit colours") == "two"
    assert player.tap("suit-colours") == [Adjust(((COLOURS, "four"),))]
    assert player.tap("suit-colours") == [Adjust(((COLOURS, "auto"),))]
    assert player.told("Suit colours") == "by game"


def test_right_takes_the_next_value_and_left_the_one_before() -> None:
    player = Player()
    while player.focus != "suit-colours":
        player.press("down")
    assert player.press("right") == [Adjust(((COLOURS, "two"),))]
    assert player.press("left") == [Adjust(((COLOURS, "auto"),))]
    assert player.press("left") == [Adjust(((COLOURS, "four"),))]
    assert player.focus == "suit-colours"


def test_rows_open_screens_and_back_goes_back() -> None:
    player = Player()
    player.press("page-down")
    assert player.tap("calibrate") == [Open("calibrate")]
    assert player.tap("buttons") == [Open("buttons")]
    assert player.tap("back") == [Back()]
    assert player.press("back") == [Back()]


def test_a_setting_that_has_no_value_shows_its_first_and_turns_to_its_second() -> None:
    player = Player()
    assert player.told("Left-handed") == "no"
    assert player.tap("left-handed") == [Adjust((("display.left_handed", "true"),))]
    assert player.told("Left-handed") == "yes"


def test_a_number_that_only_a_file_names_has_its_place_among_the_others() -> None:
    player = Player((480, 800), Config.of({"sound.volume": 73}))
    assert player.told("Volume") == "73 %"
    assert player.tap("volume")[0] == Adjust((("sound.volume", "80"),))
    player = Player((480, 800), Config.of({"sound.volume": 0}))
    while player.focus != "volume":
        player.press("down")
    assert player.press("left")[0] == Adjust((("sound.volume", "100"),))


def many(made: Stage) -> tuple[Row | Door, ...]:
    """More rows than fit on any sheet of the smallest panels."""
    keys = ("variant", "cells", "rules", "undo_limit")
    plain = [Row(f"game.{key}", f"Setting {key}", (("auto", "by game"),)) for key in keys]
    axes = [Row(f"touch.{key}", f"Axes {key}", NO_YES) for key in ("swap", "flip_x", "flip_y")]
    return (*rows(made), *plain, *axes)


@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
def test_more_rows_than_fit_are_on_sheets_and_the_focus_stays_on_the_button_to_them(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.scenes.settings_menu.rows", many)
    player = Player(size)
    seen: list[str] = []
    for _ in range(20):
        if player.focus == "page-down":
            break
        player.press("next")
    for _ in range(6):
        labels = [r.text for r in player.frame.still if isinstance(r, Label)]
        seen += labels
        player.press("confirm")
        assert player.focus == "page-down"
        assert "back" in player.page.boxes(0.0)["buttons"]
    assert {row.label for row in many(player.stage)} <= set(seen)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_row_fits_its_place(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.scenes.settings_menu.rows", many)
    player = Player(size)
    for _ in range(4):
        records = player.frame.still
        buttons = [r.box for r in records if isinstance(r, Button)]
        labels = [r for r in records if isinstance(r, Label) and r.text]
        for box in [*buttons, *(label.box for label in labels)]:
            assert box.joined(Box(0, 0, *size)) == Box(0, 0, *size)
        for one, other in combinations(buttons, 2):
            assert not one.meets(other)
        for left, right in combinations(labels, 2):
            assert not left.box.meets(right.box)
        for label in labels:
            assert Even().width(label.text, label.px, bold=label.bold) <= label.box.w, label
            assert label.px >= 9
        assert all(min(box.w, box.h) >= min(size) / 12 for box in buttons)
        player.press("page-down")


def test_a_line_in_passing_is_told_above_the_rows() -> None:
    player = Player((240, 240))
    player.page.tell(("The disk is full: nothing can be saved any more.",), 2.0)
    lines = [r.text for r in player.frame.still if isinstance(r, Label)]
    assert "The disk is full" in " ".join(lines)
    assert "back" in player.page.boxes(0.0)["buttons"]


def test_it_counts_on_the_table_below_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with flying(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        assert pilot.screens.frame(pilot.now).four_colours
        before = pilot.places["undo"]
        pilot.tap("menu")
        pilot.tap("settings")
        pilot.choose("suit-colours")
        pilot.choose("left-handed")
        pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        assert pilot.scene == "TableScene"
        assert not pilot.screens.frame(pilot.now).four_colours
        after = pilot.places["undo"]
        assert after.x < before.x
        assert pilot.store.settings() == {
            "display.suit_colours": "two",
            "display.left_handed": "true",
        }
    with flying(tmp_path) as pilot:
        assert not pilot.screens.frame(pilot.now).four_colours
        assert pilot.places["undo"] == after
