"""Everyday tests draw the same cases each time, whatever ran before them."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.explore import as_example


def drawn() -> list[tuple[int, str, float]]:
    cases: list[tuple[int, str, float]] = []

    @settings(max_examples=200)
    @given(st.integers(), st.text(), st.floats(0, 1e9))
    def draw(number: int, text: str, measure: float) -> None:
        cases.append((number, text, measure))

    draw()
    return cases


def test_a_module_more_changes_no_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings().derandomize
    before = drawn()
    path = tmp_path / "constants_of_ours.py"
    path.write_text("".join(f"C{n} = {n}\nD{n} = 'word {n}'\nE{n} = {n}.25\n" for n in range(5000, 5200)))
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    monkeypatch.setitem(sys.modules, path.stem, module_from_spec(spec))
    assert drawn() == before


def test_a_find_is_an_example_to_paste() -> None:
    @given(number=st.integers(), word=st.just("x"))
    def small(number: int, word: str) -> None:
        assert number < 10

    with pytest.raises(AssertionError) as caught:
        small()
    assert as_example(caught.value.__notes__) == "@example(\n    number=10,\n    word='x',\n)"


def test_a_failure_without_an_example_has_none() -> None:
    assert as_example([]) is None
