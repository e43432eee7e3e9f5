"""A game code tells game, cells, house rules and deal number, safe against slips of the pen."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.deals import MAX_NUMBER
from engine.messages import ToldError, counted, phrase
from engine.variants import VARIANTS, Rules, Variant, rules_of

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The symbols of payload and check: base32 of RFC 4648."""
EXAMPLE = "BK1-C4-AAAAA24"

_VERSION = "1"
_READ_AS = str.maketrans("018", "OIB")
_HEAD = "([A-Z0-9]{2})([A-Z0-9])-?C(0|[1-9][0-9]{0,2})([A-Z][A-Z0-9]*|)"
_SHAPES = (re.compile(_HEAD + "-([A-Z0-9]*)"), re.compile(_HEAD + "([A-Z0-9]{7})"))


class CodeError(ToldError):
    """A text that is no game code; the message names what was expected."""


class GameCode(NamedTuple):
    """What a game code says: all that is chosen before dealing."""

    rules: Rules
    number: int


def encode(rules: Rules, number: int) -> str:
    """The game code.

    >>> from engine.variants import rules_for
    >>> encode(rules_for("bakers-game"), 1)
    'BK1-C4-AAAAA24'

    Raises:
        ValueError: where the number is not within 1 … MAX_NUMBER.
    """
    if not 1 <= number <= MAX_NUMBER:
        raise ValueError(f"deal numbers go from 1 to {MAX_NUMBER}")
    head = f"{rules.variant.tag}{_VERSION}-C{rules.cells}{rules.house}-"
    text = head + _symbols(number - 1, 5)
    return text + _symbols(_check(text), 2)


def decode(text: str) -> GameCode:
    """Reads a code in any case, with spaces, without hyphens, its house letters in any order.

    In the last seven symbols 0 1 8 are read as O I B.

    Raises:
        CodeError: naming what was expected; every code with one wrong symbol ends here.
    """
    tag, version, cells, house, symbols = _parts(text)
    rules = _rules(tag, version, cells, house)
    symbols = symbols.translate(_READ_AS)
    wrong = [symbol for symbol in symbols if symbol not in ALPHABET]
    if wrong:
        none = phrase(
            "{symbol} is no symbol of a game code: expected A to Z or 2 to 7", symbol=wrong[0]
        )
        raise CodeError(none)
    if len(symbols) != 7:
        number_wrong = counted(
            "{n} symbol at the end: expected 7, as in {example}",
            "{n} symbols at the end: expected 7, as in {example}",
            len(symbols),
            example=EXAMPLE,
        )
        raise CodeError(number_wrong)
    number = _value(symbols[:5]) + 1
    if encode(rules, number)[-2:] != symbols[5:]:
        check = phrase("a symbol is wrong: the code does not agree with its last two, its check")
        raise CodeError(check)
    return GameCode(rules, number)


def _parts(text: str) -> tuple[str, str, str, str, str]:
    """Tag, version, number of cells, house letters, and what should be the seven symbols."""
    joined = "".join(text.split())
    found = [shape.fullmatch(joined.upper()) for shape in _SHAPES if joined.isascii()]
    for match in filter(None, found):
        tag, version, cells, house, symbols = match.groups()
        return tag, version, cells, house, symbols
    none = phrase(
        "{text} is no game code: expected one like {example}",
        text=ascii(text[:30]),
        example=EXAMPLE,
    )
    raise CodeError(none)


def _rules(tag: str, version: str, cells: str, house: str) -> Rules:
    record = _record(tag)
    if version != _VERSION:
        unknown = phrase(
            "version {version} of game codes is not known: expected {known}",
            version=version,
            known=_VERSION,
        )
        raise CodeError(unknown)
    try:
        return rules_of(record, int(cells), house)
    except ToldError as error:
        raise CodeError(error.told) from None


def _record(tag: str) -> Variant:
    for record in VARIANTS:
        if record.tag == tag:
            return record
    tags = ", ".join(record.tag for record in VARIANTS)
    raise CodeError(
        phrase("no game has the letters {tag}: expected one of {tags}", tag=tag, tags=tags)
    )


def _check(text: str) -> int:
    """CRC-10/ATM of the ASCII text, XOR 0x3D.

    Source: ITU-T I.610, polynomial 0x233, start 0, not reflected. It finds every error
    within ten bits, so one wrong symbol; two neighbours swapped change the text by a multiple of
    x^8 + 1 with a factor below x^7, which the polynomial never divides, so they are found as well.
    """
    remainder = 0
    for byte in text.encode("ascii"):
        remainder ^= byte << 2
        for _ in range(8):
            remainder = (remainder << 1) ^ (0x633 if remainder & 0x200 else 0)
    return remainder ^ 0x3D


def _symbols(value: int, count: int) -> str:
    return "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(count)))


def _value(symbols: str) -> int:
    value = 0
    for symbol in symbols:
        value = value << 5 | ALPHABET.index(symbol)
    return value
