"""Whose a piece is, where it says so: by a property, a prototype or a restriction named like a side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import Moment
from toolkit.diagnostics.words import listed
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Marker, Piece, Prototype, RestrictAccess


class Owners:
    """Whose pieces are.

    Parameters
    ----------
    sides : collection of str
        Names of sides.
    module : BuildFile, optional
        Knows the traits behind prototypes.
    """

    def __init__(self, sides: Collection[str], module: BuildFile | None = None) -> None:
        self._sides = {side.casefold(): side for side in sides if side and not side.startswith("<")}
        self._module = module
        self._known: dict[str, str | None] = {}

    def of(self, thing: Thing) -> str | None:
        """Return the side whose a piece is; None where it does not say, or names several."""
        if thing.type not in self._known:
            self._known[thing.type] = self._find(thing.piece())
        return self._known[thing.type]

    def _find(self, piece: Piece) -> str | None:
        whole = piece if self._module is None else self._module.expand(piece)
        found: set[str] = set()
        for part in (*piece.parts, *whole.parts):
            trait = part.trait
            if isinstance(trait, Marker):
                words = tuple(part.properties().values())
            elif isinstance(trait, Prototype):
                words = (trait.name,)
            elif isinstance(trait, RestrictAccess):
                words = trait.sides
            else:
                continue
            found.update(self._sides[word.casefold()] for word in words if word.casefold() in self._sides)
        return next(iter(found)) if len(found) == 1 else None


@dataclass(slots=True)
class Drags:
    """Notes who moves whose pieces.

    Attributes
    ----------
    own : dict of str to int
        Player → how often own pieces were moved.
    others : dict of (str, str) to list
        Player and the side whose the pieces are → step and name of each.
    """

    owners: Owners
    own: dict[str, int] = field(default_factory=dict)
    others: dict[tuple[str, str, str], list[tuple[int, str]]] = field(default_factory=dict)

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """Look at nothing."""

    def moment(self, table: Table, moment: Moment) -> None:
        """Note the drags of a step."""
        moves = [one for one in moment.events if isinstance(one, e.PieceMoved) and one.start != one.end]
        if len({(one.start, one.end) for one in moves}) != 1:
            # What moves from several places at once is moved by a key of the module.
            return
        for event in moves:
            if event.actor is None or event.actor.side is None or event.start.map is None:
                continue
            for id_ in event.pieces:
                thing = table.things.get(id_)
                owner = None if thing is None else self.owners.of(thing)
                if thing is None or owner is None:
                    continue
                if owner == event.actor.side:
                    self.own[event.actor.name] = self.own.get(event.actor.name, 0) + 1
                else:
                    key = (event.actor.name, event.actor.side, owner)
                    self.others.setdefault(key, []).append((moment.step, thing.name))


def drag_notices(case: Case, found: Sequence[Drags]) -> Iterator[Notice]:
    """Yield a notice for each player of a log who moved pieces of a side that another player has."""
    for history, drags in zip(case.histories, found, strict=True):
        for (name, side, owner), moved in drags.others.items():
            shown = [(step, piece) for step, piece in moved if history.stands(step)]
            if not shown or owner not in case.seated or side not in case.sides:
                continue
            pieces = listed(f"{piece or 'a piece'} (step {step})" for step, piece in shown)
            text = f"{name} ({side}) moved {owner} pieces {_times(len(shown))}: {pieces}"
            data = {"player": name, "side": side, "owner": owner, "steps": [step for step, _ in shown]}
            step = shown[0][0] if len(shown) == 1 else None
            yield notice("AUD029", history, step, text, data)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
