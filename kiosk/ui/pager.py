"""Multi-page reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.animation import DURATION_FACTORS, GLIDE_SECONDS, Glide
from kiosk.effects import Effect, ExitProgram, GoBack, OpenScene
from kiosk.events import Action, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Box, Button, Card, Drawable, Frame, Panel, PanelKind, TextColour
from kiosk.gestures import Gesture, GestureKind, GestureRecognizer
from kiosk.layout import min_touch_size, text_size
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from kiosk.ui.scene import NamedBoxes, SceneArguments, SceneContext
from kiosk.ui.text_fit import fit_common_size, fit_lines


class PageLink(NamedTuple):
    """A button on a leaf that leads to another leaf, by its number, or to a scene."""

    name: str
    text: str
    box: Box
    target: int | OpenScene
    icon: str = ""
    px: int = 0
    """The em of its text in pixels; 0 for that of plain text."""


class PagerButtons(NamedTuple):
    """Where the three buttons stand: back, to the previous leaf, to the next one."""

    back: Box
    previous: Box
    next: Box


class PageKey(NamedTuple):
    """What a leaf shows, to find it again when the picture has another size."""

    chapter: str
    block_index: int = 0


class PagerPage(NamedTuple):
    """What is to be seen and touched on one leaf; cards that are `lying` travel between leaves."""

    key: PageKey
    drawables: tuple[Drawable, ...]
    buttons: PagerButtons
    links: tuple[PageLink, ...] = ()
    placed_cards: tuple[tuple[int, Card], ...] = ()
    has_four_colours: bool = True


class PageFrame(NamedTuple):
    """A picture divided for reading: text, its em and the height of a line, heading, buttons."""

    text_area: Box
    px: int
    line_height: int
    heading_area: Box
    buttons: PagerButtons


MAX_LINE_EMS = 36
"""A line of text is at most so many em wide: longer ones are hard to follow."""


def make_page_frame(size: tuple[int, int], density: int | None = None) -> PageFrame:
    """How a leaf of text is divided."""
    width, height = size
    px = text_size(size)
    margin = max(4, min(size) // 40)
    gap = max(2, px // 4)
    button_height = max(min_touch_size(size, density), round(px * 2.2))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    button_width = (inner.w - 2 * gap) // 3
    button_boxes = [
        Box(
            inner.x + i * (button_width + gap),
            inner.bottom - button_height,
            button_width,
            button_height,
        )
        for i in range(3)
    ]
    heading_area = inner._replace(h=round(px * 1.9))
    text_w = min(inner.w, px * MAX_LINE_EMS)
    text_area = Box(
        (width - text_w) // 2,
        heading_area.bottom,
        text_w,
        button_boxes[0].y - gap - heading_area.bottom,
    )
    return PageFrame(text_area, px, round(px * 1.3), heading_area, PagerButtons(*button_boxes))


BACK_BUTTON, PREVIOUS_BUTTON, NEXT_BUTTON = (
    a.value for a in (Action.BACK, Action.PAGE_UP, Action.PAGE_DOWN)
)
"""The names of the three buttons of every leaf."""
BUTTON_ICONS = {BACK_BUTTON: "back", PREVIOUS_BUTTON: "previous", NEXT_BUTTON: "next"}
BUTTON_LABELS: dict[str, Msgid] = {
    BACK_BUTTON: "Back",
    PREVIOUS_BUTTON: "Previous",
    NEXT_BUTTON: "Next",
}
PAGE_STEPS = {Action.PAGE_DOWN: 1, Action.PAGE_UP: -1, Action.DOWN: 1, Action.UP: -1}
"""The actions that turn a leaf; the arrows do so where there are no links to go to."""
FOCUS_STEPS = {Action.NEXT: 1, Action.PREVIOUS: -1, Action.RIGHT: 1, Action.LEFT: -1}
"""The actions that lead from button to button, around; the arrows likewise."""
SWIPE_WIDTH_DIVISOR = 6
"""A finger that crosses one part in so many of the width turns a leaf."""


class Pager:
    """The leaves, the one that is open, and the button that confirm would press."""

    def __init__(
        self,
        context: SceneContext,
        build_pages: Callable[[SceneContext], Sequence[PagerPage]],
        arguments: SceneArguments,
        *,
        has_contents: bool,
    ) -> None:
        """With `contents` the first leaf has links, and back leads to it before it leads out."""
        self._build_pages, self._arguments, self._has_contents = (
            build_pages,
            arguments,
            has_contents,
        )
        self._page_index = 0
        self._page_key: PageKey | None = None
        self._message = ""
        self._pressed_name: str | None = None
        self._glides: tuple[Glide, ...] = ()
        self._background: tuple[Drawable, ...] | None = None
        self.set_context(context)
        self._focus = self._get_first_focus()

    def enter(self, now: float) -> None:
        """Shown on top: open where it was."""

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it, and nothing moves any more."""
        self._gestures = GestureRecognizer(self._context.size)
        self._pressed_name, self._glides, self._background = None, (), None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines in place of the heading until something is done."""
        self._message, self._background = " ".join(messages), None

    def get_child_arguments(self, now: float) -> SceneArguments:
        """What was handed to the book is handed on."""
        return self._arguments

    def collect_boxes(self, now: float) -> NamedBoxes:
        """The buttons and links by name."""
        return {"piles": {}, "cards": {}, "buttons": self._get_button_boxes()}

    def next_deadline(self, now: float) -> float | None:
        """At once while a card is on its way, else after input only."""
        return now if self._glides else None

    def advance(self, now: float) -> list[Effect]:
        """Cards arrive."""
        if self._glides and now >= self._glides[0].end_time:
            self._glides, self._background = (), None
        return []

    def set_context(self, context: SceneContext) -> None:
        """Lay everything out for this stage, and open it at what was open before."""
        self._context = context
        self._gestures = GestureRecognizer(context.size)
        self._pages = self._build_pages(context)
        self._pressed_name, self._glides, self._background = None, (), None
        if self._page_key is not None:
            keys = [leaf.key for leaf in self._pages]
            self._page_index = max(
                number
                for number, key in enumerate(keys)
                if key.chapter == self._page_key.chapter
                and key.block_index <= self._page_key.block_index
            )

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Turn a leaf, follow a link, move the focus, or leave."""
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
            return []
        self._background = None
        if isinstance(event, PointerEvent):
            return self._on_pointer(event, now)
        if not event.is_pressed:
            return []
        self._message = ""
        return self._on_action(event.action, now)

    def build_frame(self, now: float) -> Frame:
        """The open leaf; cards on their way to it lie on top."""
        page, foreground = self._page, []
        if self._background is None:
            self._background = tuple(self._build_background())
        for glide in self._glides:
            placed_card = next(place for _, place in page.placed_cards if place.card == glide.card)
            x, y = glide.position_at(now)
            foreground.append(placed_card._replace(box=placed_card.box._replace(x=x, y=y)))
        return Frame(self._context.size, self._background, tuple(foreground), page.has_four_colours)

    # Where things are

    @property
    def _page(self) -> PagerPage:
        return self._pages[self._page_index]

    def _get_button_boxes(self) -> dict[str, Box]:
        page = self._page
        page_buttons = zip((BACK_BUTTON, PREVIOUS_BUTTON, NEXT_BUTTON), page.buttons, strict=True)
        return {**{link.name: link.box for link in page.links}, **dict(page_buttons)}

    def _is_enabled(self, name: str) -> bool:
        if name == PREVIOUS_BUTTON:
            return self._page_index > 0
        return name != NEXT_BUTTON or self._page_index < len(self._pages) - 1

    def _get_focus_stops(self) -> dict[str, Box]:
        """What the focus can stand on."""
        return {
            name: box for name, box in self._get_button_boxes().items() if self._is_enabled(name)
        }

    def _get_first_focus(self) -> str:
        """What is to be done first on the open leaf."""
        if self._page.links:
            return self._page.links[0].name
        return NEXT_BUTTON if self._is_enabled(NEXT_BUTTON) else BACK_BUTTON

    # What is done

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            buttons, (x, y) = self._get_focus_stops(), (gesture.start_x, gesture.start_y)
            hit = next((name for name, box in buttons.items() if box.contains(x, y)), None)
            self._pressed_name = hit if gesture.kind is GestureKind.PRESS else None
            if gesture.kind is GestureKind.DROP:
                self._on_swipe(gesture, now)
            elif (
                gesture.kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP, GestureKind.HOLD)
                and hit is not None
            ):
                self._message, self._focus = "", hit
                effects += self._activate(hit, now)
        return effects

    def _on_swipe(self, gesture: Gesture, now: float) -> None:
        across, down = gesture.x - gesture.start_x, gesture.y - gesture.start_y
        if abs(across) > max(abs(down), self._context.size[0] // SWIPE_WIDTH_DIVISOR):
            self._turn_page(-1 if across > 0 else 1, now)

    def _on_action(self, action: Action, now: float) -> list[Effect]:
        stops = self._get_focus_stops()
        if action is Action.CONFIRM:
            return self._activate(self._focus, now)
        if action in (Action.BACK, Action.UNDO):
            return self._activate(BACK_BUTTON, now)
        if action in (Action.MENU, Action.RULES):
            return [GoBack()]
        if action is Action.QUIT:
            return [ExitProgram()]
        if action in DIRECTION_VECTORS and self._page.links:
            self._focus = find_neighbour(stops, self._focus, action)
        elif action in PAGE_STEPS:
            self._turn_page(PAGE_STEPS[action], now)
        elif action in FOCUS_STEPS:
            names = list(stops)
            self._focus = names[(names.index(self._focus) + FOCUS_STEPS[action]) % len(names)]
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
        """Open that leaf; cards that lie on another pile there travel to it."""
        previous_cards = {
            placed_card.card: (pile, placed_card) for pile, placed_card in self._page.placed_cards
        }
        self._page_index, self._background = page_index, None
        self._page_key = self._page.key
        duration_factor = DURATION_FACTORS[self._context.config.display.motion]
        self._glides = tuple(
            Glide(
                place.card,
                previous_cards[place.card][1].box[:2],
                place.box[:2],
                now,
                now + GLIDE_SECONDS * duration_factor,
            )
            for pile, place in self._page.placed_cards
            if duration_factor
            and place.card in previous_cards
            and previous_cards[place.card][0] != pile
        )
        if self._focus not in self._get_focus_stops():
            self._focus = self._get_first_focus()

    # What is seen

    def _build_background(self) -> list[Drawable]:
        page = self._page
        moving_cards = {glide.card for glide in self._glides}
        drawables = [
            r for r in page.drawables if not (isinstance(r, Card) and r.card in moving_cards)
        ]
        links = {link.name: link for link in page.links}
        text_px = text_size(self._context.size)
        page_buttons = zip((BACK_BUTTON, PREVIOUS_BUTTON, NEXT_BUTTON), page.buttons, strict=True)
        button_px = fit_common_size(
            self._context.measurer,
            [(self._get_label(name), box) for name, box in page_buttons],
            text_px,
        )
        for name, box in self._get_button_boxes().items():
            visible_box = box if name in BUTTON_ICONS else box.expand(-max(1, text_px // 9))
            link = links.get(name)
            text = link.text if link else self._get_label(name)
            icon = link.icon if link else BUTTON_ICONS[name]
            drawables.append(
                Button(
                    visible_box,
                    icon,
                    text,
                    (link.px or text_px) if link else button_px,
                    enabled=self._is_enabled(name),
                    focused=name == self._focus,
                    pressed=name == self._pressed_name,
                )
            )
        if self._message:
            drawables += self._build_message()
        return drawables

    def _get_label(self, name: str) -> str:
        translate = self._context.translator.translate
        if name == BACK_BUTTON and self._has_contents and self._page_index:
            return translate("Contents")
        return translate(BUTTON_LABELS[name])

    def _build_message(self) -> list[Drawable]:
        page_frame = make_page_frame(self._context.size, self._context.config.display.density)
        labels = fit_lines(
            self._context.measurer,
            [self._message],
            page_frame.heading_area,
            page_frame.px,
            TextColour.WARNING,
        )
        return [Panel(page_frame.heading_area, PanelKind.NOTE), *labels]
