"""Offences that every game knows: what no rule lets happen to units, cards and markers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Expected, Kinds
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.saves import begin_of
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import AddPiece, MovePiece, RemovePiece
from toolkit.vassal.things import state_of

Shared = Callable[[Ways, Game, random.Random], Iterator[Planted]]
ALL: dict[str, tuple[Shared, Expected]] = {}


def _enter(plant: Shared, expected: Expected) -> Shared:
    ALL[plant.__name__] = plant, expected
    return plant


def offence(plant: Shared) -> Shared:
    """Enter what is an offence in all games."""
    return _enter(plant, Expected.OFFENCE)


def notice(plant: Shared) -> Shared:
    """Enter what is to be noticed in all games."""
    return _enter(plant, Expected.NOTICE)


def enter(kinds: Kinds, ways: Ways, clauses: Mapping[str, tuple[str, ...]]) -> None:
    """Give a game the shared offences with the clauses of its book."""
    for name, (plant, expected) in ALL.items():
        bound = partial(plant, ways)
        bound.__doc__ = plant.__doc__
        kinds.take(name, bound, expected, clauses[name])


def _quiet(
    ways: Ways, game: Game, rng: random.Random, side: str | None = None, many: int = 1
) -> tuple[Hand, list[str]]:
    """Return a hand at a step and units of the board that move as seldom as possible afterwards."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        near = {m.piece for m in game.moves if abs(m.step - step) < 4}
        near |= {c.piece for c in game.changes if abs(c.step - step) < 4}
        units = [u for u in ways.units(game, hand.table, side) if u not in near]
        if len(units) < many:
            continue
        rng.shuffle(units)
        units.sort(key=lambda u: game.moves_after(u, step))
        return hand, units[:many]
    raise LookupError


@offence
def unit_doubled(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A second piece of the same unit appears; no rule makes two of one."""
    hand, (unit,) = _quiet(ways, game, rng)
    thing = hand.table.things[unit]
    hand.do(AddPiece("98765", thing.type, state_of(thing)))
    yield hand.planted(f"{thing.name} doubled")


@offence
def unit_taken_off(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit is deleted though nothing struck it; units leave by losses only."""
    hand, (unit,) = _quiet(ways, game, rng)
    name = hand.table.things[unit].name
    hand.do(RemovePiece(unit))
    yield hand.planted(f"{name} deleted")


@offence
def unit_to_losses(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit is dragged into the box of losses though nothing struck it; here by the enemy's player."""
    hand, (unit,) = _quiet(ways, game, rng)
    side = ways.side(hand.table, unit)
    hand.drag(unit, ways.losses[side], ways.other(side))
    what = f"{hand.table.things[unit].name} dragged to the losses by the enemy's player"
    yield hand.planted(what, culprit=ways.other(side))


@offence
def units_exchanged(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two units of one side change places in one go, whatever lies between them; neither acts."""
    for _ in range(20):
        side = rng.choice(ways.sides)
        hand, units = _quiet(ways, game, rng, side, 6)
        pairs = [(a, b) for a in units for b in units if hand.place(a) < hand.place(b)]
        if not pairs:
            continue
        one, two = rng.choice(pairs)
        first, second = hand.table.spot(one), hand.table.spot(two)
        hand.move(one, (str(second.map), second.x, second.y), side)
        hand.end()
        hand.move(two, (str(first.map), first.x, first.y), side)
        names = " and ".join(hand.table.things[u].name for u in (one, two))
        yield hand.planted(f"{names} exchanged", culprit=side)


@offence
def dead_returns(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A lost unit is dragged back to the board; the dead do not come back at will."""
    for step in ways.steps(game, rng):
        hand = Hand(game, step)
        dead = [u for u in ways.dead(game, hand.table) if not game.moves_after(u, step)]
        if dead:
            unit = rng.choice(dead)
            side = ways.side(hand.table, unit)
            friends = ways.units(game, hand.table, side)
            if not friends:
                continue
            spot = hand.table.spot(rng.choice(friends))
            hand.move(unit, (str(spot.map), spot.x, spot.y), side)
            what = f"{hand.table.things[unit].name} dragged from the losses to {hand.place(unit)}"
            yield hand.planted(what, culprit=side)


@offence
def dragged_by_the_enemy(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player drags an enemy bystander to another place and leaves it there."""
    hand, (unit,) = _quiet(ways, game, rng)
    by = ways.other(ways.side(hand.table, unit))
    was = hand.place(unit)
    hand.move(unit, ways.elsewhere(game, hand.table, unit, rng), by)
    there = hand.place(unit)
    what = f"{hand.table.things[unit].name} dragged by the {by} player from {was} to {there}"
    yield hand.planted(what, culprit=by)


@offence
def idle_unit_moves(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A unit that nobody activated is dragged by its owner in the middle of something else and stays
    there.
    """
    hand, (unit,) = _quiet(ways, game, rng)
    side = ways.side(hand.table, unit)
    was = hand.place(unit)
    hand.move(unit, ways.elsewhere(game, hand.table, unit, rng), side)
    what = f"{hand.table.things[unit].name} dragged by its owner from {was} to {hand.place(unit)}"
    yield hand.planted(what, culprit=side, at=(hand.step, hand.step + 1))


@notice
def own_move_by_the_enemys_hand(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A legal drag that the log ascribes to the other player: nothing wrong with the move, but worth a
    word.
    """
    found = [m for m in game.dragged() if m.step > ways.first(game) and ways.on_board(game, m.end, ways.main)]
    found = [m for m in found if game.props(game.last, m.piece).get("Kind") in ways.kinds]
    drag = rng.choice(found)
    step = list(game.steps[drag.step - 1])
    for index, command in enumerate(step):
        if isinstance(command, MovePiece) and command.player == game.players[str(drag.by)]:
            other = game.players[ways.other(str(drag.by))]
            step[index] = MovePiece(
                command.id, command.map, command.x, command.y, command.under,
                command.old_map, command.old_x, command.old_y, command.old_under, other,
            )  # fmt: skip
    what = f"the drag of {drag.piece} to {drag.end} done by the other player"
    yield splice(game, drag.step, [tuple(step)], what, leave_out=1)


@notice
def house_rule_changed(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """A house rule is changed in the middle of the game: the players' business, but to be said."""
    step = rng.choice(ways.steps(game, rng))
    hand = Hand(game, step)
    option = rng.choice([o for o in game.module.data["options"] if len(o["values"]) > 1])
    now = hand.value(option["id"])
    hand.set(option["id"], str(rng.choice([v[0] for v in option["values"] if str(v[0]) != now])))
    what = f"{option['id']}: {now} → {hand.value(option['id'])}"
    yield hand.planted(what)


@notice
def start_edited(ways: Ways, game: Game, rng: random.Random) -> Iterator[Planted]:
    """Between two logs of one game a unit has moved: the second begins with another table than the first
    ends with.
    """
    hand, (unit,) = _quiet(ways, game, rng)
    hand.move(unit, ways.elsewhere(game, hand.table, unit, rng), None)
    begin = begin_of(game, hand.table)
    what = f"between the logs {hand.table.things[unit].name} has moved to {hand.place(unit)}"
    yield Planted(game.steps, (hand.step - 1, hand.step), what, cut=hand.step - 1, begin=begin)
