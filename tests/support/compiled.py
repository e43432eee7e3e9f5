"""The engine in plain Python and compiled by mypyc, side by side in folders of their own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FLAGS = "-march=native -fno-plt -fno-semantic-interposition"
"""What a compiler of the machine that runs the result is told; a tenth faster."""

SETUP = """
import glob
from mypyc.build import mypycify
from setuptools import setup
modules = [path for path in glob.glob("engine/solver/*.py") if "__init__" not in path]
setup(
    name="engine",
    packages=[],
    ext_modules=mypycify(sorted(modules), opt_level="3"),
    script_args=["build_ext", "--inplace"],
)
"""


def plain_engine(folder: Path) -> Path:
    """A copy of the engine without anything compiled, in that folder."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=ignored)
    return folder


def can_compile() -> str:
    """Why nothing can be compiled here; "" where it can."""
    missing = [name for name in ("mypyc", "setuptools") if importlib.util.find_spec(name) is None]
    if missing:
        return f"{missing[0]} is not installed"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return "" if shutil.which(compiler) else f"there is no compiler {compiler}"


def compiled_engine(folder: Path) -> Path:
    """A copy of the engine with the solver compiled, in that folder; this takes a minute."""
    plain_engine(folder)
    done = subprocess.run(
        [sys.executable, "-c", SETUP],
        cwd=folder,
        env={**os.environ, "CFLAGS": FLAGS},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return folder
