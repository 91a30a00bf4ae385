"""Forms of the 3.8 line and later: read as far as they are known, written back exactly, and said."""

from __future__ import annotations

import pytest

from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.commands import AddPiece, encode_commands
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.scrub import scrub_game
from toolkit.vassal.table import Table
from toolkit.vassal.traits import LocationCommand, Piece, Trail, parse_trait

FLAT = AddPiece("1", "delete;Delete;68,130;\tmark;Side\tpiece;;;a.png;Tank", "\tAxis\tMain;10;20;7;0")


@pytest.mark.parametrize("codec", [Codec.VOBS, Codec.VOXZ, Codec.VCSK])
def test_a_flat_chain_keeps_its_core(codec: Codec) -> None:
    text = encode_commands([FLAT])
    log = read_log(
        container_bytes(game_entries(text, save=Metadata(vassal_version="3.8.0"), module=None, codec=codec))
    )
    assert log.codec is codec
    assert log.encode() == text
    assert log.findings == ()
    table = Table()
    table.apply(log.begin)
    (thing,) = table.things.values()
    assert thing.name == "Tank"
    assert thing.properties()["Side"] == "Axis"


def test_a_flat_chain_is_scrubbed_as_a_flat_chain() -> None:
    masked = AddPiece(
        "1", "obs;88;a.png;Mask;I\tmark;Side\tpiece;;;a.png;Tank", "hunter2;\thunter2\tMain;1;2;7;0"
    )
    text = encode_commands([masked])
    data = container_bytes({"savedGame": encode_saved_game(text)})
    copy = read_log(container_bytes(scrub_game(data).entries)).begin[0]
    assert isinstance(copy, AddPiece)
    assert copy.state == "player-1;\tplayer-1\tMain;1;2;7;0"


def test_a_piece_without_a_core_is_said() -> None:
    text = encode_commands([AddPiece(str(n), "delete;Delete;68,130;", "") for n in range(3)])
    (finding,) = read_log(container_bytes({"savedGame": encode_saved_game(text)})).findings
    assert (finding.code, finding.data["count"]) == ("LOG011", 3)


def test_forms_of_later_engines_are_kept_and_said() -> None:
    text = "begin_save\x1bRNG\t77\x1b\x1e5:CHATx"
    data = container_bytes(game_entries(text, save=Metadata(vassal_version="4.1.0"), module=None))
    log = read_log(data)
    assert log.encode() == text
    assert [finding.code for finding in log.findings] == ["LOG013", "LOG012", "LOG012"]


def test_pieces_with_lengths_are_kept_and_said_once() -> None:
    """As an engine would write them whose sequences have lengths; the basic piece is there, but not read."""
    chain = "mark;Side\t\x1e27\x1emark;Step\tpiece;;;a.png;Tank"
    text = f"+/1/{chain}/Axis\t\x1e14\x1e1\tMain;1;2;7;0\x1bD/1/Axis\t\x1e14\x1e2\tMain;1;2;7;0"
    data = container_bytes(game_entries(text, save=Metadata(vassal_version="3.8.0"), module=None))
    log = read_log(data)
    assert log.encode() == text
    (finding,) = log.findings
    assert (finding.code, finding.data["count"]) == ("LOG012", 2)
    assert read_log(container_bytes(scrub_game(data).entries)).encode() == text


@pytest.mark.parametrize(
    "text",
    [
        "footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;;true",
        "footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;;true;more;still",
        "locCommand;d;LOC_REGIONS;;m;;true;$LocationName$;false;true",
        "delete;Delete;68,130;;later",
    ],
)
def test_longer_fields_are_kept_when_a_trait_is_written(text: str) -> None:
    assert parse_trait(text).canonical() == text


def test_longer_fields_are_known() -> None:
    trail = parse_trait("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;;true")
    assert isinstance(trail, Trail)
    assert trail.ignore_same_place
    command = parse_trait("locCommand;d;LOC_REGIONS;;m;;true;$LocationName$;false;true")
    assert isinstance(command, LocationCommand)
    assert (command.sort, command.ascending, command.numeric) == ("$LocationName$", False, True)


def test_a_changed_piece_keeps_what_it_does_not_know() -> None:
    piece = Piece.parse("footprint;84,130\tpiece;;;;a;9;9;9;9;9;9", "false\tnull;0;0;")
    assert piece.type == "footprint;84,130\tpiece;;;;a;9;9;9;9;9;9"
