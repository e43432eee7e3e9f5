"""Group moves of a real deal, one single card after the other."""

from __future__ import annotations

from engine.rulebook.example import example_game, example_steps
from kiosk.scenes.book.board import Shown, board_leaves
from kiosk.scenes.book.leaf import Leaf
from kiosk.scenes.book.leafing import Leafing
from kiosk.scenes.stage import Occasion, Stage


def examples(stage: Stage, occasion: Occasion) -> Leafing:
    """The example, to be stepped through; the game on the table is another one."""
    game = example_game()
    steps = example_steps(game)
    tops = game.foundation_tops()

    def leaves(stage: Stage) -> list[Leaf]:
        shown = [
            Shown(step.position, stage.words.told(step.told), f"{number}/{len(steps)}")
            for number, step in enumerate(steps, 1)
        ]
        return board_leaves(stage, game.rules, tops, shown, "example")

    return Leafing(stage, leaves, occasion, contents=False)
