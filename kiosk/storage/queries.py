"""SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.game import UNDO_LIMIT
from engine.variants import VARIANTS
from kiosk.stats import DealOutcome, DealResult, FirstWin, RankBy, RankedWin
from kiosk.storage.database import DamagedError

RecordCounts = dict[str, dict[str, int]]
"""Deals played and won by the key of the game: `{"bakers-game": {"played": 2, "won": 1}, …}`."""

_SELECT_DEAL = "SELECT id, code, undo_limit, state = 'won', helped, erased FROM deal"
_ORDER_LATEST = "ORDER BY laid DESC LIMIT 1"
_HAS_ENTRIES = "recorded = 1 AND laid > 0"
"""Deals whose entries are still there: few, found by an index, and none that came from a file."""
_HAS_MOVE = "EXISTS (SELECT 1 FROM entry WHERE deal_id = deal.id)"
_IS_UNFINISHED = """
    NOT coalesce((SELECT won FROM entry WHERE deal_id = deal.id ORDER BY seq DESC LIMIT 1), 0)
"""
_LAST_SEQUENCE = "(SELECT max(laid) FROM deal)"
_IS_RESUMABLE = f"{_HAS_ENTRIES} AND {_IS_UNFINISHED} AND ({_HAS_MOVE} OR laid = {_LAST_SEQUENCE})"
_IS_PREVIOUS_UNFINISHED = (
    f"{_HAS_ENTRIES} AND {_IS_UNFINISHED} AND {_HAS_MOVE} AND laid < {_LAST_SEQUENCE}"
)
IN_PROGRESS_SEQUENCES = f"""
    (SELECT laid FROM deal WHERE laid > 0 AND laid = {_LAST_SEQUENCE} UNION SELECT * FROM (
        SELECT laid FROM deal WHERE {_IS_PREVIOUS_UNFINISHED} {_ORDER_LATEST}
    ))
"""
"""The `laid` of the deals that are under way: that on the table, and the one left last for it."""
IS_COUNTED = f"erased = 0 AND (moves IS NOT NULL OR {_HAS_MOVE})"
"""Which deals count: those with a move, entries or not."""
_COUNT_RECORDS = (
    f"SELECT substr(code, 1, 2), count(*), sum(state = 'won') FROM deal WHERE {IS_COUNTED}"
)


class SavedGame(NamedTuple):
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


def select_current(database: sqlite3.Connection) -> SavedGame | None:
    """The deal that was laid on the table last, won or not."""
    return _to_saved_game(
        database, database.execute(f"{_SELECT_DEAL} WHERE laid > 0 {_ORDER_LATEST}").fetchone()
    )


def select_resumable(database: sqlite3.Connection) -> SavedGame | None:
    """The deal laid last of those whose last entry did not win; before the last a played one."""
    return _to_saved_game(
        database,
        database.execute(f"{_SELECT_DEAL} WHERE {_IS_RESUMABLE} {_ORDER_LATEST}").fetchone(),
    )


def select_previous_unfinished(database: sqlite3.Connection) -> SavedGame | None:
    """The deal laid last of those played and left unfinished for the one on the table."""
    return _to_saved_game(
        database,
        database.execute(
            f"{_SELECT_DEAL} WHERE {_IS_PREVIOUS_UNFINISHED} {_ORDER_LATEST}"
        ).fetchone(),
    )


def select_unfinished(database: sqlite3.Connection, code: str) -> SavedGame | None:
    """The deal of that code that was laid last of those whose last entry did not win."""
    query = f"{_SELECT_DEAL} WHERE code = ? AND {_HAS_ENTRIES} AND {_IS_UNFINISHED} {_ORDER_LATEST}"
    return _to_saved_game(database, database.execute(query, (code,)).fetchone())


def count_records(database: sqlite3.Connection) -> RecordCounts:
    """Deals with at least one move, and how many of them were ever won, for every game."""
    rows = database.execute(f"{_COUNT_RECORDS} GROUP BY substr(code, 1, 2)").fetchall()
    counts = {tag: {"played": played, "won": won} for tag, played, won in rows}
    return {game.key: counts.get(game.tag, {"played": 0, "won": 0}) for game in VARIANTS}


def select_setting(database: sqlite3.Connection, key: str) -> str | None:
    """What was set on the device under this key."""
    return _select_value(database, "setting", key)


def select_memory(database: sqlite3.Connection, key: str) -> str | None:
    """What the device has noted for itself under this key."""
    return _select_value(database, "memory", key)


def _select_value(database: sqlite3.Connection, table: str, key: str) -> str | None:
    row = database.execute(f"SELECT value FROM {table} WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def select_dealt_codes(database: sqlite3.Connection, prefix: str) -> tuple[str, ...]:
    """The codes that begin so and were ever dealt, that dealt longest ago first."""
    query = "SELECT code FROM deal WHERE code LIKE ? GROUP BY code ORDER BY max(laid)"
    return tuple(code for (code,) in database.execute(query, (f"{prefix}%",)))


def select_settings(database: sqlite3.Connection) -> dict[str, str]:
    """Everything that was set on the device, by key."""
    return dict(database.execute("SELECT key, value FROM setting").fetchall())


def _to_saved_game(
    database: sqlite3.Connection, row: tuple[int, str, int, int, int, int] | None
) -> SavedGame | None:
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


Statement = tuple[str, tuple[object, ...]]

MAX_RECORDED_DEALS = 200
"""So many won deals, and as many others, keep their moves; older ones keep their figures only."""
MAX_DROPPED_AT_ONCE = 10
"""So many of a kind lose their moves at once, if there are more: no deal waits long for it."""
EARLIEST_DAY = "2026-01-01"
"""There was no Bakehouse before this day: a clock that says so is wrong."""

_OUTCOMES = {outcome.value: outcome for outcome in DealOutcome}
SECONDS_SQL = "coalesce(seconds, (SELECT max(seconds) FROM entry WHERE deal_id = deal.id))"
MOVES_SQL = """coalesce(
    moves, (SELECT count(*) FROM entry WHERE deal_id = deal.id AND text LIKE '%-%')
)"""
"""The figures of a deal: of its first win, else from its entries."""
_IN_PROGRESS_IDS = f"SELECT id FROM deal WHERE laid IN {IN_PROGRESS_SEQUENCES}"
_SELECT_RESULTS = f"""
    SELECT id, code,
    CASE WHEN state = 'won' THEN 'won' WHEN laid IN {IN_PROGRESS_SEQUENCES} THEN 'open'
        ELSE 'lost' END, {SECONDS_SQL}, {MOVES_SQL},
        helped, initials,
        CASE WHEN substr(created, 1, 10) BETWEEN ? AND ? THEN substr(created, 1, 10) ELSE '' END,
        recorded = 1 AND state = 'won'
    FROM deal WHERE {IS_COUNTED} ORDER BY id
