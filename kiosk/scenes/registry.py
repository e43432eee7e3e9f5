"""Registry of all scenes by name."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.scenes.attract import AttractScene
from kiosk.scenes.calibrate import CalibrateScene
from kiosk.scenes.enter_code import EnterCodeScene
from kiosk.scenes.game_over import make_won_menu
from kiosk.scenes.high_scores import make_high_scores_pager
from kiosk.scenes.initials import InitialsScene
from kiosk.scenes.learn_buttons import LearnButtonsScene, make_buttons_menu
from kiosk.scenes.new_game import make_new_game_menu
from kiosk.scenes.pause import make_notice_menu, make_pause_menu, make_power_menu, make_stuck_menu
from kiosk.scenes.records_menu import make_erase_menu, make_records_menu
from kiosk.scenes.replay import make_replay
from kiosk.scenes.rules_pager import make_example_pager, make_rules_pager
from kiosk.scenes.service.button_test import ButtonTestScene
from kiosk.scenes.service.display_test import DisplayTestScene
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.reports import make_input_report, make_log_report, make_machine_report
from kiosk.scenes.service.service_menu import (
    make_service_menu,
    make_service_records_menu,
    make_shutdown_menu,
)
from kiosk.scenes.service.settings_list import make_setting_page, make_settings_list
from kiosk.scenes.service.touch_test import TouchTestScene
from kiosk.scenes.settings_menu import make_settings_menu
from kiosk.scenes.statistics import make_statistics_pager
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.title import make_title_menu
from kiosk.ui.scene import Scene, SceneContext


def _make_table(context: SceneContext) -> TableScene:
    game, seconds, _ = context.get_game_in_play()
    assert game is not None, "the table needs a game"
    return TableScene(context, game, seconds)


def _make_attract(context: SceneContext) -> AttractScene:
    game = context.get_game_in_play().game
    assert game is not None, "there must be a deal to play"
    return AttractScene(context, game)


SCENE_FACTORIES: dict[str, Callable[..., Scene]] = {
    "title": make_title_menu,
    "table": _make_table,
    "choose": make_new_game_menu,
    "entry": EnterCodeScene,
    "pause": make_pause_menu,
    "settings": make_settings_menu,
    "buttons": make_buttons_menu,
    "learn": LearnButtonsScene,
    "rules": make_rules_pager,
    "examples": make_example_pager,
    "records": make_records_menu,
    "figures": make_statistics_pager,
    "erase": make_erase_menu,
    "scores": make_high_scores_pager,
    "initials": InitialsScene,
    "replay": make_replay,
    "won": make_won_menu,
    "stuck": make_stuck_menu,
    "notice": make_notice_menu,
    "power": make_power_menu,
    "calibrate": CalibrateScene,
    "attract": _make_attract,
    "pin": PinScene,
    "service": make_service_menu,
    "touch": TouchTestScene,
    "presses": ButtonTestScene,
    "panel": DisplayTestScene,
    "inputs": make_input_report,
    "about": make_machine_report,
    "log": make_log_report,
    "configuration": make_settings_list,
    "setting": make_setting_page,
    "archive": make_service_records_menu,
    "ending": make_shutdown_menu,
}


def create_scene(name: str, context: SceneContext, subject: str = "") -> Scene:
    """Create the scene of this name.

    Raises:
        SceneUnavailableError: The scene has nothing to show.
    """
    return SCENE_FACTORIES[name](context, *([subject] if subject else []))
