"""The service menu: everything that whoever looks after the machine may want of it."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import (
    Effect,
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
from kiosk.scenes.settings_menu import LINK_MARK
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneArguments, SceneContext

SERVICE_SCENE = "service"
"""What it is called among the screens; and how it tells others that it has opened them."""


class ServiceMenu(Menu):
    """The menu itself: what is on top of it is shown to somebody who was let in."""

    is_service = True


def make_service_menu(context: SceneContext, arguments: SceneArguments) -> ServiceMenu:
    """The list of everything."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = tuple(
            MenuItem(name, text, (OpenScene(name, about),), value=LINK_MARK)
            for name, text, about in _list_entries(context)
        )
        back = MenuItem(Action.BACK.value, translate("Back"), (GoBack(),))
        return MenuContent(
            translate("Service"), (), (*items, back), build_page_help(context), is_list=True
        )

    return ServiceMenu(context, build_content, get_arguments=lambda: arguments)


def _list_entries(context: SceneContext) -> Iterator[tuple[str, str, str]]:
    """The screens that it opens: what each is called, its text, and what it is to show."""
    translate = context.translator.translate
    yield "touch", translate("Touch test"), ""
    yield "presses", translate("Button test"), ""
    yield "panel", translate("Display test"), ""
    yield "inputs", translate("Input log"), ""
    yield "about", translate("This machine"), ""
    yield "log", translate("Last messages"), ""
    yield "configuration", translate("Configuration"), ""
    yield "settings", translate("Settings"), SERVICE_SCENE
    yield "archive", translate("Records"), ""
    yield "ending", translate("Restart, power off"), ""


def make_service_records_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """What can be done with the records."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
            MenuItem("export", translate("Export records"), (ExportRecords(),), icon="up"),
            MenuItem("import", translate("Import records"), (ImportRecords(),), icon="down"),
            MenuItem("erase", translate("Erase all records"), (OpenScene("erase"),), icon="clear"),
        )
        return MenuContent(translate("Records"), (), items, build_page_help(context))

    return Menu(context, build_content, get_arguments=lambda: arguments)


def make_shutdown_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """How the program or the machine is ended."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        entries: list[tuple[str, str, Effect]] = [
            ("restart", translate("Restart the game"), RestartProgram())
        ]
        if context.get_power_status().is_dedicated:
            entries.append(("reboot", translate("Restart the machine"), Reboot()))
            entries.append(("power", translate("Power off"), PowerOff()))
        if context.config.kiosk.shell:
            entries.append(("quit", translate("Leave to a shell"), ExitToShell()))
        icons = {"reboot": "restart"}
        items = (
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
            *(
                MenuItem(name, text, (effect,), icon=icons.get(name, ""))
                for name, text, effect in entries
            ),
        )
        is_saved = context.get_power_status().is_saved
        lines = (
            translate("Everything is saved.") if is_saved else translate("The game is not saved!"),
        )
        return MenuContent(translate("End"), lines, items, build_page_help(context))

    return Menu(context, build_content, get_arguments=lambda: arguments)
