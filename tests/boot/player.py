"""Plays a deal on the machine's panel: boxes and pictures come from `shot`, hands from QEMU."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import NamedTuple, Self

from engine.cards import format_card
from engine.codes import decode
from engine.game import Game
from engine.notation import parse_move
from engine.position import FIRST_CELL, Move, is_column
from tests.boot.image import CLEAN_ENVIRONMENT
from tests.boot.machine import Machine

Place = tuple[int, int]

PAINTER_PROGRAM = """
import json, sys
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.cli import run_cli
for line in sys.stdin:
    run_cli(["shot", *json.loads(line)], ShutdownSignals(), {})
    print("painted", flush=True)
"""
"""Many pictures from one process: each of its own would take a second to begin."""


class ExpectedScreen(NamedTuple):
    """An expected screen: its picture, and the place of everything on it."""

    picture: Path
    boxes: dict[str, dict[str, list[int]]]

    def find_middle(self, kind: str, name: str) -> Place:
        """The pixel in the middle of a button, a card or a pile."""
        x, y, width, height = self.boxes[kind][name]
        return x + width // 2, y + height // 2


class Painter:
    """Paints the expected screen with the program and libraries of the machine."""

    def __init__(self, root: Path) -> None:
        """Nothing is painted yet; `root` is the folder that the machine's disk was made of."""
        self._root = root
        python = "/opt/bakehouse/current/bin/python"
        self._process = subprocess.Popen(
            ["chroot", str(root), python, "-P", "-c", PAINTER_PROGRAM],
            env=CLEAN_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        """The painter."""
        return self

    def __exit__(self, *error: object) -> None:
        """It goes."""
        self._process.communicate(timeout=20)

    def draw_screen(
        self, scene: str, code: str = "", moves: list[str] | None = None
    ) -> ExpectedScreen:
        """A scene, for a table the one of this code after these moves."""
        words = ["--scene", scene, "--config", "/etc/bakehouse/config.yaml", "--device", "screen"]
        if code:
            (self._root / "tmp/moves").write_text(" ".join(moves or []))
            words += ["--code", code, "--moves", "/tmp/moves"]
        words += ["--out", "/tmp/shot.png", "--layout", "/tmp/shot.json"]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(words)}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "painted\n"
        boxes = json.loads((self._root / "tmp/shot.json").read_text())
        return ExpectedScreen(self._root / "tmp/shot.png", boxes)


def plan_drag(
    machine: Machine, seen: ExpectedScreen, code: str, moves: list[str], text: str
) -> None:
    """Drag the cards of a move to their target on the table as it is shown.

    Args:
        machine: Its pointer is used.
        seen: The table after `moves`.
        code: The deal.
        moves: What has been played before.
        text: The move, as `3-5*2`.
    """
    game = Game.replay(*decode(code), moves, 0)
    start, end = _find_ends(seen, game, parse_move(text, game.rules, game.position), text)
    machine.move_pointer(*start)
    time.sleep(0.1)
    machine.hold_button(True)
    for step in (0.3, 0.7, 1.0):
        time.sleep(0.05)
        machine.move_pointer(*(round(a + (b - a) * step) for a, b in zip(start, end, strict=True)))
    time.sleep(0.1)
    machine.hold_button(False)


def _find_ends(seen: ExpectedScreen, game: Game, move: Move, text: str) -> tuple[Place, Place]:
    position = game.position
    if is_column(move.source):
        card = position.columns[move.source][-move.count]
    else:
        card = position.cells[move.source - FIRST_CELL]
    name = format_card(card)
    where = text.partition("*")[0].partition("-")[2]
    pile = f"h{name[-1]}" if where == "h" else where
    return seen.find_middle("cards", name), seen.find_middle("piles", pile)
