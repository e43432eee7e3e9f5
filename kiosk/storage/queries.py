"""SQL statements and queries on the database of saved games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.game import UNDO_LIMIT
from engine.variants import VARIANTS
from kiosk.stats import DealOutcome, DealResult, FirstWin, RankBy, RankedWin
from kiosk.storage.database import DamagedError

RecordCounts = dict[str, dict[str, int]]
"""Deals played and won by the key of the game: `{"bakers-game": {"played": 2, "won": 1}, ...}`."""
Statement = tuple[str, tuple[object, ...]]

MAX_RECORDED_DEALS = 200
"""Number of won deals, and of others, that keep their moves; older ones keep only the figures."""
MAX_DROPPED_AT_ONCE = 10
"""Limit per new deal on the deals that lose their moves, so that no deal is delayed."""
EARLIEST_DAY = "2026-01-01"
"""First release of Bakehouse; an earlier date means that the clock is wrong."""

_SELECT_DEAL = "SELECT id, code, undo_limit, state = 'won', helped, erased FROM deal"
_ORDER_LATEST = "ORDER BY laid DESC LIMIT 1"
# Few deals, found by an index, and none that was imported.
_HAS_ENTRIES = "recorded = 1 AND laid > 0"
_HAS_MOVE = "EXISTS (SELECT 1 FROM entry WHERE deal_id = deal.id)"
_IS_UNFINISHED = """
    NOT coalesce((SELECT won FROM entry WHERE deal_id = deal.id ORDER BY seq DESC LIMIT 1), 0)
"""
_LAST_SEQUENCE = "(SELECT max(laid) FROM deal)"
IS_UNFINISHED_CODE = f"code = ? AND {_HAS_ENTRIES} AND {_IS_UNFINISHED}"
IS_RESUMABLE = f"{_HAS_ENTRIES} AND {_IS_UNFINISHED} AND ({_HAS_MOVE} OR laid = {_LAST_SEQUENCE})"
IS_PREVIOUS_UNFINISHED = (
    f"{_HAS_ENTRIES} AND {_IS_UNFINISHED} AND {_HAS_MOVE} AND laid < {_LAST_SEQUENCE}"
)
IN_PROGRESS_SEQUENCES = f"""
    (SELECT laid FROM deal WHERE laid > 0 AND laid = {_LAST_SEQUENCE} UNION SELECT * FROM (
        SELECT laid FROM deal WHERE {IS_PREVIOUS_UNFINISHED} {_ORDER_LATEST}
    ))
"""
"""The `laid` of the current deal and of the one left last for it."""
IS_COUNTED = f"erased = 0 AND (moves IS NOT NULL OR {_HAS_MOVE})"
"""Condition of the deals that count: those with a move, even if the moves are dropped."""
SECONDS_SQL = "coalesce(seconds, (SELECT max(seconds) FROM entry WHERE deal_id = deal.id))"
MOVES_SQL = """coalesce(
    moves, (SELECT count(*) FROM entry WHERE deal_id = deal.id AND text LIKE '%-%')
)"""
"""Figures of a deal: of its first win, else computed from its entries."""

_SELECT_RESULTS = f"""
    SELECT id, code,
    CASE WHEN state = 'won' THEN 'won' WHEN laid IN {IN_PROGRESS_SEQUENCES} THEN 'open'
        ELSE 'lost' END, {SECONDS_SQL}, {MOVES_SQL},
        helped, initials,
        CASE WHEN substr(created, 1, 10) BETWEEN ? AND ? THEN substr(created, 1, 10) ELSE '' END,
        recorded = 1 AND state = 'won'
    FROM deal WHERE {IS_COUNTED} ORDER BY id
"""
_SELECT_RANK = """
    SELECT 1 + (
        SELECT count(*) FROM deal WHERE state = 'won' AND erased = 0 AND helped = this.helped
            AND substr(code, 1, length(code) - 8) = substr(this.code, 1, length(this.code) - 8)
            AND ({better}, deal.id) < ({this}, this.id)
    ), helped, initials, coalesce((
        SELECT initials FROM deal WHERE initials <> '' AND id > 0 ORDER BY id DESC LIMIT 1
    ), ''), seconds, moves FROM deal AS this WHERE id = ? AND state = 'won' AND erased = 0
