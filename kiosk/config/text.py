"""The bytes of a settings file become text and YAML nodes, or a reason in plain words."""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path

import yaml

from kiosk.config.schema import odd_indent, shown

ODD_INDENT = "the line is indented with a no-break space or the like"
LARGEST_FILE = 256 * 1024
"""Bytes; a file with every setting has less than a tenth of it."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ODD_BREAKS = {0x85: " ", 0x2028: " ", 0x2029: " "}
"""YAML ends a line at these, editors do not, and the line numbers are for the editor."""

_A_PAIR = "key: value"
_QUOTED = "such a text in quotes"
_REASONS = (
    ("nesting depth", "brackets or lists are nested too deep", "sections and values"),
    ("another document", "a second document begins", "one document, without ---"),
    ("undefined alias", "no text is known by this name after *", _QUOTED),
    ("scanning an alias", "a name is missing after *", _QUOTED),
    ("duplicate anchor", "the name after & is there twice", _QUOTED),
    (
        "quoted scalar",
        "the quoted text that begins here cannot be read to its end",
        "a closing quote",
    ),
    ("flow", "the bracket that is opened here is not closed properly", "a closing bracket"),
    ("cannot start any token", "a value begins with a sign of YAML's own", _QUOTED),
    ("could not find expected ':'", "a colon is missing", _A_PAIR),
    ("block", "the indentation does not fit", "the same number of spaces in a section"),
    ("tag", "tags (words after !) are not read", _QUOTED),
)
"""A sign in PyYAML's or libyaml's words, what is wrong, and what is allowed."""


class UnreadableError(ValueError):
    """A file that holds no text that could be settings; the text says why."""

    def __init__(self, wrong: str) -> None:
        """What is wrong with the file."""
        kibibytes = LARGEST_FILE // 1024
        super().__init__(f"{wrong}; allowed: a text file in UTF-8 of up to {kibibytes} KiB")


class BrokenError(ValueError):
    """A text that is no YAML; the text says why in plain words, `line` is where, from 1."""

    def __init__(self, line: int, wrong: str, allowed: str) -> None:
        """The line, what is wrong there and what is allowed."""
        super().__init__(f"{wrong}, so the whole file is left out; allowed: {allowed}")
        self.line = line


def contents(path: Path) -> bytes:
    """All bytes of a regular file of a sane size; waits for nothing.

    Raises:
        UnreadableError: for anything else.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise UnreadableError("there is no such file") from error
    except (OSError, ValueError) as error:
        raise UnreadableError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
    try:
        mode = os.fstat(file).st_mode
        if stat.S_ISDIR(mode):
            raise UnreadableError("is a directory, not a file")
        if not stat.S_ISREG(mode):
            raise UnreadableError("is not a regular file")
        with open(file, "rb", closefd=False) as opened:
            return opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}") from error
    finally:
        os.close(file)


def decoded(raw: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 or UTF-32 with their mark, with plain line ends.

    Raises:
        UnreadableError: where it is too large, no text, or text in another encoding.
    """
    if len(raw) > LARGEST_FILE:
        raise UnreadableError("is too large")
    mark, encoding = next(((b, name) for b, name in _BOMS if raw.startswith(b)), (b"", "utf-8"))
    try:
        text = raw[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start + len(mark)) + 1
        raise UnreadableError(f"is not text in {encoding.upper()} (line {line})") from error
    if "\0" in text:
        raise UnreadableError("is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_ODD_BREAKS)


def composed(text: str) -> yaml.Node | None:
    """The tree of the one document in the text, None where there is nothing in it.

    Raises:
        BrokenError: where the text is no YAML.
    """
    text = text.lstrip("\ufeff")
    if match := _FORBIDDEN.search(text):
        line = text.count("\n", 0, match.start()) + 1
        raise BrokenError(line, f"a control character {shown(match.group())}", "plain text")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        raise _explained(error, text.split("\n")) from error
    except RecursionError as error:
        raise BrokenError(1, *_REASONS[0][1:]) from error


def _explained(error: yaml.MarkedYAMLError, lines: list[str]) -> BrokenError:
    context, problem = error.context or "", error.problem or ""
    mark = error.problem_mark or error.context_mark
    if error.context_mark and any(word in context for word in ("quoted", "flow", "simple key")):
        mark = error.context_mark
    at = min(mark.line, len(lines) - 1) if mark else 0
    if trap := _trap(lines, at):
        return trap
    if "mapping values" in problem:
        return _colon(lines, at)
    said = f"{context} {problem}".strip()
    for sign, wrong, allowed in _REASONS:
        if sign in said:
            return BrokenError(at + 1, wrong, allowed)
    return BrokenError(at + 1, f"this is no YAML ({said})", _A_PAIR)


def _trap(lines: list[str], at: int) -> BrokenError | None:
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    if "\t" in indent:
        return BrokenError(at + 1, "the line is indented with a tab", "spaces")
    for near in (at, at - 1):
        if near >= 0 and odd_indent(lines[near]):
            return BrokenError(near + 1, ODD_INDENT, "ordinary spaces")
    return None


def _colon(lines: list[str], at: int) -> BrokenError:
    above = next((row for row in range(at - 1, -1, -1) if _says_something(lines[row])), None)
    if above is not None and ":" not in lines[above]:
        return BrokenError(above + 1, "a colon is missing", _A_PAIR)
    if len(re.findall(r":(?:\s|$)", lines[at])) > 1:
        return BrokenError(
            at + 1, "a second colon in one line", f"{_A_PAIR}, a text with colons in quotes"
        )
    wrong, allowed = next(reason[1:] for reason in _REASONS if reason[0] == "block")
    return BrokenError(at + 1, wrong, allowed)


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
