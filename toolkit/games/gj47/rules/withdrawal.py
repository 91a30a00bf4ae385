"""Chapter 11.2: German divisions withdrawn by the roll of the supply chit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.lines import has_line
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.units import UnitType
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings

DICE = range(1, 7)
# Branches that the wider reading of "infantry" takes in, and the division that one reading counts as SS.
OTHER_FOOT = ("jaeger", "mountain")
GROSSDEUTSCHLAND = "GD"

_Key = tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Share:
    """What a roll takes of one class.

    Attributes
    ----------
    name : str
        Class of the table.
    count : int
        How many divisions leave: what the table says, or all there are.
    ranks : tuple of tuple of int
        Divisions that may leave, those that go first in front; free choice inside a rank.
    """

    name: str
    count: int
    ranks: tuple[tuple[int, ...], ...]

    def pick(self, choose: Callable[[Sequence[int], int], Iterable[int]]) -> list[int]:
        """Return a legal choice; ``choose(units, n)`` names `n` of equal units."""
        picked: list[int] = []
        for rank in self.ranks:
            missing = self.count - len(picked)
            if missing:
                picked += rank if len(rank) <= missing else choose(rank, missing)
        return picked


def class_of(kind: UnitType, rulings: Rulings) -> str:
    """Return the class of the tables that a German division belongs to (U-35)."""
    if kind.symbol in OTHER_FOOT and rulings.says("U-35", "all-foot"):
        return "Inf"
    if kind.short == GROSSDEUTSCHLAND and rulings.says("U-35", "gd-ss"):
        return "SS"
    return kind.pool_type


@rule("11.2", "One roll on the German withdrawal table, by either player.", Kind.PROCEDURE)
def one_roll(_position: Position, action: a.Withdraw, _rulings: Rulings) -> str | None:
    """Judge the die of the withdrawal.

    Checks: That it shows 1 to 6. One action is one roll.
    Legal: The Soviet player rolls a 3.
    Illegal: Divisions leave without a roll.
    """
    return None if action.die in DICE else "no roll on the withdrawal table"


@rule(
    "11.2(1)",
    "The German divisions named leave the map at once, full ones before reduced ones; motorised ones never.",
    Kind.EFFECT,
)
def full_ones_first(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge which divisions of a class are withdrawn.

    Checks: That only German divisions of the table's classes leave, each once, and no reduced one while a
    full one could go.
    Legal: For a 1 two full infantry divisions leave, and a reduced panzer division because no full one is
    there.
    Illegal: A reduced division leaves while a full one of its class has a line; a motorised division leaves.
    Unclear: U-35: which class a division belongs to. U-59: reduced in the box or full on the map first.
    """
    if len(set(action.units)) < len(action.units):
        return "a division is withdrawn twice"
    classes = position.data.charts.withdrawal.classes
    for unit in action.units:
        kind = position.data.units[unit]
        if not kind.german or kind.headquarters or class_of(kind, rulings) not in classes:
            return "not a division of the withdrawal table"
    return (
        "a reduced division leaves before a full one" if _fault(position, action, rulings) == "full" else None
    )


def _missing(position: Position, action: a.Withdraw, rulings: Rulings, name: str) -> str | None:
    """Return what is wrong with the number of divisions of a class."""
    share = _share(position, action.die, name, rulings)
    taken = [u for u in action.units if class_of(position.data.units[u], rulings) == name]
    if len(taken) == share.count:
        return None
    return f"divisions of class {name} withdrawn: {len(taken)}, due: {share.count}"


