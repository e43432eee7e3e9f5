"""Drive the machine: switched on, played, unplugged, played on, let go, cleared out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from engine.codes import decode
from engine.game import Game
from engine.movegen import find_finishing_moves
from tests.boot.image import Image
from tests.boot.installing import check_uninstall
from tests.boot.machine import Machine, wait_until
from tests.boot.operator import UNIT, check_login, check_power_off, check_reboot, check_unlock
from tests.boot.player import Painter, plan_drag
from tests.boot.proof import Proof

SETTINGS = "kiosk:\n  lock: true\n  idle_reset: 0\n  attract_after: 0\n"
UNLOCKED_SETTINGS = f"{SETTINGS.replace('true', 'false')}  shell: true\n"
BOOT_TIMEOUT_SECONDS = 240.0
"""Seconds; most of them because each instruction of the machine is made up of many of ours."""
START_TIMEOUT_SECONDS = 120.0
SNAPSHOT_NAME = "before-the-end"
MOVES_BEFORE_CUT = 14
"""Moves that are made before the plug is pulled."""


class BootResult(NamedTuple):
    """A game when the plug was pulled: its code, the moves, and what is left of a way to win it."""

    code: str
    moves: list[str]
    rest: list[str]


def run_first_boot(image: Image, proof: Proof) -> BootResult:
    """From the plug to the title, some moves of a player who is locked in, and the plug again."""
    with Painter(image.root) as painter, start_machine(image, proof) as machine:
        title = painter.draw_screen("title")
        watch_boot(machine, proof, title.picture, "title")
        find_problems(machine, proof)
        machine.click(*title.find_middle("buttons", "confirm"))
        wait_until("a deal", lambda: "code" in read_state(machine), START_TIMEOUT_SECONDS)
        code = str(read_state(machine)["code"])
        left = BootResult(code, [], solve_game(image, code))
        proof.log(f"dealt {code}, which {len(left.rest)} moves win")
        left = play_moves(machine, proof, painter, left, MOVES_BEFORE_CUT)
        play_by_keys(machine, proof, painter, left)
        check_lock(machine, proof)
        left = play_moves(machine, proof, painter, left, 1)
        machine.cut_power()
        proof.log("the plug is pulled")
    return left


def run_second_boot(image: Image, proof: Proof, left: BootResult) -> None:
    """The game is there again; a hang, a win, a fault, and a player who may go."""
    image.create_overlay()
    with Painter(image.root) as painter, start_machine(image, proof) as machine:
        table = painter.draw_screen("table", left.code, left.moves)
        watch_boot(machine, proof, table.picture, "table-after-the-cut")
        state = read_state(machine)
        same = state.get("code") == left.code and state.get("moves") == left.moves
        proof.check("every move is there after the cut", same, state)
        proof.check("all can be undone", state.get("undo") == len(left.moves), state)
        check_watchdog(machine, proof)
        proof.check_shows(machine, table.picture, "table-after-the-hang", START_TIMEOUT_SECONDS)
        play_moves(machine, proof, painter, left, play_to_finish(left))
        check_win(machine, proof)
        check_failure_screen(machine, proof)
        check_unlock(machine, proof, UNLOCKED_SETTINGS, START_TIMEOUT_SECONDS)
        check_login(machine, proof, START_TIMEOUT_SECONDS)
        machine.save_snapshot(SNAPSHOT_NAME)
        proof.log("everything is remembered as it is now")
        check_reboot(machine, proof)


def check_other_ends(image: Image, proof: Proof) -> None:
    """Twice more from the moment before the end: powered off instead, and uninstalled."""
    with start_machine(image, proof, SNAPSHOT_NAME) as machine:
        check_power_off(machine, proof)
    with start_machine(image, proof, SNAPSHOT_NAME) as machine:
        wait_until("the shell", machine.shell.run_lines, START_TIMEOUT_SECONDS)
        check_uninstall(machine, proof, UNLOCKED_SETTINGS)


def start_machine(image: Image, proof: Proof, moment: str = "") -> Machine:
    """The machine, from now on; or as it was at a moment."""
    proof.log(f"on again as it was {moment}" if moment else "switched on")
    words = (image.root / "boot/firmware/cmdline.txt").read_text().strip()
    # What is written to the last console is read here; nobody sees it on the panel.
    files = (image.disk.parent, image.kernel, image.initrd, image.disk)
    return Machine(*files, f"{words} console=ttyS0", moment)


def watch_boot(machine: Machine, proof: Proof, wanted: Path, name: str) -> None:
    """Check that the panel is blank until it shows the wanted picture of the game."""
    start = time.monotonic()
    wait_until(
        "any light",
        lambda: not proof.check_dark(machine, f"{name}-first-light"),
        BOOT_TIMEOUT_SECONDS,
    )
    proof.log(f"first light {time.monotonic() - start:.1f} s after the plug")
    proof.check_shows(machine, wanted, name, 5.0)
    wait_until("the shell", machine.shell.run_lines, START_TIMEOUT_SECONDS)
    text = machine.shell.run("tr -d ' ' < /dev/vcs1")
    proof.check("no text waits on its terminal", text == "", text)


def find_problems(machine: Machine, proof: Proof) -> None:
    """Check the start-up time, the protection and the permissions of the service."""
    shell = machine.shell
    ready, began = (
        int(shell.run(f"systemctl show {UNIT} -p {key}TimestampMonotonic --value")) / 1e6
        for key in ("ActiveEnter", "InactiveExit")
    )
    proof.log(
        f"first picture {ready:.1f} s after the kernel began, {ready - began:.1f} s after the unit"
    )
    proof.log(shell.run(f"systemctl show {UNIT} -p StatusText --value"))
    proof.log(shell.run(f"systemd-analyze security --no-pager {UNIT} | tail -n 1"))
    said = shell.run("systemd-analyze verify bakehouse.service bakehouse-failure.service")
    proof.check("systemd has nothing to say of the units", said == "", said)
    player = "setpriv --reuid=bakehouse --regid=bakehouse --init-groups"
    logind = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    for wish, granted in (("PowerOff", True), ("Reboot", True), ("Suspend", False)):
        said = shell.run(f"{player} busctl call {logind} Can{wish}")
        what = f"the player {'may' if granted else 'may not'} ask for {wish}"
        proof.check(what, said.endswith('"yes"') == granted, said)


def solve_game(image: Image, code: str) -> list[str]:
    """Moves that win a deal."""
    python = ("/opt/bakehouse/current/bin/python", "-P", "-m", "engine")
    return image.run_inside(*python, "solve", code).split("\n")[1].split()


def play_moves(
    machine: Machine, proof: Proof, painter: Painter, left: BootResult, count: int
) -> BootResult:
    """Make so many moves of the way to win; after each the panel shows what it must."""
    code, moves, rest = left
    seen = painter.draw_screen("table", code, moves)
    for text in rest[:count]:
        plan_drag(machine, seen, code, moves, text)
        moves = [*moves, text]
        if moves == [*left.moves, *left.rest]:
            break
        seen = painter.draw_screen("table", code, moves)
        if not proof.check_followed_by(machine, seen.picture, f"move {len(moves)}, {text},"):
            break
    proof.log(f"{len(moves)} moves are made")
    return BootResult(code, moves, rest[len(moves) - len(left.moves) :])


def play_to_finish(left: BootResult) -> int:
    """Return the number of moves until all cards can go home by themselves."""
    game = Game.replay(*decode(left.code), left.moves, 0)
    for count, text in enumerate(left.rest):
        if find_finishing_moves(game.rules, game.position):
            return count
        game = game.apply_entry(text)
    return len(left.rest)


def check_win(machine: Machine, proof: Proof) -> None:
    """A key sends all cards home, and that is a win."""
    machine.press_keys("f")
    time.sleep(10)
    proof.wait_for_screen(machine, "won")
    command = "bakehouse records --export - --state-dir /var/lib/bakehouse"
    said = machine.shell.run(command)
    proof.check("the deal is won", ",won," in said, said)


def play_by_keys(machine: Machine, proof: Proof, painter: Painter, left: BootResult) -> None:
    """Undo and redo by the keyboard."""
    count = len(left.moves)
    before = painter.draw_screen("table", left.code, left.moves[:-1])
    machine.press_keys("backspace")
    wait_until("the undo", lambda: read_state(machine).get("undo") == count - 1, 20.0)
    # Redo can be chosen now, which `shot` does not know; a card in another place would be 0.05.
    proof.check_shows(machine, before.picture, "undone-by-a-key", tolerance=0.02)
    machine.press_keys("shift", "backspace")
    wait_until("the redo", lambda: read_state(machine).get("undo") == count, 20.0)
    after = painter.draw_screen("table", left.code, left.moves)
    proof.check_shows(machine, after.picture, "redone-by-a-key")


def check_lock(machine: Machine, proof: Proof) -> None:
    """No key leads out."""
    shell = machine.shell
    before = proof.wait_for_screen(machine, "locked-in")
    began = shell.run(f"systemctl show {UNIT} -p MainPID --value")
    for keys in (
        *(("ctrl", "alt", "f2"), ("ctrl", "alt", "delete"), ("alt", "sysrq", "b")),
        *(("ctrl", "c"), ("alt", "f4"), ("ctrl", "q")),
    ):
        machine.press_keys(*keys)
        time.sleep(2)
    terminal = shell.run("cat /sys/class/tty/tty0/active")
    proof.check("locked in, its terminal stays in front", terminal == "tty1", terminal)
    jobs = shell.run("systemctl list-jobs --no-pager --no-legend")
    proof.check("locked in, the machine does not go down", jobs == "", jobs)
    now = shell.run(f"systemctl show {UNIT} -p MainPID --value")
    proof.check("locked in, the game goes on", now == began, now)
    proof.check_shows(machine, before, "locked-in-still")


def check_watchdog(machine: Machine, proof: Proof) -> None:
    """A loop that stands still is noticed and started again."""
    start = time.monotonic()
    machine.shell.run(f"kill -STOP $(systemctl show {UNIT} -p MainPID --value)")
    counted = f"systemctl show {UNIT} -p NRestarts --value"
    wait_until("a new start", lambda: machine.shell.run(counted) == "1", 120.0)
    proof.log(f"hung, and started again after {time.monotonic() - start:.1f} s")
    said = machine.shell.run(f"journalctl --no-pager -o cat -b -u {UNIT}")
    proof.check("the watchdog did it", "Watchdog timeout" in said, said)
    wait_until_ready(machine)


def check_failure_screen(machine: Machine, proof: Proof) -> None:
    """A game that cannot start shows the reason on its screen and is tried again."""
    shell = machine.shell
    # The minute until it is tried again is shorter here.
    shell.run("printf '#!/bin/sh\\nexec /usr/bin/sleep 15\\n' > /usr/local/bin/sleep")
    shell.run("chmod 755 /usr/local/bin/sleep; mv /opt/bakehouse/current /opt/bakehouse/away")
    shell.run(f"systemctl kill -s KILL {UNIT}")
    wait_until(
        "words on the panel", lambda: "start" in shell.run("cat /dev/vcs1"), START_TIMEOUT_SECONDS
    )
    time.sleep(3)
    text = shell.run("cat /dev/vcs1")
    proof.check("a game that cannot start tells why on its screen", "No such file" in text, text)
    proof.wait_for_screen(machine, "the-cause-of-a-failure")
    shell.run("mv /opt/bakehouse/away /opt/bakehouse/current; rm /usr/local/bin/sleep")
    wait_until_ready(machine)
    proof.log("mended, and started again by itself")


def wait_until_ready(machine: Machine) -> None:
    """The unit is up."""
    ready = f"systemctl is-active {UNIT} || true"
    wait_until("the game", lambda: machine.shell.run(ready) == "active", BOOT_TIMEOUT_SECONDS)


def read_state(machine: Machine) -> dict[str, Any]:
    """Return the output of `state` on the machine; {} where there is no game."""
    command = "bakehouse state --json --state-dir /var/lib/bakehouse 2>/dev/null || echo {}"
    state: dict[str, Any] = json.loads(machine.shell.run(command))
    return state
