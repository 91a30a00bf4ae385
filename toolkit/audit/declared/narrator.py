"""From the steps of a log to actions: keys say what was decided, drags and turned faces show the rest.

A battle is told when nothing can be added to it any more; arrivals and replacements when their phase ends, so
that a unit may be put elsewhere or turned over before that.  The referee carries each action out before the
next is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.entries import FACE
from toolkit.audit.decisions.records import DOWN, UNIT, Laid, Shift, Step, Told
from toolkit.audit.declared.answers import answered_by
from toolkit.audit.declared.begun import begun
from toolkit.audit.declared.dealing import Dealing, Pile
from toolkit.audit.declared.declaring import JOINS, Arrival, Declarations, Done, dice_of, thrown_for
from toolkit.audit.declared.drawing import is_drawn
from toolkit.audit.declared.vocabulary import Where, moment, rolled, shown_moment, steps_shown
from toolkit.audit.declared.ways import way_of_advance, way_of_move, way_of_retreat
from toolkit.module import declared_gestures as g
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.advancing import left_by_enemies
from toolkit.rules.declared.battles import part_of
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.fighting import withdrawal_of
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.lone import is_caught
from toolkit.rules.declared.owing import Owed, owed
from toolkit.rules.declared.position import OFF_MAP
from toolkit.rules.declared.retreating import Retreater
from toolkit.rules.declared.showing import is_blank
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED, WAITING
from toolkit.rules.mechanisms.movement import Exits
from toolkit.rules.mechanisms.retreats import Advances, Withdrawal
from toolkit.rules.mechanisms.sequence import Chits, Weather

_ARRIVING = frozenset({"set_up", "reinforce", "replace"})
_SAYS_BATTLES = JOINS | {g.ROLL, g.THROW}


class Narrator:
    """Tells what steps mean; the referee changes the position.

    Parameters
    ----------
    position : Position
    begin : Laid
        The table before the first step.
    steps : sequence of Step
        Of the whole game, numbered from 0.
    where : callable
        Place of the table → place of a position.
    sides : mapping of str to str
        The module's names of the sides → ids.
    pile : callable
        Place of the table → pile of cards, and whose.
    """

    def __init__(
        self,
        position: Position,
        begin: Laid,
        steps: Sequence[Step],
        where: Where,
        *,
        sides: Mapping[str, str],
        pile: Pile,
    ) -> None:
        self.position, self.steps, self._where, self._sides = position, steps, where, sides
        self.dealing = Dealing(position, begin, pile, sides)
        self.places = {unit: where(at) for unit, at in begin.units.items()}
        self.faces = {unit: begin.value(unit, FACE) for unit in position.units}
        self.waiting: dict[str, Arrival] = {}
        self._declared = Declarations(position.where, steps, begun(begin, position))
        self._joined: set[int] = set()
        self._changing: dict[str, Done] = {}
        self.showing: dict[str, Done] = {}
        self.says_battles = any(told.act in _SAYS_BATTLES for s in steps for told in s.told)
        self.says_phases = any(step.turn is not None for step in steps)
        self._tables = {g.weather_of(c.rule.id): c.rule.id for c in position.rules.of(Weather)}
        self.says_rolls = {
            id for name, id in self._tables.items() if any(name in step.settings for step in steps)
        }
        self.says_chits = any(g.DRAWN in step.settings for step in steps)
        self.says_impulses = any(g.ENDED in step.settings for step in steps)

    def tell(self, at: int) -> Iterator[Done]:
        """Yield what the step at a place shows."""
        step = self.steps[at]
        if at in self._joined:
            self._take(step)
            return
        while (found := self._owed()) is not None:
            left = ((n, self.steps[n]) for n in range(at, len(self.steps)) if n not in self._joined)
            first = answered_by(found, self._fighters(), left, self._where)
            if first is None or first == at:
                break
            yield from self.tell(first)
            self._joined.add(first)
        spoken = {told.counter for told in step.told if told.act and told.act != g.FLIP}
        for told in step.told:
            if told.counter in spoken and told.counter in self.position.units:
                yield from self._decided(at, told)
        units = self.position.units.keys() - spoken
        moved = [shift for shift in step.shifts if shift.kind == UNIT and shift.counter in units]
        before = {unit: self.steps_of(unit) for unit in self._faces(step) if unit not in spoken}
        if self.dealing.is_in(step):
            yield from self._flush()
            yield from self.dealing.read(at, step, self._declared)
        hands = {told.counter: self._by(told) for told in step.told if told.act}
        self._take(step)
        for shift in moved:
            yield from self._dragged(at, shift)
        for unit, steps in before.items():
            if fewer := steps - self.steps_of(unit):
                yield from self._turned(at, unit, hands.get(unit), fewer)
        yield from self._passed(at, step)

    def _passed(self, at: int, step: Step) -> Iterator[Done]:
        """Yield what buttons of the toolbar and the tracker show."""
        for name, id in self._tables.items():
            if name in step.settings:
                yield from self._rolled(at, step.settings[name], id)
        if g.DRAWN in step.settings:
            yield from self._drew(at, step.settings[g.DRAWN])
        if g.ENDED in step.settings:
            yield from self._one_ended(at, step.settings[g.ENDED])
        if step.turn is not None:
            yield from self._ended(at, step.turn)

    def finish(self) -> Iterator[Done]:
        """Yield what is left open when the log ends."""
        yield from self._flush()
        yield from self.dealing.close()

    def _take(self, step: Step) -> None:
        """Note where units and cards lie after a step, and how."""
        self.dealing.take(step)
        for shift in step.shifts:
            if shift.kind == UNIT:
                ends = self.position.where.get(shift.counter), self._where(shift.target)  # the lost stay so
                self.places[shift.counter] = ELIMINATED if ends == (ELIMINATED, WAITING) else ends[1]
        self.faces |= self._faces(step)

    def _faces(self, step: Step) -> dict[str, str]:
        """Return the levels of the faces that units show from a step on."""
        turned = {unit: DOWN if down else "" for unit, down in step.turned.items()}
        noted = {unit: values[FACE] for unit, values in step.noted.items() if FACE in values}
        return {unit: face for unit, face in (turned | noted).items() if unit in self.position.units}

    def steps_of(self, unit: str) -> int:
        """Return how many steps a unit shows."""
        return steps_shown(self.position.units[unit], self.faces[unit])

    # -- keys ---------------------------------------------------------------------------------------------

    def _decided(self, at: int, told: Told) -> Iterator[Done]:
        position, unit = self.position, told.counter
        actor = self._by(told)
        if told.act in JOINS:
            # What was shown for one battle is shown before the next is declared.
            yield from self._flush() if self.showing and told.act == g.TARGET else self._flush_arrivals()
            late = self._declared.take(at, told, actor)
            if late is not None:
                yield from self._flush()
                yield late
            return
        if told.act == g.CALL:
            self._declared.call(told)
            return
        if told.act == g.BEAR:
            return
        if told.act == g.CHANGE:
            # The key goes through all that a unit can be in: what it is in last counts.
            known = self._changing.pop(unit, None)
            action = a.Change(unit, told.values.get(g.STATUS, ""))
            self._changing[unit] = Done(action, (*(() if known is None else known.steps), at), actor)
            return
        if told.act == g.REVEAL:
            # It may be pressed while others still join the battle for which a unit is shown.
            self.showing[unit] = Done(a.Reveal(unit), (at,), actor)
            if not self._declared.names(unit):
                yield from self._flush()
            return
        if told.act == g.RESTORE:
            yield from self._turned(at, unit, actor, -1)
            return
        yield from self._flush()
        if told.act == g.ROLL:
            yield Done(a.Roll(self._declared.targets(told), dice_of(told)), (at,), actor)
        elif told.act == g.THROW:
            yield Done(a.Roll(thrown_for(position, unit), dice_of(told), unit), (at,), actor)
        elif told.act == g.LOSE:
            yield Done(a.Lose(unit, 1, self._chooser(actor)), (at,), actor)
        elif told.act == g.ELIMINATE:
            yield Done(self._gone(unit, self._chooser(actor)), (at,), actor)

    def _gone(self, unit: str, by: str = "") -> a.Lose | a.Eliminate:
        """Return what it means that a unit is removed: its last step where a step is to be lost."""
        position, found = self.position, self._owed()
        if is_blank(position, unit) or is_caught(position, unit):
            return a.Eliminate(unit)
        starves = found is None and "supply" in position.phase.does
        loses = starves or (found is not None and found.what == "lose")
        return a.Lose(unit, 1, by) if loses and position.steps[unit] == 1 else a.Eliminate(unit)

    def _by(self, told: Told) -> Actor:
        side = self._sides.get(told.by)
        return Actor(side, Known.INFERRED if side is None else Known.DECLARED)

    def _chooser(self, actor: Actor) -> str:
        """Return who chose a unit for a loss; "" where there was no choice."""
        found = self._owed()
        return actor.side or "" if found is not None and len(found.units) > 1 else ""

    def _owed(self) -> Owed | None:
        position = self.position
        return owed(position, position.battle, settled(position))

    # -- what is left open --------------------------------------------------------------------------------

    def _flush(self) -> Iterator[Done]:
        """Yield what nothing can be added to any more."""
        yield from self._flush_arrivals()
        yield from self._changed()
        yield from self._declared.close()
        yield from self._shown()

    def _shown(self) -> Iterator[Done]:
        """Yield which hidden units were shown."""
        while self.showing:
            yield self.showing.pop(next(iter(self.showing)))

    def _changed(self) -> Iterator[Done]:
        """Yield what units have taken on; a mark that is only taken off when it counts no more is nothing."""
        while self._changing:
            unit = next(iter(self._changing))
            done = self._changing.pop(unit)
            assert isinstance(done.action, a.Change)
            if done.action.status != self.position.status.get(unit, ""):
                yield done

    def _flush_arrivals(self) -> Iterator[Done]:
        gone_on: list[tuple[str, Arrival, int]] = []
        while self.waiting:
            unit = next(iter(self.waiting))
            found = self.waiting.pop(unit)
            action = a.Place(unit, found.at, self.steps_of(unit)) if found.at else a.Restore(unit)
            if found.grew is not None and not self._may(action):
                # Brought back, and then given a step: two replacements.
                before = tuple(step for step in found.steps if step != found.grew)
                yield Done(a.Place(unit, found.at, self.steps_of(unit) - 1), before, found.actor)
                yield Done(a.Restore(unit), (found.grew,), found.actor)
            elif (came := self._came(unit, action, found)) is not None:
                place = a.Place(unit, found.stops[came][0], self.steps_of(unit))
                yield Done(place, tuple(step for _, step in found.stops[: came + 1]), found.actor)
                gone_on.append((unit, found, came + 1))
            else:
                yield Done(action, found.steps, found.actor)
        for unit, found, first in gone_on:
            stops = tuple(place for place, _ in found.stops[first:])
            move = a.Move(unit, way_of_move(self.position, unit, stops))
            yield Done(move, tuple(step for _, step in found.stops[first:]), found.actor, stops)

    def _came(self, unit: str, action: a.Action, found: Arrival) -> int | None:
        """Return with which of its stops a unit came that was dragged on from there to where it may not come.

        The tracker may only be turned after it has moved in the phase that follows.
        """
        if len(found.stops) < 2 or "set_up" in self.position.phase.does or self._may(action):
            return None
        steps = self.steps_of(unit)
        legal = (
            n
            for n in reversed(range(len(found.stops) - 1))
            if self._may(a.Place(unit, found.stops[n][0], steps))
        )
        return next(legal, None)

    def _may(self, action: a.Action) -> bool:
        return not breaches(self.position, action, settled(self.position))

    def _wait(self, unit: str, at: str, step: int, actor: Actor, *, grew: bool = False) -> None:
        known = self.waiting.pop(unit, None) or Arrival("", (), actor)
        stops = (*known.stops, (at, step)) if at and at != known.at else known.stops
        self.waiting[unit] = Arrival(at, (*known.steps, step), actor, step if grew else None, stops)

    def _arriving(self) -> bool:
        return not _ARRIVING.isdisjoint(self.position.phase.does) and not self.position.over

    # -- drags --------------------------------------------------------------------------------------------

    def _dragged(self, at: int, shift: Shift) -> Iterator[Done]:
        position, unit = self.position, shift.counter
        origin, target = self._where(shift.origin), self._where(shift.target)
        actor = self._owner(shift)
        if target in OFF_MAP and target != EXITED:
            yield from self._removed(at, unit, actor)
        elif origin in OFF_MAP:
            if self._arriving():
                for place in (*shift.via, target):
                    self._wait(unit, place, at, actor)
            else:
                yield from self._flush()
                yield Done(a.Place(unit, target, self.steps_of(unit)), (at,), actor)
        elif unit in self.waiting and self.waiting[unit].at and "move" not in position.phase.does:
            self._wait(unit, target, at, actor)
        elif "set_up" in position.phase.does:
            # Nothing is final during the set-up: a unit whose placement was told waits again.
            position.put(unit, WAITING)
            self._wait(unit, target, at, actor)
        else:
            yield from self._flush()
            yield from self._went(at, shift, actor)

    def _owner(self, shift: Shift) -> Actor:
        """Return the side whose unit it is; that another hand dragged it is said elsewhere."""
        side = self.position.units[shift.counter].side
        logged = shift.actor is not None and shift.actor.side == side
        return shift.actor if logged and shift.actor is not None else Actor(side, Known.INFERRED)

    def _removed(self, at: int, unit: str, actor: Actor) -> Iterator[Done]:
        position = self.position
        if unit in self.waiting:
            del self.waiting[unit]
        elif "set_up" in position.phase.does:
            position.put(unit, WAITING)
        elif position.on_map(unit):
            yield from self._flush()
            self.places[unit] = ELIMINATED  # wherever it is laid
            yield Done(self._gone(unit), (at,), actor)

    def _went(self, at: int, shift: Shift, actor: Actor) -> Iterator[Done]:
        position, unit = self.position, shift.counter
        if not position.on_map(unit):
            return
        stops, steps = self._stops(at, shift)
        if len(steps) > 1 and self._answers_first(shift, stops):
            # What goes on with an advance or a retreat is the move of a phase that nobody showed yet.
            self._joined.difference_update(steps[1:])
            stops, steps = (*shift.via, self._end(shift)), (at,)
        self.places[unit] = EXITED if stops[-1] in self._exits() else stops[-1]
        if is_caught(position, unit):
            yield Done(a.Retreat(unit, stops[-1:]), steps, actor, stops)
            return
        if "fight" not in position.phase.does or position.over:
            yield Done(a.Move(unit, way_of_move(position, unit, stops)), steps, actor, stops)
            return
        battle, found = position.battle, self._owed()
        withdrawal = withdrawal_of(position, unit) if position.rules.of(Withdrawal) else None
        if found is None and withdrawal is not None and withdrawal[1] is not None:
            path = way_of_retreat(position, unit, stops, withdrawal[1].rule.places, withdraws=True)
            yield Done(a.Retreat(unit, path), steps, actor, stops)
        elif found is not None and found.what == "retreat" and unit in found.units:
            path = way_of_retreat(position, unit, stops, found.places)
            choice = Retreater(position, unit, found.places, settled(position)).ways().ends
            by = shift.actor.side if shift.actor is not None and len(choice) > 1 else None
            yield Done(a.Retreat(unit, path, by or ""), steps, shift.actor or actor)
        elif battle is not None and self._follows(unit, stops[-1]):
            yield Done(self._followed(unit, stops), steps, actor, stops)
        elif battle is not None and battle.engagement is not None and unit in self._defenders():
            yield Done(a.Retreat(unit, way_of_retreat(position, unit, stops, None)), steps, actor, stops)
        else:
            yield Done(a.Move(unit, way_of_move(position, unit, stops)), steps, actor, stops)

    def _answers_first(self, shift: Shift, stops: tuple[str, ...]) -> bool:
        """Return whether the first of several drags is a legal advance, and all of them together are none."""
        battle, unit = self.position.battle, shift.counter
        if battle is None or self._owed() is not None or not self._follows(unit, stops[-1]):
            return False
        first = (*shift.via, self._end(shift))
        alone, together = (a.Advance(unit, way_of_advance(self.position, unit, s)) for s in (first, stops))
        return self._may(alone) and not self._may(together)

    def _followed(self, unit: str, stops: tuple[str, ...]) -> a.Advance | a.Move:
        """Return an advance, or a move where the phase is one for moves as well and it can be no advance."""
        position = self.position
        advance = a.Advance(unit, way_of_advance(position, unit, stops))
        if "move" not in position.phase.does or self._may(advance):
            return advance
        move = a.Move(unit, way_of_move(position, unit, stops))
        return move if self._may(move) or not position.holding(Advances) else advance

    def _follows(self, unit: str, end: str) -> bool:
        """Return whether a drag after a roll is an advance: of an attacker, or to where the enemy stood."""
        battle = self.position.battle
        assert battle is not None
        return part_of(battle, unit) == "attacker" or end in left_by_enemies(battle, unit)

    def _fighters(self) -> set[str]:
        battle = self.position.battle
        return set() if battle is None else self._defenders().union(battle.attackers)

    def _defenders(self) -> set[str]:
        battle = self.position.battle
        if battle is None or battle.engagement is None:
            return set()
        return {unit for unit, _, _ in battle.engagement.defenders}

    def _stops(self, at: int, shift: Shift) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the places that a drag shows, with those of the drags that go on with it at once."""
        unit, stops, steps = shift.counter, [*shift.via, self._end(shift)], [at]
        for later in range(at + 1, len(self.steps)):
            step = self.steps[later]
            more = [one for one in step.shifts if one.kind == UNIT]
            if not step.dragged or [one.counter for one in more] != [unit] or stops[-1] in self._exits():
                break
            if self._where(more[0].target) in OFF_MAP - {EXITED}:
                break
            stops += [*more[0].via, self._end(more[0])]
            steps.append(later)
            self._joined.add(later)
        return tuple(stops), tuple(steps)

    def _end(self, shift: Shift) -> str:
        """Return where a drag ends: a place, or the exit that its box stands for."""
        where = self._where(shift.target)
        if where != EXITED:
            return where
        exits = self._exits()
        return shift.target.box if shift.target.box in exits else next(iter(sorted(exits)), where)

    def _exits(self) -> set[str]:
        return {way.id for clause in self.position.rules.of(Exits) for way in clause.rule.exits}

    # -- faces --------------------------------------------------------------------------------------------

    def _turned(self, at: int, unit: str, hand: Actor | None, fewer: int) -> Iterator[Done]:
        position, is_down = self.position, fewer > 0
        actor = hand or Actor(position.units[unit].side, Known.INFERRED)
        if unit in self.waiting:
            found = self.waiting[unit]
            if is_down and not found.at:
                del self.waiting[unit]
            else:
                grew = bool(found.at) and not is_down and "replace" in position.phase.does
                self._wait(unit, found.at, at, found.actor, grew=grew)
        elif not position.on_map(unit) or "set_up" in position.phase.does:
            if position.on_map(unit):
                place = position.where[unit]
                position.put(unit, WAITING)
                self._wait(unit, place, at, actor)
        elif not is_down:
            if self._arriving():
                self._wait(unit, "", at, actor)
            else:
                yield from self._flush()
                yield Done(a.Restore(unit), (at,), actor)
        else:
            yield from self._flush()
            yield Done(a.Lose(unit, fewer), (at,), actor)

    # -- weather ------------------------------------------------------------------------------------------

    def _rolled(self, at: int, text: str, of: str) -> Iterator[Done]:
        side, dice = rolled(text, self._sides)
        if dice and not self.position.over:
            yield from self._flush()
            phase = self.position.phase
            # There is nothing to choose: who throws for the other does it in his place.
            roller = side if side in phase.sides or "weather" not in phase.does else phase.sides[0]
            yield Done(a.Weather(roller, dice, of), (at,), Actor(side or None, Known.DECLARED))

    # -- chits --------------------------------------------------------------------------------------------

    def _drew(self, at: int, text: str) -> Iterator[Done]:
        *_, side, chit = ("", "", *text.split("/"))
        if chit and not self.position.over:
            yield from self._flush()
            yield Done(a.Draw(chit), (at,), Actor(self._sides.get(side), Known.DECLARED))

    # -- phases -------------------------------------------------------------------------------------------

    def _one_ended(self, at: int, text: str) -> Iterator[Done]:
        position, side = self.position, self._sides.get(text.rpartition("/")[2])
        if side is None or position.over:
            return
        if position.now(Chits) is not None:
            if not position.is_acting:
                # Pressed once more: nobody acts by a chit.
                return
            if side in position.ended and any(map(is_drawn, self.steps[at + 1 : at + 2])):
                (side,) = set(position.phase.sides) - position.ended
        yield from self._flush()
        yield from self.dealing.close()
        yield Done(a.End(side), (at,), Actor(side, Known.DECLARED))

    def _ended(self, at: int, turn: tuple[int, str]) -> Iterator[Done]:
        yield from self._flush()
        yield from self.dealing.close()
        position = self.position
        goal = shown_moment(position, turn)
        while not position.over and moment(position) < goal:
            open_ = [side for side in position.phase.sides if side not in position.ended]
            # Where nobody acts before the next chit is drawn, the phase ends without it.
            for side in open_ or position.phase.sides[:1]:
                yield Done(a.End(side), (at,), Actor(side, Known.INFERRED))
