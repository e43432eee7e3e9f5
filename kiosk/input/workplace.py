"""A place for lgpio, which writes into the working directory and changes it when it is imported."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def workplace(environ: MutableMapping[str, str]) -> Iterator[None]:
    """A directory of lgpio's own while it is imported, quietly; the working directory stays.

    What lgpio makes there it opens at once, so it is not needed by its name afterwards.
    """
    before = _here()
    folder = _made(environ)
    if folder is not None:
        environ["LG_WD"] = str(folder)
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each library that it cannot use, and of all at once by an exception.
            warnings.simplefilter("ignore")
            yield
    finally:
        with suppress(OSError):
            os.chdir(before)
        if folder is not None:
            del environ["LG_WD"]
            shutil.rmtree(folder, ignore_errors=True)


def _here() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "/"


def _made(environ: Mapping[str, str]) -> Path | None:
    """A new directory where one can be made; None where somebody has named one, or nowhere."""
    if "LG_WD" in environ:
        return None
    places = (
        *environ.get("RUNTIME_DIRECTORY", "").split(":"),
        environ.get("XDG_RUNTIME_DIR", ""),
        *("/run", "/dev/shm", "/tmp", "/var/tmp"),
    )
    for place in places:
        with suppress(OSError):
            if place:
                return Path(tempfile.mkdtemp(prefix="bakehouse-", dir=place))
    return None
