"""The solver compiled by mypyc gives the same verdicts and solutions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.compiled import can_compile, compiled_engine, plain_engine

PRINT_SCRIPT = """
from engine.deals import deal
import engine.solver.search
from engine.solver.search import solve
from engine.variants import VARIANTS, find_rules
print(engine.solver.search.__file__.rpartition(".")[2])
for variant in VARIANTS:
    for cells in variant.cells:
        for house_rules in sorted({"", variant.house_rules}):
            rules = find_rules(variant.key, cells, house_rules)
            print(*(solve(rules, deal(rules, number), 3000) for number in range(1, 9)))
"""


def run_script(folder: Path) -> tuple[str, str]:
    """Return the suffix of the imported file, and all verdicts and solutions."""
    command = [sys.executable, "-c", PRINT_SCRIPT]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    kind, _, lines = done.stdout.partition("\n")
    return kind, lines


@pytest.mark.prove
@pytest.mark.timeout(900)
@pytest.mark.skipif(bool(can_compile()), reason=can_compile())
def test_the_compiled_solver_gives_the_same_answers(tmp_path: Path) -> None:
    kind, plainly = run_script(plain_engine(tmp_path / "plain"))
    assert kind == "py"
    kind, compiled = run_script(compiled_engine(tmp_path / "compiled"))
    assert kind in ("so", "pyd")
    assert compiled == plainly
