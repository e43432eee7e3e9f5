"""The slim line of controls: its buttons, and the figures between them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.messages import Msgid
from kiosk.events import Action
from kiosk.frame import Align, Box, Button, Icon, Ink, Label, Panel, PanelKind, Record
from kiosk.i18n import Words
from kiosk.scenes.play_clock import clock_text
from kiosk.scenes.table.solver_memory import Odds
from kiosk.scenes.table.view import Glass
from kiosk.ui.text_fit import alike, first_fitting

LABELS: dict[Action, Msgid] = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.HINT: "Hint",
    Action.NEW: "New",
    Action.MENU: "Menu",
    Action.FINISH: "Finish",
}
"""The words on the table's buttons."""
INKS = {Odds.WINNABLE: Ink.ACCENT, Odds.LOST: Ink.WARNING, Odds.UNKNOWN: Ink.QUIET}
"""The colours of the signs, which are told apart by shape as well."""


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
    places = glass.buttons()
    size = alike(measure, [(words.say(LABELS[a]), box) for a, box in places.items()], px)
    for action, place in places.items():
        yield Button(
            place,
            action.value,
            words.say(LABELS[action]),
            size,
            enabled=possible.get(action, True),
            pressed=action is glass.pressed,
            first=action is Action.FINISH or (action is Action.HINT and glass.offer > 0),
        )
    yield from _written(glass, game, seconds)


def _written(glass: Glass, game: Game, seconds: int) -> Iterable[Record]:
    """The figures, and the signs beside them."""
    bar, px, measure = glass.table.bar, glass.table.text, glass.stage.measure
    figures = _rail if len(bar.figures) > 2 else _foot
    first, *others = bar.figures
    signed = bar.figures[len(bar.figures) // 2]
    power = glass.stage.power()
    if power.battery:
        icon, first = _divided(first)
        yield Icon(icon, power.battery, Ink.WARNING if power.low else Ink.QUIET)
    told = figures(game, seconds, glass.stage.words)
    for place, forms in zip((first, *others), told, strict=True):
        box = _beside(place, bar.finish) if glass.can_finish else place
        if box.w < px * (2 if place is first else 3):
            continue
        shift = round(px * 1.3) if glass.odds and place is signed else 0
        if shift:  # beside the sign a figure is shorter rather than smaller than the others
            forms = [form for form in forms if measure.width(form, px) <= box.w - shift] or forms
        text, size = first_fitting(measure, forms, box.w - shift, px)
        if glass.odds and shift:
            wide = measure.width(text, size) + shift if text else px
            yield _sign(glass.odds, box._replace(x=box.x + (box.w - wide) // 2), px)
            box = box._replace(x=box.x + shift, w=box.w - shift)
        yield Label(box, text, size, Ink.QUIET, Align.CENTRE)


def _divided(figure: Box) -> tuple[Box, Box]:
    """Room for an icon at the left end of a line of figures, and what is left of the line."""
    side = figure.h
    return figure._replace(w=side), figure._replace(x=figure.x + side, w=figure.w - side)


def _sign(odds: Odds, figure: Box, px: int) -> Icon:
    """The sign of the odds at the left end of a figure."""
    side = min(figure.h, px)
    top = figure.y + (figure.h - side) // 2
    return Icon(Box(figure.x, top, side, side), odds.value, INKS[odds])


def _beside(figure: Box, button: Box) -> Box:
    """What the button at its right end leaves of a line of figures."""
    return figure._replace(w=button.x - figure.x) if figure.meets(button) else figure


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
    forms = ["  ·  ".join(long), " · ".join(long), " · ".join(short), clock_text(seconds)]
    return [forms, [game.code or ""]]


def _moves(game: Game, words: Words) -> str:
    return words.plural("{count} move", "{count} moves", game.played, count=game.played)


def _score(score: int, words: Words) -> str:
    return words.plural("{count} point", "{count} points", score, count=score)
