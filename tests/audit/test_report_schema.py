"""What `--format json` writes fits its schema, whatever the game."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.conftest import SOURCES
from toolkit.audit.audit import audit_logs
from toolkit.compile.game import compile_game
from toolkit.games.rattenkrieg.play import recording as rattenkrieg
from toolkit.games.rattenkrieg.rules.player import play_on as play_rattenkrieg
from toolkit.games.storm.play import recording as storm
from toolkit.games.storm.rules.player import play_on as play_storm
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.packing import write_container

SCHEMA = SOURCES.parent / "schema" / "audit_report.schema.json"


def built(game: str, folder: Path) -> Path:
    """Return a game's module without its pictures."""
    compiled = compile_game(load_game(SOURCES / game)[0])[0]
    equipment, _ = load_equipment(SOURCES / game)
    return write_container(folder / f"{game}.vmod", text_entries(game_parts(compiled, equipment)))


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
def test_a_report_fits_its_schema_and_its_sums_agree(game: str, tmp_path: Path) -> None:
    module = built(game, tmp_path)
    report = audit_logs([PLAYED[game](module, tmp_path / "game.vlog")], module).to_json()
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(report)] == []
    sums = report["ledger"]
    parts = ("accounted", "cancelled", "neutral", "unexplained")
    assert sums["entries"] == sum(sums[part] for part in parts) > 100
    assert report["actions"]
