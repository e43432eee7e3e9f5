"""A driver for pagers: taps, presses buttons, and reads the page."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from kiosk.effects import Effect
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.frame import Box, Button, Drawable, Label
from kiosk.settings import Config
from tests.support.stage import PANEL, Opening, open_scene, stage

TINY = (240, 240)


class Reader:
    """A pager scene and its user."""

    def __init__(
        self,
        scene: str = "rules",
        game: Game | None = None,
        size: tuple[int, int] = PANEL,
        config: Config | None = None,
    ) -> None:
        """Open the scene over a game, or over the title."""
        self.now = 50.0
        self.size = size
        self.pager = open_scene(scene, stage(size, config), Opening(game, 12.0))
        self.pager.enter(self.now)

    @property
    def boxes(self) -> dict[str, Box]:
        return self.pager.collect_boxes(self.now)["buttons"]

    @property
    def records(self) -> tuple[Drawable, ...]:
        frame = self.pager.build_frame(self.now)
        return (*frame.background, *frame.foreground)

    @property
    def buttons(self) -> dict[str, Button]:
        buttons = [r for r in self.records if isinstance(r, Button)]
        return dict(zip(self.boxes, buttons, strict=True))

    @property
    def labels(self) -> list[Label]:
        return [r for r in self.records if isinstance(r, Label)]

    @property
    def heading(self) -> str:
        return self.labels[0].text

    @property
    def text(self) -> str:
        """Text below the heading, without bullets."""
        return " ".join(r.text for r in self.labels[1:] if r.text not in ("", "•"))

    @property
    def caption(self) -> str:
        """Line below a board; the first label is the page number."""
        return self.text

    @property
    def focus(self) -> str:
        (focused,) = (name for name, button in self.buttons.items() if button.focused)
        return focused

    @property
    def last(self) -> bool:
        return not self.buttons["page-down"].enabled

    def send(self, message: InputEvent) -> list[Effect]:
        effects = self.pager.handle(message, self.now)
        self.now += 1
        self.pager.advance(self.now)
        return effects

    def press(self, *actions: str) -> list[Effect]:
        effects: list[Effect] = []
        for action in actions:
            effects = self.send(ButtonEvent(Action(action), True, self.now, "gpio"))
            assert self.send(ButtonEvent(Action(action), False, self.now, "gpio")) == []
        return effects

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> list[Effect]:
        self.send(PointerEvent(PointerPhase.DOWN, *start, self.now))
        return self.send(PointerEvent(PointerPhase.UP, *end, self.now))

    def tap(self, button: str) -> list[Effect]:
        return self.drag(self.boxes[button].centre, self.boxes[button].centre)

    def pages(self) -> Iterator[None]:
        """Go through all pages from the current one to the last."""
        yield
        while not self.last:
            assert self.tap("page-down") == []
            yield
