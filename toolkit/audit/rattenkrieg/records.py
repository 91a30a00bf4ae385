"""What a log of Rattenkrieg tells, step by step: facts, with no thought of rules.

The words are those of ``docs/rattenkrieg_log.md``: a decision is the piece on which a key was pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from toolkit.audit.events import Actor


class Place(NamedTuple):
    """Where a piece lies: an area of the map (`area`), or a box and a spot of it; all empty elsewhere."""

    area: str = ""
    box: str = ""
    spot: str = ""

    @property
    def hand(self) -> str:
        """The side whose hand it is, else ""."""
        return self.box.removeprefix("hand-") if self.box.startswith("hand-") else ""

    @property
    def strip(self) -> str:
        """The unit whose steps lie here, else ""."""
        return self.box.removeprefix("steps-") if self.box.startswith("steps-") else ""

    @property
    def row(self) -> bool:
        """Whether cards of a battle lie here."""
        return self.box in ROWS

    @property
    def laid(self) -> bool:
        """Whether a card here is out of hands, strips and the deck: piled, or about to be."""
        return self.row or self.box in LAID


ROWS = ("battle-attacker", "battle-defender")
DECK, PILE, HIDDEN = "deck", "pile", "hidden-pile"
LAID = frozenset({PILE, HIDDEN, "event", "drawn"})
NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Told:
    """A piece that a decision wrote upon.

    Attributes
    ----------
    counter : str
        Counter id: of a unit, a card, a desk.
    kind : str
        ``"unit"``, ``"card"``, ``"desk"``.
    act : str
        The word it wrote.
    by : str
        Side of the player as the module spells it, "" where nobody wrote it.
    values : mapping of str to str
        What else the piece says now (``From``, ``Event``, ``Owner`` …).
    """

    counter: str
    kind: str
    act: str
    by: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shift:
    """A unit or card that came to lie elsewhere."""

    counter: str
    kind: str
    origin: Place
    target: Place
    actor: Actor | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """All that one step of a log shows.

    Attributes
    ----------
    number : int
        As the Step button counts.
    told : tuple of Told
        Who wrote; the decision comes first, then what it dragged along.
    shifts : tuple of Shift
    turned : mapping of str to bool
        Units that show their other face: whether it is the lower one.
    deck : tuple of str or None
        The deck from its bottom, where it was shuffled.
    settings : mapping of str to str
        Properties of the module that were written.
    turn : (int, str) or None
        Turn and phase where the tracker moved.
    isolated : mapping of str to bool
        Units whose mark of isolation was set or taken off.
    opened : tuple of str
        Cards that nobody masks any more.
    """

    number: int
    told: tuple[Told, ...] = ()
    shifts: tuple[Shift, ...] = ()
    turned: Mapping[str, bool] = field(default_factory=lambda: _NONE)
    deck: tuple[str, ...] | None = None
    settings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    turn: tuple[int, str] | None = None
    isolated: Mapping[str, bool] = field(default_factory=lambda: _NONE)
    opened: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing happened that a referee asks about."""
        shown = self.told or self.shifts or self.turned or self.settings or self.isolated or self.opened
        return not shown and self.turn is None and self.deck is None

    @property
    def dragged(self) -> bool:
        """Whether units were dragged and nothing else was done."""
        quiet = not (self.told or self.turned or self.settings) and self.turn is None
        return quiet and all(shift.kind == "unit" for shift in self.shifts)


_NONE: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Laid:
    """A table between two steps.

    Attributes
    ----------
    units : mapping of str to Place
    down, isolated : frozenset of str
    cards : mapping of str to Place
    open : frozenset of str
        Cards that nobody masks.
    deck : tuple of str
        From its bottom: the last one is drawn next.
    properties : mapping of str to str
        Of the module.
    gone_turn : int
        Turn in which the T-34 was lost, 0 while it is in play.
    turn : (int, str)
        0 and "" where the tracker shows none.
    joined : bool
        Whether the T-34 goes along with the active unit.
    """

    units: Mapping[str, Place]
    down: frozenset[str]
    isolated: frozenset[str]
    cards: Mapping[str, Place]
    open: frozenset[str]
    deck: tuple[str, ...]
    properties: Mapping[str, str]
    gone_turn: int = 0
    turn: tuple[int, str] = (0, "")
    joined: bool = False
