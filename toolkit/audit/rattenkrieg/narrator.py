"""From what a log shows to what the players did: keys, drags and what goes without saying become actions.

The position is the referee's and moves on with every action that is yielded, so what a drag means is asked
where it stands.  A key that needs a second one (a march and its card, a bombardment and its target) is held
until the next decision begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolkit.audit.events import Actor, Known
from toolkit.audit.rattenkrieg.reader import CONSEQUENCES
from toolkit.audit.rattenkrieg.records import DECK, NOWHERE, Place, Shift, Step, Told
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.actions import Action, Folded
from toolkit.rules.rattenkrieg.control import winner
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.moments import Due, Moment, due, stranded
from toolkit.rules.rattenkrieg.position import LAST_TURN, Did, Phase, Position
from toolkit.rules.rattenkrieg.readings import companion, controls, free_units, owner_of
from toolkit.rules.rattenkrieg.sequence import both_passed
from toolkit.rules.rulings import Rulings

SIDES = {side.id: side for side in Side}
_LASTING: Mapping[str, Callable[[str], Action]] = {
    "assault_gun": a.AssaultGun,
    "engineers": a.Engineers,
    "molotov": a.Molotov,
    "chuikov": a.ChuikovBattle,
}
_RAISING = (Moment.RAISE, Moment.ANSWER_RAISE)


@dataclass(frozen=True, slots=True)
class Done:
    """An action, the steps that show it, and who did it."""

    action: Action
    steps: tuple[int, ...]
    actor: Actor


@dataclass(frozen=True, slots=True)
class _Held:
    """A decision that may not be complete yet.

    Attributes
    ----------
    kind : str
        ``activate``, ``move``, ``attack``, ``defend``, ``retreat``, ``event``, ``pay``.
    unit, origin, area : str
        Who, from where, where to.
    card, use, target, drawn : str
        Of an event; `card` also of a price paid.
    with_t34, attacks, waived : bool
    """

    kind: str
    steps: tuple[int, ...]
    actor: Actor
    unit: str = ""
    origin: str = ""
    area: str = ""
    card: str = ""
    use: str = ""
    target: str = ""
    drawn: str = ""
    taken: str = ""
    with_t34: bool = False
    attacks: bool = False
    waived: bool = False


class Narrator:
    """Tells what was done, step after step.

    Parameters
    ----------
    position : Position
        Kept by the referee.
    steps : sequence of Step
        All of them: what becomes of a card shows later.
    sides : mapping of str to str
        The module's names of the sides → ids.
    cards : mapping of str to Place
        Where cards lie on the table; kept by the referee.
    """

    def __init__(
        self,
        position: Position,
        steps: Sequence[Step],
        sides: Mapping[str, str],
        cards: Mapping[str, Place],
    ) -> None:
        self.position = position
        self.held: _Held | None = None
        self._steps = steps
        self._sides = sides
        self._cards = cards
        self._at = 0
        self._turned_up = False
        self._back: tuple[_Held, ...] = ()
        self._words: Mapping[str, Callable[[Step, Told], Iterator[Done]]] = {
            "deal": self._deal,
            "reshuffle": self._reshuffle,
            "arrive": self._arrive,
            "return": self._return,
            "activate": self._activate,
            "join": self._join,
            "pass": self._pass,
            "end": self._end,
            "replenish": self._replenish,
            "pay": self._pay,
            "attack": self._attack,
            "defend": self._defend,
            "waive": self._waive,
            "play": self._play,
            "play_open": self._play,
            "take_back": self._take_back,
            "take_loss": self._take_loss,
            "stand": self._stand,
            "open": self._open,
            "fight_on": self._fight_on,
            "stop": self._stop,
            "retreat": self._retreat,
            "lose": self._lose,
            "t34_out": self._t34_out,
            "remove": self._remove,
            "isolate": self._isolate,
            "event": self._event,
            "event_ready": self._event,
            "target": self._target,
            "bombard": self._bombard,
            "give_up": self._give_up,
            "ready": self._ready,
            "discard": self._discard,
            "fill": self._fill,
            "draw": self._drawn,
            "flip_up": self._flip_up,
        }

    def tell(self) -> Iterator[tuple[Step, Iterator[Done]]]:
        """Yield each step with what it shows to have been done; an action may come steps later."""
        for place, step in enumerate(self._steps):
            self._at = place
            yield step, self._step(step)

    def finish(self) -> Iterator[Done]:
        """Yield what was left open when the log ends."""
        yield from self._flush()

    def _step(self, step: Step) -> Iterator[Done]:
        if step.turn is not None:
            yield from self._tracker(step, *step.turn)
        told = next((one for one in step.told if one.act not in CONSEQUENCES), None)
        if told is not None:
            word = self._words.get(told.act)
            if word is not None:
                yield from word(step, told)
            return
        if any(one.act in CONSEQUENCES for one in step.told):
            return
        for shift in step.shifts:
            yield from self._unit(step, shift) if shift.kind == "unit" else self._card(step, shift)

    # -- asking ------------------------------------------------------------------------------------

    @property
    def _rulings(self) -> Rulings:
        return Rulings(self.position.data.points)

    def _due(self) -> Due:
        return due(self.position, self._rulings)

    def _by(self, told: Told, fallback: Side | None) -> Actor:
        side = self._sides.get(told.by, told.by)
        if side in SIDES:
            return Actor(side, Known.DECLARED)
        return Actor(None if fallback is None else fallback.id, Known.INFERRED)

    def _side_of(self, unit: str) -> Side | None:
        kind = self.position.data.units.get(unit)
        return None if kind is None else kind.side

    def _holder(self, step: Step, card: str) -> Side | None:
        """Return whose card it is: by where it lay, else by who holds it in the position."""
        for shift in step.shifts:
            if shift.counter == card:
                if shift.origin.hand in SIDES:
                    return SIDES[shift.origin.hand]
                if shift.origin.strip:
                    return self._side_of(shift.origin.strip)
        battle = self.position.battle
        for played in () if battle is None else battle.cards:
            if played.card == card:
                return played.side
        return owner_of(self.position, card)

    def _one(self, step: Step, actor: Actor, action: Action) -> Iterator[Done]:
        yield Done(action, (step.number,), actor)

    # -- what goes without saying ----------------------------------------------------------------------

    def _implied(self, step: Step, action: Action, side: Side | None = None) -> Done:
        return Done(action, (step.number,), Actor(None if side is None else side.id, Known.INFERRED))

    def _playing(self, step: Step) -> Iterator[Done]:
        """Yield what brings the game to the player turns in which something is now done."""
        position = self.position
        if position.phase is Phase.SETUP:
            yield self._implied(step, a.EndSetUp())
        if position.phase is Phase.REPLENISHMENT and self._turned_up:
            yield self._implied(step, self._end_turn())
        if position.phase is Phase.REINFORCEMENT:
            yield self._implied(step, a.EndReinforcement())

    def _replenishing(self, step: Step) -> Iterator[Done]:
        position = self.position
        if position.phase is Phase.OPERATIONS and both_passed(position, self._rulings):
            yield self._implied(step, a.EndOperations())

    def _tracker(self, step: Step, turn: int, phase: str) -> Iterator[Done]:
        """Yield the ends of phases that the turn marker leaves behind."""
        yield from self._flush()
        wanted = (turn, _ORDER.get(phase, 0))
        position = self.position
        for _ in range(4 * LAST_TURN):
            here = (position.turn, _ORDER.get(_PHASE_WORDS.get(position.phase, ""), 0))
            last = (
                position.turn == LAST_TURN and position.phase is Phase.REPLENISHMENT and turn < position.turn
            )
            if position.phase is Phase.OVER or (here >= wanted and not last):
                return
            match position.phase:
                case Phase.SETUP:
                    action: Action = a.EndSetUp()
                case Phase.OPERATIONS:
                    yield from self._left_open(step)
                    action = a.EndOperations()
                case Phase.REPLENISHMENT:
                    action = self._end_turn()
                case _:
                    action = a.EndReinforcement()
            self._turned_up = False
            yield self._implied(step, action)

    def _end_turn(self) -> a.EndTurn:
        """Return the end of a turn; a log does not show who the players say has won, so it is who has."""
        last = self.position.turn == LAST_TURN
        return a.EndTurn(winner(self.position, self._rulings) if last else None)

    def _left_open(self, step: Step) -> Iterator[Done]:
        """Yield the end of a player turn that nobody ended: its unit was not turned."""
        act = self.position.act
        if act is None or self.position.battle is not None:
            return
        side = self.position.actor
        if act.operations:
            yield self._implied(step, a.End(), side)
        else:
            yield self._implied(step, a.Pass(side), side)

    def _stranded(self, step: Step) -> Iterator[Done]:
        """Yield for each comrade of a beaten unit that nothing was said of that it stays isolated (8.10)."""
        broken = self.position.broken
        if broken is None or self._due().moment is not Moment.STRANDED:
            return
        for unit in stranded(self.position, broken, self._rulings):
            yield self._implied(step, a.Isolate(unit), broken.side)

    def _folded(self, step: Step) -> Iterator[Done]:
        """Yield that the defender plays no card where he takes the damage without a word."""
        waiting = self._due()
        if waiting.moment in (Moment.ANSWER, Moment.DECLARE) and waiting.side is not None:
            battle = self.position.battle
            if battle is not None and waiting.side is not self.position.side(battle.attacker):
                yield self._implied(step, a.TakeLoss(waiting.side, self._fate()), waiting.side)

    def _stood(self, step: Step) -> Iterator[Done]:
        waiting = self._due()
        if waiting.moment in _RAISING and waiting.side is not None:
            yield self._implied(step, a.Stand(waiting.side), waiting.side)

    def _named(self, step: Step, card: str, side: Side | None) -> Iterator[Done]:
        """Yield the defender where the players went on without naming one."""
        battle = self.position.battle
        if battle is None or battle.defender is not None or self._named_later():
            return
        own = self.position.side(battle.attacker).enemy
        found = self.position.units_in(battle.area, own)
        strip = next((s.origin.strip for s in step.shifts if s.counter == card), "")
        fights = [unit for unit in found if unit == strip] if side is own else []
        plain = [unit for unit in found if unit != self.position.data.tank]
        for unit in [*fights, *plain, *found][:1]:
            yield self._implied(step, a.NameDefender(own, unit, self._tank_beside(unit)), own)

    def _named_later(self) -> bool:
        """Return whether the defender is named by its key after something was done before its time (8.2)."""
        words = (one.act for step in self._steps[self._at + 1 :] for one in step.told)
        ends = ("attack", "activate", "pass", "end", "replenish", "defend")
        return next((word for word in words if word in ends), "") == "defend"

    def _tank_beside(self, unit: str) -> bool:
        position = self.position
        tank = position.data.tank
        return (
            self._side_of(unit) is Side.SOVIET
            and unit != tank
            and position.where.get(tank) == position.where.get(unit)
        )

    def _fate(self) -> Folded:
        """Return what becomes of the attacker's card when the defender folds (U19)."""
        battle = self.position.battle
        if battle is None:
            return "hidden"
        cards = {played.card for played in battle.of(self.position.side(battle.attacker))}
        for step in self._steps[self._at :]:
            if any(one.counter in cards and one.act == "open" for one in step.told):
                return "shown"
            for shift in step.shifts:
                if shift.counter in cards:
                    if shift.target.hand or shift.target.strip:
                        return "returned"
                    return "shown" if shift.target.box == "pile" else "hidden"
        return "hidden"

    # -- held decisions --------------------------------------------------------------------------------

    def _flush(self) -> Iterator[Done]:
        held, self.held = self.held, None
        if held is None:
            return
        match held.kind:
            case "activate":
                yield Done(a.Activate(held.unit, held.with_t34), held.steps, held.actor)
            case "move":
                yield from self._moved(held)
            case "attack":
                support = self._tank_beside(held.unit) and not held.waived
                yield Done(a.Attack(held.unit, support), held.steps, held.actor)
            case "defend":
                side = SIDES.get(held.actor.side or "", self._side_of(held.unit))
                if side is not None:
                    support = self._tank_beside(held.unit) and not held.waived
                    yield Done(a.NameDefender(side, held.unit, support), held.steps, held.actor)
            case "retreat" if held.area:
                down = held.unit in self.position.down or held.waived
                yield Done(a.Retreat(held.unit, held.area, held.with_t34, down), held.steps, held.actor)
            case "event":
                yield from self._played_event(held)
            case "pay":
                side = owner_of(self.position, held.card)
                if side is not None:
                    yield Done(a.Discard(side, (held.card,)), held.steps, held.actor)
            case _:
                return

    def _moved(self, held: _Held) -> Iterator[Done]:
        """Yield the move that a drag was: by whose area it is and who stands there."""
        position, rulings = self.position, self._rulings
        side = self._side_of(held.unit)
        if side is None:
            return
        card = held.card or None
        action: Action
        battle = False
        if controls(position, side, held.area, rulings) and card is None:
            action = a.MoveFriendly(held.unit, held.area, held.with_t34)
        elif free_units(position, held.area, side.enemy, rulings):
            support = held.with_t34 and not held.waived
            action = a.EnterBattle(held.unit, held.area, held.with_t34, support, card)
            battle = True
        else:
            action = a.EnterEmpty(held.unit, held.area, card, held.with_t34)
        yield Done(action, held.steps, held.actor)
        if held.attacks and not battle:
            support = self._tank_beside(held.unit) and not held.waived
            yield Done(a.Attack(held.unit, support), held.steps[-1:], held.actor)

    def _played_event(self, held: _Held) -> Iterator[Done]:
        action: Action | None = None
        if held.use == "chuikov_ready":
            action = a.ChuikovReady(held.card, held.target) if held.target else None
        elif held.use == "sniper":
            action = a.Sniper(held.card, held.taken or None)
        elif held.target and held.drawn:
            kind = a.AirSupport if held.use == "air_support" else a.Bombard
            action = kind(held.card, held.target, held.drawn)
        if action is not None:
            yield Done(action, held.steps, held.actor)

    def _hold(self, step: Step, kind: str, actor: Actor, **facts: str) -> None:
        self.held = _Held(kind, (step.number,), actor, **facts)  # type: ignore[arg-type]

    def _add(self, step: Step, **facts: str | bool) -> None:
        assert self.held is not None
        self.held = replace(self.held, steps=(*self.held.steps, step.number), **facts)  # type: ignore[arg-type]

    # -- set-up, arrivals, the deck ------------------------------------------------------------------------

    def _deal(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        actor = self._by(told, SIDES.get(self._sides.get(told.values.get("Side", ""), "")))
        dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
        if step.deck is not None:
            order = (*step.deck, *(shift.counter for shift in reversed(dealt)))
            yield Done(a.Shuffle(order), (step.number,), actor)
        yield from self._given(step, actor, dealt)

    def _given(self, step: Step, actor: Actor, dealt: Sequence[Shift]) -> Iterator[Done]:
        """Yield the cards that went from the deck to units and hands, unit by unit."""
        places = dict.fromkeys((shift.target.strip, shift.target.hand) for shift in dealt)
        for strip, hand in places:
            cards = tuple(s.counter for s in dealt if (s.target.strip, s.target.hand) == (strip, hand))
            if strip:
                yield Done(a.DealSteps(strip, cards), (step.number,), actor)
            elif hand in SIDES and self.position.phase is Phase.SETUP:
                yield Done(a.DealHand(SIDES[hand], cards), (step.number,), actor)
            elif hand in SIDES:
                yield Done(a.Draw(SIDES[hand], cards), (step.number,), actor)

    def _reshuffle(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        if step.deck is None:
            return
        # Cards that still lie open beside the pile are put to it; the table has them back at once.
        beside = [card for card in self.position.pile if card not in step.deck and self._shown(card)]
        yield from self._one(step, self._by(told, None), a.Shuffle((*beside, *step.deck)))

    def _shown(self, card: str) -> bool:
        place = self._cards.get(card, NOWHERE)
        return place.row or place.box in ("event", "drawn")

    def _arrive(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._arriving(step)
        actor = self._by(told, self._side_of(told.counter))
        for shift in step.shifts:
            if shift.counter == told.counter and shift.target.area:
                yield Done(a.Reinforce(told.counter, shift.target.area), (step.number,), actor)
        dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
        yield from self._given(step, actor, dealt)

    def _arriving(self, step: Step) -> Iterator[Done]:
        yield from self._flush()
        if self.position.phase is Phase.REPLENISHMENT:
            yield self._implied(step, self._end_turn())

    def _return(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._arriving(step)
        for shift in step.shifts:
            if shift.counter == told.counter and shift.target.area:
                actor = self._by(told, Side.SOVIET)
                yield from self._one(step, actor, a.ReturnT34(shift.target.area))

    # -- player turns ------------------------------------------------------------------------------------

    def _begin(self, step: Step) -> Iterator[Done]:
        """Yield what comes before any decision of a player turn."""
        yield from self._flush()
        yield from self._playing(step)
        yield from self._stranded(step)

    def _activate(self, step: Step, told: Told) -> Iterator[Done]:
        if self.held is not None and self.held.kind == "activate":
            # The player thought better of it.
            self.held = None
        yield from self._begin(step)
        act = self.position.act
        if act is not None and act.unit == told.counter:
            return
        yield from self._left_open(step)
        self._turned_up, self._back = False, ()
        self._hold(step, "activate", self._by(told, self._side_of(told.counter)), unit=told.counter)

    def _join(self, step: Step, told: Told) -> Iterator[Done]:
        along = told.values.get("Joined") == "1"
        if self.held is not None and self.held.kind == "activate":
            self._add(step, with_t34=along)
            return
        act = self.position.act
        if along and act is not None and not act.with_t34:
            yield from self._flush()
            actor = self._by(told, Side.SOVIET)
            yield from self._one(step, actor, a.Activate(act.unit, with_t34=True))

    def _pass(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin(step)
        if told.kind == "desk":
            side, unit = SIDES.get(self._sides.get(told.values.get("Side", ""), "")), None
        else:
            side, unit = self._side_of(told.counter), told.counter
        if side is not None:
            if self.position.actor is not side:
                yield from self._left_open(step)
            yield from self._one(step, self._by(told, side), a.Pass(side, unit))

    def _end(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin(step)
        if self.position.act is None:
            # A retreat ended the player turn already.
            return
        if not self.position.act.operations:
            for move in self._back:
                yield from self._moved(move)
        flipped = tuple(unit for unit, down in step.turned.items() if down)
        yield from self._one(step, self._by(told, self.position.actor), a.End(flipped))

    def _replenish(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin(step)
        yield from self._left_open(step)
        drawn = [s.counter for s in step.shifts if s.origin.box == DECK and s.target.strip == told.counter]
        actor = self._by(told, self._side_of(told.counter))
        down = step.turned.get(told.counter, told.counter in self.position.down)
        for card in drawn[:1]:
            yield from self._one(step, actor, a.Replenish(told.counter, card, down))

    # -- movement ----------------------------------------------------------------------------------------

    def _unit(self, step: Step, shift: Shift) -> Iterator[Done]:
        side = self._side_of(shift.counter)
        actor = shift.actor or Actor(None if side is None else side.id, Known.INFERRED)
        if side is None:
            return
        if self.position.phase is Phase.SETUP:
            # Until the first card is dealt units are pushed about; where they lie then counts.
            if shift.target.area and (any(self.position.hands) or any(self.position.steps.values())):
                yield Done(a.Place(shift.counter, shift.target.area), (step.number,), actor)
            return
        if shift.target.area and shift.origin.area:
            yield from self._drag(step, shift, actor)
        elif shift.target.area:
            yield from self._arriving(step)
            if shift.counter == self.position.data.tank:
                yield Done(a.ReturnT34(shift.target.area), (step.number,), actor)
            else:
                yield Done(a.Reinforce(shift.counter, shift.target.area), (step.number,), actor)
        elif shift.origin.area:
            yield from self._begin_loss(step)
            tank = shift.counter == self.position.data.tank and self._due().unit != shift.counter
            yield Done(a.T34Out() if tank else a.Remove(shift.counter), (step.number,), actor)

    def _drag(self, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
        held, unit, area = self.held, shift.counter, shift.target.area
        side = self._side_of(unit)
        if held is not None and held.unit == unit and held.kind == "retreat" and not held.area:
            self._add(step, area=area)
            return
        if self._put_back(step, shift):
            return
        plain = held is not None and held.kind == "move" and not (held.card or held.attacks)
        if held is not None and plain and held.unit == unit and held.origin == area:
            # Dragged and put back: it did not move.  Where nothing else was done it went there and back.
            self._back = (held, replace(held, origin=held.area, area=area, steps=(step.number,)))
            self.held = None
            return
        tank = self.position.data.tank
        together = held is not None and held.area == area and self._takes_along(held, step)
        soviet = held is not None and held.unit != tank and self._side_of(held.unit) is side
        if together and soviet and unit == tank:
            self._add(step, with_t34=True)
            return
        paid = held.card if held is not None and held.kind == "pay" else ""
        if paid:
            before, self.held = self.held, None
            steps = () if before is None else before.steps
        else:
            steps = ()
            yield from self._flush()
            yield from self._playing(step)
        waiting = self._due()
        stranded_one = waiting.moment is Moment.STRANDED and waiting.side is self._side_of(unit)
        beaten = waiting.moment is Moment.DAMAGE and waiting.unit == unit
        leaves = waiting.moment is Moment.CONTESTED and waiting.unit == unit
        if stranded_one or beaten or leaves:
            self._hold(step, "retreat", actor, unit=unit, origin=shift.origin.area, area=area)
            return
        yield from self._stranded(step)
        self._hold(step, "move", actor, unit=unit, origin=shift.origin.area, area=area, card=paid)
        if steps and self.held is not None:
            self.held = replace(self.held, steps=(*steps, step.number))

    def _takes_along(self, held: _Held, step: Step) -> bool:
        """Return whether a T-34 that is dragged to where a unit went goes with it."""
        if held.kind == "move" or held.steps[-1] == step.number:
            return held.kind in ("move", "retreat")
        return held.kind == "retreat" and companion(self.position, held.unit, self._rulings) is not None

    def _put_back(self, step: Step, shift: Shift) -> bool:
        """Return whether the T-34 was put back together with a unit that was put back in the same step."""
        if not self._back or shift.counter != self.position.data.tank:
            return False
        forth, back = self._back
        if back.steps != (step.number,) or back.area != shift.target.area or not forth.with_t34:
            return False
        self._back = (forth, replace(back, with_t34=True))
        return True

    def _pay(self, step: Step, told: Told) -> Iterator[Done]:
        if self.held is not None and self.held.kind == "move" and not self.held.card:
            self._add(step, card=told.counter)
            return
        yield from self._begin(step)
        self._hold(step, "pay", self._by(told, self._holder(step, told.counter)), card=told.counter)

    # -- battle ------------------------------------------------------------------------------------------

    def _attack(self, step: Step, told: Told) -> Iterator[Done]:
        if self.held is not None and self.held.kind == "move" and self.held.unit == told.counter:
            self._add(step, attacks=True)
            return
        yield from self._begin(step)
        battle = self.position.battle
        if battle is not None and battle.attacker == told.counter and not battle.cards:
            return
        self._hold(step, "attack", self._by(told, self._side_of(told.counter)), unit=told.counter)

    def _defend(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        battle = self.position.battle
        if battle is not None and battle.defender == told.counter:
            return
        self._hold(step, "defend", self._by(told, self._side_of(told.counter)), unit=told.counter)

    def _waive(self, step: Step, told: Told) -> Iterator[Done]:
        del told
        if self.held is not None and self.held.kind in ("move", "attack", "defend"):
            self._add(step, waived=True)
        yield from ()

    def _play(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        card, side = told.counter, self._holder(step, told.counter)
        yield from self._named(step, card, side)
        if side is None:
            return
        waiting = self._due()
        if waiting.moment is Moment.TIE and waiting.side is side:
            yield self._implied(step, a.FightOn(), side)
        battle = self.position.battle
        declared = battle is not None and (side, Did.PLAY) in battle.calls
        face_up = told.act == "play_open"
        action: Action = a.Raise(side, card, face_up) if declared else a.PlayCard(side, card, face_up)
        yield from self._one(step, self._by(told, side), action)

    def _take_back(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        side = self._holder(step, told.counter)
        battle = self.position.battle
        in_battle = battle is not None and any(played.card == told.counter for played in battle.cards)
        if side is not None and in_battle:
            yield from self._one(step, self._by(told, side), a.TakeBack(side, told.counter))

    def _take_loss(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        yield from self._named(step, "", None)
        battle = self.position.battle
        own = None if battle is None else self.position.side(battle.attacker).enemy
        actor = self._by(told, own)
        side = SIDES.get(actor.side or "", own)
        if side is not None:
            yield from self._one(step, actor, a.TakeLoss(side, self._fate()))

    def _stand(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        waiting = self._due()
        actor = self._by(told, waiting.side)
        side = SIDES.get(actor.side or "", waiting.side)
        if side is not None and waiting.moment is not Moment.OPEN:
            yield from self._one(step, actor, a.Stand(side))

    def _open(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        yield from self._stood(step)
        battle, side = self.position.battle, self._holder(step, told.counter)
        if battle is None or side is None or side in battle.opened or battle.beaten is not None:
            return
        yield from self._one(step, self._by(told, side), a.Open(side))

    def _fight_on(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        yield from self._one(step, self._by(told, self._due().side), a.FightOn())

    def _stop(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        yield from self._one(step, self._by(told, self._due().side), a.Stop())

    # -- damage ------------------------------------------------------------------------------------------

    def _begin_loss(self, step: Step) -> Iterator[Done]:
        yield from self._flush()
        yield from self._named(step, "", None)
        yield from self._folded(step)

    def _retreat(self, step: Step, told: Told) -> Iterator[Done]:
        tank = self.position.data.tank
        held = self.held
        along = held is not None and held.kind == "retreat" and told.counter == tank and held.unit != tank
        if held is not None and along and (not held.area or self._takes_along(held, step)):
            # The T-34's own key: it goes along with the unit that is being dragged.
            return
        yield from self._begin_loss(step)
        actor = self._by(told, self._side_of(told.counter))
        self._hold(step, "retreat", actor, unit=told.counter)
        if self.held is not None:
            down = told.values.get("Face_Level") == "2"
            self.held = replace(self.held, waived=down)

    def _lose(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin_loss(step)
        unit = next((s.origin.strip for s in step.shifts if s.counter == told.counter), "")
        unit = unit or self._due().unit
        if unit in self.position.where:
            actor = self._by(told, self._side_of(unit))
            yield from self._one(step, actor, a.LoseStep(unit, told.counter))

    def _t34_out(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin_loss(step)
        yield from self._one(step, self._by(told, Side.SOVIET), a.T34Out())

    def _remove(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin_loss(step)
        yield from self._one(step, self._by(told, self._side_of(told.counter)), a.Remove(told.counter))

    def _isolate(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._flush()
        cut = self.position.cut_off
        if told.counter in cut[0] and told.counter in cut[1]:
            return
        yield from self._one(step, self._by(told, self._side_of(told.counter)), a.Isolate(told.counter))

    # -- events ------------------------------------------------------------------------------------------

    def _event(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._begin(step)
        use, side = told.values.get("Event", ""), self._holder(step, told.counter)
        actor = self._by(told, side)
        lasting = _LASTING.get(use)
        if lasting is not None:
            yield from self._one(step, actor, lasting(told.counter))
            return
        if use == "none" and not self._aims_next():
            # No event at all: it is judged as the nearest thing to one that its side has.
            wrong = a.Molotov if side is Side.SOVIET else a.AssaultGun
            yield from self._one(step, actor, wrong(told.counter))
            return
        self._hold(step, "event", actor, card=told.counter, use=use)

    def _aims_next(self) -> bool:
        following = self._steps[self._at + 1 : self._at + 2]
        return any(one.act in ("target", "bombard") for step in following for one in step.told)

    def _target(self, step: Step, told: Told) -> Iterator[Done]:
        if self.held is not None and self.held.kind == "event":
            self._add(step, target=told.counter)
        yield from ()

    def _bombard(self, step: Step, told: Told) -> Iterator[Done]:
        del told
        drawn = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.box == DECK), "")
        if self.held is not None and self.held.kind == "event":
            self._add(step, drawn=drawn)
            if self.held.target:
                yield from self._flush()

    def _give_up(self, step: Step, told: Told) -> Iterator[Done]:
        del told
        taken = next((s.counter for s in step.shifts if s.kind == "card" and s.origin.hand), "")
        if self.held is not None and self.held.kind == "event" and self.held.use == "sniper":
            self._add(step, taken=taken)
            yield from self._flush()

    def _ready(self, step: Step, told: Told) -> Iterator[Done]:
        if self.held is not None and self.held.kind == "event":
            self._add(step, use="chuikov_ready", target=told.counter)
        yield from self._flush()

    # -- end of a turn -----------------------------------------------------------------------------------

    def _ending(self, step: Step) -> Iterator[Done]:
        yield from self._flush()
        yield from self._stranded(step)
        yield from self._replenishing(step)

    def _discard(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._ending(step)
        side = self._holder(step, told.counter)
        if side is not None:
            yield from self._one(step, self._by(told, side), a.Discard(side, (told.counter,)))

    def _fill(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._ending(step)
        dealt = [shift for shift in step.shifts if shift.kind == "card" and shift.origin.box == DECK]
        side = SIDES.get(self._sides.get(told.values.get("Side", ""), ""))
        yield from self._given(step, self._by(told, side), dealt)

    def _drawn(self, step: Step, told: Told) -> Iterator[Done]:
        """Yield what cards were drawn for that somebody took off the deck by hand."""
        shift = next(s for s in step.shifts if s.counter == told.counter)
        unit = shift.target.strip
        if shift.target.hand:
            yield from self._ending(step)
        else:
            yield from self._flush()
        side = self._side_of(unit) if unit else SIDES.get(shift.target.hand)
        actor = self._by(told, side)
        if unit and self.position.phase is Phase.OPERATIONS:
            down = unit in self.position.down
            yield from self._one(step, actor, a.Replenish(unit, told.counter, down))
            return
        yield from self._given(step, actor, [shift])

    def _flip_up(self, step: Step, told: Told) -> Iterator[Done]:
        yield from self._ending(step)
        self._turned_up = True
        units = tuple(unit for unit, down in step.turned.items() if not down)
        yield from self._one(step, self._by(told, None), a.FlipUp(units))

    # -- cards moved by hand -------------------------------------------------------------------------------

    def _card(self, step: Step, shift: Shift) -> Iterator[Done]:
        """Yield what a card was dragged for, by where it goes and what is awaited."""
        word = self._meaning(shift)
        if word is not None:
            yield from self._words[word](step, Told(shift.counter, "card", word, "", {}))

    def _meaning(self, shift: Shift) -> str | None:
        position, waiting = self.position, self._due()
        held = shift.origin.hand or shift.origin.strip
        if shift.origin.box == DECK:
            return "draw" if shift.target.hand or shift.target.strip else None
        if held and shift.target.row:
            return "play"
        if held and shift.target.laid:
            if position.phase is Phase.REPLENISHMENT:
                return "discard"
            if waiting.moment is Moment.DAMAGE and shift.origin.strip == waiting.unit:
                return "lose"
            if waiting.moment is Moment.ANSWER and shift.origin.strip:
                return "lose"
            return "pay"
        if shift.origin.row and (shift.target.hand or shift.target.strip):
            return "take_back"
        return None


_ORDER = {"Reinforcements": 0, "Operations": 1, "Replenishment": 2}
_PHASE_WORDS = {
    Phase.REINFORCEMENT: "Reinforcements",
    Phase.OPERATIONS: "Operations",
    Phase.REPLENISHMENT: "Replenishment",
}
