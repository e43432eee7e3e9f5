"""`make boot`: a machine made by the installer: played, unplugged, played on, cleared again."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.boot.image import TOP, Image, missing
from tests.boot.installing import installed
from tests.boot.proof import Proof
from tests.boot.session import SETTINGS, first_boot, other_ends, second_boot

FOLDER = TOP / "boot"


def main() -> int:
    """Do it all; 1 where something is not as it must be."""
    if missing():
        print(f"First: apt install {' '.join(missing())}")
        return 1
    start = time.monotonic()
    pictures = FOLDER / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.iterdir():
        old.unlink()
    image, proof = Image(FOLDER), Proof(pictures)
    # For work on the test itself: the folder that the disk is made of may stay as it is.
    if "--again" not in sys.argv:
        installed(image, proof, SETTINGS)
    image.pack()
    left = first_boot(image, proof)
    second_boot(image, proof, left)
    other_ends(image, proof)
    proof.say(f"pictures are in {pictures.relative_to(Path.cwd())}")
    proof.say(f"{len(proof.failures)} failures in {time.monotonic() - start:.0f} s")
    return 1 if proof.failures else 0


if __name__ == "__main__":
    sys.exit(main())
