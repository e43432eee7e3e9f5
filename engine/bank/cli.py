"""Bank sub-commands."""

from __future__ import annotations

import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

from engine.bank.bank import GRADES, Bank, BankError
from engine.bank.build import Keeper, Progress, build, check, measure_deals, sample, table
from engine.bank.difficulty import terms_for
from engine.cli.options import (
    ILLEGAL,
    Complaint,
    Findings,
    chosen_rules,
    variety_options,
    whole_number,
)
from engine.deals import MAX_NUMBER


def act(action: str, args: Namespace, files: list[str]) -> str:
    """Builds, checks or measures.

    Raises:
        Complaint: where an option cannot be, or a file cannot be read or written or is no bank.
    """
    # Whoever ends a search politely gets what was found, as with Ctrl+C.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _check(args, files[0]) if action == "check" else _search(args, action)
    except BrokenProcessPool:
        raise Complaint("a process of the search was killed from outside", ILLEGAL) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _search(args: Namespace, action: str) -> str:
    if args.game is None or args.count is None:
        raise Complaint(f"bank {action} needs --game KEY and --count N")
    if args.count == 0:
        raise Complaint("--count: expected 1 or more")
    start = 1 if args.start is None else args.start
    if not 1 <= start <= MAX_NUMBER:
        raise Complaint(f"--from: deal numbers go from 1 to {MAX_NUMBER}")
    rules = chosen_rules(args, args.game)
    begun = Bank(terms=terms_for(rules), first=start, last=start - 1)
    return _measure(begun, args.count) if action == "measure" else _build(args, begun)


def _build(args: Namespace, begun: Bank) -> str:
    path = None if args.out is None else Path(args.out)
    if path is not None and not path.parent.is_dir():
        raise Complaint(f"{str(path)!a}: there is no folder {str(path.parent)!a}")
    keeper = Keeper(path, time.monotonic, _gone_on_with(path, begun, args.start is not None))
    progress = Progress(sys.stderr, time.monotonic, args.count)

    def tell(bank: Bank) -> None:
        keeper.keep(bank)
        progress.show(len(bank.deals), bank.last)

    try:
        keeper.write()
        try:
            build(keeper.bank, args.count, tell)
        finally:
            progress.close()
            keeper.write()
    except OSError as error:
        raise Complaint(f"{str(path)!a}: {error.strerror}", ILLEGAL) from None
    told = keeper.bank.text() if path is None else _summary(keeper.bank)
    return _told(told, len(keeper.bank.deals), args.count)


def _told(answer: str, found: int, count: int) -> str:
    """The answer; where the deal numbers ran out before so many deals were found, this is said."""
    if found >= count:
        return answer
    if sys.stderr is not None:
        words = f"{found} of {count} deals: none is left, deal numbers end at {MAX_NUMBER}"
        print(words, file=sys.stderr)
    return Findings(answer)


def _gone_on_with(path: Path | None, begun: Bank, start_given: bool) -> Bank:
    """What is in the file already, if anything."""
    if path is None or not path.exists():
        return begun
    found = _loaded(path)
    if found.terms != begun.terms:
        raise Complaint(f"{str(path)!a}: a bank of another game, or built on other terms")
    if start_given and found.first != begun.first:
        raise Complaint(f"{str(path)!a}: its search began at deal {found.first}")
    return found


def _loaded(path: Path) -> Bank:
    try:
        return Bank.load(path)
    except BankError as error:
        raise Complaint(f"{str(path)!a}: {error}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Complaint(f"{str(path)!a}: {reason or error}") from None


def _summary(bank: Bank) -> str:
    grades = ", ".join(f"{len(bank.graded(grade))} of grade {grade}" for grade in GRADES)
    return f"{len(bank.deals)} deals among {bank.first} to {bank.last}: {grades}\n"


def _check(args: Namespace, name: str) -> str:
    if args.sample == 0:
        raise Complaint("--sample: expected 1 or more")
    bank = _loaded(Path(name))
    deals = sample(bank, args.sample)
    with closing(check(bank.terms, deals, args.grades)) as found:
        lines = list(found)
    if lines:
        return Findings("".join(f"{line}\n" for line in lines))
    return f"{len(deals)} of {len(bank.deals)} deals solved again\n"


def _measure(begun: Bank, count: int) -> str:
    progress = Progress(sys.stderr, time.monotonic, count)
    try:
        measures = measure_deals(begun, count, progress.show)
    finally:
        progress.close()
    return _told(table(begun.terms, measures), len(measures), count)


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
