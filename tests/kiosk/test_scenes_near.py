"""A finger that comes down beside everything, and one that rests: what it means and is shown."""

from __future__ import annotations

import itertools

import pytest

from engine.variants import rules_for
from kiosk.events import Touch
from kiosk.frame import Box, Card, Panel, PanelKind, Slot, SlotKind
from kiosk.scenes.table.magnifier import nearest_target
from kiosk.scenes.table.view import Glass
from tests.support.player import Player
from tests.support.stage import SIZES
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME

CROWDED = "8C 7D 6H\n9C\n9D\n9H\n9S\n8D\n8H\n8S\n7C\n7H\n7S\nKC\nKD"
"""A run that goes onto ten columns of its game with both house rules."""
SIDES = (480, 320)
"""A picture where cells and foundations leave gaps."""


def glass(player: Player) -> Glass:
    return player.scene._glass


def bare(player: Player) -> list[tuple[int, int]]:
    """Pixels of the table that belong to nothing, some of them."""
    (width, height), bar = player.stage.size, glass(player).table.bar.box
    pixels = [(x, y) for x in range(0, width, 3) for y in range(0, height, 3)]
    return [p for p in pixels if glass(player).touched(*p) is None and not bar.holds(*p)]


def away(box: Box, x: int, y: int) -> int:
    return max(box.x - x, x - box.right + 1, box.y - y, y - box.bottom + 1, 0)


