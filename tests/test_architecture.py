"""Who may import whom: top may import below, neighbours never each other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The kiosk's places from the top down. A name is a module or a whole folder of kiosk.
LAYERS = (
    {"__main__"},
    {"cli"},
    {"tools"},
    {"app"},
    {"scenes"},
    {"ui"},
    {"input"},
    {"display"},
    {"hardware"},
    {"audio", "solver_process", "storage", "render", "systemd"},
    {"loop"},
    {"intent", "layout", "animation", "gestures"},
    {"effects"},
    {"settings"},
    {"frame", "events"},
    {"i18n"},
    {"child_process", "paths", "log", "new_game_options", "stats", "timers"},
)

# The engine's own shell: files, processes, the clock. The rest of the engine is the core.
SHELL = ("engine.__main__", "engine.cli", "engine.bank")
# What the core may use of the standard library: nothing here knows a file, a clock or chance.
PURE = {
    *("__future__", "abc", "array", "binascii", "bisect", "collections", "contextlib", "copy"),
    *("dataclasses", "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "json"),
    *("math", "operator", "re", "string", "struct", "textwrap", "types", "typing", "zlib"),
}
WORLDLY_CALLS = {"open", "print", "input", "breakpoint", "exec", "eval"}

# Other people's packages, and the only places that know them.
GUESTS = {
    "pygame": (
        *("kiosk.app", "kiosk.tools", "kiosk.loop", "kiosk.input", "kiosk.display", "kiosk.render"),
        "kiosk.audio",
    ),
    "yaml": ("kiosk.settings", "kiosk.hardware.profiles"),
    "gpiozero": ("kiosk.input.gpio", "kiosk.hardware"),
}


def modules(root: Path) -> dict[str, str]:
    """Every module of engine and kiosk below `root` by its full name, with its source."""
    found = {}
    for package in ("engine", "kiosk"):
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def complaints(sources: Mapping[str, str]) -> list[str]:
    """Everything in these modules that breaks the order, one line each."""
    found = []
    for name, source in sources.items():
        tree = ast.parse(source)
        found += homeless(name)
        found += [f"{name}:{line}: {what}" for line, what in forms(tree)]
        for line, target in imports(tree, set(sources)):
            why = refusal(name, target)
            if why:
                found.append(f"{name}:{line}: imports {target}: {why}")
        if is_core(name):
            found += [f"{name}:{line}: calls {call}" for line, call in worldly_calls(tree)]
    return found


def homeless(name: str) -> list[str]:
    """A complaint about a kiosk module that has no place in the order."""
    package, _, rest = name.partition(".")
    if package == "kiosk" and rest and layer(unit(name)) is None:
        return [f"{name}: has no place; give it one in LAYERS"]
    return []


def forms(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Ways of importing that hide what is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "relative import"
        if isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}:
            yield node.lineno, "import by a computed name"


def imports(tree: ast.AST, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and full module name of every import, also those in functions and for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in known else node.module


def worldly_calls(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Calls that reach a file, a screen or a person without any import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from ((node.lineno, name) for name in WORLDLY_CALLS if name == node.func.id)


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def refusal(name: str, target: str) -> str | None:
    """Why this module may not import that one; None if it may."""
    package = target.partition(".")[0]
    if package == "engine":
        return into_engine(name, target)
    if package == "kiosk":
        return into_kiosk(name, target)
    if package in sys.stdlib_module_names:
        return "the core is pure" if is_core(name) and package not in PURE else None
    homes = GUESTS.get(package)
    if homes is None:
        return "not a package that Bakehouse depends on"
    return None if within(name, homes) else f"only {', '.join(homes)} may"


def into_engine(name: str, target: str) -> str | None:
    if is_core(name) and within(target, SHELL):
        return "the core knows no shell"
    return None


def into_kiosk(name: str, target: str) -> str | None:
    if name.partition(".")[0] == "engine":
        return "the engine knows no kiosk"
    importer, imported = unit(name), unit(target)
    if imported in ("", importer):
        return None
    above, below = layer(importer), layer(imported)
    if above is None or below is None:
        return "one of the two has no place"
    if above > below:
        return "that is above"
    if above == below:
        return "neighbours never each other"
    return None


def unit(name: str) -> str:
    """The place of a kiosk module: its own name or its folder's, "" for the package itself."""
    return [*name.split("."), ""][1]


def layer(place: str) -> int | None:
    return next((depth for depth, places in enumerate(LAYERS) if place in places), None)


def is_core(name: str) -> bool:
    return name.partition(".")[0] == "engine" and not within(name, SHELL)


