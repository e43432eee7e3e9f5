"""A machine in QEMU: its panel, pointer, keys and plug from outside, and a shell from inside."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

PANEL = (800, 480)
POINTER_RANGE = 32767
"""QEMU's pointer units for the whole width, and for the whole height."""


class Shell:
    """Root's shell of the test image, on the second serial line."""

    def __init__(self, path: Path) -> None:
        """Connect; the shell does not reply before the machine has started."""
        self._link = _connect(path)
        self._read = b""
        self._number = 0

    def run(self, command: str, patience: float = 60.0) -> str:
        """Return both outputs of a command; raise RuntimeError where it fails."""
        self._number += 1
        mark = f"done-{self._number}-"
        # The quotes keep an echo of the line itself from looking like its answer.
        line = f'{{ {command}\n}} 2>&1; echo "{mark[:4]}""{mark[4:]}"$?-\n'
        self._link.sendall(line.encode())
        text = self._until(mark.encode(), patience).decode(errors="replace")
        status = self._until(b"-", patience).decode()
        said = text.replace("\r", "")
        if int(status):
            raise RuntimeError(f"{command}: status {status}: {said}")
        return said.strip()

    def run_lines(self) -> bool:
        """Return whether the shell replies within a second."""
        try:
            self.run("PS1= PS2=; stty -echo -onlcr", 1.0)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """The line is not used any more."""
        self._link.close()

    def _until(self, mark: bytes, patience: float) -> bytes:
        end = time.monotonic() + patience
        while mark not in self._read:
            self._link.settimeout(max(0.01, end - time.monotonic()))
            got = self._link.recv(65536)
            if not got:
                raise EOFError("the machine is off")
            self._read += got
        text, _, self._read = self._read.partition(mark)
        return text


class Machine:
    """One boot of a disk, from the plug to the plug."""

    def __init__(
        self, folder: Path, kernel: Path, initrd: Path, disk: Path, words: str, moment: str = ""
    ) -> None:
        """Put the plug in.

        Args:
            folder: Where its sockets and what it says on the serial line go.
            kernel: The kernel, which is started directly.
            initrd: Its initial file system.
            disk: The image of the root file system, raw or .qcow2.
            words: The kernel's command line.
            moment: Go on from there, as `remember` has called it, instead of starting.
        """
        self._qmp_path, self._shell_path = folder / "qmp", folder / "shell"
        for path in (self._qmp_path, self._shell_path):
            path.unlink(missing_ok=True)
        console = folder / "console.log"
        self.console = console
        form = disk.suffix[1:] or "raw"
        command = [
            *("qemu-system-x86_64", "-nodefaults", "-no-reboot"),
            *("-machine", "q35,i8042=off", "-accel", "tcg,thread=multi"),
            *("-cpu", "qemu64", "-smp", "2"),
            *("-m", "1024", "-display", "none", "-nic", "none", "-vga", "none"),
            *("-device", f"virtio-gpu-pci,xres={PANEL[0]},yres={PANEL[1]}"),
            *("-device", "virtio-tablet-pci", "-device", "virtio-keyboard-pci"),
            *("-device", "virtio-rng-pci"),
            *("-drive", f"file={disk},format={form},if=virtio,cache=writeback"),
            *("-kernel", str(kernel), "-initrd", str(initrd), "-append", words),
            *("-serial", f"file:{console}"),
            *("-serial", f"unix:{self._shell_path},server=on,wait=off"),
            *("-qmp", f"unix:{self._qmp_path},server=on,wait=off"),
            *(("-loadvm", moment) if moment else ()),
        ]
        log = (folder / "qemu.log").open("wb")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        self._qmp = _connect(self._qmp_path)
        self._lines = self._qmp.makefile("r", encoding="utf-8")
        self._lines.readline()
        self._reason = ""
        self._send_command("qmp_capabilities")
        self.shell = Shell(self._shell_path)

    def __enter__(self) -> Self:
        """The machine."""
        return self

    def __exit__(self, *error: object) -> None:
        """Pull the plug, if it is still in."""
        self.cut_power()

    def cut_power(self) -> None:
        """Cut the power: no notice is given, nothing more is written."""
        self._process.kill()
        self._process.wait()
        self.shell.close()
        self._qmp.close()

    def has_stopped(self, patience: float) -> bool:
        """Return whether it powers off or asks to restart within so many seconds."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop_reason(self) -> str:
        """Why it went off: `guest-shutdown`, or `guest-reset` where it wanted to start again."""
        with suppress(OSError):
            for line in self._lines:
                self._read_events(json.loads(line))
        return self._reason

    def save_snapshot(self, moment: str) -> None:
        """Keep everything as it is now, for another machine that goes on from there."""
        order = {"command-line": f"savevm {moment}"}
        said = self._send_command("human-monitor-command", **order)
        if said:
            raise RuntimeError(f"savevm: {said}")

    def take_screenshot(self, path: Path) -> None:
        """Write what is on the panel, as PPM."""
        self._send_command("screendump", filename=str(path))

    def press_keys(self, *codes: str) -> None:
        """Press these keys one after the other, let them go in the opposite order."""
        for code in codes:
            self._input([_key(code, True)])
            time.sleep(0.05)
        for code in reversed(codes):
            self._input([_key(code, False)])
            time.sleep(0.05)

    def hold_keys(self, seconds: float, *codes: str) -> None:
        """Press these keys together for so long."""
        for down in (True, False):
            self._input([_key(code, down) for code in codes])
            time.sleep(seconds if down else 0.1)

    def move_pointer(self, x: int, y: int) -> None:
        """Bring the pointer to a pixel of the panel."""
        self._input([_axis("x", x, PANEL[0]), _axis("y", y, PANEL[1])])

    def hold_button(self, down: bool) -> None:
        """Press the pointer's button, or let it go."""
        self._input([{"type": "btn", "data": {"button": "left", "down": down}}])

    def click(self, x: int, y: int) -> None:
        """Press the pointer's button at a pixel of the panel, and let it go."""
        self.move_pointer(x, y)
        for down in (True, False):
            time.sleep(0.1)
            self.hold_button(down)

    def _input(self, events: Iterable[dict[str, Any]]) -> None:
        self._send_command("input-send-event", events=list(events))

    def _send_command(self, command: str, **arguments: object) -> object:
        text = json.dumps({"execute": command, "arguments": arguments})
        self._qmp.sendall(text.encode())
        while True:
            answer = json.loads(self._lines.readline())
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
            self._read_events(answer)

    def _read_events(self, answer: dict[str, Any]) -> None:
        if answer.get("event") == "SHUTDOWN":
            self._reason = answer["data"]["reason"]


def wait_until(what: str, holds: Callable[[], bool], patience: float, pause: float = 0.5) -> float:
    """Wait until a condition holds; return the seconds that it took."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > patience:
            raise AssertionError(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(pause)
    return time.monotonic() - start


def _key(code: str, down: bool) -> dict[str, Any]:
    return {"type": "key", "data": {"key": {"type": "qcode", "data": code}, "down": down}}


def _axis(name: str, place: int, size: int) -> dict[str, Any]:
    return {
        "type": "abs",
        "data": {"axis": name, "value": round((place + 0.5) * POINTER_RANGE / size)},
    }


def _connect(path: Path) -> socket.socket:
    end = time.monotonic() + 20
    while True:
        link = socket.socket(socket.AF_UNIX)
        try:
            link.connect(str(path))
            return link
        except OSError:
            link.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
