"""The page of a won game: what it was like, what place that is, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import DealGame, GoBack, OpenScene
from kiosk.events import Action
from kiosk.scenes.play_clock import format_clock
from kiosk.stats import MAX_HIGH_SCORES, RankedWin
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import IGNORE_INPUT_SECONDS, Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneArguments, SceneContext


def make_won_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """All 52 cards are home. A win among the best leads to the initials first, but only once."""
    ranked_win = arguments.ranked_win
    is_high_score = ranked_win is not None and ranked_win.rank <= MAX_HIGH_SCORES
    visited_initials = [True] if not is_high_score or (ranked_win and ranked_win.initials) else []

    def build_content(context: SceneContext) -> MenuContent:
        translate, game = context.translator.translate, arguments.game
        assert game is not None, "only a game is won"
        initials_item = MenuItem(
            "initials",
            translate("Your initials"),
            (OpenScene("initials"),),
            icon="scores",
            on_activate=lambda: visited_initials.append(True),
        )
        scores_item = MenuItem(
            "scores", translate("High scores"), (OpenScene("scores"),), icon="scores"
        )
        items = (
            *([] if visited_initials else [initials_item]),
            MenuItem(Action.CONFIRM.value, translate("Next deal"), (DealGame(rules=game.rules),)),
            MenuItem(Action.UNDO.value, translate("Undo"), (GoBack(Action.UNDO),)),
            MenuItem(Action.RESTART.value, translate("Same deal again"), (GoBack(Action.RESTART),)),
            MenuItem(Action.NEW.value, translate("Choose a game"), (OpenScene("choose"),)),
            *([scores_item] if visited_initials else []),
        )
        return MenuContent(
            translate("You won!"),
            tuple(_list_result_lines(context, arguments)),
            items,
            build_page_help(context),
        )

    return Menu(
        context,
        build_content,
        ignore_input_seconds=IGNORE_INPUT_SECONDS,
        get_arguments=lambda: arguments,
    )


def _list_result_lines(context: SceneContext, arguments: SceneArguments) -> Iterator[str]:
    """Time and moves, the points, the place."""
    translate, game, ranked_win = context.translator.translate, arguments.game, arguments.ranked_win
    assert game is not None, "only a game is won"
    moves = context.translator.translate_plural(
        "{count} move", "{count} moves", game.moves_played, count=game.moves_played
    )
    yield translate("{time} and {moves}", time=format_clock(int(arguments.seconds)), moves=moves)
    if game.score is not None:
        yield translate("Score: {score}", score=game.score)
    if ranked_win is None:
        return
    first_win = ranked_win.first_win
    if first_win and (int(first_win.seconds), first_win.moves) != (
        int(arguments.seconds),
        game.moves_played,
    ):
        moves = context.translator.translate_plural(
            "{count} move", "{count} moves", first_win.moves, count=first_win.moves
        )
        time = format_clock(int(first_win.seconds))
        yield translate("Its first win counts: {time} and {moves}", time=time, moves=moves)
    elif ranked_win.rank <= MAX_HIGH_SCORES:
        yield format_rank(context, ranked_win)


def format_rank(context: SceneContext, ranked_win: RankedWin) -> str:
    """The place of a win in words."""
    translate = context.translator.translate
    if ranked_win.is_helped:
        return translate("Place {place} of the wins with help", place=ranked_win.rank)
    if ranked_win.rank == 1:
        return translate("The best of all!")
    return translate("Place {place} of the high scores", place=ranked_win.rank)
