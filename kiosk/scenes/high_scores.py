"""High scores of one game, on separate pages without and with help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kiosk.frame import Align, Box, Label, TextColour
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
from kiosk.ui.pager import PageFrame, PageKey, Pager, PagerPage, make_page_frame, make_text_page
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import fit_size

MAX_TABLE_WIDTH_EMS = 24
MIN_DATE_WIDTH_EMS = 21  # narrower tables have no column for the day
MAX_LINE_SPACING = 2  # lines are at most this far apart, in line heights


def list_results(context: SceneContext, game_kind: str = "") -> list[DealResult]:
    """Return the results of a kind of game (`BK1-C4`), else of the game in play."""
    if not game_kind:
        game = context.get_game_in_play().game
        game_kind = parse_game_kind(game.code or "" if game else "")
    return [one for one in context.records.list_results() if one.game_kind == game_kind]


def make_high_scores_pager(context: SceneContext) -> Pager:
    """Create the high scores of the game on the table, with its own rank highlighted."""
    results = list_results(context)
    own_win = context.records.get_ranked_win(RankBy(context.config.records.rank))

    def build_pages(context: SceneContext) -> list[PagerPage]:
        pages = list(build_high_score_pages(context, results, own_win))
        if own_win and own_win.is_helped:
            pages.reverse()
        return pages

    return Pager(context, build_pages, has_contents=False)


def build_high_score_pages(
    context: SceneContext, results: Sequence[DealResult], own_win: RankedWin | None = None
) -> Iterator[PagerPage]:
    """Yield the page of the wins without help, and of those with help if there are any."""
    page_frame = make_page_frame(context)
    rank_by = RankBy(context.config.records.rank)
    translate = context.translator.translate
    headings = {False: translate("High scores"), True: translate("With help")}
    for helped, heading in headings.items():
        best = rank_wins(results, rank_by, helped=helped)
        if not best and helped:
            continue
        own_rank = own_win.rank if own_win and own_win.is_helped == helped else 0
        text = translate("No game was won yet.")
        labels = [Label(page_frame.text_area, text, page_frame.px, align=Align.CENTRE)]
        if best:
            labels = [*_build_score_table(context, page_frame, best, own_rank)]
        key = PageKey("helped" if helped else "scores")
        yield make_text_page(context, page_frame, key, heading, labels)


def _build_score_table(
    context: SceneContext, page_frame: PageFrame, best: Sequence[DealResult], own_rank: int
) -> Iterator[Label]:
    px, area, rank_by = page_frame.px, page_frame.text_area, context.config.records.rank
    row_height = min(page_frame.line_height * MAX_LINE_SPACING, area.h // (MAX_HIGH_SCORES + 1))
    width = min(area.w, px * MAX_TABLE_WIDTH_EMS)
    has_dates = width >= px * MIN_DATE_WIDTH_EMS and any(result.day for result in best)
    column_shares = (2, 5, 5, 5, 7) if has_dates else (2, 5, 5, 5)
    left = (context.size[0] - width) // 2
    edges = [
        left + sum(column_shares[:i]) * width // sum(column_shares)
        for i in range(len(column_shares) + 1)
    ]
    columns = [Box(x, area.y, end - x, row_height) for x, end in pairwise(edges)]
    translate, quiet = context.translator.translate, TextColour.QUIET
    for name, box in ((translate("Time"), columns[2]), (translate("Moves"), columns[3])):
        yield Label(box, name, fit_size(context.measurer, [name], box.w, px), quiet, Align.RIGHT)
    time_colour = TextColour.TEXT if rank_by == RankBy.TIME else quiet
    moves_colour = TextColour.TEXT if rank_by == RankBy.MOVES else quiet
    for rank, result in enumerate(best, 1):
        initials = result.initials or UNSIGNED_INITIALS
        texts = (
            (str(rank), quiet, Align.RIGHT, False),
            (initials, TextColour.TEXT, Align.CENTRE, True),
            (format_clock(int(result.seconds)), time_colour, Align.RIGHT, False),
            (str(result.moves), moves_colour, Align.RIGHT, False),
            (result.day, quiet, Align.RIGHT, False),
        )
        for (text, colour, align, bold), column in zip(texts, columns, strict=False):
            box = column._replace(y=column.y + rank * row_height)
            colour = TextColour.ACCENT if rank == own_rank else colour
            yield Label(box, text, px, colour, align, bold)