"""
_SET_WON = "UPDATE deal SET state = 'won', seconds = ?, moves = ? WHERE id = ?"
_DROP_ENTRIES = f"""
    UPDATE deal SET recorded = 0, seconds = {SECONDS_SQL}, moves = {MOVES_SQL}
    WHERE id IN (
        SELECT id FROM deal WHERE recorded = 1 AND state = ? AND laid > 0
            AND laid NOT IN {IN_PROGRESS_SEQUENCES}
        ORDER BY laid DESC LIMIT {MAX_DROPPED_AT_ONCE} OFFSET ?
    )
"""
_ERASE_RECORDS = (
    f"DELETE FROM entry WHERE deal_id NOT IN ({_IN_PROGRESS_IDS})",
    f"DELETE FROM deal WHERE id NOT IN ({_IN_PROGRESS_IDS})",
    "UPDATE deal SET erased = 1",
)
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


def select_results(database: sqlite3.Connection, today: str) -> tuple[DealResult, ...]:
    """Every deal that counts, in the order of dealing; `today` as the clock has it (2026-07-31)."""
    latest = today if today >= EARLIEST_DAY else "9999"
    return tuple(
        DealResult(
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
            database.execute(_SELECT_RESULTS, (EARLIEST_DAY, latest))
        )
    )


def select_ranked_win(database: sqlite3.Connection, deal: int, rank: RankBy) -> RankedWin | None:
    """The place of a deal among the wins of its kind; None where it was not won, or is erased."""
    columns = _RANK_COLUMNS[rank]
    query = _SELECT_RANK.format(
        better=", ".join(f"deal.{column}" for column in columns),
        this=", ".join(f"this.{column}" for column in columns),
    )
    row = database.execute(query, (deal,)).fetchone()
    return row and RankedWin(row[0], row[1] == 1, row[2], row[3], FirstWin(row[4], row[5]))


def select_win(database: sqlite3.Connection, deal: int) -> SavedGame | None:
    """A won deal with its entries up to its first win; None where they are not there any more."""
    row = database.execute("SELECT code FROM deal WHERE id = ?", (deal,)).fetchone()
    entries = tuple(text for (text,) in database.execute(_SELECT_WINNING_ENTRIES, (deal, deal)))
    return SavedGame(deal, row[0], entries) if row and entries else None


def make_win_statement(saved_game: SavedGame) -> Statement:
    """The deal was won by its last entry."""
    return _SET_WON, (saved_game.seconds, count_moves(saved_game.entries), saved_game.deal)


def count_moves(entries: Iterable[str]) -> int:
    """How many moves were played, those that were taken back included."""
    return sum("-" in entry for entry in entries)


def make_cleanup_statements() -> list[Statement]:
    """The moves of old deals are dropped."""
    return [(_DROP_ENTRIES, (state, MAX_RECORDED_DEALS)) for state in ("won", "open")]


def make_erase_statements() -> list[Statement]:
    """Nothing counts any more; what can be resumed stays, and counts again with its next entry."""
    return [(statement, ()) for statement in _ERASE_RECORDS]


INSERT_DEAL = """
    INSERT INTO deal (id, code, created, undo_limit, state, laid, uid)
    VALUES (?, ?, ?, ?, 'open', ?, 'd' || lower(hex(randomblob(8))))
"""
UPDATE_SEQUENCE = "UPDATE deal SET laid = ?, undo_limit = ? WHERE id = ?"
INSERT_ENTRY = "INSERT INTO entry (deal_id, seq, text, seconds, won) VALUES (?, ?, ?, ?, ?)"
SET_HELPED = "UPDATE deal SET helped = 1 WHERE id = ?"
SET_INITIALS = "UPDATE deal SET initials = ? WHERE id = ?"
CLEAR_ERASED = "UPDATE deal SET erased = 0 WHERE id = ?"
SET_SETTING = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"
DELETE_SETTING = "DELETE FROM setting WHERE key = ?"
SET_MEMORY = "INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)"
DELETE_MEMORY = "DELETE FROM memory WHERE key = ?"
