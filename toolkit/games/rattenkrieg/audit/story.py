"""What a narrator keeps while it tells a game: where it is, and a decision that is not whole yet.

The position is the referee's and moves on with every action that is yielded, so what a drag means is asked
where it stands.  A key that needs a second one (a march and its card, a bombardment and its target) is held
until the next decision begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Place, Step, Told
from toolkit.games.rattenkrieg.audit.vocabulary import strip_of
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.moments import Due, due
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.readings import owner_of
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.rulings import Rulings

T = TypeVar("T")

SIDES = {side.id: side for side in Side}


@dataclass(frozen=True, slots=True)
class Done:
    """An action, the steps that show it, and who did it.

    Attributes
    ----------
    others : tuple of Action
        What the same steps can mean as well, or still become where the log ends: an action is illegal only
        where all of these are.
    doubt : str
        Why nobody can be blamed for it, "" where nothing stands against that.
    guessed : bool
        Whether that is a guess, which other readings of its step may settle.
    astray : bool
        Whether it is nothing that play was about: what is done by it is seen on the table only.
    """

    action: Action
    steps: tuple[int, ...]
    actor: Actor
    others: tuple[Action, ...] = ()
    doubt: str = ""
    guessed: bool = False
    astray: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A decision that may not be complete yet.

    Attributes
    ----------
    kind : str
        ``activate``, ``move``, ``attack``, ``defend``, ``retreat``, ``event``, ``pay``, ``replenish``,
        ``end``.
    unit, origin, area : str
        Who, from where, where to.
    card, use, target, drawn, taken, named : str
        Of an event; `card` also of a price paid.
    with_t34 : bool
        Whether the T-34 goes along.
    attacks : bool
        Whether the unit's key said that it attacks.
    waived : bool
        Whether the T-34's key said that it gives no support.
    down : bool
        Whether the unit was turned face-down for its retreat.
    leaves : bool
        Whether the acting unit leaves a fight without the key of a retreat (8.11).
    """

    kind: str
    steps: tuple[int, ...]
    actor: Actor
    unit: str = ""
    origin: str = ""
    area: str = ""
    card: str = ""
    use: str = ""
    target: str = ""
    drawn: str = ""
    taken: str = ""
    named: str = ""
    with_t34: bool = False
    attacks: bool = False
    waived: bool = False
    down: bool = False
    leaves: bool = False


Finish = Callable[["Story", Held], Iterator[Done]]
"""How a held decision becomes actions."""

Word = Callable[["Story", Step, Told], Iterator[Done]]
"""What a word that a piece wrote says to have been done."""


