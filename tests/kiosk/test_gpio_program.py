"""The whole program where pins do not work: it reports so once and plays on."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.support.running import HEADLESS_ENVIRONMENT, start_kiosk, wait_until_idle

NO_LIBRARY = "bakehouse: Buttons do not work: no library reaches the pins of this machine; "


@pytest.mark.parametrize(
    ("factory", "settings", "lines"),
    [
        ("mock", "hardware: waveshare-lcd-hat-joystick", []),
        ("nothing", "hardware: waveshare-lcd-hat-joystick", [NO_LIBRARY]),
        ("nothing", "hardware: none\npins: {confirm: 5, next: 6}", [NO_LIBRARY]),
        ("nothing", "hardware: none", []),
        ("mock", "hardware: none\nlights: {undo: 5, game: 6}\ngpio: {buzzer: 13}", []),
        (
            "nothing",
            "hardware: none\nlights: {undo: 5}\ngpio: {buzzer: 13}",
            ["bakehouse: Lights and buzzer do not work: no library reaches the pins"],
        ),
        (
            "mock",
            "hardware: waveshare-lcd-hat-144",
            ["bakehouse: {file}:1: hardware: Waveshare 1.44inch LCD HAT 128x128 (ST7735S) is too"],
        ),
        (
            "mock",
            "hardware: waveshare-lcd",
            ['{file}:1: hardware: "waveshare-lcd" is no hardware that is known; the nearest are: '],
        ),
        (
            "mock",
            "hardware: adafruit-pitft28\npins:\n  next: 25\n  home: 14",
            [
                "bakehouse: {file}:3: pins.next: GPIO25 belongs to the panel of adafruit-pitft28",
                "bakehouse: {file}:4: pins.home: GPIO14 is also the serial console: it works",
            ],
        ),
        (
            "mock",
            "pins: {up: 5, down: 5}",
            ["{file}:1: pins.down: GPIO5 is the pin of up already; allowed: a pin of its own"],
        ),
    ],
)
def test_what_does_not_work_is_told_in_one_line_and_the_game_goes_on(
    tmp_path: Path, factory: str, settings: str, lines: list[str]
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text(settings)
    environ = {**HEADLESS_ENVIRONMENT, "GPIOZERO_PIN_FACTORY": factory}
    words = ("--config", str(config), "--state-dir", str(tmp_path), "--windowed", "320x240")
    with start_kiosk(*words, environ=environ) as process:
        while not list(tmp_path.glob("*.db*")) and process.poll() is None:
            time.sleep(0.02)
        wait_until_idle(process)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    told = said.splitlines()
    assert len(told) == len(lines), said
    for line, wanted in zip(told, lines, strict=True):
        assert line.startswith(wanted.format(file=config))
