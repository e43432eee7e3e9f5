"""The commands from outside: what they answer, how they end, and that they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from kiosk import __version__
from kiosk.app.exit_signals import ShutdownSignals
from kiosk.cli import run_cli
from kiosk.storage import Store
from tests.support.commands import CommandResult, get_error_line
from tests.support.running import (
    BARE_ENVIRONMENT,
    HEADLESS_ENVIRONMENT,
    ROOT,
    is_listening,
    run_kiosk,
    start_kiosk,
    wait_until,
    wait_until_ended,
    wait_until_idle,
)

CODE = "BK1-C4-AAAAA24"


def test_version() -> None:
    assert run_kiosk("--version") == (0, f"bakehouse {__version__}\n", "")


TOOL_OPTIONS = {
    "shot": "--layout",
    "state": "--json",
    "records": "--import",
    "check-config": "FILE",
    "probe": "--hardware",
}


def test_help_names_every_command() -> None:
    result = run_kiosk("--help")
    assert result.status == 0
    assert run_kiosk("-h") == run_kiosk("--windowed", "800x480", "-h") == result
    for word in ("--code", "--windowed", *TOOL_OPTIONS):
        assert word in result.out
    for tool, option in TOOL_OPTIONS.items():
        help_of_tool = run_kiosk(tool, "--help")
        assert (help_of_tool.status, help_of_tool.err) == (0, "")
        assert help_of_tool.out.startswith(f"usage: bakehouse {tool} [-h]")
        assert option in help_of_tool.out


def test_a_start_without_arguments_loads_no_parser(tmp_path: Path) -> None:
    """The service starts so, and every module delays its first frame."""
    script = (
        "from kiosk.display.sdl import load_pygame; load_pygame()\n"
        "import sys, kiosk.__main__ as program, kiosk.app.run as run\n"
        "run.run_game = lambda *words: 0\n"
        "program.main([])\n"
        "print([n for n in sys.modules if n == 'argparse' or n.startswith('kiosk.tools')])\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command,
        env={**HEADLESS_ENVIRONMENT, "HOME": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["--colour", "red"], "unrecognized arguments: --colour"),
        (["--wind", "800x480"], "unrecognized arguments: --wind"),
        (["--code"], "--code: expected one argument"),
        (["--code", "BK1-C4-AAAAA25"], "--code: "),
        (["--code", ""], "--code: "),
        (["--code="], "--code: "),
        (["--version=2"], "argument --version: ignored explicit argument '2'"),
        (["--windowed", "800"], "no size"),
        (["--windowed", "239x480"], "too small"),
        (["--windowed", "800x0"], "too small"),
        (["--windowed", "7681x480"], "too large"),
        (["--windowed", "99999999999999999999x480"], "too large"),
        (["--windowed=-800x480"], "no size"),
        (["--windowed", "\u0668\u0660\u0660x480"], "no size"),
        (["play"], "invalid choice: 'play'"),
        (["p" * 99], f"invalid choice: '{'p' * 39}…"),
        (["--windowed", "800x480", "shot"], "unrecognized arguments: shot"),
        (["shot"], "arguments are required: --out"),
        (["shot", "--out", "x.png", "--scene", "nowhere"], "no scene 'nowhere'"),
        (["shot", "--out", "x.png", "--moves", "/nowhere"], "/nowhere"),
        (["state", "--xml"], "unrecognized arguments: --xml"),
        (["check-config"], "arguments are required: FILE"),
        (["check-config", "a", "b"], "unrecognized arguments: b"),
        (["probe", "me"], "unrecognized arguments: me"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_meant_ends_in_one_line(
    words: list[str],
    cause: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        ShutdownSignals, "stop_listening", lambda self: None
    )  # they are pytest's here
    status = run_cli(words, ShutdownSignals(), {})
    assert cause in get_error_line(CommandResult(status, *capsys.readouterr()), 2)


def test_it_ends_so_as_a_process_too() -> None:
    assert "no scene 'nowhere'" in get_error_line(
        run_kiosk("shot", "--out", "x", "--scene", "nowhere"), 2
    )


NOWHERE = {
    "nothing": ({}, "neither DISPLAY nor WAYLAND_DISPLAY"),
    "display": ({"DISPLAY": ":4711"}, "DISPLAY=:4711"),
    "wayland": ({"WAYLAND_DISPLAY": "wayland-7"}, "WAYLAND_DISPLAY=wayland-7"),
    "kmsdrm": ({"SDL_VIDEODRIVER": "kmsdrm"}, ""),
    "unknown": ({"SDL_VIDEODRIVER": "fbcon"}, "no video driver fbcon"),
    "x11": ({"SDL_VIDEODRIVER": "x11"}, "no DISPLAY"),
}


@pytest.mark.parametrize("case", NOWHERE)
def test_without_a_display_it_ends_with_the_cause(case: str, tmp_path: Path) -> None:
    extra, cause = NOWHERE[case]
    result = run_kiosk(
        "--code", CODE, "--state-dir", str(tmp_path), environ={**BARE_ENVIRONMENT, **extra}
    )
    line = get_error_line(result, 1)
    assert line.startswith("bakehouse: ")
    assert cause in line
    assert list(tmp_path.iterdir()) == []


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.mark.parametrize("number", SIGNALS, ids=lambda s: s.name)
def test_a_signal_before_the_first_picture_ends_it(number: signal.Signals, tmp_path: Path) -> None:
    with start_kiosk("--state-dir", str(tmp_path)) as process:
        wait_until("a handler", lambda: is_listening(process))
        status, seconds, err = wait_until_ended(process, number)
    assert (status, err) == (0, "")
    assert seconds < 1.0


PLAYERS = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""What a player's keys may send."""


