"""The account of a game: which entries of the ledger actions explain, and what is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from toolkit.audit.decisions.records import DOWN, Place, Step
from toolkit.audit.ledger import KEYED, PATIENCE, Book, Entry, Open, What
from toolkit.audit.report import Notice, Segment
from toolkit.audit.unexplained import Words

_PIECES = ("unit", "card")
_WRITTEN = (What.VALUE, What.PROPERTY)
_BY_KEY = (*_WRITTEN, What.MASK, What.ORDER)
"""What a key changes beside what it decides: whatever was decided in its step accounts for it."""

Shown = Callable[[Entry], bool]
"""Whether the position shows what the table shows after an entry."""


class Account:
    """Keeps the book of a game beside its referee."""

    def __init__(self, shown: Shown, firm: Shown = lambda _entry: False) -> None:
        self.book = Book(firm=firm)
        self._shown = shown
        # The last step of each of the last actions, what these named, and whether a key was pressed in it.
        self._named: deque[tuple[int, frozenset[str], bool]] = deque(maxlen=PATIENCE)
        self._at, self._keyed = 0, False

    def fork(self, shown: Shown) -> Account:
        """Return an independent account of another position."""
        other = copy(self)
        other._shown, other.book, other._named = shown, self.book.fork(), self._named.copy()
        return other

    def take(self, step: Step, segment: Callable[[], Segment], *, sure: bool) -> None:
        """Enter what a step changes, and the part of the game it is done in; `sure` as in `Open`."""
        self._at, self._keyed = step.number, bool(step.told)
        if step.entries:
            self.book.enter(step.number, step.entries, segment(), sure=sure, keyed=bool(step.told))

    def told(self, steps: tuple[int, ...], action: object) -> None:
        """Close what an action accounts for that was told of some steps."""
        named = _named(action)
        self._named.append((self._at, named, self._keyed))

        def about(one: Open) -> bool:
            if one.at not in steps:
                return False
            entry = one.entry
            return entry.key.what in _BY_KEY or entry.kind not in _PIECES or entry.key.subject in named

        self.book.explain(about)

    def called_off(self, steps: Collection[int]) -> None:
        """Close what was changed in steps that came to nothing."""
        self.book.explain(lambda one: one.at in steps)

    def settle(
        self, *, all_shown: bool = False, held: Callable[[Entry], bool] = lambda _entry: False
    ) -> None:
        """Compare position and table before the one is set to the other; `held` as in `Book.settle`.

        `all_shown`: nothing is judged yet, and everything counts as it lies, but for what a hand has written.
        """
        if self.book.fresh:
            self.book.settle(
                lambda entry: (
                    (all_shown and (entry.key.what not in _WRITTEN or entry.kind == KEYED))
                    or self._shown(entry)
                    or self._foreseen(entry)
                ),
                held=held,
            )

    def _foreseen(self, entry: Entry) -> bool:
        """Return whether an action was told before that brings a piece to where it is dragged now."""
        before, after = entry.before, entry.after
        if entry.kind != "unit" or not isinstance(before, Place) or not isinstance(after, Place):
            return False
        on_board = after.area or before.area
        # Beside the board it is one box or the other that was meant, unless a key chose it.
        goal = {entry.key.subject, after.area} if on_board else {entry.key.subject}
        return any(
            goal <= named and (on_board or not keyed)
            for at, named, keyed in self._named
            if self._at - at <= PATIENCE
        )


def _named(action: Any) -> frozenset[str]:
    """Return the ids that an action names."""
    found: set[str] = set()
    for name in action.__slots__:
        value = getattr(action, name)
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            found.update(one for one in value if isinstance(one, str))
    return frozenset(found)


Reason = tuple[str, str]
"""A rule, and why by it nothing can change so."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """What no rule of a game can change.

    Attributes
    ----------
    units, cards : Reason
        They are neither made nor taken out of the game.
    made : Reason
        No unit comes out of nothing.
    down, up : Reason
        Units are turned over, and up again, by other things only.
    placed : callable
        An entry, and the places before and after → why a piece cannot go there.
    """

    units: Reason
    cards: Reason
    made: Reason
    down: Reason
    up: Reason
    placed: Callable[[Entry, Place, Place], Reason | None]

    def broken(self, one: Open) -> Reason | None:
        """Return the rule by which nothing can change so, and why; None where the rules may know a way."""
        entry, before, after = one.entry, one.entry.before, one.entry.after
        match entry.key.what, entry.kind:
            case What.PIECE, "unit":
                return self.made if after else self.units
            case What.PIECE, "card":
                return self.cards
            case What.FACE, "unit" if one.sure:
                return self.down if after == DOWN else self.up
            case What.PLACE, _ if isinstance(before, Place) and isinstance(after, Place):
                return self.placed(entry, before, after)
        return None

    def words(self, names: Mapping[str, str], sides: Mapping[str, str]) -> Words:
        """Return what the game says of its pieces, by what people call them and whose units they are."""

        def name(id_: str) -> str:
            return names.get(id_) or id_

        return Words(name, sides.get, self.broken, partial(spot, name=name), partial(area, name=name))


def spot(value: object, name: Callable[[str], str]) -> str:
    """Return what people call a place."""
    if not isinstance(value, Place):
        return str(value)
    return name(value.area or value.box) or "beside the board"


def area(value: object, name: Callable[[str], str]) -> str:
    """Return what people call an area, "" for any other place."""
    return name(value.area) if isinstance(value, Place) and value.area else ""


def glimpses(found: Iterable[tuple[int, str]]) -> Iterator[Notice]:
    """Yield a notice for each hidden card that was shown for a moment."""
    for step, card in found:
        text = f"the hidden card {card} was shown and hidden again"
        public = "a hidden card was shown and hidden again"
        yield Notice("AUD024", step, text, {"card": card}, private=("card",), public=public)
