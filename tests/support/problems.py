"""Comparison of settings files with the problems that they must have."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def find_unexpected(
    expected: Mapping[str, str], list_problems: Callable[[str], list[str]]
) -> list[tuple[str, list[str]]]:
    """Return the texts without exactly one problem that begins as expected, with their problems."""
    problems_by_text = {text: list_problems(text) for text in expected}
    return [
        (text, problems)
        for text, problems in problems_by_text.items()
        if len(problems) != 1 or not problems[0].startswith(expected[text])
    ]
