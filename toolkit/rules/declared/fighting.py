"""Judging battles: declaring, rolling, losses, eliminations and advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import get_args

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.acting import no_actor
from toolkit.rules.declared.battles import (
    column_of,
    enemy_of,
    engaged,
    may_take_part,
    opponents,
    part_of,
    side_to,
    table_of,
)
from toolkit.rules.declared.chits import bars
from toolkit.rules.declared.impulses import judge_impulse
from toolkit.rules.declared.lone import opposing
from toolkit.rules.declared.moving import Mover
from toolkit.rules.declared.outcomes import outcome_of
from toolkit.rules.declared.owing import Owed, owed
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.retreating import Retreater, can_retreat
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.declared.showing import judge_blanks, judge_unseen
from toolkit.rules.declared.stepping import shown
from toolkit.rules.declared.supply import lacking
from toolkit.rules.declared.throwing import decides_itself, judge_throw, waiting
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms import combat as c
from toolkit.rules.mechanisms import losses, retreats
from toolkit.rules.mechanisms import tables as t
from toolkit.rules.mechanisms.sequence import holds_in
from toolkit.rules.rulings import Rulings

# Declaring --------------------------------------------------------------------------------------


def reaches(position: Position, unit: str, place: str) -> bool:
    """Return whether a unit could attack enemies in a place, by any clause about it."""
    if not may_take_part(position, unit) or not opposing(position, place, position.units[unit].side):
        return False
    return any(clause.rule.reaches(position, unit, place) for clause in position.holding(c.Attacks))


def has_attacked(position: Position, unit: str) -> bool:
    """Return whether a unit takes part in an attack of this phase."""
    return any(unit in battle.attackers for battle in position.battles)


def was_attacked(position: Position, place: str, attackers: Sequence[str]) -> bool:
    """Return whether all enemies in a place whom some units would fight were attacked in this phase."""
    enemies = opponents(position, attackers, place)
    return bool(enemies) and attacked(position).issuperset(enemies)


def attacked(position: Position) -> set[str]:
    """Return the units that were attacked in this phase, or will be when a declared battle is rolled."""
    found: set[str] = set()
    for battle in position.battles:
        found.update(battle.withdrawn)
        if battle.engagement is not None:
            found |= {unit for unit, _, _ in battle.engagement.defenders}
        elif battle.attackers:
            for place in battle.targets:
                found.update(opponents(position, battle.attackers, place))
    return found


def may_attack(position: Position, unit: str, rulings: Rulings) -> bool:
    """Return whether nothing forbids a unit to attack now: the phase, the impulse, or want of supply."""
    turn = chain(judge_impulse(position, (unit,)), bars(position, unit), no_actor(position, unit, "attack"))
    if next(turn, None) is not None:
        return False
    return all(lack.rule.attacks for lack in lacking(position, position.units[unit], rulings))


def is_beside(position: Position, unit: str, place: str) -> bool:
    """Return whether a unit could attack enemies in a place from beside it, or in its own."""
    if not position.on_map(unit) or not opposing(position, place, position.units[unit].side):
        return False
    return any(
        clause.rule.reaches(position, unit, place, afar=False) for clause in position.holding(c.Attacks)
    )


def in_range(position: Position, unit: str) -> tuple[str, ...]:
    """Return the places where a unit may find enemies: those around it, its own, those in range."""
    here, board = position.where[unit], position.board
    rules = [clause.rule for clause in position.holding(c.Attacks)]
    if any(rule.reach == "anywhere" and rule.units.take(position.units[unit]) for rule in rules):
        return tuple(board.places)
    far = max((rule.range for rule in rules), default=1)
    near = (*board.neighbours.get(here, ()), here)
    if far == 1:
        return near
    return (*near, *(place for place in board.places if 1 < board.distance(here, place) <= far))


def too_weak(
    position: Position, attackers: tuple[str, ...], targets: tuple[str, ...], rulings: Rulings
) -> bool:
    """Return whether an attack does not reach the first column of a table that allows no weaker one."""
    odds = position.now(t.Odds)
    if odds is None or odds.rule.below != "no":
        return False
    battle = engaged(position, attackers, targets)
    if any(unit in position.hidden for unit, _, _ in battle.defenders):
        # What they are worth nobody knows who attacks.
        return False
    return bool(battle.attackers and battle.defenders) and column_of(position, battle, rulings) < 0


def judge_attack(position: Position, action: a.Attack, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a declaration of battle breaks."""
    number = position.number(c.Attacks)
    if not action.attackers or len(set(action.attackers)) < len(action.attackers):
        yield Breach(number, "no attacker, or one of them twice")
    for unit in action.attackers:
        for place in action.targets:
            if not reaches(position, unit, place):
                yield _barred(position, unit, place)
    for place in action.targets:
        reached = all(reaches(position, unit, place) for unit in action.attackers)
        if reached and not opponents(position, action.attackers, place):
            names = position.listed(action.attackers, "and")
            yield Breach(number, f"{names} do not fight the same enemies in {position.name(place)}")
    if not action.targets:
        yield Breach(number, "nothing is attacked")
    yield from _unaccompanied(position, action)
    for unit in action.attackers:
        yield from no_actor(position, unit, "attack")
        yield from _unpaid(position, unit, action.targets, rulings)
    yield from _limits(position, action)
    yield from _order(position, rulings)
    for unit in action.attackers:
        for lack in lacking(position, position.units[unit], rulings):
            if not lack.rule.attacks:
                yield Breach(lack.number, f"{position.name(unit)} has no line {lack.rule.line}")
    yield from _too_weak(position, action, rulings)


