"""Every setting: type, default, help."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.variants import Rules, find_variant, make_rules
from kiosk.events import Action
from kiosk.new_game_options import ANY_GRADE, DealKind, NewGameOptions
from kiosk.settings.keys import GAMEPAD_BINDINGS, KEYBOARD_BINDINGS, NO_PAGE_BINDINGS, Names
from kiosk.stats import RankBy


@dataclass(frozen=True, slots=True, kw_only=True)
class KioskSettings:
    """For a machine that strangers play on."""

    lock: bool = False
    """Whether the player is kept inside: nothing but SIGTERM ends the program."""
    idle_reset: int | None = None
    """Seconds without input until the table is cleared for the next person; 0 = never. None = 0, or
    120 with the lock."""
    attract_after: int | None = None
    """Seconds without input at the title until a game plays itself; 0 = never. None = 60, in a
    window never."""
    keep_left: int = 10
    """Minutes for which the game that was left is offered after that."""
    service_hold: Names = ()
    """Actions whose buttons, held together, open the service menu; none: the usual pairs."""
    service_key: Names = ("ctrl+alt+s",)
    """Keys that do."""
    service_touch: bool = True
    """Whether fingers in corners do."""
    pin: str | None = None
    """What it asks for: digits, None for nothing; what is no PIN at all keeps it shut."""
    shell: bool = False
    """Whether it can leave to a shell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSettings:
    """How the machine is powered."""

    menu: bool | None = None
    """Whether it can be powered off from the menu; None = where the picture fills the panel and
    nobody is locked in."""
    low_pin: int | None = None
    """The pin of a line that is low while the battery is."""


Size = tuple[int, int]
"""Width and height in pixels."""
Value = str | int | bool | Size | Names | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """What is dealt when nothing else is asked for."""

    variant: str = "bakers-game"
    """The key of a game."""
    cells: int = 4
    """Free cells, for games that have them."""
    rules: str = ""
    """House rules, for games that have them: "", "E", "G" or "EG"."""
    undo_limit: int = 100
    """How many of the last moves can be undone; 0 = all of them."""
    deal: str = DealKind.WINNABLE.value
    """Which deals come: `winnable`, `any` or `today`."""
    difficulty: str = ANY_GRADE
    """How hard winnable deals are: `1` to `5`, or `any`."""

    def to_rules(self) -> Rules:
        """The rules to deal by; cells and house rules count only where the game has them."""
        record = find_variant(self.variant)
        cells = self.cells if self.cells in record.cells else None
        house = "".join(letter for letter in self.rules if letter in record.house_rules)
        return make_rules(record, cells, house)

    def to_new_game_options(self) -> NewGameOptions:
        """What is dealt where nobody has chosen on the New game screen."""
        grade = None if self.difficulty == ANY_GRADE else int(self.difficulty)
        return NewGameOptions(self.to_rules(), DealKind(self.deal), grade)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSettings:
    """Where the picture goes."""

    size: Size | None = None
    """Width and height of a window; None = fullscreen at the panel's own size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySettings:
    """How cards look, and how the picture lies on the panel."""

    suit_colours: str = "auto"
    """`two`, `four`, or `auto`: four where the game builds in suit."""
    theme: str = "classic"
    """The name of a file in assets/themes."""
    index_size: str = "normal"
    """`large`: rank and suit on cards as large as the strip of a covered card allows."""
    motion: str = "on"
    """`on`, `slow`, or `off`: nothing moves by itself."""
    indicator: bool = False
    """Whether the table shows what is known of the game: that it can be won, or cannot."""
    left_handed: bool | None = None
    """Whether the controls are mirrored."""
    rotation: int | None = None
    """Degrees clockwise by which the picture is turned; None = what the profile says."""
    margin: int | None = None
    """Pixels left free at every edge; None = what the profile says."""
    density: int | None = None
    """Pixels per inch of the panel; None = what the profile says."""
    brightness: int | None = None
    """How bright the picture is, in percent; None = as the panel was found."""
    dim_after: int | None = None
    """Seconds without input until it is dimmed; 0 = never. None = 300, in a window never."""
    blank_after: int | None = None
    """Seconds without input until it is dark; 0 = never. None = 1800, in a window never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSettings:
    """What is heard."""

    volume: int = 60
    """How loud, from 0 (nothing) to 100."""
    mute: bool = False
    """Whether nothing is heard, whatever the volume."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchSettings:
    """What is done to the axes of touch, in this order."""

    swap: bool | None = None
    """Whether the two are the wrong way round."""
    flip_x: bool | None = None
    """Whether left is right, after that."""
    flip_y: bool | None = None
    """Whether up is down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GpioSettings:
    """How buttons at pins are wired."""

    pull_up: bool | None = True
    """The resistor inside the chip: to 3.3 V, to ground, or (None) neither."""
    active_low: bool | None = None
    """Whether a pressed button is low; None: yes, but not with a resistor to ground."""
    debounce: int = 30
    """Milliseconds after an edge in which the contact bounces."""
    encoder_steps: int | None = None
    """Quarter turns from click to click of a rotary encoder; None = 4."""
    menu_chord: Names = ()
    """Buttons that open the menu when they are pressed together, if others than the profile's."""
    lights_high: bool | None = None
    """Whether a light is on while its pin is high; None: what the profile says, else yes."""
    buzzer: int | None = None
    """The pin of a buzzer."""
    buzzer_tones: bool | None = None
    """Whether the buzzer has no tone of its own; None: it has."""
    learn: bool | None = None
    """Whether buttons may be learnt at pins that nothing is known of; None: those that nothing else
    ever uses, on a machine that is known."""


