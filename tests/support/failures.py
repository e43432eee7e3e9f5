"""Loops over many cases that report all failures, not only the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def find_failures(check: Callable[[Case], object], cases: Iterable[Case]) -> list[str]:
    """Run a check on every case; return the cases that fail, with their messages."""
    failures = []
    for case in cases:
        try:
            check(case)
        except AssertionError as error:
            failures.append(f"{case}: {error}")
    return failures
