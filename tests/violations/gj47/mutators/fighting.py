"""Ways to break 10.0 to 10.5, 14.2(5) and 14.3: attacks, dice and losses."""

from __future__ import annotations

from functools import partial

from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from tests.violations.gj47.mutators.ground import in_zone
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Battle
from toolkit.games.gj47.rules.results import result
from toolkit.games.gj47.rules.terrain import IMPASSABLE, WATER, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings

_ENDS = (a.Declare, a.EndDeclaration)


def _active(scene: Scene) -> list[int]:
    """Return the units that chapter 8 lets attack and that are in no battle yet."""
    position = scene.position
    command = position.command
    hq = command.hq
    if hq is None:
        return []
    then, head = command.hexes_then, scene.units[hq]
    ring = position.data.board.distances(then[hq])
    busy = {u for battle in command.battles for u in battle.attackers}

    def active(unit: int) -> bool:
        kind = scene.units[unit]
        if unit == hq or unit in command.germans:
            return True
        own = kind.nationality == head.nationality and not kind.headquarters
        return own and then[unit] != OFF_MAP and ring[then[unit]] <= head.command_range

    return [u for u in scene.others(head.owner) if u not in busy and active(u)]


def _empty(scene: Scene) -> Mutation | None:
    for unit in _active(scene):
        for n in scene.neighbours(scene.here(unit)):
            clear = scene.position.data.board.terrain[n] is Terrain.CLEAR
            held = any(scene.position.present[o][n] for o in Owner) or n in scene.position.forts
            if clear and not held and not scene.side(scene.here(unit), n) & IMPASSABLE:
                return (a.Declare(n, (unit,)),)
    return None


def _declared(scene: Scene) -> a.Declare | None:
    return scene.action if isinstance(scene.action, a.Declare) else None


def _from_afar(scene: Scene) -> Mutation | None:
    """Let a unit take part that is not beside the hex, or already fights elsewhere (10.1(1))."""
    action = _declared(scene)
    if action is None:
        return None
    ring = scene.position.data.board.distances(action.target)
    busy = [u for b in scene.position.command.battles for u in b.attackers if ring[scene.here(u)] == 1]
    far = [u for u in _active(scene) if ring[scene.here(u)] == 2]
    extra = scene.one(busy) if busy and scene.rng.random() < 0.5 else scene.one(far or busy)
    return (a.Declare(action.target, (*action.attackers, extra)),) if extra is not None else None


def _not_activated(scene: Scene) -> Mutation | None:
    action = _declared(scene)
    if action is None or scene.position.command.hq is None:
        return None
    head = scene.units[scene.position.command.hq]
    owner = head.owner
    # Two Germans go along with an allied headquarters, and need not be marked: a third is 8.3(2).
    ring = scene.position.data.board.distances(action.target)
    active = set(_active(scene)) | {u for b in scene.position.command.battles for u in b.attackers}
    idle = [
        u
        for u in scene.others(owner)
        if ring[scene.here(u)] == 1
        and u not in active
        and not (head.allied and scene.units[u].german)
        and not scene.side(scene.here(u), action.target) & IMPASSABLE
    ]
    return (a.Declare(action.target, (*action.attackers, idle[0])),) if idle else None


def _twice(scene: Scene) -> Mutation | None:
    """Announce a second attack on a hex (10.1(3))."""
    action = _declared(scene)
    if action is None or len(action.attackers) < 2:
        return None
    for cut in range(1, len(action.attackers)):
        first, second = action.attackers[:cut], action.attackers[cut:]
        if _strong(scene, action.target, first) and _strong(scene, action.target, second):
            return (a.Declare(action.target, first), a.Declare(action.target, second))
    return None


def _strong(scene: Scene, target: int, attackers: tuple[int, ...]) -> bool:
    """Return whether an attack is strong enough whatever the ground takes off it."""
    position = scene.position
    owner = scene.units[attackers[0]].owner
    defence = sum(
        position.data.units[u].defence[position.reduced[u]]
        for u in position.stacks[target]
        if scene.units[u].owner is not owner
    )
    return sum(position.attack(u) for u in attackers) // 2 >= 3 * max(
        1, defence + position.forts.get(target, 0)
    )


