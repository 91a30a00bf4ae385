"""A game of Storm at one moment: everything the rules need to know."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from toolkit.games.storm.rules.control import ALL, PASSING, holder
from toolkit.games.storm.rules.data import RulesData
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.shapes import DERIVED, GIVEN, Bag, By, State

OFF_MAP = ""
ELIMINATED = "eliminated"
WITHDRAWN = "withdrawn"


class Phase(StrEnum):
    """The parts of a turn (SEED 流程)."""

    PREPARATION = "preparation"
    DRAW = "draw"
    IMPULSES = "impulses"
    HANDS = "hands"
    ARRIVALS = "arrivals"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid for an own act that is still to come, and what was paid for it."""

    card: str
    paid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """A fire that was declared and not rolled yet.

    Attributes
    ----------
    side : Side
        Who fires.
    units : tuple of str
        () for a bombardment by a card.
    start : str
        Where they fire from, "" for a bombardment.
    pool : tuple of str
        The units fired on.
    card : str
        The card of a bombardment.
    bonus : int
        What cards add to the attack, less what they take off.
    bare : bool
        Whether a card takes the terrain away.
    factor, dug : int
        What cards do to the terrain, and add to the defence.
    allots : bool
        Whether a card lets the attacker allot.
    cards : tuple of str
        Cards played on it, by both sides.
    """

    side: Side
    units: tuple[str, ...]
    start: str
    target: str
    pool: tuple[str, ...]
    card: str = ""
    bonus: int = 0
    bare: bool = False
    factor: int = 1
    dug: int = 0
    allots: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Toll:
    """Loss points that are being allotted.

    Attributes
    ----------
    victim : Side
        Whose units suffer.
    pool : tuple of str
        The units that can take points.
    area : str
        Where they were.
    attack, defence, terrain : int
        Totals, the terrain apart; the points of a sniper or of mines stand as the attack.
    bare : bool
        Whether the terrain is lost whoever controls the area.
    mixed : bool
        Whether an enemy of theirs stood in the area at the roll (St-31).
    held : int
        Control of the area at the roll, as in `Position.held`.
    rolled : bool
        Whether there was a roll.
    spared : int
        Points that cards took off.
    paid : int
        Points allotted so far.
    retreats : tuple of (str, str)
        Unit and the area it retreated into first, in order.
    cards : tuple of str
        Cards played on it so far, by both sides.
    """

    victim: Side
    allotter: Side
    pool: tuple[str, ...]
    area: str
    attack: int
    defence: int = 0
    terrain: int = 0
    bare: bool = True
    mixed: bool = False
    held: int = 0
    rolled: bool = False
    spared: int = 0
    paid: int = 0
    retreats: tuple[tuple[str, str], ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JustDone:
    """The move or fire that was just done: cards may still answer it.

    Attributes
    ----------
    path : tuple of str
        () for a fire.
    goal : str
        Where the move ended, or the area fired on.
    overrun : bool
        Whether a card lets the group fire from where it went.
    cards : tuple of str
        Cards played with it.
    """

    side: Side
    units: tuple[str, ...]
    start: str
    path: tuple[str, ...] = ()
    goal: str = ""
    overrun: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """Cards that a side still draws by a card."""

    side: Side
    count: int
    card: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A card without machine meaning: whose, which, and whether it is or joins the player's own act."""

    side: Side
    card: str
    act: bool


@dataclass(slots=True, eq=False)
class Position:
    """A game at one moment.

    Changing methods trust their caller; ``game.check`` judges.  Areas in which one side's units stand alone
    are its own, unless `held` says otherwise.

    Attributes
    ----------
    last : Side or None
        Who had the last impulse of this turn.
    passes : int
        How many passes in a row the last impulses were.
    out : frozenset of Side
        Who has passed in this turn (St-6).
    where : dict of str to str
        Unit → area, or ``OFF_MAP`` before it arrives, ``ELIMINATED``, ``WITHDRAWN``.
    held : dict of str to int
        Area → control under each reading of St-21 and St-14, a bit each (``control.bits``).
    markers : set of (str, Side)
        Fire markers: area and who fired out of it.
    hands, decks, piles : pair of list of str
        By side; the next card of a deck is its last.
    target : int
        Victory areas the Soviets need by the bids; 0 where none were opened.
    drawn : tuple of int
        Cards each side has drawn in this draw, or refill.
    done : JustDone or None
        The last impulse's move or fire; until the next impulse.
    foreign : Foreign or None
        A card without machine meaning that was played in this impulse.
    gone : frozenset of str
        Black units for which a unit withdrew.
    """

    data: RulesData = field(metadata=GIVEN)
    turn: int = 1
    phase: Phase = Phase.PREPARATION
    last: Side | None = None
    passes: int = 0
    out: frozenset[Side] = frozenset()
    where: dict[str, str] = field(default_factory=dict)
    spent: set[str] = field(default_factory=set)
    held: dict[str, int] = field(default_factory=dict)
    markers: set[tuple[str, Side]] = field(default_factory=set)
    hands: Annotated[tuple[Bag, Bag], By(Side)] = field(default_factory=lambda: ([], []))
    decks: Annotated[tuple[list[str], list[str]], By(Side)] = field(default_factory=lambda: ([], []))
    piles: Annotated[tuple[Bag, Bag], By(Side)] = field(default_factory=lambda: ([], []))
    bids: dict[Side, int] = field(default_factory=dict)
    target: int = 0
    drawn: tuple[int, int] = (0, 0)
    laid: tuple[Laid, ...] = ()
    shot: Shot | None = None
    toll: Toll | None = None
    owed: Owed | None = None
    done: JustDone | None = None
    foreign: Foreign | None = None
    gone: frozenset[str] = frozenset()
    winner: Side | None = None
    _stacks: dict[str, tuple[list[str], list[str]]] = field(init=False, metadata=DERIVED)

    def __post_init__(self) -> None:
        """Put the units where they are said to be, let control follow, and then take what is said of it."""
        placed, said = self.where, self.held
        self.where = dict.fromkeys(self.data.units, OFF_MAP)
        self.held = {area.id: ALL * area.owner for area in self.data.areas.values()}
        self._stacks = {area: ([], []) for area in self.data.areas}
        for unit, area in placed.items():
            self.put(unit, area)
        self.held.update(said)

    # Asking ------------------------------------------------------------------------------------

    def side(self, unit: str) -> Side:
        """Return whose unit it is.  Raises KeyError for a unit that the game does not have."""
        return self.data.units[unit].side

    def on_map(self, unit: str) -> bool:
        """Return whether a unit stands in an area or a ferry box."""
        return self.where.get(unit) in self.data.areas

    def units_in(self, area: str, side: Side) -> list[str]:
        """Return a side's units in an area or box, in the order of the sheet; not to be changed."""
        return self._stacks[area][side]

    def defence(self, unit: str) -> int:
        """Return the defence on the face that a unit shows."""
        values = self.data.units[unit]
        return values.spent if unit in self.spent else values.defence

    def control(self, area: str) -> Side:
        """Return who controls an area under the proposed reading."""
        return Side(self.held[area] & 1)

    def place_of(self, card: str) -> str:
        """Return ``"hand"``, ``"deck"`` or ``"pile"``; "" for a card that is nowhere."""
        known = self.data.cards.get(card)
        if known is None:
            return ""
        places = {"hand": self.hands, "deck": self.decks, "pile": self.piles}
        return next((name for name, found in places.items() if card in found[known.side]), "")

    # Changing ----------------------------------------------------------------------------------

    def put(self, unit: str, area: str, readings: int = ALL) -> None:
        """Move a unit to an area, or off the map, and let control follow under these readings."""
        self.put_together((unit,), area, readings)

    def put_together(self, units: Sequence[str], area: str, readings: int = ALL) -> None:
        """Move units at once: none of them is left behind by the others; one named twice moves once."""
        units = tuple(dict.fromkeys(units))
        left = dict.fromkeys(self.where[unit] for unit in units)
        for unit in units:
            if self.where[unit] in self._stacks:
                self._stacks[self.where[unit]][self.side(unit)].remove(unit)
            self.where[unit] = area
        for start in left:
            if start in self._stacks:
                self.settle(start)
        if area not in self._stacks:
            self.spent.difference_update(units)
            return
        for unit in units:
            insort(self._stacks[area][self.side(unit)], unit, key=self.data.order.__getitem__)
        self.settle(area, readings)

    def settle(self, area: str, readings: int = ALL) -> None:
        """Let control of an area follow who stands there alone; ferry boxes never change hands."""
        if area in self.data.ferries:
            return
        german, soviet = self._stacks[area]
        side = holder(len(german), len(soviet))
        if side is not None:
            self._give(area, side, readings)

    def go_through(self, area: str, side: Side) -> None:
        """Let units of a side pass: alone they take an area, and so do those left alone (St-21)."""
        counts = [len(there) for there in self._stacks[area]]
        counts[side] += 1
        if area not in self.data.ferries and holder(*counts) is side:
            self._give(area, side, PASSING["yes"])
        self.settle(area, PASSING["yes"])

    def _give(self, area: str, side: Side, readings: int) -> None:
        self.held[area] = self.held[area] | readings if side else self.held[area] & ~readings

    def pile(self, cards: Iterable[str], side: Side) -> None:
        """Lay cards of a side on its pile, wherever they are."""
        for card in cards:
            for place in (self.hands[side], self.decks[side]):
                if card in place:
                    place.remove(card)
                    self.piles[side].append(card)

    # Values ------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """Return an independent position."""
        return STATE.copy(self)

    def key(self) -> tuple[object, ...]:
        """Return a hashable value, equal for equal positions; only in decks the order of cards counts."""
        return STATE.key(self)


STATE = State(Position)
