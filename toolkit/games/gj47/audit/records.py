"""What a log tells of a game of GJ47, sorted: facts, and the stretches of play they belong to.

A fact is what was seen, with no thought of rules.  A record holds the facts of one stretch: the choice of
chits, one chit in play, the end of a turn, or play without any chit in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from toolkit.audit.actor import Actor, Known
from toolkit.games.gj47.audit.table_state import Standing
from toolkit.games.gj47.rules.units import Owner


class Moment(NamedTuple):
    """A step of one of the logs."""

    log: int
    step: int


@dataclass(frozen=True, slots=True)
class Drag:
    """A unit that came to lie elsewhere; hexes are -1 off the map, boxes "" on it.

    `loss` is what the module noted of a unit that was taken off: a battle's number, ``"supply"`` or "".
    """

    at: Moment
    unit: int
    origin: int
    target: int
    origin_box: str
    target_box: str
    actor: Actor
    loss: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class Turned:
    """A unit that shows its other face; `loss` as in `Drag`."""

    at: Moment
    unit: int
    reduced: bool
    loss: str = ""


@dataclass(frozen=True, slots=True)
class Activated:
    """A unit that got the number of the chit in play, or lost it (0); `order`: by its own key as leader."""

    at: Moment
    unit: int
    number: int
    order: bool = False


@dataclass(frozen=True, slots=True)
class Marched:
    """A unit that is said to move in march formation, or no longer."""

    at: Moment
    unit: int
    on: bool


@dataclass(frozen=True, slots=True)
class Aimed:
    """A unit that joins a battle as attacker, or leaves it (battle 0)."""

    at: Moment
    unit: int
    battle: int


@dataclass(frozen=True, slots=True)
class BattleMarked:
    """A battle marker that was put on a hex, or taken off (-1)."""

    at: Moment
    battle: int
    hex: int
    actor: Actor


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die.

    Attributes
    ----------
    what : str
        ``"battle"``, ``"withdrawal"``, ``"axis_reinforcement"``, or "" for the common die.
    battle : int
        Number of the marker that threw it, 0 for others.
    count : int
        Which throw for the same battle it was, 1 for others.
    edited : bool
        Whether nobody threw it: a hand has changed what the die shows.
    """

    at: Moment
    value: int
    what: str = ""
    battle: int = 0
    count: int = 1
    by: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What the module's own properties say: ``Declared``, ``Mode``; or a battle's ``advance``, ``close``."""

    at: Moment
    what: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class FortSeen:
    """A fort that was placed, raised, lowered or removed.

    `act` is what the module noted (``build``, ``loss``, ``convert``), "" for drags and flips.
    """

    at: Moment
    piece: str
    hex: int
    before: int
    after: int
    act: str = ""
    loss: str = ""


@dataclass(frozen=True, slots=True)
class ControlShown:
    """A control marker in a hex: who it says holds it, None when it was taken away."""

    at: Moment
    hex: int
    owner: Owner | None


@dataclass(frozen=True, slots=True)
class ColumnSet:
    """The Soviet reinforcement number was put on another column."""

    at: Moment
    column: int


@dataclass(frozen=True, slots=True)
class Stranger:
    """A unit that the game's data does not have was moved over the map."""

    at: Moment
    name: str
    origin: int
    target: int
    actor: Actor


Fact = (
    Drag | Turned | Activated | Marched | Aimed | BattleMarked | Thrown | Said | FortSeen | ControlShown
    | ColumnSet | Stranger
)  # fmt: skip


@dataclass(slots=True)
class Record:
    """A stretch of play.

    Attributes
    ----------
    fights : set of Moment
        Steps that show combat.
    changed : dict of int to Standing
        Units that did something in it, as they stand at its end.
    """

    begin: Moment
    facts: list[Fact] = field(default_factory=list)
    fights: set[Moment] = field(default_factory=set)
    changed: dict[int, Standing] = field(default_factory=dict)
    forts: dict[int, int] | None = None


@dataclass(slots=True)
class LooseRecord(Record):
    """Play with no chit in sight, or before the first."""


@dataclass(slots=True)
class SetUpRecord(Record):
    """Units being put on the map before play; `over` when all that start there are."""

    over: bool = False


@dataclass(slots=True)
class ChoiceRecord(Record):
    """The choice of chits of one turn.

    Attributes
    ----------
    chits : dict of Owner to (list of str)
        What lay in the cup when the first chit was drawn.
    known : bool
        Whether the log shows it: chits lay in the cup when one was drawn.
    late : list of (Moment, str, Actor)
        Chits put into the cup afterwards, and by whom.
    declared : bool
        Whether the module itself drew from the cup: then what was not in it was not chosen.
    hands : dict of str to Actor
        Who put each chit into the cup.
    """

    chits: dict[Owner, list[str]] = field(default_factory=dict)
    moments: dict[Owner, Moment] = field(default_factory=dict)
    actors: dict[Owner, Actor] = field(default_factory=dict)
    known: bool = False
    late: list[tuple[Moment, str, Actor]] = field(default_factory=list)
    declared: bool = False
    hands: dict[str, Actor] = field(default_factory=dict)

    def foreign(self) -> dict[str, Owner]:
        """Return the chits that the player of the other side put into the cup, and who that was.

        Only where both players are seen to choose for themselves: one who plays both sides, or chooses for
        an absent opponent, is no stranger.
        """
        sides = {owner.id: owner for owner in Owner}
        by = {
            chit: sides[actor.side]
            for chit, actor in self.hands.items()
            if actor.known is Known.LOGGED and actor.side in sides
        }
        owners = {chit: owner for owner, chits in self.chits.items() for chit in chits}
        themselves = {owner for chit, owner in owners.items() if by.get(chit) is owner}
        if len(themselves) < len(Owner):
            return {}
        return {chit: by[chit] for chit, owner in owners.items() if by.get(chit, owner) is not owner}


@dataclass(slots=True)
class ChitRecord(Record):
    """One chit in play.

    Attributes
    ----------
    known : Known
        ``declared`` by the module's own properties, else ``inferred``.
    actor : Actor
        Who drew it.
    number : int
        What ``ActIn`` of its units shows; 0 where the module did not count.
    source : str
        Kind of the box it came from: ``"cup"``, ``"chits_hand"`` …, "" where the log does not show it.
    partial : bool
        Whether the log begins while it is in play.
    over : bool
        Whether the log shows its end.
    end : Moment or None
        The step that laid it down.
    foreign : bool
        Whether the other side's player put it into the cup.
    beside : bool
        Whether it was not in the cup, and chits of this turn were.
    """

    chit: str = ""
    known: Known = Known.INFERRED
    actor: Actor = field(default_factory=lambda: Actor(None, Known.INFERRED))
    number: int = 0
    source: str = ""
    partial: bool = False
    over: bool = False
    end: Moment | None = None
    foreign: bool = False
    beside: bool = False


@dataclass(slots=True)
class TurnRecord(Record):
    """A turn that ended; `number`: the turn that the tracker or its marker shows afterwards, `before`: that
    they showed before, `first`: what they were set to first, 0 where nobody did, `again`: what else.

    `marked` is False where only the chits that went home show it; `partial` where it was ending when the log
    began; `final` when nothing follows; `ahead`: when it was moved on with a chit in play that
    went on, and to what.
    """

    number: int = 0
    before: int = 0
    first: int = 0
    again: list[tuple[Moment, int]] = field(default_factory=list)
    marked: bool = True
    partial: bool = False
    final: bool = False
    ahead: tuple[tuple[Moment, int], ...] = ()
    actor: Actor = field(default_factory=lambda: Actor(None, Known.INFERRED))
