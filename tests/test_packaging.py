"""Contents and requirements of the wheel; it runs from any directory."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import kiosk
from hatch_build import CompiledSolver

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
Done = subprocess.CompletedProcess[str]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def listed_by_git() -> set[str]:
    """Return the files of the product, by their names in the wheel."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    product = ["engine", "kiosk", "assets", "config.yaml"]
    done = subprocess.run(
        [*command, *product], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = {name for name in done.stdout.split("\0") if name and (ROOT / name).exists()}
    return {name if name.startswith(("engine/", "kiosk/")) else f"kiosk/{name}" for name in names}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that contains only the files of the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(
    installed: Path, *command: str, cwd: Path = Path("/"), locale: tuple[str, ...] = ()
) -> Done:
    """Run a command with the wheel on the path, and an otherwise empty environment."""
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed)}
    return subprocess.run(
        command,
        cwd=cwd,
        env=bare | dict.fromkeys(locale, "C"),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_the_wheel_holds_what_git_lists(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == listed_by_git()


def test_what_can_be_edited_is_never_compiled() -> None:
    hook: Any = CompiledSolver(str(ROOT), {}, Any, Any, "", "wheel")
    build_data: dict[str, Any] = {}
    hook.initialize("editable", build_data)
    assert build_data == {}


def test_the_wheel_is_what_runs(installed: Path) -> None:
    done = run(
        installed, PYTHON, "-c", "import kiosk, engine; print(kiosk.__file__, engine.__file__)"
    )
    assert done.stdout.split() == [
        str(installed / "kiosk/__init__.py"),
        str(installed / "engine/__init__.py"),
    ]


def test_the_version_has_one_place() -> None:
    assert version("bakehouse") == kiosk.__version__


def test_the_command_leads_to_the_program() -> None:
    (command,) = entry_points(group="console_scripts", name="bakehouse")
    assert callable(command.load())


MODULE, SCRIPT = ["-m", "kiosk"], ["-c", "import sys, kiosk.__main__ as k; sys.exit(k.main())"]


@pytest.mark.parametrize("flags", [MODULE, SCRIPT], ids=["module", "script"])
def test_the_version_is_reported(installed: Path, flags: list[str]) -> None:
    done = run(installed, PYTHON, *flags, "--version")
    assert (done.returncode, done.stdout) == (0, f"bakehouse {kiosk.__version__}\n")


@pytest.mark.parametrize("cwd", [Path("/"), Path("/proc")], ids=str)
def test_it_deals_from_anywhere(installed: Path, cwd: Path) -> None:
    done = run(installed, PYTHON, "-m", "engine", "deal", "BK1-C4-AAAAA24", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    assert "JD" in done.stdout


@pytest.mark.parametrize("cwd", [Path("/"), Path("/proc")], ids=str)
def test_it_draws_from_anywhere(installed: Path, tmp_path: Path, cwd: Path) -> None:
    picture = tmp_path / "table.png"
    done = run(installed, PYTHON, "-m", "kiosk", "shot", "--out", str(picture), cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_it_draws_where_the_directory_is_gone(installed: Path, tmp_path: Path) -> None:
    gone, picture = tmp_path / "gone", tmp_path / "table.png"
    gone.mkdir()
    line = f'rmdir "{gone}" && exec "{PYTHON}" -m kiosk shot --out "{picture}"'
    done = run(installed, "/bin/sh", "-c", line, cwd=gone)
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.exists()


@pytest.mark.parametrize("form", ["text", "drawn", "json"])
@pytest.mark.parametrize("locale", [(), ("LANG",), ("LC_ALL",)], ids=str)
def test_a_plain_locale_is_enough(installed: Path, form: str, locale: tuple[str, ...]) -> None:
    words = ("-m", "engine", "deal", "BK1-C4-AAAAA24", "--format", form)
    done = run(installed, PYTHON, *words, locale=locale)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("python", "wanted"),
    [("3.11", "pygame"), ("3.12", "pygame"), ("3.13", "pygame"), ("3.14", "pygame-ce")],
)
def test_one_pygame_for_every_python(python: str, wanted: str) -> None:
    requirements = [Requirement(line) for line in PROJECT["dependencies"]]
    surroundings = {"python_version": python, "extra": ""}
    chosen = {
        each.name for each in requirements if not each.marker or each.marker.evaluate(surroundings)
    }
    assert chosen == {wanted, "gpiozero", "PyYAML"}
