"""`check-config FILE`: every problem of a settings file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import arguments
from kiosk.app.hardware_setup import HARDWARE, set_up
from kiosk.app.settings_files import placed
from kiosk.hardware.detect import MachineFacts
from kiosk.hardware.profiles import list_profiles
from kiosk.i18n import list_languages
from kiosk.log import tell
from kiosk.paths import assets_dir
from kiosk.settings import Config, Origin, SettingsLayer, assign_origin, check_file


def check_config(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the problems of the file, and what may be one; 1 where there are any, else 0.

    Args:
        words: The file, alone.
        environ: Not looked at.
    """
    (file,) = arguments.read(words, {}, words=1).words
    folder = assets_dir() / HARDWARE
    values, problems = check_file(file, list_languages(), profiles=list_profiles(folder))
    lines = [str(problem) for problem in problems]
    origins = assign_origin([*values, "hardware"], Origin(SettingsLayer.FILE, file))
    config = Config.from_values(values)
    found = set_up(config, folder, MachineFacts)
    if config.hardware != "auto":  # what another machine has is known only there
        lines += placed(found.troubles, origins)
    if lines or found.doubts:
        tell("\n".join([*lines, *placed(found.doubts, origins)]))
    return 1 if lines else 0
