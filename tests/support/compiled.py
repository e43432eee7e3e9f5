"""Copies of the engine in plain Python and compiled by mypyc."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SWITCH = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"  # enables `hatch_build.py`


def plain_engine(folder: Path) -> Path:
    """Copy the engine without compiled files into the folder."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=ignored)
    return folder


def can_compile() -> str:
    """Return why nothing can be compiled here, or ""."""
    needed = ("hatchling", "mypyc", "setuptools")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        return f"{missing[0]} is not installed"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return "" if shutil.which(compiler) else f"there is no compiler {compiler}"


def compiled_wheel(folder: Path) -> Path:
    """Build the wheel with the compiled solver; this takes a minute."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, SWITCH: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    (wheel,) = folder.glob("*.whl")
    return wheel


def compiled_engine(folder: Path) -> Path:
    """Unpack the engine with the compiled solver into the folder."""
    with zipfile.ZipFile(compiled_wheel(folder)) as wheel:
        wheel.extractall(folder)
    return folder
