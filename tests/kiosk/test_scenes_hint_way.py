"""What is known of a game: hints lead to the win, and the table hears of it wherever it is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from engine.movegen import legal_moves
from engine.solver.verdict import Verdict
from engine.variants import VARIANTS, Rules, Variant, find_rules
from kiosk.effects import CancelThinking, SolverAnswer
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Mark
from kiosk.scenes.table.solver_memory import (
    LostPosition,
    SolverMemory,
    UndecidedPosition,
    WinnablePosition,
)
from kiosk.scenes.table.table_scene import TableScene
from kiosk.storage import Store
from tests.support.asker import Prompt, solve_now, strayed, thinks
from tests.support.stage import direct


def test_losing_right_after_a_known_way_needs_no_search() -> None:
    game = strayed()
    counsel = SolverMemory(game.rules)
    before = game.go_back(3)
    for advice in [a for think in thinks(counsel.update_request(before)) for a in solve_now(think)]:
        counsel.record_answer(advice)
    lost = before.redo()
    (think,) = thinks(counsel.update_request(lost))
    assert think.step_count == 1
    counsel.record_answer(SolverAnswer(Verdict.LOST, is_final=False))
    assert counsel.assess(lost) == LostPosition(1, True)
    assert counsel.update_request(lost) == [CancelThinking()]


def follows_to_the_win(rules: Rules, number: int, random: Random) -> bool | None:
    """Whether hints lead to the win, with another move in five; None where that loses the game."""
    game, counsel = Game.begin(rules, number), SolverMemory(rules)
    for moves in range(600):
        for think in thinks(counsel.update_request(game)):
            for advice in solve_now(think):
                counsel.record_answer(advice)
        if game.state == "won":
            return True
        outlook = counsel.assess(game)
        if isinstance(outlook, (LostPosition, UndecidedPosition)) and outlook.moves_back:
            game = game.go_back(outlook.moves_back)
            continue
        if not isinstance(outlook, WinnablePosition):
            return None
        stray = moves < 100 and random.random() < 0.2
        move = random.choice(legal_moves(rules, game.position)) if stray else outlook.move
        game = game.play(move)
    return False


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_hints_lead_to_the_win_whatever_happens_in_between(variant: Variant) -> None:
    ends = _ends(variant, range(1, 13), 3)
    assert ends.count(True) >= 2
    assert False not in ends


@pytest.mark.prove
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_hints_lead_to_the_win_in_many_deals(variant: Variant) -> None:
    ends = _ends(variant, range(1, 100), 40)
    assert ends.count(True) >= 20
    assert False not in ends


def _ends(variant: Variant, numbers: range, enough: int) -> list[bool | None]:
    ends: list[bool | None] = []
    for number in numbers:
        rules = find_rules(variant.key)
        ends.append(follows_to_the_win(rules, number, Random(number)))
        if ends.count(True) == enough:
            break
    return ends


def test_the_answer_reaches_the_table_below_the_menu(tmp_path: Path) -> None:
    advisor = Slow()
    store, _ = Store.open(tmp_path)
    screens = direct(store, advisor)
    screens.show_first_scene(1.0, "BK1-C4-AAAAA24")
    for action in (Action.HINT, Action.MENU):
        screens.handle(ButtonEvent(action, True, 2.0, "keyboard"), 2.0)
    assert screens.next_deadline(3.0) is None
    advisor.ready = True
    assert screens.next_deadline(3.0) == 3.0
    screens.advance(3.0)
    screens.handle(ButtonEvent(Action.BACK, True, 4.0, "keyboard"), 4.0)
    assert any(isinstance(r, Mark) for r in screens.build_frame(4.0).foreground)
    assert isinstance(screens.top, TableScene)
    store.close()


def test_a_new_deal_takes_the_question_back(tmp_path: Path) -> None:
    advisor = Slow()
    store, _ = Store.open(tmp_path)
    screens = direct(store, advisor)
    screens.show_first_scene(1.0, "BK1-C4-AAAAA24")
    screens.handle(ButtonEvent(Action.HINT, True, 2.0, "keyboard"), 2.0)
    assert advisor.asked is not None
    for action in (Action.NEW, Action.CONFIRM):
        screens.handle(ButtonEvent(action, True, 3.0, "keyboard"), 3.0)
    assert advisor.asked is None
    store.close()


class Slow(Prompt):
    """An advisor that replies when the test lets it."""

    ready = False

    def next_deadline(self, now: float) -> float | None:
        return super().next_deadline(now) if self.ready else None
