"""Exit statuses of the program."""

EXIT_OK = 0
"""Everything is saved, and nothing more is wanted."""
EXIT_TO_SHELL = 10
"""Tells the systemd unit to offer a login where the game was."""
RESTART = -1
"""Start the program again at once; never a status of the process."""
