"""The whole game: judge any action, and carry it out.

`check` says what an action breaks; `apply` changes the position and trusts its caller, so that a referee
can go on from the table as it is after an illegal action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, get_args

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.advancing import advance_due, judge_advance
from toolkit.rules.declared.arriving import (
    is_reinforcement,
    judge_place,
    judge_reinforcement_end,
    judge_restore,
    judge_set_up_end,
    points_left,
)
from toolkit.rules.declared.attrition import judge_starving, judge_starving_end
from toolkit.rules.declared.battles import engaged
from toolkit.rules.declared.changing import end_with_phase, is_asked, judge_change
from toolkit.rules.declared.chits import bars, draw, end_chit, judge_draw, judge_left
from toolkit.rules.declared.fighting import (
    due_first,
    judge_answer,
    judge_attack,
    judge_roll,
    judge_withdrawal,
    reaches,
    withdrawal_of,
)
from toolkit.rules.declared.hands import CardAction, handle, judge_card, judge_hand, owner
from toolkit.rules.declared.impulses import acts, end_impulse, impulses, judge_impulse, open_phase
from toolkit.rules.declared.lone import judge_caught, judge_left_alone, note_passage, settle_caught
from toolkit.rules.declared.moving import judge_move
from toolkit.rules.declared.obliged import judge_obligations
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.position import OFF_MAP, Battle, Position, Shot
from toolkit.rules.declared.showing import is_blank, judge_blanks, judge_reveal, remove_blank
from toolkit.rules.declared.supply import find_lines
from toolkit.rules.declared.supporting import judge_support
from toolkit.rules.declared.throwing import decides_itself, has_dice, throwing, waiting
from toolkit.rules.declared.winning import decide, follow_states
from toolkit.rules.judging import Breach, judge
from toolkit.rules.mechanisms import arrivals, combat
from toolkit.rules.mechanisms.control import Control
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED, friends_in
from toolkit.rules.mechanisms.movement import Exits
from toolkit.rules.mechanisms.retreats import Withdrawal
from toolkit.rules.mechanisms.sequence import Chits, Task, Weather
from toolkit.rules.mechanisms.stacking import Stacking
from toolkit.rules.mechanisms.tables import Dice
from toolkit.rules.mechanisms.zones import ZoneRetreat
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Basis, Verdict

_Unitless = a.Weather | a.Draw | CardAction | a.End
ANSWERS = (a.Lose, a.Eliminate, a.Retreat)
TASKS: Mapping[type[Any], frozenset[str]] = {
    a.Place: frozenset({"set_up", "reinforce", "replace"}),
    a.Restore: frozenset({"replace"}),
    a.Move: frozenset({"move"}),
    a.Attack: frozenset({"fight"}),
    a.Support: frozenset({"fight"}),
    a.Roll: frozenset({"fight"}),
    a.Lose: frozenset({"fight", "supply"}),
    a.Eliminate: frozenset({"fight", "supply"}),
    a.Retreat: frozenset({"fight"}),
    a.Advance: frozenset({"fight"}),
    a.Change: frozenset({"change", "fight"}),
    a.Reveal: frozenset(get_args(Task)),
    a.Weather: frozenset({"weather"}),
    a.Draw: frozenset({"draw"}),
    a.Deal: frozenset({"deal"}),
    a.Reshuffle: frozenset({"deal"}),
    a.Discard: frozenset(get_args(Task)),
    a.Play: frozenset(get_args(Task)),
}


def check(position: Position, action: a.Action, basis: Callable[[str], Basis]) -> Verdict:
    """Judge an action.

    Parameters
    ----------
    position : Position
        Before the action.
    basis : callable
        What a verdict that names a clause rests on.

    Returns
    -------
    Verdict
        What has no place at the moment stands alone: other clauses are not asked about it.
    """
    return judge(position.rules.points, lambda rulings: breaches(position, action, rulings), basis)


def breaches(position: Position, action: a.Action, rulings: Rulings) -> list[Breach]:
    """Return what an action breaks under one reading, in the order of the clauses."""
    if isinstance(action, a.Eliminate) and is_blank(position, action.unit) and not position.over:
        return []
    caught = judge_caught(position, action)
    if caught is not None:
        return caught
    wrong = misplaced(position, action)
    if wrong is not None:
        return [wrong]
    if isinstance(action, a.Change) and is_asked(position, action, rulings):
        return []
    if not _is_answer(position, action, rulings):
        first = due_first(position, rulings)
        if first is None and not isinstance(action, a.Advance):
            first = advance_due(position)
        if first is not None:
            return [first]
    order = position.rules.order
    return sorted(_breaches(position, action, rulings), key=lambda breach: order.get(breach.rule, 0))


def _is_answer(position: Position, action: a.Action, rulings: Rulings) -> bool:
    """Return whether an action is about a battle that was rolled: it answers it, or joins it too late."""
    if isinstance(action, a.Support):
        return not any(battle.waits and battle.targets == action.targets for battle in position.battles)
    return isinstance(action, ANSWERS) or is_thrown(position, action, rulings)


def is_thrown(position: Position, action: a.Action, rulings: Rulings) -> bool:
    """Return whether a unit throws dice in the battle that goes on, and not sooner than it may."""
    battle = position.battle
    if not (isinstance(action, a.Roll) and action.unit) or battle is None:
        return False
    if throwing(position, action.targets) is not battle:
        return False
    found = owed(position, battle, rulings)
    others_first = found is not None and found.what != "roll"
    return not (others_first and has_dice(position, battle, action.unit, rulings))


def _breaches(position: Position, action: a.Action, rulings: Rulings) -> Iterator[Breach]:
    match action:
        case a.Place():
            return judge_place(position, action, rulings)
        case a.Restore():
            return judge_restore(position, action, rulings)
        case a.Move():
            turn = chain(judge_impulse(position, (action.unit,)), bars(position, action.unit))
            return chain(turn, judge_move(position, action, rulings))
        case a.Attack():
            waits = (breach for unit in action.attackers for breach in bars(position, unit))
            return chain(
                judge_impulse(position, action.attackers), waits, judge_attack(position, action, rulings)
            )
        case a.Roll():
            return judge_roll(position, action, rulings)
        case a.Advance():
            return judge_advance(position, action)
        case a.Change():
            return judge_change(position, action)
        case a.Reveal():
            return judge_reveal(position, action)
        case a.Support():
            return judge_support(position, action)
        case a.Lose() | a.Eliminate() | a.Retreat():
            return _answer_breaches(position, action, rulings)
        case _:
            return _unitless_breaches(position, action, rulings)


def _unitless_breaches(position: Position, action: _Unitless, rulings: Rulings) -> Iterator[Breach]:
    match action:
        case a.Weather():
            return judge_weather(position, action)
        case a.Draw():
            return judge_draw(position, action)
        case a.End():
            return judge_end(position, action, rulings)
        case _:
            return judge_card(position, action)


def _answer_breaches(
    position: Position, action: a.Lose | a.Eliminate | a.Retreat, rulings: Rulings
) -> Iterator[Breach]:
    if isinstance(action, a.Retreat) and _withdraws(position, action):
        return judge_withdrawal(position, action, rulings)
    if not isinstance(action, a.Retreat) and position.battle is None:
        return judge_starving(position, action, rulings)
    return judge_answer(position, action, rulings)


def misplaced(position: Position, action: a.Action) -> Breach | None:
    """Return why an action has no place at the moment: the phase, or whose turn it is."""
    number = position.rules.number()
    if position.over:
        return Breach(number, "the game is over")
    phase = position.phase
    active = [side for side in phase.sides if side not in position.ended]
    cup = position.now(Chits)
    waits = cup is not None and not position.is_acting
    if isinstance(action, a.End):
        return (
            None
            if action.side in active or (waits and action.side in phase.sides)
            else Breach(number, f"{position.name(action.side)} does not act in {position.name(phase.id)}")
        )
    unknown = [unit for unit in _units(action) if unit not in position.units]
    if unknown:
        return Breach(number, f"there is no unit {position.name(unknown[0])}")
    if TASKS[type(action)].isdisjoint(phase.does):
        return Breach(number, f"{position.name(phase.id)} is no phase for it")
    if isinstance(action, a.Reveal | a.Support | a.Play) or (isinstance(action, a.Roll) and action.unit):
        return None
    answers = isinstance(action, (*ANSWERS, a.Advance))
    if isinstance(action, a.Change):
        answers = position.battle is not None or "change" not in phase.does
    if answers:
        if position.battle is not None or _withdraws(position, action):
            return None
        if "supply" not in phase.does:
            return Breach(number, "no battle has been rolled")
    if cup is not None and not isinstance(action, a.Draw):
        number = cup.number
    for side in _sides(position, action):
        if side not in active:
            return Breach(number, f"{position.name(side)} does not act in {position.name(phase.id)}")
    return None


def _sides(position: Position, action: a.Action) -> Iterator[str]:
    """Yield whose action it is."""
    if isinstance(action, a.Weather | a.Reshuffle):
        yield action.side
    if isinstance(action, a.Deal | a.Discard) and action.card in position.rules.cards:
        draws = action.side if isinstance(action, a.Deal) else owner(position, action.card)
        yield position.rules.cards[action.card].side or draws
    for unit in _units(action):
        yield position.units[unit].side


def _units(action: a.Action) -> tuple[str, ...]:
    if isinstance(action, a.Attack):
        return action.attackers
    if isinstance(action, a.Roll):
        return (action.unit,) if action.unit else ()
    return () if isinstance(action, _Unitless) else (action.unit,)


def judge_weather(position: Position, action: a.Weather) -> Iterator[Breach]:
    """Yield what a roll for the weather breaks."""
    clause = position.tables().get(action.of)
    if clause is None:
        meant = (one.number for one in position.rules.of(Weather) if one.rule.id == action.of)
        number = next(meant, position.number(Weather))
        yield Breach(number, f"{_called(action.of)} is not rolled for in {position.name(position.phase.id)}")
    else:
        if action.of in position.rolled:
            yield Breach(clause.number, f"{_called(action.of)} has been rolled for in this phase")
        if not Dice.of(clause.rule.dice).shown(action.dice):
            yield Breach(clause.number, f"{clause.rule.dice} cannot show {', '.join(map(str, action.dice))}")


def _called(table: str) -> str:
    return f"'{table}'" if table else "the weather"


def judge_end(position: Position, action: a.End, rulings: Rulings) -> Iterator[Breach]:
    """Yield what lacks when a side ends its phase."""
    rules, phase = position.rules, position.phase
    yield from judge_left(position)
    yield from judge_hand(position, action.side)
    if "set_up" in phase.does:
        yield from judge_set_up_end(position, action.side)
    if "reinforce" in phase.does:
        yield from judge_reinforcement_end(position, action.side)
    yield from judge_blanks(position)
    yield from judge_left_alone(position)
    if any(battle.waits and not decides_itself(position, battle, rulings) for battle in position.battles):
        number = position.number(combat.BattleOrder, combat.Attacks)
        yield Breach(number, "a declared battle is not rolled yet")
    for id, table in position.tables().items() if "weather" in phase.does else ():
        if id not in position.rolled:
            yield Breach(
                table.number, f"nobody has rolled for {id}" if id else "nobody has rolled for the weather"
            )
    if "fight" in phase.does:
        yield from judge_obligations(position, action.side, rulings)
    if "supply" in phase.does:
        yield from judge_starving_end(position, action.side, rulings)
    for stack in rules.of(Stacking):
        crowded = stack.rule.crowded(position) if stack.rule.at == "phase" else []
        if crowded:
            yield Breach(stack.number, f"too many in {position.listed(crowded, 'and')}")


# Carrying out -----------------------------------------------------------------------------------


def apply(position: Position, action: a.Action) -> None:
    """Carry an action out as it was done, legal or not."""
    match action:
        case a.Place(unit, at, steps):
            kind = _arrival(position, unit)
            position.arrive(unit, at, steps)
            position.did(unit, "arrive")
            if position.turn:
                position.replaced.append((unit, at, kind))
        case a.Restore(unit):
            position.steps[unit] += 1
            position.replaced.append((unit, position.where[unit], "restore"))
        case a.Move(unit, path):
            acts(position, (unit,))
            position.did(unit, "move")
            position.trails.setdefault(unit, [position.where[unit]]).extend(path)
            _go(position, unit, path)
        case a.Attack(attackers, targets):
            acts(position, attackers)
            for unit in attackers:
                position.did(unit, "attack")
            position.battles.append(Battle(attackers, targets))
        case a.Support(unit, targets):
            position.did(unit, "support")
            battle = waiting(position, targets)
            if battle is not None:
                battle.supporters.append(unit)
        case a.Roll(targets, dice, unit):
            _roll(position, targets, dice, unit)
        case a.Change() | a.Reveal():
            _mark(position, action)
        case a.Lose() | a.Eliminate() | a.Retreat() | a.Advance():
            _answer(position, action)
        case _:
            _act_without_units(position, action)


def _mark(position: Position, action: a.Change | a.Reveal) -> None:
    """Carry out what changes a unit where it stands."""
    match action:
        case a.Reveal(unit):
            position.hidden.discard(unit)
        case a.Change(unit, status):
            position.status.pop(unit, None)
            if status and position.on_map(unit):
                position.status[unit] = status


def _answer(position: Position, action: a.Lose | a.Eliminate | a.Retreat | a.Advance) -> None:
    """Carry out what follows a roll, or that a unit goes which is caught."""
    if isinstance(action, a.Eliminate | a.Retreat) and settle_caught(position, action):
        return
    battle = position.battle
    match action:
        case a.Lose(unit, steps):
            _lose(position, unit, steps)
        case a.Eliminate(unit) if is_blank(position, unit):
            remove_blank(position, unit)
        case a.Eliminate(unit):
            _lose(position, unit, position.steps[unit])
        case a.Retreat(unit, path) | a.Advance(unit, path):
            position.did(unit, "retreat" if isinstance(action, a.Retreat) else "advance")
            if _withdraws(position, action):
                _withdraw(position, unit, path)
                return
            if battle is not None and isinstance(action, a.Retreat):
                _note_retreat(position, battle, unit, path)
            elif battle is not None:
                battle.advanced.append(unit)
            _go(position, unit, path)


def _note_retreat(position: Position, battle: Battle, unit: str, path: tuple[str, ...]) -> None:
    """Note that a unit retreats, and through which enemy zones where that has a price."""
    side = position.units[unit].side
    if any(clause.rule.lose is not None for clause in position.rules.of(ZoneRetreat)):
        zones = position.zoned(side)
        felt = tuple((place, bool(friends_in(position, place, side))) for place in path if place in zones)
        battle.passed |= {unit: felt} if felt else {}
    battle.answers.append(("retreat", unit))


def _withdraws(position: Position, action: a.Action) -> bool:
    stated = isinstance(action, a.Retreat) and bool(position.rules.of(Withdrawal))
    return stated and isinstance(action, a.Retreat) and withdrawal_of(position, action.unit) is not None


def _withdraw(position: Position, unit: str, path: tuple[str, ...]) -> None:
    found = withdrawal_of(position, unit)
    assert found is not None
    battle, _ = found
    battle.withdrawn.append(unit)
    _go(position, unit, path)
    after = engaged(position, battle.attackers, battle.targets)
    if not after.defenders:
        battle.engagement = after
        position.current = position.battles.index(battle)


def _arrival(position: Position, unit: str) -> str:
    """Return what an arrival counts as: a replacement, or a reinforcement that costs nothing."""
    does = position.phase.does
    enters = "reinforce" in does and is_reinforcement(position, unit, "replace" in does)
    return "enter" if enters else "place"


def _go(position: Position, unit: str, path: tuple[str, ...]) -> None:
    exits = {way.id for clause in position.rules.of(Exits) for way in clause.rule.exits}
    control = position.rules.one(Control)
    for place in path:
        if place in exits:
            position.put(unit, EXITED)
            return
        if control is not None and control.rule.passing:
            position.take(unit, place)
        note_passage(position, unit, place)
    if path:
        position.put(unit, path[-1])
        position.take(unit, path[-1])


def _roll(position: Position, targets: tuple[str, ...], dice: tuple[int, ...], unit: str) -> None:
    battle = throwing(position, targets) if unit else waiting(position, targets)
    if battle is None:
        return
    begun = bool(battle.shots)
    if not begun and (battle.bears or "battle" in position.borne.values()):
        position.bear_for(battle)
    if unit:
        # Who throws later may have lost steps since: each has a scene of its own.
        battle.shots.append(Shot(unit, dice, position.copy()))
    battle.outcomes = []
    if begun:
        return
    battle.dice = () if unit else dice
    battle.scene = position.copy()
    moved = {*position.trails, *(unit for other in position.battles for unit in other.retreated)}
    displaced = {u for u in moved if not any(reaches(position, u, place) for place in targets)}
    there = tuple(unit for unit in battle.attackers if unit not in displaced)
    battle.engagement = engaged(position, there, targets, battle.supporters, battle.cards)
    position.current = position.battles.index(battle)


def _lose(position: Position, unit: str, steps: int) -> None:
    taken = min(steps, position.steps[unit])
    position.steps[unit] -= taken
    if position.battle is None:
        position.starved[unit] = position.starved.get(unit, 0) + taken
    else:
        position.battle.answers += [("lose", unit)] * taken
    if position.steps[unit] <= 0 and position.where[unit] not in OFF_MAP:
        position.put(unit, ELIMINATED)


def _act_without_units(position: Position, action: _Unitless) -> None:
    """Carry out what no unit does."""
    match action:
        case a.Weather(_, dice, of):
            table = position.tables().get(of)
            position.weather[of] = frozenset() if table is None else table.rule.of(dice)
            position.rolled.add(of)
        case a.Draw(chit):
            if draw(position, chit):
                _close(position)
        case a.End(side):
            if _ends(position, side):
                _close(position)
        case _:
            handle(position, action)


def _ends(position: Position, side: str) -> bool:
    """End a side's part of the phase; return whether the phase is over with it."""
    if impulses(position) is not None:
        return end_impulse(position, side)
    if position.now(Chits) is not None:
        return end_chit(position, side)
    position.ended.add(side)
    return position.ended.issuperset(position.phase.sides)


def _close(position: Position) -> None:
    """End the phase."""
    saved = any(clause.rule.saved for clause in position.holding(arrivals.Replacements))
    if saved and "replace" in position.phase.does:
        for each in position.phase.sides:
            position.saved[each] = points_left(position, each)
    turn = position.turn
    end_with_phase(position)
    position.settle_control()
    position.advance_phase()
    decide(position, ended=turn if position.turn != turn else None)
    if not position.over:
        open_phase(position)
        follow_states(position)
        find_lines(position)
