"""Reading and checking of settings files: bytes, text, YAML nodes, values with their lines."""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import yaml

from kiosk.settings.field_types import InvalidValueError, RawValue, YamlType
from kiosk.settings.keys import Value
from kiosk.settings.model import Config
from kiosk.settings.origins import Origin, Problem, SettingsLayer
from kiosk.settings.problem_text import escape_text, has_unusual_indent, quote_text, suggest_word
from kiosk.settings.validate import (
    build_all_fields,
    explain_unfit_rules,
    find_button_conflicts,
    find_pin_conflicts,
)

UNUSUAL_INDENT = "the line is indented with a no-break space or the like"
MAX_FILE_BYTES = 256 * 1024
"""Ten times the size of a file with all settings."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_UNUSUAL_BREAKS = {0x85: " ", 0x2028: " ", 0x2029: " "}
"""YAML ends a line at these characters; editors, whose line numbers the problems have, do not."""

_KEY_VALUE = "key: value"
_QUOTED_TEXT = "such a text in quotes"
_UNREADABLE_QUOTE = "the quoted text that begins here cannot be read to its end"
_YAML_ERRORS = (
    ("nesting depth", "brackets or lists are nested too deep", "sections and values"),
    ("another document", "a second document begins", "one document, without ---"),
    ("undefined alias", "no text is known by this name after *", _QUOTED_TEXT),
    ("scanning an alias", "a name is missing after *", _QUOTED_TEXT),
    ("duplicate anchor", "the name after & is there twice", _QUOTED_TEXT),
    ("quoted scalar", _UNREADABLE_QUOTE, "a closing quote"),
    ("flow", "the bracket that is opened here is not closed properly", "a closing bracket"),
    ("cannot start any token", "a value begins with a sign of YAML's own", _QUOTED_TEXT),
    ("could not find expected ':'", "a colon is missing", _KEY_VALUE),
    ("block", "the indentation does not fit", "the same number of spaces in a section"),
    ("tag", "tags (words after !) are not read", _QUOTED_TEXT),
)
"""Part of an error of PyYAML or libyaml, and plain words for it: the mistake, what is allowed."""


class UnreadableError(ValueError):
    """The file is missing or not a text file of a settings file's size; the text says why."""

    def __init__(self, mistake: str) -> None:
        kibibytes = MAX_FILE_BYTES // 1024
        super().__init__(f"{mistake}; allowed: a text file in UTF-8 of up to {kibibytes} KiB")


class YamlSyntaxError(ValueError):
    """The text is not valid YAML; the message is in plain words, `line` counts from 1."""

    def __init__(self, line: int, mistake: str, allowed: str) -> None:
        super().__init__(f"{mistake}, so the whole file is left out; allowed: {allowed}")
        self.line = line


def read_file(path: Path) -> bytes:
    """Return the content of a regular file, at most MAX_FILE_BYTES + 1 bytes; never blocks.

    Raises:
        UnreadableError: The file cannot be read or is not a regular file.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError as error:
        raise UnreadableError("there is no such file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableError(f"cannot be read: {reason}") from error
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
    """Decode UTF-8, or UTF-16 or UTF-32 with a byte order mark; line ends become newlines.

    Raises:
        UnreadableError: The file is too large, binary, or in another encoding.
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
    """Return the node of the only document in the text, None if it is empty.

    Raises:
        YamlSyntaxError: The text is not valid YAML.
    """
    text = text.lstrip("\ufeff")
    if match := _FORBIDDEN.search(text):
        line = text.count("\n", 0, match.start()) + 1
        mistake = f"a control character {quote_text(match.group())}"
        raise YamlSyntaxError(line, mistake, "plain text")
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
    for pattern, mistake, allowed in _YAML_ERRORS:
        if pattern in description:
            return YamlSyntaxError(line_index + 1, mistake, allowed)
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
        allowed = f"{_KEY_VALUE}, a text with colons in quotes"
        return YamlSyntaxError(line_index + 1, "a second colon in one line", allowed)
    mistake, allowed = next(reason[1:] for reason in _YAML_ERRORS if reason[0] == "block")
    return YamlSyntaxError(line_index + 1, mistake, allowed)


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
"""Tags that YAML assigns itself; all others are written in the file."""
_MAX_GUESSES = 50
"""Problems with a "did you mean": the search is slow."""


