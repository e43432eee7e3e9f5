"""Attract mode: poster, game and the way back to the title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.codes import encode
from engine.game import Game
from engine.solver.verdict import Verdict
from engine.variants import VARIANTS, make_rules
from kiosk.effects import Effect, SolverAnswer, StartAttract, Think
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Button, Card, Drawable, Frame, Label, Miniature, bounding_box
from kiosk.scenes.attract import POSTER_SECONDS, SOLVER_TIMEOUT_SECONDS, AttractScene
from kiosk.settings import Config
from kiosk.tools.sample_data import create_sample_results
from kiosk.ui.scene import GameInPlay
from tests.support.asker import Prompt, solve_now
from tests.support.each import find_failures
from tests.support.pilot import Pilot, start_pilot
from tests.support.stage import SIZES, Opening, stage
from tests.support.tables import BAKERS_GAME

EASY = Game.begin(BAKERS_GAME, 2)
GAMES = [Game.begin(make_rules(variant), 3) for variant in VARIANTS]


class Passer:
    """A passer-by at the attract mode."""

    def __init__(self, game: Game = EASY, size: tuple[int, int] = (800, 480)) -> None:
        self.now = 100.0
        self.scene = AttractScene(
            Opening(results=create_sample_results(game)).on(stage(size)), game
        )
        self.scene.enter(self.now)
        self.effects: list[Effect] = []
        self.wakes = 0

    def wait(self, seconds: float) -> list[Effect]:
        end, done = self.now + seconds, []
        while (wake := self.scene.next_deadline(self.now)) is not None and wake <= end and not done:
            self.now = max(wake, self.now + 1 / 60) if wake > self.now else self.now + 1 / 60
            done += [e for e in self.scene.advance(self.now) if not isinstance(e, Think)]
            self.wakes += 1
        self.now = end if not done else self.now
        return done

    def answer(self) -> None:
        (think,) = self.scene.advance(self.now)
        assert isinstance(think, Think)
        for advice in solve_now(think):
            self.scene.receive_answer(advice, self.now)

    @property
    def frame(self) -> Frame:
        return self.scene.build_frame(self.now)

    @property
    def records(self) -> tuple[Drawable, ...]:
        return (*self.frame.background, *self.frame.foreground)

    @property
    def words(self) -> list[str]:
        return [record.text for record in self.records if isinstance(record, Label)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules.variant.key)
def test_a_bill_then_the_whole_game_then_the_next(game: Game) -> None:
    passer = Passer(game)
    passer.answer()
    assert {"Bakehouse", "Touch or press to play"} <= set(passer.words)
    passer.wait(POSTER_SECONDS)
    assert "High scores" in passer.words
    assert not any(isinstance(record, Miniature) for record in passer.records)
    passer.wait(POSTER_SECONDS)
    assert sum(isinstance(record, Card) for record in passer.records) == 52
    assert passer.wait(600.0) == [StartAttract()]
    assert passer.scene._game.state == "won"
    assert passer.now < 400.0


def test_what_is_written_changes_its_place_and_its_words() -> None:
    passer = Passer()
    passer.answer()
    places = set()
    for _ in range(12):
        places.update((r.box, r.text) for r in passer.records if isinstance(r, Label))
        passer.wait(POSTER_SECONDS)
    for words in (("Bakehouse", "Bake"), ("Baker's Game · 4 cells", "Game"), ("play",)):
        assert len({box for box, text in places if text in words}) > 2


def test_it_sleeps_between_moves() -> None:
    passer = Passer()
    passer.answer()
    passer.wait(2 * POSTER_SECONDS + 5.5)
    passer.wakes = 0
    passer.wait(10.0)
    assert passer.wakes < 10 * (0.2 * 60 + 2)
    assert passer.frame.background is passer.frame.background


@pytest.mark.parametrize("advice", [SolverAnswer(Verdict.UNKNOWN), None])
def test_without_a_solver_there_is_the_bill_alone_and_then_another_game(
    advice: SolverAnswer | None,
) -> None:
    passer = Passer()
    passer.scene.advance(passer.now)
    if advice:
        passer.scene.receive_answer(advice, passer.now)
    assert passer.wait(2 * POSTER_SECONDS - 0.1) == []
    assert "Bakehouse" in passer.words
    assert passer.wait(SOLVER_TIMEOUT_SECONDS) == [StartAttract()]
    assert passer.now == pytest.approx(
        100.0 + (2 * POSTER_SECONDS if advice else SOLVER_TIMEOUT_SECONDS), abs=0.1
    )


def test_it_takes_nothing_and_is_nobodys_game() -> None:
    passer = Passer()
    passer.answer()
    for message in (
        ButtonEvent(Action.CONFIRM, True, 0.0, "keyboard"),
        PointerEvent(PointerPhase.DOWN, 400, 240, 0.0),
        PointerEvent(PointerPhase.UP, 400, 240, 0.0),
        ButtonEvent(Action.QUIT, True, 0.0, "keyboard"),
    ):
        assert passer.scene.handle(message, passer.now) == []
    assert passer.scene.get_game_in_play(passer.now) == GameInPlay()
    assert not any(isinstance(record, Button) for record in passer.records)


def test_what_there_is_to_tell_takes_the_place_of_the_call() -> None:
    passer = Passer()
    passer.scene.show_messages(("The disk is full",), passer.now)
    assert "The disk is full" in passer.words


def test_everything_is_on_the_picture() -> None:
    def check(size: tuple[int, int]) -> None:
        passer = Passer(GAMES[len(str(size)) % len(GAMES)], (320, 240))
        passer.answer()
        picture = Box(0, 0, *size)
        passer.scene.handle(ResizeEvent(*size), passer.now)
        for _ in range(5):
            marked = [bounding_box(record) for record in passer.frame.background]
            assert all(box.union(picture) == picture for box in marked), size
            passer.wait(POSTER_SECONDS)

    assert find_failures(check, SIZES) == []


# In the program


IDLE = Config.from_values({"kiosk.attract_after": 60, "display.blank_after": 400})


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    with start_pilot(tmp_path / "state", config=IDLE, advisor=Prompt()) as flown:
        yield flown


def test_after_a_minute_a_game_plays_itself_and_any_touch_leads_to_the_title(pilot: Pilot) -> None:
    pilot.wait(59)
    title = pilot.places
    assert "confirm" in title
    pilot.wait(2)
    assert pilot.scene == "AttractScene"
    before = pilot.picture
    pilot.wait(30)
    assert pilot.picture != before
    pilot.tap(title["confirm"].centre)
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
        assert pilot.scene == "AttractScene"
        wake()
        pilot.wait(0.5)
        assert pilot.scene == "Menu"
        assert pilot.screens.is_reset


def test_one_game_after_the_other_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    advisor = Prompt()
    with start_pilot(tmp_path / "state", config=IDLE, advisor=advisor) as pilot:
        entries = pilot.store.list_results()
        pilot.wait(290)
        shown = [think.game.rules.variant for think in advisor.questions]
        assert len({variant.key for variant in shown}) == len(shown) > 2
        assert shown[0] == VARIANTS[0]
        assert pilot.store.list_results() == entries == ()
        assert pilot.store.get_current() is None
        assert not pilot.store.list_dealt_codes(encode(make_rules(shown[0]), 1)[: -len("AAAAA24")])


def test_on_the_table_nobody_is_shown_anything_until_it_was_cleared(tmp_path: Path) -> None:
    config = IDLE.with_values({"kiosk.lock": True})
    code = encode(BAKERS_GAME, 1)
    with start_pilot(tmp_path / "state", config=config, code=code, advisor=Prompt()) as pilot:
        pilot.wait(100)
        assert pilot.scene == "TableScene"
        pilot.wait(30)
        assert pilot.scene == "AttractScene"
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "Menu"
        assert pilot.screens.is_reset


def test_in_the_dark_it_does_not_play(tmp_path: Path) -> None:
    config = IDLE.with_values({"display.blank_after": 80})
    with start_pilot(tmp_path / "state", config=config, advisor=Prompt()) as pilot:
        pilot.wait(85)
        assert pilot.idle_controller.is_dark
        wake = pilot.idle_controller._compute_deadline(pilot.now)
        assert wake is None or wake > pilot.now + 60
        pilot.tap((400, 240))
        assert pilot.scene == "Menu"


def test_without_the_setting_a_window_shows_the_title_for_ever(tmp_path: Path) -> None:
    with start_pilot(tmp_path / "state", advisor=Prompt()) as pilot:
        pilot.wait(4000)
        assert pilot.scene == "Menu"


def test_no_sound_is_played(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pilot.screens._audio, "play", heard.append)
    pilot.wait(180)
    assert pilot.scene == "AttractScene"
    assert heard == []
