"""The slim line of controls: its buttons, and the figures between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import Game
from kiosk.actions import Action
from kiosk.frame import Align, Box, Button, Icon, Ink, Label, Measure, Panel, PanelKind, Record
from kiosk.i18n import Words
from kiosk.scenes.clock import clock_text
from kiosk.scenes.glass import Glass

LABELS = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.HINT: "Hint",
    Action.NEW: "New",
    Action.MENU: "Menu",
    Action.FINISH: "Finish",
}
"""The words on the table's buttons."""
SMALLEST = 0.7
"""To this part of its size a figure shrinks, before a shorter form of it is taken."""


def controls(glass: Glass, game: Game, seconds: int) -> Iterable[Record]:
    """The line's buttons and figures, some of which give way to Finish where it is offered."""
    bar, px = glass.table.bar, glass.table.text
    words, measure = glass.stage.words, glass.stage.measure
    yield Panel(bar.box, PanelKind.BAR)
    possible = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.HINT: game.state != "won",
    }
    for action, place in glass.buttons().items():
        yield Button(
            place,
            action.value,
            words.say(LABELS[action]),
            px,
            enabled=possible.get(action, True),
            pressed=action is glass.pressed,
            first=action is Action.FINISH or (action is Action.HINT and glass.offer > 0),
        )
    figures = _rail if len(bar.figures) > 2 else _foot
    power = glass.stage.power()
    first, *others = bar.figures
    if power.battery:
        icon, first = _divided(first)
        yield Icon(icon, power.battery, Ink.WARNING if power.low else Ink.QUIET)
    for place, forms in zip((first, *others), figures(game, seconds, words), strict=True):
        box = _beside(place, bar.finish) if glass.can_finish else place
        if box.w >= px * (2 if place is first else 3):
            text, size = fitting(forms, box.w, measure, px)
            yield Label(box, text, size, Ink.QUIET, Align.CENTRE)


def _divided(figure: Box) -> tuple[Box, Box]:
    """Room for an icon at the left end of a line of figures, and what is left of the line."""
    side = figure.h
    return figure._replace(w=side), figure._replace(x=figure.x + side, w=figure.w - side)


def _beside(figure: Box, button: Box) -> Box:
    """What the button at its right end leaves of a line of figures."""
    return figure._replace(w=button.x - figure.x) if figure.meets(button) else figure


def fitting(forms: Sequence[str], width: int, measure: Measure, px: int) -> tuple[str, int]:
    """The first form of a figure that fits, smaller where it must be, and its size in pixels."""
    least = max(9, int(px * SMALLEST))
    for text in forms:
        for size in range(px, least - 1, -1):
            if measure.width(text, size) <= width:
                return text, size
    return forms[-1], least


def _rail(game: Game, seconds: int, words: Words) -> list[list[str]]:
    """The forms of every line of a rail: time, moves, score, and the code in two parts."""
    head, _, tail = (game.code or "").rpartition("-")
    return [
        [clock_text(seconds)],
        [_moves(game, words), str(game.played)],
        [""] if game.score is None else [_score(game.score, words), str(game.score)],
        [head],
        [tail],
    ]


def _foot(game: Game, seconds: int, words: Words) -> list[list[str]]:
    """The forms of both lines of a foot: time, moves and score; the code."""
    long, short = [clock_text(seconds), _moves(game, words)], [clock_text(seconds)]
    short.append(str(game.played))
    if game.score is not None:
        long.append(_score(game.score, words))
        short.append(str(game.score))
    return [["  ·  ".join(long), " · ".join(long), " · ".join(short)], [game.code or ""]]


def _moves(game: Game, words: Words) -> str:
    return words.plural("{count} move", "{count} moves", game.played, count=game.played)


def _score(score: int, words: Words) -> str:
    return words.plural("{count} point", "{count} points", score, count=score)
