"""Display test: the outermost pixels, then single colours, then greys."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Align, Box, ColourFill, Drawable, Label, TextColour
from kiosk.layout import text_size
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase
from kiosk.ui.text_fit import choose_fitting_text, split_rows

Colour = tuple[int, int, int]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
TEST_COLOURS: tuple[Colour, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255), WHITE, BLACK)
TEXT_BACKGROUND = (90, 90, 90)
GREY_STEPS = 16
PICTURE_COUNT = 1 + len(TEST_COLOURS) + 1
PREVIOUS_ACTIONS = (Action.PREVIOUS, Action.LEFT, Action.UP, Action.PAGE_UP)
EXIT_ACTIONS = (Action.BACK, Action.MENU, Action.UNDO)


class DisplayTestScene(ScreenBase):
    """Test pictures; every tap and button shows the next one, and after the last one goes back."""

    idle_timeout_seconds = 120.0

    def __init__(self, context: SceneContext) -> None:
        self._picture_index = 0
        super().__init__(context)

    def _layout_buttons(self) -> dict[str, Box]:
        return {Action.NEXT.value: Box(0, 0, *self._context.size)}

    def _activate(self, name: str, now: float) -> list[Effect]:
        return self._change_picture(1)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.action in EXIT_ACTIONS:
            return [GoBack()]
        if event.action is Action.QUIT:
            return [ExitProgram()]
        return self._change_picture(-1 if event.action in PREVIOUS_ACTIONS else 1)

    def _change_picture(self, step: int) -> list[Effect]:
        self._picture_index = max(0, self._picture_index + step)
        if self._picture_index < PICTURE_COUNT:
            return []
        self._picture_index = 0
        return [GoBack()]

    def _build_background(self, now: float) -> Iterator[Drawable]:
        whole = Box(0, 0, *self._context.size)
        if self._picture_index == 0:
            yield from self._build_edges(whole)
        elif self._picture_index <= len(TEST_COLOURS):
            yield ColourFill(whole, TEST_COLOURS[self._picture_index - 1])
        else:
            yield from _build_greys(whole)

    def _build_edges(self, whole: Box) -> Iterator[Drawable]:
        """Yield a frame one pixel wide and squares in the corners: every pixel must be visible."""
        yield ColourFill(whole, WHITE)
        yield ColourFill(whole.expand(-1), BLACK)
        side = min(whole.w, whole.h) // 8
        for x in (2, whole.w - 2 - side):
            for y in (2, whole.h - 2 - side):
                yield ColourFill(Box(x, y, side, side), WHITE)
                yield ColourFill(Box(x, y, side, side).expand(-1), BLACK)
        translate, px = self._context.translator.translate, text_size(self._context.size)
        lines = (
            translate("A white line runs around all."),
            translate("Tap or press for the next picture."),
        )
        step, width = round(px * 1.5), whole.w - 8
        boxes = split_rows(Box(4, whole.h // 2 - step, width, step), len(lines), step)
        for line, box in zip(lines, boxes, strict=True):
            # A theme may have black text, which needs another background.
            yield ColourFill(box, TEXT_BACKGROUND)
            _, size = choose_fitting_text(self._context.measurer, [line], width, px)
            yield Label(box, line, size, TextColour.TEXT, Align.CENTRE)


def _build_greys(whole: Box) -> Iterator[Drawable]:
    half = whole.h // 2
    for i in range(GREY_STEPS):
        left, right = whole.w * i // GREY_STEPS, whole.w * (i + 1) // GREY_STEPS
        level = 255 * i // (GREY_STEPS - 1)
        yield ColourFill(Box(left, 0, right - left, half), (level,) * 3)
        yield ColourFill(Box(left, half, right - left, whole.h - half), (255 - level,) * 3)
