"""The example plays its group moves card by card, on a real table."""

from __future__ import annotations

from engine.cards import format_card, parse_card
from engine.messages import format_english
from engine.position import EMPTY
from engine.rulebook.example import load_example_game, make_example_steps
from kiosk.animation import GLIDE_SECONDS
from kiosk.effects import GoBack
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Card, Slot
from tests.support.pager_user import Reader


def test_the_example_plays_both_groups_card_by_card() -> None:
    reader = Reader("examples")
    captions = [reader.caption for _ in reader.pages()]
    assert captions == [
        format_english(step.text) for step in make_example_steps(load_example_game())
    ]
    assert captions[1] == "10 cards in sequence, 4 free cells, 1 empty column."
    assert reader.focus == "back"
    assert reader.press("confirm") == [GoBack()]


def test_every_leaf_of_the_example_shows_its_table() -> None:
    reader = Reader("examples")
    steps = iter(make_example_steps(load_example_game()))
    for _ in reader.pages():
        position = next(steps).position
        shown = {r.card for r in reader.records if isinstance(r, Card)}
        lying = {*b"".join(position.columns), *position.cells} - {EMPTY}
        home = {parse_card(text) for text in ("2C", "2D", "2H", "2S")}
        assert shown == lying | home


def test_a_card_is_seen_to_travel() -> None:
    reader = Reader("examples")
    for _ in range(3):
        reader.tap("page-down")
    before = reader.pager.build_frame(reader.now)
    reader.pager.handle(ButtonEvent(Action.PAGE_DOWN, True, reader.now, "keyboard"), reader.now)
    assert reader.pager.next_deadline(reader.now) == reader.now
    (card,) = (r for r in reader.pager.build_frame(reader.now).foreground if isinstance(r, Card))
    assert format_card(card.card) == "4C"
    assert card.box[:2] == next(
        r.box[:2] for r in before.background if isinstance(r, Card) and r.card == card.card
    )
    half = reader.pager.build_frame(reader.now + GLIDE_SECONDS / 2)
    assert half.background is reader.pager.build_frame(reader.now + GLIDE_SECONDS / 3).background
    assert half.foreground[0].box != card.box
    reader.pager.advance(reader.now + GLIDE_SECONDS)
    assert reader.pager.build_frame(reader.now + GLIDE_SECONDS).foreground == ()
    assert reader.pager.next_deadline(reader.now + GLIDE_SECONDS) is None


def test_a_table_has_its_empty_places() -> None:
    reader = Reader("examples")
    assert len([r for r in reader.records if isinstance(r, Slot)]) == 8 + 4 + 4