@rule("11.2(1)1", "The column Pz takes panzer divisions.", Kind.EFFECT)
def panzer(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge the number of panzer divisions withdrawn.

    Checks: The number of the table's row, or all that can go when there are fewer.
    Legal: A 2 takes one panzer division.
    Illegal: A 2 takes none although one has a line.
    """
    return _missing(position, action, rulings, "Pz")


@rule("11.2(1)2", "The column SS takes SS divisions.", Kind.EFFECT)
def waffen_ss(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge the number of SS divisions withdrawn.

    Checks: The number of the table's row, or all that can go when there are fewer.
    Legal: A 3 takes one SS division.
    Illegal: A 3 takes none although one is in the rail box.
    Unclear: U-35: whether Grossdeutschland counts as SS.
    """
    return _missing(position, action, rulings, "SS")


@rule("11.2(1)3", "The column Inf takes infantry divisions.", Kind.EFFECT)
def infantry(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge the number of infantry divisions withdrawn.

    Checks: The number of the table's row, or all that can go when there are fewer.
    Legal: A 5 takes two infantry divisions.
    Illegal: A 5 takes one.
    Unclear: U-35: whether Jäger and mountain divisions count as infantry.
    """
    return _missing(position, action, rulings, "Inf")


@rule(
    "11.2(2)", "They may be anywhere on the map, but not without a line of communication.", Kind.RESTRICTION
)
def with_a_line(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge where the divisions stand that are withdrawn.

    Checks: That each is in the rail box, or on the map with a line.
    Legal: A division beside the enemy, in an unbroken line of its own.
    Illegal: A division in a pocket, or one of the reserve pool.
    Unclear: Those of 3.3: U-15, U-22, U-37, U-56, U-66.
    """
    if all(can_go(position, unit, rulings) for unit in action.units):
        return None
    return "a division without a line of communication is withdrawn"


def can_go(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether a division is where it can be withdrawn from."""
    return position.box_of[unit] is Box.RAIL or has_line(position, unit, rulings)


@rule(
    "11.2(3)",
    "Divisions in the rail box go first; when there is none in the box or on the map, none goes.",
    Kind.RESTRICTION,
)
def box_first(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Judge the order of rail box and map.

    Checks: Divisions of one class that differ only in where they are.
    Legal: A full panzer division in the box leaves, those on the map stay.
    Illegal: One leaves from the map while an equal one is in the box.
    Unclear: U-59: a reduced division in the box against a full one on the map.
    """
    if _fault(position, action, rulings) == "box":
        return "a division on the map leaves before one in the rail box"
    return None


def _fault(position: Position, action: a.Withdraw, rulings: Rulings) -> str | None:
    """Return what is wrong with the order of the divisions withdrawn: ``"full"``, ``"box"`` or nothing."""
    if action.die not in DICE:
        return None
    for name in position.data.charts.withdrawal.classes:
        share = _share(position, action.die, name, rulings)
        taken = [u for u in action.units if class_of(position.data.units[u], rulings) == name]
        if len(taken) != share.count:
            continue
        best = sorted(_key(position, u) for u in share.pick(lambda rank, n: rank[:n]))
        found = sorted(_key(position, u) for u in taken)
        reduced = sum(back for back, _ in found) > sum(back for back, _ in best)
        from_map = sum(on_map for _, on_map in found) > sum(on_map for _, on_map in best)
        if not {unit for rank in share.ranks for unit in rank}.issuperset(taken):
            # One that may not leave at all (11.2(2)) can be a reduced one too; where it stood says nothing.
            if reduced:
                return "full"
        elif found != best:
            # Of two faults the one that goes first.
            leads = from_map and (not reduced or rulings.says("U-59", "box-first"))
            return "box" if leads else "full"
    return None


def _key(position: Position, unit: int) -> _Key:
    """Return whether a division is reduced, and whether it is on the map."""
    return bool(position.reduced[unit]), position.box_of[unit] is not Box.RAIL


@rule("11.2(4)", "A withdrawn division does not come back.", Kind.RESTRICTION)
def gone_for_good(position: Position, action: a.Enter, _rulings: Rulings) -> str | None:
    """Judge that no withdrawn division arrives.

    Checks: The box a unit comes from.
    Legal: A panzer division of the reserve pool arrives.
    Illegal: The division withdrawn on turn 2 arrives on turn 4.
    """
    return "it was withdrawn" if position.box_of[action.unit] is Box.WITHDRAWN else None


def withdraw(position: Position, action: a.Withdraw) -> None:
    """Take the divisions out of play."""
    for unit in action.units:
        position.send(unit, Box.WITHDRAWN)
    position.set_command(replace(position.command, die=action.die))
    enter(position, Phase.RAIL_BOX)


def withdrawal_choices(position: Position, die: int, rulings: Rulings) -> tuple[Share, ...]:
    """Return what a roll takes, class by class."""
    names = position.data.charts.withdrawal.classes
    return tuple(share for name in names if (share := _share(position, die, name, rulings)).count)


def _share(position: Position, die: int, name: str, rulings: Rulings) -> Share:
    """Return what a roll takes of one class; nothing for a die that shows no number."""
    wanted = position.data.charts.withdrawal.roll(die).get(name, 0) if die in DICE else 0
    if not wanted:
        return Share(name, 0, ())
    ranks: dict[_Key, list[int]] = {}
    for unit, kind in enumerate(position.data.units):
        if position.hex_of[unit] == OFF_MAP and position.box_of[unit] is not Box.RAIL:
            continue
        if not kind.german or kind.headquarters or class_of(kind, rulings) != name:
            continue
        if can_go(position, unit, rulings):
            ranks.setdefault(_key(position, unit), []).append(unit)
    box_leads = len(ranks) > 1 and rulings.says("U-59", "box-first")
    order = sorted(ranks, key=(lambda key: key[::-1]) if box_leads else None)
    there = sum(map(len, ranks.values()))
    return Share(name, min(wanted, there), tuple(tuple(ranks[key]) for key in order))
