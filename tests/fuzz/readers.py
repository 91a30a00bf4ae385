"""The readers that are fuzzed: what each is given to begin with, and what must hold whatever it is given.

A reader may refuse its input with an `InputError`; anything else that it raises is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from lxml import etree

from tests.vassal import samples
from tests.vassal.test_commands import FAMILIES
from tests.vassal.test_traits import WRITTEN
from toolkit.diagnostics import InputError
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import open_module, read_build_file
from toolkit.vassal.codecs import (
    Codec,
    decode_saved_game,
    encode_saved_game,
    unwrap,
)
from toolkit.vassal.commands import (
    AddPiece,
    Raw,
    decode_command,
    decode_commands,
    iter_commands,
    leaves,
    read_script,
)
from toolkit.vassal.containers import Limits, open_container
from toolkit.vassal.images import image_size
from toolkit.vassal.log import read_log, stream_log
from toolkit.vassal.metadata import Metadata, parse_metadata
from toolkit.vassal.packing import container_bytes
from toolkit.vassal.privacy import people_of
from toolkit.vassal.scrub import scrub_game
from toolkit.vassal.table import Table
from toolkit.vassal.traits import TRAITS, DeckState, Piece, StackState, Trail
from toolkit.vassal.traits import piece as build_piece

_LIMIT = 1 << 20
_SMALL = Limits(entry=_LIMIT, total=1 << 24, entries=1000)
_SEPARATORS = "\t\x1b/;,|:~="


_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\x84\0\0\2\x58"
_PICTURES = open_container(
    container_bytes({"buildFile.xml": b"<x/>", "images/a.png": _PNG, "images/b.png": b""})
)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader and the inputs it starts from."""

    seeds: tuple[bytes, ...]
    run: Callable[[bytes], None]
    every: int = 1  # it gets one input where the fastest get so many
    prepare: Callable[[], object] | None = None  # what takes long and is done once


def text_of(data: bytes) -> str:
    """Return bytes as the codecs hand them on."""
    return data.decode("utf-8", "surrogateescape")


def expect(error: InputError, code: str) -> None:
    """Hold that an input was refused with one finding, of the code that begins so."""
    (finding,) = error.findings
    assert finding.code.startswith(code)


def _pieces(data: bytes) -> Iterable[bytes]:
    size = 1 + len(data) % 13
    return (data[at : at + size] for at in range(0, len(data), size))


def codec(data: bytes) -> None:
    """Unwrapping whole and in pieces agrees; what came out goes in again and comes back."""
    try:
        found = decode_saved_game(data, limit=_LIMIT)
    except InputError as error:
        expect(error, "LOG001")
        found = None
    try:
        streamed = b"".join(unwrap(_pieces(data), limit=_LIMIT)[1])
    except InputError:
        assert found is None
        return
    assert found is not None
    assert text_of(streamed) == found.text
    assert decode_saved_game(found.encode()).text == found.text
    for other in Codec:
        if other is Codec.PLAIN and found.text.startswith(("!V", "VOBS", "\udcfd")):
            continue
        assert decode_saved_game(encode_saved_game(found.text, other, len(data) % 256)).text == found.text


def sequences(data: bytes) -> None:
    """Any list of strings comes back; nested elements are read the same at one go and level by level."""
    text = text_of(data)
    separator = _SEPARATORS[len(data) % len(_SEPARATORS)]
    items = sequence.decode(text, separator)
    written = sequence.encode(items, separator, sequence.Quoting.LOSSLESS)
    assert sequence.decode(written, separator) == items
    for quoting in sequence.Quoting:
        sequence.encode(items, separator, quoting)
    elements, level = [], sequence.decode(text, separator)
    while len(level) > 1:
        elements += level[:-1]  # more than one side by side, as later engines write them
        level = sequence.decode(level[-1], separator)
    elements += level
    assert sequence.decode_nested(text, separator) == elements
    sequence.encode_nested(elements, separator)
    sequence.encode_nested([], separator)
    for tokens in (sequence.Tokens(text, separator), sequence.Tokens(None, separator)):
        while tokens.more:
            tokens.integer()
            tokens.number()
            tokens.boolean()
            tokens.text()
        assert (tokens.integer(7), tokens.number(7.5), tokens.boolean(True), tokens.rest()) == (
            7,
            7.5,
            True,
            (),
        )
    with suppress(ValueError):
        sequence.encode(items, text[:2])


