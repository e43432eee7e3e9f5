"""`check-config FILE`: every problem of a settings file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import arguments
from kiosk.app.hardware_setup import HARDWARE, set_up
from kiosk.app.settings_files import placed
from kiosk.hardware.detect import Machine
from kiosk.hardware.profiles import names
from kiosk.i18n import languages
from kiosk.log import tell
from kiosk.paths import assets
from kiosk.settings import Config, Layer, Origin, check_file, marked


def check_config(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the problems of the file, and what may be one; 1 where there are any, else 0.

    Args:
        words: The file, alone.
        environ: Not looked at.
    """
    (file,) = arguments.read(words, {}, words=1).words
    folder = assets() / HARDWARE
    values, problems = check_file(file, languages(), profiles=names(folder))
    lines = [str(problem) for problem in problems]
    origins = marked([*values, "hardware"], Origin(Layer.FILE, file))
    config = Config.of(values)
    found = set_up(config, folder, Machine)
    if config.hardware != "auto":  # what another machine has is known only there
        lines += placed(found.troubles, origins)
    if lines or found.doubts:
        tell("\n".join([*lines, *placed(found.doubts, origins)]))
    return 1 if lines else 0
