"""One value of a declared game changed at a time: parameters of clauses, cells and headings of tables.

What a change is depends on what the value is: another name of the same kind, another word of the vocabulary,
the other of yes and no, one more.  Words for people (sentences, names, ids that only name) are left out.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from toolkit.compile.compiled import CompiledGame
from toolkit.rules.declared.case import Case
from toolkit.rules.declared.checking import known_names
from toolkit.rules.declared.declaration import declaration_of
from toolkit.rules.declared.names import uses
from toolkit.rules.declared.reading import read, schema
from toolkit.rules.declared.vocabulary import MECHANISMS
from toolkit.rules.mechanisms.board import Board, Places

Path_ = tuple[str | int, ...]
WORDS = frozenset({"name", "level"})
"""Parameters that are words for people."""


@dataclass(frozen=True)
class Change:
    """A game with one value changed.

    Attributes
    ----------
    what : str
        Which value, from what to what.
    chapter : str
        Module of the mechanism.
    """

    what: str
    game: CompiledGame
    chapter: str


def changes(game: CompiledGame) -> Iterator[Change]:
    """Yield the game once for each change of a value."""
    for index, clause in enumerate(game.rules):
        for path, value, other in _values(game, clause.mechanism, clause.parameters):
            changed = copy.deepcopy(dict(clause.parameters))
            _set(changed, path, other)
            rules = list(game.rules)
            rules[index] = replace(clause, parameters=changed)
            what = f"{clause.number} {'.'.join(map(str, path))}: {value!r} → {other!r}"
            chapter = MECHANISMS[clause.mechanism].type.__module__.rpartition(".")[2]
            yield Change(what, replace(game, rules=tuple(rules)), chapter)
    yield from _charts(game)


def _charts(game: CompiledGame) -> Iterator[Change]:
    """Change the tables that decide battles."""
    odds = next((clause.parameters for clause in game.rules if clause.mechanism == "odds"), {})
    # Then whatever is less than the second column is in the first, whatever that is called.
    lowest = odds.get("below", "lowest") == "lowest"
    for index, chart in enumerate(game.free_charts):
        if not chart.dice:
            continue
        codes = sorted({cell for row in chart.rows.values() for cell in row})
        for head, row in chart.rows.items():
            for at, cell in enumerate(row):
                other = codes[(codes.index(cell) + 1) % len(codes)]
                cells = (*row[:at], other, *row[at + 1 :])
                changed = replace(chart, rows={**chart.rows, head: cells})
                what = f"chart {chart.id} row {head} column {chart.columns[at]}: {cell} → {other}"
                yield Change(what, _with_chart(game, index, changed), "tables")
        for at, column in enumerate(chart.columns):
            if not any(character.isdigit() for character in column) or (at == 0 and lowest):
                continue
            heading = _heading(column)
            columns = (*chart.columns[:at], heading, *chart.columns[at + 1 :])
            yield Change(
                f"chart {chart.id} column {column} → {heading}",
                _with_chart(game, index, replace(chart, columns=columns)),
                "tables",
            )
        rolled = _with_chart(game, index, replace(chart, dice="3d6"))
        yield Change(f"chart {chart.id} dice", rolled, "tables")


def _heading(column: str) -> str:
    if ":" in column:
        return f"{column.split(':', maxsplit=1)[0]}.5:1"
    return re.sub(r"[-+]?\d+", lambda number: f"{int(number[0]) + 1:+d}", column, count=1)


def _with_chart(game: CompiledGame, index: int, chart: Any) -> CompiledGame:
    return replace(game, free_charts=(*game.free_charts[:index], chart, *game.free_charts[index + 1 :]))


def _values(
    game: CompiledGame, mechanism: str, parameters: Mapping[str, Any]
) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    """Yield path, value and another value for everything that parameters state."""
    kind = MECHANISMS[mechanism].type
    rules = declaration_of(game).rules
    assert rules is not None
    known = known_names(Case(game, rules))
    found = [(use.path, use.name, use.role) for use in uses(kind, parameters)]
    # A key has the path of its value.
    roles = {path: (name, role) for path, name, role in found}
    for path, value in _leaves(parameters):
        if path[-3:] == ("does", 0, "retreat") and value == "printed":
            # The number behind a code takes the place of the first effect's anyway.
            continue
        if path[-1] in WORDS or (path[-1] == "id" and "phases" in path):
            continue
        if path in roles and roles[path][0] == value:
            # A property with its only value is the property by another name.
            names = known[roles[path][1]][1] - {value}
            others = sorted(name for name in names if name.partition("=")[0] != value) or ["nowhere"]
            yield path, value, _telling(rules.board, parameters, path, others)
        elif isinstance(value, bool):
            yield path, value, not value
        elif isinstance(value, int | float):
            yield path, value, value + 1
        else:
            for other in _words(kind, path, value):
                yield path, value, other


def _telling(board: Board, parameters: Mapping[str, Any], path: Path_, others: list[str]) -> str:
    """Return the first of other names with which other places are meant; the first of all where none does."""
    if len(path) < 2 or path[-2] not in _PLACES:
        return others[0]
    for other in others:
        changed = copy.deepcopy(dict(parameters))
        _set(changed, path, other)
        if _chosen(board, changed, path[:-2]) != _chosen(board, parameters, path[:-2]):
            return other
    return others[0]


_PLACES = frozenset(field.name for field in fields(Places))


def _chosen(board: Board, parameters: Any, path: Path_) -> frozenset[str]:
    for part in path:
        parameters = parameters[part]
    return board.chosen(read(Places, {key: parameters[key] for key in _PLACES & parameters.keys()}))


def _words(kind: type[Any], path: tuple[str | int, ...], value: str) -> list[Any]:
    """Return the other words that a parameter may be."""
    stated: Any = {"type": "object", "properties": schema(kind)["properties"]}
    defs = {part.__name__: schema(part) for part in _parts(kind)}
    found = _enumerated(stated, list(path), defs)
    others = [word for word in found if word != value]
    if value in ("attacker", "defender"):
        # In most columns of most tables one of them is the weaker: the same by another name.
        others = [word for word in others if word not in ("weaker", "stronger")]
    if value == "defender":
        # The enemy of a table is the defender.
        others = [word for word in others if word != "enemy"]
    # A word beside which only numbers may stand: the smallest that is none of the printed ones.
    return others or ([1] if value in found else [f"{value}x"])


def _parts(kind: type[Any]) -> list[type[Any]]:
    from toolkit.rules.declared.reading import parts_of

    return list(parts_of(kind).values())


def _enumerated(stated: Mapping[str, Any], path: list[str | int], defs: Mapping[str, Any]) -> list[str]:
    if "$ref" in stated:
        stated = defs[stated["$ref"].rpartition("/")[2]]
    if "anyOf" in stated:
        return list(dict.fromkeys(w for branch in stated["anyOf"] for w in _enumerated(branch, path, defs)))
    if not path:
        return [word for word in stated.get("enum", ()) if isinstance(word, str)]
    head, rest = path[0], path[1:]
    if isinstance(head, int):
        return _enumerated(stated["items"], rest, defs) if "items" in stated else []
    inner = stated.get("properties", {}).get(head) or stated.get("additionalProperties")
    return _enumerated(inner, rest, defs) if isinstance(inner, Mapping) else []


def _leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))
    else:
        yield path, value


def _set(value: Any, path: tuple[str | int, ...], other: Any) -> None:
    for part in path[:-1]:
        value = value[part]
    value[path[-1]] = other
