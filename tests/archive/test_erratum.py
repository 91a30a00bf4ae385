"""An erratum to one river side of GJ47, in an archive that holds other games as well."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.archive.games import rows
from tests.compare.river import tell
from toolkit.archive.questions import ask
from toolkit.archive.run import update
from toolkit.archive.tasks import Settings

pytestmark = pytest.mark.slow


def test_only_the_games_of_the_corrected_map_are_judged_again(
    games: list[Path], module: Path, tmp_path: Path
) -> None:
    story = tell(tmp_path / "river")
    folder, path = tmp_path / "logs", tmp_path / "results.duckdb"
    folder.mkdir()
    for log in (story.log, *games):
        shutil.copy(log, folder)
    assert update([folder], path, [story.old, module], Settings(workers=1)).judged == 4
    present = Settings(workers=1, present_data=True)
    assert update([folder], path, [story.old, module], present).judged == 0
    assert update([folder], path, [story.new, module], present).judged == 1
    (answer,) = ask(path, ["changes"])
    (change,) = (dict(zip(answer.columns, row, strict=True)) for row in answer.rows)
    assert (change["file"], change["step"]) == (story.log.name, story.step)
    assert (change["outcome_before"], change["outcome_after"]) == ("legal", "illegal")
    assert change["rule_after"].startswith("9.2(1)")
    assert rows(path, "SELECT count(*) FROM games WHERE rules = 'gj47'") == [(1,)]
