"""Every text of every screen can be read whole, in every language, on every panel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.variants import VARIANTS, rules_of
from kiosk.app.hardware_setup import HARDWARE
from kiosk.frame import Button, Frame, Label
from kiosk.hardware.profiles import load, names
from kiosk.i18n import Words, languages
from kiosk.input.bindings import Bindings
from kiosk.layout.metrics import text_size
from kiosk.paths import assets
from kiosk.render.fonts import Text
from kiosk.render.widgets import arrange
from kiosk.scenes.registry import SCENES
from kiosk.settings import Config
from kiosk.ui.pager import Leafing
from kiosk.ui.scene import Occasion, Stage
from tests.support import contact, occasions
from tests.support.legible import illegible

LANGUAGES = languages()
LEAST = 240
"""Pixels: on a smaller panel nothing is played."""
SHEETS = {(240, 240), (320, 240), (480, 320), (800, 480), (480, 800), (1280, 720)}
READ = ((240, 240), (480, 800))
"""Where rules pages are read to the end."""


def panels() -> set[tuple[int, int]]:
    """The pictures of all known hardware, by their width and height."""
    folder = assets() / HARDWARE
    found = set()
    for profile in (load(folder, name) for name in names(folder)):
        if profile.width and profile.height:
            edge = 2 * (profile.margin or 0)
            wide, high = profile.width - edge, profile.height - edge
            turned = profile.rotation in (90, 270)
            found.add((high, wide) if turned else (wide, high))
    return {size for size in found if min(size) >= LEAST}


@pytest.fixture(scope="module")
def text() -> Text:
    """The fonts."""
    return Text(assets() / "fonts")


def stage(text: Text, language: str, size: tuple[int, int], device: str = "keyboard") -> Stage:
    config = Config.of({"language": language})
    bindings = Bindings(config.buttons)
    bindings.used(device)
    return Stage(size, text, Words.load(language), config, bindings)


def complaints(shots: Iterator[tuple[str, Frame]], text: Text) -> list[str]:
    return [f"{title}: {wrong}" for title, frame in shots for wrong in illegible(frame, text)]


@pytest.mark.parametrize("size", sorted(SHEETS | panels()), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_legible(language: str, size: tuple[int, int], text: Text) -> None:
    on = stage(text, language, size)
    slow = ("rules", "examples", "attract, the game")
    shots = [shot for shot in contact.scenes() if not shot.title.startswith(slow)]
    tables = {shot.title: shot for shot in contact.tables()}
    shots += [tables[name] for name in ("table, Good Measure", "refused", "finish")]
    assert complaints(((shot.title, shot.take(on)) for shot in shots), text) == []


@pytest.mark.parametrize("size", [(240, 240), (800, 480)], ids=["240x240", "800x480"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_chosen_typed_or_told_is_legible(
    language: str, size: tuple[int, int], text: Text
) -> None:
    for device in ("keyboard", "gamepad") if min(size) == LEAST else ("keyboard",):
        on = stage(text, language, size, device)
        found = complaints(((title, take(on)) for title, take in occasions.quick()), text)
        assert found == [], device
    on = stage(text, language, size, "screen")
    assert complaints(((title, take(on)) for title, take in occasions.remarks()), text) == []


@pytest.mark.parametrize("size", READ, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_legible_to_the_end(language: str, size: tuple[int, int], text: Text) -> None:
    on = stage(text, language, size)
    for record in VARIANTS:
        for house in {"", record.house_rules}:
            book = SCENES["rules"](on, Occasion(rules=rules_of(record, house=house)))
            assert isinstance(book, Leafing)
            assert complaints(leaves(book), text) == []
    examples = SCENES["examples"](on, Occasion())
    assert isinstance(examples, Leafing)
    assert complaints(leaves(examples), text) == []


def leaves(book: Leafing) -> Iterator[tuple[str, Frame]]:
    """Every leaf, and what is on it."""
    for number, leaf in enumerate(book._leaves):
        book._open(number, 0.0)
        book._still = None
        yield f"{leaf.place}", book.frame(9.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_panel_names_all_games_and_writes_on_all_ways(
    language: str, text: Text
) -> None:
    small = stage(text, language, (240, 240))
    choose = SCENES["choose"](small, Occasion()).frame(0.0)
    told = [record.text for record in choose.still if isinstance(record, Label)]
    for variant in VARIANTS:
        assert small.words.say(variant.name) in told
    title = SCENES["title"](small, Occasion())
    title.enter(0.0)
    buttons = [record for record in title.frame(0.0).still if isinstance(record, Button)]
    assert len({button.box.x for button in buttons}) == 1
    for button in buttons:
        assert button.px == text_size(small.size), button.text
        assert arrange(button, text).text


def test_a_text_that_is_cut_is_found(text: Text) -> None:
    on = stage(text, "en", (240, 240))
    notes = ("A word that is muchtoolongforanyscreenandhasnospacewhereitcouldbebrokenintotwo",)
    book = SCENES["figures"](on, Occasion(contact.dealt(1)))
    book.tell((notes[0] * 9,), 0.0)
    assert any("is cut" in wrong for wrong in illegible(book.frame(1.0), text))
