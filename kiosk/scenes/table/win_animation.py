"""A won game is celebrated: the cards leave their foundations one by one, in arcs, Kings first."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.animation import thrown
from kiosk.frame import Card, Record
from kiosk.layout import Table
from kiosk.scenes.table.card_layout import SHOWN_SUITS

BEAT, FLIGHT = 0.064, 0.8
"""Seconds from one card to the next, and until it has left the picture: a dozen at a time."""
SWEEPS = 3
"""How often the fountain goes over the picture and back."""

Piles = tuple[tuple[int, ...], ...]
"""The cards of each foundation, C D H S, from the Ace up."""


def leaving(piles: Piles) -> tuple[tuple[int, int], ...]:
    """Suit of the foundation and card, the highest first, one from each foundation in turn."""
    return tuple(
        (suit, piles[suit][height])
        for height in range(max(map(len, piles)) - 1, -1, -1)
        for suit in SHOWN_SUITS
        if height < len(piles[suit])
    )


class Triumph(NamedTuple):
    """One celebration on one table; it begins at a moment, and takes `pace` times as long."""

    table: Table
    order: tuple[tuple[int, int], ...]
    """Suit of the foundation and card, in the order in which they leave."""
    begins: float
    pace: float

    @property
    def ends(self) -> float:
        """When the last card is gone."""
        return self.begins + self.pace * (BEAT * len(self.order) + FLIGHT)

    def gone(self, now: float) -> int:
        """How many cards have left their foundations."""
        if now < self.begins:
            return 0
        return min(len(self.order), int((now - self.begins) / (BEAT * self.pace)) + 1)

    def lying(self, now: float) -> dict[int, Record]:
        """By suit, the card that is still on top of a foundation."""
        gone = self.gone(now)
        tops = dict(reversed(self.order[gone:]))
        return {suit: self._card(suit, card) for suit, card in tops.items()}

    def flying(self, now: float) -> list[Record]:
        """The cards in the air, the last one on top."""
        flying: list[Record] = []
        for number, (suit, card) in enumerate(self.order[: self.gone(now)]):
            since = now - self.begins - number * BEAT * self.pace
            part = since / (FLIGHT * self.pace)
            if part < 1:
                flying.append(self._thrown(number, self._card(suit, card), part))
        return flying

    def _card(self, suit: int, card: int) -> Card:
        box = self.table.foundation_cards[SHOWN_SUITS.index(suit)]
        return Card(box, card, self.table.widest_strip)

    def _thrown(self, number: int, card: Card, part: float) -> Card:
        width, height = self.table.size
        turn = math.cos(math.tau * SWEEPS * number / len(self.order))
        to = round((width - card.box.w) * (1 - turn) / 2)
        rise = min(card.box.y + card.box.h // 4, height // 4)
        return card._replace(box=thrown(card.box, to, max(1, rise), height - card.box.y, part))
