"""Menu after a won game, with its time, moves and rank."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from kiosk.effects import DealGame, GoBack, OpenScene
from kiosk.events import Action
from kiosk.i18n import Translator
from kiosk.scenes.play_clock import format_clock
from kiosk.stats import MAX_HIGH_SCORES, RankBy, RankedWin
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import IGNORE_INPUT_SECONDS, Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext


def make_won_menu(context: SceneContext) -> Menu:
    """Create the menu; for a high score it offers to enter the initials, once."""
    game, seconds, _ = context.get_game_in_play()
    assert game is not None, "only a game is won"
    ranked_win = context.records.get_ranked_win(RankBy(context.config.records.rank))
    is_high_score = ranked_win is not None and ranked_win.rank <= MAX_HIGH_SCORES
    visited_initials = [True] if not is_high_score or (ranked_win and ranked_win.initials) else []

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        initials_item = MenuItem(
            "initials",
            translate("Your initials"),
            (OpenScene("initials"),),
            icon="scores",
            on_activate=lambda: visited_initials.append(True),
        )
        scores_item = MenuItem("scores", translate("High scores"), (OpenScene("scores"),))
        items = (
            *([] if visited_initials else [initials_item]),
            MenuItem(Action.CONFIRM.value, translate("Next deal"), (DealGame(rules=game.rules),)),
            MenuItem(Action.UNDO.value, translate("Undo"), (GoBack(Action.UNDO),)),
            MenuItem(Action.RESTART.value, translate("Same deal again"), (GoBack(Action.RESTART),)),
            MenuItem(Action.NEW.value, translate("Choose a game"), (OpenScene("choose"),)),
            *([scores_item] if visited_initials else []),
        )
        lines = tuple(_list_result_lines(context, game, int(seconds), ranked_win))
        return MenuContent(translate("You won!"), lines, items, build_page_help(context))

    return Menu(context, build_content, ignore_input_seconds=IGNORE_INPUT_SECONDS)


def _list_result_lines(
    context: SceneContext, game: Game, seconds: int, ranked_win: RankedWin | None
) -> Iterator[str]:
    translate, moves_played = context.translator.translate, game.moves_played
    moves = format_moves(context.translator, moves_played)
    yield translate("{time} and {moves}", time=format_clock(seconds), moves=moves)
    if game.score is not None:
        yield translate("Score: {score}", score=game.score)
    if ranked_win is None:
        return
    first_win = ranked_win.first_win
    if first_win and (int(first_win.seconds), first_win.moves) != (seconds, moves_played):
        moves = format_moves(context.translator, first_win.moves)
        time = format_clock(int(first_win.seconds))
        yield translate("Its first win counts: {time} and {moves}", time=time, moves=moves)
    elif ranked_win.rank <= MAX_HIGH_SCORES:
        yield format_rank(context, ranked_win)


def format_moves(translator: Translator, count: int) -> str:
    """Return the number of moves as text."""
    return translator.translate_plural("{count} move", "{count} moves", count, count=count)


def format_rank(context: SceneContext, ranked_win: RankedWin) -> str:
    """Return the rank of a win as text."""
    translate = context.translator.translate
    if ranked_win.is_helped:
        return translate("Place {place} of the wins with help", place=ranked_win.rank)
    if ranked_win.rank == 1:
        return translate("The best of all!")
    return translate("Place {place} of the high scores", place=ranked_win.rank)
