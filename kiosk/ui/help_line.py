"""Help lines that speak of buttons by what stands on those of the device last used."""

from __future__ import annotations

from engine.messages import Msgid
from kiosk.events import Action
from kiosk.ui.scene import Stage

WAYS: dict[str, Msgid] = {"keyboard": "Arrows", "gamepad": "D-pad"}
"""What the four ways are called together, where there are all of them."""
KNOB: Msgid = "Knob"
"""What a rotary encoder is called."""
HELD: Msgid = "hold {button}"
HELD_NEXT = (Action.BACK, Action.MENU)
"""What Next means when it is held, if nothing else does: on the table going back is the menu."""
SEPARATOR = " · "
NO_BREAK = "\N{NO-BREAK SPACE}"

PAGE: tuple[tuple[Action | None, Msgid], ...] = (
    (None, "choose"),
    (Action.CONFIRM, "confirm"),
    (Action.BACK, "back"),
)
TABLE: tuple[tuple[Action | None, Msgid], ...] = (
    (None, "move"),
    (Action.CONFIRM, "take, put"),
    (Action.UNDO, "undo"),
    (Action.MENU, "menu"),
)
"""What is told: a button (None: the four ways) and what it does."""


def page_help(stage: Stage) -> str:
    """The help line of pages with buttons; "" where the device last used has none."""
    return _told(stage, PAGE)


def table_help(stage: Stage) -> str:
    """The help line of the table; "" where the device last used has no buttons.

    It is broken only after a separator: a button stays with what it does.
    """
    whole = SEPARATOR.replace(" ", NO_BREAK, 1)
    parts = _told(stage, TABLE).split(SEPARATOR)
    return whole.join(part.replace(" ", NO_BREAK) for part in parts)


def _told(stage: Stage, deeds: tuple[tuple[Action | None, Msgid], ...]) -> str:
    say = stage.words.say
    parts = [(_button(stage, action), say(deed)) for action, deed in deeds]
    return SEPARATOR.join(f"{button}: {deed}" for button, deed in parts if button)


def _button(stage: Stage, action: Action | None) -> str:
    """What to press: for the ways all four, or Next; for Back without a button Next, held."""
    bindings, say = stage.bindings, stage.words.say
    if action is None:
        if bindings.has_plain_ways():
            return say(WAYS.get(bindings.device, "Arrows"))
        return bindings.label(Action.NEXT) or (say(KNOB) if bindings.turns() else "")
    found = bindings.label(action)
    if not found and action is Action.BACK:
        found = bindings.label(Action.UNDO)
    if not found and action in HELD_NEXT and bindings.label(Action.NEXT):
        return say(HELD, button=bindings.label(Action.NEXT))
    return found
