"""Compiles the solver with mypyc on its way into a wheel, where the build is told to.

`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1` switches it on; it needs a C compiler. All work is done on a copy
in a folder of its own, so that nothing compiled ever lies beside the sources and outlives them.
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
"""What the C compiler is told before whatever CFLAGS says; good on every machine."""

LEANT_ON = ("cards", "position", "rules")
"""What the solver leans on and mypyc takes as it stands; `variants` could not be pickled then."""
LEFT_OUT = ("__init__", "verdict")
"""What of the solver itself stays as it is."""

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
    """Adds the compiled solver to a wheel; whoever imports it finds that before the source."""

    _folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles, except for an editable install, where the sources are to be what runs.

        Raises:
            RuntimeError: where it cannot be compiled; the message ends as the compiler's output.
        """
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = Path(mkdtemp(prefix="bakehouse-"))
        built = compiled(Path(self.root), self._folder)
        build_data["force_include"].update({str(self._folder / name): name for name in built})
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes what was made on the way."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def compiled(root: Path, folder: Path) -> list[str]:
    """Compiles a copy of the engine in that folder; answers the names of the files that came."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(root / "engine", folder / "engine", ignore=ignored)
    solver = {path.stem for path in (folder / "engine/solver").glob("*.py")} - {*LEFT_OUT}
    modules = [f"{name}.py" for name in LEANT_ON] + [f"solver/{name}.py" for name in sorted(solver)]
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
