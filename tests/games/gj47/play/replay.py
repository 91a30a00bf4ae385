"""Logs of the random player, stepped through by the real engine: does it end in the rules' position?

python -m tests.games.gj47.play.replay --first 1 --count 20 [--turns 2]
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from tests.play.stepping import Replayed, command, options, step_through
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.games.gj47.play.recording import record
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.play.recording import Played

_FACE, _LEVEL = "Step", "Fort"


def replay(home: EngineHome, module: Path, played: Played[Position]) -> Replayed:
    """Step through a log in the engine and compare its table with the rules' position."""
    shown = ["CounterId", "LocationName", "CurrentMap", "Step_Level", "Fort_Level"]
    table, problems = step_through(home, module, played, shown)
    hexes = played.position.hex_of
    compared = {"units": len(hexes), "on the map": sum(h != OFF_MAP for h in hexes)}
    found = list(differences(read_module(module), table, played.position))
    return Replayed(played.steps, compared, found, problems)


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


def play(given: Namespace, module: Path, log: Path, seed: int) -> Played[Position]:
    """Record a game."""
    return record(module, log, seed, setup="june-28-1942", turns=given.turns)


def main(arguments: list[str] | None = None) -> int:
    """Record, replay, compare; return 1 when something differs."""
    parser = options(__doc__ or "", 20)
    parser.add_argument("--turns", type=int)
    return command("gj47", parser, arguments, play, replay)


if __name__ == "__main__":
    sys.exit(main())
