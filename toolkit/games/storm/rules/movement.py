"""SEED 移動: what a move costs, and where it may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import splits, start_of
from toolkit.games.storm.rules.card_moves import extra_movement, pays_no_extra
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.impulses import begin_impulse
from toolkit.games.storm.rules.position import JustDone, Position
from toolkit.games.storm.rules.readings import hostile, laid_for, name, to_act
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Cost:
    """What a path costs: `base` points, `each` more for each enemy area entered and left.

    `both`: the two areas of a step that pays twice.
    """

    base: int
    each: int = 0
    entering: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    both: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """All points together."""
        return self.base + self.each * (len(self.entering) + len(self.leaving))


def cost(position: Position, side: Side, start: str, path: Sequence[str], rulings: Rulings) -> Cost:
    """Return what a group pays for a path (SEED 移動3)."""
    figures = position.data.figures
    if pays_no_extra(position):
        return Cost(figures.area_cost * len(path))
    entering: list[str] = []
    leaving: list[str] = []
    both: tuple[str, ...] = ()
    at = start
    more_to_leave = hostile(position, side, start, rulings)
    taken: set[str] = set()
    for area in path:
        enters = area not in taken and hostile(position, side, area, rulings)
        entering += [area] * enters
        leaving += [at] * more_to_leave
        if enters and more_to_leave:
            both = both or (at, area)
        more_to_leave = enters and stays_hostile(position, side, area, rulings)
        if enters and not more_to_leave:
            taken.add(area)
        at = area
    return Cost(figures.area_cost * len(path), figures.enemy_cost, tuple(entering), tuple(leaving), both)


def priced(position: Position, action: a.Move, rulings: Rulings) -> list[tuple[str, int, tuple[str, ...]]]:
    """Return the areas of a move with what entering each costs, and why it costs more than an area.

    The price of leaving an area with enemies stands with the next one.
    """
    start = start_of(position, action)
    if not start or any(area not in position.data.areas for area in action.path):
        return []
    found: list[tuple[str, int, tuple[str, ...]]] = []
    before = Cost(0)
    for count, area in enumerate(action.path, 1):
        now = cost(position, action.side, start, action.path[:count], rulings)
        left = action.path[count - 2] if count > 1 else start
        why = [f"enters {name(position, area)}, enemy"] * (len(now.entering) > len(before.entering))
        why += [f"leaves {name(position, left)}, enemy"] * (len(now.leaving) > len(before.leaving))
        found.append((area, now.total - before.total, tuple(why)))
        before = now
    return found


def _dear(position: Position, found: tuple[Cost, int], why: str, areas: Sequence[str]) -> str:
    """Return what a move costs, against the points of the group, and which areas make it dear."""
    named = ", ".join(name(position, area) for area in dict.fromkeys(areas))
    return f"with {why} ({named}) it costs {found[0].total} movement points, the group has {found[1]}"


def stays_hostile(position: Position, side: Side, area: str, rulings: Rulings) -> bool:
    """Return whether leaving an area costs more for a group that goes through.

    One without enemy units is its own at once (St-21).
    """
    return bool(position.units_in(area, side.enemy)) or rulings.says("St-21", "no")


def slowest(position: Position, units: Sequence[str]) -> int:
    """Return the movement of a group: the lowest of its units (SEED 移動3(3)), with what cards give."""
    return min(position.data.units[unit].movement for unit in units) + extra_movement(position)


def _cost(position: Position, action: a.Move, rulings: Rulings) -> tuple[Cost, int] | None:
    """Return cost and allowance of a move; None where other rules stand against it already."""
    start = start_of(position, action)
    if not start or not action.path or any(area not in position.data.areas for area in action.path):
        return None
    return cost(position, action.side, start, action.path, rulings), slowest(position, action.units)


@rule("SEED 移動2", "Units that move together go to the same area.", Kind.RESTRICTION)
def one_goal(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge a move that is the rest of a stack whose other units went elsewhere.

    Checks: A second move in a row out of the same area, by units that could have moved together.
    Legal: Two units go from the Park to the House; the others stay.
    Illegal: In one impulse one unit goes from the Park to the House, another one to the Silo.
    """
    if to_act(position, rulings) is action.side or not splits(position, action):
        return None
    if start_of(position, action) in position.data.ferries:
        return None  # SEED 渡口3
    return "the units of a stack go to different areas"


