"""Single actions judged by this reading: `legal`, `confirms`, and the result that `outcomes` expects.

`legal` reads the text in one way, by default the register's.  `verdict` reads it in every way that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.oracle.gj47 import ch03_basics as basics
from tests.oracle.gj47 import ch04_setup as setup
from tests.oracle.gj47 import ch06_chits as chits
from tests.oracle.gj47 import ch08_activation as activation
from tests.oracle.gj47 import ch09_movement as movement
from tests.oracle.gj47 import ch10_combat as combat
from tests.oracle.gj47 import ch11_supply as supply
from tests.oracle.gj47 import ch12_reinforcements as reinforcements
from tests.oracle.gj47 import ch14_forts as forts
from tests.oracle.gj47 import ch15_victory as victory
from tests.oracle.gj47.adapter import OWNERS, SIDES, View
from tests.oracle.gj47.ch13_headquarters import GONE, POOL, RAIL
from tests.oracle.gj47.world import AXIS, SOVIET, State, Where, World, enemy_of, fort, on_map, steps, units
from tests.oracle.readings import Readings, every_reading
from toolkit.rules.gj47 import actions as a
from toolkit.rules.gj47.position import OFF_MAP, Battle, Phase, Position

PHASES: dict[type, tuple[Phase, ...]] = {
    a.Place: (Phase.SETUP,),
    a.EndSetUp: (Phase.SETUP,),
    a.Choose: (Phase.CHOICE,),
    a.FreeChit: (Phase.CHOICE, Phase.DRAW),
    a.Draw: (Phase.DRAW,),
    a.SetAside: (Phase.EXECUTION,),
    a.Activate: (Phase.EXECUTION,),
    a.Move: (Phase.MOVEMENT,),
    a.EndMovement: (Phase.MOVEMENT,),
    a.Declare: (Phase.DECLARATION,),
    a.EndDeclaration: (Phase.DECLARATION,),
    a.Roll: (Phase.COMBAT,),
    a.CallOff: (Phase.COMBAT,),
    a.Lose: (Phase.COMBAT,),
    a.Retreat: (Phase.COMBAT,),
    a.Advance: (Phase.COMBAT,),
    a.CloseBattle: (Phase.COMBAT,),
    a.EndCommand: (Phase.COMBAT,),
    a.Reinforce: (Phase.EXECUTION,),
    a.Enter: (Phase.REINFORCEMENT,),
    a.EndReinforcement: (Phase.REINFORCEMENT,),
    a.Withdraw: (Phase.WITHDRAWAL,),
    a.RailTransport: (Phase.RAIL_BOX,),
    a.BuildFort: (Phase.FORT,),
    a.EndTurn: (Phase.DRAW,),
}


@dataclass(frozen=True)
class Case:
    """One action before one position, read in one way."""

    view: View
    action: a.Action
    r: Readings
    state: State
    explain: bool = True

    @property
    def world(self) -> World:
        return self.view.world

    @property
    def position(self) -> Position:
        return self.view.position


def legal(
    world: World,
    position: Position,
    action: a.Action,
    r: Readings | None = None,
    *,
    explain: bool = True,
    **fixed: str,
) -> list[str]:
    """Return the clauses that an action breaks under one reading; none when it is legal."""
    reading = r or Readings(world.register, {id.replace("_", "-"): value for id, value in fixed.items()})
    view = View(world, position)
    case = Case(view, action, reading, view.state(reading), explain)
    if not _in_phase(case):
        return ["5.0"]
    return sorted(set(CHECKS[type(action)](case)))


def verdict(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None = None
) -> tuple[str, set[str]]:
    """Judge under every open reading: "legal", "illegal" or "unclear", and the clauses that are broken."""
    broken: set[str] = set()
    outcomes: set[bool] = set()
    for _, found in _readings(world, position, action, fixed):
        broken |= set(found)
        outcomes.add(not found)
        if len(outcomes) == 2:
            return "unclear", broken
    if True in outcomes:
        return "legal", broken
    return "illegal", broken | _explained(world, position, action, fixed)


def confirms(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None = None
) -> set[str]:
    """Return the clauses that an action breaks when it breaks some under every open reading, else none."""
    broken: set[str] = set()
    for _, found in _readings(world, position, action, fixed):
        if not found:
            return set()
        broken |= set(found)
    return broken | _explained(world, position, action, fixed)


def _readings(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None
) -> Iterator[tuple[dict[str, str], list[str]]]:
    def judge(r: Readings) -> list[str]:
        return legal(world, position, action, r, explain=False)

    return every_reading(world.register, fixed or {}, judge)


def _explained(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str] | None
) -> set[str]:
    return set(legal(world, position, action, Readings(world.register, fixed or {})))


def _in_phase(case: Case) -> bool:
    phase = case.position.turn.phase
    if isinstance(case.action, a.Attrition):
        return phase is (Phase.SUPPLY_AXIS if SIDES[case.action.owner] == AXIS else Phase.SUPPLY_SOVIET)
    return phase in PHASES[type(case.action)]


# --- chapter 4 ------------------------------------------------------------------------------------


def _place(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Place)
    id, h = case.view.unit(action.unit), case.view.hex(action.hex)
    broken = setup.place_one(case.world, id, h, case.state, case.r)
    after = case.state.copy()
    after.where[id] = h
    there = units(case.world, after, h)
    piece = case.world.pieces[id]
    if piece.side == AXIS and len({case.world.pieces[x].nation for x in there}) > 1:
        broken.append("4.0(3)")
    if len(there) > 2:
        broken += ["3.1(1)", "4.0(3)"] if piece.side == AXIS else ["3.1(1)"]
    if len({case.world.pieces[x].side for x in there}) > 1:
        broken.append("3.1(2)")
    armies = [case.world.pieces[x].army for x in there]
    if armies.count("front") > 1 and h in case.world.board.marks.get(("front", "front"), ()):
        broken.append("4.0(4)1")
    if "second" in armies and len(there) > 1:
        broken.append("4.0(4)2")
    return broken


def _end_set_up(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.EndSetUp)
    owner = SIDES[action.owner]
    own = {id: p for id, p in case.world.pieces.items() if p.side == owner}
    trial = case.state.copy()
    trial.where = Where({id: spot for id, spot in trial.where.items() if id in own})
    return setup.setup(
        World(case.world.board, own, case.world.chits, case.world.numbers, case.world.register),
        trial,
        case.r,
        owner,
    )


# --- chapters 5 to 7, 16 --------------------------------------------------------------------------


def _choose(case: Case) -> list[str]:
    action, turn = case.action, case.position.turn
    assert isinstance(action, a.Choose)
    owner = SIDES[action.owner]
    chosen = [id for id in action.chits if case.world.chits[id].order != "supply"]
    if action.owner in turn.ready or (turn.free and turn.free in chosen):
        return ["6.1(1)"]
    frees: list[str | None] = [turn.free or None]
    if owner == AXIS and turn.number == 1 and not turn.free:
        frees += [id for id, chit in case.world.chits.items() if chit.side == AXIS and id not in chosen]
    answers = [chits.choice(case.world, turn.number, owner, chosen, case.r, free) for free in frees]
    return next((answer for answer in answers if not answer), answers[0])


def _free_chit(case: Case) -> list[str]:
    action, turn = case.action, case.position.turn
    assert isinstance(action, a.FreeChit)
    if turn.drawn or turn.free or action.chit not in case.world.chits:
        return ["16.0(1)"]
    broken = chits.free_chit(case.world, turn.number, AXIS, action.chit, case.r)
    if not broken and OWNERS[AXIS] in turn.ready and action.chit not in turn.cup:
        own = [id for id in turn.chosen if case.world.chits[id].side == AXIS]
        if chits.wrong_groups(case.world, turn.number, AXIS, own, case.r, action.chit):
            broken = ["16.0(1)", "6.2(3)", "6.2(3)b"]
    return broken


def _draw(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Draw)
    return [] if action.chit in case.position.turn.cup else ["7.1(1)", "6.1(2)"]


def _in_play(case: Case) -> chits.Drawn:
    turn = case.position.turn
    command = case.position.command
    chosen = list(turn.chosen)
    if command.free:
        known = case.world.chits[command.chit]
        gone = known.hq is not None and on_map(case.state, known.hq) is None
        return chits.Drawn(gone, "13.0(3)" if gone else None)
    earlier = [id for id in turn.drawn if id not in (command.chit, turn.free)]
    free = turn.free if turn.free and turn.free not in chosen else None
    return chits.drawn(case.world, case.state, command.chit, chosen, earlier, case.r, free)


def _set_aside(case: Case) -> list[str]:
    chit = case.world.chits[case.position.command.chit]
    return ["11.0"] if chit.order == "supply" else []


def _void(case: Case) -> list[str]:
    drawn = _in_play(case)
    if not drawn.void:
        return []
    clause = drawn.clause or "6.2"
    return [clause, "6.2"] if clause.startswith("6.2") else [clause]


def _activate(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Activate)
    hq = case.view.unit(action.hq)
    chit = case.world.chits[case.position.command.chit]
    broken = _void(case)
    if chit.order == "activate":
        if chit.hq != hq:
            broken.append("7.2(1)")
    elif chit.order == "stavka":
        used = {case.world.chits[id].hq for id in case.position.turn.drawn}
        broken += activation.stavka(case.world, case.state, hq, case.r, [id for id in used if id])
    else:
        broken += ["7.2", "7.1(3)"]
    if case.world.pieces[hq].kind != "hq":
        broken.append("8.1(1)")
    if on_map(case.state, hq) is None:
        broken.append("13.0(3)")
    germans = case.view.units(action.germans)
    if germans:
        broken += activation.germans(case.world, case.state, hq, germans, case.r)
    return broken


# --- chapters 8 and 9 -----------------------------------------------------------------------------


def _acting(case: Case) -> tuple[str, set[str]]:
    command = case.position.command
    if command.hq is None:
        return "", set()
    then = case.view.at_activation(case.state)
    hq = case.view.unit(command.hq)
    return hq, activation.activated(case.world, then, hq, case.r) | set(case.view.units(command.germans))


def _move(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Move)
    id, end = case.view.unit(action.unit), case.view.hex(action.end)
    hq, acting = _acting(case)
    broken: list[str] = []
    if hq:
        then = case.view.at_activation(case.state)
        broken += activation.acts_without_leave(case.world, then, hq, acting, id, case.r)
    if action.unit in case.position.command.moved:
        broken.append("8.1(3)")
    if on_map(case.state, id) != case.view.hex(action.start):
        return [*broken, "9.1(2)"]
    if action.end == action.start and not action.via:
        return broken
    broken += movement.drag(case.world, case.state, id, end, case.r, explain=case.explain)
    if end != "off" and basics.overfills(case.world, case.state, id, end) and case.r["U-64"] == "each-move":
        broken += ["3.1(1)", "3.1(3)"]
    return broken


def _end_movement(case: Case) -> list[str]:
    full = []
    moved = case.view.units(case.position.command.moved)
    for id in moved:
        h = on_map(case.state, id)
        if h is not None and basics.over_full(case.world, case.state, h):
            full += ["3.1(1)", "3.1(3)"]
    return full


# --- chapter 10 -----------------------------------------------------------------------------------


def _declare(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Declare)
    command = case.position.command
    _, acting = _acting(case)
    fought = [id for battle in command.battles for id in case.view.units(battle.attackers)]
    attacked = [case.view.hex(battle.target) for battle in command.battles]
    return combat.battle(
        case.world,
        case.state,
        case.view.hex(action.target),
        case.view.units(action.attackers),
        case.r,
        acting=acting,
        fought=fought,
        attacked=attacked,
    )


def _battle(case: Case) -> Battle | None:
    target = getattr(case.action, "target", OFF_MAP)
    return case.position.command.battle(target)


def _acting_side(case: Case) -> str:
    command = case.position.command
    if command.hq is not None:
        return case.world.pieces[case.view.unit(command.hq)].side
    return case.world.chits[command.chit].side or AXIS


def _roll(case: Case) -> list[str]:
    action, battle = case.action, _battle(case)
    assert isinstance(action, a.Roll)
    if battle is None:
        return ["10.2(1)"]
    broken = []
    if battle.die:
        broken.append("10.4(1)")
    if not 1 <= action.die <= 6:
        broken.append("10.4(1)")
    if battle.closed:
        broken.append("10.2(1)")
    for other in case.position.command.battles:
        if other.die and not other.closed and other is not battle:
            unfinished = _unfinished(case, other)
            broken += [*unfinished, "10.2(1)", "10.2(3)"] if unfinished else []
    target = case.view.hex(action.target)
    if not combat.defenders(case.world, case.state, target, enemy_of(_acting_side(case))):
        broken.append("10.0")
    elif not broken and _called_off(case, battle):
        broken.append("10.3(4)")
    return broken


def _called_off(case: Case, battle: Battle) -> bool:
    if case.r["U-26"] != "recheck":
        return False
    odds = combat.odds(
        case.world, case.state, case.view.hex(battle.target), case.view.units(battle.attackers), case.r
    )
    return odds.column < 0


def _call_off(case: Case) -> list[str]:
    battle = _battle(case)
    if battle is None or battle.die or battle.closed:
        return ["10.2(1)", "10.2"]
    target = case.view.hex(battle.target)
    if not combat.defenders(case.world, case.state, target, enemy_of(_acting_side(case))):
        return []
    living = [id for id in case.view.units(battle.attackers) if on_map(case.state, id) is not None]
    if not living or _called_off(case, battle):
        return []
    return ["10.2(1)", "10.2"]


def result_of(case: Case, battle: Battle) -> combat.Result:
    """Return what a battle's die gave, from what stood there when it was thrown."""
    then = case.view.at_roll(case.state, battle)
    attackers = case.view.units(battle.attackers)
    odds = combat.odds(case.world, then, case.view.hex(battle.target), attackers, case.r)
    return combat.result(battle.die, max(odds.column, 0))


