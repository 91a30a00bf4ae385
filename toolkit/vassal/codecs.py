"""How the text of a ``savedGame`` is wrapped: plain, obfuscated, compressed.

=========  ==========================================================  =====================
header     body                                                        written by
=========  ==========================================================  =====================
none       UTF-8 text                                                  tools, old engines
``!VCSK``  two hex digits of key, then two per byte, each XOR key      every engine since 2.9
``VOBS``   a key byte, then bytes XOR key                              3.8 in development, tools
XZ magic   an XZ stream                                                development builds
``!VCSZ``  as ``!VCSK``, around a deflate stream                       development builds
``!VOXZ``  a key byte, then an XZ stream, each byte XOR key            development builds
=========  ==========================================================  =====================

All are read; released engines read the first two only, so ``!VCSK`` is what to write.

Source: ``VASSAL.tools.io.DeobfuscatingInputStream`` and ``ObfuscatingOutputStream``, release-3.7.
"""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.budget import budget

# As much as one entry of an archive may hold.
MAX_TEXT = 1 << 29


class Codec(StrEnum):
    """The wrapping of a saved game's text."""

    PLAIN = "plain"
    VCSK = "!VCSK"
    VOBS = "VOBS"
    XZ = "xz"
    VCSZ = "!VCSZ"
    VOXZ = "!VOXZ"


