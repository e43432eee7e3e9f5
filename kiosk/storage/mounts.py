"""Whether a folder is still there after the power was off, by what is mounted where.

A Raspberry Pi with a read-only card has an overlay over it whose writable half is in memory; see
proc_pid_mountinfo(5) and Documentation/filesystems/overlayfs.rst.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

MEMORY_FILE_SYSTEMS = ("tmpfs", "ramfs")
OVERLAY_ROOT_PATTERN = re.compile(r"(^|\s)(overlayroot=tmpfs|boot=overlay)")
"""What stands in the kernel's command line where the root file system is an overlay in memory.

Its writable half was mounted before the root was, and cannot be seen any more.
"""
_ESCAPE_PATTERN = re.compile(r"\\([0-7]{3})")


class Mount(NamedTuple):
    """What is mounted somewhere: the place, the kind of file system, its options."""

    mount_point: str
    file_system: str
    options: tuple[str, ...]


def is_volatile(folder: Path, root: Path) -> bool:
    """Whether what is kept in the folder, which need not exist, is lost when the power goes.

    Args:
        folder: An absolute path.
        root: Where the machine's own files begin, which tell of its mounts.
    """
    try:
        mounts = parse_mounts((root / "proc/self/mountinfo").read_text(errors="replace"))
        command_line = (root / "proc/cmdline").read_text(errors="replace")
    except OSError:
        return False
    mount = _find_mount(str(folder.resolve()), mounts)
    if mount is None or mount.file_system != "overlay":
        return mount is not None and mount.file_system in MEMORY_FILE_SYSTEMS
    upper = next((o.partition("=")[2] for o in mount.options if o.startswith("upperdir=")), "")
    upper_mount = _find_mount(
        upper, [other for other in mounts if other.mount_point != mount.mount_point]
    )
    if upper_mount is not None and upper_mount.mount_point != "/":
        return upper_mount.file_system in MEMORY_FILE_SYSTEMS
    return bool(OVERLAY_ROOT_PATTERN.search(command_line))


def parse_mounts(text: str) -> list[Mount]:
    """The mounts that the kernel tells of, in the order in which they were made."""
    mounts = []
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        fields, source_fields = before.split(), after.split()
        if dash and len(fields) > 4 and len(source_fields) > 2:
            options = tuple(_unescape(option) for option in source_fields[2].split(","))
            mounts.append(Mount(_unescape(fields[4]), source_fields[0], options))
    return mounts


def _find_mount(path: str, mounts: Sequence[Mount]) -> Mount | None:
    """The mount that the path lies on: the deepest, and of several at one place the last."""
    containing = [mount for mount in mounts if _contains(mount.mount_point, path)]
    return max(reversed(containing), key=lambda mount: len(mount.mount_point), default=None)


def _contains(mount_point: str, path: str) -> bool:
    return path == mount_point or path.startswith(mount_point.rstrip("/") + "/")


def _unescape(text: str) -> str:
    """The text without the kernel's escapes for blanks and the like."""
    return _ESCAPE_PATTERN.sub(lambda match: chr(int(match[1], 8)), text)
