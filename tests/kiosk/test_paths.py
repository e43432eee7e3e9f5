from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kiosk import paths

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_checkout_has_its_assets_beside_the_package() -> None:
    assert paths.assets_dir() == ROOT / "assets"


def test_a_wheel_has_them_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path)
    assert paths.assets_dir() == tmp_path / "assets"


@pytest.mark.parametrize(
    ("option", "environ", "expected"),
    [
        ("/a", {"STATE_DIRECTORY": "/b", "XDG_STATE_HOME": "/c", "HOME": "/d"}, "/a"),
        (None, {"STATE_DIRECTORY": "/b", "XDG_STATE_HOME": "/c", "HOME": "/d"}, "/b"),
        (None, {"STATE_DIRECTORY": "/b/x:/b/y"}, "/b/x"),
        (None, {"XDG_STATE_HOME": "/c", "HOME": "/d"}, "/c/bakehouse"),
        (None, {"XDG_STATE_HOME": "c", "HOME": "/d"}, "/d/.local/state/bakehouse"),
        (
            None,
            {"STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "HOME": "/d"},
            "/d/.local/state/bakehouse",
        ),
    ],
)
def test_the_state_directory_is_the_first_that_is_named(
    option: str | None, environ: dict[str, str], expected: str
) -> None:
    assert paths.state_dir(option, environ) == Path(expected)
    assert paths.is_state_persistent(option, environ)


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "here"}])
def test_without_a_home_the_state_is_temporary_and_says_so(environ: dict[str, str]) -> None:
    assert paths.state_dir(None, environ).parent == Path(tempfile.gettempdir())
    assert not paths.is_state_persistent(None, environ)


def test_a_relative_option_is_fixed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths.state_dir("saves", {}) == tmp_path / "saves"


@pytest.mark.parametrize("where", ["/", "deleted"])
def test_it_works_from_anywhere(where: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"""
import os, sys
os.chdir({str(gone)!r} if {where!r} == "deleted" else "/")
if {where!r} == "deleted": os.rmdir({str(gone)!r})
sys.path.insert(0, {str(ROOT)!r})
from kiosk import paths
print(paths.assets_dir(), paths.state_dir(None, {{"HOME": "/h"}}))
paths.state_dir("x", {{}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = [ROOT / "assets", "/h/.local/state/bakehouse"]
    assert done.stdout.split() == [str(path) for path in expected]
