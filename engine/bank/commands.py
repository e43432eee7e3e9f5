"""The words and options of the command `bank`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.shell.complaint import Complaint, whole_number
from engine.shell.opening import variety_options

_OPTIONS = {
    "build": ("game", "cells", "rules", "count", "start", "out"),
    "check": ("sample", "grades"),
    "measure": ("game", "cells", "rules", "count", "start"),
}
"""What may be said with each action."""


def options(parser: ArgumentParser) -> None:
    """Adds the options of all actions."""
    number = whole_number
    parser.add_argument("--game", metavar="KEY", help="build, measure: which game is played")
    variety_options(parser)
    parser.add_argument("--count", metavar="N", type=number, help="how many winnable deals")
    parser.add_argument("--from", dest="start", metavar="N", type=number, help="the first number")
    parser.add_argument("--out", metavar="FILE", help="build: the file to write or to go on with")
    parser.add_argument("--sample", metavar="N", type=number, help="check: so many deals only")
    parser.add_argument("--grades", action="store_true", help="check: measure the grades again too")


def bank(args: Namespace, words: list[str]) -> str:
    """Does what the first word says.

    Raises:
        Complaint: where words and options do not fit; and see `engine.bank.actions.act`.
    """
    # The other commands do without the processes.
    from engine.bank.actions import act

    action, *files = words or [""]
    if action not in _OPTIONS:
        raise Complaint(f"bank {action[:30]!a}: expected one of {', '.join(_OPTIONS)}")
    for name in {name for names in _OPTIONS.values() for name in names} - {*_OPTIONS[action]}:
        if getattr(args, name) not in (None, False):
            raise Complaint(f"bank {action} takes no --{'from' if name == 'start' else name}")
    if action == "check" and len(files) != 1:
        raise Complaint("bank check needs one FILE")
    if action != "check" and files:
        raise Complaint(f"bank {action}: {files[0][:30]!a} is one word too many")
    return act(action, args, files)
