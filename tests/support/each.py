"""Loops over many cases that report every failure, not only the first."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")
Test = Callable[..., None]


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


def for_each(names: str, values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test in a loop over the values of its arguments, and list all failures at the end.

    It is written like `pytest.mark.parametrize`, but the loop is one test case: to collect and
    report thousands of cases takes longer than to run them.
    """
    arguments, every_value = [name.strip() for name in names.split(",")], tuple(values)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            def check(value: Any) -> None:
                given = value if len(arguments) > 1 else (value,)
                test(**dict(zip(arguments, given, strict=True)), **fixtures)

            failures = find_failures(check, every_value)
            assert not failures, "\n".join(failures)

        signature = inspect.signature(test)
        fixtures = [p for name, p in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate
