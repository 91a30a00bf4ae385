"""The table as the engine holds it, and what two tables differ in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class EnginePiece:
    """A piece.

    Attributes
    ----------
    map : str or None
        Id of its map; None for a piece that is nowhere.
    x, y : int
        Map pixels.
    stack : str or None
        Id of the stack or deck it is in.
    index : int or None
        Its place there, from the bottom, zero-based.
    state : str
        The engine's own text.
    type : str or None
        The same for its traits, where it was asked for.
    layers : tuple of (name, level, active)
        Outermost first; the lowest level is 1.
    properties : mapping of str to str
        Those that were asked for and that it has.
    """

    id: str
    name: str
    map: str | None
    x: int
    y: int
    stack: str | None
    index: int | None
    state: str
    type: str | None
    layers: tuple[tuple[str, int, bool], ...]
    properties: Mapping[str, str]

    def place(self) -> tuple[str | None, int, int]:
        """Return map, x and y."""
        return (self.map, self.x, self.y)


@dataclass(frozen=True, slots=True)
class EngineStack:
    """A stack or deck: `pieces` are ids from the bottom up; `deck` is the deck's name, None for a stack."""

    id: str
    map: str | None
    x: int
    y: int
    pieces: tuple[str, ...]
    deck: str | None


@dataclass(frozen=True, slots=True)
class EngineTable:
    """Everything in the game: pieces and stacks by id, global properties, the sides that are taken."""

    pieces: Mapping[str, EnginePiece]
    stacks: Mapping[str, EngineStack]
    globals: Mapping[str, str]
    sides: tuple[str, ...]

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any]) -> Self:
        """Return the table of the driver's answer."""
        pieces = {
            p["id"]: EnginePiece(
                id=p["id"],
                name=p["name"],
                map=p["map"],
                x=p["x"],
                y=p["y"],
                stack=p["stack"],
                index=p["index"],
                state=p["state"],
                type=p.get("type"),
                layers=tuple((e["name"] or "", e["level"], e["active"]) for e in p["layers"]),
                properties=dict(p["properties"]),
            )
            for p in raw["pieces"]
        }
        stacks = {
            s["id"]: EngineStack(s["id"], s["map"], s["x"], s["y"], tuple(s["pieces"]), s["deck"])
            for s in raw["stacks"]
        }
        return cls(pieces, stacks, dict(raw["globals"]), tuple(raw["sides"]))

    def by_property(self, name: str) -> dict[str, EnginePiece]:
        """Return the pieces that have a property, by its value; of equal values the first by id."""
        found: dict[str, EnginePiece] = {}
        for key in sorted(self.pieces):
            value = self.pieces[key].properties.get(name)
            if value:
                found.setdefault(value, self.pieces[key])
        return found

    def redacted(self, redact: Callable[[str], str]) -> Self:
        """Return the table without states and with every other text passed through `redact`."""
        pieces = {
            key: replace(
                piece, state="", properties={name: redact(value) for name, value in piece.properties.items()}
            )
            for key, piece in self.pieces.items()
        }
        values = {name: redact(value) for name, value in self.globals.items()}
        return replace(self, pieces=pieces, globals=values)

    def to_json(self) -> dict[str, object]:
        """Return a JSON-serialisable form, pieces and stacks in order of id."""
        return {
            "pieces": [
                {
                    "id": p.id,
                    "name": p.name,
                    "map": p.map,
                    "x": p.x,
                    "y": p.y,
                    "stack": p.stack,
                    "index": p.index,
                    "layers": [list(layer) for layer in p.layers],
                    "properties": dict(p.properties),
                }
                for _, p in sorted(self.pieces.items())
            ],
            "stacks": [
                {"id": s.id, "map": s.map, "x": s.x, "y": s.y, "pieces": list(s.pieces), "deck": s.deck}
                for _, s in sorted(self.stacks.items())
            ],
            "globals": dict(sorted(self.globals.items())),
            "sides": list(self.sides),
        }


def lost_and_gained(before: EngineTable, after: EngineTable) -> tuple[list[str], list[str]]:
    """Return descriptions of the pieces that only one of two tables has, ids left out of the comparison.

    A piece is the same when its name, place, deck, layers and the properties asked for are the same.
    """
    old, new = Counter(_descriptions(before)), Counter(_descriptions(after))
    return sorted((old - new).elements()), sorted((new - old).elements())


def stack_orders(table: EngineTable) -> list[tuple[str, ...]]:
    """Return the names of the pieces of each stack and deck, from the bottom up; empty ones left out."""
    return [
        tuple(table.pieces[key].name for key in stack.pieces if key in table.pieces)
        for stack in table.stacks.values()
        if stack.pieces
    ]


def _descriptions(table: EngineTable) -> Iterable[str]:
    for piece in table.pieces.values():
        layers = " ".join(f"{name}={level}{'' if active else ' off'}" for name, level, active in piece.layers)
        parent = table.stacks.get(piece.stack or "")
        where = f"{piece.map} {piece.x},{piece.y}" + (f" in {parent.deck}" if parent and parent.deck else "")
        values = " ".join(f"{k}={v}" for k, v in sorted(piece.properties.items()))
        yield f"{piece.name} at {where} [{layers}] {values}".strip()