def _by_result(due: combat.Result) -> list[str]:
    """Return the clause of 10.4(2) that explains a result."""
    if due.attackers:
        return ["10.4(2)1"]
    if due.defenders:
        return ["10.4(2)5"]
    return [{0: "10.4(2)2", 1: "10.4(2)3", 2: "10.4(2)4"}[due.hexes]]


def _sharers(case: Case, battle: Battle) -> list[str]:
    spared = case.view.units(battle.retreated_in) if case.r["U-60"] == "spared" else []
    return [id for id in case.view.units(battle.defenders) if id not in spared]


def _lose(case: Case) -> list[str]:
    action, battle = case.action, _battle(case)
    assert isinstance(action, a.Lose)
    if battle is None or not battle.die:
        return ["10.2(2)", "10.4(1)"]
    due = result_of(case, battle)
    attacking = SIDES[action.owner] == _acting_side(case)
    answered = battle.attacker_lost if attacking else battle.defender_lost
    if answered is not None and not action.units and action.fort == 0 and action.converted in (0, due.hexes):
        return []
    if answered is not None or battle.closed:
        return ["10.5", *_by_result(due)]
    lost = case.view.units(action.units)
    if attacking:
        broken = _shares(case, lost, case.view.units(battle.attackers), due.attackers, 0)
        broken += ["14.2(5)"] if action.converted or action.fort else []
    else:
        broken = _defender_loses(case, battle, due)
    return [*broken, *_by_result(due)] if broken else []


