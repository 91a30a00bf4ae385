"""Which battles a combat segment holds, and what was done in each: sorted from facts, not yet judged.

A battle is known by its marker and the units aimed at it; or, where players only drag, flip and roll, by a
common die and what follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from toolkit.audit.actor import Actor, Known
from toolkit.audit.facts import number
from toolkit.games.gj47.audit.records import (
    Activated,
    Aimed,
    BattleMarked,
    Drag,
    Fact,
    FortSeen,
    Moment,
    Said,
    Thrown,
    Turned,
)
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules.board import Board
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner


@dataclass(slots=True)
class Fight:
    """One battle as the log shows it.

    Attributes
    ----------
    number : int
        Of its marker, 0 without.
    target : int
        -1 while unknown.
    aimed : bool
        Whether the log shows the attackers.
    effects : list of (Turned or Drag or FortSeen)
        Steps lost, units that went, in order.
    early : list of (Turned or Drag or FortSeen)
        The same where it was done before the battle's die was thrown.
    begun, rolled : Moment or None
    dropped : bool
        Whether its marker was taken away before a die was thrown.
    late : bool
        Whether its marker came when others lay on the map and all battles were said to be announced.
    wrong : str
        The rule that its declaration breaks, "" for none.
    """

    number: int = 0
    target: int = OFF_MAP
    attackers: list[int] = field(default_factory=list)
    aimed: bool = False
    dice: list[Thrown] = field(default_factory=list)
    effects: list[Turned | Drag | FortSeen] = field(default_factory=list)
    early: list[Turned | Drag | FortSeen] = field(default_factory=list)
    begun: Moment | None = None
    closed: Moment | None = None
    advancing: Moment | None = None
    dropped: bool = False
    late: bool = False
    actor: Actor = field(default_factory=lambda: Actor(None, Known.INFERRED))
    defenders: set[int] = field(default_factory=set)
    aims: list[Moment] = field(default_factory=list)
    wrong: str = ""

    @property
    def rolled(self) -> bool:
        """Whether a die was thrown for it."""
        return bool(self.dice)

    def moments(self) -> tuple[Moment, ...]:
        """Return when it was announced: its marker and its attackers."""
        found = sorted({moment for moment in (self.begun, *self.aims) if moment is not None})
        return tuple(found)


@dataclass(slots=True)
class Fights:
    """All battles of a segment.

    Attributes
    ----------
    fights : list of Fight
        In the order in which they began.
    strays : list of Drag
        Units that went somewhere although no battle asked for it.
    dice : list of Thrown
        Common dice that belong to no battle with effects.
    """

    fights: list[Fight] = field(default_factory=list)
    strays: list[Turned | Drag | FortSeen] = field(default_factory=list)
    dice: list[Thrown] = field(default_factory=list)


def collect(
    position: Position,
    facts: Sequence[Fact],
    owner: Owner,
    *,
    dice_seen: bool = True,
    dice_named: bool = False,
) -> Fights:
    """Sort the facts of a combat segment into battles.

    Parameters
    ----------
    position : Position
        After movement.
    owner : Owner
        Whose chit is in play.
    dice_seen : bool
        Whether dice are thrown in the log at all.
    dice_named : bool
        Whether each says what it is for.
    """
    ends = {fact.at for fact in facts if isinstance(fact, Activated) and not fact.number}
    # With the end of the chit all letters come off; that takes no attack back.
    attacked = [unit for unit, kind in enumerate(position.data.units) if kind.owner is not owner]
    kept = [f for f in net(facts, attacked) if not (isinstance(f, Aimed) and not f.battle and f.at in ends)]
    return _Collector(position, owner, dice_seen=dice_seen, dice_named=dice_named).read(kept)


class _Collector:
    def __init__(self, position: Position, owner: Owner, *, dice_seen: bool, dice_named: bool) -> None:
        self.dice_seen, self.dice_named = dice_seen, dice_named
        self.position = position
        self.owner = owner
        self.where = dict(enumerate(position.hex_of))
        self.found = Fights()
        self.marked: dict[int, Fight] = {}
        self.current: Fight | None = None
        self.after: Sequence[Fact] = ()

    @property
    def board(self) -> Board:
        return self.position.data.board

    def read(self, facts: Sequence[Fact]) -> Fights:
        for at, fact in enumerate(facts):
            self.after = facts[at + 1 :]
            match fact:
                case BattleMarked():
                    self._marked(fact)
                case Aimed():
                    self._aimed(fact)
                case Thrown(what="battle"):
                    self._thrown(fact, self.marked.get(fact.battle))
                case Thrown(what=""):
                    self._common(fact)
                case Said(what="advance", value=value) if value and int(value) in self.marked:
                    self.marked[int(value)].advancing = fact.at
                case Said(what="close", value=value):
                    self._close(self.marked.pop(int(value), None), fact.at)
                case Turned(reduced=True):
                    self._effect(fact, self._battle_of(fact.unit, fact.loss))
                case Drag():
                    self._dragged(fact)
                case FortSeen() if fact.after < fact.before:
                    self._effect(fact, self._at(fact.hex) or self._number(fact.loss) or self.current)
                case _:
                    continue
        return self.found

    # -- announcing --------------------------------------------------------------------------------

    def _marked(self, fact: BattleMarked) -> None:
        fight = self.marked.get(fact.battle)
        if fact.hex < 0:
            self._close(self.marked.pop(fact.battle, None), fact.at)
            return
        if fight is not None and not fight.rolled:
            fight.target = fact.hex
            return
        fight = Fight(fact.battle, fact.hex, begun=fact.at, actor=fact.actor)
        self.marked[fact.battle] = fight
        self.found.fights.append(fight)

    def _close(self, fight: Fight | None, at: Moment) -> None:
        if fight is None:
            return
        fight.closed = at
        fight.dropped = not fight.rolled
        if self.current is fight:
            self.current = None

    def _aimed(self, fact: Aimed) -> None:
        for other in self.marked.values():
            if not other.rolled and fact.unit in other.attackers and other.number != fact.battle:
                other.attackers.remove(fact.unit)
        fight = self.marked.get(fact.battle)
        if fact.battle and fight is not None and fact.unit not in fight.attackers:
            fight.aims.append(fact.at)
            fight.attackers.append(fact.unit)
            fight.aimed = True

    # -- dice --------------------------------------------------------------------------------------

    def _thrown(self, fact: Thrown, fight: Fight | None) -> None:
        if fight is None:
            self._common(fact)
            return
        fight.dice.append(fact)
        fight.defenders |= self._enemies_in(fight.target)
        self.current = fight

    def _common(self, fact: Thrown) -> None:
        waiting = [fight for fight in self.marked.values() if not fight.rolled]
        if waiting:
            self._thrown(fact, self._meant(waiting))
            return
        fight = Fight(dice=[fact], begun=fact.at)
        self.found.fights.append(fight)
        self.current = fight

    def _meant(self, waiting: Sequence[Fight]) -> Fight:
        """Return the battle that a common die is for: not one that is thrown for by its own key later."""
        keyed = {fact.battle for fact in self.after if isinstance(fact, Thrown)}
        free = [fight for fight in waiting if fight.number not in keyed]
        for fact in takewhile(lambda fact: not isinstance(fact, Thrown), self.after) if free else ():
            if isinstance(fact, Turned | Drag):
                found = next((fight for fight in free if self._concerned(fight, fact)), None)
                if found is not None:
                    return found
        return (*free, *waiting)[0]

    def _enemies_in(self, h: int) -> set[int]:
        units = self.position.data.units
        return {u for u, here in self.where.items() if here == h and units[u].owner is not self.owner}

    # -- effects -----------------------------------------------------------------------------------

    def _dragged(self, fact: Drag) -> None:
        owner = self.position.data.units[fact.unit].owner
        if fact.origin < 0:
            self.found.strays.append(fact)
        elif fact.target < 0:
            self._effect(fact, self._battle_of(fact.unit, fact.loss))
        elif owner is self.owner:
            fight = self._advances(fact)
            (self.found.strays if fight is None else fight.effects).append(fact)
        else:
            self._effect(fact, self._battle_of(fact.unit, ""))
        self.where[fact.unit] = fact.target

    def _number(self, loss: str) -> Fight | None:
        fight = self.marked.get(number(loss)) if number(loss) else None
        return fight if fight is not None and fight.rolled else None

    def _at(self, h: int) -> Fight | None:
        """Return the battle for a hex: the one being fought, else the latest."""
        fights = [fight for fight in self.found.fights if fight.target == h and fight.rolled]
        return fights[-1] if fights else None

    def _battle_of(self, unit: int, loss: str) -> Fight | None:
        """Return the battle that a step lost or a retreat belongs to."""
        numbered = self._number(loss)
        fights = [fight for fight in self.found.fights if fight.rolled]
        for fight in [numbered, self.current, *reversed(fights)]:
            if fight is not None and fight.number and self._takes_part(fight, unit):
                return fight
        if numbered is not None:
            return numbered
        if self.current is not None and not self.current.aimed:
            return self.current
        return None

    def _takes_part(self, fight: Fight, unit: int) -> bool:
        return unit in fight.defenders or unit in fight.attackers

    def _advances(self, fact: Drag) -> Fight | None:
        """Return the battle that an own unit advances after."""
        fights = [fight for fight in reversed(self.found.fights) if fight.rolled]
        if self.current is not None and self._fits(self.current, fact):
            return self.current
        return next((fight for fight in fights if self._fits(fight, fact)), None)

    def _fits(self, fight: Fight, fact: Drag) -> bool:
        went_before = any(e.unit == fact.unit for e in fight.effects if isinstance(e, Drag))
        if fight.aimed:
            # A hex that was announced twice (10.1(3)) is fought for once.
            there = [other for other in self.found.fights if other.target == fight.target]
            aims = any(fact.unit in other.attackers for other in there if other is fight or not other.rolled)
            return aims or (fight is self.current and went_before) or self._joins(fight, fact)
        if went_before:
            return True
        hexes = {fight.target} if fight.target >= 0 else self._vacated(fight)
        near = (h for h in hexes if self.board.features(fact.origin, h) is not None)
        return any(self.board.distances(fact.target)[h] <= 1 for h in near)

    def _joins(self, fight: Fight, fact: Drag) -> bool:
        """Return whether a unit that did not attack goes into the hex of the battle being fought."""
        beside = self.board.features(fact.origin, fight.target) is not None
        return fight is self.current and fact.target == fight.target and beside

    def _vacated(self, fight: Fight) -> set[int]:
        """Return the hexes that the units of the other side left in a battle without a marker.

        Where several dice were thrown first, all that came of them stands with the last.
        """
        units = self.position.data.units
        gone = (
            e.unit for e in fight.effects if isinstance(e, Drag) and units[e.unit].owner is not self.owner
        )
        forts = (effect.hex for effect in fight.effects if isinstance(effect, FortSeen))
        return {*(self.position.hex_of[unit] for unit in gone), *forts} - {OFF_MAP}

    def _effect(self, fact: Turned | Drag | FortSeen, fight: Fight | None) -> None:
        waiting = self._waiting(fact)
        named = waiting is not None and not isinstance(fact, FortSeen) and fact.loss == str(waiting.number)
        if fight is not None and not (named and fight.number != 0):
            waiting = None
        if waiting is not None:
            # Where no die is in the whole log it was thrown beside the table.
            (waiting.early if self.dice_seen else waiting.effects).append(fact)
            return
        if fight is None:
            unseen = self.current is None and not self.dice_named
            if isinstance(fact, Drag | Turned) and unseen and not self._alien(fact):
                # No die in sight: thrown beside the table.
                fight = Fight(begun=fact.at)
                self.found.fights.append(fight)
                self.current = fight
            else:
                self.found.strays.append(fact)
                return
        fight.effects.append(fact)

    def _waiting(self, fact: Turned | Drag | FortSeen) -> Fight | None:
        """Return the announced battle, its die not yet thrown, that a step lost or a retreat belongs to."""
        for fight in self.marked.values():
            if fight.rolled or not fight.aimed:
                continue
            there = fight.target == fact.hex if isinstance(fact, FortSeen) else self._concerned(fight, fact)
            if there:
                return fight
        return None

    def _concerned(self, fight: Fight, fact: Turned | Drag) -> bool:
        """Return whether a unit is attacked in a battle, or attacks in it and pays for it."""
        if fact.unit in fight.attackers:
            return isinstance(fact, Turned) or fact.target < 0
        return fact.unit in self._enemies_in(fight.target)

    def _alien(self, fact: Turned | Drag) -> bool:
        """Return whether a unit has no enemy beside it: nothing can have been fought there."""
        owner, here = self.position.data.units[fact.unit].owner, self.position.hex_of[fact.unit]
        return here < 0 or not self.position.beside(owner.enemy, here)


def drop_taken_back(found: Fights, all_said: Moment | None) -> None:
    """Forget markers that were taken away again before anything was rolled or said to be complete."""
    firm = min((f.dice[0].at for f in found.fights if f.rolled), default=None)
    limits = [moment for moment in (firm, all_said) if moment is not None]
    for fight in list(found.fights):
        early = fight.closed is not None and not any(limit <= fight.closed for limit in limits)
        if fight.early:
            continue
        empty = not fight.rolled and not fight.effects and not fight.aimed
        if (fight.dropped and early) or empty:
            found.fights.remove(fight)


def mark_late(found: Fights, all_said: Moment | None) -> None:
    """Mark the battles whose markers came after all were said to be announced (10.2(1)).

    Only where others lay there by then: who lays no marker before the die announces by word of mouth.
    """
    begun = [fight.begun for fight in found.fights if fight.number and fight.begun is not None]
    if all_said is None or not any(moment < all_said for moment in begun):
        return
    for fight in found.fights:
        fight.late = bool(fight.number) and fight.begun is not None and fight.begun > all_said
