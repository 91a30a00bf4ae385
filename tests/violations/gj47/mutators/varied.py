"""Ways to break what the second reading names by one clause: a field of an action is varied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from tests import real_game
from tests.oracle.gj47.judge import confirms
from tests.oracle.gj47.world import World, read_world
from tests.violations.gj47.mutators.base import Mutator
from tests.violations.varying import Variety
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.position import Position
from toolkit.play.seats import settled

_UNITS = frozenset({"unit", "units", "attackers", "defenders", "germans", "hq"})
_HEXES = frozenset({"hex", "hexes", "target", "path", "start", "end", "via"})


@lru_cache
def _world() -> tuple[World, dict[str, str]]:
    """Return the game as the second reading knows it, and the house rules of the games that are varied."""
    compiled = real_game.compiled()
    return read_world(compiled), settled(compiled)


def _values(position: Position, name: str) -> Sequence[object]:
    data = position.data
    if name in ("chit", "chits"):
        return tuple(data.chits)
    return range(len(data.units) if name in _UNITS else len(data.board.numbers) if name in _HEXES else 0)


def _broken(position: Position, action: a.Action) -> Collection[str]:
    world, rules = _world()
    return confirms(world, position, action, rules)


_by = Variety(_values, _broken).mutator

MUTATORS: tuple[Mutator, ...] = (
    _by("4.0(2)", a.Place),
    _by("4.0(3)", a.Place),
    _by("4.0(4)1", a.Place),
    _by("4.0(4)2", a.Place),
    _by("4.0(5)", a.Place),
    _by("6.2(1)", a.Choose),
    _by("6.2(3)", a.Choose),
    _by("10.2(1)", a.EndCommand, a.Roll, a.Lose, a.Retreat, a.CloseBattle),
    _by("12.1(1)", a.Enter),
    _by("12.2(1)", a.Enter),
    _by("12.2(3)", a.EndReinforcement),
    _by("12.3(1)", a.Enter),
    _by("14.1(1)", a.BuildFort),
    _by("14.1(3)", a.BuildFort),
)