def within(name: str, homes: tuple[str, ...]) -> bool:
    return any(name == home or name.startswith(home + ".") for home in homes)


def test_every_import_keeps_the_order() -> None:
    assert complaints(modules(ROOT)) == []


def test_something_was_looked_at() -> None:
    assert {"kiosk", "kiosk.frame", "kiosk.effects", "engine"} <= set(modules(ROOT))


GOOD = {
    "kiosk": "__version__ = '1'",
    "kiosk.__main__": "import kiosk.app\nfrom kiosk import __version__",
    "kiosk.app": "import pygame\nfrom kiosk import loop\nfrom engine.game import Game",
    "kiosk.loop": "from kiosk.events import Action\nimport pygame.event",
    "kiosk.scenes": "",
    "kiosk.ui.scene": "from kiosk.effects import Effect",
    "kiosk.scenes.table": "from kiosk.ui.scene import Scene\nfrom kiosk import frame",
    "kiosk.input": "",
    "kiosk.input.gpio": "def buttons():\n    import gpiozero",
    "kiosk.settings": "import yaml\nimport os",
    "kiosk.frame": "from typing import NamedTuple",
    "kiosk.events": "import enum",
    "kiosk.effects": "from kiosk.events import Action",
    "engine": "",
    "engine.game": "import collections.abc\nfrom engine import rules",
    "engine.rules": "from __future__ import annotations",
    "engine.cli": "import pathlib\nprint('x')",
    "engine.bank": "",
    "engine.bank.build": "import multiprocessing",
    "engine.__main__": "from engine import cli, bank",
}


def test_a_sound_tree_has_no_complaint() -> None:
    assert complaints(GOOD) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("kiosk.pixels", "", "has no place"),
        ("kiosk.utils.draw", "", "has no place"),
        ("kiosk.frame", "from kiosk.scenes import table", "kiosk.scenes.table: that is above"),
        ("kiosk.frame", "import kiosk.app", "kiosk.app: that is above"),
        ("kiosk.frame", "from kiosk.events import Action", "neighbours never each other"),
        ("kiosk.events", "from kiosk.effects import Effect", "that is above"),
        (
            "kiosk.audio.player",
            "from kiosk.storage import files",
            "neighbours never each other",
        ),
        ("kiosk.frame", "def late():\n    import kiosk.loop", "frame:2: imports kiosk.loop"),
        (
            "kiosk.frame",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import kiosk.app",
            "frame:3: imports kiosk.app",
        ),
        ("kiosk.scenes.table", "from . import stage", "relative import"),
        ("kiosk.scenes.table", "from ..frame import Box", "relative import"),
        ("kiosk.scenes.table", "import pygame", "only kiosk.app, kiosk.tools"),
        ("kiosk.scenes.table", "from pygame.locals import K_a", "only kiosk.app, kiosk.tools"),
        ("kiosk.input.pointer", "import gpiozero", "only kiosk.input.gpio, kiosk.hardware"),
        ("kiosk.input.gpio_more", "import gpiozero.pins", "only kiosk.input.gpio, kiosk.hardware"),
        ("kiosk.scenes.table", "import yaml", "only kiosk.settings, kiosk.hardware.profiles may"),
        ("kiosk.app", "import numpy", "not a package that Bakehouse depends on"),
        ("kiosk.app", "import importlib\nimportlib.import_module('x')", "computed name"),
        ("kiosk.app", "__import__('x')", "computed name"),
        ("engine.rules", "import kiosk.frame", "the engine knows no kiosk"),
        ("engine.bank.build", "from kiosk import frame", "the engine knows no kiosk"),
        ("engine.rules", "import pygame", "only kiosk.app"),
        ("engine.rules", "import os.path", "the core is pure"),
        ("engine.rules", "def roll():\n    from random import choice", "the core is pure"),
        ("engine.rules", "import time", "the core is pure"),
        ("engine.rules", "import threading", "the core is pure"),
        ("engine.rules", "text = open('deals.txt').read()", "calls open"),
        ("engine.rules", "print('dealt')", "calls print"),
        ("engine.rules", "from engine import bank", "the core knows no shell"),
        ("engine.solver.search", "import engine.cli", "the core knows no shell"),
        ("engine.rules", "from engine.__main__ import main", "the core knows no shell"),
    ],
)
def test_a_broken_tree_is_named(module: str, source: str, complaint: str) -> None:
    (found,) = complaints({**GOOD, module: source})
    assert found.startswith(module)
    assert complaint in found
