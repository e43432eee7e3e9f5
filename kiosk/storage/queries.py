"""SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.game import UNDO_LIMIT
from engine.variants import VARIANTS
from kiosk.stats import FirstWin, Outcome, Rank, Result, Standing
from kiosk.storage.database import DamagedError

Records = dict[str, dict[str, int]]
"""Deals played and won by the key of the game: `{"bakers-game": {"played": 2, "won": 1}, …}`."""

_DEAL = "SELECT id, code, undo_limit, state = 'won', helped, erased FROM deal"
_LATEST = "ORDER BY laid DESC LIMIT 1"
_HERE = "recorded = 1 AND laid > 0"
"""Deals whose entries are still there: few, found by an index, and none that came from a file."""
_PLAYED = "EXISTS (SELECT 1 FROM entry WHERE deal_id = deal.id)"
_UNFINISHED = """
    NOT coalesce((SELECT won FROM entry WHERE deal_id = deal.id ORDER BY seq DESC LIMIT 1), 0)
"""
_LAST = "(SELECT max(laid) FROM deal)"
_TO_RESUME = f"{_HERE} AND {_UNFINISHED} AND ({_PLAYED} OR laid = {_LAST})"
_LEFT = f"{_HERE} AND {_UNFINISHED} AND {_PLAYED} AND laid < {_LAST}"
RESUMABLE = f"""
    (SELECT laid FROM deal WHERE laid > 0 AND laid = {_LAST} UNION SELECT * FROM (
        SELECT laid FROM deal WHERE {_LEFT} {_LATEST}
    ))
"""
"""The `laid` of the deals that are under way: that on the table, and the one left last for it."""
COUNTS = f"erased = 0 AND (moves IS NOT NULL OR {_PLAYED})"
"""Which deals count: those with a move, entries or not."""
_RECORDS = f"SELECT substr(code, 1, 2), count(*), sum(state = 'won') FROM deal WHERE {COUNTS}"


class Kept(NamedTuple):
    """A deal as it was saved."""

    deal: int
    """Its number in the database."""
    code: str
    entries: tuple[str, ...] = ()
    """Its journal: moves, `undo`, `redo`, `restart`."""
    seconds: float = 0.0
    """The clock at the last entry."""
    won: bool = False
    """Whether it was ever won, even if that was undone."""
    undo_limit: int = UNDO_LIMIT
    """The limit of undo that it was last played with."""
    helped: bool = False
    """Whether the solver told anything of it."""
    erased: bool = False
    """Whether it does not count, because the records were erased since its last entry."""


def on_table(database: sqlite3.Connection) -> Kept | None:
    """The deal that was laid on the table last, won or not."""
    return _kept(database, database.execute(f"{_DEAL} WHERE laid > 0 {_LATEST}").fetchone())


def to_resume(database: sqlite3.Connection) -> Kept | None:
    """The deal laid last of those whose last entry did not win; before the last a played one."""
    return _kept(database, database.execute(f"{_DEAL} WHERE {_TO_RESUME} {_LATEST}").fetchone())


def left(database: sqlite3.Connection) -> Kept | None:
    """The deal laid last of those played and left unfinished for the one on the table."""
    return _kept(database, database.execute(f"{_DEAL} WHERE {_LEFT} {_LATEST}").fetchone())


def unfinished(database: sqlite3.Connection, code: str) -> Kept | None:
    """The deal of that code that was laid last of those whose last entry did not win."""
    query = f"{_DEAL} WHERE code = ? AND {_HERE} AND {_UNFINISHED} {_LATEST}"
    return _kept(database, database.execute(query, (code,)).fetchone())


def records(database: sqlite3.Connection) -> Records:
    """Deals with at least one move, and how many of them were ever won, for every game."""
    rows = database.execute(f"{_RECORDS} GROUP BY substr(code, 1, 2)").fetchall()
    counts = {tag: {"played": played, "won": won} for tag, played, won in rows}
    return {game.key: counts.get(game.tag, {"played": 0, "won": 0}) for game in VARIANTS}


def setting(database: sqlite3.Connection, key: str) -> str | None:
    """What was set on the device under this key."""
    return _value(database, "setting", key)


def memory(database: sqlite3.Connection, key: str) -> str | None:
    """What the device has noted for itself under this key."""
    return _value(database, "memory", key)


def _value(database: sqlite3.Connection, table: str, key: str) -> str | None:
    row = database.execute(f"SELECT value FROM {table} WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def dealt(database: sqlite3.Connection, prefix: str) -> tuple[str, ...]:
    """The codes that begin so and were ever dealt, that dealt longest ago first."""
    query = "SELECT code FROM deal WHERE code LIKE ? GROUP BY code ORDER BY max(laid)"
    return tuple(code for (code,) in database.execute(query, (f"{prefix}%",)))


def settings(database: sqlite3.Connection) -> dict[str, str]:
    """Everything that was set on the device, by key."""
    return dict(database.execute("SELECT key, value FROM setting").fetchall())


def _kept(
    database: sqlite3.Connection, row: tuple[int, str, int, int, int, int] | None
) -> Kept | None:
    if row is None:
        return None
    deal, code, undo_limit, won, helped, erased = row
    query = "SELECT seq, text, seconds FROM entry WHERE deal_id = ? ORDER BY seq"
    entries = database.execute(query, (deal,)).fetchall()
    if entries and entries[-1][0] != len(entries):
        raise DamagedError("moves are missing")
    texts = tuple(text for _, text, _ in entries)
    seconds = entries[-1][2] if entries else 0.0
    return Kept(deal, code, texts, seconds, bool(won), undo_limit, bool(helped), bool(erased))


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


LAY = """
    INSERT INTO deal (id, code, created, undo_limit, state, laid, uid)
    VALUES (?, ?, ?, ?, 'open', ?, 'd' || lower(hex(randomblob(8))))
"""
RELAY = "UPDATE deal SET laid = ?, undo_limit = ? WHERE id = ?"
ENTER = "INSERT INTO entry (deal_id, seq, text, seconds, won) VALUES (?, ?, ?, ?, ?)"
HELP = "UPDATE deal SET helped = 1 WHERE id = ?"
SIGN = "UPDATE deal SET initials = ? WHERE id = ?"
COUNT = "UPDATE deal SET erased = 0 WHERE id = ?"
SET = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"
CLEAR = "DELETE FROM setting WHERE key = ?"
NOTE = "INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)"
FORGET = "DELETE FROM memory WHERE key = ?"
