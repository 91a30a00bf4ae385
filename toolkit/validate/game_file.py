"""A save or log as checks look at it: its table, its steps, and the module it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from toolkit.diagnostics import Place
from toolkit.validate.module_view import ModuleView
from toolkit.vassal.commands import Extension
from toolkit.vassal.events import Ignored
from toolkit.vassal.log import Log
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import BasicState


@dataclass(frozen=True, slots=True)
class Saved:
    """A piece of the table a file begins with: its id, names, slot number and place."""

    id: str
    name: str
    gpid: str
    map: str | None
    x: int
    y: int


@dataclass(eq=False)
class GameFile:
    """A save or log under test.

    Attributes
    ----------
    file : str
        What findings call it: of a set-up inside a module, the module.
    entry : str or None
        Of a set-up inside a module: its entry.
    module : ModuleView or None
        The module it was played with, where that is at hand.
    """

    log: Log
    file: str
    entry: str | None = None
    module: ModuleView | None = None

    def place(self, step: int | None = None, pointer: str | None = None) -> Place:
        """Return where something in the file is."""
        return Place(self.file, step=step, pointer=pointer, entry=self.entry)

    @cached_property
    def table(self) -> Table:
        """The table the file begins with."""
        table = Table()
        table.apply(self.log.begin)
        table.forget()
        return table

    @cached_property
    def pieces(self) -> tuple[Saved, ...]:
        """The pieces on it."""
        return tuple(self._saved(thing) for thing in self.table.counters())

    def _saved(self, thing: Thing) -> Saved:
        spot = self.table.spot(thing.id)
        gpid = BasicState.parse(thing.states[-1] if thing.states else "").gpid
        return Saved(thing.id, thing.name, gpid, spot.map, spot.x, spot.y)

    @cached_property
    def extended(self) -> bool:
        """Whether it was played with extensions: maps and slots that the module lacks may be theirs."""
        return any(isinstance(command, Extension) for command in self.log.begin)

    @cached_property
    def comparable(self) -> ModuleView | None:
        """The module, where all of it is at hand and it is the one the game was played with.

        Another name is another module; so is one that has none of the maps on which pieces lie.
        """
        own = self.log.module
        if self.module is None or not self.module.whole or self.extended:
            return None
        said = own.name if own is not None and own.name and self.entry is None else self.module.build.name
        if said.strip() != self.module.build.name.strip():
            return None
        maps = {piece.map for piece in self.pieces if piece.map is not None}
        return self.module if not maps or maps & self.module.map_names else None

    @cached_property
    def ignored(self) -> tuple[Ignored, ...]:
        """Commands of the steps that had no effect, as the table says."""
        found: list[Ignored] = []
        table = Table()
        table.apply(self.log.begin)
        for step in self.log.steps:
            found += [item for item in table.apply(step.commands, step.number) if isinstance(item, Ignored)]
            table.forget()
        return tuple(found)
