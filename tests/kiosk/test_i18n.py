from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from engine.refusals import Reason, Refusal
from kiosk import i18n
from kiosk.i18n import Translator

ROOT = Path(__file__).resolve().parent.parent.parent
HEADER = (
    "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=n==1?0:n<5?1:2;\n"
)
POLISH = {
    "": HEADER,
    "New game": "Nowa gra",
    "{n} card": "wrong",
    "{n} card\0{n} cards": "{n} karta\0{n} karty\0{n} kart",
    "{count} left": "zostało {liczba}",
    "the {card} goes on the {other} only": "{card} kładzie się tylko na {other}",
}


def write_catalogue(folder: Path, language: str, texts: dict[str, str]) -> None:
    """Write a compiled catalogue, like gettext's tools."""
    keys = [key.encode() for key in sorted(texts)]
    values = [texts[key].encode() for key in sorted(texts)]
    count, at = len(keys), 28 + 16 * len(keys)
    table = b""
    for text in (*keys, *values):
        table += struct.pack("<II", len(text), at)
        at += len(text) + 1
    path = folder / language / "LC_MESSAGES" / "bakehouse.mo"
    path.parent.mkdir(parents=True)
    head = struct.pack("<IIIIIII", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    path.write_bytes(head + table + b"".join(text + b"\0" for text in (*keys, *values)))


@pytest.fixture
def polish(tmp_path: Path) -> Translator:
    write_catalogue(tmp_path, "pl", POLISH)
    return Translator.load("pl", tmp_path)


def test_english_needs_no_catalogue_and_no_gettext() -> None:
    code = (
        "import sys; from kiosk.i18n import Translator; w = Translator.load('en');"
        "print(w.translate('Hello, {name}', name='you'), 'gettext' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode() == "Hello, you False\n"


def test_english_has_plurals_and_cards_by_their_signs() -> None:
    words = Translator()
    assert [words.translate_plural("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    assert words.translate_plural("{count} move", "{count} moves", 1, count=1) == "1 move"
    refusal = Refusal(Reason.NEEDS_CARD, card=38, other_card=42)
    assert words.explain_refusal(refusal) == "the 10♥ goes on the J♥ only"
    assert words.translate("") == ""


def test_a_catalogue_is_found_by_being_there(tmp_path: Path) -> None:
    assert i18n.list_languages(tmp_path) == ("en",)
    write_catalogue(tmp_path, "pl", POLISH)
    write_catalogue(tmp_path, "de", {"": HEADER})
    (tmp_path / "README.md").touch()
    (tmp_path / "fr").mkdir()
    assert i18n.list_languages(tmp_path) == ("de", "en", "pl")
    assert i18n.list_languages(tmp_path / "none") == ("en",)
    assert "en" in i18n.list_languages()


def test_texts_are_reported_in_the_language(polish: Translator) -> None:
    assert polish.language == "pl"
    assert polish.translate("New game") == "Nowa gra"
    assert [polish.translate_plural("{n} card", "{n} cards", n) for n in (1, 3, 9)] == [
        "1 karta",
        "3 karty",
        "9 kart",
    ]
    refusal = Refusal(Reason.NEEDS_CARD, card=38, other_card=42)
    assert polish.explain_refusal(refusal) == "10♥ kładzie się tylko na J♥"
    assert polish.translate("") == ""


def test_what_the_catalogue_lacks_or_has_wrong_is_english(polish: Translator) -> None:
    assert polish.translate("Rules") == "Rules"
    assert polish.translate("{count} left", count=3) == "3 left"
    assert polish.translate_plural("{n} game", "{n} games", 2) == "2 games"


@pytest.mark.parametrize("raw", [b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_damaged_or_missing_catalogue_is_english(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pl" / "LC_MESSAGES" / "bakehouse.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(raw)
    for language in ("pl", "xx"):
        words = Translator.load(language, tmp_path)
        assert (words.language, words.translate("New game")) == ("en", "New game")
