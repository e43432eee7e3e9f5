"""Whatever goes wrong in a command ends as one line and an exit status."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from typing import NoReturn

ILLEGAL = 1
"""A move that the rules refuse, or something that could not be written."""
UNREADABLE = 2
"""A code, file, word or option that cannot be read."""


class Complaint(Exception):  # noqa: N818 - not an error of the program
    """What is told on the last line, and the status the command ends with."""

    def __init__(self, message: str, status: int = UNREADABLE) -> None:
        """Makes one line of the message, whatever was quoted in it."""
        line = " ".join(message.split())
        super().__init__("".join(sign if sign.isprintable() else "?" for sign in line))
        self.status = status


class Findings(str):
    """An answer that tells of something wrong: a command that gives it ends with status 1."""


class Options(ArgumentParser):
    """A parser that complains in one line, where argparse would print its usage and exit."""

    def error(self, message: str) -> NoReturn:
        """Raises the complaint; argparse quotes a word whole, however long it is."""
        words = (word if len(word) <= 60 else f"{word[:40]}…" for word in message.split())
        raise Complaint(" ".join(words))


def whole_number(text: str) -> int:
    """A number written in plain digits, as an option's value.

    Raises:
        ArgumentTypeError: where it is anything else, too long ones included.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ArgumentTypeError(f"{text[:20]!a} is no number: expected 1 to 18 digits")
    return int(text)
