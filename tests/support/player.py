"""A player at a table scene: taps, holds, drags, presses keys, and looks at the frame."""

from __future__ import annotations

from engine.cards import format_card
from engine.game import Game
from engine.notation import format_move, parse_move
from engine.variants import Rules
from kiosk.effects import Effect, OpenScene, PlaySound, SaveEntry
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Button, Card, Drawable, Frame, Label, Mark, MarkKind
from kiosk.input.bindings import SCREEN_DEVICE
from kiosk.scenes.table.table_scene import TableScene
from tests.support.stage import PANEL, stage
from tests.support.tables import BAKERS_GAME, draw_position, parse_position


class Player:
    """One table scene; every input is followed by a new frame.

    Places are named as the game names them: a card (`QH`), a column (`3`), a cell (`a`), a
    foundation (`hS`), a button (`undo`), or a pixel. Time passes only as the test says.
    """

    def __init__(
        self,
        game: Game,
        size: tuple[int, int] = PANEL,
        *,
        seconds: float = 0.0,
        now: float = 1000.0,
    ) -> None:
        self.now = now
        self.stage = stage(size)
        self.scene = TableScene(self.stage, game, seconds)
        self.effects: list[Effect] = []
        self.frame = Frame(size, ())
        self.scene.enter(now)
        self.update_frame()

    @classmethod
    def from_drawing(
        cls, drawing: str, rules: Rules = BAKERS_GAME, size: tuple[int, int] = PANEL
    ) -> Player:
        """Return a player at a position drawn in text."""
        return cls(Game.from_position(rules, parse_position(drawing, rules)), size)

    # What is seen

    def update_frame(self) -> Frame:
        self.frame = self.scene.build_frame(self.now)
        return self.frame

    @property
    def drawables(self) -> tuple[Drawable, ...]:
        return (*self.frame.background, *self.frame.foreground)

    @property
    def game(self) -> Game:
        game = self.scene.get_game_in_play(self.now).game
        assert game is not None
        return game

    @property
    def drawing(self) -> str:
        """The position drawn in text, without what is empty."""
        return draw_position(self.game.position)

    @property
    def cards(self) -> dict[str, Card]:
        return {format_card(r.card): r for r in self.drawables if isinstance(r, Card)}

    @property
    def selected_cards(self) -> str:
        """The lifted cards, the lowest first."""
        lifted_cards = [r for r in self.drawables if isinstance(r, Card) and r.lifted]
        return " ".join(
            format_card(card.card) for card in sorted(lifted_cards, key=lambda c: c.box.y)
        )

    @property
    def moving_cards(self) -> str:
        """The gliding or dragged cards."""
        return " ".join(format_card(r.card) for r in self.frame.foreground if isinstance(r, Card))

    @property
    def message_text(self) -> str:
        return " ".join(r.text for r in self.frame.foreground if isinstance(r, Label))

    @property
    def marked_places(self) -> str:
        """The places with a target mark, by name, sorted."""
        boxes = [r.box for r in self.drawables if isinstance(r, Mark) and r.kind is MarkKind.TARGET]
        return " ".join(sorted(self.find_place_at(*box.centre) for box in boxes))

    @property
    def cursor_place(self) -> str:
        """The pile or button under the cursor; "" without a cursor."""
        marks = [r for r in self.drawables if isinstance(r, Mark) and r.kind is MarkKind.CURSOR]
        return self.find_place_at(*marks[0].box.centre) if marks else ""

    @property
    def buttons(self) -> dict[str, Button]:
        return {r.icon: r for r in self.drawables if isinstance(r, Button)}

    @property
    def status_text(self) -> str:
        """The texts of the toolbar."""
        return " | ".join(r.text for r in self.frame.background if isinstance(r, Label))

    def find_place_at(self, x: int, y: int) -> str:
        """Return the name of the pile or button at a pixel."""
        boxes = self.scene.collect_boxes(self.now)
        places = {**boxes["buttons"], **boxes["piles"]}
        return next(name for name, box in places.items() if box.contains(x, y))

    def find_pixel(self, place: str | tuple[int, int]) -> tuple[int, int]:
        """Return the middle of the visible part of a card, a top card or a place."""
        if not isinstance(place, str):
            return place
        boxes = self.scene.collect_boxes(self.now)
        if place in boxes["cards"]:
            return boxes["cards"][place].centre
        if place in boxes["buttons"]:
            return boxes["buttons"][place].centre
        column = self.game.position.columns[int(place) - 1] if place.isdigit() else b""
        if column:
            return boxes["cards"][format_card(column[-1])].centre
        return boxes["piles"][place].centre

    # What was done

    @property
    def journal_entries(self) -> list[str]:
        return [effect.entry for effect in self.effects if isinstance(effect, SaveEntry)]

    @property
    def opened_scenes(self) -> list[str]:
        return [effect.scene for effect in self.effects if isinstance(effect, OpenScene)]

    @property
    def sounds(self) -> list[str]:
        return [effect.name for effect in self.effects if isinstance(effect, PlaySound)]

    # What the player does

    def send_event(self, message: InputEvent) -> list[Effect]:
        """Send one event, at its own time."""
        if not isinstance(message, ResizeEvent):
            self.stage.bindings.set_active_device(
                message.device_kind if isinstance(message, ButtonEvent) else SCREEN_DEVICE
            )
        effects = self.scene.handle(message, self.now)
        self.effects += effects
        self.update_frame()
        return effects

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass, calling `advance` at every deadline (at most 60 times a second)."""
        end, effects = self.now + seconds, []
        while True:
            wake = self.scene.next_deadline(self.now)
            if wake is None or wake > end:
                break
            self.now = min(end, max(wake, self.now + 1 / 60))
            effects += self.scene.advance(self.now)
            self.update_frame()
            if self.now >= end:
                break
        self.now = end
        effects += self.scene.advance(self.now)
        self.update_frame()
        self.effects += effects
        return effects

    def send_pointer(self, touch: PointerPhase, place: str | tuple[int, int]) -> list[Effect]:
        return self.send_event(PointerEvent(touch, *self.find_pixel(place), self.now))

    def tap(
        self, place: str | tuple[int, int], *, seconds: float = 0.08, pause_seconds: float = 1.0
    ) -> list[Effect]:
        """Tap for `seconds`, and pause, so that the next tap is no double tap."""
        x, y = self.find_pixel(place)
        effects = self.send_pointer(PointerPhase.DOWN, (x, y))
        effects += self.wait(seconds)
        effects += self.send_pointer(PointerPhase.UP, (x, y))
        return effects + self.wait(pause_seconds)

    def double_tap(self, place: str | tuple[int, int]) -> list[Effect]:
        spot = self.find_pixel(place)
        return self.tap(spot, pause_seconds=0.1) + self.tap(spot)

    def hold(self, place: str | tuple[int, int], seconds: float = 0.7) -> list[Effect]:
        spot = self.find_pixel(place)
        return self.tap(spot, seconds=seconds)

    def drag(self, start: str | tuple[int, int], end: str | tuple[int, int]) -> list[Effect]:
        (x, y), (a, b) = self.find_pixel(start), self.find_pixel(end)
        effects = self.send_pointer(PointerPhase.DOWN, (x, y)) + self.wait(0.05)
        for part in (1, 2, 3, 4):
            effects += self.send_pointer(
                PointerPhase.MOVE, (x + (a - x) * part // 4, y + (b - y) * part // 4)
            )
            effects += self.wait(0.02)
        effects += self.send_pointer(PointerPhase.UP, (a, b))
        return effects + self.wait(1.0)

    def press(
        self,
        *actions: str,
        device: str = "keyboard",
        seconds: float = 0.05,
        pause_seconds: float = 0.5,
    ) -> list[Effect]:
        """Press buttons, one after the other."""
        effects: list[Effect] = []
        for action in actions:
            effects += self.send_event(ButtonEvent(Action(action), True, self.now, device))
            effects += self.wait(seconds)
            effects += self.send_event(ButtonEvent(Action(action), False, self.now, device))
            effects += self.wait(pause_seconds)
        return effects

    def play_moves(self, *moves: str) -> None:
        """Play moves by a hold on the card and a tap on its target."""
        for text in moves:
            before = self.game
            move = parse_move(text, before.rules, before.position)
            source, _, target = format_move(move).partition("*")[0].partition("-")
            column = before.position.columns[move.source] if move.source < 16 else b""
            self.hold(format_card(column[-move.count]) if column else source)
            self.tap("hS" if target == "h" else target)
            assert self.game.moves == (*before.moves, move), (text, self.message_text)
