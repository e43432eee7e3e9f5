"""A disk with Debian and the game, which the game's own installer has put there."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITE = "trixie"
BASE = (
    *("systemd-sysv", "udev", "dbus", "login", "passwd", "kmod", "ca-certificates", "make"),
    *("initramfs-tools", "linux-image-amd64"),
)
"""Packages of a Debian machine before the game is installed; the kernel has all drivers."""
DRIVERS = ("virtio_pci", "virtio_blk", "ext4")
"""Drivers needed to find the disk; all drivers would take a minute to unpack."""
KERNEL_OPTIONS = "console=tty1 root=/dev/vda rw\n"
"""Kernel command line before the installer has run."""
MAX_AGE = 14 * 86400.0
"""Seconds after which Debian is fetched anew."""
SIZE = "3G"
REQUIRED_PROGRAMS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mkfs.ext4": "e2fsprogs",
}
"""Programs, and Debian's packages with them."""

SHELL = """\
[Unit]
Description=Root's shell for the test, on the second serial line
DefaultDependencies=no
After=local-fs.target
Conflicts=shutdown.target
Before=shutdown.target

[Service]
ExecStart=/bin/sh
StandardInput=tty
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS1
Restart=always
# A shell at a terminal ignores the usual one.
KillSignal=SIGKILL

[Install]
WantedBy=sysinit.target
"""
"""In the image of the test only."""
CLEAN_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
}


class Image:
    """The root file system as a folder, and the disk that is made of it."""

    def __init__(self, folder: Path) -> None:
        """Everything is made below this folder; `cache` in it may stay for the next time."""
        self.root, self.disk = folder / "root", folder / "disk"
        self.kernel, self.initrd = folder / "vmlinuz", folder / "initrd"
        self._folder, self._debs = folder, folder / "cache/debs"

    def prepare_root(self) -> None:
        """A bare Debian, and the sources of the game in `/src`."""
        base = self._make_base()
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        run("tar", "-C", str(self.root), "-xf", str(base))
        (self.root / "etc/dpkg/dpkg.cfg.d/test").write_text("force-unsafe-io\n")
        # As on a Raspberry Pi: the installer is to find it.
        words = self.root / "boot/firmware/cmdline.txt"
        words.parent.mkdir()
        words.write_text(KERNEL_OPTIONS)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        archives = self.root / "var/cache/apt/archives"
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        for deb in self._debs.glob("*.deb"):
            os.link(deb, archives / deb.name)
        listed = ("git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z")
        names = subprocess.run(listed, check=True, capture_output=True).stdout
        (self.root / "src").mkdir()
        packed = ("tar", "-C", str(ROOT), "--null", "-cf", "-", "-T", "-")
        archive = subprocess.run(packed, input=names, check=True, capture_output=True).stdout
        run("tar", "-C", str(self.root / "src"), "-xf", "-", stdin=archive)

    def run_inside(self, *command: str) -> str:
        """Return the output of a command run in the root."""
        return run("chroot", str(self.root), *command, environ=CLEAN_ENVIRONMENT)

    def list_files(self) -> dict[str, tuple[object, ...]]:
        """Every file of the root that is no source, with what a change of it would change."""
        return dict(self._list_tree())

    def finish(self, config: str) -> None:
        """Add these settings, and a shell for the test."""
        archives = self.root / "var/cache/apt/archives"
        for deb in archives.glob("*.deb"):
            kept = self._debs / deb.name
            kept.unlink(missing_ok=True)
            deb.rename(kept)
        # What removes the game comes with its sources; the rest of them is of no use any more.
        for path in (self.root / "src").iterdir():
            if path.name not in ("Makefile", "systemd"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        (self.root / "etc/bakehouse/config.yaml").write_text(config)
        unit = self.root / "etc/systemd/system/test-shell.service"
        unit.write_text(SHELL)
        self.run_inside("systemctl", "--quiet", "enable", "test-shell.service")
        (self.root / "etc/fstab").write_text("/dev/vda / ext4 noatime 0 1\n")
        boot = self.root / "boot"
        shutil.copy(next(boot.glob("vmlinuz-*")), self.kernel)
        shutil.copy(next(boot.glob("initrd.img-*")), self.initrd)

    def build_disk(self) -> None:
        """Make a disk of the folder."""
        self.disk.unlink(missing_ok=True)
        run("mkfs.ext4", "-q", "-F", "-d", str(self.root), str(self.disk), SIZE)

    def create_overlay(self) -> None:
        """Put a layer over the disk, in which QEMU can remember a moment."""
        over = self.disk.with_suffix(".qcow2")
        under = ("-b", str(self.disk), "-F", "raw")
        run("qemu-img", "create", "-q", "-f", "qcow2", *under, str(over))
        self.disk = over

    def _make_base(self) -> Path:
        key = hashlib.sha256(repr((SUITE, BASE, DRIVERS)).encode()).hexdigest()[:12]
        base = self._folder / f"cache/{SUITE}-{key}.tar"
        if base.exists() and time.time() - base.stat().st_mtime < MAX_AGE:
            return base
        self._debs.mkdir(parents=True, exist_ok=True)
        archives = "/var/cache/apt/archives"
        drivers = "\\n".join(DRIVERS)
        tools = '"$1"/etc/initramfs-tools'
        run(
            *("mmdebstrap", "--variant=minbase", f"--include={','.join(BASE)}"),
            *("--skip=download/empty", "--skip=essential/unlink", "--dpkgopt=force-unsafe-io"),
            f'--setup-hook=mkdir -p "$1"{archives} {tools}/conf.d',
            f"--setup-hook=sync-in {self._debs} {archives}",
            f"--setup-hook=echo MODULES=list > {tools}/conf.d/test",
            f'--setup-hook=printf "{drivers}\\n" > {tools}/modules',
            f"--customize-hook=sync-out {archives} {self._debs}",
            *("--format=tar", SUITE, f"{base}.new"),
        )
        Path(f"{base}.new").rename(base)
        return base

    def _list_tree(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        for folder, folders, files in os.walk(self.root):
            if Path(folder) == self.root:
                folders.remove("src")
            for name in (*folders, *files):
                path = Path(folder, name)
                status = path.lstat()
                facts = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns)
                yield str(path.relative_to(self.root)), facts


def find_missing_programs() -> list[str]:
    """Debian's packages that have to be installed first."""
    return [
        package for program, package in REQUIRED_PROGRAMS.items() if shutil.which(program) is None
    ]


def run(*command: str, environ: dict[str, str] | None = None, stdin: bytes | None = None) -> str:
    """Return the output of a command; raise with it where the command fails."""
    done = subprocess.run(
        command,
        env=environ,
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{said[-3000:]}")
    return said
