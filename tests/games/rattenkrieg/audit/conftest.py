"""Rattenkrieg's module without its pictures: nothing that an audit reads is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def rk_module(undrawn_module: BuiltModule) -> Path:
    return undrawn_module("rattenkrieg")


@pytest.fixture(scope="session")
def rk_data(rk_module: Path) -> ModuleData:
    return read_module(rk_module)
