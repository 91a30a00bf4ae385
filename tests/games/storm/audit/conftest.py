"""Storm's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.packing import write_container

FOLDER = Path(__file__).parents[4] / "source_data" / "storm"


@pytest.fixture(scope="session")
def st_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = compile_game(load_game(FOLDER)[0])[0]
    equipment, _ = load_equipment(FOLDER)
    out = tmp_path_factory.mktemp("storm") / "storm.vmod"
    return write_container(out, text_entries(game_parts(game, equipment)))


@pytest.fixture(scope="session")
def st_data(st_module: Path) -> ModuleData:
    return read_module(st_module)
