"""A game that plays itself while nobody is there, and leads nobody into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.codes import encode
from engine.game import Game
from engine.solver.verdict import Verdict
from engine.variants import VARIANTS, rules_of
from kiosk.effects import Advice, Attract, Effect, Think
from kiosk.events import Action, Pointer, Press, Resized, Touch
from kiosk.frame import Box, Button, Card, Frame, Label, Miniature, Record, extent
from kiosk.scenes.attract import PATIENCE, TURN, Attraction
from kiosk.settings import Config
from kiosk.tools.sample_data import results
from kiosk.ui.scene import Occasion
from tests.support.asker import Prompt, thought
from tests.support.pilot import Pilot, flying
from tests.support.stage import SIZES, stage
from tests.support.tables import BAKERS_GAME

EASY = Game.begin(BAKERS_GAME, 2)
GAMES = [Game.begin(rules_of(variant), 3) for variant in VARIANTS]


class Passer:
    """Somebody who only looks."""

    def __init__(self, game: Game = EASY, size: tuple[int, int] = (800, 480)) -> None:
        self.now = 100.0
        self.scene = Attraction(stage(size), Occasion(game, results=results(game)))
        self.scene.enter(self.now)
        self.effects: list[Effect] = []
        self.wakes = 0

    def wait(self, seconds: float) -> list[Effect]:
        end, done = self.now + seconds, []
        while (wake := self.scene.wake(self.now)) is not None and wake <= end and not done:
            self.now = max(wake, self.now + 1 / 60) if wake > self.now else self.now + 1 / 60
            done += [e for e in self.scene.advance(self.now) if not isinstance(e, Think)]
            self.wakes += 1
        self.now = end if not done else self.now
        return done

    def answer(self) -> None:
        (think,) = self.scene.advance(self.now)
        assert isinstance(think, Think)
        for advice in thought(think):
            self.scene.advise(advice, self.now)

    @property
    def frame(self) -> Frame:
        return self.scene.frame(self.now)

    @property
    def records(self) -> tuple[Record, ...]:
        return (*self.frame.still, *self.frame.moving)

    @property
    def words(self) -> list[str]:
        return [record.text for record in self.records if isinstance(record, Label)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules.variant.key)
def test_a_bill_then_the_whole_game_then_the_next(game: Game) -> None:
    passer = Passer(game)
    passer.answer()
    assert {"Bakehouse", "Touch or press to play"} <= set(passer.words)
    passer.wait(TURN)
    assert "High scores" in passer.words
    assert not any(isinstance(record, Miniature) for record in passer.records)
    passer.wait(TURN)
    assert sum(isinstance(record, Card) for record in passer.records) == 52
    assert passer.wait(600.0) == [Attract()]
    assert passer.scene._game.state == "won"
    assert passer.now < 400.0


def test_what_is_written_changes_its_place_and_its_words() -> None:
    passer = Passer()
    passer.answer()
    places = set()
    for _ in range(12):
        places.update((r.box, r.text) for r in passer.records if isinstance(r, Label))
        passer.wait(TURN)
    for words in (("Bakehouse", "Bake"), ("Baker's Game · 4 cells", "Game"), ("play",)):
        assert len({box for box, text in places if text in words}) > 2


def test_it_sleeps_between_moves() -> None:
    passer = Passer()
    passer.answer()
    passer.wait(2 * TURN + 5.5)
    passer.wakes = 0
    passer.wait(10.0)
    assert passer.wakes < 10 * (0.2 * 60 + 2)
    assert passer.frame.still is passer.frame.still


@pytest.mark.parametrize("advice", [Advice(Verdict.UNKNOWN), None])
def test_without_a_solver_there_is_the_bill_alone_and_then_another_game(
    advice: Advice | None,
) -> None:
    passer = Passer()
    passer.scene.advance(passer.now)
    if advice:
        passer.scene.advise(advice, passer.now)
    assert passer.wait(2 * TURN - 0.1) == []
    assert "Bakehouse" in passer.words
    assert passer.wait(PATIENCE) == [Attract()]
    assert passer.now == pytest.approx(100.0 + (2 * TURN if advice else PATIENCE), abs=0.1)


def test_it_takes_nothing_and_is_nobodys_game() -> None:
    passer = Passer()
    passer.answer()
    for message in (
        Press(Action.CONFIRM, True, 0.0, "keyboard"),
        Pointer(Touch.DOWN, 400, 240, 0.0),
        Pointer(Touch.UP, 400, 240, 0.0),
        Press(Action.QUIT, True, 0.0, "keyboard"),
    ):
        assert passer.scene.handle(message, passer.now) == []
    assert passer.scene.occasion(passer.now) == Occasion()
    assert not any(isinstance(record, Button) for record in passer.records)


def test_what_there_is_to_tell_takes_the_place_of_the_call() -> None:
    passer = Passer()
    passer.scene.tell(("The disk is full",), passer.now)
    assert "The disk is full" in passer.words


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_on_the_picture(size: tuple[int, int]) -> None:
    passer = Passer(GAMES[len(str(size)) % len(GAMES)], (320, 240))
    passer.answer()
    picture = Box(0, 0, *size)
    passer.scene.handle(Resized(*size), passer.now)
    for _ in range(5):
        marked = [extent(record) for record in passer.frame.still]
        assert all(box.joined(picture) == picture for box in marked), size
        passer.wait(TURN)


# In the program


IDLE = Config.of({"kiosk.attract_after": 60, "display.blank_after": 400})


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with flying(tmp_path / "state", config=IDLE, advisor=Prompt()) as flown:
        yield flown


def test_after_a_minute_a_game_plays_itself_and_any_touch_leads_to_the_title(pilot: Pilot) -> None:
    pilot.wait(59)
    title = pilot.places
    assert "confirm" in title
    pilot.wait(2)
    assert pilot.scene == "Attraction"
    before = pilot.picture
    pilot.wait(30)
    assert pilot.picture != before
    pilot.tap(title["confirm"].middle)
    assert pilot.scene == "Menu"
    assert pilot.places == title
    pilot.wait(30)
    assert pilot.scene == "Menu"
    pilot.tap("confirm")
    assert pilot.scene == "TableScene"


def test_a_key_or_the_mouse_does_as_well_and_its_release_does_nothing(pilot: Pilot) -> None:
    for wake in (
        lambda: pilot.key(pygame.K_RETURN),
        lambda: pilot.key(pygame.K_RETURN, last=1.0),
        lambda: pilot.click((400, 240)),
        lambda: pilot.mouse(pygame.MOUSEMOTION, (10, 10), held=False),
    ):
        pilot.wait(65)
        assert pilot.scene == "Attraction"
        wake()
        pilot.wait(0.5)
        assert pilot.scene == "Menu"
        assert pilot.screens.fresh


def test_one_game_after_the_other_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    advisor = Prompt()
    with flying(tmp_path / "state", config=IDLE, advisor=advisor) as pilot:
        entries = pilot.store.results()
        pilot.wait(290)
        shown = [think.game.rules.variant for think in advisor.questions]
        assert len({variant.key for variant in shown}) == len(shown) > 2
        assert shown[0] == VARIANTS[0]
        assert pilot.store.results() == entries == ()
        assert pilot.store.current() is None
        assert not pilot.store.dealt(encode(rules_of(shown[0]), 1)[: -len("AAAAA24")])


def test_on_the_table_nobody_is_shown_anything_until_it_was_cleared(tmp_path: Path) -> None:
    config = IDLE.changed({"kiosk.lock": True})
    code = encode(BAKERS_GAME, 1)
    with flying(tmp_path / "state", config=config, code=code, advisor=Prompt()) as pilot:
        pilot.wait(100)
        assert pilot.scene == "TableScene"
        pilot.wait(30)
        assert pilot.scene == "Attraction"
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "Menu"
        assert pilot.screens.fresh


def test_in_the_dark_it_does_not_play(tmp_path: Path) -> None:
    config = IDLE.changed({"display.blank_after": 80})
    with flying(tmp_path / "state", config=config, advisor=Prompt()) as pilot:
        pilot.wait(85)
        assert pilot.attendant.dark
        wake = pilot.attendant.wake(pilot.now)
        assert wake is None or wake > pilot.now + 60
        pilot.tap((400, 240))
        assert pilot.scene == "Menu"


def test_without_the_setting_a_window_shows_the_title_for_ever(tmp_path: Path) -> None:
    with flying(tmp_path / "state", advisor=Prompt()) as pilot:
        pilot.wait(4000)
        assert pilot.scene == "Menu"


def test_no_sound_is_played(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pilot.screens._audio, "play", heard.append)
    pilot.wait(180)
    assert pilot.scene == "Attraction"
    assert heard == []
