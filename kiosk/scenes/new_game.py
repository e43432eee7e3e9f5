"""New game screen: choice of the game, its options and its deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TypeVar

from engine.codes import encode
from engine.rulebook.odds import estimate_win_chance
from engine.variants import VARIANTS, Rules, Variant, make_rules
from kiosk.effects import DealGame, GoBack, OpenScene, ResumeGame
from kiosk.events import Action
from kiosk.i18n import Translator
from kiosk.new_game_options import DealKind, NewGameOptions
from kiosk.scenes.new_game_layout import layout_new_game
from kiosk.ui.help_line import build_page_help
from kiosk.ui.menu import IGNORE_INPUT_SECONDS, Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem
from kiosk.ui.scene import SceneContext

DIFFICULTIES = (None, 1, 2, 3, 4, 5)  # None means any

Value = TypeVar("Value")


class NewGameState:
    """Options chosen so far. Every game keeps its own cells and house rules."""

    def __init__(self, options: NewGameOptions) -> None:
        self.options = options
        self.focused_name = ""
        self._rules_by_game: dict[str, Rules] = {}

    @property
    def rules(self) -> Rules:
        """Rules of the selected game."""
        return self.options.rules

    def set_focus(self, name: str) -> None:
        """Keep the name of the focused button."""
        self.focused_name = name

    def get_rules(self, variant: Variant) -> Rules:
        """Return the rules chosen for this game, or its default rules."""
        if variant is self.rules.variant:
            return self.rules
        return self._rules_by_game.get(variant.key) or make_rules(variant)

    def select_game(self, variant: Variant) -> None:
        """Select this game with the rules chosen for it."""
        rules = self.get_rules(variant)
        self._rules_by_game[self.rules.variant.key] = self.rules
        self._set_rules(rules)

    def change_cells(self, step: int) -> None:
        """Select the next (1) or previous (-1) number of cells."""
        variant = self.rules.variant
        self._set_rules(make_rules(variant, _cycle_value(variant.cells, self.rules.cells, step)))

    def change_house_rules(self, step: int) -> None:
        """Select the next or previous house rules."""
        variant = self.rules.variant
        letters = variant.house_rules
        combined = [subset for n in range(len(letters) + 1) for subset in combinations(letters, n)]
        choices = ["".join(subset) for subset in combined]
        house_rules = _cycle_value(choices, self.rules.house_rules, step)
        self._set_rules(make_rules(variant, self.rules.cells, house_rules))

    def change_deal_kind(self, step: int) -> None:
        """Select the next or previous kind of deal."""
        kind = _cycle_value(tuple(DealKind), self.options.kind, step)
        self.options = self.options._replace(kind=kind)

    def change_difficulty(self, step: int) -> None:
        """Select the next or previous difficulty."""
        grade = _cycle_value(DIFFICULTIES, self.options.grade, step)
        self.options = self.options._replace(grade=grade)

    def _set_rules(self, rules: Rules) -> None:
        self.options = self.options._replace(rules=rules)


def _cycle_value(values: Sequence[Value], value: Value, step: int) -> Value:
    return values[(values.index(value) + step) % len(values)]


def format_cells(translator: Translator, rules: Rules) -> str:
    """Return the number of cells as text."""
    count = rules.cells
    return translator.translate_plural("{count} cell", "{count} cells", count, count=count)


def format_deal_kind(translator: Translator, options: NewGameOptions) -> str:
    """Return the kind of deal, and its difficulty if that was chosen."""
    translate = translator.translate
    if options.kind is DealKind.WINNABLE and options.grade is not None:
        return translate("Winnable, difficulty {grade}", grade=options.grade)
    return {
        DealKind.WINNABLE: translate("Winnable deal"),
        DealKind.ANY: translate("Any deal"),
        DealKind.TODAY: translate("Today's deal"),
    }[options.kind]


def format_house_letters(translator: Translator, rules: Rules) -> str:
    """Return the house rules by their letters in the game code."""
    return translator.translate("House rules: {letters}", letters=rules.house_rules)


def list_odds_lines(translator: Translator, options: NewGameOptions) -> Iterator[str]:
    """Yield the share of winnable deals and their length, and if the new deal is one of them."""
    grade = options.grade if options.kind is DealKind.WINNABLE else None
    odds = estimate_win_chance(options.rules, grade)
    if odds is None:
        return
    yield translator.translate_plural(
        "{won} of {deals} deals can be won in about {count} move.",
        "{won} of {deals} deals can be won in about {count} moves.",
        odds.typical_moves,
        won=odds.winnable,
        deals=f"{odds.deals:,}",
        count=odds.typical_moves,
    )
    if odds.winnable * 2 < odds.deals and options.kind is not DealKind.ANY:
        yield translator.translate("Yours is one of them.")


def list_warnings(translator: Translator, options: NewGameOptions, today: str) -> Iterator[str]:
    """Yield warnings about the deal."""
    translate = translator.translate
    if options.rules.house_rules:
        yield translate("House rules make the game far easier.")
    if options.kind is DealKind.ANY:
        yield translate("Your deal may be lost from the start.")
    if options.kind is DealKind.TODAY and today:
        yield translate("Today is {date}.", date=today)
    elif options.kind is DealKind.TODAY:
        yield translate("The clock is not set: a numbered deal instead.")


ENTER_CODE_BUTTON = "entry"


def make_new_game_menu(context: SceneContext) -> Menu:
    """Create the screen.

    Over a game in progress it ignores a second tap on the New button of the table, where its Deal
    button may be.
    """
    game = context.get_game_in_play().game
    is_in_progress = game is not None and game.has_started and game.state != "won"
    state = NewGameState(context.new_games.get_options(context.config.game))
    unfinished_code = context.new_games.offer_unfinished()
    today = context.new_games.format_today()

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        enter_code = OpenScene("entry", encode(state.rules, 1))
        code = translate("Code or number")
        items = (
            MenuItem(Action.CONFIRM.value, translate("Deal"), (DealGame(options=state.options),)),
            *_make_game_items(context, state),
            MenuItem(ENTER_CODE_BUTTON, code, (enter_code,), icon="code"),
            *_make_option_items(context, state),
            *make_resume_items(context, unfinished_code),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        name, *description = _describe_focused_game(context, state, today)
        games = [state.get_rules(variant) for variant in VARIANTS]
        help_text, build_layout = build_page_help(context), partial(layout_new_game, games)
        return MenuContent(name, tuple(description), items, help_text, build_layout=build_layout)

    return Menu(
        context,
        build_content,
        ignore_input_seconds=IGNORE_INPUT_SECONDS if is_in_progress else 0.0,
        on_focus_change=state.set_focus,
    )


def _make_game_items(context: SceneContext, state: NewGameState) -> Iterator[MenuItem]:
    for variant in VARIANTS:
        yield MenuItem(
            variant.key,
            context.translator.translate(variant.name),
            icon=None,
            on_activate=partial(state.select_game, variant),
            is_selected=variant is state.rules.variant,
            resets_focus=True,
        )


def _make_option_items(context: SceneContext, state: NewGameState) -> Iterator[MenuItem]:
    rules, translator = state.rules, context.translator
    entries: list[tuple[str, str, str, Callable[[int], None]]] = []
    if len(rules.variant.cells) > 1:
        entries.append(("cells", format_cells(translator, rules), "", state.change_cells))
    if rules.variant.house_rules:
        text = {
            "": translator.translate("House rules: none"),
            "E": translator.translate("Empty columns take any card"),
            "G": translator.translate("Groups move as one"),
            "EG": translator.translate("Both house rules"),
        }[rules.house_rules]
        short = format_house_letters(translator, rules) if rules.house_rules else ""
        entries.append(("house", text, short, state.change_house_rules))
    text = format_deal_kind(translator, state.options._replace(grade=None))
    entries.append(("kind", text, "", state.change_deal_kind))
    if state.options.kind is DealKind.WINNABLE:
        text, grade = translator.translate("Difficulty: any"), state.options.grade
        if grade is not None:
            text = translator.translate("Difficulty: {grade} of 5", grade=grade)
        entries.append(("grade", text, "", state.change_difficulty))
    for name, text, short, change_value in entries:
        on_activate = partial(change_value, 1)
        yield MenuItem(name, text, icon=None, short_text=short, on_activate=on_activate)


def make_resume_items(context: SceneContext, code: str | None) -> Iterator[MenuItem]:
    """Yield the item to resume an unfinished game, if there is one."""
    if code:
        translate = context.translator.translate
        text, short_text = translate("Go on with {code}", code=code), translate("Go on")
        effects = (ResumeGame(code),)
        yield MenuItem("resume", text, effects, icon="play", short_text=short_text)


def _describe_focused_game(
    context: SceneContext, state: NewGameState, today: str
) -> tuple[str, ...]:
    """Return the name of the focused game, or else of the selected one, and lines about it."""
    translator = context.translator
    if state.focused_name == ENTER_CODE_BUTTON:
        warning = translator.translate("A typed deal may be lost from the start.")
        return translator.translate("Code or number"), warning
    variant = next((one for one in VARIANTS if one.key == state.focused_name), state.rules.variant)
    options = state.options._replace(rules=state.get_rules(variant))
    lines = (*list_odds_lines(translator, options), *list_warnings(translator, options, today))
    return translator.translate(variant.name), *lines
