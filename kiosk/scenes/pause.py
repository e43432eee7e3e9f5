"""Pause, stuck, power off."""

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
from kiosk.ui.scene import SceneArguments, SceneContext

MISSING_BUTTON_LABELS: dict[Action, Msgid] = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.HINT: "Hint",
}
"""What the menu offers to somebody who has too few buttons for it."""


def make_pause_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The menu over a game."""
    missing_button_items = tuple(_make_missing_button_items(context, arguments.game))

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        game = arguments.game
        lines = tuple(_describe_deal(context, arguments))
        choices = (
            MenuItem(
                *(Action.CONFIRM.value, translate("Go on playing"), (GoBack(),)),
                icon="play",
                short_text=translate("Go on"),
            ),
            *missing_button_items,
            *_make_solver_items(context, arguments),
            MenuItem(Action.RESTART.value, translate("Restart"), (GoBack(Action.RESTART),)),
            MenuItem(Action.NEW.value, translate("New game"), (OpenScene("choose"),)),
            MenuItem(Action.RULES.value, translate("Rules"), (OpenScene("rules"),)),
            MenuItem("records", translate("Records"), (OpenScene("records"),), icon="stats"),
            MenuItem("settings", translate("Settings"), (OpenScene("settings"),)),
            *make_exit_items(context, translate("Save and quit"), translate("Quit")),
        )
        return MenuContent(
            game.rules.variant.name if game else "", lines, choices, build_page_help(context)
        )

    return Menu(context, build_content, get_arguments=lambda: arguments)


def _describe_deal(context: SceneContext, arguments: SceneArguments) -> Iterator[str]:
    """The code of the deal, and what is known of it."""
    translate = context.translator.translate
    status_texts = {
        DealStatus.WINNABLE: translate("This deal can be won."),
        DealStatus.TODAY: translate("Today's deal: it can be won."),
        DealStatus.NONE: translate("This deal may be lost."),
    }
    if arguments.game and arguments.game.code:
        yield arguments.game.code
    if arguments.deal_status is not None:
        yield status_texts[arguments.deal_status]


def make_exit_items(context: SceneContext, text: str, short: str = "") -> Iterator[MenuItem]:
    """The way out, where there is one; on a machine that can be powered off there are several."""
    if context.get_power_status().can_power_off:
        yield MenuItem(
            Action.POWER.value, context.translator.translate("Power off"), (OpenScene("power"),)
        )
    elif not context.config.kiosk.lock:
        yield MenuItem(Action.QUIT.value, text, (ExitProgram(),), short_text=short)


def _make_missing_button_items(context: SceneContext, game: Game | None) -> Iterator[MenuItem]:
    """What is possible on the table, but has no button on the device last used.

    It is asked once: buttons do not move under a finger that comes after another device.
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


def _make_solver_items(context: SceneContext, arguments: SceneArguments) -> Iterator[MenuItem]:
    """What the solver can do for the game on the table."""
    if arguments.game is None or arguments.game.state == "won":
        return
    if arguments.moves_back:
        yield _make_rewind_item(context, arguments.moves_back)
    yield MenuItem(
        *(
            Action.WATCH.value,
            context.translator.translate("Watch it solved"),
            (GoBack(Action.WATCH),),
        ),
        short_text=context.translator.translate("Solve"),
    )


def _make_rewind_item(context: SceneContext, moves_back: int | None) -> MenuItem:
    """The way back to the last position from which the game can be won."""
    translator, effects = context.translator, (GoBack(Action.REWIND),)
    if not moves_back:
        text, short = (
            translator.translate("Back to where it can be won"),
            translator.translate("To winnable"),
        )
        return MenuItem(Action.REWIND.value, text, effects, short_text=short)
    text = translator.translate_plural(
        "Back to where it can be won: {n} move",
        "Back to where it can be won: {n} moves",
        moves_back,
    )
    short = translator.translate_plural("Back {n} move", "Back {n} moves", moves_back)
    return MenuItem(Action.REWIND.value, text, effects, short_text=short)


def make_stuck_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """No legal move is left."""

    def build_content(context: SceneContext) -> MenuContent:
        translate, game = context.translator.translate, arguments.game
        assert game is not None, "only a game is stuck"
        choices = (
            MenuItem(Action.UNDO.value, translate("Undo"), (GoBack(Action.UNDO),)),
            *(
                ()
                if arguments.moves_back == 0
                else (_make_rewind_item(context, arguments.moves_back),)
            ),
            MenuItem(
                Action.RESTART.value, translate("Restart this deal"), (GoBack(Action.RESTART),)
            ),
            MenuItem(Action.NEW.value, translate("New deal"), (DealGame(rules=game.rules),)),
        )
        lines = (translate("No card can go anywhere."),)
        return MenuContent(translate("No moves left"), lines, choices, build_page_help(context))

    return Menu(
        context,
        build_content,
        ignore_input_seconds=IGNORE_INPUT_SECONDS,
        get_arguments=lambda: arguments,
    )


def make_notice_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """What was wrong at the start; the game starts all the same."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        choices = (MenuItem(Action.CONFIRM.value, translate("Play anyway"), (GoBack(),)),)
        return MenuContent(
            translate("Please note"), arguments.messages, choices, build_page_help(context)
        )

    return Menu(context, build_content, get_arguments=lambda: arguments)


def make_power_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """Power off, restart, quit where that is possible, or go back."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        choices = (
            *_make_power_items(context),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        power_status = context.get_power_status()
        lines = [
            translate("Everything is saved.")
            if power_status.is_saved
            else translate("The game is not saved!")
        ]
        if not power_status.can_power_off:
            lines.insert(0, translate("This machine cannot be powered off from here."))
        return MenuContent(translate("Power off?"), tuple(lines), choices, build_page_help(context))

    return Menu(context, build_content, get_arguments=lambda: arguments)


def _make_power_items(context: SceneContext) -> Iterator[MenuItem]:
    translate, power_status = context.translator.translate, context.get_power_status()
    if power_status.can_power_off:
        yield MenuItem(Action.POWER.value, translate("Power off"), (PowerOff(),))
    if power_status.can_restart:
        yield MenuItem("reboot", translate("Restart the machine"), (Reboot(),), icon="restart")
    if not context.config.kiosk.lock:
        yield MenuItem(Action.QUIT.value, translate("Quit the game"), (ExitProgram(),))