class CheckedFile(NamedTuple):
    """The values that a file sets, by dotted key, its problems by line, and where it sets them."""

    values: dict[str, Value]
    problems: list[Problem]
    origins: dict[str, Origin]


def check_file(
    path: Path | str,
    languages: Sequence[str],
    base_values: Mapping[str, Value],
    profiles: Sequence[str] | None,
) -> CheckedFile:
    """Read and check a file; see `check_text`."""
    try:
        text = read_file(Path(path))
    except UnreadableError as error:
        return CheckedFile({}, [Problem(str(path), None, None, str(error))], {})
    return check_text(text, str(path), languages, base_values, profiles)


def check_text(
    text: bytes,
    name: str,
    languages: Sequence[str] = ("en",),
    base_values: Mapping[str, Value] = MappingProxyType({}),
    profiles: Sequence[str] | None = None,
) -> CheckedFile:
    """Check the settings in the bytes of a file, which override `base_values`; never raises.

    Languages and profiles are those that are installed; None allows any name of a profile.
    """
    try:
        node = parse_yaml(decode_text(text))
    except UnreadableError as error:
        return CheckedFile({}, [Problem(name, None, None, str(error))], {})
    except YamlSyntaxError as error:
        return CheckedFile({}, [Problem(name, error.line, None, str(error))], {})
    checker = _SettingsChecker(name, languages, profiles)
    checker.check_document(node)
    checker.drop_unfit_rules(base_values)
    checker.drop_conflicts(base_values)
    problems = sorted(checker.problems, key=lambda problem: problem.line or 0)
    origins = {key: Origin(SettingsLayer.FILE, name, checker.lines[key]) for key in checker.values}
    return CheckedFile(checker.values, problems, origins)


