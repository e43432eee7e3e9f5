"""Attract mode: a poster while the solver works, then a game that plays itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.position import Move
from engine.variants import Rules
from kiosk.effects import Effect, SolverAnswer, StartAttract, Think
from kiosk.frame import Align, Box, Drawable, Frame, Label, Panel, PanelKind, TextColour
from kiosk.layout import text_size
from kiosk.layout.toolbar import Toolbar
from kiosk.scenes.game_over import format_moves
from kiosk.scenes.new_game import format_cells
from kiosk.scenes.new_game_layout import make_miniature
from kiosk.scenes.play_clock import format_clock
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import build_moving_cards, build_static_cards
from kiosk.scenes.table.view import TableView
from kiosk.stats import UNSIGNED_INITIALS, DealResult, RankBy, parse_game_kind, rank_wins
from kiosk.timers import earliest_deadline
from kiosk.ui.help_line import SEPARATOR
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase
from kiosk.ui.text_fit import fit_line, fit_lines, fit_size, split_rows

PROGRAM_NAME = "Bakehouse"
PROGRAM_NAME_PARTS = ("Bake", "house")  # the name on a narrow toolbar
POSTER_SCORE_COUNT = 5
POSTER_OFFSETS = ((0, 0), (1, 1), (-1, 0), (1, -1), (0, 1), (-1, -1), (0, -1), (-1, 1), (1, 0))
"""Positions of the poster against burn-in, in halves of the free edge."""


def build_poster(
    context: SceneContext,
    rules: Rules,
    texts: tuple[str, str, str],
    results: Sequence[DealResult],
    text_index: int,
    offset_index: int,
) -> Iterator[Drawable]:
    """Yield one version of the poster; those of odd `text_index` show the high scores, if any.

    The texts are the names of the program and of the game, and the invitation.
    """
    px, measurer = text_size(context.size), context.measurer
    edge = max(4, min(context.size) // 24)
    across, down = (edge * part // 2 for part in POSTER_OFFSETS[offset_index % len(POSTER_OFFSETS)])
    width, height = context.size
    area = Box(edge + across, edge + down, width - 2 * edge, height - 2 * edge)
    name, game, invitation = texts
    name_height, invitation_height = min(px * 4, max(px * 2, area.h // 6)), round(px * 2.4)
    is_upside_down = bool(text_index % 2)
    middle_top = area.y + (invitation_height if is_upside_down else name_height)
    middle = area._replace(y=middle_top, h=area.h - name_height - invitation_height)
    large = area._replace(y=middle.bottom if is_upside_down else area.y, h=name_height)
    small = area._replace(y=area.y if is_upside_down else middle.bottom, h=invitation_height)
    yield fit_line(measurer, name, large, name_height * 4 // 5, TextColour.ACCENT, bold=True)
    yield from fit_lines(measurer, [invitation], small, round(px * 1.8), TextColour.TEXT)
    caption = middle._replace(h=round(px * 1.8))
    yield fit_line(measurer, game, caption, round(px * 1.4), TextColour.TEXT, bold=True)
    content_area = middle._replace(y=caption.bottom, h=middle.h - caption.h).expand(-px // 3)
    ranking = rank_wins(results, RankBy(context.config.records.rank), helped=False)
    if text_index % 2 and ranking:
        yield from _build_best_scores(context, ranking[:POSTER_SCORE_COUNT], content_area)
    else:
        yield make_miniature(context, rules, content_area)


def _build_best_scores(
    context: SceneContext, best: Sequence[DealResult], area: Box
) -> Iterator[Drawable]:
    """Yield rank, initials, and the value that the wins are ranked by, as large as possible."""
    measurer, translator = context.measurer, context.translator
    row_count = len(best) + 1
    px = min(text_size(context.size) * 2, area.h * 4 // (5 * row_count + 1))
    line_height, width = px * 5 // 4, min(area.w, px * 13)
    left, top = area.x + (area.w - width) // 2, area.y + (area.h - line_height * row_count) // 2
    heading, *rows = split_rows(Box(left, top, width, 0), row_count, line_height)
    yield fit_line(measurer, translator.translate("High scores"), heading, px, TextColour.QUIET)
    by_time = RankBy(context.config.records.rank) is RankBy.TIME
    for rank, (result, row) in enumerate(zip(best, rows, strict=True), 1):
        colour = TextColour.ACCENT if rank == 1 else TextColour.TEXT
        yield Label(row._replace(w=px * 2), str(rank), px, TextColour.QUIET, Align.CENTRE)
        initials_box = row._replace(x=row.x + px * 2, w=px * 4)
        initials = result.initials or UNSIGNED_INITIALS
        yield Label(initials_box, initials, px, colour, Align.LEFT, bold=True)
        seconds, moves = int(result.seconds), result.moves
        value = format_clock(seconds) if by_time else format_moves(translator, moves)
        right = row._replace(x=initials_box.right, w=row.right - initials_box.right)
        yield fit_line(measurer, value, right, px, colour)._replace(align=Align.RIGHT)


def build_banner(
    context: SceneContext, toolbar: Toolbar, text: str, text_index: int
) -> Iterator[Drawable]:
    """Yield the text in place of the toolbar, at one of three positions in it."""
    box, px = toolbar.box, text_size(context.size)
    yield Panel(box, PanelKind.BAR)
    is_upright = box.h > box.w
    position_index = (text_index + text_index // 3) % 3
    rows, align, sixths = [text], (Align.CENTRE, Align.LEFT, Align.RIGHT)[position_index], 3
    if is_upright:
        short_text = text.replace(PROGRAM_NAME, " ".join(PROGRAM_NAME_PARTS))
        rows = short_text.replace(SEPARATOR, " ").split()
        align, sixths = Align.CENTRE, 1 + 2 * position_index
    size = fit_size(context.measurer, rows, box.w - px // 2, round(px * 1.4), bold=True)
    line_height = size * 5 // 4
    top = box.y + (box.h - line_height * len(rows)) * sixths // 6
    text_box = Box(box.x + px // 4, top, box.w - px // 2, 0)
    row_boxes = split_rows(text_box, len(rows), line_height)
    for row, row_box in zip(rows, row_boxes, strict=True):
        yield Label(row_box, row, size, TextColour.ACCENT, align, bold=True)


POSTER_SECONDS = 6.0  # seconds for each version of the poster
MIN_POSTER_SECONDS = 2 * POSTER_SECONDS
SOLVER_TIMEOUT_SECONDS = 60.0  # then a deal without a solution is replaced by another one
MOVE_SECONDS = 1.0  # seconds between moves
SHOW_WIN_SECONDS = 4.0


class AttractScene(ScreenBase):
    """One deal: a poster until there is a solution, then the moves of the solution.

    After that, or if the deal cannot be won, it asks for another deal.
    """

    is_attract = True

    def __init__(self, context: SceneContext, game: Game) -> None:
        self._game = game
        game_kind = parse_game_kind(game.code or "")
        results = context.records.list_results()
        self._results = [result for result in results if result.game_kind == game_kind]
        self._view: TableView | None = None
        self._moves: tuple[Move, ...] | None = None
        self._has_asked = False
        self._start_time = self._next_step_time = 0.0
        self._background_key: tuple[object, ...] = ()
        self._background: tuple[Drawable, ...] = ()
        super().__init__(context)

    def enter(self, now: float) -> None:
        """Show the poster."""
        self._start_time, self._next_step_time = now, now + POSTER_SECONDS

    def set_context(self, context: SceneContext) -> None:
        """Lay out everything again, for another size or other settings."""
        super().set_context(context)
        self._background_key = ()
        if self._view:
            self._view = self._view.with_context(context)

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Keep the solution; it is played after the poster."""
        self._moves = answer.moves
        return []

    def next_deadline(self, now: float) -> float | None:
        """Return the time of the next picture, move, or version of the poster."""
        if not self._has_asked:
            return now
        view_deadline = self._view.next_deadline(now) if self._view else None
        return earliest_deadline(view_deadline, self._next_step_time)

    def advance(self, now: float) -> list[Effect]:
        """Ask for a solution, change the poster, or play a move."""
        if not self._has_asked:
            self._has_asked = True
            return [Think(self._game, 0)]
        if self._view:
            self._view.tick(now)
        if now < self._next_step_time:
            return []
        return self._advance_poster(now) if self._view is None else self._play_move(self._view, now)

    def build_frame(self, now: float) -> Frame:
        """Return the poster, or the table with a banner instead of the toolbar."""
        context, view, rules = self._context, self._view, self._game.rules
        text_index = int((now - self._start_time) / POSTER_SECONDS + 0.001)
        has_four_colours, texts = draw_table.uses_four_colours(context, rules), self._list_texts()
        if view is None:
            offset_index = int(self._start_time) + text_index
            key: tuple[object, ...] = (context.size, text_index, texts)
            if key != self._background_key:
                self._background_key = key
                self._background = tuple(
                    build_poster(context, rules, texts, self._results, text_index, offset_index)
                )
            return Frame(context.size, self._background, (), has_four_colours)
        moving_cards = frozenset(glide.card for glide in view.glides)
        departed_count = 0 if view.win_animation is None else view.win_animation.count_departed(now)
        key = (view.card_layout, self._game, moving_cards, departed_count, text_index, texts)
        if key != self._background_key:
            self._background_key = key
            cards = build_static_cards(view, self._game, moving_cards, now)
            text = texts[text_index % 3]
            banner = build_banner(context, view.layout.toolbar, text, text_index)
            self._background = (*cards, *banner)
        return Frame(
            context.size, self._background, tuple(build_moving_cards(view, now)), has_four_colours
        )

    def _list_texts(self) -> tuple[str, str, str]:
        translator, rules = self._context.translator, self._game.rules
        game_texts = [translator.translate(rules.variant.name)]
        game_texts += [format_cells(translator, rules)] if rules.cells else []
        invitation = self._message or translator.translate("Touch or press to play")
        return PROGRAM_NAME, SEPARATOR.join(game_texts), invitation

    def _advance_poster(self, now: float) -> list[Effect]:
        self._next_step_time = now + POSTER_SECONDS
        if now < self._start_time + MIN_POSTER_SECONDS - 0.001:
            return []
        if self._moves:
            self._view = TableView(self._context, self._game)
            self._next_step_time = now + MOVE_SECONDS
            return []
        is_over = self._moves is not None or now >= self._start_time + SOLVER_TIMEOUT_SECONDS
        return [StartAttract()] if is_over else []

    def _play_move(self, view: TableView, now: float) -> list[Effect]:
        if view.is_busy:
            self._next_step_time = now
            return []
        if not self._moves:
            return [StartAttract()]
        move, *remaining_moves = self._moves
        previous_game, self._game = self._game, self._game.play(move)
        self._moves = tuple(remaining_moves)
        view.show_game(previous_game, self._game, now)
        self._next_step_time = now + MOVE_SECONDS
        if not remaining_moves:
            view.start_win_animation(self._game, now)
            self._next_step_time = now + SHOW_WIN_SECONDS
        return []
