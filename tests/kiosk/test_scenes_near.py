"""A finger that comes down beside everything, and one that rests: what it means and is shown."""

from __future__ import annotations

import itertools

from engine.variants import find_rules
from kiosk.events import PointerPhase
from kiosk.frame import Box, Card, Panel, PanelKind, Slot, SlotKind
from kiosk.intent import PileSpot
from kiosk.scenes.table.magnifier import find_nearest_target
from kiosk.scenes.table.view import TableView
from tests.support.each import for_each
from tests.support.player import Player
from tests.support.stage import SIZES
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME

CROWDED = "8C 7D 6H\n9C\n9D\n9H\n9S\n8D\n8H\n8S\n7C\n7H\n7S\nKC\nKD"
"""A run that goes onto ten columns of its game with both house rules."""
SIDES = (480, 320)
"""A picture where cells and foundations leave gaps."""


def get_view(player: Player) -> TableView:
    return player.scene._view


def find_nearest(player: Player, x: int, y: int) -> PileSpot | None:
    return find_nearest_target(get_view(player), player.game, x, y)


def list_free_pixels(player: Player) -> list[tuple[int, int]]:
    """Pixels of the table that belong to nothing, some of them."""
    (width, height), bar = player.stage.size, get_view(player).layout.toolbar.box
    pixels = [(x, y) for x in range(0, width, 3) for y in range(0, height, 3)]
    return [p for p in pixels if get_view(player).hit_test(*p) is None and not bar.contains(*p)]


def compute_distance(box: Box, x: int, y: int) -> int:
    return max(box.x - x, x - box.right + 1, box.y - y, y - box.bottom + 1, 0)