@rule("SEED 移動3", "A unit enters as many adjacent areas as it has movement points.", Kind.RESTRICTION)
def adjacent_areas(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge the way of a group and its length.

    Checks: That each area is a neighbour of the one before, and that there are no more than the points allow.
    Legal: Infantry with 2 points goes two own areas.
    Illegal: It goes three, or leaps over one.
    """
    start = start_of(position, action)
    if not start:
        return None
    if not action.path:
        return "no area is entered"
    left = start
    for area in action.path:
        if area not in position.data.neighbours.get(left, ()) and area not in position.data.ferries:
            return f"{name(position, area)} is no neighbour of {name(position, left)}"
        left = area
    found = _cost(position, action, rulings)
    if found is None or found[0].base <= found[1]:
        return None
    last = name(position, action.path[found[1]])
    return f"it enters {found[0].base} areas with {found[1]} movement points: {last} is out of reach"


@rule(
    "SEED 移動3(1)",
    "Entering an area with enemy units or under enemy control costs one point more, once.",
    Kind.RESTRICTION,
)
def entering_costs_more(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge a move that forgets what entering costs.

    Checks: That the points suffice with it where they would without.
    Legal: A unit with 2 points enters an area with Soviets that is Soviet: 2 points.
    Illegal: A unit with 1 point does.
    Unclear: St-8: whether an area under enemy control without units costs more.
    """
    found = _cost(position, action, rulings)
    if found is None or not found[0].entering or not found[0].base <= found[1] < found[0].total:
        return None
    return _dear(position, found, "a point more to enter an enemy area", found[0].entering)


@rule(
    "SEED 移動3(2)",
    "Leaving an area with enemy units or under enemy control costs one point more, once.",
    Kind.RESTRICTION,
)
def leaving_costs_more(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge a move that forgets what leaving costs.

    Checks: That the points suffice with it where they would without.
    Legal: A unit with 2 points leaves an area with Soviets for an own one.
    Illegal: A unit with 1 point does.
    Unclear: St-8: an area under enemy control without units. St-21: whether going through an empty enemy area
    takes it at once, so that leaving it costs nothing more.
    """
    found = _cost(position, action, rulings)
    if found is None or not found[0].leaving or not found[0].base <= found[1] < found[0].total:
        return None
    return _dear(position, found, "a point more to leave an enemy area", found[0].leaving)


@rule("SEED 註5", "From one enemy area into another both costs count: two points more.", Kind.RESTRICTION)
def both_cost_more(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge a step from one enemy area into another.

    Checks: That the points suffice with both costs where they would with one of them, or none.
    Legal: A unit with 3 points goes from an area with Soviets into the next one.
    Illegal: A unit with 2 points does.
    Unclear: St-8, St-21: as for entering and leaving.
    """
    found = _cost(position, action, rulings)
    if found is None or not found[0].both or not found[0].base <= found[1] < found[0].total:
        return None
    return _dear(position, found, "two points more from one enemy area into another", found[0].both)


@rule("SEED 移動3(3)", "A group moves as its slowest unit.", Kind.RESTRICTION)
def slowest_unit_decides(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge a move that a faster unit of the group could make alone.

    Checks: Units of different movement in one group.
    Legal: Motorised infantry with 4 points and infantry with 2 go two areas.
    Illegal: Together they go three.
    """
    found = _cost(position, action, rulings)
    if found is None or found[0].total <= found[1]:
        return None
    fastest = max(position.data.units[unit].movement for unit in action.units) + extra_movement(position)
    if found[0].total > fastest:
        return None
    last = min(action.units, key=lambda unit: (position.data.units[unit].movement, unit))
    return f"it costs {found[0].total} movement points, {last} has {found[1]}"


@rule("SEED 移動3(4)", "Without enough movement points an area cannot be entered.", Kind.RESTRICTION)
def enough_points(position: Position, action: a.Move, rulings: Rulings) -> str | None:
    """Judge what a move costs in all.

    Checks: Its cost against the movement of the group. What costs too much stands under its own number beside
    it.
    Legal: A unit with 2 points pays 2.
    Illegal: A unit with 1 point enters an enemy area because it is the only step of its move.
    Unclear: St-8, St-21: as for entering and leaving.
    """
    found = _cost(position, action, rulings)
    if found is None or found[0].total <= found[1]:
        return None
    goal = name(position, action.path[-1])
    return f"to {goal} it costs {found[0].total} movement points, the group has {found[1]}"


@rule("SEED 移動5", "Units are spent after moving.", Kind.EFFECT)
def spent_by_moving(action: a.Move) -> frozenset[str]:
    """Return the units that a move spends.

    Checks: Nothing of its own: 註4 keeps spent units from acting.
    Legal: Two units go to the House and turn over.
    Illegal: One of them fires in the next impulse.
    """
    return frozenset(action.units)


def move(position: Position, action: a.Move) -> None:
    """Move units along a path and spend them."""
    overrun = bool(laid_for(position, Use.OVERRUN))
    start, laid = start_of(position, action), position.laid
    begin_impulse(position, action.side)
    units = [unit for unit in action.units if unit in position.where]
    if action.path and action.path[-1] in position.data.areas:
        for area in action.path[:-1]:
            if area in position.data.areas:
                position.go_through(area, action.side)
        position.put_together(units, action.path[-1])
    position.spent.update(unit for unit in spent_by_moving(action) if position.on_map(unit))
    cards = tuple(card.card for card in laid)
    goal = action.path[-1] if action.path else start
    position.done = JustDone(action.side, action.units, start, action.path, goal, overrun, cards)
