"""Pieces that come, go and double, by what the logs themselves show to be one of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import History, Moment
from toolkit.diagnostics.words import listed
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.events import Spot
from toolkit.vassal.table import Table
from toolkit.vassal.traits import is_deck, is_stack, trait_texts

_ENOUGH = 8
"""So many kinds of one build say whether pieces of that build are each one of a kind."""
_ALIKE = 20
"""Among so many kinds of one build one may have copies, and the others still have none."""


class Change(NamedTuple):
    """A piece that came, went or was changed into another: when, its name, its type, and where it lay."""

    step: int
    id: str
    name: str
    type: str
    spot: Spot


@dataclass(slots=True)
class PieceBook:
    """Notes which pieces come and go in a log.

    Attributes
    ----------
    retyped : list of Change
        Pieces whose type another one took the place of, with the new type.
    """

    came: list[Change] = field(default_factory=list)
    went: list[Change] = field(default_factory=list)
    retyped: list[Change] = field(default_factory=list)

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """Note a piece that gets another type."""
        for leaf in c.leaves(command):
            if isinstance(leaf, c.AddPiece) and leaf.id is not None and leaf.id in table.things:
                thing = table.things[leaf.id]
                if thing.type != leaf.type and not (is_stack(leaf.type) or is_deck(leaf.type)):
                    self.retyped.append(Change(step, leaf.id, thing.name, leaf.type, table.spot(leaf.id)))

    def moment(self, table: Table, moment: Moment) -> None:
        """Note the pieces that a step made or deleted."""
        for event in moment.events:
            if isinstance(event, e.PieceAdded) and event.id in table.things:
                thing = table.things[event.id]
                spot = table.spot(event.id)
                self.came.append(Change(moment.step, event.id, event.name, thing.type, spot))
            elif isinstance(event, e.PieceRemoved):
                type_ = table.removed[event.id].type
                self.went.append(Change(moment.step, event.id, event.name, type_, event.spot))


def build_of(type_: str) -> tuple[str, ...]:
    """Return how a piece is built: the classes of its traits, whatever they say."""
    return tuple(text.partition(";")[0] for text in trait_texts(type_))


class Kinds:
    """Which kinds of pieces are one of a kind: named ones of a build whose pieces all are.

    Counters for units share a build and have one piece each; markers have as many as are needed.
    """

    def __init__(self, case: Case, books: Sequence[PieceBook]) -> None:
        copies: Counter[str] = Counter()
        for history in case.histories:
            for type_, count in Counter(stand.type for stand in history.begin.pieces.values()).items():
                # The fewest: a later log begins with what was doubled in an earlier one.
                copies[type_] = min(copies.get(type_, count), count)
        for book in books:
            ids: dict[str, set[str]] = {}
            for change in book.came:
                ids.setdefault(change.type, set()).add(change.id)
            # Several that come in one log are taken from a supply.
            copies |= Counter({type_: len(found) for type_, found in ids.items()})
        kinds: dict[tuple[str, ...], list[int]] = {}
        for type_, count in copies.items():
            kinds.setdefault(build_of(type_), []).append(count)
        self._single = {
            build
            for build, counts in kinds.items()
            if len(counts) >= _ENOUGH and sum(count > 1 for count in counts) * _ALIKE <= len(counts)
        }
        self._copies = copies
        first = case.histories[0].begin.pieces.values() if case.histories else ()
        self._names = Counter(stand.name for stand in first)

    def single(self, change: Change) -> bool:
        """Return whether there is one piece of this kind, as of all that are built like it."""
        return bool(change.name) and build_of(change.type) in self._single and self._copies[change.type] <= 1

    def only(self, change: Change) -> bool:
        """Return whether it is the only one of its name as well: counters with a mere figure are not."""
        return self._names[change.name] <= 1


def piece_notices(case: Case, books: Sequence[PieceBook]) -> Iterator[Notice]:
    """Yield what is to be said of pieces that came and went, log by log."""
    kinds = Kinds(case, books)
    for history, book in zip(case.histories, books, strict=True):
        yield from _of_log(case, history, book, kinds)


def _of_log(case: Case, history: History, book: PieceBook, kinds: Kinds) -> Iterator[Notice]:
    known = set(history.begin.pieces)
    on_table = Counter(stand.type for stand in history.begin.pieces.values())
    gone: dict[str, Change] = {}
    swapped = {change.step for change in book.came} & {change.step for change in book.went}
    changes = sorted(
        [(change.step, 0, change) for change in book.went]
        + [(change.step, 1, change) for change in book.came],
        key=lambda one: one[:2],
    )
    for step, came, change in changes:
        if not came:
            on_table[change.type] -= 1
            if history.stands(step) and step not in swapped:
                gone[change.id] = change
            continue
        back = [id_ for id_, one in gone.items() if id_ == change.id or one.type == change.type]
        for id_ in back[:1]:
            del gone[id_]
        new = change.id not in known and not back and step not in swapped and history.stands(step)
        known.add(change.id)
        if new and kinds.single(change) and (not on_table[change.type] or kinds.only(change)):
            yield _came(case, history, change, on_table[change.type])
        on_table[change.type] += 1
    lost = [change for change in gone.values() if kinds.single(change)]
    if lost:
        yield _went(case, history, lost)
    for change in book.retyped:
        if history.stands(change.step):
            text = f"{change.name or 'a piece'} was made another piece: its traits are others than before"
            yield notice("AUD043", history, change.step, text, {"piece": change.name})


def _came(case: Case, history: History, change: Change, before: int) -> Notice:
    where = case.place(history, change.spot)
    data: dict[str, object] = {"piece": change.name, "place": where}
    if before:
        text = f"{change.name} was there already, and came a second time, at {where}"
        return notice("AUD041", history, change.step, text, data)
    text = f"{change.name} came new to the table, at {where}; pieces like it are one of a kind"
    return notice("AUD040", history, change.step, text, data)


def _went(case: Case, history: History, lost: Sequence[Change]) -> Notice:
    what = "piece that is" if len(lost) == 1 else "pieces that are"
    shown = listed(f"{one.name} (step {one.step}, {case.place(history, one.spot)})" for one in lost)
    verb = "was" if len(lost) == 1 else "were"
    text = f"{len(lost)} {what} one of a kind {verb} deleted: {shown}"
    data = {"pieces": [{"piece": one.name, "step": one.step} for one in lost]}
    return notice("AUD042", history, lost[0].step if len(lost) == 1 else None, text, data)