def _shares(case: Case, lost: list[str], sharers: list[str], due: int, levels: int) -> list[str]:
    broken = []
    living = [id for id in sharers if on_map(case.state, id) is not None]
    room = sum(steps(case.world, case.state, id) for id in living) + levels
    if len(lost) != min(due, room):
        broken += ["10.4(2)", "10.5(1)"]
    for id in set(lost):
        if id not in living:
            broken.append("10.5(2)")
        elif lost.count(id) > steps(case.world, case.state, id):
            broken.append("10.5(1)")
    return broken


def _defender_loses(case: Case, battle: Battle, due: combat.Result) -> list[str]:
    action = case.action
    assert isinstance(action, a.Lose)
    broken = []
    wrong = action.converted > due.hexes or not battle.fort
    part = 0 < action.converted < due.hexes
    if action.converted and (wrong or (part and case.r["U-40"] != "part")):
        broken.append("14.2(5)")
    falls = action.fort >= battle.fort
    if battle.fort and due.hexes and not battle.defenders and action.converted != due.hexes and not falls:
        broken.append("14.3(1)")
    if action.fort > battle.fort or action.fort < 0:
        broken.append("10.5(1)")
    lost = case.view.units(action.units)
    sharers = _sharers(case, battle)
    living = [id for id in sharers if on_map(case.state, id) is not None]
    room = sum(steps(case.world, case.state, id) for id in living) + battle.fort
    if len(lost) + action.fort != min(due.defenders + action.converted, room):
        broken += ["10.4(2)", "10.5(1)"]
    for id in set(lost):
        if id not in living:
            broken.append("10.5(2)")
        elif lost.count(id) > steps(case.world, case.state, id):
            broken.append("10.5(1)")
    return broken


