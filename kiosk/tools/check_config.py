"""`check-config FILE`: every problem of a settings file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import arguments
from kiosk.app.hardware_setup import PROFILES_DIR_NAME, set_up_hardware
from kiosk.app.settings_files import add_locations
from kiosk.hardware.detect import MachineFacts
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.log import print_out
from kiosk.paths import assets_dir
from kiosk.settings import Origin, SettingsLayer, load_settings


def run_check_config(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the problems of the file, and what may be one; 1 where there are any, else 0.

    Args:
        argv: The file, alone.
        environ: Not looked at.
    """
    (file,) = arguments.parse_arguments(argv, {}, positional_count=1).positionals
    folder = assets_dir() / PROFILES_DIR_NAME
    config, problems, file_origins = load_settings([file], list_languages(), list_profiles(folder))
    lines = [str(problem) for problem in problems]
    origins = {"hardware": Origin(SettingsLayer.FILE, file), **file_origins}
    setup = set_up_hardware(config, folder, MachineFacts)
    if config.hardware != "auto":  # what another machine has is known only there
        lines += add_locations(setup.problems, origins)
    if lines or setup.warnings:
        print_out("\n".join([*lines, *add_locations(setup.warnings, origins)]))
    return 1 if lines else 0
