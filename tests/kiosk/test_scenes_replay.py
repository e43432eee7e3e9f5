"""Replay of a game: playing, pausing, stepping and leaving, with every device."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.cards import DECK
from engine.codes import decode
from engine.game import Game
from kiosk.effects import Effect, ExitProgram, GoBack, PlaySound, WatchReplay
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Button, Card, FoldedCount, Frame, Label
from kiosk.scenes.replay import (
    ENTRIES_PER_SNAPSHOT,
    MOVE_SECONDS_BY_SPEED,
    JournalPlayer,
    ReplayScene,
)
from tests.support.each import find_failures
from tests.support.replays import RECORDED_GAMES
from tests.support.saves import make_entries
from tests.support.stage import PANEL, SIZES, SMALL, UPRIGHT, Opening, open_scene, stage
from tests.support.tables import replay_game

DEAL = Game.begin(*decode("BK1-C4-AAAAA24"))
ENTRIES = ("8-c", "undo", "redo", "restart", "undo*2", "8-c", "1-a")


class Viewer:
    """A player at a replay."""

    def __init__(
        self,
        entries: tuple[str, ...] = ENTRIES,
        game: Game = DEAL,
        size: tuple[int, int] = PANEL,
    ) -> None:
        self.now = 10.0
        watch = WatchReplay(game, entries, "Solution")
        self.scene = ReplayScene(stage(size), watch)
        self.scene.enter(self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while True:
            wake = self.scene.next_deadline(self.now)
            if wake is None or wake > end:
                break
            self.now = max(wake, self.now + 1 / 60)
            assert self.scene.advance(self.now) == []
            self.look()
        self.now = end

    def look(self) -> Frame:
        return self.scene.build_frame(self.now)

    def press(self, *actions: Action) -> list[Effect]:
        done: list[Effect] = []
        for action in actions:
            done = self.scene.handle(ButtonEvent(action, True, self.now, "gamepad"), self.now)
            assert (
                self.scene.handle(ButtonEvent(action, False, self.now, "gamepad"), self.now) == []
            )
        return done

    def tap(self, name: str) -> list[Effect]:
        box = self.scene.collect_boxes(self.now)["buttons"].get(name)
        x, y = box.centre if box else (self.look().size[0] // 3, self.look().size[1] // 3)
        self.scene.handle(PointerEvent(PointerPhase.DOWN, x, y, self.now), self.now)
        done = self.scene.handle(PointerEvent(PointerPhase.UP, x, y, self.now), self.now)
        self.now += 0.5
        return done

    @property
    def told(self) -> list[str]:
        frame = self.look()
        return [r.text for r in (*frame.background, *frame.foreground) if isinstance(r, Label)]

    @property
    def far(self) -> int:
        found = [text for line in self.told for text in line.split(" · ") if "/" in text]
        return int(found[0].partition("/")[0])

    @property
    def icons(self) -> list[str]:
        return [record.icon for record in self.look().background if isinstance(record, Button)]


def test_it_plays_by_itself_to_the_end_and_then_sleeps() -> None:
    viewer = Viewer()
    assert viewer.far == 0
    for done in range(1, len(ENTRIES) + 1):
        viewer.wait(MOVE_SECONDS_BY_SPEED[0])
        assert viewer.far == done
    viewer.wait(5)
    assert viewer.scene.is_finished
    assert viewer.scene.next_deadline(viewer.now) is None
    assert "restart" in viewer.icons
    viewer.press(Action.CONFIRM)
    assert viewer.far == 0
    viewer.wait(MOVE_SECONDS_BY_SPEED[0])
    assert viewer.far == 1


def test_what_is_no_move_is_told() -> None:
    viewer = Viewer()
    said = []
    for _ in ENTRIES:
        viewer.wait(MOVE_SECONDS_BY_SPEED[0])
        said += [text for text in viewer.told if text in ("Undo", "Redo", "Restart")]
    assert said == ["Undo", "Redo", "Restart", "Undo"]


@pytest.mark.parametrize(
    ("pause", "step", "back"),
    [
        ((Action.CONFIRM,), (Action.RIGHT,), (Action.LEFT,)),
        ((Action.HINT,), (Action.REDO,), (Action.UNDO,)),
        (
            (Action.CONFIRM,),
            (*(Action.NEXT,) * 4, Action.CONFIRM, Action.NEXT),
            (*(Action.PREVIOUS,) * 2, Action.CONFIRM, *(Action.NEXT,) * 2),
        ),
    ],
    ids=["arrows", "buttons of their own", "two buttons"],
)
def test_buttons_pause_and_step(
    pause: tuple[Action, ...], step: tuple[Action, ...], back: tuple[Action, ...]
) -> None:
    viewer = Viewer()
    viewer.wait(2.5)
    assert (viewer.far, "pause" in viewer.icons) == (2, True)
    viewer.press(*pause)
    viewer.wait(20)
    assert (viewer.far, "play" in viewer.icons) == (2, True)
    viewer.press(Action.RIGHT)
    assert viewer.far == 3
    viewer.press(Action.LEFT)
    viewer.press(Action.LEFT)
    assert viewer.far == 1
    viewer.press(*pause)
    viewer.wait(MOVE_SECONDS_BY_SPEED[0])
    assert viewer.far == 2


def test_fingers_pause_step_and_leave() -> None:
    viewer = Viewer()
    viewer.tap("table")
    viewer.wait(5)
    assert viewer.far == 0
    assert viewer.tap("undo") == [PlaySound("refuse")]
    for _ in ENTRIES:
        assert viewer.tap("redo") == []
    assert viewer.scene.is_finished
    assert viewer.tap("redo") == [PlaySound("refuse")]
    assert viewer.tap("undo") == []
    assert viewer.far == len(ENTRIES) - 1
    assert viewer.tap("back") == [GoBack()]


def test_the_focus_goes_around_all_buttons() -> None:
    viewer = Viewer()
    names = list(viewer.scene.collect_boxes(0.0)["buttons"])
    seen = []
    for _ in names:
        viewer.press(Action.NEXT)
        focused = [r.focused for r in viewer.look().background if isinstance(r, Button)]
        seen.append(names[focused.index(True)])
    assert sorted(seen) == sorted(names)
    assert viewer.press(Action.BACK) == [GoBack()]
    assert viewer.press(Action.MENU) == [GoBack()]
    assert viewer.press(Action.QUIT) == [ExitProgram()]


def test_the_pace_can_be_chosen() -> None:
    viewer = Viewer(tuple(make_entries(DEAL, 40)))
    played = []
    for _ in MOVE_SECONDS_BY_SPEED:
        begun = viewer.far
        viewer.wait(3.1)
        played.append(viewer.far - begun)
        viewer.scene.handle(ButtonEvent(Action.NEW, True, viewer.now, "keyboard"), viewer.now)
    assert played == [3, 6, 12]


def test_covered_it_stands_still() -> None:
    viewer = Viewer()
    viewer.wait(1.1)
    viewer.scene.leave(viewer.now)
    assert viewer.scene.next_deadline(viewer.now) is None
    viewer.now += 60
    viewer.scene.enter(viewer.now)
    assert viewer.far == 1
    viewer.wait(1.1)
    assert viewer.far == 2


def test_nothing_is_drawn_anew_while_nothing_changes() -> None:
    viewer = Viewer()
    viewer.press(Action.CONFIRM)
    viewer.wait(1)
    assert viewer.look().background is viewer.look().background


def test_without_a_recording_it_shows_how_the_game_came_about() -> None:
    game = replay_game(1, "1-a 2-b undo")
    scene = open_scene("replay", stage(), Opening(game))
    assert isinstance(scene, ReplayScene)
    scene.enter(0.0)
    scene.handle(ButtonEvent(Action.RIGHT, True, 0.0, "keyboard"), 0.0)
    assert scene.is_finished


def test_every_card_is_seen_at_every_size_and_after_a_turn_of_the_panel() -> None:
    def check(size: tuple[int, int]) -> None:
        recorded = RECORDED_GAMES[size[0] % len(RECORDED_GAMES)]
        viewer = Viewer(tuple(recorded.moves), Game.begin(*decode(recorded.code)), size)
        viewer.press(Action.CONFIRM)
        for turn in range(8):
            viewer.press(Action.RIGHT)
            viewer.wait(1)
            if turn == 4:
                viewer.scene.handle(ResizeEvent(*size[::-1]), viewer.now)
            frame = viewer.look()
            seen = {r.card for r in frame.background if isinstance(r, Card)}
            away = sum(r.count for r in frame.background if isinstance(r, FoldedCount))
            home = sum(viewer.scene._player.game.position.foundations)
            assert len(seen) + away >= len(DECK) - home
            boxes = viewer.scene.collect_boxes(viewer.now)["buttons"].values()
            assert all(a == b or not a.overlaps(b) for a, b in pairwise(sorted(boxes)))
            assert all(b.x >= 0 and b.right <= frame.size[0] for b in boxes)

    assert find_failures(check, [*SIZES[::6], SMALL, UPRIGHT]) == []


def test_a_tape_is_the_game_wherever_it_is_wound_to() -> None:
    entries = make_entries(DEAL, 3 * ENTRIES_PER_SNAPSHOT)
    games = [DEAL]
    for entry in entries:
        games.append(games[-1].apply_entry(entry))
    tape, chance = JournalPlayer(DEAL, entries), random.Random(7)
    for to in (chance.randint(0, len(entries)) for _ in range(60)):
        elsewhere = tape.entry_index != to
        assert tape.seek(to) == elsewhere
        assert (tape.entry_index, tape.game) == (to, games[to])
    assert not tape.seek(-1)
    assert not tape.seek(len(entries) + 1)
    assert tape.entry_index == to
