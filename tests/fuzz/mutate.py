"""Inputs made from others: cut, flipped, doubled, spliced, with the words that readers look for."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

_SIGNS = tuple("\\'\t\x1b/;,|:~=<>&\"$")
_MARKS = (
    "\\\\",
    "''",
    "'\\",
    "\\'",
    "戦",
    "🎲",
    "é",
    "\x00",
    "../../x",
    "&a;",
    "<![CDATA[",
    "<!--",
    "]]>",
    '="',
)
_PLAIN = ("null", "true", "false", "LOG\t", "CHAT", "UNDO\t", "D/", "M/", "+/", "-/", "BoardPicker\t", "TURN")
_NUMBERS = (
    "-1",
    "0",
    "2147483647",
    "2147483648",
    "-2147483648",
    "9" * 40,
    "1e308",
    "NaN",
    "inf",
    "٣",
    "1_0",
    " 1",
)
_TRAITS = ("stack", "deck;", "obs;", "hide;", "mark;", "prototype;p", "rotate;", "emb2;", "side:", "@@0")
_BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"!VCSK00", b"!VCSZ00", b"VOBS", b"PK\x03\x04")
_WORDS = (*(word.encode() for word in (*_SIGNS, *_MARKS, *_PLAIN, *_NUMBERS, *_TRAITS)), *_BYTES)


def _spot(source: random.Random, data: bytes) -> tuple[int, int]:
    start = source.randrange(len(data) + 1)
    return start, min(len(data), start + source.randrange(1, 1 + source.choice((1, 4, 40))))


def _flip(source: random.Random, data: bytes, _: bytes) -> bytes:
    if not data:
        return b"\x00"
    at = source.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << source.randrange(8))]) + data[at + 1 :]


def _cut(source: random.Random, data: bytes, _: bytes) -> bytes:
    return data[: source.randrange(len(data) + 1)]


def _drop(source: random.Random, data: bytes, _: bytes) -> bytes:
    start, end = _spot(source, data)
    return data[:start] + data[end:]


def _double(source: random.Random, data: bytes, _: bytes) -> bytes:
    start, end = _spot(source, data)
    return data[:end] + data[start:end] * source.choice((1, 1, 3, 20)) + data[end:]


def _word(source: random.Random, data: bytes, _: bytes) -> bytes:
    start, end = _spot(source, data)
    return data[:start] + source.choice(_WORDS) + data[source.choice((start, end)) :]


def _splice(source: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _spot(source, data)
    first, last = _spot(source, other)
    last = source.choice((last, len(other)))
    return data[:start] + other[first:last] + data[end:]


_WAYS: Sequence[Callable[[random.Random, bytes, bytes], bytes]] = (
    _flip,
    _cut,
    _drop,
    _double,
    _word,
    _word,
    _splice,
)
_LONGEST = 6000


def mutate(source: random.Random, data: bytes, other: bytes) -> bytes:
    """Return `data` changed in one to four ways, `other` being a donor of pieces."""
    for _ in range(source.choice((1, 1, 2, 4))):
        data = source.choice(_WAYS)(source, data, other)
    return data[:_LONGEST]
