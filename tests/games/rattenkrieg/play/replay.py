"""Rattenkrieg's logs of the random player, stepped through by the real engine: does it end as the rules do?

python -m tests.games.rattenkrieg.play.replay --first 1 --count 5
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.play.stepping import Replayed, command, options, step_through
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import keeps_order
from toolkit.engine.table import EnginePiece, EngineTable
from toolkit.games.rattenkrieg.play.recording import house_rules, record
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.play.recording import Played

_SHOWN = ["CounterId", "Kind", "LocationName", "Face_Level"]
_SPENT = ("Pile", "Hidden pile", "Event", "Drawn")


def replay(home: EngineHome, module: Path, played: Played[Position]) -> Replayed:
    """Step through a log in the engine and compare its table with the rules' position."""
    data, position = read_module(module), played.position
    table, problems = step_through(home, module, played, _SHOWN)
    found = [
        *units(data, table, position),
        *cards(data, table, position),
        *deck(table, position, ordered=keeps_order(home.version)),
    ]
    pieces = len(position.where) + sum(kind == "card" for kind in kinds(table))
    return Replayed(played.steps, {"units and cards": pieces}, found, problems)


def kinds(table: EngineTable) -> list[str]:
    """Return the kind of each piece of a table."""
    return [piece.properties.get("Kind", "") for piece in table.pieces.values()]


def units(data: ModuleData, table: EngineTable, position: Position) -> Iterator[str]:
    """Yield the units whose place or face is another than the position's."""
    pieces = table.by_property("CounterId")
    names: Mapping[str, str] = data.manifest["areas"]
    for unit, where in position.where.items():
        piece = pieces[unit]
        there = piece.properties["LocationName"]
        if where not in names:
            if there in names.values():
                yield f"{unit}: engine {there}, rules {where}"
            continue
        face = 2 if unit in position.down else 1
        shown = int(piece.properties["Face_Level"])
        if (there, shown) != (names[where], face):
            yield f"{unit}: engine {there} with face {shown}, rules {names[where]} with face {face}"


def cards(data: ModuleData, table: EngineTable, position: Position) -> Iterator[str]:
    """Yield the cards that lie elsewhere than in the position, or are seen by others than by its rules."""
    pieces = table.by_property("CounterId")
    row = {counter.id: counter.names.en for counter in data.game.counters}
    for side in Side:
        name = data.game.labels["side"][side.id].en
        for card in position.hands[side]:
            yield from _card(pieces[card], f"{name} hand-", name)
        for unit in (u for u in position.steps if position.side(u) is side):
            for card in position.steps[unit]:
                yield from _card(pieces[card], f"{row[unit]}-", name)
    for card in position.deck:
        yield from _card(pieces[card], "Deck", None)
    for card in position.pile:
        piece = pieces[card]
        if piece.properties["LocationName"] not in _SPENT or mask(piece) is not None:
            yield f"{card}: engine {piece.properties['LocationName']}, masked by {mask(piece)}; rules pile"


def _card(piece: EnginePiece, place: str, owner: str | None) -> Iterator[str]:
    there = piece.properties["LocationName"]
    if not there.startswith(place) or mask(piece) != owner:
        yield f"{piece.name}: engine {there}, masked by {mask(piece)}; rules {place} of {owner}"


def mask(piece: EnginePiece) -> str | None:
    """Return the side that masks a card, None for an open one."""
    owner = piece.state.split("\t")[0].partition(";")[0]
    return None if owner == "null" else owner


def deck(table: EngineTable, position: Position, *, ordered: bool) -> Iterator[str]:
    """Yield what the deck holds otherwise than the position.

    3.6.0 may leave a deck in its old order when it replays a shuffle, its own ones too; 3.7 does not.
    """
    for stack in table.stacks.values():
        if stack.deck == "Deck":
            there = [table.pieces[piece].properties["CounterId"] for piece in stack.pieces]
            if sorted(there) != sorted(position.deck) or (ordered and there != position.deck):
                yield f"deck: engine {there}, rules {position.deck}"
            return
    yield "deck: the engine has none"


def play(_given: Namespace, module: Path, log: Path, seed: int) -> Played[Position]:
    """Record a game under house rules drawn by chance."""
    return record(module, log, seed, rules=house_rules(read_module(module), seed))


def main(arguments: list[str] | None = None) -> int:
    """Record, replay, compare; return 1 when something differs."""
    return command("rattenkrieg", options(__doc__ or "", 5), arguments, play, replay)


if __name__ == "__main__":
    sys.exit(main())
