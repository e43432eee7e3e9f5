"""What the command `rules` answers: the rules page of a game as text."""

from __future__ import annotations

from argparse import Namespace

from engine.rulebook import page_text
from engine.shell.complaint import Complaint
from engine.shell.opening import chosen_rules


def rules(args: Namespace, words: list[str]) -> str:
    """The rules page of the game of that key."""
    if len(words) != 1:
        raise Complaint("rules needs a KEY")
    return page_text(chosen_rules(args, words[0]))
