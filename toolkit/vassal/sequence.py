"""Sequences of strings in one string: what VASSAL's ``SequenceEncoder`` writes and its ``Decoder`` reads.

A separator inside an element is escaped by one backslash; an element that the reader would otherwise
misunderstand is put between single quotes.  Only the character before a separator decides whether that
separator is escaped, so an element that *ends* in a backslash swallows the separator after it.  Engines up to
3.2 quoted such an element; engines since 3.3 quote one that *starts* with a backslash instead, which needs no
quoting, and lose the boundary.  `Quoting` names the three ways of writing; there is one way of reading.

Source: ``VASSAL.tools.SequenceEncoder`` at 3.2.17, 3.6.0 and release-3.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import compress, islice
from operator import ne, sub

from toolkit.diagnostics.budget import budget

_FORBIDDEN = ("\\", "'")
_LONG = 100
"""Characters a part, on the average, from which on the ends of parts are looked at, not the text."""
# More elements than the traits of any piece.
_MANY = 10_000
# What the engine uses; others are checked each time.
_USUAL = frozenset("\t\x1b/;,|:~=")


class Quoting(Enum):
    """Which elements a writer puts between quotes, apart from those that start and end with one.

    LEADING: those that start with a backslash (engines since 3.3).  TRAILING: those that end in one (engines
    up to 3.2).  LOSSLESS: both, so that every list of strings comes back from `decode` in any engine.
    """

    LEADING = "leading"
    TRAILING = "trailing"
    LOSSLESS = "lossless"


def _check_separator(separator: str) -> None:
    if separator in _USUAL:
        return
    if len(separator) != 1 or separator in _FORBIDDEN:
        raise ValueError(f"a separator is one character, neither backslash nor single quote: {separator!r}")


def _quote(element: str, separator: str, quoting: Quoting) -> str:
    escaped = element.replace(separator, "\\" + separator) if separator in element else element
    if not element:
        return escaped
    first, last = element[0], element[-1]
    if (
        (first == "'" and last == "'")
        or (first == "\\" and quoting is not Quoting.TRAILING)
        or (last == "\\" and quoting is not Quoting.LEADING)
    ):
        return f"'{escaped}'"
    return escaped


def encode(elements: Iterable[str | None], separator: str, quoting: Quoting = Quoting.LEADING) -> str | None:
    """Join strings as the engine does.

    Parameters
    ----------
    elements : iterable of str or None
        None is written as the empty string, as the engine writes it.
    separator : str
        One character, neither backslash nor single quote.
    quoting : Quoting
        LEADING writes byte for byte what engines since 3.3 write.

    Returns
    -------
    str or None
        None for no elements at all, which the engine tells from one empty element.
    """
    _check_separator(separator)
    if quoting is Quoting.LEADING:
        parts = [
            ""
            if element is None
            else _quote(element, separator, quoting)
            if separator in element or element.startswith(_FORBIDDEN)
            else element
            for element in elements
        ]
    else:
        parts = ["" if element is None else _quote(element, separator, quoting) for element in elements]
    return separator.join(parts) if parts else None


def _unquote(token: str) -> str:
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _escapes(text: str, tokens: Sequence[str], separator: str) -> bool:
    """Return whether a separator is escaped; `tokens` are the parts between all separators.

    States of pieces are mostly backslashes, and a search for two characters is slow in them.
    """
    if len(text) < _LONG * len(tokens):
        return "\\" + separator in text
    return any(token.endswith("\\") for token in islice(tokens, len(tokens) - 1))


def decode(text: str | None, separator: str) -> list[str]:
    """Split what `encode` or the engine joined.

    Parameters
    ----------
    text : str or None
        None holds no elements, the empty string one empty element.
    separator : str
        One character, neither backslash nor single quote.

    Returns
    -------
    list of str
    """
    if text is None:
        return []
    _check_separator(separator)
    tokens = text.split(separator)
    if len(tokens) > 1 and _escapes(text, tokens, separator):
        tokens = _join_escaped(tokens, separator)
    if "'" in text:
        tokens = [_unquote(token) for token in tokens]
    return tokens


def joins_back(text: str, tokens: Sequence[str], separator: str) -> bool:
    """Return whether `encode` is certain to give `text` back from the tokens that `decode` made of it; quick.

    An element is written otherwise than it was read only where quotes were taken off, which the lengths show,
    or where it begins with a quote or a backslash.
    """
    for token in tokens:
        if token.startswith(_FORBIDDEN):
            return False
    if "'" not in text:
        return True
    # A separator inside a token stood behind a backslash.
    return len(text) == sum(map(len, tokens)) + text.count(separator)


def _join_escaped(parts: list[str], separator: str) -> list[str]:
    """Put together the parts that were split at an escaped separator, without their escapes."""
    tokens: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part.endswith("\\"):
            pending.append(part[:-1])
        elif pending:
            pending.append(part)
            tokens.append(separator.join(pending))
            pending = []
        else:
            tokens.append(part)
    return tokens


def encode_pair(first: str, rest: str | None, separator: str) -> str:
    """Write one level of a nested sequence: an element and, unless None, everything inside it."""
    return encode([first] if rest is None else [first, rest], separator) or ""


def decode_nested(text: str, separator: str, count: int | None = None) -> list[str]:
    r"""Read elements that are nested to the right: ``a SEP esc(b SEP esc(c ...))``, as piece types are.

    The separator at depth *k* carries *k* backslashes, so that one pass over the text does in nearly every
    case; quoted or irregular text is read level by level.  A level of more than two elements, of which
    engines up to 3.7 read two and drop the rest, is taken as betas of 3.8 write it: side by side.

    Returns
    -------
    list of str
        From the outermost to the innermost; the `count` outermost only, if given.
    """
    _check_separator(separator)
    if (parted := text.count(separator)) > _MANY:
        budget().take("commands", parted)
    *parts, last = text.split(separator, -1 if count is None else count)
    elements = [part.rstrip("\\") for part in parts]
    depths = list(map(sub, map(len, parts), map(len, elements)))
    regular = depths == list(range(len(parts)))
    if len(parts) != count:
        elements.append(last)
    if regular and ("'" not in text or not any(element.startswith("'") for element in elements)):
        return elements
    elements = []
    rest: str | None = text
    while rest is not None:
        tokens = decode(rest, separator)
        elements.extend(tokens[:-1])
        rest = tokens[-1] if len(tokens) > 1 else None
    elements.append(tokens[-1])
    return elements[:count]


def encode_like(elements: Sequence[str], separator: str, like: str) -> str:
    """Write elements as a text that `decode_nested` reads: nested, or side by side where `like` is."""
    if len(decode(like, separator)) > 2:
        return encode(elements, separator) or ""
    return encode_nested(elements, separator)


class NestedReader:
    """Reads nested sequences that come one after the other and mostly repeat each other.

    So do the states of one piece in a log: what stands where and as it stood in the text before is not taken
    apart again.  The answers are those of `decode_nested`.

    Attributes
    ----------
    changed : list of int or None
        Where the elements read last differ from those read before them; None where that was not found out.
    """

    __slots__ = ("_elements", "_outer", "_parts", "_separator", "_text", "changed")

    def __init__(self, separator: str) -> None:
        _check_separator(separator)
        self._separator = separator
        self._text: str | None = None
        # What stands before the innermost element, where `_parts` helps to read the next text.
        self._outer: str | None = None
        self._parts: list[str] = []
        self._elements: tuple[str, ...] = ()
        self.changed: list[int] | None = None

    def read(self, text: str) -> tuple[str, ...]:
        """Return the elements from the outermost to the innermost; unchanged ones are the same objects."""
        if text == self._text:
            self.changed = []
            return self._elements
        cut = text.rfind(self._separator) + 1
        outer, innermost = text[:cut], text[cut:]
        if outer == self._outer and "'" not in innermost:
            # Of a piece that moved: its place.
            last = len(self._parts) - 1
            self._parts[last] = innermost
            self._elements = (*self._elements[:last], innermost)
            self.changed = [last]
        else:
            self.changed = None
            parts = text.split(self._separator)
            found = self._changed(parts) if "'" not in text else None
            self._elements = self._whole(text, parts) if found is None else found
            self._outer = outer if self._parts and "'" not in text else None
        self._text = text
        return self._elements

    def _changed(self, parts: list[str]) -> tuple[str, ...] | None:
        """Return the elements by way of those of the text before; None where that does not help."""
        if len(parts) != len(self._parts):
            return None
        elements = list(self._elements)
        last = len(parts) - 1
        changed = list(compress(range(len(parts)), map(ne, parts, self._parts)))
        for depth in changed:
            part = parts[depth]
            element = part if depth == last else part.rstrip("\\")
            if depth != last and len(part) - len(element) != depth:
                return None
            elements[depth] = element
        self._parts = parts
        self.changed = changed
        return tuple(elements)

    def _whole(self, text: str, parts: list[str]) -> tuple[str, ...]:
        elements = tuple(decode_nested(text, self._separator))
        depths = range(len(parts) - 1)
        regular = len(parts) == len(elements) and all(
            parts[depth] == elements[depth] + "\\" * depth for depth in depths
        )
        # Only a text that has as many backslashes as it is deep can help to read the next one.
        self._parts = parts if regular and parts[-1] == elements[-1] else []
        return elements


def encode_nested(elements: Sequence[str], separator: str) -> str:
    """Write elements nested to the right, the first outermost; inverse of `decode_nested`."""
    _check_separator(separator)
    if not elements:
        return ""
    together = "".join(elements)
    plain = "\\" not in together and "'" not in together and separator not in together
    if plain:
        parts = [elements[0]]
        for depth, element in enumerate(elements[1:]):
            parts.append("\\" * depth + separator)
            parts.append(element)
        return "".join(parts)
    rest: str | None = None
    for element in reversed(elements):
        rest = encode_pair(element, rest, separator)
    return rest or ""


def to_null(value: str | None) -> str:
    """Return the word ``null`` for None: how commands write a missing id or map."""
    return "null" if value is None else value


def from_null(value: str) -> str | None:
    """Return None for the word ``null``: how commands read a missing id or map."""
    return None if value == "null" else value


class Tokens(Iterator[str]):
    """The elements of a sequence, taken one by one with defaults, as trait readers do.

    A missing element or one of the wrong form gives the default, as the engine's ``next…(default)`` do.
    """

    __slots__ = ("_index", "_tokens")

    def __init__(self, text: str | None, separator: str) -> None:
        self._tokens = decode(text, separator)
        self._index = 0

    def __next__(self) -> str:
        if self._index >= len(self._tokens):
            raise StopIteration
        self._index += 1
        return self._tokens[self._index - 1]

    @property
    def more(self) -> bool:
        """Whether elements are left."""
        return self._index < len(self._tokens)

    def text(self, default: str = "") -> str:
        """Return the next element as it stands."""
        return next(self, default)

    def integer(self, default: int = 0) -> int:
        """Return the next element as a whole number."""
        return _integer(next(self, None), default)

    def number(self, default: float = 0.0) -> float:
        """Return the next element as a floating point number."""
        token = next(self, None)
        try:
            return default if token is None else float(token)
        except ValueError:
            return default

    def boolean(self, default: bool = False) -> bool:
        """Return whether the next element is the word ``true``."""
        token = next(self, None)
        return default if token is None else token == "true"

    def rest(self) -> tuple[str, ...]:
        """Return all elements left."""
        left = tuple(self._tokens[self._index :])
        self._index = len(self._tokens)
        return left


_INTEGER = re.compile(r"[+-]?[0-9]{1,10}\Z")


def parse_integer(token: str) -> int:
    """Return a whole number as Java's parser reads one.

    Raises
    ------
    ValueError
        Blanks, underscores, other scripts' digits, or more than 32 bits.
    """
    number = int(token) if _INTEGER.match(token) else None
    if number is None or not -(1 << 31) <= number < 1 << 31:
        raise ValueError(f"no whole number of 32 bits: {token[:20]!r}")
    return number


def _integer(token: str | None, default: int) -> int:
    try:
        return default if token is None else parse_integer(token)
    except ValueError:
        return default
