"""Results of deals, and the statistics and high scores computed from them.

Rules of counting: a deal counts once, from its first move, whatever is undone, restarted or won
again in it; its first win gives its time and moves. The current deal and the one left last for it
are open. A deal left earlier is lost, unless it is resumed by its code: then it is open again.
Wins helped by the solver (with a move, a verdict or a solution) count as wins, but best, mean and
high scores come from unaided wins only; helped wins have high scores of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

MAX_HIGH_SCORES = 10
"""Length of a game's list of high scores; helped wins have a list of the same length."""
UNSIGNED_INITIALS = "---"


class DealOutcome(StrEnum):
    """Outcome of a deal."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"


class RankBy(StrEnum):
    """Order of the high scores."""

    TIME = "time"
    MOVES = "moves"


class DealResult(NamedTuple):
    """Result of a deal with at least one move.

    `seconds` and `moves` are those of its first win, else those so far; undone moves count.
    """

    deal_id: int
    """Number in the database; ascending in the order of dealing."""
    code: str
    outcome: DealOutcome
    seconds: float
    moves: int
    is_helped: bool = False
    initials: str = ""
    day: str = ""
    """Date of dealing (2026-07-31); "" if the clock was wrong."""
    has_recording: bool = False
    """True if its moves are still stored and can be replayed."""

    @property
    def game_kind(self) -> str:
        """Game, cells and house rules as in the game code: `BK1-C4`."""
        return parse_game_kind(self.code)


class FirstWin(NamedTuple):
    """Time and moves of a deal's first win."""

    seconds: float
    moves: int


class RankedWin(NamedTuple):
    """Rank of a win among the wins of its game, helped and unaided ones apart; 1 is the best.

    `latest_initials` are the initials entered last, for any win.
    """

    rank: int
    is_helped: bool
    initials: str
    latest_initials: str = ""
    first_win: FirstWin | None = None


class GameStats(NamedTuple):
    """Statistics of one game; best and mean are None without an unaided win.

    `streak` is the number of wins since the last loss.
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
        """Wins as a fraction of decided deals, from 0 to 1; None if there are none."""
        decided = self.won + self.lost
        return self.won / decided if decided else None


def parse_game_kind(code: str) -> str:
    """Return the part of a game code before the deal number: `BK1-C4`."""
    return code.rpartition("-")[0]


def group_by_game(results: Iterable[DealResult]) -> dict[str, list[DealResult]]:
    """Group results by game, the game dealt last first; keep the order of dealing in a group."""
    groups: dict[str, list[DealResult]] = {}
    for result in results:
        groups.setdefault(result.game_kind, []).append(result)
    return dict(sorted(groups.items(), key=lambda pair: -pair[1][-1].deal_id))


def compute_stats(results: Sequence[DealResult]) -> GameStats:
    """Compute the statistics of results in the order of dealing."""
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
    """Return the high scores of helped or unaided wins, best first; of equal ones the earlier."""
    won = (r for r in results if r.outcome is DealOutcome.WON and r.is_helped == helped)
    by_time = rank_by is RankBy.TIME

    def sort_key(result: DealResult) -> tuple[float, float, int]:
        seconds, moves = result.seconds, result.moves
        return (seconds, moves, result.deal_id) if by_time else (moves, seconds, result.deal_id)

    return sorted(won, key=sort_key)[:MAX_HIGH_SCORES]


class Histogram(NamedTuple):
    """Counts of values in bins of equal width; the last bin includes all larger values.

    Bin i begins at `start + i * bin_width`.
    """

    start: int
    bin_width: int
    counts: tuple[int, ...]


TIME_BIN_SECONDS = (5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400)
MOVE_BIN_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def build_histogram(
    values: Sequence[float], bin_widths: Sequence[int], max_bins: int
) -> Histogram | None:
    """Build the histogram with the smallest fitting bin width; None without values.

    Values above the 95th percentile may fall into the last bin, so that a single game with the
    clock left running does not squeeze all others into the first.
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
