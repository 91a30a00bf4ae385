"""Files read once: same text, same data, but each file's own name in every place and fault."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import pytest

from tests.real_game import GJ47
from tests.source.sheets import write
from toolkit.diagnostics import InputError
from toolkit.source.game import load_game
from toolkit.source.reading import read_document

ERRATUM = """title: Test
why: "a misprint"
authority: "letter of the designer"
date: 2013-07
changes:
  - {counter: ger-pz-24, value: full/movement, from: unknown, to: 30}
"""


def test_files_of_the_same_text_keep_their_names(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        document = read_document(write(tmp_path, name, "towns:\n  x: 1\n"))
        assert document.place("towns", "x").file == (tmp_path / name).as_posix()
        assert document.data == {"towns": {"x": 1}}


@pytest.mark.parametrize("text", ["a: [1\n", "a: 1\na: 2\n"])
def test_faults_have_the_name_of_the_file_they_are_in(tmp_path: Path, text: str) -> None:
    for name in ("a.yaml", "b.yaml"):
        with pytest.raises(InputError) as error:
            read_document(write(tmp_path, name, text))
        assert {finding.place.file for finding in error.value.findings} == {(tmp_path / name).as_posix()}


def test_errata_leave_what_was_read_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "gj47"
    shutil.copytree(GJ47, folder, ignore=shutil.ignore_patterns("errata"))
    path = folder / "counters" / "axis_german.yaml"
    before = copy.deepcopy(read_document(path, "counters.schema.json").data)
    write(folder, "errata/001.yaml", ERRATUM)
    corrected = {counter.id: counter for counter in load_game(folder)[0].counters}["ger-pz-24"]
    assert corrected.full is not None
    assert corrected.full.movement == 30
    assert read_document(path, "counters.schema.json").data == before
