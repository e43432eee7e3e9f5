"""A board drawn for people."""

from __future__ import annotations

from engine.deals import deal
from engine.notation import draw_board
from engine.variants import Rules, find_rules
from tests.support.each import for_each
from tests.support.tables import BAKERS_GAME, SPANISH, parse_position
from tests.support.varieties import TESTED_RULES

FEW_CARDS_BOARD = """
Foundations: C-A H-9
Freecells: - TD
KS QS
:
TH
"""

EXPECTED_PICTURE = """\
  a     b     c     d    hC    hD    hH    hS
 ╌╌╌  ┌───┐  ╌╌╌   ╌╌╌  ┌───┐  ╌╌╌  ┌───┐  ╌╌╌
      │10♦│             │A♣ │       │9♥ │
      │   │             │   │       │   │
      └───┘             └───┘       └───┘

  1     2     3     4     5     6     7     8
┌───┐  ╌╌╌  ┌───┐  ╌╌╌   ╌╌╌   ╌╌╌   ╌╌╌   ╌╌╌
│K♠ │       │10♥│
├───┤       │   │
│Q♠ │       └───┘
│   │
└───┘
"""


def test_cards_are_boxes_and_columns_overlap_downwards() -> None:
    assert draw_board(parse_position(FEW_CARDS_BOARD), BAKERS_GAME) == EXPECTED_PICTURE


def test_foundations_in_colours_show_rank_and_colour() -> None:
    picture = draw_board(parse_position("Foundations: C-A D-2 H-T S-9", SPANISH), SPANISH)
    assert picture.splitlines()[2] == "│A♣ │ │2b │ │10b│ │9b │"


def test_cells_that_are_not_in_play_are_not_drawn() -> None:
    two = find_rules("bakers-game", 2)
    assert draw_board(deal(two, 1), two).splitlines()[0] == "  a     b    hC    hD    hH    hS"
    assert draw_board(deal(SPANISH, 1), SPANISH).splitlines()[0] == " hC    hD    hH    hS"


@for_each("rules", TESTED_RULES)
def test_no_line_is_longer_than_a_terminal(rules: Rules) -> None:
    lines = draw_board(deal(rules, 1), rules).splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line != line.rstrip() for line in lines)
