"""Chits of the random player: which go into the cup, now and then against the numbers."""

from __future__ import annotations

import random
from dataclasses import dataclass

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.activation import GERMANS
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.player.temper import Temper
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.selection import GROUPS, SPECIAL, limit
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses chits for one side."""

    position: Position
    rulings: Rulings
    rng: random.Random
    temper: Temper

    def choice(self, owner: Owner, kept: str | None) -> a.Choose:
        """Return a player's chits for the turn; `kept` is the one to be used at once (16.0(1))."""
        # A free chit on top of the numbers is none of the chosen (U-46).
        extra = kept if kept is not None and self.rulings.says("U-46", "extra") else None
        chits = [chit for group in GROUPS[owner] for chit in self._of_group(group, extra)]
        return a.Choose(owner, tuple(sorted(chit for chit in chits if chit != kept)))

    def _of_group(self, group: str, extra: str | None) -> list[str]:
        known, rng = self.position.data.chits, self.rng
        pool = sorted(chit for chit, kind in known.items() if kind.group == group and chit != extra)
        wrong = rng.random() < self.temper.carelessness
        if group == SPECIAL:
            ready = self.rulings.says("U-07", "compulsory") or rng.random() < 0.85
            return rng.sample(pool, 2 if wrong else 1 if ready else 0)
        number = limit(self.position, group) + (rng.choice((-1, 1)) if wrong else 0)
        # Chits of headquarters on the map first; the others fill the number where it has to be full.
        rng.shuffle(pool)
        pool.sort(key=lambda chit: _absent(self.position, chit))
        return pool[: max(0, number)]


def _absent(position: Position, chit: str) -> bool:
    kind = position.data.chits[chit]
    return kind.order == "activate" and (kind.hq is None or position.hex_of[kind.hq] == OFF_MAP)


def activation(position: Position, rng: random.Random) -> a.Activate | None:
    """Return the activation that the chit in play allows, None when its headquarters is not there."""
    chit = position.data.chits[position.command.chit]
    if chit.order == "stavka":
        there = [u for u in position.on_map(Owner.SOVIET) if position.data.units[u].headquarters]
        return a.Activate(rng.choice(there)) if there else None
    if chit.hq is None or position.hex_of[chit.hq] == OFF_MAP:
        return None
    return a.Activate(chit.hq, _germans(position, chit.hq, rng))


def _germans(position: Position, hq: int, rng: random.Random) -> tuple[int, ...]:
    units = position.data.units
    if not units[hq].allied:
        return ()
    ring = position.data.board.distances(position.hex_of[hq])
    german = [u for u in position.on_map(Owner.AXIS) if units[u].german and not units[u].headquarters]
    near = [u for u in german if ring[position.hex_of[u]] <= units[hq].command_range]
    return tuple(sorted(rng.sample(near, min(len(near), rng.randint(0, GERMANS)))))
