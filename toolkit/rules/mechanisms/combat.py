"""Combat up to the roll: who may and who must attack, in what order, what strengths and columns become."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.board import Places
from toolkit.rules.mechanisms.forces import ALL, Table, Units, enemies_in, stands_against
from toolkit.rules.mechanisms.sequence import holds_in

Obstacle = Literal["who", "far", "into", "whom", "across", "disturbed", "unseen"]
"""Why a unit cannot attack somewhere; what comes later is nearer to being allowed."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """Units may attack enemies that they can reach.

    Attributes
    ----------
    reach : {"adjacent", "same", "anywhere"}
        Enemies in neighbouring places, or in the attacker's own; or anywhere on the map, also by units that
        wait beside it and whose turn to enter, if they have one, has come: aircraft.  Results do not touch
        those.
    alone : bool
        Whether they may attack without units that another clause lets attack.
    joins : {"any", "stack"}
        Whom those join that do not attack alone: any others, or only such as attack from their own place.
    units : Units
        Who may attack.
    whom : Units
        Whom they attack; others in the place take no part: fleets fight fleets only.
    not_across : tuple of str
        Layers of hexsides across which nobody attacks.
    unless_links : tuple of str
        Layers of links over which it is allowed even so.
    not_into : Places or None
        Places that are not attacked.
    range : int
        Enemies so many places away, or nearer, where they are attacked from neighbouring places: artillery.
        Nobody has to attack from farther than a neighbouring place.
    hidden_by : Places or None
        What bars the sight: nobody attacks from afar where every shortest way to the enemy leads through such
        a place.
    undisturbed : bool
        Whether only units that no enemy is beside attack from afar.
    suffer : true, false or "near"
        Whether results touch these attackers; ``near``: only those beside the place attacked.
    cost : number
        Movement points that each attacker pays of those of the phase, and must have left: an overrun, in a
        phase that does ``move`` as well.
    phases : tuple of str
        Phases in which it holds; all when left out.
    when : tuple of str
        Kinds of turns, or states, in which it holds; always when left out.
    """

    reach: Literal["adjacent", "same", "anywhere"] = "adjacent"
    alone: bool = True
    joins: Literal["any", "stack"] = "any"
    units: Units = ALL
    whom: Units = ALL
    not_across: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    not_into: Places | None = None
    range: int = 1
    hidden_by: Places | None = None
    undisturbed: bool = False
    suffer: bool | Literal["near"] = True
    cost: float = 0
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    @property
    def spared(self) -> bool:
        """Whether results do not touch all of these attackers."""
        return self.suffer is not True or self.reach == "anywhere"

    def reaches(self, table: Table, unit: str, place: str, *, afar: bool = True) -> bool:
        """Return whether a unit could attack enemies in a place; unless `afar`, from beside it only."""
        return self.obstacle(table, unit, place, afar=afar) is None

    def obstacle(self, table: Table, unit: str, place: str, *, afar: bool = True) -> Obstacle | None:
        """Return why a unit could not attack enemies in a place."""
        board, start = table.board, table.where[unit]
        if not self.units.take(table.units[unit]):
            return "who"
        if self.not_into is not None and place in board.chosen(self.not_into):
            return "into"
        if self.whom != ALL and not stands_against(table, place, table.units[unit].side, self.whom):
            return "whom"
        if self.reach != "adjacent":
            return None if (afar if self.reach == "anywhere" else start == place) else "far"
        if afar and 1 < board.distance(start, place) <= self.range:
            return fires(table, unit, place, hidden_by=self.hidden_by, undisturbed=self.undisturbed)
        if not board.touch(start, place):
            return "far"
        crosses = self.not_across and board.crosses((start, place), self.not_across, self.unless_links)
        return "across" if crosses else None


def fires(
    table: Table, unit: str, place: str, *, hidden_by: Places | None, undisturbed: bool
) -> Obstacle | None:
    """Return why a unit is not free to act on a place from afar, or does not see it."""
    board, start = table.board, table.where[unit]
    side = table.units[unit].side
    if undisturbed and any(enemies_in(table, near, side) for near in board.neighbours.get(start, ())):
        return "disturbed"
    if hidden_by is None or board.sees(start, place, board.chosen(hidden_by)):
        return None
    return "unseen"


@dataclass(frozen=True, slots=True)
class Once:
    """A unit takes part in one battle a phase only.

    Attributes
    ----------
    who : {"attacker", "defender", "supporter"}
        Attacks once; or is attacked once: a place may be attacked again while some unit there was not; or
        supports once.
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    who: Literal["attacker", "defender", "supporter"]
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleSize:
    """How many places and units one battle may be about.

    Attributes
    ----------
    targets : int or None
        Places attacked; any number when left out.
    attackers : int or None
        Units that attack; any number when left out.
    from_places : int or None
        Places from which they attack; any number when left out.
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    targets: int | None = None
    attackers: int | None = None
    from_places: int | None = None
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MustAttack:
    """Attacks that have to be made before the phase ends.

    Attributes
    ----------
    who : {"units", "enemies"}
        Every own unit beside an enemy not yet attacked must attack; or every enemy that a unit is beside
        must be attacked, if one is left that has not attacked, or was one of several against another, or
        could attack both at once (`battle_size`).  Who may not attack, or is too weak to, need not.
    units : Units
        Own units that are bound by it.
    in_zone : bool
        Whether only an enemy binds a unit in whose zone it stands, or any that it is beside.
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    who: Literal["units", "enemies"]
    units: Units = ALL
    in_zone: bool = False
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleOrder:
    """Battles of a phase are all declared before the first roll, or each is rolled before the next.

    Attributes
    ----------
    declared : {"together", "singly"}
    phases : tuple of str
        Phases in which it holds; all when left out.
    """

    declared: Literal["together", "singly"] = "singly"
    phases: tuple[str, ...] = ()


