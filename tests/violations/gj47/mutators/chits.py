"""Ways to break chapters 5, 6, 7, 13.0(3), 15 and 16: the turn, its chits, and its end."""

from __future__ import annotations

from functools import partial

from tests.violations.gj47.mutators import ground
from tests.violations.gj47.mutators.base import Mutation, Mutator, Scene
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Phase
from toolkit.games.gj47.rules.terrain import RAIL
from toolkit.games.gj47.rules.units import Owner

_SUPPLY = "supply"


def _group(scene: Scene, group: str) -> list[str]:
    found = sorted(c for c, kind in scene.position.data.chits.items() if kind.group == group)
    scene.rng.shuffle(found)
    return found


def _one_more(group: str, scene: Scene) -> Mutation | None:
    """Choose a chit too many of a group."""
    action = scene.action
    if not isinstance(action, a.Choose):
        return None
    chits = scene.position.data.chits
    if not any(chits[c].group == group and chits[c].owner is action.owner for c in chits):
        return None
    # Until the Axis has played its free chit, a group of turn 1 may be one short.
    spare = [c for c in _group(scene, group) if c not in action.chits]
    wanted = 2 if scene.position.turn.number == 1 and action.owner is Owner.AXIS else 1
    if len(spare) < wanted:
        return None
    return (a.Choose(action.owner, tuple(sorted((*action.chits, *spare[:wanted])))),)


def _both_special(scene: Scene) -> Mutation | None:
    action = scene.action
    if not isinstance(action, a.Choose) or action.owner is not Owner.SOVIET:
        return None
    return (a.Choose(action.owner, tuple(sorted({*action.chits, *_group(scene, "soviet_special")}))),)


def _foreign(scene: Scene, action: a.Choose) -> Mutation | None:
    """Put a chit of the other side into the cup (6.1(1))."""
    if not action.chits:
        return None
    chits = scene.position.data.chits
    # One that its owner has put there already changes nothing.
    there = scene.position.turn.chosen
    others = sorted(c for c, kind in chits.items() if kind.owner is action.owner.enemy and c not in there)
    return (a.Choose(action.owner, (*action.chits[1:], scene.rng.choice(others))),) if others else None


def _void(scene: Scene, action: a.Choose) -> Mutation | None:
    """Execute a chit that a wrong choice has made void (6.2)."""
    if len(scene.position.turn.ready) != 1:
        return None
    group = "su_com" if action.owner is Owner.SOVIET else "ger_com"
    wrong = _one_more(group, scene)
    if wrong is None or not isinstance(wrong[0], a.Choose):
        return None
    chits = scene.position.data.chits
    heads = {c: chits[c].hq for c in wrong[0].chits if chits[c].group == group}
    present = [(c, hq) for c, hq in heads.items() if hq is not None and scene.here(hq) != OFF_MAP]
    if not present:
        return None
    chit, head = scene.rng.choice(present)
    used = _used(scene, head)
    return (*wrong, a.Draw(chit), *used) if used is not None else None


def _early_draw(scene: Scene, _action: a.Choose) -> Mutation | None:
    cup = sorted(scene.position.turn.cup)
    return (a.Draw(cup[0] if cup else _group(scene, "always")[0]),)


def _early_end(scene: Scene) -> Mutation | None:
    return (a.EndTurn(),) if scene.position.turn.cup else None


def _no_supply(scene: Scene) -> Mutation | None:
    chits = scene.position.data.chits
    waiting = [c for c in scene.position.turn.cup if chits[c].order == _SUPPLY]
    return (a.EndTurn(),) if waiting and len(scene.position.turn.cup) <= 2 else None


def _not_chosen(scene: Scene) -> Mutation | None:
    turn = scene.position.turn
    if turn.number == 1 and not turn.drawn:
        # From the hand it would be the free chit, and judged by 16.0(1).
        return None
    left = [c for c in sorted(scene.position.data.chits) if c not in turn.chosen and c not in turn.drawn]
    return (a.Draw(scene.rng.choice(left)),) if left else None


def _drawn_again(scene: Scene) -> Mutation | None:
    drawn = sorted(set(scene.position.turn.drawn))
    return (a.Draw(scene.rng.choice(drawn)),) if drawn else None