def _still_to_flee(case: Case, battle: Battle) -> list[str]:
    """Return the defenders that must retreat and have not."""
    due = result_of(case, battle)
    if due.hexes - battle.converted <= 0:
        return []
    target = case.view.hex(battle.target)
    done = case.view.units(battle.retreated)
    return [id for id in _sharers(case, battle) if on_map(case.state, id) == target and id not in done]


def _retreat(case: Case) -> list[str]:
    action, battle = case.action, _battle(case)
    assert isinstance(action, a.Retreat)
    id = case.view.unit(action.unit)
    if battle is None or not battle.die or battle.closed:
        return ["10.4(2)"]
    due = result_of(case, battle)
    hexes = due.hexes - battle.converted
    if id not in _still_to_flee(case, battle):
        return ["10.6", *_by_result(due)]
    if due.defenders + battle.converted and battle.defender_lost is None:
        return ["10.4(2)5"]
    way = [case.view.hex(h) for h in action.path]
    return combat.retreat(case.world, case.state, id, way, hexes, case.r, action.steps, action.eliminated)


def _advance(case: Case) -> list[str]:
    action, battle = case.action, _battle(case)
    assert isinstance(action, a.Advance)
    if battle is None or not battle.die or battle.closed:
        return ["10.7(1)"]
    broken = []
    if action.unit in battle.advanced:
        broken.append("10.7(1)")
    due = result_of(case, battle)
    if _still_to_flee(case, battle) or (due.defenders and battle.defender_lost is None):
        broken.append("10.7(1)")
    return broken + combat.advance(
        case.world,
        case.state,
        case.view.unit(action.unit),
        [case.view.hex(h) for h in action.path],
        case.view.hex(action.target),
        case.view.units(battle.attackers),
        case.r,
        case.view.units(battle.advanced),
    )


