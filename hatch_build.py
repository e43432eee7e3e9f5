"""Build hook that compiles the solver with mypyc into the wheel.

`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1` enables it; it needs a C compiler. It compiles a copy of the
engine in a temporary folder, so that no stale compiled file stays beside the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FLAGS = "-fno-plt -fno-semantic-interposition"
"""Compiler flags in front of CFLAGS, safe on every machine."""

CORE_MODULES = ("cards", "position", "rules")
"""Modules of the core that the solver calls often. A compiled `variants` could not be pickled."""
UNCOMPILED_MODULES = ("__init__", "verdict")
"""Modules of the solver that mypyc cannot compile."""

SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
setup(
    name="engine",
    packages=[],
    ext_modules=mypycify(sys.argv[1:], opt_level="3"),
    script_args=["build_ext", "--inplace"],
)
"""


class CompiledSolver(BuildHookInterface[Any]):
    """Add the compiled solver to a wheel; Python prefers it to the source beside it."""

    _folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, except for an editable install, which runs the sources.

        Raises:
            RuntimeError: The compilation failed; the message ends with the compiler's output.
        """
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = Path(mkdtemp(prefix="bakehouse-"))
        built = compile_solver(Path(self.root), self._folder)
        build_data["force_include"].update({str(self._folder / name): name for name in built})
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def compile_solver(root: Path, folder: Path) -> list[str]:
    """Compile a copy of the engine in that folder and return the names of the compiled files."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(root / "engine", folder / "engine", ignore=ignored)
    solver = {path.stem for path in (folder / "engine/solver").glob("*.py")} - {*UNCOMPILED_MODULES}
    modules = [f"{name}.py" for name in CORE_MODULES] + [
        f"solver/{name}.py" for name in sorted(solver)
    ]
    done = subprocess.run(
        [sys.executable, "-c", SETUP, *(f"engine/{name}" for name in modules)],
        cwd=folder,
        env={**os.environ, "CFLAGS": f"{FLAGS} {os.environ.get('CFLAGS', '')}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"the solver could not be compiled:\n{done.stdout[-4000:]}")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    paths = [*folder.glob(f"*{suffix}"), *folder.glob(f"engine/**/*{suffix}")]
    return sorted(path.relative_to(folder).as_posix() for path in paths)
