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
from tests.support.asker import solve_now
from tests.support.plans import Drag
from tests.support.player import Player
from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.screen import Screen, draw_expected, is_saved, read_saved_game
from tests.window.test_window import TABLE, WINDOW, play_by_mouse, shows_picture

SETTINGS = "kiosk: {lock: true, attract_after: 3, idle_reset: 20}\ngame: {difficulty: 1}\n"
CONFIRM, NEW = "confirm", "new"


class PlayerSession(NamedTuple):
    """Somebody's place at the running program."""

    screen: Screen
    folder: Path
    words: tuple[str, ...]

    def take_screenshot(self, scene: str, device: str = "screen") -> tuple[bytes, dict[str, Drag]]:
        """Compare a screen with the command's picture and click each of its buttons."""
        layout = self.folder / "layout.json"
        words = ("--scene", scene, "--device", device, "--layout", str(layout))
        picture = draw_expected(self.folder, *words, *self.words)
        clicks = {}
        for name, (x, y, w, h) in json.loads(layout.read_text())["buttons"].items():
            clicks[name] = Drag((x + w // 2, y + h // 2), (x + w // 2, y + h // 2))
        return picture, clicks

    def is_dealt(self, tag: str) -> Callable[[], bool]:
        """Return whether a deal of that game is on the table."""

        def look() -> bool:
            report = build_state_report(self.folder / "state")
            return report is not None and str(report["code"]).startswith(tag)

        return look

    def player(self) -> tuple[Player, list[str]]:
        """Somebody at the same table, and a line that wins there."""
        game = Game.begin(*decode(read_saved_game(self.folder / "state")["code"]))
        return Player(game), [format_move(move) for move in solve_now(Think(game, 0))[-1].moves]


def check_attract_mode(seat: PlayerSession) -> None:
    """Pictures of their own come and go; a click leads to the title, whatever lies below it."""
    title, clicks = seat.take_screenshot("title", "keyboard")
    pictures: set[bytes] = set()

    def others() -> bool:
        pictures.add(seat.screen.take_screenshot())
        return len(pictures) > 20

    wait_until("a game that plays itself", others, 60.0)
    seat.screen.click(clicks[NEW])
    wait_until("the title", shows_picture(seat.screen, title))
    assert build_state_report(seat.folder / "state") is None


def play_first_game(seat: PlayerSession) -> None:
    """Deals another game with three clicks, wins it, and signs."""
    _, clicks = seat.take_screenshot("title")
    seat.screen.click(clicks[NEW])
    _, clicks = seat.take_screenshot("choose")
    seat.screen.click(clicks["kings-only"])
    seat.screen.click(clicks[CONFIRM])
    wait_until("a deal", seat.is_dealt("KO1-C4"))
    player, moves = seat.player()
    play_by_mouse(seat.screen, player, seat.folder, moves)
    seat.screen.click(Drag((400, 240), (400, 240)))
    sleep(1.5)
    for key in ("Return", "e", "v", "a", "Return"):
        seat.screen.run_xdotool("key", key)
        sleep(0.5)
    wait_until("the initials", lambda: "EVA" in (export_records_csv(seat.folder / "state") or ""))


def play_second_game(seat: PlayerSession) -> tuple[list[str], dict[str, object]]:
    """Finds the game of the settings, plays some of it, and is left in the dark."""
    scores = seat.screen.take_screenshot()
    wait_until("the countdown", lambda: seat.screen.take_screenshot() != scores, 30.0)
    title, _ = seat.take_screenshot("title", "keyboard")
    sleep(15.0)
    assert seat.screen.take_screenshot() != title
    seat.screen.run_xdotool("key", "Return")
    wait_until("the title", shows_picture(seat.screen, title))
    seat.screen.run_xdotool("key", "Return")
    wait_until("a deal", seat.is_dealt("BK1-C4"))
    player, moves = seat.player()
    play_by_mouse(seat.screen, player, seat.folder, moves[:9])
    return moves[:9], read_saved_game(seat.folder / "state")


@pytest.mark.prove
def test_an_evening(screen: Screen, tmp_path: Path) -> None:
    config = tmp_path / "my.yaml"
    config.write_text(SETTINGS)
    words = ("--config", str(config))
    seat = PlayerSession(screen, tmp_path, words)
    begin = (*WINDOW, "--state-dir", str(tmp_path / "state"), *words)
    with start_kiosk(*begin, environ=screen.environ) as process:
        wait_until("the title", shows_picture(screen, seat.take_screenshot("title", "keyboard")[0]))
        check_attract_mode(seat)
        play_first_game(seat)
        played, before = play_second_game(seat)
        assert wait_until_ended(process, signal.SIGKILL)[0] == -signal.SIGKILL
    moves = tmp_path / "moves.txt"
    moves.write_text(" ".join(played))
    code = str(before["code"])
    expected = draw_expected(tmp_path, "--code", code, "--moves", str(moves), *words)
    with start_kiosk(*begin, environ=screen.environ) as process:
        wait_until("the same table", shows_picture(screen, expected, TABLE))
        assert read_saved_game(tmp_path / "state") == before
        screen.run_xdotool("key", "BackSpace")
        wait_until("an undone move", is_saved(tmp_path / "state", 8))
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")
    records = read_saved_game(tmp_path / "state")["records"]
    assert records["kings-only"] == {"played": 1, "won": 1}
    assert records["bakers-game"] == {"played": 1, "won": 0}
    (line,) = csv.DictReader(io.StringIO(export_records_csv(tmp_path / "state") or ""))
    assert (line["result"], line["initials"], line["helped"]) == ("won", "EVA", "no")
