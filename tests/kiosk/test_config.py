from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.variants import VARIANTS
from kiosk import settings as kiosk_settings
from kiosk.settings import Config, model
from kiosk.settings.field_types import (
    ActionNames,
    Bool,
    ButtonChord,
    FieldType,
    Integer,
    PinCode,
    WindowSize,
    WordChoice,
)
from kiosk.settings.validate import list_declarations
from kiosk.settings.yaml_file import check_text
from tests.support.problems import find_unexpected

ROOT = Path(__file__).resolve().parent.parent.parent
LINE = re.compile(r"f\.yaml(:[1-9][0-9]*: ([^ ]+: )?|: ).+; allowed.+")


def list_problems(text: str | bytes, languages: tuple[str, ...] = ("en",)) -> list[str]:
    """Return the problems of a file as text, without the file's name."""
    raw = text if isinstance(text, bytes) else text.encode()
    _, problems, _ = check_text(raw, "f.yaml", languages)
    assert all(LINE.fullmatch(str(problem)) for problem in problems), problems
    return [str(problem).removeprefix("f.yaml:") for problem in problems]


def parse_values(text: str | bytes) -> dict[str, kiosk_settings.Value]:
    raw = text if isinstance(text, bytes) else text.encode()
    return check_text(raw, "f.yaml")[0]


# config.yaml.


def test_config_yaml_has_every_setting_with_its_default() -> None:
    shipped = (ROOT / "config.yaml").read_bytes()
    found, problems, _ = check_text(shipped, "config.yaml")
    assert problems == []
    assert set(found) == set(list_declarations())
    assert Config.from_values(found) == Config()


def test_every_declaration_has_a_field_and_every_field_a_declaration() -> None:
    assert list(list_fields(Config())) == list(list_declarations())


def list_fields(record: object) -> Iterator[str]:
    """Yield the dotted keys of a record's fields, down to the values."""
    inside: dict[str, object] = {}
    if isinstance(record, Mapping):
        inside = {str(action): () for action in record}
    elif hasattr(record, "_asdict"):
        inside = record._asdict()
    for name, value in inside.items():
        below = [f"{name}.{key}" for key in list_fields(value)]
        yield from below or [name]


def read_comments() -> dict[str, list[str]]:
    """Return the comments in config.yaml by dotted key: of the setting, then of its sections."""
    node = yaml.compose((ROOT / "config.yaml").read_text(), Loader=yaml.SafeLoader)
    lines = (ROOT / "config.yaml").read_text(encoding="utf-8").splitlines()
    comments: dict[str, list[str]] = {}

    def read(section: yaml.Node | None, prefix: str, outer: list[str]) -> None:
        assert section
        for key, value in section.value:
            first = last = key.start_mark.line
            while first and lines[first - 1].lstrip().startswith("#"):
                first -= 1
            own = [" ".join(line.strip(" #") for line in lines[first:last]), *outer]
            if isinstance(value, yaml.MappingNode):
                read(value, f"{prefix}{key.value}.", own)
            else:
                comments[prefix + key.value] = own

    read(node, "", [])
    return comments


def list_words(field_type: FieldType) -> list[str]:
    """Return the words that the comment of a setting of this type must have."""
    words = ["null"] if getattr(field_type, "null", None) else []
    match field_type:
        case WordChoice():
            words += [word or '""' for word in field_type.words]
        case Integer(step=1):
            words.append(f"{field_type.lowest} to {field_type.highest}")
        case Integer():
            words += map(str, range(field_type.lowest, field_type.highest + 1, field_type.step))
        case Bool():
            words += ["true", "false"]
        case WindowSize():
            words += ["null", "240x240 to 7680x4320"]
        case PinCode():
            words += ["null", "4 to 8 digits"]
        case ActionNames() | ButtonChord():
            words += ["[]"]
    return words


def test_config_yaml_explains_every_setting_and_names_its_allowed_values() -> None:
    comments, missing = read_comments(), []
    for key, declaration in list_declarations().items():
        own, *outer = comments[key]
        missing += [] if own else [key]
        text = " ".join([own, *outer])
        for word in list_words(declaration.field_type):
            if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text):
                missing.append(f"{key}: {word}")
    assert missing == []
    for variant in VARIANTS:
        assert re.search(rf"{variant.key} +{variant.name}:", comments["game.variant"][0])


