"""Ways to break what the second reading names by one clause: a field of an action is varied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from tests.oracle.rattenkrieg.adapter import read_world
from tests.oracle.rattenkrieg.cards import PACK
from tests.oracle.rattenkrieg.judge import confirms
from tests.violations.rattenkrieg.mutators.base import Mutator
from tests.violations.varying import Variety
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position

_UNITS = frozenset({"unit", "units", "target", "flipped"})
_CARDS = frozenset({"card", "cards", "drawn", "taken", "order"})
_world = lru_cache(read_world)


def _values(position: Position, name: str) -> Sequence[object]:
    if name in _CARDS:
        return tuple(PACK)
    data = position.data
    return tuple(data.units if name in _UNITS else data.areas if name == "area" else ())


def _broken(position: Position, action: a.Action) -> Collection[str]:
    return confirms(_world(position.data), position, action)


_by = Variety(_values, _broken).mutator

MUTATORS: tuple[Mutator, ...] = (
    _by("3.1", a.Place),
    _by("3.2", a.Place),
    _by("3.3", a.Shuffle),
    _by("6.3", a.ReturnT34),
    _by("3.5", a.MoveFriendly),
    _by("4.0", a.EndTurn),
    _by("7.4", a.Activate),
    _by("7.4", a.Pass),
    _by("8.4", a.PlayCard),
    _by("8.5", a.PlayCard),
    _by("8.6", a.Raise),
    _by("8.9.2", a.LoseStep),
    _by("8.9.4", a.Retreat),
    _by("8.12", a.Activate),
    _by("8.12", a.MoveFriendly),
    _by("9.1", a.AirSupport, field="card"),
    _by("9.1", a.AssaultGun),
    _by("9.1", a.Bombard, field="card"),
    _by("9.1", a.Engineers),
    _by("9.1", a.Molotov),
    _by("9.1", a.ChuikovBattle),
)
