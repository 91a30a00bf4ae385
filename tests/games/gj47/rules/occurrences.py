"""What is counted in random games of GJ47: the rare things a game must have shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

WANTED = (
    "fort of level 1",
    "fort of level 2",
    "fort lost a level",
    "retreat converted in a fort",
    "headquarters lost",
    "headquarters returned",
    "withdrawal",
    "rail box entered",
    "rail box left",
    "STAVKA",
    "free chit",
    "illegal choice of chits",
    "void chit set aside",
    "two Germans",
    "out of supply",
    "retreat into an enemy zone",
    "retreat beyond a full hex",
    "retreat impossible",
    "advance of two hexes",
    "Soviet reinforcements",
    "Axis reinforcements",
    "win by 85 points",
    "win of the Soviets",
)


def wrong_choice(position: Position, action: a.Action) -> bool:
    """Return whether a player chooses against the numbers, which 6.2 answers with void chits."""
    if not isinstance(action, a.Choose):
        return False
    turn, known = position.turn, position.data.chits
    rulings = Rulings(position.data.points.settled())
    chits = list(action.chits)
    track = position.data.charts.turn_track[turn.number - 1]
    if action.owner is Owner.SOVIET:
        special = sum(known[chit].group == "soviet_special" for chit in chits)
        compulsory = rulings.says("U-07", "compulsory") and not special
        counted = len(chits) if rulings.says("U-07", "inside") else len(chits) - special
        return special > 1 or compulsory or _differs(counted - track.su_com, rulings)
    if turn.free and not rulings.says("U-46", "extra"):
        chits.append(turn.free)
    german = sum(known[chit].group == "ger_com" for chit in chits) - track.ger_com
    allied = len(chits) - track.ger_com - german - track.axis_rnf_com
    to_come = turn.number == 1 and not turn.free and not rulings.says("U-46", "extra")
    if to_come and min(german, allied) == -1 and max(german, allied) == 0:
        return False
    return _differs(german, rulings) or _differs(allied, rulings)


def _differs(surplus: int, rulings: Rulings) -> bool:
    """Return whether a number of chits is wrong: too high, or too low where it has to be exact."""
    return surplus > 0 or (surplus < 0 and rulings.says("U-06", "exact"))


def occurrences(position: Position, action: a.Action) -> Iterator[str]:  # noqa: PLR0912
    """Yield what an action is an example of, beside its own kind."""
    yield type(action).__name__
    match action:
        case a.BuildFort():
            for h in action.hexes:
                yield "fort of level 2" if h in position.forts else "fort of level 1"
        case a.Lose():
            if action.fort:
                yield "fort lost a level"
            if action.converted:
                yield "retreat converted in a fort"
            yield from map(partial(_lost, position), {u for u in action.units if _dies(position, u, action)})
        case a.Retreat():
            yield from _retreat(position, action)
        case a.Enter():
            if position.data.units[action.unit].headquarters and position.box_of[action.unit] is not Box.POOL:
                yield "headquarters returned"
            elif position.box_of[action.unit] is Box.RAIL:
                yield "rail box left"
        case a.Withdraw() if action.units:
            yield "withdrawal"
        case a.RailTransport() if action.units:
            yield "rail box entered"
        case a.Activate():
            if position.data.chits[position.command.chit].order == "stavka":
                yield "STAVKA"
            if len(action.germans) > 1:
                yield "two Germans"
        case a.Choose() if wrong_choice(position, action):
            yield "illegal choice of chits"
        case a.FreeChit():
            yield "free chit"
        case a.SetAside():
            yield "void chit set aside"
        case a.Attrition():
            yield from ("out of supply" for _ in action.units)
        case a.Advance() if len(action.path) > 1:
            yield "advance of two hexes"
        case a.CallOff():
            yield "attack called off"
        case a.Reinforce():
            yield "Soviet reinforcements" if action.die is None else "Axis reinforcements"
        case a.EndTurn(winner=Owner.AXIS):
            yield "win by 85 points"
        case a.EndTurn(winner=Owner.SOVIET):
            yield "win of the Soviets"


def _retreat(position: Position, action: a.Retreat) -> Iterator[str]:
    battle = position.command.battle(action.target)
    if action.steps:
        yield "retreat into an enemy zone"
    if not action.path and action.eliminated:
        yield "retreat impossible"
    if battle is not None and len(action.path) > 2:
        yield "retreat beyond a full hex"
    if action.eliminated:
        yield _lost(position, action.unit)


def _dies(position: Position, unit: int, action: a.Lose) -> bool:
    return action.units.count(unit) >= position.data.units[unit].steps - position.reduced[unit]


def _lost(position: Position, unit: int) -> str:
    return "headquarters lost" if position.data.units[unit].headquarters else "unit lost"