class _SettingsChecker:
    def __init__(self, name: str, languages: Sequence[str], profiles: Sequence[str] | None) -> None:
        self.name = name
        self.fields = build_all_fields(languages, profiles)
        self.values: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.lines: dict[str, int] = {}

    def check_document(self, node: yaml.Node | None) -> None:
        if node is None or _to_raw_value(node).yaml_type is YamlType.NULL:
            return
        if _is_section(node):
            self.read_section(node, "")
            return
        is_collection = isinstance(node, yaml.CollectionNode)
        what = _to_raw_value(node).yaml_type if is_collection else "only a text"
        message = f"the file holds {what}; allowed: settings as key: value"
        self.report(_get_line(node), None, message)

    def read_section(self, node: yaml.Node, prefix: str) -> None:
        for key_node, value_node in node.value:
            line = _get_line(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                mistake = "a key is no plain word; allowed: "
                self.report(line, prefix.rstrip(".") or None, mistake + self.list_keys(prefix))
                continue
            key = prefix + key_node.value
            if key in self.fields:
                self.read_setting(key, line, value_node)
            elif any(field_key.startswith(f"{key}.") for field_key in self.fields):
                self.read_subsection(key, line, value_node)
            else:
                self.report_unknown_key(prefix, key_node.value, line)

    def read_setting(self, key: str, line: int, node: yaml.Node) -> None:
        field_type = self.fields[key]
        if key in self.lines:
            self.values.pop(key, None)
            mistake = f"is set in line {self.lines[key]} already, and neither of them counts"
            self.report(line, key, f"{mistake}; allowed: once")
            return
        self.lines[key] = line
        try:
            self.values[key] = field_type.parse(_to_raw_value(node))
        except InvalidValueError as error:
            if error.fallback is not None:
                self.values[key] = error.fallback
            self.report(line, key, f"{error}; allowed: {field_type.allowed_text}")

    def read_subsection(self, key: str, line: int, node: yaml.Node) -> None:
        if key in self.lines:
            mistake = f"the section is in line {self.lines[key]} already, and both are read"
            self.report(line, key, f"{mistake}; allowed: once")
        self.lines.setdefault(key, line)
        raw = _to_raw_value(node)
        if _is_section(node):
            self.read_section(node, f"{key}.")
        elif raw.yaml_type is not YamlType.NULL:
            what = quote_text(raw.text) if isinstance(node, yaml.ScalarNode) else raw.yaml_type
            names = self.list_keys(f"{key}.")
            self.report(line, key, f"is a section, not {what}; allowed, indented below it: {names}")

    def report_unknown_key(self, prefix: str, name: str, line: int) -> None:
        if has_unusual_indent(name):
            self.report(line, None, f"{UNUSUAL_INDENT}; allowed: ordinary spaces")
            return
        names = self.list_keys(prefix)
        guess = ""
        if len(self.problems) < _MAX_GUESSES:
            # Then the same name in another section. The names of actions are everyday words, and
            # are not suggested.
            anywhere = {key.rpartition(".")[2]: key for key in self.fields if key.count(".") < 2}
            guess = suggest_word(name, names.split(", ")) or suggest_word(name, anywhere, anywhere)
        mistake = f"there is no such setting{guess}"
        self.report(line, prefix + escape_text(name), f"{mistake}; allowed: {names}")

    def list_keys(self, prefix: str) -> str:
        inside = [key[len(prefix) :] for key in self.fields if key.startswith(prefix)]
        return ", ".join(dict.fromkeys(key.partition(".")[0] for key in inside))

    def drop_unfit_rules(self, base_values: Mapping[str, Value]) -> None:
        house_rules = self.values.get("game.rules")
        variant = base_values.get("game.variant", Config().game.variant)
        variant = self.values.get("game.variant", variant)
        if not house_rules or ("game.variant" in self.lines and "game.variant" not in self.values):
            return
        mistake = explain_unfit_rules(str(variant), str(house_rules))
        if mistake:
            self.drop("game.rules", mistake)

    def drop_conflicts(self, base_values: Mapping[str, Value]) -> None:
        for find_conflicts in (find_button_conflicts, find_pin_conflicts):
            for key, mistake in list(find_conflicts(self.values, self.lines, base_values)):
                self.drop(key, mistake)

    def drop(self, key: str, mistake: str) -> None:
        del self.values[key]
        self.report(self.lines[key], key, mistake)

    def report(self, line: int, key: str | None, message: str) -> None:
        self.problems.append(Problem(self.name, line, key, message))


def _get_line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _has_custom_tag(node: yaml.Node) -> bool:
    return node.tag.removeprefix(_YAML_TAG) not in _STANDARD_TAGS


def _is_section(node: yaml.Node) -> bool:
    return isinstance(node, yaml.MappingNode) and not _has_custom_tag(node)


def _to_raw_value(node: yaml.Node, *, with_items: bool = True) -> RawValue:
    if _has_custom_tag(node):
        return RawValue(node.tag.replace(_YAML_TAG, "!!"), YamlType.TAGGED)
    if isinstance(node, yaml.SequenceNode):
        # A list in a list has no items here: it may contain itself.
        items = [_to_raw_value(item, with_items=False) for item in node.value] if with_items else ()
        return RawValue("", YamlType.LIST, items=tuple(items))
    if isinstance(node, yaml.MappingNode):
        return RawValue("", YamlType.SECTION)
    yaml_type = _TYPES_BY_TAG.get(node.tag.removeprefix(_YAML_TAG), YamlType.TEXT)
    is_quoted = isinstance(node, yaml.ScalarNode) and node.style in ("'", '"')
    return RawValue(str(node.value), yaml_type, is_quoted)
