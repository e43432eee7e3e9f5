"""Records and facts that nobody ever made, for pictures of the screens that show some."""

from __future__ import annotations

from engine.codes import encode
from engine.game import Game
from engine.variants import VARIANTS, rules_of
from kiosk.stats import Outcome, Result, Standing
from kiosk.ui.scene import Facts, Machine, Told

GAMES = 60
"""So many of the pictured game, and a few of each other one."""
FEW = 7
PEOPLE = ("EVA", "TOM", "", "IDA")
STANDING = Standing(3, False, "")

MACHINE = Machine(
    program="0.1.0",
    python="3.13.5",
    pygame="pygame 2.6.1, SDL 2.32.4",
    kernel="Linux 6.12.47+rpt-rpi-v8 aarch64",
    board="Raspberry Pi Zero 2 W Rev 1.0",
    compiled=True,
    screen="KMSDRM 800x480",
    folder="/var/lib/bakehouse",
    free=11_400_000_000,
    temperature=48.3,
    uptime=93_780.0,
)
INPUTS = (
    "72.41 gpio A up: confirm",
    "72.30 gpio A down: confirm",
    "70.02 touch up 412,233",
    "69.95 touch down 411,233",
)
TOLD = (
    Told("The button B (GPIO6) has been pressed since the start", wrong=True),
    Told("Bakehouse 0.1.0 on KMSDRM 800x480, pygame 2.6.1, SDL 2.32.4"),
)
FACTS = Facts(machine=lambda: MACHINE, inputs=lambda: INPUTS, told=lambda: TOLD)


def results(game: Game) -> tuple[Result, ...]:
    """Games of many kinds, the last of them like this one; the same ones every time."""
    others = [rules_of(record, cells or None) for record in VARIANTS for cells in record.cells]
    kinds = [rules for rules in others if rules != game.rules for _ in range(FEW)]
    kinds += [game.rules] * GAMES
    return tuple(
        _result(number, encode(rules, number * 7919)) for number, rules in enumerate(kinds, 1)
    )


def _result(number: int, code: str) -> Result:
    scatter = number * 37 % 101 + number * 53 % 89
    outcome = Outcome.LOST if number % 7 in (2, 3) else Outcome.WON
    return Result(
        deal=number,
        code=code,
        outcome=outcome,
        seconds=150.0 + 3 * scatter,
        moves=80 + scatter // 2,
        helped=number % 9 == 4,
        initials=PEOPLE[number % len(PEOPLE)] if outcome is Outcome.WON else "",
        day=f"2026-0{1 + number % 9}-{10 + number % 20}",
        recorded=outcome is Outcome.WON,
    )
