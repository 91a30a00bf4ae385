"""``python -m tests.vassal.corpus``: what of the real files is read, and held against the oracles in them.

Writes docs/corpus.md.  The files are no part of the project; see `tests/vassal/real_files.py`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from tests.vassal.real_files import CORPUS, corpus_games
from toolkit.vassal.buildfile import MapDefinition, open_module, read_build_file
from toolkit.vassal.chain import Link, links
from toolkit.vassal.commands import MovePiece, Raw, decode_commands, leaves
from toolkit.vassal.containers import open_container
from toolkit.vassal.events import ChatLine, PieceMoved, Spot
from toolkit.vassal.grids import HexGrid, SquareGrid, ZonedGrid
from toolkit.vassal.log import read_log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "corpus.md"
CAMPAIGN = "uckelman__tld-mod"
CHAIN = ("0607-3.log", "0607-4.log", "0607-5.log")
_REPORT = re.compile(r"\* .*? moves (.*?) -> (.*?)(?: \*| *$)")


@dataclass(slots=True)
class Reading:
    """What was read of one file.

    Attributes
    ----------
    typed : int
        Commands of a known family.
    broken : int
        Commands of a known family that were kept raw.
    custom : Counter
        Commands of modules' own classes by prefix.
    equal : bool
        The text came back as it was.
    """

    name: str
    typed: int = 0
    broken: int = 0
    custom: Counter[str] = field(default_factory=Counter)
    equal: bool = False


def reading(path: Path) -> Reading:
    """Read one save or log and write it back."""
    decoded = open_container(path).saved_game()
    script = decode_commands(decoded.text)
    found = Reading(f"{path.parent.name}/{path.name}")
    for command in script:
        for leaf in leaves(command):
            if not isinstance(leaf, Raw):
                found.typed += 1
            elif leaf.reason is not None:
                found.broken += 1
            else:
                found.custom[leaf.prefix] += 1
    data = open_container(path).read("savedGame")
    found.equal = script.encode() == decoded.text and decoded.encode() == data
    return found


def tour() -> tuple[int, int]:
    """Return how many of VASSAL's own reports in its tour name our places, and how many there are."""
    folder = CORPUS / "vassalengine__vassal"
    module, log = open_module(str(folder / "tour.mod")), read_log(folder / "tour.log")
    table = Table(people_of(log.script))
    table.apply(log.begin)
    right = total = 0
    for step in log.steps:
        events = table.apply(step.commands, step.number)
        moves = [event for event in events if isinstance(event, PieceMoved) and event.end.map]
        for line in (event for event in events if isinstance(event, ChatLine)):
            said = _REPORT.match(line.text)
            if said is not None:
                total += 1
                spots = (moves[-1].start, moves[-1].end) if moves else ()
                right += [_name(module.maps, table, spot) for spot in spots] == [said[1], said[2]]
    return right, total


def _name(maps: dict[str, MapDefinition], table: Table, spot: Spot) -> str | None:
    if spot.map is None:
        return None
    return maps[spot.map].location(spot.x, spot.y, table.boards.get(spot.map))


@cache
def ends(name: str) -> tuple[dict[str, Spot], dict[str, Spot]]:
    """Return where the pieces are at the beginning and at the end of a campaign log."""
    log = read_log(CORPUS / CAMPAIGN / name)
    table = Table(people_of(log.script))
    table.apply(log.begin)
    before = _places(table)
    for step in log.steps:
        table.apply(step.commands, step.number)
        table.forget()
    return before, _places(table)


def _places(table: Table) -> dict[str, Spot]:
    return {thing.id: table.spot(thing.id) for thing in table.counters()}


def campaign() -> list[Path]:
    """Return the logs of the campaign in the order of their names."""
    return sorted((CORPUS / CAMPAIGN).glob("*.log"))


def joins() -> tuple[Link, ...]:
    """Return how each log of the campaign begins, beside the logs before it."""
    return tuple(links(read_log(path, name=path.name) for path in campaign()))[1:]


def own_starts() -> tuple[int, int]:
    """Return how many pieces are where the log before, played from its own start, leaves them; and of how
    many.
    """
    same = both = 0
    for first, second in pairwise(path.name for path in campaign()):
        end, begin = ends(first)[1], ends(second)[0]
        common = end.keys() & begin.keys()
        same += sum(end[id_] == begin[id_] for id_ in common)
        both += len(common)
    return same, both


def _begins_with(link: Link) -> str:
    """Say which table a log begins with."""
    where = "end" if link.step is None else f"step {link.step}"
    base = f"{where} of {link.table_of}"
    return base if link.played_on is None else f"{base}, then the steps of {link.played_on}"


def hex_centres(build_file: str = "1_buildFile", map_: str = "Normandy") -> tuple[int, int, int]:
    """Return how many moves of the campaign on a map end on a hex centre, how many there are, and how many
    more end in boxes beside the hexes: zones with a square grid of their own.
    """
    module = read_build_file((CORPUS / CAMPAIGN / build_file).read_bytes())
    definition = module.maps[map_]
    grid = definition.boards[map_].grid
    assert isinstance(grid, ZonedGrid)
    assert isinstance(grid.background, HexGrid)
    right = total = boxed = 0
    for path in sorted((CORPUS / CAMPAIGN).glob("*.log")):
        for step in read_log(path).steps:
            for command in step.commands:
                if isinstance(command, MovePiece) and command.map == map_:
                    x, y = command.x - definition.edge[0], command.y - definition.edge[1]
                    zone = grid.zone(x, y)
                    if zone is not None and isinstance(zone.grid, SquareGrid):
                        boxed += 1
                        continue
                    total += 1
                    right += is_centre(grid.background, x, y)
    return right, total, boxed


