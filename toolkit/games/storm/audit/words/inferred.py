"""What goes without saying: parts of a turn that end, passes of players who never press a key for it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Place, Step
from toolkit.games.storm.audit.story import SIDES, Done, Story
from toolkit.games.storm.audit.vocabulary import CONSEQUENCES, PHASES, thrown, where
from toolkit.games.storm.audit.words.guessing import forgive
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import WITHDRAWN, Phase
from toolkit.games.storm.rules.readings import both_passed, to_act
from toolkit.games.storm.rules.reinforcements import waiting
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.victory import victor
from toolkit.games.storm.rules.withdrawal import to_leave, too_few

_END = ("end_phase", "arrive", "lost", "withdraw", "replaced")
_CARDS = ("draw", "fill", "draw_one", "shuffle", "discard")
_UNTOLD = "the log shows no bids; they may have been told in words"
_FIRST = "the log does not show that the first impulse of the turn was a pass"
_MORE = "the log ends before the next impulse: more may arrive or leave"
_LAID = "the log does not show what the card was laid for"
_SAID = "the log shows no pass, only that the players talked"
_ACTS = ("move", "ferry", "fire", "declare", "roll", "pass", "play", "end_phase")
_LONG = 60
_ORDER = (Phase.DRAW, Phase.IMPULSES, Phase.HANDS, Phase.ARRIVALS)


def before_impulse(story: Story, step: Step, side: Side | None) -> Iterator[Done]:
    """Yield what brings the game to an impulse of a side."""
    position = story.position
    yield from begun(story, step)
    if position.phase in (Phase.HANDS, Phase.ARRIVALS) and not _still(story):
        yield from to_next_turn(story, step)
    if position.phase is Phase.DRAW:
        yield story.implied(step, a.EndDraw())
    yield from silent_pass(story, step, side)


def begun(story: Story, step: Step) -> Iterator[Done]:
    """Yield the beginning of the game, where nothing but preparations were seen."""
    position = story.position
    if position.phase is not Phase.PREPARATION:
        return
    for side in Side:
        if not position.decks[side]:
            yield from _shuffled_later(story, side)
    # Bids that were only told leave nothing on the table.
    excuse = "" if position.bids else _UNTOLD
    yield Done(a.Begin(), (step.number,), Actor(None, Known.INFERRED), excuse=excuse)


def _shuffled_later(story: Story, side: Side) -> Iterator[Done]:
    """Yield the shuffle of a deck that comes with its first draw, when the other side has begun to draw."""
    for later in story.steps[story.at :]:
        deck = f"deck-{side.id}"
        order = later.decks.get(deck)
        if order is not None:
            yield Done(a.Shuffle(side, order), (later.number,), Actor(side.id, Known.INFERRED))
            return
        if any(shift.origin.box == deck for shift in later.shifts):
            break
    # Nobody shuffled: cards come as they lie.
    known = story.position.data.cards
    lying = story.table.decks.get(f"deck-{side.id}", ())
    story.position.decks[side].extend(card for card in lying if card in known)


def silent_pass(story: Story, step: Step, side: Side | None) -> Iterator[Done]:
    """Yield the pass that the log does not show, where a side acts whose impulse it is not.

    Who never presses a key for it passes without one.  Others are taken at their keys, unless somebody has
    talked since the last impulse: the pass may have been said.
    """
    position = story.position
    if position.phase is not Phase.IMPULSES or side is None or position.shot:
        return
    if position.laid:
        owner = position.data.cards[position.laid[0].card].side
        if owner in story.silent and owner is not side:
            yield Done(a.Pass(owner), (step.number,), Actor(owner.id, Known.INFERRED), excuse=_LAID)
        return
    due, since = to_act(position, story.rulings), story.latest
    opening, story.opening, story.latest = story.opening, False, step.number
    if due is side:
        return
    if opening or (due in story.silent and position.passes):
        # After a pass nobody acts again whose enemy passes as well: what that one did is not shown.
        position.last, position.passes = side.enemy, 0
        return
    pass_ = a.Pass(due)
    if due in story.silent:
        doubt = "" if position.last is not None else _FIRST
        yield Done(pass_, (step.number,), Actor(due.id, Known.INFERRED), doubt=doubt)
    elif any(known.talk for known in story.steps[since + 1 : step.number + 1]):
        yield Done(pass_, (step.number,), Actor(due.id, Known.INFERRED), doubt=_SAID)


def passed_between(story: Story, step: int, side: Side) -> Iterator[Done]:
    """Yield the pass of a silent player between two acts of the other one."""
    if side.enemy in story.silent and to_act(story.position, story.rulings) is side.enemy:
        yield Done(a.Pass(side.enemy), (step,), Actor(side.enemy.id, Known.INFERRED))


def before_hands(story: Story, step: Step) -> Iterator[Done]:
    """Yield the end of the impulses."""
    position = story.position
    if position.phase is not Phase.IMPULSES:
        return
    forgive(story)
    for _ in Side:
        due = to_act(position, story.rulings)
        if due in story.silent and not both_passed(position, story.rulings) and not position.shot:
            yield story.implied(step, a.Pass(due), due)
    in_vain = not both_passed(position, story.rulings) and acts_on(story.ahead())
    yield replace(story.implied(step, a.EndImpulses()), in_vain=in_vain)
    if in_vain:
        # The key has made units fresh and taken fire markers off, and nothing more came of it.
        position.spent -= {unit for unit, down in step.turned.items() if not down}
        off = {counter for counter, values in step.noted.items() if values.get("Fire") == "0"}
        position.markers = {
            (area, side) for area, side in position.markers if f"fire-{area}-{side.id}" not in off
        }


def before_arrival(story: Story, step: Step) -> Iterator[Done]:
    """Yield what comes before units arrive or leave."""
    yield from before_hands(story, step)
    if story.position.phase is Phase.HANDS:
        yield story.implied(step, a.EndHands())


def to_next_turn(story: Story, step: Step) -> Iterator[Done]:
    """Yield the end of a turn."""
    yield from before_arrival(story, step)
    if story.position.phase is Phase.ARRIVALS:
        yield from late_arrivals(story, step)
        yield _ended(story, step)


def _ended(story: Story, step: Step) -> Done:
    """Return the end of a turn; what it lacks may still come where the log ends before the next impulse."""
    goes_on = any(_is_impulse(later, ()) for later in story.steps[story.at :])
    excuse = "" if goes_on else _MORE
    return Done(end_turn(story), (step.number,), Actor(None, Known.INFERRED), excuse=excuse)


def late_arrivals(story: Story, step: Step) -> Iterator[Done]:
    """Yield the units that arrive or leave only when the next turn has begun, before its first impulse."""
    position = story.position
    due = {*waiting(position), *(one for one in to_leave(position, story.rulings) if position.on_map(one))}
    found: dict[str, tuple[Place, list[int]]] = {}
    for later in islice(story.steps, step.number, step.number + _LONG) if due else ():
        if _is_impulse(later, due):
            break
        for shift in later.shifts:
            if shift.counter in due and (later.number, shift.counter) not in story.foreseen:
                _, steps = found.get(shift.counter, (shift.target, []))
                found[shift.counter] = (shift.target, [*steps, later.number])
    for unit, (place, steps) in found.items():
        here, goal = position.on_map(unit), where(place)
        if goal != WITHDRAWN if here else not place.area:
            continue
        story.foreseen.update((number, unit) for number in steps)
        action = a.Withdraw(unit, unit) if here else a.Place(unit, goal)
        yield Done(action, tuple(steps), Actor(position.side(unit).id, Known.INFERRED))


def _is_impulse(step: Step, due: Container[str]) -> bool:
    """Return whether somebody acts in a step, and does not only arrive."""
    if any(one.act in _ACTS for one in step.told):
        return True
    if thrown(step):
        return True
    moved = (shift for shift in step.shifts if shift.kind == "unit" and shift.origin.area)
    return any(shift.counter not in due for shift in moved)


def end_turn(story: Story) -> a.EndTurn:
    """Return the end of a turn; a log does not show who the players say has won, so it is who has."""
    position, rulings = story.position, story.rulings
    if too_few(position, rulings):
        return a.EndTurn(None if _goes_on(story) else Side.SOVIET)
    last = position.turn >= position.data.last_turn
    return a.EndTurn(victor(position, rulings) if last else None)


def _goes_on(story: Story) -> bool:
    """Return whether players play on after what is told."""
    return any(one.act not in CONSEQUENCES for step in story.ahead() for one in step.told)


def ends_here(story: Story) -> bool:
    """Return whether the impulses are over: the end phase comes next, and no act of an impulse."""
    if both_passed(story.position, story.rulings):
        return True
    for step in story.ahead():
        if step.turn is not None or any(one.act in _END for one in step.told):
            return True
        if any(one.act not in CONSEQUENCES and one.act not in _CARDS for one in step.told):
            return False
        if any(shift.kind == "unit" and shift.origin.area and shift.target.area for shift in step.shifts):
            return False
    return False


def arrived(story: Story) -> bool:
    """Return whether nothing is left to be done in this turn's arrivals."""
    position = story.position
    return not waiting(position) and not to_leave(position, story.rulings)


