"""Occasions at which a screen has much to say: what players choose, type, and are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from engine.messages import Phrase, counted, phrase
from engine.refusals import TEMPLATES
from engine.variants import VARIANTS, rules_of
from kiosk.app.dealer import Dealt
from kiosk.app.overlays import last_lines, nearly_empty, refused, reset_lines, with_dialog
from kiosk.app.run import NOT_LASTING, VOLATILE
from kiosk.app.table_factory import deal_lines
from kiosk.events import Action, Press
from kiosk.frame import Frame
from kiosk.hardware.power import Power
from kiosk.new_game_options import Kind, Promise, Wish
from kiosk.scenes.learn_buttons import ASKED, TAKEN, WORDS, Learn
from kiosk.scenes.registry import SCENES
from kiosk.scenes.table.game_record import STUCK
from kiosk.scenes.table.hint_requests import (
    HOMEWARD,
    LOST_BACK,
    ONTO,
    SEARCHING,
    TO_CELL,
    TO_EMPTY,
    UNDECIDED,
    UNDECIDED_BACK,
)
from kiosk.stats import FirstWin, Standing
from kiosk.ui.scene import Occasion, Stage
from tests.support.tables import dealt

Taker = Callable[[Stage], Frame]
WIDE = {"card": "10♥", "other": "10♠", "rank": "10", "n": 13, "cards": 13, "limit": 12}
TOLD = ("title", "figures", "entry", "initials", "learn", "calibrate", "replay", "settings")
TYPED = (
    *("", "0", "XX1-C4-AAAAA24", "BK1-C44-AAAAA24", "BD1-C0X-AAAAA24", "BD1-C0EE-AAAAA24"),
    *("BK1-C4E-AAAAA24", "BK1-C4-AAAAA2", "BK1-C4-AAAAA25", "BK2-C4-AAAAA24"),
    "KINGSONLYKINGSONLYKINGSO",
)
DAMAGED = "The saved game was damaged. It is kept as {file}, and a new one is begun."
NEWS: tuple[Phrase, ...] = (
    *(NOT_LASTING, VOLATILE, refused("Interactive authentication required"), nearly_empty(12)),
    phrase(DAMAGED, file="bakehouse.db.damaged-1"),
    phrase("Saving does not work: {cause}. It is tried again with every move.", cause="disk full"),
    phrase("The moves of this game are not kept any more"),
    *deal_lines(Dealt("", Promise.NONE), ""),
    *deal_lines(Dealt("", Promise.TODAY), "2026-11-30"),
    *deal_lines(Dealt("", Promise.WINNABLE, 365), ""),
)


def quick() -> Iterator[tuple[str, Taker]]:
    """Pages, by what they are about."""
    for record in VARIANTS:
        for kind, grade in ((Kind.WINNABLE, 5), (Kind.WINNABLE, None), (Kind.ANY, None)):
            for house in ("", record.house_rules) if record.house_rules else ("",):
                wish = Wish(rules_of(record, record.cells[-1], house), kind, grade)
                yield (
                    f"title {record.key}",
                    shown("title", Occasion(wish=wish, kept="KO1-C3-AAAAA24")),
                )
                yield f"choose {record.key}", shown("choose", Occasion(wish=wish))
    for today in ("", "2026-11-30"):
        wish = Wish(rules_of(VARIANTS[1], 1), Kind.TODAY)
        yield f"choose {today}", shown("choose", Occasion(wish=wish, today=today))
    for typed in TYPED:
        yield f"entry {typed}", entered(typed)
    game = dealt(1, "1-a 2-b")
    for helped, place in product((False, True), (1, 10)):
        occasion = Occasion(
            game, 3725, standing=Standing(place, helped=helped, initials="", latest="ANN")
        )
        yield f"won {place} {helped}", shown("won", occasion)
        yield f"initials {place} {helped}", shown("initials", occasion)
    again = Standing(1, helped=False, initials="ANN", latest="ANN", first=FirstWin(36_000.0, 2345))
    yield "won again", shown("won", Occasion(game, 3725, standing=again))
    for back in (0, None, 1, 123):
        yield f"stuck {back}", shown("stuck", Occasion(game, 60, back=back))
        yield f"pause {back}", shown("pause", Occasion(game, 60, back=back, promise=Promise.NONE))
    yield "power", able(shown("power", Occasion(game)))
    yield "title, power", able(shown("title", Occasion()))
    yield "records, none", shown("records", Occasion())
    yield "figures, none", shown("figures", Occasion(game))
    yield "scores, none", shown("scores", Occasion(game))
    yield "learn", taught
    yield "left alone", lambda stage: dialog(stage, reset_lines(stage.words, 59))
    yield "no battery", lambda stage: dialog(stage, last_lines(stage.words, 59))


def remarks() -> Iterator[tuple[str, Taker]]:
    """What is said in passing, on the table and on every kind of screen."""
    lines = [
        phrase(text, **WIDE, free=4, spare=8) for texts in TEMPLATES.values() for text in texts
    ]
    lines += [phrase(text, card="10♥") for text in (STUCK, SEARCHING, UNDECIDED, HOMEWARD, TO_CELL)]
    lines += [counted(*pair, 23) for pair in (UNDECIDED_BACK, LOST_BACK)]
    lines += [counted(*pair, 12, card="10♥", other="J♠") for pair in (ONTO, TO_EMPTY)]
    for line in (*lines, *NEWS):
        yield f"table: {line.text}", told("table", line)
    for scene in TOLD:
        for line in NEWS[:6]:
            yield f"{scene}: {line.text}", told(scene, line)


def shown(scene: str, occasion: Occasion) -> Taker:
    """The screen as it opens."""

    def take(stage: Stage) -> Frame:
        made = SCENES[scene](stage, occasion)
        made.enter(0.0)
        return made.frame(20.0)

    return take


def told(scene: str, line: Phrase) -> Taker:
    """The screen with this line."""

    def take(stage: Stage) -> Frame:
        game = dealt(1, "1-a 2-b")
        made = SCENES[scene](
            stage, Occasion(game, 754, standing=Standing(3, helped=True, initials="", latest="ANN"))
        )
        made.enter(0.0)
        made.tell((stage.words.told(line),), 1.0)
        return made.frame(1.1)

    return take


def entered(text: str) -> Taker:
    """A code or number as it was typed, and what is said of it."""

    def take(stage: Stage) -> Frame:
        made = SCENES["entry"](stage, Occasion(rules=rules_of(VARIANTS[4])))
        for sign in text:
            made.handle(Press(Action.RULES, True, 0.0, "keyboard", typed=sign), 0.0)
        made.handle(Press(Action.CONFIRM, True, 0.0, "keyboard"), 0.0)
        return made.frame(1.0)

    return take


def able(taker: Taker) -> Taker:
    """The screen of a machine that can be powered off."""

    def take(stage: Stage) -> Frame:
        return taker(stage._replace(power=lambda: Power(off=True, restart=True, saved=False)))

    return take


def taught(stage: Stage) -> Frame:
    """The page that asks for a button, with the longest that it can say."""
    made = Learn(stage, Occasion())
    made.enter(0.0)
    words = [stage.words.say(WORDS[action]) for action in ASKED]
    made.tell((stage.words.say(TAKEN, action=max(words, key=len)),), 0.0)
    return made.frame(0.0)


def dialog(stage: Stage, lines: tuple[str, ...]) -> Frame:
    """These lines over a screen."""
    return with_dialog(Frame(stage.size, ()), stage, lines)
