"""What the actions of the command `bank` answer once their words and options are understood."""

from __future__ import annotations

import signal
import sys
import time
from argparse import Namespace
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

from engine.bank.bank import GRADES, Bank, BankError
from engine.bank.building import build
from engine.bank.checking import check, sample
from engine.bank.difficulty import terms_for
from engine.bank.keeping import Keeper
from engine.bank.measuring import measure, table
from engine.bank.progress import Progress
from engine.deals import MAX_NUMBER
from engine.shell.complaint import ILLEGAL, Complaint, Findings
from engine.shell.opening import chosen_rules


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
        measures = measure(begun, count, progress.show)
    finally:
        progress.close()
    return _told(table(begun.terms, measures), len(measures), count)