def commands(data: bytes) -> None:
    """Any text is written back; a table takes any command and gives it back; a scrubbed text is read."""
    text = text_of(data)
    script = decode_commands(text)
    assert script.encode() == text
    assert tuple(iter_commands(_pieces(data))) == script.commands
    streamed = read_script(_pieces(data))
    assert streamed is None or (streamed, streamed.encode()) == (script, text)
    people = people_of(script)
    table = Table(people)
    table.apply(script)
    before = {id_: table.spot(id_) for id_ in table.things}
    table.apply(script, 1)
    assert table.undo()
    assert {id_: table.spot(id_) for id_ in table.things} == before
    for command in script:
        for leaf in leaves(command):
            again = decode_command(leaf.canonical())
            assert isinstance(leaf, Raw) or isinstance(again, type(leaf) | Raw)
            repr(leaf)
    try:
        scrubbed = scrub_game(encode_saved_game(script.encode(), Codec.VOXZ, 9))
    except InputError as error:
        expect(error, "LOG032")
        return
    again = open_container(container_bytes(scrubbed.entries)).saved_game().text
    assert len(decode_commands(again)) == len(decode_commands(script.encode()))


def traits(data: bytes) -> None:
    """Any piece, stack or deck is written back."""
    type_, _, state = text_of(data).partition("\x00")
    piece = Piece.parse(type_, state)
    assert piece.type == type_
    assert piece.state == state
    piece.properties()
    piece.basic_state.parse(piece.basic_state.encode())
    # An element that ends in a backslash swallows what follows: the engine's way of writing.
    if not type_.endswith("\\"):
        assert decode_command(piece.add_command("1").encode()) == AddPiece("1", type_, state)
    for part in piece.parts:
        part.trait.canonical()
        part.trait.initial_state()
        if isinstance(part.trait, Trail):
            part.trait.points(part.state)
        assert build_piece([part, part.trait, (part.trait, state)], name="A").basic is not None
    stack, deck = StackState.parse(state), DeckState.parse(state)
    stack.encode()
    assert DeckState.parse(deck.encode()).x == deck.x


def build_file(data: bytes) -> None:
    """A document that is XML is equal after a round trip, whatever its components say."""
    try:
        found = read_build_file(data, container=_PICTURES)
    except InputError as error:
        expect(error, "LOG020")
        return
    again = read_build_file(found.encode())
    assert etree.tostring(again.root, method="c14n") == etree.tostring(found.root, method="c14n")
    assert None not in (*found.sides, found.name, found.version, found.vassal_version)
    for definition in found.maps.values():
        for x, y in ((0, 0), (37, 61), (37, 62), (-5, 1 << 20), (450, 300), (903, 599)):
            definition.location(x, y)
            apart = definition.hexes_apart((x, y), (37, 61))
            assert apart is None or apart >= 0
        extent = definition.extent()
        assert extent is None or len(extent) == 2
    for command in found.slot_commands():
        command.encode()
    for slot in found.slots():
        if slot.piece is not None:
            found.expand(slot.piece)
    for piece in found.prototypes.values():
        found.expand(piece)


def containers(data: bytes) -> None:
    """An archive is read, or refused with a finding; pictures and metadata never raise anything else."""
    image_size(data)
    with suppress(InputError):
        open_module(data)
    try:
        opened = open_container(data, limits=_SMALL)
        for entry in opened.names:
            image_size(opened.read(entry))
        assert opened.module is None or opened.module.to_xml()
        assert opened.save is None or opened.save.to_xml()
        log = read_log(opened)
        stream = stream_log(opened)
        assert len(list(stream.steps)) == len(log.steps)
    except InputError as error:
        expect(error, "LOG")
    try:
        parse_metadata(data)
    except InputError as error:
        expect(error, "LOG002")


