"""What comes next, and from whom."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from toolkit.rules.declared.battles import enemy_of, side_to
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.choices import settled
from toolkit.rules.declared.hands import deals, discards, plays
from toolkit.rules.declared.lone import escapes
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.showing import showing
from toolkit.rules.mechanisms import losses, retreats
from toolkit.rules.mechanisms.sequence import Chits
from toolkit.rules.rulings import Rulings

_TASKS = {
    "set_up": ("Place",),
    "reinforce": ("Place",),
    "replace": ("Place", "Restore"),
    "move": ("Move",),
    "fight": ("Attack", "Support", "Roll", "Advance"),
    "supply": ("Lose", "Eliminate"),
    "weather": ("Weather",),
    "draw": ("Draw",),
    "deal": ("Deal",),
    "change": ("Change",),
}


@dataclass(frozen=True, slots=True)
class Due:
    """What comes next.

    Attributes
    ----------
    sides : tuple of str
        Who decides; () when the game is over.
    actions : tuple of str
        Names of the actions that may come.
    units : tuple of str
        Units that it is about; () for any.
    clause : str
        Number of the clause that asks for it.
    """

    sides: tuple[str, ...]
    actions: tuple[str, ...]
    units: tuple[str, ...]
    clause: str


def due(position: Position, rulings: Rulings | None = None) -> Due:
    """Return what comes next under a reading, by default the proposed one."""
    if position.over:
        return Due((), (), (), position.rules.number())
    reading = rulings or settled(position)
    found = owed(position, position.battle, reading)
    if found is None or position.battle is None:
        sides = tuple(side for side in position.phase.sides if side not in position.ended)
        names = [name for task in position.phase.does for name in _TASKS[task]]
        if not sides and left(position):
            return Due(position.phase.sides, ("Draw",), (), position.number(Chits))
        # Hidden units are shown, who is caught goes, and cards are played, by whoever's they are.
        more = chain(showing(position), escapes(position), plays(position))
        names += [
            type(one).__name__ for one in chain(more, deals(position, sides), discards(position, sides))
        ]
        return Due(sides, (*dict.fromkeys(names), "End"), (), position.rules.number())
    battle, rules = position.battle, position.rules
    owner, enemy = side_to(position, battle, found.to), enemy_of(position, battle, found.to)
    if found.what == "retreat":
        by = rules.value(retreats.RetreatChoice, retreats.RetreatChoice("owner")).by
        names = ["Retreat", "Eliminate", *(["Lose"] if found.or_steps else [])]
    elif found.what == "roll":
        by, names = "owner", ["Roll"]
    else:
        by = rules.value(losses.LossChoice, losses.LossChoice("owner")).by
        names = [{"lose": "Lose", "change": "Change"}.get(found.what, "Eliminate")]
    return Due((owner if by == "owner" else enemy,), tuple(names), found.units, found.number)
