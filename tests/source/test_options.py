from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.source.sheets import fault, write
from toolkit.diagnostics import InputError
from toolkit.source.options import Option, load_options

GAME = Path(__file__).resolve().parents[2] / "source_data" / "gj47"
REGISTER = """options:
  - id: U-01
    names: {en: Halving}
    rules: ["1.0(2)"]
    summary: It is not said.
    values: {a: "One way.", b: "Another."}
    default: a
    support: open
    literal: b
  - id: U-02
    names: {en: Misprint}
    rules: ["2.1"]
    summary: It is misprinted.
    values: {meant: "As meant."}
    default: meant
    support: text
    authority: "2.2"
"""


def test_register(tmp_path: Path) -> None:
    write(tmp_path, "unclear.yaml", REGISTER)
    (first, second), findings = load_options(tmp_path)
    assert findings == []
    assert [value.id for value in first.values] == ["a", "b"]
    assert (first.default, first.literal, first.is_switch) == ("a", "b", True)
    assert (second.is_switch, second.authority) == (False, "2.2")
    texts = [json.dumps(option.to_json(), sort_keys=True) for option in (first, second)]
    assert [Option.from_json(json.loads(text)) for text in texts] == [first, second]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("id: U-02", "id: U-01", ("OPT001", "/options/1/id", None)),
        ("default: meant", "default: mean", ("OPT002", "/options/1/default", None)),
        ("literal: b", "literal: c", ("OPT002", "/options/0/literal", None)),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, key: tuple[str, str, None]) -> None:
    write(tmp_path, "unclear.yaml", REGISTER.replace(old, new))
    _, findings = load_options(tmp_path)
    assert [finding.key() for finding in findings] == [key]


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ("id: U-02", "id: U2", "/options/1/id"),
        ("support: open", "support: none", "/options/0/support"),
        ("    summary: It is not said.\n", "", "/options/0"),
        ('{meant: "As meant."}', "{}", "/options/1/values"),
    ],
)
def test_faults_of_the_file(tmp_path: Path, old: str, new: str, pointer: str) -> None:
    write(tmp_path, "unclear.yaml", REGISTER.replace(old, new))
    with pytest.raises(InputError) as error:
        load_options(tmp_path)
    assert fault(error)[:2] == ("SRC010", pointer)


def test_the_register_of_the_game_is_whole() -> None:
    options, findings = load_options(GAME)
    assert findings == []
    assert [option.id for option in options] == [f"U-{number:02}" for number in range(1, 68)]
    for option in options:
        assert len({value.summary for value in option.values}) == len(option.values)
        if option.support in ("text", "sister"):
            assert option.authority, option.id


def test_where_the_default_departs_from_the_plain_text_the_text_is_named() -> None:
    options, _ = load_options(GAME)
    assert {option.id: option.literal for option in options if option.literal} == {
        "U-37": "as-unit",
        "U-40": "part",
    }
