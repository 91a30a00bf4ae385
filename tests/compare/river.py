"""The story of a river that an erratum moves: a game played before it, and the modules of then and now."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.conftest import SOURCES
from tests.games.gj47.audit.synthetic import LogBuilder
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.games.gj47.module.build import make_parts
from toolkit.geometry.map import Map
from toolkit.module.build import text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
from toolkit.vassal.containers import open_container
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import write_container

GAME = SOURCES / "gj47"
UNIT = "ger-inf-46"


@dataclass(frozen=True)
class Story:
    """A game folder with an erratum, the module from before it, a log and a save of that time."""

    folder: Path
    old: Path
    new: Path
    log: Path
    save: Path
    step: int
    sides: tuple[tuple[str, str], tuple[str, str]]


def straight_way(built: Map, length: int) -> list[int]:
    """Return hexes in a line over clear land that no road, railway or river crosses, far from towns."""
    grid = built.grid
    quiet = built.terrain == built.terrain_kinds.index("clear")
    neighbours = grid.neighbours()
    for mask in built.links.values():
        quiet[built.sides[mask].ravel()] = False
    taken = [place.hex for place in built.places]
    taken += [h for name, mask in built.hex_features.items() if "setup" in name for h in np.flatnonzero(mask)]
    quiet[taken] = False
    quiet[neighbours[taken].ravel()] = False
    wet = np.zeros(len(built.sides), dtype=np.bool_)
    for mask in built.side_features.values():
        wet |= mask
    for start in np.flatnonzero(quiet).tolist():
        for direction in range(6):
            way = [start]
            for _ in range(length):
                h = int(neighbours[way[-1], direction])
                if h < 0 or not quiet[h] or wet[built.side(way[-1], h)]:
                    break
                way.append(h)
            if len(way) == length + 1:
                return way
    raise AssertionError("the map has no such line")


def compiled(folder: Path, errata: tuple[str, ...] | None = None) -> CompiledGame:
    source, _ = load_game(folder, errata=errata)
    return compile_game(source, strict=False)[0]


def module(folder: Path, game: CompiledGame, path: Path) -> Path:
    return write_container(path, text_entries(make_parts(game, load_equipment(folder)[0])))


def tell(root: Path) -> Story:
    """Make the story below a folder."""
    folder = root / "source_data" / "gj47"
    shutil.copytree(GAME, folder)
    # Movement alone is to be judged: chits that name no headquarters activate everybody.
    chits = folder / "counters/chits.yaml"
    chits.write_text(re.sub(r", hq: [a-z0-9-]+", "", chits.read_text(encoding="utf-8")), encoding="utf-8")
    before = compiled(folder)
    way = straight_way(before.map, 5)
    number = before.map.grid.number
    setup = folder / "setups/june_28_1942.yaml"
    text = re.sub(rf" {UNIT}(,|\]|\n)", r" gone\1", setup.read_text(encoding="utf-8"))
    text = re.sub(r"\n *- gone(?=\n)", "", text).replace(" gone, ", " ").replace(", gone]", "]")
    text = text.replace("\nhexes:\n", f'\nhexes:\n  "{number(way[0])}": [{UNIT}]\n', 1)
    setup.write_text(text, encoding="utf-8")
    river = before.map.sides[before.map.side_features["river"]][0].tolist()
    dry, wet = (number(river[0]), number(river[1])), (number(way[2]), number(way[3]))
    changes = [(dry, "true", "false"), (wet, "false", "true")]
    lines = [
        f'  - {{hexside: ["{a}", "{b}"], layer: river, from: {x}, to: {y}}}\n' for (a, b), x, y in changes
    ]
    head = "title: The river moves\nwhy: misprint\nauthority: test\ndate: unknown\nchanges:\n"
    (folder / "errata/002.yaml").write_text(head + "".join(lines), encoding="utf-8")
    old = module(folder, compiled(folder, ("001",)), root / "old.vmod")
    new = module(folder, compiled(folder), root / "new.vmod")
    data = read_module(old)
    log, step = played(data, old, way)
    written = Metadata(name=data.name, version=data.version, vassal_version="3.6.0")
    return Story(
        folder,
        old,
        new,
        log.write(root / "game.vlog", module=written),
        setup_save(old, root / "start.vsav"),
        step,
        (dry, wet),
    )


def setup_save(path: Path, target: Path) -> Path:
    container = open_container(path)
    names = [name for name in container.names if name.endswith(".vsav")]
    target.write_bytes(max((container.read(name) for name in names), key=len))
    return target


def played(data: ModuleData, path: Path, way: list[int]) -> tuple[LogBuilder, int]:
    log = LogBuilder.of_setup(data, setup_save(path, path.with_suffix(".vsav")).read_bytes())
    log.chit(next(c.id for c in data.game.counters if c.kind == "chit" and c.side == "axis"))
    return log, log.drag(UNIT, to=way[-1])
