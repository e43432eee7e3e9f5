"""New game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import TypeVar

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
from kiosk.ui.scene import SceneArguments, SceneContext

DIFFICULTIES = (None, 1, 2, 3, 4, 5)
"""The difficulties that can be asked for; None is any."""

Value = TypeVar("Value")


def list_house_rule_choices(variant: Variant) -> list[str]:
    """Every choice of the game's house rules, in the order in which a button turns through them."""
    letters = variant.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


class NewGameState:
    """A wish in the making. Every game keeps the cells and house rules chosen for it."""

    def __init__(self, options: NewGameOptions) -> None:
        """Begin with this wish."""
        self.options = options
        self.focused_name = ""
        self._rules_by_game: dict[str, Rules] = {}

    @property
    def rules(self) -> Rules:
        """The game as it would be dealt."""
        return self.options.rules

    def set_focus(self, name: str) -> None:
        """The button of this name is in focus now."""
        self.focused_name = name

    def get_rules(self, variant: Variant) -> Rules:
        """The game as it would be dealt if it was this one."""
        if variant is self.rules.variant:
            return self.rules
        return self._rules_by_game.get(variant.key) or make_rules(variant)

    def select_game(self, variant: Variant) -> None:
        """This game, as it was chosen before, else with its first number of cells."""
        rules = self.get_rules(variant)
        self._rules_by_game[self.rules.variant.key] = self.rules
        self._set_rules(rules)

    def change_cells(self, step: int) -> None:
        """The next (1) or previous (-1) number of cells of the same game."""
        variant = self.rules.variant
        self._set_rules(make_rules(variant, _cycle_value(variant.cells, self.rules.cells, step)))

    def change_house_rules(self, step: int) -> None:
        """Other house rules of the same game."""
        variant = self.rules.variant
        house_rules = _cycle_value(list_house_rule_choices(variant), self.rules.house_rules, step)
        self._set_rules(make_rules(variant, self.rules.cells, house_rules))

    def change_deal_kind(self, step: int) -> None:
        """Another kind of deal."""
        self.options = self.options._replace(
            kind=_cycle_value(tuple(DealKind), self.options.kind, step)
        )

    def change_difficulty(self, step: int) -> None:
        """Another difficulty."""
        self.options = self.options._replace(
            grade=_cycle_value(DIFFICULTIES, self.options.grade, step)
        )

    def _set_rules(self, rules: Rules) -> None:
        self.options = self.options._replace(rules=rules)


def _cycle_value(values: tuple[Value, ...] | list[Value], value: Value, step: int) -> Value:
    return values[(values.index(value) + step) % len(values)]


def format_cells(translator: Translator, rules: Rules) -> str:
    """How many cells there are."""
    return translator.translate_plural(
        "{count} cell", "{count} cells", rules.cells, count=rules.cells
    )


def format_deal_kind(translator: Translator, options: NewGameOptions) -> str:
    """Which deals come, and how hard they are where that was chosen."""
    translate = translator.translate
    if options.kind is DealKind.WINNABLE and options.grade is not None:
        return translate("Winnable, difficulty {grade}", grade=options.grade)
    return {
        DealKind.WINNABLE: translate("Winnable deal"),
        DealKind.ANY: translate("Any deal"),
        DealKind.TODAY: translate("Today's deal"),
    }[options.kind]


def format_difficulty(translator: Translator, options: NewGameOptions) -> str:
    """How hard winnable deals are to be."""
    if options.grade is None:
        return translator.translate("Difficulty: any")
    return translator.translate("Difficulty: {grade} of 5", grade=options.grade)


def format_house_rules(translator: Translator, rules: Rules) -> str:
    """The house rules that are in force."""
    return {
        "": translator.translate("House rules: none"),
        "E": translator.translate("Empty columns take any card"),
        "G": translator.translate("Groups move as one"),
        "EG": translator.translate("Both house rules"),
    }[rules.house_rules]


def format_house_letters(translator: Translator, rules: Rules) -> str:
    """The same by their letters, as the game's code has them."""
    return translator.translate("House rules: {letters}", letters=rules.house_rules)


