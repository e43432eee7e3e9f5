"""Help lines with the labels of the buttons on the device that was used last."""

from __future__ import annotations

from engine.messages import Msgid
from kiosk.events import Action
from kiosk.ui.scene import SceneContext

ARROW_LABELS: dict[str, Msgid] = {"keyboard": "Arrows", "gamepad": "D-pad"}
"""Labels of the four direction buttons together, by device."""
ENCODER_LABEL: Msgid = "Knob"
HOLD_LABEL: Msgid = "hold {button}"
HOLD_NEXT_ACTIONS = (Action.BACK, Action.MENU)  # of holding Next, if no other button has them
SEPARATOR = " · "
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

PAGE_HELP: tuple[tuple[Action | None, Msgid], ...] = (  # None: the direction buttons
    (None, "choose"),
    (Action.CONFIRM, "confirm"),
    (Action.BACK, "back"),
)
TABLE_HELP: tuple[tuple[Action | None, Msgid], ...] = (
    (None, "move"),
    (Action.CONFIRM, "take, put"),
    (Action.UNDO, "undo"),
    (Action.MENU, "menu"),
)


def build_page_help(context: SceneContext) -> str:
    """Return the help line of menus; "" if the device last used has no buttons."""
    return _build_help(context, PAGE_HELP)


def build_table_help(context: SceneContext) -> str:
    """Return the help line of the table; "" if the device last used has no buttons.

    It has line breaks only after separators.
    """
    separator = SEPARATOR.replace(" ", NO_BREAK_SPACE, 1)
    parts = _build_help(context, TABLE_HELP).split(SEPARATOR)
    return separator.join(part.replace(" ", NO_BREAK_SPACE) for part in parts)


def _build_help(context: SceneContext, help_items: tuple[tuple[Action | None, Msgid], ...]) -> str:
    translate = context.translator.translate
    parts = [(_get_button_label(context, action), meaning) for action, meaning in help_items]
    return SEPARATOR.join(f"{label}: {translate(meaning)}" for label, meaning in parts if label)


def _get_button_label(context: SceneContext, action: Action | None) -> str:
    bindings, translate = context.bindings, context.translator.translate
    next_label = bindings.get_label(Action.NEXT)
    if action is None:
        if bindings.has_arrow_keys():
            return translate(ARROW_LABELS.get(bindings.active_device, "Arrows"))
        return next_label or (translate(ENCODER_LABEL) if bindings.has_encoder() else "")
    label = bindings.get_label(action)
    if not label and action is Action.BACK:
        label = bindings.get_label(Action.UNDO)
    if not label and action in HOLD_NEXT_ACTIONS and next_label:
        return translate(HOLD_LABEL, button=next_label)
    return label