ENCODER_CONTACTS = ("encoder-a", "encoder-b")
"""The two contacts of a rotary encoder."""
DEFAULT_PINS: Mapping[str, int | None] = {
    **dict.fromkeys(KEYBOARD_BINDINGS),
    **dict.fromkeys(ENCODER_CONTACTS),
}
"""Every function that a pin of one's own can have; none has one."""


DEFAULT_LIGHTS: Mapping[str, int | None] = dict.fromkeys(
    (
        *("game", Action.CONFIRM, Action.BACK, Action.UNDO, Action.REDO, Action.HINT),
        *(Action.HOME, Action.FINISH, Action.NEW, Action.MENU, Action.NEXT, Action.PREVIOUS),
    )
)
"""Every light that there can be: that of the game, and those in buttons; none has a pin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsSettings:
    """How wins are ranked."""

    rank: str = RankBy.TIME.value
    """What the high scores go by: `time` or `moves`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickSettings:
    """How the stick of a gamepad or an arcade panel is built in."""

    swap: bool = False
    """Whether its two axes are the wrong way round."""
    flip_x: bool = False
    """Whether left is right."""
    flip_y: bool = False
    """Whether up is down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSettings:
    """What buttons mean on pages, where that is something else than on the table."""

    keyboard: Mapping[str, Names] = field(default_factory=lambda: NO_PAGE_BINDINGS)
    gamepad: Mapping[str, Names] = field(default_factory=lambda: NO_PAGE_BINDINGS)
    gpio: Mapping[str, Names] = field(default_factory=lambda: NO_PAGE_BINDINGS)
    """Buttons at pins, by what they do below `pins` or by what stands on them."""

    def get_bindings(self, kind: str) -> Mapping[str, Names]:
        """The buttons of this kind of device."""
        return {"keyboard": self.keyboard, "gamepad": self.gamepad, "gpio": self.gpio}[kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSettings:
    """What the buttons mean: the names of buttons by action, for each kind of device."""

    keyboard: Mapping[str, Names] = field(default_factory=lambda: KEYBOARD_BINDINGS)
    gamepad: Mapping[str, Names] = field(default_factory=lambda: GAMEPAD_BINDINGS)
    stick: StickSettings = field(default_factory=StickSettings)
    pages: PageSettings = field(default_factory=PageSettings)

    def get_page_bindings(self, kind: str) -> Mapping[str, Names]:
        """The buttons of a kind of device whose buttons have names, on pages."""
        page_bindings = self.pages.get_bindings(kind)
        moved = {name for names in page_bindings.values() for name in names}
        return {
            action: (*page_bindings.get(action, ()), *(name for name in names if name not in moved))
            for action, names in self.get_bindings(kind).items()
        }

    def get_bindings(self, kind: str) -> Mapping[str, Names]:
        """The buttons of this kind of device."""
        return self.keyboard if kind == "keyboard" else self.gamepad


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings with their values; made without arguments it holds the defaults."""

    game: GameSettings = field(default_factory=GameSettings)
    language: str = "en"
    """The language of the screen, by the name of its catalogue."""
    window: WindowSettings = field(default_factory=WindowSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    hardware: str = "auto"
    """The name of a profile, `auto`, or `none`."""
    pins: Mapping[str, int | None] = field(default_factory=lambda: DEFAULT_PINS)
    """Pins of one's own, by what they do."""
    lights: Mapping[str, int | None] = field(default_factory=lambda: DEFAULT_LIGHTS)
    """The pins of lights, by the button that they belong to, or `game`."""
    gpio: GpioSettings = field(default_factory=GpioSettings)
    touch: TouchSettings = field(default_factory=TouchSettings)
    kiosk: KioskSettings = field(default_factory=KioskSettings)
    records: RecordsSettings = field(default_factory=RecordsSettings)
    power: PowerSettings = field(default_factory=PowerSettings)

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Config:
        """The defaults with allowed values laid over them, by dotted key (`game.cells`)."""
        return cls().with_values(values)

    def with_values(self, values: Mapping[str, Value]) -> Config:
        """These settings with allowed values laid over them, by dotted key.

        A button that gets another meaning loses the one it had.
        """
        config = self
        for key, value in values.items():
            config = _replace_at(config, key.split("."), value)
        return config


def _replace_at(record: Any, path: Sequence[str], value: Any) -> Any:
    """The record (or the table) with the value at this place of it."""
    name, *rest = path
    if isinstance(record, Mapping) and not isinstance(value, tuple):
        others = {key: None if pin == value else pin for key, pin in record.items()}
        return {**others, name: value}
    if isinstance(record, Mapping):
        others = {key: tuple(n for n in names if n not in value) for key, names in record.items()}
        return {**others, name: value}
    if rest:
        value = _replace_at(getattr(record, name), rest, value)
    return dataclasses.replace(record, **{name: value})


def get_value(config: Config, key: str) -> Value:
    """The value of a setting by its dotted key; raises LookupError where there is none."""
    node: Any = config
    for name in key.split("."):
        if isinstance(node, Mapping):
            node = node[name]
        elif hasattr(node, name):
            node = getattr(node, name)
        else:
            raise KeyError(key)
    value: Value = node
    return value
