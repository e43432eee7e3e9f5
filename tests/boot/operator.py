"""Check what the unlocked machine permits: other terminals, a shell, power-off."""

from __future__ import annotations

import time
from contextlib import suppress

from tests.boot.machine import Machine, wait_until
from tests.boot.proof import Proof

UNIT = "bakehouse.service"
ACTIVE = "cat /sys/class/tty/tty0/active"
GOING_DOWN = 90.0
"""Seconds."""


def check_unlock(machine: Machine, proof: Proof, settings: str, patience: float) -> None:
    """Without the lock the keys of every terminal work, and lead back."""
    shell = machine.shell
    text = settings.replace("\n", "\\n")
    shell.run(f"printf '{text}' > /etc/bakehouse/config.yaml; systemctl restart {UNIT}", patience)
    # A key first: what the screen says of keys is there from then on.
    machine.press_keys("tab")
    time.sleep(3)
    before = proof.wait_for_screen(machine, "without-the-lock")
    machine.press_keys("ctrl", "alt", "f2")
    wait_until("another terminal", lambda: shell.run(ACTIVE) == "tty2", 20.0)
    wait_until("a login", lambda: "login:" in shell.run("cat /dev/vcs2"), 30.0)
    proof.wait_for_screen(machine, "another-terminal")
    machine.press_keys("ret")
    machine.press_keys("ctrl", "alt", "f1")
    proof.check_shows(machine, before, "back-from-another-terminal")


def check_login(machine: Machine, proof: Proof, patience: float) -> None:
    """The service menu leads to a login in place of the game, until an operator starts it."""
    shell = machine.shell
    machine.hold_keys(6.5, "ctrl", "alt", "s")
    time.sleep(2)
    proof.wait_for_screen(machine, "service-menu")
    # The last of the list, before the two buttons below it.
    list_steps(machine, "pgdn", "tab", "tab", "tab")
    proof.wait_for_screen(machine, "service-menu-end")
    machine.press_keys("ret")
    time.sleep(2)
    list_steps(machine, "tab")
    proof.wait_for_screen(machine, "leave-to-a-shell")
    machine.press_keys("ret")
    try:
        wait_until("a login", lambda: "login:" in shell.run("cat /dev/vcs1"), patience)
    except AssertionError as error:
        proof.check("left for a shell, there is a login", False, error)
        return
    time.sleep(5)
    proof.wait_for_screen(machine, "login-after-leaving")
    terminal = shell.run(ACTIVE)
    proof.check("left for a shell, there is a login on its terminal", terminal == "tty1", terminal)
    facts = "-p ActiveState -p ExecMainStatus -p Result --value"
    states = shell.run(f"systemctl show {UNIT} {facts}").split()
    wanted = {"inactive", "10", "success"}
    proof.check("and the game does not start by itself", set(states) == wanted, states)
    shell.run(f"systemctl start {UNIT}", patience)
    time.sleep(3)
    text = shell.run("tr -d ' ' < /dev/vcs1")
    proof.check("it does when it is told to, and the login is gone", text == "", text)
    proof.wait_for_screen(machine, "back-from-a-shell")


def list_steps(machine: Machine, *codes: str) -> None:
    """Keys one after the other; Tab goes backwards."""
    for code in codes:
        machine.press_keys(*(("shift", code) if code == "tab" else (code,)))
        time.sleep(0.7)


def check_reboot(machine: Machine, proof: Proof) -> None:
    """Ctrl+Alt+Del, and nothing is on the panel meanwhile."""
    before = proof.wait_for_screen(machine, "before-the-end")
    machine.press_keys("ctrl", "alt", "delete")
    end, lit = time.monotonic() + GOING_DOWN, 0
    while not machine.has_stopped(0.5) and time.monotonic() < end:
        # It may go while it is looked at.
        with suppress(OSError, ValueError):
            lit += proof.list_failures(machine, before, f"going-down-{lit}")
    proof.check("without the lock Ctrl+Alt+Del ends the machine", machine.has_stopped(0.1))
    why = machine.stop_reason()
    proof.check("for a new start", why == "guest-reset", why)
    proof.check("and nothing is on the panel meanwhile", lit == 0, "see the pictures")


def check_power_off(machine: Machine, proof: Proof) -> None:
    """The game's own menu switches the machine off, by keys alone."""
    # From the first button backwards to the last one.
    list_steps(machine, "tab")
    time.sleep(2)
    proof.wait_for_screen(machine, "title-with-power-off")
    machine.press_keys("ret")
    time.sleep(2)
    proof.wait_for_screen(machine, "power-off")
    machine.press_keys("ret")
    proof.check("the game's menu switches the machine off", machine.has_stopped(GOING_DOWN))
    why = machine.stop_reason()
    proof.check("for good", why == "guest-shutdown", why)