def _barred(position: Position, unit: str, place: str) -> Breach:
    """Return why a unit does not reach a place, by the clause that comes nearest to letting it.

    A clause by which it would in turns of another kind comes first.
    """
    holding, phase = position.holding(c.Attacks), position.phase.id
    name, where, known = position.name(unit), position.name(place), position.units[unit]
    for clause in position.rules.of(c.Attacks):
        elsewhen = clause not in holding and holds_in(clause.rule, phase, frozenset(clause.rule.when))
        if elsewhen and clause.rule.reaches(position, unit, place):
            return Breach(clause.number, f"{name} may not attack")
    own = [clause for clause in holding if clause.rule.units.take(known)]
    if not own:
        return Breach(position.number(c.Attacks), f"{name} may not attack")
    if not may_take_part(position, unit) or not opposing(position, place, known.side):
        return Breach(own[0].number, f"{name} reaches no enemy in {where}")
    obstacles = [(clause.number, clause.rule.obstacle(position, unit, place) or "who") for clause in own]
    number, obstacle = max(obstacles, key=lambda one: get_args(c.Obstacle).index(one[1]))
    match obstacle:
        case "into":
            return Breach(number, f"{where} is not attacked")
        case "whom":
            return Breach(number, f"{name} fights none of those in {where}")
        case "across":
            return Breach(number, f"{name} does not attack {where} across what lies between")
        case "disturbed":
            return Breach(number, f"an enemy is beside {name}")
        case "unseen":
            return Breach(number, f"{name} does not see {where}")
        case _:
            return Breach(number, f"{where} is too far from {name}")


def _unaccompanied(position: Position, action: a.Attack) -> Iterator[Breach]:
    """Yield the clause by which attackers may only join others that attack, if none of these is there."""
    last, lonely = "", list[str]()
    for unit in action.attackers:
        if number := _lacks_company(position, unit, action):
            last = number
            lonely.append(unit)
    if last:
        yield Breach(last, f"{position.listed(tuple(lonely), 'and')} may not attack without others")


def _lacks_company(position: Position, unit: str, action: a.Attack) -> str:
    """Return the clause by which an attacker may only join others, if none of these is there; "" for none."""
    able = _able(position, unit, action.targets)
    if not able or any(clause.rule.alone for clause in able):
        return ""
    anywhere = any(clause.rule.joins == "any" for clause in able)
    joined = any(
        any(clause.rule.alone for clause in _able(position, other, action.targets))
        for other in action.attackers
        if anywhere or position.where[other] == position.where[unit]
    )
    return "" if joined else able[0].number


def _able(position: Position, unit: str, targets: tuple[str, ...]) -> list[Numbered[c.Attacks]]:
    """Return the clauses by which a unit reaches one of the places attacked."""
    return [
        clause
        for clause in position.holding(c.Attacks)
        if any(clause.rule.reaches(position, unit, place) for place in targets)
    ]


def cannot(
    position: Position, unit: str, targets: tuple[str, ...], rulings: Rulings, others: tuple[str, ...] = ()
) -> bool:
    """Return whether a unit lacks the points, or the company, for an attack that it could make otherwise."""
    alone = _lacks_company(position, unit, a.Attack((unit, *others), targets))
    return bool(alone) or any(_unpaid(position, unit, targets, rulings))


