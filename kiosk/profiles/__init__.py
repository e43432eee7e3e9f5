"""What is known of a piece of hardware: one profile a file, found by its name in a folder."""

from kiosk.profiles.finding import Machine, found
from kiosk.profiles.profile import Profile, ProfileError, Signals, Wiring, load, names

__all__ = [
    "Machine",
    "Profile",
    "ProfileError",
    "Signals",
    "Wiring",
    "found",
    "load",
    "names",
]
