"""Export and import of records as CSV, without duplicates; a line is a decided deal."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from typing import NamedTuple

from engine.codes import CodeError, decode, encode
from kiosk.stats import DealOutcome
from kiosk.storage.queries import (
    IN_PROGRESS_SEQUENCES,
    IS_COUNTED,
    MOVES_SQL,
    SECONDS_SQL,
    Statement,
)

_SELECT_DEALS = f"""
    SELECT uid, code, created, CASE state WHEN 'won' THEN 'won' ELSE 'lost' END,
        round({SECONDS_SQL}, 3), {MOVES_SQL},
        CASE helped WHEN 1 THEN 'yes' ELSE 'no' END, initials
    FROM deal WHERE {IS_COUNTED} AND (state = 'won' OR laid NOT IN {IN_PROGRESS_SEQUENCES})
    ORDER BY id
"""
# The columns: pattern and error message of each.
_FIELD_RULES = {
    "deal": ("d[0-9a-f]{16}", "the letter d and 16 hexadecimal digits are needed"),
    "code": (".+", "a game code is needed"),
    "dealt": (
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+]00:00",
        "a moment is needed, as in 2026-07-31T20:15:00+00:00",
    ),
    "result": ("won|lost", "won or lost is needed"),
    "seconds": (r"[0-9]{1,9}([.][0-9]{1,9})?", "a number of seconds is needed, as in 123.4"),
    "moves": ("[1-9][0-9]{0,8}", "a number of moves is needed, at least 1"),
    "helped": ("yes|no", "yes or no is needed"),
    "initials": ("([A-Z0-9.]{3})?", "three letters or digits are needed, or nothing"),
}
FIELDS = tuple(_FIELD_RULES)
HEADER_LINE = ",".join(FIELDS) + "\n"

_INSERT_RECORD = """
    INSERT INTO deal (id, laid, uid, code, created, undo_limit, state, seconds, moves, helped,
        initials, recorded)
    VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0)
"""


class RecordsFileError(ValueError):
    """A file is no valid file of records; the text begins with the number of the line."""


class ImportResult(NamedTuple):
    """Numbers of the deals of a file that were added and that existed already."""

    added: int
    existing: int


class RecordRow(NamedTuple):
    """A line of the file with checked values."""

    deal: str
    code: str
    dealt: str
    result: DealOutcome
    seconds: float
    moves: int
    helped: bool
    initials: str


def export_csv(database: sqlite3.Connection) -> str:
    """Return all decided deals that count, in the order of dealing, below a header line."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows(database.execute(_SELECT_DEALS))
    return lines.getvalue()


def parse_csv(text: str) -> list[RecordRow]:
    """Parse a file; of lines about the same deal the last counts.

    Raises:
        RecordsFileError: The text names the first invalid line.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    by_deal: dict[str, RecordRow] = {}
    try:
        if tuple(next(reader, ())) != FIELDS:
            raise RecordsFileError(f"1: the first line must be {HEADER_LINE.strip()}")
        for values in reader:
            if values:
                row = _parse_row(reader.line_num, values)
                by_deal[row.deal] = row
    except csv.Error as error:
        raise RecordsFileError(f"{reader.line_num}: {error}") from error
    return list(by_deal.values())


def make_import_statements(database: sqlite3.Connection, rows: list[RecordRow]) -> list[Statement]:
    """Return the statements that insert the new deals, numbered before all existing ones."""
    existing = {uid for (uid,) in database.execute("SELECT uid FROM deal")}
    added = [row for row in rows if row.deal not in existing]
    (first,) = database.execute("SELECT min(1, coalesce(min(id), 1)) FROM deal").fetchone()
    states = {DealOutcome.WON: "won", DealOutcome.LOST: "open"}
    return [
        (_INSERT_RECORD, (number, number, *row[:3], states[row.result], *row[4:]))
        for number, row in enumerate(added, first - len(added))
    ]


def _parse_row(line: int, values: list[str]) -> RecordRow:
    if len(values) != len(FIELDS):
        raise RecordsFileError(f"{line}: {len(FIELDS)} values are needed, here are {len(values)}")
    for (name, (pattern, needed)), value in zip(_FIELD_RULES.items(), values, strict=True):
        if not re.fullmatch(pattern, value):
            raise RecordsFileError(f"{line}: {name}: {_quote(value)}: {needed}")
    deal, code, dealt, result, seconds, moves, helped, initials = values
    try:
        code = encode(*decode(code))
    except CodeError as error:
        raise RecordsFileError(f"{line}: code: {_quote(code)}: {error}") from None
    outcome, is_helped = DealOutcome(result), helped == "yes"
    return RecordRow(deal, code, dealt, outcome, float(seconds), int(moves), is_helped, initials)


def _quote(value: str) -> str:
    return ascii(value if len(value) <= 30 else f"{value[:30]}...")
