"""Storm's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def st_module(undrawn_module: BuiltModule) -> Path:
    return undrawn_module("storm")


@pytest.fixture(scope="session")
def st_data(st_module: Path) -> ModuleData:
    return read_module(st_module)
