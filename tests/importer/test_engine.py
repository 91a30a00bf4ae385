"""The engine opens what import and build make of modules of others: the same counters, the same places."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.importer.test_import import same_module, written
from tests.vassal.test_games import Case, packed
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.table import EngineTable
from toolkit.importer.build import built_entries
from toolkit.importer.read import import_module
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.packing import write_container

pytestmark = pytest.mark.engine

ROME = "SzieberthAdam__rorpbvm"
# Packed modules, as they are; then unpacked ones, with blank pictures.
CASES = (
    Case("tour", "vassalengine__vassal/tour.mod"),
    Case("Republic of Rome 007", f"{ROME}/saror007.vmod"),
    Case("Republic of Rome 009", f"{ROME}/saror009.vmod"),
    Case("Republic of Rome, images", f"{ROME}/RepublicOfRomePBVM_ImageDefinitions.vmod"),
    Case(
        "Hex'n'Counters",
        "jzedwards__vassal-hex-n-counters-template/jzhex-n-counters-template-v12-379.vmod",
    ),
    Case("Kassala", "rummelsworth__vassal-module-kassala/buildFile.xml"),
    Case("Fallujah", "dninemfive__vassal-fallujah/buildFile.xml"),
)
POINTS = [(x, y) for x in range(40, 1600, 130) for y in range(40, 1200, 110)]


def listed(table: EngineTable) -> list[tuple[object, ...]]:
    """Return what lies on the table, ids left out: a new game gives new ones."""
    return sorted(
        (str(piece.map), piece.x, piece.y, piece.name, piece.layers, piece.index)
        for piece in table.pieces.values()
    )


def seen(home: EngineHome, path: Path) -> tuple[object, ...]:
    """Return the start of a game, the names of places on every map, and how the palettes' counters look."""
    with Engine(home) as engine:
        game = OpenModule.open(engine, path)
        game.start()
        table = listed(game.table())
        names = {
            name: [place.name for place in game.locate(name, POINTS)] for name in open_module(str(path)).maps
        }
        slots = [dict(slot) for slot in game.draw_slots()]
        return table, names, slots


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_engine_sees_the_same_counters_and_places(
    home: EngineHome, corpus: Path, tmp_path: Path, case: Case
) -> None:
    source = packed(case, tmp_path)
    container = open_container(source)
    entries, _ = built_entries(written(import_module(container), tmp_path / "game"))
    assert same_module(container, entries) == []
    built = write_container(tmp_path / "built.vmod", entries)
    before, after = seen(home, source), seen(home, built)
    assert after == before
    table, names, slots = after
    counted = [len(part) for part in (table, slots)]  # type: ignore[arg-type]
    sys.stderr.write(f"{case.name}: {counted[0]} counters at the start, {counted[1]} in palettes,")
    sys.stderr.write(f" {sum(len(set(found)) for found in names.values())} places\n")  # type: ignore[attr-defined]
