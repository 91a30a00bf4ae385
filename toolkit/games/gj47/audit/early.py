"""What is done in an announced battle before its die is thrown (10.2(3))."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.gj47.audit.bench import NOBODY, Bench, Entry, Told
from toolkit.games.gj47.audit.fights import Fight
from toolkit.games.gj47.audit.records import Drag, FortSeen, Turned
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import battles as b
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.course import Cause
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner


def judge_early(bench: Bench, fight: Fight) -> None:
    """Judge what was done in an announced battle before its die was thrown (10.2(3))."""
    for entry, effect in zip(early(bench, fight), fight.early, strict=True):
        bench.note(entry)
        undergo(bench.position, effect)


def early(bench: Bench, fight: Fight) -> Iterator[Entry]:
    """Yield the verdict on each thing that was done before the die; the table is as the caller leaves it."""
    for effect in fight.early:
        actor = effect.actor if isinstance(effect, Drag) else NOBODY
        if isinstance(effect, FortSeen):
            action: Action = a.Lose(fight.target, Owner.SOVIET, (), effect.before - effect.after)
            told = Told((effect.at,), actor, "loss", end=fight.target, detail="fort")
        elif isinstance(effect, Drag) and effect.target >= 0:
            action = a.Retreat(fight.target, effect.unit, (effect.target,))
            told = Told(
                (effect.at,), actor, "retreat", effect.unit, start=effect.origin, end=effect.target
            )  # fmt: skip
        else:
            lost = b.steps_left(bench.position, effect.unit) if isinstance(effect, Drag) else 1
            side = bench.position.data.units[effect.unit].owner
            action = a.Lose(fight.target, side, (effect.unit,) * lost)
            told = Told((effect.at,), actor, "loss", effect.unit, end=fight.target)
        yield Entry(action, told, bench.verdict(action))


def undergo(position: Position, effect: Turned | Drag | FortSeen) -> None:
    """Let a unit or a fort be as it is shown, without counting it towards a result."""
    if isinstance(effect, FortSeen):
        position.forts[effect.hex] = effect.after
        if not effect.after:
            del position.forts[effect.hex]
    elif isinstance(effect, Turned):
        position.reduced[effect.unit] = int(effect.reduced)
    elif effect.target >= 0:
        position.place(effect.unit, effect.target)
    else:
        position.remove(effect.unit, Cause.COMBAT)
