"""Ways to break what the second reading names by one clause: a field of an action is varied."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from tests.oracle.storm.adapter import read_world
from tests.oracle.storm.fields import values
from tests.oracle.storm.judge import confirms
from tests.violations.storm.mutators.base import Mutator
from tests.violations.varying import Variety
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.position import Position

_LOSSES = (a.Spend, a.Retreat, a.Drive, a.Eliminate)
_world = lru_cache(read_world)


def _broken(position: Position, action: a.Action) -> Collection[str]:
    """Return the clauses that an action breaks; a card's text goes by what the card does."""
    cards = position.data.cards
    found = confirms(_world(position.data), position, action)
    named = [(clause, cards.get(clause.removeprefix("CARD "))) for clause in found]
    return {
        f"CARD {card.effect.use}" if card is not None and card.effect is not None else clause
        for clause, card in named
    }


_by = Variety(values, _broken).mutator

MUTATORS: tuple[Mutator, ...] = (
    _by("SEED 註1", a.Bid),
    _by("SEED 增援2", a.Place),
    _by("SEED 增援4", a.Place),
    _by("SEED 撤離1", a.Withdraw),
    _by("SEED 撤離1", a.Withdraw, a.Place, a.EndTurn),
    _by("SEED 流程2", a.Pass),
    _by("SEED 攻擊1", a.Fire, field="target"),
    _by("SEED 攻擊2", a.Roll, a.Move, a.Pass, *_LOSSES),
    _by("SEED 移動3", a.Move),
    _by("SEED 損傷1", a.Spend),
    _by("SEED 損傷1", a.Eliminate),
    _by("SEED 損傷1", a.CloseLosses),
    _by("SEED 損傷3", a.CloseLosses, *_LOSSES),
    _by("CARD bombard", a.Play),
    _by("CARD snipe", a.Play),
    _by("CARD mines", a.Play),
    _by("CARD unspent", a.Play),
)
