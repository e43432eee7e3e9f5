"""The page about somebody's buttons: what they mean, learn others, forget what was learnt."""

from __future__ import annotations

from kiosk.effects import ChangeSettings, GoBack, OpenScene
from kiosk.events import Action
from kiosk.scenes.learn_buttons import ACTION_NAMES, LEARNABLE_ACTIONS, make_reset_settings
from kiosk.ui.help_line import SEPARATOR, build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneArguments, SceneContext

ARROW_ACTIONS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
BINDINGS_PER_LINE = 3
"""More buttons do not fit into a line of the smallest panel."""


def make_buttons_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The buttons of the device last used, and what can be done about them."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(
                "learn", translate("Learn the buttons"), (OpenScene("learn"),), icon="settings"
            ),
            MenuItem(
                "forget",
                translate("Forget what was learnt"),
                (ChangeSettings(make_reset_settings()),),
                icon="clear",
            ),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        return MenuContent(
            translate("Buttons"), _list_bindings(context), items, build_page_help(context)
        )

    return Menu(context, build_content, get_arguments=lambda: arguments)


def _list_bindings(context: SceneContext) -> tuple[str, ...]:
    """What the buttons mean, a few in a line; the four ways speak for themselves."""
    translate, bindings = context.translator.translate, context.bindings
    labels = [
        (ACTION_NAMES[action], bindings.get_label(action))
        for action in LEARNABLE_ACTIONS
        if action not in ARROW_ACTIONS
    ]
    entries = [f"{label}: {translate(word)}" for word, label in labels if label]
    lines = [
        SEPARATOR.join(entries[i : i + BINDINGS_PER_LINE])
        for i in range(0, len(entries), BINDINGS_PER_LINE)
    ]
    return tuple(lines) or (translate("Press a button to see what it means"),)
