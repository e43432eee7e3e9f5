"""The games: one record each; `Rules` is a record with cells and house rules chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import DECK, is_red, rank_of, suit_of
from engine.messages import Message, MessageError, Msgid, make_message


class Build(StrEnum):
    """Suits in which a pile builds: the same suit, any suit, or alternating colours."""

    SUIT = "suit"
    ANY = "any"
    COLOURS = "colours"


class Filling(StrEnum):
    """The cards that an empty column takes."""

    ANY = "any"
    KING = "king"
    NOTHING = "nothing"


class Grouping(StrEnum):
    """Limit of a group: one card, as many as could move one by one, or the whole run."""

    NONE = "none"
    CARRIED = "carried"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A game of the family.

    Attributes:
        key: its name in commands, settings and files.
        tag: its two letters in game codes.
        cells: the possible numbers of free cells, the usual one first; (0,) if it has none.
        aces_home: how many Aces, in deal order, start on the foundations.
        kings_slide: the Kings start at the bottom of their columns.
        tableau: how columns build, downwards.
        filling: which cards an empty column takes.
        grouping: how many cards move together.
        foundations: how foundations build, upwards from the Ace.
        allows_returns: the top card of a foundation can move back.
        is_scored: the game has points.
        house_rules: letters of the house rules that can be switched on.
    """

    key: str
    tag: str
    name: Msgid
    columns: int
    cells: tuple[int, ...]
    aces_home: int = 0
    kings_slide: bool = False
    tableau: Build
    filling: Filling
    grouping: Grouping
    foundations: Build
    allows_returns: bool = False
    is_scored: bool = False
    house_rules: str = ""

    @property
    def cards_per_column(self) -> int:
        """Number of cards dealt to the longest column."""
        return -(-(52 - self.aces_home) // self.columns)

    def __post_init__(self) -> None:
        if self.allows_returns and self.foundations is not Build.SUIT:
            raise ValueError("a card can return only where its foundation tells which card it is")


VARIANTS: tuple[Variant, ...] = (
    Variant(
        key="bakers-game",
        tag="BK",
        name="Baker's Game",
        columns=8,
        cells=(4, 3, 2, 1),
        tableau=Build.SUIT,
        filling=Filling.ANY,
        grouping=Grouping.CARRIED,
        foundations=Build.SUIT,
        is_scored=True,
    ),
    Variant(
        key="kings-only",
        tag="KO",
        name="Kings Only",
        columns=8,
        cells=(4, 3, 2, 1),
        tableau=Build.SUIT,
        filling=Filling.KING,
        grouping=Grouping.CARRIED,
        foundations=Build.SUIT,
        allows_returns=True,
        is_scored=True,
    ),
    Variant(
        key="bakers-dozen",
        tag="BD",
        name="Baker's Dozen",
        columns=13,
        cells=(0,),
        kings_slide=True,
        tableau=Build.ANY,
        filling=Filling.NOTHING,
        grouping=Grouping.NONE,
        foundations=Build.SUIT,
        house_rules="EG",
    ),
    Variant(
        key="good-measure",
        tag="GM",
        name="Good Measure",
        columns=10,
        cells=(0,),
        aces_home=2,
        kings_slide=True,
        tableau=Build.ANY,
        filling=Filling.NOTHING,
        grouping=Grouping.NONE,
        foundations=Build.SUIT,
        house_rules="EG",
    ),
    Variant(
        key="spanish-patience",
        tag="SP",
        name="Spanish Patience",
        columns=13,
        cells=(0,),
        kings_slide=True,
        tableau=Build.ANY,
        filling=Filling.NOTHING,
        grouping=Grouping.NONE,
        foundations=Build.COLOURS,
        house_rules="EG",
    ),
)


class UnknownVariantError(ValueError):
    """No game has this key."""


class CellsError(MessageError):
    """The game is not played with this number of free cells."""


class HouseRuleError(MessageError):
    """The game does not have this house rule, or it is given twice."""


def find_variant(key: str) -> Variant:
    """Return the game with a key.

    Raises:
        UnknownVariantError: there is none.
    """
    for record in VARIANTS:
        if record.key == key:
            return record
    keys = ", ".join(record.key for record in VARIANTS)
    raise UnknownVariantError(f"there is no game {key[:40]!a}: expected one of {keys}")


def _can_build_on(build: Build, lower: int, higher: int) -> bool:
    if rank_of(lower) + 1 != rank_of(higher):
        return False
    if build is Build.SUIT:
        return suit_of(lower) == suit_of(higher)
    return build is Build.ANY or is_red(lower) != is_red(higher)


def _build_tableau_targets(build: Build) -> tuple[bytes, ...]:
    return tuple(bytes(top for top in DECK if _can_build_on(build, card, top)) for card in DECK)


# Of equal foundations the first in this order takes a card: hearts, clubs, diamonds, spades.
_FOUNDATION_ORDER = (2, 0, 1, 3)


def _build_foundation_targets(build: Build) -> tuple[bytes, ...]:
    def accepts(pile: int, card: int) -> bool:
        if build is Build.SUIT or rank_of(card) == 0:
            return pile == suit_of(card)
        odd = rank_of(card) % 2 == 1
        return build is Build.ANY or is_red(card) == (is_red(pile) != odd)

    return tuple(bytes(pile for pile in _FOUNDATION_ORDER if accepts(pile, card)) for card in DECK)


_TABLEAU_TARGETS = {build: _build_tableau_targets(build) for build in Build}
_FOUNDATION_TARGETS = {build: _build_foundation_targets(build) for build in Build}


@dataclass(frozen=True, slots=True)
class Rules:
    """A game as it is played: a variant with its cells and house rules.

    Attributes:
        house_rules: "", "E", "G" or "EG".
        filling: with house rule E applied.
        grouping: with house rule G applied.
        tableau_targets: for each card, the cards of columns that it can be laid on.
        foundation_targets: for each card, the foundations that take it when high enough.
    """

    variant: Variant
    cells: int
    house_rules: str
    filling: Filling = field(init=False, compare=False, repr=False)
    grouping: Grouping = field(init=False, compare=False, repr=False)
    tableau_targets: tuple[bytes, ...] = field(init=False, compare=False, repr=False)
    foundation_targets: tuple[bytes, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        variant = self.variant
        set_field(self, "filling", Filling.ANY if "E" in self.house_rules else variant.filling)
        set_field(self, "grouping", Grouping.WHOLE if "G" in self.house_rules else variant.grouping)
        set_field(self, "tableau_targets", _TABLEAU_TARGETS[variant.tableau])
        set_field(self, "foundation_targets", _FOUNDATION_TARGETS[variant.foundations])


def make_rules(variant: Variant, cells: int | None = None, house_rules: str = "") -> Rules:
    """Return the rules of a game with a number of cells (None: the usual one) and house rules.

    Raises:
        CellsError: the game has no such number of cells.
        HouseRuleError: the game has no such house rule.
    """
    cells = variant.cells[0] if cells is None else cells
    if cells not in variant.cells:
        raise CellsError(_describe_cells_error(variant, cells))
    letters = house_rules.upper()
    unknown_letters = [letter for letter in letters if letter not in variant.house_rules]
    if unknown_letters:
        raise HouseRuleError(_describe_house_rule_error(variant, unknown_letters[0]))
    if len(set(letters)) < len(letters):
        message = make_message(
            "a house rule is named twice in {letters}: expected each once",
            letters=ascii(house_rules),
        )
        raise HouseRuleError(message)
    return Rules(variant, cells, "".join(sorted(letters)))


def find_rules(key: str, cells: int | None = None, house_rules: str = "") -> Rules:
    """Return the rules of the game with a key; see `make_rules`.

    Raises:
        UnknownVariantError: there is no such game.
        CellsError: the game has no such number of cells.
        HouseRuleError: the game has no such house rule.
    """
    return make_rules(find_variant(key), cells, house_rules)


def _describe_cells_error(variant: Variant, cells: int) -> Message:
    game = make_message(variant.name)
    if variant.cells == (0,):
        return make_message(
            "{game} has no free cells: expected 0, not {cells}", game=game, cells=cells
        )
    numbers = ", ".join(str(number) for number in sorted(variant.cells))
    return make_message(
        "{game} is not played with {cells} cells: expected one of {numbers}",
        game=game,
        cells=cells,
        numbers=numbers,
    )


def _describe_house_rule_error(variant: Variant, letter: str) -> Message:
    game, wrong = make_message(variant.name), ascii(letter)
    if not variant.house_rules:
        return make_message(
            "{game} has no house rules: expected none, not {letter}", game=game, letter=wrong
        )
    return make_message(
        "{game} has no house rule {letter}: expected one of {letters}",
        game=game,
        letter=wrong,
        letters=", ".join(variant.house_rules),
    )
