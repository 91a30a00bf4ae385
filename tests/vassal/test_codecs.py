"""Wrappings of a saved game: round trips, and clear errors with the offset for broken ones."""

from __future__ import annotations

import binascii
import lzma
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.diagnostics import InputError
from toolkit.vassal.codecs import Codec, decode_saved_game, encode_saved_game, unwrap

_TEXT = st.text(max_size=200)


@given(_TEXT, st.sampled_from(list(Codec)), st.integers(0, 255))
def test_every_wrapping_comes_back(text: str, codec: Codec, key: int) -> None:
    text = "begin_save" + text
    decoded = decode_saved_game(encode_saved_game(text, codec, key))
    assert (decoded.text, decoded.codec) == (text, codec)
    assert decoded.encode() == encode_saved_game(text, codec, decoded.key)


@given(_TEXT, st.integers(0, 255))
def test_obfuscation_against_byte_by_byte(text: str, key: int) -> None:
    expected = f"!VCSK{key:02x}" + "".join(f"{byte ^ key:02x}" for byte in text.encode())
    assert encode_saved_game(text, Codec.VCSK, key) == expected.encode()


def test_upper_case_hex_and_mixed_case() -> None:
    text = "Łódź 戦車 🎲"
    data = encode_saved_game(text, Codec.VCSK, 0xAB)
    upper = b"!VCSK" + data[5:].upper()
    assert decode_saved_game(upper).text == text
    assert decode_saved_game(upper).encode() == upper


def test_bytes_that_are_no_utf8_come_back_unchanged() -> None:
    data = b"begin_save\x1b\xff\xfe caf\xe9"
    assert decode_saved_game(data).encode() == data


def test_deflate_without_zlib_header() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(b"begin_save") + packer.flush()
    data = b"!VCSZ07" + binascii.hexlify(bytes(byte ^ 7 for byte in raw))
    assert decode_saved_game(data).text == "begin_save"


@pytest.mark.parametrize("codec", [Codec.VCSK, Codec.VCSZ, Codec.VOXZ, Codec.XZ])
def test_cut_at_every_byte_is_an_error_where_the_wrapping_can_tell(codec: Codec) -> None:
    text = "begin_save\x1bend_save"
    data = encode_saved_game(text, codec, 90)
    for length in range(6, len(data)):
        # Plain hex digits may end after any byte; everything else knows that it is cut.
        if codec is Codec.VCSK and length % 2 and length >= 7:
            assert text.startswith(decode_saved_game(data[:length]).text)
            continue
        with pytest.raises(InputError) as caught:
            decode_saved_game(data[:length], name="x.vsav")
        assert caught.value.exit_status == 2
        assert caught.value.findings[0].key() == ("LOG001", "", None)


def test_a_wrong_digit_is_named_with_its_offset() -> None:
    with pytest.raises(InputError, match="offset 9: b'g'"):
        decode_saved_game(b"!VCSK0041g1")
    with pytest.raises(InputError, match="odd number"):
        decode_saved_game(b"!VCSK00414")


def test_a_bomb_stops_at_the_limit() -> None:
    bomb = lzma.compress(b"\0" * 10_000_000)
    for data in (bomb, b"!VCSZ00" + binascii.hexlify(zlib.compress(b"\0" * 10_000_000))):
        with pytest.raises(InputError, match="more than 1000 bytes"):
            decode_saved_game(data, limit=1000)


def test_key_out_of_range() -> None:
    with pytest.raises(ValueError, match="one byte"):
        encode_saved_game("x", Codec.VCSK, 256)


@given(_TEXT, st.sampled_from(list(Codec)), st.integers(0, 255), st.integers(1, 9))
def test_piece_by_piece_gives_the_same(text: str, codec: Codec, key: int, size: int) -> None:
    data = encode_saved_game("begin_save" + text, codec, key)
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    assert b"".join(unwrap(pieces)[1]).decode() == "begin_save" + text


@pytest.mark.parametrize(
    ("data", "words"), [(b"!VCSK0041g1", "offset 9"), (b"!VCSK00414", "odd"), (b"!VCSK0", "key")]
)
def test_piece_by_piece_names_the_same_offsets(data: bytes, words: str) -> None:
    for size in range(1, 12):
        pieces = (data[at : at + size] for at in range(0, len(data), size))
        with pytest.raises(InputError, match=words):
            list(unwrap(pieces)[1])