def _command_seeds() -> tuple[bytes, ...]:
    whole = open_container(samples.log_bytes(*samples.PLAYED)).saved_game().text
    texts = [text for _, text in FAMILIES] + [whole]
    texts += ["LOG\t" * 250 + "CHATx", "'CHATx'", "'LOG\t'CHATx''", "CLOCK\ta", "GlobalProperty\t"]
    texts += [f"begin_save\x1b{text}\x1bLOG\t{text}\\\x1bLOG\tnull" for _, text in FAMILIES]
    return tuple(text.encode() for text in texts)


def _trait_seeds() -> tuple[bytes, ...]:
    texts = [f"{text}\tpiece;;;a.png;A\x00{trait.initial_state()}\tMain;1;2;7;0" for trait, text in WRITTEN]
    texts += [
        f"{command.type}\x00{command.state}" for command in samples.begin() if isinstance(command, AddPiece)
    ]
    texts += [f"{prefix}a;b,c;5\\;d;true;1.5;-1\x00x" for prefix in TRAITS]
    texts += [f"{prefix}65,130;65,195,a;x\x002;1,2;3,4" for prefix in TRAITS]
    texts += ["rotate;6;x\x002", "rotate;0\x00"]
    texts += [
        "deck;x\x00Main;1;2;true;1,2",
        "stack\x00Main;3;4;1;2;@@0",
        "nonRect;a;1\x00",
        "piece;\x00null;x",
    ]
    return tuple(text.encode() for text in texts)


_GRID = "VASSAL.build.module.map.boardPicker.board."
_NUMBERING = (
    '<{p}mapgrid.{k}Numbering first="{f}" sep="." hType="{t}" vType="N" hOff="{o}" vOff="1" hLeading="2" '
    'vLeading="1" hDescend="{d}" vDescend="{d}" stagger="{d}" locationFormat="$gridLocation$"/>'
)


def _numbering(kind: str, first: str, type_: str, offset: int, descend: str) -> str:
    return _NUMBERING.format(p=_GRID, k=kind, f=first, t=type_, o=offset, d=descend)


def _grids() -> list[str]:
    found = []
    for sideways, first, letters in (("false", "H", "N"), ("true", "V", "A")):
        hexes = _numbering("HexGrid", first, letters, -3, sideways)
        squares = _numbering("SquareGrid", first, letters, 2, sideways)
        found.append(
            f'<{_GRID}HexGrid dx="50" dy="43.3" x0="7" y0="9" sideways="{sideways}">{hexes}</{_GRID}HexGrid>'
        )
        found.append(f'<{_GRID}SquareGrid dx="48" dy="48" x0="3" y0="4">{squares}</{_GRID}SquareGrid>')
    found.append(
        f'<{_GRID}RegionGrid snapto="true"><{_GRID}Region name="A" originx="30" originy="60"/>'
        f'<{_GRID}Region name="B" originx="400" originy="x"/></{_GRID}RegionGrid>'
    )
    zones = "".join(
        f'<{_GRID}mapgrid.Zone name="Z{number}" locationFormat="$name$ $gridLocation$" '
        f'useParentGrid="{parent}" path="0,0;90,0;90,{number * 90};0,90">{grid}</{_GRID}mapgrid.Zone>'
        for number, (parent, grid) in enumerate([("true", ""), ("false", found[0]), ("false", found[3])])
    )
    found.append(f"<{_GRID}ZonedGrid>{found[1]}{zones}</{_GRID}ZonedGrid>")
    return found


