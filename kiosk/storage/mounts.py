"""Whether a folder is still there after the power was off, by what is mounted where.

A Raspberry Pi with a read-only card has an overlay over it whose writable half is in memory; see
proc_pid_mountinfo(5) and Documentation/filesystems/overlayfs.rst.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

IN_MEMORY = ("tmpfs", "ramfs")
OVERLAID = re.compile(r"(^|\s)(overlayroot=tmpfs|boot=overlay)")
"""What stands in the kernel's command line where the root file system is an overlay in memory.

Its writable half was mounted before the root was, and cannot be seen any more.
"""
_ESCAPED = re.compile(r"\\([0-7]{3})")


class Mount(NamedTuple):
    """What is mounted somewhere: the place, the kind of file system, its options."""

    place: str
    kind: str
    options: tuple[str, ...]


def is_volatile(folder: Path, root: Path) -> bool:
    """Whether what is kept in the folder, which need not exist, is lost when the power goes.

    Args:
        folder: An absolute path.
        root: Where the machine's own files begin, which tell of its mounts.
    """
    try:
        mounts = mounted((root / "proc/self/mountinfo").read_text(errors="replace"))
        kernel = (root / "proc/cmdline").read_text(errors="replace")
    except OSError:
        return False
    mount = _under(str(folder.resolve()), mounts)
    if mount is None or mount.kind != "overlay":
        return mount is not None and mount.kind in IN_MEMORY
    upper = next((o.partition("=")[2] for o in mount.options if o.startswith("upperdir=")), "")
    below = _under(upper, [other for other in mounts if other.place != mount.place])
    if below is not None and below.place != "/":
        return below.kind in IN_MEMORY
    return bool(OVERLAID.search(kernel))


def mounted(text: str) -> list[Mount]:
    """The mounts that the kernel tells of, in the order in which they were made."""
    found = []
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        fields, kinds = before.split(), after.split()
        if dash and len(fields) > 4 and len(kinds) > 2:
            options = tuple(_plain(option) for option in kinds[2].split(","))
            found.append(Mount(_plain(fields[4]), kinds[0], options))
    return found


def _under(path: str, mounts: Sequence[Mount]) -> Mount | None:
    """The mount that the path lies on: the deepest, and of several at one place the last."""
    over = [mount for mount in mounts if _holds(mount.place, path)]
    return max(reversed(over), key=lambda mount: len(mount.place), default=None)


def _holds(place: str, path: str) -> bool:
    return path == place or path.startswith(place.rstrip("/") + "/")


def _plain(text: str) -> str:
    """The text without the kernel's escapes for blanks and the like."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 8)), text)
