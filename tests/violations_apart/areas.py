"""What the two games on areas share: their map, their decks, their decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import places_of
from tests.violations_apart.played import Game, Step
from toolkit.vassal.commands import ChangePiece, MovePiece, SetTurn
from toolkit.vassal.sequence import decode_nested, encode_nested
from toolkit.vassal.table import Table
from toolkit.vassal.traits import DeckState


def beside(game: Game) -> dict[str, set[str]]:
    """Return area name → names of the areas that touch it."""
    data = game.module.data["area_map"]
    names = game.module.manifest["areas"]
    found: dict[str, set[str]] = {name: set() for name in names.values()}
    pairs = [tuple(b["areas"]) for b in data["borders"]] + [
        (link["from"], link["to"]) for link in data["links"]
    ]
    for one, two in pairs:
        found[names[one]].add(names[two])
        found[names[two]].add(names[one])
    return found


def deck(table: Table, name: str) -> tuple[str, ...]:
    """Return a deck's cards; the last is the top."""
    return next(t.members for t in table.things.values() if t.is_deck and t.name == name)


def deck_id(table: Table, name: str) -> str:
    """Return a deck's id."""
    return next(t.id for t in table.things.values() if t.is_deck and t.name == name)


def phase(table: Table) -> tuple[int, int]:
    """Return turn and phase (0 reinforcements, 1 operations, 2 replenishment) of the tracker."""
    state = next(iter(table.turns.values()))
    turn, rest = state.split("|", 1)[1].split(";", 1)
    return int(turn), int(rest.split(";")[3].strip("\\"))


def moments(game: Game, rng: random.Random, *acts: str) -> Iterator[tuple[int, str, Hand]]:
    """Yield the decisions of these acts in a random order: step, piece, a hand before the step."""
    for step, piece, _ in mixed(list(game.acts(*acts)), rng):
        if game.decision(step) and game.decision(step)[0] == piece:  # type: ignore[index]
            yield step, piece, Hand(game, step)


def replaced_move(step: Step, piece: str, spot: tuple[str, int, int]) -> Step:
    """Return a step whose move of a piece ends elsewhere."""
    return tuple(
        MovePiece(c.id, *spot, None, c.old_map, c.old_x, c.old_y, c.old_under, c.player)
        if isinstance(c, MovePiece) and c.id == piece
        else c
        for c in step
    )


def next_step(game: Game, step: int, *acts: str) -> int | None:
    """Return the first step from `step` on with one of these acts."""
    return next((s for s, _, a in game.acts(*acts) if s >= step), None)


def without_values(step: Step, piece: str, game: Game, *names: str) -> Step:
    """Return a step that leaves some properties of a piece as they were."""
    where = [places_of(game.last.things[piece].type)[name] for name in names]
    found = []
    for command in step:
        if isinstance(command, ChangePiece) and command.id == piece and command.old is not None:
            new, old = decode_nested(command.state, "\t"), decode_nested(command.old, "\t")
            for index in where:
                new[index] = old[index]
            if new == old:
                continue
            command = ChangePiece(piece, encode_nested(new, "\t"), command.old)
        found.append(command)
    return tuple(found)


def pushes(game: Game) -> list[tuple[int, str, str]]:
    """Return the tracker's pushes: step, id, new state."""
    return [
        (n, c.id, c.state) for n, step in enumerate(game.steps, 1) for c in step if isinstance(c, SetTurn)
    ]


def arrange(hand: Hand, name: str, members: list[str]) -> None:
    thing = hand.table.things[deck_id(hand.table, name)]
    old = DeckState(thing.spot.map, thing.spot.x, thing.spot.y, thing.face_down, thing.members).encode()
    new = DeckState(thing.spot.map, thing.spot.x, thing.spot.y, thing.face_down, tuple(members)).encode()
    hand.do(ChangePiece(thing.id, new, old))


def spot_of_place(hand: Hand, place: str) -> tuple[str, int, int]:
    for thing in hand.table.things.values():
        if thing.is_deck and thing.name == place:
            return str(thing.spot.map), thing.spot.x, thing.spot.y
    return hand.game.spot(place)


def untouched(game: Game, piece: str, step: int) -> bool:
    """Return whether nothing moves a piece from a step on."""
    return not any(m.piece == piece and m.step >= step for m in game.moves)
