"""Statistics of one game, with bar charts, high scores and the last games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.codes import decode
from engine.rulebook import make_page_title
from kiosk.effects import OpenScene
from kiosk.frame import Align, Box, Drawable, Label, Rectangle, TextColour, TextMeasurer
from kiosk.scenes.game_over import format_moves
from kiosk.scenes.high_scores import MAX_LINE_SPACING, build_high_score_pages, list_results
from kiosk.scenes.play_clock import format_clock
from kiosk.stats import (
    MOVE_BIN_WIDTHS,
    TIME_BIN_SECONDS,
    DealOutcome,
    DealResult,
    GameStats,
    Histogram,
    build_histogram,
    compute_stats,
)
from kiosk.ui.menu_layout import make_row_labels
from kiosk.ui.pager import (
    PageFrame,
    PageKey,
    PageLink,
    Pager,
    PagerPage,
    make_page_frame,
    make_text_page,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import split_rows

MIN_BAR_WIDTH_EMS = 1.6  # smallest width of a bar with its gap
MAX_BARS = 12
LABEL_SCALE = 0.85


def build_bar_chart(
    measurer: TextMeasurer,
    values: Sequence[float],
    bin_widths: Sequence[int],
    format_value: Callable[[int], str],
    box: Box,
    px: int,
) -> Iterator[Drawable]:
    """Yield a histogram of the values; nothing without values.

    A bar has the first of `bin_widths` that fits; `format_value` formats the start of a bar.
    """
    max_bars = min(MAX_BARS, int(box.w / (px * MIN_BAR_WIDTH_EMS)))
    histogram = build_histogram(values, bin_widths, max_bars)
    if histogram is None:
        return
    label_px = max(10, round(px * LABEL_SCALE))
    line_height = round(label_px * 1.35)
    baseline = box.bottom - line_height
    yield Rectangle(Box(box.x, baseline, box.w, 1), TextColour.QUIET)
    max_bar_height = baseline - box.y - line_height
    bar_width = min(box.w // len(histogram.counts), px * 4)
    left = box.x + (box.w - bar_width * len(histogram.counts)) // 2
    max_count = max(histogram.counts)
    for i, count in enumerate(histogram.counts):
        if count:
            bar_height = max(2, max_bar_height * count // max_count)
            x, top = left + i * bar_width, baseline - bar_height
            bar = Box(x + bar_width // 10, top, bar_width - bar_width // 5, bar_height)
            yield Rectangle(bar, TextColour.ACCENT)
            above = Box(x, top - line_height, bar_width, line_height)
            yield Label(above, str(count), label_px, TextColour.TEXT, Align.CENTRE)
    below = Box(left, baseline + 1, bar_width, line_height)
    yield from _build_scale(measurer, histogram, format_value, below, label_px)


def _build_scale(
    measurer: TextMeasurer,
    histogram: Histogram,
    format_value: Callable[[int], str],
    first_box: Box,
    px: int,
) -> Iterator[Label]:
    """Yield the starts of the bars, at their left edges, as many as there is room for."""
    bar_count, bar_width = len(histogram.counts), first_box.w
    texts = [format_value(histogram.start + i * histogram.bin_width) for i in range(bar_count)]
    widest = max(measurer.measure_width(text, px) for text in texts)
    bars_per_label = -(-(widest + px // 2) // bar_width)
    for i in range(0, bar_count - bars_per_label + 1, bars_per_label):
        box = first_box._replace(x=first_box.x + i * bar_width, w=bars_per_label * bar_width)
        yield Label(box, texts[i], px, TextColour.QUIET)


MAX_LAST_GAMES = 20
STATISTICS_WIDTH_EMS = 22  # largest width of a line, so that the name is not far from the value
PART_SEPARATOR = "  ·  "


def make_statistics_pager(context: SceneContext, game_kind: str = "") -> Pager:
    """Create the statistics of a kind of game (`BK1-C4`), else of the game in play."""
    results = list_results(context, game_kind)
    return Pager(context, partial(_build_pages, results=results), has_contents=False)


def format_game_kind(context: SceneContext, result: DealResult) -> str:
    """Return the name, cells and house rules of the game of a result."""
    return context.translator.translate_message(make_page_title(decode(result.code).rules))


def _build_pages(context: SceneContext, results: Sequence[DealResult]) -> list[PagerPage]:
    page_frame = make_page_frame(context)
    if not results:
        text = context.translator.translate("No game was played yet.")
        label = Label(page_frame.text_area, text, page_frame.px, align=Align.CENTRE)
        heading = context.translator.translate("Records")
        return [make_text_page(context, page_frame, PageKey("figures"), heading, [label])]
    stats = compute_stats(results)
    return [
        _build_statistics_page(context, page_frame, results, stats),
        *_build_histogram_pages(context, page_frame, results),
        *build_high_score_pages(context, results),
        *_build_last_games_pages(context, page_frame, results[: -MAX_LAST_GAMES - 1 : -1]),
    ]


def _build_statistics_page(
    context: SceneContext, page_frame: PageFrame, results: Sequence[DealResult], stats: GameStats
) -> PagerPage:
    lines = list(_list_statistics(context, stats))
    width = min(page_frame.text_area.w, page_frame.px * STATISTICS_WIDTH_EMS)
    max_line_height = page_frame.text_area.h // len(lines)
    line_height = min(page_frame.line_height * MAX_LINE_SPACING, max_line_height)
    text_box = page_frame.text_area._replace(x=(context.size[0] - width) // 2, w=width)
    rows = split_rows(text_box, len(lines), line_height)
    drawables: list[Drawable] = []
    for (name, value), row in zip(lines, rows, strict=True):
        drawables += make_row_labels(context.measurer, name, value, row, page_frame.px)
    heading = format_game_kind(context, results[-1])
    return make_text_page(context, page_frame, PageKey("figures"), heading, drawables)


def _list_statistics(context: SceneContext, stats: GameStats) -> Iterator[tuple[str, str]]:
    translate = context.translator.translate
    yield translate("Played"), str(stats.played)
    rate = "" if stats.win_rate is None else f"{PART_SEPARATOR}{round(stats.win_rate * 100)} %"
    yield translate("Won"), f"{stats.won}{rate}"
    if stats.helped_wins:
        yield translate("Won with help"), str(stats.helped_wins)
    yield translate("Lost"), str(stats.lost)
    yield translate("Wins in a row"), str(stats.streak)
    yield translate("Most in a row"), str(stats.longest_streak)
    if stats.best_seconds is not None and stats.mean_seconds is not None:
        yield translate("Best time"), format_clock(int(stats.best_seconds))
        yield translate("Average time"), format_clock(int(stats.mean_seconds))
    if stats.best_moves is not None and stats.mean_moves is not None:
        yield translate("Fewest moves"), str(stats.best_moves)
        yield translate("Average moves"), str(round(stats.mean_moves))


def _build_histogram_pages(
    context: SceneContext, page_frame: PageFrame, results: Sequence[DealResult]
) -> Iterator[PagerPage]:
    wins = [r for r in results if r.outcome is DealOutcome.WON and not r.is_helped]
    if not wins:
        return
    translate, measurer, px = context.translator.translate, context.measurer, page_frame.px
    width = min(page_frame.text_area.w, page_frame.text_area.h * 2)
    box = page_frame.text_area._replace(x=(context.size[0] - width) // 2, w=width)
    seconds, counts = [r.seconds for r in wins], [r.moves for r in wins]
    times = build_bar_chart(measurer, seconds, TIME_BIN_SECONDS, format_clock, box, px)
    moves = build_bar_chart(measurer, counts, MOVE_BIN_WIDTHS, str, box, px)
    for name, heading, chart in (
        ("times", translate("Times of the wins"), times),
        ("moves", translate("Moves of the wins"), moves),
    ):
        yield make_text_page(context, page_frame, PageKey(name), heading, chart)


def _build_last_games_pages(
    context: SceneContext, page_frame: PageFrame, results: Sequence[DealResult]
) -> Iterator[PagerPage]:
    gap = max(2, page_frame.px // 5)
    row_height = page_frame.buttons[0].h
    rows_per_page = max(1, (page_frame.text_area.h + gap) // (row_height + gap))
    count = -(-len(results) // rows_per_page)
    for number in range(count):
        heading = f"{context.translator.translate('Last games')} {number + 1}/{count}"
        labels, links = [], []
        visible_results = results[number * rows_per_page :][:rows_per_page]
        boxes = split_rows(page_frame.text_area, len(visible_results), row_height, gap)
        for result, box in zip(visible_results, boxes, strict=True):
            text = _format_result(context, result, page_frame.px, box.w - row_height * 2)
            if result.has_recording:
                deal_id = str(result.deal_id)
                replay = OpenScene("replay", deal_id)
                links.append(PageLink(f"deal {deal_id}", text, box, replay, "play"))
            else:
                inner = box._replace(x=box.x + row_height, w=box.w - row_height)
                labels.append(Label(inner, text, page_frame.px, TextColour.QUIET))
        key = PageKey("last", number)
        yield make_text_page(context, page_frame, key, heading, labels, tuple(links))


def _format_result(context: SceneContext, result: DealResult, px: int, width: int) -> str:
    translator = context.translator
    outcome_texts = {
        DealOutcome.LOST: translator.translate("lost"),
        DealOutcome.OPEN: translator.translate("under way"),
    }
    time = outcome_texts.get(result.outcome) or format_clock(int(result.seconds))
    moves = format_moves(translator, result.moves)
    is_helped_win = result.is_helped and result.outcome is DealOutcome.WON
    help_text = translator.translate("with help") if is_helped_win else ""
    forms = (
        (result.code, time, moves, help_text, result.initials, result.day),
        (result.code, time, moves, help_text),
        (result.code, time, help_text),
        (result.code, time),
    )
    texts = [PART_SEPARATOR.join(part for part in parts if part) for parts in forms]
    fitting = (t for t in texts if context.measurer.measure_width(t, px, bold=True) <= width)
    return next(fitting, " ".join(forms[-1]))
