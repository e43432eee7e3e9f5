"""Count the Python calls of a tap and of an idle turn of the main loop.

    python -m tests.bench.bench_flow [-v]

The program runs without a display, driven by SDL events of a finger. `sys.setprofile` counts the
calls of named functions in engine/ and kiosk/ and the files that they are in. The numbers are the
same in every run.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dis import opmap
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
CODE = "BK1-C4-AAAAA24"
SIZE = (800, 480)
TAPS = (("6C", "a", "5-a"), ("8C", "2", "7-2"))
"""The card that is tapped, the pile that is tapped next, and the move that results."""
SETTLED = 1.2
"""Seconds after which no animation runs any more."""


def build(drive: Callable[[Callable[[], None]], None], arguments: list[str]) -> None:
    """Build the program as the command line does; `drive` gets the function that runs one turn."""
    from kiosk.__main__ import main
    from kiosk.display.sdl import load_pygame

    load_pygame()
    from kiosk import loop

    whole = loop.Loop.run

    def run(self: loop.Loop) -> None:
        drive(self.run_once)
        os.kill(os.getpid(), signal.SIGTERM)
        whole(self)

    loop.Loop.run = run  # type: ignore[method-assign]
    try:
        status = main(arguments)
    finally:
        loop.Loop.run = whole  # type: ignore[method-assign]
    assert status == 0, status


OURS = ("engine", "kiosk")
"""The packages whose files are counted."""


class Count(NamedTuple):
    """The calls of one turn."""

    calls: int
    """Entries into named functions of the counted packages."""
    events: int
    """All `call` events there: comprehensions and resumed generators as well."""
    foreign: int
    """`call` events in the standard library."""
    files: int
    functions: int
    depth: int
    places: Counter[str]
    """Calls by file."""

    def __str__(self) -> str:
        """Return one line of text."""
        return (
            f"{self.calls:6} calls in {self.files} files,"
            f" {self.functions} functions, depth {self.depth}"
            f" ({self.events} events, {self.foreign} elsewhere)"
        )


@contextmanager
def counted(counts: list[Count]) -> Iterator[None]:
    """Count the calls in the block."""
    import kiosk

    root = str(Path(kiosk.__file__).parent.parent) + os.sep
    tops = tuple(root + name + os.sep for name in OURS)
    seen: list[tuple[CodeType, bool]] = []
    deep, deepest = 0, 0

    def profile(frame: FrameType, event: str, _: object) -> None:
        nonlocal deep, deepest
        if event == "call":
            deep += 1
            deepest = max(deepest, deep)
            seen.append((frame.f_code, _enters(frame)))
        elif event == "return":
            deep -= 1

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
    ours = [(code, enters) for code, enters in seen if code.co_filename.startswith(tops)]
    apart = (__file__, contextmanager.__code__.co_filename)
    named = [code for code, enters in ours if enters and not code.co_name.startswith("<")]
    places = Counter(code.co_filename[len(root) :] for code in named)
    foreign = [
        c for c, _ in seen if not c.co_filename.startswith(tops) and c.co_filename not in apart
    ]
    files = {code.co_filename for code, _ in ours}
    functions = {code for code, _ in ours}
    counts.append(
        Count(len(named), len(ours), len(foreign), len(files), len(functions), deepest, places)
    )


RESUME = opmap.get("RESUME")


def _enters(frame: FrameType) -> bool:
    """Return False for a generator that is resumed (known from Python 3.11 on)."""
    code, at = frame.f_code.co_code, frame.f_lasti
    return at < 0 or code[at] != RESUME or code[at + 1] & 3 == 0


class Driver:
    """One finger on the running program."""

    def __init__(self, turn: Callable[[], None], places: dict[str, tuple[int, int]]) -> None:
        """Drive by `turn`, one turn of the loop; `places` are pixels by card and pile."""
        self.turn, self.places = turn, places
        waker = signal.set_wakeup_fd(-1)
        signal.set_wakeup_fd(waker)
        self.waker = waker

    def idle(self, seconds: float = 0.0) -> None:
        """Run turns without input and without sleep."""
        until = time.monotonic() + seconds
        while True:
            os.write(self.waker, b"\0")
            self.turn()
            if time.monotonic() >= until:
                return
            time.sleep(0.005)

    def finger(self, kind: str, name: str) -> None:
        """Post one event of a finger on a card or a pile."""
        import pygame

        x, y = self.places[name]
        facts = {"touch_id": 7, "finger_id": 1, "dx": 0.0, "dy": 0.0}
        event = pygame.event.Event(
            getattr(pygame, kind), x=(x + 0.5) / SIZE[0], y=(y + 0.5) / SIZE[1], **facts
        )
        pygame.event.post(event)

    def tap(self, name: str) -> Count:
        """Tap; return the calls of the turn that handles the release."""
        self.finger("FINGERDOWN", name)
        self.turn()
        self.idle(0.05)
        self.finger("FINGERUP", name)
        counts: list[Count] = []
        with counted(counts):
            self.turn()
        return counts[0]

    def resting(self) -> Count:
        """Return the calls of a turn without input, after all animations."""
        self.idle(SETTLED)
        os.write(self.waker, b"\0")
        counts: list[Count] = []
        with counted(counts):
            self.turn()
        return counts[0]


class Flow(NamedTuple):
    """The measured turns of one move."""

    idle: Count
    select: Count
    play: Count
    drawn: Count
    """The turn after the move, which draws its first frame."""


def measure(extra: tuple[str, ...] = ()) -> tuple[list[Flow], dict[str, object]]:
    """Play two moves; return the counts and the saved game."""
    from kiosk.__main__ import main

    flows: list[Flow] = []
    with tempfile.TemporaryDirectory() as folder:
        layout, state = Path(folder, "boxes.json"), Path(folder, "state")
        size = "x".join(map(str, SIZE))

        def drive(turn: Callable[[], None]) -> None:
            driver = Driver(turn, places)
            driver.idle(SETTLED)
            for card, place, _ in TAPS:
                idle, select = driver.resting(), driver.tap(card)
                driver.idle(SETTLED)
                play = driver.tap(place)
                drawn: list[Count] = []
                time.sleep(0.02)
                os.write(driver.waker, b"\0")
                with counted(drawn):
                    turn()
                flows.append(Flow(idle, select, play, drawn[0]))
                driver.idle(SETTLED)

        main(["shot", "--out", str(Path(folder, "x.png")), "--size", size, "--layout", str(layout)])
        boxes = json.loads(layout.read_text())
        places = {
            name: (x + w // 2, y + h // 2)
            for kind in ("piles", "cards")
            for name, (x, y, w, h) in boxes[kind].items()
        }
        build(drive, ["--windowed", size, "--code", CODE, "--state-dir", str(state), *extra])
        saved = _saved(state)
    return flows, saved


def _saved(state: Path) -> dict[str, object]:
    """Return the saved game as printed by `python -m kiosk state --json`."""
    import io
    from contextlib import redirect_stdout

    from kiosk.__main__ import main

    output = io.StringIO()
    with redirect_stdout(output):
        assert main(["state", "--json", "--state-dir", str(state)]) == 0
    return json.loads(output.getvalue())  # type: ignore[no-any-return]


def main() -> None:
    """Print the calls of each turn, with `-v` also by file."""
    flows, saved = measure()
    played = [move for _, _, move in TAPS]
    assert saved["moves"] == played, saved["moves"]
    for move, flow in zip(played, flows, strict=True):
        for name, count in flow._asdict().items():
            print(f"{move}  {name:7}{count}")
            if "-v" in sys.argv:
                for file, calls in count.places.most_common():
                    print(f"        {calls:6} {file}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    main()
