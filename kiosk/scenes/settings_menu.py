"""The player's settings, one list of rows: a tap or Right takes the next value, Left the last.

What is set counts at once, is kept by the device, and wins over files.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.effects import ChangeSettings, Effect, GoBack, OpenScene, PlaySound
from kiosk.events import Action
from kiosk.i18n import list_language_names
from kiosk.paths import list_themes
from kiosk.settings import Config
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneArguments, SceneContext

LINK_MARK = "\u203a"
"""What stands at the end of a row that opens another screen."""

VOLUME_VALUES = tuple((str(percent), f"{percent} %") for percent in (20, 40, 60, 80, 100))
"""Enough steps to choose from; a file may name any other."""


BRIGHTNESS_VALUES = tuple(reversed(VOLUME_VALUES))
"""The first one stands for a panel that is left as it is found."""

LabelledValues = tuple[tuple[str, str], ...]
"""Texts as a file would have them, each with the word for it."""


class SettingRow(NamedTuple):
    """A setting: its dotted key, what it is called, and its values with the words for them.

    The first value stands for a setting that has none. `sound` is played when another one is taken.
    """

    key: str
    label: str
    values: LabelledValues
    sound: str | None = None


GUEST_SETTINGS = (
    *("display.theme", "display.index_size", "display.suit_colours", "display.left_handed"),
    *("display.motion", "language"),
)
"""What a player who is locked in may set, for as long as the visit lasts."""
ALL_SETTINGS = "service"
"""Whoever opens the page to this end sees all of it: the service menu does."""


class SettingLink(NamedTuple):
    """A row that opens another screen."""

    scene: str
    label: str


def list_setting_rows(context: SceneContext) -> tuple[SettingRow | SettingLink, ...]:
    """Everything that a player can set, in the order in which it is shown: a line each."""
    translate = context.translator.translate
    return (
        *_list_display_rows(context),
        SettingRow(
            "sound.mute",
            translate("Sound"),
            (("false", translate("on")), ("true", translate("off"))),
            "place",
        ),
        SettingRow("sound.volume", translate("Volume"), VOLUME_VALUES, "place"),
        SettingRow(
            "records.rank",
            translate("High scores by"),
            (("time", translate("time")), ("moves", translate("moves"))),
        ),
        SettingRow("language", translate("Language"), list_language_names()),
        SettingLink("calibrate", translate("Calibrate touch")),
        SettingLink("buttons", translate("Buttons")),
    )


def _list_display_rows(context: SceneContext) -> tuple[SettingRow, ...]:
    """How the table looks."""
    translate = context.translator.translate
    no_yes = (("false", translate("no")), ("true", translate("yes")))
    return (
        SettingRow("display.theme", translate("Colours"), _list_themes(context)),
        SettingRow(
            "display.index_size",
            translate("Figures on cards"),
            (("normal", translate("normal")), ("large", translate("large"))),
        ),
        SettingRow(
            "display.suit_colours",
            translate("Suit colours"),
            (
                ("auto", translate("by game")),
                ("two", translate("two")),
                ("four", translate("four")),
            ),
        ),
        SettingRow("display.indicator", translate("Winnable or lost"), no_yes),
        SettingRow("display.left_handed", translate("Left-handed"), no_yes),
        SettingRow(
            "display.motion",
            translate("Motion"),
            (("on", translate("on")), ("slow", translate("slow")), ("off", translate("off"))),
        ),
        SettingRow("display.brightness", translate("Brightness"), BRIGHTNESS_VALUES),
    )


def _list_themes(context: SceneContext) -> LabelledValues:
    """All themes; one that came later is called as its file is."""
    translate = context.translator.translate
    labels = {
        "classic": translate("classic"),
        "dark": translate("dark"),
        "contrast": translate("high contrast"),
    }
    return tuple((name, labels.get(name, name)) for name in list_themes())


def make_settings_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The page of all settings that are a player's to make.

    A player who is locked in may choose what harms nobody, and the next one finds it as before.
    """
    shows_all = arguments.subject == ALL_SETTINGS

    def build_content(context: SceneContext) -> MenuContent:
        translate, is_persistent = (
            context.translator.translate,
            shows_all or not context.config.kiosk.lock,
        )
        choices = [
            _make_item(context.config, row, is_persistent)
            for row in list_setting_rows(context)
            if is_persistent or (isinstance(row, SettingRow) and row.key in GUEST_SETTINGS)
        ]
        choices.append(MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)))
        return MenuContent(
            translate("Settings"), (), tuple(choices), build_page_help(context), is_list=True
        )

    return Menu(context, build_content, get_arguments=lambda: arguments)


def _make_item(config: Config, row: SettingRow | SettingLink, is_persistent: bool) -> MenuItem:
    if isinstance(row, SettingLink):
        return MenuItem(row.scene, row.label, (OpenScene(row.scene),), value=LINK_MARK)
    values = _insert_value(row.values, _format_value(config, row.key) or row.values[0][0])
    texts = [text for text, _ in values]
    index = texts.index(_format_value(config, row.key) or texts[0])
    name = row.key.rpartition(".")[2].replace("_", "-")
    return MenuItem(
        name,
        row.label,
        _make_effects(row, texts[(index + 1) % len(texts)], is_persistent),
        value=values[index][1],
        previous_effects=_make_effects(row, texts[index - 1], is_persistent),
    )


def _insert_value(values: LabelledValues, current_text: str) -> LabelledValues:
    """The values, and among them what a file says that they do not have: a number in its place."""
    texts = [text for text, _ in values]
    if current_text in texts:
        return values
    if not all(text.isdecimal() for text in (*texts, current_text)):
        return ((current_text, current_text), *values)
    label = values[0][1].replace(values[0][0], current_text)
    return tuple(sorted((*values, (current_text, label)), key=lambda value: int(value[0])))


def _make_effects(row: SettingRow, text: str, is_persistent: bool) -> tuple[Effect, ...]:
    adjust = ChangeSettings(((row.key, text),), is_persistent)
    return (adjust, PlaySound(row.sound)) if row.sound else (adjust,)


def _format_value(config: Config, key: str) -> str:
    """The value in force as a file would have it; "" for none."""
    value: object = config
    for name in key.split("."):
        value = getattr(value, name)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
