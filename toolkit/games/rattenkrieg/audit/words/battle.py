"""Battles (8.1 to 8.7): who fights, cards, raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Step, Told
from toolkit.games.rattenkrieg.audit.story import SIDES, Done, Finish, Held, Story, Word
from toolkit.games.rattenkrieg.audit.vocabulary import ROWS, strip_of
from toolkit.games.rattenkrieg.audit.words import ahead, inferred
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.moments import Moment, chuikov
from toolkit.games.rattenkrieg.rules.position import Did
from toolkit.games.rattenkrieg.rules.sides import Side


def _attack(story: Story, step: Step, told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind == "move" and story.held.unit == told.counter:
        story.add(step, attacks=True)
        return
    yield from inferred.before_decision(story, step)
    battle = story.position.battle
    if battle is not None and battle.attacker == told.counter and not battle.cards:
        return
    story.hold(step, "attack", story.by(told, story.side_of(told.counter)), unit=told.counter)


def _defend(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    battle, act = story.position.battle, story.position.act
    if battle is not None and battle.defender == told.counter:
        return
    if battle is None and not story.says("attack"):
        yield from inferred.stayed(story, step)
        own = story.side_of(told.counter)
        if act is None and own is not None:
            attacker = _attacker(story, step, "", own.enemy)
            yield from inferred.acting(story, attacker, (step.number,))
            act = story.position.act
        if act is not None:
            held = Held("attack", (step.number,), Actor(None, Known.INFERRED), act.unit)
            yield from inferred.attacked(story, held, held.steps)
    story.hold(step, "defend", story.by(told, story.side_of(told.counter)), unit=told.counter)


def _waive(story: Story, step: Step, _told: Told) -> Iterator[Done]:
    if story.held is not None and story.held.kind in ("move", "attack", "defend"):
        story.add(step, waived=True)
    yield from ()


def _play(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    card, side = told.counter, _player(story, step, told)
    under_chuikov = side is Side.GERMAN and inferred.chuikov_waits(story)
    if story.position.battle is None and not story.says("activate") and not under_chuikov:
        yield from inferred.acting(story, _attacker(story, step, card, side), (step.number,))
    act = story.position.act
    attacks = under_chuikov or side is story.position.actor
    if story.position.battle is None and act is not None and attacks:
        # A card laid is an attack, where the acting unit has somebody to fight.
        yield from inferred.stayed(story, step)
        yield from inferred.attacked(
            story, Held("attack", (step.number,), story.by(told, side), act.unit), (step.number,)
        )
    yield from inferred.defender_named(story, step, card, side)
    if side is None:
        return
    waiting = story.due()
    if waiting.moment is Moment.TIE and waiting.side is side:
        yield story.implied(step, a.FightOn(), side)
    battle = story.position.battle
    declared = battle is not None and (side, Did.PLAY) in battle.calls
    openly = side is Side.GERMAN and battle is not None and chuikov(story.position, battle, story.rulings)
    face_up = told.act == "play_open" or (openly and ahead.lies_open(story, card))
    action: Action = a.Raise(side, card, face_up) if declared else a.PlayCard(side, card, face_up)
    yield from story.one(step, story.by(told, side), action)


def _attacker(story: Story, step: Step, card: str, side: Side | None) -> str:
    """Return the unit that attacks with a card that was laid before any unit was named."""
    unit = ahead.next_actor(story, step, card, side)
    if side is None or _fights(story, unit, side):
        return unit
    able = [one for one in story.position.data.units if _fights(story, one, side)]
    if len(able) > 1:
        story.guess = "the log does not show which unit attacks"
    return story.pick(able) if able else unit


def _fights(story: Story, unit: str, side: Side) -> bool:
    """Return whether a unit of a side has enemies in its area."""
    if story.side_of(unit) is not side or not story.position.on_map(unit):
        return False
    return bool(story.position.units_in(story.position.where[unit], side.enemy))


def _player(story: Story, step: Step, told: Told) -> Side | None:
    """Return who plays a card: who holds it, or the side in whose row it lies, if that one says so.

    Where nobody says it, what follows shows whether that side took it out of the other one's hand.
    """
    holder, position = story.holder(step, told.counter), story.position
    battle, act, said = position.battle, position.act, story.side_named(told.by)
    if said is holder or (battle is None and act is None):
        return holder
    attacker = position.actor if battle is None else position.side(battle.attacker)
    row = next((shift.target.box for shift in step.shifts if shift.counter == told.counter), "")
    rows: Mapping[str, Side] = {ROWS[0]: attacker, ROWS[1]: attacker.enemy}
    lies = rows.get(row, holder)
    if said is not None:
        return holder if battle is None else lies
    return story.pick(tuple(dict.fromkeys((holder, lies))))


def _take_back(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    shift = next((one for one in step.shifts if one.counter == told.counter), None)
    side = story.holder(step, told.counter)
    battle = story.position.battle
    kept = battle is not None and any(played.card == told.counter for played in battle.cards)
    gone = told.counter in story.position.pile and told.counter not in story.given_back
    if side is None and shift is not None and gone:
        # The battle is over, and its card is taken off the table.
        strip = strip_of(shift.target)
        side = story.side_of(strip) if strip else SIDES.get(shift.target.hand)
        kept = True
    story.given_back -= {told.counter}
    if side is not None and kept:
        yield from story.one(step, story.by(told, side), a.TakeBack(side, told.counter))


def _take_loss(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    yield from inferred.defender_named(story, step, "", None)
    battle = story.position.battle
    own = None if battle is None else story.position.side(battle.attacker).enemy
    actor = story.by(told, own)
    side = SIDES.get(actor.side or "", own)
    if side is not None:
        yield from story.one(step, actor, inferred.fold(story, side))


def _stand(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    waiting = story.due()
    actor = story.by(told, waiting.side)
    side = SIDES.get(actor.side or "", waiting.side)
    if side is not None and waiting.moment is not Moment.OPEN:
        yield from story.one(step, actor, a.Stand(side))


def _open(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    battle = story.position.battle
    if battle is not None and any(one.card == told.counter and one.face_up for one in battle.cards):
        return
    yield from inferred.stood(story, step)
    battle, side = story.position.battle, story.holder(step, told.counter)
    if battle is None or side is None or side in battle.opened or battle.beaten is not None:
        return
    yield from story.one(step, story.by(told, side), a.Open(side))


def _fight_on(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    yield from story.one(step, story.by(told, story.due().side), a.FightOn())


def _stop(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from story.flush()
    yield from story.one(step, story.by(told, story.due().side), a.Stop())


def _attacked(story: Story, held: Held) -> Iterator[Done]:
    """Yield the attack."""
    yield from inferred.attacked(story, held, held.steps)


def _defended(story: Story, held: Held) -> Iterator[Done]:
    """Yield the naming of a defender; the T-34 supports it where it may, unless its key says otherwise."""
    side = SIDES.get(held.actor.side or "", story.side_of(held.unit))
    if side is None:
        return
    support = story.pick(inferred.supports(story, inferred.tank_beside(story, held.unit) and not held.waived))
    others = (a.NameDefender(side, held.unit, False),) if support else ()
    yield Done(a.NameDefender(side, held.unit, support), held.steps, held.actor, others)


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "attack": _attack,
        "defend": _defend,
        "waive": _waive,
        "play": _play,
        "play_open": _play,
        "take_back": _take_back,
        "take_loss": _take_loss,
        "stand": _stand,
        "open": _open,
        "fight_on": _fight_on,
        "stop": _stop,
    }
)
FINISH: Mapping[str, Finish] = MappingProxyType({"attack": _attacked, "defend": _defended})
