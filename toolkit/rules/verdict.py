"""What a check of one action says, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Outcome(StrEnum):
    """The five answers.

    LEGAL and ILLEGAL hold under every setting of the unclear points that the game did not fix.
    UNCLEAR: those settings disagree.  UNPROVABLE: the record does not show what the answer depends on.
    UNVERIFIED: a datum is missing, for instance a counter that the game's data does not have.
    """

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    UNPROVABLE = "unprovable"
    UNVERIFIED = "unverified"


class Basis(StrEnum):
    """What a verdict rests on beside the rules text.

    RULES: the text alone (who stands where).  SOURCED: values of map and counters that have a printed
    source.  RECONSTRUCTED: at least one of them is inferred, historical or invented.
    """

    RULES = "rules"
    SOURCED = "sourced"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One step of a way over the map.

    Attributes
    ----------
    hex : int
        Hex entered.
    halves : int
        Movement points it costs, in half points; the whole allowance for a step that takes all of it.
    reasons : tuple of str
        Why it costs that, e.g. ``("forest 2", "enters enemy ZOC +2")``.
    """

    hex: int
    halves: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """The cheapest way that was found, and what it asks for.

    Attributes
    ----------
    start : int
        Hex the way starts from.
    halves, allowance_halves : int
        Cost of the way and the unit's allowance, both in half points.
    mode : str
        ``"normal"``, ``"march"`` or ``"whole move"``.
    waived : tuple of str
        Rules that this way breaks: it would be open without them.  Empty for a legal way.
    """

    start: int
    steps: tuple[TrailStep, ...]
    halves: int
    allowance_halves: int
    mode: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Barrier:
    """What no setting lets a move through: the first of its kind on the way.

    Attributes
    ----------
    kind : str
        ``"impassable"``, ``"sea"``, ``"enemy"`` … as the game has it.
    place : str
        A hex as printed (``"0627"``), a hexside as its two hexes (``"0826/0827"``), or an area's id.
    name : str
        What the place is called, or who holds it; "" where the map has no name.
    """

    kind: str
    place: str
    name: str = ""

    def to_json(self) -> dict[str, str]:
        """Return JSON values."""
        return {"kind": self.kind, "place": self.place, "name": self.name}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer for one action.

    Attributes
    ----------
    rules : tuple of str
        Printed numbers of every broken rule, the decisive one first; empty unless ILLEGAL (or UNCLEAR:
        the rules broken under the strict settings).
    unclear : tuple of str
        Numbers of the unclear points on which the answer depends (``"U-03"``).
    reason : str
        One sentence; never read by programs.
    trail : Trail or None
        The cheapest legal way if there is one within the map, else the cheapest way that breaks the
        fewest rules; None when the verdict needs none.
    barrier : Barrier or None
        What closes the way of an illegal move; None where it is only too dear.
    """

    outcome: Outcome
    rules: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    reason: str = ""
    basis: Basis = Basis.RULES
    trail: Trail | None = None
    barrier: Barrier | None = None

    @property
    def legal(self) -> bool:
        """Whether the action is legal under every open setting."""
        return self.outcome is Outcome.LEGAL

    @property
    def decisive(self) -> str | None:
        """The decisive broken rule, if any."""
        return self.rules[0] if self.rules else None

    def unproven(self, reason: str) -> Verdict:
        """Return what is left of it where a record does not show what it rests on."""
        return replace(self, outcome=Outcome.UNPROVABLE, rules=(), unclear=(), reason=reason)
