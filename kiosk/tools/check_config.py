"""Check a settings file and print every problem."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from kiosk.app.hardware_setup import PROFILES_DIR_NAME, set_up_hardware
from kiosk.app.settings_files import add_locations
from kiosk.hardware.detect import MachineFacts
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.log import print_out
from kiosk.paths import assets_dir
from kiosk.settings import Origin, SettingsLayer, load_settings


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument("file", metavar="FILE", help="a settings file")


def run(args: Namespace, environ: Mapping[str, str]) -> int:
    """Print a line for each problem and each warning; the status is 1 if there is a problem."""
    folder = assets_dir() / PROFILES_DIR_NAME
    config, problems, file_origins = load_settings(
        [args.file], list_languages(), list_profiles(folder)
    )
    lines = [str(problem) for problem in problems]
    origins = {"hardware": Origin(SettingsLayer.FILE, args.file), **file_origins}
    setup = set_up_hardware(config, folder, MachineFacts)
    if config.hardware != "auto":  # "auto" depends on the machine
        lines += add_locations(setup.problems, origins)
    if lines or setup.warnings:
        print_out("\n".join([*lines, *add_locations(setup.warnings, origins)]))
    return 1 if lines else 0
