"""Expressions that freeze the engine, planted, are named by `validate` and by `engine`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import tiny
from tests.engine.tiny import Faults
from toolkit.diagnostics import Finding
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome
from toolkit.validate.expressions import parse_steps
from toolkit.validate.run import validate_path

# The back reference keeps Java from remembering what it tried.
SLOW = f'{{"{"a" * 32}!".matches("(a|aa)+\\\\1b")}}'
ENDLESS = f'{{"{"a" * 90}!".matches("(a|aa)+\\\\1b")}}'


def nested(depth: int) -> str:
    """Return a choice of areas, each next one in parentheses."""
    text = "LocationName"
    for number in range(depth):
        text = f'(LocationName=="Area {number}")?"Area {number}: urban":({text})'
    return f"{{{text}}}"


def _found(module: Path) -> list[Finding]:
    return [finding for finding in validate_path(module).findings if finding.code == "MOD081"]


@pytest.mark.parametrize(("inside", "around"), [(nested(5), nested(6)), (nested(20), nested(21))])
def test_each_level_doubles_the_work(inside: str, around: str) -> None:
    assert 1.8 < parse_steps(around) / parse_steps(inside) < 2.2


def test_parentheses_at_the_start_of_an_expression_cost_more_than_behind_an_operator() -> None:
    start, behind = "{" + "(" * 8 + "A" + ")" * 8 + "}", "{" + "1+(" * 8 + "A" + ")" * 8 + "}"
    assert parse_steps(start) > 5 * parse_steps(behind)
    assert parse_steps("{f(f(f(A)))}") == parse_steps("{(((A)))}"), "arguments are read like parentheses"


def test_a_long_chain_without_parentheses_is_read_once() -> None:
    chain = "".join(f'A=={number}?"{number}":' for number in range(1000))
    assert parse_steps(f"{{{chain}0}}") < 10_000


def test_deep_nesting_is_found_without_the_engine(tmp_path: Path) -> None:
    planted = tiny.write_module(tmp_path / "deep.vmod", Faults(viewer=nested(29)))
    (found,) = _found(planted)
    assert found.place.pointer.endswith("CounterDetailViewer")
    assert _found(tiny.write_module(tmp_path / "flat.vmod", Faults(viewer=nested(8), report=SLOW))) == []


@pytest.mark.engine
def test_what_takes_long_and_what_never_ends_is_named(home: EngineHome, tmp_path: Path) -> None:
    faults = Faults(viewer=nested(29), report=SLOW)
    report = check_module(tiny.write_module(tmp_path / "a.vmod", faults), tmp_path, home=home, refresh=False)
    found = {finding.code: finding.data["expression"] for finding in report.findings}
    assert found == {"ENG070": SLOW, "ENG071": nested(29)}
    assert report.facts["setups"] == {"new game": 6}, "the check goes on"


@pytest.mark.engine
def test_what_never_ends_when_it_is_evaluated_is_named(home: EngineHome, tmp_path: Path) -> None:
    faults = Faults(viewer=nested(8), report=ENDLESS)
    report = check_module(tiny.write_module(tmp_path / "b.vmod", faults), tmp_path, home=home, refresh=False)
    assert [(f.code, f.data["expression"]) for f in report.findings] == [("ENG071", ENDLESS)]
    assert report.facts["expressions"] == 2
