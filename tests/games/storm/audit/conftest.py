"""Storm's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_area_games import bare_module
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def st_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bare_module("storm", tmp_path_factory.mktemp("storm"))


@pytest.fixture(scope="session")
def st_data(st_module: Path) -> ModuleData:
    return read_module(st_module)
