"""Records and facts that nobody ever made, for pictures of the screens that show some."""

from __future__ import annotations

from engine.codes import encode
from engine.game import Game
from engine.variants import VARIANTS, make_rules
from kiosk.stats import DealOutcome, DealResult, RankedWin
from kiosk.ui.scene import Diagnostics, LogEntry, MachineStatus

GAMES = 60
"""So many of the pictured game, and a few of each other one."""
FEW = 7
PEOPLE = ("EVA", "TOM", "", "IDA")
STANDING = RankedWin(3, False, "")

MACHINE = MachineStatus(
    program_version="0.1.0",
    python_version="3.13.5",
    pygame_version="pygame 2.6.1, SDL 2.32.4",
    kernel_version="Linux 6.12.47+rpt-rpi-v8 aarch64",
    board_model="Raspberry Pi Zero 2 W Rev 1.0",
    is_solver_compiled=True,
    display_mode="KMSDRM 800x480",
    state_dir="/var/lib/bakehouse",
    free_bytes=11_400_000_000,
    temperature_celsius=48.3,
    uptime_seconds=93_780.0,
)
INPUTS = (
    "72.41 gpio A up: confirm",
    "72.30 gpio A down: confirm",
    "70.02 touch up 412,233",
    "69.95 touch down 411,233",
)
TOLD = (
    LogEntry("The button B (GPIO6) has been pressed since the start", is_warning=True),
    LogEntry("Bakehouse 0.1.0 on KMSDRM 800x480, pygame 2.6.1, SDL 2.32.4"),
)
FACTS = Diagnostics(
    get_machine_status=lambda: MACHINE,
    list_recent_inputs=lambda: INPUTS,
    list_log_entries=lambda: TOLD,
)


def results(game: Game) -> tuple[DealResult, ...]:
    """Games of many kinds, the last of them like this one; the same ones every time."""
    others = [make_rules(record, cells or None) for record in VARIANTS for cells in record.cells]
    kinds = [rules for rules in others if rules != game.rules for _ in range(FEW)]
    kinds += [game.rules] * GAMES
    return tuple(
        _result(number, encode(rules, number * 7919)) for number, rules in enumerate(kinds, 1)
    )


def _result(number: int, code: str) -> DealResult:
    scatter = number * 37 % 101 + number * 53 % 89
    outcome = DealOutcome.LOST if number % 7 in (2, 3) else DealOutcome.WON
    return DealResult(
        deal_id=number,
        code=code,
        outcome=outcome,
        seconds=150.0 + 3 * scatter,
        moves=80 + scatter // 2,
        is_helped=number % 9 == 4,
        initials=PEOPLE[number % len(PEOPLE)] if outcome is DealOutcome.WON else "",
        day=f"2026-0{1 + number % 9}-{10 + number % 20}",
        has_recording=outcome is DealOutcome.WON,
    )
