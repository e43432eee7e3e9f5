"""Where things on the table are, by name: what a test, a robot or a bug report needs."""

from __future__ import annotations

from engine.cards import card_text
from engine.notation import pile_text
from kiosk.scenes.stage import Boxes
from kiosk.scenes.table.glass import Glass
from kiosk.scenes.table.spread import piles


def table_boxes(glass: Glass) -> Boxes:
    """Piles by their hit areas, cards by their visible parts, buttons by their actions."""
    return {
        "piles": {pile_text(pile): box for pile, box in piles(glass.table)},
        "cards": {card_text(place.card): place.seen for place in glass.laid.lying},
        "buttons": {action.value: box for action, box in glass.buttons().items()},
    }