def _played_again(scene: Scene) -> Mutation | None:
    chits = scene.position.data.chits
    drawn = sorted(c for c in set(scene.position.turn.drawn) if chits[c].owner is Owner.AXIS)
    return (a.FreeChit(scene.rng.choice(drawn)),) if drawn else None


def _free_late(scene: Scene) -> Mutation | None:
    turn = scene.position.turn
    if turn.number == 1 and not turn.drawn:
        return None
    left = [c for c in _group(scene, "ger_com") if c not in turn.drawn and c not in turn.cup]
    return (a.FreeChit(left[0]),) if left else None


def _headquarters(scene: Scene, owner: Owner, but: int | None) -> int | None:
    return next((u for u in scene.others(owner) if scene.units[u].headquarters and u != but), None)


def _used(scene: Scene, head: int | None) -> Mutation | None:
    """Activate a headquarters and move it: an activation that nobody uses harms nobody."""
    if head is None:
        return None
    ends = ground.normal(scene.position, head) - {scene.here(head)}
    end = scene.one(ground.roomy(scene.position, scene.units[head].owner, ends))
    return (a.Activate(head), a.Move(head, scene.here(head), end)) if end is not None else None


def _other_side(scene: Scene, action: a.Activate) -> Mutation | None:
    return _used(scene, _headquarters(scene, scene.units[action.hq].owner.enemy, None))


def _another(scene: Scene, action: a.Activate) -> Mutation | None:
    if scene.position.data.chits[scene.position.command.chit].hq is None:
        return None
    return _used(scene, _headquarters(scene, scene.units[action.hq].owner, action.hq))


def _other_order(scene: Scene, _action: a.Reinforce) -> Mutation | None:
    """Activate with a reinforcement chit."""
    owner = scene.position.data.chits[scene.position.command.chit].owner
    return _used(scene, _headquarters(scene, Owner.AXIS if owner is None else owner, None))


def _soviet_die(scene: Scene, action: a.Reinforce) -> Mutation | None:
    return (a.Reinforce(scene.rng.randint(1, 6)),) if action.die is None else (a.Reinforce(None),)


def _no_axis_die(scene: Scene, action: a.Reinforce) -> Mutation | None:
    """Take Axis reinforcements without a roll (12.3); who takes nothing has not used the chit."""
    position = scene.position
    if action.die is None:
        return None
    board, pool = position.data.board, []
    for unit, box in enumerate(position.box_of):
        kind = scene.units[unit]
        if box is Box.POOL and kind.owner is Owner.AXIS and not kind.headquarters:
            pool.append(unit)
    ends = [h for h in sorted(board.sources[Owner.AXIS]) if board.on_line(h, RAIL)]
    ends = [h for h in ends if scene.room(h, Owner.AXIS) and not scene.enemy_in(h, Owner.AXIS)]
    newcomer, entry = scene.one(pool), scene.one(ends)
    if newcomer is None or entry is None:
        return None
    return (a.Reinforce(None), a.Enter(newcomer, entry))


def _stavka(scene: Scene, _action: a.Activate) -> Mutation | None:
    known = scene.position.data.chits[scene.position.command.chit]
    if known.order != "stavka":
        return None
    found = [u for u in scene.others(Owner.SOVIET) if not scene.units[u].headquarters]
    return (a.Activate(found[0]),) if found else None


def _both_executed(scene: Scene, action: a.Choose) -> Mutation | None:
    """Execute both of STAVKA and the reinforcements (7.2(3))."""
    if action.owner is not Owner.SOVIET:
        return None
    if len(scene.position.turn.ready) != 1:
        return None
    chits = scene.position.data.chits
    both = _both_special(scene)
    stavka = next(c for c in chits if chits[c].order == "stavka")
    reinforcement = next(c for c in chits if chits[c].order == "soviet_reinforcement")
    head = _headquarters(scene, Owner.SOVIET, None)
    used = _used(scene, head)
    if both is None or used is None:
        return None
    return (*both, a.Draw(reinforcement), a.SetAside(), a.Draw(stavka), *used)


