"""Check the installer on a bare Debian and on an older version, and what uninstalling leaves."""

from __future__ import annotations

import shutil

from tests.boot.image import KERNEL_OPTIONS, ROOT, Image
from tests.boot.machine import Machine
from tests.boot.proof import Proof

OLDER_VERSION = "0.0.9"
VERSION_FILE = "src/kiosk/__init__.py"
EDITED_SETTINGS = "# Edited by hand.\nsound:\n  volume: 7\n"
CONFIG, STATE = "etc/bakehouse/config.yaml", "var/lib/bakehouse"
SCHEMAS = (1, 2)
"""The schemas of earlier versions, of which `tests/kiosk/saves` has a database each."""
OPEN_STORE_PROGRAM = """
from pathlib import Path
from kiosk.storage.store import Store, resume_saved_game
store, notices = Store.open(Path("/var/lib/bakehouse"))
game, _, more = resume_saved_game(store)
print([notices, more, store.is_saved, game.code, len(store.list_results())])
"""
EXPECTED_OUTPUT = "[[], [], True, 'BK1-C4-AAAAA24', 4]"
"""No notice, it is written to, the game on the table is there, and all the results."""


def check_install(image: Image, proof: Proof, settings: str) -> None:
    """The installer makes an appliance of a bare Debian; what it does, it does once."""
    image.prepare_root()
    proof.log("a bare Debian is there, and the installer begins")
    version = (image.root / VERSION_FILE).read_text()
    (image.root / VERSION_FILE).write_text(f'"""Older."""\n\n__version__ = "{OLDER_VERSION}"\n')
    image.run_inside("make", "-C", "/src", "install")
    (image.root / VERSION_FILE).write_text(version)
    check_upgrade(image, proof)
    before = image.list_files()
    said = image.run_inside("make", "-C", "/src", "install")
    after = image.list_files()
    changed = sorted(name for name in before | after if before.get(name) != after.get(name))
    proof.check("a second installation changes nothing", not changed, changed)
    proof.check("and says so", "everything is as it should be" in said, said)
    image.finish(settings)
    proof.log("it is installed")


def check_upgrade(image: Image, proof: Proof) -> None:
    """Over an older version: the settings stay as they were edited, and the games."""
    older = image.run_inside("bakehouse", "--version")
    proof.check("an older version is there", OLDER_VERSION in older, older)
    (image.root / CONFIG).write_text(EDITED_SETTINGS)
    state = image.root / STATE
    state.mkdir(mode=0o700)
    lay_out_saves(image, SCHEMAS[0])
    kept = (state / "bakehouse.db").read_bytes()
    image.run_inside("make", "-C", "/src", "install")
    newer = image.run_inside("bakehouse", "--version")
    proof.check("a newer one takes its place", newer != older, newer)
    releases = [path for path in (image.root / "opt/bakehouse").iterdir() if path.is_dir()]
    proof.check("and nothing of the older one is left", len(releases) == 2, releases)
    text = (image.root / CONFIG).read_text()
    proof.check("the edited settings are as they were", text == EDITED_SETTINGS, text)
    same = (state / "bakehouse.db").read_bytes() == kept
    proof.check("the games are as they were", same)
    for schema in SCHEMAS:
        lay_out_saves(image, schema)
        player = ("setpriv", "--reuid=bakehouse", "--regid=bakehouse", "--init-groups")
        python = ("/opt/bakehouse/current/bin/python", "-P", "-c", OPEN_STORE_PROGRAM)
        said = image.run_inside(*player, *python).strip()
        proof.check(f"games of schema {schema} are opened", said == EXPECTED_OUTPUT, said)
    shutil.rmtree(state)


def lay_out_saves(image: Image, schema: int) -> None:
    """Lay down the games of an earlier version, and nothing else."""
    state = image.root / STATE
    for old in state.iterdir():
        old.unlink()
    shutil.copyfile(ROOT / f"tests/kiosk/saves/version-{schema}.db", state / "bakehouse.db")
    image.run_inside("chown", "-R", "bakehouse:bakehouse", f"/{STATE}")


def check_uninstall(machine: Machine, proof: Proof, settings: str) -> None:
    """All is taken away again but what belongs to the player."""
    shell = machine.shell
    shell.run("systemctl stop bakehouse.service")
    games = "cd /var/lib/bakehouse && sha256sum bakehouse.db"
    before = shell.run(games)
    said = shell.run("make -C /src uninstall", 120.0)
    proof.check("it says where the games are", "/var/lib/bakehouse" in said, said)
    proof.check("uninstalled, the games are as they were", shell.run(games) == before)
    kept = shell.run("cat /var/lib/bakehouse/config.yaml")
    proof.check("the edited settings wait beside them", kept == settings.strip(), kept)
    rest = "find / -xdev \\( -path /src -o -path /var/lib/bakehouse \\) -prune -o"
    paths = shell.run(f"{rest} \\( -name '*bakehouse*' -o -nouser -o -nogroup \\) -print", 120.0)
    proof.check("nothing else is left, and nothing that is nobody's", paths == "", paths)
    units = "systemctl list-unit-files --no-legend 'bakehouse*' || true"
    output = shell.run(f"getent passwd bakehouse; {units}")
    proof.check("its user and its units are gone", output == "", output)
    words = shell.run("cat /boot/firmware/cmdline.txt")
    proof.check("the kernel is told what it was before", words == KERNEL_OPTIONS.strip(), words)
    said = shell.run("make -C /src uninstall", 120.0)
    proof.check("a second time changes nothing", shell.run(games) == before, said)
