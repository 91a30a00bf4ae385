"""``toolkit audit``: exit statuses, the table, JSON by its schema, and one message for what is no log."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.games.gj47.audit.plain_logs import TWO, builder, hex_id, make_world
from tests.games.gj47.audit.synthetic import MODULE, LogBuilder, write_module
from toolkit.cli.main import main
from toolkit.vassal.metadata import Metadata

SCHEMA = Path(__file__).parents[4] / "schema" / "audit_report.schema.json"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return write_module(make_world(*TWO), tmp_path / "m.vmod")


def bad_log(path: Path) -> Path:
    log = builder(*TWO)
    log.drag("a", to=hex_id("1101"), player=0)
    return log.write(path)


def good_log(path: Path) -> Path:
    log = builder(*TWO)
    log.drag("a", to=hex_id("0504"), player=0)
    return log.write(path)


def test_exit_statuses(tmp_path: Path, module: Path) -> None:
    assert main(["audit", str(good_log(tmp_path / "g.vlog")), "--module", str(module)]) == 0
    assert main(["audit", str(bad_log(tmp_path / "b.vlog")), "--module", str(module)]) == 1
    assert main(["audit", str(tmp_path / "none.vlog"), "--module", str(module)]) == 2
    assert main(["audit"]) == 2


def test_table_names_rule_hexes_cost_and_actor(
    tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["audit", str(bad_log(tmp_path / "b.vlog")), "--module", str(module)])
    shown = capsys.readouterr().out
    for word in ("9.2(1)1", "0505", "1101", "of 5", "axis, logged", "illegal", "reconstructed"):
        assert word in shown
    assert "secret" not in shown


def test_json_fits_its_schema(tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    log, out = bad_log(tmp_path / "b.vlog"), tmp_path / "report.json"
    assert main(["audit", str(log), "--module", str(module), "--format", "json", "-o", str(out)]) == 1
    assert capsys.readouterr().out == ""
    report = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(report, schema, jsonschema.Draft202012Validator)
    assert report["counts"]["illegal"] == 1
    assert report["actions"][0]["rules"][0] == "9.2(1)1"
    report["actions"][0]["rules"] = [9]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, schema, jsonschema.Draft202012Validator)


def test_picture_is_one_clear_message(
    tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "game.vlog"
    picture.write_bytes(b"\xff\xd8\xff\xe0" + bytes(64))
    assert main(["audit", str(picture), "--module", str(module)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert "JPEG" in captured.err


def test_save_is_no_log(tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = builder(*TWO, chits=False).write(tmp_path / "game.vlog")
    assert main(["audit", str(save), "--module", str(module)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert "AUD006" in captured.err


def test_log_of_another_game(tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = LogBuilder(make_world(), chits=False)
    log.spots.clear()
    log.open()
    log.roll()
    other = Metadata(name="Another game", version="3", vassal_version="3.6.0")
    path = log.write(tmp_path / "game.vlog", module=other)
    assert main(["audit", str(path), "--module", str(module)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert "AUD007" in captured.err


def test_module_without_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from toolkit.vassal.packing import write_container

    foreign = write_container(tmp_path / "f.vmod", {"buildFile.xml": b"<a/>", "moduledata": MODULE.to_xml()})
    assert main(["audit", str(good_log(tmp_path / "g.vlog")), "--module", str(foreign)]) == 0
    assert capsys.readouterr().out.startswith("No rules for Test game here: 2 steps")


class TestKnownBuilds:
    def run(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: LogBuilder, module: Metadata) -> int:
        folder = tmp_path / "build" / "gj47"
        folder.mkdir(parents=True)
        write_module(log.world, folder / "m.vmod")
        (folder / "broken.vmod").write_bytes(b"no zip")
        monkeypatch.chdir(tmp_path)
        path = log.write(tmp_path / "g.vlog", module=module)
        return main(["audit", str(path)])

    def test_found_by_name_and_version(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        log = builder(*TWO)
        log.drag("a", to=hex_id("0504"))
        assert self.run(tmp_path, monkeypatch, log, MODULE) == 0

    def test_none_fits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = Metadata(name="Test game", version="7.7", vassal_version="3.6.0")
        assert self.run(tmp_path, monkeypatch, builder(*TWO), other) == 2
        message = capsys.readouterr().err
        assert "AUD002" in message
        assert "1.0" in message


def test_text_report_in_a_file(tmp_path: Path, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.txt"
    log = bad_log(tmp_path / "b.vlog")
    assert main(["audit", str(log), "--module", str(module), "-o", str(out), "--all"]) == 1
    assert capsys.readouterr().out == ""
    text = out.read_text(encoding="utf-8")
    assert "9.2(1)1" in text
    assert "\x1b" not in text
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_many_alike_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Moves before the first chit: counted in one line, listed by --all."""
    units = [f"u{i} axis inf 2 {i:02}01" for i in range(1, 8)]
    log = LogBuilder(make_world(*units), chits=True, started=False).open()
    for i in range(1, 8):
        log.drag(f"u{i}", to=hex_id(f"{i:02}10"))
    log.chit("chit-6a")
    made = write_module(log.world, tmp_path / "m.vmod")
    path = log.write(tmp_path / "g.vlog")
    assert main(["audit", str(path), "--module", str(made)]) == 1
    short = capsys.readouterr().out
    assert "7 actions unprovable, steps 1 to 7" in short
    assert "0110" not in short
    main(["audit", str(path), "--module", str(made), "--all"])
    assert "0110" in capsys.readouterr().out