def test_every_declared_setting_has_a_help_text_in_the_model() -> None:
    tree = ast.parse(inspect.getsource(model))
    missing = [
        f"{record.name}.{ast.unparse(field.target)}"
        for record in tree.body
        if isinstance(record, ast.ClassDef)
        for field, below in pairwise(record.body)
        if isinstance(field, ast.AnnAssign)
        if ast.unparse(field.annotation).startswith("Annotated[")
        and "Mapping[" not in ast.unparse(field.annotation)
        if not (isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant))
    ]
    assert missing == []


def test_without_files_there_are_the_defaults_and_yaml_is_not_even_imported() -> None:
    code = (
        "import sys; from kiosk.settings import load_settings;"
        "print(load_settings([])[:2], 'yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().splitlines() == [f"({Config()!r}, []) False"]


# Valid files.


def test_valid_settings_are_read() -> None:
    text = """
        game: {variant: good-measure, cells: 2, rules: EG, undo_limit: 0}
        language: de
        window: {size: 1024X600}
        display: {suit_colours: two}
    """
    found, problems, _ = check_text(text.encode(), "f", ("de", "en"))
    assert problems == []
    made = Config.from_values(found)
    assert made.game == kiosk_settings.GameSettings(
        variant="good-measure", cells=2, rules="EG", undo_limit=0
    )
    shown = (made.language, made.window.size, made.display.suit_colours)
    assert shown == ("de", (1024, 600), "two")


def test_an_empty_file_is_valid() -> None:
    for text in (
        "",
        "\n\n",
        "# only words\n",
        "---\n",
        "~\n",
        "{}\n",
        "game:\n",
        "game: {}\n",
        "\ufeff",
        "\r\n",
    ):
        assert check_text(text.encode(), "f") == ({}, [], {}), text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_files_of_other_editors_are_read(end: str, encoding: str) -> None:
    text = end.join(["# Grüße", "game:", "  cells: 3", "  undo_limit: x", ""])
    raw = text.encode(encoding)
    assert parse_values(raw) == {"game.cells": 3}
    assert [line.split(":")[0] for line in list_problems(raw)] == ["4"]


def test_a_window_size_is_read_with_tolerance() -> None:
    for size in ("800x480", "800X480", "800 x 480", " 800x480 ", "0800x480"):
        assert parse_values(f"window: {{size: '{size}'}}") == {"window.size": (800, 480)}


def test_null_is_the_panel_and_no_house_rules() -> None:
    assert parse_values("game: {rules: }\nwindow:\n  size:\n") == {
        "game.rules": "",
        "window.size": None,
    }


def test_an_unquoted_no_is_a_language_where_there_is_one() -> None:
    assert list_problems("language: no", ("en", "no")) == []


# Mistakes.

NUMBER = "a whole number from 1 to 4"
WRONG_CELLS = {
    "yes": '"yes" means yes or no in YAML, not a number',
    "on": '"on" means yes or no in YAML, not a number',
    "'3'": '"3" is text, because of the quotes',
    '"3"': '"3" is text, because of the quotes',
    "010": '"010" is not a plain decimal number (YAML may read it as another one)',
    "08": '"08" is not a plain decimal number (YAML may read it as another one)',
    "0x3": '"0x3" is not a plain decimal number (YAML may read it as another one)',
    "0b11": '"0b11" is not a plain decimal number (YAML may read it as another one)',
    "1e3": '"1e3" is not a plain decimal number (YAML may read it as another one)',
    "12:30": '"12:30" is not a plain decimal number (YAML may read it as another one)',
    "3.0": '"3.0" is not a whole number',
    ".nan": '".nan" is not a whole number',
    "2024-01-01": '"2024-01-01" is a date in YAML, not a number',
    "0": '"0" is out of range',
    "5": '"5" is out of range',
    "-1": '"-1" is out of range',
    "9" * 5000: f'"{"9" * 39}…" is out of range',
    "three": '"three" is not a number',
    "“3”": '"“3”" (with typographic quotes, use plain ones: ") is not a number',
    "3\u00a0": '"3<U+00A0>" (with a no-break space or the like in it) is not a number',
    "": "has no value, the default is used",
    "[3]": "is a list",
    "{a: 3}": "is a section of settings",
    "!!python/name:os.system 3": 'has the tag "!!python/name:os.system", and tags are not read',
    "!pin 3": 'has the tag "!pin", and tags are not read',
}


def test_a_number_is_a_plain_decimal_number_in_its_range() -> None:
    for written, wrong in WRONG_CELLS.items():
        text = f"# settings\ngame:\n  cells: {written}\n  undo_limit: 7\n"
        assert list_problems(text) == [f"3: game.cells: {wrong}; allowed: {NUMBER}"]
        assert parse_values(text) == {"game.undo_limit": 7}


def test_a_wrong_line_is_reported() -> None:
    wrong = {
        "game: {variant: bakers-gme}": '1: game.variant: "bakers-gme" is not known, did '
        'you mean "bakers-game"?; allowed: bakers-game, kings-only, bakers-dozen, good-measure, '
        "spanish-patience",
        "game: {variant: 3}": '1: game.variant: "3" is not known; allowed: bakers-game,',
        "game: {variant: }": "1: game.variant: has no value, the default is used; allowed: bak",
        "game:\n  variant: “kings-only”": '2: game.variant: "“kings-only”" (with typographic '
        'quotes, use plain ones: ") is not',
        "game: {rules: GE}": '1: game.rules: "GE" is not known, did you mean "EG"?; allowed: "",',
        "game: {rules: no}": '1: game.rules: "no" is not known; allowed: "", E, G, EG',
        "game: {rules: E}": '1: game.rules: "E" is no house rule of bakers-game; allowed: "", or '
        "one of the games "
        "bakers-dozen, good-measure, spanish-patience",
        "game: {undo_limit: 100001}": '1: game.undo_limit: "100001" is out of range; allowed: a',
        "language: no": '1: language: "no" is not known; allowed: en',
        "language:\n  en: x": "1: language: is a section of settings; allowed: en",
        "window: {size: 800}": '1: window.size: "800" is not a size; allowed: WIDTHxHEIGHT from',
        "window: {size: 0x480}": '1: window.size: "0x480" is too small; allowed: WIDTHxHEIGHT ',
        "window: {size: 7681x4320}": '1: window.size: "7681x4320" is too large; allowed: WIDTH',
        "window: {size: [8, 4]}": "1: window.size: is a list; allowed: WIDTHxHEIGHT from 240x240",
        "window: {size: 999999x480}": '1: window.size: "999999x480" is too large; allowed: WIDTH',
        "display: {suit_colours: 4}": '1: display.suit_colours: "4" is not known; allowed: auto,',
        "game: {cell: 3}": '1: game.cell: there is no such setting, did you mean "cells"?; '
        "allowed: variant, c",
        "varient: x": '1: varient: there is no such setting, did you mean "game.variant"?; allow',
        "smell: strong": "1: smell: there is no such setting",
        "hardware: {x: 1}": "1: hardware: is a section of settings; allowed: auto, none, or",
        "on: 3": "1: on: there is no such setting",
        "<<: {language: en}": "1: <<: there is no such setting; allowed: game, language",
        "game: {[a]: 1}": "1: game: a key is no plain word; allowed: variant, cells, rules, un",
        "? {a: b}\n: 1": "1: a key is no plain word; allowed: game, language, window, display",
        "window: 800x480": '1: window: is a section, not "800x480"; allowed, indented below it',
        "game: [a]": "1: game: is a section, not a list; allowed, indented below it: variant, c",
        "game: !x {cells: 3}": "1: game: is a section, not a value with a tag; allowed, indented",
        "- a\n- b": "1: the file holds a list; allowed: settings as key: value",
        "\n42": "2: the file holds only a text; allowed: settings as key: value",
        "!!python/object:os.x {}": "1: the file holds a value with a tag; allowed: settings as",
    }
    assert find_unexpected(wrong, list_problems) == []
    assert all(Config.from_values(parse_values(text)) == Config() for text in wrong)


def test_all_problems_are_reported_in_the_order_of_lines_and_the_rest_counts() -> None:
    text = """\
game:
  rules: E
  cells: 9
  undo_limit: 5
windw:
  size: 800x480
display:
  suit_colours: two
  colours: two
language: xx
"""
    assert [line.split(": ")[:2] for line in list_problems(text)] == [
        ["2", "game.rules"],
        ["3", "game.cells"],
        ["5", "windw"],
        ["9", "display.colours"],
        ["10", "language"],
    ]
    assert parse_values(text) == {"game.undo_limit": 5, "display.suit_colours": "two"}


def test_of_a_key_that_is_there_twice_none_counts() -> None:
    for text in ("game: {cells: 3, cells: 2}", "game:\n  cells: 3\n  cells: 2\n"):
        (problem,) = list_problems(text)
        assert "game.cells: is set in line" in problem
        assert "neither of them counts" in problem
        assert parse_values(text) == {}


def test_a_section_that_is_there_twice_is_read_twice() -> None:
    text = "game:\n  cells: 3\ngame:\n  undo_limit: 5\n"
    assert list_problems(text) == [
        "3: game: the section is in line 1 already, and both are read; allowed: once"
    ]
    assert parse_values(text) == {"game.cells": 3, "game.undo_limit": 5}


def test_a_line_with_a_no_break_space_is_reported_and_the_others_count() -> None:
    text = "game:\n  cells: 3\n\u00a0\u00a0undo_limit: 5\nlanguage: en\n"
    assert list_problems(text) == [
        "3: the line is indented with a no-break space or the like; allowed: ordinary spaces"
    ]
    assert parse_values(text) == {"game.cells": 3, "language": "en"}


# Files that are not YAML, or not text.


@pytest.mark.parametrize("library", ["fast", "plain"])
def test_where_yaml_breaks_the_line_is_reported_in_plain_words(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if library == "plain":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    wrong = {
        "game:\n\tcells: 3\n": "2: the line is indented with a tab",
        "game:\n  cells: 3\n\trules: E\n": "3: the line is indented with a tab",
        "game:\n  cells: 3\n \u00a0 rules: E\n": "3: the line is indented with a no-break",
        "a: b: c": "1: a second colon in one line",
        "game:\n  variant kings-only\n  cells: 3\n": "2: a colon is missing",
        "game:\n  cells: 3\n variant: x\n": "3: the indentation does not fit",
        "game:\n  cells: 3\n    variant: x\n": "3: the indentation does not fit",
        "game:\n  variant: 'kings-only\n  cells: 3\n": "2: the quoted text that begins here",
        "a: 1\ngame: {cells: 3\nlanguage: en\n": "2: the bracket that is opened here",
        "a: 1\n---\nb: 2\n": "2: a second document begins",
        "a: %x": "1: a value begins with a sign of YAML's own",
        "a: @x": "1: a value begins with a sign of YAML's own",
        "a: *": "1: a name is missing after *",
        "a: *b": "1: no text is known by this name",
        "a: &b 1\nc: &b 2\n": "2: the name after & is there twice",
        "a: !<x": "1: tags (words after !) are not read",
        "%YAML 9.9\n---\na: 1\n": "1: this is no YAML",
        "a: 1\nb: \a": '2: a control character "<U+0007>"',
    }
    assert find_unexpected(wrong, list_problems) == []
    for text in wrong:
        assert "so the whole file is left out; allowed: " in list_problems(text)[0]
        assert parse_values(text) == {}


@pytest.mark.parametrize("text", ["[" * 1500, "- " * 1500], ids=["brackets", "lists"])
@pytest.mark.parametrize("library", ["fast", "plain"])
def test_a_deep_nest_is_one_problem(
    text: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Releases of PyYAML report it in different words."""
    if library == "plain":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    found, (problem,), _ = check_text(text.encode(), "f.yaml")
    assert found == {}
    assert LINE.fullmatch(str(problem))
    assert problem.line == 1


def test_a_file_without_text_is_one_problem_without_a_line() -> None:
    wrong = {
        b"game:\n  # caf\xe9\n": "is not text in UTF-8 (line 2)",
        b"game:\0": "is not text",
        "game: {cells: 3}".encode("utf-16-le"): "is not text",
        b"\xff\xfea": "is not text in UTF-16-LE (line 1)",
        bytes(range(256)): "is not text in UTF-8 (line 2)",
        b"# long\n" * 800_000: "is too large",
    }
    allowed = "allowed: a text file in UTF-8 of up to 256 KiB"
    for raw, words in wrong.items():
        assert list_problems(raw) == [f" {words}; {allowed}"]


def test_a_bomb_of_aliases_is_checked_quickly() -> None:
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 30)]
    text = "\n".join(["l0: &l0 [x]", *levels, "game: {cells: *l29}", "language: en"])
    start = time.monotonic()
    problems = list_problems(text)
    assert time.monotonic() - start < 1
    assert problems[-1] == f"31: game.cells: is a list; allowed: {NUMBER}"


def test_a_file_of_nothing_but_mistakes_is_reported_quickly() -> None:
    start = time.monotonic()
    assert len(list_problems("".join(f"varian{n}: 1\n" for n in range(15_000)))) == 15_000
    assert time.monotonic() - start < 10


# Files.


def test_later_files_win_and_all_problems_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("game: {variant: bakers-dozen, cells: 9, undo_limit: 5}")
    (tmp_path / "b.yaml").write_text("game: {rules: E, undo_limit: 6}\nx: 1")
    made, problems, origins = kiosk_settings.load_settings(
        [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    )
    assert (made.game.variant, made.game.rules, made.game.undo_limit) == ("bakers-dozen", "E", 6)
    assert [Path(problem.file).name for problem in problems] == ["a.yaml", "b.yaml"]
    assert {key: Path(origin.name).name for key, origin in origins.items()} == {
        "game.variant": "a.yaml",
        "game.rules": "b.yaml",
        "game.undo_limit": "b.yaml",
    }


def test_house_rules_of_an_earlier_file_are_dropped_by_a_game_without() -> None:
    house = Config.from_values({"game.rules": "EG", "game.variant": "kings-only", "game.cells": 2})
    assert (house.game.to_rules().house_rules, house.game.to_rules().cells) == ("", 2)
    cells = Config.from_values(
        {"game.rules": "EG", "game.variant": "good-measure", "game.cells": 2}
    )
    assert (cells.game.to_rules().house_rules, cells.game.to_rules().cells) == ("EG", 0)


def test_a_path_that_is_no_file_is_reported_without_blocking(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    wrong = {
        tmp_path: "is a directory, not a file",
        tmp_path / "pipe": "is not a regular file",
        tmp_path / "gone": "there is no such file",
        tmp_path / "none.yaml": "there is no such file",
        tmp_path / "loop": "cannot be read: Too many levels of symbolic links",
        Path("/dev/zero"): "is not a regular file",
    }
    for path, words in wrong.items():
        made, (problem,), _ = kiosk_settings.load_settings([path])
        assert str(problem) == f"{path}: {words}; allowed: a text file in UTF-8 of up to 256 KiB"
        assert made == Config()
    _, (problem,), _ = kiosk_settings.load_settings([tmp_path / "x\0y"])
    assert "cannot be read: " in str(problem)
    _, (problem,), _ = kiosk_settings.load_settings(["./none.yaml"])
    assert str(problem).startswith("./none.yaml: there is no such file")


def test_an_unreadable_file_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    _, (problem,), _ = kiosk_settings.load_settings([tmp_path / "f.yaml"])
    assert "cannot be read: Permission denied" in str(problem)


# Random content.

WORDS = st.sampled_from(
    [
        *("game", "cells", "variant", "rules", "window", "size", "language", "display"),
        *(":", ": ", "\n", "\n  ", "\n\t", " ", "-", "- ", "{", "}", "[", "]", ",", "#", "'", '"'),
        *("&a ", "*a", "!!int ", "!x ", "? ", "| ", "> ", "---\n", "...\n", "%YAML 1.1\n", "<<"),
        *("3", "010", "yes", "~", "1.0", "E", "800x480", "\u00a0", "“", "\r", "\x85", "\u2028"),
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=40).map("".join))
@example("? ")
@example("game: &a {cells: *a, *a : 3}")
def test_no_text_breaks_the_check(text: str) -> None:
    found, problems, _ = check_text(text.encode(), "f.yaml")
    Config.from_values(found).game.to_rules()
    assert all(LINE.fullmatch(str(problem)) for problem in problems)
    lines = [problem.line or 0 for problem in problems]
    assert lines == sorted(lines)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_no_bytes_break_the_check(raw: bytes) -> None:
    found, problems, _ = check_text(raw, "f.yaml")
    Config.from_values(found)
    assert all("\n" not in str(problem) for problem in problems)
