"""The real game's module without its pictures, made once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests import real_game
from tests.conftest import BuiltModule
from tests.games.gj47.audit.human_table import STYLES, HumanTable, laid
from tests.games.gj47.audit.plain_logs import Audit
from tests.games.gj47.audit.synthetic import LogBuilder, write_module
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.module.build import make_parts
from toolkit.module.build import text_entries
from toolkit.play.desk import Desk
from toolkit.vassal.containers import open_container
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import write_container

GAME = real_game.GJ47


@pytest.fixture(scope="session")
def gj47() -> CompiledGame:
    return real_game.compiled()


def without_headquarters(game: CompiledGame) -> CompiledGame:
    """Return a game whose chits name no headquarters, so that movement alone is judged."""
    chits = [
        replace(counter, chit=replace(counter.chit, hq=None, order="activate"))
        if counter.chit is not None and counter.side is not None
        else counter
        for counter in game.counters
    ]
    return replace(game, counters=tuple(chits))


@pytest.fixture(scope="session")
def moves_module(gj47: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game's module for tests of movement: units move wherever they stand."""
    entries = text_entries(make_parts(without_headquarters(gj47), real_game.equipment()[0]))
    return write_container(tmp_path_factory.mktemp("moves") / "gj47.vmod", entries)


@pytest.fixture(scope="session")
def bare_module(undrawn_module: BuiltModule) -> Path:
    """Return the game's module as it is built, pictures left out."""
    return undrawn_module("gj47")


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    """Return what audits a log written by hand."""

    def run(
        builder: LogBuilder, values: dict[str, str] | None = None, module: Metadata | None = None
    ) -> Report:
        made = write_module(builder.world, tmp_path / "m.vmod")
        written = {} if module is None else {"module": module}
        return audit_logs([builder.write(tmp_path / "g.vlog", values, **written)], made)

    return run


@pytest.fixture(scope="session")
def evening(bare_module: Path) -> Desk:
    """Return a desk with the set-up of 28 June, before anything is done."""
    saved = open_container(bare_module).read("june-28-1942.vsav")
    return laid(read_module(bare_module), saved)


@pytest.fixture(params=STYLES)
def table(request: pytest.FixtureRequest, evening: Desk) -> HumanTable:
    """Return a table for people, once with the module's keys and once for drags, flips and a die."""
    return HumanTable.of(evening, request.param)
