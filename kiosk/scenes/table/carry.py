"""Cards in the hand, held by a finger."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.frame import Box
from kiosk.intent import Hand
from kiosk.layout import Table
from kiosk.scenes.table.spread import Lying, piles


class Carry(NamedTuple):
    """Cards in the hand: which, where a finger holds the first of them, where the finger is."""

    hand: Hand
    cards: tuple[Lying, ...]
    grip: tuple[int, int]
    at: tuple[int, int]

    def boxes(self) -> list[Box]:
        """Where each of the cards is now."""
        first = self.cards[0].box
        left, top = self.at[0] - self.grip[0], self.at[1] - self.grip[1]
        return [c.box._replace(x=left, y=top + c.box.y - first.y) for c in self.cards]

    def reach(self, table: Table) -> list[int]:
        """The piles within reach of the first card's middle, nearest first.

        Dropped right on one pile, a card is beyond the reach of the next.
        """
        x, y = self.boxes()[0].middle
        width, height = table.card
        near: list[tuple[int, int, int]] = []
        for pile, box in piles(table):
            aside = max(box.x - x, 0, x - box.right + 1)
            away = max(box.y - y, 0, y - box.bottom + 1)
            if aside <= width * 2 // 5 and away <= height * 2 // 5:
                middle = box.middle
                near.append((aside + away, abs(middle[0] - x) + abs(middle[1] - y), pile))
        return [pile for _, _, pile in sorted(near)]
