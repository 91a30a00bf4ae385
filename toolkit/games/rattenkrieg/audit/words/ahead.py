"""What comes later in a log, where it decides what was done now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from toolkit.audit.decisions.entries import MASKED
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.rattenkrieg.audit.story import Story
from toolkit.games.rattenkrieg.audit.vocabulary import HIDDEN, PILE, ROWS, in_row, is_laid, strip_of
from toolkit.games.rattenkrieg.rules.sides import Side

FIGHTING = frozenset(
    {"defend", "waive", "play", "play_open", "take_loss", "stand", "open", "fight_on", "stop", "take_back"}
)
"""Words of a battle."""

LOSING = frozenset({"retreat", "lose", "t34_out", "remove"})
"""Words of its damage."""

BEGINNING = frozenset({"activate", "pass", "replenish"})
"""Words that begin a player turn."""

_ENDING = BEGINNING | {"end", "discard", "fill", "flip_up", "deal", "arrive", "return"}
# Once cards are laid in a battle, what is paid is paid for what comes after it.
_SOON = 4
"""So many steps after its key at most a unit is dragged."""
_FIGHTING = frozenset({"play", "play_open", "take_loss", "stand", "open"})
_NEXT_TURN = BEGINNING | {"flip_up", "deal", "arrive", "return"}
_NEXT_FIGHT = BEGINNING | {"attack"}
_GOING_ON = _ENDING | {"event", "event_ready", "join"}


def _seen(story: Story) -> Iterator[Step | Told | Shift]:
    """Yield what is seen from the step that is told on: words, what was dragged, the turn marker."""
    for step in story.ahead():
        if step.turn is not None:
            yield step
        yield from step.told
        if not step.told:
            yield from step.shifts


def battle_follows(story: Story, unit: str, area: str) -> bool:
    """Return whether a unit that went into an area fights there; where the log ends it may."""
    own = story.side_of(unit)
    for seen in _seen(story):
        match seen:
            case Told(act=act) if act in FIGHTING:
                return True
            case Told(act="attack", counter=counter):
                return counter == unit
            case Told(act=act, counter=counter) if act in LOSING:
                return story.side_of(counter) is not own
            case Told(act=act) if act in _GOING_ON:
                return False
            case Shift(kind="card", target=target, origin=origin):
                lost = bool(strip_of(origin)) and target.box == HIDDEN
                if in_row(target) or lost:
                    return True
            case Shift(kind="unit", counter=counter, origin=origin):
                return story.side_of(counter) is not own and origin.area == area
            case Step():
                return False
            case _:
                pass
    return True


def first_loss(story: Story) -> str:
    """Return the unit that suffers next in this player turn, "" where none does."""
    for seen in _seen(story):
        match seen:
            case Told(kind="unit", act=act, counter=counter) if act in LOSING:
                return counter
            case Told(act="lose", counter=card):
                return next((unit for unit, cards in story.position.steps.items() if card in cards), "")
            case Told(act=act) if act in _ENDING or act == "attack":
                return ""
            case Shift(kind="card", origin=origin, target=target) if strip_of(origin) and is_laid(target):
                if not in_row(target):
                    return strip_of(origin)
            case Shift(kind="unit", counter=counter):
                return counter
            case Step():
                return ""
            case _:
                pass
    return ""


def turned_up_next(story: Story) -> bool:
    """Return whether the next thing that is done with units turns one up."""
    for step in story.ahead():
        if step.turned:
            return not any(step.turned.values())
        if any(shift.kind == "unit" for shift in step.shifts) or step.turn is not None:
            return False
    return False


def passes_yet(story: Story) -> bool:
    """Return whether a player still says that he passes, before the turn ends and anything else is done."""
    for step in story.ahead():
        acts = [told.act for told in step.told]
        if "pass" in acts:
            return True
        if step.turn is not None or not all(step.turned.values()) or _NEXT_TURN.intersection(acts):
            return False
    return False


def next_actor(story: Story, step: Step, card: str, side: Side | None) -> str:
    """Return the unit that plays a card as an event: its owner, or who acts next."""
    strip = next((strip_of(shift.origin) for shift in step.shifts if shift.counter == card), "")
    if strip:
        return strip
    for later in story.ahead():
        moved = [shift.counter for shift in later.shifts if shift.kind == "unit"]
        for unit in (*moved, *(unit for unit, down in later.turned.items() if down)):
            if story.side_of(unit) is side:
                return unit
        if later.turn is not None:
            return ""
    return ""


def goes_at_once(story: Story, unit: str, step: Step | None = None) -> bool:
    """Return whether a unit is dragged over the map by hand in the very next step."""
    for then in story.steps[(step or story.step).number + 1 :][:1]:
        moved = (shift for shift in then.shifts if shift.origin.area and shift.target.area)
        return not then.told and any(shift.counter == unit for shift in moved)
    return False


def goes_next(story: Story, unit: str) -> bool:
    """Return whether a unit is among the next ones that are dragged, before anybody lays a card.

    Where the log ends with its being turned over it may be.
    """
    for step in story.ahead():
        moved = [shift.counter for shift in step.shifts if shift.kind == "unit"]
        if moved:
            return unit in moved
        begun = step.turn is not None or any(one.act in _NEXT_FIGHT for one in step.told)
        if begun or any(in_row(shift.target) for shift in step.shifts):
            return False
    return story.steps[-1].turned.keys() == {unit}


def goes_soon(story: Story, unit: str) -> bool:
    """Return whether a unit is dragged in one of the next few steps, and nothing is decided before."""
    for step in islice(story.ahead(), _SOON):
        if any(shift.counter == unit for shift in step.shifts):
            return True
        if step.told or step.turn is not None:
            return False
    return False


def leaves_again(story: Story, tank: str) -> bool:
    """Return whether the T-34 is taken out again before anything is done: it was joined by mistake."""
    for step in story.ahead():
        for one in step.told:
            if one.counter != tank or one.act in _GOING_ON - {"join"}:
                return False
            if one.values.get("Joined") != "1":
                return True
        if any(shift.kind == "unit" for shift in step.shifts) or step.turned or step.turn is not None:
            return False
    return False


def answers_next(story: Story, unit: str) -> bool:
    """Return whether a unit suffers in another way next: that it would retreat was a mistake."""
    for step in (story.step, *story.ahead()):
        for one in step.told:
            if one.act in LOSING:
                return one.counter == unit or one.counter in story.position.steps.get(unit, ())
            if one.act in _ENDING | _NEXT_FIGHT:
                return False
        if any(strip_of(shift.origin) == unit for shift in step.shifts if shift.kind == "card"):
            return True
    return True


def goes_out(story: Story, unit: str) -> bool:
    """Return whether a unit leaves the map when it is moved next."""
    moves = (shift for step in story.ahead() for shift in step.shifts if shift.counter == unit)
    first = next(moves, None)
    return first is not None and not first.target.area


def moves_on(story: Story, unit: str) -> bool:
    """Return whether a unit is dragged before it is turned over, and before any card is laid."""
    for step in story.ahead():
        if step.turned.get(unit) or step.told:
            return False
        for shift in step.shifts:
            if shift.kind == "unit" and shift.counter == unit:
                return True
        if step is not story.step and any(in_row(s.target) for s in step.shifts):
            return False
    return False


def stops(story: Story, unit: str, gone: str) -> bool:
    """Return whether a unit is turned over once another one is gone, and neither fights on nor goes."""
    seen = False
    for step in story.ahead():
        seen = seen or any(shift.counter == gone for shift in step.shifts)
        if not seen:
            continue
        if step.turned.get(unit):
            return not goes_at_once(story, unit, step)
        on = any(in_row(shift.target) or shift.counter == unit for shift in step.shifts)
        if on or step.told or step.turn is not None:
            return False
    return False


def turned_late(story: Story, unit: str) -> bool:
    """Return whether a unit that retreats is turned over some time later, and does not pass by that.

    It passes where its side is to act and has done nothing else; a unit that acts first was never turned.
    """
    side = story.side_of(unit)
    last: Side | None = None
    late: Side | None = None
    for step in story.steps[story.at + 1 :]:
        moved = [shift.counter for shift in step.shifts if shift.kind == "unit"]
        if step.turn is not None or step.told or unit in moved or not all(step.turned.values()):
            return False
        others = [story.side_of(one) for one in (*moved, *step.turned) if one != unit]
        if late is not None and others:
            return others[0] is late
        if step.turned.get(unit):
            if last in (None, side):
                return True
            late = side
        last = next((story.side_of(one) for one in step.turned if one != unit), last)
    return False


def next_defence(story: Story) -> str:
    """Return the unit whose step is the next card that a defender lays, "" for a card from the hand."""
    for step in story.ahead():
        for shift in step.shifts:
            if shift.kind == "card" and shift.target.box == ROWS[1]:
                return strip_of(shift.origin)
            lost = strip_of(shift.origin) and is_laid(shift.target) and not in_row(shift.target)
            if lost or in_row(shift.origin):
                return ""
        if step.turn is not None or any(shift.kind == "unit" for shift in step.shifts):
            return ""
    return ""


def lies_open(story: Story, card: str) -> bool:
    """Return whether nobody masks a card after this step, or before anything else is done."""
    for step in reversed(story.steps[: story.at + 1]):
        masked = step.noted.get(card, {}).get(MASKED)
        if masked is not None:
            if not masked:
                return True
            break
    for step in story.steps[story.at + 1 :]:
        if step.noted.get(card, {}).get(MASKED) == "":
            return True
        if step.shifts or step.turned or step.turn is not None or step.told:
            return False
    return False


def tank_follows(story: Story, unit: str) -> bool:
    """Return whether the T-34 goes with a unit, or is turned over with it, in its player turn."""
    tank = story.position.data.tank
    if unit == tank or story.position.where.get(tank) != story.position.where.get(unit):
        return False
    for step in story.ahead():
        goes = {shift.counter for shift in step.shifts if shift.kind == "unit"}
        if {unit, tank} <= goes or {unit, tank} <= step.turned.keys():
            return True
        if step.turned.get(unit) or step.turned.get(tank) or step.turn is not None:
            return bool(step.turned.get(unit)) and _turned_next(story, step, tank)
    return False


def _turned_next(story: Story, step: Step, tank: str) -> bool:
    later = next((s for s in story.ahead() if s.number > step.number), None)
    return later is not None and not later.told and bool(later.turned.get(tank))


def price_paid(story: Story, side: Side, unit: str) -> str | None:
    """Return the card that a side pays before it drags another unit than this one, or its turn ends.

    Without a unit: before it drags any, or an enemy goes.
    """
    for seen in _seen(story):
        match seen:
            case Told(act="pay", counter=card) if card not in story.prepaid:
                return card if story.owner(card) is side else None
            case Told(act=act) if act in _ENDING or act in _FIGHTING:
                return None
            case Shift(kind="unit", counter=counter) if story.side_of(counter) is side and counter != unit:
                return None
            case Shift(kind="unit", counter=counter) if not unit and story.side_of(counter) is not side:
                return None  # an enemy was beaten there
            case Shift(kind="card", counter=card, origin=origin, target=target) if card not in story.prepaid:
                mine = origin.hand == side.id or strip_of(origin) == unit
                return card if mine and target.box == PILE else None
            case Step():
                return None
            case _:
                pass
    return None


def acts_on(story: Story, unit: str) -> bool:
    """Return whether a unit goes on acting, or is turned over as one that has acted."""
    for seen in _seen(story):
        match seen:
            case Told(act=act) if act in BEGINNING:
                return False
            case Told(act="end" | "attack" | "pay", counter=counter):
                return counter == unit or story.side_of(counter) is None
            case Shift(kind="unit", counter=counter):
                return counter == unit
            case Step():
                return False
            case _:
                pass
    return False


def next_key(story: Story) -> Told | None:
    """Return the next key that is pressed, None for none."""
    after = islice(story.ahead(), 1, None)
    return next((one for step in after for one in step.told), None)
