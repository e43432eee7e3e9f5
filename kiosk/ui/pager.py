"""Reader of several pages with links, as used by the rules and the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.animation import DURATION_FACTORS, GLIDE_SECONDS, Glide
from kiosk.effects import Effect, ExitProgram, GoBack, OpenScene
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Align, Box, Button, Card, Drawable, Label, Panel, PanelKind, TextColour
from kiosk.gestures import Gesture, GestureKind
from kiosk.layout import min_touch_size, text_size
from kiosk.ui import focus
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase
from kiosk.ui.text_fit import fit_common_size, fit_lines, fit_size, split_columns


class PageLink(NamedTuple):
    """A button on a page that leads to another page, by its number, or to a scene."""

    name: str
    text: str
    box: Box
    target: int | OpenScene
    icon: str = ""
    px: int = 0  # text size in pixels; 0 for that of plain text


PagerButtons = tuple[Box, Box, Box]  # boxes of the buttons Back, Previous and Next


class PageKey(NamedTuple):
    """Content of a page, to find it again after a resize."""

    chapter: str
    block_index: int = 0


class PagerPage(NamedTuple):
    """One page; cards in `placed_cards` (pile and card) glide from page to page."""

    key: PageKey
    drawables: tuple[Drawable, ...]
    buttons: PagerButtons
    links: tuple[PageLink, ...] = ()
    placed_cards: tuple[tuple[int, Card], ...] = ()
    has_four_colours: bool = True


class PageFrame(NamedTuple):
    """Division of the screen for a page of text."""

    text_area: Box
    px: int
    line_height: int
    heading_area: Box
    buttons: PagerButtons


MAX_LINE_EMS = 36  # longer lines of text are hard to read


def make_page_frame(context: SceneContext) -> PageFrame:
    """Divide the screen into heading, text and buttons."""
    width, height = context.size
    px = text_size(context.size)
    margin, gap = max(4, min(context.size) // 40), max(2, px // 4)
    min_touch = min_touch_size(context.size, context.config.display.density)
    button_height = max(min_touch, round(px * 2.2))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    bottom = inner._replace(y=inner.bottom - button_height, h=button_height)
    heading_area = inner._replace(h=round(px * 1.9))
    text_w = min(inner.w, px * MAX_LINE_EMS)
    text_h = bottom.y - gap - heading_area.bottom
    text_area = Box((width - text_w) // 2, heading_area.bottom, text_w, text_h)
    back, previous, following = split_columns(bottom, 3, gap)
    return PageFrame(text_area, px, round(px * 1.3), heading_area, (back, previous, following))


def make_text_page(
    context: SceneContext,
    page_frame: PageFrame,
    key: PageKey,
    heading: str,
    drawables: Iterable[Drawable] = (),
    links: tuple[PageLink, ...] = (),
) -> PagerPage:
    """Return a page with a heading on a panel."""
    area, min_px = page_frame.heading_area, page_frame.px
    px = fit_size(
        context.measurer, [heading], area.w, round(min_px * 1.4), bold=True, min_px=min_px
    )
    label = Label(area, heading, px, TextColour.ACCENT, Align.CENTRE, bold=True)
    panel = Panel(Box(0, 0, *context.size), PanelKind.DIALOG)
    return PagerPage(key, (panel, label, *drawables), page_frame.buttons, links)


BACK_BUTTON, PREVIOUS_BUTTON, NEXT_BUTTON = (
    a.value for a in (Action.BACK, Action.PAGE_UP, Action.PAGE_DOWN)
)
BUTTON_ICONS = {BACK_BUTTON: "back", PREVIOUS_BUTTON: "previous", NEXT_BUTTON: "next"}
BUTTON_LABELS: dict[str, Msgid] = {
    BACK_BUTTON: "Back",
    PREVIOUS_BUTTON: "Previous",
    NEXT_BUTTON: "Next",
}
PAGE_STEPS = {Action.PAGE_DOWN: 1, Action.PAGE_UP: -1, Action.DOWN: 1, Action.UP: -1}
"""Steps from page to page; on a page with links the arrow keys move the focus instead."""
FOCUS_STEPS = {**focus.FOCUS_STEPS, Action.RIGHT: 1, Action.LEFT: -1}
SWIPE_WIDTH_DIVISOR = 6  # a swipe across this fraction of the width turns the page


class Pager(ScreenBase):
    """A reader with one page open."""

    def __init__(
        self,
        context: SceneContext,
        build_pages: Callable[[SceneContext], Sequence[PagerPage]],
        *,
        has_contents: bool,
    ) -> None:
        """Open the first page.

        With `has_contents` it has links to the others, and Back leads to it before it leads out.
        """
        self._build_pages, self._has_contents = build_pages, has_contents
        self._page_index = 0
        self._page_key: PageKey | None = None
        self._glides: tuple[Glide, ...] = ()
        super().__init__(context)
        self._focus = self._get_first_focus()

    def leave(self, now: float) -> None:
        """End the animation."""
        super().leave(now)
        self._glides = ()

    def next_deadline(self, now: float) -> float | None:
        """Return `now` while cards glide."""
        return now if self._glides else None

    def advance(self, now: float) -> list[Effect]:
        """End the animation when its time is over."""
        if self._glides and now >= self._glides[0].end_time:
            self._glides = ()
        return []

    def set_context(self, context: SceneContext) -> None:
        """Build all pages anew, and open the one with the same content."""
        self._pages = self._build_pages(context)
        self._pressed_name, self._glides = "", ()
        if self._page_key is not None:
            chapter, block_index = self._page_key
            self._page_index = max(
                number
                for number, page in enumerate(self._pages)
                if page.key.chapter == chapter and page.key.block_index <= block_index
            )
        super().set_context(context)

    @property
    def _page(self) -> PagerPage:
        return self._pages[self._page_index]

    def _layout_buttons(self) -> dict[str, Box]:
        page_buttons = zip(BUTTON_ICONS, self._page.buttons, strict=True)
        return {**{link.name: link.box for link in self._page.links}, **dict(page_buttons)}

    def _is_enabled(self, name: str) -> bool:
        if name == PREVIOUS_BUTTON:
            return self._page_index > 0
        return name != NEXT_BUTTON or self._page_index < len(self._pages) - 1

    def _get_focus_stops(self) -> dict[str, Box]:
        return {name: box for name, box in self._button_boxes.items() if self._is_enabled(name)}

    def _get_first_focus(self) -> str:
        if self._page.links:
            return self._page.links[0].name
        return NEXT_BUTTON if self._is_enabled(NEXT_BUTTON) else BACK_BUTTON

    def _on_gesture(self, gesture: Gesture, hit: str, now: float) -> list[Effect]:
        if gesture.kind is GestureKind.DROP:
            across, down = gesture.x - gesture.start_x, gesture.y - gesture.start_y
            if abs(across) > max(abs(down), self._context.size[0] // SWIPE_WIDTH_DIVISOR):
                self._turn_page(-1 if across > 0 else 1, now)
        return super()._on_gesture(gesture, hit, now)

    def _on_tap(self, name: str, now: float) -> list[Effect]:
        self._messages, self._focus = (), name
        return self._activate(name, now)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        self._messages = ()
        action, stops = event.action, self._get_focus_stops()
        if action is Action.CONFIRM:
            return self._activate(self._focus, now)
        if action in (Action.BACK, Action.UNDO):
            return self._activate(BACK_BUTTON, now)
        if action in (Action.MENU, Action.RULES):
            return [GoBack()]
        if action is Action.QUIT:
            return [ExitProgram()]
        if action in focus.DIRECTION_VECTORS and self._page.links:
            self._focus = focus.find_neighbour(stops, self._focus, action)
        elif action in PAGE_STEPS:
            self._turn_page(PAGE_STEPS[action], now)
        elif action in FOCUS_STEPS:
            self._focus = focus.step_focus(stops, self._focus, FOCUS_STEPS[action])
        return []

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name == BACK_BUTTON:
            return self._go_back(now)
        if name in (PREVIOUS_BUTTON, NEXT_BUTTON):
            self._turn_page(1 if name == NEXT_BUTTON else -1, now)
            return []
        link = next(link for link in self._page.links if link.name == name)
        if isinstance(link.target, OpenScene):
            return [link.target]
        self._open_page(link.target, now)
        self._focus = self._get_first_focus()
        return []

    def _go_back(self, now: float) -> list[Effect]:
        if not self._has_contents or self._page_index == 0:
            return [GoBack()]
        last_read = self._page_index
        self._open_page(0, now)
        visited_links = [
            link.name for link in self._page.links if link.target in range(last_read + 1)
        ]
        self._focus = visited_links[-1] if visited_links else self._get_first_focus()
        return []

    def _turn_page(self, step: int, now: float) -> None:
        if 0 <= self._page_index + step < len(self._pages):
            self._open_page(self._page_index + step, now)

    def _open_page(self, page_index: int, now: float) -> None:
        previous_cards = {placed.card: (pile, placed) for pile, placed in self._page.placed_cards}
        self._page_index = page_index
        self._page_key = self._page.key
        self._button_boxes = self._layout_buttons()
        duration_factor = DURATION_FACTORS[self._context.config.display.motion]
        end_time = now + GLIDE_SECONDS * duration_factor
        glides = []
        for pile, placed in self._page.placed_cards:
            old_pile, old = previous_cards.get(placed.card, (pile, placed))
            if duration_factor and old_pile != pile:
                glides.append(Glide(placed.card, old.box[:2], placed.box[:2], now, end_time))
        self._glides = tuple(glides)
        if self._focus not in self._get_focus_stops():
            self._focus = self._get_first_focus()

    def _has_four_colours(self) -> bool:
        return self._page.has_four_colours

    def _build_background(self, now: float) -> Iterator[Drawable]:
        page, context = self._page, self._context
        moving_cards = {glide.card for glide in self._glides}
        for drawable in page.drawables:
            if not (isinstance(drawable, Card) and drawable.card in moving_cards):
                yield drawable
        links = {link.name: link for link in page.links}
        text_px = text_size(context.size)
        labels = [
            (self._get_label(name), box)
            for name, box in zip(BUTTON_ICONS, page.buttons, strict=True)
        ]
        button_px = fit_common_size(context.measurer, labels, text_px)
        for name, box in self._button_boxes.items():
            link = links.get(name)
            yield Button(
                box.expand(-max(1, text_px // 9)) if link else box,
                link.icon if link else BUTTON_ICONS[name],
                link.text if link else self._get_label(name),
                (link.px or text_px) if link else button_px,
                enabled=self._is_enabled(name),
                focused=name == self._focus,
                pressed=name == self._pressed_name,
            )
        if self._message:
            page_frame = make_page_frame(context)
            area, px = page_frame.heading_area, page_frame.px
            yield Panel(area, PanelKind.NOTE)
            yield from fit_lines(context.measurer, [self._message], area, px, TextColour.WARNING)

    def _build_foreground(self, now: float) -> Iterator[Drawable]:
        cards = {placed.card: placed for _, placed in self._page.placed_cards}
        for glide in self._glides:
            x, y = glide.position_at(now)
            card = cards[glide.card]
            yield card._replace(box=card.box._replace(x=x, y=y))

    def _get_label(self, name: str) -> str:
        translate = self._context.translator.translate
        if name == BACK_BUTTON and self._has_contents and self._page_index:
            return translate("Contents")
        return translate(BUTTON_LABELS[name])
