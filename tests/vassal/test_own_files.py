"""What the engines wrote of a game of ours: read, written back, followed to the table of the next evening."""

from __future__ import annotations

import binascii
import json
import lzma
import re
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree

from tests.vassal import own_module
from tests.vassal.own_files import DATA, ENGINES, EVENINGS, LOGS, PLAYERS, SAVE, own_files
from toolkit.cli.inspect import command as inspect_command
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import check_logs
from toolkit.engine.report import EngineReport
from toolkit.vassal import commands as c
from toolkit.vassal.buildfile import BuildFile, read_build_file
from toolkit.vassal.chain import links
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import decode_commands, leaves
from toolkit.vassal.containers import open_container
from toolkit.vassal.events import ChatLine, PieceMoved, Spot
from toolkit.vassal.log import Log, read_log, stream_log
from toolkit.vassal.packing import container_bytes
from toolkit.vassal.privacy import people_of
from toolkit.vassal.scrub import scrub_game
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Deck, Piece, StackState, UnknownTrait, is_deck, is_stack

FILES = pytest.mark.parametrize("path", own_files(), ids=lambda path: f"{path.parent.name}-{path.name}")
BY_ENGINE = pytest.mark.parametrize("engine", ENGINES)
_REPORT = re.compile(r"\* (?!UNDO).*? moves (.*?) -> (.*?)(?: \*| *$)")
_IDS = [player.id for player in PLAYERS]


def module() -> BuildFile:
    return read_build_file(own_module.build_file().encode())


def followed(log: Log) -> Table:
    table = Table(people_of(log.script))
    table.apply(log.begin)
    for step in log.steps:
        table.apply(step.commands, step.number)
    return table


def lying(table: Table) -> dict[str, tuple[Spot, tuple[str, ...]]]:
    return {thing.id: (table.spot(thing.id), tuple(thing.states[:-1])) for thing in table.counters()}


@FILES
def test_every_file_comes_back(path: Path) -> None:
    container = open_container(path)
    decoded = container.saved_game()
    found = decode_commands(decoded.text)
    assert found.encode() == decoded.text
    assert decoded.encode() == container.read("savedGame")
    assert [leaf for command in found for leaf in leaves(command) if isinstance(leaf, c.Raw)] == []
    assert decoded.codec is Codec.VCSK


@FILES
def test_every_piece_and_deck_is_written_back_from_its_fields(path: Path) -> None:
    added = [leaf for item in read_log(path).script for leaf in leaves(item) if isinstance(leaf, c.AddPiece)]
    decks = [leaf.type for leaf in added if is_deck(leaf.type)]
    stacks = [leaf for leaf in added if is_stack(leaf.type)]
    pieces = [leaf for leaf in added if not (is_deck(leaf.type) or is_stack(leaf.type))]
    assert (len(decks), len(pieces) >= len(own_module.START) + len(own_module.CARDS)) == (1, True)
    # What an older engine leaves out at the end is filled in.
    assert all(Deck.parse(text).canonical().startswith(text) for text in decks)
    assert all(StackState.parse(leaf.state).encode() == leaf.state for leaf in stacks)
    for leaf in pieces:
        read = Piece.parse(leaf.type, leaf.state)
        assert (read.type, read.state) == (leaf.type, leaf.state)
        assert not any(isinstance(part.trait, UnknownTrait) for part in read.parts)


@BY_ENGINE
def test_the_evenings_have_the_steps_that_were_played(engine: str) -> None:
    for name, evening in zip(LOGS, EVENINGS, strict=True):
        log = read_log(DATA / engine / name)
        played = sum(1 + len(list(step.get("via", ()))) for step in evening if step["op"] != "as")  # type: ignore[call-overload]
        assert (len(log.steps), log.findings) == (played, ())
        assert sum(1 for item in log.script for _ in leaves(item)) == len(log.begin) + sum(
            len(step.commands) for step in log.steps
        )
    assert read_log(DATA / engine / SAVE).steps == ()


@FILES
def test_streaming_gives_the_same_as_reading(path: Path) -> None:
    log, stream = read_log(path), stream_log(path)
    assert (stream.begin, tuple(stream.steps), stream.findings) == (log.begin, log.steps, [])
    assert (stream.metadata, stream.module) == (log.metadata, log.module)


@FILES
def test_who_wrote_it(path: Path) -> None:
    log = read_log(path)
    assert log.metadata is not None
    assert log.module is not None
    assert log.metadata.vassal_version == path.parent.name
    assert (log.module.name, log.module.version) == (own_module.NAME, own_module.VERSION)


@BY_ENGINE
def test_the_engine_s_reports_name_the_places_as_we_do(engine: str) -> None:
    """Hexes, squares and regions: the engine itself wrote "moves 0303 -> 0403" into these logs."""
    maps, compared = module().maps, set()
    for name in LOGS:
        log = read_log(DATA / engine / name)
        table = Table(people_of(log.script))
        table.apply(log.begin)
        for step in log.steps:
            events = table.apply(step.commands, step.number)
            said = [_REPORT.fullmatch(event.text) for event in events if isinstance(event, ChatLine)]
            moves = [event for event in events if isinstance(event, PieceMoved) and event.end.map]
            for report in filter(None, said):
                spots = (moves[-1].start, moves[-1].end)
                names = [
                    maps[spot.map].location(spot.x, spot.y, table.boards[spot.map])
                    for spot in spots
                    if spot.map is not None
                ]
                # A card comes out of its deck, which is a place of its own.
                if report[1] != "Cup":
                    assert names == list(report.groups())
                    compared |= {(spot.map, place) for spot, place in zip(spots, names, strict=True)}
    assert {where for where, _ in compared} == {own_module.HEXES, own_module.SQUARES, own_module.REGIONS}
    assert len(compared) >= 10