def _part_of_stack(scene: Scene) -> Mutation | None:
    action = _declared(scene)
    if action is None:
        return None
    there = scene.position.stacks[action.target]
    return (a.Declare(action.target, action.attackers, (there[0],)),) if len(there) > 1 else None


def _over_strait(scene: Scene) -> Mutation | None:
    for unit in _active(scene):
        owner, here = scene.units[unit].owner, scene.here(unit)
        for n, side in scene.position.data.board.steps[here]:
            if side & IMPASSABLE and scene.position.present[owner.enemy][n]:
                return (a.Declare(n, (unit,)),)
    return None


def _too_weak(scene: Scene) -> Mutation | None:
    """Attack with less than the defence (10.3(4))."""
    position = scene.position
    taken = {battle.target for battle in position.command.battles}
    retreated = position.command.retreats
    for unit in _active(scene):
        owner, here = scene.units[unit].owner, scene.here(unit)
        for n in scene.neighbours(here):
            there = [u for u in position.stacks[n] if scene.units[u].owner is owner.enemy]
            if not there or n in taken or scene.side(here, n) & IMPASSABLE or retreated & set(there):
                continue
            if position.attack(unit) < sum(
                position.data.units[u].defence[position.reduced[u]] for u in there
            ):
                return (a.Declare(n, (unit,)),)
    return None


def _given_up(scene: Scene, action: a.Roll) -> Mutation | None:
    """Give an attack up although the enemy is still there (10.2)."""
    battle = scene.battle(action.target)
    strong = battle is not None and _strong(scene, action.target, battle.attackers)
    return (a.CallOff(action.target),) if strong else None


def _unannounced(scene: Scene, _action: a.EndCommand) -> Mutation | None:
    """Fight a battle that nobody announced (10.2(1))."""
    if not scene.position.command.battles:
        return None
    taken = {battle.target for battle in scene.position.command.battles}
    for unit in _active(scene):
        owner = scene.units[unit].owner
        for n in scene.neighbours(scene.here(unit)):
            if scene.position.present[owner.enemy][n] and n not in taken:
                return (a.Roll(n, scene.rng.randint(1, 6)),)
    return None


def _before_the_die(scene: Scene, action: a.Roll) -> Mutation | None:
    """Lose a step before the die is thrown (10.2(3))."""
    there = scene.position.stacks[action.target]
    if not there:
        return None
    return (a.Lose(action.target, scene.units[there[0]].owner, (there[0],)),)


def _second_roll(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, (a.Lose, a.Retreat, a.CloseBattle)):
        return None
    battle = scene.battle(action.target)
    if battle is None or not battle.die or battle.attacker_lost or battle.defender_lost or battle.retreated:
        return None
    return (a.Roll(action.target, scene.rng.randint(1, 6)),)


def _attacker(scene: Scene, battle: Battle) -> Owner:
    return scene.units[battle.attackers[0]].owner


def _steps_left(scene: Scene, units: tuple[int, ...]) -> int:
    on_map = [u for u in units if scene.here(u) != OFF_MAP]
    return sum(scene.units[u].steps - scene.position.reduced[u] for u in on_map)


def _wrong_losses(attacking: bool, scene: Scene, action: a.Lose) -> Mutation | None:
    """Lose a step too few or too many."""
    if not action.units or action.converted or action.fort:
        return None
    battle = scene.battle(action.target)
    if battle is None or (action.owner is _attacker(scene, battle)) is not attacking:
        return None
    fought = battle.attackers if attacking else battle.defenders
    if scene.rng.random() < 0.5 and _steps_left(scene, fought) > len(action.units):
        # One more, from a unit that has it.  Who has to retreat may lose its last one on the way.
        kept = 0 if attacking else 1
        for unit in fought:
            has = scene.units[unit].steps - scene.position.reduced[unit]
            if scene.here(unit) != OFF_MAP and action.units.count(unit) + kept < has:
                return (a.Lose(action.target, action.owner, (*action.units, unit)),)
    if len(action.units) > 1:
        # Who then has to retreat and cannot is removed, as if it had paid in full.
        stays = attacking or _way_out(scene, action.target, action.owner)
        return (a.Lose(action.target, action.owner, action.units[1:]),) if stays else None
    return (a.CloseBattle(action.target),)


