"""Sounds: played by a child process, never waited for, silent if nothing can be played."""

from __future__ import annotations

import os
import runpy
import sys
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from kiosk.app.director import Director
from kiosk.audio.player import IDLE_CLOSE_SECONDS, MAX_DELAY_SECONDS, NO_SOUND_STATUS, Player
from kiosk.audio.sounds import RETRY_SECONDS, Sounds, build_player_command
from kiosk.paths import assets_dir
from kiosk.settings import Config, SoundSettings
from kiosk.ui.menu import IGNORE_INPUT_SECONDS
from tests.support.pilot import start_pilot
from tests.support.running import wait_until

FOLDER = assets_dir() / "sounds"
NAMES = ("pick", "place", "home", "refuse", "win", "deal")


class Bench:
    """A sound device and a clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.played: list[tuple[str, float]] = []
        self.opened = self.closed = 0
        self.broken = False

    def open(self) -> None:
        """Open the device, unless it is broken."""
        if self.broken:
            raise RuntimeError("no device")
        self.opened += 1

    def play(self, path: Path, volume: float) -> None:
        """Record the sound."""
        self.played.append((path.stem, round(volume, 2)))

    def close(self) -> None:
        """Close the device."""
        self.closed += 1


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def player(bench: Bench) -> Player:
    return Player(FOLDER, bench, lambda: bench.now)


def test_there_is_a_short_sound_for_every_name_and_the_script_makes_these_very_bytes(
    tmp_path: Path,
) -> None:
    script = runpy.run_path(str(FOLDER / "build.py"))
    assert set(script["SOUNDS"]) == set(NAMES)
    for name in NAMES:
        with wave.open(str(FOLDER / f"{name}.wav")) as file:
            seconds = file.getnframes() / file.getframerate()
            assert seconds <= (2.5 if name == "win" else 0.7)
    for name in ("pick", "place"):
        script["write"](name, tmp_path)
        assert (tmp_path / f"{name}.wav").read_bytes() == (FOLDER / f"{name}.wav").read_bytes()


def test_the_device_is_opened_for_a_sound_and_closed_when_it_has_been_quiet(
    bench: Bench, player: Player
) -> None:
    assert player.get_timeout() is None
    player.handle_line("pick 50 100.0")
    player.handle_line("home 100 100.0")
    assert bench.played == [("pick", 0.25), ("home", 1.0)]
    assert (bench.opened, bench.closed) == (1, 0)
    assert player.get_timeout() == IDLE_CLOSE_SECONDS
    bench.now += IDLE_CLOSE_SECONDS / 2
    player.close_if_idle()
    assert bench.closed == 0
    player.handle_line(f"place 50 {bench.now}")
    bench.now += IDLE_CLOSE_SECONDS
    player.close_if_idle()
    assert (bench.opened, bench.closed) == (1, 1)
    assert player.get_timeout() is None
    player.handle_line(f"place 50 {bench.now}")
    assert bench.opened == 2


def test_what_comes_too_late_is_not_played(bench: Bench, player: Player) -> None:
    bench.now += MAX_DELAY_SECONDS + 0.1
    player.handle_line("pick 50 100.0")
    assert bench.played == []


@pytest.mark.parametrize("line", ["", "pick", "pick x 1", "../build 50 100.0", "moo 50 100.0"])
def test_other_lines_mean_nothing(line: str, bench: Bench, player: Player) -> None:
    player.handle_line(line)
    assert (bench.played, bench.opened) == ([], 0)


# The game's side


class Clock:
    now = 500.0

    def __call__(self) -> float:
        return self.now


def build_recorder_command(path: Path) -> Callable[[], list[str]]:
    """Return the command of a player that writes its input to a file."""
    program = (
        "import sys\nfile = open(sys.argv[1], 'a', buffering=1)\n"
        "for line in sys.stdin: file.write(line)\n"
    )
    return lambda: [sys.executable, "-I", "-S", "-c", program, str(path)]


def test_names_go_to_the_player_with_the_volume_and_nothing_starts_for_nothing(
    tmp_path: Path,
) -> None:
    received = tmp_path / "received"
    sounds = Sounds(SoundSettings(volume=80, mute=True), Clock(), build_recorder_command(received))
    sounds.play("pick")
    sounds.adjust(SoundSettings(volume=0))
    sounds.play("pick")
    assert not received.exists()
    sounds.adjust(SoundSettings(volume=70))
    sounds.play("home")
    sounds.play("win")
    wait_until("two names", lambda: received.exists() and received.read_text().count("\n") == 2)
    assert received.read_text() == "home 70 500.000\nwin 70 500.000\n"
    sounds.close()


def test_a_player_that_ends_is_silence_and_is_tried_again_much_later(tmp_path: Path) -> None:
    clock, marks = Clock(), tmp_path / "starts"
    program = "import sys; open(sys.argv[1], 'a').write('x'); sys.exit('bakehouse: no sound: it')"
    sounds = Sounds(
        SoundSettings(), clock, lambda: [sys.executable, "-I", "-S", "-c", program, str(marks)]
    )

    def starts() -> int:
        return len(marks.read_text()) if marks.exists() else 0

    sounds.play("pick")
    wait_until("a start", lambda: starts() == 1)
    for _ in range(50):
        sounds.play("pick")
        time.sleep(0.01)
    assert starts() == 1
    clock.now += RETRY_SECONDS
    sounds.play("pick")
    wait_until("another start", lambda: starts() == 2)
    sounds.close()


def test_a_player_that_cannot_be_started_is_silence() -> None:
    sounds = Sounds(SoundSettings(), Clock(), lambda: ["/nowhere/to/be/found"])
    sounds.play("pick")
    sounds.play("pick")
    sounds.close()


def test_a_player_that_does_not_read_is_never_waited_for() -> None:
    sleeper = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"]
    sounds = Sounds(SoundSettings(), Clock(), lambda: sleeper)
    began = time.monotonic()
    for _ in range(5000):
        sounds.play("place")
    sounds.close()
    assert time.monotonic() - began < 5


# The real player


def test_the_real_player_plays_into_the_device_that_sdl_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL's driver `disk` writes the samples into a file."""
    samples = tmp_path / "samples.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(samples))
    sounds = Sounds(SoundSettings(volume=100), time.monotonic, build_player_command)
    wait_until(
        "a sound",
        lambda: sounds.play("home") or (samples.exists() and any(samples.read_bytes())),  # type: ignore[func-returns-value]
    )
    sounds.close()


