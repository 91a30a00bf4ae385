"""The short form of the long run, and hostile files by name.  Long: ``make fuzz``, log in docs/fuzz.md."""

from __future__ import annotations

import io
import struct
import time
import zipfile
import zlib
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz.judging import judging
from tests.fuzz.readers import readers
from tests.fuzz.rooms import rooms
from tests.fuzz.run import fuzz, memory
from tests.vassal.samples import PLAYED, log_bytes
from toolkit.diagnostics import InputError
from toolkit.vassal.buildfile import read_build_file
from toolkit.vassal.codecs import Codec, decode_saved_game, encode_saved_game
from toolkit.vassal.commands import decode_commands
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log, stream_log
from toolkit.vassal.sequence import decode_nested
from toolkit.vassal.traits import Piece

_MEGABYTE = 1 << 20
_TEXT = "begin_save\x1b+/1/stack/null;0;0\x1bCHAT戦車\x1bend_save\x1bLOG\tCHATx"


def test_1000_mutated_inputs() -> None:
    result = fuzz(1000, seed=1)
    assert [(name, data, fault) for name, data, fault in result.faults] == []
    assert sum(result.executions.values()) == 1000
    assert result.memory[-1] - result.memory[0] < 50


def test_readers_above_the_file_formats() -> None:
    result = fuzz(60, seed=3, chosen=rooms())
    assert [(name, data, fault) for name, data, fault in result.faults] == []
    assert set(result.executions) == set(rooms())


def test_readers_that_judge() -> None:
    known = {name: reader for name, reader in judging().items() if reader.prepare is None}
    result = fuzz(30, seed=3, chosen=known)
    assert [(name, data, fault) for name, data, fault in result.faults] == []
    assert set(result.executions) == set(known)


def test_a_fault_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str, separator: str) -> list[str]:
        return text.split(separator)[:2]

    monkeypatch.setattr("toolkit.vassal.sequence.decode", broken)
    assert "sequence" in {name for name, _, _ in fuzz(600, seed=1).faults}


@pytest.mark.parametrize("name", ["sequence", "command", "trait"])
def test_seeds_cut_at_every_byte(name: str) -> None:
    reader = readers()[name]
    for seed in reader.seeds[:12]:
        for length in range(min(len(seed), 300)):
            reader.run(seed[:length])


def test_a_build_file_cut_at_every_byte_is_refused_with_a_place() -> None:
    data = readers()["buildFile"].seeds[0]
    for length in range(1, len(data), 3):
        with pytest.raises(InputError) as caught:
            read_build_file(data[:length])
        assert caught.value.findings[0].place.line is not None


@pytest.mark.parametrize("codec", list(Codec))
def test_a_saved_game_cut_at_every_byte_and_with_every_bit_flipped(codec: Codec) -> None:
    data = encode_saved_game(_TEXT, codec, 7)
    flips = [(at, 1 << bit) for at in range(len(data)) for bit in range(8)]
    flipped = [data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :] for at, bit in flips]
    refused = 0
    for broken in [data[:length] for length in range(len(data))] + flipped:
        message = _refusal(broken)
        if message is None:
            text = decode_saved_game(broken).text
            assert decode_commands(text).encode() == text
        else:
            refused += 1
            assert any(word in message for word in ("offset", "stream", "ends too early"))
    assert (refused > 0) == (codec is not Codec.PLAIN)


def _refusal(data: bytes) -> str | None:
    try:
        decode_saved_game(data)
    except InputError as error:
        return str(error)
    return None


def test_a_log_cut_at_every_tenth_byte_is_read_or_refused() -> None:
    data = log_bytes(*PLAYED)
    for length in range(0, len(data), 10):
        with pytest.raises(InputError):
            read_log(data[:length])


@cache
def _zeros(size: int) -> bytes:
    """Return a deflate stream of `size` zeros, made of one block over and over."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(_MEGABYTE)) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * (size // _MEGABYTE) + packer.flush()


def _bomb(path: Path, declared: int, size: int) -> Path:
    """Write an archive whose entry says it has `declared` bytes and unpacks to `size`."""
    stream = _zeros(size)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("savedGame", stream)
    data = bytearray(path.read_bytes())
    for signature, method, sizes in ((b"PK\x03\x04", 8, 18), (b"PK\x01\x02", 10, 20)):
        at = data.rindex(signature)
        data[at + method : at + method + 2] = struct.pack("<H", zipfile.ZIP_DEFLATED)
        data[at + sizes : at + sizes + 8] = struct.pack("<II", len(stream), min(declared, 0xFFFFFFFE))
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("declared", [100, 400 * _MEGABYTE, 10 << 30])
def test_a_zip_bomb_of_10_gb_is_refused_in_little_memory(tmp_path: Path, declared: int) -> None:
    path = _bomb(tmp_path / "bomb.vlog", declared, 10 << 30)
    before, start = memory(), time.process_time()
    with pytest.raises(InputError) as caught:
        for _ in stream_log(path).steps:
            pass
    assert caught.value.findings[0].code in ("LOG001", "LOG003", "LOG010", "LIM001")
    assert memory() - before < 1500
    assert time.process_time() - start < 30


def test_a_compressed_text_of_1_gb_is_refused_at_its_limit() -> None:
    data = b"!VCSZ00" + _zeros(1 << 30).hex().encode()
    with pytest.raises(InputError, match="more than 16777216 bytes"):
        decode_saved_game(data, limit=16 * _MEGABYTE)


def test_10_000_deep() -> None:
    deep = 10_000
    logged = "LOG\t" * deep + "CHATx"
    assert decode_commands(logged).encode() == logged
    quoted = "'" * deep + "CHATx" + "'" * deep
    assert decode_commands(quoted).encode() == quoted
    escapes = "a" + "".join("\\" * level + "\tb" for level in range(500))
    assert len(decode_nested(escapes, "\t")) == 501
    flat = "\t".join("\\" * 40 for _ in range(deep))
    assert Piece.parse(flat, flat).type == flat
    with pytest.raises(InputError, match=r"(?i)depth|nested|deep"):
        read_build_file(b"<a>" * deep + b"</a>" * deep)


def test_entities_are_refused_and_names_that_leave_the_folder_ignored() -> None:
    laughs = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    with pytest.raises(InputError) as caught:
        read_build_file(f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><x>&l9;</x>'.encode())
    assert caught.value.findings[0].code == "LOG020"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("savedGame", "../../x", "a/../../../x"):
            archive.writestr(name, _TEXT)
    opened = open_container(buffer.getvalue())
    assert opened.names == ("savedGame",)
    assert [finding.code for finding in read_log(opened).findings] == ["LOG005", "LOG005"]
