"""What a narrator keeps while it tells a game: the table, and decisions that are not whole yet.

The position is the referee's and moves on with every action that is yielded, so what a drag means is asked
where it stands.  A decision that takes several keys or drags (a group that moves, a fire with its target, a
card with its price) is held until something comes that cannot belong to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Laid, Place, Shift, Step, Told
from toolkit.games.storm.audit.vocabulary import CONSEQUENCES, thrown, where
from toolkit.games.storm.rules.actions import Action, Discard
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

SIDES: Mapping[str, Side] = {side.id: side for side in Side}
_IMPULSE = ("move", "ferry", "fire", "loss_spend", "loss_retreat", "loss_drive", "loss_eliminate")
_SOON = 5
_CORRECTING = ("turn", "loss_", "withdraw")
_RESTORING = (Use.RALLY, Use.REPLACE, Use.UNSPENT)
_AHEAD = 12
"""Steps that a player may take from a drag to its key, or back."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action, the steps that show it, and who did it.

    Attributes
    ----------
    others : iterable of Action
        What the same steps can mean as well, or still become where the log ends: an action is illegal only
        where all of these are.  Asked for once, and only where the action itself is not legal.
    doubt : str
        What the log does not show of it, where that makes any verdict a guess; "" for nothing.
    excuse : str
        What the log does not show of what came before, where that may make it legal; "" for nothing.
    in_vain : bool
        Whether the players go on as if it had not been done.
    """

    action: Action
    steps: tuple[int, ...]
    actor: Actor
    others: Iterable[Action] = ()
    doubt: str = ""
    excuse: str = ""
    in_vain: bool = False


@dataclass(slots=True)
class Table:
    """Where everything lies before the step that is told; kept by the referee.

    `decks` are those that the log begins with.
    """

    units: dict[str, Place]
    cards: dict[str, Place]
    markers: dict[str, Place]
    down: set[str]
    values: dict[str, dict[str, str]]
    properties: dict[str, str]
    turn: tuple[int, str]
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, laid: Laid) -> Table:
        """Return a table as a log begins with it."""
        values = {counter: dict(known) for counter, known in laid.values.items()}
        return cls(
            dict(laid.units), dict(laid.cards), dict(laid.markers), set(laid.down), values,
            dict(laid.properties), laid.turn, laid.decks,
        )  # fmt: skip

    def take(self, step: Step) -> None:
        """Go on to the table after a step."""
        for shift in step.shifts:
            kind = {"unit": self.units, "card": self.cards}.get(shift.kind, self.markers)
            kind[shift.counter] = shift.target
        for unit, down in step.turned.items():
            (self.down.add if down else self.down.discard)(unit)
        for counter, values in step.noted.items():
            self.values.setdefault(counter, {}).update(values)
        self.properties.update(step.settings)
        if step.turn is not None:
            self.turn = step.turn

    def value(self, counter: str, name: str) -> str:
        """Return what a piece says, "" for nothing."""
        return self.values.get(counter, {}).get(name, "")


@dataclass(frozen=True, slots=True)
class Held:
    """A decision that may not be complete yet; the kinds stand with their words."""

    steps: tuple[int, ...]
    actor: Actor

    @property
    def waiting(self) -> Collection[str]:
        """Units that the decision is about and that are still to be dragged."""
        return ()


Finish = Callable[["Story", Held], Iterator[Done]]
"""How a held decision becomes actions."""

Word = Callable[["Story", Step, Told], Iterator[Done]]
"""What a word that a piece wrote says to have been done."""


@dataclass(slots=True)
class Story:
    """A game that is being told.

    Attributes
    ----------
    position : Position
        Kept by the referee.
    steps : sequence of Step
        All of them: what becomes of a piece shows later.
    names : mapping of str to str
        What the module calls sides and areas → ids.
    table : Table
        Kept by the referee.
    at : int
        Place of the step that is told.
    taken : set of str
        Counters whose drag in this step belongs to what was told.
    called_off : tuple of int
        The steps of a fire that is taken back in this step, before its dice.
    unexplained : set of str
        Units that were dragged in this step for losses that nothing shows: they only lie elsewhere now.
    prepaid : list of str
        Cards and units that were paid before the card that they are paid for.
    fires_by_key : bool
        Whether fires are declared by keys, and never by the toolbar's dice: units turned over do not fire.
    diceless : bool
        Whether players press no keys of units, lose several, and show no dice: they throw them elsewhere.
    own_hands : bool
        Whether both players are seen to press the keys of their own units.
    two_hands : bool
        Whether the log names more than one player who drags: whose hand plays a card then counts.
    silent : frozenset of Side
        Players whose passes are not shown.
    doubted : bool
        Whether nothing shows what the fire that is not rolled yet was aimed at.
    harmed : Side or None
        Whose units suffer from a fire of which nothing shows who fired, or on what.
    exposed : frozenset of str
        Units that may take points of the last fire, where nothing shows how many, or whether they were hit.
    loose : set of (int, str, Side)
        Turns, areas and sides whose fire marker may lie there or not: a fire out of there is guessed.
    vacant : mapping of str to int
        Empty areas with their control where a log begins in which looking under a unit may have turned it.
    vague : bool
        Whether the points of the last fire hang on a guess.
    cheaper : bool
        Whether units that suffered from the last fire may have cost fewer points than they seem to.
    played : bool
        Whether any card was played so far.
    opening : bool
        Whether the log begins in the impulses and nothing shows who had the last one.
    latest : int
        Place of the step in which the last impulse began.
    foreseen : set of (int, str)
        Steps and counters whose drag or turning over there was told already, where it belongs.
    """

    position: Position
    steps: Sequence[Step]
    names: Mapping[str, str]
    table: Table
    finish: Mapping[type[Held], Finish]
    at: int = 0
    held: Held | None = None
    taken: set[str] = field(default_factory=set)
    unexplained: set[str] = field(default_factory=set)
    called_off: tuple[int, ...] = ()
    prepaid: list[str] = field(default_factory=list)
    fires_by_key: bool = False
    diceless: bool = False
    own_hands: bool = False
    two_hands: bool = False
    silent: frozenset[Side] = frozenset()
    doubted: bool = False
    harmed: Side | None = None
    exposed: frozenset[str] = frozenset()
    loose: set[tuple[int, str, Side]] = field(default_factory=set)
    vacant: Mapping[str, int] = field(default_factory=dict)
    vague: bool = False
    cheaper: bool = False
    played: bool = False
    opening: bool = False
    latest: int = 0
    foreseen: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        told = [one for step in self.steps for one in step.told]
        self.silent = frozenset(side for side in Side if self._passes_silently(side, told))
        by_toolbar = any(thrown(step) and not step.told for step in self.steps)
        rolled = any(map(thrown, self.steps)) or any(one.act == "roll" for one in told)
        shifts = (shift for step in self.steps for shift in step.shifts if shift.origin.area)
        lost = sum(where(shift.target) == ELIMINATED for shift in shifts)
        self.diceless = len(self.silent) == len(Side) and lost > 1 and not rolled
        by_key = any(one.act in ("fire", "declare") for one in told)
        self.fires_by_key = by_key and not (by_toolbar or self.diceless)
        self.own_hands = self._each_for_himself(told)
        hands = {shift.actor.side for step in self.steps for shift in step.shifts if shift.actor is not None}
        self.two_hands = len(hands) > 1

    def _passes_silently(self, side: Side, told: Sequence[Told]) -> bool:
        """Return whether a side's passes are not shown: it never presses the key, nor others of impulses.

        Who uses the keys passes by one as well, unless turns have ended again and again without it.
        """
        desk = f"{side.id}-desk"
        if any(one.act == "pass" and one.counter == desk for one in told):
            return False
        ended = sum(one.act == "end_phase" for one in told)
        if ended > 1:
            return True
        pressed = any(one.act in _IMPULSE and self.side_of(one.counter) is side for one in told)
        # A turn that ends before anybody does anything shows no key of an impulse.  The pass stands beside
        # the keys for cards and the one that ends the turn: who uses those and drags nothing uses it too.
        by_desk = ended > 0 and any(one.counter == desk for one in told) and not self._drags(side)
        return not (pressed or by_desk)

    def _drags(self, side: Side) -> bool:
        """Return whether units of a side are dragged over the map, or turned over, without a key."""
        for step in self.steps:
            spoken = {one.counter for one in step.told}
            by_hand = {shift.counter for shift in step.shifts if shift.origin.area} | step.turned.keys()
            if any(self.side_of(unit) is side for unit in by_hand - spoken):
                return True
        return False

    def _each_for_himself(self, told: Sequence[Told]) -> bool:
        """Return whether both players are seen to press the keys of their own units.

        Players who handle each other's pieces are not asked who pressed.  What a key does with other units
        than its own is no handling: whoever ends the turn makes all of them fresh.
        """
        own: dict[Side, int] = dict.fromkeys(Side, 0)
        others = 0
        for one in told:
            owner, by = self.side_of(one.counter), self.side_named(one.by)
            decides = one.kind == "unit" and one.act not in CONSEQUENCES
            if decides and owner is not None and by is not None:
                own[owner] += owner is by
                others += owner is not by
        return all(own.values()) and 4 * others <= sum(own.values())

    # -- asking ------------------------------------------------------------------------------------

    @property
    def rulings(self) -> Rulings:
        """Rulings that take the readings in force."""
        return Rulings(self.position.data.points)

    def side_of(self, unit: str) -> Side | None:
        """Return whose a unit is."""
        known = self.position.data.units.get(unit)
        return None if known is None else known.side

    def side_named(self, name: str) -> Side | None:
        """Return the side that the module calls so."""
        return SIDES.get(self.names.get(name, name))

    def area_named(self, name: str) -> str:
        """Return the area that the module calls so; the name itself where there is none."""
        return self.names.get(name, name)

    def by(self, told: Told, fallback: Side | None) -> Actor:
        """Return who did it: as the piece says, else the side that it falls to."""
        side = self.side_named(told.by)
        if side is not None:
            return Actor(side.id, Known.DECLARED)
        return Actor(None if fallback is None else fallback.id, Known.INFERRED)

    def ahead(self) -> Iterator[Step]:
        """Yield the steps after the one that is told."""
        return islice(self.steps, self.at + 1, None)

    def next_word(self, unit: str) -> str:
        """Return the word that a unit writes within the next few steps, "" for none."""
        near = islice(self.ahead(), _AHEAD)
        return next((one.act for step in near for one in step.told if one.counter == unit), "")

    def comes_back(self, unit: str, area: str) -> bool:
        """Return whether a unit that left the map is soon put back where it was: it never left."""
        for step in self._at_once():
            for shift in step.shifts:
                if shift.counter == unit:
                    if shift.target.area == area:
                        self.foreseen.add((step.number, unit))
                    return shift.target.area == area
        return False

    def turned_back(self, unit: str) -> bool:
        """Return whether a unit that was turned over is soon turned back, and nothing was done with it."""
        for step in self._at_once():
            if any(shift.counter == unit for shift in step.shifts):
                return False
            if unit in step.turned:
                return not step.turned[unit]
        return False

    def leaves_again(self, unit: str) -> bool:
        """Return whether a unit that was set down on the map soon goes back to where it lay beside it."""
        for step in self._at_once():
            for shift in step.shifts:
                if shift.counter == unit:
                    if not shift.target.area:
                        self.foreseen.add((step.number, unit))
                    return not shift.target.area
        return False

    def is_dragged_soon(self, unit: str) -> bool:
        """Return whether a unit comes to lie elsewhere within the next few steps."""
        return any(shift.counter == unit for step in islice(self.ahead(), _AHEAD) for shift in step.shifts)

    @property
    def goes_on(self) -> bool:
        """Whether the decision that is held is carried out soon, whatever is done in between."""
        return self.held is not None and any(map(self.is_dragged_soon, self.held.waiting))

    def is_placed_soon(self, unit: str) -> bool:
        """Return whether a unit that left the game is soon set down on the map."""
        return any(shift.counter == unit and shift.target.area for s in self._at_once() for shift in s.shifts)

    def taken_again(self, card: str) -> bool:
        """Return whether a card that leaves the hand is soon taken back into it: it was only shown."""
        for step in self._at_once():
            if any(shift.counter == card and shift.target.hand for shift in step.shifts):
                self.foreseen.add((step.number, card))
                return True
            if thrown(step):
                return False
        return False

    def _at_once(self) -> Iterator[Step]:
        """Yield the next few steps, as far as nothing but losses and corrections is seen in them.

        A card of the side that suffers may bring a unit back or turn it up: that puts nothing right.
        """
        for step in islice(self.ahead(), _SOON):
            if step.turn is not None or not all(one.act.startswith(_CORRECTING) for one in step.told):
                return
            if any(map(self._restores, step.shifts)):
                return
            yield step

    def _restores(self, shift: Shift) -> bool:
        """Return whether a card leaves a hand that gives units back what they lost."""
        card = self.position.data.cards.get(shift.counter)
        return card is not None and bool(shift.origin.hand) and card.does(*_RESTORING)

    # -- telling -----------------------------------------------------------------------------------

    def one(self, step: Step, actor: Actor, action: Action) -> Done:
        """Return an action that one step shows."""
        return Done(action, (step.number,), actor)

    def implied(self, step: Step, action: Action, side: Side | None = None) -> Done:
        """Return an action that goes without saying."""
        return Done(action, (step.number,), Actor(None if side is None else side.id, Known.INFERRED))

    def flush(self, *, once: bool = False) -> Iterator[Done]:
        """Yield the held decision as it is; what it interrupted as well, unless only this one is meant."""
        while self.held is not None:
            held, self.held = self.held, None
            yield from self.finish[type(held)](self, held)
            if once:
                return
        prices, self.prepaid = self.prepaid, []
        for card in prices:
            known = self.position.data.cards.get(card)
            if known is not None:
                # Paid for nothing.
                actor = Actor(known.side.id, Known.INFERRED)
                yield Done(Discard(known.side, (card,)), (self.steps[self.at].number,), actor)


def joined(steps: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the steps of a decision with one more."""
    return steps if steps and steps[-1] == number else (*steps, number)
