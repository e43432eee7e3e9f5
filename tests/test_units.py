"""The systemd units and the installer of the appliance."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kiosk.app.shutdown import EXIT_TO_SHELL
from tests.support.running import HEADLESS_ENVIRONMENT, run_kiosk

SYSTEMD = Path(__file__).resolve().parent.parent / "systemd"
UNITS = ("bakehouse.service", "bakehouse-failure.service")
MOST_EXPOSED = 2.0
SCRIPTS = ("install", "uninstall", "places", "show-failure")

analyzing = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing"
)


def analyze(*words: str) -> str:
    """Return the output of systemd-analyze, stdout and stderr."""
    command = ["systemd-analyze", "--no-pager", *words]
    environ = {**HEADLESS_ENVIRONMENT, "SYSTEMD_COLORS": "0"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


@analyzing
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_has_nothing_to_say_of_the_units(unit: str) -> None:
    assert analyze("verify", str(SYSTEMD / unit)) == ""


@analyzing
def test_systemd_does_read_them(tmp_path: Path) -> None:
    unit = tmp_path / "broken.service"
    unit.write_text((SYSTEMD / UNITS[0]).read_text().replace("WatchdogSec", "WatchdogSecs"))
    assert "WatchdogSecs" in analyze("verify", str(unit))


@analyzing
@pytest.mark.parametrize("unit", UNITS)
def test_what_runs_for_the_game_is_hardly_exposed(unit: str) -> None:
    output = analyze("security", "--offline=true", str(SYSTEMD / unit))
    level = re.search(rf"Overall exposure level for {unit}: ([0-9.]+)", output)
    assert level, output
    assert float(level[1]) <= MOST_EXPOSED


def setting(unit: str, key: str) -> list[str]:
    """Return the values of a key in a unit."""
    lines = (SYSTEMD / unit).read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def test_no_key_and_no_text_leaves_the_terminal_of_the_game() -> None:
    assert setting(UNITS[0], "StandardInput") == ["tty-force"]
    assert setting(UNITS[0], "StandardOutput") == ["journal"]
    for key in ("TTYReset", "TTYVHangup", "TTYVTDisallocate"):
        assert setting(UNITS[0], key) == ["yes"]
    assert "getty@tty1.service" in setting(UNITS[0], "Conflicts")[0].split()


def test_whoever_leaves_for_a_shell_meets_a_login_and_not_the_game_again() -> None:
    for key in ("RestartPreventExitStatus", "SuccessExitStatus"):
        assert setting(UNITS[0], key) == [str(EXIT_TO_SHELL)]
    (after,) = setting(UNITS[0], "ExecStopPost")
    script = re.fullmatch(r"\+/bin/sh -c '(.+)'", after)
    assert script, after
    for status, calls in ((str(EXIT_TO_SHELL), "--no-block start getty@tty1.service\n"), ("0", "")):
        program = f'systemctl() {{ echo "$@"; }}; {script[1]}'
        done = subprocess.run(
            ["sh", "-c", program], env={"EXIT_STATUS": status}, capture_output=True, text=True
        )
        assert (done.stdout, done.returncode) == (calls, 0)


def test_nothing_is_waited_for_that_may_never_come() -> None:
    waits = " ".join(setting(UNITS[0], "After") + setting(UNITS[0], "Requires"))
    assert not re.search("network|time-sync|sound|user-sessions", waits)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_can_be_read_by_their_shells(script: str) -> None:
    path = SYSTEMD / script
    shell = "sh" if path.read_text().startswith("#!/bin/sh") else "bash"
    done = subprocess.run([shell, "-n", path], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_everything_beside_the_scripts_is_installed() -> None:
    names = {path.name for path in SYSTEMD.iterdir()}
    installed = set(re.findall(r"^ +\[(.+)\]=", (SYSTEMD / "places").read_text(), re.MULTILINE))
    assert names - installed == {"install", "uninstall", "places", "cmdline", "config.yaml"}
    assert installed <= names


def test_the_installed_settings_are_valid_and_change_nothing() -> None:
    assert run_kiosk("check-config", str(SYSTEMD / "config.yaml")).status == 0
    lines = (SYSTEMD / "config.yaml").read_text().splitlines()
    assert all(line.startswith("#") for line in lines)


@pytest.mark.parametrize("script", ["install", "uninstall"])
def test_who_is_not_root_is_reported_so(script: str, tmp_path: Path) -> None:
    # A shell that has just lost its name and its rights; where it never had them, it is the same.
    program = f'id() {{ echo 1000; }}; export -f id; exec "{SYSTEMD / script}"'
    done = subprocess.run(["bash", "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"{script}: run it as root: sudo make {script}\n"
