"""The player's settings, one list of rows: a tap or Right takes the next value, Left the last.

What is set counts at once, is kept by the device, and wins over files.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.effects import Adjust, Back, Effect, Open, Sound
from kiosk.events import Action
from kiosk.i18n import named
from kiosk.paths import themes
from kiosk.settings import Config
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage

OPENS = "\u203a"
"""What stands at the end of a row that opens another screen."""

LOUDNESS = tuple((str(percent), f"{percent} %") for percent in (20, 40, 60, 80, 100))
"""Enough steps to choose from; a file may name any other."""


BRIGHTNESS = tuple(reversed(LOUDNESS))
"""The first one stands for a panel that is left as it is found."""

Values = tuple[tuple[str, str], ...]
"""Texts as a file would have them, each with the word for it."""


class Row(NamedTuple):
    """A setting: its dotted key, what it is called, and its values with the words for them.

    The first value stands for a setting that has none. `sound` is played when another one is taken.
    """

    key: str
    label: str
    values: Values
    sound: str | None = None


VISITING = (
    *("display.theme", "display.index_size", "display.suit_colours", "display.left_handed"),
    *("display.motion", "language"),
)
"""What a player who is locked in may set, for as long as the visit lasts."""
WHOLE = "service"
"""Whoever opens the page to this end sees all of it: the service menu does."""


class Door(NamedTuple):
    """A row that opens another screen."""

    scene: str
    label: str


def rows(stage: Stage) -> tuple[Row | Door, ...]:
    """Everything that a player can set, in the order in which it is shown: a line each."""
    say = stage.words.say
    return (
        *_looks(stage),
        Row("sound.mute", say("Sound"), (("false", say("on")), ("true", say("off"))), "place"),
        Row("sound.volume", say("Volume"), LOUDNESS, "place"),
        Row(
            "records.rank", say("High scores by"), (("time", say("time")), ("moves", say("moves")))
        ),
        Row("language", say("Language"), named()),
        Door("calibrate", say("Calibrate touch")),
        Door("buttons", say("Buttons")),
    )


def _looks(stage: Stage) -> tuple[Row, ...]:
    """How the table looks."""
    say = stage.words.say
    no_yes = (("false", say("no")), ("true", say("yes")))
    return (
        Row("display.theme", say("Colours"), _themes(stage)),
        Row(
            "display.index_size",
            say("Figures on cards"),
            (("normal", say("normal")), ("large", say("large"))),
        ),
        Row(
            "display.suit_colours",
            say("Suit colours"),
            (("auto", say("by game")), ("two", say("two")), ("four", say("four"))),
        ),
        Row("display.indicator", say("Winnable or lost"), no_yes),
        Row("display.left_handed", say("Left-handed"), no_yes),
        Row(
            "display.motion",
            say("Motion"),
            (("on", say("on")), ("slow", say("slow")), ("off", say("off"))),
        ),
        Row("display.brightness", say("Brightness"), BRIGHTNESS),
    )


def _themes(stage: Stage) -> Values:
    """All themes; one that came later is called as its file is."""
    say = stage.words.say
    known = {"classic": say("classic"), "dark": say("dark"), "contrast": say("high contrast")}
    return tuple((name, known.get(name, name)) for name in themes())


def settings(stage: Stage, occasion: Occasion) -> Menu:
    """The page of all settings that are a player's to make.

    A player who is locked in may choose what harms nobody, and the next one finds it as before.
    """
    whole = occasion.about == WHOLE

    def page(stage: Stage) -> Page:
        say, lasting = stage.words.say, whole or not stage.config.kiosk.lock
        choices = [
            _choice(stage.config, row, lasting)
            for row in rows(stage)
            if lasting or (isinstance(row, Row) and row.key in VISITING)
        ]
        choices.append(Choice(Action.BACK.value, say("Back"), (Back(),)))
        return Page(say("Settings"), (), tuple(choices), page_help(stage), listed=True)

    return Menu(stage, page, occasion=lambda: occasion)


def _choice(config: Config, row: Row | Door, lasting: bool) -> Choice:
    if isinstance(row, Door):
        return Choice(row.scene, row.label, (Open(row.scene),), value=OPENS)
    values = _with(row.values, _text(config, row.key) or row.values[0][0])
    texts = [text for text, _ in values]
    place = texts.index(_text(config, row.key) or texts[0])
    name = row.key.rpartition(".")[2].replace("_", "-")
    return Choice(
        name,
        row.label,
        _set(row, texts[(place + 1) % len(texts)], lasting),
        value=values[place][1],
        before=_set(row, texts[place - 1], lasting),
    )


def _with(values: Values, now: str) -> Values:
    """The values, and among them what a file says that they do not have: a number in its place."""
    texts = [text for text, _ in values]
    if now in texts:
        return values
    if not all(text.isdecimal() for text in (*texts, now)):
        return ((now, now), *values)
    word = values[0][1].replace(values[0][0], now)
    return tuple(sorted((*values, (now, word)), key=lambda value: int(value[0])))


def _set(row: Row, text: str, lasting: bool) -> tuple[Effect, ...]:
    adjust = Adjust(((row.key, text),), lasting)
    return (adjust, Sound(row.sound)) if row.sound else (adjust,)


def _text(config: Config, key: str) -> str:
    """The value in force as a file would have it; "" for none."""
    value: object = config
    for name in key.split("."):
        value = getattr(value, name)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
