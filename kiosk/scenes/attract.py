"""Attract mode and poster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.position import Move
from engine.variants import Rules
from kiosk.effects import Effect, SolverAnswer, StartAttract, Think
from kiosk.events import InputEvent, ResizeEvent
from kiosk.frame import Align, Box, Drawable, Frame, Label, Panel, PanelKind, TextColour
from kiosk.layout import text_size
from kiosk.layout.toolbar import Toolbar
from kiosk.scenes.new_game import format_cells
from kiosk.scenes.new_game_layout import make_miniature
from kiosk.scenes.play_clock import format_clock
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import build_moving_cards, build_static_cards
from kiosk.scenes.table.view import TableView
from kiosk.stats import UNSIGNED_INITIALS, DealResult, RankBy, parse_game_kind, rank_wins
from kiosk.timers import earliest_deadline
from kiosk.ui.help_line import SEPARATOR
from kiosk.ui.scene import NamedBoxes, Scene, SceneArguments, SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, fit_line, fit_lines

PROGRAM_NAME = "Bakehouse"
PROGRAM_NAME_PARTS = ("Bake", "house")
"""The name, and how it stands where there is room for half of it only."""
POSTER_SCORE_COUNT = 5
"""So many of the high scores are shown."""
POSTER_OFFSETS = ((0, 0), (1, 1), (-1, 0), (1, -1), (0, 1), (-1, -1), (0, -1), (-1, 1), (1, 0))
"""How far each turn stands from the middle, as parts of the free edge."""


def build_poster(
    context: SceneContext,
    rules: Rules,
    texts: tuple[str, str, str],
    results: Sequence[DealResult],
    text_index: int,
    offset_index: int,
) -> Iterator[Drawable]:
    """One turn of the bill.

    Args:
        context: What may be known of the machine.
        rules: The game.
        texts: The program's name, the game's, and what calls for players.
        results: What is known of this game.
        text_index: Counts from 0; every other one shows the high scores, if there are any.
        offset_index: Counts the places where it can stand.
    """
    px, measure = text_size(context.size), context.measurer
    edge = max(4, min(context.size) // 24)
    across, down = (edge * part // 2 for part in POSTER_OFFSETS[offset_index % len(POSTER_OFFSETS)])
    width, height = context.size
    area = Box(edge + across, edge + down, width - 2 * edge, height - 2 * edge)
    name, game, invitation = texts
    name_height = min(px * 4, max(px * 2, area.h // 6))
    large, middle, small = _split_area(
        area, name_height, round(px * 2.4), upside_down=bool(text_index % 2)
    )
    yield fit_line(measure, name, large, name_height * 4 // 5, TextColour.ACCENT, bold=True)
    yield from fit_lines(measure, [invitation], small, round(px * 1.8), TextColour.TEXT)
    caption = middle._replace(h=round(px * 1.8))
    yield fit_line(measure, game, caption, round(px * 1.4), TextColour.TEXT, bold=True)
    content_area = middle._replace(y=caption.bottom, h=middle.h - caption.h).expand(-px // 3)
    best = rank_wins(results, RankBy(context.config.records.rank), helped=False)[
        :POSTER_SCORE_COUNT
    ]
    if text_index % 2 and best:
        yield from _build_best_scores(context, best, content_area)
    else:
        yield make_miniature(context, rules, content_area)


def _split_area(
    area: Box, name_height: int, invitation_height: int, *, upside_down: bool
) -> tuple[Box, Box, Box]:
    """Three boxes one below the other: so high, what is left, and so low."""
    large, small = area._replace(h=name_height), area._replace(h=invitation_height)
    middle = area._replace(h=area.h - name_height - invitation_height)
    if upside_down:
        middle = middle._replace(y=small.bottom)
        return large._replace(y=middle.bottom), middle, small
    middle = middle._replace(y=large.bottom)
    return large, middle, small._replace(y=middle.bottom)


def _build_best_scores(
    context: SceneContext, best: Sequence[DealResult], area: Box
) -> Iterator[Drawable]:
    """The best wins, as large as there is room: place, initials, and what they are ranked by."""
    measure = context.measurer
    px = min(text_size(context.size) * 2, area.h * 4 // (5 * (len(best) + 1) + 1))
    line_height = px * 5 // 4
    width = min(area.w, px * 13)
    left, top = (
        area.x + (area.w - width) // 2,
        area.y + (area.h - line_height * (len(best) + 1)) // 2,
    )
    row = Box(left, top, width, line_height)
    yield fit_line(measure, context.translator.translate("High scores"), row, px, TextColour.QUIET)
    by_time = RankBy(context.config.records.rank) is RankBy.TIME
    for rank, result in enumerate(best, 1):
        row = row._replace(y=row.bottom)
        first_colour = TextColour.ACCENT if rank == 1 else TextColour.TEXT
        yield Label(row._replace(w=px * 2), str(rank), px, TextColour.QUIET, Align.CENTRE)
        initials = row._replace(x=row.x + px * 2, w=px * 4)
        yield Label(
            initials, result.initials or UNSIGNED_INITIALS, px, first_colour, Align.LEFT, bold=True
        )
        value = (
            format_clock(int(result.seconds)) if by_time else _format_moves(context, result.moves)
        )
        right = row._replace(x=initials.right, w=row.right - initials.right)
        label = fit_line(measure, value, right, px, first_colour)
        yield label._replace(align=Align.RIGHT)


def _format_moves(context: SceneContext, count: int) -> str:
    return context.translator.translate_plural("{count} move", "{count} moves", count, count=count)


def build_banner(
    context: SceneContext, toolbar: Toolbar, text: str, text_index: int
) -> Iterator[Drawable]:
    """A text where the table's controls would be, each turn at another place there."""
    box, px = toolbar.box, text_size(context.size)
    yield Panel(box, PanelKind.BAR)
    is_upright = box.h > box.w
    text_width = box.w - px // 2
    rows = [text]
    if is_upright:
        rows = (
            text.replace(PROGRAM_NAME, " ".join(PROGRAM_NAME_PARTS)).replace(SEPARATOR, " ").split()
        )
    size = round(px * 1.4)
    while (
        size > MIN_TEXT_PX
        and max(context.measurer.measure_width(row, size, bold=True) for row in rows) > text_width
    ):
        size -= 1
    line_height = size * 5 // 4
    position_index = (text_index + text_index // 3) % 3
    top = (
        box.y
        + (box.h - line_height * len(rows)) * (1 + 2 * position_index if is_upright else 3) // 6
    )
    align = Align.CENTRE if is_upright else (Align.CENTRE, Align.LEFT, Align.RIGHT)[position_index]
    for number, row in enumerate(rows):
        row_box = Box(box.x + px // 4, top + number * line_height, text_width, line_height)
        yield Label(row_box, row, size, TextColour.ACCENT, align, bold=True)


POSTER_SECONDS = 6.0
"""Seconds after which something else is to be read."""
MIN_POSTER_SECONDS = 2 * POSTER_SECONDS
"""Seconds for which the bill is up at least."""
SOLVER_TIMEOUT_SECONDS = 60.0
"""Seconds for which the solver may think; then comes another deal."""
MOVE_SECONDS = 1.0
"""Seconds from move to move."""
SHOW_WIN_SECONDS = 4.0
"""Seconds for which the end of a game is seen."""


class AttractScene(Scene):
    """One deal of one game: a bill while the solver thinks, then the deal being played.

    With its end, or where it cannot be played, the next one is due.
    """

    is_attract = True

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """The deal is that of the occasion's game, and so are the records that are shown."""
        assert arguments.game is not None, "there must be a deal to be played"
        self._context, self._game = context, arguments.game
        game_kind = parse_game_kind(self._game.code or "")
        self._results = tuple(
            result for result in arguments.results if result.game_kind == game_kind
        )
        self._view: TableView | None = None
        self._moves: tuple[Move, ...] | None = None
        self._has_asked = False
        self._start_time = self._next_step_time = 0.0
        self._message = ""
        self._background_key: tuple[object, ...] = ()
        self._background: tuple[Drawable, ...] = ()

    def enter(self, now: float) -> None:
        """Shown: the bill is up."""
        self._start_time, self._next_step_time = now, now + POSTER_SECONDS

    def leave(self, now: float) -> None:
        """Somebody is there: nothing of it remains."""

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines in place of what calls for players."""
        self._message = " ".join(messages)

    def get_child_arguments(self, now: float) -> SceneArguments:
        """Nothing of this is anybody's game."""
        return SceneArguments()

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Nothing is to be touched."""
        return {"piles": {}, "cards": {}, "buttons": {}}

    def set_context(self, context: SceneContext) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._context, self._background_key = context, ()
        if self._view:
            self._view = self._view.with_context(context)

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Take a new size; whatever a person does is not for this screen."""
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
        return []

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Take the way to win; it is played when the bill has been read."""
        self._moves = answer.moves
        return []

    def next_deadline(self, now: float) -> float | None:
        """At once while cards move or nobody was asked yet, else with the next move or turn."""
        if not self._has_asked:
            return now
        return earliest_deadline(
            self._view.next_deadline(now) if self._view else None, self._next_step_time
        )

    def advance(self, now: float) -> list[Effect]:
        """Ask for a way to win, turn the bill, play a move."""
        if not self._has_asked:
            self._has_asked = True
            return [Think(self._game, 0)]
        if self._view:
            self._view.tick(now)
        if now < self._next_step_time:
            return []
        return self._advance_poster(now) if self._view is None else self._play_move(self._view, now)

    def build_frame(self, now: float) -> Frame:
        """The bill, or the table with a banner where its controls would be."""
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
            static_cards = build_static_cards(view, self._game, moving_cards, now)
            self._background = (
                *static_cards,
                *build_banner(context, view.layout.toolbar, texts[text_index % 3], text_index),
            )
        return Frame(
            context.size, self._background, tuple(build_moving_cards(view, now)), has_four_colours
        )

    def _list_texts(self) -> tuple[str, str, str]:
        """The program's name, the game's, and what calls for players."""
        translator, rules = self._context.translator, self._game.rules
        game_texts = [translator.translate(rules.variant.name)]
        game_texts += [format_cells(translator, rules)] if rules.cells else []
        return (
            PROGRAM_NAME,
            SEPARATOR.join(game_texts),
            self._message or translator.translate("Touch or press to play"),
        )

    def _advance_poster(self, now: float) -> list[Effect]:
        """The next turn of the bill or, when it has been read, the deal or another one."""
        self._next_step_time = now + POSTER_SECONDS
        if now < self._start_time + MIN_POSTER_SECONDS - 0.001:
            return []
        if self._moves:
            self._view, self._next_step_time = (
                TableView(self._context, self._game),
                now + MOVE_SECONDS,
            )
            return []
        is_over = self._moves is not None or now >= self._start_time + SOLVER_TIMEOUT_SECONDS
        return [StartAttract()] if is_over else []

    def _play_move(self, view: TableView, now: float) -> list[Effect]:
        """The next move; after the last one the cards leave in triumph, and another deal comes."""
        if view.is_busy:
            self._next_step_time = now
            return []
        if not self._moves:
            return [StartAttract()]
        move, *remaining_moves = self._moves
        previous_game, self._game, self._moves = (
            self._game,
            self._game.play(move),
            tuple(remaining_moves),
        )
        view.show_game(previous_game, self._game, now)
        self._next_step_time = now + MOVE_SECONDS
        if not remaining_moves:
            view.start_win_animation(self._game, now)
            self._next_step_time = now + SHOW_WIN_SECONDS
        return []
