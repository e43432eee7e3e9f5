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

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
"""Bytes before the first frame, and before the page in each; see sqlite.org/fileformat2.html."""
MAGIC_NUMBERS = (0x377F0682, 0x377F0683)
"""What a log begins with; the second where its sums go over big-endian numbers."""
UINT32_MASK = 0xFFFFFFFF


def read_commit_frames(path: Path) -> list[int] | None:
    """The numbers, from 1, of the frames that end a transaction of the log beside the database.

    None where there are frames behind a beginning that cannot be read. It must be asked before the
    database is opened, which may write.
    """
    commits: list[int] = []
    with contextlib.suppress(FileNotFoundError), path.with_name(path.name + "-wal").open("rb") as f:
        header = f.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES:
            return commits
        if not _is_valid_header(header):
            return None if f.read(FRAME_HEADER_BYTES) else commits
        (size,) = struct.unpack_from(">I", header, 8)
        number = 1
        while len(frame := f.read(FRAME_HEADER_BYTES + size)) == FRAME_HEADER_BYTES + size:
            (length,) = struct.unpack_from(">I", frame, 4)
            if length and frame[8:16] == header[16:24]:
                commits.append(number)
            number += 1
    return commits


def has_lost_commits(database: sqlite3.Connection, commit_frames: list[int] | None) -> bool:
    """Whether transactions of the log are missing in the database; takes the rest into its tables.

    Args:
        database: It has been opened since.
        commit_frames: What `ends` has told.
    """
    if commit_frames == []:
        return False
    if commit_frames is None:
        return True
    _, checkpointed, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return sum(end > int(checkpointed) for end in commit_frames) > 1


def _is_valid_header(header: bytes) -> bool:
    magic = struct.unpack_from(">I", header)[0]
    if magic not in MAGIC_NUMBERS:
        return False
    first = second = 0
    order = ">" if magic & 1 else "<"
    for left, right in struct.iter_unpack(f"{order}II", header[:24]):
        first = (first + left + second) & UINT32_MASK
        second = (second + right + first) & UINT32_MASK
    return (first, second) == struct.unpack_from(">II", header, 24)
