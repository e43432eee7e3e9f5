"""Detection of folders that are lost at power-off, by the file system they are on.

A Raspberry Pi with a read-only card uses an overlay whose writable half is in memory; see
proc_pid_mountinfo(5) and Documentation/filesystems/overlayfs.rst.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

MEMORY_FILE_SYSTEMS = ("tmpfs", "ramfs")
# Kernel arguments of an overlay in memory over the root file system. Its writable half was
# mounted before the root, so it is not among the visible mounts.
OVERLAY_ROOT_PATTERN = re.compile(r"(^|\s)(overlayroot=tmpfs|boot=overlay)")


class Mount(NamedTuple):
    """A mounted file system, with the options of the file system itself."""

    mount_point: str
    file_system: str
    options: tuple[str, ...]


def is_volatile(folder: Path, root: Path) -> bool:
    """Return whether a folder, which need not exist, is lost at power-off.

    The folder is an absolute path, `root` that of the machine's own files.
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
    other_mounts = [other for other in mounts if other.mount_point != mount.mount_point]
    upper_mount = _find_mount(upper, other_mounts)
    if upper_mount is not None and upper_mount.mount_point != "/":
        return upper_mount.file_system in MEMORY_FILE_SYSTEMS
    return bool(OVERLAY_ROOT_PATTERN.search(command_line))


def parse_mounts(text: str) -> list[Mount]:
    """Parse the text of `/proc/self/mountinfo`, in the order of mounting."""
    mounts = []
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        fields, source_fields = before.split(), after.split()
        if dash and len(fields) > 4 and len(source_fields) > 2:
            options = tuple(map(_unescape, source_fields[2].split(",")))
            mounts.append(Mount(_unescape(fields[4]), source_fields[0], options))
    return mounts


def _find_mount(path: str, mounts: Sequence[Mount]) -> Mount | None:
    # The deepest mount point wins, and of several at one place the last.
    containing = [
        mount
        for mount in mounts
        if path == mount.mount_point or path.startswith(mount.mount_point.rstrip("/") + "/")
    ]
    return max(reversed(containing), key=lambda mount: len(mount.mount_point), default=None)


def _unescape(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)
