"""Game codes: game, cells, house rules and deal number as text with a checksum."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.deals import check_deal_number
from engine.messages import MessageError, make_message, make_plural_message
from engine.variants import VARIANTS, Rules, make_rules

# Base32 of RFC 4648, for the deal number and the checksum.
CODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
GAME_CODE_EXAMPLE = "BK1-C4-AAAAA24"

_VERSION = "1"
_LOOKALIKES = str.maketrans("018", "OIB")
_HEAD_PATTERN = "([A-Z0-9]{2})([A-Z0-9])-?C(0|[1-9][0-9]{0,2})([A-Z][A-Z0-9]*|)"
_CODE_PATTERNS = (
    re.compile(_HEAD_PATTERN + "-([A-Z0-9]*)"),
    re.compile(_HEAD_PATTERN + "([A-Z0-9]{7})"),
)


class CodeError(MessageError):
    """The text is not a game code; the message says what was expected."""


class GameCode(NamedTuple):
    """The content of a game code: all that is chosen before dealing."""

    rules: Rules
    number: int


def encode(rules: Rules, number: int) -> str:
    """Return the game code.

    >>> from engine.variants import find_rules
    >>> encode(find_rules("bakers-game"), 1)
    'BK1-C4-AAAAA24'

    Raises:
        ValueError: the number is not within 1 to MAX_DEAL_NUMBER.
    """
    check_deal_number(number)
    prefix = f"{rules.variant.tag}{_VERSION}-C{rules.cells}{rules.house_rules}-"
    text = prefix + _encode_symbols(number - 1, 5)
    return text + _encode_symbols(_compute_check(text), 2)


def decode(text: str) -> GameCode:
    """Parse a code in any case, with spaces, without hyphens, house rules in any order.

    In the last seven symbols 0 1 8 are read as O I B.

    Raises:
        CodeError: the text is no code; the checksum finds every single wrong symbol.
    """
    tag, version, cells, house_rules, symbols = _split_code(text)
    rules = _make_rules(tag, version, cells, house_rules)
    symbols = symbols.translate(_LOOKALIKES)
    invalid_symbols = [symbol for symbol in symbols if symbol not in CODE_ALPHABET]
    if invalid_symbols:
        invalid_symbol_message = make_message(
            "{symbol} is no symbol of a game code: expected A to Z or 2 to 7",
            symbol=invalid_symbols[0],
        )
        raise CodeError(invalid_symbol_message)
    if len(symbols) != 7:
        length_message = make_plural_message(
            "{n} symbol at the end: expected 7, as in {example}",
            "{n} symbols at the end: expected 7, as in {example}",
            len(symbols),
            example=GAME_CODE_EXAMPLE,
        )
        raise CodeError(length_message)
    number = 1
    for place, symbol in enumerate(reversed(symbols[:5])):
        number += CODE_ALPHABET.index(symbol) << 5 * place
    if encode(rules, number)[-2:] != symbols[5:]:
        check_message = make_message(
            "a symbol is wrong: the code does not agree with its last two, its check"
        )
        raise CodeError(check_message)
    return GameCode(rules, number)


def _split_code(text: str) -> tuple[str, str, str, str, str]:
    joined = "".join(text.split())
    matches = [pattern.fullmatch(joined.upper()) for pattern in _CODE_PATTERNS if joined.isascii()]
    for match in filter(None, matches):
        tag, version, cells, house_rules, symbols = match.groups()
        return tag, version, cells, house_rules, symbols
    message = make_message(
        "{text} is no game code: expected one like {example}",
        text=ascii(text[:30]),
        example=GAME_CODE_EXAMPLE,
    )
    raise CodeError(message)


def _make_rules(tag: str, version: str, cells: str, house_rules: str) -> Rules:
    variant = next((variant for variant in VARIANTS if variant.tag == tag), None)
    if variant is None:
        tags = ", ".join(variant.tag for variant in VARIANTS)
        message = make_message(
            "no game has the letters {tag}: expected one of {tags}", tag=tag, tags=tags
        )
        raise CodeError(message)
    if version != _VERSION:
        message = make_message(
            "version {version} of game codes is not known: expected {known}",
            version=version,
            known=_VERSION,
        )
        raise CodeError(message)
    try:
        return make_rules(variant, int(cells), house_rules)
    except MessageError as error:
        raise CodeError(error.message) from None


def _compute_check(text: str) -> int:
    """CRC-10/ATM of the ASCII text, XOR 0x3D.

    Source: ITU-T I.610, polynomial 0x233, start 0, not reflected. It finds every error within ten
    bits, so one wrong symbol. Two swapped neighbours change the text by a multiple of x^8 + 1 with
    a factor below x^7, which the polynomial never divides, so they are found, too.
    """
    remainder = 0
    for byte in text.encode("ascii"):
        remainder ^= byte << 2
        for _ in range(8):
            remainder = (remainder << 1) ^ (0x633 if remainder & 0x200 else 0)
    return remainder ^ 0x3D


def _encode_symbols(value: int, count: int) -> str:
    return "".join(CODE_ALPHABET[value >> 5 * place & 31] for place in reversed(range(count)))
