"""`make boot`: a machine made by the installer: played, unplugged, played on, cleared again."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.boot.image import ROOT, Image, find_missing_programs
from tests.boot.installing import check_install
from tests.boot.proof import Proof
from tests.boot.session import SETTINGS, check_other_ends, run_first_boot, run_second_boot

FOLDER = ROOT / "boot"


def main() -> int:
    """Do it all; 1 where something is not as it must be."""
    if find_missing_programs():
        print(f"First: apt install {' '.join(find_missing_programs())}")
        return 1
    start = time.monotonic()
    pictures = FOLDER / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.iterdir():
        old.unlink()
    image, proof = Image(FOLDER), Proof(pictures)
    # For work on the test itself: the folder that the disk is made of may stay as it is.
    if "--again" not in sys.argv:
        check_install(image, proof, SETTINGS)
    image.build_disk()
    left = run_first_boot(image, proof)
    run_second_boot(image, proof, left)
    check_other_ends(image, proof)
    proof.log(f"pictures are in {pictures.relative_to(Path.cwd())}")
    proof.log(f"{len(proof.failures)} failures in {time.monotonic() - start:.0f} s")
    return 1 if proof.failures else 0


if __name__ == "__main__":
    sys.exit(main())
