"""YAML -> values with file:line, problems."""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import yaml

from kiosk.settings.field_types import (
    Form,
    Written,
    WrongValueError,
    likely,
    miswired,
    odd_indent,
    shown,
    unfit_rules,
    visible,
)
from kiosk.settings.model import Config, Value
from kiosk.settings.origins import Problem
from kiosk.settings.validate import all_settings, clashes

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


_FORMS = {
    "str": Form.TEXT,
    "int": Form.WHOLE,
    "float": Form.FRACTION,
    "bool": Form.TRUTH,
    "timestamp": Form.DATE,
    "null": Form.NOTHING,
}
_YAML_TAG = "tag:yaml.org,2002:"
_TAGS = frozenset({*_FORMS, "map", "seq", "merge", "value"})
"""The tags that YAML itself gives, without a word in the file."""
_MOST_GUESSES = 50
"""Looking for the meant key is slow, and nobody reads more of them."""


def checked(
    text: bytes,
    name: str,
    languages: Sequence[str],
    below: Mapping[str, Value],
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values of one file by dotted key, and its problems in the order of its lines.

    `below` holds the values of the files that this one is laid over, `languages` the catalogues,
    `profiles` the hardware that is known.
    """
    try:
        node = composed(decoded(text))
    except UnreadableError as error:
        return {}, [Problem(name, None, None, str(error))]
    except BrokenError as error:
        return {}, [Problem(name, error.line, None, str(error))]
    sheet = _Sheet(name, languages, profiles)
    sheet.read(node)
    sheet.fit_rules(below)
    sheet.fit_buttons(below)
    return sheet.values, sorted(sheet.problems, key=lambda problem: problem.line or 0)


class _Sheet:
    """What one file says, as far as it has been read."""

    def __init__(self, name: str, languages: Sequence[str], profiles: Sequence[str] | None) -> None:
        self.name = name
        self.settings = all_settings(languages, profiles)
        self.values: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.lines: dict[str, int] = {}

    def read(self, node: yaml.Node | None) -> None:
        """Takes in the whole document."""
        if node is None or _written(node).form is Form.NOTHING:
            return
        if isinstance(node, yaml.MappingNode) and not _foreign(node):
            self.section(node, "")
            return
        what = _written(node).form if isinstance(node, yaml.CollectionNode) else "only a text"
        self.say(_line(node), None, f"the file holds {what}; allowed: settings as key: value")

    def section(self, node: yaml.MappingNode, prefix: str) -> None:
        """Takes in the settings of a section; the sections are as deep as the settings' names."""
        for key_node, node_below in node.value:
            line = _line(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                wrong = "a key is no plain word; allowed: "
                self.say(line, prefix.rstrip(".") or None, wrong + self.names(prefix))
                continue
            key = prefix + key_node.value
            if key in self.settings:
                self.setting(key, line, node_below)
            elif any(known.startswith(f"{key}.") for known in self.settings):
                self.subsection(key, line, node_below)
            else:
                self.unknown(prefix, key_node.value, line)

    def setting(self, key: str, line: int, node: yaml.Node) -> None:
        """Takes in one value; of a key that is there twice none counts."""
        setting = self.settings[key]
        if key in self.lines:
            self.values.pop(key, None)
            wrong = f"is set in line {self.lines[key]} already, and neither of them counts"
            self.say(line, key, f"{wrong}; allowed: once")
            return
        self.lines[key] = line
        try:
            self.values[key] = setting.read(_written(node))
        except WrongValueError as error:
            if error.instead is not None:
                self.values[key] = error.instead
            self.say(line, key, f"{error}; allowed: {setting.allowed}")

    def subsection(self, key: str, line: int, node: yaml.Node) -> None:
        """Takes in a section; one that is there twice is read twice, an empty one says nothing."""
        if key in self.lines:
            wrong = f"the section is in line {self.lines[key]} already, and both are read"
            self.say(line, key, f"{wrong}; allowed: once")
        self.lines.setdefault(key, line)
        written = _written(node)
        if isinstance(node, yaml.MappingNode) and not _foreign(node):
            self.section(node, f"{key}.")
        elif written.form is not Form.NOTHING:
            what = shown(written.text) if isinstance(node, yaml.ScalarNode) else written.form
            names = self.names(f"{key}.")
            self.say(line, key, f"is a section, not {what}; allowed, indented below it: {names}")

    def unknown(self, prefix: str, name: str, line: int) -> None:
        """Tells of a key that nothing has."""
        if odd_indent(name):
            self.say(line, None, f"{ODD_INDENT}; allowed: ordinary spaces")
            return
        guess = ""
        if len(self.problems) < _MOST_GUESSES:
            guess = self.guess(prefix, name)
        wrong = f"there is no such setting{guess}"
        self.say(line, prefix + visible(name), f"{wrong}; allowed: {self.names(prefix)}")

    def guess(self, prefix: str, name: str) -> str:
        """What may have been meant: a key of this section, else the same key of another.

        The names of actions are everyday words, and are not looked for elsewhere.
        """
        here = self.names(prefix).split(", ")
        anywhere = {key.rpartition(".")[2]: key for key in self.settings if key.count(".") < 2}
        return likely(name, here) or likely(name, anywhere, anywhere)

    def names(self, prefix: str) -> str:
        """The keys that a section may have."""
        inside = [key[len(prefix) :] for key in self.settings if key.startswith(prefix)]
        return ", ".join(dict.fromkeys(key.partition(".")[0] for key in inside))

    def fit_rules(self, below: Mapping[str, Value]) -> None:
        """Takes back house rules that the chosen game does not have."""
        house = self.values.get("game.rules")
        key = self.values.get("game.variant", below.get("game.variant", Config().game.variant))
        if not house or ("game.variant" in self.lines and "game.variant" not in self.values):
            return
        wrong = unfit_rules(str(key), str(house))
        if wrong:
            del self.values["game.rules"]
            self.say(self.lines["game.rules"], "game.rules", wrong)

    def fit_buttons(self, below: Mapping[str, Value]) -> None:
        """Takes back buttons and pins that have another meaning already."""
        clashing = [
            *clashes(self.values, self.lines, below),
            *miswired(self.values, self.lines, below),
        ]
        for key, wrong in clashing:
            del self.values[key]
            self.say(self.lines[key], key, wrong)

    def say(self, line: int, key: str | None, message: str) -> None:
        """Notes a problem."""
        self.problems.append(Problem(self.name, line, key, message))


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _foreign(node: yaml.Node) -> bool:
    return node.tag.removeprefix(_YAML_TAG) not in _TAGS


def _written(node: yaml.Node, *, whole: bool = True) -> Written:
    """The value as it stands there; of a list in a list only that it is one: it may hold itself."""
    if _foreign(node):
        return Written(node.tag.replace(_YAML_TAG, "!!"), Form.TAGGED)
    if isinstance(node, yaml.SequenceNode):
        items = [_written(item, whole=False) for item in node.value] if whole else ()
        return Written("", Form.LIST, items=tuple(items))
    if isinstance(node, yaml.MappingNode):
        return Written("", Form.SECTION)
    form = _FORMS.get(node.tag.removeprefix(_YAML_TAG), Form.TEXT)
    quoted = isinstance(node, yaml.ScalarNode) and node.style in ("'", '"')
    return Written(str(node.value), form, quoted)


def line_of(path: Path | str, key: str) -> int | None:
    """The line, from 1, of this dotted key in a settings file; None where it is not found."""
    with suppress(UnreadableError, BrokenError):
        return _key_line(composed(decoded(contents(Path(path)))), key.split("."))
    return None


def _key_line(node: yaml.Node | None, names: list[str]) -> int | None:
    """The line of the key that these names lead to; the last section of that name counts."""
    found = None
    for key, below in node.value if isinstance(node, yaml.MappingNode) else ():
        if key.value == names[0]:
            here = int(key.start_mark.line) + 1 if len(names) == 1 else _key_line(below, names[1:])
            found = here or found
    return found
