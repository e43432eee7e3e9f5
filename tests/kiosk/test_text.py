"""Words are measured as they are drawn, cut where they do not fit, in every language we ship."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from pathlib import Path

import pytest

from kiosk import paths
from kiosk.frame import Measure, wrapped
from kiosk.render.fonts import CAPITAL, Text
from tests.support.pixels import pixels_with_alpha

SAMPLE = "Zażółć gęślą jaźń, Größe, cœur, señor: the 7♥ goes on the 8♥ – “only”…"
WHITE = (255, 255, 255)


@pytest.fixture(scope="module")
def text() -> Text:
    return Text(paths.assets() / "fonts")


def test_is_a_measure(text: Text) -> None:
    measure: Measure = text
    assert wrapped(measure, "one two", 12, text.width("one", 12)) == ["one", "two"]


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("px", [9, 13, 30])
def test_width_is_that_of_the_picture(text: Text, px: int, bold: bool) -> None:
    assert (
        text.width(SAMPLE, px, bold=bold) == text.picture(SAMPLE, px, WHITE, bold=bold).get_width()
    )


@pytest.mark.parametrize("px", [9, 12, 20, 48])
def test_capitals_have_the_promised_height(text: Text, px: int) -> None:
    high = text.picture("H", px, WHITE).get_bounding_rect(min_alpha=128).h
    assert abs(high - CAPITAL * px) <= 1


def test_what_fits_is_not_cut(text: Text) -> None:
    assert text.cut(SAMPLE, 12, text.width(SAMPLE, 12)) == SAMPLE


@pytest.mark.parametrize("room", range(0, 200, 7))
def test_what_does_not_fit_is_cut_as_late_as_possible(text: Text, room: int) -> None:
    cut = text.cut(SAMPLE, 12, room)
    assert text.width(cut, 12) <= room
    if cut:
        assert cut.endswith("…")
        kept = len(cut) - 1
        while SAMPLE[kept] == " ":
            kept += 1
        assert text.width(SAMPLE[: kept + 1] + "…", 12) > room


def test_every_character_of_the_languages_has_a_glyph(text: Text) -> None:
    missing = pixels_with_alpha(text.picture("\ue000", 20, WHITE))
    letters = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻàâæçéèêëîïôœùûüÿÉÀäöüßÄÖÜáíñúü¿¡“”„«»–—…·’♣♦♥♠×−€"
    for letter in letters:
        assert pixels_with_alpha(text.picture(letter, 20, WHITE)) != missing, letter


def test_suit_signs_are_four_different_pictures(text: Text) -> None:
    signs = {pixels_with_alpha(text.picture(sign, 12, WHITE)) for sign in "♣♦♥♠"}
    assert len(signs) == 4


@pytest.mark.parametrize("capital", range(9, 60))
def test_ranks_keep_their_height(text: Text, capital: int) -> None:
    for rank in "A23456789TJQK":
        high = text.rank(rank, capital, WHITE).get_height()
        assert capital <= high <= capital * 1.2 + 1


def test_a_missing_face_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="BakehouseSans-Regular"):
        Text(tmp_path)


def test_caches_are_bounded(text: Text) -> None:
    for number in range(6000):
        text.width(str(number), 12)
        text.cut(f"{number} is long", 12, 30)
    assert len(text._widths) <= 4096
    assert len(text._cuts) <= 4096
    for px in range(9, 90):
        text.picture("A", px, WHITE)
    assert len(text._fonts) <= 24
