"""Keep the catalogues beside this file in step with the texts of the program: `make words`.

    python assets/locale/build.py [--check]

Every text that a person may read on the screen is found in the sources and written into
`bakehouse.pot`, every catalogue `LANGUAGE/LC_MESSAGES/bakehouse.po` gets those it lacks and loses
those that are no more, and is compiled beside it. What lacks a translation is listed, and ends the
run with 1. It needs Babel; nothing of it is needed to play.

Texts are found as literals in calls of `translate`, `translate_plural`, `make_message` and
`make_plural_message`, in those of `heading`, `list_item` and `paragraph` of the rules pages, and in
tables whose type says `Msgid` or `Plural` (`engine.messages`).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DOMAIN = "bakehouse"
SINGLE = {"translate", "make_message", "heading", "list_item", "paragraph"}
PAIRED = {"translate_plural", "make_plural_message"}
"""Calls by how many texts they begin with."""
NAMED = {"Variant": "name"}
"""Records with a field that is such a text."""
DAY = datetime(2026, 11, 30, tzinfo=UTC)
"""Stands in every head: nothing there is to change but with the texts."""
MACHINE_MADE = (b'"Generated-By:', b'"Report-Msgid-Bugs-To:')
"""Lines of the head that tell nobody anything."""

Text = str | tuple[str, str]


def sources() -> list[Path]:
    """Every module of the program."""
    return sorted(path for part in ("engine", "kiosk") for path in (ROOT / part).rglob("*.py"))


def texts(source: str) -> Iterator[Text]:
    """The texts of one module, in their order; those with a plural as pairs."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt | ast.expr)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call):
            yield from _called(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            types = {name.id for name in ast.walk(_type(node)) if isinstance(name, ast.Name)}
            if "Plural" in types:
                yield from _pairs(node.value)
            elif "Msgid" in types:
                yield from _strings(node.value)


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _called(call: ast.Call) -> Iterator[Text]:
    name = name_of(call)
    if name in SINGLE and call.args:
        yield from _strings(call.args[0])
    elif name in PAIRED and len(call.args) > 1:
        yield from zip(_strings(call.args[0]), _strings(call.args[1]), strict=True)
    for word in call.keywords:
        if word.arg == NAMED.get(name, ""):
            yield from _strings(word.value)


def _type(node: ast.AnnAssign) -> ast.expr:
    """What is annotated; an alias in quotes is read, too."""
    if isinstance(node.annotation, ast.Constant):
        return ast.parse(str(node.annotation.value), mode="eval").body
    return node.annotation


def _strings(node: ast.expr) -> Iterator[str]:
    """The literals of an expression: of a choice both, of a table its values."""
    match node:
        case ast.Constant(value=str(text)):
            if text:
                yield text
        case ast.Dict(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _strings(part)
        case ast.IfExp(body=one, orelse=other):
            yield from _strings(one)
            yield from _strings(other)


def _pairs(node: ast.expr) -> Iterator[Text]:
    match node:
        case ast.Tuple(elts=[ast.Constant(value=str(one)), ast.Constant(value=str(many))]):
            yield one, many
        case ast.Dict(values=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from _pairs(part)


def template() -> Catalog:
    """Every text of the program, with the modules that it is from."""
    found = _empty()
    for path in sources():
        place = path.relative_to(ROOT).as_posix()
        for text in texts(path.read_text(encoding="utf-8")):
            known = found.get(text if isinstance(text, str) else text[0])
            if known is None or place not in {name for name, _ in known.locations}:
                found.add(text, locations=[(place, 0)])
    return found


def _empty() -> Catalog:
    return Catalog(
        project="Bakehouse",
        version="texts",
        header_comment="# Every text of Bakehouse that a catalogue translates: see README.md.",
        creation_date=DAY,
        revision_date=DAY,
        charset="utf-8",
        fuzzy=False,
    )


def folders() -> list[Path]:
    """The folder of every catalogue."""
    return sorted(path.parent for path in HERE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def updated(folder: Path, wanted: Catalog) -> Catalog:
    """The catalogue of a language with exactly the texts that are wanted."""
    with (folder / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale=folder.parent.name)
    catalogue.update(wanted, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = DAY
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The catalogue as a file for people."""
    out = BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False, sort_by_file=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(MACHINE_MADE))


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as a file for the program."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def lacking(catalogue: Catalog) -> list[str]:
    """The texts that have no translation, or not all forms of it."""
    return [_first(message) for message in catalogue if message.id and not _is_whole(message)]


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_whole(message: Message) -> bool:
    forms = [message.string] if isinstance(message.string, str) else message.string or [""]
    return all(forms) and not message.fuzzy


def main() -> int:
    """Bring everything up to date, or with `--check` only say what is not."""
    wanted = template()
    files = {HERE / f"{DOMAIN}.pot": written(wanted)}
    missing = []
    for folder in folders():
        catalogue = updated(folder, wanted)
        files[folder / f"{DOMAIN}.po"] = written(catalogue)
        files[folder / f"{DOMAIN}.mo"] = compiled(catalogue)
        missing += [f"{folder.parent.name}: no translation: {text}" for text in lacking(catalogue)]
    for path, raw in files.items():
        if "--check" not in sys.argv:
            path.write_bytes(raw)
        elif not path.exists() or path.read_bytes() != raw:
            missing.append(f"{path.relative_to(ROOT)} is not up to date: make words")
    sys.stdout.write("".join(f"{line}\n" for line in missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
