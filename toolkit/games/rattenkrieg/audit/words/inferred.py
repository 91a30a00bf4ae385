"""What goes without saying: phases that end, turns that nobody ended, answers that nobody gave."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step
from toolkit.games.rattenkrieg.audit.story import Done, Held, Story
from toolkit.games.rattenkrieg.audit.vocabulary import strip_of
from toolkit.games.rattenkrieg.audit.words import ahead
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import moments
from toolkit.games.rattenkrieg.rules.actions import Folded
from toolkit.games.rattenkrieg.rules.control import winner
from toolkit.games.rattenkrieg.rules.moments import Moment
from toolkit.games.rattenkrieg.rules.position import Phase, Support
from toolkit.games.rattenkrieg.rules.sequence import both_passed
from toolkit.games.rattenkrieg.rules.sides import Side

RAISING = (Moment.RAISE, Moment.ANSWER_RAISE)


def before_player_turn(story: Story, step: Step) -> Iterator[Done]:
    """Yield what brings the game to the player turns in which something is now done."""
    position = story.position
    if position.phase is Phase.SETUP:
        yield story.implied(step, a.EndSetUp())
    if position.phase is Phase.REPLENISHMENT and story.turned_up:
        yield story.implied(step, end_turn(story))
    if position.phase is Phase.REINFORCEMENT:
        yield story.implied(step, a.EndReinforcement())


def before_arrival(story: Story, step: Step) -> Iterator[Done]:
    """Yield what comes before a unit arrives."""
    yield from story.flush()
    if story.position.phase is Phase.REPLENISHMENT:
        yield story.implied(step, end_turn(story))


def before_replenishment(story: Story, step: Step) -> Iterator[Done]:
    """Yield the end of the player turns, where both players have passed; who says so later has not yet."""
    if not ahead.passes_yet(story):
        yield from passed(story, step)
    position = story.position
    ended = both_passed(position, story.rulings) or not story.turn_known
    if position.phase is Phase.OPERATIONS and ended:
        yield story.implied(step, a.EndOperations())


def end_turn(story: Story) -> a.EndTurn:
    """Return the end of a turn; a log does not show who the players say has won, so it is who has."""
    last = story.position.turn == story.position.data.figures.turns
    return a.EndTurn(winner(story.position, story.rulings) if last else None)


def passed(story: Story, step: Step, until: Side | None = None) -> Iterator[Done]:
    """Yield the passes of players who have no unit left to turn over: they can do nothing else (U02).

    It ends where it is the turn of `until`.  At the end of a turn that shows of no unit whether it has acted,
    it does not matter either with which of them somebody passed.
    """
    position = story.position
    for _ in Side:
        idle = story.due().moment is Moment.IDLE and not position.readied and story.turn_known
        if not idle or position.actor is until or both_passed(position, story.rulings):
            return
        units = able(story, position.actor)
        if units and (story.turns_units or until is not None):
            return
        yield story.implied(step, a.Pass(position.actor, units[0] if units else None), position.actor)


def able(story: Story, side: Side) -> list[str]:
    """Return the units of a side on the map that lie face-up."""
    position = story.position
    mine = (unit for unit in position.data.units if position.on_map(unit) and story.side_of(unit) is side)
    return [unit for unit in mine if unit not in position.down]


def turn_over(story: Story, step: Step, side: Side | None) -> Iterator[Done]:
    """Yield what ends the player turn before one of this side, where nobody said so.

    A side that begins anew in its own player turn has not ended it.
    """
    position = story.position
    if side is position.actor:
        return
    yield from left_open(story, step)
    yield from passed(story, step, side)


def acting(story: Story, unit: str, steps: tuple[int, ...], *, with_t34: bool = False) -> Iterator[Done]:
    """Yield that a unit is the one that acts, where nobody named it: it does something."""
    position, side = story.position, story.side_of(unit)
    if side is None or position.phase is not Phase.OPERATIONS or position.battle is not None:
        return
    act = position.act
    if act is not None and story.midway:
        return
    if act is not None and (act.unit == unit or side is position.actor):
        if act.unit == unit or story.turns_units:
            return
        # Nobody turns units over in this log: who passed in between is not shown.
        yield from left_open(story, story.step)
    yield from turn_over(story, story.step, side)
    if position.act is None:
        story.back = ()
        actor = Actor(side.id, Known.INFERRED)
        along = with_t34 or ahead.tank_follows(story, unit)
        beside = tank_beside(story, unit)
        if beside and not with_t34:
            # It may be turned over by a pass of its own.
            along = story.pick((along, not along))
        others = (a.Activate(unit, not along),) if beside or along else ()
        yield Done(a.Activate(unit, along), steps, actor, others)


def left_open(story: Story, step: Step) -> Iterator[Done]:
    """Yield the end of a player turn that nobody ended: its unit was not turned."""
    yield from stayed(story, step)
    act = story.position.act
    if story.position.battle is not None:
        return
    side = story.position.actor
    if act is None:
        if story.position.readied:
            # A unit was turned up (9.8), and that was all.
            yield story.implied(step, a.End(), side)
        return
    if act.operations:
        # Who never turns a unit over says with the next one that this one has acted.
        acted = (act.unit, story.position.data.tank) if act.with_t34 else (act.unit,)
        flipped = () if story.turns_units else tuple(u for u in acted if story.position.on_map(u))
        yield story.implied(step, a.End(flipped), side)
    else:
        yield story.implied(step, a.Pass(side), side)


def before_decision(story: Story, step: Step) -> Iterator[Done]:
    """Yield what comes before any decision of a player turn."""
    yield from story.flush()
    yield from before_player_turn(story, step)
    yield from stayed(story, step)
    if story.due().moment in (Moment.TIE, Moment.OPEN) and not story.says("open", "fight_on", "stop"):
        yield from _compared(story, step)


def stayed(story: Story, step: Step) -> Iterator[Done]:
    """Yield for each comrade of a beaten unit that nothing was said of that it stays isolated (8.10)."""
    broken = story.position.broken
    if broken is None or story.due().moment is not Moment.STRANDED:
        return
    for unit in moments.stranded(story.position, broken, story.rulings):
        yield story.implied(step, a.Isolate(unit), broken.side)


def folded(story: Story, step: Step) -> Iterator[Done]:
    """Yield that a player lays no card where he takes the damage without a word.

    An attacker may do that where the German card came first and he has seen it (9.8).
    """
    waiting, battle = story.due(), story.position.battle
    if waiting.moment not in (Moment.ANSWER, Moment.DECLARE) or waiting.side is None or battle is None:
        return
    if waiting.side is not story.position.side(battle.attacker):
        yield story.implied(step, fold(story, waiting.side), waiting.side)
    elif waiting.moment is Moment.ANSWER:
        yield story.implied(step, a.Stop(), waiting.side)


def cleared(story: Story, step: Step, card: str) -> Iterator[Done]:
    """Yield that nobody answers a card that is taken off the table."""
    battle = story.position.battle
    laid = () if battle is None else (played.card for played in battle.cards)
    if card in laid and story.held is None and not story.says("take_loss", "stop"):
        yield from folded(story, step)


def chuikov_waits(story: Story) -> bool:
    """Return whether the acting unit may attack and the German player has to lay the first card (9.8)."""
    act, position = story.position.act, story.position
    if act is None or story.due().moment not in (Moment.ACTIVE, Moment.CONTESTED) or story.says("attack"):
        return False
    if all(effect.kind is not Support.CHUIKOV for effect in act.effects):
        return False
    return bool(position.units_in(position.where[act.unit], position.actor.enemy))


def gives_in(story: Story, unit: str) -> bool:
    """Return whether a unit that suffers where the enemy acts may have been beaten before a card (9.8)."""
    act, position = story.position.act, story.position
    if act is None or story.side_of(unit) is not position.actor.enemy or not chuikov_waits(story):
        return False
    return position.where.get(unit) == position.where[act.unit]


def before_loss(story: Story, step: Step, unit: str = "") -> Iterator[Done]:
    """Yield what comes before damage is suffered."""
    yield from story.flush()
    act = story.position.act
    if act is not None and gives_in(story, unit):
        held = Held("attack", (step.number,), Actor(None, Known.INFERRED), act.unit)
        yield from attacked(story, held, held.steps)
    yield from defender_named(story, step, "", None)
    yield from folded(story, step)
    if not story.says("open", "stand", "fight_on", "stop"):
        yield from _compared(story, step)


def _compared(story: Story, step: Step) -> Iterator[Done]:
    """Yield that cards were opened, and a tie left at that, by players who press no key for it."""
    yield from stood(story, step)
    battle = story.position.battle
    if battle is not None and story.due().moment is Moment.OPEN:
        for side in Side:
            if side not in battle.opened:
                yield story.implied(step, a.Open(side), side)
    if story.due().moment is Moment.TIE:
        yield story.implied(step, a.Stop(), story.due().side)


def stood(story: Story, step: Step) -> Iterator[Done]:
    """Yield that nobody raises any more where the cards are opened without a word."""
    waiting = story.due()
    if waiting.moment in RAISING and waiting.side is not None:
        yield story.implied(step, a.Stand(waiting.side), waiting.side)


def defender_named(story: Story, step: Step, card: str, side: Side | None) -> Iterator[Done]:
    """Yield the defender where the players went on without naming one."""
    battle = story.position.battle
    if battle is None or battle.defender is not None or _named_later(story):
        return
    own = story.position.side(battle.attacker).enemy
    found = story.position.units_in(battle.area, own)
    strip = next((strip_of(s.origin) for s in step.shifts if s.counter == card), "")
    fights = [unit for unit in found if unit == strip] if side is own else []
    fights += [unit for unit in found if unit == ahead.next_defence(story)]
    plain = [unit for unit in found if unit != story.position.data.tank]
    guessed = len(found) > 1 and not fights
    if guessed:
        story.guess = "the log does not show which unit defends"
    suffers = ahead.first_loss(story)
    # The T-34 goes out for others, unless the attacker has nobody to fight then.
    goes = plain and suffers == story.position.data.tank and ahead.goes_out(story, suffers)
    # Nor does the attacker stop beside others, unless they are cut off: the T-34 fought (8.11).
    stops = bool(suffers) and ahead.stops(story, battle.attacker, suffers)
    if not goes or stops or ahead.moves_on(story, battle.attacker):
        fights += [unit for unit in found if unit == suffers]
    units = tuple(dict.fromkeys((*fights, *plain, *found)))
    named = [
        a.NameDefender(own, unit, support)
        for unit in (units if guessed else units[:1])
        for support in supports(story, tank_beside(story, unit))
    ]
    if named:
        yield story.implied(step, story.pick(named), own)


def supports(story: Story, beside: bool) -> tuple[bool, ...]:
    """Return whether the T-34 supports a unit, the likelier first: it does where it may."""
    return (True, False) if beside and not story.says("waive") else (beside,)


def _named_later(story: Story) -> bool:
    """Return whether the defender is named by its key after something was done before its time (8.2)."""
    words = (one.act for step in story.steps[story.at + 1 :] for one in step.told)
    ends = ("attack", "activate", "pass", "end", "replenish", "defend")
    return next((word for word in words if word in ends), "") == "defend"


def tank_at(story: Story, unit: str, area: str) -> bool:
    """Return whether the T-34 stands in an area where it can support a unit."""
    tank = story.position.data.tank
    return story.side_of(unit) is Side.SOVIET and unit != tank and story.position.where.get(tank) == area


def tank_beside(story: Story, unit: str) -> bool:
    """Return whether the T-34 stands beside a unit that it can support."""
    return tank_at(story, unit, story.position.where.get(unit, ""))


def attacked(story: Story, held: Held, steps: tuple[int, ...]) -> Iterator[Done]:
    """Yield an attack; the T-34 supports it where it may, unless its key says otherwise."""
    support = story.pick(supports(story, tank_beside(story, held.unit) and not held.waived))
    others = (a.Attack(held.unit, False),) if support else ()
    yield Done(a.Attack(held.unit, support), steps, held.actor, others)


def fold(story: Story, side: Side) -> a.TakeLoss:
    """Return that a side takes the loss; cards that go home then are no fault of their owner (U19)."""
    folded, battle = fate(story), story.position.battle
    if folded == "returned" and battle is not None:
        laid = battle.of(story.position.side(battle.attacker))
        story.given_back = frozenset(played.card for played in laid)
    return a.TakeLoss(side, folded)


def fate(story: Story) -> Folded:
    """Return what becomes of the attacker's card when the defender folds (U19)."""
    battle = story.position.battle
    if battle is None:
        return "hidden"
    # What lay open before he folded is not shown by it.
    laid = battle.of(story.position.side(battle.attacker))
    cards = {played.card for played in laid if not played.face_up}
    for step in story.steps[story.at :]:
        if any(one.counter in cards and one.act == "open" for one in step.told):
            return "shown"
        for shift in step.shifts:
            if shift.counter in cards:
                if shift.target.hand or strip_of(shift.target):
                    return "returned"
                return "shown" if shift.target.box == "pile" else "hidden"
    return "hidden"
