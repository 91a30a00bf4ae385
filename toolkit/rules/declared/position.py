"""A position of a declared game: everything the rules need, as facts that no reading of a rule changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from toolkit.rules.declared.rules import Numbered, Rules
from toolkit.rules.mechanisms.board import Board, Places
from toolkit.rules.mechanisms.cards import DECK, Lasts
from toolkit.rules.mechanisms.combat import Engagement
from toolkit.rules.mechanisms.control import Control, ControlStart
from toolkit.rules.mechanisms.forces import ABSENT, ELIMINATED, EXITED, WAITING, Unit
from toolkit.rules.mechanisms.hidden import Hidden
from toolkit.rules.mechanisms.movement import Gone
from toolkit.rules.mechanisms.sequence import Doing, NotAfter, Phase, Weather
from toolkit.rules.mechanisms.status import Status
from toolkit.rules.mechanisms.zones import Zones, zoned
from toolkit.rules.rulings import Points

T = TypeVar("T")

Answer = Literal["lose", "retreat"]
OFF_MAP = frozenset({WAITING, ELIMINATED, EXITED, ABSENT})


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice that one unit of a battle threw, and the position in which it did."""

    unit: str
    dice: tuple[int, ...]
    scene: Position


@dataclass(slots=True)
class Battle:
    """A battle of the phase.

    Attributes
    ----------
    attackers, targets : tuple of str
        As declared.
    dice : tuple of int
        () while it is not rolled.
    engagement : Engagement or None
        Who fought where with how many steps, when it was rolled.
    scene : Position or None
        The position when it was rolled, which decides strengths and supply whatever happens after it.
    answers : list of ({"lose", "retreat"}, str)
        What units did because of the result, in order: an entry for each step lost.
    passed : dict of str to tuple of (str, bool)
        Of units that retreated through enemy zones: the places there, and whether a friend stood in them.
    advanced : list of str
        Units that did.
    withdrawn : list of str
        Units that withdrew before it was rolled.
    supporters : list of str
        Units that joined it from elsewhere.
    shots : list of Shot
        What units threw, in order, where each throws dice of its own; `dice` stays ().
    cards : list of str
        Cards played in it.
    bears : list of (str, str)
        Units on which one of them is played, and its kind.
    """

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    dice: tuple[int, ...] = ()
    engagement: Engagement | None = None
    scene: Position | None = None
    answers: list[tuple[Answer, str]] = field(default_factory=list)
    passed: dict[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    advanced: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    supporters: list[str] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    bears: list[tuple[str, str]] = field(default_factory=list)
    # What the roll gave, by the readings asked about (`battles.outcome_of`).
    outcomes: list[tuple[Points, dict[str, str], Any]] = field(default_factory=list, repr=False)

    @property
    def waits(self) -> bool:
        """Whether it is declared and not decided: neither rolled nor left by all defenders."""
        return not self.dice and self.engagement is None

    @property
    def lost(self) -> Mapping[str, int]:
        """Unit → steps lost in it."""
        return Counter(unit for what, unit in self.answers if what == "lose")

    @property
    def retreated(self) -> list[str]:
        """Units that retreated, in order."""
        return [unit for what, unit in self.answers if what == "retreat"]

    def copy(self) -> Battle:
        """Return an independent battle."""
        return Battle(
            self.attackers,
            self.targets,
            self.dice,
            self.engagement,
            self.scene,
            list(self.answers),
            dict(self.passed),
            list(self.advanced),
            list(self.withdrawn),
            list(self.supporters),
            list(self.shots),
            list(self.cards),
            list(self.bears),
            self.outcomes,
        )

    def key(self) -> object:
        """Return a hashable value that is equal for equal battles."""
        moved = (tuple(sorted(self.passed.items())), tuple(self.advanced), tuple(self.withdrawn))
        shots = tuple((shot.unit, shot.dice) for shot in self.shots)
        joined = (tuple(self.supporters), shots, tuple(self.cards), tuple(self.bears))
        return (self.attackers, self.targets, self.dice, tuple(self.answers), *moved, *joined)


class Position:
    """Where everything stands.

    Attributes
    ----------
    rules : Rules
        What does not change.
    turn : int
        0 during the set-up; one more than the game has when it is over.
    where : mapping of str to str
        Unit → place, `WAITING`, `ELIMINATED` or `EXITED`; changed by `put` only.
    steps : dict of str to int
        Unit → steps left.
    control : dict of str to str
        Place → side, of the places that are held at all.
    trails : dict of str to list of str
        Of units that moved in this phase: where they began, then the places entered.
    battles : list of Battle
        Of this phase, in the order of declaration.
    current : int or None
        Index of the battle rolled last.
    replaced : list of (unit, place, what)
        Replacements and arrivals of this phase; `what` is ``"restore"`` or ``"place"``.
    doings : dict of str to frozenset of (str, str)
        Unit → phases in which it did something in this turn, and what: see `NotAfter`.
    saved : dict of str to int
        Side → replacements left over from earlier turns.
    starved : dict of str to int
        Unit → steps lost in this phase for want of a line.
    ended : set of str
        Sides that ended their part of the phase; where it runs in impulses, those whose impulse it is not.
    impulse, passes : int
        Number of the impulse in the phase; how many were passed one after the other.
    acted : dict of str to (int, str)
        Unit → impulse of the phase in which it acts, and where it began it.
    drawn : list of str
        Chits drawn in the phase.
    is_acting : bool
        Whether somebody whom the last of them names has not ended yet.
    states : set of str
        States that hold.
    status : dict of str to str
        Unit → what it is in, of units that are in something.
    weather : dict of str to frozenset of str
        What is rolled for → the kinds that the last roll gave.
    rolled : set of str
        What was rolled for in this phase.
    scenes : dict of (str, str) to tuple of Position
        Number of a clause, and side for which it counts phases → the positions in which it was last found out
        who has no line, where that is not asked at the moment only.
    hidden : set of str
        Units that lie hidden from the other side.
    overrun : set of str
        Units that an enemy came upon alone, and that have not gone from there.
    cards : dict of str to {"deck", "hand", "pile"}
        Card → where it is.
    holders : dict of str to str
        Card of a deck common to the sides → who drew it last.
    dealt : dict of str to int
        Side → cards that it drew in this phase.
    discarded : dict of str to int
        Side → cards that it discarded in this phase.
    played : list of str
        Cards of this phase that hold for longer than a battle.
    in_force : dict of str to {"phase", "turn"}
        Kind that holds because its card was played → until when.
    borne : dict of (str, str) to {"phase", "turn"}
        Unit or place, and the kind of a card that is played on it → until when; changed by `bear` only.
    scored : dict of str to float
        Side → points that it scored in earlier turns and keeps.
    over : bool
    winner : str
        "" while the game lasts, and for a draw.
    level : str
        What the victory is called.
    """

    def __init__(self, rules: Rules, *, setting_up: bool = False) -> None:
        self.rules = rules
        self.turn, self._phase = rules.sequence.opening(setting_up)
        self._where: dict[str, str] = dict.fromkeys(rules.units, WAITING)
        self._stacks: dict[str, list[str]] = {}
        self._zoned: dict[str, frozenset[str]] = {}
        self._zoned_in: frozenset[str] = frozenset()
        self.steps: dict[str, int] = {id: unit.most for id, unit in rules.units.items()}
        self.control: dict[str, str] = _held(rules)
        self.trails: dict[str, list[str]] = {}
        self.battles: list[Battle] = []
        self.current: int | None = None
        self.replaced: list[tuple[str, str, str]] = []
        self.doings: dict[str, frozenset[tuple[str, str]]] = {}
        self.saved: dict[str, int] = {}
        self.starved: dict[str, int] = {}
        self.ended: set[str] = set()
        self.impulse, self.passes = 0, 0
        self.acted: dict[str, tuple[int, str]] = {}
        self.drawn: list[str] = []
        self.is_acting = False
        self.states: set[str] = set()
        self.status: dict[str, str] = {}
        self.weather: dict[str, frozenset[str]] = {}
        self.rolled: set[str] = set()
        self.scenes: dict[tuple[str, str], tuple[Position, ...]] = {}
        self.hidden: set[str] = {
            id for id, unit in rules.units.items() if any(c.rule.units.take(unit) for c in rules.of(Hidden))
        }
        self.overrun: set[str] = set()
        self.cards: dict[str, str] = dict.fromkeys(rules.cards, DECK)
        self.holders: dict[str, str] = {}
        self.dealt: dict[str, int] = {}
        self.discarded: dict[str, int] = {}
        self.played: list[str] = []
        self.in_force: dict[str, Lasts] = {}
        self.borne: dict[tuple[str, str], Lasts] = {}
        self._units: Mapping[str, Unit] | None = None
        self._marked: Mapping[str, frozenset[str]] = {}
        self._board: tuple[Board, Board] | None = None
        self.scored: dict[str, float] = {}
        self.over = False
        self.winner = ""
        self.level = ""

    @property
    def board(self) -> Board:
        """The board as it is now: without what is gone, with the cards played on its places."""
        bare = self.rules.board_in(self.kinds) if self.rules.of(Gone) else self.rules.board
        if not self._marked:
            return bare
        if self._board is None or self._board[0] is not bare:
            self._board = bare, bare.with_cards(self._marked)
        return self._board[1]

    @property
    def units(self) -> Mapping[str, Unit]:
        """All units of the game."""
        return self._units or self.rules.units

    @property
    def where(self) -> Mapping[str, str]:
        """Unit → place, or where it is off the map."""
        return self._where

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of the turn, what dice and cards gave, and states that hold."""
        return self.rules.sequence.kinds.of(self.turn) | self.beyond

    @property
    def beyond(self) -> frozenset[str]:
        """What holds beyond the kinds of the turn."""
        return frozenset().union(self.states, self.in_force, *self.weather.values())

    def tables(self) -> dict[str, Numbered[Weather]]:
        """Return what may be rolled for now, each with its clause."""
        return {clause.rule.id: clause for clause in self.holding(Weather)}

    @property
    def phase(self) -> Phase:
        """The phase."""
        return self.rules.sequence.phases[self._phase]

    @property
    def battle(self) -> Battle | None:
        """The battle rolled last in this phase."""
        return None if self.current is None else self.battles[self.current]

    def holding(self, kind: type[T]) -> tuple[Numbered[T], ...]:
        """Return the clauses of a mechanism that hold now, in the order of the file."""
        if kind not in self.rules.scoped:
            return self.rules.of(kind)
        return self.rules.holding(kind, self.phase.id, self.kinds)

    def now(self, kind: type[T]) -> Numbered[T] | None:
        """Return the clause of a mechanism of which one holds at a time, None when none does."""
        found = self.holding(kind)
        return found[0] if found else None

    def rule(self, kind: type[T], default: T) -> T:
        """Return a mechanism of which one holds at a time, or a default."""
        found = self.now(kind)
        return default if found is None else found.rule

    def number(self, *kinds: type[Any]) -> str:
        """Return the number of the first of these mechanisms that is stated: of a clause that holds."""
        for kind in kinds:
            found: tuple[Numbered[Any], ...] = self.holding(kind)
            if found or self.rules.of(kind):
                return found[0].number if found else self.rules.number(kind)
        return self.rules.number()

    def name(self, id: str) -> str:
        """Return what players call a unit, an area, a side or a phase; hexes are called by their numbers."""
        return self.rules.names.get(id, id)

    def listed(self, ids: Iterable[str], last: str = "or") -> str:
        """Return the names of several."""
        *others, one = map(self.name, ids)
        return f"{', '.join(others)} {last} {one}" if others else one

    def stack(self, place: str) -> tuple[str, ...] | list[str]:
        """Return the units in a place, in the order of the counters."""
        return self._stacks.get(place, ())

    def on_map(self, unit: str) -> bool:
        """Return whether a unit is on the map."""
        return self._where[unit] not in OFF_MAP

    def began(self, unit: str) -> str:
        """Return where a unit began the phase, or entered in it."""
        return self.trails[unit][0] if unit in self.trails else self._where[unit]

    def zoned(self, side: str) -> frozenset[str]:
        """Return the places in the zones of the enemies of a side."""
        if Zones in self.rules.scoped or self.rules.of(Gone):
            kinds = self.kinds
            self._zoned = self._zoned if self._zoned_in == kinds else {}
            self._zoned_in = kinds
        if side not in self._zoned:
            self._zoned[side] = zoned(self, (zone.rule for zone in self.holding(Zones)), side)
        return self._zoned[side]

    def put(self, unit: str, place: str) -> None:
        """Put a unit somewhere, on the map or off it."""
        for side in self._zoned.keys() - {self.units[unit].side}:
            del self._zoned[side]
        self.overrun.discard(unit)
        before = self._where[unit]
        if before in self._stacks:
            self._stacks[before].remove(unit)
        self._where[unit] = place
        if place in OFF_MAP:
            self.status.pop(unit, None)
            if place == ELIMINATED:
                self.hidden.discard(unit)
        else:
            stack = self._stacks.setdefault(place, [])
            stack.append(unit)
            if len(stack) > 1:
                stack.sort(key=self.rules.rank.__getitem__)

    def arrive(self, unit: str, place: str, steps: int) -> None:
        """Put a unit somewhere with so many steps; a place that can be held falls to its side."""
        self.steps[unit] = steps
        self.put(unit, place)
        self.take(unit, place)

    def take(self, unit: str, place: str) -> None:
        """Let a unit's side hold a place, if it can be held, and the unit takes it."""
        control = self.rules.one(Control) if place in self.control else None
        if control is not None and control.rule.takes(self, unit, place):
            self.control[place] = self.units[unit].side

    def held_worth(self, side: str, places: Places, worth: str = "") -> int:
        """Return what the places among some are worth together that a side holds."""
        held = (place for place in self.board.chosen(places) if self.control.get(place) == side)
        return sum(self.board.worth(place, worth) for place in held)

    def settle_control(self) -> None:
        """Let places fall to those who are left there alone, where that counts."""
        control = self.rules.one(Control)
        for place in self.control if control is not None and control.rule.alone else ():
            for unit in self.stack(place):
                self.take(unit, place)

    def bear(self, borne: Mapping[tuple[str, str], Lasts]) -> None:
        """Let units and places have these cards played on them, and no others."""
        if borne == self.borne:
            return
        self.borne, rules = dict(borne), self.rules
        cards = {on: frozenset(kind for other, kind in borne if other == on) for on, _ in borne}
        units = {
            id: replace(rules.units[id], cards=found) for id, found in cards.items() if id in rules.units
        }
        self._units = {**rules.units, **units} if units else None
        self._marked = {place: found for place, found in cards.items() if place in rules.board.places}
        self._board = None
        self._zoned = {}

    def in_battle(self, battle: Battle) -> Position:
        """Return the position as a battle sees it: with the cards that are played on units for it."""
        if not battle.waits or not (battle.bears or "battle" in self.borne.values()):
            return self
        other = self.copy()
        other.bear_for(battle)
        return other

    def bear_for(self, battle: Battle) -> None:
        """Let units have the cards played on them that are for this battle, and for no other."""
        lasting = {on: until for on, until in self.borne.items() if until != "battle"}
        self.bear({**lasting, **dict.fromkeys(battle.bears, "battle")})

    def go_to(self, turn: int, phase: str) -> None:
        """Be in a phase of a turn from its beginning, as a table shows it in the middle of a game."""
        self.turn = turn
        self._phase = [known.id for known in self.rules.sequence.phases].index(phase)

    def did(self, unit: str, doing: Doing) -> None:
        """Note what a unit does, if some clause asks; it ends what ends with it."""
        statuses = self.rules.of(Status)
        if statuses or bool(self.rules.of(NotAfter)):
            self.doings[unit] = self.doings.get(unit, frozenset()) | {(self.phase.id, doing)}
        now = self.status.get(unit)
        if any(c.rule.id == now and doing in c.rule.ends_with for c in statuses):
            del self.status[unit]

    def begin_again(self) -> None:
        """Forget who moved and fought, as in a phase that begins."""
        self.trails, self.battles, self.current = {}, [], None
        self.impulse += 1

    def advance_phase(self) -> None:
        """Go on to the next phase."""
        before = self.turn
        self.turn, self._phase = self.rules.sequence.after(self.turn, self._phase, self.beyond)
        lasting = {} if self.turn != before else self.in_force
        self.in_force = {kind: until for kind, until in lasting.items() if until == "turn"}
        borne = {} if self.turn != before else self.borne
        self.bear({on: until for on, until in borne.items() if until == "turn"})
        self.dealt, self.discarded, self.played = {}, {}, []
        if self.turn != before:
            self.doings = {}
        self.begin_again()
        self.replaced, self.starved, self.ended = [], {}, set()
        self.impulse, self.passes, self.acted = 0, 0, {}
        self.drawn, self.is_acting = [], False
        self.rolled = set()
        self.over = self.over or self.turn > self.rules.sequence.turns

    def copy(self) -> Position:
        """Return an independent position."""
        other = Position.__new__(Position)
        other.rules, other.turn, other._phase = self.rules, self.turn, self._phase
        other._where = dict(self._where)
        other._stacks = {place: list(units) for place, units in self._stacks.items()}
        other._zoned, other._zoned_in = dict(self._zoned), self._zoned_in
        other.steps, other.control = dict(self.steps), dict(self.control)
        other.trails = {unit: list(trail) for unit, trail in self.trails.items()}
        other.battles = [battle.copy() for battle in self.battles]
        other.current, other.replaced = self.current, list(self.replaced)
        other.doings, other.drawn, other.is_acting = dict(self.doings), list(self.drawn), self.is_acting
        other.saved, other.starved, other.ended = dict(self.saved), dict(self.starved), set(self.ended)
        other.impulse, other.passes, other.acted = self.impulse, self.passes, dict(self.acted)
        other.states, other.scored, other.scenes = set(self.states), dict(self.scored), dict(self.scenes)
        other.status, other.hidden = dict(self.status), set(self.hidden)
        other.overrun = set(self.overrun)
        other.cards, other.dealt, other.discarded = dict(self.cards), dict(self.dealt), dict(self.discarded)
        other.holders = dict(self.holders)
        other.played, other.in_force = list(self.played), dict(self.in_force)
        other.borne, other._units = self.borne, self._units
        other._marked, other._board = self._marked, self._board
        other.weather, other.rolled = dict(self.weather), set(self.rolled)
        other.over, other.winner, other.level = self.over, self.winner, self.level
        return other

    def snapshot(self) -> Position:
        """Return a copy that is only to be looked at: where units stand, not what is going on."""
        other = self.copy()
        other.battles, other.scenes, other.current = [], {}, None
        return other

    def key(self) -> object:
        """Return a hashable value that is equal for equal positions."""
        return (
            self.turn,
            self._phase,
            tuple(self._where.items()),
            tuple(self.steps.items()),
            tuple(sorted(self.control.items())),
            tuple((unit, *trail) for unit, trail in sorted(self.trails.items())),
            tuple(battle.key() for battle in self.battles),
            self.current,
            tuple(self.replaced),
            tuple(sorted(self.saved.items())),
            tuple(sorted(self.starved.items())),
            tuple(sorted(self.ended)),
            (self.impulse, self.passes, tuple(sorted(self.acted.items()))),
            tuple(sorted(self.states)),
            (tuple(self.drawn), self.is_acting),
            tuple((unit, *sorted(doings)) for unit, doings in sorted(self.doings.items())),
            tuple(
                (*key, *(tuple(scene.where.items()) for scene in self.scenes[key]))
                for key in sorted(self.scenes)
            ),
            tuple(sorted(self.scored.items())),
            tuple(sorted(self.status.items())),
            (tuple(sorted(self.hidden)), tuple(sorted(self.overrun))),
            tuple((id, *sorted(kinds)) for id, kinds in sorted(self.weather.items())),
            tuple(sorted(self.rolled)),
            (tuple(self.cards.values()), tuple(self.played), tuple(sorted(self.holders.items()))),
            (tuple(sorted(self.dealt.items())), tuple(sorted(self.discarded.items()))),
            (tuple(sorted(self.in_force.items())), tuple(sorted(self.borne.items()))),
            self.over,
            self.winner,
            self.level,
        )


def _held(rules: Rules) -> dict[str, str]:
    control = rules.one(Control)
    if control is None:
        return {}
    start = rules.value(ControlStart, ControlStart(()))
    places = rules.board.chosen(control.rule.places)
    return {place: start.of(rules.board, place) for place in rules.board.places if place in places}
