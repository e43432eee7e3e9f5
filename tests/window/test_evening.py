"""A whole evening in a real window, by mouse and keys and the real clock, with a real kill."""

from __future__ import annotations

import csv
import io
import json
import signal
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import NamedTuple

import pytest

from engine.codes import decode
from engine.game import Game
from engine.notation import format_move
from kiosk.effects import Think
from kiosk.storage.state_report import build_state_report, export_records_csv
from tests.support.asker import thought
from tests.support.plans import Drag
from tests.support.player import Player
from tests.support.running import gone, started, until
from tests.window.screen import Screen, drawn, is_kept, saved
from tests.window.test_window import TABLE, WINDOW, play_by_mouse, shows

SETTINGS = "kiosk: {lock: true, attract_after: 3, idle_reset: 20}\ngame: {difficulty: 1}\n"
CONFIRM, NEW = "confirm", "new"


class Seat(NamedTuple):
    """Somebody's place at the running program."""

    screen: Screen
    folder: Path
    words: tuple[str, ...]

    def shot(self, scene: str, device: str = "screen") -> tuple[bytes, dict[str, Drag]]:
        """What a screen looks like by the command, and a click on each of its buttons."""
        layout = self.folder / "layout.json"
        words = ("--scene", scene, "--device", device, "--layout", str(layout))
        picture = drawn(self.folder, *words, *self.words)
        clicks = {}
        for name, (x, y, w, h) in json.loads(layout.read_text())["buttons"].items():
            clicks[name] = Drag((x + w // 2, y + h // 2), (x + w // 2, y + h // 2))
        return picture, clicks

    def is_dealt(self, tag: str) -> Callable[[], bool]:
        """Whether a deal of that game is on the table."""

        def look() -> bool:
            report = build_state_report(self.folder / "state")
            return report is not None and str(report["code"]).startswith(tag)

        return look

    def player(self) -> tuple[Player, list[str]]:
        """Somebody at the same table, and a line that wins there."""
        game = Game.begin(*decode(saved(self.folder / "state")["code"]))
        return Player(game), [format_move(move) for move in thought(Think(game, 0))[-1].moves]


def demonstration(seat: Seat) -> None:
    """Pictures of their own come and go; a click leads to the title, whatever lies below it."""
    title, clicks = seat.shot("title", "keyboard")
    pictures: set[bytes] = set()

    def others() -> bool:
        pictures.add(seat.screen.picture())
        return len(pictures) > 20

    until("a game that plays itself", others, 60.0)
    seat.screen.click(clicks[NEW])
    until("the title", shows(seat.screen, title))
    assert build_state_report(seat.folder / "state") is None


def first_person(seat: Seat) -> None:
    """Deals another game with three clicks, wins it, and signs."""
    _, clicks = seat.shot("title")
    seat.screen.click(clicks[NEW])
    _, clicks = seat.shot("choose")
    seat.screen.click(clicks["kings-only"])
    seat.screen.click(clicks[CONFIRM])
    until("a deal", seat.is_dealt("KO1-C4"))
    player, moves = seat.player()
    play_by_mouse(seat.screen, player, seat.folder, moves)
    seat.screen.click(Drag((400, 240), (400, 240)))
    sleep(1.5)
    for key in ("Return", "e", "v", "a", "Return"):
        seat.screen.do("key", key)
        sleep(0.5)
    until("the initials", lambda: "EVA" in (export_records_csv(seat.folder / "state") or ""))


def second_person(seat: Seat) -> tuple[list[str], dict[str, object]]:
    """Finds the game of the settings, plays some of it, and is left in the dark."""
    scores = seat.screen.picture()
    until("the countdown", lambda: seat.screen.picture() != scores, 30.0)
    title, _ = seat.shot("title", "keyboard")
    sleep(15.0)
    assert seat.screen.picture() != title
    seat.screen.do("key", "Return")
    until("the title", shows(seat.screen, title))
    seat.screen.do("key", "Return")
    until("a deal", seat.is_dealt("BK1-C4"))
    player, moves = seat.player()
    play_by_mouse(seat.screen, player, seat.folder, moves[:9])
    return moves[:9], saved(seat.folder / "state")


@pytest.mark.prove
def test_an_evening(screen: Screen, tmp_path: Path) -> None:
    config = tmp_path / "my.yaml"
    config.write_text(SETTINGS)
    words = ("--config", str(config))
    seat = Seat(screen, tmp_path, words)
    begin = (*WINDOW, "--state-dir", str(tmp_path / "state"), *words)
    with started(*begin, environ=screen.environ) as process:
        until("the title", shows(screen, seat.shot("title", "keyboard")[0]))
        demonstration(seat)
        first_person(seat)
        played, before = second_person(seat)
        assert gone(process, signal.SIGKILL)[0] == -signal.SIGKILL
    moves = tmp_path / "moves.txt"
    moves.write_text(" ".join(played))
    code = str(before["code"])
    expected = drawn(tmp_path, "--code", code, "--moves", str(moves), *words)
    with started(*begin, environ=screen.environ) as process:
        until("the same table", shows(screen, expected, TABLE))
        assert saved(tmp_path / "state") == before
        screen.do("key", "BackSpace")
        until("an undone move", is_kept(tmp_path / "state", 8))
        assert gone(process, signal.SIGTERM)[::2] == (0, "")
    records = saved(tmp_path / "state")["records"]
    assert records["kings-only"] == {"played": 1, "won": 1}
    assert records["bakers-game"] == {"played": 1, "won": 0}
    (line,) = csv.DictReader(io.StringIO(export_records_csv(tmp_path / "state") or ""))
    assert (line["result"], line["initials"], line["helped"]) == ("won", "EVA", "no")