def _way_out(scene: Scene, h: int, owner: Owner) -> bool:
    """Return whether two hexes of quiet, open ground lie behind a hex, one after the other."""
    board = scene.position.data.board
    ring = board.distances(h)

    def quiet(here: int, there: int) -> bool:
        return (
            not scene.side(here, there) & (IMPASSABLE | WATER)
            and board.terrain[there] is Terrain.CLEAR
            and not scene.enemy_in(there, owner)
            and scene.room(there, owner)
            and not in_zone(scene.position, owner, there)
        )

    first = [n for n in scene.neighbours(h) if quiet(h, n)]
    return any(ring[far] == 2 and quiet(n, far) for n in first for far in scene.neighbours(n))


def _after_nothing(scene: Scene, action: a.CloseBattle) -> Mutation | None:
    """Retreat or lose after a result that says nothing (10.4(2)2)."""
    battle = scene.battle(action.target)
    if battle is None or not battle.die or battle.attacker_lost or battle.defender_lost or battle.retreated:
        return None
    there = [u for u in battle.defenders if scene.here(u) == action.target]
    if not there or battle.fort_lost or battle.converted:
        return None
    owner = scene.units[there[0]].owner
    side = battle.attackers[0] if scene.rng.random() < 0.5 else there[0]
    loser = scene.units[side].owner
    if scene.rng.random() < 0.5 and scene.here(side) != OFF_MAP:
        return (a.Lose(action.target, loser, (side,)),)
    for n in scene.neighbours(action.target):
        clear = scene.position.data.board.terrain[n] is Terrain.CLEAR and scene.room(n, owner)
        if clear and not scene.enemy_in(n, owner) and not scene.side(action.target, n) & IMPASSABLE:
            return (a.Retreat(action.target, there[0], (n,)),)
    return None


def _stays(length: int, scene: Scene, action: a.Retreat) -> Mutation | None:
    """Close the battle although a unit has to retreat (10.4(2)3, 10.4(2)4)."""
    if len(action.path) != length or action.eliminated:
        return None
    battle = scene.battle(action.target)
    if battle is None or battle.defender_lost or battle.converted or action.target in scene.position.forts:
        return None
    # A second hex behind a full one may be that of an R (10.6(5)).
    if length > 1 and not scene.room(action.path[0], scene.units[action.unit].owner):
        return None
    return (a.CloseBattle(action.target),)


def _named_twice(scene: Scene, action: a.Lose) -> Mutation | None:
    """Name a unit for more steps than it has (10.5(1))."""
    if len(action.units) < 2:
        return None
    battle = scene.battle(action.target)
    if battle is None:
        return None
    fought = battle.attackers if action.owner is _attacker(scene, battle) else battle.defenders
    for unit in fought:
        has = scene.units[unit].steps - scene.position.reduced[unit]
        if scene.here(unit) != OFF_MAP and has < len(action.units):
            units = (unit,) * len(action.units)
            return (a.Lose(action.target, action.owner, units, action.fort, action.converted),)
    return None


def _outsider(scene: Scene, action: a.Lose) -> Mutation | None:
    """Let a unit pay that was not in the battle (10.5(2))."""
    if not action.units:
        return None
    battle = scene.battle(action.target)
    if battle is None:
        return None
    busy = {u for b in scene.position.command.battles for u in (*b.attackers, *b.defenders)}
    idle = [u for u in scene.others(action.owner) if u not in busy and scene.here(u) != action.target]
    if not idle:
        return None
    units = (*action.units[1:], idle[0])
    return (a.Lose(action.target, action.owner, units, action.fort, action.converted),)


