"""A state directory in memory is recognized, however it came about."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from kiosk.storage.mounts import is_volatile, parse_mounts
from tests.support.running import (
    HEADLESS_ENVIRONMENT,
    is_listening,
    start_kiosk,
    wait_until,
    wait_until_ended,
)

CARD = "22 1 179:2 / / rw,relatime shared:1 - ext4 /dev/root rw"
BOOT = "30 22 179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw"
TMP = "31 22 0:30 / /tmp rw shared:9 - tmpfs tmpfs rw,size=100k"
BLANK = "32 22 0:31 / /srv/my\\040games rw - tmpfs tmpfs rw"
PACKAGE = """\
21 1 0:20 / / rw,relatime shared:1 - overlay overlayroot rw,lowerdir=/media/root-ro,\
upperdir=/media/root-rw/overlay,workdir=/media/root-rw/overlay-workdir/_
23 21 179:2 / /media/root-ro ro - ext4 /dev/mmcblk0p2 ro
24 21 0:18 / /media/root-rw rw - tmpfs tmpfs-root rw"""
HIDDEN = "21 1 0:20 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/w"
DISK = """\
22 1 179:2 / / rw - ext4 /dev/root rw
40 22 8:1 / /data rw - ext4 /dev/sda1 rw
41 22 0:40 / /srv rw - overlay o rw,lowerdir=/data/a,upperdir=/data/b,workdir=/data/c"""


def write_machine(root: Path, mounts: str, kernel: str = "quiet") -> Path:
    """Write the files of a machine with these mounts; return its root."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/mountinfo").write_text(mounts + "\n")
    (root / "proc/cmdline").write_text(kernel + "\n")
    return root


@pytest.mark.parametrize(
    ("mounts", "kernel", "folder", "lost"),
    [
        (CARD, "", "/var/lib/bakehouse", False),
        (f"{CARD}\n{BOOT}\n{TMP}", "", "/tmp/state", True),
        (f"{CARD}\n{BOOT}\n{TMP}", "", "/tmpstate", False),
        (f"{CARD}\n{BLANK}", "", "/srv/my games/a", True),
        (PACKAGE, "", "/var/lib/bakehouse", True),
        (PACKAGE, "", "/media/root-rw/x", True),
        (HIDDEN, "console=tty1 boot=overlay quiet", "/var/lib/bakehouse", True),
        (HIDDEN, "overlayroot=tmpfs:recurse=0", "/var/lib/bakehouse", True),
        (HIDDEN, "quiet", "/var/lib/bakehouse", False),
        (DISK, "", "/srv/games", False),
        (f"{TMP}\n31 22 8:1 / /tmp rw - ext4 /dev/sdb rw", "", "/tmp/x", False),
        ("", "", "/var", False),
        ("nonsense\n1 2 - x", "", "/var", False),
    ],
)
def test_it_is_detected_from_the_mounts(
    tmp_path: Path, mounts: str, kernel: str, folder: str, lost: bool
) -> None:
    assert is_volatile(Path(folder), write_machine(tmp_path, mounts, kernel)) is lost


def test_where_the_kernel_tells_nothing_nothing_is_reported(tmp_path: Path) -> None:
    assert not is_volatile(Path("/var"), tmp_path)


def test_the_mounts_of_this_very_machine_can_be_read() -> None:
    mounts = parse_mounts(Path("/proc/self/mountinfo").read_text())
    assert any(mount.mount_point == "/proc" and mount.file_system == "proc" for mount in mounts)
    assert is_volatile(Path("/dev/shm/bakehouse"), Path("/"))


def test_it_is_reported_when_the_game_starts(tmp_path: Path) -> None:
    place = f"{CARD}\n50 22 0:50 / {tmp_path} rw - tmpfs tmpfs rw"
    environ = {
        **HEADLESS_ENVIRONMENT,
        "BAKEHOUSE_ROOT": str(write_machine(tmp_path / "root", place)),
    }
    words = ("--windowed", "320x240", "--state-dir", str(tmp_path / "state"))
    with start_kiosk(*words, environ=environ) as process:
        wait_until("somebody who listens", lambda: is_listening(process))
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line == "bakehouse: Records are lost at power-off: they are kept in memory\n"
        assert wait_until_ended(process, signal.SIGTERM)[0] == 0
