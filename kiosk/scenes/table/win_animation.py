"""The win animation: cards leave their foundations one by one, in arcs, Kings first."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.animation import throw_box
from kiosk.frame import Card, Drawable
from kiosk.layout import TableLayout
from kiosk.scenes.table.card_layout import FOUNDATION_SUIT_ORDER

CARD_INTERVAL_SECONDS, FLIGHT_SECONDS = 0.064, 0.8
"""Time from one card to the next, and duration of a flight: a dozen fly at a time."""
SWEEP_COUNT = 3  # number of times that the fountain moves across the picture and back

FoundationPiles = tuple[tuple[int, ...], ...]  # C D H S, each from the Ace up


def list_departures(piles: FoundationPiles) -> tuple[tuple[int, int], ...]:
    """Return foundation suit and card, the highest first, one from each foundation in turn."""
    return tuple(
        (suit, piles[suit][height])
        for height in range(max(map(len, piles)) - 1, -1, -1)
        for suit in FOUNDATION_SUIT_ORDER
        if height < len(piles[suit])
    )


class WinAnimation(NamedTuple):
    """The win animation of one table; `departures` are foundation suits and cards, in order."""

    layout: TableLayout
    departures: tuple[tuple[int, int], ...]
    start_time: float
    duration_factor: float

    @property
    def end_time(self) -> float:
        """Moment at which the last card is gone."""
        return self.start_time + self.duration_factor * (
            CARD_INTERVAL_SECONDS * len(self.departures) + FLIGHT_SECONDS
        )

    def count_departed(self, now: float) -> int:
        """Return how many cards have left their foundations."""
        if now < self.start_time:
            return 0
        return min(
            len(self.departures),
            int((now - self.start_time) / (CARD_INTERVAL_SECONDS * self.duration_factor)) + 1,
        )

    def build_remaining_tops(self, now: float) -> dict[int, Drawable]:
        """Return, by suit, the cards still on top of the foundations."""
        departed_count = self.count_departed(now)
        tops = dict(reversed(self.departures[departed_count:]))
        return {suit: self._make_card(suit, card) for suit, card in tops.items()}

    def build_flying_cards(self, now: float) -> list[Drawable]:
        """Return the cards in the air, the last one on top."""
        flying: list[Drawable] = []
        for number, (suit, card) in enumerate(self.departures[: self.count_departed(now)]):
            elapsed = now - self.start_time - number * CARD_INTERVAL_SECONDS * self.duration_factor
            progress = elapsed / (FLIGHT_SECONDS * self.duration_factor)
            if progress < 1:
                flying.append(self._throw_card(number, self._make_card(suit, card), progress))
        return flying

    def _make_card(self, suit: int, card: int) -> Card:
        box = self.layout.foundation_cards[FOUNDATION_SUIT_ORDER.index(suit)]
        return Card(box, card, self.layout.max_strip)

    def _throw_card(self, number: int, card: Card, progress: float) -> Card:
        width, height = self.layout.size
        sweep = math.cos(math.tau * SWEEP_COUNT * number / len(self.departures))
        end_x = round((width - card.box.w) * (1 - sweep) / 2)
        rise = min(card.box.y + card.box.h // 4, height // 4)
        return card._replace(
            box=throw_box(card.box, end_x, max(1, rise), height - card.box.y, progress)
        )
