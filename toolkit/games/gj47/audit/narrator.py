"""From events to records: which chit is in play, whose turn it is, what was done meanwhile.  No rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolkit.audit.actor import Actor, Known
from toolkit.audit.facts import number
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.begun import TURN, in_play, marked_turn, running
from toolkit.games.gj47.audit.events import GlobalSet, Handled, StepEvents, TurnSet
from toolkit.games.gj47.audit.reader import ACTIVE_CHIT, CHIT_NUMBER
from toolkit.games.gj47.audit.records import (
    ChitRecord,
    ChoiceRecord,
    Drag,
    FortSeen,
    LooseRecord,
    Moment,
    Record,
    SetUpRecord,
    Turned,
    TurnRecord,
)
from toolkit.games.gj47.audit.table_state import ACTIVE, Standing, TableState
from toolkit.games.gj47.audit.witness import Witness
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.units import Owner
from toolkit.source.setups import Box

_NOBODY = Actor(None, Known.INFERRED)
# Boxes that the module adds to the game's own.
_OWN_BOXES: Mapping[str, str] = {ACTIVE: "active"}


@dataclass(slots=True)
class Narrator:
    """Sorts the events of a game, log after log.

    Attributes
    ----------
    records : list of Record
        What was made of it so far; the last one is open.
    put_back : list of (Moment, Moment, str)
        Chits that were drawn and laid back: when, when again, and which.
    """

    game: CompiledGame
    data: RulesData
    records: list[Record] = field(default_factory=list)
    turn: int = 1
    put_back: list[tuple[Moment, Moment, str]] = field(default_factory=list)
    _boxes: dict[str, Box] = field(default_factory=dict)
    _units: dict[int, Standing] = field(default_factory=dict)
    _chits: dict[str, str] = field(default_factory=dict)
    _before: dict[str, str] = field(default_factory=dict)
    _witness: Witness = field(init=False)
    _number: int = 0
    _choice: ChoiceRecord | None = None
    _chosen: bool = False
    _homeward: bool = False
    _ending: bool = False
    _drawn: set[str] = field(default_factory=set)
    _sent_home: dict[Owner, list[str]] = field(default_factory=dict)
    _ahead: list[tuple[Moment, int, Actor]] = field(default_factory=list)
    """When, to which turn and by whom the turn was moved on, with a chit still in play."""

    def __post_init__(self) -> None:
        self._boxes = {box.id: box for box in self.game.boxes}
        self._witness = Witness(self.data.index, self._boxes)

    # -- tables ------------------------------------------------------------------------------------

    def begin(self, state: TableState, log: int, *, setting_up: bool = False) -> None:
        """Take the table that the first log begins with."""
        self.take(state)
        moment = Moment(log, 0)
        self.turn = max(state.turn, marked_turn(state, self._boxes), 1)
        lying = [chit for chit, box in self._chits.items() if self._kind(box) == "active"]
        active = in_play(state, lying, self.data)
        used = [chit for chit, box in self._chits.items() if self._kind(box) == "chits_used"]
        self._chosen = bool(used or active)
        drawn = {*used, active}
        # The turn may be over, and the marker moved on, with chits that are still on their way home.
        self._ending = bool(used) and not active and not self._cup_of(self._chits)
        if setting_up:
            self.records.append(SetUpRecord(moment))
        elif active:
            self.records.append(running(state, active, moment, self.data))
        else:
            self._begin_turn(moment)
        if drawn - {""}:
            self._chosen, self._choice = True, None
            self._drawn = drawn

    def take(self, state: TableState) -> None:
        """Take a table as it is, without asking how it came about."""
        for name, where in state.units.items():
            unit = self.data.index.get(name)
            if unit is not None:
                self._units[unit] = where
        self._chits = dict(state.chits)
        self._witness.take(state)
        self._number = number(state.properties.get(CHIT_NUMBER, ""), 0)

    def changed(self, state: TableState) -> None:
        """Take a table that is not what the steps before it led to: a later log begins with it."""
        before = dict(self._units)
        self.take(state)
        record = self.records[-1]
        record.changed |= {unit: where for unit, where in self._units.items() if before.get(unit) != where}
        record.forts = self._witness.forts()

    # -- steps -------------------------------------------------------------------------------------

    def step(self, log: int, events: StepEvents) -> None:
        """Take in what one step of a log did."""
        at = Moment(log, events.step)
        self._before = dict(self._chits)
        drawn = self._declared(events)
        self._turns(at, events)
        chits = [event for event in events.events if isinstance(event, Handled) and event.kind == "chit"]
        self._sent_back(chits)
        for event in chits:
            self._chit_moved(at, event, declared=drawn, alone=len(chits) == 1)
        if not self._waiting() and any(self._kind(event.origin_box) == "active" for event in chits):
            self._turn_on(at)
        if drawn:
            actor = next(
                (v.actor for v in events.events if isinstance(v, Handled) and v.counter == drawn), _NOBODY
            )
            self._play(at, drawn, Known.DECLARED, actor)
        facts = list(self._witness.facts(at, events))
        record = self.records[-1]
        record.facts += facts
        if events.combat:
            record.fights.add(at)
        for fact in facts:
            if isinstance(fact, Drag | Turned):
                self._stand(record, fact)
            elif isinstance(fact, FortSeen):
                record.forts = self._witness.forts()
        if isinstance(record, SetUpRecord) and events.set_up:
            record.over = True
            self._begin_turn(at)

    def _stand(self, record: Record, fact: Drag | Turned) -> None:
        here = self._units.get(fact.unit, Standing(-1))
        if isinstance(fact, Drag):
            here = replace(here, hex=fact.target, box=fact.target_box)
        else:
            here = replace(here, reduced=fact.reduced)
        self._units[fact.unit] = record.changed[fact.unit] = here

    # -- chits -------------------------------------------------------------------------------------

    def _kind(self, box: str) -> str:
        found = self._boxes.get(box)
        return _OWN_BOXES.get(box, "") if found is None else found.kind

    def _declared(self, events: StepEvents) -> str:
        """Return the chit that the module says was drawn or played in this step, "" for none."""
        named = {v.name: v for v in events.events if isinstance(v, GlobalSet)}
        counted = named.get(CHIT_NUMBER)
        if counted is None or number(counted.new, 0) <= number(counted.old, 0):
            return ""
        self._number = number(counted.new, 0)
        return named[ACTIVE_CHIT].new if ACTIVE_CHIT in named else f"chit {counted.new}"

    def _chit_moved(self, at: Moment, event: Handled, *, declared: str, alone: bool) -> None:
        chit, origin, target = event.counter, self._kind(event.origin_box), self._kind(event.target_box)
        self._chits[chit] = event.target_box
        current = self._current()
        if target == "cup" and origin not in ("active", "chits_used"):
            self._committed(at, chit, event.actor)
        elif origin == "cup" and target == "chits_hand" and alone and self._choice is not None:
            # Put in by mistake, and taken out again; until the first draw the choice is made by that.
            kind = self.data.chits.get(chit)
            if not self._choice.known and kind is not None and kind.owner is not None:
                self._choice.moments[kind.owner], self._choice.actors[kind.owner] = at, event.actor
            self._choice.late = [put for put in self._choice.late if put[1] != chit]
        elif target in ("active", "chits_used") and origin not in ("active", "chits_used"):
            if chit != declared:
                self._play(at, chit, Known.INFERRED, event.actor)
        elif target == "active" and origin == "chits_used" and chit != declared:
            if current is None or current.chit != chit:
                self._play(at, chit, Known.INFERRED, event.actor)
            else:
                # Laid down too early, and taken up again.
                current.over, current.end = False, None
        elif current is not None and current.chit == chit and self._in_play(current, origin):
            if alone and self._laid_back(at, current, target):
                return
            current.over, current.end = True, at
        if origin in ("active", "chits_used") and target in ("chits_hand", "cup") and chit in self._drawn:
            self._homeward = True

    @staticmethod
    def _in_play(current: ChitRecord, lies: str) -> bool:
        return lies == "active" or (current.beside and lies == "chits_used")

    def _laid_back(self, at: Moment, current: ChitRecord, target: str) -> bool:
        """Return whether a chit goes back to where it came from before anything is done with it."""
        untouched = not any(fact.at > current.begin for fact in current.facts)
        if not untouched or target != current.source or (target == "chits_hand" and not current.beside):
            return False
        self.records.remove(current)
        self._drawn.discard(current.chit)
        if not current.beside:
            self.put_back.append((current.begin, at, current.chit))
        self._chosen = any(isinstance(r, ChitRecord) for r in self._this_turn())
        if not isinstance(self.records[-1], ChitRecord):
            self.records.append(LooseRecord(at))
        return True

    def _sent_back(self, chits: Iterable[Handled]) -> None:
        """Keep what lay in the cup when all chits went home and none was drawn: the turn may end so."""
        home = {
            event.counter
            for event in chits
            if self._kind(event.origin_box) == "cup" and self._kind(event.target_box) == "chits_hand"
        }
        cup = self._cup_of(self._before) if home else {}
        everything = len(cup) == len(Owner) and all(home.issuperset(group) for group in cup.values())
        if everything and self._choice is not None and not self._choice.known:
            self._sent_home = cup

    def _this_turn(self) -> Iterable[Record]:
        for record in reversed(self.records):
            if isinstance(record, TurnRecord):
                return
            yield record

    def _committed(self, at: Moment, chit: str, actor: Actor) -> None:
        kind = self.data.chits.get(chit)
        if kind is None or kind.owner is None:
            return
        self._turn_on(at)
        if self._chosen and not self._went_home() and not self._free_only():
            self._late(at, chit, actor)
            return
        if self._went_home():
            self._end_unmarked(at)
        if self._choice is not None:
            self._sent_home = {}
            self._choice.hands[chit] = actor
            if actor.known is Known.LOGGED and actor.side == kind.owner.enemy.id:
                self._choice.moments.setdefault(kind.owner, at)
                self._choice.actors.setdefault(kind.owner, actor)
            else:
                self._choice.moments[kind.owner] = at
                self._choice.actors[kind.owner] = actor

    def _late(self, at: Moment, chit: str, actor: Actor) -> None:
        """Take note of a chit put into the cup after the first was drawn."""
        choice = self._choice
        if choice is None:
            return
        played = [record for record in self._this_turn() if isinstance(record, ChitRecord)]
        if not choice.known and played and all(record.source == "cup" for record in played):
            # Nothing but supply lay in the cup when it was drawn: this is the choice, and it comes too late.
            choice.known = choice.declared = True
        # A chit of the choice that was only looked at goes back to where it belongs.
        if choice.known and chit not in self._chosen_chits():
            choice.late.append((at, chit, actor))

    def _went_home(self, drawn: str = "") -> bool:
        """Return whether a turn ended unmarked: its chits went home, and none was left in the cup."""
        kinds = {chit: self._kind(box) for chit, box in self._before.items()}
        used = any(kinds.get(chit) in ("active", "chits_used") for chit in self._drawn if chit != drawn)
        # Until a chit comes out of the cup the choice is what was put into it.
        open_ = set(self._choice.hands) if self._choice is not None and not self._choice.known else set()
        chosen = open_.union(self._chosen_chits())
        waiting = any(
            kind == "cup" and self.data.chits[chit].owner is not None and chit in chosen
            for chit, kind in kinds.items()
            if chit in self.data.chits and chit not in self._drawn
        )
        return self._homeward and not used and not waiting

    def _chosen_chits(self) -> set[str]:
        """Return the chits that lay in the cup when this turn's first one was drawn."""
        chits = {} if self._choice is None else self._choice.chits
        return {chit for group in chits.values() for chit in group}

    def _free_only(self) -> bool:
        """Return whether only chits from the hand were played in this turn, so the cup is still open."""
        played = [r for r in self._this_turn() if isinstance(r, ChitRecord)]
        return bool(played) and all(r.source == "chits_hand" for r in played)

    def _current(self) -> ChitRecord | None:
        record = self.records[-1]
        return record if isinstance(record, ChitRecord) else None

    def _play(self, at: Moment, chit: str, known: Known, actor: Actor) -> None:
        """Open the record of a chit that came into play; a turn that was moved on goes on with its own."""
        source = self._kind(self._before.get(chit, ""))
        if source != "cup" or self._homeward:
            self._turn_on(at)
        if self._went_home(chit):
            self._end_unmarked(at)
        self._ending = False
        if isinstance(self.records[-1], SetUpRecord):
            self._begin_turn(at)
        current = self._current()
        if current is not None:
            current.over = True
        if source == "cup" or not self._cup_of(self._before):
            self._close_choice(source == "cup", declared=known is Known.DECLARED)
        self._chosen = True
        self._drawn.add(chit)
        count = self._number if known is Known.DECLARED else 0
        foreign = self._choice is not None and chit in self._choice.foreign() and source == "cup"
        beside = source == "chits_hand" and bool(self._cup_of(self._before))
        self.records.append(
            ChitRecord(
                at, chit=chit, known=known, actor=actor, number=count, source=source, foreign=foreign,
                beside=beside,
            )
        )  # fmt: skip

    def _cup_of(self, boxes: Mapping[str, str]) -> dict[Owner, list[str]]:
        found: dict[Owner, list[str]] = {}
        for chit, box in sorted(boxes.items()):
            kind = self.data.chits.get(chit)
            if kind is not None and kind.owner is not None and self._kind(box) == "cup":
                found.setdefault(kind.owner, []).append(chit)
        return found

    def _close_choice(self, from_cup: bool, *, declared: bool) -> None:
        """Write down what lay in the cup when the first chit came out of it."""
        if self._choice is None or self._choice.known or not from_cup:
            return
        self._choice.chits = self._cup_of(self._before)
        self._choice.known = bool(self._choice.chits) or declared
        self._choice.declared = declared

    def _drawn_since(self, then: Moment) -> bool:
        """Return whether a chit of this turn came into play after something."""
        return any(isinstance(record, ChitRecord) and record.begin > then for record in self._this_turn())

    def _waiting(self) -> bool:
        """Return whether chits lie in the cup."""
        return any(self._kind(box) == "cup" for box in self._chits.values())

    # -- turns -------------------------------------------------------------------------------------

    def _begin_turn(self, at: Moment) -> None:
        self._choice = ChoiceRecord(at)
        self._chosen = self._homeward = False
        self._drawn, self._sent_home = set(), {}
        self.records += [self._choice, LooseRecord(at)]

    def _turns(self, at: Moment, events: StepEvents) -> None:
        for event in events.events:
            if isinstance(event, TurnSet):
                self._turn_to(at, event.number, _NOBODY)
            elif isinstance(event, Handled) and event.kind == TURN:
                box = self._boxes.get(event.target_box)
                if box is not None and box.kind == "turn" and box.index:
                    self._turn_to(at, box.index, event.actor)

    def _turn_to(self, at: Moment, shown: int, actor: Actor) -> None:
        last = next((r for r in reversed(self.records) if isinstance(r, TurnRecord)), None)
        fresh = self.records[-1]
        if shown == self.turn:
            self._ahead.clear()
            if last is not None and not last.marked and last.number == shown:
                last.marked = True
            return
        untouched = isinstance(fresh, LooseRecord) and not fresh.facts and not self._chosen
        if last is not None and untouched and shown == last.before and self._choice in self.records[-2:]:
            if not self._lying(last):
                last.again.append((at, shown))
                return
            # Set on and back again: no turn ended.
            del self.records[self.records.index(last) :]
            self.turn = shown
            self._chosen = True
            self.records.append(LooseRecord(at))
            return
        if last is not None and untouched and self._choice in self.records[-2:]:
            last.again.append((at, shown))
            last.number = self.turn = shown
            return
        current = self._current()
        if self._ahead or (current is not None and self._kind(self._chits.get(current.chit, "")) == "active"):
            self._ahead.append((at, shown, actor))
            return
        self._turn_over(at, shown, actor)

    def _lying(self, last: TurnRecord) -> bool:
        """Return whether chits of a turn that seems to be over lie where they were played: it is not."""
        before = self.records[: self.records.index(last)]
        played: list[str] = []
        for record in reversed(before):
            if isinstance(record, TurnRecord):
                break
            if isinstance(record, ChitRecord):
                played.append(self._kind(self._chits.get(record.chit, "")))
        return not played or any(kind in ("active", "chits_used") for kind in played)

    def _turn_on(self, at: Moment) -> None:
        """End the turn that was moved on with a chit in play, now that it is so no more."""
        if not self._ahead:
            return
        then, shown, actor = self._ahead[-1]
        record = self.records[-1]
        early = record.begin > then or any(fact.at > then for fact in record.facts)
        ahead = [(moment, number) for moment, number, _ in (self._ahead if early else self._ahead[:-1])]
        self._ahead.clear()
        self._turn_over(at if early else then, shown, actor, ahead=ahead)

    def _end_unmarked(self, at: Moment) -> None:
        """End a turn of which only the chits that went home show the end.

        One that was ending when the log began has its marker where it was put before.
        """
        self._turn_over(at, self.turn if self._ending else self.turn + 1, _NOBODY, marked=False)

    def _turn_over(
        self,
        at: Moment,
        shown: int,
        actor: Actor,
        *,
        marked: bool = True,
        ahead: Sequence[tuple[Moment, int]] = (),
    ) -> None:
        current = self._current()
        if current is not None:
            current.over = True
        cup = self._sent_home or self._cup_of(self._before)
        if self._choice is not None and not self._choice.known and len(cup) == len(Owner):
            # Both players have chosen, and the turn is over with nothing drawn from the cup.
            self._choice.chits, self._choice.known = cup, True
        before, self.turn = self.turn, shown
        self.records.append(
            TurnRecord(
                at,
                number=shown,
                before=before,
                first=shown if marked else 0,
                marked=marked or self._ending,
                partial=self._ending,
                actor=actor,
                ahead=tuple(ahead),
            )
        )
        self._ending = False
        self._begin_turn(at)

    def finish(self, at: Moment) -> list[Record]:
        """Return all records.  Chits that went home at the very end have ended their turn as well."""
        self._before = dict(self._chits)
        if self._ahead and not self._homeward and self._drawn_since(self._ahead[-1][0]):
            # The turn goes on, whatever was set.
            ahead = tuple((moment, number) for moment, number, _ in self._ahead)
            self.records.append(TurnRecord(at, number=self.turn, ahead=ahead))
            self._ahead.clear()
        self._turn_on(at)
        if self._drawn and self._went_home():
            self.records.append(TurnRecord(at, number=self.turn + 1, final=True, partial=self._ending))
        return self.records
