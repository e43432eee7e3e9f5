"""Menus around a game: items, touch, keys, focus, and layout at every size."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engine.codes import encode
from engine.variants import VARIANTS, Variant, find_rules
from kiosk.effects import DealGame, Effect, ExitProgram, GoBack, OpenScene, ResumeGame
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Box, Button, Label, Miniature
from kiosk.new_game_options import DealKind, DealStatus, NewGameOptions
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.scenes.service.button_test import EXIT_HOLD_SECONDS
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from kiosk.ui.scene import Scene
from tests.support.each import find_failures
from tests.support.player import Player
from tests.support.stage import PANEL, SIZES, SMALL, FixedWidthMeasure, Opening, open_scene, stage
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, replay_game

PLAYED = replay_game(1, "1-a 2-b undo")
BOTH = find_rules("bakers-dozen", house_rules="EG")
PAGES = ("title", "pause", "won", "stuck", "choose", "notice")
NOTES = tuple(
    f"/boot/firmware/bakehouse.yaml:{line}: game.cels: no such setting; did you mean game.cells?"
    for line in range(1, 13)
)
OCCASIONS = (
    Opening(PLAYED, 3599.0, unfinished_code="BK1-C4-AAAAA24"),
    Opening(replay_game(33_554_432, rules=BOTH), 36_000.0, unfinished_code="BD1-C0EG-AAAAA24"),
    Opening(replay_game(1, rules=find_rules("good-measure", house_rules="E")), messages=NOTES),
)


class Reader:
    """A player at a menu."""

    def __init__(
        self,
        scene: str,
        arguments: Opening = OCCASIONS[0],
        size: tuple[int, int] = PANEL,
        device: str = "keyboard",
    ) -> None:
        self.now = 50.0
        self.stage = stage(size)
        self.stage.bindings.set_active_device(device)
        self.page: Scene = open_scene(scene, self.stage, arguments)
        self.page.enter(self.now)
        self.now += 1

    @property
    def buttons(self) -> dict[str, Button]:
        names = self.page.collect_boxes(self.now)["buttons"]
        shown = [r for r in self.page.build_frame(self.now).background if isinstance(r, Button)]
        return dict(zip(names, shown, strict=True))

    @property
    def texts(self) -> list[str]:
        return [button.text for button in self.buttons.values()]

    @property
    def lines(self) -> list[str]:
        return [r.text for r in self.page.build_frame(self.now).background if isinstance(r, Label)]

    @property
    def focus(self) -> str:
        return next(name for name, button in self.buttons.items() if button.focused)

    def send(self, message: InputEvent) -> list[Effect]:
        done = self.page.handle(message, self.now)
        self.now += 0.05
        return done

    def press(self, *actions: str) -> list[Effect]:
        done: list[Effect] = []
        for action in actions:
            done = self.send(ButtonEvent(Action(action), True, self.now, "keyboard"))
            assert self.send(ButtonEvent(Action(action), False, self.now, "keyboard")) == []
        return done

    def tap(self, name: str) -> list[Effect]:
        x, y = self.page.collect_boxes(self.now)["buttons"][name].centre
        assert self.send(PointerEvent(PointerPhase.DOWN, x, y, self.now)) == []
        done = self.send(PointerEvent(PointerPhase.UP, x, y, self.now))
        self.now += 1
        return done


# What they offer


def test_the_title_offers_to_play_first() -> None:
    reader = Reader("title")
    assert reader.press("confirm") == [DealGame()]
    assert reader.tap("new") == [OpenScene("choose")]
    assert reader.tap("rules") == [OpenScene("rules")]
    assert reader.tap("settings") == [OpenScene("settings")]
    assert reader.tap("quit") == [ExitProgram()]


def test_new_game_offers_the_game_that_was_left() -> None:
    assert Reader("choose").tap("resume") == [ResumeGame("BK1-C4-AAAAA24")]
    assert "resume" not in Reader("choose", Opening()).buttons


def test_the_first_screen_has_nothing_to_go_back_to() -> None:
    assert Reader("title").press("back") == []


def test_the_menu_goes_on_restarts_or_opens_other_screens() -> None:
    reader = Reader("pause")
    assert "BK1-C4-AAAAA24" in reader.lines
    assert reader.press("confirm") == [GoBack()]
    assert reader.press("back") == [GoBack()]
    assert reader.press("menu") == [GoBack()]
    assert reader.tap("restart") == [GoBack(Action.RESTART)]
    assert reader.tap("new") == [OpenScene("choose")]
    assert reader.tap("rules") == [OpenScene("rules")]
    assert reader.tap("quit") == [ExitProgram()]


@pytest.mark.parametrize("promise", DealStatus)
def test_the_menu_tells_what_is_known_of_the_deal(promise: DealStatus) -> None:
    told = " ".join(Reader("pause", OCCASIONS[0]._replace(deal_status=promise)).lines)
    assert ("can be won" in told) == (promise is not DealStatus.NONE)
    assert ("Today" in told) == (promise is DealStatus.TODAY)


def test_buttons_that_stand_in_pairs_use_the_height_there_is() -> None:
    def check(size: tuple[int, int]) -> None:
        arguments = OCCASIONS[0]._replace(deal_status=DealStatus.WINNABLE)
        boxes = [button.box for button in Reader("pause", arguments, size).buttons.values()]
        assert len({box.x for box in boxes}) == 2
        assert max(box.bottom for box in boxes) - min(box.y for box in boxes) > size[1] // 2

    assert find_failures(check, [(480, 320), (800, 480), (1280, 720)]) == []


def test_a_won_game_offers_the_next_deal_of_the_same_rules() -> None:
    reader = Reader("won")
    assert reader.press("confirm") == [DealGame(rules=BAKERS_GAME)]
    assert reader.tap("undo") == [GoBack(Action.UNDO)]
    assert reader.tap("restart") == [GoBack(Action.RESTART)]
    assert "59:59 and 2 moves" in reader.lines
    assert "Score: 0" in reader.lines


def test_a_game_without_a_score_is_won_without_one() -> None:
    reader = Reader("won", Opening(replay_game(1, rules=BAKERS_DOZEN), 61))
    assert not any("core" in line for line in reader.lines)


def test_a_stuck_game_offers_undo_restart_and_a_new_deal() -> None:
    reader = Reader("stuck")
    assert list(reader.buttons)[:4] == ["undo", "rewind", "restart", "new"]
    assert reader.press("confirm") == [GoBack(Action.UNDO)]
    assert reader.tap("restart") == [GoBack(Action.RESTART)]
    assert reader.tap("new") == [DealGame(rules=BAKERS_GAME)]


@pytest.mark.parametrize("scene", ["won", "stuck"])
def test_undo_and_restart_have_their_own_keys(scene: str) -> None:
    assert Reader(scene).press("undo") == [GoBack(Action.UNDO)]
    assert Reader(scene).press("restart") == [GoBack(Action.RESTART)]


def test_other_keys_mean_nothing() -> None:
    assert Reader("won").press("finish") == []
    assert Reader("pause").press("redo", "hint", "home") == []


def test_what_was_wrong_is_told_and_the_game_starts_all_the_same() -> None:
    reader = Reader("notice", Opening(messages=("game.yaml:3: game.cells: 7 is out of range",)))
    assert "game.yaml:3: game.cells: 7 is out of range" in " ".join(reader.lines)
    assert reader.press("confirm") == [GoBack()]
    assert reader.press("back") == [GoBack()]


def test_all_that_was_wrong_can_be_read_sheet_by_sheet() -> None:
    reader = Reader("notice", OCCASIONS[2], SMALL)
    read: list[str] = []
    for _ in range(20):
        read += reader.lines[1:-1]
        reader.press("page-down")
    for note in NOTES:
        assert note.replace(" ", "") in "".join(read).replace(" ", "")


def test_the_button_more_turns_the_sheet_and_around() -> None:
    reader = Reader("notice", OCCASIONS[2], SMALL)
    first = reader.lines
    count = int(reader.texts[-1].rpartition("/")[2])
    assert count > 1
    for _ in range(count - 1):
        reader.tap("page-down")
        assert reader.lines != first
    reader.tap("page-down")
    assert reader.lines == first


def test_a_page_is_left_by_the_same_button_everywhere() -> None:
    for scene in SCENE_FACTORIES:
        if scene not in ("title", "table", "attract"):
            reader = Reader(scene)
            done = reader.press("back") or reader.page.advance(reader.now + EXIT_HOLD_SECONDS)
            assert done == [GoBack()]


def test_the_program_can_be_left_from_every_page() -> None:
    for scene in SCENE_FACTORIES:
        if scene not in ("table", "attract"):
            assert Reader(scene).press("quit") == [ExitProgram()]


def test_every_screen_that_a_page_opens_is_in_the_catalogue() -> None:
    opened = {
        effect.scene
        for scene in PAGES
        for name in Reader(scene).buttons
        for effect in Reader(scene).tap(name)
        if isinstance(effect, OpenScene)
    }
    assert {"choose", "entry"} <= opened <= set(SCENE_FACTORIES)


# Focus and fingers


def test_something_is_in_focus_first() -> None:
    for scene in PAGES:
        reader = Reader(scene)
        assert reader.focus == next(iter(reader.buttons))
        assert reader.buttons[reader.focus].primary


def test_arrows_go_through_the_buttons_and_around() -> None:
    reader = Reader("pause")
    names = list(reader.buttons)
    seen = [reader.focus]
    for _ in names:
        reader.press("down")
        seen.append(reader.focus)
    assert seen == [*names, names[0]]
    reader.press("up")
    assert reader.focus == names[-1]
    reader.press("next")
    assert reader.focus == names[0]
    reader.press("previous")
    assert reader.focus == names[-1]


def test_a_finger_sinks_a_button_and_acts_on_release() -> None:
    reader = Reader("pause")
    x, y = reader.page.collect_boxes(0)["buttons"]["new"].centre
    reader.send(PointerEvent(PointerPhase.DOWN, x, y, reader.now))
    assert reader.buttons["new"].pressed
    assert reader.send(PointerEvent(PointerPhase.UP, x, y, reader.now)) == [OpenScene("choose")]
    assert not reader.buttons["new"].pressed


@pytest.mark.parametrize("end", [PointerPhase.UP, PointerPhase.CANCEL])
def test_a_swipe_over_a_button_chooses_nothing(end: PointerPhase) -> None:
    reader = Reader("pause")
    x, y = reader.page.collect_boxes(0)["buttons"]["quit"].centre
    reader.send(PointerEvent(PointerPhase.DOWN, x, y, reader.now))
    reader.send(PointerEvent(PointerPhase.MOVE, x, y - 100, reader.now))
    assert reader.send(PointerEvent(end, x, y - 100, reader.now)) == []
    assert not any(button.pressed for button in reader.buttons.values())


def test_a_touch_beside_the_buttons_chooses_nothing() -> None:
    reader = Reader("pause")
    reader.send(PointerEvent(PointerPhase.DOWN, 2, 2, reader.now))
    assert reader.send(PointerEvent(PointerPhase.UP, 2, 2, reader.now)) == []
    assert reader.focus == "confirm"


def test_a_finger_that_came_down_on_another_screen_chooses_nothing() -> None:
    reader = Reader("won")
    x, y = reader.page.collect_boxes(0)["buttons"]["confirm"].centre
    assert reader.send(PointerEvent(PointerPhase.UP, x, y, reader.now)) == []


def test_a_press_ends_when_the_page_is_covered() -> None:
    reader = Reader("pause")
    x, y = reader.page.collect_boxes(0)["buttons"]["new"].centre
    reader.send(PointerEvent(PointerPhase.DOWN, x, y, reader.now))
    reader.page.leave(reader.now)
    reader.page.enter(reader.now)
    assert not reader.buttons["new"].pressed
    assert reader.send(PointerEvent(PointerPhase.UP, x, y, reader.now)) == []


@pytest.mark.parametrize("scene", ["won", "stuck"])
def test_a_page_that_comes_by_itself_is_not_answered_by_a_tap_meant_for_the_table(
    scene: str,
) -> None:
    reader = Reader(scene)
    reader.page.leave(reader.now)
    reader.page.enter(reader.now)
    assert reader.tap(reader.focus) == []
    reader.page.enter(reader.now)
    assert reader.press("confirm", "undo", "quit") == []
    reader.now += 1
    assert len(reader.press("confirm")) == 1


# New game


def wished(reader: Reader) -> NewGameOptions:
    (deal,) = reader.tap("confirm")
    assert isinstance(deal, DealGame)
    assert deal.options is not None
    return deal.options


def test_a_new_game_is_as_the_last_one_was_chosen() -> None:
    wish = NewGameOptions(find_rules("kings-only", 1), DealKind.ANY, 2)
    assert wished(Reader("choose", Opening(options=wish))) == wish


def test_a_new_game_is_the_wish_whatever_lies_on_the_table() -> None:
    """The last choice counts until the settings files change, also over an older game."""
    wish = NewGameOptions(find_rules("good-measure"))
    reader = Reader(
        "choose", Opening(replay_game(1, rules=find_rules("kings-only", 2)), options=wish)
    )
    assert reader.focus == "confirm"
    assert "Good Measure" in reader.lines
    assert reader.press("confirm") == [DealGame(options=wish)]


@pytest.mark.parametrize(("moves", "taken"), [("1-a", True), ("", False)])
def test_taps_on_new_in_quick_succession_do_not_deal_over_a_game_under_way(
    moves: str, taken: bool
) -> None:
    """At 240x240 pixels Deal is where New was: one tap too many must not cost a game."""
    reader = Reader("choose", Opening(replay_game(1, moves)))
    reader.page.leave(reader.now)
    reader.page.enter(reader.now)
    assert (reader.press("confirm") == []) is taken
    reader.now += 1
    assert len(reader.press("confirm")) == 1


def test_options_stay_where_they_are_while_somebody_taps_through_them() -> None:
    def check(size: tuple[int, int]) -> None:
        reader = Reader("choose", Opening(), size)
        kinds = []
        before = reader.page.collect_boxes(0)["buttons"]
        for _ in DealKind:
            reader.tap("kind")
            kinds.append(wished(reader).kind)
            now = reader.page.collect_boxes(0)["buttons"]
            assert {name: before[name] for name in now} == now
        assert set(kinds) == set(DealKind)

    assert find_failures(check, [(240, 240), (320, 240), (480, 320), (800, 480), (480, 800)]) == []


def test_without_a_wish_it_is_the_configured_one() -> None:
    assert Reader("choose", Opening()).press("confirm") == [
        DealGame(options=NewGameOptions(BAKERS_GAME))
    ]


def test_every_game_is_a_picture_to_be_chosen() -> None:
    def check(record: Variant) -> None:
        reader = Reader("choose", Opening())
        assert reader.tap(record.key) == []
        assert reader.buttons[record.key].primary
        assert wished(reader).rules == find_rules(record.key)
        pictures = [r for r in reader.page.build_frame(0).background if isinstance(r, Miniature)]
        assert len(pictures) == len(VARIANTS)
        for picture, one in zip(pictures, VARIANTS, strict=True):
            assert reader.buttons[one.key].box.union(picture.box) == reader.buttons[one.key].box

    assert find_failures(check, VARIANTS) == []


def test_a_game_that_is_chosen_by_buttons_is_dealt_with_the_next_press() -> None:
    reader = Reader("choose", Opening())
    reader.press("next", "next")
    assert reader.focus == "kings-only"
    assert "Kings Only" in reader.lines
    assert "1 of 3 deals can be won in about 91 moves." in reader.lines
    assert "Yours is one of them." in reader.lines
    assert not reader.buttons["kings-only"].primary
    reader.press("confirm")
    assert reader.focus == "confirm"
    assert reader.press("confirm") == [DealGame(options=NewGameOptions(find_rules("kings-only")))]


def test_every_number_of_cells_can_be_chosen_and_is_remembered_for_its_game() -> None:
    reader = Reader("choose", Opening())
    seen = []
    for _ in range(4):
        reader.tap("cells")
        seen.append((reader.buttons["cells"].text, wished(reader).rules.cells))
    assert seen == [("3 cells", 3), ("2 cells", 2), ("1 cell", 1), ("4 cells", 4)]
    reader.tap("cells")
    reader.tap("good-measure")
    assert "cells" not in reader.buttons
    reader.tap("bakers-game")
    assert reader.buttons["cells"].text == "3 cells"


def test_every_kind_of_deal_and_difficulty_can_be_chosen() -> None:
    reader = Reader("choose", Opening())
    grades = []
    for _ in range(6):
        reader.tap("grade")
        grades.append(wished(reader).grade)
    assert grades == [1, 2, 3, 4, 5, None]
    kinds = []
    for _ in DealKind:
        reader.tap("kind")
        kinds.append(wished(reader).kind)
        told = " ".join(reader.lines)
        assert ("grade" in reader.buttons) == (kinds[-1] is DealKind.WINNABLE)
        assert ("lost from the start" in told) == (kinds[-1] is DealKind.ANY)
        assert ("clock is not set" in told) == (kinds[-1] is DealKind.TODAY)
    assert set(kinds) == set(DealKind)


def test_what_is_on_the_picture_does_not_cover_other_things() -> None:
    def check(case: tuple[tuple[int, int], str]) -> None:
        size, scene = case
        for rules in (BAKERS_GAME, BOTH):
            wish = NewGameOptions(rules, DealKind.TODAY)
            arguments = Opening(unfinished_code="BK1-C4-AAAAA24", options=wish, messages=NOTES[:1])
            frame = Reader(scene, arguments, size).page.build_frame(0)
            boxes = [r.box for r in frame.background if isinstance(r, Button | Label)]
            boxes += [
                r.box for r in frame.background if isinstance(r, Miniature) and scene == "title"
            ]
            assert all(box.x >= 0 and box.right <= size[0] for box in boxes)
            assert all(box.y >= 0 and box.bottom <= size[1] for box in boxes)
            assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]

    assert find_failures(check, product(SIZES, ["title", "choose"])) == []


def test_arrows_reach_every_button() -> None:
    def check(case: tuple[tuple[int, int], str]) -> None:
        size, scene = case
        for rules in (BAKERS_GAME, BAKERS_DOZEN):
            arguments = Opening(unfinished_code="BK1-C4-AAAAA24", options=NewGameOptions(rules))
            boxes = Reader(scene, arguments, size).page.collect_boxes(0)["buttons"]
            seen, new = {"confirm"}, ["confirm"]
            while new:
                name = new.pop()
                found = {find_neighbour(boxes, name, way) for way in DIRECTION_VECTORS} - seen
                seen |= found
                new += found
            assert seen == set(boxes)

    assert find_failures(check, product(SIZES, ["title", "choose"])) == []


@pytest.mark.parametrize("scene", ["title", "choose"])
def test_one_button_for_next_reaches_every_button(scene: str) -> None:
    reader = Reader(scene, Opening(unfinished_code="BK1-C4-AAAAA24"))
    seen = []
    for _ in reader.buttons:
        seen.append(reader.focus)
        reader.press("next")
    assert sorted(seen) == sorted(reader.buttons)
    assert reader.focus == seen[0] == "confirm"


def test_every_house_rule_can_be_chosen_and_is_said_to_make_it_easier() -> None:
    reader = Reader("choose", Opening(options=NewGameOptions(BAKERS_DOZEN)))
    assert not any("easier" in line for line in reader.lines)
    houses = []
    for _ in range(4):
        reader.tap("house")
        house = wished(reader).rules.house_rules
        houses.append(house)
        assert ("easier" in " ".join(reader.lines)) == bool(house)
    assert sorted(houses) == ["", "E", "EG", "G"]


def test_what_was_chosen_goes_on_to_the_screen_for_numbers() -> None:
    reader = Reader("choose", Opening())
    reader.tap("kings-only")
    reader.tap("cells")
    assert reader.tap("entry") == [OpenScene("entry", encode(find_rules("kings-only", 3), 1))]


# Typing


def typed(reader: Reader, text: str) -> None:
    for symbol in text:
        reader.send(ButtonEvent(Action.TYPE, True, reader.now, "keyboard", symbol))


def shown(reader: Reader) -> str:
    return reader.lines[0].rstrip("_")


def test_a_code_is_typed_with_a_finger() -> None:
    reader = Reader("entry")
    for symbol in "BK1-C4-AAAAA24":
        assert reader.tap(symbol) == []
    assert shown(reader) == "BK1-C4-AAAAA24"
    assert reader.tap("confirm") == [DealGame("BK1-C4-AAAAA24")]


def test_a_code_is_typed_with_a_keyboard_in_any_case() -> None:
    reader = Reader("entry")
    typed(reader, "bk1 c4 aaaaa24")
    done = reader.send(ButtonEvent(Action.CONFIRM, True, reader.now, "keyboard", "\r"))
    assert done == [DealGame("BK1-C4-AAAAA24")]


def test_a_code_is_chosen_symbol_by_symbol_with_the_arrows_of_a_keyboard_and_enter() -> None:
    reader = Reader("entry")
    reader.press("right")
    for _ in range(2):
        reader.send(ButtonEvent(Action.CONFIRM, True, reader.now, "keyboard", "\r"))
    assert shown(reader) == "22"


def test_a_number_counts_for_the_chosen_game() -> None:
    rules = find_rules("kings-only", 3)
    reader = Reader("entry", Opening(rules=rules))
    typed(reader, "617")
    assert reader.tap("confirm") == [DealGame(encode(rules, 617))]


def test_what_cannot_be_read_is_told_and_stays() -> None:
    def check(text: str) -> None:
        reader = Reader("entry")
        typed(reader, text)
        assert reader.tap("confirm") == []
        assert shown(reader) == text
        assert len(reader.lines) > 1
        assert "A game code" not in " ".join(reader.lines[1:])

    assert (
        find_failures(check, ["", "0", "33554433", "BK1-C4-AAAAA25", "XX1-C4-AAAAA24", "BK"]) == []
    )


def test_typing_is_taken_back_symbol_by_symbol() -> None:
    reader = Reader("entry")
    typed(reader, "61")
    reader.press("undo")
    assert shown(reader) == "6"
    reader.tap("undo")
    reader.tap("undo")
    assert shown(reader) == ""


def test_a_code_is_typed_with_four_arrows_and_one_button() -> None:
    reader = Reader("entry")
    for symbol in "42":
        for _ in range(60):
            if reader.focus == symbol:
                break
            reader.press("next")
        reader.press("confirm")
    assert shown(reader) == "42"


# Every page on every panel


def test_every_page_fits() -> None:
    def check(size: tuple[int, int]) -> None:
        picture = Box(0, 0, *size)
        for scene, arguments in ((s, o) for s in (*PAGES, "entry") for o in OCCASIONS):
            reader = Reader(scene, arguments, size)
            for sheet in range(3):
                records = reader.page.build_frame(reader.now).background
                told = [r.box for r in records if isinstance(r, Label) and r.text]
                buttons = [r.box for r in records if isinstance(r, Button)]
                for box in [*told, *buttons]:
                    assert box.union(picture) == picture, (scene, sheet, box)
                for one, other in combinations([*told, *buttons], 2):
                    assert not one.overlaps(other), (scene, arguments, one, other)
                assert all(min(box.w, box.h) >= min(size) / 12 for box in buttons), scene
                reader.press("page-down")

    assert find_failures(check, SIZES) == []


def test_every_text_fits_its_button_and_line() -> None:
    def check(size: tuple[int, int]) -> None:
        for scene, arguments in ((s, o) for s in PAGES for o in OCCASIONS):
            for record in Reader(scene, arguments, size).page.build_frame(0).background:
                if isinstance(record, Label):
                    width = FixedWidthMeasure().measure_width(
                        record.text, record.px, bold=record.bold
                    )
                    assert width <= record.box.w, (scene, record)
                    assert record.px >= 9
                if isinstance(record, Button):
                    width = FixedWidthMeasure().measure_width(record.text, record.px, bold=True)
                    beside = record.box.h if record.icon else record.box.h * 2 // 5
                    assert width + beside <= record.box.w, (scene, record)

    assert find_failures(check, SIZES) == []


def test_a_page_is_laid_out_anew_for_a_new_size() -> None:
    for scene in (*PAGES, "entry"):
        reader = Reader(scene, OCCASIONS[2])
        reader.send(ResizeEvent(*SMALL))
        fresh = Reader(scene, OCCASIONS[2], SMALL)
        assert reader.page.build_frame(0) == fresh.page.build_frame(0)


def test_a_focus_that_is_no_more_goes_to_the_last_button() -> None:
    reader = Reader("notice", Opening(messages=NOTES[:7]), SMALL)
    reader.press("next")
    assert reader.focus == "page-down"
    reader.send(ResizeEvent(800, 1280))
    assert reader.focus == "confirm"
    assert reader.press("confirm") == [GoBack()]


def test_the_same_tuple_is_shown_while_nothing_changes() -> None:
    for scene in (*PAGES, "entry"):
        reader = Reader(scene)
        still = reader.page.build_frame(1.0).background
        assert reader.page.build_frame(2.0).background is still
        reader.send(PointerEvent(PointerPhase.MOVE, 5, 5, reader.now))
        reader.press("finish")
        assert reader.page.build_frame(3.0).background is still
        assert reader.page.next_deadline(3.0) is None
        assert reader.page.advance(3.0) == []


def test_lines_in_passing_are_told_on_every_page() -> None:
    for scene in (*PAGES, "entry"):
        reader = Reader(scene)
        reader.page.show_messages(("The disk is full.",), 60.0)
        assert "The disk is full." in reader.lines


def test_the_back_of_a_table_and_its_menu_meet() -> None:
    """Menu, Restart: the table gets the action, and undo restores the game."""
    player = Player(PLAYED)
    (effect,) = Reader("pause", Opening(player.game)).tap("restart")
    assert isinstance(effect, GoBack)
    assert effect.forward is not None
    player.press(effect.forward.value, "undo", device="screen")
    assert player.journal_entries == ["restart", "undo"]
    assert player.game.position == PLAYED.position


@pytest.mark.parametrize(
    ("device", "offered"),
    [("gpio", ["undo", "hint"]), ("keyboard", []), ("gamepad", []), ("screen", [])],
)
def test_the_menu_offers_what_two_buttons_have_no_button_for(
    device: str, offered: list[str]
) -> None:
    reader = Reader("pause", Opening(replay_game(1, "1-a")), device=device)
    names = list(reader.buttons)
    assert [name for name in names if name in ("undo", "redo", "hint")] == offered
    if offered:
        reader.press("next")
        assert reader.focus == "undo"
        assert reader.press("confirm") == [GoBack(Action.UNDO)]
