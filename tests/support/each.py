"""One test for many values that reports every failure."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def for_each(names: str, values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test in a loop over the values of its arguments, and list all failures at the end.

    It is written like `pytest.mark.parametrize`, but the loop is one test case: to collect and
    report thousands of cases takes longer than to run them.
    """
    arguments, every_value = [name.strip() for name in names.split(",")], tuple(values)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            failures = []
            for value in every_value:
                given = value if len(arguments) > 1 else (value,)
                try:
                    test(**dict(zip(arguments, given, strict=True)), **fixtures)
                except AssertionError as error:
                    failures.append(f"{names} = {value}: {error}")
            assert not failures, "\n".join(failures)

        signature = inspect.signature(test)
        fixtures = [p for name, p in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate
