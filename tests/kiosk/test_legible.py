"""Every text of every screen can be read whole, in every language, on every panel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.variants import VARIANTS, make_rules
from kiosk.app.hardware_setup import PROFILES_DIR_NAME
from kiosk.frame import Button, Frame, Label
from kiosk.hardware.profiles import list_profiles, load_profile
from kiosk.i18n import Translator, list_languages
from kiosk.input.bindings import InputBindings
from kiosk.layout.metrics import text_size
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.render.widgets import layout_button
from kiosk.settings import Config
from kiosk.ui.pager import Pager
from kiosk.ui.scene import SceneContext
from tests.support import contact, occasions
from tests.support.legible import find_illegible_texts
from tests.support.stage import Opening, open_scene

LANGUAGES = list_languages()
LEAST = 240
"""Pixels: on a smaller panel nothing is played."""
SHEETS = {(240, 240), (320, 240), (480, 320), (800, 480), (480, 800), (1280, 720)}
READ = ((240, 240), (480, 800))
"""Screens whose rules pages are read to the end."""


def panels() -> set[tuple[int, int]]:
    """The pictures of all known hardware, by their width and height."""
    folder = assets_dir() / PROFILES_DIR_NAME
    found = set()
    for profile in (load_profile(folder, name) for name in list_profiles(folder)):
        if profile.width and profile.height:
            edge = 2 * (profile.margin or 0)
            wide, high = profile.width - edge, profile.height - edge
            turned = profile.rotation in (90, 270)
            found.add((high, wide) if turned else (wide, high))
    return {size for size in found if min(size) >= LEAST}


@pytest.fixture(scope="module")
def text() -> Fonts:
    """The fonts."""
    return Fonts(assets_dir() / "fonts")


def stage(
    text: Fonts, language: str, size: tuple[int, int], device: str = "keyboard"
) -> SceneContext:
    config = Config.from_values({"language": language})
    bindings = InputBindings(config.buttons)
    bindings.set_active_device(device)
    return SceneContext(size, text, Translator.load(language), config, bindings)


def complaints(shots: Iterator[tuple[str, Frame]], text: Fonts) -> list[str]:
    return [
        f"{title}: {wrong}" for title, frame in shots for wrong in find_illegible_texts(frame, text)
    ]


@pytest.mark.parametrize("size", sorted(SHEETS | panels()), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_legible(language: str, size: tuple[int, int], text: Fonts) -> None:
    on = stage(text, language, size)
    slow = ("rules", "examples", "attract, the game")
    shots = [shot for shot in contact.scenes() if not shot.title.startswith(slow)]
    tables = {shot.title: shot for shot in contact.tables()}
    shots += [tables[name] for name in ("table, Good Measure", "refused", "finish")]
    assert complaints(((shot.title, shot.draw_frame(on)) for shot in shots), text) == []


@pytest.mark.parametrize("size", [(240, 240), (800, 480)], ids=["240x240", "800x480"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_chosen_typed_or_told_is_legible(
    language: str, size: tuple[int, int], text: Fonts
) -> None:
    for device in ("keyboard", "gamepad") if min(size) == LEAST else ("keyboard",):
        on = stage(text, language, size, device)
        found = complaints(((title, take(on)) for title, take in occasions.quick()), text)
        assert found == [], device
    on = stage(text, language, size, "screen")
    assert (
        complaints(((title, take(on)) for title, take in occasions.iterate_messages()), text) == []
    )


@pytest.mark.parametrize("size", READ, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_legible_to_the_end(
    language: str, size: tuple[int, int], text: Fonts
) -> None:
    on = stage(text, language, size)
    for record in VARIANTS:
        for house in {"", record.house_rules}:
            book = open_scene("rules", on, Opening(rules=make_rules(record, house_rules=house)))
            assert isinstance(book, Pager)
            assert complaints(leaves(book), text) == []
    examples = open_scene("examples", on, Opening())
    assert isinstance(examples, Pager)
    assert complaints(leaves(examples), text) == []


def leaves(book: Pager) -> Iterator[tuple[str, Frame]]:
    """Every page and its content."""
    for number, leaf in enumerate(book._pages):
        book._open_page(number, 0.0)
        book._background = None
        yield f"{leaf.key}", book.build_frame(9.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_panel_names_all_games_and_writes_on_all_ways(
    language: str, text: Fonts
) -> None:
    small = stage(text, language, (240, 240))
    choose = open_scene("choose", small, Opening()).build_frame(0.0)
    told = [record.text for record in choose.background if isinstance(record, Label)]
    for variant in VARIANTS:
        assert small.translator.translate(variant.name) in told
    title = open_scene("title", small, Opening())
    title.enter(0.0)
    buttons = [record for record in title.build_frame(0.0).background if isinstance(record, Button)]
    assert len({button.box.x for button in buttons}) == 1
    for button in buttons:
        assert button.px == text_size(small.size), button.text
        assert layout_button(button, text).text


def test_a_text_that_is_cut_is_found(text: Fonts) -> None:
    on = stage(text, "en", (240, 240))
    notes = ("A word that is muchtoolongforanyscreenandhasnospacewhereitcouldbebrokenintotwo",)
    book = open_scene("figures", on, Opening(contact.replay_game(1)))
    book.show_messages((notes[0] * 9,), 0.0)
    assert any("is cut" in wrong for wrong in find_illegible_texts(book.build_frame(1.0), text))
