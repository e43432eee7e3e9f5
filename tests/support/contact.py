"""Contact sheets: every screen at one size in one language on one picture, to be looked at.

    python -m tests.support.contact [--out shots] [--theme NAME] [SIZE ...]

English always, Polish where its catalogue is there.
"""

from __future__ import annotations

import os
import random
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.codes import encode
from engine.game import Game
from engine.variants import VARIANTS, make_rules
from kiosk.display.painter_factory import PainterFactory
from kiosk.display.sdl import load_pygame
from kiosk.effects import ChangeSettings, WatchReplay
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase
from kiosk.frame import Frame
from kiosk.i18n import Translator, list_languages
from kiosk.input.bindings import InputBindings
from kiosk.paths import assets_dir
from kiosk.scenes.attract import AttractScene
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.settings import Config
from kiosk.stats import DealOutcome, DealResult, RankedWin
from kiosk.tools.argument_types import parse_size
from kiosk.tools.sample_data import SAMPLE_DIAGNOSTICS
from kiosk.ui.scene import Scene, SceneContext
from tests.support.asker import solve_now, thinks
from tests.support.stage import Opening, open_scene
from tests.support.tables import parse_position, replay_game

SIZES = ("240x240", "320x240", "480x320", "800x480", "480x800", "1280x720")
LANGUAGES = ("en", "pl")
WIDEST, SHEET, GAP, CAPTION = 480, 2500, 8, 15
"""Pixels: a picture on the sheet, the sheet, between pictures, the em of what stands below them."""

SHEETS = {"rules": 3, "settings": 2, "examples": 2, "figures": 3, "scores": 2}
"""Number of sheets shown of screens that have several."""

MOVES = "1-a 2-b"
LONG = """
Foundations: C-2 D-3 H-A S-2
Freecells: 9H - KD -
3H 5S 9C 4C 7H 8D KC QC JC TC 9S 8S 7S 6S 5C 4S
4D 6C 7C 8C TS JS QS KS QD JD TD 9D
2H 6H KH QH JH TH 8H 5H
7D 6D 5D
:
3S 4H
3C
"""
SORTED = """
Foundations: C-9 D-8 H-9 S-9
KC QC JC TC
KD QD JD TD 9D
KH QH JH TH
KS QS JS TS
"""
WON_IN_ONE_BOARD = """
Foundations: H-K C-K D-Q S-K
KD
"""
NOTES = (
    "/boot/firmware/bakehouse.yaml:3: game.cels: no such setting; did you mean game.cells?",
    "The saved game lies among temporary files and is lost when the machine restarts",
)


Taker = Callable[[SceneContext], Frame]
"""Makes one picture for a stage."""


class Shot(NamedTuple):
    """One picture of the sheet: what it is called, and how it comes about."""

    title: str
    draw_frame: Taker


def scenes() -> Iterator[Shot]:
    """Every screen of the catalogue as it opens, over a game under way; and its other sheets."""
    game = replay_game(1, MOVES)
    watch = WatchReplay(game, ("3-c", "undo", "4-h"), "A way to win")
    arguments = Opening(
        *(game, 754, NOTES),
        unfinished_code="KO1-C3-AAAAA24",
        today="2026-11-30",
        replay=watch,
        results=tuple(results()),
        ranked_win=RankedWin(3, is_helped=False, initials="ANN", latest_initials="ANN"),
    )
    for name in SCENE_FACTORIES:
        shown_arguments = arguments if name != "table" else arguments._replace(messages=())
        shown_arguments = shown_arguments._replace(
            subject="display.rotation" if name == "setting" else ""
        )
        for turns in range(SHEETS.get(name, 1)):
            yield Shot(
                f"{name} {turns + 1}" if turns else name, opened(name, shown_arguments, turns)
            )
    yield Shot("attract, the game", played)
    title = Opening(unfinished_code="KO1-C3-AAAAA24", today="2026-11-30")
    yield Shot("title, a game left", opened("title", title, 0))
    last = Game.from_position(game.rules, parse_position(WON_IN_ONE_BOARD)).apply_entry("1-h")
    yield Shot("won", opened("won", Opening(last, 3725), 0))


def played(context: SceneContext) -> Frame:
    """A game that plays itself, some moves on."""
    scene = open_scene("attract", context, Opening(replay_game(1)))
    assert isinstance(scene, AttractScene)
    scene.enter(0.0)
    for think in thinks(scene.advance(0.0)):
        for advice in solve_now(think):
            scene.receive_answer(advice, 0.0)
    for second in range(6, 36):
        scene.advance(float(second))
    return scene.build_frame(35.5)


def results() -> Iterator[DealResult]:
    """A winter's games of one player."""
    chance = random.Random(7)
    for deal in range(90):
        rules = make_rules(VARIANTS[0] if deal % 3 else VARIANTS[deal % len(VARIANTS)])
        outcome = chance.choice((DealOutcome.WON, DealOutcome.WON, DealOutcome.LOST))
        yield DealResult(
            deal,
            encode(rules, chance.randint(1, 99_999)),
            outcome,
            chance.randint(150, 1900),
            chance.randint(60, 240),
            is_helped=chance.random() < 0.2,
            initials=chance.choice(("ANN", "BOB", "---")),
            day=f"2026-11-{deal // 3 + 1:02}",
            has_recording=outcome is DealOutcome.WON,
        )


