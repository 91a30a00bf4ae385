"""Units turned over, and cards opened, without a key that says what for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.entries import MASKED
from toolkit.audit.decisions.records import Step, Told
from toolkit.games.rattenkrieg.audit.story import Done, Finish, Held, Story
from toolkit.games.rattenkrieg.audit.vocabulary import in_row, opened_cards
from toolkit.games.rattenkrieg.audit.words import ahead, battle, ends, events, inferred, losses, moves
from toolkit.games.rattenkrieg.audit.words.set_up import dealt
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.moments import BATTLE, Moment
from toolkit.games.rattenkrieg.rules.position import Phase
from toolkit.games.rattenkrieg.rules.sides import Side


def told(step: Step) -> Iterator[tuple[str, Told]]:
    """Yield cards that lie open now, as if their key had been pressed."""
    away = {shift.counter for shift in step.shifts if not in_row(shift.target)}
    for card in opened_cards(step):
        if card in away:
            continue
        yield card, Told(card, "card", "open", "", {})


def opened(story: Story, step: Step) -> Iterator[Done]:
    """Yield the opening of cards that lie in a battle."""
    fight = story.position.battle
    for card, word in told(step):
        slipped = _hidden_again(story, card)
        if fight is not None and not slipped and any(played.card == card for played in fight.cards):
            yield from battle.WORDS["open"](story, step, word)
            fight = story.position.battle


def _hidden_again(story: Story, card: str) -> bool:
    """Return whether a card is hidden again before anything else is done: it was opened by mistake."""
    after = story.steps[story.at + 1] if story.at + 1 < len(story.steps) else None
    return after is not None and bool(after.noted.get(card, {}).get(MASKED)) and not after.shifts


def turned(story: Story, step: Step) -> Iterator[Done]:
    """Yield what units were turned over for: the end of a player turn, a pass, a retreat, a new turn."""
    ups = tuple(unit for unit, down in step.turned.items() if not down and story.position.on_map(unit))
    if ups:
        yield from _turned_up(story, step, ups)
    for unit, down in step.turned.items():
        if down:
            yield from _turned_down(story, step, unit)


def _turned_up(story: Story, step: Step, units: tuple[str, ...]) -> Iterator[Done]:
    held = story.held
    if held is not None and held.kind == "event":
        yield from events.WORDS["ready"](story, step, Told(units[0], "unit", "ready", "", {}))
    elif story.position.phase is not Phase.SETUP and set(units) <= story.position.down:
        yield from ends.turned_up(story, step, Actor(None, Known.INFERRED))


def _turned_down(story: Story, step: Step, unit: str) -> Iterator[Done]:
    side, held = story.side_of(unit), story.held
    if side is None or not (story.position.phase in (Phase.OPERATIONS, Phase.REINFORCEMENT) or dealt(story)):
        return
    act, tank = story.position.act, story.position.data.tank
    if held is not None and held.kind == "end" and unit == tank and act is not None and act.with_t34:
        story.add(step, with_t34=True)
        return
    if held is not None and held.kind == "replenish" and held.unit == unit:
        story.add(step, down=True)
        return
    retreats = held is not None and held.kind == "retreat" and unit == held.unit
    if held is not None and held.kind == "retreat" and unit == tank != held.unit:
        goes = held.with_t34 or ahead.goes_next(story, tank)
        retreats = goes and story.side_of(held.unit) is side
    if not retreats:
        yield from story.flush()
        retreats = _may_retreat(story, unit) and ahead.goes_next(story, unit)
    if retreats:
        word = Told(unit, "unit", "retreat", "", {"Face_Level": "2"})
        yield from losses.WORDS["retreat"](story, step, word)
        return
    yield from inferred.before_decision(story, step)
    if unit in story.position.down:
        return  # turned by the retreat that was just told
    if _begins(story, unit):
        story.early = {unit: True}
        return
    yield from _ended_or_passed(story, step, unit, side)


def _begins(story: Story, unit: str) -> bool:
    """Return whether a unit is turned over right before the drag with which its side begins."""
    act, mine = story.position.act, story.side_of(unit) is story.position.actor
    return (
        mine
        and (act is None or (act.unit == unit and not act.operations))
        and ahead.goes_at_once(story, unit)
    )


def _ended_or_passed(story: Story, step: Step, unit: str, side: Side) -> Iterator[Done]:
    act = story.position.act
    if (act is None or not act.operations) and any(move.unit == unit for move in story.back):
        # It went there and back: that was what it did.
        for move in story.back:
            yield from moves.moved(story, move)
    actor, act = Actor(side.id, Known.INFERRED), story.position.act
    if act is None and story.position.readied and side is story.position.actor:
        # Who was turned up (9.8) is named, does nothing and is turned down again.
        yield story.implied(step, a.Activate(unit, False), side)
        act = story.position.act
    if act is not None and side is story.position.actor:
        story.hold(step, "end", actor, unit=unit)
        return
    then = ahead.next_key(story)
    if then is not None and (then.counter == act.unit if act is not None else _acts(story, then, side)):
        return  # that unit's player turn goes on, or its side begins one: nobody passes
    yield from inferred.turn_over(story, step, side)
    yield from story.one(step, actor, a.Pass(side, unit))


def _acts(story: Story, then: Told, side: Side) -> bool:
    return then.act == "activate" and story.side_of(then.counter) is side


def _may_retreat(story: Story, unit: str) -> bool:
    """Return whether a retreat of a unit may be what the game waits for."""
    waiting = story.due()
    if waiting.moment in (Moment.DAMAGE, Moment.STRANDED, Moment.CONTESTED):
        return story.side_of(unit) is waiting.side or inferred.gives_in(story, unit)
    return waiting.moment in BATTLE or inferred.gives_in(story, unit)


def _ended(story: Story, held: Held) -> Iterator[Done]:
    """Yield the end of a player turn."""
    flipped = (held.unit, story.position.data.tank) if held.with_t34 else (held.unit,)
    yield Done(a.End(tuple(dict.fromkeys(flipped))), held.steps, held.actor)


FINISH: Mapping[str, Finish] = MappingProxyType({"end": _ended})
