"""Service screens: all settings with their values and origins; clearing one that was set here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiosk.effects import ChangeSettings, GoBack, OpenScene
from kiosk.events import Action
from kiosk.scenes.settings_menu import LINK_MARK
from kiosk.settings import Origin, SettingsLayer
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem, layout_report
from kiosk.ui.scene import SceneContext

if TYPE_CHECKING:
    from kiosk.settings.origins import SettingLine

SETTINGS_LIST_SCENE, SETTING_SCENE = "configuration", "setting"
CHANGED_SECTION = "*"  # subject of the page of all settings that differ from the defaults
GENERAL_SECTION = "."  # subject of the page of the settings outside sections


def make_settings_list(context: SceneContext, section: str = "") -> Menu:
    """Create the page of the sections, or of the settings of one section."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = tuple(
            _make_setting_items(context, section) if section else _make_section_items(context)
        )
        back = MenuItem(Action.BACK.value, translate("Back"), (GoBack(),))
        heading = (
            translate("Configuration")
            if section in ("", CHANGED_SECTION, GENERAL_SECTION)
            else section
        )
        lines = () if items else (translate("Every setting is as it is shipped."),)
        return MenuContent(
            heading, lines, (*items, back), build_page_help(context), is_list=bool(items)
        )

    return Menu(context, build_content)


def make_setting_page(context: SceneContext, key: str = "") -> Menu:
    """Create the page of one setting with its value and origin."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        lines: list[str] = []
        items = [MenuItem(Action.BACK.value, translate("Back"), (GoBack(),))]
        for line in (line for line in _list_lines(context) if line.key == key):
            lines.append(f"{line.key}: {line.value}")
            lines.append(translate("From: {place}", place=_describe_origin(context, line.origin)))
            if line.origin.layer is SettingsLayer.DEVICE:
                clear = ChangeSettings(((line.key, None),))
                items.append(MenuItem("clear", translate("Clear"), (clear,)))
        return MenuContent(
            translate("Setting"), tuple(lines), tuple(items), build_layout=layout_report
        )

    return Menu(context, build_content)


def _make_section_items(context: SceneContext) -> Iterator[MenuItem]:
    translate = context.translator.translate
    counts: dict[str, int] = {}
    for line in _list_lines(context):
        name = _get_section(line.key)
        counts[name] = counts.get(name, 0) + (line.origin.layer is not SettingsLayer.DEFAULT)
    changed = translate("Changed: {count}", count=sum(counts.values()))
    yield MenuItem(
        CHANGED_SECTION,
        changed,
        (OpenScene(SETTINGS_LIST_SCENE, CHANGED_SECTION),),
        value=LINK_MARK,
    )
    for name, count in counts.items():
        text = translate("general") if name == GENERAL_SECTION else name
        value = f"{count} {LINK_MARK}" if count else LINK_MARK
        yield MenuItem(name, text, (OpenScene(SETTINGS_LIST_SCENE, name),), value=value)


def _make_setting_items(context: SceneContext, section: str) -> Iterator[MenuItem]:
    for line in _list_lines(context):
        is_changed = section == CHANGED_SECTION and line.origin.layer is not SettingsLayer.DEFAULT
        if is_changed or _get_section(line.key) == section:
            text = line.key if section == CHANGED_SECTION else line.key.rpartition(".")[2]
            yield MenuItem(line.key, text, (OpenScene(SETTING_SCENE, line.key),), value=line.value)


def _get_section(key: str) -> str:
    return key.rpartition(".")[0] or GENERAL_SECTION


def _list_lines(context: SceneContext) -> Iterator[SettingLine]:
    # Not needed before the first frame.
    from kiosk.settings.origins import list_settings

    return list_settings(context.config, context.origins)


def _describe_origin(context: SceneContext, origin: Origin) -> str:
    translate = context.translator.translate
    texts = {
        SettingsLayer.DEFAULT: translate("as shipped"),
        SettingsLayer.PROFILE: translate("the hardware {name}", name=origin.name),
        SettingsLayer.FILE: origin.name,
        SettingsLayer.DEVICE: translate("set here"),
    }
    return texts[origin.layer]
