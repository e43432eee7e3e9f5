"""Every game is one record of data; `Rules` is a record with cells and house rules chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import DECK, is_red, rank_of, suit_of
from engine.messages import Message, MessageError, Msgid, make_message


class Build(StrEnum):
    """Which neighbours in rank may lie on each other."""

    SUIT = "suit"
    ANY = "any"
    COLOURS = "colours"


class Filling(StrEnum):
    """What an empty column takes."""

    ANY = "any"
    KING = "king"
    NOTHING = "nothing"


class Grouping(StrEnum):
    """How many cards of a run move together: one; as many as single moves could carry; all."""

    NONE = "none"
    CARRIED = "carried"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game of the family: a column of the table in the rules of the house."""

    key: str
    """Its name in commands, settings and files."""
    tag: str
    """Its two letters in game codes."""
    name: Msgid
    """Its English name, for people."""
    columns: int
    """How many tableau columns there are."""
    cells: tuple[int, ...]
    """How many free cells it may be played with, the usual number first; (0,) where it has none."""
    aces_home: int = 0
    """How many Aces, in deal order, lie on the foundations before play."""
    kings_slide: bool = False
    """Whether the Kings slide to the bottom of their columns before play."""
    tableau: Build
    """How columns build, downwards."""
    filling: Filling
    """What an empty column takes."""
    grouping: Grouping
    """How many cards of a run move together."""
    foundations: Build
    """How foundations build, upwards from an Ace."""
    allows_returns: bool = False
    """Whether the top card of a foundation may be moved back."""
    is_scored: bool = False
    """Whether points are counted."""
    house_rules: str = ""
    """The letters of the house rules that can be switched on."""

    @property
    def cards_per_column(self) -> int:
        """Number of cards dealt to the longest column."""
        return -(-(52 - self.aces_home) // self.columns)

    def __post_init__(self) -> None:
        """Refuses a record that the engine could not play."""
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
    """A key that no game has."""


class CellsError(MessageError):
    """A number of free cells that the game is not played with."""


class HouseRuleError(MessageError):
    """A house rule that the game does not have, or one named twice."""


def find_variant(key: str) -> Variant:
    """The game of that key.

    Raises:
        UnknownVariantError: naming the keys there are.
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


_FOUNDATION_ORDER = (2, 0, 1, 3)
"""Where two foundations are alike, the order of choice is hearts, clubs, diamonds, spades."""


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
    """A game as it is played: a record, its number of cells, its house rules, and what follows."""

    variant: Variant
    cells: int
    """Free cells in play."""
    house_rules: str
    """The house rules in force: "", "E", "G" or "EG"."""
    filling: Filling = field(init=False, compare=False, repr=False)
    """What an empty column takes, house rules counted in."""
    grouping: Grouping = field(init=False, compare=False, repr=False)
    """How many cards move together, house rules counted in."""
    tableau_targets: tuple[bytes, ...] = field(init=False, compare=False, repr=False)
    """For every card the cards of a column that it may be laid on."""
    foundation_targets: tuple[bytes, ...] = field(init=False, compare=False, repr=False)
    """For every card the foundations that take it when high enough, in order of choice."""

    def __post_init__(self) -> None:
        """Resolves the house rules and the tables of neighbours once, for speed."""
        set_field = object.__setattr__
        variant = self.variant
        set_field(self, "filling", Filling.ANY if "E" in self.house_rules else variant.filling)
        set_field(self, "grouping", Grouping.WHOLE if "G" in self.house_rules else variant.grouping)
        set_field(self, "tableau_targets", _TABLEAU_TARGETS[variant.tableau])
        set_field(self, "foundation_targets", _FOUNDATION_TARGETS[variant.foundations])


def make_rules(variant: Variant, cells: int | None = None, house_rules: str = "") -> Rules:
    """The rules of a record with its cells (None: the usual number) and house letters chosen.

    Raises:
        CellsError: naming the numbers the game has.
        HouseRuleError: naming the letters the game has.
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
    """The rules of the game of that key; see `make_rules`.

    Raises:
        UnknownVariantError: naming the keys there are.
        CellsError: naming the numbers the game has.
        HouseRuleError: naming the letters the game has.
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
