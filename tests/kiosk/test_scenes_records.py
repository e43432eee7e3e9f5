"""Screens of the records: texts, layout at every size, initials from every device."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pygame
import pytest

from engine.codes import decode
from engine.game import Game
from kiosk.effects import DealGame, Effect, EraseRecords, ExitProgram, GoBack, OpenScene, SignWin
from kiosk.events import Action, ButtonEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Button, Drawable, Label, Rectangle
from kiosk.scenes.initials import DEFAULT_INITIALS, IDLE_SECONDS, INITIAL_CHARACTERS, InitialsScene
from kiosk.settings import Config
from kiosk.stats import UNSIGNED_INITIALS, DealOutcome, DealResult, FirstWin, RankedWin
from kiosk.storage import Store
from kiosk.tools import sample_data
from kiosk.ui.pager import Pager
from kiosk.ui.scene import Scene
from tests.support.each import find_failures
from tests.support.pilot import start_pilot
from tests.support.replays import RECORDED_GAMES
from tests.support.stage import PANEL, SIZES, SMALL, FixedWidthMeasure, Opening, open_scene, stage

CODE = "BK1-C4-AAAAA24"
GAME = Game.begin(*decode(CODE))
WON = next(replay for replay in RECORDED_GAMES if replay.code == CODE)
RESULTS = sample_data.create_sample_results(GAME)
MINE = [result for result in RESULTS if result.game_kind == "BK1-C4"]
STANDING = RankedWin(3, False, "", "")
SCREENS = ("records", "figures", "scores", "erase", "initials", "won")


def shown(
    name: str,
    size: tuple[int, int] = PANEL,
    results: tuple[DealResult, ...] = RESULTS,
    standing: RankedWin | None = STANDING,
    config: Config | None = None,
) -> Scene:
    place = stage(size, config)
    place.bindings.set_active_device("keyboard")
    arguments = Opening(GAME, 201.0, results=results, ranked_win=standing)
    scene = open_scene(name, place, arguments)
    scene.enter(0.0)
    return scene


def press(scene: Scene, *actions: Action, typed: str = "", now: float = 5.0) -> list[Effect]:
    done: list[Effect] = []
    for action in actions:
        done = scene.handle(ButtonEvent(action, True, now, "keyboard", typed), now)
        scene.handle(ButtonEvent(action, False, now, "keyboard"), now)
    return done


def tap(scene: Scene, name: str, now: float = 5.0) -> list[Effect]:
    x, y = scene.collect_boxes(now)["buttons"][name].centre
    scene.handle(PointerEvent(PointerPhase.DOWN, x, y, now), now)
    return scene.handle(PointerEvent(PointerPhase.UP, x, y, now), now)


def texts(scene: Scene) -> list[str]:
    frame = scene.build_frame(9.0)
    return [r.text for r in frame.background if isinstance(r, (Label, Button)) and r.text]


def leaves(book: Scene) -> Iterator[tuple[Drawable, ...]]:
    while True:
        book.advance(99.0)
        frame = book.build_frame(99.0)
        yield (*frame.background, *frame.foreground)
        onward = [r for r in frame.background if isinstance(r, Button)][-1]
        if not onward.enabled:
            return
        press(book, Action.PAGE_DOWN)


def told(book: Scene) -> list[list[str]]:
    return [[r.text for r in leaf if isinstance(r, (Label, Button))] for leaf in leaves(book)]


# The list of games


def test_the_list_has_every_game_that_was_played_the_last_one_first() -> None:
    scene = shown("records")
    words = texts(scene)
    assert [words[0], *words[2:4]] == ["Records", "Baker's Game, 4 cells", "42 of 60"]
    assert press(scene, Action.CONFIRM) == [OpenScene("figures", "BK1-C4")]
    assert tap(scene, "SP1-C0") == [OpenScene("figures", "SP1-C0")]
    assert press(scene, Action.BACK) == [GoBack()]


def test_without_any_game_the_list_says_so_and_there_is_nothing_to_erase() -> None:
    scene = shown("records", results=())
    assert "No game was played yet." in texts(scene)
    assert list(scene.collect_boxes(0)["buttons"]) == ["new", "back"]
    assert "No game was played yet." in texts(shown("figures", results=()))
    assert "No game was won yet." in texts(shown("scores", results=()))


def test_erasing_asks_first_and_leaves_the_list_behind() -> None:
    scene = shown("records", size=(480, 800))
    assert tap(scene, "erase") == [OpenScene("erase", "list")]
    question = open_scene("erase", stage((480, 800)), Opening(subject="list"))
    question.enter(0.0)
    assert "Erase all records?" in texts(question)
    assert press(question, Action.CONFIRM) == [GoBack()], "the first button keeps them"
    assert tap(question, "erase") == [EraseRecords(), GoBack(), GoBack()]
    assert tap(shown("erase", results=()), "erase") == [EraseRecords(), GoBack()], (
        "from another screen"
    )


def test_a_player_who_is_locked_in_cannot_erase() -> None:
    locked = Config().with_values({"kiosk.lock": True})
    assert (
        "erase" not in shown("records", size=(480, 800), config=locked).collect_boxes(0)["buttons"]
    )


# The figures


def test_the_leaves_tell_figures_distributions_scores_and_last_games() -> None:
    pages = told(shown("figures"))
    headings = [page[0] for page in pages]
    assert headings == [
        "Baker's Game, 4 cells",
        "Times of the wins",
        "Moves of the wins",
        "High scores",
        "With help",
        *(f"Last games {n}/3" for n in (1, 2, 3)),
    ]
    assert pages[0][1:7] == ["Played", "60", "Won", "42  ·  70 %", "Won with help", "5"]
    assert any(text.startswith(MINE[-1].code) for text in pages[5])


def test_bars_show_every_win_without_help_and_no_more_than_the_leaf_is_high() -> None:
    alone = [r for r in MINE if r.outcome is DealOutcome.WON and not r.is_helped]
    for size in SIZES:
        book = shown("figures", size)
        for leaf in leaves(book):
            bars = [r.box for r in leaf if isinstance(r, Rectangle)]
            if not bars:
                continue
            axis, *bars = bars
            assert all(bar.bottom == axis.y and bar.y > 0 for bar in bars)
            assert all(a.right < b.x for a, b in pairwise(bars))
            counts = [r for r in leaf if isinstance(r, Label) and r.box.bottom <= axis.y]
            numbers = [int(r.text) for r in counts if r.text.isdigit()]
            assert sum(numbers) == len(alone)
            tallest = max(range(len(bars)), key=lambda i: bars[i].h)
            assert numbers[tallest] == max(numbers)


def test_a_win_that_is_recorded_leads_to_its_replay() -> None:
    book = shown("figures")
    (*_,) = leaves(book)
    name = next(name for name in book.collect_boxes(0)["buttons"] if name.startswith("deal "))
    assert tap(book, name) == [OpenScene("replay", name.partition(" ")[2])]


def test_scores_are_ranked_as_is_set_and_the_place_just_won_is_marked() -> None:
    scene = shown("scores")
    (page, *_) = told(shown("scores"))
    assert page[:3] == ["High scores", "Time", "Moves"]
    times = [text for text in page if ":" in text]
    assert times == sorted(times)
    assert page[3:6] == ["1", UNSIGNED_INITIALS, "3:21"]
    marked = [
        r.text
        for r in scene.build_frame(0).background
        if isinstance(r, Label) and r.colour == "accent"
    ]
    assert marked == ["High scores", "3", "IDA", "3:48", "93", "2026-09-21"]
    by_moves = Config().with_values({"records.rank": "moves"})
    (page, *_) = told(shown("scores", config=by_moves))
    moves = [int(text) for text in page[6::5] if text.isdigit()]
    assert moves == sorted(moves)


def test_a_win_with_help_is_shown_among_its_like() -> None:
    pages = told(shown("scores", standing=RankedWin(2, True, "")))
    assert [page[0] for page in pages] == ["With help", "High scores"]


# The page of a won game


def test_a_win_among_the_best_leads_to_the_initials_once() -> None:
    scene = shown("won")
    assert "Place 3 of the high scores" in texts(scene)
    assert press(scene, Action.CONFIRM) == [OpenScene("initials")]
    scene.leave(5.0)
    scene.enter(6.0)
    assert press(scene, Action.CONFIRM, now=9.0) == [DealGame(rules=GAME.rules)]
    assert tap(scene, "scores", now=9.0) == [OpenScene("scores")]


@pytest.mark.parametrize(
    ("standing", "line", "first"),
    [
        (RankedWin(1, False, ""), "The best of all!", "initials"),
        (RankedWin(1, True, ""), "Place 1 of the wins with help", "initials"),
        (RankedWin(10, False, ""), "Place 10 of the high scores", "initials"),
        (RankedWin(3, False, "EVA"), "Place 3 of the high scores", "confirm"),
        (RankedWin(11, False, ""), None, "confirm"),
        (None, None, "confirm"),
    ],
)
def test_what_a_place_is_worth(standing: RankedWin | None, line: str | None, first: str) -> None:
    scene = shown("won", standing=standing)
    places = [text for text in texts(scene) if text.startswith(("Place", "The best"))]
    assert places == ([line] if line else [])
    assert next(iter(scene.collect_boxes(0)["buttons"])) == first


def test_of_a_deal_that_is_won_again_the_first_win_is_told_and_no_place() -> None:
    again = RankedWin(1, False, "EVA", "EVA", FirstWin(63.0, 1))
    told = texts(shown("won", standing=again))
    assert "Its first win counts: 1:03 and 1 move" in told
    assert "The best of all!" not in told


def test_the_first_win_of_a_deal_has_its_place_told() -> None:
    told = texts(
        shown("won", standing=RankedWin(1, False, "", "", FirstWin(201.7, GAME.moves_played)))
    )
    assert "The best of all!" in told


def test_where_nothing_was_played_the_records_lead_to_a_game() -> None:
    scene = shown("records", results=())
    assert "The first one is waiting for you." in texts(scene)
    assert press(scene, Action.CONFIRM) == [OpenScene("choose")]
    assert press(scene, Action.BACK) == [GoBack()]


# Initials


def signed(scene: Scene) -> str:
    done = tap(scene, "confirm")
    assert isinstance(done[0], SignWin)
    assert done[1:] == [GoBack(), OpenScene("scores")]
    return done[0].initials


def test_initials_are_typed() -> None:
    scene = shown("initials")
    for letter in "eva":
        press(scene, Action.TYPE, typed=letter)
    assert press(scene, Action.CONFIRM) == [SignWin("EVA"), GoBack(), OpenScene("scores")]


def test_initials_may_be_typed_over_keys_that_mean_something() -> None:
    scene = shown("initials")
    for letter, action in zip("hnz", (Action.HINT, Action.NEW, Action.UNDO), strict=True):
        press(scene, action, typed=letter)
    assert signed(scene) == "HNZ"


def test_initials_are_set_by_arrows() -> None:
    scene = shown("initials")
    press(scene, *[Action.UP] * 4, Action.RIGHT, Action.DOWN, Action.RIGHT, Action.UP, Action.UP)
    press(scene, Action.LEFT, Action.DOWN)
    assert signed(scene) == f"E{INITIAL_CHARACTERS[-2]}C"


def test_initials_are_set_by_two_buttons() -> None:
    scene = shown("initials")
    press(scene, *[Action.NEXT] * 4, Action.CONFIRM, *[Action.NEXT] * 21, Action.CONFIRM)
    assert press(scene, Action.CONFIRM) == []
    assert press(scene, Action.NEXT) == [], "behind the last letter it leads around"
    press(scene, *[Action.CONFIRM] * 3)
    assert press(scene, Action.CONFIRM) == [SignWin("EVA"), GoBack(), OpenScene("scores")]


def test_initials_are_set_by_a_finger() -> None:
    scene = shown("initials")
    for name in ("up 1", "up 1", "down 3", "up 2"):
        tap(scene, name)
    assert signed(scene) == f"CB{INITIAL_CHARACTERS[-1]}"
    assert tap(scene, "back") == [GoBack()]


def test_back_takes_a_step_back_before_it_leaves() -> None:
    scene = shown("initials")
    press(scene, Action.CONFIRM)
    assert press(scene, Action.BACK) == []
    assert press(scene, Action.BACK) == [GoBack()]
    assert press(scene, Action.QUIT) == [ExitProgram()]


def test_nobody_is_waited_for_longer_than_a_minute() -> None:
    scene = shown("initials", standing=RankedWin(3, False, "", "TOM"))
    assert scene.next_deadline(0.0) == IDLE_SECONDS
    assert scene.advance(IDLE_SECONDS - 0.1) == []
    assert scene.advance(IDLE_SECONDS)[0] == SignWin(DEFAULT_INITIALS), (
        "never those of the person before"
    )
    scene = shown("initials", standing=RankedWin(3, False, "", "TOM"))
    press(scene, Action.UP, now=50.0)
    assert scene.advance(IDLE_SECONDS) == []
    assert scene.advance(50.0 + IDLE_SECONDS)[0] == SignWin("UOM")
    assert signed(shown("initials", standing=RankedWin(3, False, "", "TOM"))) == "TOM"
    scene.leave(60.0)
    assert scene.next_deadline(60.0) is None


# That all fits


def test_every_line_and_button_has_its_own_place_and_fits() -> None:
    def check(size: tuple[int, int]) -> None:
        for name in SCREENS:
            scene = shown(name, size)
            pages = (
                leaves(scene) if isinstance(scene, Pager) else [scene.build_frame(0.0).background]
            )
            for page in pages:
                check_page(name, page, size)

    assert find_failures(check, SIZES) == []


def check_page(name: str, page: tuple[Drawable, ...], size: tuple[int, int]) -> None:
    whole = Box(0, 0, *size)
    labels = [r for r in page if isinstance(r, Label)]
    buttons = [r.box for r in page if isinstance(r, Button)]
    for record in labels:
        assert whole.union(record.box) == whole, (name, record)
        width = FixedWidthMeasure().measure_width(record.text, record.px, bold=record.bold)
        assert width <= record.box.w, (name, record)
        assert record.px * 1.1 <= record.box.h, (name, record)
    for button in (r for r in page if isinstance(r, Button)):
        assert whole.union(button.box) == whole, (name, button)
    assert not any(a.overlaps(b) for a, b in combinations(buttons, 2)), name


def test_screens_are_laid_out_anew_for_a_new_size() -> None:
    for name in SCREENS:
        scene = shown(name)
        scene.handle(ResizeEvent(*SMALL), 0.0)
        assert scene.build_frame(0.0) == shown(name, SMALL).build_frame(0.0), name


def test_shown_again_they_are_what_they_were() -> None:
    for name in SCREENS:
        scene = shown(name)
        assert scene.build_frame(0.0).background is scene.build_frame(0.0).background
        scene.show_messages(("The disk is full",), 1.0)
        assert any("The disk is full" in text for text in texts(scene)), name


# The whole way


def one_card_before(folder: Path) -> None:
    store, _ = Store.open(folder)
    store.begin_deal(CODE)
    for second, move in enumerate(WON.moves[:-1], 1):
        store.append_entry(move, float(second))
    store.close()


def test_from_the_last_card_to_the_high_scores_and_a_look_at_the_replay(tmp_path: Path) -> None:
    one_card_before(tmp_path)
    with start_pilot(tmp_path) as pilot:
        pilot.tap("finish", pause=5.0)
        assert "initials" in pilot.places
        pilot.key(pygame.K_RETURN)
        assert isinstance(pilot.screens.top, InitialsScene)
        for letter in "eva":
            pilot.key(ord(letter), writes=letter)
        pilot.key(pygame.K_RETURN)
        assert "EVA" in texts(pilot.screens.top)
        for _ in range(3):
            pilot.key(pygame.K_ESCAPE)
            pilot.wait(1.0)
        pilot.tap("records")
        pilot.tap("BK1-C4")
        pilot.key(pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
        pilot.tap("deal 1")
        assert pilot.scene == "ReplayScene"
        pilot.wait(5.0)
        pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        (result,) = pilot.store.list_results()
        assert (result.outcome, result.moves) == (DealOutcome.WON, len(WON.moves))
        pilot.tap("erase")
        pilot.tap("erase")
        assert pilot.store.list_results() == ()
        pilot.tap("records")
        assert "No game was played yet." in texts(pilot.screens.top)
    store, _ = Store.open(tmp_path)
    current = store.get_current()
    assert current is not None
    assert current.won, "the game on the table stays"
    store.close()


def test_a_single_win_is_as_fast_on_average_as_at_best() -> None:
    one = next(r for r in MINE if r.outcome is DealOutcome.WON and not r.is_helped)
    page = told(shown("figures", results=[one._replace(seconds=207.9)]))[0]
    assert page[page.index("Best time") + 1] == page[page.index("Average time") + 1] == "3:27"
