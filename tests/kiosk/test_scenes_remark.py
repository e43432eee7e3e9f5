from __future__ import annotations

import pytest

from engine.variants import Rules
from kiosk.frame import Label, Panel, PanelKind, Slot, SlotKind
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.stage import SIZES
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY

LONG = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


def line(player: Player) -> Panel:
    (found,) = (r for r in player.frame.foreground if isinstance(r, Panel))
    assert found.kind is PanelKind.NOTE
    return found


def refused(drawing: str, size: tuple[int, int]) -> Player:
    """The 9H was to go on the 9D."""
    player = Player.from_drawing(drawing, BAKERS_GAME, size)
    player.tap("9H")
    player.tap("9D")
    assert player.message_text == "the 9♥ goes on the 10♥ only"
    return player


@for_each("size", SIZES)
def test_the_line_that_says_why_covers_no_card_where_there_is_another_place(
    size: tuple[int, int],
) -> None:
    player = refused(f":\n9H\n9D\n:\n:\n:\n:\n{LONG}", size)
    box = line(player).box
    assert [name for name, card in player.cards.items() if card.box.overlaps(box)] == []


def test_it_is_as_wide_as_its_text_and_stands_in_the_middle() -> None:
    player = refused("9H\n9D", (800, 480))
    box, field = line(player).box, player.scene._view.layout.message_area
    assert abs(box.centre[0] - field.centre[0]) <= 1
    assert box.w < field.w // 2
    assert all(box.union(r.box) == box for r in player.frame.foreground if isinstance(r, Label))


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        (BAKERS_GAME, SlotKind.COLUMN),
        (KINGS_ONLY, SlotKind.KINGS_ONLY),
        (BAKERS_DOZEN, SlotKind.CLOSED),
    ],
    ids=["any", "kings", "none"],
)
def test_an_empty_column_shows_what_it_takes(rules: Rules, kind: SlotKind) -> None:
    player = Player.from_drawing("KC\n9H", rules)
    slots = [r for r in player.frame.background if isinstance(r, Slot)]
    others = (SlotKind.FOUNDATION, SlotKind.CELL)
    assert {slot.kind for slot in slots} - {*others} == {kind}
