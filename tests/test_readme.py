"""README is correct: its examples run and print what it shows, its links and targets exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
MACHINE_DIR = "boot"
"""The directory in which `make boot` keeps a whole machine, with its pages."""
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    and path.relative_to(ROOT).parts[0] != MACHINE_DIR
)


class Example(NamedTuple):
    """A command as a reader would type it, and what is printed."""

    command: str
    printed: str


def list_examples(text: str) -> list[Example]:
    """The commands of all `console` blocks, each with the lines below it."""
    commands = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            commands.append(Example(command, printed))
    return commands


def read_page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


EXAMPLES = [example for page in PAGES for example in list_examples(read_page(page))]


def test_there_are_examples() -> None:
    assert any(example in EXAMPLES for example in list_examples(read_page(ROOT / "README.md")))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.command for example in EXAMPLES])
def test_an_example_prints_what_is_shown(example: Example, tmp_path: Path) -> None:
    for name in ("config.yaml", "tests"):
        if (ROOT / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", example.command],
        cwd=tmp_path,
        env={**os.environ, "PATH": search, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stdout == example.printed


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)\)", read_page(page))
    broken = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert broken == []


def list_targets() -> dict[str, str]:
    """The targets that `make` lists, each with its line of help."""
    rule = re.compile(r"^([a-z][a-z-]*):.*?(?: ## (.*))?$", re.MULTILINE)
    return dict(rule.findall(read_page(ROOT / "Makefile")))


def test_every_target_says_what_it_does() -> None:
    assert {name for name, words in list_targets().items() if not words} == set()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_make_command_exists(page: Path) -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z][a-z-]*)", read_page(page), re.MULTILINE))
    assert named <= set(list_targets())
