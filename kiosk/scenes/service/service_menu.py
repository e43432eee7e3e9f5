"""Service menu for the operator of the machine."""

from __future__ import annotations

from kiosk.effects import (
    ExitToShell,
    ExportRecords,
    GoBack,
    ImportRecords,
    OpenScene,
    PowerOff,
    Reboot,
    RestartProgram,
)
from kiosk.events import Action
from kiosk.scenes.settings_menu import ALL_SETTINGS, LINK_MARK
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext


class ServiceMenu(Menu):
    """The service menu: what is on top of it was opened by somebody with the PIN."""

    is_service = True


def make_service_menu(context: SceneContext) -> ServiceMenu:
    """Create the list of all service screens."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        entries = {
            "touch": translate("Touch test"),
            "presses": translate("Button test"),
            "panel": translate("Display test"),
            "inputs": translate("Input log"),
            "about": translate("This machine"),
            "log": translate("Last messages"),
            "configuration": translate("Configuration"),
            "settings": translate("Settings"),
            "archive": translate("Records"),
            "ending": translate("Restart, power off"),
        }
        subjects = {"settings": ALL_SETTINGS}
        items = tuple(
            MenuItem(name, text, (OpenScene(name, subjects.get(name, "")),), value=LINK_MARK)
            for name, text in entries.items()
        )
        back = MenuItem(Action.BACK.value, translate("Back"), (GoBack(),))
        help_text = build_page_help(context)
        return MenuContent(translate("Service"), (), (*items, back), help_text, is_list=True)

    return ServiceMenu(context, build_content)


def make_service_records_menu(context: SceneContext) -> Menu:
    """Create the menu to export, import and erase the records."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
            MenuItem("export", translate("Export records"), (ExportRecords(),), icon="up"),
            MenuItem("import", translate("Import records"), (ImportRecords(),), icon="down"),
            MenuItem("erase", translate("Erase all records"), (OpenScene("erase"),), icon="clear"),
        )
        return MenuContent(translate("Records"), (), items, build_page_help(context))

    return Menu(context, build_content)


def make_shutdown_menu(context: SceneContext) -> Menu:
    """Create the menu to end the program or the machine."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = [
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
            MenuItem("restart", translate("Restart the game"), (RestartProgram(),)),
        ]
        if context.get_power_status().is_dedicated:
            restart = translate("Restart the machine")
            items.append(MenuItem("reboot", restart, (Reboot(),), icon="restart"))
            items.append(MenuItem("power", translate("Power off"), (PowerOff(),)))
        if context.config.kiosk.shell:
            items.append(MenuItem("quit", translate("Leave to a shell"), (ExitToShell(),)))
        is_saved = context.get_power_status().is_saved
        lines = (
            translate("Everything is saved.") if is_saved else translate("The game is not saved!"),
        )
        return MenuContent(translate("End"), lines, tuple(items), build_page_help(context))

    return Menu(context, build_content)
