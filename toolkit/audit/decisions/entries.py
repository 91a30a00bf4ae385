"""What a step of a game changes, as entries of the ledger, in the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from toolkit.audit.actor import Actor
from toolkit.audit.decisions.records import Place
from toolkit.audit.ledger import Entry, Key, What
from toolkit.vassal import events as e

FACE = "Face_Level"
MASKED = "MaskedBy"
"""Who masks a card, "" for nobody: asked for as a value like any other."""
_SHADOWS = ("_Image", "_Name", "_Active", "ObscuredToOthers")
"""What a layer or a mask shows besides its state."""

_SHADOW = "shadow"

KEYS = "what a key writes: decisions are read from it, and it changes nothing by itself"
"""Why a value is neutral that only keys write: where none was pressed, somebody has changed it."""

_Change = tuple[Hashable, Hashable]
Who = Callable[[str], tuple[str, str]]


class Clerk:
    """Enters what steps change.

    Parameters
    ----------
    who : callable
        Piece → counter id and kind.
    place : callable
        Spot → place.
    turn : callable
        State of the turn tracker → turn and phase.
    neutral : mapping of str to str
        Values, properties and markers that decide nothing → why.
    actor : callable
        Who moved, as the log says.
    """

    def __init__(
        self,
        who: Who,
        place: Callable[[e.Spot], Place],
        turn: Callable[[str], tuple[int, str]],
        neutral: Mapping[str, str],
        actor: Callable[[e.PieceMoved], Actor | None],
    ) -> None:
        self._who, self._place, self._turn, self._actor = who, place, turn, actor
        self._neutral = neutral
        self._sorts: dict[str | None, What | str] = {}
        self._by_hand = False
        self.neutral = 0

    def enter(self, events: Sequence[e.Event], *, keyed: bool) -> tuple[Entry, ...]:
        """Return what the events of a step change; neutral changes are counted only.

        The module writes when a key is pressed, a piece dragged, or the tracker turned on.
        """
        self._by_hand = not keyed and not any(isinstance(one, e.PieceMoved | e.TurnChanged) for one in events)
        found: dict[Key, Entry] = {}
        moved: dict[str, tuple[e.Spot, e.Spot, e.PieceMoved]] = {}
        for event in events:
            match event:
                case e.PieceMoved(pieces=pieces, start=start, end=end):
                    for piece in pieces:
                        moved[piece] = (moved[piece][0] if piece in moved else start, end, event)
                case e.PieceChanged():
                    self._values(event, found)
                case e.PropertyChanged(name=name, old=old, new=new) if old != new:
                    self._property(name, (old, new), found)
                case e.TurnChanged(old=old, new=new):
                    _note(found, Key(What.TURN, "turn"), (self._turn(old), self._turn(new)))
                case e.DeckChanged():
                    self._order(event, found)
                case e.PieceAdded(id=id_) | e.PieceRemoved(id=id_):
                    here = isinstance(event, e.PieceAdded)
                    name, kind = self._who(id_)
                    _note(found, Key(What.PIECE, name or id_, id_), (not here, here), kind)
                case _:
                    pass
        for piece, (start, end, event) in moved.items():
            name, kind = self._who(piece)
            places = self._place(start), self._place(end)
            if places[0] != places[1] and name in self._neutral:
                self.neutral += 1
            elif places[0] != places[1]:
                _note(found, Key(What.PLACE, name or piece), places, kind, self._actor(event))
        return tuple([entry for entry in found.values() if entry.before != entry.after])

    def _property(self, name: str, values: _Change, found: dict[Key, Entry]) -> None:
        if self._is_neutral(name):
            self.neutral += 1
        else:
            _note(found, Key(What.PROPERTY, name), values)

    def _values(self, event: e.PieceChanged, found: dict[Key, Entry]) -> None:
        sorts, who = self._sorts, None
        for change in event.changes:
            name = change.name
            if self._is_neutral(name):
                self.neutral += 1
                continue
            what = sorts.get(name)
            if what is None:
                what = sorts[name] = _sort(name)
            if isinstance(what, What):
                who = who or self._who(event.id)
                _note(found, Key(what, who[0] or event.id, name or ""), (change.old, change.new), who[1])

    def _is_neutral(self, name: str | None) -> bool:
        why = self._neutral.get(name or "")
        return why is not None and not (self._by_hand and why == KEYS)

    def _order(self, event: e.DeckChanged, found: dict[Key, Entry]) -> None:
        """Enter a deck whose cards lie in another order; cards that come or go are entries of their own."""
        left, kept = set(event.after), set(event.before)
        old = tuple(card for card in event.before if card in left)
        new = tuple(card for card in event.after if card in kept)
        if old != new:
            _note(found, Key(What.ORDER, event.id), (old, new), "deck")


def _sort(name: str | None) -> What | str:
    """Return what a value is about."""
    if name is None or name.endswith(_SHADOWS):
        return _SHADOW
    return What.FACE if name == FACE else What.MASK if name == MASKED else What.VALUE


def _note(
    found: dict[Key, Entry], key: Key, change: _Change, kind: str = "", actor: Actor | None = None
) -> None:
    known = found.get(key)
    before, after = change
    found[key] = Entry(key, before if known is None else known.before, after, kind, actor)
