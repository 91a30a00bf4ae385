"""The engine plays real saves and logs: the same pieces at the same named places as in our table.

Of some modules only the buildFile is at hand: they are packed with blank pictures, from which the engine and
our reader both take their sizes.  Where no save is at hand, the engine loads one of our own, written from the
palettes, and saves it.
"""

from __future__ import annotations

import random
import re
import shutil
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from tests.vassal.real_files import CORPUS
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import differences, keeps_order
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile, open_module, read_build_file
from toolkit.vassal.commands import BeginSave, Board, Command, EndSave, PublicNote, SetBoards, encode_commands
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.traits import (
    BasicState,
    Button,
    GlobalKey,
    Layer,
    Piece,
    PropertySheet,
    Rotate,
    Trait,
    parse_trait,
)

pytestmark = pytest.mark.engine

_BOARD = (2400, 1800)
_PICTURE = (60, 60)
_EVERY = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A module of the corpus and what is played with it; without files a save that we write."""

    name: str
    module: str
    files: tuple[str, ...] = ()


def _saves(folder: str) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in (CORPUS / folder).glob("*.vsav")))


_CAMPAIGN = tuple(f"060{log}.log" for log in ("6-1", "6-2", "6-3", "6-4", "7-1", "7-2", "7-3", "7-4", "7-5"))

CASES = (
    Case("tour", "vassalengine__vassal/tour.mod", ("tour.log",)),
    Case("Kassala", "rummelsworth__vassal-module-kassala/buildFile.xml", ("Default Setup.vsav",)),
    Case(
        "Nevsky",
        "Cattlesquat__Nevsky/buildFile.xml",
        ("Scenario_Peipus_1242.vsav", "Scenario_Watland_1241.vsav", "Scenario_Pleskau_1240.vsav"),
    ),
    Case("Fallujah", "dninemfive__vassal-fallujah/buildFile.xml"),
    Case("Paths of Glory", "Cattlesquat__PathsOfGlory/buildFile.xml", _saves("Cattlesquat__PathsOfGlory")),
    Case("Warmachine", "SnookEE__WMH_Vassal/buildFile", _saves("SnookEE__WMH_Vassal")),
    Case(
        "Hex'n'Counters",
        "jzedwards__vassal-hex-n-counters-template/jzhex-n-counters-template-v12-379.vmod",
    ),
    Case("Republic of Rome 007", "SzieberthAdam__rorpbvm/saror007.vmod"),
    Case("Republic of Rome 009", "SzieberthAdam__rorpbvm/saror009.vmod", ("testsave.vsav",)),
    Case("Vive l'Empereur", "tomo9878__vivelemperor-game/buildFile.xml"),
    Case("Fields of Normandy", "marangonico__The_Fields_of_Normandy_2/buildFile.xml"),
    Case("campaign", "uckelman__tld-mod/1_buildFile", (*_CAMPAIGN, "campaign.sav")),
)


def picture(width: int, height: int) -> bytes:
    """Return a blank PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + bytes((width + 7) // 8)) * height
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def pictures(module: BuildFile) -> Iterator[tuple[str, bytes]]:
    """Yield a blank picture for each that a buildFile names: boards large, all others small."""
    boards = {board.image for definition in module.maps.values() for board in definition.boards.values()}
    text = module.encode().decode()
    names = set(re.findall(r"[^\"<>;,|/\\\t=]+\.(?:png|jpg|jpeg|gif|svg)", text, re.IGNORECASE)) | boards
    for name in names - {""}:
        width, height = _BOARD if name in boards else _PICTURE
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
        blank = svg.encode() if name.lower().endswith(".svg") else picture(width, height)
        yield f"images/{name}", blank


def packed(case: Case, folder: Path) -> Path:
    """Return the module as a file that the engine opens."""
    source = CORPUS / case.module
    target = folder / "module.vmod"
    if source.suffix in (".vmod", ".mod"):
        shutil.copy(source, target)
        return target
    data = source.read_bytes()
    module = read_build_file(data)
    metadata = source.with_name("moduledata")
    about = Metadata(name=module.name, version=module.version, vassal_version=module.vassal_version or "2.9")
    entries = {
        "buildFile.xml" if source.suffix else "buildFile": data,
        "moduledata": metadata.read_bytes() if metadata.exists() else about.to_xml(),
        **{name: blank for name, blank in pictures(module) if ".." not in name},
    }
    return write_container(target, entries)


SAID = "戦車は前進する — Вперёд, 6-я армия! 🎲"


def written(module: BuildFile, path: Path) -> Path:
    """Write a save of our own: each palette piece somewhere on one of the maps, and text in many scripts."""
    source = random.Random(5)
    commands: list[Command] = [BeginSave()]
    for definition in module.maps.values():
        boards = definition.default or tuple(Board(name, 0, 0) for name in list(definition.boards)[:1])
        commands.append(SetBoards(definition.name, boards))
    names = [name for name, definition in module.maps.items() if definition.boards]
    for number, slot in enumerate(module.slots()):
        if slot.piece is None or number >= 300:
            continue
        found = module.expand(slot.piece)
        place = BasicState(
            names[number % len(names)], source.randrange(1800), source.randrange(1400), slot.gpid
        )
        parts = (*found.parts[:-1], replace(found.parts[-1], state=place.encode()))
        commands.append(Piece(parts).add_command(f"{1000 + number}"))
    commands += [PublicNote(SAID), EndSave()]
    about = Metadata(name=module.name, version=module.version, vassal_version="3.6.0")
    save = Metadata(vassal_version="3.6.0", description=SAID)
    return write_container(path, game_entries(encode_commands(commands), save=save, module=about))


def compare(game: OpenModule, module: BuildFile, table: Table) -> tuple[int, list[object]]:
    """Return how many pieces were compared, and what differs: things, places, the names of the places."""
    engine = game.table()
    # States are left out: the engine writes old forms of them anew as it loads them.
    ordered = keeps_order(game.engine.home.version)
    found = differences(engine, table, ordered=ordered)
    wrong: list[object] = [each for each in found if each.kind != "state"]
    by_map: dict[str, list[tuple[int, int]]] = {}
    for map_, x, y in {piece.place() for piece in engine.pieces.values()}:
        if map_ is not None:
            by_map.setdefault(map_, []).append((x, y))
    for map_, points in by_map.items():
        known = module.maps.get(map_)
        if known is None:
            wrong.append(f"no map {map_!r}")
            continue
        for (x, y), place in zip(points, game.locate(map_, points), strict=True):
            ours = known.location(x, y, table.boards.get(map_))
            if place.name != (ours if ours is not None else "offboard"):
                wrong.append((map_, x, y, place.name, ours))
    return len(engine.pieces), wrong


def getters(game: OpenModule, table: Table) -> tuple[int, int, list[object]]:
    """Return how many traits and values were held against the engine's, and what differs.

    The engine gives each trait's type back out of its own fields.  Fields that one of the two texts does not
    state are left out, since the engine fills in what old forms lack.
    """
    traits = values = 0
    wrong: list[object] = []
    for id_, piece in game.table(["*"], types=True).pieces.items():
        thing = table.things[id_]
        ours = Piece.parse(thing.type, sequence.encode_nested(thing.states, "\t"))
        theirs = Piece.parse(piece.type or "", piece.state)
        for one, two in zip(ours.parts, theirs.parts, strict=True):
            traits += 1
            first, second = compared_as(one.trait), compared_as(two.trait)
            if stated(first, second) != stated(second, first):
                wrong.append((one.trait.encode(), two.trait.encode()))
        followed = {
            part.trait.name
            for part in ours.parts
            if isinstance(part.trait, Layer) and part.trait.follow_property
        }
        for name, value in ours.properties().items():
            if (
                "$" in value
                or value.startswith("{")
                or name.rsplit("_", 1)[0] in followed
                or (not value and name not in piece.properties)
            ):
                continue
            values += 1
            if piece.properties.get(name) != value:
                wrong.append((id_, name, value, piece.properties.get(name)))
    return traits, values, wrong


def own_order(trait: Trait, value: object) -> bool:
    """Return whether a value is the list of all further fields, as some traits keep them."""
    return isinstance(value, tuple) and isinstance(trait, Rotate | Button | PropertySheet)


def compared_as(trait: Trait) -> Trait:
    """Return a trait as it is compared: one code for all named keys, which the engine numbers as it meets
    them, no braces around a lone number, which the engine takes off, no empty fields that newer engines add
    at the end of a fast match.
    """
    text = re.sub(r"5(?:7[3-9]|8\d)\d\d(\\*,0\\*,)", r"57344\1", trait.encode())
    found = parse_trait(re.sub(r"\{(\d+)\}", r"\1", text))
    return replace(found, target=found.target.rstrip("|")) if isinstance(found, GlobalKey) else found


def stated(trait: Trait, other: Trait) -> tuple[object, ...]:
    """Return the values of those fields that the texts of both traits state."""
    count = min(len(sequence.decode(item.encode(), ";")) for item in (trait, other)) - 1
    values = [getattr(trait, item.name) for item in fields(trait) if item.name != "source"]
    flat = [item for value in values for item in (value if own_order(trait, value) else (value,))]
    return (type(trait), *flat[:count])


def play(game: OpenModule, module: BuildFile, log: Log) -> Iterator[tuple[int, int, list[object]]]:
    """Yield step, pieces and differences after loading and after every tenth step, and at the end."""
    table = Table(people_of(log.script), stacking=stacking_of(module))
    table.apply(log.begin)
    yield 0, *compare(game, module, table)
    for start in range(0, len(log.steps), _EVERY):
        steps = log.steps[start : start + _EVERY]
        game.step(len(steps))
        for step in steps:
            table.apply(step.commands, step.number)
            table.forget()
        yield steps[-1].number, *compare(game, module, table)


TRAIT_CASES = [
    case for case in CASES if case.name in ("Kassala", "Nevsky", "Republic of Rome 009", "campaign")
]


@pytest.mark.parametrize("case", TRAIT_CASES, ids=lambda case: case.name)
def test_named_fields_are_what_the_engine_s_getters_say(
    home: EngineHome, corpus: Path, tmp_path: Path, case: Case
) -> None:
    path = packed(case, tmp_path)
    log = read_log((corpus / case.module).with_name(case.files[0]))
    table = Table(people_of(log.script))
    table.apply(log.begin)
    with Engine(home) as engine:
        game = OpenModule.open(engine, path)
        game.load((corpus / case.module).with_name(case.files[0]))
        traits, values, wrong = getters(game, table)
    sys.stderr.write(f"{case.name}: {traits} traits, {values} values of {len(table.things)} things\n")
    assert wrong == []


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / "build").glob("*/*.vmod")), ids=lambda path: path.stem
)
def test_named_fields_of_a_module_of_ours(home: EngineHome, tmp_path: Path, path: Path) -> None:
    module = open_module(str(path))
    save = written(module, tmp_path / "ours.vsav")
    log = read_log(save)
    table = Table(people_of(log.script))
    table.apply(log.begin)
    with Engine(home) as engine:
        game = OpenModule.open(engine, path)
        game.load(save)
        assert compare(game, module, table)[1] == []
        traits, values, wrong = getters(game, table)
    sys.stderr.write(f"{path.stem}: {traits} traits, {values} values of {len(table.things)} pieces\n")
    assert wrong == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_engine_has_the_same_pieces_at_the_same_places(
    home: EngineHome, corpus: Path, tmp_path: Path, case: Case, record_property: Callable[[str, object], None]
) -> None:
    path = packed(case, tmp_path)
    module = open_module(str(path))
    compared = 0
    with Engine(home) as engine:
        game = OpenModule.open(engine, path)
        files = [(corpus / case.module).with_name(name) for name in case.files]
        if not files:
            game.load(written(module, tmp_path / "ours.vsav"))
            # The engine adds the decks and set-up stacks that our save leaves out.
            files.append(tmp_path / "again.vsav")
            game.save(files[0])
            again = read_log(files[0])
            assert (
                PublicNote(SAID) in again.begin or module.root.find("VASSAL.build.module.NotesWindow") is None
            )
        for file in files:
            log = read_log(file)
            assert game.load(file) == len(log.steps)
            for number, pieces, wrong in play(game, module, log):
                assert wrong == [], (file.name, number)
                compared += pieces
    record_property("pieces compared", compared)
    sys.stderr.write(f"{case.name}: {len(files)} files, {compared} pieces compared\n")
    assert compared > 0
