"""Rattenkrieg's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_area_games import bare_module
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def rk_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bare_module("rattenkrieg", tmp_path_factory.mktemp("rattenkrieg"))


@pytest.fixture(scope="session")
def rk_data(rk_module: Path) -> ModuleData:
    return read_module(rk_module)
