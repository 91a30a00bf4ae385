"""The referee of GJ47: judges record after record, and keeps a position of the rules beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise

from toolkit.audit.agreed import Agreed
from toolkit.audit.ledger import Book
from toolkit.audit.report import JudgedAction, Notice, Segment
from toolkit.audit.unexplained import left_over
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.account import Account, Row
from toolkit.games.gj47.audit.bench import Bench, Entry, as_move
from toolkit.games.gj47.audit.command import commanded, judge_command
from toolkit.games.gj47.audit.late_retreats import judge_with_late_retreats
from toolkit.games.gj47.audit.memory import Memory, Recall
from toolkit.games.gj47.audit.moves import MoveAudit
from toolkit.games.gj47.audit.records import (
    ChitRecord,
    ChoiceRecord,
    ControlShown,
    Drag,
    LooseRecord,
    Moment,
    Record,
    SetUpRecord,
    Thrown,
    TurnRecord,
)
from toolkit.games.gj47.audit.reinforcement import judge_reinforcement
from toolkit.games.gj47.audit.supply import judge_supply
from toolkit.games.gj47.audit.table_state import TableState
from toolkit.games.gj47.audit.turns import (
    begin_turn,
    doubtful_towns,
    judge_choice,
    judge_draw,
    judge_set_up,
    judge_turn_end,
    say_start,
    start_of,
    take,
    take_up,
)
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import BOXES
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

Settings = tuple[Agreed[RulesData], Mapping[Moment, Mapping[str, str]]]
_BESIDE = ("judging", "doubtful", "number", "chits", "partial")
"""What the referee knows between two records, beside the bench."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a game came to; `position` is the last one, `book` its account."""

    actions: tuple[JudgedAction, ...]
    notices: tuple[Notice, ...]
    position: Position
    book: Book


def judge_game(
    position: Position,
    game: CompiledGame,
    begin: TableState,
    records: Sequence[Record],
    entries: Row = (),
    *,
    agreed: Settings | None = None,
    judging: bool,
    doubtful: bool,
    memory: Memory | None = None,
) -> Judged:
    """Judge all records of a game.

    Parameters
    ----------
    position : Position
        Empty; it takes the table that the first log begins with.
    entries : sequence of (Moment, Entry)
        What the steps change, for the ledger.
    agreed : (Agreed, mapping of Moment to mapping of str to str), optional
        The house rules when the first log begins, and what was set later; without them those of the position.
    judging : bool
        False while the game is still being set up.
    doubtful : bool
        Whether play may not have begun when the first log begins.
    memory : Memory, optional
        What records came to in games that differ from this one in some steps.
    """
    referee = _Referee(position, game, begin, judging=judging, doubtful=doubtful)
    referee.agreed, referee.chosen = agreed or (None, {})
    return referee.judge(records, entries, memory)


