"""Menu: a page with a heading, lines of text and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, ResizeEvent
from kiosk.frame import Box, Button, Drawable, Frame, Panel
from kiosk.layout import text_size
from kiosk.ui.focus import DIRECTION_VECTORS, FOCUS_STEPS, find_neighbour, step_focus
from kiosk.ui.menu_layout import (
    MORE_ITEM_NAME,
    MenuContent,
    MenuItem,
    MenuLayout,
    fit_items,
    layout_list,
    layout_menu,
    make_row_labels,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase

PAGE_STEPS = {Action.PAGE_UP: -1, Action.PAGE_DOWN: 1}
IGNORE_INPUT_SECONDS = 0.4  # input when a menu opens by itself was meant for the table


class Menu(ScreenBase):
    """A menu. Its content is built anew after every activation, so that it is up to date.

    The focus stays at the same position when the content changes.
    """

    def __init__(
        self,
        context: SceneContext,
        build_content: Callable[[SceneContext], MenuContent],
        *,
        back_effects: Sequence[Effect] = (GoBack(),),
        ignore_input_seconds: float = 0.0,
        on_focus_change: Callable[[str], None] | None = None,
    ) -> None:
        """Create the menu; `on_focus_change` gets the name of the button before a rebuild."""
        self._build_content, self._back_effects = build_content, list(back_effects)
        self._on_focus_change = on_focus_change
        self._ignore_input_seconds, self._ignore_input_until = ignore_input_seconds, 0.0
        self._page_number = self._focus_index = 0
        super().__init__(context)

    def enter(self, now: float) -> None:
        """Build the content anew: the data may have changed."""
        self._ignore_input_until = now + self._ignore_input_seconds
        self._rebuild()

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines above those of the content."""
        super().show_messages(messages, now)
        self._rebuild()

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Handle the event, unless input is ignored."""
        if now < self._ignore_input_until and not isinstance(event, ResizeEvent):
            return []
        return super().handle(event, now)

    def build_frame(self, now: float) -> Frame:
        """Return the picture; the help line depends on the device that was used last."""
        if self._labelled_device != self._context.bindings.active_device:
            self._rebuild()
        return super().build_frame(now)

    def get_enabled_actions(self) -> frozenset[Action]:
        """Return the actions that have a button here."""
        actions = (action for action in Action if action.value in self._button_boxes)
        return frozenset(actions) | {Action.MENU}

    @property
    def _focused_item(self) -> MenuItem:
        return self._layout.items[self._focus_index]

    def _rebuild(self) -> None:
        self._button_boxes = self._layout_buttons()

    def _layout_buttons(self) -> dict[str, Box]:
        context = self._context
        self._labelled_device = context.bindings.active_device
        content = self._build_content(context)
        self._content = content._replace(lines=(*self._messages, *content.lines))
        build_layout = content.build_layout or (layout_list if content.is_list else layout_menu)
        layout: MenuLayout = build_layout(context, self._content, self._page_number)
        if build_layout is layout_menu:  # a long text may not fit into one of two columns
            px = text_size(context.size)
            items, px = fit_items(context.measurer, layout.items, layout.button_boxes, px)
            layout = layout._replace(items=items, button_px=px)
        self._layout = layout
        self._focus_index = min(self._focus_index, len(layout.items) - 1)
        names = [item.name for item in layout.items]
        return dict(zip(names, layout.button_boxes, strict=True))

    def _set_focus(self, name: str) -> None:
        self._focus_index = list(self._button_boxes).index(name)

    def _on_tap(self, name: str, now: float) -> list[Effect]:
        self._set_focus(name)
        return self._activate_item(1)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        action, item = event.action, self._focused_item
        if action is Action.LEFT and item.previous_effects:
            return self._activate_item(-1)
        if action is Action.CONFIRM or (action is Action.RIGHT and item.previous_effects):
            return self._activate_item(1)
        if action in DIRECTION_VECTORS:
            self._set_focus(find_neighbour(self._button_boxes, item.name, action))
            self._notify_focus()
        elif action in FOCUS_STEPS:
            self._set_focus(step_focus(self._button_boxes, item.name, FOCUS_STEPS[action]))
            self._notify_focus()
        elif action in PAGE_STEPS:
            self._turn_page(PAGE_STEPS[action])
        else:
            return self._activate(action.value, now)
        return []

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name in self._button_boxes:
            return self._on_tap(name, now)
        if name in (Action.BACK, Action.MENU, Action.UNDO):
            # A device with four buttons has no other for Back than Undo.
            return list(self._back_effects)
        return [ExitProgram()] if name == Action.QUIT else []

    def _notify_focus(self) -> None:
        if self._on_focus_change is not None:
            self._on_focus_change(self._focused_item.name)
            self._rebuild()

    def _activate_item(self, step: int) -> list[Effect]:
        item = self._focused_item
        if item.name == MORE_ITEM_NAME:
            self._turn_page(step)
        if item.on_activate is not None:
            item.on_activate()
            self._focus_index = 0 if item.resets_focus else self._focus_index
            self._notify_focus()
            self._rebuild()
        effects = item.previous_effects if step < 0 else item.effects
        if any(isinstance(effect, ChangeSettings) for effect in effects):
            self._labelled_device = ""  # rebuild: the settings may change what is shown
        return list(effects)

    def _turn_page(self, step: int) -> None:
        was_on_more = self._focused_item.name == MORE_ITEM_NAME
        self._page_number = (self._layout.page_number + step) % self._layout.page_count
        self._rebuild()
        if was_on_more:  # its position depends on the number of rows above it
            self._set_focus(MORE_ITEM_NAME)

    def _build_background(self, now: float) -> Iterator[Drawable]:
        layout = self._layout
        px = layout.button_px or text_size(self._context.size)
        if layout.panel_kind:
            yield Panel(layout.panel, layout.panel_kind)
        yield from layout.labels
        for i, (item, box) in enumerate(zip(layout.items, layout.button_boxes, strict=True)):
            text, icon = item.text, "" if item.icon is None else item.icon or item.name
            if item.name == MORE_ITEM_NAME:
                text = f"{text} {layout.page_number + 1}/{layout.page_count}"
            if item.value is not None:
                text = icon = ""
            yield Button(
                box,
                icon,
                text,
                px,
                focused=i == self._focus_index,
                pressed=item.name == self._pressed_name,
                primary=item.is_selected or (i == 0 and not self._content.is_list),
            )
            if item.value is not None:
                yield from make_row_labels(self._context.measurer, item.text, item.value, box, px)
        yield from layout.overlays
