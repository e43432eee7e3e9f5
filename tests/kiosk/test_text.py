"""Words are measured as they are drawn, cut where they do not fit, in every language we ship."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from pathlib import Path

import pytest

from kiosk import paths
from kiosk.frame import TextMeasurer, wrap_text
from kiosk.render.fonts import CAPITAL_HEIGHT_EM, Fonts
from tests.support.each import for_each
from tests.support.pixels import pixels_with_alpha

SAMPLE = "Zażółć gęślą jaźń, Größe, cœur, señor: the 7♥ goes on the 8♥ – “only”…"
WHITE = (255, 255, 255)


@pytest.fixture(scope="module")
def text() -> Fonts:
    return Fonts(paths.assets_dir() / "fonts")


def test_is_a_measure(text: Fonts) -> None:
    measure: TextMeasurer = text
    assert wrap_text(measure, "one two", 12, text.measure_width("one", 12)) == ["one", "two"]


@for_each("bold", [False, True])
@for_each("px", [9, 13, 30])
def test_width_is_that_of_the_picture(text: Fonts, px: int, bold: bool) -> None:
    assert (
        text.measure_width(SAMPLE, px, bold=bold)
        == text.render(SAMPLE, px, WHITE, bold=bold).get_width()
    )


@for_each("px", [9, 12, 20, 48])
def test_capitals_have_the_promised_height(text: Fonts, px: int) -> None:
    high = text.render("H", px, WHITE).get_bounding_rect(min_alpha=128).h
    assert abs(high - CAPITAL_HEIGHT_EM * px) <= 1


def test_what_fits_is_not_cut(text: Fonts) -> None:
    assert text.elide(SAMPLE, 12, text.measure_width(SAMPLE, 12)) == SAMPLE


@for_each("room", range(0, 200, 7))
def test_what_does_not_fit_is_cut_as_late_as_possible(text: Fonts, room: int) -> None:
    cut = text.elide(SAMPLE, 12, room)
    assert text.measure_width(cut, 12) <= room
    if cut:
        assert cut.endswith("…")
        kept = len(cut) - 1
        while SAMPLE[kept] == " ":
            kept += 1
        assert text.measure_width(SAMPLE[: kept + 1] + "…", 12) > room


def test_every_character_of_the_languages_has_a_glyph(text: Fonts) -> None:
    missing = pixels_with_alpha(text.render("\ue000", 20, WHITE))
    letters = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻàâæçéèêëîïôœùûüÿÉÀäöüßÄÖÜáíñúü¿¡“”„«»–—…·’♣♦♥♠×−€"
    for letter in letters:
        assert pixels_with_alpha(text.render(letter, 20, WHITE)) != missing, letter


def test_suit_signs_are_four_different_pictures(text: Fonts) -> None:
    signs = {pixels_with_alpha(text.render(sign, 12, WHITE)) for sign in "♣♦♥♠"}
    assert len(signs) == 4


@for_each("capital", range(9, 60))
def test_ranks_keep_their_height(text: Fonts, capital: int) -> None:
    for rank in "A23456789TJQK":
        high = text.render_rank(rank, capital, WHITE).get_height()
        assert capital <= high <= capital * 1.2 + 1


def test_a_missing_face_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="BakehouseSans-Regular"):
        Fonts(tmp_path)


def test_caches_are_bounded(text: Fonts) -> None:
    for number in range(6000):
        text.measure_width(str(number), 12)
        text.elide(f"{number} is long", 12, 30)
    assert text._measure.cache_info().currsize <= 4096
    assert text._elide.cache_info().currsize <= 4096
    for px in range(9, 90):
        text.render("A", px, WHITE)
    assert text._font.cache_info().currsize <= 24
