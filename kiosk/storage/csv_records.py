"""Records as CSV: from one machine to another, to a spreadsheet, and back without doubles.

A line is a decided deal: one that is still open is not yet anybody's to count.
"""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from typing import NamedTuple

from engine.codes import CodeError, decode, encode
from kiosk.stats import Outcome
from kiosk.storage.queries import COUNTS, MOVES, RESUMABLE, SECONDS, Statement

_DEALS = f"""
    SELECT uid, code, created, CASE state WHEN 'won' THEN 'won' ELSE 'lost' END,
        round({SECONDS}, 3), {MOVES},
        CASE helped WHEN 1 THEN 'yes' ELSE 'no' END, initials
    FROM deal WHERE {COUNTS} AND (state = 'won' OR laid NOT IN {RESUMABLE}) ORDER BY id
"""
_NEEDED = {
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
"""The fields in their order: what each must look like, and what to say where it does not."""
FIELDS = tuple(_NEEDED)
HEAD = ",".join(FIELDS) + "\n"
_LONGEST = 30

_ADD = """
    INSERT INTO deal (id, laid, uid, code, created, undo_limit, state, seconds, moves, helped,
        initials, recorded)
    VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0)
"""


class BadFileError(ValueError):
    """What was read is no file of records; the text tells the line, and what is wrong with it."""


class TakenIn(NamedTuple):
    """How many deals of a file were added, and how many were here already."""

    new: int
    known: int


class Row(NamedTuple):
    """A decided deal as the file tells it, every value checked."""

    deal: str
    code: str
    dealt: str
    result: Outcome
    seconds: float
    moves: int
    helped: bool
    initials: str


def exported(database: sqlite3.Connection) -> str:
    """Every decided deal that counts, in the order of dealing, below a line with the names."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows(database.execute(_DEALS))
    return lines.getvalue()


def rows(text: str) -> list[Row]:
    """The deals that a file tells; one that stands there twice counts once, as it stood last.

    Raises:
        BadFileError: naming the first line that is wrong.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    found: dict[str, Row] = {}
    try:
        if tuple(next(reader, ())) != FIELDS:
            raise BadFileError(f"1: the first line must be {HEAD.strip()}")
        for values in reader:
            if values:
                row = _row(reader.line_num, values)
                found[row.deal] = row
    except csv.Error as error:
        raise BadFileError(f"{reader.line_num}: {error}") from error
    return list(found.values())


def new(database: sqlite3.Connection, found: list[Row]) -> list[Statement]:
    """What adds those of the deals that are not there yet, before all that are there."""
    known = {uid for (uid,) in database.execute("SELECT uid FROM deal")}
    fresh = [row for row in found if row.deal not in known]
    (first,) = database.execute("SELECT min(1, coalesce(min(id), 1)) FROM deal").fetchone()
    return [
        (_ADD, (number, number, row.deal, row.code, row.dealt, _state(row), *row[4:]))
        for number, row in enumerate(fresh, first - len(fresh))
    ]


def _state(row: Row) -> str:
    return "won" if row.result is Outcome.WON else "open"


def _row(line: int, values: list[str]) -> Row:
    if len(values) != len(FIELDS):
        raise BadFileError(f"{line}: {len(FIELDS)} values are needed, here are {len(values)}")
    for (name, (pattern, needed)), value in zip(_NEEDED.items(), values, strict=True):
        if not re.fullmatch(pattern, value):
            raise BadFileError(f"{line}: {name}: {_shown(value)}: {needed}")
    deal, code, dealt, result, seconds, moves, helped, initials = values
    try:
        checked = encode(*decode(code))
    except CodeError as error:
        raise BadFileError(f"{line}: code: {_shown(code)}: {error}") from None
    figures = float(seconds), int(moves), helped == "yes", initials
    return Row(deal, checked, dealt, Outcome(result), *figures)


def _shown(value: str) -> str:
    return ascii(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}...")
