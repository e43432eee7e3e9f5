"""Occasions at which a screen shows much text: choices, typed input, messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from engine.messages import Message, make_message, make_plural_message
from engine.refusals import TEMPLATES
from engine.variants import VARIANTS, make_rules
from kiosk.app.dealer import ChosenDeal
from kiosk.app.overlays import apply_overlays, make_battery_warning, make_power_refusal
from kiosk.app.run import TEMPORARY_STATE_MESSAGE, VOLATILE_STATE_MESSAGE
from kiosk.app.table_factory import list_deal_messages
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Frame
from kiosk.hardware.power import PowerStatus
from kiosk.new_game_options import DealKind, DealStatus, NewGameOptions
from kiosk.scenes.learn_buttons import (
    ACTION_NAMES,
    BUTTON_IN_USE,
    LEARNABLE_ACTIONS,
    LearnButtonsScene,
)
from kiosk.scenes.table.game_record import STUCK_TEXT
from kiosk.scenes.table.hint_requests import (
    HINT_HOME,
    HINT_ONTO_COLUMN,
    HINT_TO_CELL,
    HINT_TO_EMPTY_COLUMN,
    LOST_BACK_TEXTS,
    SEARCHING_BACK_TEXT,
    UNDECIDED_BACK_TEXTS,
    UNDECIDED_TEXT,
)
from kiosk.stats import FirstWin, RankedWin
from kiosk.ui.scene import SceneContext
from tests.support.stage import Opening, open_scene
from tests.support.tables import replay_game

Taker = Callable[[SceneContext], Frame]
WIDE = {"card": "10♥", "other": "10♠", "rank": "10", "n": 13, "cards": 13, "limit": 12}
SCENES_WITH_MESSAGES = (
    "title",
    "figures",
    "entry",
    "initials",
    "learn",
    "calibrate",
    "replay",
    "settings",
)
TYPED = (
    *("", "0", "XX1-C4-AAAAA24", "BK1-C44-AAAAA24", "BD1-C0X-AAAAA24", "BD1-C0EE-AAAAA24"),
    *("BK1-C4E-AAAAA24", "BK1-C4-AAAAA2", "BK1-C4-AAAAA25", "BK2-C4-AAAAA24"),
    "KINGSONLYKINGSONLYKINGSO",
)
DAMAGED = "The saved game was damaged. It is kept as {file}, and a new one is begun."
NEWS: tuple[Message, ...] = (
    *(
        TEMPORARY_STATE_MESSAGE,
        VOLATILE_STATE_MESSAGE,
        make_power_refusal("Interactive authentication required"),
        make_battery_warning(12),
    ),
    make_message(DAMAGED, file="bakehouse.db.damaged-1"),
    make_message(
        "Saving does not work: {cause}. It is tried again with every move.", cause="disk full"
    ),
    make_message("The moves of this game are not kept any more"),
    *list_deal_messages(ChosenDeal("", DealStatus.NONE), ""),
    *list_deal_messages(ChosenDeal("", DealStatus.TODAY), "2026-11-30"),
    *list_deal_messages(ChosenDeal("", DealStatus.WINNABLE, 365), ""),
)


def quick() -> Iterator[tuple[str, Taker]]:
    """Pages, by what they are about."""
    for record in VARIANTS:
        for kind, grade in (
            (DealKind.WINNABLE, 5),
            (DealKind.WINNABLE, None),
            (DealKind.ANY, None),
        ):
            for house_rules in ("", record.house_rules) if record.house_rules else ("",):
                wish = NewGameOptions(
                    make_rules(record, record.cells[-1], house_rules), kind, grade
                )
                yield (
                    f"title {record.key}",
                    make_taker("title", Opening(options=wish, unfinished_code="KO1-C3-AAAAA24")),
                )
                yield f"choose {record.key}", make_taker("choose", Opening(options=wish))
    for today in ("", "2026-11-30"):
        wish = NewGameOptions(make_rules(VARIANTS[1], 1), DealKind.TODAY)
        yield f"choose {today}", make_taker("choose", Opening(options=wish, today=today))
    for typed in TYPED:
        yield f"entry {typed}", entered(typed)
    game = replay_game(1, "1-a 2-b")
    for helped, place in product((False, True), (1, 10)):
        arguments = Opening(
            game,
            3725,
            ranked_win=RankedWin(place, is_helped=helped, initials="", latest_initials="ANN"),
        )
        yield f"won {place} {helped}", make_taker("won", arguments)
        yield f"initials {place} {helped}", make_taker("initials", arguments)
    repeated_win = RankedWin(
        1,
        is_helped=False,
        initials="ANN",
        latest_initials="ANN",
        first_win=FirstWin(36_000.0, 2345),
    )
    yield "won again", make_taker("won", Opening(game, 3725, ranked_win=repeated_win))
    for back in (0, None, 1, 123):
        yield f"stuck {back}", make_taker("stuck", Opening(game, 60, moves_back=back))
        yield (
            f"pause {back}",
            make_taker("pause", Opening(game, 60, moves_back=back, deal_status=DealStatus.NONE)),
        )
    yield "power", able(make_taker("power", Opening(game)))
    yield "title, power", able(make_taker("title", Opening()))
    yield "records, none", make_taker("records", Opening())
    yield "figures, none", make_taker("figures", Opening(game))
    yield "scores, none", make_taker("scores", Opening(game))
    yield "learn", taught
    yield "left alone", lambda stage: countdown(stage, None, 59)
    yield "no battery", lambda stage: countdown(stage, 59, None)


def iterate_messages() -> Iterator[tuple[str, Taker]]:
    """Yield the passing messages, on the table and on every kind of screen."""
    lines = [
        make_message(text, **WIDE, free=4, spare=8)
        for texts in TEMPLATES.values()
        for text in texts
    ]
    lines += [
        make_message(text, card="10♥")
        for text in (STUCK_TEXT, SEARCHING_BACK_TEXT, UNDECIDED_TEXT, HINT_HOME, HINT_TO_CELL)
    ]
    lines += [make_plural_message(*pair, 23) for pair in (UNDECIDED_BACK_TEXTS, LOST_BACK_TEXTS)]
    lines += [
        make_plural_message(*pair, 12, card="10♥", other="J♠")
        for pair in (HINT_ONTO_COLUMN, HINT_TO_EMPTY_COLUMN)
    ]
    for line in (*lines, *NEWS):
        yield f"table: {line.text}", make_message_taker("table", line)
    for scene in SCENES_WITH_MESSAGES:
        for line in NEWS[:6]:
            yield f"{scene}: {line.text}", make_message_taker(scene, line)


def make_taker(scene: str, arguments: Opening) -> Taker:
    """The screen as it opens."""

    def draw_frame(context: SceneContext) -> Frame:
        made = open_scene(scene, context, arguments)
        made.enter(0.0)
        return made.build_frame(20.0)

    return draw_frame


def make_message_taker(scene: str, line: Message) -> Taker:
    """The screen with this line."""

    def draw_frame(context: SceneContext) -> Frame:
        game = replay_game(1, "1-a 2-b")
        made = open_scene(
            scene,
            context,
            Opening(
                game,
                754,
                ranked_win=RankedWin(3, is_helped=True, initials="", latest_initials="ANN"),
            ),
        )
        made.enter(0.0)
        made.show_messages((context.translator.translate_message(line),), 1.0)
        return made.build_frame(1.1)

    return draw_frame


def entered(text: str) -> Taker:
    """A code or number as it was typed, and what is said of it."""

    def draw_frame(context: SceneContext) -> Frame:
        made = open_scene("entry", context, Opening(rules=make_rules(VARIANTS[4])))
        for sign in text:
            made.handle(ButtonEvent(Action.RULES, True, 0.0, "keyboard", character=sign), 0.0)
        made.handle(ButtonEvent(Action.CONFIRM, True, 0.0, "keyboard"), 0.0)
        return made.build_frame(1.0)

    return draw_frame


def able(taker: Taker) -> Taker:
    """The screen of a machine that can be powered off."""

    def draw_frame(context: SceneContext) -> Frame:
        return taker(
            context._replace(
                get_power_status=lambda: PowerStatus(
                    can_power_off=True, can_restart=True, is_saved=False
                )
            )
        )

    return draw_frame


def taught(context: SceneContext) -> Frame:
    """The page that asks for a button, with the longest that it can say."""
    made = LearnButtonsScene(context)
    made.enter(0.0)
    words = [context.translator.translate(ACTION_NAMES[action]) for action in LEARNABLE_ACTIONS]
    made.show_messages(
        (context.translator.translate(BUTTON_IN_USE, action=max(words, key=len)),), 0.0
    )
    return made.build_frame(0.0)


def countdown(
    context: SceneContext, power_off_seconds: int | None, reset_seconds: int | None
) -> Frame:
    """Return the dialog of a countdown over an empty screen."""
    return apply_overlays(Frame(context.size, ()), context, power_off_seconds, reset_seconds)
