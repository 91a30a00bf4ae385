from __future__ import annotations

from pathlib import Path

import pytest

from tests.source.sheets import fault, write
from toolkit.diagnostics import InputError
from toolkit.source.setups import Setup, load_boxes, load_setup_hexes, load_setups

SETUP = """id: start
names: {en: Start}
empty: false
provenance: {kind: historical}
hexes:
  "0101": [a, b]
  "0203": [c]
boxes:
  pool:
    - d
"""
HEXES = """provenance: {kind: invented}
groups:
  - {army: 6A, kind: army, side: axis, hexes: ["0101", "0102"]}
  - {army: front, kind: front, side: soviet, hexes: ["0301"], provenance: {kind: rules}}
"""
BOXES = """boxes:
  - {id: pool, names: {en: Pool}, kind: pool, side: axis}
  - {id: turn-1, names: {en: Turn 1}, kind: turn, index: 1}
"""


def test_placements(tmp_path: Path) -> None:
    write(tmp_path, "setups/start.yaml", SETUP)
    write(tmp_path, "setups/boxes.yaml", BOXES)
    (setup,), findings = load_setups(tmp_path)
    assert findings == []
    assert setup.placements == {"a": "0101", "b": "0101", "c": "0203", "d": "pool"}
    assert setup.by_hex() == {"0101": ["a", "b"], "0203": ["c"]}
    assert setup.by_box() == {"pool": ["d"]}
    assert (setup.where["b"].line, setup.where["b"].hex) == (6, "0101")
    assert Setup.from_json(setup.to_json()) == setup


def test_a_counter_in_two_places(tmp_path: Path) -> None:
    write(tmp_path, "setups/start.yaml", SETUP.replace("- d", "- a"))
    _, findings = load_setups(tmp_path)
    assert [finding.key() for finding in findings] == [("SET002", "/boxes/pool/0", None)]
    assert findings[0].data == {"counter": "a", "places": ["0101", "pool"]}


def test_a_start_like_another(tmp_path: Path) -> None:
    write(tmp_path, "setups/start.yaml", SETUP)
    write(
        tmp_path,
        "setups/later.yaml",
        "{id: later, names: {en: Later}, empty: false, like: start, provenance: {kind: invented},\n"
        ' hexes: {"0204": [a, e]}, boxes: {pool: [c]}}\n',
    )
    (later, start), findings = load_setups(tmp_path)
    assert findings == []
    assert later.placements == {"b": "0101", "a": "0204", "e": "0204", "d": "pool", "c": "pool"}
    assert (later.where["b"].line, later.where["a"].line) == (6, 2)
    assert start.placements["a"] == "0101"
    write(tmp_path, "setups/start.yaml", SETUP.replace("empty:", "like: later\nempty:"))
    _, findings = load_setups(tmp_path)
    assert [finding.key() for finding in findings] == [("SET003", "", None)] * 2


def test_symbols(tmp_path: Path) -> None:
    write(tmp_path, "map/setup_hexes.yaml", HEXES)
    symbols = load_setup_hexes(tmp_path)
    assert [(s.hex, s.army, s.kind, s.side, str(s.provenance.kind)) for s in symbols] == [
        ("0101", "6A", "army", "axis", "invented"),
        ("0102", "6A", "army", "axis", "invented"),
        ("0301", "front", "front", "soviet", "rules"),
    ]
    assert [symbol.place.line for symbol in symbols] == [3, 3, 4]


def test_boxes(tmp_path: Path) -> None:
    write(tmp_path, "setups/boxes.yaml", BOXES.replace("turn-1,", "pool,"))
    boxes, findings = load_boxes(tmp_path)
    assert [box.kind for box in boxes] == ["pool", "turn"]
    assert [finding.key() for finding in findings] == [("SET001", "/boxes/1/id", None)]


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ("empty: false", "empty: nein", "/empty"),
        ("[a, b]", "[]", "/hexes/0101"),
        ("[c]", "[C!]", "/hexes/0203/0"),
        ("id: start", "id: The Start", "/id"),
    ],
)
def test_faults_of_a_set_up_file(tmp_path: Path, old: str, new: str, pointer: str) -> None:
    write(tmp_path, "setups/start.yaml", SETUP.replace(old, new))
    with pytest.raises(InputError) as error:
        load_setups(tmp_path)
    assert fault(error)[:2] == ("SRC010", pointer)


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('"0301"', "301", "/groups/1/hexes/0"),
        ("kind: front", "kind: fort", "/groups/1/kind"),
        ('"0102"', '"0101"', "/groups/0/hexes"),
    ],
)
def test_faults_of_a_symbol_file(tmp_path: Path, old: str, new: str, pointer: str) -> None:
    write(tmp_path, "map/setup_hexes.yaml", HEXES.replace(old, new))
    with pytest.raises(InputError) as error:
        load_setup_hexes(tmp_path)
    assert fault(error)[:2] == ("SRC010", pointer)
