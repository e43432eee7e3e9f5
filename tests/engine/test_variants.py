"""The records say what the table of games says; what a game does not offer is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.variants import (
    VARIANTS,
    Build,
    CellsError,
    Filling,
    Grouping,
    HouseRuleError,
    UnknownVariantError,
    find_rules,
    find_variant,
)
from tests.support.each import for_each


def test_the_five_games() -> None:
    assert [(game.key, game.tag, game.columns, game.cells) for game in VARIANTS] == [
        ("bakers-game", "BK", 8, (4, 3, 2, 1)),
        ("kings-only", "KO", 8, (4, 3, 2, 1)),
        ("bakers-dozen", "BD", 13, (0,)),
        ("good-measure", "GM", 10, (0,)),
        ("spanish-patience", "SP", 13, (0,)),
    ]


def test_what_is_done_before_play() -> None:
    assert [(game.aces_home, game.kings_slide) for game in VARIANTS] == [
        (0, False),
        (0, False),
        (0, True),
        (2, True),
        (0, True),
    ]


def test_how_the_games_build() -> None:
    carried, none = Grouping.CARRIED, Grouping.NONE
    assert [(game.tableau, game.filling, game.grouping, game.foundations) for game in VARIANTS] == [
        (Build.SUIT, Filling.ANY, carried, Build.SUIT),
        (Build.SUIT, Filling.KING, carried, Build.SUIT),
        (Build.ANY, Filling.NOTHING, none, Build.SUIT),
        (Build.ANY, Filling.NOTHING, none, Build.SUIT),
        (Build.ANY, Filling.NOTHING, none, Build.COLOURS),
    ]


def test_what_else_differs() -> None:
    assert [(game.allows_returns, game.is_scored, game.house_rules) for game in VARIANTS] == [
        (False, True, ""),
        (True, True, ""),
        (False, False, "EG"),
        (False, False, "EG"),
        (False, False, "EG"),
    ]


def test_keys_and_tags_are_unique() -> None:
    assert (
        len({game.key for game in VARIANTS})
        == len({game.tag for game in VARIANTS})
        == len(VARIANTS)
    )


def test_house_rules_change_what_they_say() -> None:
    rules = [find_rules("bakers-dozen", house_rules=house) for house in ("", "E", "G", "EG")]
    assert [(r.filling, r.grouping) for r in rules] == [
        (Filling.NOTHING, Grouping.NONE),
        (Filling.ANY, Grouping.NONE),
        (Filling.NOTHING, Grouping.WHOLE),
        (Filling.ANY, Grouping.WHOLE),
    ]


def test_house_letters_come_in_any_order_and_case() -> None:
    assert find_rules("good-measure", 0, "ge") == find_rules("good-measure", 0, "EG")
    assert find_rules("good-measure", 0, "ge").house_rules == "EG"


def test_the_usual_number_of_cells_is_the_first() -> None:
    assert find_rules("kings-only").cells == 4
    assert find_rules("bakers-dozen").cells == 0


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownVariantError) as caught:
        find_variant("freecell")
    assert str(caught.value) == (
        "there is no game 'freecell': expected one of bakers-game, kings-only, bakers-dozen,"
        " good-measure, spanish-patience"
    )


@for_each(
    "key, cells, message",
    [
        ("bakers-game", 5, "Baker's Game is not played with 5 cells: expected one of 1, 2, 3, 4"),
        ("bakers-game", 0, "Baker's Game is not played with 0 cells: expected one of 1, 2, 3, 4"),
        ("good-measure", 1, "Good Measure has no free cells: expected 0, not 1"),
    ],
)
def test_cells_that_are_not_offered(key: str, cells: int, message: str) -> None:
    with pytest.raises(CellsError) as caught:
        find_rules(key, cells)
    assert str(caught.value) == message


@for_each(
    "key, house, message",
    [
        ("bakers-game", "E", "Baker's Game has no house rules: expected none, not 'E'"),
        ("bakers-dozen", "X", "Baker's Dozen has no house rule 'X': expected one of E, G"),
        ("bakers-dozen", "EE", "a house rule is named twice in 'EE': expected each once"),
    ],
)
def test_house_rules_that_are_not_offered(key: str, house: str, message: str) -> None:
    with pytest.raises(HouseRuleError) as caught:
        find_rules(key, house_rules=house)
    assert str(caught.value) == message


def test_a_record_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="can return only where its foundation tells"):
        replace(find_variant("spanish-patience"), allows_returns=True)