@for_each("size", [SIDES, (800, 480), (240, 320), (1280, 720)])
def test_a_tap_beside_everything_means_the_nearest_place_that_takes_the_card(
    size: tuple[int, int],
) -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH", size=size)
    player.tap("9H")
    assert player.selected_cards == "9H"
    boxes = player.scene.collect_boxes(player.now)["piles"]
    taken = [name for name in player.marked_places.split() if name in boxes]
    assert "3" in taken
    assert "2" not in taken
    reach = max(24, -(-min(size) // 12))
    found = set()
    for x, y in list_free_pixels(player):
        spot = find_nearest(player, x, y)
        nearest = min(compute_distance(boxes[name], x, y) for name in taken)
        assert (spot is None) == (nearest > reach), (x, y)
        if spot is not None:
            names = [name for name in taken if compute_distance(boxes[name], x, y) == nearest]
            found.add(names[0])
    assert found or not list_free_pixels(player)


def test_it_is_played_like_a_tap_on_the_place() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH", size=SIDES)
    player.tap("9H")
    x, y = next(p for p in list_free_pixels(player) if find_nearest(player, *p))
    player.tap((x, y))
    assert len(player.journal_entries) == 1
    assert player.selected_cards == ""


def test_with_nothing_selected_bare_cloth_means_nothing() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH", size=SIDES)
    assert [p for p in list_free_pixels(player) if find_nearest(player, *p)] == []
    for place in list_free_pixels(player)[::50]:
        player.tap(place)
    assert player.journal_entries == []
    assert player.selected_cards == ""


def test_a_place_that_is_touched_means_itself_and_no_other() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH")
    player.tap("9H")
    player.tap("2")
    assert player.message_text
    assert player.selected_cards == "9H"
    assert player.journal_entries == []


def test_the_line_of_controls_is_beside_nothing() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH")
    player.tap("9H")
    bar = get_view(player).layout.toolbar
    for figure in bar.status_lines:
        player.tap(figure.centre)
    assert player.selected_cards == "9H"
    assert player.journal_entries == []


# The magnifier


def magnifier(player: Player) -> Panel | None:
    notes = [
        r for r in player.frame.foreground if isinstance(r, Panel) and r.kind is PanelKind.NOTE
    ]
    return notes[0] if notes else None


def under(player: Player) -> list[Card | Slot]:
    panel = magnifier(player)
    assert panel is not None
    inside = [r for r in player.frame.foreground if isinstance(r, Card | Slot)]
    return [r for r in inside if r.box.overlaps(panel.box)]


def test_a_finger_that_rests_is_shown_the_card_and_its_places_large() -> None:
    player = Player.from_drawing("Foundations: H-8\nKC 9H\n9C 8C\nTH")
    player.send_pointer(PointerPhase.DOWN, "9H")
    player.wait(0.55)
    assert magnifier(player) is None
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
    player.send_pointer(PointerPhase.UP, "9H")
    assert magnifier(player) is None
    assert player.selected_cards == "9H"


def test_an_empty_foundation_is_shown_with_its_suit() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.send_pointer(PointerPhase.DOWN, "AD")
    player.wait(0.7)
    home = under(player)[-1]
    assert isinstance(home, Slot)
    assert (home.kind, home.suit) == (SlotKind.FOUNDATION, 1)


def test_what_cannot_be_picked_up_is_not_shown() -> None:
    player = Player.from_drawing("KS AD\n2D")
    player.send_pointer(PointerPhase.DOWN, "KS")
    player.wait(0.7)
    assert [r for r in player.frame.foreground if isinstance(r, Slot)] == []


def test_the_lens_leaves_when_the_card_is_dragged() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH")
    x, y = player.find_pixel("9H")
    player.send_pointer(PointerPhase.DOWN, (x, y))
    player.wait(0.7)
    assert magnifier(player) is not None
    player.send_pointer(PointerPhase.MOVE, (x + 60, y))
    assert magnifier(player) is None
    assert player.moving_cards == "9H"


def test_a_covered_or_closed_table_shows_none() -> None:
    player = Player.from_drawing("KC 9H\n9C 8H\nTH")
    player.send_pointer(PointerPhase.DOWN, "9H")
    player.wait(0.7)
    player.scene.leave(player.now)
    player.update_frame()
    assert magnifier(player) is None


@for_each("size", SIZES)
@for_each("rules", [BAKERS_GAME, BAKERS_DOZEN])
def test_the_lens_is_on_the_picture_and_beside_the_finger_everywhere(
    size: tuple[int, int], rules: object
) -> None:
    chosen = BAKERS_GAME if rules is BAKERS_GAME else BAKERS_DOZEN
    rows = "\n".join(["KC 9H", "TH", "TC", "TD", "TS", "KH", "KD", "KS 4C"])
    player = Player.from_drawing(rows, chosen, size)
    for card in ("9H", "4C", "TD"):
        x, y = player.find_pixel(card)
        player.send_pointer(PointerPhase.DOWN, (x, y))
        player.wait(0.7)
        panel = magnifier(player)
        assert panel is not None
        assert panel.box.x >= 0 <= panel.box.y
        assert panel.box.right <= size[0]
        assert panel.box.bottom <= size[1]
        assert not panel.box.expand(8).contains(x, y)
        shown = under(player)
        assert shown[0].box.w >= player.scene._view.layout.card_size[0]
        for one in shown:
            assert one.box.union(panel.box) == panel.box
        player.send_pointer(PointerPhase.UP, (x, y))
        player.tap(card)


@for_each("size", [(240, 240), (320, 240), (480, 800), (1480, 320)])
def test_many_places_stand_in_rows_as_large_as_on_the_table(size: tuple[int, int]) -> None:
    """A run goes onto ten columns; on a strip of a panel one row of them would be too wide."""
    player = Player.from_drawing(CROWDED, find_rules("bakers-dozen", house_rules="EG"), size)
    for card in ("8C", "6H"):
        x, y = player.find_pixel(card)
        player.send_pointer(PointerPhase.DOWN, (x, y))
        player.wait(0.7)
        panel = magnifier(player)
        assert panel is not None
        assert panel.box.union(Box(0, 0, *size)) == Box(0, 0, *size)
        assert not panel.box.expand(8).contains(x, y)
        shown = under(player)
        assert len(shown) == 11
        assert min(one.box.w for one in shown) >= 0.9 * player.scene._view.layout.card_size[0]
        for one, other in itertools.combinations(shown, 2):
            assert not one.box.overlaps(other.box)
        player.send_pointer(PointerPhase.UP, (x, y))
