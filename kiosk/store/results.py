"""The results of all deals as the database has them, and what is written about them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from kiosk.ledger import FirstWin, Outcome, Rank, Result, Standing
from kiosk.store.reading import COUNTS, RESUMABLE, Kept

Statement = tuple[str, tuple[object, ...]]

RECORDED = 200
"""So many won deals, and as many others, keep their moves; older ones keep their figures only."""
AT_ONCE = 10
"""So many of a kind lose their moves at once, if there are more: no deal waits long for it."""
SINCE = "2026-01-01"
"""There was no Bakehouse before this day: a clock that says so is wrong."""

_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
SECONDS = "coalesce(seconds, (SELECT max(seconds) FROM entry WHERE deal_id = deal.id))"
MOVES = """coalesce(
    moves, (SELECT count(*) FROM entry WHERE deal_id = deal.id AND text LIKE '%-%')
)"""
"""The figures of a deal: of its first win, else from its entries."""
_STAY = f"SELECT id FROM deal WHERE laid IN {RESUMABLE}"
_FIGURES = f"""
    SELECT id, code, CASE WHEN state = 'won' THEN 'won' WHEN laid IN {RESUMABLE} THEN 'open'
        ELSE 'lost' END, {SECONDS}, {MOVES},
        helped, initials,
        CASE WHEN substr(created, 1, 10) BETWEEN ? AND ? THEN substr(created, 1, 10) ELSE '' END,
        recorded = 1 AND state = 'won'
    FROM deal WHERE {COUNTS} ORDER BY id
"""
_WON = "UPDATE deal SET state = 'won', seconds = ?, moves = ? WHERE id = ?"
_FORGET = f"""
    UPDATE deal SET recorded = 0, seconds = {SECONDS}, moves = {MOVES}
    WHERE id IN (
        SELECT id FROM deal WHERE recorded = 1 AND state = ? AND laid > 0
            AND laid NOT IN {RESUMABLE}
        ORDER BY laid DESC LIMIT {AT_ONCE} OFFSET ?
    )
"""
_ERASE = (
    f"DELETE FROM entry WHERE deal_id NOT IN ({_STAY})",
    f"DELETE FROM deal WHERE id NOT IN ({_STAY})",
    "UPDATE deal SET erased = 1",
)
_PLACE = """
    SELECT 1 + (
        SELECT count(*) FROM deal WHERE state = 'won' AND erased = 0 AND helped = this.helped
            AND substr(code, 1, length(code) - 8) = substr(this.code, 1, length(this.code) - 8)
            AND ({better}, deal.id) < ({this}, this.id)
    ), helped, initials, coalesce((
        SELECT initials FROM deal WHERE initials <> '' AND id > 0 ORDER BY id DESC LIMIT 1
    ), ''), seconds, moves FROM deal AS this WHERE id = ? AND state = 'won' AND erased = 0
"""
_MERIT = {Rank.TIME: ("seconds", "moves"), Rank.MOVES: ("moves", "seconds")}
_WINNING = """
    SELECT text FROM entry WHERE deal_id = ? AND seq <= (
        SELECT min(seq) FROM entry WHERE deal_id = ? AND won = 1
    ) ORDER BY seq
"""


def results(database: sqlite3.Connection, today: str) -> tuple[Result, ...]:
    """Every deal that counts, in the order of dealing; `today` as the clock has it (2026-07-31)."""
    latest = today if today >= SINCE else "9999"
    return tuple(
        Result(
            deal,
            code,
            _OUTCOMES[outcome],
            seconds,
            moves,
            helped == 1,
            initials,
            day,
            recorded == 1,
        )
        for deal, code, outcome, seconds, moves, helped, initials, day, recorded in (
            database.execute(_FIGURES, (SINCE, latest))
        )
    )


def standing(database: sqlite3.Connection, deal: int, rank: Rank) -> Standing | None:
    """The place of a deal among the wins of its kind; None where it was not won, or is erased."""
    merit = _MERIT[rank]
    query = _PLACE.format(
        better=", ".join(f"deal.{column}" for column in merit),
        this=", ".join(f"this.{column}" for column in merit),
    )
    row = database.execute(query, (deal,)).fetchone()
    return row and Standing(row[0], row[1] == 1, row[2], row[3], FirstWin(row[4], row[5]))


def winning(database: sqlite3.Connection, deal: int) -> Kept | None:
    """A won deal with its entries up to its first win; None where they are not there any more."""
    row = database.execute("SELECT code FROM deal WHERE id = ?", (deal,)).fetchone()
    entries = tuple(text for (text,) in database.execute(_WINNING, (deal, deal)))
    return Kept(deal, row[0], entries) if row and entries else None


def won(kept: Kept) -> Statement:
    """The deal was won by its last entry."""
    return _WON, (kept.seconds, moves(kept.entries), kept.deal)


def moves(entries: Iterable[str]) -> int:
    """How many moves were played, those that were taken back included."""
    return sum("-" in entry for entry in entries)


def forgetting() -> list[Statement]:
    """The moves of old deals are dropped."""
    return [(_FORGET, (state, RECORDED)) for state in ("won", "open")]


def erasing() -> list[Statement]:
    """Nothing counts any more; what can be resumed stays, and counts again with its next entry."""
    return [(statement, ()) for statement in _ERASE]
