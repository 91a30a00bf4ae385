"""Ways to break what the second reading names by one clause: a field of an action is varied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.fields import values
from tests.oracle.rattenkrieg.judge import confirms
from tests.violations.rattenkrieg.mutators.base import Mutator
from tests.violations.varying import Variety
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position

_world = lru_cache(read_world)


def _broken(position: Position, action: a.Action) -> Collection[str]:
    return confirms(_world(position.data), position, action)


def _at_hand(position: Position, name: str) -> Sequence[str]:
    """Return cards in hands and on top of the deck, and the acting unit with what is around it."""
    data, act = position.data, position.act
    if name in ("drawn", "cards"):
        return position.deck[:-5:-1]
    if name == "card":
        acting = [] if act is None else position.steps[act.unit]
        return [*position.hands[0], *position.hands[1], *acting, *position.deck[-1:]]
    if name == "area":
        return () if act is None else sorted(data.neighbours.get(position.where[act.unit], ()))
    if name == "unit" and act is not None and position.on_map(act.unit):
        return position.units_in(position.where[act.unit])
    return [unit for unit in data.units if position.on_map(unit)]


_by = Variety(values, _broken, _at_hand).mutator

_IDLE = (a.Activate, a.Pass, a.Replenish)
_QUIET = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.End)
_AFTER = (a.Attack, a.Retreat, a.Remove, *a.EVENTS)
_LOSSES = (a.Retreat, a.LoseStep, a.T34Out, a.Remove)
_ARRIVALS = (a.Reinforce, a.ReturnT34, a.EndReinforcement)
_SERVICE = (a.Discard, a.Draw, a.FlipUp)

MUTATORS: tuple[Mutator, ...] = (
    _by("3.1", a.Place),
    _by("3.2", a.Place),
    _by("3.3", a.Shuffle),
    _by("3.4", a.Shuffle),
    _by("3.4", a.DealHand),
    _by("3.5", a.MoveFriendly),
    _by("4.0", a.EndTurn),
    _by("5.0", a.Activate, a.EndOperations),
    _by("5.0", a.EndOperations, *_IDLE),
    _by("5.0", a.EndTurn, *_IDLE),
    _by("6.1", a.EndReinforcement, a.Reinforce, a.DealSteps),
    _by("6.2", a.EndReinforcement, a.Reinforce, a.DealSteps),
    _by("6.3", a.ReturnT34, *_ARRIVALS),
    _by("6.3", a.EndReinforcement, a.ReturnT34),
    _by("7.2", a.MoveFriendly, *_QUIET),
    _by("7.3", a.EnterBattle, field="card"),
    _by("7.4", a.Activate),
    _by("7.4", a.Pass),
    _by("7.4", a.Pass, *_QUIET),
    _by("8.2", a.NameDefender),
    _by("8.4", a.PlayCard),
    _by("8.5", a.PlayCard),
    _by("8.5", a.TakeLoss, a.PlayCard, a.TakeLoss),
    _by("8.6", a.Raise),
    _by("8.6", a.Raise, a.Open),
    _by("8.9.1", a.Retreat, *_LOSSES),
    _by("8.9.2", a.LoseStep),
    _by("8.9.4", a.Retreat),
    _by("8.10", a.PlayCard, a.PlayCard, a.TakeLoss, a.Raise, a.Stand),
    _by("8.10", a.Retreat, *_LOSSES),
    _by("8.10", a.Isolate, *_QUIET),
    _by("8.11", a.End, *_AFTER),
    _by("8.11", a.MoveFriendly, *_AFTER),
    _by("8.11", a.Remove, *_AFTER),
    _by("8.12", a.Activate),
    _by("8.12", a.MoveFriendly),
    _by("8.12", a.T34Out, *_LOSSES, *_QUIET),
    _by("9.1", a.AirSupport, field="card"),
    _by("9.1", a.AssaultGun),
    _by("9.1", a.Bombard, field="card"),
    _by("9.1", a.Engineers),
    _by("9.1", a.Molotov),
    _by("9.1", a.ChuikovBattle),
    _by("9.2", a.Bombard, field="target"),
    _by("9.3", a.AirSupport, field="target"),
    _by("9.6", a.Sniper, *_QUIET),
    _by("9.8", a.ChuikovReady, *_QUIET),
    _by("10.2", a.Draw, *_SERVICE),
    _by("10.3", a.EndTurn, a.FlipUp),
)
