"""Build the toolbar: its buttons and status lines."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.messages import Msgid
from kiosk.events import Action
from kiosk.frame import Align, Box, Button, Drawable, Icon, Label, Panel, PanelKind, TextColour
from kiosk.i18n import Translator
from kiosk.scenes.play_clock import format_clock
from kiosk.scenes.table.view import TableView, Winnability
from kiosk.ui.text_fit import choose_fitting_text, fit_common_size

BUTTON_LABELS: dict[Action, Msgid] = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.HINT: "Hint",
    Action.NEW: "New",
    Action.MENU: "Menu",
    Action.FINISH: "Finish",
}
WINNABILITY_COLOURS = {  # the icons also differ by shape
    Winnability.WINNABLE: TextColour.ACCENT,
    Winnability.LOST: TextColour.WARNING,
    Winnability.UNKNOWN: TextColour.QUIET,
}


def build_toolbar(view: TableView, game: Game, seconds: int) -> Iterable[Drawable]:
    """Yield the buttons and the status lines, some of which give way to Finish."""
    toolbar, px = view.layout.toolbar, view.layout.text_px
    translator, measurer = view.context.translator, view.context.measurer
    yield Panel(toolbar.box, PanelKind.BAR)
    is_enabled = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.HINT: game.state != "won",
    }
    boxes = view.get_button_boxes()
    labels = {action: translator.translate(BUTTON_LABELS[action]) for action in boxes}
    size = fit_common_size(measurer, list(zip(labels.values(), boxes.values(), strict=True)), px)
    for action, label in labels.items():
        yield Button(
            boxes[action],
            action.value,
            label,
            size,
            enabled=is_enabled.get(action, True),
            pressed=action is view.pressed_button,
            primary=action is Action.FINISH
            or (action is Action.HINT and view.offered_moves_back > 0),
        )
    yield from _build_status(view, game, seconds)


def _build_status(view: TableView, game: Game, seconds: int) -> Iterable[Drawable]:
    toolbar, px, measurer = view.layout.toolbar, view.layout.text_px, view.context.measurer
    format_status = _format_rail if len(toolbar.status_lines) > 2 else _format_foot
    first, *others = toolbar.status_lines
    winnability_line = toolbar.status_lines[len(toolbar.status_lines) // 2]
    power = view.context.get_power_status()
    if power.battery_icon:
        side = first.h
        colour = TextColour.WARNING if power.is_battery_low else TextColour.QUIET
        yield Icon(first._replace(w=side), power.battery_icon, colour)
        first = first._replace(x=first.x + side, w=first.w - side)
    texts_by_line = format_status(game, seconds, view.context.translator)
    for line_box, texts in zip((first, *others), texts_by_line, strict=True):
        box, finish_button = line_box, toolbar.finish_button
        if view.can_finish and box.overlaps(finish_button):
            box = box._replace(w=finish_button.x - box.x)
        if box.w < px * (2 if line_box is first else 3):
            continue
        shift = round(px * 1.3) if view.winnability and line_box is winnability_line else 0
        if shift:  # beside the icon a text is shorter rather than smaller than the others
            fitting = [t for t in texts if measurer.measure_width(t, px) <= box.w - shift]
            texts = fitting or texts
        text, size = choose_fitting_text(measurer, texts, box.w - shift, px)
        if view.winnability and shift:
            width = measurer.measure_width(text, size) + shift if text else px
            left, side = box.x + (box.w - width) // 2, min(box.h, px)
            icon_box = Box(left, box.y + (box.h - side) // 2, side, side)
            winnability_colour = WINNABILITY_COLOURS[view.winnability]
            yield Icon(icon_box, view.winnability.value, winnability_colour)
            box = box._replace(x=box.x + shift, w=box.w - shift)
        yield Label(box, text, size, TextColour.QUIET, Align.CENTRE)


def _format_rail(game: Game, seconds: int, translator: Translator) -> list[list[str]]:
    """Return the alternative texts of every line: time, moves, score, and the code in two parts."""
    head, _, tail = (game.code or "").rpartition("-")
    return [
        [format_clock(seconds)],
        [_format_moves(game, translator), str(game.moves_played)],
        [""] if game.score is None else [_format_score(game.score, translator), str(game.score)],
        [head],
        [tail],
    ]


def _format_foot(game: Game, seconds: int, translator: Translator) -> list[list[str]]:
    """Return the alternative texts of both lines: time, moves and score; the code."""
    long, short = [format_clock(seconds), _format_moves(game, translator)], [format_clock(seconds)]
    short.append(str(game.moves_played))
    if game.score is not None:
        long.append(_format_score(game.score, translator))
        short.append(str(game.score))
    texts = ["  ·  ".join(long), " · ".join(long), " · ".join(short), format_clock(seconds)]
    return [texts, [game.code or ""]]


def _format_moves(game: Game, translator: Translator) -> str:
    return translator.translate_plural(
        "{count} move", "{count} moves", game.moves_played, count=game.moves_played
    )


def _format_score(score: int, translator: Translator) -> str:
    return translator.translate_plural("{count} point", "{count} points", score, count=score)