"""
_RANK_COLUMNS = {RankBy.TIME: ("seconds", "moves"), RankBy.MOVES: ("moves", "seconds")}
_SELECT_WINNING_ENTRIES = """
    SELECT text FROM entry WHERE deal_id = ? AND seq <= (
        SELECT min(seq) FROM entry WHERE deal_id = ? AND won = 1
    ) ORDER BY seq
"""

INSERT_DEAL = """
    INSERT INTO deal (id, code, created, undo_limit, state, laid, uid)
    VALUES (?, ?, ?, ?, 'open', ?, 'd' || lower(hex(randomblob(8))))
"""
INSERT_ENTRY = "INSERT INTO entry (deal_id, seq, text, seconds, won) VALUES (?, ?, ?, ?, ?)"
UPDATE_SEQUENCE = "UPDATE deal SET laid = ?, undo_limit = ? WHERE id = ?"
SET_HELPED = "UPDATE deal SET helped = 1 WHERE id = ?"
SET_INITIALS = "UPDATE deal SET initials = ? WHERE id = ?"
CLEAR_ERASED = "UPDATE deal SET erased = 0 WHERE id = ?"
_SET_WON = "UPDATE deal SET state = 'won', seconds = ?, moves = ? WHERE id = ?"
_DROP_ENTRIES = f"""
    UPDATE deal SET recorded = 0, seconds = {SECONDS_SQL}, moves = {MOVES_SQL}
    WHERE id IN (
        SELECT id FROM deal WHERE recorded = 1 AND state = ? AND laid > 0
            AND laid NOT IN {IN_PROGRESS_SEQUENCES}
        ORDER BY laid DESC LIMIT {MAX_DROPPED_AT_ONCE} OFFSET ?
    )
