"""Movement (chapter 7): what a drag was, and what was paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.rattenkrieg.audit.story import Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.words import ahead, inferred
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.moments import Moment
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.readings import companion, controls, owner_of
from toolkit.games.rattenkrieg.rules.sides import Side


def drag(story: Story, step: Step, shift: Shift, actor: Actor) -> Iterator[Done]:
    """Yield or hold what a drag from area to area is: a move, a retreat, or a move taken back."""
    if any(belongs(story, step, shift) for belongs in (_again, _put_back, _taken_back, _along)):
        return
    held, unit, origin, area = story.held, shift.counter, shift.origin.area, shift.target.area
    paid = ""
    steps: tuple[int, ...] = (step.number,)
    if held is not None and held.kind == "pay":
        paid, steps, story.held = held.card, (*held.steps, step.number), None
    elif held is not None and _comes_between(story, held, shift):
        yield Done(a.MoveFriendly(unit, area, False), steps, actor, astray=True)
        return
    else:
        yield from story.flush()
        if _is_astray(story, shift, actor):
            yield Done(a.MoveFriendly(unit, area, False), steps, actor, astray=True)
            return
        yield from inferred.before_player_turn(story, step)
    yield from _out_of_battle(story, step, shift)
    waiting = story.due()
    leaves = waiting.moment is Moment.CONTESTED and waiting.unit == unit
    if leaves or _goes_back(story, shift):
        story.hold(step, "retreat", actor, unit=unit, origin=origin, area=area, leaves=leaves)
        return
    yield from inferred.stayed(story, step)
    story.held = Held("move", steps, actor, unit=unit, origin=origin, area=area, card=paid)


def _comes_between(story: Story, held: Held, shift: Shift) -> bool:
    """Return whether a unit from elsewhere is dragged between the key of one that retreats and its drag."""
    waits = held.kind == "retreat" and not held.area and held.unit != shift.counter
    beside = shift.origin.area != story.position.where.get(held.unit)
    return waits and beside and ahead.goes_soon(story, held.unit)


def _is_astray(story: Story, shift: Shift, actor: Actor) -> bool:
    """Return whether a drag is nobody's decision: players press keys, and another side is at it.

    Nor is it one where the log names the other side's player, and nothing was asked of the unit.
    """
    position, unit = story.position, shift.counter
    act, waiting = position.act, story.due()
    if len(story.activating) < len(Side) or not story.turn_known or story.midway:
        return False
    if position.phase is not Phase.OPERATIONS:
        # Who begins a player turn says so by a key.
        return True
    if unit == waiting.unit or _goes_back(story, shift):
        return False
    side, acting = story.side_of(unit), act is not None and unit in (act.unit, position.data.tank)
    if acting or inferred.gives_in(story, unit):
        return False
    strange = side is not None and actor.side not in (None, side.id)
    by_other = actor.known is Known.LOGGED and strange
    # Who has nobody left to act with passes without a word.
    idle = act is None and not inferred.able(story, position.actor)
    return by_other or (side is not position.actor and not idle)


def _again(story: Story, step: Step, shift: Shift) -> bool:
    """Return whether a unit that retreats is dragged once more: its player has second thoughts."""
    held = story.held
    if held is None or held.kind != "retreat" or held.unit != shift.counter:
        return False
    if held.area and held.leaves and not held.down:
        return False
    story.add(step, area=shift.target.area)
    return True


def _taken_back(story: Story, step: Step, shift: Shift) -> bool:
    """Return whether a unit was dragged and is put back: it did not move.

    Where nothing else is done it went there and back.
    """
    held, area = story.held, shift.target.area
    if held is None or held.kind != "move" or held.card or held.attacks:
        return False
    tank = story.position.data.tank
    with_tank = any(other.counter == tank != shift.counter for other in step.shifts)
    if held.with_t34 != with_tank or held.unit != shift.counter or held.origin != area:
        return False
    story.back = (held, replace(held, origin=held.area, area=area, steps=(step.number,)))
    story.held = None
    return True


def _along(story: Story, step: Step, shift: Shift) -> bool:
    """Return whether the T-34 goes along with a unit that was dragged to the same area."""
    held, tank = story.held, story.position.data.tank
    if held is None or shift.counter != tank or held.area != shift.target.area:
        return False
    if not takes_along(story, held, step):
        return False
    if not story.turns_units and held.origin != shift.origin.area:
        # From elsewhere it comes for itself: nobody shows that a player turn ended in between.
        return False
    comrade = held.unit != tank and story.side_of(held.unit) is story.side_of(tank)
    if not comrade and held.steps[-1] != step.number:
        return False
    story.add(step, with_t34=True)
    return True


def _out_of_battle(story: Story, step: Step, shift: Shift) -> Iterator[Done]:
    """Yield what nobody said before the damage of a battle that a unit leaves."""
    battle, unit = story.position.battle, shift.counter
    if battle is None and inferred.gives_in(story, unit):
        yield from inferred.before_loss(story, step, unit)
    fought = unit != story.position.data.tank or (battle is not None and unit == battle.defender)
    if battle is not None and fought and shift.origin.area == battle.area:
        yield from inferred.before_loss(story, step)


def _goes_back(story: Story, shift: Shift) -> bool:
    """Return whether a unit that is dragged was beaten, or stands beside one that was."""
    waiting, broken = story.due(), story.position.broken
    if waiting.moment is Moment.DAMAGE:
        return waiting.unit == shift.counter
    here = broken is not None and broken.area == shift.origin.area
    return here and waiting.moment is Moment.STRANDED and waiting.side is story.side_of(shift.counter)


def takes_along(story: Story, held: Held, step: Step) -> bool:
    """Return whether a T-34 that is dragged to where a unit went goes with it."""
    if held.kind == "move" or held.steps[-1] == step.number:
        return held.kind in ("move", "retreat")
    return held.kind == "retreat" and companion(story.position, held.unit, story.rulings) is not None


def _put_back(story: Story, step: Step, shift: Shift) -> bool:
    """Return whether the T-34 was put back together with a unit that was put back in the same step."""
    if not story.back or shift.counter != story.position.data.tank:
        return False
    forth, back = story.back
    if back.steps != (step.number,) or back.area != shift.target.area or not forth.with_t34:
        return False
    story.back = (forth, replace(back, with_t34=True))
    return True


def _pay(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if told.counter in story.prepaid:
        story.prepaid.remove(told.counter)
        return
    if story.held is not None and story.held.kind == "move" and not story.held.card:
        if _is_free(story, story.held):
            yield from story.flush()
        else:
            story.add(step, card=told.counter)
            return
    if story.held is not None and story.held.kind == "retreat" and story.held.area and not story.held.down:
        # Who retreats pays nothing: it went on.
        story.held = replace(story.held, kind="move")
        story.add(step, card=told.counter)
        return
    yield from inferred.before_decision(story, step)
    story.hold(step, "pay", story.by(told, story.holder(step, told.counter)), card=told.counter)


def _is_free(story: Story, held: Held) -> bool:
    """Return whether a unit went to where its side has control: what is paid now is for what comes next."""
    side = story.side_of(held.unit)
    return side is not None and controls(story.position, side, held.area, story.rulings)


def moved(story: Story, held: Held) -> Iterator[Done]:
    """Yield the move that a drag was: by whose area it is, who stands there, and whether it is fought."""
    position, rulings = story.position, story.rulings
    side = story.side_of(held.unit)
    if side is None:
        return
    if held not in story.back:
        story.back = ()
    yield from inferred.acting(story, held.unit, held.steps, with_t34=held.with_t34)
    rear = held.area not in position.data.city
    fights = held.attacks or (not rear and ahead.battle_follows(story, held.unit, held.area))
    card = held.card or None
    others: tuple[Action, ...] = ()
    if controls(position, side, held.area, rulings) and card is None:
        action: Action = a.MoveFriendly(held.unit, held.area, held.with_t34)
        fights = False
    else:
        # Only an area without enemies has a price, so that two of them may be paid for together.
        empty_there = not position.units_in(held.area, side.enemy)
        if card is None and not rear and (empty_there or not fights):
            card = _paid_later(story, side, held.unit if empty_there else "")
        empty = a.EnterEmpty(held.unit, held.area, card, held.with_t34)
        if empty_there:
            action, fights = empty, False
        elif fights:
            action = _entered(story, held, card)
            others = (_entered(story, held, card, waived=True), *(() if card is None else (empty,)))
        else:
            action = a.MoveFriendly(held.unit, held.area, held.with_t34) if card is None else empty
    yield Done(action, held.steps, held.actor, others)
    if held.attacks and not fights:
        yield from inferred.attacked(story, held, held.steps[-1:])


def _entered(story: Story, held: Held, card: str | None, *, waived: bool = False) -> a.EnterBattle:
    beside = held.with_t34 or inferred.tank_at(story, held.unit, held.area)
    may = beside and not held.waived and not waived
    support = may and story.pick(inferred.supports(story, may))
    return a.EnterBattle(held.unit, held.area, held.with_t34, support, card)


def _paid_later(story: Story, side: Side, unit: str) -> str | None:
    """Return the card that is paid for a move after something else was done first."""
    card = ahead.price_paid(story, side, unit)
    if card is not None:
        story.prepaid.add(card)
    return card


def _paid(story: Story, held: Held) -> Iterator[Done]:
    """Yield a card that was paid for nothing."""
    side = owner_of(story.position, held.card)
    if side is not None:
        yield Done(a.Discard(side, (held.card,)), held.steps, held.actor)


WORDS: Mapping[str, Word] = MappingProxyType({"pay": _pay})
FINISH: Mapping[str, Finish] = MappingProxyType({"move": moved, "pay": _paid})
