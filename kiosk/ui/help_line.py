"""Help lines that speak of buttons by what stands on those of the device last used."""

from __future__ import annotations

from engine.messages import Msgid
from kiosk.events import Action
from kiosk.ui.scene import SceneContext

ARROW_LABELS: dict[str, Msgid] = {"keyboard": "Arrows", "gamepad": "D-pad"}
"""What the four ways are called together, where there are all of them."""
ENCODER_LABEL: Msgid = "Knob"
"""What a rotary encoder is called."""
HOLD_LABEL: Msgid = "hold {button}"
HOLD_NEXT_ACTIONS = (Action.BACK, Action.MENU)
"""What Next means when it is held, if nothing else does: on the table going back is the menu."""
SEPARATOR = " · "
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

PAGE_HELP: tuple[tuple[Action | None, Msgid], ...] = (
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
"""What is told: a button (None: the four ways) and what it does."""


def build_page_help(context: SceneContext) -> str:
    """The help line of pages with buttons; "" where the device last used has none."""
    return _build_help(context, PAGE_HELP)


def build_table_help(context: SceneContext) -> str:
    """The help line of the table; "" where the device last used has no buttons.

    It is broken only after a separator: a button stays with what it does.
    """
    separator = SEPARATOR.replace(" ", NO_BREAK_SPACE, 1)
    parts = _build_help(context, TABLE_HELP).split(SEPARATOR)
    return separator.join(part.replace(" ", NO_BREAK_SPACE) for part in parts)


def _build_help(context: SceneContext, help_items: tuple[tuple[Action | None, Msgid], ...]) -> str:
    translate = context.translator.translate
    parts = [(_get_button_label(context, action), translate(deed)) for action, deed in help_items]
    return SEPARATOR.join(f"{button}: {deed}" for button, deed in parts if button)


def _get_button_label(context: SceneContext, action: Action | None) -> str:
    """What to press: for the ways all four, or Next; for Back without a button Next, held."""
    bindings, translate = context.bindings, context.translator.translate
    if action is None:
        if bindings.has_arrow_keys():
            return translate(ARROW_LABELS.get(bindings.active_device, "Arrows"))
        return bindings.get_label(Action.NEXT) or (
            translate(ENCODER_LABEL) if bindings.has_encoder() else ""
        )
    label = bindings.get_label(action)
    if not label and action is Action.BACK:
        label = bindings.get_label(Action.UNDO)
    if not label and action in HOLD_NEXT_ACTIONS and bindings.get_label(Action.NEXT):
        return translate(HOLD_LABEL, button=bindings.get_label(Action.NEXT))
    return label