"""
_IN_PROGRESS_IDS = f"SELECT id FROM deal WHERE laid IN {IN_PROGRESS_SEQUENCES}"
ERASE_STATEMENTS: tuple[Statement, ...] = (
    (f"DELETE FROM entry WHERE deal_id NOT IN ({_IN_PROGRESS_IDS})", ()),
    (f"DELETE FROM deal WHERE id NOT IN ({_IN_PROGRESS_IDS})", ()),
    ("UPDATE deal SET erased = 1", ()),
)
"""Erase the records; unfinished deals stay resumable."""


class SavedGame(NamedTuple):
    """A deal as saved; `deal` is its number in the database."""

    deal: int
    code: str
    entries: tuple[str, ...] = ()
    """The journal: moves, `undo`, `redo`, `restart`."""
    seconds: float = 0.0
    """Game clock at the last entry."""
    won: bool = False
    """True once it was won, even if that was undone."""
    undo_limit: int = UNDO_LIMIT
    helped: bool = False
    erased: bool = False
    """True if it does not count: the records were erased after its last entry."""


def select_current(database: sqlite3.Connection) -> SavedGame | None:
    """Return the current deal, won or not."""
    return select_latest(database, "laid > 0")


def select_latest(
    database: sqlite3.Connection, condition: str, *parameters: str
) -> SavedGame | None:
    """Return the deal that was current last among those that meet a condition in SQL."""
    query = f"{_SELECT_DEAL} WHERE {condition} {_ORDER_LATEST}"
    row = database.execute(query, parameters).fetchone()
    if row is None:
        return None
    deal, code, undo_limit, won, helped, erased = row
    query = "SELECT seq, text, seconds FROM entry WHERE deal_id = ? ORDER BY seq"
    entries = database.execute(query, (deal,)).fetchall()
    if entries and entries[-1][0] != len(entries):
        raise DamagedError("moves are missing")
    texts = tuple(text for _, text, _ in entries)
    seconds = entries[-1][2] if entries else 0.0
    return SavedGame(deal, code, texts, seconds, bool(won), undo_limit, bool(helped), bool(erased))


def count_records(database: sqlite3.Connection) -> RecordCounts:
    """Count the deals that were played (with at least one move) and won, for every game."""
    query = f"""
        SELECT substr(code, 1, 2), count(*), sum(state = 'won') FROM deal WHERE {IS_COUNTED}
        GROUP BY substr(code, 1, 2)
    """
    counts = {tag: {"played": played, "won": won} for tag, played, won in database.execute(query)}
    return {game.key: counts.get(game.tag, {"played": 0, "won": 0}) for game in VARIANTS}


def select_value(database: sqlite3.Connection, table: str, key: str) -> str | None:
    """Return a value of the table `setting` or `memory`."""
    row = database.execute(f"SELECT value FROM {table} WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def make_value_statement(table: str, key: str, value: str | None) -> Statement:
    """Return the statement that sets a value, or deletes it if `value` is None."""
    if value is None:
        return f"DELETE FROM {table} WHERE key = ?", (key,)
    return f"INSERT OR REPLACE INTO {table} (key, value) VALUES (?, ?)", (key, value)


def select_settings(database: sqlite3.Connection) -> dict[str, str]:
    """Return all settings made on the device, by key."""
    return dict(database.execute("SELECT key, value FROM setting").fetchall())


def select_dealt_codes(database: sqlite3.Connection, prefix: str) -> tuple[str, ...]:
    """Return the dealt codes with a prefix, the one dealt longest ago first."""
    query = "SELECT code FROM deal WHERE code LIKE ? GROUP BY code ORDER BY max(laid)"
    return tuple(code for (code,) in database.execute(query, (f"{prefix}%",)))


def select_results(database: sqlite3.Connection, today: str) -> tuple[DealResult, ...]:
    """Return all deals that count, in the order of dealing; `today` is a date (2026-07-31)."""
    latest = today if today >= EARLIEST_DAY else "9999"
    return tuple(
        DealResult(
            deal_id=deal,
            code=code,
            outcome=DealOutcome(outcome),
            seconds=seconds,
            moves=moves,
            is_helped=helped == 1,
            initials=initials,
            day=day,
            has_recording=recorded == 1,
        )
        for deal, code, outcome, seconds, moves, helped, initials, day, recorded in (
            database.execute(_SELECT_RESULTS, (EARLIEST_DAY, latest))
        )
    )


def select_ranked_win(database: sqlite3.Connection, deal: int, rank: RankBy) -> RankedWin | None:
    """Return the rank of a deal; None if it was not won or is erased."""
    first, second = _RANK_COLUMNS[rank]
    better, this = f"deal.{first}, deal.{second}", f"this.{first}, this.{second}"
    query = _SELECT_RANK.format(better=better, this=this)
    row = database.execute(query, (deal,)).fetchone()
    return row and RankedWin(row[0], row[1] == 1, row[2], row[3], FirstWin(row[4], row[5]))


def select_win(database: sqlite3.Connection, deal: int) -> SavedGame | None:
    """Return a won deal with its entries up to the first win; None if they were dropped."""
    row = database.execute("SELECT code FROM deal WHERE id = ?", (deal,)).fetchone()
    entries = tuple(text for (text,) in database.execute(_SELECT_WINNING_ENTRIES, (deal, deal)))
    return SavedGame(deal, row[0], entries) if row and entries else None


def make_win_statement(saved_game: SavedGame) -> Statement:
    """Return the statement that records a win by the last entry."""
    return _SET_WON, (saved_game.seconds, count_moves(saved_game.entries), saved_game.deal)


def count_moves(entries: Iterable[str]) -> int:
    """Count the moves in a journal, including undone ones."""
    return sum("-" in entry for entry in entries)


def make_cleanup_statements() -> list[Statement]:
    """Return the statements that drop the moves of old deals."""
    return [(_DROP_ENTRIES, (state, MAX_RECORDED_DEALS)) for state in ("won", "open")]
