"""Every setting, declared once: its type, default, allowed values, help, and who may change it.

The annotation of a field is `Annotated[type, field type, player setting]`: the field type checks
values from files and from the device, and a `PlayerSetting` puts the setting on the players'
settings screen. A table of buttons or pins has a field type for each of its keys. The text below a
field is its help. Everything else about settings is derived from this by `kiosk.settings.validate`,
which evaluates the annotations only when they are needed: they cost nothing at start-up. The order
of the fields is the order of all listings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from engine.variants import Rules, find_variant, make_rules
from kiosk.events import Action
from kiosk.new_game_options import ANY_GRADE, DealKind, NewGameOptions
from kiosk.settings.keys import (
    GAMEPAD_BINDINGS,
    KEYBOARD_BINDINGS,
    NO_PAGE_BINDINGS,
    PAGE_ACTIONS,
    Names,
    Size,
    Value,
)
from kiosk.stats import RankBy

if TYPE_CHECKING:
    from engine.messages import make_message
    from kiosk.i18n import list_language_names
    from kiosk.paths import list_themes
    from kiosk.settings.field_types import (
        CELL_COUNTS,
        DAY_SECONDS,
        GAME_KEYS,
        GPIO_PINS,
        HOUSE_RULES,
        NO_YES,
        ActionNames,
        Bool,
        ButtonChord,
        ButtonNames,
        GpioButtonNames,
        HardwareName,
        Integer,
        PinCode,
        PlayerSetting,
        WindowSize,
        WordChoice,
        label_percents,
        list_binding_types,
    )

ENCODER_CONTACTS = ("encoder-a", "encoder-b")
DEFAULT_PINS: Mapping[str, int | None] = dict.fromkeys((*KEYBOARD_BINDINGS, *ENCODER_CONTACTS))
"""All functions that a pin can have; by default none has a pin."""
DEFAULT_LIGHTS: Mapping[str, int | None] = dict.fromkeys(
    (
        *("game", Action.CONFIRM, Action.BACK, Action.UNDO, Action.REDO, Action.HINT),
        *(Action.HOME, Action.FINISH, Action.NEW, Action.MENU, Action.NEXT, Action.PREVIOUS),
    )
)
"""All lights: one for the game, the others in buttons; by default none has a pin."""


class GameSettings(NamedTuple):
    """The game that is dealt by default."""

    variant: Annotated[str, WordChoice(GAME_KEYS)] = "bakers-game"
    """Key of the game."""
    cells: Annotated[int, CELL_COUNTS] = 4
    """Number of free cells; ignored by games that have none."""
    rules: Annotated[str, WordChoice(HOUSE_RULES, null_word="")] = ""
    """House rules, for games that have them."""
    undo_limit: Annotated[int, Integer(0, 100_000)] = 100
    """Number of moves that can be undone; 0 = all."""
    deal: Annotated[str, WordChoice(tuple(DealKind))] = DealKind.WINNABLE.value
    """Kind of the deals: winnable, any or the deal of the day."""
    difficulty: Annotated[str, WordChoice((ANY_GRADE, "1", "2", "3", "4", "5"))] = ANY_GRADE
    """Difficulty of winnable deals, from 1 (easy) to 5."""

    def to_rules(self) -> Rules:
        """Return the rules, without cells and house rules that the game does not have."""
        variant = find_variant(self.variant)
        cells = self.cells if self.cells in variant.cells else None
        house_rules = "".join(letter for letter in self.rules if letter in variant.house_rules)
        return make_rules(variant, cells, house_rules)

    def to_new_game_options(self) -> NewGameOptions:
        """Return the options that the New game screen begins with."""
        grade = None if self.difficulty == ANY_GRADE else int(self.difficulty)
        return NewGameOptions(self.to_rules(), DealKind(self.deal), grade)


class WindowSettings(NamedTuple):
    """Fullscreen or a window."""

    size: Annotated[Size | None, WindowSize()] = None
    """Width and height of the window; None = fullscreen at the panel's own size."""


