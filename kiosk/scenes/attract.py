"""Attract mode and poster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.position import Move
from engine.variants import Rules
from kiosk.effects import Advice, Attract, Effect, Think
from kiosk.events import Message, Resized
from kiosk.frame import Align, Box, Frame, Ink, Label, Panel, PanelKind, Record
from kiosk.layout import text_size
from kiosk.layout.toolbar import Bar
from kiosk.scenes.new_game import cells_text
from kiosk.scenes.new_game_layout import miniature
from kiosk.scenes.play_clock import clock_text
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.draw_table import flying, resting
from kiosk.scenes.table.view import Glass
from kiosk.stats import NOBODY, Rank, Result, kind_of, ranked
from kiosk.timers import soonest
from kiosk.ui.help_line import SEPARATOR
from kiosk.ui.scene import Boxes, Occasion, Stage
from kiosk.ui.text_fit import LEAST, line, lines

NAME = "Bakehouse"
HALVES = ("Bake", "house")
"""The name, and how it stands where there is room for half of it only."""
BEST = 5
"""So many of the high scores are shown."""
WAY = ((0, 0), (1, 1), (-1, 0), (1, -1), (0, 1), (-1, -1), (0, -1), (-1, 1), (1, 0))
"""How far each turn stands from the middle, as parts of the free edge."""


def bill(
    stage: Stage,
    rules: Rules,
    told: tuple[str, str, str],
    results: Sequence[Result],
    turn: int,
    place: int,
) -> Iterator[Record]:
    """One turn of the bill.

    Args:
        stage: What may be known of the machine.
        rules: The game.
        told: The program's name, the game's, and what calls for players.
        results: What is known of this game.
        turn: Counts from 0; every other one shows the high scores, if there are any.
        place: Counts the places where it can stand.
    """
    px, measure = text_size(stage.size), stage.measure
    edge = max(4, min(stage.size) // 24)
    across, down = (edge * part // 2 for part in WAY[place % len(WAY)])
    width, height = stage.size
    area = Box(edge + across, edge + down, width - 2 * edge, height - 2 * edge)
    name, game, call = told
    tall = min(px * 4, max(px * 2, area.h // 6))
    large, middle, small = _parted(area, tall, round(px * 2.4), upside_down=bool(turn % 2))
    yield line(measure, name, large, tall * 4 // 5, Ink.ACCENT, bold=True)
    yield from lines(measure, [call], small, round(px * 1.8), Ink.TEXT)
    caption = middle._replace(h=round(px * 1.8))
    yield line(measure, game, caption, round(px * 1.4), Ink.TEXT, bold=True)
    shown = middle._replace(y=caption.bottom, h=middle.h - caption.h).grown(-px // 3)
    best = ranked(results, Rank(stage.config.records.rank), helped=False)[:BEST]
    if turn % 2 and best:
        yield from _best(stage, best, shown)
    else:
        yield miniature(stage, rules, shown)


def _parted(area: Box, tall: int, low: int, *, upside_down: bool) -> tuple[Box, Box, Box]:
    """Three boxes one below the other: so high, what is left, and so low."""
    large, small = area._replace(h=tall), area._replace(h=low)
    middle = area._replace(h=area.h - tall - low)
    if upside_down:
        middle = middle._replace(y=small.bottom)
        return large._replace(y=middle.bottom), middle, small
    middle = middle._replace(y=large.bottom)
    return large, middle, small._replace(y=middle.bottom)


def _best(stage: Stage, best: Sequence[Result], area: Box) -> Iterator[Record]:
    """The best wins, as large as there is room: place, initials, and what they are ranked by."""
    measure = stage.measure
    px = min(text_size(stage.size) * 2, area.h * 4 // (5 * (len(best) + 1) + 1))
    step = px * 5 // 4
    wide = min(area.w, px * 13)
    left, top = area.x + (area.w - wide) // 2, area.y + (area.h - step * (len(best) + 1)) // 2
    row = Box(left, top, wide, step)
    yield line(measure, stage.words.say("High scores"), row, px, Ink.QUIET)
    by_time = Rank(stage.config.records.rank) is Rank.TIME
    for place, result in enumerate(best, 1):
        row = row._replace(y=row.bottom)
        first = Ink.ACCENT if place == 1 else Ink.TEXT
        yield Label(row._replace(w=px * 2), str(place), px, Ink.QUIET, Align.CENTRE)
        initials = row._replace(x=row.x + px * 2, w=px * 4)
        yield Label(initials, result.initials or NOBODY, px, first, Align.LEFT, bold=True)
        merit = clock_text(int(result.seconds)) if by_time else _moves(stage, result.moves)
        right = row._replace(x=initials.right, w=row.right - initials.right)
        label = line(measure, merit, right, px, first)
        yield label._replace(align=Align.RIGHT)


def _moves(stage: Stage, count: int) -> str:
    return stage.words.plural("{count} move", "{count} moves", count, count=count)


def banner(stage: Stage, bar: Bar, text: str, turn: int) -> Iterator[Record]:
    """A text where the table's controls would be, each turn at another place there."""
    box, px = bar.box, text_size(stage.size)
    yield Panel(box, PanelKind.BAR)
    upright = box.h > box.w
    room = box.w - px // 2
    rows = [text]
    if upright:
        rows = text.replace(NAME, " ".join(HALVES)).replace(SEPARATOR, " ").split()
    size = round(px * 1.4)
    while size > LEAST and max(stage.measure.width(row, size, bold=True) for row in rows) > room:
        size -= 1
    step = size * 5 // 4
    part = (turn + turn // 3) % 3
    top = box.y + (box.h - step * len(rows)) * (1 + 2 * part if upright else 3) // 6
    align = Align.CENTRE if upright else (Align.CENTRE, Align.LEFT, Align.RIGHT)[part]
    for number, row in enumerate(rows):
        place = Box(box.x + px // 4, top + number * step, room, step)
        yield Label(place, row, size, Ink.ACCENT, align, bold=True)


TURN = 6.0
"""Seconds after which something else is to be read."""
READ = 2 * TURN
"""Seconds for which the bill is up at least."""
PATIENCE = 60.0
"""Seconds for which the solver may think; then comes another deal."""
PACE = 1.0
"""Seconds from move to move."""
SEEN = 4.0
"""Seconds for which the end of a game is seen."""


class Attraction:
    """One deal of one game: a bill while the solver thinks, then the deal being played.

    With its end, or where it cannot be played, the next one is due.
    """

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """The deal is that of the occasion's game, and so are the records that are shown."""
        assert occasion.game is not None, "there must be a deal to be played"
        self._stage, self._game = stage, occasion.game
        kind = kind_of(self._game.code or "")
        self._results = tuple(result for result in occasion.results if result.kind == kind)
        self._glass: Glass | None = None
        self._moves: tuple[Move, ...] | None = None
        self._asked = False
        self._begun = self._next = 0.0
        self._notes = ""
        self._key: tuple[object, ...] = ()
        self._still: tuple[Record, ...] = ()

    def enter(self, now: float) -> None:
        """Shown: the bill is up."""
        self._begun, self._next = now, now + TURN

    def leave(self, now: float) -> None:
        """Somebody is there: nothing of it remains."""

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in place of what calls for players."""
        self._notes = " ".join(notes)

    def occasion(self, now: float) -> Occasion:
        """Nothing of this is anybody's game."""
        return Occasion()

    def boxes(self, now: float) -> Boxes:
        """Nothing is to be touched."""
        return {"piles": {}, "cards": {}, "buttons": {}}

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage, self._key = stage, ()
        if self._glass:
            self._glass = self._glass.resized(stage)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take a new size; whatever a person does is not for this screen."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
        return []

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take the way to win; it is played when the bill has been read."""
        self._moves = advice.moves
        return []

    def wake(self, now: float) -> float | None:
        """At once while cards move or nobody was asked yet, else with the next move or turn."""
        if not self._asked:
            return now
        return soonest(self._glass.due(now) if self._glass else None, self._next)

    def advance(self, now: float) -> list[Effect]:
        """Ask for a way to win, turn the bill, play a move."""
        if not self._asked:
            self._asked = True
            return [Think(self._game, 0)]
        if self._glass:
            self._glass.pass_time(now)
        if now < self._next:
            return []
        return self._turn(now) if self._glass is None else self._play(self._glass, now)

    def frame(self, now: float) -> Frame:
        """The bill, or the table with a banner where its controls would be."""
        stage, glass, rules = self._stage, self._glass, self._game.rules
        turn = int((now - self._begun) / TURN + 0.001)
        four, texts = draw_table.four_colours(stage, rules), self._texts()
        if glass is None:
            place = int(self._begun) + turn
            key: tuple[object, ...] = (stage.size, turn, texts)
            if key != self._key:
                self._key = key
                self._still = tuple(bill(stage, rules, texts, self._results, turn, place))
            return Frame(stage.size, self._still, (), four)
        away = frozenset(glide.card for glide in glass.glides)
        gone = 0 if glass.triumph is None else glass.triumph.gone(now)
        key = (glass.laid, self._game, away, gone, turn, texts)
        if key != self._key:
            self._key = key
            still = resting(glass, self._game, away, now)
            self._still = (*still, *banner(stage, glass.table.bar, texts[turn % 3], turn))
        return Frame(stage.size, self._still, tuple(flying(glass, now)), four)

    def _texts(self) -> tuple[str, str, str]:
        """The program's name, the game's, and what calls for players."""
        words, rules = self._stage.words, self._game.rules
        game = [words.say(rules.variant.name)]
        game += [cells_text(words, rules)] if rules.cells else []
        return NAME, SEPARATOR.join(game), self._notes or words.say("Touch or press to play")

    def _turn(self, now: float) -> list[Effect]:
        """The next turn of the bill or, when it has been read, the deal or another one."""
        self._next = now + TURN
        if now < self._begun + READ - 0.001:
            return []
        if self._moves:
            self._glass, self._next = Glass(self._stage, self._game), now + PACE
            return []
        over = self._moves is not None or now >= self._begun + PATIENCE
        return [Attract()] if over else []

    def _play(self, glass: Glass, now: float) -> list[Effect]:
        """The next move; after the last one the cards leave in triumph, and another deal comes."""
        if glass.busy:
            self._next = now
            return []
        if not self._moves:
            return [Attract()]
        move, *rest = self._moves
        before, self._game, self._moves = self._game, self._game.play(move), tuple(rest)
        glass.change(before, self._game, now)
        self._next = now + PACE
        if not rest:
            glass.celebrate(self._game, now)
            self._next = now + SEEN
        return []
