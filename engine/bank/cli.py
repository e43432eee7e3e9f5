"""The commands bank build, bank check and bank measure."""

from __future__ import annotations

import signal
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bank.bank_file import GRADES, Bank
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
    CommandParser,
    add_rules_options,
    explain_file_error,
    parse_rules,
    parse_whole_number,
    print_text,
)
from engine.deals import MAX_DEAL_NUMBER, check_deal_number

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_bank_commands(commands: _SubParsersAction[CommandParser]) -> None:
    """Add the command `bank` with its actions."""
    bank = commands.add_parser("bank", help="build, check or measure a bank of winnable deals")
    actions = bank.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="find winnable deals and write them to a file")
    _add_search_options(build)
    build.add_argument("--out", metavar="FILE", help="the file to write or to continue")
    build.set_defaults(run=run_build)
    check = actions.add_parser("check", help="solve the deals of a file again")
    check.add_argument("file", metavar="FILE")
    check.add_argument(
        "--sample", metavar="N", type=_parse_count, help="check only this number of deals"
    )
    check.add_argument("--grades", action="store_true", help="check the grades as well")
    check.set_defaults(run=run_check)
    measure = actions.add_parser("measure", help="print what the limits of grades rest on")
    _add_search_options(measure)
    measure.set_defaults(run=run_measure)


def _add_search_options(parser: ArgumentParser) -> None:
    parser.add_argument("--game", metavar="KEY", required=True, help="the game, like bakers-game")
    add_rules_options(parser)
    parser.add_argument(
        "--count", metavar="N", type=_parse_count, required=True, help="how many winnable deals"
    )
    parser.add_argument(
        "--from", dest="start", metavar="N", type=_parse_deal_number, help="the first deal number"
    )


def _parse_count(text: str) -> int:
    count = parse_whole_number(text)
    if count == 0:
        raise ArgumentTypeError("expected 1 or more")
    return count


def _parse_deal_number(text: str) -> int:
    number = parse_whole_number(text)
    try:
        check_deal_number(number)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    return number


def run_build(args: Namespace) -> int:
    """Find deals, and write the bank to its file, or to standard output if there is none.

    A search that is interrupted leaves the bank found so far.
    """
    path = None if args.out is None else Path(args.out)
    if path is not None and not path.parent.is_dir():
        raise CommandError(f"{str(path)!a}: there is no folder {str(path.parent)!a}")
    writer = BankWriter(path, time.monotonic, _load_or_start(path, args))
    progress = SearchProgress(sys.stderr, time.monotonic, args.count)

    def save_progress(bank: Bank) -> None:
        writer.update(bank)
        progress.show(len(bank.deals), bank.last_number)

    try:
        writer.write()
        with _interruptible_search():
            try:
                build_bank(writer.bank, args.count, save_progress)
            finally:
                writer.write()
    except OSError as error:
        raise CommandError(f"{str(path)!a}: {error.strerror}", EXIT_REFUSED) from None
    output = writer.bank.to_text() if path is None else _format_summary(writer.bank)
    return _print_found(output, len(writer.bank.deals), args.count)


def run_check(args: Namespace) -> int:
    """Print a line for each deal that differs from the file; the status is 1 if there is one."""
    bank = _load_bank(Path(args.file))
    deals = sample_deals(bank, args.sample)
    with _interruptible_search(), closing(check_deals(bank.spec, deals, args.grades)) as problems:
        lines = list(problems)
    if lines:
        print_text("".join(f"{line}\n" for line in lines))
        return EXIT_REFUSED
    return print_text(f"{len(deals)} of {len(bank.deals)} deals solved again\n")


def run_measure(args: Namespace) -> int:
    """Print the difficulty of the first deals of a game."""
    empty_bank = _create_empty_bank(args)
    progress = SearchProgress(sys.stderr, time.monotonic, args.count)
    with _interruptible_search():
        measures = measure_deals(empty_bank, args.count, progress.show)
    return _print_found(format_table(empty_bank.spec, measures), len(measures), args.count)


@contextmanager
def _interruptible_search() -> Iterator[None]:
    # SIGTERM ends a search like Ctrl+C, so that what was found is written.
    previous_handler = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except BrokenProcessPool:
        raise CommandError(
            "a process of the search was killed from outside", EXIT_REFUSED
        ) from None
    finally:
        signal.signal(signal.SIGTERM, previous_handler)


def _print_found(output: str, found_count: int, count: int) -> int:
    status = print_text(output)
    if found_count >= count:
        return status
    if sys.stderr is not None:
        notice = f"none is left, deal numbers end at {MAX_DEAL_NUMBER}"
        print(f"{found_count} of {count} deals: {notice}", file=sys.stderr)
    return EXIT_REFUSED


def _create_empty_bank(args: Namespace) -> Bank:
    start = args.start or 1
    spec = make_bank_spec(parse_rules(args))
    return Bank(spec=spec, first_number=start, last_number=start - 1)


def _load_or_start(path: Path | None, args: Namespace) -> Bank:
    empty_bank = _create_empty_bank(args)
    if path is None or not path.exists():
        return empty_bank
    bank = _load_bank(path)
    if bank.spec != empty_bank.spec:
        raise CommandError(f"{str(path)!a}: a bank of another game, or built on other terms")
    if args.start not in (None, bank.first_number):
        raise CommandError(f"{str(path)!a}: its search began at deal {bank.first_number}")
    return bank


def _load_bank(path: Path) -> Bank:
    try:
        return Bank.load(path)
    except (OSError, ValueError) as error:
        raise CommandError(f"{str(path)!a}: {explain_file_error(error)}") from None


def _format_summary(bank: Bank) -> str:
    counts = ", ".join(f"{len(bank.list_numbers(grade))} of grade {grade}" for grade in GRADES)
    return f"{len(bank.deals)} deals among {bank.first_number} to {bank.last_number}: {counts}\n"
