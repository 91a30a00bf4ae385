"""The account of GJ47: what the table shows when a chit is over, held against what the rules have then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.audit.ledger import Book, Entry, Open, What, net
from toolkit.audit.unexplained import Words
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.bench import Bench
from toolkit.games.gj47.audit.entries import DICE, ROLL
from toolkit.games.gj47.audit.records import ChitRecord, LooseRecord, Moment, Record, TurnRecord
from toolkit.games.gj47.audit.strays import GIVEN_UP, NO_RETURN
from toolkit.games.gj47.audit.table_state import ACTIVE
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.start import BOXES

_CHITS = frozenset({"cup", "active", "chits_hand", "chits_used"})
"""Kinds of places where chits lie."""

Row = Sequence[tuple[Moment, Entry]]


class Account:
    """Keeps the book of a game beside its referee.

    Parameters
    ----------
    entries : sequence of (Moment, Entry)
        Of all steps, in their order.
    game : CompiledGame
        Its boxes, with the numbers of tracks, and what people call pieces and boxes.

    Attributes
    ----------
    book : Book
    moments : list of Moment
        What the places in the book mean.
    """

    def __init__(self, bench: Bench, entries: Row, records: Sequence[Record], game: CompiledGame) -> None:
        self.bench = bench
        self.index = {box.id: box.index for box in game.boxes}
        boxes = {box.id: box.names.en for box in game.boxes}
        self._sides = {box.id: box.side for box in game.boxes} | {c.id: c.side for c in game.counters}
        self.names = boxes | {counter.id: counter.names.en for counter in game.counters}
        self.book = Book()
        self.moments = [moment for moment, _ in entries]
        self._entries = list(enumerate(entry for _, entry in entries))
        self._ends = _ends_of_turns(records)
        self._begins = [record.begin for record in records[1:]]
        self._place = self._number = 0
        self._row: list[Open] = []
        # Whether no unit is handled any more in the record.
        self._over = False

    def open(self) -> None:
        """Take in the entries of the next record."""
        until = self._begins[self._number] if self._number < len(self._begins) else None
        self._number += 1
        while self._place < len(self._entries) and (until is None or self.moments[self._place] < until):
            self._row.append(Open(*self._entries[self._place], self.bench.segment))
            self._place += 1

    def row(self, record: Record) -> tuple[bool | None, tuple[Entry, ...]]:
        """Return the entries of a record, and what is known of the end of its turn."""
        return self._ends.get(id(record)), tuple(one.entry for one in self._row)

    @property
    def first(self) -> int:
        """Place of the first entry of the record."""
        return self._place - len(self._row)

    def add(self, book: Book, first: int) -> None:
        """Close the row as a record like this one was closed, the first entry of which had another place."""
        here = self._place - (book.accounted + book.cancelled + len(book.unexplained))
        self.book.accounted += book.accounted
        self.book.cancelled += book.cancelled
        self.book.unexplained += (replace(one, at=one.at - first + here) for one in book.unexplained)
        self._row.clear()

    def compare(self, record: Record) -> None:
        """Hold the position against the table, before the one is set to the other."""
        changed = net(one.entry for one in self._row)
        acted = max((one.at for one in self._row if one.entry.kind == "unit"), default=-1)
        for one in self._row:
            self._over = one.at > acted
            agrees = self._agrees(one.entry, record)
            if one.entry.key not in changed and one.entry.kind != DICE:
                self.book.cancelled += 1
            elif agrees:
                self.book.accounted += 1
            else:
                hidden = getattr(record, "partial", False) or self.bench.hidden or not self.bench.dice_seen
                if one.entry.kind == "chit":
                    # Before the first draw a choice may be changed.
                    hidden = self._from(one.entry) == "cup" and one.entry.key.subject not in self._in_cup
                self.book.unexplained.append(Open(one.at, one.entry, self.bench.segment, not hidden))
        self._row.clear()

    def rest(self) -> None:
        """Close what was judged otherwise: as a set-up, or without chits."""
        self.book.accounted += len(self._row)
        self._row.clear()

    # -- what shows --------------------------------------------------------------------------------

    def _agrees(self, entry: Entry, record: Record) -> bool:
        match entry.key.what, entry.kind:
            case What.PLACE, "unit":
                return self._place_agrees(entry, record)
            case What.FACE, "unit":
                unit = self.bench.position.data.index.get(entry.key.subject, -1)
                here = record.changed.get(unit)
                # Who comes from there comes at full strength, or is told of then.
                away = self.bench.position.box_of[unit] in (Box.POOL, Box.ELIMINATED)
                return here is None or away or self.bench.position.reduced[unit] == here.reduced
            case What.PLACE | What.FACE, "fort":
                return record.forts is None or record.forts == self.bench.position.forts
            case What.PLACE, "chit":
                return self._chit_agrees(entry, record)
            case What.PLACE, "soviet_reinforcement":
                column = self.index.get(_box(entry.after))
                return column is not None and column == self.bench.position.turn.column
            case What.PLACE, "turn":
                return self._to(entry) == "turn"
            case What.PROPERTY, _:
                return False
            case What.VALUE, _:
                return not (entry.key.name == ROLL and entry.kind == DICE)
            case What.PIECE, "chit":
                return False
            case What.PIECE, _:
                unit = self.bench.position.data.index.get(entry.key.subject, -1)
                return not entry.after and self.bench.position.hex_of[unit] < 0
            case _:
                return True

    def _place_agrees(self, entry: Entry, record: Record) -> bool:
        position = self.bench.position
        unit = position.data.index.get(entry.key.subject, -1)
        here = record.changed.get(unit)
        if here is None:
            return True
        if isinstance(record, LooseRecord) and _hex(entry.before) >= 0 and _hex(entry.after) >= 0:
            return True  # it was judged as a move
        if position.hex_of[unit] >= 0 or here.hex >= 0:
            return position.hex_of[unit] == here.hex
        meant = BOXES.get(self.bench.kinds.get(here.box, ""))
        lost = position.box_of[unit] is Box.ELIMINATED and position.data.units[unit].headquarters
        return meant is None or lost or position.box_of[unit] is meant

    def _chit_agrees(self, entry: Entry, record: Record) -> bool:
        """Return whether a chit may go where it went: home, when the turn is over."""
        turn, chit = self.bench.position.turn, entry.key.subject
        origin, target = self._from(entry), self._to(entry)
        if target not in _CHITS or self._strange(entry):
            return False
        if target not in ("cup", "chits_hand") or origin not in ("cup", "chits_used"):
            return True
        # At the end of the log a turn of which nothing shows the end is over if the cup is empty.
        ended = self._ends.get(id(record), False) or (id(record) in self._ends and not turn.cup)
        if origin == "cup":
            return chit not in turn.cup or (ended and self._over)
        home = "chits_hand" if self._sides.get(chit) else "cup"
        return chit not in turn.drawn or (ended and target == home)

    def _strange(self, entry: Entry) -> bool:
        """Return whether a chit goes into a hand that is not its owner's: nobody holds supply (6.2(4))."""
        home, owner = self._sides.get(_box(entry.after)), self._sides.get(entry.key.subject)
        return self._to(entry) == "chits_hand" and home is not None and home != owner

    @property
    def _in_cup(self) -> Collection[str]:
        return self.bench.position.turn.cup

    def _from(self, entry: Entry) -> str:
        return self._kind(_box(entry.before))

    def _to(self, entry: Entry) -> str:
        return self._kind(_box(entry.after))

    def _kind(self, box: str) -> str:
        return "active" if box == ACTIVE else self.bench.kinds.get(box, "")

    def _only_shows(self, one: Open) -> bool:
        """Return whether a marker was moved, or a chit that is not in play: nobody acts by that."""
        entry = one.entry
        if entry.key.what is What.PIECE or entry.kind != "chit":
            return entry.kind in ("turn", "soviet_reinforcement")
        origin, used = self._from(entry), self._from(entry) == "chits_used"
        aside = not used and origin != "cup" and not self._strange(entry)
        return aside or (used and self._to(entry) not in _CHITS)

    # -- words -------------------------------------------------------------------------------------

    def words(self) -> Words:
        """Return what the game says of its pieces."""
        data = self.bench.position.data

        def name(id_: str) -> str:
            unit = data.index.get(id_)
            return self.names.get(id_, id_) if unit is None else data.units[unit].name

        def side(id_: str) -> str | None:
            unit = data.index.get(id_)
            return None if unit is None else data.units[unit].owner.id

        return Words(name, side, self._broken, self._spot, self._area, self._only_shows)

    def _spot(self, place: object) -> str:
        box = _box(place)
        return self._area(place) or self.names.get(box, box) or "beside the map"

    def _area(self, place: object) -> str:
        return self.bench.number(_hex(place)) if _hex(place) >= 0 else ""

    def _broken(self, one: Open) -> tuple[str, str] | None:
        """Return the rule by which nothing can change so, and why."""
        entry = one.entry
        match entry.key.what, entry.kind:
            case What.FACE, "unit" if entry.after != "2":
                return "10.5(1)1", "a step that was lost does not come back"
            case What.PIECE, "unit" if entry.after:
                return "12.0", "there is one counter of each unit, and it arrives as a reinforcement"
            case What.PIECE, "chit":
                return "6.1(1)", "players choose among the chits of the game, and each has one counter"
            case (What.FACE, "unit") | (What.PIECE, _) if one.sure:
                return "10.5(2)", "steps are lost to the result of a battle or for want of supply"
            case What.FACE | What.PLACE, "fort" if one.sure:
                return GIVEN_UP
            case What.PLACE, "unit" if one.sure and _hex(entry.before) >= 0 > _hex(entry.after):
                return "10.5(2)", "units are lost to the result of a battle or for want of supply"
            case What.PLACE, "unit":
                return self._no_return(entry)
            case What.PLACE, "chit":
                return self._chit_broken(one)
        return None

    def _no_return(self, entry: Entry) -> tuple[str, str] | None:
        data = self.bench.position.data
        unit = data.index.get(entry.key.subject)
        box = BOXES.get(self.bench.kinds.get(_box(entry.before), ""))
        known = unit is not None and not data.units[unit].headquarters
        return NO_RETURN.get(box) if known and box is not None and _hex(entry.after) >= 0 else None

    def _chit_broken(self, one: Open) -> tuple[str, str] | None:
        origin = self._from(one.entry)
        if origin == "chits_used":
            return "7.1(4)", "a chit that was executed is not used again in this turn"
        if self._strange(one.entry):
            return "6.1(2)", "a chit that was not chosen stays with its owner"
        if origin == "cup" and one.sure:
            return "6.1(1)", "a chit that was chosen stays in the cup until it is drawn"
        return None


def _ends_of_turns(records: Sequence[Record]) -> dict[int, bool]:
    """Return the records after which no chit is drawn in their turn, and whether its end is shown.

    Its chits may go home in them.
    """
    found, last, shown = dict[int, bool](), True, False
    for record in reversed(records):
        if isinstance(record, TurnRecord):
            last = shown = True
        if last:
            found[id(record)] = shown
        if isinstance(record, ChitRecord):
            last = False
    return found


def _hex(place: object) -> int:
    return int(place[0]) if isinstance(place, tuple) else -1


def _box(place: object) -> str:
    return str(place[1]) if isinstance(place, tuple) else ""
