"""Rattenkrieg's module without its pictures: nothing that an audit reads is in them; people at its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.rattenkrieg.audit.people import People, Situation, compared
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def rk_module(undrawn_module: BuiltModule) -> Path:
    return undrawn_module("rattenkrieg")


@pytest.fixture(scope="session")
def rk_data(rk_module: Path) -> ModuleData:
    return read_module(rk_module)


@pytest.fixture
def at(request: pytest.FixtureRequest, rk_module: Path, rk_data: ModuleData) -> Iterator[People]:
    """People at a table; of what they do a referee has to name their faults, and nothing else."""
    mark = request.node.get_closest_marker("situation")
    said = Situation() if mark is None else Situation(**mark.kwargs)
    found = People(rk_module, rk_data, said.top, said.hands)
    yield found
    judged = compared(audit_read([found.log()], rk_data), found.faults)
    assert (judged.wrongly, judged.missed) == ((), ())
    assert len(judged.hedged) <= said.hedged
