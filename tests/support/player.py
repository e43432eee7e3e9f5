"""Somebody at a table scene: taps, holds, drags, presses keys, and looks at the picture."""

from __future__ import annotations

from engine.cards import card_text
from engine.game import Game
from engine.notation import move_text, parse_move
from engine.variants import Rules
from kiosk.effects import Effect, Keep, Open, Sound
from kiosk.events import Action, Message, Pointer, Press, Resized, Touch
from kiosk.frame import Button, Card, Frame, Label, Mark, MarkKind, Record
from kiosk.input.bindings import SCREEN
from kiosk.scenes.table.table_scene import TableScene
from kiosk.ui.scene import Occasion
from tests.support.stage import PANEL, stage
from tests.support.tables import BAKERS_GAME, shown, table


class Player:
    """One table and the hand before it. Every touch is followed by a look at the picture.

    Places are named as the game names them: a card (`QH`), a column (`3`), a cell (`a`), a
    foundation (`hS`), a button (`undo`), or a pixel. Seconds pass only as the player lets them.
    """

    def __init__(
        self,
        game: Game,
        size: tuple[int, int] = PANEL,
        *,
        seconds: float = 0.0,
        now: float = 1000.0,
    ) -> None:
        """Sits down: nothing was touched yet."""
        self.now = now
        self.stage = stage(size)
        self.scene = TableScene(self.stage, Occasion(game, seconds))
        self.effects: list[Effect] = []
        self.frame = Frame(size, ())
        self.scene.enter(now)
        self.look()

    @classmethod
    def at(cls, drawing: str, rules: Rules = BAKERS_GAME, size: tuple[int, int] = PANEL) -> Player:
        """A player before a table drawn in text."""
        return cls(Game.of_board(rules, table(drawing, rules)), size)

    # What is seen

    def look(self) -> Frame:
        """The picture at this moment."""
        self.frame = self.scene.frame(self.now)
        return self.frame

    @property
    def records(self) -> tuple[Record, ...]:
        """All that is on the picture."""
        return (*self.frame.still, *self.frame.moving)

    @property
    def game(self) -> Game:
        """The game on the table."""
        game = self.scene.occasion(self.now).game
        assert game is not None
        return game

    @property
    def board(self) -> str:
        """The table drawn in text, without what is empty."""
        return shown(self.game.position)

    @property
    def cards(self) -> dict[str, Card]:
        """The cards on the picture."""
        return {card_text(r.card): r for r in self.records if isinstance(r, Card)}

    @property
    def selected(self) -> str:
        """The lifted cards, the lowest first."""
        lifted = [r for r in self.records if isinstance(r, Card) and r.lifted]
        return " ".join(card_text(card.card) for card in sorted(lifted, key=lambda c: c.box.y))

    @property
    def moving(self) -> str:
        """The cards on their way or in the hand."""
        return " ".join(card_text(r.card) for r in self.frame.moving if isinstance(r, Card))

    @property
    def said(self) -> str:
        """The short line over the table."""
        return " ".join(r.text for r in self.frame.moving if isinstance(r, Label))

    @property
    def marked(self) -> str:
        """The places that are softly marked, by name, sorted."""
        boxes = [r.box for r in self.records if isinstance(r, Mark) and r.kind is MarkKind.TARGET]
        return " ".join(sorted(self.pile_around(*box.middle) for box in boxes))

    @property
    def cursor(self) -> str:
        """The pile or button that the cursor frames; "" while there is none."""
        marks = [r for r in self.records if isinstance(r, Mark) and r.kind is MarkKind.CURSOR]
        return self.pile_around(*marks[0].box.middle) if marks else ""

    @property
    def buttons(self) -> dict[str, Button]:
        """The buttons on the picture."""
        return {r.icon: r for r in self.records if isinstance(r, Button)}

    @property
    def figures(self) -> str:
        """The figures in the slim line of controls."""
        return " | ".join(r.text for r in self.frame.still if isinstance(r, Label))

    def pile_around(self, x: int, y: int) -> str:
        """The name of the pile or button at a pixel."""
        boxes = self.scene.boxes(self.now)
        places = {**boxes["buttons"], **boxes["piles"]}
        return next(name for name, box in places.items() if box.holds(x, y))

    def find(self, where: str | tuple[int, int]) -> tuple[int, int]:
        """The pixel aimed at: the middle of what is seen of a card, a top card or a place."""
        if not isinstance(where, str):
            return where
        boxes = self.scene.boxes(self.now)
        if where in boxes["cards"]:
            return boxes["cards"][where].middle
        if where in boxes["buttons"]:
            return boxes["buttons"][where].middle
        column = self.game.position.columns[int(where) - 1] if where.isdigit() else b""
        if column:
            return boxes["cards"][card_text(column[-1])].middle
        return boxes["piles"][where].middle

    # What was done

    @property
    def journal(self) -> list[str]:
        """Every entry that was to be kept."""
        return [effect.entry for effect in self.effects if isinstance(effect, Keep)]

    @property
    def opened(self) -> list[str]:
        """Every screen that was opened."""
        return [effect.scene for effect in self.effects if isinstance(effect, Open)]

    @property
    def sounds(self) -> list[str]:
        """Every sound."""
        return [effect.name for effect in self.effects if isinstance(effect, Sound)]

    # What the player does

    def send(self, message: Message) -> list[Effect]:
        """Hand over one message, at its own time."""
        if not isinstance(message, Resized):
            self.stage.bindings.used(message.device if isinstance(message, Press) else SCREEN)
        done = self.scene.handle(message, self.now)
        self.effects += done
        self.look()
        return done

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass, waking the scene whenever it asked for it (pictures: 60 a second)."""
        end, done = self.now + seconds, []
        while True:
            wake = self.scene.wake(self.now)
            if wake is None or wake > end:
                break
            self.now = min(end, max(wake, self.now + 1 / 60))
            done += self.scene.advance(self.now)
            self.look()
            if self.now >= end:
                break
        self.now = end
        done += self.scene.advance(self.now)
        self.look()
        self.effects += done
        return done

    def point(self, touch: Touch, where: str | tuple[int, int]) -> list[Effect]:
        """One record of a finger."""
        return self.send(Pointer(touch, *self.find(where), self.now))

    def tap(
        self, where: str | tuple[int, int], *, last: float = 0.08, pause: float = 1.0
    ) -> list[Effect]:
        """A tap of `last` seconds, and a pause, so that the next one is not its double."""
        x, y = self.find(where)
        done = self.point(Touch.DOWN, (x, y))
        done += self.wait(last)
        done += self.point(Touch.UP, (x, y))
        return done + self.wait(pause)

    def double(self, where: str | tuple[int, int]) -> list[Effect]:
        """Two quick taps on the same spot."""
        spot = self.find(where)
        return self.tap(spot, pause=0.1) + self.tap(spot)

    def hold(self, where: str | tuple[int, int], last: float = 0.7) -> list[Effect]:
        """A long touch."""
        spot = self.find(where)
        return self.tap(spot, last=last)

    def drag(self, where: str | tuple[int, int], to: str | tuple[int, int]) -> list[Effect]:
        """A card is taken somewhere and let go."""
        (x, y), (a, b) = self.find(where), self.find(to)
        done = self.point(Touch.DOWN, (x, y)) + self.wait(0.05)
        for part in (1, 2, 3, 4):
            done += self.point(Touch.MOVE, (x + (a - x) * part // 4, y + (b - y) * part // 4))
            done += self.wait(0.02)
        done += self.point(Touch.UP, (a, b))
        return done + self.wait(1.0)

    def press(
        self, *actions: str, device: str = "keyboard", last: float = 0.05, pause: float = 0.5
    ) -> list[Effect]:
        """Keys, one after the other."""
        done: list[Effect] = []
        for action in actions:
            done += self.send(Press(Action(action), True, self.now, device))
            done += self.wait(last)
            done += self.send(Press(Action(action), False, self.now, device))
            done += self.wait(pause)
        return done

    def move(self, *moves: str) -> None:
        """Moves as their text, each by a tap on the card and a tap on its target."""
        for text in moves:
            before = self.game
            move = parse_move(text, before.rules, before.position)
            source, _, target = move_text(move).partition("*")[0].partition("-")
            column = before.position.columns[move.source] if move.source < 16 else b""
            self.hold(card_text(column[-move.count]) if column else source)
            self.tap("hS" if target == "h" else target)
            assert self.game.line == (*before.line, move), (text, self.said)
