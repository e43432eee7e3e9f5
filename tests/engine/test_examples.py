"""The examples in docstrings and in the engine's README are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

from tests.support.each import for_each

ENGINE = Path(__file__).resolve().parents[2] / "engine"
MODULES = [path.stem for path in sorted(ENGINE.glob("[a-z]*.py"))]


@for_each("module", MODULES)
def test_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"engine.{module}")).failed == 0


def test_readme() -> None:
    done = doctest.testfile(str(ENGINE / "README.md"), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted > 5) == (0, True)