def ahead_of(story: Story) -> bool:
    """Return whether the turn track shows a later turn than the one that is told."""
    return story.table.turn[0] > story.position.turn


def _still(story: Story) -> bool:
    """Return whether the players' track says that the end phase of this turn goes on."""
    turn, phase = story.table.turn
    return turn == story.position.turn and phase in PHASES[2:]


def tracked(story: Story, step: Step, turn: int, phase: str) -> Iterator[Done]:
    """Yield the parts of a turn that the track says are over, as far as play agrees.

    Players push it too early and too late: what comes next decides where they have not done what it says.
    """
    position = story.position
    if phase not in PHASES or not turn or pushed_too_far(story.ahead(), turn, phase) is not None:
        return
    wanted = (turn, PHASES.index(phase))
    while position.phase in _ORDER and (position.turn, _ORDER.index(position.phase)) < wanted:
        before = position.turn, position.phase
        match position.phase:
            case Phase.DRAW:
                yield story.implied(step, a.EndDraw())
            case Phase.IMPULSES if _over(story) and not acts_on(story.ahead()):
                yield from before_hands(story, step)
            case Phase.HANDS if (turn, phase) != (position.turn, PHASES[3]) or not _draws_yet(story):
                yield story.implied(step, a.EndHands())
            case Phase.ARRIVALS if arrived(story) or turn > position.turn:
                yield from late_arrivals(story, step)
                yield _ended(story, step)
            case _:
                return
        if (position.turn, position.phase) == before:
            return