def is_centre(grid: HexGrid, x: int, y: int, within: float = 1.0) -> bool:
    """Return whether a pixel is a hex's centre, by the arithmetic of the grid alone: columns `dx` apart from
    `x`, every other one half a `dy` lower.
    """
    if grid.sideways:
        x, y = y, x
    column = round((x - grid.x) / grid.dx)
    rest = (y - grid.y - (grid.dy / 2 if column % 2 else 0)) % grid.dy
    return abs(x - grid.x - column * grid.dx) <= within and min(rest, grid.dy - rest) <= within


def page(readings: list[Reading]) -> tuple[str, list[str]]:
    """Return the page and what is not reached."""
    missed: list[str] = []

    typed, broken = sum(r.typed for r in readings), sum(r.broken for r in readings)
    equal = sum(r.equal for r in readings)
    share = typed / max(typed + broken, 1)
    reports, said = tour()
    pairs = joins()
    same, both = sum(pair.same for pair in pairs), sum(pair.both for pair in pairs)
    plain, of = own_starts()
    exact = [(pair.table_of, pair.exact) for pair in pairs if pair.name in CHAIN[1:]] == [
        (name, True) for name in CHAIN[:-1]
    ]
    centred, moves, boxed = hex_centres()
    chain = " > ".join(name[:-4] for name in CHAIN)
    rows: list[tuple[str, str, str, str]] = []

    def row(what: str, measured: str, asked: str, reached: bool) -> None:
        rows.append((what, measured, asked, "yes" if reached else "**no**"))
        if not reached:
            missed.append(what)

    row(
        "saves and logs written back byte for byte",
        f"{equal} of {len(readings)}",
        "all",
        equal == len(readings) > 0,
    )
    row("standard commands typed", f"{typed:,} of {typed + broken:,} ({share:.3%})", "99.9 %", share >= 0.999)
    row("reports of the tour with our grids' names", f"{reports} of {said}", "all", reports == said > 0)
    row(f"tables of {chain} join", "exactly" if exact else "not exactly", "exactly", exact)
    row(
        "pieces at their place, all neighbouring logs",
        f"{same:,} of {both:,} ({same / both:.2%})",
        "99.7 %",
        same / both >= 0.997,
    )
    row(
        "moves among the hexes of map Normandy that end on a hex centre",
        f"{centred:,} of {moves:,} ({centred / moves:.2%}); {boxed} more into boxes",
        "99.9 %",
        centred / moves >= 0.999,
    )
    lines = [
        "# Real files",
        "",
        "Written by `python -m tests.vassal.corpus`; do not edit. The files were written by others, from",
        "VASSAL 2.7 to 3.7, and are no part of this project.",
        "",
        *_table(("", "measured", "asked", "met"), rows),
        "",
        "## Neighbouring logs of the campaign",
        "",
        *_table(
            ("log", "begins with", "same place", "pieces of both", "new", "gone"),
            (
                (pair.name, _begins_with(pair), pair.same, pair.both, len(pair.added), len(pair.missing))
                for pair in pairs
            ),
        ),
        "",
        "A player who loads a log as a continuation keeps their own table and gets its steps only. So did",
        "both on 7 June: the one had stepped 0606-4 to step 40 of 74 and no further, played 0607-1 on that",
        "table, added 15 markers and recorded 0607-2; the other played 0607-2 on the end of 0607-1 and",
        "recorded 0607-3. `toolkit.vassal.chain` finds this from the tables alone.",
        f"Each log played from its own start instead leaves {plain:,} of {of:,} ({plain / of:.2%}) where",
        "the next has them. Of the 34 pieces left, no step of the log before moves 30: they were moved",
        "between two logs. Two more hang on a stack that only the logging VASSAL had, and two are one piece",
        "that VASSAL loses by taking back a step (3.6.0 and 3.7.26 lose it too).",
        "",
        "The engine (3.6.0 and 3.7.26) has every piece of all nine logs where our table has it: at the",
        "start, after each tenth step and at the end (engine tests).",
        "",
        "## Commands by file",
        "",
        "Custom: commands of modules' own classes, kept as they are, by what they begin with.",
        "",
        *_table(
            ("file", "typed", "raw", "custom", "round trip"),
            map(_row, readings),
        ),
    ]
    return "\n".join(lines) + "\n", missed


def _row(found: Reading) -> tuple[object, ...]:
    custom = ", ".join(f"{prefix} {count}" for prefix, count in found.custom.items())
    equal = "equal" if found.equal else "**not equal**"
    return (found.name, found.typed, found.broken, custom, equal)


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    heading = list(columns)
    found = ["| " + " | ".join(heading) + " |", "|" + " --- |" * len(heading)]
    return found + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]


def main() -> int:
    """Write the page; return 1 when something is not reached."""
    if not CORPUS.is_dir():
        sys.stderr.write("no corpus of real VASSAL files beside the checkout (../shared/corpus)\n")
        return 2
    text, missed = page([reading(path) for path in corpus_games()])
    PAGE.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    sys.stderr.write("".join(f"not reached: {what}\n" for what in missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