class Story:
    """A game that is being told.

    Parameters
    ----------
    position : Position
        Kept by the referee.
    steps : sequence of Step
        All of them: what becomes of a card shows later.
    sides : mapping of str to str
        The module's names of the sides → ids.
    cards : mapping of str to Place
        Where cards lie on the table; kept by the referee.
    finish : mapping of str to Finish
        By kind of decision.
    deck : sequence of str
        The deck from its bottom, as the table had it before the first step.

    Attributes
    ----------
    at : int
        Place of the step that is told.
    held : Held or None
    turned_up : bool
        Whether all units were turned up since the last player turn.
    back : tuple of Held
        A move and its taking back, the latest ones of this player turn.
    turn_known : bool
        Whether it is known whose player turn it is.
    midway : bool
        Whether the player turn is one that the log begins in the middle of.
    guess : str
        What was guessed in this player turn and is not shown, "" for nothing.
    turns_units : bool
        Whether anybody ever turns a unit over, or says by a key whose turn it is.
    activating : frozenset of Side
        Who presses the key of units that act.
    prepaid : set of str
        Cards that were counted to a move before the step in which they are laid down.
    given_back : frozenset of str
        Cards of the latest attack that go home because the defender folded.
    early : mapping of str to bool
        A unit that was turned over right before the drag by which it acts.
    readings : int
        In how many ways the step that is told may be meant, as far as it was asked.
    """

    def __init__(
        self,
        position: Position,
        steps: Sequence[Step],
        sides: Mapping[str, str],
        cards: Mapping[str, Place],
        *,
        finish: Mapping[str, Finish],
        deck: Sequence[str] = (),
    ) -> None:
        self.position = position
        self.steps = steps
        self.sides = sides
        self.cards = cards
        self.deck = tuple(deck)
        self.at = 0
        self.held: Held | None = None
        self.turned_up = False
        self.turn_known = True
        self.midway = False
        self.guess = ""
        self.back: tuple[Held, ...] = ()
        self.prepaid: set[str] = set()
        self.given_back: frozenset[str] = frozenset()
        self.early: Mapping[str, bool] = {}
        self._pick, self.readings = 0, 1
        self._words = frozenset(one.act for step in steps for one in step.told)
        named = self.says("activate", "pass", "end", "replenish")
        self.turns_units = named or any(step.turned for step in steps)
        self._finish = finish
        acting = (one.counter for step in steps for one in step.told if one.act == "activate")
        self.activating = frozenset(side for unit in acting if (side := self.side_of(unit)) is not None)

    def fork(self, position: Position, cards: Mapping[str, Place]) -> Story:
        """Return the same story for another position; neither changes the other one."""
        other = copy(self)
        other.position, other.cards, other.prepaid = position, cards, set(self.prepaid)
        return other

    def begin(self, at: int, pick: int) -> None:
        """Go to a step; `pick` says what is taken where it has to be guessed, 0 the likeliest."""
        self.at, self._pick, self.readings = at, pick, 1

    def pick(self, likely: Sequence[T]) -> T:
        """Return one of the things that a step may show, the likeliest of which comes first."""
        self._pick, place = divmod(self._pick, len(likely))
        self.readings *= len(likely)
        return likely[place]

    @property
    def step(self) -> Step:
        """The step that is told, the last one when the log has ended."""
        return self.steps[min(self.at, len(self.steps) - 1)]

    # -- asking ------------------------------------------------------------------------------------

    @property
    def rulings(self) -> Rulings:
        """Rulings that take the readings in force."""
        return Rulings(self.position.data.points)

    def due(self) -> Due:
        """Return what the position waits for."""
        return due(self.position, self.rulings)

    def side_of(self, unit: str) -> Side | None:
        """Return whose a unit is."""
        kind = self.position.data.units.get(unit)
        return None if kind is None else kind.side

    def side_named(self, name: str) -> Side | None:
        """Return the side that the module calls so."""
        return SIDES.get(self.sides.get(name, name))

    def holder(self, step: Step, card: str) -> Side | None:
        """Return whose card it is: by where it lay, else by who holds it in the position."""
        for shift in step.shifts:
            if shift.counter == card:
                if shift.origin.hand in SIDES:
                    return SIDES[shift.origin.hand]
                if strip_of(shift.origin):
                    return self.side_of(strip_of(shift.origin))
        battle = self.position.battle
        for played in () if battle is None else battle.cards:
            if played.card == card:
                return played.side
        return self.owner(card)

    def owner(self, card: str) -> Side | None:
        """Return who holds a card in hand or as a step."""
        return owner_of(self.position, card)

    def by(self, told: Told, fallback: Side | None) -> Actor:
        """Return who did it: as the piece says, else the side that it falls to."""
        side = self.sides.get(told.by, told.by)
        if side in SIDES:
            return Actor(side, Known.DECLARED)
        return Actor(None if fallback is None else fallback.id, Known.INFERRED)

    def says(self, *words: str) -> bool:
        """Return whether a key says one of these words anywhere in the log."""
        return not self._words.isdisjoint(words)

    def ahead(self) -> Iterator[Step]:
        """Yield the step that is told and those after it."""
        return islice(self.steps, self.at, None)

    # -- telling -----------------------------------------------------------------------------------

    def one(self, step: Step, actor: Actor, action: Action) -> Iterator[Done]:
        """Yield an action that one step shows."""
        yield Done(action, (step.number,), actor)

    def implied(self, step: Step, action: Action, side: Side | None = None) -> Done:
        """Return an action that goes without saying."""
        return Done(action, (step.number,), Actor(None if side is None else side.id, Known.INFERRED))

    def hold(self, step: Step, kind: str, actor: Actor, **facts: Any) -> None:
        """Keep a decision until it is whole."""
        self.held = Held(kind, (step.number,), actor, **facts)

    def add(self, step: Step, **facts: Any) -> None:
        """Add to the held decision what another step shows of it."""
        assert self.held is not None
        self.held = replace(self.held, steps=(*self.held.steps, step.number), **facts)

    def flush(self) -> Iterator[Done]:
        """Yield the held decision as it is."""
        held, self.held = self.held, None
        if held is not None:
            yield from self._finish[held.kind](self, held)
