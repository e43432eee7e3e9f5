"""Whole games, won, one for every game at least: they must play to the same end for ever."""

from __future__ import annotations

import pytest

from engine.__main__ import main
from engine.codes import decode
from engine.position import is_foundation
from engine.variants import VARIANTS, Variant
from tests.support.each import for_each
from tests.support.replays import RECORDED_GAMES, RecordedGame


@for_each("replay", RECORDED_GAMES)
def test_a_game_plays_to_its_end(replay: RecordedGame) -> None:
    games = replay.list_games()
    assert [game.state for game in games[:-1]] == ["playing"] * len(replay.moves)
    assert games[-1].state == replay.state == "won"
    score = games[-1].score
    assert ("-" if score is None else str(score)) == replay.score


@pytest.mark.parametrize("replay", RECORDED_GAMES, ids=lambda replay: replay.path.stem)
def test_the_command_plays_the_same(
    replay: RecordedGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", replay.code, "--moves", str(replay.path)]) == 0
    result = capsys.readouterr().out
    assert result.startswith("Foundations: H-K C-K D-K S-K\n")
    assert result.endswith(f":\n# score: {replay.score}\n# state: won\n")


@for_each("record", VARIANTS)
def test_every_game_has_a_won_one(record: Variant) -> None:
    assert record in [decode(replay.code).rules.variant for replay in RECORDED_GAMES]


def test_bakers_game_was_won_with_every_number_of_cells() -> None:
    rules = [decode(replay.code).rules for replay in RECORDED_GAMES]
    assert {r.cells for r in rules if r.variant.key == "bakers-game"} == {1, 2, 3, 4}


def test_a_card_returned_from_a_foundation_in_some_game() -> None:
    lines = [replay.list_games()[-1].moves for replay in RECORDED_GAMES]
    assert any(is_foundation(move.source) for line in lines for move in line)
