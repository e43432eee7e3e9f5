"""Menus of the records: list of the games played, and erasing."""

from __future__ import annotations

from kiosk.effects import EraseRecords, GoBack, OpenScene
from kiosk.events import Action
from kiosk.scenes.settings_menu import LINK_MARK
from kiosk.scenes.statistics import format_game_kind
from kiosk.stats import DealOutcome, group_by_game
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext

LIST_BELOW = "list"  # subject of the question that is opened from the list of records


def make_records_menu(context: SceneContext) -> Menu:
    """Create the list of the games played, the latest first."""
    results_by_kind = group_by_game(context.records.list_results())

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = []
        for kind, results in results_by_kind.items():
            win_count = sum(result.outcome is DealOutcome.WON for result in results)
            value = translate("{won} of {played}", won=win_count, played=len(results))
            name = format_game_kind(context, results[-1])
            items.append(MenuItem(kind, name, (OpenScene("figures", kind),), value=value))
        if results_by_kind and not context.config.kiosk.lock:
            text = translate("Erase all records")
            items.append(
                MenuItem("erase", text, (OpenScene("erase", LIST_BELOW),), value=LINK_MARK)
            )
        back = MenuItem(Action.BACK.value, translate("Back"), (GoBack(),))
        if results_by_kind:
            help_text = build_page_help(context)
            return MenuContent(translate("Records"), (), (*items, back), help_text, is_list=True)
        lines = (
            translate("No game was played yet."),
            translate("The first one is waiting for you."),
        )
        new = MenuItem(Action.NEW.value, translate("Choose a game"), (OpenScene("choose"),))
        return MenuContent(translate("Records"), lines, (new, back), build_page_help(context))

    return Menu(context, build_content)


def make_erase_menu(context: SceneContext, origin: str = "") -> Menu:
    """Create the confirmation menu; erasing also closes the list of records below it."""
    closing_effects = (GoBack(), GoBack()) if origin == LIST_BELOW else (GoBack(),)

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(Action.BACK.value, translate("Keep them"), (GoBack(),)),
            MenuItem("erase", translate("Erase"), (EraseRecords(), *closing_effects), icon="clear"),
        )
        lines = (translate("Figures, high scores and replays of all games will be gone."),)
        return MenuContent(translate("Erase all records?"), lines, items, build_page_help(context))

    return Menu(context, build_content)
