"""What was played, and the figures that follow from it; where they are kept is not known here.

How is counted: a deal counts from its first move on, once, whatever is undone, restarted and won
again in it; its first win gives its time and moves. The deal on the table and the one that was left
last for it are open. One left before is lost, unless somebody takes it up again by its code: then
it is open once more. Wins for which the solver told anything (a move, a verdict, a solution) count
as wins, but best, average and ranks are those of the others, and these have ranks of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

MAX_HIGH_SCORES = 10
"""The high scores of a game are so many, and as many with help."""
UNSIGNED_INITIALS = "---"
"""Stands for the initials of a win that nobody signed."""


class DealOutcome(StrEnum):
    """What has become of a deal."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"


class RankBy(StrEnum):
    """What the high scores go by."""

    TIME = "time"
    MOVES = "moves"


class DealResult(NamedTuple):
    """One deal of which at least one move was played.

    `seconds` and `moves` are those of its first win, else those so far; moves that were taken back
    are among them.
    """

    deal_id: int
    """Its number in the store; deals are in the order of these."""
    code: str
    outcome: DealOutcome
    seconds: float
    moves: int
    is_helped: bool = False
    """Whether the solver told anything of it."""
    initials: str = ""
    day: str = ""
    """When it was dealt (2026-07-31); "" where the clock was wrong."""
    has_recording: bool = False
    """Whether its moves are still there, to be looked at."""

    @property
    def game_kind(self) -> str:
        """The game, its cells and house rules, as the code has them: `BK1-C4`."""
        return parse_game_kind(self.code)


class FirstWin(NamedTuple):
    """The time and the moves of a deal's first win, which are those that count."""

    seconds: float
    moves: int


class RankedWin(NamedTuple):
    """The place of a win (1 is the best) among those of its kind, with help or without.

    `initials` are those that it was signed with, `latest` those that were given last for any win.
    `first` is the deal's first win, whose figures count; None where nobody asks for them.
    """

    rank: int
    is_helped: bool
    initials: str
    latest_initials: str = ""
    first_win: FirstWin | None = None


class GameStats(NamedTuple):
    """The figures of one kind of game. Best and average: None where there was no win without help.

    `streak` is the number of wins since the last loss, `longest` the most in a row.
    """

    played: int
    won: int
    lost: int
    helped_wins: int
    streak: int
    longest_streak: int
    best_seconds: float | None
    best_moves: int | None
    mean_seconds: float | None
    mean_moves: float | None

    @property
    def win_rate(self) -> float | None:
        """The part of the decided deals that was won, from 0 to 1; None where none is decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else None


def parse_game_kind(code: str) -> str:
    """The part of a game code that tells the game: `BK1-C4`."""
    return code.rpartition("-")[0]


def group_by_game(results: Iterable[DealResult]) -> dict[str, list[DealResult]]:
    """The results by kind, that played last first; within a kind in the order of dealing."""
    groups: dict[str, list[DealResult]] = {}
    for result in results:
        groups.setdefault(result.game_kind, []).append(result)
    return dict(sorted(groups.items(), key=lambda pair: -pair[1][-1].deal_id))


def compute_stats(results: Sequence[DealResult]) -> GameStats:
    """The figures of these results, which are in the order of dealing."""
    won = [result for result in results if result.outcome is DealOutcome.WON]
    unaided = [result for result in won if not result.is_helped]
    streak = longest = lost = 0
    for result in results:
        if result.outcome is DealOutcome.WON:
            streak += 1
            longest = max(longest, streak)
        elif result.outcome is DealOutcome.LOST:
            streak, lost = 0, lost + 1
    seconds, moves = [r.seconds for r in unaided], [r.moves for r in unaided]
    return GameStats(
        played=len(results),
        won=len(won),
        lost=lost,
        helped_wins=len(won) - len(unaided),
        streak=streak,
        longest_streak=longest,
        best_seconds=min(seconds, default=None),
        best_moves=min(moves, default=None),
        mean_seconds=sum(seconds) / len(seconds) if seconds else None,
        mean_moves=sum(moves) / len(moves) if moves else None,
    )


def rank_wins(results: Iterable[DealResult], rank_by: RankBy, *, helped: bool) -> list[DealResult]:
    """The best wins with or without help, best first; of equal ones the earlier one."""
    won = (r for r in results if r.outcome is DealOutcome.WON and r.is_helped == helped)
    by_time = rank_by is RankBy.TIME

    def sort_key(result: DealResult) -> tuple[float, float, int]:
        seconds, moves = result.seconds, result.moves
        return (seconds, moves, result.deal_id) if by_time else (moves, seconds, result.deal_id)

    return sorted(won, key=sort_key)[:MAX_HIGH_SCORES]


class Histogram(NamedTuple):
    """How many values lie in each of several steps of equal width; the last has all beyond, too.

    Step number i begins at `first + i * width`.
    """

    start: int
    bin_width: int
    counts: tuple[int, ...]


TIME_BIN_SECONDS = (5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400)
"""Widths in seconds that people can read off."""
MOVE_BIN_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def build_histogram(
    values: Sequence[float], bin_widths: Sequence[int], max_bins: int
) -> Histogram | None:
    """The distribution of the values in at most so many steps; None of nothing.

    What lies beyond 19 of 20 values may end up in the last step: a single game that was forgotten
    on the table must not squeeze all others into the first.
    """
    if not values:
        return None
    ordered = sorted(values)
    low, high = ordered[0], ordered[(len(ordered) * 19 - 1) // 20]
    width = next((w for w in bin_widths if high // w - low // w < max_bins), bin_widths[-1])
    first = int(low // width)
    count = max(1, min(max_bins, int(high // width) - first + 1))
    counts = [0] * count
    for value in ordered:
        counts[max(0, min(count - 1, int(value // width) - first))] += 1
    return Histogram(first * width, width, tuple(counts))
