"""The log beside the database (SQLite's WAL): whether what stands in it could all be read.

SQLite reads it up to the first frame that is not whole and says nothing of what follows. After a
power cut or a kill that is the move that was being written: its frame may be announced in full
while its page is still that of an older log in the same place. Only where another transaction
follows, which was begun when this one was safe, the log is damaged.
"""

from __future__ import annotations

import contextlib
import sqlite3
import struct
from pathlib import Path

HEADER, FRAME = 32, 24
"""Bytes before the first frame, and before the page in each; see sqlite.org/fileformat2.html."""
MAGIC = (0x377F0682, 0x377F0683)
"""What a log begins with; the second where its sums go over big-endian numbers."""
MASK = 0xFFFFFFFF


def ends(path: Path) -> list[int] | None:
    """The numbers, from 1, of the frames that end a transaction of the log beside the database.

    None where there are frames behind a beginning that cannot be read. It must be asked before the
    database is opened, which may write.
    """
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError), path.with_name(path.name + "-wal").open("rb") as f:
        header = f.read(HEADER)
        if len(header) < HEADER:
            return found
        if not _is_whole(header):
            return None if f.read(FRAME) else found
        (size,) = struct.unpack_from(">I", header, 8)
        number = 1
        while len(frame := f.read(FRAME + size)) == FRAME + size:
            (length,) = struct.unpack_from(">I", frame, 4)
            if length and frame[8:16] == header[16:24]:
                found.append(number)
            number += 1
    return found


def lacks(database: sqlite3.Connection, before: list[int] | None) -> bool:
    """Whether transactions of the log are missing in the database; takes the rest into its tables.

    Args:
        database: It has been opened since.
        before: What `ends` has told.
    """
    if before == []:
        return False
    if before is None:
        return True
    _, read, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return sum(end > int(read) for end in before) > 1


def _is_whole(header: bytes) -> bool:
    magic = struct.unpack_from(">I", header)[0]
    if magic not in MAGIC:
        return False
    first = second = 0
    order = ">" if magic & 1 else "<"
    for left, right in struct.iter_unpack(f"{order}II", header[:24]):
        first = (first + left + second) & MASK
        second = (second + right + first) & MASK
    return (first, second) == struct.unpack_from(">II", header, 24)