def build_seeds() -> tuple[bytes, ...]:
    """Return small buildFiles with everything that is read of them."""
    slot = samples.counter("A").add_command().encode()
    pieces = (
        '<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition name="p">'
        "+/null/prototype;p\tpiece;;;;/\tnull;0;0</VASSAL.build.module.PrototypeDefinition>"
        "</VASSAL.build.module.PrototypesContainer>"
        f'<VASSAL.build.widget.PieceSlot entryName="A" gpid="1">{slot}</VASSAL.build.widget.PieceSlot>'
        '<VASSAL.build.widget.PieceSlot entryName="B">+/null/prototype;p\tpiece;;;;/\tnull;0;0'
        "</VASSAL.build.widget.PieceSlot><VASSAL.build.module.PlayerRoster><entry>Red</entry>"
        "</VASSAL.build.module.PlayerRoster>"
    )
    picker = "VASSAL.build.module.map."
    found = []
    for grid in _grids():
        board = (
            f'<{picker}boardPicker.Board name="B" width="900" height="600">{grid}</{picker}boardPicker.Board>'
        )
        maps = (
            f'<VASSAL.build.module.Map mapName="M" edgeWidth="3" edgeHeight="x"><{picker}BoardPicker>'
            f"<setup>MBoardPicker\tB/rev\t0\t0\tB\t1\t0</setup>{board}</{picker}BoardPicker>"
            f'<{picker}DrawPile name="D" x="37" y="61"/></VASSAL.build.module.Map>'
        )
        found.append(f'<VASSAL.build.GameModule name="m">{maps}{pieces}</VASSAL.build.GameModule>'.encode())
    sized = b'width="900" height="600"'
    found += [found[0].replace(sized, b'image="%s.png"' % name) for name in (b"a", b"b", b"c")]
    found += [found[1].replace(b"/rev", b""), found[2].replace(b"<setup>MBoard", b"<setup>x")]
    found.append(found[0].replace(b"HexGridNumbering", b"ObliqueHexGridNumbering"))
    found.append(found[0].replace(sized, b'image="a.png" magnification="2"'))
    found.append(found[0].replace(sized, b'image="a.png" magnification="x"'))
    found.append(found[-1] + b"<")
    found.append("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".encode("utf-32"))
    found.append(b"<a><VASSAL.build.widget.PieceSlot>x</VASSAL.build.widget.PieceSlot></a>")
    return (*found, b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<戦 a='é'/>".encode("utf-16"))


def _codec_seeds() -> tuple[bytes, ...]:
    texts = ("begin_save\x1bCHAT戦車\x1bend_save", "", "\x1b" * 40)
    found = [encode_saved_game(text, codec_, key) for text in texts for codec_ in Codec for key in (0, 0x5A)]
    raw_deflate = b"!VCSZ00" + b"4b04000000ffff0300"
    return (*found, found[2].upper(), raw_deflate)


def _container_seeds() -> tuple[bytes, ...]:
    log = samples.log_bytes(*samples.PLAYED)
    module = container_bytes({"buildFile.xml": build_seeds()[0], "moduledata": Metadata(name="m").to_xml()})
    old = Metadata(name="x", names={"de": "y"}, module_name="m", vassal_version="3.2.17").to_xml()
    gif, png = b"GIF89a\x05\x00\x06\x00", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x06"
    jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0\0\x11\x08\0\x05\0\x06\3"
    svg = b'<svg width="10px" height="20" viewBox="0 0 5 6"/>'
    return (log, module, old, gif, png, jpeg, svg, b"begin_save\x1bend_save\x1bLOG\tCHATx")


def readers() -> dict[str, Reader]:
    """Return all readers by name."""
    return {
        "codec": Reader(_codec_seeds(), codec),
        "sequence": Reader((b"a\\;b;'c';\\", b"x\ty\\\tz\\\\\tw", b"'a\x1b'b'"), sequences),
        "command": Reader(_command_seeds(), commands),
        "trait": Reader(_trait_seeds(), traits),
        "buildFile": Reader(build_seeds(), build_file),
        "container": Reader(_container_seeds(), containers),
    }
