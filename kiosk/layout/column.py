"""How the cards of one column are fanned, and how its middle folds where they do not fit."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.layout.table_layout import Table


class Strip(NamedTuple):
    """What is seen of one card of a column: its place from the bottom card (0), top and height."""

    place: int
    y: int
    height: int


class Fold(NamedTuple):
    """A strip that stands for the cards `first` to `last` of a column, folded away."""

    first: int
    last: int
    y: int
    height: int


class Fan(NamedTuple):
    """How one column is fanned: the cards seen, from the bottom up, and what is folded away."""

    strips: tuple[Strip, ...]
    folds: tuple[Fold, ...]


def fan(count: int, top: int, room: int, view: Table, *, focus: int | None = None) -> Fan:
    """How `count` cards lie from y = `top` in `room` pixels: evenly, or with their middle folded.

    With a `focus` (a place from the bottom card) the fold is opened there, and the cards above and
    below are folded instead. The strips are never lower than the view's least strip.
    """
    card_h = view.card[1]
    if count <= 1:
        return Fan(tuple(Strip(i, top, card_h) for i in range(count)), ())
    strip = min(view.widest_strip, (room - card_h) // (count - 1))
    if strip >= view.strip:
        strips = [Strip(i, top + i * strip, strip) for i in range(count - 1)]
        return Fan((*strips, Strip(count - 1, top + (count - 1) * strip, card_h)), ())
    places = max(2, (room - card_h) // view.strip)
    return _folded(count, top, view, _away(count - 1, places, focus))


def _away(covered: int, places: int, focus: int | None) -> list[tuple[int, int]]:
    """The covered cards that are folded: one stretch without a focus, those around it with one."""
    if focus is None:
        return [(1, covered - (places - 2) - 1)]
    shown = max(1, places - 2)
    start = min(max(0, focus - shown // 2), covered - shown)
    return [(0, start - 1), (start + shown, covered - 1)]


def _folded(count: int, top: int, view: Table, away: list[tuple[int, int]]) -> Fan:
    strips: list[Strip] = []
    folds: list[Fold] = []
    ends = {first: last for first, last in away if last > first}
    y, place = top, 0
    while place < count - 1:
        if place in ends:
            folds.append(Fold(place, ends[place], y, view.strip))
            place = ends[place]
        else:
            strips.append(Strip(place, y, view.strip))
        place += 1
        y += view.strip
    strips.append(Strip(count - 1, y, view.card[1]))
    return Fan(tuple(strips), tuple(folds))
