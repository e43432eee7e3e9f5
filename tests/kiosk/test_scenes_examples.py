"""The example plays its group moves card by card, on a real table."""

from __future__ import annotations

from engine.cards import card_text, parse_card
from engine.messages import english
from engine.position import EMPTY
from engine.rulebook.example import example_game, example_steps
from kiosk.animation import GLIDE
from kiosk.effects import Back
from kiosk.events import Action, Press
from kiosk.frame import Card, Slot
from tests.support.book import Reader


def test_the_example_plays_both_groups_card_by_card() -> None:
    reader = Reader("examples")
    captions = [reader.caption for _ in reader.leaves()]
    assert captions == [english(step.told) for step in example_steps(example_game())]
    assert captions[1] == "10 cards in sequence, 4 free cells, 1 empty column."
    assert reader.focus == "back"
    assert reader.press("confirm") == [Back()]


def test_every_leaf_of_the_example_shows_its_table() -> None:
    reader = Reader("examples")
    steps = iter(example_steps(example_game()))
    for _ in reader.leaves():
        position = next(steps).position
        shown = {r.card for r in reader.records if isinstance(r, Card)}
        lying = {*b"".join(position.columns), *position.cells} - {EMPTY}
        home = {parse_card(text) for text in ("2C", "2D", "2H", "2S")}
        assert shown == lying | home


def test_a_card_is_seen_to_travel() -> None:
    reader = Reader("examples")
    for _ in range(3):
        reader.tap("page-down")
    before = reader.book.frame(reader.now)
    reader.book.handle(Press(Action.PAGE_DOWN, True, reader.now, "keyboard"), reader.now)
    assert reader.book.wake(reader.now) == reader.now
    (card,) = (r for r in reader.book.frame(reader.now).moving if isinstance(r, Card))
    assert card_text(card.card) == "4C"
    assert card.box[:2] == next(
        r.box[:2] for r in before.still if isinstance(r, Card) and r.card == card.card
    )
    half = reader.book.frame(reader.now + GLIDE / 2)
    assert half.still is reader.book.frame(reader.now + GLIDE / 3).still
    assert half.moving[0].box != card.box
    reader.book.advance(reader.now + GLIDE)
    assert reader.book.frame(reader.now + GLIDE).moving == ()
    assert reader.book.wake(reader.now + GLIDE) is None


def test_a_table_has_its_empty_places() -> None:
    reader = Reader("examples")
    assert len([r for r in reader.records if isinstance(r, Slot)]) == 8 + 4 + 4