def _unpaid(position: Position, unit: str, targets: tuple[str, ...], rulings: Rulings) -> Iterator[Breach]:
    """Yield the clauses by which a unit cannot pay for an attack; one that it can pay for is enough."""
    if not position.on_map(unit):
        return
    able = [
        clause
        for clause in position.holding(c.Attacks)
        if all(clause.rule.reaches(position, unit, place) for place in targets)
    ]
    left = None if all(not clause.rule.cost for clause in able) else Mover(position, unit, rulings).left()
    if left is not None and all(clause.rule.cost > left for clause in able):
        yield Breach(able[0].number, f"{position.name(unit)} has {shown(left)} points left for the attack")


def _limits(position: Position, action: a.Attack) -> Iterator[Breach]:
    """Yield what is wrong with how many take part, and how often."""
    for once in position.holding(c.Once):
        if once.rule.who == "attacker":
            for unit in action.attackers:
                if has_attacked(position, unit):
                    yield Breach(once.number, f"{position.name(unit)} attacks a second time")
        elif once.rule.who == "defender":
            for place in action.targets:
                if was_attacked(position, place, action.attackers):
                    yield Breach(once.number, f"{position.name(place)} is attacked a second time")
    size = position.now(c.BattleSize)
    if size is None:
        return
    counted = (
        (len(action.targets), size.rule.targets, "places attacked"),
        (len(action.attackers), size.rule.attackers, "attackers"),
        (
            len({position.where[unit] for unit in action.attackers if position.on_map(unit)}),
            size.rule.from_places,
            "places attack",
        ),
    )
    for found, most, words in counted:
        if most is not None and found > most:
            yield Breach(size.number, f"{found} {words}; at most {most}")


def _order(position: Position, rulings: Rulings) -> Iterator[Breach]:
    order = position.now(c.BattleOrder)
    if order is None:
        return
    rolled = any(battle.dice or battle.shots for battle in position.battles)
    waits = any(battle.waits and not decides_itself(position, battle, rulings) for battle in position.battles)
    if order.rule.declared == "together" and rolled:
        yield Breach(order.number, "declared after the first roll")
    if order.rule.declared == "singly" and waits:
        yield next(judge_blanks(position), Breach(order.number, "the battle before is not rolled yet"))


def _too_weak(position: Position, action: a.Attack, rulings: Rulings) -> Iterator[Breach]:
    if too_weak(position, action.attackers, action.targets, rulings):
        yield Breach(position.number(t.Odds), "too weak for the first column")


# Rolling ----------------------------------------------------------------------------------------


