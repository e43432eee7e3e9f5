"""The table of screens: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.bindings import PAGES
from kiosk.scenes.book.examples import examples
from kiosk.scenes.book.rules import rules
from kiosk.scenes.hands.buttons import buttons
from kiosk.scenes.hands.calibrate import Calibrate
from kiosk.scenes.hands.learn import Learn
from kiosk.scenes.opening.attract import Attraction
from kiosk.scenes.opening.choose import choose
from kiosk.scenes.opening.entry import Entry
from kiosk.scenes.opening.title import title
from kiosk.scenes.pages import notice, pause, stuck
from kiosk.scenes.power import power
from kiosk.scenes.records.figures import figures_of
from kiosk.scenes.records.initials import Initials
from kiosk.scenes.records.menu import erase, records
from kiosk.scenes.records.replay import Replay
from kiosk.scenes.records.scores import scores
from kiosk.scenes.records.won import won
from kiosk.scenes.service.configuration import configuration, setting
from kiosk.scenes.service.menu import archive, ending, service
from kiosk.scenes.service.panel import PanelTest
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.presses import PressesTest
from kiosk.scenes.service.reports import about, inputs, log
from kiosk.scenes.service.touch import TouchTest
from kiosk.scenes.settings import settings
from kiosk.scenes.stage import Occasion, Scene, Stage
from kiosk.scenes.table.scene import TableScene

TABLE, TYPING, LEARN, TEST, PIN = "table", "typing", "learn", "presses", "pin"
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
