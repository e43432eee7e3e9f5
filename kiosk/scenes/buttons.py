"""Menu of the buttons: their meanings, learn them, forget what was learned."""

from __future__ import annotations

from kiosk.effects import ChangeSettings, GoBack, OpenScene
from kiosk.events import Action
from kiosk.scenes.learn_buttons import ACTION_NAMES, make_reset_settings
from kiosk.ui.help_line import SEPARATOR, build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext

ARROW_ACTIONS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
BINDINGS_PER_LINE = 3
"""The smallest panel has no room for more."""


def make_buttons_menu(context: SceneContext) -> Menu:
    """Create the menu for the device that was used last."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        learn, forget = translate("Learn the buttons"), translate("Forget what was learnt")
        reset = ChangeSettings(make_reset_settings())
        items = (
            MenuItem("learn", learn, (OpenScene("learn"),), icon="settings"),
            MenuItem("forget", forget, (reset,), icon="clear"),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        lines = _list_bindings(context)
        return MenuContent(translate("Buttons"), lines, items, build_page_help(context))

    return Menu(context, build_content)


def _list_bindings(context: SceneContext) -> tuple[str, ...]:
    translate, bindings = context.translator.translate, context.bindings
    entries = [
        f"{label}: {translate(name)}"
        for action, name in ACTION_NAMES.items()
        if action not in ARROW_ACTIONS and (label := bindings.get_label(action))
    ]
    lines = [
        SEPARATOR.join(entries[i : i + BINDINGS_PER_LINE])
        for i in range(0, len(entries), BINDINGS_PER_LINE)
    ]
    return tuple(lines) or (translate("Press a button to see what it means"),)
