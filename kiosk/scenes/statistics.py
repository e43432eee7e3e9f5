"""Statistics and histogram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.codes import decode
from engine.rulebook import make_page_title
from kiosk.effects import OpenScene
from kiosk.frame import Align, Box, Drawable, Label, Rectangle, TextColour, TextMeasurer
from kiosk.scenes.high_scores import MAX_LINE_SPACING, build_high_score_pages
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
    parse_game_kind,
)
from kiosk.ui.menu_layout import make_row_labels
from kiosk.ui.pager import (
    PageFrame,
    PageKey,
    PageLink,
    Pager,
    PagerPage,
    build_page_background,
    make_page_frame,
)
from kiosk.ui.scene import SceneArguments, SceneContext

MIN_BAR_WIDTH_EMS = 1.6
"""A bar with the gap to the next is at least so many em wide."""
MAX_BARS = 12
"""More bars would tell no more."""
LABEL_SCALE = 0.85


def build_bar_chart(
    measure: TextMeasurer,
    values: Sequence[float],
    bin_widths: Sequence[int],
    format_value: Callable[[int], str],
    box: Box,
    px: int,
) -> Iterator[Drawable]:
    """The bars of these values in the box; nothing of no values.

    Args:
        measure: How wide texts will be.
        values: What is to be shown.
        bin_widths: The widths that a bar may stand for.
        format_value: A value in words.
        box: Where.
        px: The em of plain text.
    """
    histogram = build_histogram(
        values, bin_widths, min(MAX_BARS, int(box.w / (px * MIN_BAR_WIDTH_EMS)))
    )
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
            bar = Box(
                left + i * bar_width + bar_width // 10,
                baseline - bar_height,
                bar_width - bar_width // 5,
                bar_height,
            )
            yield Rectangle(bar, TextColour.ACCENT)
            above = Box(left + i * bar_width, bar.y - line_height, bar_width, line_height)
            yield Label(above, str(count), label_px, TextColour.TEXT, Align.CENTRE)
    below = Box(left, baseline + 1, bar_width, line_height)
    yield from _build_scale(measure, histogram, format_value, below, label_px)


def _build_scale(
    measure: TextMeasurer,
    histogram: Histogram,
    format_value: Callable[[int], str],
    first_box: Box,
    px: int,
) -> Iterator[Label]:
    """Where the bars begin, as many of them as have room; each stands at the left of its bar."""
    texts = [
        format_value(histogram.start + i * histogram.bin_width)
        for i in range(len(histogram.counts))
    ]
    widest = max(measure.measure_width(text, px) for text in texts)
    bars_per_label = -(-(widest + px // 2) // first_box.w)
    for i in range(
        0, len(texts) if bars_per_label == 1 else len(texts) - bars_per_label + 1, bars_per_label
    ):
        label_box = first_box._replace(
            x=first_box.x + i * first_box.w, w=bars_per_label * first_box.w
        )
        yield Label(label_box, texts[i], px, TextColour.QUIET)


MAX_LAST_GAMES = 20
"""So many of the last games are listed."""
STATISTICS_WIDTH_EMS = 22
"""A line of figures is at most so many em wide: name and value belong together."""
PART_SEPARATOR = "  ·  "


def make_statistics_pager(context: SceneContext, arguments: SceneArguments) -> Pager:
    """What there is to tell of the kind that the occasion is about, or of the game on the table."""
    game = arguments.game
    game_kind = arguments.subject or parse_game_kind(game.code or "" if game else "")
    results = [result for result in arguments.results if result.game_kind == game_kind]
    return Pager(context, lambda stage: _build_pages(stage, results), arguments, has_contents=False)


def format_game_kind(context: SceneContext, result: DealResult) -> str:
    """The game of a result as it was played: its name, cells and house rules."""
    return context.translator.translate_message(make_page_title(decode(result.code).rules))


def _build_pages(context: SceneContext, results: Sequence[DealResult]) -> list[PagerPage]:
    page_frame = make_page_frame(context)
    if not results:
        text = context.translator.translate("No game was played yet.")
        label = Label(page_frame.text_area, text, page_frame.px, align=Align.CENTRE)
        background = build_page_background(
            context, page_frame, context.translator.translate("Records")
        )
        return [PagerPage(PageKey("figures"), (*background, label), page_frame.buttons)]
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
    background = build_page_background(context, page_frame, format_game_kind(context, results[-1]))
    lines = list(_list_statistics(context, stats))
    width = min(page_frame.text_area.w, page_frame.px * STATISTICS_WIDTH_EMS)
    line_height = min(
        page_frame.line_height * MAX_LINE_SPACING, page_frame.text_area.h // len(lines)
    )
    drawables: list[Drawable] = []
    for i, (name, value) in enumerate(lines):
        row = Box(
            (context.size[0] - width) // 2,
            page_frame.text_area.y + i * line_height,
            width,
            line_height,
        )
        drawables += make_row_labels(context.measurer, name, value, row, page_frame.px)
    return PagerPage(PageKey("figures"), (*background, *drawables), page_frame.buttons)


def _list_statistics(context: SceneContext, stats: GameStats) -> Iterator[tuple[str, str]]:
    """Every figure with its name; what there is nothing to say of is left out."""
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
    """How long wins took, and how many moves; of those without help."""
    wins = [r for r in results if r.outcome is DealOutcome.WON and not r.is_helped]
    if not wins:
        return
    translate, measure = context.translator.translate, context.measurer
    width = min(page_frame.text_area.w, page_frame.text_area.h * 2)
    box = page_frame.text_area._replace(x=(context.size[0] - width) // 2, w=width)
    times = build_bar_chart(
        measure, [r.seconds for r in wins], TIME_BIN_SECONDS, format_clock, box, page_frame.px
    )
    moves = build_bar_chart(
        measure, [r.moves for r in wins], MOVE_BIN_WIDTHS, str, box, page_frame.px
    )
    for name, heading, chart in (
        ("times", translate("Times of the wins"), times),
        ("moves", translate("Moves of the wins"), moves),
    ):
        yield PagerPage(
            PageKey(name),
            (*build_page_background(context, page_frame, heading), *chart),
            page_frame.buttons,
        )


def _build_last_games_pages(
    context: SceneContext, page_frame: PageFrame, results: Sequence[DealResult]
) -> Iterator[PagerPage]:
    """The last games; those that are still there lead to their replay."""
    gap = max(2, page_frame.px // 5)
    row_height = page_frame.buttons.back.h
    rows_per_page = max(1, (page_frame.text_area.h + gap) // (row_height + gap))
    count = -(-len(results) // rows_per_page)
    for number in range(count):
        heading = context.translator.translate("Last games")
        drawables = [*build_page_background(context, page_frame, f"{heading} {number + 1}/{count}")]
        links = []
        for i, result in enumerate(results[number * rows_per_page :][:rows_per_page]):
            box = Box(
                page_frame.text_area.x,
                page_frame.text_area.y + i * (row_height + gap),
                page_frame.text_area.w,
                row_height,
            )
            text = _format_result(context, result, page_frame.px, box.w - row_height * 2)
            if result.has_recording:
                deal_id = str(result.deal_id)
                links.append(
                    PageLink(f"deal {deal_id}", text, box, OpenScene("replay", deal_id), "play")
                )
            else:
                inner = box._replace(x=box.x + row_height, w=box.w - row_height)
                drawables.append(Label(inner, text, page_frame.px, TextColour.QUIET))
        yield PagerPage(PageKey("last", number), tuple(drawables), page_frame.buttons, tuple(links))


def _format_result(context: SceneContext, result: DealResult, px: int, width: int) -> str:
    """A game in one line, with as much about it as there is room for."""
    translator = context.translator
    outcome_texts = {
        DealOutcome.LOST: translator.translate("lost"),
        DealOutcome.OPEN: translator.translate("under way"),
    }
    time = outcome_texts.get(result.outcome) or format_clock(int(result.seconds))
    moves = translator.translate_plural(
        "{count} move", "{count} moves", result.moves, count=result.moves
    )
    help_text = (
        translator.translate("with help")
        if result.is_helped and result.outcome is DealOutcome.WON
        else ""
    )
    forms = (
        (result.code, time, moves, help_text, result.initials, result.day),
        (result.code, time, moves, help_text),
        (result.code, time, help_text),
        (result.code, time),
    )
    texts = [PART_SEPARATOR.join(part for part in parts if part) for parts in forms]
    fitting = (
        text for text in texts if context.measurer.measure_width(text, px, bold=True) <= width
    )
    return next(fitting, " ".join(forms[-1]))
