"""The table as a frame: what lies still is made anew only when it changes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from kiosk import intent
from kiosk.frame import Card, Frame, Record
from kiosk.motion import shaken
from kiosk.scenes.table import pieces
from kiosk.scenes.table.controls import controls
from kiosk.scenes.table.glass import Glass
from kiosk.scenes.table.near import loupe
from kiosk.scenes.table.remark import remark


class Picture:
    """The frames of one table. It remembers what lay still in the last one."""

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self._key: tuple[object, ...] | None = None
        self._still: tuple[Record, ...] = ()

    def frame(self, glass: Glass, game: Game, seconds: int, now: float) -> Frame:
        """The picture at this moment; `still` is the same tuple while nothing in it changes."""
        away = frozenset(glide.card for glide in glass.glides) | glass.carried_cards()
        if glass.shaking is not None:
            away |= glass.shaking[0]
        size, offered = glass.stage.size, glass.can_finish
        gone = 0 if glass.triumph is None else glass.triumph.gone(now)
        key = (
            *(size, gone, game, seconds, glass.hand, glass.pressed, away, offered, glass.laid),
            *(glass.hint, glass.offer, glass.odds, glass.stage.power(), glass.stage.words.language),
        )
        if key != self._key:
            self._key = key
            self._still = tuple(_still(glass, game, seconds, away, now))
        four = pieces.four_colours(glass.stage, game.rules)
        return Frame(size, self._still, tuple(_moving(glass, game, now)), four)


def _still(
    glass: Glass, game: Game, seconds: int, away: frozenset[int], now: float
) -> list[Record]:
    rules, table = game.rules, glass.table
    records = resting(glass, game, away, now)
    if glass.hand is not None:
        moves = intent.places(rules, game.position, glass.hand)
        records += pieces.marks(table, rules, glass.laid, game.position, moves)
    records += controls(glass, game, seconds)
    return records


def _moving(glass: Glass, game: Game, now: float) -> list[Record]:
    records: list[Record] = [*_shaking(glass, now), *flying(glass, now)]
    if glass.carried is not None:
        for lying, box in zip(glass.carried.cards, glass.carried.boxes(), strict=True):
            records.append(Card(box, lying.card, lying.strip, lying.covered, lifted=True))
    cursor = glass.cursor_box()
    if cursor is not None:
        lifted = glass.hand is not None and glass.hand.pile == glass.cursor
        records.append(pieces.cursor(cursor, lifted=lifted))
    if glass.hint is not None:
        records.append(
            pieces.advised(glass.table, game.rules, glass.laid, game.position, glass.hint)
        )
    if glass.resting is not None:
        records += loupe(glass, game, glass.resting)
    if glass.note is not None:
        records += remark(glass.table, glass.laid.seen(), glass.note[0], glass.stage.measure)
    return records


def _shaking(glass: Glass, now: float) -> Iterator[Record]:
    cards, begun = glass.shaking or (frozenset(), now)
    lifted = glass.lifted_cards()
    for place in glass.laid.lying:
        if place.card in cards:
            moved = place._replace(box=shaken(place.box, begun, now, glass.pace))
            yield pieces.card(moved, lifted=place.card in lifted)


def lying(glass: Glass, game: Game, away: frozenset[int]) -> list[Record]:
    """The empty places and the cards of the table, but for those `away`."""
    rules, table = game.rules, glass.table
    below = pieces.beneath(table, rules, game.foundation_tops(), glass.tops_before, away)
    places = pieces.slots(table, rules, frozenset(below))
    return [*places, *below.values(), *pieces.cards(glass.laid, glass.lifted_cards(), away)]


def resting(glass: Glass, game: Game, away: frozenset[int], now: float) -> list[Record]:
    """The same, but for what has left in triumph by now."""
    triumph = glass.triumph
    if triumph is None or not triumph.gone(now):
        return lying(glass, game, away)
    left = triumph.lying(now)
    return [*pieces.slots(glass.table, game.rules, frozenset(left)), *left.values()]


def flying(glass: Glass, now: float) -> list[Record]:
    """The cards that are on their way, and those that leave in triumph."""
    triumph = glass.triumph
    return [*gliding(glass, now), *(triumph.flying(now) if triumph is not None else ())]


def gliding(glass: Glass, now: float) -> Iterator[Record]:
    """The cards that are on their way, where they are at this moment."""
    for glide in glass.glides:
        lying = glass.laid.of(glide.card)
        if lying is not None:
            x, y = glide.at(now)
            yield pieces.card(lying._replace(box=lying.box._replace(x=x, y=y)))