def test_without_a_device_the_real_player_says_so_in_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    sounds = Sounds(SoundSettings(), time.monotonic, build_player_command)
    sounds.play("pick")
    assert sounds.pid is not None
    status = os.waitid(os.P_PID, sounds.pid, os.WEXITED | os.WNOWAIT)
    assert status is not None
    assert status.si_status == NO_SOUND_STATUS
    sounds.play("pick")
    sounds.play("pick")
    sounds.close()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("bakehouse: no sound: ")


# In the whole program


class RecordingAudio:
    def __init__(self) -> None:
        self.names: list[str] = []
        self.settings = SoundSettings()

    def play(self, name: str) -> None:
        """Record the name."""
        self.names.append(name)

    def adjust(self, settings: SoundSettings) -> None:
        """Record the settings."""
        self.settings = settings


def test_every_deed_has_its_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audio = RecordingAudio()
    monkeypatch.setattr("tests.support.pilot.SilentAudio", lambda: audio)
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", config=Config()) as pilot:
        assert isinstance(pilot.screens, Director)
        pilot.tap("6C")
        pilot.tap("a")
        pilot.tap("undo")
        pilot.tap("undo")
        assert audio.names == ["pick", "place", "place", "refuse"]
        pilot.tap("menu")
        pilot.tap("settings")
        pilot.choose("volume")
        assert audio.settings.volume == 80
        assert audio.names[-1] == "place"
        pilot.choose("mute")
        assert audio.settings.mute
        pilot.key(pygame.K_ESCAPE, pygame.K_n)
        pilot.wait(IGNORE_INPUT_SECONDS)
        pilot.key(pygame.K_RETURN)
        assert audio.names[-1] == "deal"
