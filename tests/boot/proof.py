"""Record the checks of a boot test and their results, in words and in pictures."""

from __future__ import annotations

import time
from pathlib import Path

from tests.boot.machine import Machine
from tests.boot.pictures import count_differences, is_plain, save_picture

TOLERANCE = 0.01
"""Share of the panel that may differ from the picture that `shot` paints: the clock, no card."""


class Proof:
    """Collects results and continues after a failure, so that one run reports all of them."""

    def __init__(self, folder: Path) -> None:
        """Pictures go into the folder."""
        self._folder = folder
        self._start = time.monotonic()
        self.failures: list[str] = []

    def log(self, text: str) -> None:
        """Print a line with the seconds since the beginning."""
        print(f"{time.monotonic() - self._start:6.1f} s  {text}", flush=True)

    def check(self, what: str, holds: bool, value: object = "") -> None:
        """Check that `what` is true; report `found` where it is not."""
        self.log(f"{'ok    ' if holds else 'FAILED'} {what}{'' if holds else f': {value}'}")
        if not holds:
            self.failures.append(what)

    def wait_for_screen(self, machine: Machine, name: str) -> Path:
        """The panel now, kept as a picture of that name."""
        path = self._folder / f"{name}.ppm"
        machine.take_screenshot(path)
        save_picture(path, path.with_suffix(".png"))
        path.unlink()
        return path.with_suffix(".png")

    def check_followed_by(self, machine: Machine, wanted: Path, what: str) -> bool:
        """As `shows`, for one of many steps: reported only where it fails."""
        path = self._folder / "step.ppm"
        end = time.monotonic() + 20.0
        while time.monotonic() < end:
            machine.take_screenshot(path)
            if count_differences(path, wanted) <= TOLERANCE:
                path.unlink()
                return True
            time.sleep(0.2)
        name = what.replace(" ", "-").strip("-,")
        self.check(f"the panel follows {what}", False, f"see {name}.png and {name}-wanted.png")
        save_picture(path, self._folder / f"{name}.png")
        save_picture(wanted, self._folder / f"{name}-wanted.png")
        path.unlink()
        return False

    def check_shows(
        self,
        machine: Machine,
        wanted: Path,
        name: str,
        patience: float = 20.0,
        tolerance: float = TOLERANCE,
    ) -> bool:
        """Wait until the panel shows the wanted picture; the last look at it is kept."""
        end = time.monotonic() + patience
        while True:
            seen = self.wait_for_screen(machine, name)
            off = count_differences(seen, wanted)
            if off <= tolerance or time.monotonic() > end:
                break
            time.sleep(0.3)
        holds = off <= tolerance
        self.check(f"the panel shows {name} ({off:.3%} of it differ)", holds, "see both pictures")
        if not holds:
            save_picture(wanted, self._folder / f"{name}-wanted.png")
        return holds

    def check_dark(self, machine: Machine, name: str) -> bool:
        """Check that the panel is blank; keep a picture where it is not."""
        seen = self.wait_for_screen(machine, name)
        plain = is_plain(seen)
        if plain:
            seen.unlink()
        return plain

    def list_failures(self, machine: Machine, usual: Path, name: str) -> bool:
        """Return whether the panel differs from `usual` and is not blank; keep that picture."""
        seen = self.wait_for_screen(machine, name)
        if is_plain(seen) or count_differences(seen, usual) <= TOLERANCE:
            seen.unlink()
            return False
        return True
