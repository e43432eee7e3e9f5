"""Names of modules, classes and identifiers: unique, and the terms of the field."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "kiosk")
HELPERS = ("tests/support", "tests/window", "tests/boot", "tests/bench")

# These exist in several packages by convention.
SHARED_BASENAMES = {"__init__", "__main__", "cli"}

# Metaphors, and participles in place of nouns: in no part of an identifier.
FORBIDDEN_PARTS = {
    *("album", "attendant", "bill", "counsel", "desk", "distrust", "drift", "dye", "dyed"),
    *("farewell", "forsake", "gone", "grandeur", "ground", "haste", "heed", "hush", "laid", "lamp"),
    *("leftovers", "loupe", "meant", "nobody", "outfit", "overseer", "oversight", "owed", "ripen"),
    *("summons", "tape", "temper", "told", "triumph", "whoever", "wired"),
}
# Good in a longer name ("house_rules", "known_deals"); alone they say nothing.
FORBIDDEN_NAMES = {
    *("again", "aside", "beside", "calm", "few", "found", "hear", "house", "known", "lay", "many"),
    *("mean", "rarely", "reached", "relief", "say", "see", "shown", "soon", "taken", "take"),
    *("tell", "telling"),
}
# Fine for a local variable, but a constant names its quantity and unit.
FORBIDDEN_CONSTANTS = {"HAIR", "LAST", "LITTLE", "REST", "ROUND", "SEEN"}
# Words with several meanings in this program: in no name of a module or class.
FORBIDDEN_TITLE_PARTS = {"book", "glass", "letters", "sheet", "sketch", "words"}


def parse_modules(*folders: str) -> dict[str, ast.Module]:
    """Parse every module below the folders, by its path."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def list_identifiers(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield every name that the module gives to something, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno


def split_name(name: str) -> set[str]:
    """Split snake_case and CamelCase into lower-case words."""
    return {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def find_forbidden_word(name: str) -> str | None:
    """Return what is wrong with an identifier."""
    whole = name.strip("_")
    if whole in FORBIDDEN_CONSTANTS or whole.lower() in FORBIDDEN_NAMES:
        return whole
    words = FORBIDDEN_PARTS & split_name(name)
    if not words and name[:1].isupper() and not name.isupper():
        words = FORBIDDEN_TITLE_PARTS & split_name(name)
    return min(words, default=None)


def list_duplicates(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def test_no_module_name_exists_twice() -> None:
    names = [Path(path).stem for path in parse_modules(*PACKAGES)]
    names += [
        path.parent.name for folder in PACKAGES for path in (ROOT / folder).rglob("__init__.py")
    ]
    assert list_duplicates([name for name in names if name not in SHARED_BASENAMES]) == []


def test_no_public_class_name_exists_twice() -> None:
    classes = [
        node.name
        for tree in parse_modules(*PACKAGES).values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert list_duplicates(classes) == []


def test_modules_are_named_by_terms_of_the_field() -> None:
    forbidden = FORBIDDEN_TITLE_PARTS | FORBIDDEN_PARTS | FORBIDDEN_NAMES
    paths = parse_modules(*PACKAGES)
    assert [path for path in paths if forbidden & split_name(Path(path).stem)] == []


def test_identifiers_are_terms_of_the_field() -> None:
    complaints = [
        f"{path}:{line}: {name}: {word}"
        for path, tree in parse_modules(*PACKAGES, *HELPERS).items()
        for name, line in list_identifiers(tree)
        if (word := find_forbidden_word(name))
    ]
    assert complaints == []


def test_words_with_a_standard_meaning_are_allowed() -> None:
    for name in (
        "left",
        "background",
        "known_deals",
        "house_rules",
        "HouseRuleError",
        "found_count",
    ):
        assert find_forbidden_word(name) is None
    for name in ("told", "_laid", "was_told", "TriumphScene", "SOON", "REST", "found", "BookScene"):
        assert find_forbidden_word(name) is not None
