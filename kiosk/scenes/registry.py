"""Registry."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.input.bindings import LEARN, PAGES, TEST
from kiosk.scenes.attract import Attraction
from kiosk.scenes.buttons import buttons
from kiosk.scenes.calibrate import Calibrate
from kiosk.scenes.enter_code import Entry
from kiosk.scenes.game_over import won
from kiosk.scenes.high_scores import scores
from kiosk.scenes.initials import Initials
from kiosk.scenes.learn_buttons import Learn
from kiosk.scenes.new_game import choose
from kiosk.scenes.pause import notice, pause, power, stuck
from kiosk.scenes.records_menu import erase, records
from kiosk.scenes.replay import Replay
from kiosk.scenes.rulebook import examples, rules
from kiosk.scenes.service.button_test import PressesTest
from kiosk.scenes.service.display_test import PanelTest
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.reports import about, inputs, log
from kiosk.scenes.service.service_menu import archive, ending, service
from kiosk.scenes.service.settings_list import configuration, setting
from kiosk.scenes.service.touch_test import TouchTest
from kiosk.scenes.settings_menu import settings
from kiosk.scenes.statistics import figures_of
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.title import title
from kiosk.ui.scene import Occasion, Scene, Stage

TABLE, TYPING, PIN = "table", "typing", "pin"
"""The kinds of screens that are no pages."""

SCENES: dict[str, Callable[[Stage, Occasion], Scene]] = {
    "title": title,
    "table": TableScene,
    "choose": choose,
    "entry": Entry,
    "pause": pause,
    "settings": settings,
    "buttons": buttons,
    "learn": Learn,
    "rules": rules,
    "examples": examples,
    "records": records,
    "figures": figures_of,
    "erase": erase,
    "scores": scores,
    "initials": Initials,
    "replay": Replay,
    "won": won,
    "stuck": stuck,
    "notice": notice,
    "power": power,
    "calibrate": Calibrate,
    "attract": Attraction,
    "pin": PinScene,
    "service": service,
    "touch": TouchTest,
    "presses": PressesTest,
    "panel": PanelTest,
    "inputs": inputs,
    "about": about,
    "log": log,
    "configuration": configuration,
    "setting": setting,
    "archive": archive,
    "ending": ending,
}
"""Every screen by its name."""


def kind_of(scene: Scene) -> str:
    """Which kind of screen this is."""
    kinds = (
        *((TableScene, TABLE), (Entry, TYPING), (Initials, TYPING), (PinScene, PIN)),
        *((Learn, LEARN), (PressesTest, TEST)),
    )
    return next((kind for made, kind in kinds if isinstance(scene, made)), PAGES)
