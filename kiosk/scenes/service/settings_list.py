"""The settings in force, where each comes from, and how to clear one that was set here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiosk.effects import Adjust, Back, Open
from kiosk.events import Action
from kiosk.scenes.settings_menu import OPENS
from kiosk.settings import Layer, Origin
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page, lay_report
from kiosk.ui.scene import Occasion, Stage

if TYPE_CHECKING:
    from kiosk.settings.origins import Line

SCENE, SETTING = "configuration", "setting"
CHANGED = "*"
"""Asks for every setting that is not as it is shipped."""
GENERAL = "."
"""Asks for the settings that are in no section."""


def configuration(stage: Stage, occasion: Occasion) -> Menu:
    """The sections there are; or the settings of one of them, or those that are not as shipped."""
    section = occasion.about

    def page(stage: Stage) -> Page:
        say = stage.words.say
        rows = tuple(_settings(stage, section) if section else _sections(stage))
        back = Choice(Action.BACK.value, say("Back"), (Back(),))
        heading = say("Configuration") if section in ("", CHANGED, GENERAL) else section
        lines = () if rows else (say("Every setting is as it is shipped."),)
        return Page(heading, lines, (*rows, back), page_help(stage), listed=bool(rows))

    return Menu(stage, page, occasion=lambda: occasion)


def setting(stage: Stage, occasion: Occasion) -> Menu:
    """One setting: its value, and where that comes from."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        told: list[str] = []
        choices = [Choice(Action.BACK.value, say("Back"), (Back(),))]
        for line in (line for line in _lines(stage) if line.key == occasion.about):
            told.append(f"{line.key}: {line.value}")
            told.append(say("From: {place}", place=_place(stage, line.origin)))
            if line.origin.layer is Layer.DEVICE:
                clear = Adjust(((line.key, None),))
                choices.append(Choice("clear", say("Clear"), (clear,)))
        return Page(say("Setting"), tuple(told), tuple(choices), lay=lay_report)

    return Menu(stage, page, occasion=lambda: occasion)


def _sections(stage: Stage) -> Iterator[Choice]:
    """Every section, and how many of its settings are not as shipped."""
    say = stage.words.say
    counts: dict[str, int] = {}
    for line in _lines(stage):
        name = _section(line.key)
        counts[name] = counts.get(name, 0) + (line.origin.layer is not Layer.DEFAULT)
    changed = say("Changed: {count}", count=sum(counts.values()))
    yield Choice(CHANGED, changed, (Open(SCENE, CHANGED),), value=OPENS)
    for name, count in counts.items():
        text = say("general") if name == GENERAL else name
        value = f"{count} {OPENS}" if count else OPENS
        yield Choice(name, text, (Open(SCENE, name),), value=value)


def _settings(stage: Stage, section: str) -> Iterator[Choice]:
    for line in _lines(stage):
        changed = section == CHANGED and line.origin.layer is not Layer.DEFAULT
        if changed or _section(line.key) == section:
            text = line.key if section == CHANGED else line.key.rpartition(".")[2]
            yield Choice(line.key, text, (Open(SETTING, line.key),), value=line.value)


def _section(key: str) -> str:
    return key.rpartition(".")[0] or GENERAL


def _lines(stage: Stage) -> Iterator[Line]:
    # The table of all settings takes a part of the start-up.
    from kiosk.settings.origins import listed

    return listed(stage.config, stage.origins)


def _place(stage: Stage, origin: Origin) -> str:
    say = stage.words.say
    places = {
        Layer.DEFAULT: say("as shipped"),
        Layer.PROFILE: say("the hardware {name}", name=origin.name),
        Layer.FILE: origin.name,
        Layer.DEVICE: say("set here"),
    }
    return places[origin.layer]
