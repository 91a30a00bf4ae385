"""Hundreds of saved games moved at once to a module whose counters have changed: which were found, and how.

    python -m tests.refresh.many_saves [--saves 200] [--keep FOLDER]

Saves are moments of whole games of GJ47.  In the new module one counter has another name, one another
picture, one another number, one is taken out, and every unit has a trait more.  What the command says of each
game is held against what these changes have to bring; and each table after it against the one before: pieces,
places, stacks, decks, what every trait says, global properties.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests import real_game
from tests.module.engine_3_6 import walk
from toolkit.games.gj47.play import recording
from toolkit.logs.editing import Edited, cut_log
from toolkit.module.build import text_entries
from toolkit.module.palette import palette
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Part
from toolkit.vassal.traits.values import DynamicProperty

RENAMED, REPAINTED, RENUMBERED, TAKEN_OUT = "ger-inf-44", "ger-inf-57", "sov-rifle-15", "sov-rifle-121"
NEW_NAME = "44th Infantry Division Hoch- und Deutschmeister"
NEW_TRAIT = "Weather"


def changed(parts: ModuleParts) -> ModuleParts:
    """Return a module with the changes of the page's table."""
    pieces = tuple(_changed(piece) for piece in parts.pieces if piece.id != TAKEN_OUT)
    old, new = palette(parts.pieces), palette(pieces)
    root = replace(parts.root, children=tuple(new if item == old else item for item in parts.root.children))
    assert new in walk(root)
    return replace(parts, pieces=pieces, root=root)


def _changed(piece: Piece) -> Piece:
    if piece.id == RENAMED:
        piece = replace(piece, name=NEW_NAME)
    if piece.id == REPAINTED:
        piece = replace(piece, image="unit_repainted.png")
    if piece.id == RENUMBERED:
        piece = replace(piece, gpid=9001)
    if piece.id.startswith(("ger-", "sov-")):
        piece = replace(piece, parts=(Part(DynamicProperty(name=NEW_TRAIT), "dry"), *piece.parts))
    return piece


def save_games(module: Path, folder: Path, count: int, games: int = 4) -> None:
    """Write moments of whole games as saves, evenly spread over each."""
    for seed in range(1, games + 1):
        played = folder.parent / f"game-{seed}.vlog"
        recording.record(module, played, seed)
        log, container = read_log(played), open_container(played)
        share = count // games + (seed <= count % games)
        for number in range(share):
            step = 1 + number * (len(log.steps) - 1) // max(1, share - 1)
            moment = cut_log(log, step, step).head
            save = Edited(log, moment, ())
            write_container(folder / f"game-{seed}-step-{step:04}.vsav", save.entries(container))


def lost(before: Path, after: Path) -> Iterator[str]:
    """Yield what a refreshed save has otherwise than the one it was made of, and was not to change."""
    one, other = _table(before), _table(after)
    if one.things.keys() != other.things.keys():
        yield f"pieces: {len(one.things)} before, {len(other.things)} after"
    for id_, thing in one.things.items():
        new = other.things.get(id_)
        if new is None:
            continue
        if one.spot(id_) != other.spot(id_) or thing.members != new.members:
            yield f"{thing.name}: at {one.spot(id_)} before, at {other.spot(id_)} after"
        says, now = _says(thing), _says(new)
        for name in says:
            if says[name] != now.get(name):
                yield f"{thing.name}: {name} is {now.get(name)!r}, was {says[name]!r}"
    if one.properties != other.properties or one.turns != other.turns or one.boards != other.boards:
        yield "global properties, turns or boards"


def _table(path: Path) -> Table:
    table = Table()
    table.apply(read_log(path).begin)
    return table


def _says(thing: Thing) -> dict[str, str]:
    """Return every property of a piece but the name of the one that was renamed."""
    found = thing.properties()
    return (
        {}
        if not found
        else {
            name: value
            for name, value in found.items()
            if name not in ("BasicName", "PieceName", "LocalizedBasicName", "gpid", "PieceUID")
            and not name.endswith("Image")
        }
    )


def main(arguments: list[str] | None = None) -> int:
    """Make the saves, refresh them, compare; return 1 when something is lost or not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--saves", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="folder to work in and to leave as it is")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        return _run(given.keep or Path(made), given.saves)


def _run(home: Path, count: int) -> int:
    parts = real_game.parts()
    folder, out = home / "saves", home / "refreshed"
    folder.mkdir(parents=True)
    old = write_container(home / "old.vmod", text_entries(parts))
    new = write_container(home / "new.vmod", text_entries(changed(parts)))
    save_games(old, folder, count)
    words = ["refresh", str(folder), "--module", str(new), "-o", str(out), "--format", "json"]
    begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run([sys.executable, "-m", "toolkit", *words], check=False, capture_output=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun
    told = json.loads(ran.stdout)
    saves = sorted(folder.glob("*.vsav"))
    faults = [fault for save in saves for fault in lost(save, out / save.name)]
    faults += [f"{one['output']}: {one['counters']}" for one in told["games"] if not _as_due(one["counters"])]
    total: Counter[str] = Counter(told["counters"])
    rows = [
        (
            f"{len(saves)} saves, {len(list(out.glob('*.vsav')))} written",
            f"{seconds:.0f} s",
            f"exit {ran.returncode}",
        ),
        ("by number", str(total["id"]), "all but two in each save"),
        ("by name", str(total["name"]), "the one that was renumbered"),
        ("not at all", str(total["none"]), "the one that was taken out: it stays as it was"),
        ("changed", str(total["changed"]), "a name, a picture, a trait more"),
        (
            "lost or otherwise",
            str(len(faults)),
            "pieces, places, stacks, values, properties",
        ),
    ]
    sys.stdout.write("".join(f"| {a} | {b} | {c} |\n" for a, b, c in rows))
    sys.stdout.write("".join(f"  {fault}\n" for fault in faults[:20]))
    return 1 if faults or len(saves) != count else 0


def _as_due(counts: dict[str, int]) -> bool:
    return counts["name"] == 1 and counts["none"] == 1 and counts["changed"] > 100


if __name__ == "__main__":
    sys.exit(main())
