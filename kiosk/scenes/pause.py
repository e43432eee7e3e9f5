"""Menus over a game: pause, no moves left, startup messages, power off."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.messages import Msgid
from kiosk.effects import DealGame, ExitProgram, GoBack, OpenScene, PowerOff, Reboot
from kiosk.events import Action
from kiosk.input.bindings import SCREEN_DEVICE
from kiosk.new_game_options import DealStatus
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import IGNORE_INPUT_SECONDS, Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext

MISSING_BUTTON_LABELS: dict[Action, Msgid] = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.HINT: "Hint",
}
"""Actions that the menu offers if the device last used has no button for them."""


def make_pause_menu(context: SceneContext) -> Menu:
    """Create the pause menu."""
    game, _, moves_back = context.get_game_in_play()
    code = game.code if game else None
    deal_status = context.new_games.get_deal_status(code) if code else None
    missing_button_items = tuple(_make_missing_button_items(context, game))

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        lines = tuple(_describe_deal(context, code, deal_status))
        items = (
            MenuItem(
                Action.CONFIRM.value,
                translate("Go on playing"),
                (GoBack(),),
                icon="play",
                short_text=translate("Go on"),
            ),
            *missing_button_items,
            *_make_solver_items(context, game, moves_back),
            MenuItem(Action.RESTART.value, translate("Restart"), (GoBack(Action.RESTART),)),
            MenuItem(Action.NEW.value, translate("New game"), (OpenScene("choose"),)),
            MenuItem(Action.RULES.value, translate("Rules"), (OpenScene("rules"),)),
            MenuItem("records", translate("Records"), (OpenScene("records"),), icon="stats"),
            MenuItem("settings", translate("Settings"), (OpenScene("settings"),)),
            *make_exit_items(context, translate("Save and quit"), translate("Quit")),
        )
        heading = game.rules.variant.name if game else ""
        return MenuContent(heading, lines, items, build_page_help(context))

    return Menu(context, build_content)


def _describe_deal(
    context: SceneContext, code: str | None, deal_status: DealStatus | None
) -> Iterator[str]:
    translate = context.translator.translate
    status_texts = {
        DealStatus.WINNABLE: translate("This deal can be won."),
        DealStatus.TODAY: translate("Today's deal: it can be won."),
        DealStatus.NONE: translate("This deal may be lost."),
    }
    if code:
        yield code
    if deal_status is not None:
        yield status_texts[deal_status]


def make_exit_items(context: SceneContext, text: str, short: str = "") -> Iterator[MenuItem]:
    """Yield the item to power off, if possible, or else to quit, if allowed."""
    if context.get_power_status().can_power_off:
        power_off = context.translator.translate("Power off")
        yield MenuItem(Action.POWER.value, power_off, (OpenScene("power"),))
    elif not context.config.kiosk.lock:
        yield MenuItem(Action.QUIT.value, text, (ExitProgram(),), short_text=short)


def _make_missing_button_items(context: SceneContext, game: Game | None) -> Iterator[MenuItem]:
    """Yield the possible actions without a button on the device last used.

    The menu calls it once, so that touching the screen after another device moves no button.
    """
    if game is None or context.bindings.active_device == SCREEN_DEVICE:
        return
    is_possible = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.HINT: True,
    }
    for action, text in MISSING_BUTTON_LABELS.items():
        if is_possible[action] and not context.bindings.get_label(action):
            yield MenuItem(action.value, context.translator.translate(text), (GoBack(action),))


def _make_solver_items(
    context: SceneContext, game: Game | None, moves_back: int | None
) -> Iterator[MenuItem]:
    if game is None or game.state == "won":
        return
    if moves_back:
        yield _make_rewind_item(context, moves_back)
    translate = context.translator.translate
    text, short = translate("Watch it solved"), translate("Solve")
    yield MenuItem(Action.WATCH.value, text, (GoBack(Action.WATCH),), short_text=short)


def _make_rewind_item(context: SceneContext, moves_back: int | None) -> MenuItem:
    translator = context.translator
    if moves_back:
        text = translator.translate_plural(
            "Back to where it can be won: {n} move",
            "Back to where it can be won: {n} moves",
            moves_back,
        )
        short = translator.translate_plural("Back {n} move", "Back {n} moves", moves_back)
    else:
        text = translator.translate("Back to where it can be won")
        short = translator.translate("To winnable")
    return MenuItem(Action.REWIND.value, text, (GoBack(Action.REWIND),), short_text=short)


def make_stuck_menu(context: SceneContext) -> Menu:
    """Create the menu of a game without legal moves."""
    game, _, moves_back = context.get_game_in_play()
    assert game is not None, "only a game is stuck"

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = [
            MenuItem(Action.UNDO.value, translate("Undo"), (GoBack(Action.UNDO),)),
            _make_rewind_item(context, moves_back),
            MenuItem(
                Action.RESTART.value, translate("Restart this deal"), (GoBack(Action.RESTART),)
            ),
            MenuItem(Action.NEW.value, translate("New deal"), (DealGame(rules=game.rules),)),
        ]
        if moves_back == 0:
            del items[1]
        lines = (translate("No card can go anywhere."),)
        return MenuContent(
            translate("No moves left"), lines, tuple(items), build_page_help(context)
        )

    return Menu(context, build_content, ignore_input_seconds=IGNORE_INPUT_SECONDS)


def make_notice_menu(context: SceneContext, text: str = "") -> Menu:
    """Create the menu with the messages of the startup."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (MenuItem(Action.CONFIRM.value, translate("Play anyway"), (GoBack(),)),)
        lines = tuple(text.splitlines())
        return MenuContent(translate("Please note"), lines, items, build_page_help(context))

    return Menu(context, build_content)


def make_power_menu(context: SceneContext) -> Menu:
    """Create the menu to power off, restart or quit, as far as that is possible."""

    def build_content(context: SceneContext) -> MenuContent:
        translate, power_status = context.translator.translate, context.get_power_status()
        items, lines = [], []
        if power_status.can_power_off:
            items.append(MenuItem(Action.POWER.value, translate("Power off"), (PowerOff(),)))
        if power_status.can_restart:
            restart = translate("Restart the machine")
            items.append(MenuItem("reboot", restart, (Reboot(),), icon="restart"))
        if not context.config.kiosk.lock:
            quit_text = translate("Quit the game")
            items.append(MenuItem(Action.QUIT.value, quit_text, (ExitProgram(),)))
        items.append(MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)))
        if not power_status.can_power_off:
            lines.append(translate("This machine cannot be powered off from here."))
        saved, unsaved = translate("Everything is saved."), translate("The game is not saved!")
        lines.append(saved if power_status.is_saved else unsaved)
        help_text = build_page_help(context)
        return MenuContent(translate("Power off?"), tuple(lines), tuple(items), help_text)

    return Menu(context, build_content)
