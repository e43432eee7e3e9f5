"""Players' settings screen: a tap or Right selects the next value of a row, Left the previous one.

A change takes effect at once, is stored on the device, and overrides the settings files. Which
settings are on the screen is part of their declaration in `kiosk.settings.model`.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.effects import ChangeSettings, Effect, GoBack, OpenScene, PlaySound
from kiosk.events import Action
from kiosk.settings import Config, format_value, get_value
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext

LINK_MARK = "\u203a"  # shown at the end of a row that opens another screen
ALL_SETTINGS = "service"
"""Subject of the page that the service menu opens: all rows, whatever `kiosk.lock` is."""

LabelledValues = tuple[tuple[str, str], ...]  # values as text, each with its label


class SettingRow(NamedTuple):
    """Row of a setting, by its dotted key; a setting that is null shows the first value."""

    key: str
    label: str
    values: LabelledValues
    sound: str | None = None
    is_for_guests: bool = False


class SettingLink(NamedTuple):
    """Row that opens another screen."""

    scene: str
    label: str


def list_setting_rows(context: SceneContext) -> tuple[SettingRow | SettingLink, ...]:
    """Return all rows in the order of the screen."""
    # The declarations take a part of the start-up, and only this screen needs them.
    from kiosk.settings.validate import list_player_settings

    translator = context.translator
    rows = [
        SettingRow(
            key=key,
            label=translator.translate_message(player.label),
            values=tuple(
                (text, translator.translate_message(label)) for text, label in values.items()
            ),
            sound=player.sound,
            is_for_guests=player.is_for_guests,
        )
        for key, player, values in list_player_settings()
    ]
    return (
        *rows,
        SettingLink("calibrate", translator.translate("Calibrate touch")),
        SettingLink("buttons", translator.translate("Buttons")),
    )


def make_settings_menu(context: SceneContext, group: str = "") -> Menu:
    """Create the settings screen.

    Where the player is locked in it has only the settings for guests, which are reset after the
    visit.
    """
    shows_all = group == ALL_SETTINGS

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        is_persistent = shows_all or not context.config.kiosk.lock
        items = [
            _make_item(context.config, row, is_persistent)
            for row in list_setting_rows(context)
            if is_persistent or (isinstance(row, SettingRow) and row.is_for_guests)
        ]
        items.append(MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)))
        return MenuContent(
            translate("Settings"), (), tuple(items), build_page_help(context), is_list=True
        )

    return Menu(context, build_content)


def _make_item(config: Config, row: SettingRow | SettingLink, is_persistent: bool) -> MenuItem:
    if isinstance(row, SettingLink):
        return MenuItem(row.scene, row.label, (OpenScene(row.scene),), value=LINK_MARK)
    value = get_value(config, row.key)
    current_text = row.values[0][0] if value is None else format_value(value)
    values = _insert_value(row.values, current_text)
    texts = [text for text, _ in values]
    index = texts.index(current_text)

    def make_effects(text: str) -> tuple[Effect, ...]:
        change = ChangeSettings(((row.key, text),), is_persistent)
        return (change, PlaySound(row.sound)) if row.sound else (change,)

    return MenuItem(
        row.key.rpartition(".")[2].replace("_", "-"),
        row.label,
        make_effects(texts[(index + 1) % len(texts)]),
        value=values[index][1],
        previous_effects=make_effects(texts[index - 1]),
    )


def _insert_value(values: LabelledValues, current_text: str) -> LabelledValues:
    """Add a value that only a file can set; a number is inserted in its order."""
    texts = [text for text, _ in values]
    if current_text in texts:
        return values
    if not all(text.isdecimal() for text in (*texts, current_text)):
        return ((current_text, current_text), *values)
    label = values[0][1].replace(values[0][0], current_text)
    return tuple(sorted((*values, (current_text, label)), key=lambda value: int(value[0])))
