"""A settings file is checked against every setting there is, all problems told at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import yaml

from kiosk.config.bound import all_settings, clashes
from kiosk.config.problems import Problem
from kiosk.config.schema import (
    Form,
    Written,
    WrongValueError,
    likely,
    odd_indent,
    shown,
    unfit_rules,
    visible,
)
from kiosk.config.settings import Config, Value
from kiosk.config.text import ODD_INDENT, BrokenError, UnreadableError, composed, decoded
from kiosk.config.wiring import miswired

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