def opened(name: str, arguments: Opening, turns: int) -> Taker:
    """A screen as it opens, `turns` sheets on."""

    def draw_frame(context: SceneContext) -> Frame:
        scene = open_scene(name, context, arguments)
        scene.enter(0.0)
        for number in range(turns):
            press(scene, Action.PAGE_DOWN, 1.0 + number)
        scene.advance(20.0)
        return scene.build_frame(20.0)

    return draw_frame


def tables() -> Iterator[Shot]:
    """The table: every game, long columns, what is selected, refused, hinted at, won."""
    for record in VARIANTS:
        game = Game.begin(make_rules(record), 617)
        yield Shot(f"table, {record.name}", at_table(game))
    rules = replay_game(1).rules
    long = Game.from_position(rules, parse_position(LONG))
    yield Shot("long columns", at_table(long))
    yield Shot("a fold opened", at_table(long, keys=("right", "left")))
    yield Shot("selected, cursor", at_table(long, keys=("right", "right", "right", "confirm")))
    yield Shot("selected by touch", at_table(long, taps=("5D",)))
    yield Shot("refused", at_table(replay_game(1), taps=("6S", "9C"), later=0.5))
    yield Shot("finish", at_table(Game.from_position(rules, parse_position(SORTED))))
    last = Game.from_position(rules, parse_position(WON_IN_ONE_BOARD))
    yield Shot("won a moment ago", at_table(last, taps=("KD",), later=1.6))


def at_table(
    game: Game, taps: tuple[str, ...] = (), keys: tuple[str, ...] = (), later: float = 0.3
) -> Taker:
    """The table after taps on cards, or keys."""

    def draw_frame(context: SceneContext) -> Frame:
        scene = open_scene("table", context, Opening(game, 754))
        scene.enter(0.0)
        now = 1.0
        for name in taps:
            x, y = scene.collect_boxes(now)["cards"][name].centre
            for touch in (PointerPhase.DOWN, PointerPhase.UP):
                scene.handle(PointerEvent(touch, x, y, now), now)
            scene.advance(now + 0.7)
            now += 0.7
        for name in keys:
            press(scene, Action(name), now)
            now += 0.7
        now += later - 0.7
        scene.advance(now)
        return scene.build_frame(now)

    return draw_frame


def press(scene: Scene, action: Action, now: float) -> None:
    """A key down and up."""
    for down in (True, False):
        effects = scene.handle(ButtonEvent(action, down, now + 0.05 * (not down), "keyboard"), now)
        assert not any(isinstance(effect, ChangeSettings) for effect in effects)


def sheet(size: tuple[int, int], config: Config, out: Path) -> None:
    """All pictures of this size, on one."""
    import pygame

    from kiosk.render.fonts import Fonts

    text = Fonts(assets_dir() / "fonts")
    pygame.display.set_mode(size)
    canvas = PainterFactory(config.display, text).create_canvas(pygame.Surface(size))
    bindings = InputBindings(config.buttons)
    bindings.set_active_device("keyboard")
    words = Translator.load(config.language)
    context = SceneContext(size, text, words, config, bindings, diagnostics=SAMPLE_DIAGNOSTICS)
    shots = [*scenes(), *tables()]
    scale = min(1.0, WIDEST / size[0])
    wide, high = round(size[0] * scale), round(size[1] * scale)
    across = max(1, SHEET // (wide + GAP))
    down = -(-len(shots) // across)
    whole = pygame.Surface((across * (wide + GAP), down * (high + GAP + CAPTION * 3 // 2)))
    whole.fill((120, 120, 120))
    for number, shot in enumerate(shots):
        canvas.show(shot.draw_frame(context))
        picture = canvas.surface
        if scale < 1:
            picture = pygame.transform.smoothscale(picture, (wide, high))
        x = number % across * (wide + GAP)
        y = number // across * (high + GAP + CAPTION * 3 // 2)
        whole.blit(picture, (x, y))
        whole.blit(text.render(shot.title, CAPTION, (255, 255, 255)), (x + 2, y + high))
    pygame.image.save(whole, str(out))


def main() -> None:
    """Make the sheets that are asked for, and say where they are."""
    parser = ArgumentParser(description="contact sheets of every screen")
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--theme", default="classic")
    parser.add_argument("sizes", nargs="*", default=SIZES)
    wanted = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    load_pygame()
    import pygame

    pygame.display.init()
    wanted.out.mkdir(exist_ok=True)
    for language in LANGUAGES:
        if language not in list_languages():
            sys.stderr.write(f"no sheets in {language}: its catalogue is not there\n")
            continue
        for size in wanted.sizes:
            config = Config.from_values({"language": language, "display.theme": wanted.theme})
            suffix = "" if wanted.theme == "classic" else f"-{wanted.theme}"
            out = wanted.out / f"{size}-{language}{suffix}.png"
            sheet(parse_size(size), config, out)
            sys.stdout.write(f"{out}\n")


if __name__ == "__main__":
    main()
