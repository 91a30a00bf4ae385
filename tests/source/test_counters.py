from __future__ import annotations

from pathlib import Path

import pytest

from tests.source.sheets import fault, unit, write
from toolkit.diagnostics import InputError
from toolkit.source.counters import Counter, Factors, load_counters
from toolkit.source.provenance import Provenance, ProvenanceKind

HEAD = "provenance:\n  identity: {kind: historical, source: book}\n  full: {kind: invented}\ncounters:"


def test_one_strength_serves_attack_and_defence(tmp_path: Path) -> None:
    write(tmp_path, "counters/a.yaml", HEAD + unit("a", 1))
    (counter,), findings = load_counters(tmp_path)
    assert findings == []
    assert counter.full == Factors(4, 4, 5)
    assert (counter.reduced, counter.steps) == (None, 1)
    assert not counter.mechanised


def test_three_numbers_and_a_back(tmp_path: Path) -> None:
    text = unit("a", 1).replace("{strength: 4, movement: 5}", "{attack: 6, defence: 5, movement: 6}")
    text += "    reduced: {attack: 3, defence: 3, movement: 6}\n    mechanised: true\n"
    write(tmp_path, "counters/a.yaml", HEAD + text)
    (counter,), _ = load_counters(tmp_path)
    assert (counter.full, counter.reduced) == (Factors(6, 5, 6), Factors(3, 3, 6))
    assert counter.steps == 2


def test_any_unit_may_print_three_numbers_and_have_no_size(tmp_path: Path) -> None:
    text = unit("a", 1).replace("{strength: 4, movement: 5}", "{attack: 6, defence: 1, movement: 3}")
    write(tmp_path, "counters/a.yaml", HEAD + text.replace("    size: division\n", ""))
    (counter,), findings = load_counters(tmp_path)
    assert (counter.full, counter.size, findings) == (Factors(6, 1, 3), None, [])


@pytest.mark.parametrize(
    ("symbol", "near"), [("artillery", None), ("war_elephants", None), ("artilery", "artillery")]
)
def test_any_word_may_be_a_symbol_but_a_slip_is_noticed(
    tmp_path: Path, symbol: str, near: str | None
) -> None:
    write(tmp_path, "counters/a.yaml", HEAD + unit("a", 1).replace("infantry", symbol))
    _, findings = load_counters(tmp_path)
    assert [(f.key(), f.data["near"]) for f in findings] == (
        [(("OOB006", "/counters/0/symbol", None), near)] if near else []
    )


def test_provenance_by_group_with_a_file_default(tmp_path: Path) -> None:
    text = unit("a", 1) + "    provenance:\n      full: {kind: rules, source: errata}\n" + unit("b", 2)
    write(tmp_path, "counters/a.yaml", HEAD + text)
    (a, b), _ = load_counters(tmp_path)
    assert a.provenance["full"] == Provenance(ProvenanceKind.RULES, "errata")
    assert b.provenance["full"] == Provenance(ProvenanceKind.INVENTED)
    assert a.provenance["identity"] == b.provenance["identity"]
    assert "command_range" not in a.provenance


def test_files_are_read_in_order_of_their_names(tmp_path: Path) -> None:
    write(tmp_path, "counters/b.yaml", "counters:" + unit("b", 2))
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 1))
    counters, _ = load_counters(tmp_path)
    assert [counter.id for counter in counters] == ["a", "b"]


def test_missing_gpid_names_the_next_free_number(tmp_path: Path) -> None:
    without = unit("b", 0).replace("    gpid: 0\n", "")
    file = write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 7) + without + unit("c", 3))
    _, findings = load_counters(tmp_path)
    assert [finding.key() for finding in findings] == [("OOB001", "/counters/1", None)]
    assert findings[0].data == {"counter": "b", "free": 8}
    assert findings[0].place.file == file.as_posix()


def test_two_missing_gpids_get_two_numbers(tmp_path: Path) -> None:
    without = "".join(unit(name, 0).replace("    gpid: 0\n", "") for name in "bc")
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 7) + without)
    _, findings = load_counters(tmp_path)
    assert [finding.data["free"] for finding in findings] == [8, 9]