def _draws_yet(story: Story) -> bool:
    """Return whether cards are drawn before anything is done that belongs to arrivals."""
    for step in islice(story.ahead(), _LONG):
        if step.turn is not None or any(one.act in _END for one in step.told):
            return False
        if any(shift.kind == "card" and shift.origin.box.startswith("deck-") for shift in step.shifts):
            return True
        if any(shift.kind == "unit" for shift in step.shifts):
            return False
    return False


def pushed_too_far(steps: Iterable[Step], turn: int, phase: str) -> tuple[int, str] | None:
    """Return where players put the track back to before they do anything that belongs to where it was."""
    for step in islice(steps, _LONG):
        if step.turn is not None:
            back, named = step.turn
            earlier = named in PHASES and (back, PHASES.index(named)) < (turn, PHASES.index(phase))
            return step.turn if earlier else None
        cards = any(shift.kind == "card" and shift.origin.box.startswith("deck-") for shift in step.shifts)
        units = any(shift.kind == "unit" and bool(shift.origin.box) for shift in step.shifts)
        if cards or units or any(one.act in (*_END, *_CARDS) for one in step.told):
            return None
    return None


def _over(story: Story) -> bool:
    """Return whether both sides have passed, by a key or, where they never press it, without a word."""
    position, rulings = story.position, story.rulings
    if both_passed(position, rulings):
        return True
    due = to_act(position, rulings)
    return len(story.silent) == len(Side) or (due in story.silent and position.passes > 0)


def acts_on(steps: Iterable[Step]) -> bool:
    """Return whether units are moved or fire before anything of the end phase is done: the track is ahead."""
    for step in islice(steps, _LONG):
        if thrown(step) or any(one.act in _ACTS for one in step.told):
            return not any(one.act in _END for one in step.told)
        units = [shift for shift in step.shifts if shift.kind == "unit"]
        if units and all(shift.origin.area and shift.target.area for shift in units):
            return True
        if units or step.turn is not None or any(not down for down in step.turned.values()):
            return False
        if any(shift.kind == "card" for shift in step.shifts) or any(one.act in _END for one in step.told):
            return False
    return False


def desk_side(counter: str) -> Side | None:
    """Return whose a side's desk is."""
    return SIDES.get(counter.removesuffix("-desk"))
