"""Loops over many cases that report all failures, not only the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def find_failures(check: Callable[[Case], object], cases: Iterable[Case]) -> list[str]:
    """Run a check on every case; return the cases that fail, with their messages."""
    failures = []
    for case in cases:
        try:
            check(case)
        except (AssertionError, pytest.fail.Exception) as error:
            failures.append(f"{case}: {error}")
        except Exception as error:
            error.add_note(f"case: {case}")
            raise
    return failures


def for_each(cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Turn the check of a case into one test of all cases; a tuple is the check's arguments."""

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            def check_case(case: Any) -> None:
                if type(case) is tuple:
                    check(*case)
                else:
                    check(case)

            failures = find_failures(check_case, cases)
            assert not failures, "\n".join(failures)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return decorate