class _Referee:
    def __init__(
        self, position: Position, game: CompiledGame, begin: TableState, *, judging: bool, doubtful: bool
    ) -> None:
        self.game = game
        kinds = {box.id: box.kind for box in game.boxes}
        take(position, game, begin)
        self.bench = Bench(position, kinds=kinds, doubtful=doubtful_towns(position, begin))
        self.judging = judging
        self.doubtful = doubtful
        self.start = start_of(position, begin) if judging and game.setup_hexes else {}
        """Where units stand while the first chit of the game is still to come."""
        self.number = 0
        self.chits = False
        self.loose: MoveAudit | None = None
        self.after: dict[int, ChitRecord] = {}
        self.partial: bool | None = None
        """Whether the log begins with the last chit in play, None before the first."""
        self.account = Account(self.bench, (), (), game)
        self.agreed: Agreed[RulesData] | None = None
        self.chosen: Mapping[Moment, Mapping[str, str]] = {}
        self._agreed_until = Moment(-1, 0)
        self._fixed: Mapping[str, str] | None = None
        self._recall: Recall | None = None

    def judge(self, records: Sequence[Record], entries: Row, memory: Memory | None) -> Judged:
        dice = {fact.what for record in records for fact in record.facts if isinstance(fact, Thrown)}
        self.bench.dice_seen, self.bench.dice_named = bool(dice), "battle" in dice and "" not in dice
        for one, after in pairwise(r for r in records if isinstance(r, ChitRecord | TurnRecord)):
            if isinstance(one, ChitRecord) and isinstance(after, ChitRecord) and self._known(after):
                self.after[id(one)] = after
        self.account = Account(self.bench, entries, records, self.game)
        if memory is not None:
            self._recall = Recall(memory, self.bench, self.account, self, _BESIDE)
        for place, record in enumerate(records):
            self._agree(record.begin, _end_of(records, place))
            if self.start and isinstance(record, ChitRecord):
                say_start(self.bench, self.start, record.begin)
                self.start = {}
            self.account.open()
            if self._recall is None or self.loose is not None:
                self._whole(record)
            else:
                rules = tuple(sorted((self._fixed or {}).items()))
                next_one = self.after.get(id(record))
                self._recall.judge(record, next_one, rules, partial(self._whole, record))
        self._end_loose()
        book = self.account.book
        found, noticed = left_over(book, self.bench.judged, self.account.moments, self.account.words())
        actions = sorted(
            (*self.bench.judged, *found), key=lambda action: (action.log, action.step, action.unit)
        )
        if self.agreed is not None:
            moments = sorted(self.chosen)
            noticed += self.agreed.notices(lambda at: moments[at])
        notices = sorted((*self.bench.notices, *noticed), key=lambda notice: (notice.log, notice.step or 0))
        return Judged(tuple(actions), tuple(notices), self.bench.position, book)

    def _whole(self, record: Record) -> bool:
        """Judge a record; return whether it is over by that."""
        self._record(record)
        self.account.rest()
        return self.loose is None

    def _record(self, record: Record) -> None:
        match record:
            case ChitRecord() if not self._plain(record):
                self._end_loose()
                self._chit(record)
            case ChitRecord() | LooseRecord():
                self._without_chits(record)
                return
            case ChoiceRecord():
                judge_choice(self.bench, record)
            case TurnRecord():
                self._end_loose()
                judge_turn_end(self.bench, record)
            case SetUpRecord():
                judge_set_up(self.bench, record)
                self.account.rest()
                self._sync(record)
                self.judging = self.judging or record.over
                return
            case _:
                return
        self._sync(record)

    def _agree(self, begin: Moment, end: Moment | None) -> None:
        """Take the house rules that hold in a record.

        One that is changed while a chit is in play may have been meant for what was done before as well as
        after: under that chit it is open.
        """
        agreed = self.agreed
        if agreed is None:
            return
        loose: set[str] = set()
        for at, moment in enumerate(sorted(self.chosen)):
            if self._agreed_until < moment and (end is None or moment < end):
                self._agreed_until = moment
                after = agreed.after(at, self.chosen[moment])
                if begin < moment:
                    loose.update(point for _, point, _, _ in after.changes[len(agreed.changes) :])
                agreed = after
        fixed = {point: value for point, value in agreed.fixed.items() if point not in loose}
        self.agreed = agreed
        if fixed != self._fixed:
            self._fixed = fixed
            if self._recall is not None:
                self._recall.go_on()
            self.bench.play_under(agreed.data_for(fixed))

    # -- play without chits, or with chits of which the data know too little ------------------------

    def _plain(self, record: ChitRecord) -> bool:
        """Return whether a chit is judged by the movement of its units alone."""
        data = self.bench.position.data
        chit = data.chits.get(record.chit)
        return chit is None or (chit.order == "activate" and chit.hq is None)

    def _known(self, record: ChitRecord) -> bool:
        return record.chit in self.bench.position.data.chits

    def _without_chits(self, record: Record) -> None:
        if isinstance(record, LooseRecord) and self.chits:
            self._between(record)
            return
        if isinstance(record, LooseRecord) and not (record.facts or record.fights):
            return
        if self.loose is None:
            self.loose = MoveAudit(
                self.bench,
                judging=self.judging,
                doubtful=self.doubtful,
                number=self.number + 1,
                owners={
                    c.id: Owner[c.side.upper()] for c in self.game.counters if c.kind == "chit" and c.side
                },
            )
        self.loose.take(record)

    def _end_loose(self) -> None:
        if self.loose is None:
            return
        self.bench.judged += self.loose.finish()
        self.number += self.loose.segments
        self.judging, self.doubtful = self.loose.judging, self.loose.doubtful
        self.loose = None

    def _between(self, record: LooseRecord) -> None:
        """Judge what was moved while no chit was in play."""
        first: dict[int, Drag] = {}
        last: dict[int, Drag] = {}
        for fact in record.facts:
            if isinstance(fact, Drag):
                first.setdefault(fact.unit, fact)
                last[fact.unit] = fact
        for unit, drag in first.items():
            end = last[unit]
            if drag.origin >= 0 and end.target >= 0 and drag.origin != end.target:
                action, told = as_move(replace(end, origin=drag.origin))
                self.bench.note(Entry(action, told, self.bench.verdict(action)))
        self._sync(record)

    # -- chits -------------------------------------------------------------------------------------

    def _chit(self, record: ChitRecord) -> None:
        data = self.bench.position.data
        chit = data.chits[record.chit]
        self.judging, self.doubtful, self.chits = True, False, True
        self.number += 1
        label = record.chit
        self.bench.segment = Segment(
            self.number, label, record.known.value == "inferred", self.bench.position.turn.number
        )
        self._see_before(record)
        unseen = self.bench.unseen
        if record.partial:
            take_up(self.bench.position, record.chit)
        elif judge_draw(self.bench, record).outcome is Outcome.ILLEGAL:
            # That a chit which should not be in play is void as well is no further fault.
            self.bench.unseen = (*unseen, "6.")
        if chit.order == "supply":
            judge_supply(self.bench, record)
        elif chit.order.endswith("reinforcement") and not commanded(record):
            judge_reinforcement(self.bench, record, chit.owner or Owner.AXIS)
        else:
            judge = partial(_command, self.bench, chit.owner or Owner.AXIS)
            judge_with_late_retreats(self.bench, record, self.after.get(id(record)), judge)
        begin_turn(self.bench)
        self.bench.unseen = unseen
        self._control(record)

    def _see_before(self, record: ChitRecord) -> None:
        """Note whether the log shows what was done with the chit before, which may be finished late."""
        first = self.partial is None and bool(self.bench.position.turn.drawn)
        self.bench.hidden = record.partial or first or bool(self.partial)
        self.partial = record.partial

    # -- the table ---------------------------------------------------------------------------------

    def _sync(self, record: Record) -> None:
        """Go on from the table as it is."""
        self.account.compare(record)
        position = self.bench.position
        for unit, here in record.changed.items():
            if position.hex_of[unit] != here.hex:
                if here.hex >= 0:
                    position.place(unit, here.hex)
                else:
                    take_box(position, unit, here.box, self.bench.kinds)
            elif here.hex < 0:
                take_box(position, unit, here.box, self.bench.kinds)
            position.reduced[unit] = int(here.reduced)
        if record.forts is not None and record.forts != position.forts:
            position.forts.clear()
            position.forts.update(record.forts)

    def _control(self, record: Record) -> None:
        """Compare control markers that were set with the control that follows from the moves."""
        shown: dict[int, tuple[Moment, Owner | None]] = {}
        for fact in record.facts:
            if isinstance(fact, ControlShown):
                shown[fact.hex] = (fact.at, fact.owner)
        held = self.bench.position.control[0]
        for h, (at, owner) in sorted(shown.items()):
            if h in held and owner is not None and held[h] is not owner:
                where = self.bench.number(h)
                marker, derived = owner.id, held[h].id
                text = f"a control marker says that {where} is {marker}, by the moves it is {derived}"
                self.bench.notice("AUD022", at, text, hex=where, marker=marker, derived=derived)


def _end_of(records: Sequence[Record], place: int) -> Moment | None:
    """Return when a record is over; chits are chosen until the first one is drawn."""
    choice = isinstance(records[place], ChoiceRecord)
    after = islice(records, place + 1, None)
    return next((r.begin for r in after if not choice or isinstance(r, ChitRecord | TurnRecord)), None)


def _command(bench: Bench, owner: Owner, record: ChitRecord) -> None:
    judge_command(bench, record, owner)


def take_box(position: Position, unit: int, box: str, kinds: Mapping[str, str]) -> None:
    """Put a unit that is off the map into its box."""
    meant = BOXES.get(kinds.get(box, ""))
    if position.box_of[unit] is Box.ELIMINATED and position.data.units[unit].headquarters:
        # A lost headquarters waits in the box or column from which it comes back (13.0(2)).
        return
    if meant is None or position.box_of[unit] is meant:
        if meant is None and position.hex_of[unit] >= 0:
            position.send(unit, Box.TRAY)
        return
    position.send(unit, meant)
