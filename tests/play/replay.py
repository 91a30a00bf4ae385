"""Logs of the random player, stepped through by the real engine: does it end in the rules' position?

python -m tests.play.replay --first 1 --count 20 [--turns 2]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome, find_engine
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.play.gj47.recording import record
from toolkit.play.recording import Played
from toolkit.rules.gj47.position import OFF_MAP, Position

_FACE, _LEVEL = "Step", "Fort"


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log that was stepped through: its steps, the units compared, what differs and the complaints."""

    steps: int
    units: int
    on_map: int
    differences: list[str]
    problems: list[str]


def replay(home: EngineHome, module: Path, played: Played[Position]) -> Replayed:
    """Step through a log in the engine and compare its table with the rules' position."""
    data = read_module(module)
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        waiting = game.load(played.log)
        game.step()
        table = game.table(["CounterId", "LocationName", "CurrentMap", "Step_Level", "Fort_Level"])
        problems = [f"{p.kind}: {p.message}" for p in engine.take_problems() if p.kind != "warning"]
    if waiting != played.steps:
        problems.append(f"{waiting} steps for the engine, {played.steps} written")
    found = list(differences(data, table, played.position))
    on_map = sum(h != OFF_MAP for h in played.position.hex_of)
    return Replayed(waiting, len(played.position.hex_of), on_map, found, problems)


def differences(data: ModuleData, table: EngineTable, position: Position) -> Iterator[str]:
    """Yield what the engine's table has otherwise than the position: hexes and faces of units, forts."""
    pieces = table.by_property("CounterId")
    numbers = position.data.board.numbers
    for unit, kind in enumerate(position.data.units):
        piece, h = pieces[kind.id], position.hex_of[unit]
        there, here = hex_of(data, piece), "" if h == OFF_MAP else numbers[h]
        if there != here:
            yield f"{kind.id}: engine {there or 'off the map'}, rules {here or 'off the map'}"
        # A unit off the map is as it was left; its face counts when it comes back.
        elif here and kind.steps > 1 and level(piece, _FACE) != 1 + position.reduced[unit]:
            yield f"{kind.id}: engine shows face {level(piece, _FACE)}, rules {1 + position.reduced[unit]}"
    forts = {
        hex_of(data, piece): level(piece, _LEVEL)
        for name, piece in pieces.items()
        if name.startswith("fort-") and hex_of(data, piece)
    }
    ours = {numbers[h]: strength for h, strength in position.forts.items()}
    if forts != ours:
        yield f"forts: engine {forts}, rules {ours}"


def hex_of(data: ModuleData, piece: EnginePiece) -> str:
    """Return the printed number of a piece's hex, from its pixels; "" beside the map."""
    if piece.map != data.map_name:
        return ""
    grid = data.game.map.grid
    return grid.number(int(grid.nearest(data.layout.to_plane([(piece.x, piece.y)]))[0]))


def level(piece: EnginePiece, layer: str) -> int:
    """Return the level that a layer of a piece shows."""
    return int(piece.properties[f"{layer}_Level"])


def main(arguments: list[str] | None = None) -> int:
    """Record, replay, compare; return 1 when something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--turns", type=int)
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = given.module or next(iter(sorted(Path("build", "gj47").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/gj47; run toolkit build gj47, or give --module")
    home = find_engine()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.first + given.count):
            log = Path(folder) / f"{seed}.vlog"
            played = record(module, log, seed, setup="june-28-1942", turns=given.turns)
            done = replay(home, module, played)
            wrong += bool(done.differences or done.problems)
            sys.stdout.write(
                f"seed {seed}: {done.steps} steps, {done.units} units, {done.on_map} on the map, "
                f"{len(done.differences)} differences, {len(done.problems)} complaints\n"
            )
            sys.stdout.writelines(f"  {line}\n" for line in done.differences + done.problems)
            sys.stdout.flush()
    sys.stdout.write(f"{given.count - wrong} of {given.count} end in the rules' position\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