@pytest.mark.parametrize("number", PLAYERS, ids=lambda s: s.name)
def test_locked_in_nothing_a_player_sends_counts_from_the_start(
    number: signal.Signals, tmp_path: Path
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text("kiosk: {lock: true}\n")
    folder = tmp_path / "state"
    words = ("--state-dir", str(folder), "--config", str(config), "--code", CODE)
    with start_kiosk(*words) as process:
        wait_until("a handler", lambda: is_listening(process))
        process.send_signal(number)
        wait_until("a deal", lambda: is_dealt(folder))
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    assert (status, err) == (0, "")


@pytest.mark.parametrize("number", SIGNALS, ids=lambda s: s.name)
@pytest.mark.parametrize("later", [0.0, 0.4])
def test_a_signal_in_the_game_ends_it_and_the_game_is_kept(
    number: signal.Signals, later: float, tmp_path: Path
) -> None:
    with start_kiosk("--state-dir", str(tmp_path), "--code", CODE) as process:
        wait_until("a deal", lambda: is_dealt(tmp_path))
        time.sleep(later)
        status, seconds, err = wait_until_ended(process, number)
    assert (status, err) == (0, "")
    assert seconds < 1.0
    assert (
        json.loads(run_kiosk("state", "--json", "--state-dir", str(tmp_path)).out)["code"] == CODE
    )


def is_dealt(folder: Path) -> bool:
    return run_kiosk("state", "--state-dir", str(folder)).status == 0


def test_many_signals_are_one(tmp_path: Path) -> None:
    with start_kiosk("--state-dir", str(tmp_path), "--code", CODE) as process:
        wait_until("a deal", lambda: is_dealt(tmp_path))
        for number in SIGNALS * 3:
            process.send_signal(number)
        status, seconds, err = wait_until_ended(process, signal.SIGTERM)
    assert (status, err) == (0, "")
    assert seconds < 1.0


@pytest.mark.parametrize("text", ["", "# only a comment\n"])
def test_an_empty_settings_file_is_silent(text: str, tmp_path: Path) -> None:
    settings = tmp_path / "my.yaml"
    settings.write_text(text)
    assert run_kiosk("check-config", str(settings)) == (0, "", "")
    with start_kiosk("--config", str(settings), "--state-dir", str(tmp_path / "s")) as process:
        wait_until("a store", (tmp_path / "s" / "bakehouse.db").exists)
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    assert (status, err) == (0, "")


@pytest.mark.parametrize("words", [(), ("shot", "--out", "x.png")])
def test_a_settings_file_that_does_not_exist_is_a_usage_error(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    result = run_kiosk(*words, "--config", "nowhere.yaml", cwd=tmp_path)
    assert (result.status, result.out, list(tmp_path.iterdir())) == (2, "", [])
    *_, line = result.err.splitlines()
    assert line.endswith("argument --config: 'nowhere.yaml': there is no such file")


@pytest.mark.parametrize("case", ["broken", "folder", "binary"])
def test_the_game_starts_with_a_bad_settings_file(case: str, tmp_path: Path) -> None:
    settings = tmp_path / "my.yaml"
    if case == "folder":
        settings.mkdir()
    else:
        settings.write_bytes(b"game:\n\tcells: 9\n" if case == "broken" else b"\0\xff\xfe" * 99)
    checked = run_kiosk("check-config", str(settings))
    assert checked.status == 1
    assert checked.out.startswith(f"{settings}:")
    with start_kiosk("--config", str(settings), "--state-dir", str(tmp_path / "s")) as process:
        wait_until("a store", (tmp_path / "s" / "bakehouse.db").exists)
        wait_until_idle(process)
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    assert (status, err) == (0, checked.out)


def test_a_machine_that_is_unknown_and_a_chord_of_no_buttons_are_problems(tmp_path: Path) -> None:
    settings = tmp_path / "my.yaml"
    settings.write_text("hardware: hyperpixl4\n")
    result = run_kiosk("check-config", "my.yaml", cwd=tmp_path)
    assert result.status == 1
    assert result.out.startswith('my.yaml:1: hardware: "hyperpixl4" is no hardware that is known')
    settings.write_text("hardware: hyperpixel4\n")
    assert run_kiosk("check-config", "my.yaml", cwd=tmp_path) == (0, "", "")
    pins = "hardware: none\npins: {confirm: 5, next: 6}\n"
    settings.write_text(f"{pins}gpio:\n  menu_chord: [confirm, undo]\n")
    result = run_kiosk("check-config", "my.yaml", cwd=tmp_path)
    assert result.status == 1
    assert result.out.startswith("my.yaml:4: gpio.menu_chord: there is no button undo; there are: ")


def test_a_picture_speaks_of_the_buttons_of_every_kind_of_device(tmp_path: Path) -> None:
    """Only the words differ, where buttons have names."""
    config = tmp_path / "my.yaml"
    config.write_text("hardware: waveshare-lcd-hat-joystick\n")
    words = ("shot", "--scene", "pause", "--config", str(config), "--size", "320x240")
    pictures, places = {}, {}
    for device in ("screen", "keyboard", "gamepad", "gpio"):
        out, layout = tmp_path / f"{device}.png", tmp_path / f"{device}.json"
        result = run_kiosk(*words, "--device", device, "--out", str(out), "--layout", str(layout))
        assert result == (0, "", "")
        pictures[device], places[device] = out.read_bytes(), layout.read_bytes()
    assert len(set(pictures.values())) == 4
    assert places["keyboard"] == places["gamepad"]


def test_a_pin_that_may_have_another_use_is_told_and_no_problem(tmp_path: Path) -> None:
    settings = tmp_path / "my.yaml"
    settings.write_text("pins:\n  next: 2\n  confirm: 5\n")
    result = run_kiosk("check-config", "my.yaml", cwd=tmp_path)
    assert result.status == 0
    assert (
        result.out == "my.yaml:2: pins.next: GPIO2 is also I2C: it works only where that is off\n"
    )
    settings.write_text("pins:\n  next: 8\nhardware: waveshare-lcd35\n")
    result = run_kiosk("check-config", "my.yaml", cwd=tmp_path)
    assert result.status == 1
    assert result.out.startswith(
        "my.yaml:2: pins.next: GPIO8 belongs to the panel of waveshare-lcd35"
    )


def test_every_problem_of_a_settings_file_is_a_line(tmp_path: Path) -> None:
    settings = tmp_path / "my.yaml"
    settings.write_text("game:\n  cells: yes\n  colour: red\nlanguage: klingon\n")
    result = run_kiosk("check-config", "my.yaml", cwd=tmp_path)
    assert result.status == 1
    assert [line.split(" ")[0] for line in result.out.splitlines()] == [
        "my.yaml:2:",
        "my.yaml:3:",
        "my.yaml:4:",
    ]


def test_a_picture_and_its_boxes(tmp_path: Path) -> None:
    picture, layout = tmp_path / "table.png", tmp_path / "table.json"
    assert run_kiosk("shot", "--out", str(picture), "--layout", str(layout)) == (0, "", "")
    assert pygame.image.load(picture).get_size() == (800, 480)
    boxes = json.loads(layout.read_text())
    assert set(boxes["piles"]) == {*"12345678", *"abcd", "hC", "hD", "hH", "hS"}
    assert len(boxes["cards"]) == 52
    assert {"undo", "redo", "new", "menu"} <= set(boxes["buttons"])
    for part in boxes.values():
        for x, y, w, h in part.values():
            assert 0 <= x < x + w <= 800
            assert 0 <= y < y + h <= 480


def test_the_same_picture_twice(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        assert run_kiosk("shot", "--out", name, cwd=tmp_path).status == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("scene", ["title", "choose", "entry", "pause", "won", "stuck", "notice"])
def test_every_scene_has_a_picture(scene: str, tmp_path: Path) -> None:
    out, layout = tmp_path / "x.png", tmp_path / "x.json"
    words = ("--out", str(out), "--scene", scene, "--size", "320x240", "--layout", str(layout))
    assert run_kiosk("shot", *words) == (0, "", "")
    assert pygame.image.load(out).get_size() == (320, 240)
    assert json.loads(layout.read_text())["buttons"]


def test_a_picture_after_some_moves(tmp_path: Path) -> None:
    layout = tmp_path / "x.json"
    moves = "5-a 6b # a comment\n"
    words = ("--out", str(tmp_path / "x.png"), "--moves", "-", "--layout", str(layout))
    assert run_kiosk("shot", *words, "--code", CODE.lower(), stdin=moves) == (0, "", "")
    boxes = json.loads(layout.read_text())
    x, y, w, h = boxes["cards"]["6C"]
    left, top, wide, high = boxes["piles"]["a"]
    assert left <= x < x + w <= left + wide
    assert top <= y < y + h <= top + high


def test_an_illegal_move_draws_no_picture(tmp_path: Path) -> None:
    result = run_kiosk("shot", "--out", "x.png", "--moves", "-", stdin="5-a\n1-h", cwd=tmp_path)
    assert "move 2" in get_error_line(result, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("out", "status"), [("nowhere/x.png", 1), ("/", 1), ("", 2)])
def test_a_picture_that_cannot_be_written(out: str, status: int, tmp_path: Path) -> None:
    get_error_line(run_kiosk("shot", f"--out={out}", cwd=tmp_path), status)


def test_a_picture_is_a_png_whatever_its_name(tmp_path: Path) -> None:
    assert run_kiosk("shot", "--out", "picture", cwd=tmp_path).status == 0
    assert (tmp_path / "picture").read_bytes().startswith(b"\x89PNG")


def test_the_saved_game(tmp_path: Path) -> None:
    store, _ = Store.open(tmp_path)
    store.begin_deal(CODE)
    for second, entry in enumerate(("5-a", "6-b", "undo")):
        store.append_entry(entry, float(second))
    result = run_kiosk("state", "--state-dir", str(tmp_path), "--json")
    store.close()
    assert (result.status, result.err) == (0, "")
    saved = json.loads(result.out)
    assert saved["code"] == CODE
    assert saved["moves"] == ["5-a"]
    assert saved["freecells"] == ["6C", None, None, None]
    assert (saved["seconds"], saved["undo"], saved["redo"]) == (2.0, 1, 1)
    assert saved["state"] == "playing"
    assert saved["records"]["bakers-game"] == {"played": 1, "won": 0}
    assert "6C" in run_kiosk("state", "--state-dir", str(tmp_path)).out


def test_the_state_directory_of_systemd(tmp_path: Path) -> None:
    store, _ = Store.open(tmp_path)
    store.begin_deal(CODE)
    store.close()
    result = run_kiosk(
        "state", "--json", environ={**HEADLESS_ENVIRONMENT, "STATE_DIRECTORY": str(tmp_path)}
    )
    assert json.loads(result.out)["code"] == CODE


def test_where_nothing_is_saved(tmp_path: Path) -> None:
    for words in ([], ["--json"]):
        get_error_line(run_kiosk("state", "--state-dir", str(tmp_path / "none"), *words), 1)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_saved_game_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bakehouse.db").write_bytes(b"\0" * 5000)
    get_error_line(run_kiosk("state", "--state-dir", str(tmp_path)), 1)


def test_probe_tells_what_a_report_needs_without_anything(tmp_path: Path) -> None:
    result = run_kiosk("probe", "--state-dir", str(tmp_path), environ=BARE_ENVIRONMENT)
    assert (result.status, result.err) == (0, "")
    facts = dict(line.split(": ", 1) for line in result.out.splitlines() if line[0] != " ")
    assert "SDL" in facts["pygame"]
    assert "dummy" in facts["video drivers"]
    assert facts["fonts"].count(".ttf") == 3
    assert str(tmp_path) in facts["state directory"]
    for fact in ("graphics cards", "connectors", "input devices", "pins", "sound drivers"):
        assert facts[fact]


@pytest.mark.parametrize("cwd", ["/", "/proc", "deleted"])
def test_it_starts_from_anywhere_without_any_environment(cwd: str, tmp_path: Path) -> None:
    where = tmp_path / "gone" if cwd == "deleted" else Path(cwd)
    where.mkdir(exist_ok=True)
    leave = f"rmdir {where}; " if cwd == "deleted" else ""
    script = f'{leave}exec "$0" -m kiosk --code {CODE} --state-dir {tmp_path}/state'
    process = subprocess.Popen(
        ["/bin/sh", "-c", script, sys.executable],
        cwd=where,
        env=HEADLESS_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until("a deal", lambda: is_dealt(tmp_path / "state"))
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    finally:
        process.kill()
        process.communicate()
    assert (status, err) == (0, "")


def test_without_a_home_the_saved_game_is_told_to_be_fleeting(tmp_path: Path) -> None:
    with start_kiosk(
        "--code", CODE, environ={**HEADLESS_ENVIRONMENT, "TMPDIR": str(tmp_path)}
    ) as process:
        line = first_complaint(process)
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    assert "temporary files" in line
    assert (status, err) == (0, "")
    assert list(tmp_path.rglob("bakehouse.db"))


def test_a_state_directory_that_cannot_be_is_told_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with start_kiosk("--code", CODE, "--state-dir", str(tmp_path / "file" / "in")) as process:
        line = first_complaint(process)
        status, _, err = wait_until_ended(process, signal.SIGTERM)
    assert "Nothing is saved" in line
    assert (status, err) == (0, "")


def first_complaint(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def test_a_reader_that_has_gone_costs_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing) as closed:
        done = subprocess.run(
            [sys.executable, "-m", "kiosk", "probe"],
            env=HEADLESS_ENVIRONMENT,
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_matter(closed: str, tmp_path: Path) -> None:
    config = tmp_path / "broken.yaml"
    config.write_text("game: {cells: 99}\n")
    script = f'"$0" -m kiosk shot --out {tmp_path}/x.png --config {config} {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable], env=HEADLESS_ENVIRONMENT, cwd=ROOT, timeout=60
    )
    assert done.returncode == 0
    assert (tmp_path / "x.png").exists()