def test_duplicate_gpid_over_two_files(tmp_path: Path) -> None:
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 7))
    second = write(tmp_path, "counters/b.yaml", "counters:" + unit("b", 7))
    _, findings = load_counters(tmp_path)
    assert [finding.key() for finding in findings] == [("OOB002", "/counters/0/gpid", None)]
    assert findings[0].data == {"counter": "b", "gpid": 7, "owner": "a", "free": 8}
    assert findings[0].place.file == second.as_posix()


def test_numbers_of_counters_taken_out_stay_taken(tmp_path: Path) -> None:
    text = "retired_gpids: [7, 9]\ncounters:" + unit("a", 7) + unit("b", 0).replace("    gpid: 0\n", "")
    write(tmp_path, "counters/a.yaml", text)
    _, findings = load_counters(tmp_path)
    assert [finding.key() for finding in findings] == [
        ("OOB002", "/counters/0/gpid", None),
        ("OOB001", "/counters/1", None),
    ]
    assert [finding.data["free"] for finding in findings] == [10, 11]


def test_duplicate_id(tmp_path: Path) -> None:
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 1) + unit("a", 2))
    _, findings = load_counters(tmp_path)
    assert [finding.key() for finding in findings] == [("OOB003", "/counters/1/id", None)]


def test_chit_of_an_unknown_headquarters_suggests_the_nearest(tmp_path: Path) -> None:
    hq = unit("hq-north", 1).replace("kind: unit", "kind: hq") + "    command_range: 4\n"
    chit = (
        "  - {id: chit, gpid: 2, kind: chit, names: {en: C}, short: C,"
        " chit: {order: activate, group: ger_com, hq: hq-nort}}\n"
    )
    write(tmp_path, "counters/a.yaml", "counters:" + hq + chit)
    _, findings = load_counters(tmp_path)
    assert [finding.key() for finding in findings] == [("OOB004", "/counters/1/chit/hq", None)]
    assert "hq-north" in findings[0].message


@pytest.mark.parametrize(
    ("old", "new", "pointer", "line"),
    [
        ("symbol: infantry", "symbol: Infantry!", "/counters/0/symbol", 9),
        ("strength: 4", "strength: four", "/counters/0/full/strength", 11),
        ("id: a", "id: A b", "/counters/0/id", 2),
        ("gpid: 1", "gpid: -1", "/counters/0/gpid", 3),
        ("{strength: 4, movement: 5}", "{attack: 4, movement: 5}", "/counters/0/full", 11),
        ("    symbol: infantry\n", "", "/counters/0", 2),
        ("    size: division", "    size: division\n    colour: red", "/counters/0/colour", 11),
    ],
)
def test_broken_entries_name_line_and_place(
    tmp_path: Path, old: str, new: str, pointer: str, line: int
) -> None:
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 1).replace(old, new, 1))
    with pytest.raises(InputError) as error:
        load_counters(tmp_path)
    first = error.value.findings[0].place
    assert {finding.code for finding in error.value.findings} == {"SRC010"}
    assert (first.pointer, first.line) == (pointer, line)


def test_misspelt_factor_suggests_the_right_one(tmp_path: Path) -> None:
    write(tmp_path, "counters/a.yaml", "counters:" + unit("a", 1).replace("strength", "stength"))
    with pytest.raises(InputError) as error:
        load_counters(tmp_path)
    unknown = [f for f in error.value.findings if f.place.pointer == "/counters/0/full/stength"]
    assert [(finding.code, finding.place.line) for finding in unknown] == [("SRC010", 11)]
    assert "did you mean 'strength'" in unknown[0].message


def test_cut_file(tmp_path: Path) -> None:
    write(tmp_path, "counters/a.yaml", ("counters:" + unit("a", 1))[:-6])
    with pytest.raises(InputError) as error:
        load_counters(tmp_path)
    assert fault(error)[0] == "SRC004"


def test_round_trip_keeps_everything() -> None:
    entry = {
        "id": "x",
        "gpid": 5,
        "kind": "chit",
        "names": {"en": "X", "ja": "エ"},
        "short": "X",
        "chit": {"order": "supply", "group": "always"},
        "provenance": {"identity": {"kind": "rules", "source": "6.2"}},
    }
    counter = Counter.from_json(entry)
    assert counter.to_json() == entry
    assert Counter.from_json(counter.to_json()) == counter
