"""What was under way when a log begins: a part of the turn, a card to which more belongs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Laid, Step
from toolkit.games.storm.audit.start import words
from toolkit.games.storm.audit.story import Held
from toolkit.games.storm.audit.vocabulary import PHASES, unmarked
from toolkit.games.storm.audit.words.cards import Played
from toolkit.games.storm.audit.words.inferred import acts_on, pushed_too_far
from toolkit.games.storm.audit.words.losses import DRIVE, GOING, Harm, Harmed
from toolkit.games.storm.audit.words.moving import Group
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Card, Timing
from toolkit.games.storm.rules.losses import DRIVEN, RETREATS
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sequence import begins_act

_OF_CARDS = ("pay", "ready", "return", "back", "declare")
_ANSWERS = (Timing.ENEMY_FIRE, Timing.ENEMY_LOSS, Timing.ENEMY_MOVE)


def turn_in_play(laid: Laid, steps: Sequence[Step]) -> tuple[int, str]:
    """Return the turn and its part in which players are; they may have pushed the track on too early."""
    turn, phase = laid.turn
    if phase not in PHASES:
        return laid.turn
    back = pushed_too_far(steps, turn, phase)
    if back is not None:
        return back
    if phase == PHASES[0] and _still_arriving(laid, steps):
        return turn - 1, PHASES[3]
    return (turn, PHASES[1]) if phase == PHASES[2] and acts_on(steps) else laid.turn


def _still_arriving(laid: Laid, steps: Sequence[Step]) -> bool:
    """Return whether units of the turn before arrive first of all."""
    box = f"turn-{laid.turn[0] - 1}-"
    for step in steps:
        units = [shift for shift in step.shifts if shift.kind == "unit"]
        if units:
            return all(shift.origin.box.startswith(box) and bool(shift.target.area) for shift in units)
        if step.told or step.shifts or step.turn is not None:
            return False
    return False


def under_way(position: Position, laid: Laid, steps: Sequence[Step], names: Mapping[str, str]) -> Held | None:
    """Return the decision that goes on in the first steps of a log, and put the position back before it."""
    if position.phase is not Phase.IMPULSES or not steps:
        return None
    dragged = {shift.counter for shift in steps[0].shifts}
    return (
        _losses_begun(position, laid)
        or _card_begun(position, laid, names)
        or _move_begun(position, laid, dragged, names)
    )


def _losses_begun(position: Position, laid: Laid) -> Harmed | None:
    """Return the retreats that were paid for by a key, of units that are still to be dragged."""
    toll = position.toll
    if toll is None:
        return None
    fire = laid.properties.get("FireNo", "")
    hit = [(act, unit) for act, unit in reversed(words(laid)) if laid.value(unit, "LossIn") == fire]
    going = [(act, unit) for act, unit in hit if act in GOING and position.where.get(unit) == toll.area]
    if not going:
        return None
    position.spent -= {unit for act, unit in going if act == DRIVE}
    paid = toll.paid - sum(DRIVEN if act == DRIVE else RETREATS for act, _ in going)
    position.toll = replace(toll, paid=paid)
    actor = Actor(toll.allotter.id, Known.INFERRED)
    return Harmed((0,), actor, tuple(Harm(act, unit, toll.allotter, (0,), actor) for act, unit in going))


def _move_begun(
    position: Position, laid: Laid, dragged: Collection[str], names: Mapping[str, str]
) -> Group | None:
    """Return the move of units whose keys were pressed, and that still stand where they stood then."""
    keyed: list[str] = []
    for act, unit in words(laid):
        start = names.get(unmarked(laid.value(unit, "From")), "")
        if act not in ("move", "ferry") or not start or position.where.get(unit) != start:
            break
        keyed.append(unit)
    together = [unit for unit in keyed if position.where[unit] == position.where[keyed[0]]]
    if not set(dragged) & set(together):
        return None
    side = position.side(keyed[0])
    position.last, position.passes = side.enemy, 0
    position.spent.difference_update(together)
    actor = Actor(side.id, Known.INFERRED)
    drags: Mapping[str, tuple[str, ...]] = dict.fromkeys(together, ())
    return Group((0,), actor, side, position.where[keyed[0]], drags, frozenset(together))


def _card_begun(position: Position, laid: Laid, names: Mapping[str, str]) -> Played | None:
    """Return the card whose play is the last decision.

    The table that a log begins with shows what answers to the enemy's acts have done, and a declared
    bombardment: of those only the price is still waited for.
    """
    told = [(act, piece) for act, piece in words(laid) if act]
    since = next((n for n, (act, _) in enumerate(told) if act not in _OF_CARDS), len(told))
    act, name = told[since] if since < len(told) else ("", "")
    card = position.data.cards.get(name)
    if act != "play" or card is None:
        return None
    parts = told[:since]
    declared = position.shot is not None
    if card.timing not in _ANSWERS and not declared:
        _take_back(position, card, parts)
    aimed = any(act == "declare" for act, _ in parts)
    return Played(
        (0,),
        Actor(card.side.id, Known.INFERRED),
        card.side,
        name,
        area=names.get(unmarked(laid.properties.get("FireTarget", "")), "") if aimed else "",
        units=tuple(piece for act, piece in reversed(parts) if act in ("ready", "return")),
        paid=tuple(piece for act, piece in reversed(parts) if act == "pay"),
        carried_out=declared or card.timing in _ANSWERS,
    )


def _take_back(position: Position, card: Card, parts: Sequence[tuple[str, str]]) -> None:
    """Put the position back before a card was played, with what its keys have done so far."""
    if begins_act(position, a.Play(card.side, card.id)):
        position.last, position.passes, position.toll = card.side.enemy, 0, None
    for name in (card.id, *(piece for act, piece in parts if act == "pay")):
        if name in position.piles[card.side]:
            position.piles[card.side].remove(name)
            position.hands[card.side].append(name)
        position.spent.discard(name)
    position.spent |= {piece for act, piece in parts if act == "ready" and position.on_map(piece)}
