"""Start, memory, a drag and idling, as ratios to a bare pygame window measured in the same run."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tests.bench.program import (
    BARE_WINDOW_PROGRAM,
    GAME_PROGRAM,
    REPORT_PROGRAM,
    start_game,
    start_program,
    start_screen,
)
from tests.bench.touch import measure

DRAG_PROGRAM = """
from kiosk.display.sdl import load_pygame
load_pygame()
from tests.bench.drag import measure
measure()
"""
CODE = "BK1-C4-AAAAA24"
ROUNDS = 9
IDLE_SECONDS = 20.0


def measure_first_frame(
    program: str, arguments: tuple[str, ...], environment: dict[str, str]
) -> tuple[float, int]:
    """Seconds from a process's start to its first frame, and its peak memory in kB by then."""
    began = time.clock_gettime(time.CLOCK_MONOTONIC)
    process = start_program(program, *arguments, environment=environment)
    assert process.stdout is not None
    figures = dict(process.stdout.readline().split() for _ in range(2))
    process.send_signal(signal.SIGTERM)
    process.wait()
    return float(figures["frame"]) - began, int(figures["peak"])


def measure_start(environment: dict[str, str]) -> None:
    """Print first frame and peak memory of a dealt table beside those of the bare window."""
    bare, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        for round_ in range(ROUNDS + 1):
            bare.append(measure_first_frame(BARE_WINDOW_PROGRAM + REPORT_PROGRAM, (), environment))
            arguments = start_game(Path(folder) / str(round_), CODE)
            ours.append(measure_first_frame(GAME_PROGRAM % REPORT_PROGRAM, arguments, environment))
    seconds = [statistics.median(times for times, _ in runs[1:]) for runs in (bare, ours)]
    peaks = [statistics.median(peak for _, peak in runs[1:]) for runs in (bare, ours)]
    print(
        f"first frame   bare {seconds[0] * 1e3:6.0f} ms   table {seconds[1] * 1e3:6.0f} ms   "
        f"ratio {seconds[1] / seconds[0]:.2f} (goal at most 3.0)"
    )
    print(
        f"peak memory   bare {peaks[0] / 1e3:6.1f} MB   table {peaks[1] / 1e3:6.1f} MB   "
        f"ratio {peaks[1] / peaks[0]:.2f} (goal at most 2.0)"
    )


def measure_idle(environment: dict[str, str]) -> None:
    """Print the CPU seconds of an untouched table, in a window and on a driver that polls."""
    for name, extra in (("x11", {}), ("dummy", {"SDL_VIDEODRIVER": "dummy"})):
        with tempfile.TemporaryDirectory() as folder:
            process = start_program(
                GAME_PROGRAM % REPORT_PROGRAM,
                *start_game(Path(folder), CODE),
                environment={**environment, **extra},
            )
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(1)
            before = _get_cpu_seconds(process)
            time.sleep(IDLE_SECONDS)
            used = _get_cpu_seconds(process) - before
            process.send_signal(signal.SIGTERM)
            process.wait()
        print(f"idle {name:8} {used:.3f} CPU seconds in {IDLE_SECONDS:.0f} s (goal at most 0.10)")


def _get_cpu_seconds(process: subprocess.Popen[str]) -> float:
    """User and system seconds of the process so far, as the kernel counts them."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_drag(environment: dict[str, str]) -> None:
    """Print what one step of a drag costs beside blitting the same changed pixels."""
    process = start_program(DRAG_PROGRAM, environment=environment)
    assert process.stdout is not None
    print(process.stdout.read().strip())
    process.wait()


def main() -> None:
    """Measure everything, and say which display it was measured on."""
    with start_screen() as environment:
        print(f"display {environment['DISPLAY']}, window 800x480, median of {ROUNDS} runs")
        measure_start(environment)
        measure_drag(environment)
        measure_idle(environment)
    measure()


if __name__ == "__main__":
    main()
