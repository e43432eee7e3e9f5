"""A page with a heading, a few lines and some buttons: the shape that most screens share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Button, Drawable, Frame, Panel
from kiosk.gestures import GestureKind, GestureRecognizer
from kiosk.layout import text_size
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from kiosk.ui.menu_layout import (
    MORE_ITEM,
    MenuContent,
    MenuLayout,
    fit_items,
    layout_list,
    layout_menu,
    make_row_labels,
)
from kiosk.ui.scene import NamedBoxes, SceneArguments, SceneContext

VALUE_STEPS = {Action.LEFT: -1, Action.RIGHT: 1}
FOCUS_STEPS = {Action.PREVIOUS: -1, Action.NEXT: 1}
PAGE_STEPS = {Action.PAGE_UP: -1, Action.PAGE_DOWN: 1}
"""Actions as steps through the values of a setting, the buttons, and the sheets."""


IGNORE_INPUT_SECONDS = 0.4
"""Seconds in which a page that came by itself takes no input: that was meant for the table."""


class Menu:
    """A page on the screen: draws it, moves the focus, and answers with the chosen effects.

    `page` is asked anew whenever something was chosen, so that it shows what is true now.
    """

    def __init__(
        self,
        context: SceneContext,
        build_content: Callable[[SceneContext], MenuContent],
        *,
        back_effects: Sequence[Effect] = (GoBack(),),
        ignore_input_seconds: float = 0.0,
        get_arguments: Callable[[], SceneArguments] = SceneArguments,
        on_focus_change: Callable[[str], None] | None = None,
    ) -> None:
        """Make the page.

        Args:
            context: What it may know of the machine.
            build_content: Says what stands on it.
            back_effects: What the back button brings about.
            ignore_input_seconds: Seconds after it was shown in which it takes no input.
            get_arguments: What screens opened from here are to know.
            on_focus_change: Is told the name of the button in focus; the page is made anew then.
        """
        self._context, self._build_content, self._back_effects = (
            context,
            build_content,
            list(back_effects),
        )
        self._get_arguments, self._on_focus_change = get_arguments, on_focus_change
        self._ignore_input_seconds, self._ignore_input_until = ignore_input_seconds, 0.0
        self._messages: tuple[str, ...] = ()
        self._page_number = 0
        self._pressed_index: int | None = None
        self._focus_index = 0
        self._last_frame = Frame(context.size, ())
        self._gestures = GestureRecognizer(context.size)
        self._rebuild()

    def enter(self, now: float) -> None:
        """Shown on top: made anew, for what has changed below."""
        self._ignore_input_until = now + self._ignore_input_seconds
        self._rebuild()

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures = GestureRecognizer(self._context.size)
        self._pressed_index = None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Put these lines above the page's own."""
        self._messages = messages
        self._rebuild()

    def get_child_arguments(self, now: float) -> SceneArguments:
        """What a scene that is opened from this page is to know."""
        return self._get_arguments()

    def set_context(self, context: SceneContext) -> None:
        """Settings have changed: the page is made anew, its focus stays where it is."""
        self._context = context._replace(size=self._context.size)
        self._rebuild()

    def advance(self, now: float) -> list[Effect]:
        """Nothing on a page happens by itself."""
        return []

    def next_deadline(self, now: float) -> float | None:
        """A page sleeps until somebody touches it."""
        return None

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Move the focus, or choose."""
        if isinstance(event, ResizeEvent):
            self._context = self._context._replace(size=(event.width, event.height))
            self._gestures = GestureRecognizer(self._context.size)
            self._rebuild()
            return []
        if now < self._ignore_input_until:
            return []
        return (
            self._on_pointer(event) if isinstance(event, PointerEvent) else self._on_button(event)
        )

    def build_frame(self, now: float) -> Frame:
        """The page; the same frame object until something changes."""
        if self._labelled_device != self._context.bindings.active_device:
            self._rebuild()
        frame = Frame(self._context.size, tuple(self._build_drawables()))
        if frame != self._last_frame:
            self._last_frame = frame
        return self._last_frame

    def get_enabled_actions(self) -> frozenset[Action]:
        """The actions that have a button on this page, and turning its sheets."""
        names = {choice.name for choice in self._layout.items}
        return frozenset(action for action in Action if action.value in names) | {Action.MENU}

    def collect_boxes(self, now: float) -> NamedBoxes:
        """The buttons by name."""
        names = [choice.name for choice in self._layout.items]
        buttons = dict(zip(names, self._layout.button_boxes, strict=True))
        return {"piles": {}, "cards": {}, "buttons": buttons}

    def _rebuild(self) -> None:
        self._labelled_device = self._context.bindings.active_device
        content = self._build_content(self._context)
        self._content = content._replace(lines=(*self._messages, *content.lines))
        build_layout = content.build_layout or (layout_list if content.is_list else layout_menu)
        self._layout: MenuLayout = build_layout(self._context, self._content, self._page_number)
        if (
            build_layout is layout_menu
        ):  # where buttons stand side by side, a long text may have to give way
            layout, px = self._layout, text_size(self._context.size)
            fitted_items, px = fit_items(
                self._context.measurer, layout.items, layout.button_boxes, px
            )
            self._layout = layout._replace(items=fitted_items, button_px=px)
        self._focus_index = min(self._focus_index, len(self._layout.items) - 1)

    def _on_pointer(self, event: PointerEvent) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            boxes = self._layout.button_boxes
            x, y = gesture.start_x, gesture.start_y
            hit = next((i for i, box in enumerate(boxes) if box.contains(x, y)), None)
            self._pressed_index = hit if gesture.kind is GestureKind.PRESS else None
            if gesture.kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP) and hit is not None:
                self._focus_index = hit
                effects += self._activate_item(1)
        return effects

    def _on_button(self, event: ButtonEvent) -> list[Effect]:
        action = event.action
        if not event.is_pressed:
            return []
        if action is Action.CONFIRM:
            return self._activate_item(1)
        item = self._layout.items[self._focus_index]
        if action in VALUE_STEPS and (item.change_value or item.previous_effects):
            return self._activate_item(VALUE_STEPS[action])
        if action in DIRECTION_VECTORS:
            boxes = dict(enumerate(self._layout.button_boxes))
            self._focus_index = find_neighbour(boxes, self._focus_index, action)
            self._notify_focus()
        elif action in FOCUS_STEPS:
            self._focus_index = (self._focus_index + FOCUS_STEPS[action]) % len(self._layout.items)
            self._notify_focus()
        elif action in PAGE_STEPS:
            self._turn_page(PAGE_STEPS[action])
        else:
            return self._activate_action(action)
        return []

    def _activate_action(self, action: Action) -> list[Effect]:
        """Choose the button of that name; where there is none, only going back and leaving do.

        Where nothing is undone, Undo goes back: a machine with four buttons has no other for it.
        """
        names = [choice.name for choice in self._layout.items]
        if action.value in names:
            self._focus_index = names.index(action.value)
            return self._activate_item(1)
        if action in (Action.BACK, Action.MENU, Action.UNDO):
            return list(self._back_effects)
        return [ExitProgram()] if action is Action.QUIT else []

    def _notify_focus(self) -> None:
        """What the page says may depend on the button in focus."""
        if self._on_focus_change is not None:
            self._on_focus_change(self._layout.items[self._focus_index].name)
            self._rebuild()

    def _activate_item(self, step: int) -> list[Effect]:
        item = self._layout.items[self._focus_index]
        if item.name == MORE_ITEM.name:
            self._turn_page(step)
        elif item.change_value is not None:
            item.change_value(step)
            self._rebuild()
        elif item.select is not None:
            self._focus_index = 0 if item.select() else self._focus_index
            self._notify_focus()
        if item.on_activate is not None:
            item.on_activate()
            self._rebuild()
        effects = item.previous_effects if step < 0 and item.previous_effects else item.effects
        if any(isinstance(effect, ChangeSettings) for effect in effects):
            self._labelled_device = ""  # what is shown may be another after it
        return list(effects)

    def _turn_page(self, step: int) -> None:
        """To another sheet; a focus on the button to it stays there, however many stand above."""
        on_more = self._layout.items[self._focus_index].name == MORE_ITEM.name
        self._page_number = (self._layout.page_number + step) % self._layout.page_count
        self._rebuild()
        if on_more:
            names = [choice.name for choice in self._layout.items]
            self._focus_index = names.index(MORE_ITEM.name)

    def _build_drawables(self) -> list[Drawable]:
        layout = self._layout
        px = layout.button_px or text_size(self._context.size)
        records: list[Drawable] = (
            [Panel(layout.panel, layout.panel_kind)] if layout.panel_kind else []
        )
        records += layout.labels
        for i, (item, box) in enumerate(zip(layout.items, layout.button_boxes, strict=True)):
            text, icon = item.text, "" if item.icon is None else item.icon or item.name
            if item.name == MORE_ITEM.name:
                text = f"{text} {layout.page_number + 1}/{layout.page_count}"
            if item.value is not None:
                text = icon = ""
            focused, pressed = i == self._focus_index, i == self._pressed_index
            first = item.is_selected or (i == 0 and not self._content.is_list)
            records.append(Button(box, icon, text, px, True, focused, pressed, first))
            if item.value is not None:
                records += make_row_labels(self._context.measurer, item.text, item.value, box, px)
        return [*records, *layout.overlays]