def judge_roll(position: Position, action: a.Roll, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a roll breaks."""
    if action.unit:
        yield from judge_throw(position, action, rulings)
        return
    battle = waiting(position, action.targets)
    if battle is None:
        yield Breach(position.number(c.BattleOrder, c.Attacks), "no battle there waits for a roll")
    else:
        yield from judge_unseen(position, battle)
    use = position.now(t.UseTable)
    if use is not None and not table_of(position, rulings).dice.shown(action.dice):
        yield Breach(use.number, f"the dice cannot show {', '.join(map(str, action.dice))}")


# What follows -----------------------------------------------------------------------------------


def due_first(position: Position, rulings: Rulings) -> Breach | None:
    """Return why something else has to come first: losses and retreats of the battle rolled last."""
    found = owed(position, position.battle, rulings)
    if found is None:
        return None
    words = {
        "lose": "a loss",
        "eliminate": "the elimination",
        "retreat": "the retreat",
        "change": "the status",
        "roll": "a roll",
    }
    return Breach(found.number, f"{words[found.what]} of {position.listed(found.units)} comes first")


def _asked(
    position: Position, battle: Battle, unit: str, what: str, rulings: Rulings
) -> tuple[Owed | None, Breach | None]:
    """Return what is owed, and what is wrong when it is not this."""
    found = owed(position, battle, rulings)
    if found is None:
        outcome = outcome_of(position, battle, rulings)
        return None, Breach(
            outcome.number, f"the result {outcome.cell or 'below the table'} asks for nothing more"
        )
    fits = found.what == what or (what == "lose" and found.or_steps > 0)
    if not fits or unit not in found.units:
        return found, Breach(found.number, f"the result asks {position.listed(found.units)} to {found.what}")
    return found, None


def judge_loss(position: Position, battle: Battle, action: a.Lose, rulings: Rulings) -> Iterator[Breach]:
    """Yield what a loss of steps breaks."""
    found, wrong = _asked(position, battle, action.unit, "lose", rulings)
    if wrong is not None or found is None:
        if wrong is not None:
            yield wrong
        return
    most = found.steps or found.or_steps
    if not 1 <= action.steps <= most:
        yield Breach(found.number, f"{action.steps} steps; {most} to be lost")
    choice = position.rules.one(losses.LossChoice)
    by = "owner" if choice is None else choice.rule.by
    who = side_to(position, battle, found.to) if by == "owner" else enemy_of(position, battle, found.to)
    if action.by not in ("", who):
        yield Breach(found.number if choice is None else choice.number, f"{position.name(who)} chooses")


def judge_elimination(
    position: Position, battle: Battle, action: a.Eliminate, rulings: Rulings
) -> Iterator[Breach]:
    """Yield what the removal of a whole unit breaks: a result asks for it, or a retreat fails."""
    found = owed(position, battle, rulings)
    last = position.steps[action.unit]
    if found is not None and action.unit in found.units and last <= found.or_steps:
        # Its last steps are what it loses in place of the retreat.
        yield from judge_loss(position, battle, a.Lose(action.unit, last), rulings)
        return
    if found is not None and found.what == "retreat" and action.unit in found.units:
        fails = position.rules.one(retreats.RetreatFails)
        eliminated = fails is None or fails.rule.then == "eliminated"
        if not eliminated or can_retreat(position, action.unit, found.places, rulings):
            number = position.rules.number(retreats.RetreatFails, retreats.RetreatWay)
            yield Breach(
                number,
                f"{position.name(action.unit)} can retreat"
                if eliminated
                else f"{position.name(action.unit)} stays",
            )
        return
    _, wrong = _asked(position, battle, action.unit, "eliminate", rulings)
    if wrong is not None:
        yield wrong


def judge_answer(
    position: Position, action: a.Lose | a.Eliminate | a.Retreat, rulings: Rulings
) -> Iterator[Breach]:
    """Yield what an answer to a result breaks."""
    battle = position.battle
    assert battle is not None
    if isinstance(action, a.Lose):
        yield from judge_loss(position, battle, action, rulings)
    elif isinstance(action, a.Eliminate):
        yield from judge_elimination(position, battle, action, rulings)
    else:
        found, wrong = _asked(position, battle, action.unit, "retreat", rulings)
        if wrong is not None:
            yield wrong
        elif found is not None:
            yield from judge_retreat(position, battle, found, action, rulings)


def judge_retreat(
    position: Position, battle: Battle, owed: Owed, action: a.Retreat, rulings: Rulings
) -> Iterator[Breach]:
    """Yield what a retreat breaks that is owed."""
    choice = position.rules.one(retreats.RetreatChoice)
    if choice is not None and action.by:
        who = (
            side_to(position, battle, owed.to)
            if choice.rule.by == "owner"
            else enemy_of(position, battle, owed.to)
        )
        if action.by != who:
            yield Breach(choice.number, f"{position.name(who)} chooses the way")
    retreater = Retreater(position, action.unit, owed.places, rulings)
    if not action.path:
        yield Breach(
            retreater.number, f"{position.name(action.unit)} stays in {position.name(retreater.start)}"
        )
        return
    yield from retreater.judge(action.path)


def withdrawal_of(
    position: Position, unit: str
) -> tuple[Battle, Numbered[retreats.Withdrawal] | None] | None:
    """Return the battle from which a unit withdraws if it goes now, and by which clause; None without one."""
    fought = position.battle is not None and part_of(position.battle, unit) is not None
    if fought or not position.on_map(unit):
        return None
    place = position.where[unit]
    for battle in position.battles:
        here = bool(battle.attackers) and place in battle.targets
        if battle.waits and here and unit in opponents(position, battle.attackers, place):
            clauses = position.holding(retreats.Withdrawal)
            fitting = [clause for clause in clauses if clause.rule.units.take(position.units[unit])]
            return battle, fitting[-1] if fitting else None
    return None


def judge_withdrawal(position: Position, action: a.Retreat, rulings: Rulings) -> Iterator[Breach]:
    """Yield what it breaks that a unit withdraws from a battle that is not rolled."""
    found = withdrawal_of(position, action.unit)
    assert found is not None
    battle, clause = found
    name = position.name(action.unit)
    if clause is None:
        yield Breach(position.number(retreats.Withdrawal), f"{name} does not withdraw")
        return
    attack = engaged(position, battle.attackers, battle.targets)
    if clause.rule.unless is not None and clause.rule.unless.met(position, attack):
        yield Breach(clause.number, f"{name} does not withdraw from these attackers")
    if action.by not in ("", position.units[action.unit].side):
        yield Breach(clause.number, f"the owner of {name} decides")
    retreater = Retreater(position, action.unit, clause.rule.places, rulings, withdraws=True)
    if not action.path:
        yield Breach(retreater.number, f"{name} stays in {position.name(retreater.start)}")
    else:
        yield from retreater.judge(action.path)
