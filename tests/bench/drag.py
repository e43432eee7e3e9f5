"""One step of a drag, from the finger's record to the pixels, beside blitting the same pixels."""

from __future__ import annotations

import statistics
import time

import pygame

from engine.codes import decode
from engine.game import Game
from kiosk.events import PointerEvent, PointerPhase
from kiosk.i18n import Translator
from kiosk.input.bindings import InputBindings
from kiosk.paths import assets_dir
from kiosk.render.canvas import Canvas
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME
from kiosk.scenes.table.table_scene import TableScene
from kiosk.settings import Config
from kiosk.ui.scene import SceneContext

SIZE = (800, 480)
STEPS = 300
ROUNDS = 7


class Drag:
    """A table of 52 cards in a window, with a card under the finger."""

    def __init__(self) -> None:
        """Open the window and take hold of a card."""
        pygame.display.init()
        pygame.font.init()
        self.window = pygame.display.set_mode(SIZE)
        text = Fonts(assets_dir() / "fonts")
        self.canvas = Canvas(self.window, Painter(DEFAULT_THEME, text))
        game = Game.begin(*decode("BK1-C4-AAAAA24"))
        self.table = TableScene(
            SceneContext(SIZE, text, Translator(), Config(), InputBindings()), game
        )
        self.table.enter(0.0)
        x, y = self.table.collect_boxes(0.0)["cards"]["6S"].centre
        self.table.handle(PointerEvent(PointerPhase.DOWN, x, y, 1.0), 1.0)
        self.step(1.1, (x + 30, y))
        self.picture = self.window.copy()

    def step(self, now: float, place: tuple[int, int]) -> list[pygame.Rect]:
        """The finger moves there: what has changed on the window's surface."""
        self.table.handle(PointerEvent(PointerPhase.MOVE, *place, now), now)
        return self.canvas.show(self.table.build_frame(now))

    def blit(self, changed: list[pygame.Rect]) -> list[pygame.Rect]:
        """The bare cost of the same pixels."""
        for rect in changed:
            self.window.blit(self.picture, rect, rect)
        return changed


def measure() -> None:
    """Print the costs and their ratio, without and with presenting the pixels."""
    drag = Drag()
    driver = pygame.display.get_driver()
    for name, present in (("drawn", lambda rects: None), ("presented", pygame.display.update)):
        ours, bare = [], []
        for round_ in range(ROUNDS):
            changes = []
            began = time.perf_counter()
            for step in range(STEPS):
                place = 100 + step * 5 % 500, 200 + step * 3 % 150
                changes.append(drag.step(2.0 + round_ + step / 1000, place))
                present(changes[-1])
            ours.append((time.perf_counter() - began) / STEPS * 1e6)
            began = time.perf_counter()
            for changed in changes:
                present(drag.blit(changed))
            bare.append((time.perf_counter() - began) / STEPS * 1e6)
        step_us, blit_us = statistics.median(ours), statistics.median(bare)
        print(
            f"drag step     bare {blit_us:6.0f} us   table {step_us:6.0f} us   "
            f"ratio {step_us / blit_us:.2f} (goal at most 3), {name}, {driver}",
            flush=True,
        )