def _no_fort(scene: Scene, action: a.Retreat) -> Mutation | None:
    """Take a retreat as steps without a fort (14.2(5))."""
    if action.target in scene.position.forts or not action.path:
        return None
    battle = scene.battle(action.target)
    if battle is None or battle.fort or battle.defender_lost or battle.retreated or len(action.path) > 2:
        return None
    left = _steps_left(scene, (action.unit,))
    # Who pays its last step is gone, as who dies in a zone on the way.
    dies = left == len(action.path) and (action.eliminated or action.steps)
    if dies or left < len(action.path):
        return None
    units = (action.unit,) * len(action.path)
    return (a.Lose(action.target, scene.units[action.unit].owner, units, 0, len(action.path)),)


def _unharmed(scene: Scene, action: a.Lose) -> Mutation | None:
    """Leave a fort alone as it is after a result that asks for a retreat (14.3(1))."""
    if not action.fort or action.owner is not Owner.SOVIET:
        return None
    battle = scene.battle(action.target)
    if battle is None or battle.defenders:
        return None
    # What it loses for the number in the result is another matter (10.4(2)5).
    asked = result(scene.position, battle, Rulings(scene.position.data.points)).defender_losses
    if asked or action.converted != action.fort:
        return None
    return (a.CloseBattle(action.target),)


def _given_away(scene: Scene) -> Mutation | None:
    """Take a level off a fort that no result asks for (14.3(2))."""
    action = scene.action
    if isinstance(action, a.CloseBattle):
        battle = scene.battle(action.target)
        level = scene.position.forts.get(action.target, 0)
        if battle is None or not battle.die or not level or battle.defender_lost or battle.retreated:
            return None
        return (a.Lose(action.target, Owner.SOVIET, (), level),)
    if isinstance(action, a.Lose) and action.target in scene.position.forts and action.owner is Owner.SOVIET:
        level, battle = scene.position.forts[action.target], scene.battle(action.target)
        # A level may stand for a hex of retreat: not when all are units that go as far as they have to.
        survive = battle is not None and _steps_left(scene, battle.defenders) > len(action.units)
        survive = survive and _way_out(scene, action.target, action.owner)
        if action.fort < level and survive and not action.converted:
            return (a.Lose(action.target, action.owner, action.units, action.fort + 1, action.converted),)
    return None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("10.0", _ENDS, _empty),
    Mutator("10.1(1)", _ENDS, _from_afar),
    Mutator("10.1(2)", _ENDS, _not_activated),
    Mutator("10.1(3)", _ENDS, _twice),
    Mutator("10.1(4)", _ENDS, _part_of_stack),
    Mutator("10.1(5)", _ENDS, _over_strait),
    Mutator("10.2", (a.Roll,), _given_up),
    Mutator("10.2(1)", (a.EndCommand,), _unannounced),
    Mutator("10.2(3)", (a.Roll,), _before_the_die),
    Mutator("10.3(4)", _ENDS, _too_weak),
    Mutator("10.4(1)", (a.Lose, a.Retreat, a.CloseBattle), _second_roll),
    Mutator("10.4(2)1", (a.Lose,), partial(_wrong_losses, True)),
    Mutator("10.4(2)2", (a.CloseBattle,), _after_nothing),
    Mutator("10.4(2)3", (a.Retreat,), partial(_stays, 1)),
    Mutator("10.4(2)4", (a.Retreat,), partial(_stays, 2)),
    Mutator("10.4(2)5", (a.Lose,), partial(_wrong_losses, False)),
    Mutator("10.5(1)", (a.Lose,), _named_twice),
    Mutator("10.5(2)", (a.Lose,), _outsider),
    Mutator("14.2(5)", (a.Retreat,), _no_fort),
    Mutator("14.3(1)", (a.Lose,), _unharmed),
    Mutator("14.3(2)", (a.Lose, a.CloseBattle), _given_away),
)
