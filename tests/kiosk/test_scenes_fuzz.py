"""Random input on the table: the cards and the journal agree after any of it.

A known bug of another program: a double click during an animation left a card stuck, and undo
made it vanish (PySolFC issue 592, Baker's Game itself).
"""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from engine.cards import DECK
from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_pile
from engine.position import EMPTY, FIRST_FOUNDATION, HOME
from engine.variants import Rules, find_rules
from kiosk.effects import Effect, ExitProgram, OpenScene, SaveEntry
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Card, FoldedCount
from tests.support.player import Player
from tests.support.stage import PANEL, SMALL, UPRIGHT
from tests.support.tables import KINGS_ONLY, replay_game

GAMES = [
    find_rules("bakers-game"),
    find_rules("bakers-game", 1),
    KINGS_ONLY,
    find_rules("bakers-dozen", house_rules="EG"),
    find_rules("good-measure"),
    find_rules("spanish-patience", house_rules="E"),
]
SOME_KEYS = [action for action in Action if action not in (Action.QUIT, Action.TYPE)]


class Wild(Player):
    """A player who taps, drags and presses at random."""

    def __init__(self, rules: Rules, seed: int, size: tuple[int, int]) -> None:
        self.dice = random.Random(seed)
        self.limit = self.dice.choice((0, 3, 100))
        self.start = Game.begin(rules, self.dice.randint(1, 33_554_432), self.limit)
        self.told = self.start
        super().__init__(self.start, size)
        self.finger = self.somewhere()
        self.size = size

    def somewhere(self) -> tuple[int, int]:
        boxes = self.scene.collect_boxes(self.now)
        kind = self.dice.choice(("cards", "cards", "cards", "piles", "buttons", ""))
        if kind:
            return self.dice.choice(sorted(boxes[kind].values())).centre
        return self.dice.randrange(self.frame.size[0]), self.dice.randrange(self.frame.size[1])

    def go(self) -> None:
        if self.dice.random() < 0.4:
            self.check(self.wait(self.dice.uniform(0.001, 0.3)))
        else:
            self.now += self.dice.uniform(0.001, 0.3)
        what = self.dice.random()
        if what < 0.2:
            self.try_a_move()
        elif what < 0.5:
            self.tap_at(self.somewhere())
        elif what < 0.75:
            if self.dice.random() < 0.5:
                self.finger = self.somewhere()
            self.do(PointerEvent(self.dice.choice(tuple(PointerPhase)), *self.finger, self.now))
        elif what < 0.97:
            action, down = self.dice.choice(SOME_KEYS), self.dice.random() < 0.6
            self.do(ButtonEvent(action, down, self.now, "keyboard"))
        else:
            self.do(ResizeEvent(*self.dice.choice((SMALL, PANEL, UPRIGHT))))

    def tap_at(self, pixel: tuple[int, int]) -> None:
        self.finger = pixel
        for touch in (PointerPhase.DOWN, PointerPhase.UP) * self.dice.choice((1, 1, 2, 3)):
            self.do(PointerEvent(touch, *pixel, self.now))
            self.now += self.dice.uniform(0.001, 0.12)

    def try_a_move(self) -> None:
        moves = legal_moves(self.game.rules, self.game.position)
        boxes = self.scene.collect_boxes(self.now)["piles"]
        if moves:
            move = self.dice.choice(moves)
            target = FIRST_FOUNDATION if move.target == HOME else move.target
            for pile in (move.source, target):
                self.tap_at(boxes[format_pile(pile)].centre)

    def do(self, message: InputEvent) -> None:
        self.check(self.send_event(message))

    def check(self, done: list[Effect]) -> None:
        for effect in done:
            assert not isinstance(effect, ExitProgram)
            if isinstance(effect, SaveEntry):
                self.told = self.told.apply_entry(effect.entry)
                assert effect.won == (self.told.state == "won" and effect.entry[0] not in "ur")
        assert self.told == self.game
        self.check_picture()
        if any(isinstance(effect, OpenScene) for effect in done):
            self.scene.leave(self.now)
            self.now += self.dice.uniform(0.01, 100)
            self.scene.enter(self.now)
            self.update_frame()
            if self.game.state != "playing":
                back = self.dice.choice((Action.UNDO, Action.RESTART))
                self.check(self.send_event(ButtonEvent(back, True, self.now, "screen")))

    def check_picture(self) -> None:
        cards = [record for record in self.drawables if isinstance(record, Card)]
        shown = {card.card for card in cards}
        assert len(shown) == len(cards), "a card is there twice"
        position = self.game.position
        lying = {c for c in (*b"".join(position.columns), *position.cells) if c != EMPTY}
        folded = sum(r.count for r in self.drawables if isinstance(r, FoldedCount))
        assert len(lying - shown) == folded, "a card is missing"
        tops = [top for top in self.game.get_foundation_tops() if top is not None]
        assert set(tops) <= shown | lying
        assert set(DECK) - lying >= shown - lying
        picture = Box(0, 0, *self.frame.size)
        still = [record for record in self.frame.background if isinstance(record, Card)]
        assert all(card.box.union(picture) == picture for card in still)


@pytest.mark.parametrize("size", [SMALL, PANEL, UPRIGHT])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.variant.tag}{rules.cells}")
def test_the_cards_and_the_journal_agree_whatever_is_touched(
    rules: Rules, size: tuple[int, int]
) -> None:
    player = Wild(rules, sum(size), size)
    for _ in range(120):
        player.go()
    number = player.start.number
    assert number is not None
    assert Game.replay(rules, number, player.journal_entries, player.limit) == player.game


def test_undo_of_all_and_redo_of_all_is_the_same_game() -> None:
    player = Wild(find_rules("bakers-game"), 5, PANEL)
    player.limit = 0
    for _ in range(100):
        player.go()
    game = player.game
    undone = game.undo_count
    player.press(*["undo"] * undone, seconds=0.001, pause_seconds=0.001)
    assert player.game.undo_count == 0
    player.press(*["redo"] * undone, seconds=0.001, pause_seconds=0.001)
    assert player.game.position == game.position
    assert player.game.score == game.score


def test_nothing_grows_over_time() -> None:
    """The memory of the scene does not grow in an hour of the same moves."""
    player = Player(replay_game(1))

    def fro(times: int) -> None:
        for _ in range(times):
            player.tap("1", pause_seconds=0.4)
            player.tap("a", pause_seconds=0.4)
            player.press("undo", "right", "left", pause_seconds=0.1)
            player.tap("KD", pause_seconds=0.4)
            player.effects.clear()

    fro(10)
    gc.collect()
    tracemalloc.start()
    fro(5)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    fro(20)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 8_000