class DisplaySettings(NamedTuple):
    """Appearance of the cards, and orientation and brightness of the picture."""

    suit_colours: Annotated[
        str,
        WordChoice(("auto", "two", "four")),
        PlayerSetting(
            30,
            make_message("Suit colours"),
            {
                "auto": make_message("by game"),
                "two": make_message("two"),
                "four": make_message("four"),
            },
            is_for_guests=True,
        ),
    ] = "auto"
    """Number of colours for the suits; auto = four in games that build in suit."""
    theme: Annotated[
        str,
        WordChoice(list_themes()),
        PlayerSetting(
            10,
            make_message("Colours"),
            {
                "classic": make_message("classic"),
                "dark": make_message("dark"),
                "contrast": make_message("high contrast"),
            },
            is_for_guests=True,
        ),
    ] = "classic"
    """Name of a file in assets/themes."""
    index_size: Annotated[
        str,
        WordChoice(("normal", "large")),
        PlayerSetting(
            20,
            make_message("Figures on cards"),
            {"normal": make_message("normal"), "large": make_message("large")},
            is_for_guests=True,
        ),
    ] = "normal"
    """Size of rank and suit on the cards; large = the height of a covered card's visible strip."""
    motion: Annotated[
        str,
        WordChoice(("on", "slow", "off")),
        PlayerSetting(
            60,
            make_message("Motion"),
            {"on": make_message("on"), "slow": make_message("slow"), "off": make_message("off")},
            is_for_guests=True,
        ),
    ] = "on"
    """Animation; off = nothing moves by itself."""
    indicator: Annotated[
        bool, Bool(), PlayerSetting(40, make_message("Winnable or lost"), NO_YES)
    ] = False
    """Show on the table whether the solver has found the position winnable or lost."""
    rotation: Annotated[int | None, Integer(0, 270, "what the profile says", step=90)] = None
    """Rotation of the picture, in degrees clockwise."""
    margin: Annotated[int | None, Integer(0, 400, "what the profile says")] = None
    """Pixels that stay free at every edge."""
    density: Annotated[int | None, Integer(50, 800, "what the profile says")] = None
    """Pixels per inch of the panel."""
    left_handed: Annotated[
        bool | None,
        Bool("false"),
        PlayerSetting(50, make_message("Left-handed"), NO_YES, is_for_guests=True),
    ] = None
    """Mirror the controls."""
    brightness: Annotated[
        int | None,
        Integer(5, 100, "as it is found"),
        PlayerSetting(70, make_message("Brightness"), label_percents(100, 80, 60, 40, 20)),
    ] = None
    """Brightness in percent."""
    dim_after: Annotated[int | None, Integer(0, DAY_SECONDS, "300, but never in a window")] = None
    """Seconds without input until the picture is dimmed; 0 = never."""
    blank_after: Annotated[int | None, Integer(0, DAY_SECONDS, "1800, but never in a window")] = (
        None
    )
    """Seconds without input until the picture is dark; 0 = never."""


class SoundSettings(NamedTuple):
    """Sound effects."""

    volume: Annotated[
        int,
        Integer(0, 100),
        PlayerSetting(
            90, make_message("Volume"), label_percents(20, 40, 60, 80, 100), sound="place"
        ),
    ] = 60
    """Volume in percent; 0 = silent."""
    mute: Annotated[
        bool,
        Bool(),
        PlayerSetting(
            80,
            make_message("Sound"),
            {"false": make_message("on"), "true": make_message("off")},
            sound="place",
        ),
    ] = False
    """Play no sound, whatever the volume."""


class RecordsSettings(NamedTuple):
    """High scores."""

    rank: Annotated[
        str,
        WordChoice(tuple(RankBy)),
        PlayerSetting(
            100,
            make_message("High scores by"),
            {"time": make_message("time"), "moves": make_message("moves")},
        ),
    ] = RankBy.TIME.value
    """Order of the high scores."""