def _close(case: Case) -> list[str]:
    battle = _battle(case)
    if battle is None or not battle.die or battle.closed:
        return ["10.4(1)", "10.2(3)"]
    return _unfinished(case, battle)


def _unfinished(case: Case, battle: Battle) -> list[str]:
    """Return what a rolled battle still asks for."""
    due = result_of(case, battle)
    broken = []
    if due.attackers and not battle.attacker_lost:
        broken.append("10.5")
    if due.defenders + battle.converted and battle.defender_lost is None:
        broken.append("10.5")
    if _still_to_flee(case, battle):
        broken.append("10.6")
    broken += _crowds(case, battle)
    broken += _by_result(due) if broken else []
    return broken


def _crowds(case: Case, battle: Battle) -> list[str]:
    """10.7(6)3, 3.1(3): hexes that advances left over-full."""
    hexes = {on_map(case.state, id) for id in case.view.units(battle.advanced)}
    full = any(h is not None and basics.over_full(case.world, case.state, h) for h in hexes)
    return ["10.7(6)3", "10.7(6)4", "3.1(3)"] if full else []


def _end_command(case: Case) -> list[str]:
    broken = []
    for battle in case.position.command.battles:
        if battle.closed:
            continue
        broken += _unfinished(case, battle) if battle.die else ["10.2(1)"]
    return broken


