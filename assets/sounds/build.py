"""Make the sounds beside this file: wood that is tapped, from nothing but numbers.

    python assets/sounds/build.py

A tap is a few modes of a small wooden bar that die away at once, and a breath of noise where it is
struck. The result is the same on every machine.
"""

from __future__ import annotations

import math
import random
import wave
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

RATE = 22_050
LOUDEST = 0.85
FADE = 0.004
"""Seconds at the end in which a sound goes to nothing, so that it does not click."""


class Tap(NamedTuple):
    """One tap: when (seconds), how loud (0..1), its pitch (Hz), how long it rings (seconds).

    `dull` is the part of the upper modes that is swallowed: 1 is a thud on cloth.
    """

    at: float
    loud: float
    pitch: float
    rings: float
    dull: float = 0.3


MODES = ((1.0, 1.0, 1.0), (2.76, 0.45, 0.5), (5.4, 0.2, 0.28))
"""Of a free bar: the frequency, the strength, and how long it rings, by those of the lowest."""

PENTATONIC = (392.0, 440.0, 523.25, 587.33, 659.26, 783.99)

SOUNDS: dict[str, tuple[float, Sequence[Tap]]] = {
    "pick": (0.09, [Tap(0, 0.5, 820, 0.016, 0.5)]),
    "place": (0.14, [Tap(0, 0.9, 330, 0.026, 0.55), Tap(0.012, 0.25, 610, 0.012, 0.5)]),
    "home": (0.34, [Tap(0, 0.6, 523.25, 0.06), Tap(0.075, 0.75, 783.99, 0.08)]),
    "refuse": (0.26, [Tap(0, 0.8, 185, 0.03, 0.8), Tap(0.095, 0.6, 165, 0.034, 0.85)]),
    "deal": (0.62, [Tap(i * 0.042, 0.3 + 0.04 * (i % 3), 560 + 35 * (i % 4), 0.012, 0.5)
                    for i in range(13)]),
    "win": (2.1, [
        *(Tap(0.11 * i, 0.6, pitch, 0.16, 0.2) for i, pitch in enumerate(PENTATONIC)),
        *(Tap(0.82, 0.5, pitch, 0.4, 0.2) for pitch in (392.0, 523.25, 659.26)),
        Tap(0.98, 0.45, 1046.5, 0.45, 0.2),
    ]),
}  # fmt: skip


def samples(seconds: float, taps: Sequence[Tap], chance: random.Random) -> Iterator[float]:
    """The sound, sample by sample, before it is made as loud as it may be."""
    breath = [chance.uniform(-1, 1) for _ in range(RATE // 50)]
    for i in range(round(seconds * RATE)):
        now = i / RATE
        left = min(1.0, (seconds - now) / FADE)
        yield left * sum(_tapped(tap, now - tap.at, breath) for tap in taps if now >= tap.at)


def _tapped(tap: Tap, since: float, breath: Sequence[float]) -> float:
    """What one tap adds so many seconds after it."""
    struck = min(1.0, since / 0.0012)
    ring = 0.0
    for number, (times, strength, length) in enumerate(MODES):
        loud = strength * ((1 - tap.dull) if number else 1.0)
        ring += (
            loud
            * math.exp(-since / (tap.rings * length))
            * math.sin(math.tau * tap.pitch * times * since)
        )
    place = int(since * RATE)
    noise = breath[place] * math.exp(-since / 0.0025) if place < len(breath) else 0.0
    return tap.loud * struck * (ring + (0.35 - 0.25 * tap.dull) * noise)


def write(name: str, folder: Path) -> None:
    """Make one of the sounds: 16 bit, one channel."""
    seconds, taps = SOUNDS[name]
    raw = list(samples(seconds, taps, random.Random(name)))
    scale = 32767 * LOUDEST * max(tap.loud for tap in taps) / max(map(abs, raw))
    with wave.open(str(folder / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(array("h", (round(value * scale) for value in raw)).tobytes())


if __name__ == "__main__":
    for each in SOUNDS:
        write(each, Path(__file__).parent)
