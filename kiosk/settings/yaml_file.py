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
    InvalidValueError,
    RawValue,
    YamlType,
    escape_text,
    has_unusual_indent,
    quote_text,
    suggest_word,
)
from kiosk.settings.keys import Value
from kiosk.settings.model import Config
from kiosk.settings.origins import Problem
from kiosk.settings.validate import (
    build_all_fields,
    explain_unfit_rules,
    find_button_conflicts,
    find_pin_conflicts,
)

UNUSUAL_INDENT = "the line is indented with a no-break space or the like"
MAX_FILE_BYTES = 256 * 1024
"""Bytes; a file with every setting has less than a tenth of it."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_UNUSUAL_BREAKS = {0x85: " ", 0x2028: " ", 0x2029: " "}
"""YAML ends a line at these, editors do not, and the line numbers are for the editor."""

_KEY_VALUE = "key: value"
_QUOTED_TEXT = "such a text in quotes"
_YAML_ERRORS = (
    ("nesting depth", "brackets or lists are nested too deep", "sections and values"),
    ("another document", "a second document begins", "one document, without ---"),
    ("undefined alias", "no text is known by this name after *", _QUOTED_TEXT),
    ("scanning an alias", "a name is missing after *", _QUOTED_TEXT),
    ("duplicate anchor", "the name after & is there twice", _QUOTED_TEXT),
    (
        "quoted scalar",
        "the quoted text that begins here cannot be read to its end",
        "a closing quote",
    ),
    ("flow", "the bracket that is opened here is not closed properly", "a closing bracket"),
    ("cannot start any token", "a value begins with a sign of YAML's own", _QUOTED_TEXT),
    ("could not find expected ':'", "a colon is missing", _KEY_VALUE),
    ("block", "the indentation does not fit", "the same number of spaces in a section"),
    ("tag", "tags (words after !) are not read", _QUOTED_TEXT),
)
"""A sign in PyYAML's or libyaml's words, what is wrong, and what is allowed."""


class UnreadableError(ValueError):
    """A file that holds no text that could be settings; the text says why."""

    def __init__(self, wrong: str) -> None:
        """What is wrong with the file."""
        kibibytes = MAX_FILE_BYTES // 1024
        super().__init__(f"{wrong}; allowed: a text file in UTF-8 of up to {kibibytes} KiB")


class YamlSyntaxError(ValueError):
    """A text that is no YAML; the text says why in plain words, `line` is where, from 1."""

    def __init__(self, line: int, wrong: str, allowed: str) -> None:
        """The line, what is wrong there and what is allowed."""
        super().__init__(f"{wrong}, so the whole file is left out; allowed: {allowed}")
        self.line = line


def read_file(path: Path) -> bytes:
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
            return opened.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}") from error
    finally:
        os.close(file)


def decode_text(raw: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 or UTF-32 with their mark, with plain line ends.

    Raises:
        UnreadableError: where it is too large, no text, or text in another encoding.
    """
    if len(raw) > MAX_FILE_BYTES:
        raise UnreadableError("is too large")
    bom, encoding = next(((b, name) for b, name in _BOMS if raw.startswith(b)), (b"", "utf-8"))
    try:
        text = raw[len(bom) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start + len(bom)) + 1
        raise UnreadableError(f"is not text in {encoding.upper()} (line {line})") from error
    if "\0" in text:
        raise UnreadableError("is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNUSUAL_BREAKS)


def parse_yaml(text: str) -> yaml.Node | None:
    """The tree of the one document in the text, None where there is nothing in it.

    Raises:
        BrokenError: where the text is no YAML.
    """
    text = text.lstrip("\ufeff")
    if match := _FORBIDDEN.search(text):
        line = text.count("\n", 0, match.start()) + 1
        raise YamlSyntaxError(
            line, f"a control character {quote_text(match.group())}", "plain text"
        )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        raise _explain_error(error, text.split("\n")) from error
    except RecursionError as error:
        raise YamlSyntaxError(1, *_YAML_ERRORS[0][1:]) from error


def _explain_error(error: yaml.MarkedYAMLError, lines: list[str]) -> YamlSyntaxError:
    context, problem = error.context or "", error.problem or ""
    mark = error.problem_mark or error.context_mark
    if error.context_mark and any(word in context for word in ("quoted", "flow", "simple key")):
        mark = error.context_mark
    line_index = min(mark.line, len(lines) - 1) if mark else 0
    if indent_error := _find_indent_error(lines, line_index):
        return indent_error
    if "mapping values" in problem:
        return _explain_colon_error(lines, line_index)
    description = f"{context} {problem}".strip()
    for pattern, wrong, allowed in _YAML_ERRORS:
        if pattern in description:
            return YamlSyntaxError(line_index + 1, wrong, allowed)
    return YamlSyntaxError(line_index + 1, f"this is no YAML ({description})", _KEY_VALUE)


def _find_indent_error(lines: list[str], line_index: int) -> YamlSyntaxError | None:
    indent = lines[line_index][: len(lines[line_index]) - len(lines[line_index].lstrip())]
    if "\t" in indent:
        return YamlSyntaxError(line_index + 1, "the line is indented with a tab", "spaces")
    for near in (line_index, line_index - 1):
        if near >= 0 and has_unusual_indent(lines[near]):
            return YamlSyntaxError(near + 1, UNUSUAL_INDENT, "ordinary spaces")
    return None


def _explain_colon_error(lines: list[str], line_index: int) -> YamlSyntaxError:
    above = next((row for row in range(line_index - 1, -1, -1) if _has_content(lines[row])), None)
    if above is not None and ":" not in lines[above]:
        return YamlSyntaxError(above + 1, "a colon is missing", _KEY_VALUE)
    if len(re.findall(r":(?:\s|$)", lines[line_index])) > 1:
        return YamlSyntaxError(
            line_index + 1,
            "a second colon in one line",
            f"{_KEY_VALUE}, a text with colons in quotes",
        )
    wrong, allowed = next(reason[1:] for reason in _YAML_ERRORS if reason[0] == "block")
    return YamlSyntaxError(line_index + 1, wrong, allowed)


def _has_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


_TYPES_BY_TAG = {
    "str": YamlType.TEXT,
    "int": YamlType.INTEGER,
    "float": YamlType.FLOAT,
    "bool": YamlType.BOOL,
    "timestamp": YamlType.DATE,
    "null": YamlType.NULL,
}
_YAML_TAG = "tag:yaml.org,2002:"
_STANDARD_TAGS = frozenset({*_TYPES_BY_TAG, "map", "seq", "merge", "value"})
"""The tags that YAML itself gives, without a word in the file."""
_MAX_GUESSES = 50
"""Looking for the meant key is slow, and nobody reads more of them."""


def check_settings(
    text: bytes,
    name: str,
    languages: Sequence[str],
    base_values: Mapping[str, Value],
    profiles: Sequence[str] | None = None,
) -> tuple[dict[str, Value], list[Problem]]:
    """The values of one file by dotted key, and its problems in the order of its lines.

    `below` holds the values of the files that this one is laid over, `languages` the catalogues,
    `profiles` the hardware that is known.
    """
    try:
        node = parse_yaml(decode_text(text))
    except UnreadableError as error:
        return {}, [Problem(name, None, None, str(error))]
    except YamlSyntaxError as error:
        return {}, [Problem(name, error.line, None, str(error))]
    checker = _SettingsChecker(name, languages, profiles)
    checker.check_document(node)
    checker.drop_unfit_rules(base_values)
    checker.drop_conflicts(base_values)
    return checker.values, sorted(checker.problems, key=lambda problem: problem.line or 0)


class _SettingsChecker:
    """What one file says, as far as it has been read."""

    def __init__(self, name: str, languages: Sequence[str], profiles: Sequence[str] | None) -> None:
        self.name = name
        self.fields = build_all_fields(languages, profiles)
        self.values: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.lines: dict[str, int] = {}

    def check_document(self, node: yaml.Node | None) -> None:
        """Takes in the whole document."""
        if node is None or _to_raw_value(node).yaml_type is YamlType.NULL:
            return
        if isinstance(node, yaml.MappingNode) and not _has_custom_tag(node):
            self.read_section(node, "")
            return
        what = (
            _to_raw_value(node).yaml_type
            if isinstance(node, yaml.CollectionNode)
            else "only a text"
        )
        self.report(
            _get_line(node), None, f"the file holds {what}; allowed: settings as key: value"
        )

    def read_section(self, node: yaml.MappingNode, prefix: str) -> None:
        """Takes in the settings of a section; the sections are as deep as the settings' names."""
        for key_node, value_node in node.value:
            line = _get_line(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                wrong = "a key is no plain word; allowed: "
                self.report(line, prefix.rstrip(".") or None, wrong + self.list_keys(prefix))
                continue
            key = prefix + key_node.value
            if key in self.fields:
                self.read_setting(key, line, value_node)
            elif any(known.startswith(f"{key}.") for known in self.fields):
                self.read_subsection(key, line, value_node)
            else:
                self.report_unknown_key(prefix, key_node.value, line)

    def read_setting(self, key: str, line: int, node: yaml.Node) -> None:
        """Takes in one value; of a key that is there twice none counts."""
        field = self.fields[key]
        if key in self.lines:
            self.values.pop(key, None)
            wrong = f"is set in line {self.lines[key]} already, and neither of them counts"
            self.report(line, key, f"{wrong}; allowed: once")
            return
        self.lines[key] = line
        try:
            self.values[key] = field.parse(_to_raw_value(node))
        except InvalidValueError as error:
            if error.fallback is not None:
                self.values[key] = error.fallback
            self.report(line, key, f"{error}; allowed: {field.allowed_text}")

    def read_subsection(self, key: str, line: int, node: yaml.Node) -> None:
        """Takes in a section; one that is there twice is read twice, an empty one says nothing."""
        if key in self.lines:
            wrong = f"the section is in line {self.lines[key]} already, and both are read"
            self.report(line, key, f"{wrong}; allowed: once")
        self.lines.setdefault(key, line)
        raw = _to_raw_value(node)
        if isinstance(node, yaml.MappingNode) and not _has_custom_tag(node):
            self.read_section(node, f"{key}.")
        elif raw.yaml_type is not YamlType.NULL:
            what = quote_text(raw.text) if isinstance(node, yaml.ScalarNode) else raw.yaml_type
            names = self.list_keys(f"{key}.")
            self.report(line, key, f"is a section, not {what}; allowed, indented below it: {names}")

    def report_unknown_key(self, prefix: str, name: str, line: int) -> None:
        """Tells of a key that nothing has."""
        if has_unusual_indent(name):
            self.report(line, None, f"{UNUSUAL_INDENT}; allowed: ordinary spaces")
            return
        guess = ""
        if len(self.problems) < _MAX_GUESSES:
            guess = self.suggest_key(prefix, name)
        wrong = f"there is no such setting{guess}"
        self.report(line, prefix + escape_text(name), f"{wrong}; allowed: {self.list_keys(prefix)}")

    def suggest_key(self, prefix: str, name: str) -> str:
        """What may have been meant: a key of this section, else the same key of another.

        The names of actions are everyday words, and are not looked for elsewhere.
        """
        here = self.list_keys(prefix).split(", ")
        anywhere = {key.rpartition(".")[2]: key for key in self.fields if key.count(".") < 2}
        return suggest_word(name, here) or suggest_word(name, anywhere, anywhere)

    def list_keys(self, prefix: str) -> str:
        """The keys that a section may have."""
        inside = [key[len(prefix) :] for key in self.fields if key.startswith(prefix)]
        return ", ".join(dict.fromkeys(key.partition(".")[0] for key in inside))

    def drop_unfit_rules(self, base_values: Mapping[str, Value]) -> None:
        """Takes back house rules that the chosen game does not have."""
        house_rules = self.values.get("game.rules")
        key = self.values.get(
            "game.variant", base_values.get("game.variant", Config().game.variant)
        )
        if not house_rules or ("game.variant" in self.lines and "game.variant" not in self.values):
            return
        wrong = explain_unfit_rules(str(key), str(house_rules))
        if wrong:
            del self.values["game.rules"]
            self.report(self.lines["game.rules"], "game.rules", wrong)

    def drop_conflicts(self, base_values: Mapping[str, Value]) -> None:
        """Takes back buttons and pins that have another meaning already."""
        conflicts = [
            *find_button_conflicts(self.values, self.lines, base_values),
            *find_pin_conflicts(self.values, self.lines, base_values),
        ]
        for key, wrong in conflicts:
            del self.values[key]
            self.report(self.lines[key], key, wrong)

    def report(self, line: int, key: str | None, message: str) -> None:
        """Notes a problem."""
        self.problems.append(Problem(self.name, line, key, message))


def _get_line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _has_custom_tag(node: yaml.Node) -> bool:
    return node.tag.removeprefix(_YAML_TAG) not in _STANDARD_TAGS


def _to_raw_value(node: yaml.Node, *, with_items: bool = True) -> RawValue:
    """The value as it stands there; of a list in a list only that it is one: it may hold itself."""
    if _has_custom_tag(node):
        return RawValue(node.tag.replace(_YAML_TAG, "!!"), YamlType.TAGGED)
    if isinstance(node, yaml.SequenceNode):
        items = [_to_raw_value(item, with_items=False) for item in node.value] if with_items else ()
        return RawValue("", YamlType.LIST, items=tuple(items))
    if isinstance(node, yaml.MappingNode):
        return RawValue("", YamlType.SECTION)
    yaml_type = _TYPES_BY_TAG.get(node.tag.removeprefix(_YAML_TAG), YamlType.TEXT)
    quoted = isinstance(node, yaml.ScalarNode) and node.style in ("'", '"')
    return RawValue(str(node.value), yaml_type, quoted)


def find_line(path: Path | str, key: str) -> int | None:
    """The line, from 1, of this dotted key in a settings file; None where it is not found."""
    with suppress(UnreadableError, YamlSyntaxError):
        return _key_line(parse_yaml(decode_text(read_file(Path(path)))), key.split("."))
    return None


def _key_line(node: yaml.Node | None, names: list[str]) -> int | None:
    """The line of the key that these names lead to; the last section of that name counts."""
    found = None
    for key, below in node.value if isinstance(node, yaml.MappingNode) else ():
        if key.value == names[0]:
            here = int(key.start_mark.line) + 1 if len(names) == 1 else _key_line(below, names[1:])
            found = here or found
    return found
