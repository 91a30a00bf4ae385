"""10.3: strengths, odds, shifts; from the charts of the game's data."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.gj47.data.charts import Charts
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.course import Battle
from toolkit.games.gj47.rules.fort_effects import defence as fort_defence
from toolkit.games.gj47.rules.fractions import without_fraction
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.terrain import CHART_ROW, TOWN, WATERS, Terrain
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one battle under one reading.

    Attributes
    ----------
    attack, defence : int
        After halving; the fort included.
    shifts : int
        Columns to the left.
    column : int
        Column after the shifts, at most the last one; negative: the attack is not allowed (10.3(4)).
    before, after : str
        Headings of the two columns, ``"under 1-1"`` below the first.
    """

    attack: int
    defence: int
    shifts: int
    column: int
    before: str
    after: str

    @property
    def allowed(self) -> bool:
        """Whether the odds allow the attack (10.3(4))."""
        return self.column >= 0

    @property
    def text(self) -> str:
        """The sum as people write it: ``"15 : 5 = 3-1, 2 left: 1.5-1"``."""
        shifted = f", {self.shifts} left: {self.after}" if self.shifts else ""
        return f"{self.attack} : {self.defence} = {self.before}{shifted}"


@rule(
    "10.2(2)",
    "For each battle both strengths are added up, the odds are found in the table and shifted.",
    Kind.PROCEDURE,
)
def odds(position: Position, battle: Battle, rulings: Rulings) -> Odds:
    """Return the odds of a battle: as they were when its die was thrown, before it as they are now.

    Checks: Nothing of its own: 10.3 says how.
    Legal: Units that retreated into the hex since the declaration change the sums as 10.3(1)2 says.
    Illegal: The odds of the declaration are kept although the defence has changed.
    Unclear: U-26: see 10.3(4).
    """
    charts = position.data.charts
    attack, defence = strengths(position, battle, rulings)
    ratio = ratio_column(charts, attack, defence, rulings)
    shifts = columns_left(position, battle.target, rulings)
    last = len(charts.crt.columns) - 1
    # Odds beyond the last column count on while they are shifted, or from it (U-24).
    on = ratio > last and shifts > 0 and rulings.says("U-24", "shift-first")
    column = min((ratio if on else min(ratio, last)) - shifts, last)
    return Odds(attack, defence, shifts, column, _heading(charts, ratio), _heading(charts, column))


def preview(position: Position, target: int, attackers: tuple[int, ...], rulings: Rulings) -> Odds:
    """Return the odds that an attack would have, were it made now."""
    origins = tuple(position.hex_of[unit] for unit in attackers)
    return odds(position, Battle(target, attackers, origins), rulings)


def _heading(charts: Charts, column: int) -> str:
    columns = charts.crt.columns
    return f"under {columns[0]}" if column < 0 else columns[min(column, len(columns) - 1)]


@rule(
    "10.3(1)",
    "The attack strengths of all units attacking and the defence strengths of all defending are added up.",
    Kind.PROCEDURE,
)
def strengths(position: Position, battle: Battle, rulings: Rulings) -> tuple[int, int]:
    """Return the attack and the defence of a battle.

    Checks: Nothing of its own: the lines below say what is halved and what does not count; a level 2 fort
    adds its point (14.2(1)).
    Legal: Divisions of 7 and 8 attack units of 3 and 2: 15 to 5.
    Illegal: Leaving the weaker of two defending units out of the sum.
    Unclear: U-01: see 10.3(1)1.
    """
    attack = attack_strength(position, battle, rulings)
    defence = sum(
        unit_strength(position, unit, b.face(position, battle, unit), attacks=False)
        for unit in counted_defenders(position, battle)
    )
    return attack, defence + fort_defence(position.data.forts, b.fort_of(position, battle))


@rule(
    "10.3(1)1",
    "Attack strength is halved across a river, bridged or not; only those that attack across it are halved.",
    Kind.EFFECT,
)
def attack_strength(position: Position, battle: Battle, rulings: Rulings) -> int:
    """Return the attack of a battle after halving; fractions are dropped (1.0(2)).

    Checks: The hexside between each attacker's hex and the hex attacked. A bridge changes nothing.
    Legal: A division of 7 across the river and one of 5 on this side: 3 + 5.
    Illegal: Counting the 7 in full because a road bridge leads over the river.
    Unclear: U-01: halves of single units, of the units of one hex, or of all that cross.
    """
    whole = 0
    crossing: list[tuple[int, int, float]] = []
    for unit in battle.attackers:
        origin = b.origin_of(position, battle, unit)
        strength = unit_strength(position, unit, b.face(position, battle, unit), attacks=True)
        factor = river_factor(position, origin, battle.target)
        if factor == 1:
            whole += strength
        else:
            crossing.append((unit, origin, strength * factor))
    together = rulings.of("U-01") if len(crossing) > 1 else "unit"
    halved: dict[int, float] = {}
    for unit, origin, half in crossing:
        group = {"unit": unit, "stack": origin, "battle": battle.target}[together]
        halved[group] = halved.get(group, 0) + half
    return whole + sum(map(without_fraction, halved.values()))


def river_factor(position: Position, origin: int, target: int) -> float:
    """Return what an attack across a hexside is multiplied by, according to the terrain effects chart."""
    features = position.data.board.features(origin, target) or 0
    rows = (position.data.charts.effect(kind) for flag, kind in WATERS if features & flag)
    return min((row.attack_factor for row in rows if row is not None), default=1.0)


