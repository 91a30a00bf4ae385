"""Everything the rules need to know of a game of Rattenkrieg at one moment.

A position is the referee's: it knows every card; ``views.seen_by`` shows what one side sees.  It holds
facts only.  What depends on an unclear point (who won a battle, who is due to do what) is worked out by the
chapters, under one reading, when it is asked for.  Where readings differ in what they remember (U13), both
are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any

from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.shapes import GIVEN, Bag, By, State

OFF_MAP = "off_map"
GONE = "gone"


class Phase(StrEnum):
    """The parts of a turn (5.0)."""

    SETUP = "set-up"
    REINFORCEMENT = "reinforcement"
    OPERATIONS = "operations"
    REPLENISHMENT = "replenishment"
    OVER = "over"


class Course(StrEnum):
    """How a player turn went: its unit acted, or did and retreated at the end (8.11), or nothing was done."""

    ACTED = "acted"
    RETREATED = "retreated"
    PASSED = "passed"
    REPLENISHED = "replenished"

    @property
    def idle(self) -> bool:
        """Whether no operation was done."""
        return self in (Course.PASSED, Course.REPLENISHED)


class Support(StrEnum):
    """Events that last beyond the moment they are played."""

    ASSAULT_GUN = "assault gun"
    ENGINEERS = "engineers"
    MOLOTOV = "molotov"
    CHUIKOV = "chuikov"


class Did(StrEnum):
    """What a player did in a battle."""

    PLAY = "play"
    RAISE = "raise"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Effect:
    """A lasting event of the acting unit: its `kind`, and how many battles had begun `before` it."""

    kind: Support
    before: int


@dataclass(frozen=True, slots=True)
class Act:
    """The unit that acts in this player turn (7.1).

    Attributes
    ----------
    with_t34 : bool
        Whether the T-34 was activated with it (8.12).
    operations : int
        How many operations were done.
    fights : tuple of int
        For each battle begun in this activation the fight it belongs to: battles in one area that follow
        each other under 8.11 are one fight.
    """

    unit: str
    with_t34: bool = False
    operations: int = 0
    effects: tuple[Effect, ...] = ()
    fights: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A card in a battle: who played it, from where (`Position.place_of`), whether it lies face-up."""

    side: Side
    card: str
    source: str
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of one unit against one (8.2), from its beginning until its damage is settled.

    Attributes
    ----------
    defender : str or None
        None until it is named.
    number : int
        Counted from 1 in this activation.
    attacker_support, defender_support : bool
        Whether the T-34 adds its strength (8.12).
    cards : tuple of Played
        In the order in which they were played since the battle began, or began anew after a tie.
    calls : tuple of (Side, Did)
        What was done since then.
    opened : frozenset of Side
        Who has turned his cards face-up (8.7).
    beaten : Side or None
        Who gave in without a comparison of cards (8.5, 8.7.4).
    """

    area: str
    attacker: str
    defender: str | None = None
    number: int = 1
    attacker_support: bool = False
    defender_support: bool = False
    cards: tuple[Played, ...] = ()
    calls: tuple[tuple[Side, Did], ...] = ()
    opened: frozenset[Side] = frozenset()
    beaten: Side | None = None

    def of(self, side: Side) -> tuple[Played, ...]:
        """Return the cards of a side, in order; the last one counts (U20)."""
        return tuple(played for played in self.cards if played.side is side)


@dataclass(frozen=True, slots=True)
class Strike:
    """A bombardment or air support whose card was just drawn (9.2, 9.3).

    Attributes
    ----------
    drawn : str
        The card that decides.
    """

    target: str
    drawn: str
    by: Side
    from_air: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """A defence whose fighting unit was just removed or has retreated (8.10).

    Attributes
    ----------
    side : Side
        Whose defence it was.
    chosen : tuple of bool
        Of those of the others that have chosen: whether they stayed (U31).
    """

    area: str
    side: Side
    chosen: tuple[bool, ...] = ()


@dataclass(slots=True, eq=False)
class Position:
    """A game at one moment.

    Changing methods trust their caller; ``game.check`` judges.  Areas in which one side's units stand alone
    are its own, unless `held` says otherwise.

    Attributes
    ----------
    turn : int
        1 to 6.
    actor : Side
        Whose player turn it is.
    courses : tuple of Course
        How the last two player turns of this phase went, the latest last.
    where : dict of str to str
        Unit → area, ``OFF_MAP`` before it arrives, ``GONE`` when it was removed.
    down : set of str
        Units that lie face-down.
    acted : set of str
        Units that were activated in this turn, the T-34 beside them as well, and whose player turn is over.
    held : pair of dict of str to Side
        Area → who controls it (3.6); the second where an isolated unit alone counts (U13).
    cut_off : pair of set of str
        Isolated units (8.10), in the same two readings.
    steps : dict of str to list of str
        Unit → its step cards (3.3).
    deck : list of str
        The next card is the last one.
    covered : dict of str to Side
        Cards of the pile that lie face-down → who knows them.
    t34_gone : int
        Turn in which the T-34 was removed, 0 while it is in play.
    act : Act or None
        The acting unit.
    readied : int
        Operations done in this player turn before a unit was activated (U49).
    strike : Strike or None
        A shot just taken; until the next action but a shuffle.
    broken : Broken or None
        A defence just broken; until the next action but retreats, isolation and a shuffle.
    served : tuple of Side
        Who has laid down or drawn cards in this replenishment phase, in the order of their first (10.1, U51).
    drew : frozenset of Side
        Who of them has drawn.
    """

    data: RulesData = field(metadata=GIVEN)
    turn: int = 1
    phase: Phase = Phase.SETUP
    actor: Side = Side.GERMAN
    courses: tuple[Course, ...] = ()
    where: dict[str, str] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    held: tuple[dict[str, Side], dict[str, Side]] = field(default_factory=lambda: ({}, {}))
    cut_off: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    steps: dict[str, Bag] = field(default_factory=dict)
    hands: Annotated[tuple[Bag, Bag], By(Side)] = field(default_factory=lambda: ([], []))
    deck: list[str] = field(default_factory=list)
    pile: Bag = field(default_factory=list)
    covered: dict[str, Side] = field(default_factory=dict)
    t34_gone: int = 0
    act: Act | None = None
    readied: int = 0
    battle: Battle | None = None
    strike: Strike | None = None
    broken: Broken | None = None
    served: tuple[Side, ...] = ()
    drew: frozenset[Side] = frozenset()
    winner: Side | None = None

    def __post_init__(self) -> None:
        """Put the units where they are said to be, let control follow, and then take what is said of it."""
        placed, said, areas = self.where, self.held, self.data.areas.items()
        start = {id: Side.SOVIET if area.owner is None else area.owner for id, area in areas}
        self.where = dict.fromkeys(self.data.units, OFF_MAP)
        self.held = (start, dict(start))
        self.steps = {unit: list(self.steps.get(unit, ())) for unit in self.data.units}
        for unit, area in placed.items():
            self.put(unit, area)
        for held, known in zip(self.held, said, strict=True):
            held.update(known)

    # Asking ------------------------------------------------------------------------------------

    def side(self, unit: str) -> Side:
        """Return whose unit it is.  Raises KeyError for a unit that the game does not have."""
        return self.data.units[unit].side

    def on_map(self, unit: str) -> bool:
        """Return whether a unit stands in an area."""
        return self.where.get(unit) in self.data.areas

    def units_in(self, area: str, side: Side | None = None) -> list[str]:
        """Return the units in an area, all of them or those of one side, in the order of the sheet."""
        units = self.data.units
        return [
            unit
            for unit, at in self.where.items()
            if at == area and (side is None or units[unit].side is side)
        ]

    def place_of(self, card: str) -> str:
        """Return where a card is: ``"deck"``, ``"pile"``, ``"battle"``, a side's id for its hand, or a unit.

        Raises
        ------
        KeyError
            For a card that is nowhere: before the first shuffle, or no card at all.
        """
        for side in Side:
            if card in self.hands[side]:
                return side.id
        for unit, cards in self.steps.items():
            if card in cards:
                return unit
        if card in self.pile:
            return "pile"
        if card in self.deck:
            return "deck"
        if self.battle is not None and any(played.card == card for played in self.battle.cards):
            return "battle"
        raise KeyError(card)

    # Changing ----------------------------------------------------------------------------------

    def put(self, unit: str, area: str) -> None:
        """Move a unit to an area, or off the map, and let control follow (3.6)."""
        left = self.where[unit]
        self.where[unit] = area
        for cut in self.cut_off:
            cut.discard(unit)
        for changed in {left, area} & self.data.areas.keys():
            self.settle(changed)

    def isolate(self, unit: str) -> None:
        """Mark a unit as isolated where it stands (8.10), and let control follow."""
        for cut in self.cut_off:
            cut.add(unit)
        if self.on_map(unit):
            self.settle(self.where[unit])

    def settle(self, area: str) -> None:
        """Let control of an area follow who stands there alone, isolated units aside (3.6, 8.10, U13)."""
        if self.data.areas[area].owner is not None:
            return
        there = self.units_in(area)
        for reading, (held, cut) in enumerate(zip(self.held, self.cut_off, strict=True)):
            sides = {self.side(unit) for unit in there if unit not in cut}
            if not sides and reading:
                sides = {self.side(unit) for unit in there}
            if len(sides) == 1:
                (held[area],) = sides
                cut.difference_update(unit for unit in there if self.side(unit) in sides)

    def take(self, card: str) -> str:
        """Take a card out of wherever it is and return where that was; see `place_of`."""
        place = self.place_of(card)
        if place == "battle":
            assert self.battle is not None
            cards = tuple(played for played in self.battle.cards if played.card != card)
            self.battle = replace(self.battle, cards=cards)
        else:
            self._cards(place).remove(card)
            self.covered.pop(card, None)
        return place

    def lay(self, card: str, known_to: Side | None = None) -> None:
        """Take a card from wherever it is and pile it, face-down when only one side knows it."""
        self.take(card)
        self.pile.append(card)
        if known_to is not None:
            self.covered[card] = known_to

    def clear_battle(self) -> None:
        """Pile the cards of a battle: open ones openly, those never opened unseen (U19)."""
        for played in self.battle.cards if self.battle is not None else ():
            self.lay(played.card, None if played.face_up else played.side)

    def break_off(self) -> None:
        """Leave what a player turn was about, whatever was still to come."""
        self.clear_battle()
        self.act = self.battle = self.strike = self.broken = None

    def give(self, card: str, place: str) -> None:
        """Take a card from wherever it is and give it to a hand (``"german"``) or a unit."""
        self.take(card)
        self._cards(place).append(card)

    def _cards(self, place: str) -> list[str]:
        if place == "deck":
            return self.deck
        if place == "pile":
            return self.pile
        return self.steps[place] if place in self.steps else self.hands[Side[place.upper()]]

    def add_operation(self, **changes: Any) -> None:
        """Count an operation of the acting unit, with what else changes about it."""
        if self.act is None:
            self.readied += 1
        else:
            self.act = replace(self.act, operations=self.act.operations + 1, **changes)

    def end_player_turn(self, course: Course, side: Side) -> None:
        """Hand the move over when `side` has acted (5.0); who was activated has had his turn (U37)."""
        if self.act is not None:
            self.acted.update((self.act.unit, self.data.tank) if self.act.with_t34 else (self.act.unit,))
        self.act = None
        self.readied = 0
        self.courses = (*self.courses, course)[-2:]
        self.actor = side.enemy

    # Values ------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """Return an independent position."""
        return STATE.copy(self)

    def key(self) -> tuple[object, ...]:
        """Return a hashable value, equal for equal positions; only in the deck the order of cards counts."""
        return STATE.key(self)


STATE = State(Position)