class GpioSettings(NamedTuple):
    """Wiring of buttons, lights and buzzer at pins."""

    lights_high: Annotated[bool | None, Bool("what the profile says, else true")] = None
    """A light is on while its pin is high."""
    buzzer: Annotated[int | None, GPIO_PINS._replace(null="none")] = None
    """Pin of a buzzer."""
    buzzer_tones: Annotated[bool | None, Bool("false")] = None
    """The buzzer is passive and needs a tone."""
    pull_up: Annotated[bool | None, Bool("neither resistor")] = True
    """Pull resistor of the chip: True = to 3.3 V, False = to ground, None = none."""
    active_low: Annotated[bool | None, Bool("true, but false where pull_up is false")] = None
    """The pin of a pressed button is low."""
    debounce: Annotated[int, Integer(0, 300)] = 30
    """Milliseconds after an edge in which further edges are ignored."""
    encoder_steps: Annotated[int | None, Integer(2, 4, "4", step=2)] = None
    """Quarter turns from click to click of a rotary encoder."""
    menu_chord: Annotated[Names, ButtonChord()] = ()
    """Buttons that open the menu when they are pressed together; empty = as the profile says."""
    learn: Annotated[
        bool | None, Bool("where the machine is known, at pins that have no other use")
    ] = None
    """Buttons may be learnt at pins that no setting and no profile names."""


class TouchSettings(NamedTuple):
    """Corrections of the touch axes, applied in this order."""

    swap: Annotated[bool | None, Bool("false")] = None
    """Exchange the two axes."""
    flip_x: Annotated[bool | None, Bool("false")] = None
    """Exchange left and right."""
    flip_y: Annotated[bool | None, Bool("false")] = None
    """Exchange up and down."""


class KioskSettings(NamedTuple):
    """Settings for a machine in a public place."""

    lock: Annotated[bool, Bool()] = False
    """The player cannot leave the program; only SIGTERM ends it."""
    idle_reset: Annotated[
        int | None, Integer(0, DAY_SECONDS, "0, but 120 where kiosk.lock is true")
    ] = None
    """Seconds without input until the table is cleared for the next player; 0 = never."""
    attract_after: Annotated[int | None, Integer(0, DAY_SECONDS, "60, but never in a window")] = (
        None
    )
    """Seconds without input on the title screen until a game plays itself; 0 = never."""
    keep_left: Annotated[int, Integer(0, 24 * 60)] = 10
    """Minutes for which a cleared game is offered on the title screen."""
    service_hold: Annotated[Names, ActionNames()] = ()
    """Actions whose buttons, held together, open the service menu; empty = the usual pairs."""
    service_touch: Annotated[bool, Bool()] = True
    """Holding two corners of the picture opens the service menu."""
    pin: Annotated[str | None, PinCode()] = None
    """PIN code of the service menu; an invalid one (`INVALID_PIN`) keeps the menu locked."""
    shell: Annotated[bool, Bool()] = False
    """The service menu can leave to a shell."""
    service_key: Annotated[Names, ButtonNames("keyboard")] = ("ctrl+alt+s",)
    """Keys that open the service menu when they are held."""


class PowerSettings(NamedTuple):
    """Power off and battery."""

    menu: Annotated[
        bool | None, Bool("where the picture fills the panel and kiosk.lock is false")
    ] = None
    """The menu can power the machine off."""
    low_pin: Annotated[int | None, GPIO_PINS._replace(null="no line")] = None
    """Pin that is low while the battery is low."""


class StickSettings(NamedTuple):
    """Orientation of the stick of a gamepad or an arcade panel."""

    swap: Annotated[bool, Bool()] = False
    """Exchange the two axes."""
    flip_x: Annotated[bool, Bool()] = False
    """Exchange left and right."""
    flip_y: Annotated[bool, Bool()] = False
    """Exchange up and down."""


class PageSettings(NamedTuple):
    """Bindings on pages, where they differ from those on the table."""

    keyboard: Annotated[
        Mapping[str, Names], dict.fromkeys(PAGE_ACTIONS, ButtonNames("keyboard"))
    ] = NO_PAGE_BINDINGS
    gamepad: Annotated[Mapping[str, Names], dict.fromkeys(PAGE_ACTIONS, ButtonNames("gamepad"))] = (
        NO_PAGE_BINDINGS
    )
    gpio: Annotated[Mapping[str, Names], dict.fromkeys(PAGE_ACTIONS, GpioButtonNames())] = (
        NO_PAGE_BINDINGS
    )
    """Buttons at pins, by their function below `pins` or by their label."""

    def get_bindings(self, kind: str) -> Mapping[str, Names]:
        """Return the bindings of a kind of device."""
        return {"keyboard": self.keyboard, "gamepad": self.gamepad, "gpio": self.gpio}[kind]


