"""Sample records and diagnostics for screenshots."""

from __future__ import annotations

from engine.codes import encode
from engine.game import Game
from engine.variants import VARIANTS, make_rules
from kiosk.stats import DealOutcome, DealResult, RankedWin
from kiosk.ui.scene import Diagnostics, LogEntry, MachineStatus

SAMPLE_GAME_COUNT = 60
OTHER_GAME_COUNT = 7
SAMPLE_INITIALS = ("EVA", "TOM", "", "IDA")
SAMPLE_RANKED_WIN = RankedWin(3, False, "")

SAMPLE_MACHINE_STATUS = MachineStatus(
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
SAMPLE_INPUT_LINES = (
    "72.41 gpio A up: confirm",
    "72.30 gpio A down: confirm",
    "70.02 touch up 412,233",
    "69.95 touch down 411,233",
)
SAMPLE_LOG_ENTRIES = (
    LogEntry("The button B (GPIO6) has been pressed since the start", is_warning=True),
    LogEntry("Bakehouse 0.1.0 on KMSDRM 800x480, pygame 2.6.1, SDL 2.32.4"),
)
SAMPLE_DIAGNOSTICS = Diagnostics(
    get_machine_status=lambda: SAMPLE_MACHINE_STATUS,
    list_recent_inputs=lambda: SAMPLE_INPUT_LINES,
    list_log_entries=lambda: SAMPLE_LOG_ENTRIES,
)


def create_sample_results(game: Game) -> tuple[DealResult, ...]:
    """Return the same results of all games each time; the last ones are of the given game."""
    others = [make_rules(record, cells or None) for record in VARIANTS for cells in record.cells]
    kinds = [rules for rules in others if rules != game.rules for _ in range(OTHER_GAME_COUNT)]
    kinds += [game.rules] * SAMPLE_GAME_COUNT
    return tuple(
        _create_result(number, encode(rules, number * 7919))
        for number, rules in enumerate(kinds, 1)
    )


def _create_result(number: int, code: str) -> DealResult:
    scatter = number * 37 % 101 + number * 53 % 89
    month = 1 + number % 9
    outcome = DealOutcome.LOST if number % 7 in (2, 3) else DealOutcome.WON
    return DealResult(
        deal_id=number,
        code=code,
        outcome=outcome,
        seconds=150.0 + 3 * scatter,
        moves=80 + scatter // 2,
        is_helped=number % 9 == 4,
        initials=SAMPLE_INITIALS[number % len(SAMPLE_INITIALS)]
        if outcome is DealOutcome.WON
        else "",
        day=f"2026-0{month}-{min(10 + number % 20, 28 if month == 2 else 29)}",
        has_recording=outcome is DealOutcome.WON,
    )
