"""Storm's module without its pictures: nothing that an audit reads is in them; people at its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.storm.audit.people import People
from tests.games.storm.audit.situations import Situation, compared, people
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module


@pytest.fixture(scope="session")
def st_module(undrawn_module: BuiltModule) -> Path:
    return undrawn_module("storm")


@pytest.fixture(scope="session")
def st_data(st_module: Path) -> ModuleData:
    return read_module(st_module)


@pytest.fixture
def at(request: pytest.FixtureRequest, st_module: Path, st_data: ModuleData) -> Iterator[People]:
    """People at a table; of what they do a referee has to name their faults, and nothing else."""
    mark = request.node.get_closest_marker("situation")
    said = Situation() if mark is None else Situation(*mark.args, **mark.kwargs)
    found = people(st_module, st_data, said)
    yield found
    judged = compared(audit_read([found.log()], st_data), found.faults)
    assert (judged.wrongly, judged.missed) == ((), ())
    assert len(judged.hedged) <= said.hedged
