"""Chapter 10 as a sum: strengths, odds, columns and the cell of the results table."""

from __future__ import annotations

from toolkit.games.gj47.data.tables import CombatResult, CombatTable
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules import odds as o
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.fort_effects import defence as fort_defence
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import result
from toolkit.games.gj47.rules.terrain import CHART_ROW, TOWN
from toolkit.rules.rulings import Rulings
from toolkit.rules.sums import Chart, Line, Sum, Term

_OF_BATTLES = (a.Declare, a.Roll, a.CallOff, a.Lose, a.Retreat, a.Advance, a.CloseBattle)


def sum_of(position: Position, action: a.Action) -> Sum | None:
    """Return the battle that an action belongs to as a sum; None for an action of none.

    Parameters
    ----------
    position : Position
        After the action.
    """
    if not isinstance(action, _OF_BATTLES) or position.turn.command is None:
        return None
    battle = position.command.battle(action.target)
    if battle is None or not battle.attackers:
        return None
    rulings = Rulings(position.data.points)
    found = o.odds(position, battle, rulings)
    fort = fort_defence(position.data.forts, b.fort_of(position, battle))
    defence = [_defender(position, battle, unit) for unit in b.defenders_of(position, battle)]
    if b.fort_of(position, battle):
        defence.append(Line(Term.FORT, str(fort), rule="14.2(1)"))
    return Sum(
        tuple(_attacker(position, battle, unit) for unit in battle.attackers),
        tuple(defence),
        (str(found.attack), str(found.defence)),
        tuple(_steps(position, battle, found, rulings)),
        _chart(position.data.charts.crt, found.column, battle.die),
        tuple(rulings.asked),
    )


def _attacker(position: Position, battle: Battle, unit: int) -> Line:
    strength = o.unit_strength(position, unit, b.face(position, battle, unit), attacks=True)
    origin = b.origin_of(position, battle, unit)
    name = b.name(position, unit)
    if o.river_factor(position, origin, battle.target) != 1:
        return Line(name, str(strength), Term.ACROSS_RIVER, "10.3(1)1")
    return Line(name, str(strength))


def _defender(position: Position, battle: Battle, unit: int) -> Line:
    strength = o.unit_strength(position, unit, b.face(position, battle, unit), attacks=False)
    if unit in o.counted_defenders(position, battle):
        return Line(b.name(position, unit), str(strength))
    return Line(b.name(position, unit), "0", Term.RETREATED_IN, "10.3(1)2")


def _steps(position: Position, battle: Battle, found: o.Odds, rulings: Rulings) -> list[Line]:
    steps = [Line(Term.ODDS, found.before, f"{found.attack} : {found.defence}", "10.3(2)")]
    if found.shifts:
        board = position.data.board
        ground = CHART_ROW[board.terrain[battle.target]]
        town = [TOWN] if battle.target in board.towns and ground != "major_city" else []
        why = " + ".join([*([] if town and ground == "clear" else [ground.replace("_", " ")]), *town])
        steps.append(Line(Term.COLUMNS_LEFT, str(found.shifts), why, "10.3(3)"))
    if not found.allowed:
        return [*steps, Line(Term.TOO_WEAK, found.after, rule="10.3(4)")]
    steps.append(Line(Term.COLUMN, found.after))
    if battle.die:
        steps.append(Line(Term.DIE, str(battle.die)))
        outcome = result(position, battle, rulings)
        steps += [Line(Term.RESULT, outcome.text, rule="10.4(2)"), *_meaning(outcome)]
    return steps


def _meaning(outcome: CombatResult) -> list[Line]:
    counted = (
        (Term.ATTACKER_LOSES, outcome.attacker_losses),
        (Term.DEFENDER_LOSES, outcome.defender_losses),
        (Term.DEFENDER_RETREATS, outcome.retreat),
    )
    return [Line(term, str(count)) for term, count in counted if count] or [Line(Term.NOTHING)]


def _chart(table: CombatTable, column: int, die: int) -> Chart:
    rows = tuple((str(die), tuple(cell.text for cell in row)) for die, row in enumerate(table.rows, 1))
    return Chart(table.columns, rows, column, die - 1 if 1 <= die <= len(rows) else -1)