_XZ_MAGIC = b"\xfd7zXZ\x00"
_HEADERS = (
    (b"!VCSK", Codec.VCSK),
    (b"!VCSZ", Codec.VCSZ),
    (b"!VOXZ", Codec.VOXZ),
    (b"VOBS", Codec.VOBS),
    (_XZ_MAGIC, Codec.XZ),
)
# A header and its key.
_LONGEST_HEAD = 7
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a saved game and how it was wrapped.

    Attributes
    ----------
    text : str
        Bytes that are no UTF-8 come as lone surrogates (``surrogateescape``), so that they are written back
        unchanged.
    key : int
        0 to 255; 0 where the wrapping has none.
    upper : bool
        The hex digits were upper case.
    """

    text: str
    codec: Codec
    key: int = 0
    upper: bool = False

    def encode(self) -> bytes:
        """Return the text in the wrapping it came in."""
        data = encode_saved_game(self.text, self.codec, self.key)
        if self.upper:
            data = data[:5] + data[5:].upper()
        return data


@cache
def _xor_table(key: int) -> bytes:
    return bytes(value ^ key for value in range(256))


def _fail(message: str, name: str | None) -> InputError:
    return InputError.single("LOG001", message, Place(file=name))


def _unhex(data: bytes, start: int, name: str | None) -> bytes:
    """Return the bytes written as hex digits from offset `start` on."""
    try:
        return binascii.unhexlify(memoryview(data)[start:])
    except binascii.Error:
        bad = _NOT_HEX.search(data, start)
        if bad is not None:
            raise _fail(f"offset {bad.start()}: {bad.group()!r} where a hex digit should be", name) from None
        raise _fail(
            f"offset {len(data)}: cut in the middle of a byte (odd number of hex digits)", name
        ) from None


def _key_byte(data: bytes, at: int, name: str | None) -> int:
    if len(data) <= at:
        raise _fail(f"offset {len(data)}: cut before the key", name)
    return data[at]


def _key_hex(data: bytes, at: int, name: str | None) -> int:
    if len(data) < at + 2:
        raise _fail(f"offset {len(data)}: cut before the key", name)
    return _unhex(data[: at + 2], at, name)[0]


def _unxz(data: bytes, limit: int, name: str | None) -> bytes:
    decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=1 << 28)
    try:
        text = decompressor.decompress(data, max_length=min(limit, budget().left("bytes")) + 1)
    except lzma.LZMAError as error:
        raise _fail(f"broken XZ stream: {error}", name) from None
    return _complete(text, len(data), decompressor.eof, limit, name)


def _inflate(data: bytes, limit: int, name: str | None) -> bytes:
    # With or without zlib's two header bytes: both are called deflate.
    wrapped = len(data) > 1 and data[0] & 0x0F == 8 and (data[0] * 256 + data[1]) % 31 == 0
    decompressor = zlib.decompressobj(zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)
    try:
        text = decompressor.decompress(data, min(limit, budget().left("bytes")) + 1)
    except zlib.error as error:
        raise _fail(f"broken deflate stream: {error}", name) from None
    return _complete(text, len(data), decompressor.eof, limit, name)


def _complete(text: bytes, packed: int, ended: bool, limit: int, name: str | None) -> bytes:
    spending = budget()
    spending.take("bytes", len(text), name)
    spending.entry(len(text), packed, name)
    if len(text) > limit:
        raise _fail(f"holds more than {limit} bytes of text", name)
    if not ended:
        raise _fail("compressed text ends too early", name)
    return text


def _detect(data: bytes) -> Codec:
    for header, codec in _HEADERS:
        if data.startswith(header):
            return codec
    return Codec.PLAIN


def decode_bytes(data: bytes, *, name: str | None = None, limit: int = MAX_TEXT) -> tuple[bytes, Codec, int]:
    """Unwrap a saved game without reading its text.

    Parameters
    ----------
    data : bytes
        The ``savedGame`` entry, or a file that holds nothing else.
    name : str, optional
        What error messages call it.
    limit : int
        Largest text allowed, in bytes.

    Returns
    -------
    bytes
        UTF-8 text.
    Codec
    int
        The key, 0 where there is none.

    Raises
    ------
    InputError
        LOG001, with the offset where the wrapping is broken.
    """
    codec = _detect(data)
    key = 0
    if codec is Codec.PLAIN:
        raw = data
    elif codec is Codec.XZ:
        raw = _unxz(data, limit, name)
    elif codec is Codec.VOBS:
        key = _key_byte(data, 4, name)
        raw = data[5:].translate(_xor_table(key))
    elif codec is Codec.VOXZ:
        key = _key_byte(data, 5, name)
        raw = _unxz(data[6:].translate(_xor_table(key)), limit, name)
    else:
        key = _key_hex(data, 5, name)
        raw = _unhex(data, 7, name).translate(_xor_table(key))
        if codec is Codec.VCSZ:
            raw = _inflate(raw, limit, name)
    if len(raw) > limit:
        raise _fail(f"holds more than {limit} bytes of text", name)
    return raw, codec, key


def unwrap(
    chunks: Iterable[bytes], *, name: str | None = None, limit: int = MAX_TEXT
) -> tuple[Codec, Iterator[bytes]]:
    """Return a saved game's wrapping and its UTF-8 text piece by piece as it comes in.

    Compressed wrappings are put together first.  Errors as in `decode_bytes`, raised where they are met.
    """
    stream = iter(chunks)
    head = b""
    for chunk in stream:
        head += chunk
        if len(head) >= _LONGEST_HEAD:
            break
    codec = _detect(head)
    return codec, _unwrapped(codec, head, stream, name, limit)


def _unwrapped(
    codec: Codec, head: bytes, stream: Iterator[bytes], name: str | None, limit: int
) -> Iterator[bytes]:
    if codec is Codec.PLAIN:
        yield head
        yield from stream
    elif codec is Codec.VOBS:
        table = _xor_table(_key_byte(head, 4, name))
        yield head[5:].translate(table)
        yield from (chunk.translate(table) for chunk in stream)
    elif codec is Codec.VCSK:
        yield from _iter_hex(head, stream, name)
    else:
        yield decode_bytes(head + b"".join(stream), name=name, limit=limit)[0]


def _iter_hex(head: bytes, stream: Iterator[bytes], name: str | None) -> Iterator[bytes]:
    table = _xor_table(_key_hex(head, 5, name))
    at, rest = 7, b""
    for chunk in chain([head[7:]], stream):
        digits = rest + chunk if rest else chunk
        whole = len(digits) & ~1
        try:
            yield binascii.unhexlify(memoryview(digits)[:whole]).translate(table)
        except binascii.Error:
            bad = _NOT_HEX.search(digits)
            where = at + (bad.start() if bad is not None else 0)
            raise _fail(f"offset {where}: no hex digit", name) from None
        at, rest = at + whole, digits[whole:]
    if rest:
        raise _fail(f"offset {at + 1}: cut in the middle of a byte (odd number of hex digits)", name)


def decode_saved_game(data: bytes, *, name: str | None = None, limit: int = MAX_TEXT) -> Decoded:
    """Unwrap a saved game; see `decode_bytes` for parameters and errors."""
    raw, codec, key = decode_bytes(data, name=name, limit=limit)
    upper = codec in (Codec.VCSK, Codec.VCSZ) and data[5:4096].isupper()
    return Decoded(raw.decode("utf-8", "surrogateescape"), codec, key, upper)


def encode_saved_game(text: str, codec: Codec = Codec.VCSK, key: int = 0) -> bytes:
    """Wrap a saved game's text.

    Parameters
    ----------
    codec : Codec
        ``Codec.VCSK`` unless a tool other than VASSAL asked for something else.
    key : int
        0 to 255, used by the obfuscated wrappings.  Fixed by default: same input, same bytes.
    """
    if not 0 <= key <= 255:
        raise ValueError(f"key is one byte, not {key}")
    raw = text.encode("utf-8", "surrogateescape")
    table = _xor_table(key)
    match codec:
        case Codec.PLAIN:
            return raw
        case Codec.XZ:
            return lzma.compress(raw)
        case Codec.VOBS:
            return b"VOBS" + bytes([key]) + raw.translate(table)
        case Codec.VOXZ:
            return b"!VOXZ" + bytes([key]) + lzma.compress(raw).translate(table)
        case Codec.VCSK:
            return b"!VCSK%02x" % key + binascii.hexlify(raw.translate(table))
        case Codec.VCSZ:
            return b"!VCSZ%02x" % key + binascii.hexlify(zlib.compress(raw, 9).translate(table))
