"""Reading YAML and JSON: plain data, positions, limits, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.diagnostics import InputError
from toolkit.source import document as document_module
from toolkit.source.document import Document, parse_yaml, read_text
from toolkit.source.json_text import parse_json
from toolkit.source.reading import read_document

Parse = Callable[[str, str], Document]


def codes(parse: Callable[[], object]) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse()
    assert caught.value.exit_status == 2
    return [finding.code for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", 1),
        ("a: -3.50", -3.5),
        ("a: 1e3", 1000.0),
        ("a: no", "no"),
        ("a: on", "on"),
        ("a: 2026-01-02", "2026-01-02"),
        ("a: 12:30", "12:30"),
        ("a: 0412", "0412"),
        ("a: '1419'", "1419"),
        ("a: true", True),
        ("a: ~", None),
        ("a:", None),
        ("a: .", "."),
        ("a: [1, [2, x]]", [1, [2, "x"]]),
        ("a: |\n  two\n  lines", "two\nlines"),
        ("b: &b [1]\na: *b", [1]),
    ],
)
def test_plain_values(text: str, value: object) -> None:
    assert parse_yaml(text, "f").get("a") == value


def test_every_node_has_its_position() -> None:
    text = "towns:\n  alpha:\n    lat: 2.5   # north\n    on: [don, chir]\n"
    document = parse_yaml(text, "f.yaml")
    place = document.place("towns", "alpha", "on", 1)
    assert (place.file, place.line, place.column, place.pointer) == ("f.yaml", 4, 15, "/towns/alpha/on/1")
    assert (document.place("towns", "alpha").line, document.place("towns", "alpha").column) == (2, 3)
    assert document.place("towns", "alpha", "lat").column == 10
    assert document.key_place("towns", "alpha", "lat").column == 5
    missing = document.place("towns", "beta")
    assert (missing.line, missing.pointer) == (1, "/towns/beta")


_UNHELD = [chr(code) for code in (*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF)]
TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters=_UNHELD))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=120)
@given(value=JSON_VALUES, indent=st.sampled_from([None, 0, 2]), ascii=st.booleans())
def test_json_reads_what_the_standard_parser_reads(value: object, indent: int | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    assert parse_json(text, "f").data == json.loads(text)


@settings(max_examples=120)
@given(value=JSON_VALUES)
def test_json_positions_point_at_the_values(value: object) -> None:
    text = json.dumps(value, indent=1)
    document = parse_json(text, "f")
    lines = text.splitlines()
    for path, (line, column) in document.positions.items():
        found = json.JSONDecoder().raw_decode("\n".join(lines[line - 1 :])[column - 1 :])[0]
        assert found == document.get(*path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r'"\u0007"', 1),
        (r'{"a": 1,' + "\n" + r'"b": ["x", "\ud800"]}', 2),
        (r'{"\uffff": 1}', 1),
        ('"\uffff"', 1),
    ],
)
def test_characters_that_no_module_holds_are_refused_with_their_place(text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text, "f")
    (finding,) = caught.value.findings
    assert (finding.code, finding.place.line) == ("SRC008", line)


def test_characters_of_two_halves_and_ends_of_lines_are_text() -> None:
    assert parse_json(r'"a\ud83d\ude00\t\n\u00e9"', "f").data == "a\U0001f600\t\n\xe9"


def test_commands_may_hold_any_character() -> None:
    text = r'{command: "a\eb"}'
    assert parse_yaml(text, "f", any_character=True).data == {"command": "a\x1bb"}
    assert codes(lambda: parse_yaml(text, "f")) == ["SRC008"]


@settings(max_examples=150)
@given(text=st.text(alphabet='{}[]:,"ab01.-e \n\\truefalsn', max_size=30))
def test_json_accepts_and_refuses_as_the_standard_parser(text: str) -> None:
    pairs: list[bool] = []

    def note(items: list[tuple[str, object]]) -> dict[str, object]:
        pairs.append(len({key for key, _ in items}) < len(items))
        return dict(items)

    try:
        expected = json.loads(text, object_pairs_hook=note)
    except json.JSONDecodeError:
        assert codes(lambda: parse_json(text, "f")) == ["SRC004"]
        return
    if any(pairs):
        assert set(codes(lambda: parse_json(text, "f"))) == {"SRC005"}
    else:
        assert parse_json(text, "f").data == expected


@settings(max_examples=150)
@given(text=st.text(max_size=60))
def test_yaml_gives_data_or_one_clear_error(text: str) -> None:
    found: set[str] = set()
    try:
        parse_yaml(text, "f")
    except InputError as error:
        found = {finding.code for finding in error.findings}
    assert found <= {"SRC004", "SRC005", "SRC006", "SRC007", "SRC008"}


@settings(max_examples=60)
@given(value=st.dictionaries(st.text("abc", min_size=1), st.integers() | st.lists(st.booleans()), max_size=4))
def test_yaml_reads_what_was_written(value: dict[str, object]) -> None:
    assert parse_yaml(yaml.safe_dump(value), "f").data == value


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a: [1, 2", "SRC004", 1),
        ("a: 1\n\tb: 2", "SRC004", 2),
        ("a: 1\nb: 2\na: 3", "SRC005", 3),
        ("a: !!python/object:os.system 1", "SRC007", 1),
        ("a: !secret x", "SRC007", 1),
        ("b: &b {c: 1}\na:\n  <<: *b", "SRC007", 3),
        ("? [1, 2]\n: 3", "SRC007", 1),
        ("a: *nowhere", "SRC004", 1),
        ("a: 1\n---\nb: 2", "SRC004", 2),
    ],
)
def test_refused_yaml(text: str, code: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "f.yaml")
    (finding,) = caught.value.findings
    assert finding.code == code
    assert finding.place.line is not None
    assert abs(finding.place.line - line) <= 1


@pytest.mark.parametrize("parse", [parse_yaml, parse_json])
def test_deep_nesting_is_refused_without_a_crash(parse: Parse) -> None:
    assert codes(lambda: parse("[" * 200_000, "f")) == ["SRC006"]


def test_an_alias_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_module, "MAX_NODES", 10_000)
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    assert codes(lambda: parse_yaml("\n".join(rows), "f")) == ["SRC006"]


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(lambda: read_text(tmp_path / "missing.yaml")) == ["SRC001"]
    assert codes(lambda: read_text(tmp_path)) == ["SRC001"]
    (tmp_path / "picture.yaml").write_bytes(b"a: 1\nb: \xff\xd8\xff\xe0")
    with pytest.raises(InputError) as caught:
        read_document(tmp_path / "picture.yaml")
    (finding,) = caught.value.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("SRC003", 2, 4)
    monkeypatch.setattr(document_module, "MAX_BYTES", 3)
    assert codes(lambda: read_text(tmp_path / "picture.yaml")) == ["SRC002"]


def test_a_byte_order_mark_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_document(tmp_path / "f.yaml").data == {"a": 1}


def test_a_colon_in_a_text_asks_for_quotes() -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml("a: 1\nb: one thing: another\n", "f")
    (finding,) = caught.value.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("SRC004", 2, 13)
    assert finding.message.endswith("goes into quotes")


def test_a_tab_is_called_one() -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml("a:\n  b: 1\n \tc: 2\n", "f")
    (finding,) = caught.value.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("SRC004", 3, 2)
    assert "a tab" in finding.message


def test_a_pointer_of_git_lfs_is_called_one(tmp_path: Path) -> None:
    path = tmp_path / "towns.yaml"
    path.write_bytes(document_module.LFS_POINTER + b"v1\noid sha256:00\nsize 1\n")
    with pytest.raises(InputError, match="Git LFS"):
        read_text(path)
