"""An erratum moves a river: what differs, whose verdict changes, and a saved game that goes on."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.compare.river import Story, tell
from toolkit.cli.main import main
from toolkit.refresh.game import NewModule
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.table import Table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return tell(tmp_path_factory.mktemp("river"))


def test_the_difference_is_the_hexsides_of_the_erratum(
    story: Story, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", str(story.old), str(story.new), "--format", "json"]) == 1
    changes = json.loads(capsys.readouterr().out)["changes"]
    found = {(c["kind"], c["id"], c["field"]) for c in changes}
    sides = {("hexside", "/".join(sorted(side)), "river") for side in story.sides}
    assert found == {*sides, ("erratum", "002", "title")}


def test_the_move_across_is_judged_otherwise_and_the_erratum_named(
    story: Story, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(story.folder.parents[1])
    logs = story.log.parent / "logs"
    logs.mkdir()
    shutil.copy(story.log, logs)
    status = main(["audit", str(logs), "--since", "001", "--module", str(story.old), "--format", "json"])
    (change,) = json.loads(capsys.readouterr().out)["changed"]
    assert (status, change["step"], change["erratum"]) == (1, story.step, "002")
    assert (change["before"]["outcome"], change["after"]["outcome"]) == ("legal", "illegal")
    assert change["after"]["rules"][0].startswith("9.2(1)")


def test_a_game_of_the_old_module_goes_on_with_the_new_one(story: Story) -> None:
    for path in (story.log,):
        made = NewModule.open(story.new).game(open_container(path))
        target = write_container(story.folder.parent / f"new{path.suffix}", made.entries)
        before, after = read_log(path), read_log(target)
        assert (made.counts["name"], made.counts["none"], made.counts["changed"]) == (0, 0, 0)
        assert made.counts["id"] >= 252
        assert len(after.steps) == len(before.steps)
        tables = [Table(), Table()]
        for table, log in zip(tables, (before, after), strict=True):
            table.apply(log.begin)
        old, new = ({t.id: table.spot(t.id) for t in table.counters()} for table in tables)
        assert old == new