@pytest.mark.parametrize("size", [SIDES, (800, 480), (240, 320), (1280, 720)])
def test_a_tap_beside_everything_means_the_nearest_place_that_takes_the_card(
    size: tuple[int, int],
) -> None:
    player = Player.at("KC 9H\n9C 8H\nTH", size=size)
    player.tap("9H")
    assert player.selected == "9H"
    boxes = player.scene.boxes(player.now)["piles"]
    taken = [name for name in player.marked.split() if name in boxes]
    assert "3" in taken
    assert "2" not in taken
    reach = max(24, -(-min(size) // 12))
    seen = set()
    for x, y in bare(player):
        spot = nearest_target(glass(player), player.game, x, y)
        nearest = min(away(boxes[name], x, y) for name in taken)
        assert (spot is None) == (nearest > reach), (x, y)
        if spot is not None:
            names = [name for name in taken if away(boxes[name], x, y) == nearest]
            seen.add(names[0])
    assert seen or not bare(player)


def test_it_is_played_like_a_tap_on_the_place() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH", size=SIDES)
    player.tap("9H")
    x, y = next(p for p in bare(player) if nearest_target(glass(player), player.game, *p))
    player.tap((x, y))
    assert len(player.journal) == 1
    assert player.selected == ""


def test_with_nothing_selected_bare_cloth_means_nothing() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH", size=SIDES)
    assert [p for p in bare(player) if nearest_target(glass(player), player.game, *p)] == []
    for place in bare(player)[::50]:
        player.tap(place)
    assert player.journal == []
    assert player.selected == ""


def test_a_place_that_is_touched_means_itself_and_no_other() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH")
    player.tap("9H")
    player.tap("2")
    assert player.said
    assert player.selected == "9H"
    assert player.journal == []


def test_the_line_of_controls_is_beside_nothing() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH")
    player.tap("9H")
    bar = glass(player).table.bar
    for figure in bar.figures:
        player.tap(figure.middle)
    assert player.selected == "9H"
    assert player.journal == []


# The lens


def lens(player: Player) -> Panel | None:
    notes = [r for r in player.frame.moving if isinstance(r, Panel) and r.kind is PanelKind.NOTE]
    return notes[0] if notes else None


def under(player: Player) -> list[Card | Slot]:
    panel = lens(player)
    assert panel is not None
    inside = [r for r in player.frame.moving if isinstance(r, Card | Slot)]
    return [r for r in inside if r.box.meets(panel.box)]


def test_a_finger_that_rests_is_shown_the_card_and_its_places_large() -> None:
    player = Player.at("Foundations: H-8\nKC 9H\n9C 8C\nTH")
    player.point(Touch.DOWN, "9H")
    player.wait(0.55)
    assert lens(player) is None
    player.wait(0.1)
    card, column, empty, cell, home = under(player)
    assert isinstance(card, Card)
    assert isinstance(column, Card)
    assert isinstance(home, Card)
    assert (card.card, column.card, home.card) == (34, 38, 30)
    assert isinstance(empty, Slot)
    assert isinstance(cell, Slot)
    assert (empty.kind, cell.kind) == (SlotKind.COLUMN, SlotKind.CELL)
    assert card.box.w > player.cards["KC"].box.w * 1.3
    player.point(Touch.UP, "9H")
    assert lens(player) is None
    assert player.selected == "9H"


def test_an_empty_foundation_is_shown_with_its_suit() -> None:
    player = Player.at("KS AD\n2D")
    player.point(Touch.DOWN, "AD")
    player.wait(0.7)
    home = under(player)[-1]
    assert isinstance(home, Slot)
    assert (home.kind, home.suit) == (SlotKind.FOUNDATION, 1)


def test_what_cannot_be_picked_up_is_not_shown() -> None:
    player = Player.at("KS AD\n2D")
    player.point(Touch.DOWN, "KS")
    player.wait(0.7)
    assert [r for r in player.frame.moving if isinstance(r, Slot)] == []


def test_the_lens_leaves_when_the_card_is_dragged() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH")
    x, y = player.find("9H")
    player.point(Touch.DOWN, (x, y))
    player.wait(0.7)
    assert lens(player) is not None
    player.point(Touch.MOVE, (x + 60, y))
    assert lens(player) is None
    assert player.moving == "9H"


def test_a_covered_or_closed_table_shows_none() -> None:
    player = Player.at("KC 9H\n9C 8H\nTH")
    player.point(Touch.DOWN, "9H")
    player.wait(0.7)
    player.scene.leave(player.now)
    player.look()
    assert lens(player) is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", [BAKERS_GAME, BAKERS_DOZEN])
def test_the_lens_is_on_the_picture_and_beside_the_finger_everywhere(
    size: tuple[int, int], rules: object
) -> None:
    chosen = BAKERS_GAME if rules is BAKERS_GAME else BAKERS_DOZEN
    rows = "\n".join(["KC 9H", "TH", "TC", "TD", "TS", "KH", "KD", "KS 4C"])
    player = Player.at(rows, chosen, size)
    for card in ("9H", "4C", "TD"):
        x, y = player.find(card)
        player.point(Touch.DOWN, (x, y))
        player.wait(0.7)
        panel = lens(player)
        assert panel is not None
        assert panel.box.x >= 0 <= panel.box.y
        assert panel.box.right <= size[0]
        assert panel.box.bottom <= size[1]
        assert not panel.box.grown(8).holds(x, y)
        shown = under(player)
        assert shown[0].box.w >= player.scene._glass.table.card[0]
        for one in shown:
            assert one.box.joined(panel.box) == panel.box
        player.point(Touch.UP, (x, y))
        player.tap(card)


@pytest.mark.parametrize("size", [(240, 240), (320, 240), (480, 800), (1480, 320)])
def test_many_places_stand_in_rows_as_large_as_on_the_table(size: tuple[int, int]) -> None:
    """A run goes onto ten columns; on a strip of a panel one row of them would be too wide."""
    player = Player.at(CROWDED, rules_for("bakers-dozen", house="EG"), size)
    for card in ("8C", "6H"):
        x, y = player.find(card)
        player.point(Touch.DOWN, (x, y))
        player.wait(0.7)
        panel = lens(player)
        assert panel is not None
        assert panel.box.joined(Box(0, 0, *size)) == Box(0, 0, *size)
        assert not panel.box.grown(8).holds(x, y)
        shown = under(player)
        assert len(shown) == 11
        assert min(one.box.w for one in shown) >= 0.9 * player.scene._glass.table.card[0]
        for one, other in itertools.combinations(shown, 2):
            assert not one.box.meets(other.box)
        player.point(Touch.UP, (x, y))