@rule("10.3(1)2", "Units that retreated into the hex in the same combat segment add no defence.", Kind.EFFECT)
def counted_defenders(position: Position, battle: Battle) -> tuple[int, ...]:
    """Return the defenders whose strength counts.

    Checks: Who of the defenders retreated earlier in the segment; see 10.6(7).
    Legal: A rifle division of 2 is attacked after a tank corps of 3 retreated into its hex: the defence is 2.
    Illegal: Counting 5.
    """
    new = b.newcomers(position, battle)
    return tuple(unit for unit in b.defenders_of(position, battle) if unit not in new)


@rule("10.3(1)3", "Supply does not change a unit's strength.", Kind.EFFECT)
@rule("11.1(2)", "Supply changes neither strength nor movement.", Kind.DEFINITION)
@rule(
    "13.0",
    "A headquarters has strength, steps, movement and a zone of control like a combat unit.",
    Kind.DEFINITION,
)
def unit_strength(position: Position, unit: int, reduced: int, *, attacks: bool) -> int:
    """Return the strength of the face that a unit shows, in supply or not, headquarters or not.

    Checks: Nothing but the counter: the printed attack or defence. Nothing that judges combat or movement
    asks for a line, and nothing is asked of a headquarters that other units are not asked: it moves, fights,
    loses steps, retreats and advances by the same rules. It is not mechanised (2.22).
    Legal: A cut-off panzer division attacks with its printed strength. A headquarters attacks together with a
    division, takes the loss and advances one hex.
    Illegal: Halving a division because it has no line of communication. A headquarters advances two hexes.
    """
    kind = position.data.units[unit]
    return (kind.attack if attacks else kind.defence)[1 if reduced else 0]


@rule(
    "10.3(2)",
    "The odds are attack to defence, rounded down to a column of the results table; 10-1 is the highest.",
    Kind.PROCEDURE,
)
def ratio_column(charts: Charts, attack: int, defence: int, rulings: Rulings) -> int:
    """Return the column of two strengths, before terrain: -1 below the first.

    Checks: Nothing of its own. Odds of eleven and more to one are columns of their own beyond the last, one
    for each whole number; what becomes of them is for the shifts.
    Legal: 15 to 5 is 3-1, 26 to 9 is 2-1, 12 to 7 is 1.5-1, 18 to 13 is 1-1, 25 to 2 is 10-1.
    Illegal: 26 to 9 taken as 3-1.
    Unclear: U-23, settled by the examples: down. U-24: see 10.3(3). U-25: against a defence of nought the
    highest column.
    """
    ratios = charts.crt.ratios
    last = len(ratios) - 1
    if attack <= 0:
        return -1
    if defence <= 0:
        return last
    ratio = attack / defence
    if ratio >= ratios[last] + 1:
        return last + without_fraction(attack / defence - ratios[last])
    lower = max((i for i, least in enumerate(ratios) if attack >= least * defence), default=-1)
    if 0 <= lower < last and rulings.says("U-23", "nearest"):
        return lower + (ratios[lower + 1] - ratio < ratio - ratios[lower])
    return lower


@rule(
    "10.3(3)",
    "Terrain of the hex attacked shifts the odds to the left, as the terrain effects chart says.",
    Kind.EFFECT,
)
def columns_left(position: Position, h: int, rulings: Rulings) -> int:
    """Return how many columns the terrain of a hex shifts the odds.

    Checks: Nothing of its own. A town adds to the terrain around it, a major city replaces it. Odds above
    10-1 are shifted from 10-1.
    Legal: A town in a forest shifts 3-1 by two to 1.5-1; 12-1 shifted by two is 8-1.
    Illegal: Shifting 12-1 by two to 10-1.
    Unclear: U-24, settled by the examples. U-58: a town in the mountains, three columns or two.
    """
    board, charts = position.data.board, position.data.charts
    terrain = board.terrain[h]
    row = charts.effect(CHART_ROW[terrain])
    base = row.shift if row is not None else 0
    town = charts.effect(TOWN) if h in board.towns and terrain != Terrain.CITY else None
    if town is None:
        return base
    if not town.on_top:
        return max(base, town.shift)
    if terrain == Terrain.MOUNTAIN and rulings.says("U-58", "two"):
        return base
    return base + town.shift


@rule(
    "10.3(4)",
    "Odds below 1-1 after the shifts: the attack is not allowed; above 10-1 the last column is used.",
    Kind.RESTRICTION,
)
def least_odds(position: Position, action: a.Declare | a.Roll, rulings: Rulings) -> str | None:
    """Judge the odds of an attack that is announced.

    Checks: The odds after the shifts, with the strengths of the moment of declaration.
    Legal: 3-1 against a town in a forest, which is 1.5-1.
    Illegal: 1-1 against a forest; 4 against 5 in the open.
    Unclear: U-26: whether an attack whose odds have fallen since may still be rolled for. U-01 and U-58 where
    the odds hang on them.
    """
    if isinstance(action, a.Roll):
        battle = position.command.battle(action.target)
        if battle is None or battle.die:
            return None
        found = odds(position, battle, rulings)
        if found.allowed or not rulings.says("U-26", "recheck"):
            return None
        return f"the odds have fallen to {found.text}"
    enemy = b.attacking_side(position, Battle(action.target, action.attackers)).enemy
    if not action.attackers or not b.occupied(position, action.target, enemy):
        return None
    found = preview(position, action.target, action.attackers, rulings)
    return None if found.allowed else f"the odds are {found.text}"
