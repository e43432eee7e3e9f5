"""The rules pages: every word of them can be read on every panel, in the language of the screen."""

from __future__ import annotations

from itertools import cycle, product

from engine.game import Game
from engine.messages import format_english, make_message, make_plural_message
from engine.rulebook.document import Paragraph
from engine.rulebook.page import make_rules_page
from engine.rules import get_group_limit
from engine.variants import find_rules
from kiosk.effects import OpenScene
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Box, Button, Card, Label
from kiosk.i18n import Translator
from kiosk.layout.metrics import min_touch_size
from kiosk.settings import Config
from tests.support.each import find_failures
from tests.support.pager_user import TINY, Reader
from tests.support.stage import PANEL, SIZES, SMALL, FixedWidthMeasure, Opening, open_scene, stage
from tests.support.tables import BAKERS_GAME, replay_game
from tests.support.varieties import SHIPPED_RULES

GAMES = [Game.begin(rules, 617) for rules in SHIPPED_RULES]


def test_every_word_of_the_page_is_on_its_leaves() -> None:
    def check(game: Game) -> None:
        reader = Reader(game=game)
        leaves = [reader.text for _ in reader.pages()]
        shown = " ".join(leaves[1:])
        start = 0
        for section in make_rules_page(game.rules, position=game.position, number=game.number):
            for block in section.blocks:
                if isinstance(block, Paragraph):
                    start = shown.index(format_english(block.text), start)

    assert find_failures(check, GAMES) == []


def test_the_contents_name_every_section_and_the_example() -> None:
    reader = Reader()
    assert list(reader.boxes)[:-3] == [s.name for s in make_rules_page(BAKERS_GAME)] + ["examples"]
    for section in make_rules_page(BAKERS_GAME):
        assert reader.buttons[section.name].text == format_english(section.title)
        reader.tap(section.name)
        if section.name != "example":
            assert reader.heading.startswith(format_english(section.title))
        reader.press("back")
    assert reader.tap("examples") == [OpenScene("examples")]


def test_the_limit_is_that_of_the_game_on_the_table() -> None:
    game = replay_game(1, "1-a 2-b")
    reader = Reader(game=game)
    reader.tap("moves")
    shown = " ".join(reader.text for _ in reader.pages())
    limit = get_group_limit(game.rules, game.position, 0)
    assert f"Free now: 2 cells, 0 columns. Onto a card go up to {limit} cards." in shown


def test_over_the_title_it_is_the_configured_game() -> None:
    config = Config.from_values(
        {"game.variant": "kings-only", "game.cells": 2, "game.undo_limit": 7}
    )
    reader = Reader(config=config)
    assert reader.heading == "Kings Only, 2 cells"
    reader.tap("play")
    assert "Undo takes back up to 7 moves." in " ".join(reader.text for _ in reader.pages())


def test_what_was_just_chosen_comes_before_the_configured_game() -> None:
    chosen = find_rules("good-measure", house_rules="EG")
    book = open_scene("rules", stage(), Opening(rules=chosen))
    (heading, *_) = (r for r in book.build_frame(0.0).background if isinstance(r, Label))
    assert heading.text == "Good Measure, E + G"


def test_the_dealt_board_is_drawn() -> None:
    reader = Reader(game=replay_game(617))
    reader.tap("example")
    assert reader.last
    cards = {r.card for r in reader.records if isinstance(r, Card)}
    assert len(cards) == 52
    assert reader.caption == "Deal 617, before the first move."


def test_the_row_of_the_table_that_holds_now_stands_out() -> None:
    reader = Reader(game=replay_game(1, "1-a"))
    reader.tap("moves")
    bold = [r.text for _ in reader.pages() for r in reader.labels if r.bold]
    assert " ".join(bold).count("3 4 8 16") == 1


# That it can be read


def test_every_leaf_fits_every_panel() -> None:
    def check(case: tuple[tuple[int, int], Game]) -> None:
        size, game = case
        reader = Reader(game=game, size=size)
        for _ in reader.pages():
            assert_fits(reader)

    assert find_failures(check, list(zip(SIZES, cycle(GAMES), strict=False))) == []


def test_every_game_fits_small_panels() -> None:
    def check(case: tuple[tuple[int, int], Game]) -> None:
        size, game = case
        reader = Reader(game=game, size=size)
        for _ in reader.pages():
            assert_fits(reader)

    assert find_failures(check, product([TINY, SMALL, (480, 320)], GAMES[:12])) == []


def test_the_example_fits() -> None:
    def check(size: tuple[int, int]) -> None:
        reader = Reader("examples", size=size)
        for _ in reader.pages():
            assert_fits(reader)

    assert find_failures(check, [*SIZES[:5], PANEL]) == []


def assert_fits(reader: Reader) -> None:
    width, height = reader.size
    picture = Box(0, 0, width, height)
    for record in reader.records:
        assert picture.union(record.box) == picture, record
    texts = [label for label in reader.labels if label.text]
    for label in texts:
        assert (
            FixedWidthMeasure().measure_width(label.text, label.px, bold=label.bold) <= label.box.w
        ), label
        assert label.px >= 9
    solid = [label.box for label in texts] + list(reader.boxes.values())
    for index, box in enumerate(solid):
        assert not any(box.overlaps(other) for other in solid[index + 1 :]), box
    for box in reader.boxes.values():
        assert min(box.w, box.h) >= min(min_touch_size(reader.size), 24)


def test_the_table_of_limits_is_whole_on_one_leaf_of_the_smallest_panel() -> None:
    reader = Reader(game=replay_game(1), size=TINY)
    reader.tap("moves")
    rows = "0 1 2 4 1 2 4 8 2 3 6 12 3 4 8 16 4 5 10 20"
    (found,) = (reader.text for _ in reader.pages() if rows in reader.text)
    assert found.startswith("Cards onto a card ")
    assert found.endswith(rows)


def test_what_stands_under_a_heading_stays_together() -> None:
    reader = Reader(size=TINY)
    reader.tap("games")
    compared = [section for section in make_rules_page(BAKERS_GAME) if section.name == "games"]
    heads = sum(
        isinstance(block, Paragraph) and block.style == "head" for block in compared[0].blocks
    )
    tops = []
    for _ in reader.pages():
        if not reader.heading.startswith("Games compared"):
            break
        tops.append(reader.labels[1].bold)
    assert tops == [True] * len(tops)
    assert len(tops) <= heads


# Words


class Shouting(Translator):
    """A language in which every text is in capitals, also those with numbers."""

    def translate(self, text: str, /, **fields: object) -> str:
        return super().translate(text, **fields).upper()

    def translate_plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        return super().translate_plural(one, many, n, **fields).upper()


def test_phrases_are_translated_inside_out() -> None:
    inner = make_plural_message("{n} cell", "{n} cells", 2)
    outer = make_message(
        "{a}, {b} and {c}", a=inner, b=(make_message("x"), make_message("y")), c="z"
    )
    assert Shouting().translate_message(outer) == "2 CELLS, X, Y AND Z"
    assert (
        Translator().translate_message(
            make_plural_message("{n} {what}", "{n} {what}s", 1, what="card")
        )
        == "1 card"
    )


def test_the_whole_book_is_in_the_language_of_the_screen() -> None:
    loud = stage()._replace(translator=Shouting())
    book = open_scene("rules", loud, Opening(replay_game(1)))
    for _ in range(40):
        for record in book.build_frame(0.0).background:
            if isinstance(record, Label | Button):
                assert record.text == record.text.upper()
        book.handle(ButtonEvent(Action.PAGE_DOWN, True, 0.0, "keyboard"), 0.0)
