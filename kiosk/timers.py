"""Moments in monotonic seconds, of which there may be none."""

from __future__ import annotations


def earliest_deadline(*deadlines: float | None) -> float | None:
    """The earliest of those that there are; None where there is none."""
    return min((moment for moment in deadlines if moment is not None), default=None)
