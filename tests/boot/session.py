"""What happens to the machine: switched on, played, unplugged, played on, let go, cleared out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from engine.codes import decode
from engine.game import Game
from engine.movegen import find_finishing_moves
from tests.boot.image import Image
from tests.boot.installing import removed
from tests.boot.machine import Machine, until
from tests.boot.operator import UNIT, powered_off, set_free, started_anew, to_a_shell
from tests.boot.player import Painter, drag
from tests.boot.proof import Proof

SETTINGS = "kiosk:\n  lock: true\n  idle_reset: 0\n  attract_after: 0\n"
FREE = f"{SETTINGS.replace('true', 'false')}  shell: true\n"
TO_BOOT = 240.0
"""Seconds; most of them because each instruction of the machine is made up of many of ours."""
TO_START = 120.0
MOMENT = "before-the-end"
BEFORE_THE_CUT = 14
"""Moves that are made before the plug is pulled."""


class Left(NamedTuple):
    """A game when the plug was pulled: its code, the moves, and what is left of a way to win it."""

    code: str
    moves: list[str]
    rest: list[str]


def first_boot(image: Image, proof: Proof) -> Left:
    """From the plug to the title, some moves of a player who is locked in, and the plug again."""
    with Painter(image.root) as painter, switched_on(image, proof) as machine:
        title = painter.screen("title")
        watched(machine, proof, title.picture, "title")
        told(machine, proof)
        machine.click(*title.middle("buttons", "confirm"))
        until("a deal", lambda: "code" in state(machine), TO_START)
        code = str(state(machine)["code"])
        left = Left(code, [], solved(image, code))
        proof.say(f"dealt {code}, which {len(left.rest)} moves win")
        left = played(machine, proof, painter, left, BEFORE_THE_CUT)
        by_keys(machine, proof, painter, left)
        locked_in(machine, proof)
        left = played(machine, proof, painter, left, 1)
        machine.pull()
        proof.say("the plug is pulled")
    return left


def second_boot(image: Image, proof: Proof, left: Left) -> None:
    """The game is there again; a hang, a win, a fault, and a player who may go."""
    image.layer()
    with Painter(image.root) as painter, switched_on(image, proof) as machine:
        table = painter.screen("table", left.code, left.moves)
        watched(machine, proof, table.picture, "table-after-the-cut")
        found = state(machine)
        same = found.get("code") == left.code and found.get("moves") == left.moves
        proof.check("every move is there after the cut", same, found)
        proof.check("all can be undone", found.get("undo") == len(left.moves), found)
        hung(machine, proof)
        proof.shows(machine, table.picture, "table-after-the-hang", TO_START)
        played(machine, proof, painter, left, to_finish(left))
        won(machine, proof)
        broken(machine, proof)
        set_free(machine, proof, FREE, TO_START)
        to_a_shell(machine, proof, TO_START)
        machine.remember(MOMENT)
        proof.say("everything is remembered as it is now")
        started_anew(machine, proof)


def other_ends(image: Image, proof: Proof) -> None:
    """Twice more from the moment before the end: powered off instead, and uninstalled."""
    with switched_on(image, proof, MOMENT) as machine:
        powered_off(machine, proof)
    with switched_on(image, proof, MOMENT) as machine:
        until("the shell", machine.shell.answers, TO_START)
        removed(machine, proof, FREE)


def switched_on(image: Image, proof: Proof, moment: str = "") -> Machine:
    """The machine, from now on; or as it was at a moment."""
    proof.say(f"on again as it was {moment}" if moment else "switched on")
    words = (image.root / "boot/firmware/cmdline.txt").read_text().strip()
    # What is written to the last console is read here; nobody sees it on the panel.
    files = (image.disk.parent, image.kernel, image.initrd, image.disk)
    return Machine(*files, f"{words} console=ttyS0", moment)


def watched(machine: Machine, proof: Proof, wanted: Path, name: str) -> None:
    """Nothing is on the panel until the game is, and that is what is wanted."""
    start = time.monotonic()
    until("any light", lambda: not proof.dark(machine, f"{name}-first-light"), TO_BOOT)
    proof.say(f"first light {time.monotonic() - start:.1f} s after the plug")
    proof.shows(machine, wanted, name, 5.0)
    until("the shell", machine.shell.answers, TO_START)
    text = machine.shell.run("tr -d ' ' < /dev/vcs1")
    proof.check("no text waits on its terminal", text == "", text)


def told(machine: Machine, proof: Proof) -> None:
    """How long it took, how it is protected, and what it may do."""
    shell = machine.shell
    ready, began = (
        int(shell.run(f"systemctl show {UNIT} -p {key}TimestampMonotonic --value")) / 1e6
        for key in ("ActiveEnter", "InactiveExit")
    )
    proof.say(
        f"first picture {ready:.1f} s after the kernel began, {ready - began:.1f} s after the unit"
    )
    proof.say(shell.run(f"systemctl show {UNIT} -p StatusText --value"))
    proof.say(shell.run(f"systemd-analyze security --no-pager {UNIT} | tail -n 1"))
    said = shell.run("systemd-analyze verify bakehouse.service bakehouse-failure.service")
    proof.check("systemd has nothing to say of the units", said == "", said)
    player = "setpriv --reuid=bakehouse --regid=bakehouse --init-groups"
    logind = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    for wish, granted in (("PowerOff", True), ("Reboot", True), ("Suspend", False)):
        said = shell.run(f"{player} busctl call {logind} Can{wish}")
        what = f"the player {'may' if granted else 'may not'} ask for {wish}"
        proof.check(what, said.endswith('"yes"') == granted, said)


def solved(image: Image, code: str) -> list[str]:
    """Moves that win a deal."""
    python = ("/opt/bakehouse/current/bin/python", "-P", "-m", "engine")
    return image.inside(*python, "solve", code).split("\n")[1].split()


def played(machine: Machine, proof: Proof, painter: Painter, left: Left, count: int) -> Left:
    """Make so many moves of the way to win; after each the panel shows what it must."""
    code, moves, rest = left
    seen = painter.screen("table", code, moves)
    for text in rest[:count]:
        drag(machine, seen, code, moves, text)
        moves = [*moves, text]
        if moves == [*left.moves, *left.rest]:
            break
        seen = painter.screen("table", code, moves)
        if not proof.follows(machine, seen.picture, f"move {len(moves)}, {text},"):
            break
    proof.say(f"{len(moves)} moves are made")
    return Left(code, moves, rest[len(moves) - len(left.moves) :])


def to_finish(left: Left) -> int:
    """How many moves it takes until all the cards can go home by themselves."""
    game = Game.replay(*decode(left.code), left.moves, 0)
    for count, text in enumerate(left.rest):
        if find_finishing_moves(game.rules, game.position):
            return count
        game = game.apply_entry(text)
    return len(left.rest)


def won(machine: Machine, proof: Proof) -> None:
    """A key sends all cards home, and that is a win."""
    machine.keys("f")
    time.sleep(10)
    proof.look(machine, "won")
    command = "bakehouse records --export - --state-dir /var/lib/bakehouse"
    said = machine.shell.run(command)
    proof.check("the deal is won", ",won," in said, said)


def by_keys(machine: Machine, proof: Proof, painter: Painter, left: Left) -> None:
    """Undo and redo by the keyboard."""
    count = len(left.moves)
    before = painter.screen("table", left.code, left.moves[:-1])
    machine.keys("backspace")
    until("the undo", lambda: state(machine).get("undo") == count - 1, 20.0)
    # Redo can be chosen now, which `shot` does not know; a card in another place would be 0.05.
    proof.shows(machine, before.picture, "undone-by-a-key", tolerance=0.02)
    machine.keys("shift", "backspace")
    until("the redo", lambda: state(machine).get("undo") == count, 20.0)
    after = painter.screen("table", left.code, left.moves)
    proof.shows(machine, after.picture, "redone-by-a-key")


def locked_in(machine: Machine, proof: Proof) -> None:
    """No key leads out."""
    shell = machine.shell
    before = proof.look(machine, "locked-in")
    began = shell.run(f"systemctl show {UNIT} -p MainPID --value")
    for keys in (
        *(("ctrl", "alt", "f2"), ("ctrl", "alt", "delete"), ("alt", "sysrq", "b")),
        *(("ctrl", "c"), ("alt", "f4"), ("ctrl", "q")),
    ):
        machine.keys(*keys)
        time.sleep(2)
    shown = shell.run("cat /sys/class/tty/tty0/active")
    proof.check("locked in, its terminal stays in front", shown == "tty1", shown)
    jobs = shell.run("systemctl list-jobs --no-pager --no-legend")
    proof.check("locked in, the machine does not go down", jobs == "", jobs)
    now = shell.run(f"systemctl show {UNIT} -p MainPID --value")
    proof.check("locked in, the game goes on", now == began, now)
    proof.shows(machine, before, "locked-in-still")


def hung(machine: Machine, proof: Proof) -> None:
    """A loop that stands still is noticed and started again."""
    start = time.monotonic()
    machine.shell.run(f"kill -STOP $(systemctl show {UNIT} -p MainPID --value)")
    counted = f"systemctl show {UNIT} -p NRestarts --value"
    until("a new start", lambda: machine.shell.run(counted) == "1", 120.0)
    proof.say(f"hung, and started again after {time.monotonic() - start:.1f} s")
    said = machine.shell.run(f"journalctl --no-pager -o cat -b -u {UNIT}")
    proof.check("the watchdog did it", "Watchdog timeout" in said, said)
    until_ready(machine)


def broken(machine: Machine, proof: Proof) -> None:
    """A game that cannot start tells why on its screen, and is tried again."""
    shell = machine.shell
    # The minute until it is tried again is shorter here.
    shell.run("printf '#!/bin/sh\\nexec /usr/bin/sleep 15\\n' > /usr/local/bin/sleep")
    shell.run("chmod 755 /usr/local/bin/sleep; mv /opt/bakehouse/current /opt/bakehouse/away")
    shell.run(f"systemctl kill -s KILL {UNIT}")
    until("words on the panel", lambda: "start" in shell.run("cat /dev/vcs1"), TO_START)
    time.sleep(3)
    text = shell.run("cat /dev/vcs1")
    proof.check("a game that cannot start tells why on its screen", "No such file" in text, text)
    proof.look(machine, "the-cause-of-a-failure")
    shell.run("mv /opt/bakehouse/away /opt/bakehouse/current; rm /usr/local/bin/sleep")
    until_ready(machine)
    proof.say("mended, and started again by itself")


def until_ready(machine: Machine) -> None:
    """The unit is up."""
    ready = f"systemctl is-active {UNIT} || true"
    until("the game", lambda: machine.shell.run(ready) == "active", TO_BOOT)


def state(machine: Machine) -> dict[str, Any]:
    """What `state` tells on the machine; {} where there is no game."""
    command = "bakehouse state --json --state-dir /var/lib/bakehouse 2>/dev/null || echo {}"
    found: dict[str, Any] = json.loads(machine.shell.run(command))
    return found