def list_odds_lines(translator: Translator, options: NewGameOptions) -> Iterator[str]:
    """How many deals of the game can be won and how long that takes; whether this is one."""
    odds = estimate_win_chance(
        options.rules, options.grade if options.kind is DealKind.WINNABLE else None
    )
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
    """What is to be known before dealing."""
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
"""The name of the button to the screen where a code or a number is typed."""


def make_new_game_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The New game screen; what lies on the table stays resumable.

    Deal may lie where New was on the table: over a game under way a second tap does not deal yet.
    """
    game = arguments.game
    is_under_way = game is not None and game.has_started and game.state != "won"
    state = NewGameState(arguments.options or context.config.game.to_new_game_options())

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(Action.CONFIRM.value, translate("Deal"), (DealGame(options=state.options),)),
            *(_make_game_item(context, state, record) for record in VARIANTS),
            MenuItem(
                ENTER_CODE_BUTTON, translate("Code or number"), (OpenScene("entry"),), icon="code"
            ),
            *_make_option_items(context, state),
            *_make_resume_item(context, arguments),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        name, *description = _describe_focused_game(context, state, arguments)
        build_layout = partial(layout_new_game, [state.get_rules(record) for record in VARIANTS])
        return MenuContent(
            name, tuple(description), items, build_page_help(context), build_layout=build_layout
        )

    return Menu(
        context,
        build_content,
        ignore_input_seconds=IGNORE_INPUT_SECONDS if is_under_way else 0.0,
        get_arguments=lambda: arguments._replace(rules=state.rules),
        on_focus_change=state.set_focus,
    )


def _make_game_item(context: SceneContext, state: NewGameState, variant: Variant) -> MenuItem:
    return MenuItem(
        variant.key,
        context.translator.translate(variant.name),
        icon=None,
        on_activate=partial(state.select_game, variant),
        is_selected=variant is state.rules.variant,
        resets_focus=True,
    )


def _make_option_items(context: SceneContext, state: NewGameState) -> Iterator[MenuItem]:
    """What can be chosen for the game, and for its deals."""
    rules, translator = state.rules, context.translator

    def make_item(
        name: str, text: str, change_value: Callable[[int], None], short_text: str = ""
    ) -> MenuItem:
        return MenuItem(
            name, text, icon=None, short_text=short_text, on_activate=partial(change_value, 1)
        )

    if len(rules.variant.cells) > 1:
        yield make_item("cells", format_cells(translator, rules), state.change_cells)
    if rules.variant.house_rules:
        short = format_house_letters(translator, rules) if rules.house_rules else ""
        yield make_item(
            "house", format_house_rules(translator, rules), state.change_house_rules, short
        )
    yield make_item(
        "kind",
        format_deal_kind(translator, state.options._replace(grade=None)),
        state.change_deal_kind,
    )
    if state.options.kind is DealKind.WINNABLE:
        yield make_item(
            "grade", format_difficulty(translator, state.options), state.change_difficulty
        )


def _make_resume_item(context: SceneContext, arguments: SceneArguments) -> Iterator[MenuItem]:
    if arguments.unfinished_code:
        translate = context.translator.translate
        text = translate("Go on with {code}", code=arguments.unfinished_code)
        yield MenuItem(
            "resume",
            text,
            (ResumeGame(arguments.unfinished_code),),
            icon="play",
            short_text=translate("Go on"),
        )


def _describe_focused_game(
    context: SceneContext, state: NewGameState, arguments: SceneArguments
) -> tuple[str, ...]:
    """The name of the game in focus, or else of the chosen one, and what is to be known of it."""
    translator = context.translator
    if state.focused_name == ENTER_CODE_BUTTON:
        return translator.translate("Code or number"), translator.translate(
            "A typed deal may be lost from the start."
        )
    variant = next((one for one in VARIANTS if one.key == state.focused_name), state.rules.variant)
    options = state.options._replace(rules=state.get_rules(variant))
    lines = (
        *list_odds_lines(translator, options),
        *list_warnings(translator, options, arguments.today),
    )
    return translator.translate(variant.name), *lines
