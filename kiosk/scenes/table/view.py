"""Selection, drag, cursor, animation."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import card_text
from engine.game import Game
from engine.movegen import finish
from engine.notation import pile_text
from engine.position import Move
from kiosk.animation import GLIDE, PACES, SHAKE, Glide
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import Hand, Spot
from kiosk.layout import Shape, Table, shared, table
from kiosk.scenes.table.card_layout import (
    Folded,
    Lying,
    Spread,
    Tops,
    empty_box,
    folded,
    piles,
    spread,
    touched,
)
from kiosk.scenes.table.cursor import Name, turns, ways
from kiosk.scenes.table.solver_memory import Odds
from kiosk.scenes.table.win_animation import Triumph, leaving
from kiosk.ui.focus import Came, step
from kiosk.ui.scene import Boxes, Stage


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


MANY = 14
"""More cards than this on their way at once would only be a flurry: they are simply there."""


class Glass:
    """The table as it is seen, for one game on one stage."""

    def __init__(self, stage: Stage, game: Game) -> None:
        """A fresh glass: nothing selected, no cursor, nothing on its way."""
        self.stage = stage
        variant = game.rules.variant
        dealt = -(-(52 - variant.aces_home) // variant.columns)
        display = stage.config.display
        self.table = table(
            stage.size,
            Shape(variant.columns, game.rules.cells, dealt),
            display.density,
            left_handed=bool(display.left_handed),
            large_index=display.index_size == "large",
        )
        self.hand: Hand | None = None
        self.carried: Carry | None = None
        self.pressed: Action | None = None
        self.resting: tuple[int, int] | None = None
        self.cursor: Name | None = None
        self.came: Came[Name] | None = None
        self.opened: Spot | None = None
        self.note: tuple[str, float | None] | None = None
        self.hint: Move | None = None
        self.offer = 0
        self.odds: Odds | None = None
        self.shaking: tuple[frozenset[int], float] | None = None
        self.glides: tuple[Glide, ...] = ()
        self.tops_before: Tops | None = None
        self.triumph: Triumph | None = None
        self.pace = PACES[display.motion]
        self.laid = Spread((), ())
        self._take(game)

    def resized(self, stage: Stage) -> Glass:
        """The same selection, cursor and line on a picture of another size.

        What was said in another language is not said any more.
        """
        new = Glass(stage, self._game)
        new.hand, new.cursor, new.hint, new.odds = self.hand, self.cursor, self.hint, self.odds
        if stage.words.language == self.stage.words.language:
            new.note, new.offer = self.note, self.offer
        new._open_at_cursor()
        return new

    # Where things are

    def buttons(self) -> dict[Action, Box]:
        """The touch targets that are on the table now."""
        boxes = dict(self.table.bar.buttons)
        if self.can_finish:
            boxes[Action.FINISH] = self.table.bar.finish
        return boxes

    def button_at(self, x: int, y: int) -> Action | None:
        """The button under this pixel."""
        return next((a for a, box in self.buttons().items() if box.holds(x, y)), None)

    def touched(self, x: int, y: int) -> Spot | Folded | None:
        """The place under this pixel."""
        return touched(self.table, self.laid, x, y)

    @property
    def can_finish(self) -> bool:
        """Whether foundation moves alone win from here, so that the player may ask for them."""
        return self._finishable and not self.glides

    @property
    def busy(self) -> bool:
        """Whether cards are on their way, or leave in triumph."""
        return bool(self.glides or self.triumph)

    def lifted_cards(self) -> frozenset[int]:
        """The selected cards that lie on the table; while none are, those of the hint."""
        if self.carried is not None:
            return frozenset()
        hand = self.hand
        if hand is None and self.hint is not None:
            hand = Hand(self.hint.source, self.hint.count)
        if hand is None:
            return frozenset()
        return frozenset(place.card for place in self.laid.tops_of(hand.pile, hand.cards))

    def carried_cards(self) -> frozenset[int]:
        """The cards under the finger."""
        return (
            frozenset(lying.card for lying in self.carried.cards) if self.carried else frozenset()
        )

    # What happens

    def change(self, before: Game, game: Game, now: float) -> None:
        """Show another state of the game: what lay elsewhere travels to its new place."""
        was = {place.card: place for place in self.laid.lying}
        start = {place.card: place.box for place in self.laid.lying}
        if self.carried is not None:
            cards = [lying.card for lying in self.carried.cards]
            start.update(zip(cards, self.carried.boxes(), strict=True))
        self.hand, self.carried, self.opened, self.hint = None, None, None, None
        self.settle()
        self.quiet()
        self._take(game)
        moved = [
            place
            for place in self.laid.lying
            if place.card in was and was[place.card].spot.pile != place.spot.pile
        ]
        if self.pace and 0 < len(moved) <= MANY:
            self.tops_before = before.foundation_tops()
            ends = now + GLIDE * self.pace
            self.glides = tuple(
                Glide(p.card, start[p.card][:2], p.box[:2], now, ends) for p in moved
            )
        self._open_at_cursor()

    def celebrate(self, game: Game, now: float) -> None:
        """The game is won: once the last card has arrived, all leave in triumph."""
        if self.pace:
            begins = now + GLIDE * self.pace
            order = leaving(game.foundation_piles())
            self.triumph = Triumph(self.table, order, begins, self.pace)

    def carry(self, hand: Hand, grip: tuple[int, int]) -> None:
        """Take cards into the hand, held at this pixel."""
        cards = self.laid.tops_of(hand.pile, hand.cards)
        first = cards[0].box
        self.hand = hand
        self.carried = Carry(hand, cards, (grip[0] - first.x, grip[1] - first.y), grip)
        self.quiet()

    def carry_to(self, x: int, y: int) -> None:
        """The finger with what it carries is here now."""
        if self.carried is not None:
            self.carried = self.carried._replace(at=(x, y))

    def bring_back(self, now: float) -> None:
        """What the finger carried travels back to where it was, and nothing is selected."""
        if self.carried is not None:
            ends = now + GLIDE * self.pace
            self.glides = tuple(
                Glide(lying.card, box[:2], lying.box[:2], now, ends)
                for lying, box in zip(self.carried.cards, self.carried.boxes(), strict=True)
                if self.pace
            )
            self.carried, self.hand = None, None

    def say(self, text: str, *, until: float | None) -> None:
        """Show a short line, until that moment or (None) until something happens."""
        self.note, self.offer = (text, until), 0

    def advise(self, move: Move) -> None:
        """Show this move, which is legal, until one is made; it is as if nothing was selected."""
        self.hint, self.hand = move, self.hand if self.carried else None

    def quiet(self) -> None:
        """Take the line away."""
        self.note, self.offer = None, 0

    def shake(self, hand: Hand, now: float) -> None:
        """Let what is in the hand shake its head."""
        if not self.pace:
            return
        cards = self.laid.tops_of(hand.pile, hand.cards)
        self.shaking = (frozenset(place.card for place in cards), now)

    def settle(self) -> None:
        """Whatever is on its way has arrived."""
        self.glides, self.shaking, self.tops_before, self.triumph = (), None, None, None

    def pass_time(self, now: float) -> None:
        """End what has lasted long enough."""
        if self.glides and now >= self.glides[0].ends:
            self.glides, self.tops_before = (), None
        if self.shaking is not None and now >= self.shaking[1] + SHAKE * self.pace:
            self.shaking = None
        if self.triumph is not None and now >= self.triumph.ends:
            self.triumph = None
        if self.note is not None and self.note[1] is not None and now >= self.note[1]:
            self.quiet()

    def due(self, now: float) -> float | None:
        """When the picture changes by itself: at once while anything moves."""
        if self.busy or self.shaking is not None:
            return now
        return self.note[1] if self.note is not None else None

    # Folds and the cursor

    def open(self, column: int, place: int) -> None:
        """Spread this column over the whole height, with this card to be seen."""
        self.opened = Spot(column, place)
        self._lay()

    def close(self) -> None:
        """Fold the opened column again."""
        if self.opened is not None:
            self.opened = None
            self._lay()

    def stops(self) -> dict[Name, Box]:
        """Every place where the cursor can stand, with the box it is found by."""
        stops: dict[Name, Box] = dict(piles(self.table))
        for action, box in self.buttons().items():
            stops[action] = box
        return stops

    def set_cursor(self, cursor: Name | None) -> None:
        """Put the cursor there, or on the leftmost column with a card; a fold opens under it."""
        columns = self._game.position.columns
        first = next((i for i, column in enumerate(columns) if column), 0)
        self.cursor, self.came = first if cursor is None else cursor, None
        self._open_at_cursor()

    def step(self, action: Action) -> None:
        """The cursor goes this way; where there was none, it appears."""
        cursor = self.cursor
        if cursor is None or cursor not in self.stops():
            self.set_cursor(None)
            return
        boxes = ways(self.stops(), self._game, self.hand, cursor)
        self.cursor, self.came = step(boxes, cursor, action, self.came)
        self._open_at_cursor()

    def next_stop(self, step: int) -> None:
        """The cursor goes to the next (1) or previous (-1) place that means something."""
        names = turns(self._game, self.hand)
        if self.hand is None and self.stage.bindings.lacks_back():
            names += self.buttons()
        if self.cursor in names:
            self.set_cursor(names[(names.index(self.cursor) + step) % len(names)])
        elif names:
            self.set_cursor(names[0])

    def cursor_box(self) -> Box | None:
        """What the cursor frames: a top card, an empty place, a button; None without a cursor."""
        cursor = self.cursor
        if cursor is None or isinstance(cursor, Action):
            return None if cursor is None else self.buttons().get(cursor)
        top = self.laid.top_of(cursor)
        return top.box if top else empty_box(self.table, cursor)

    def _open_at_cursor(self) -> None:
        cursor, columns = self.cursor, self._game.position.columns
        if cursor is None:
            return
        column = cursor if not isinstance(cursor, Action) and cursor < len(columns) else None
        if column is not None and folded(self.table, self._game.position, column):
            self.open(column, len(columns[column]) // 2)
        else:
            self.close()

    def _take(self, game: Game) -> None:
        """Another state of the game: what only the game decides is asked once."""
        self._game = game
        self._finishable = game.state == "playing" and bool(finish(game.rules, game.position))
        self._lay()

    def _lay(self) -> None:
        """Lay the game out, after it or a fold has changed."""
        game = self._game
        self.table = shared(self.table, [len(column) for column in game.position.columns])
        self.laid = spread(self.table, game.position, game.foundation_tops(), self.opened)


def table_boxes(glass: Glass) -> Boxes:
    """Piles by their hit areas, cards by their visible parts, buttons by their actions."""
    return {
        "piles": {pile_text(pile): box for pile, box in piles(glass.table)},
        "cards": {card_text(place.card): place.seen for place in glass.laid.lying},
        "buttons": {action.value: box for action, box in glass.buttons().items()},
    }
