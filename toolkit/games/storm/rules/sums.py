"""A fire as a sum: attack total, defence total, loss points."""

from __future__ import annotations

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.fire import (
    attack_total,
    from_same_area,
    has_fired,
    points_of,
    terrain_of,
    toll_of,
)
from toolkit.games.storm.rules.position import Position, Shot, Toll
from toolkit.rules.rulings import Rulings
from toolkit.rules.sums import Line, Sum, Term


def sum_of(position: Position, action: a.Action) -> Sum | None:
    """Return the fire that an action rolls for as a sum; None for any other action.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    shot = position.shot
    if not isinstance(action, a.Roll) or shot is None or shot.target not in position.data.areas:
        return None
    rulings = Rulings(position.data.points)
    toll = toll_of(position, shot, action.dice)
    points, terrain = points_of(toll, rulings), terrain_of(toll, rulings)
    why = f"{toll.attack} − {toll.defence + terrain}"
    return Sum(
        _attack(position, shot, action.dice),
        _defence(position, shot, toll, terrain),
        (str(toll.attack), str(toll.defence + terrain)),
        (Line(Term.LOSS_POINTS, str(points), why, "SEED 攻擊4"),),
        open_points=tuple(rulings.asked),
    )


def _attack(position: Position, shot: Shot, dice: tuple[int, int]) -> tuple[Line, ...]:
    units = position.data.units
    lines = [Line(units[unit].name, str(units[unit].attack)) for unit in shot.units]
    by_cards = attack_total(position, shot, (0, 0)) - sum(units[unit].attack for unit in shot.units)
    if by_cards:
        lines.append(Line(Term.CARDS, f"{by_cards:+}"))
    lines.append(Line(Term.DICE, str(sum(dice)), " + ".join(map(str, dice)), "SEED 攻擊2"))
    return tuple(lines)


def _defence(position: Position, shot: Shot, toll: Toll, terrain: int) -> tuple[Line, ...]:
    there = [unit for unit in shot.pool if position.on_map(unit)]
    lines = []
    if there:
        best = max(there, key=position.defence)
        name = position.data.units[best].name
        lines.append(Line(name, str(position.defence(best)), Term.BEST_DEFENCE, "SEED 攻擊3"))
    if shot.dug:
        lines.append(Line(Term.CARDS, f"{shot.dug:+}"))
    if toll.terrain:
        lost = Term.TERRAIN_OF if terrain == 0 else ""
        lines.append(Line(Term.TERRAIN, str(terrain), lost, _lost_by(position, shot) if lost else ""))
    return tuple(lines)


def _lost_by(position: Position, shot: Shot) -> str:
    """Return the clause by which the terrain does not count, the first that holds."""
    if shot.bare:
        return ""
    if from_same_area(shot):
        return "SEED 攻擊3(1)"
    return "SEED 攻擊3(3)" if has_fired(position, shot) else "SEED 攻擊3(2)"
