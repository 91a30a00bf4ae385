"""What `--format json` writes fits its schema, whatever the game."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import SOURCES, BuiltModule
from toolkit.audit.audit import audit_logs
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.rattenkrieg.rules.player import play_on as play_rattenkrieg
from toolkit.games.storm.play import recording as storm
from toolkit.games.storm.rules.player import play_on as play_storm

SCHEMA = SOURCES.parent / "schema" / "audit_report.schema.json"


def _storm(module: Path, out: Path) -> Path:
    game = storm.begin(module)
    for action in islice(play_storm(game.position, 3), 120):
        game.perform(action)
    return game.desk.write(out)


def _rattenkrieg(module: Path, out: Path) -> Path:
    game = rattenkrieg.begin(module)
    for action in islice(play_rattenkrieg(game.position, 3), 120):
        game.perform(action)
    return game.desk.write(out)


PLAYED = {"storm": _storm, "rattenkrieg": _rattenkrieg}


@pytest.mark.parametrize("game", PLAYED)
def test_a_report_fits_its_schema_and_its_sums_agree(
    undrawn_module: BuiltModule, game: str, tmp_path: Path
) -> None:
    module = undrawn_module(game)
    report = audit_logs([PLAYED[game](module, tmp_path / "game.vlog")], module).to_json()
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(report)] == []
    sums = report["ledger"]
    parts = ("accounted", "cancelled", "neutral", "unexplained")
    assert sums["entries"] == sum(sums[part] for part in parts) > 100
    assert report["actions"]