@BY_ENGINE
def test_the_table_at_the_end_of_an_evening_is_that_at_the_start_of_the_next(engine: str) -> None:
    logs = [read_log(DATA / engine / name, name=name) for name in (*LOGS, SAVE)]
    for one, two in pairwise(logs):
        after = Table(people_of(two.script))
        after.apply(two.begin)
        assert lying(followed(one)) == lying(after)
    found = list(links(logs))
    assert [(link.table_of, link.step, link.exact) for link in found[1:]] == [
        (name, None, True) for name in LOGS
    ]


@FILES
def test_inspect_shows_no_id(path: Path) -> None:
    arguments = [str(path), "--steps", "--format", "json"]
    result = CliRunner().invoke(inspect_command, arguments, standalone_mode=False)
    json.loads(result.output)
    assert PLAYERS[0].name in json.dumps(json.loads(result.output), ensure_ascii=False)
    assert not [id_ for id_ in _IDS if id_ in result.output]


@FILES
def test_a_copy_keeps_all_but_the_ids(path: Path) -> None:
    script = decode_commands(open_container(path).saved_game().text)
    text = open_container(container_bytes(scrub_game(str(path)).entries)).saved_game().text
    copy = decode_commands(text)
    assert not [id_ for id_ in _IDS if id_ in text]
    ours, theirs = ([type(leaf) for item in every for leaf in leaves(item)] for every in (script, copy))
    assert ours == theirs


def test_the_module_they_were_played_with_comes_back() -> None:
    data = own_module.build_file().encode()
    written = module().encode()
    assert etree.tostring(etree.fromstring(written), method="c14n") == etree.tostring(
        etree.fromstring(data), method="c14n"
    )
    assert all(slot.piece is not None for slot in module().slots())


@pytest.mark.engine
@BY_ENGINE
def test_the_engine_at_hand_steps_through_them_to_our_table(
    home: EngineHome, tmp_path: Path, engine: str
) -> None:
    report = EngineReport(own_module.write_module(tmp_path / "own.vmod"), home.version)
    check_logs(report, home, [DATA / engine / name for name in LOGS])
    assert report.findings == []


def _hex(data: bytes, key: int) -> bytes:
    return binascii.hexlify(bytes(byte ^ key for byte in data))


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


# How a text is wrapped by other engines and tools, from the description of the formats and not by our codecs.
WRAPPINGS: dict[str, tuple[Codec, Callable[[bytes], bytes]]] = {
    "plain text": (Codec.PLAIN, lambda text: text),
    "hex": (Codec.VCSK, lambda text: b"!VCSK5a" + _hex(text, 0x5A)),
    "upper-case hex": (Codec.VCSK, lambda text: b"!VCSKA5" + _hex(text, 0xA5).upper()),
    "VOBS": (Codec.VOBS, lambda text: b"VOBS\x2a" + bytes(byte ^ 0x2A for byte in text)),
    "XZ": (Codec.XZ, lzma.compress),
    "!VCSZ": (Codec.VCSZ, lambda text: b"!VCSZ7f" + _hex(zlib.compress(text), 0x7F)),
    "!VCSZ without zlib's header": (Codec.VCSZ, lambda text: b"!VCSZ7f" + _hex(_deflate(text), 0x7F)),
    "!VOXZ": (Codec.VOXZ, lambda text: b"!VOXZ\x99" + bytes(byte ^ 0x99 for byte in lzma.compress(text))),
}


@BY_ENGINE
@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize("alone", [False, True], ids=["packed", "savedGame alone"])
def test_a_log_of_any_wrapping_is_the_same_log(engine: str, wrapping: str, alone: bool) -> None:
    codec, wrap = WRAPPINGS[wrapping]
    log = read_log(DATA / engine / LOGS[1])
    data = wrap(log.encode().encode())
    # Engines before 3.1 packed the game and nothing else.
    source = data if alone else container_bytes({"savedGame": data})
    found = read_log(source)
    assert open_container(source).saved_game().codec is codec
    assert (found.begin, found.steps, found.metadata) == (log.begin, log.steps, None)
    assert tuple(stream_log(source).steps) == log.steps


@BY_ENGINE
def test_commands_of_a_module_s_own_classes_are_set_apart(engine: str) -> None:
    text = read_log(DATA / engine / LOGS[0]).encode() + "\x1bLOG\tROLLOVER:RED"
    log = read_log(text.encode())
    assert log.findings == ()
    assert [(leaf.prefix, leaf.reason) for leaf in log.steps[-1].commands if isinstance(leaf, c.Raw)] == [
        ("ROLLOVER", None)
    ]
