"""Detection of lost transactions in SQLite's write-ahead log (WAL).

SQLite reads the log up to the first damaged frame and ignores the rest silently. One lost
transaction is normal after a power cut or a kill: it was just being written, and in a reused log
its frame header can be complete while its page is still the older one. Only if another
transaction follows the lost one is the log damaged.
"""

from __future__ import annotations

import contextlib
import sqlite3
import struct
from pathlib import Path

# See sqlite.org/fileformat2.html. The second magic number means big-endian checksums.
HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
MAGIC_NUMBERS = (0x377F0682, 0x377F0683)
UINT32_MASK = 0xFFFFFFFF


def read_commit_frames(path: Path) -> list[int] | None:
    """Return the numbers, from 1, of the frames that end a transaction in a database's log.

    None means that frames follow an unreadable header. Call this before opening the database,
    which may write to the log.
    """
    commits: list[int] = []
    with contextlib.suppress(FileNotFoundError), path.with_name(path.name + "-wal").open("rb") as f:
        header = f.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES:
            return commits
        if not _is_valid_header(header):
            return None if f.read(FRAME_HEADER_BYTES) else commits
        (page_size,) = struct.unpack_from(">I", header, 8)
        frame_size, number = FRAME_HEADER_BYTES + page_size, 1
        while len(frame := f.read(frame_size)) == frame_size:
            (database_pages,) = struct.unpack_from(">I", frame, 4)
            if database_pages and frame[8:16] == header[16:24]:
                commits.append(number)
            number += 1
    return commits


def has_lost_commits(database: sqlite3.Connection, commit_frames: list[int] | None) -> bool:
    """Return whether transactions of the log are lost; checkpoint the others.

    The database must be opened after `read_commit_frames`, which returned `commit_frames`.
    """
    if not commit_frames:
        return commit_frames is None
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
