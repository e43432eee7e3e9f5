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
from engine.bank.build import (
    BankWriter,
    SearchProgress,
    build_bank,
    check_deals,
    format_table,
    measure_deals,
    sample_deals,
)
from engine.bank.difficulty import make_bank_spec
from engine.cli.options import (
    EXIT_REFUSED,
    CommandError,
    OutputWithFindings,
    add_rules_options,
    parse_rules,
    parse_whole_number,
)
from engine.deals import MAX_DEAL_NUMBER


def run_action(action: str, args: Namespace, files: list[str]) -> str:
    """Builds, checks or measures.

    Raises:
        Complaint: where an option cannot be, or a file cannot be read or written or is no bank.
    """
    # Whoever ends a search politely gets what was found, as with Ctrl+C.
    previous_handler = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run_check(args, files[0]) if action == "check" else _run_search(args, action)
    except BrokenProcessPool:
        raise CommandError(
            "a process of the search was killed from outside", EXIT_REFUSED
        ) from None
    finally:
        signal.signal(signal.SIGTERM, previous_handler)


def _run_search(args: Namespace, action: str) -> str:
    if args.game is None or args.count is None:
        raise CommandError(f"bank {action} needs --game KEY and --count N")
    if args.count == 0:
        raise CommandError("--count: expected 1 or more")
    start = 1 if args.start is None else args.start
    if not 1 <= start <= MAX_DEAL_NUMBER:
        raise CommandError(f"--from: deal numbers go from 1 to {MAX_DEAL_NUMBER}")
    rules = parse_rules(args, args.game)
    empty_bank = Bank(spec=make_bank_spec(rules), first_number=start, last_number=start - 1)
    return (
        _run_measure(empty_bank, args.count)
        if action == "measure"
        else _run_build(args, empty_bank)
    )


def _run_build(args: Namespace, empty_bank: Bank) -> str:
    path = None if args.out is None else Path(args.out)
    if path is not None and not path.parent.is_dir():
        raise CommandError(f"{str(path)!a}: there is no folder {str(path.parent)!a}")
    writer = BankWriter(
        path, time.monotonic, _load_or_start(path, empty_bank, args.start is not None)
    )
    progress = SearchProgress(sys.stderr, time.monotonic, args.count)

    def save_progress(bank: Bank) -> None:
        writer.update(bank)
        progress.show(len(bank.deals), bank.last_number)

    try:
        writer.write()
        try:
            build_bank(writer.bank, args.count, save_progress)
        finally:
            progress.close()
            writer.write()
    except OSError as error:
        raise CommandError(f"{str(path)!a}: {error.strerror}", EXIT_REFUSED) from None
    output = writer.bank.to_text() if path is None else _format_summary(writer.bank)
    return _report_shortage(output, len(writer.bank.deals), args.count)


def _report_shortage(output: str, found_count: int, count: int) -> str:
    """The answer; where the deal numbers ran out before so many deals were found, this is said."""
    if found_count >= count:
        return output
    if sys.stderr is not None:
        notice = (
            f"{found_count} of {count} deals: none is left, deal numbers end at {MAX_DEAL_NUMBER}"
        )
        print(notice, file=sys.stderr)
    return OutputWithFindings(output)


def _load_or_start(path: Path | None, empty_bank: Bank, start_given: bool) -> Bank:
    """What is in the file already, if anything."""
    if path is None or not path.exists():
        return empty_bank
    bank = _load_bank(path)
    if bank.spec != empty_bank.spec:
        raise CommandError(f"{str(path)!a}: a bank of another game, or built on other terms")
    if start_given and bank.first_number != empty_bank.first_number:
        raise CommandError(f"{str(path)!a}: its search began at deal {bank.first_number}")
    return bank


def _load_bank(path: Path) -> Bank:
    try:
        return Bank.load(path)
    except BankError as error:
        raise CommandError(f"{str(path)!a}: {error}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise CommandError(f"{str(path)!a}: {reason or error}") from None


def _format_summary(bank: Bank) -> str:
    counts = ", ".join(f"{len(bank.list_numbers(grade))} of grade {grade}" for grade in GRADES)
    return f"{len(bank.deals)} deals among {bank.first_number} to {bank.last_number}: {counts}\n"


def _run_check(args: Namespace, name: str) -> str:
    if args.sample == 0:
        raise CommandError("--sample: expected 1 or more")
    bank = _load_bank(Path(name))
    deals = sample_deals(bank, args.sample)
    with closing(check_deals(bank.spec, deals, args.grades)) as problems:
        lines = list(problems)
    if lines:
        return OutputWithFindings("".join(f"{line}\n" for line in lines))
    return f"{len(deals)} of {len(bank.deals)} deals solved again\n"


def _run_measure(empty_bank: Bank, count: int) -> str:
    progress = SearchProgress(sys.stderr, time.monotonic, count)
    try:
        measures = measure_deals(empty_bank, count, progress.show)
    finally:
        progress.close()
    return _report_shortage(format_table(empty_bank.spec, measures), len(measures), count)


_ACTION_OPTIONS = {
    "build": ("game", "cells", "rules", "count", "start", "out"),
    "check": ("sample", "grades"),
    "measure": ("game", "cells", "rules", "count", "start"),
}
"""What may be said with each action."""


def add_bank_options(parser: ArgumentParser) -> None:
    """Adds the options of all actions."""
    number = parse_whole_number
    parser.add_argument("--game", metavar="KEY", help="build, measure: which game is played")
    add_rules_options(parser)
    parser.add_argument("--count", metavar="N", type=number, help="how many winnable deals")
    parser.add_argument("--from", dest="start", metavar="N", type=number, help="the first number")
    parser.add_argument("--out", metavar="FILE", help="build: the file to write or to go on with")
    parser.add_argument("--sample", metavar="N", type=number, help="check: so many deals only")
    parser.add_argument("--grades", action="store_true", help="check: measure the grades again too")


def run_bank(args: Namespace, positionals: list[str]) -> str:
    """Does what the first word says.

    Raises:
        Complaint: where words and options do not fit; and see `engine.bank.actions.run_action`.
    """
    action, *files = positionals or [""]
    if action not in _ACTION_OPTIONS:
        raise CommandError(f"bank {action[:30]!a}: expected one of {', '.join(_ACTION_OPTIONS)}")
    for name in {name for names in _ACTION_OPTIONS.values() for name in names} - {
        *_ACTION_OPTIONS[action]
    }:
        if getattr(args, name) not in (None, False):
            raise CommandError(f"bank {action} takes no --{'from' if name == 'start' else name}")
    if action == "check" and len(files) != 1:
        raise CommandError("bank check needs one FILE")
    if action != "check" and files:
        raise CommandError(f"bank {action}: {files[0][:30]!a} is one word too many")
    return run_action(action, args, files)
