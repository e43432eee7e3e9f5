"""The tables that wait to be looked at, the most promising first."""

from __future__ import annotations


class Frontier:
    """A queue by priority, 0 first; of equals the one that came last, so that lines are followed.

    An entry is two integers: the key of a table and how it was reached.
    """

    __slots__ = ("_buckets", "_lowest", "_unused", "size")

    def __init__(self) -> None:
        """Nothing waits."""
        self.size: int = 0
        self._unused: list[int] = []
        """Stands for every bucket that nothing was put into yet."""
        self._buckets: list[list[int]] = []
        self._lowest: int = 0

    def push(self, priority: int, key: int, reached: int) -> None:
        """Adds an entry. The priority is not below 0."""
        buckets = self._buckets
        if priority >= len(buckets):
            buckets += [self._unused] * (priority + 1 - len(buckets))
        bucket = buckets[priority]
        if bucket is self._unused:
            bucket = []
            buckets[priority] = bucket
        bucket.append(key)
        bucket.append(reached)
        self.size += 1
        if priority < self._lowest:
            self._lowest = priority

    def pop(self) -> tuple[int, int]:
        """Takes out the most promising entry. There must be one."""
        buckets = self._buckets
        lowest = self._lowest
        while not buckets[lowest]:
            lowest += 1
        self._lowest = lowest
        self.size -= 1
        bucket = buckets[lowest]
        reached = bucket.pop()
        return bucket.pop(), reached