class ButtonSettings(NamedTuple):
    """Bindings: the names of the buttons of each action, for each kind of device."""

    keyboard: Annotated[Mapping[str, Names], list_binding_types("keyboard")] = KEYBOARD_BINDINGS
    gamepad: Annotated[Mapping[str, Names], list_binding_types("gamepad")] = GAMEPAD_BINDINGS
    stick: StickSettings = StickSettings()
    pages: PageSettings = PageSettings()

    def get_bindings(self, kind: str) -> Mapping[str, Names]:
        """Return the bindings of a keyboard or gamepad on the table."""
        return self.keyboard if kind == "keyboard" else self.gamepad

    def get_page_bindings(self, kind: str) -> Mapping[str, Names]:
        """Return the bindings of a keyboard or gamepad on pages."""
        page_bindings = self.pages.get_bindings(kind)
        moved = {name for names in page_bindings.values() for name in names}
        return {
            action: (*page_bindings.get(action, ()), *(name for name in names if name not in moved))
            for action, names in self.get_bindings(kind).items()
        }


class Config(NamedTuple):
    """All settings; `Config()` holds the defaults."""

    game: GameSettings = GameSettings()
    language: Annotated[
        str,
        WordChoice(("en",)),
        PlayerSetting(
            110, make_message("Language"), lambda: dict(list_language_names()), is_for_guests=True
        ),
    ] = "en"
    """Name of a catalogue: a folder in assets/locale."""
    window: WindowSettings = WindowSettings()
    display: DisplaySettings = DisplaySettings()
    sound: SoundSettings = SoundSettings()
    records: RecordsSettings = RecordsSettings()
    hardware: Annotated[str, HardwareName()] = "auto"
    """Name of a file in assets/hardware, auto or none."""
    pins: Annotated[Mapping[str, int | None], dict.fromkeys(DEFAULT_PINS, GPIO_PINS)] = DEFAULT_PINS
    """Pins of buttons by function, in addition to those of the profile."""
    lights: Annotated[
        Mapping[str, int | None], dict.fromkeys(DEFAULT_LIGHTS, GPIO_PINS._replace(null="no light"))
    ] = DEFAULT_LIGHTS
    """Pins of lights: `game`, or the function of the button that the light is in."""
    gpio: GpioSettings = GpioSettings()
    touch: TouchSettings = TouchSettings()
    kiosk: KioskSettings = KioskSettings()
    power: PowerSettings = PowerSettings()
    buttons: ButtonSettings = ButtonSettings()

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Config:
        """Return the defaults, replaced by these allowed values by dotted key (`game.cells`)."""
        return cls().with_values(values)

    def with_values(self, values: Mapping[str, Value]) -> Config:
        """Return these settings, replaced by allowed values by dotted key.

        A button or pin that gets another function loses the one it had.
        """
        config = self
        for key, value in values.items():
            config = _replace_at(config, key.split("."), value)
        return config


def _replace_at(record: Any, path: Sequence[str], value: Value) -> Any:
    name, *rest = path
    if isinstance(record, Mapping):
        others: dict[str, Names | int | None]
        if isinstance(value, tuple):
            others = {k: tuple(n for n in names if n not in value) for k, names in record.items()}
        else:
            others = {k: None if pin == value else pin for k, pin in record.items()}
        return {**others, name: value}
    changed = _replace_at(getattr(record, name), rest, value) if rest else value
    return record._replace(**{name: changed})


def get_value(config: Config, key: str) -> Value:
    """Return the value of the setting with this dotted key."""
    node: Any = config
    for name in key.split("."):
        node = node[name] if isinstance(node, Mapping) else getattr(node, name)
    value: Value = node
    return value