def _absent(scene: Scene) -> Mutation | None:
    """Execute the chit of a headquarters that is not on the map (13.0(3))."""
    known = scene.position.data.chits[scene.position.command.chit]
    if known.hq is None or scene.here(known.hq) != OFF_MAP:
        return None
    head = scene.units[known.hq]
    for unit in scene.others(head.owner):
        if scene.units[unit].nationality == head.nationality and not scene.units[unit].headquarters:
            ends = ground.normal(scene.position, unit) - {scene.here(unit)}
            end = scene.one(ground.roomy(scene.position, head.owner, ends))
            if end is not None:
                return (a.Activate(known.hq), a.Move(unit, scene.here(unit), end))
    return None


def _late_move(scene: Scene) -> Mutation | None:
    """Move a unit after the dice of the combat segment (5.0)."""
    position = scene.position
    command = position.turn.command
    if command is None or command.hq is None or position.turn.phase is not Phase.COMBAT:
        return None
    if not all(battle.closed for battle in command.battles) or not command.battles:
        return None
    fought = {u for battle in command.battles for u in (*battle.attackers, *battle.defenders)}
    ring = position.data.board.distances(command.hexes_then[command.hq])
    for unit in scene.others(scene.units[command.hq].owner):
        kind = scene.units[unit]
        if unit in fought or unit in command.moved or kind.headquarters:
            continue
        near = ring[command.hexes_then[unit]] <= scene.units[command.hq].command_range
        if kind.nationality != scene.units[command.hq].nationality or not near:
            continue
        here = scene.here(unit)
        far = position.data.board.distances(here)
        ends = [h for h in ground.normal(position, unit) if far[h] >= 3]
        end = scene.one(ground.roomy(position, kind.owner, ends))
        if end is not None:
            return (a.Move(unit, here, end),)
    return None


_ACTIVATE = (a.Activate,)


def _claimed(scene: Scene, action: a.EndTurn) -> Mutation | None:
    if action.winner is Owner.AXIS:
        return None
    return (a.EndTurn(Owner.AXIS),)


def _plays_on(scene: Scene, action: a.EndTurn) -> Mutation | None:
    if action.winner is not Owner.AXIS:
        return None
    return (a.EndTurn(None),)


def _soviet_claim(scene: Scene, action: a.EndTurn) -> Mutation | None:
    if scene.position.turn.number < 9:
        return (a.EndTurn(Owner.SOVIET),)
    return (a.EndTurn(None),) if action.winner is Owner.SOVIET else None


MUTATORS: tuple[Mutator, ...] = (
    Mutator("15.0(3)", (a.EndTurn,), _claimed),
    Mutator("15.0(3)", (a.EndTurn,), _plays_on),
    Mutator("15.0(4)", (a.EndTurn,), _soviet_claim),
    Mutator("5.0", (a.EndCommand,), _late_move),
    Mutator("5.0(1)", (a.Choose,), _early_draw),
    Mutator("5.0(2)", (a.Draw,), _early_end),
    Mutator("6.1(1)", (a.Choose,), _foreign),
    Mutator("6.1(2)", (a.Draw,), _not_chosen),
    Mutator("6.2", (a.Choose,), _void),
    Mutator("6.2(1)", (a.Choose,), partial(_one_more, "su_com")),
    Mutator("6.2(2)", (a.Choose,), _both_special),
    Mutator("6.2(3)", (a.Choose,), partial(_one_more, "ger_com")),
    Mutator("6.2(3)b", (a.Choose,), partial(_one_more, "axis_rnf_com")),
    Mutator("6.2(4)", (a.Draw,), _no_supply),
    Mutator("7.1(1)", (a.Draw,), _drawn_again),
    Mutator("7.1(2)", _ACTIVATE, _other_side),
    Mutator("7.1(3)", (a.Reinforce,), _other_order),
    Mutator("7.1(4)", (a.Draw,), _played_again),
    Mutator("7.2(1)", _ACTIVATE, _another),
    Mutator("7.2(2)", (a.Reinforce,), _soviet_die),
    Mutator("7.2(3)", _ACTIVATE, _stavka),
    Mutator("7.2(3)", (a.Choose,), _both_executed),
    Mutator("12.3", (a.Reinforce,), _no_axis_die),
    Mutator("13.0(3)", (a.SetAside,), _absent),
    Mutator("16.0(1)", (a.Draw,), _free_late),
)
