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
WINNABILITY_COLOURS = {
    Winnability.WINNABLE: TextColour.ACCENT,
    Winnability.LOST: TextColour.WARNING,
    Winnability.UNKNOWN: TextColour.QUIET,
}
"""The icons also differ by shape."""


def build_toolbar(view: TableView, game: Game, seconds: int) -> Iterable[Drawable]:
    """Yield the buttons and the status lines, some of which give way to Finish."""
    toolbar, px = view.layout.toolbar, view.layout.text_px
    translator, measurer = view.context.translator, view.context.measurer
    yield Panel(toolbar.box, PanelKind.BAR)
    is_possible = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.HINT: game.state != "won",
    }
    boxes = view.get_button_boxes()
    size = fit_common_size(
        measurer, [(translator.translate(BUTTON_LABELS[a]), box) for a, box in boxes.items()], px
    )
    for action, button_box in boxes.items():
        yield Button(
            button_box,
            action.value,
            translator.translate(BUTTON_LABELS[action]),
            size,
            enabled=is_possible.get(action, True),
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
        icon, first = _split_icon(first)
        yield Icon(
            icon,
            power.battery_icon,
            TextColour.WARNING if power.is_battery_low else TextColour.QUIET,
        )
    texts_by_line = format_status(game, seconds, view.context.translator)
    for line_box, texts in zip((first, *others), texts_by_line, strict=True):
        box = _clip_at_button(line_box, toolbar.finish_button) if view.can_finish else line_box
        if box.w < px * (2 if line_box is first else 3):
            continue
        shift = round(px * 1.3) if view.winnability and line_box is winnability_line else 0
        if shift:  # beside the sign a figure is shorter rather than smaller than the others
            texts = [
                form for form in texts if measurer.measure_width(form, px) <= box.w - shift
            ] or texts
        text, size = choose_fitting_text(measurer, texts, box.w - shift, px)
        if view.winnability and shift:
            width = measurer.measure_width(text, size) + shift if text else px
            yield _make_winnability_icon(
                view.winnability, box._replace(x=box.x + (box.w - width) // 2), px
            )
            box = box._replace(x=box.x + shift, w=box.w - shift)
        yield Label(box, text, size, TextColour.QUIET, Align.CENTRE)


def _split_icon(line_box: Box) -> tuple[Box, Box]:
    side = line_box.h
    return line_box._replace(w=side), line_box._replace(x=line_box.x + side, w=line_box.w - side)


def _make_winnability_icon(winnability: Winnability, line_box: Box, px: int) -> Icon:
    side = min(line_box.h, px)
    top = line_box.y + (line_box.h - side) // 2
    return Icon(
        Box(line_box.x, top, side, side), winnability.value, WINNABILITY_COLOURS[winnability]
    )


def _clip_at_button(line_box: Box, button: Box) -> Box:
    return line_box._replace(w=button.x - line_box.x) if line_box.overlaps(button) else line_box


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
