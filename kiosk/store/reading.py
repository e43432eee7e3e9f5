"""What the database of the saved game tells: the deal on the table, unfinished ones, records."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from engine.game import UNDO_LIMIT
from engine.variants import VARIANTS
from kiosk.store.database import DamagedError

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
