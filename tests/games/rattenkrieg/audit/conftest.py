"""Rattenkrieg's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.game import compile_game
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.packing import write_container

FOLDER = Path(__file__).parents[4] / "source_data" / "rattenkrieg"


@pytest.fixture(scope="session")
def rk_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = compile_game(load_game(FOLDER)[0])[0]
    equipment, _ = load_equipment(FOLDER)
    out = tmp_path_factory.mktemp("rattenkrieg") / "rattenkrieg.vmod"
    return write_container(out, text_entries(game_parts(game, equipment)))


@pytest.fixture(scope="session")
def rk_data(rk_module: Path) -> ModuleData:
    return read_module(rk_module)
