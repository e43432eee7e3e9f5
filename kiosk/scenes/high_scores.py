"""The high scores of one kind of game: ten wins, and ten with help apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiosk.frame import Align, Box, Drawable, Label, TextColour
from kiosk.scenes.play_clock import format_clock
from kiosk.stats import (
    MAX_HIGH_SCORES,
    UNSIGNED_INITIALS,
    DealResult,
    RankBy,
    RankedWin,
    parse_game_kind,
    rank_wins,
)
from kiosk.ui.pager import (
    PageFrame,
    PageKey,
    Pager,
    PagerPage,
    build_page_background,
    make_page_frame,
)
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX

MAX_TABLE_WIDTH_EMS = 24
"""A line is at most so many em wide."""
MIN_DATE_WIDTH_EMS = 21
"""From so many em on the day has room."""
MAX_LINE_SPACING = 2
"""Where there is room, lines stand so many lines apart."""


def make_high_scores_pager(context: SceneContext, arguments: SceneArguments) -> Pager:
    """The high scores of the game on the table, its own place marked."""
    game = arguments.game
    game_kind = parse_game_kind(game.code or "" if game else "")
    results = [result for result in arguments.results if result.game_kind == game_kind]

    def build_pages(context: SceneContext) -> list[PagerPage]:
        pages = list(build_high_score_pages(context, results, arguments.ranked_win))
        if arguments.ranked_win and arguments.ranked_win.is_helped:
            pages.reverse()
        return pages

    return Pager(context, build_pages, arguments, has_contents=False)


def build_high_score_pages(
    context: SceneContext, results: Sequence[DealResult], own_win: RankedWin | None = None
) -> Iterator[PagerPage]:
    """The leaf of the high scores, and that of the wins with help where there are any."""
    page_frame = make_page_frame(context)
    rank_by = RankBy(context.config.records.rank)
    translate = context.translator.translate
    headings = {False: translate("High scores"), True: translate("With help")}
    for helped, heading in headings.items():
        best = rank_wins(results, rank_by, helped=helped)
        if not best and helped:
            continue
        own_rank = own_win.rank if own_win and own_win.is_helped == helped else 0
        drawables: list[Drawable] = [*build_page_background(context, page_frame, heading)]
        if best:
            drawables += _build_score_table(context, page_frame, best, own_rank)
        else:
            text = translate("No game was won yet.")
            drawables.append(Label(page_frame.text_area, text, page_frame.px, align=Align.CENTRE))
        yield PagerPage(
            PageKey("helped" if helped else "scores"), tuple(drawables), page_frame.buttons
        )


def _build_score_table(
    context: SceneContext, page_frame: PageFrame, best: Sequence[DealResult], own_rank: int
) -> Iterator[Label]:
    """What stands where; then place, initials, time, moves, and the day where there is room."""
    px, rank_by = page_frame.px, context.config.records.rank
    row_height = min(
        page_frame.line_height * MAX_LINE_SPACING, page_frame.text_area.h // (MAX_HIGH_SCORES + 1)
    )
    width = min(page_frame.text_area.w, px * MAX_TABLE_WIDTH_EMS)
    has_dates = width >= px * MIN_DATE_WIDTH_EMS and any(result.day for result in best)
    column_shares = (2, 5, 5, 5, 7) if has_dates else (2, 5, 5, 5)
    column_starts = [
        sum(column_shares[:i]) * width // sum(column_shares) for i in range(len(column_shares) + 1)
    ]
    left, top = (context.size[0] - width) // 2, page_frame.text_area.y
    for name, column in (
        (context.translator.translate("Time"), 2),
        (context.translator.translate("Moves"), 3),
    ):
        box = Box(
            left + column_starts[column],
            top,
            column_starts[column + 1] - column_starts[column],
            row_height,
        )
        yield Label(box, name, _fit_text_px(context, name, box, px), TextColour.QUIET, Align.RIGHT)
    for rank, result in enumerate(best, 1):
        texts = (
            (str(rank), TextColour.QUIET, Align.RIGHT, False),
            (result.initials or UNSIGNED_INITIALS, TextColour.TEXT, Align.CENTRE, True),
            (
                format_clock(int(result.seconds)),
                _choose_colour(rank_by == RankBy.TIME),
                Align.RIGHT,
                False,
            ),
            (str(result.moves), _choose_colour(rank_by == RankBy.MOVES), Align.RIGHT, False),
            (result.day, TextColour.QUIET, Align.RIGHT, False),
        )
        y = top + rank * row_height
        for (text, colour, align, bold), x, end in zip(
            texts, column_starts, column_starts[1:], strict=False
        ):
            colour = TextColour.ACCENT if rank == own_rank else colour
            yield Label(Box(left + x, y, end - x, row_height), text, px, colour, align, bold)


def _fit_text_px(context: SceneContext, text: str, box: Box, px: int) -> int:
    """As large as `px`, or less where the text would not fit."""
    return next(
        (n for n in range(px, MIN_TEXT_PX, -1) if context.measurer.measure_width(text, n) <= box.w),
        MIN_TEXT_PX,
    )


def _choose_colour(is_ranked_by: bool) -> TextColour:
    return TextColour.TEXT if is_ranked_by else TextColour.QUIET
