"""The catalogues: in step with the sources, with the same fields, all plural forms, and glyphs."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
import pytest

from kiosk import i18n
from kiosk.frame import Button, Label
from kiosk.i18n import Translator
from kiosk.paths import assets_dir
from tests.support.pilot import Pilot, start_pilot

LOCALE = assets_dir() / "locale"
LANGUAGES = ("de", "es", "fr", "pl")
FIELD = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    """The script that builds catalogues."""
    return runpy.run_path(str(LOCALE / "build.py"))


def messages(path: Path) -> dict[str | tuple[str, int], str]:
    """Return the messages of a compiled catalogue."""
    with path.open("rb") as file:
        return known(GNUTranslations(file))


def known(found: GNUTranslations) -> dict[str | tuple[str, int], str]:
    texts: dict[str | tuple[str, int], str] = vars(found)["_catalog"]
    return {key: text for key, text in texts.items() if key}


def folder(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES"


def read(tools: dict[str, Any], language: str) -> Any:
    with (folder(language) / "bakehouse.po").open("rb") as file:
        return tools["read_po"](file, locale=language)


def test_the_languages_of_the_issue_are_there_by_their_own_names() -> None:
    assert dict(i18n.list_language_names()) == {
        **{"de": "Deutsch", "en": "English", "es": "Español"},
        **{"fr": "Français", "pl": "Polski"},
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_was_translated(language: str, tools: dict[str, Any]) -> None:
    compiled = GNUTranslations(BytesIO(tools["compiled"](read(tools, language))))
    assert messages(folder(language) / "bakehouse.mo") == known(compiled)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_fields_of_their_texts(language: str, tools: dict[str, Any]) -> None:
    for message in read(tools, language):
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else " ".join(message.id)
        forms = [message.string] if isinstance(message.string, str) else message.string
        for form in filter(None, forms):
            missing = set(FIELD.findall(english)) ^ set(FIELD.findall(form))
            assert missing <= ({"n"} if message.pluralizable else set()), (english, form)
            form.format(**dict.fromkeys(FIELD.findall(form), 1))


@pytest.mark.parametrize(
    ("language", "numbers", "form"),
    [
        ("pl", (1,), "{n} ruch"),
        ("pl", (2, 3, 4, 22, 34, 102), "{n} ruchy"),
        ("pl", (0, 5, 11, 12, 14, 21, 25, 112, 100), "{n} ruchów"),
        ("fr", (0, 1), "{n} coup"),
        ("fr", (2, 21, 100), "{n} coups"),
        ("de", (1,), "{n} Zug"),
        ("de", (0, 2, 21, 101), "{n} Züge"),
        ("es", (1,), "{n} jugada"),
        ("es", (0, 2, 21, 101), "{n} jugadas"),
    ],
)
def test_plural_forms_are_those_of_the_language(
    language: str, numbers: tuple[int, ...], form: str
) -> None:
    words = Translator.load(language)
    for n in numbers:
        text = words.translate_plural("{count} move", "{count} moves", n, count=n)
        assert text == form.format(n=n)


def test_numbers_are_written_as_the_language_does() -> None:
    numbers = {
        name: Translator.load(name).format_number(33_554_432.5) for name in ("en", *LANGUAGES)
    }
    assert numbers == {
        "en": "33,554,432.5",
        "de": "33.554.432,5",
        "es": "33.554.432,5",
        "fr": "33\u00a0554\u00a0432,5",
        "pl": "33\u00a0554\u00a0432,5",
    }
    assert Translator.load("pl").translate("{n} of {all}", n=3, all=1200) == "3 z\u00a01\u00a0200"


TEXT_COUNTS = {
    **{"translate": 1, "make_message": 1},
    **{"translate_plural": 2, "make_plural_message": 2},
}


def find_text_arguments(path: Path) -> Iterator[tuple[ast.expr, str]]:
    """Yield the text arguments of all translating calls in a module, with their locations."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            receiver, _, name = ast.unparse(node.func).rpartition(".")
            is_translating = not receiver or receiver.endswith("translator")
            count = TEXT_COUNTS.get(name, 0) if is_translating else 0
            if isinstance(node.args[0], ast.Starred):
                count = min(count, 1)
            for text in node.args[:count]:
                yield text, f"{path.name}:{node.lineno}"


def is_marked(text: ast.expr, tables: set[str]) -> bool:
    """Return whether a text is a literal, a choice of literals, or from a marked table."""
    if isinstance(text, ast.Constant):
        return isinstance(text.value, str)
    if isinstance(text, ast.IfExp):
        return is_marked(text.body, tables) and is_marked(text.orelse, tables)
    root = ast.unparse(text).lstrip("*").partition("[")[0].partition(".")[0]
    return root in tables


MARKED_ELSEWHERE = {
    # Variant.name is marked.
    *(
        "variant.name",
        "record.name",
        "rules.variant.name",
        "self._rules.variant.name",
        "game.rules.variant.name",
    ),
    # From a marked table, in a loop or passed to a function.
    *("text", "reason", "meaning", "label", "lost_text", "*rewind_texts"),
}
"""Expressions that are no literals but whose values are in the catalogues."""


def test_no_text_escapes_extraction(tools: dict[str, Any]) -> None:
    tables = {
        target.id
        for path in tools["sources"]()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AnnAssign) and isinstance(target := node.target, ast.Name)
        if re.search(r"\b(Msgid|Plural)\b", ast.unparse(node.annotation))
    }
    escaped = [
        f"{place}: {ast.unparse(text)}"
        for path in tools["sources"]()
        for text, place in find_text_arguments(path)
        if not is_marked(text, tables) and ast.unparse(text) not in MARKED_ELSEWHERE
    ]
    assert escaped == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_no_other(language: str, tools: dict[str, Any]) -> None:
    catalogue = read(tools, language)
    wanted = {message.id for message in tools["template"]()}
    assert {message.id for message in catalogue} == wanted, "run `make words`"
    assert tools["lacking"](catalogue) == [], "translate these, and run `make words`"
    assert catalogue.num_plurals == (3 if language == "pl" else 2)


@pytest.mark.parametrize("face", ["Regular", "Bold"])
def test_the_fonts_have_every_sign(face: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(str(assets_dir() / "fonts" / f"BakehouseSans-{face}.ttf"), 20)
    signs = {sign for text in Path(LOCALE / "bakehouse.pot").read_text("utf-8") for sign in text}
    signs |= set("♣♦♥♠")
    for language in LANGUAGES:
        texts = messages(folder(language) / "bakehouse.mo").values()
        signs |= {sign for text in texts for sign in text}
    lacking = {sign for sign in signs - {"\n"} if font.metrics(sign) == [None]}
    assert lacking == set()


def shown(pilot: Pilot) -> set[str]:
    """The texts on the screen."""
    return {
        r.text
        for r in pilot.screens.build_frame(pilot.now).background
        if isinstance(r, Button | Label)
    }


def test_another_language_is_in_force_at_once_everywhere_and_kept(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        for scene in ("rules", "pause", "settings"):
            pilot.screens.open_scene(scene, pilot.now)
        assert "Settings" in shown(pilot)
        pilot.key(pygame.K_PAGEDOWN)
        while "Język (Language)" not in shown(pilot):
            pilot.tap("language")
        for text in ("Ustawienia", "Od nowa", "Cel", "0 ruchów"):
            assert text in shown(pilot)
            pilot.key(pygame.K_ESCAPE)
    with start_pilot(tmp_path) as pilot:
        assert pilot.screens.context.translator.language == "pl"