# --- chapters 11 and 14 ---------------------------------------------------------------------------


def _attrition(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Attrition)
    due = basics.unsupplied(case.world, case.state, SIDES[action.owner], case.r)
    lost = case.view.units(action.units)
    return [] if sorted(lost) == sorted(due) else ["11.1"]


def _withdraw(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Withdraw)
    if not 1 <= action.die <= 6:
        return ["11.2"]
    return supply.withdrawal(case.world, case.state, action.die, case.view.units(action.units), case.r)


def _rail_transport(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.RailTransport)
    broken: list[str] = []
    for id in case.view.units(action.units):
        broken += supply.entrain(case.world, case.state, id, case.r)
    return broken


def _build_fort(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.BuildFort)
    broken: list[str] = []
    built: list[str] = []
    state = case.state.copy()
    for h in (case.view.hex(number) for number in action.hexes):
        marker = fort(case.world, state, h) or next(
            (id for id, spot in sorted(state.where.items()) if spot == "spare"), None
        )
        if marker is None:
            broken.append("14.3(3)")
            marker = next(id for id, piece in case.world.pieces.items() if piece.kind == "fort")
        broken += forts.build(case.world, state, marker, h, case.r, built)
        forts.raise_level(state, marker, h)
        built.append(h)
    return broken


# --- chapter 12 -----------------------------------------------------------------------------------


def _reinforce(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Reinforce)
    order = case.world.chits[case.position.command.chit].order
    broken = _void(case)
    if order not in ("axis_reinforcement", "soviet_reinforcement"):
        broken += ["7.2(2)", "7.1(3)"]
    elif order == "soviet_reinforcement" and action.die is not None:
        broken.append("7.2(2)")
    elif order == "axis_reinforcement" and action.die not in range(1, 7):
        broken.append("12.3(1)")
    return broken


def _before_arrivals(case: Case) -> State:
    """Return the state with what has arrived under this chit back where it came from."""
    command = case.position.command
    before = case.state.copy()
    for number, box in zip(command.arrived, command.sources, strict=False):
        id = case.view.unit(number)
        before.where[id] = {"POOL": POOL, "RAIL": RAIL}.get(box.name, "waiting")
        soviet = case.world.pieces[id].side == SOVIET
        if case.world.pieces[id].kind == "hq" and box.name in ("WAITING", "ELIMINATED"):
            before.where[id] = f"track-{before.column}" if soviet else RAIL
        elif box.name == "ELIMINATED":
            before.where[id] = POOL if case.r["U-30"] != "none-return" else GONE
    return before


def _arrivals(case: Case, arriving: list[str], *, all_of_it: bool) -> list[str]:
    command = case.position.command
    before = _before_arrivals(case)
    if case.world.chits[command.chit].order == "axis_reinforcement":
        return reinforcements.axis_arrivals(
            case.world, before, command.die or 1, arriving, case.r, all_of_it=all_of_it
        )
    return reinforcements.soviet_arrivals(case.world, before, arriving, case.r, all_of_it=all_of_it)


