"""Expressions put together: choices, lookups, sentences.  None of them has braces.

The engine's parser reads what stands in parentheses two or three times, and so on for each pair around it:
twelve or eighteen levels take a second, some more a day.  So nothing here nests; whoever adds something to a
choice sets one pair of parentheses about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_END = "|"


def choose(cases: Iterable[tuple[str, str]], otherwise: str) -> str:
    """Return the value of the first case that holds.

    Parameters
    ----------
    cases : iterable of (str, str)
        Condition and value, both expressions.  Some dozens: the engine goes a level deeper with each, and
        its stack ends after about a thousand.  `look_up` has no such limit.
    otherwise : str
        Value where none holds, an expression.
    """
    return "".join(f"{condition}?{value}:" for condition, value in cases) + otherwise


def rows(table: Mapping[str, str]) -> str:
    """Return a table as one text, for `look_up`; leading zeros of its keys do not count."""
    return "".join(f"{_END}{_bare(key)}={_plain(text)}" for key, text in table.items())


def look_up(table: str, name: str, otherwise: str) -> str:
    """Return the text that a table has for the value of a property.

    Parameters
    ----------
    table : str
        The property that holds the `rows`, any number of them.
    name : str
        The property.  Leading zeros do not count: some engines give them, others do not.
    otherwise : str
        Where the table has none; an expression that gives a text.
    """
    # A text that is a number is one to the engine, whatever it was made of: the separator comes first.
    key = f'("{_END}"+{name}).replaceFirst("^.0+(?=.)","{_END}")+"="'
    # The value itself is the table's last row, so that there always is one to be found.
    return f'({table}+{key}+{otherwise}+"{_END}").split("\\\\Q"+{key}+"\\\\E")[1].split("\\\\{_END}",-1)[0]'


def sentence(line: str) -> str:
    """Return a text with ``$Property$`` in it, each shown as it is spelled.

    By its bare name ``0420`` would be the number 420.  3.6.0 knows what a report itself sets by the bare name
    only; those are names of pieces, and none is a number.
    """
    parts = [
        f'"{part}"' if index % 2 == 0 else part if part in _OF_THE_REPORT else f"{part}.trim()"
        for index, part in enumerate(line.split("$"))
        if part
    ]
    return "+".join(parts) or '""'


def told(text: str, *cases: tuple[str, str]) -> str:
    """Return, in braces, a text that depends on conditions: `cases`, the first that holds, else `text`.

    What any of the texts shows is a text in every condition: ``Left!="0"``.
    """
    said = ((condition, sentence(line)) for condition, line in cases)
    return f"{{{choose(said, sentence(text))}}}"


def sentences(said: str) -> dict[str, str]:
    """Return the sentences of a report by their conditions, "" for the last: `choose` undone.

    What is no choice of sentences is one itself.
    """
    body = said.removeprefix("{").removesuffix("}")
    if len(body) != len(said) - 2:
        return {"": said}
    *cases, otherwise = _cut(body, "?:")
    lines = [_line(value) for value in (*cases[1::2], otherwise)]
    if None in lines or len(cases) % 2:
        return {"": said}
    return dict(zip((*cases[::2], ""), (line or "" for line in lines), strict=True))


def reworded(said: str, words: Mapping[str, str]) -> str:
    """Return a report with other words for each of its sentences, as it was where there are none."""
    *cases, (_, otherwise) = sentences(said).items()
    if said in words or (not cases and otherwise == said):
        return _in_words(said, words)
    chosen = ((condition, sentence(_in_words(line, words))) for condition, line in cases)
    return f"{{{choose(chosen, sentence(_in_words(otherwise, words)))}}}"


def _in_words(line: str, words: Mapping[str, str]) -> str:
    plain = unmarked(line)
    return line.removesuffix(plain) + words.get(plain, plain)


DICE, LOSS, CARDS = "!", "~", "`"
"""A line of the chat that tells of them begins so: the engine colours it and shows no sign."""


def unmarked(line: str) -> str:
    """Return a line of the chat without the sign of its colour."""
    return line[line[:1] in {DICE, LOSS, CARDS} :]


def _cut(text: str, at: str) -> list[str]:
    """Return the parts of an expression between some signs, which count outside quotes and brackets only."""
    parts, quoted, depth = [""], False, 0
    for sign in text:
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "([") - (sign in ")]")
        if sign in at and not quoted and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _line(value: str) -> str | None:
    """Return the text that became a value by `sentence`; None for any other value."""
    line = ""
    for part in _cut(value, "+"):
        line += part[1:-1] if part.startswith('"') else f"${part.removesuffix('.trim()')}$"
    return line if sentence(line) == value else None


_OF_THE_REPORT = frozenset(["newPieceName", "oldPieceName"])


def _bare(key: str) -> str:
    return re.sub("^0+(?=.)", "", _plain(key))


def _plain(text: str) -> str:
    return text.replace("\\", "").replace('"', "'").replace(_END, "/")
