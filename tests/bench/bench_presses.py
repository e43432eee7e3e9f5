"""Count the presses per move with a D-pad and two buttons, over the stored winning lines.

Every game of `tests/engine/replays` is played on the real table by the cursor, in the fewest
presses; what is counted is every press of a way or of confirm, a hold as one.
"""

from __future__ import annotations

from engine.game import Game
from tests.support.player import Player
from tests.support.replays import RECORDED_GAMES, RecordedGame
from tests.support.stage import PANEL, SMALL
from tests.support.thumb import Push, Thumb, is_by_cursor, stops

GOALS = {"bakers-game": 4.0, "bakers-dozen": 5.0}
"""Presses a move at most, by the game."""


def count_presses(
    replay: RecordedGame, size: tuple[int, int], *, ways: bool = True
) -> float | None:
    """Presses a move; None where a line has a move that no cursor makes."""
    games = replay.list_games()
    moves = [game.moves[-1] for game in games[1:]]
    if not all(is_by_cursor(game, move) for game, move in zip(games, moves, strict=False)):
        return None
    player = Player(Game.begin(games[0].rules, games[0].number or 1), size)

    def press(push: Push) -> None:
        player.press(push.action, device="gamepad", seconds=push.last, pause_seconds=push.pause)

    thumb = Thumb(
        press, lambda: player.game, lambda: stops(player.scene.collect_boxes(player.now)), ways=ways
    )
    for move in moves:
        thumb.play(move)
    assert player.game.state == "won"
    return thumb.presses / len(moves)


def measure() -> None:
    """Print the presses a move of every stored line, and the mean of every game."""
    for size, ways in ((PANEL, True), (SMALL, True), (PANEL, False)):
        averages: dict[str, list[float]] = {}
        for replay in RECORDED_GAMES:
            average = count_presses(replay, size, ways=ways)
            if average is not None:
                averages.setdefault(replay.list_games()[0].rules.variant.key, []).append(average)
        for key, means in averages.items():
            goal = f" (goal at most {GOALS[key]:.0f})" if ways and key in GOALS else ""
            hands = f"four ways at {size[0]}x{size[1]}" if ways else "Next alone"
            print(
                f"presses a move   {key:16} {sum(means) / len(means):.2f}{goal},"
                f" {hands} and Confirm, {len(means)} games",
                flush=True,
            )


if __name__ == "__main__":
    measure()