def _enter(case: Case) -> list[str]:
    action = case.action
    assert isinstance(action, a.Enter)
    id, h = case.view.unit(action.unit), case.view.hex(action.hex)
    if on_map(case.state, id) is not None:
        return ["12.0"]
    arriving = [*case.view.units(case.position.command.arrived), id]
    broken = _arrivals(case, arriving, all_of_it=False)
    piece, from_box = case.world.pieces[id], case.state.where[id] == RAIL
    lost_hq = piece.kind == "hq" and id in case.state.hq_lost
    if from_box and not lost_hq:
        broken += ["12.4"] if action.reduced != (id in case.state.reduced) else []
    elif action.reduced:
        broken.append("12.1(3)")
    return broken + reinforcements.place(case.world, case.state, id, h, case.r)


def _end_reinforcement(case: Case) -> list[str]:
    action, command = case.action, case.position.command
    assert isinstance(action, a.EndReinforcement)
    soviet = case.world.chits[command.chit].order == "soviet_reinforcement"
    column = case.position.turn.column
    if not soviet:
        return [] if action.column in (0, column) else ["12.2(4)", "12.2(3)"]
    if not command.arrived and _left_behind(case):
        return [] if action.column == column else ["12.2(4)"]
    if not command.arrived and action.column == column:
        return []
    return [] if action.column == min(column + 1, 10) else ["12.2(3)"]


def _left_behind(case: Case) -> list[str]:
    """12.2(1), 12.3(1): whether some of what is due was left behind although there was room."""
    owner = _acting_side(case)
    short = _arrivals(case, case.view.units(case.position.command.arrived), all_of_it=True)
    if not short:
        return []
    state = case.state
    probe = next((id for id, piece in case.world.pieces.items() if piece.side == owner), None)
    heads = reinforcements.railheads(case.world, state, owner, case.r)
    room = probe is not None and any(
        not reinforcements.place(case.world, state, probe, h, case.r) for h in sorted(heads)
    )
    return short if room else []


def _end_turn(case: Case) -> list[str]:
    action, turn = case.action, case.position.turn
    assert isinstance(action, a.EndTurn)
    broken = ["5.0(5)", "5.0(2)"] if turn.cup else []
    winner, _ = chits.turn_over(case.world, case.state, victory.points(case.world, case.state, case.r))
    said = None if action.winner is None else SIDES[action.winner]
    if said != winner:
        broken.append("15.0(3)" if AXIS in (winner, said) else "15.0(4)")
    return broken


def _fine(case: Case) -> list[str]:
    return []


CHECKS: dict[type, Callable[[Case], list[str]]] = {
    a.Place: _place,
    a.EndSetUp: _end_set_up,
    a.Choose: _choose,
    a.FreeChit: _free_chit,
    a.Draw: _draw,
    a.SetAside: _set_aside,
    a.Activate: _activate,
    a.Move: _move,
    a.EndMovement: _end_movement,
    a.Declare: _declare,
    a.EndDeclaration: _fine,
    a.Roll: _roll,
    a.CallOff: _call_off,
    a.Lose: _lose,
    a.Retreat: _retreat,
    a.Advance: _advance,
    a.CloseBattle: _close,
    a.EndCommand: _end_command,
    a.Attrition: _attrition,
    a.Withdraw: _withdraw,
    a.RailTransport: _rail_transport,
    a.BuildFort: _build_fort,
    a.Reinforce: _reinforce,
    a.Enter: _enter,
    a.EndReinforcement: _end_reinforcement,
    a.EndTurn: _end_turn,
}
"""One check for each kind of action."""

__all__ = ["CHECKS", "SOVIET", "Case", "confirms", "legal", "verdict"]