One = tuple[str, str, int]
"""A unit of a battle, where it is, and with how many steps."""
Part = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle as strengths and columns see it: what stood where when it was rolled.

    Attributes
    ----------
    attackers, defenders : tuple of (unit, place, steps)
    kinds : frozenset of str
        Kinds of the turn, and states.
    phase : str
    supporters : tuple of (unit, place, steps)
        Who joined from elsewhere, on either side.
    """

    attackers: tuple[One, ...]
    defenders: tuple[One, ...]
    kinds: frozenset[str]
    phase: str = ""
    supporters: tuple[One, ...] = ()

    def support_of(self, table: Table, of: Part) -> tuple[One, ...]:
        """Return who supports one side."""
        sides = {table.units[unit].side for unit, _, _ in self.attackers}
        return tuple(
            one for one in self.supporters if (table.units[one[0]].side in sides) == (of == "attacker")
        )

    @property
    def targets(self) -> frozenset[str]:
        """Places attacked."""
        return frozenset(place for _, place, _ in self.defenders)


@dataclass(frozen=True, slots=True)
class Condition:
    """When a modifier counts: everything that is stated must be so.

    Attributes
    ----------
    defender_in : Places or None
        The defenders stand there, all of them when there are several places.
    attacker_in : Places or None
        Attackers stand there.
    defenders, attackers : Units
        All defenders, or attackers, are such units.
    across : tuple of str
        Attackers attack across hexsides of these layers, from neighbouring places.
    unless_links : tuple of str
        Layers of links over which a hexside does not count.
    all_attackers : bool
        Whether what is said of attackers must be so of all of them, or of one.
    with_classes : tuple of str
        Among the attackers, or who supports them, is a unit of each of these classes.
    defender_classes : tuple of str
        Among the defenders, or who supports them, is a unit of each of these classes: a leader, artillery.
    defender_status, attacker_status : tuple of str
        All defenders, or attackers, are in one of these: dug in, in disorder.
    without_classes : tuple of str
        Among the attackers, or who supports them, is no unit of these classes.
    from_places : int
        Attackers stand in at least so many places.
    range : tuple of int
        So many places attackers are away from the nearest place attacked.
    phases : tuple of str
    when : tuple of str
        Kinds of turns, or states.
    """

    defender_in: Places | None = None
    attacker_in: Places | None = None
    defenders: Units = ALL
    attackers: Units = ALL
    across: tuple[str, ...] = ()
    unless_links: tuple[str, ...] = ()
    all_attackers: bool = True
    with_classes: tuple[str, ...] = ()
    defender_classes: tuple[str, ...] = ()
    defender_status: tuple[str, ...] = ()
    attacker_status: tuple[str, ...] = ()
    without_classes: tuple[str, ...] = ()
    from_places: int = 1
    range: tuple[int, ...] = ()
    phases: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    def met(self, table: Table, battle: Engagement) -> bool:
        """Return whether a battle meets the condition."""
        if not holds_in(self, battle.phase, battle.kinds):
            return False
        if self.defender_in is not None and not battle.targets <= table.board.chosen(self.defender_in):
            return False
        if not all(self.defenders.take(table.units[unit]) for unit, _, _ in battle.defenders):
            return False
        attacking, defending = (
            {table.units[unit].unit_class for unit, _, _ in group}
            for group in (
                battle.attackers + battle.support_of(table, "attacker"),
                battle.defenders + battle.support_of(table, "defender"),
            )
        )
        if not (attacking.issuperset(self.with_classes) and defending.issuperset(self.defender_classes)):
            return False
        if not attacking.isdisjoint(self.without_classes):
            return False
        if not all(_is_in(table, unit, self.defender_status) for unit, _, _ in battle.defenders):
            return False
        if len({place for _, place, _ in battle.attackers if place in table.board.places}) < self.from_places:
            return False
        every = all if self.all_attackers else any
        return every(self._suits(table, unit, place, battle.targets) for unit, place, _ in battle.attackers)

    def _suits(self, table: Table, unit: str, place: str, targets: Iterable[str]) -> bool:
        """Return whether one attacker is as the condition says."""
        board = table.board
        if not (self.attackers.take(table.units[unit]) and _is_in(table, unit, self.attacker_status)):
            return False
        if self.attacker_in is not None and place not in board.chosen(self.attacker_in):
            return False
        if self.range and min((board.distance(place, one) for one in targets), default=0) not in self.range:
            return False
        near = [target for target in targets if board.touch(place, target)]
        if not self.across:
            return True
        return bool(near) and all(
            board.crosses((place, target), self.across, self.unless_links) for target in near
        )


def _is_in(table: Table, unit: str, status: tuple[str, ...]) -> bool:
    """Return whether a unit is in one of these, if any is stated."""
    return not status or table.status.get(unit) in status


ALWAYS = Condition()
